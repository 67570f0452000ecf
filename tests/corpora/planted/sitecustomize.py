"""Faults planted into every Python of a test's cluster: games whose titles say so hang or die."""

import os
import signal
import sys
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from types import ModuleType
from typing import Any

JUDGES = "referee.api.batches"


class _Planting(MetaPathFinder, Loader):
    """Finds the module that judges, and changes it when it is loaded."""

    def find_spec(self, name: str, path: Any, _: object = None) -> ModuleSpec | None:  # noqa: ANN401
        if name != JUDGES:
            return None
        found = PathFinder.find_spec(name, path)
        if found is not None:
            self._loader, found.loader = found.loader, self
        return found

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        assert self._loader is not None
        return self._loader.create_module(spec)

    def exec_module(self, module: ModuleType) -> None:
        assert self._loader is not None
        self._loader.exec_module(module)
        honest = module.checked

        def checked(game: Any, **how: Any) -> object:  # noqa: ANN401
            while game.record.header.title == "hangs":
                pass
            if game.record.header.title == "dies":
                os.kill(os.getpid(), signal.SIGKILL)
            return honest(game, **how)

        module.checked = checked  # type: ignore[attr-defined]


sys.meta_path.insert(0, _Planting())
