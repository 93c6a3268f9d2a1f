"""What tests need beside Python: modules of extras, and programs of Debian, which .ci/servers installs."""

import importlib
import os
from pathlib import Path
from typing import Any, NoReturn

import pytest


def missing(why: str) -> NoReturn:
    """What a test needs is not installed: it is skipped, and says why; where CI is set nothing is, and it fails."""
    if os.environ.get("CI"):
        pytest.fail(f"{why} (CI is set, so nothing may be skipped)", pytrace=False)
    pytest.skip(why)


def program(path: Path, package: str) -> Path:
    """A program of a Debian package."""
    return path if path.exists() else missing(f"{path} is not installed: apt install {package}")


def module(name: str, why: str) -> Any:
    """A module of another package."""
    try:
        return importlib.import_module(name)
    except ImportError:
        missing(why)
