"""Options of the suite: how many random games it plays, how often it kills, how many hostile inputs it tries."""

import gc
import os
import signal
import sys
from collections.abc import Callable, Iterator

import pytest
from hypothesis import settings

from pbem import packages

KILLS, FUZZ = 8, 600
"""How much is tried if nothing is said."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--all", action="store_true", help="the slow tests, too: browsers, servers, every case of a game")
    parser.addoption("--games", type=int, help="random games for each case; few if left out")
    parser.addoption("--kills", type=int, default=KILLS, help="commands killed at any moment")
    parser.addoption("--fuzz", type=int, default=FUZZ, help="hostile inputs; a twelfth of it for each property")
    parser.addoption("--mail-games", action="store_true", help="every game to its end through real mail servers")
    parser.addoption("--update-golden", action="store_true", help="write golden files anew instead of comparing")


def pytest_configure(config: pytest.Config) -> None:
    """Processes that tests start are many and short: byte code is kept even where the environment says not to."""
    gc.set_threshold(50_000, 20, 50)  # most of what is made while tests are collected stays
    config.addinivalue_line("markers", "slow: real browsers, shells and servers, kills, cases of a game like others")
    settings.register_profile("pbem", max_examples=max(1, config.getoption("--fuzz") // 12), deadline=None)
    settings.load_profile("pbem")
    os.environ.pop("PYTHONDONTWRITEBYTECODE", "")
    sys.dont_write_bytecode = False
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # in the background of a shell; some are interrupted
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leaves out slow tests unless they are asked for; the cases of a game that are not `quick` are, too."""
    for item in items:
        quick = getattr(getattr(item, "cls", None), "quick", None)
        case = item.name.partition("[")[2].removesuffix("]").partition("-part")[0]
        if quick is not None and case and case not in quick:
            item.add_marker(pytest.mark.slow)
    if not _slow_ones(config):
        config.hook.pytest_deselected(items=[item for item in items if item.get_closest_marker("slow")])
        items[:] = [item for item in items if not item.get_closest_marker("slow")]


def _slow_ones(config: pytest.Config) -> bool:
    """Whether slow tests are run: all were asked for, or more of something, or a test by its name."""
    more = config.getoption("--games") is not None or config.getoption("--mail-games")
    more = more or (config.getoption("--kills"), config.getoption("--fuzz")) != (KILLS, FUZZ)
    return bool(config.getoption("--all") or more or any("::" in arg for arg in config.args))


def pytest_collection_finish() -> None:
    """Thousands of tests that were collected are not looked at again by each run of the garbage collector."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session")
def games(request: pytest.FixtureRequest) -> int | None:
    """How many random games for each game, number of players and option, if that was said."""
    number = request.config.getoption("--games")
    return None if number is None else int(number)


@pytest.fixture(params=["few", pytest.param("many", marks=pytest.mark.slow)])
def some(request: pytest.FixtureRequest) -> Callable[[int, int], int]:
    """How much of something is tried: some(few, many), all of it with the slow tests."""
    few: bool = request.param == "few"
    return lambda least, most: least if few else most


@pytest.fixture(scope="session")
def kills(request: pytest.FixtureRequest) -> int:
    """How many commands are killed."""
    return int(request.config.getoption("--kills"))


@pytest.fixture(scope="session")
def fuzz(request: pytest.FixtureRequest) -> int:
    """How many hostile inputs are tried, of all kinds together."""
    return int(request.config.getoption("--fuzz"))


@pytest.fixture(scope="session")
def mail_games(request: pytest.FixtureRequest) -> bool:
    """Whether every game is played to its end through real mail servers."""
    return bool(request.config.getoption("--mail-games"))


@pytest.fixture(scope="session")
def update_golden(request: pytest.FixtureRequest) -> bool:
    """Whether golden files are to be written."""
    return bool(request.config.getoption("--update-golden"))


@pytest.fixture(scope="session", autouse=True)
def games_of_the_environment() -> Iterator[None]:
    """What else is installed beside pbem is in no list here; see OTHERS in tests/packages.py for other processes."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(packages, "_entries", dict)
        yield
