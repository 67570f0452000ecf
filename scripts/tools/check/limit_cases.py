"""The most expensive inputs within the limits, each with the command that reads it."""

from collections.abc import Mapping
from typing import Final

from scripts.tools.check.file_limits import FILE_CASES
from scripts.tools.check.limit_case import LimitCase
from scripts.tools.check.log_limits import LOG_CASES
from scripts.tools.check.record_limits import RECORD_CASES

CASES: Final[Mapping[str, LimitCase]] = {**RECORD_CASES, **LOG_CASES, **FILE_CASES}
