"""Old names of public packages: importing one imports the package at its new place, with a warning, until version 0.3."""

import importlib
import sys
import warnings
from collections.abc import Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType

MOVED = {
    "inventorium.analysis": "inventorium.review",
    "inventorium.arena": "inventorium.research.arena",
    "inventorium.batch": "inventorium.research.batch",
    "inventorium.core.space": "inventorium.core.actions",
    "inventorium.doors": "inventorium.research.adapters",
    "inventorium.lab": "inventorium.research.lab",
}


class OldNames(MetaPathFinder, Loader):
    """Finds a moved package by its old name. It is the last finder, so it costs nothing where no old names are used."""

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        return ModuleSpec(name, self) if new_name(name) else None

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        new = new_name(spec.name)
        assert new is not None  # find_spec has looked
        warnings.warn(f"{spec.name} is now {new}; the old name goes with version 0.3", DeprecationWarning, stacklevel=2)
        return Alias(spec.name, importlib.import_module(new))

    def exec_module(self, module: ModuleType) -> None:
        assert isinstance(module, Alias)
        sys.modules[module.__name__] = module.__dict__["moved_to"]


class Alias(ModuleType):
    """A placeholder for a moved package while it is imported by its old name."""

    def __init__(self, name: str, moved_to: ModuleType) -> None:
        super().__init__(name)
        self.__dict__["moved_to"] = moved_to


def new_name(name: str) -> str | None:
    for old, new in MOVED.items():
        if name == old or name.startswith(f"{old}."):
            return new + name.removeprefix(old)
    return None


def install() -> None:
    sys.meta_path.append(OldNames())
