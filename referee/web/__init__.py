"""The table in the browser: a game is recorded while it is played, on any device beside the board.

The server knows no rule: it asks the public surface of `referee`, keeps the record on disk, and
tells every open page what became of it. A page is a row in `server.PAGES` and a module of
`static`; what it asks the server for is a row of routes.
"""
