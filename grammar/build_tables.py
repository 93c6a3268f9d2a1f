"""Build hook: puts facts, grammars, demos and the parsing tables into the wheel, so that it never builds them."""

import os
import shutil
import sys
import tempfile
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class TablesHook(BuildHookInterface):  # type: ignore[type-arg]
    """Makes the tables of every grammar; an editable install makes its own when needed."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called by hatchling before a wheel is put together."""
        if version == "editable":
            return
        sys.path.insert(0, self.root)
        from pbem import resources, tables

        self._folder = tempfile.mkdtemp()
        for game in resources.names("games", ".toml"):
            grammar = resources.built_in(game).grammar
            made = tables.write(self._folder, grammar, tables.make(grammar))
            put = {made: f"tables/{os.path.basename(made)}"}
            for kept in (f"games/{game}.toml", f"grammar/{game}.lark", f"examples/{game}-demo.pbem"):
                put[os.path.join(self.root, kept)] = kept
            for source, target in put.items():
                build_data["force_include"][source] = f"pbem/_data/{target}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Called by hatchling when the wheel is there."""
        if version != "editable":
            shutil.rmtree(self._folder)
