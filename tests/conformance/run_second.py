"""Start the second implementation in an interpreter that knows nothing but the standard library.

To be run with `python -I -S`: then neither the project nor anything installed can be imported.
"""

import runpy
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
runpy.run_module("second", run_name="__main__", alter_sys=True)
