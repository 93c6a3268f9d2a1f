"""Rajas of the Ganges on other tables of facts: what an owner may correct, the program must not take for granted."""

import copy
import random
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import tomli_w

import pbem
from pbem import registry, report
from pbem.session import Session
from tests.invariants import CHECKS
from tests.rajas import MARKETS, PLAYERS, refused, table
from tests.support import ROOT, random_line

FACTS: dict[str, Any] = tomllib.loads((ROOT / "games" / "rajas.toml").read_text(encoding="utf-8"))
Table = Callable[[dict[str, Any]], None]


def poorer(facts: dict[str, Any]) -> None:
    """Fewer dice, hands and workers, dearer spaces, another river and other tracks."""
    facts["limits"] |= {"dice": 6, "karma": 2, "hands": 6, "hands_back": 5, "workers": 4, "workers_navaratnas": 5}
    facts["start"] |= {"money": [2, 2, 3, 3], "karma": 0, "workers": 2}
    facts["spaces"] |= {"outer_money": 3, "balcony_dice": 1, "harbour_dice": 4, "assorted_once": [2, 3, 4]}
    facts["spaces"]["quarry"] = {"2": [0, 1], "3": [0, 1, 5], "4": [2, 2]}
    facts["spaces"]["outer"] = {"2": 1, "3": 2, "4": 3}
    facts["tracks"] |= {"meet": 41, "fame": {"3": "late", "9": "karma 1"}, "money": {"8": "boat", "15": "worker"}}
    facts["buildings"]["levels"] = [1, 2, 3, 5]
    gains = ["money 2", "boat", "palace", "colours ogbp", "fame 1 per karma"] * 4
    facts["river"] |= {"bridge": 5, "last_few": 3, "gains": gains}
    facts["ganga"]["least"] = 14


def richer(facts: dict[str, Any]) -> None:
    """Chambers, balconies and yields exchanged, more dice for each, terraces of two colours."""
    facts["spaces"] |= {"terrace": "gp", "balconies": {"g": "o", "o": "g"}, "balcony_dice": 3}
    facts["chambers"] = {
        "source": "stated",
        "1": ["build"],
        "2": ["sail 4"],
        "3": ["money 2 per building", "worker"],
        "4": ["fame 1", "dice 3", "boat"],
        "5": ["karma 1", "upgrade", "white"],
        "6": ["boat", "good 2", "first"],
    }
    for row in facts["yields"].values():
        if isinstance(row, dict):
            row["front"], row["back"] = row["back"], ["colours og", "fame 1 per 2 market"]
    facts["limits"]["karma"] = 5


@pytest.mark.parametrize("count", [2, 3, 4])
@pytest.mark.parametrize(
    "options", [(), ("ganga",), ("navaratnas",), ("ganga", "navaratnas"), ("expert Ana",)], ids=str
)
@pytest.mark.parametrize("change", [poorer, richer])
def test_other_tables_play_to_the_end(
    change: Table, options: tuple[str, ...], count: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    facts = copy.deepcopy(FACTS)
    change(facts)
    facts["edition"] = change.__name__
    (tmp_path / "rajas.toml").write_text(tomli_w.dumps(facts), encoding="utf-8")
    monkeypatch.setenv(registry.OWN_TABLES, str(tmp_path))
    rng = random.Random(f"{change.__name__} {options} {count}")
    game: Session = pbem.new("rajas", PLAYERS[:count], kind="manual", first="Ana", options=options, id="own")
    assert game.rules.edition == change.__name__
    for _ in range(2000):
        if game.over:
            break
        game.play(random_line(game, rng))
        CHECKS["rajas"](game)
        assert all(len(line) <= 72 for line in report.show(game))
    assert game.over
    again = pbem.read(game.record().encode(), "record")
    assert (again.key, again.scores) == (game.key, game.scores)


def test_each_gain_of_a_chamber_asks_in_turn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A chamber that names nothing itself: the boat first, then the good."""
    facts = copy.deepcopy(FACTS)
    richer(facts)
    (tmp_path / "rajas.toml").write_text(tomli_w.dumps(facts), encoding="utf-8")
    monkeypatch.setenv(registry.OWN_TABLES, str(tmp_path))
    game = table(*MARKETS, "dice Ana o6")
    assert refused(game, "P6 -o6 / Mt / stay") == "open-boat"
    assert game.play("P6 -o6 / stay / Mt") == ["1 Ana: P6 -o6 / stay / Mt =0,5"]
