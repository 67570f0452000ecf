"""A plugin of pytest that lets tests run with the sources beside the compiled modules."""

import referee

# Before any test imports what is compiled: sets with blanks are judged by plain modules alone.
referee.use_plain_modules()
