"""How the program says no."""


class IllegalError(Exception):
    """What was said breaks a rule; the text says which, in a few words."""


def demand(holds: object, otherwise: str) -> None:
    """Refuse what was said unless `holds`."""
    if not holds:
        raise IllegalError(otherwise)
