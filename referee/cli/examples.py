"""The examples at the end of a command's help."""


def examples(*commands: str) -> str:
    """Return commands to try, one a line; the help of a command puts them under a title."""
    return "\n".join(commands)
