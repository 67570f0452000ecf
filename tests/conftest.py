"""Settings of all tests."""

import os

from hypothesis import settings

# A run that decides about a change looks at the same examples every time; others look further.
settings.register_profile("repeatable", derandomize=True)
if os.environ.get("CI"):
    settings.load_profile("repeatable")
