"""Build hook: puts the parsing tables into the wheel, so that an installed pbem never builds them."""

import os
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

        folder = tempfile.mkdtemp()
        for game in resources.names("games", ".toml"):
            made = tables.write(folder, game)
            build_data["force_include"][made] = f"pbem/_data/tables/{os.path.basename(made)}"
