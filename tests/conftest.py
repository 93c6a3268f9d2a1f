"""Options of the suite: how many random games it plays."""

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--games", type=int, default=200, help="random games per game and number of players")
    parser.addoption("--update-golden", action="store_true", help="write golden files anew instead of comparing")


@pytest.fixture(scope="session")
def games(request: pytest.FixtureRequest) -> int:
    """How many random games per game and number of players."""
    return int(request.config.getoption("--games"))


@pytest.fixture(scope="session")
def update_golden(request: pytest.FixtureRequest) -> bool:
    """Whether golden files are to be written."""
    return bool(request.config.getoption("--update-golden"))
