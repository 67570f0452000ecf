"""The command line of the program."""

import argparse
import sys

from .bugs import BUGS, switch_on
from .protocol import serve


def main() -> None:
    """Play over standard input and output, with the bugs asked for."""
    listing = "\n".join(f"  {name}: {what}" for name, what in BUGS.items())
    parser = argparse.ArgumentParser(
        prog="second",
        description="A second implementation of Mombasa, for tests.",
        epilog="bugs:\n" + listing,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--bug", action="append", default=[], choices=list(BUGS), metavar="NAME")
    for name in parser.parse_args().bug:
        switch_on(name)
    serve(sys.stdin, sys.stdout)


main()
