"""Options of the suite: how many random games it plays."""

import os
import shutil
import tempfile
from collections.abc import Iterator

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--games", type=int, help="random games for each case; few if left out")
    parser.addoption("--update-golden", action="store_true", help="write golden files anew instead of comparing")


@pytest.fixture(scope="session", autouse=True)
def byte_code() -> Iterator[None]:
    """Processes that tests start are many and short: they keep byte code even where the environment says not to."""
    if os.environ.pop("PYTHONDONTWRITEBYTECODE", ""):
        folder = tempfile.mkdtemp(prefix="pbem-tests-")
        os.environ["PYTHONPYCACHEPREFIX"] = folder
        yield
        shutil.rmtree(folder, ignore_errors=True)
    else:
        yield


@pytest.fixture(scope="session")
def games(request: pytest.FixtureRequest) -> int | None:
    """How many random games for each game, number of players and option, if that was said."""
    number = request.config.getoption("--games")
    return None if number is None else int(number)


@pytest.fixture(scope="session")
def update_golden(request: pytest.FixtureRequest) -> bool:
    """Whether golden files are to be written."""
    return bool(request.config.getoption("--update-golden"))
