"""Why a corpus cannot be worked on."""


class CorpusError(Exception):
    """What was asked for cannot be done here; the message says why, and what to do."""


class BrokenSourceError(Exception):
    """A file of games cannot be read, or not to its end."""


class ClusterError(Exception):
    """The machines that share the work cannot be reached, or are not what they must be."""
