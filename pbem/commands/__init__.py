"""One module per command, named after it with `_` behind, each with a `command`."""
