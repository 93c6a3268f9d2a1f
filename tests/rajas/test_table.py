"""The table of facts, and other tables: what an owner may correct, the program must not take for granted."""

import copy
import random
import re
import tomllib
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import tomli_w

import pbem
from pbem import registry, report
from pbem.errors import SaveError
from pbem.rules.rajas import gains
from pbem.session import Session
from tests.checks import CHECKS
from tests.rajas.tools import MARKETS, PLAYERS, refused, table
from tests.support import ROOT, random_line

FACTS: dict[str, Any] = tomllib.loads((ROOT / "games" / "rajas.toml").read_text(encoding="utf-8"))
Table = Callable[[dict[str, Any]], None]


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of one's own tables, empty."""
    monkeypatch.setenv(registry.OWN_TABLES, str(tmp_path))
    return tmp_path


# Facts


TILES = """
S1  3 T s1    t1    p1    s1
S2  4 L Te    Pa    Fo    Mi
S3  5 I t2    p2    s2    p2
S4  5 T Pa    Fo    Mi    Te
S5  6 T p2    s2    t2    t2
S6  6 X Fo    Mi    Te    Pa
C1  7 L s2+t1 t2+p1 p2+s1 s2+p1
C2  6 I Mi+p1 Te+s1 Pa+t1 Fo+t1
C3  7 T Te+s1 Pa+t1 Fo+p1 Mi+s1
C4  8 L Pa+Fo Fo+Mi Mi+Te Te+Pa
C5  9 T Mi+Te Te+Pa Pa+Fo Fo+Mi
T1 10 I t2+p2 p2+s2 s2+t2 p2+t2
T2 11 T s2+t2 t2+p2 p2+s2 s2+p2
T3 11 X Pa+p2 Fo+s2 Mi+t2 Te+t2
T4 11 L Fo+s3 Mi+t3 Te+p3 Pa+s3
T5 13 T t3+p2 p3+s2 s3+t2 p3+t2
"""
"""Price, road, and what is on the tile in orange, green, blue and purple."""


TURNS = {"I": ["EW", "NS"], "L": ["ES", "NE", "NW", "SW"], "T": ["ESW", "NES", "NEW", "NSW"], "X": ["NESW"]}


@pytest.mark.parametrize("row", [line.split() for line in TILES.strip().splitlines()], ids=lambda row: str(row[0]))
def test_the_tiles(row: list[str]) -> None:
    """fact: 64 province tiles."""
    game: Any = registry.load("rajas")
    name, price, road, *contents = row
    for colour, content in zip("ogbp", contents, strict=True):
        tile = game.facts.tiles[colour + name]
        assert (tile.price, sorted("".join(s for s in "NESW" if s in t) for t in tile.turns)) == (
            int(price),
            TURNS[road],
        )
        parts = content.split("+")
        assert sorted(tile.buildings) == sorted(part for part in parts if part[0].isupper())
        assert sorted(f"{good}{value}" for good, value in tile.markets) == sorted(p for p in parts if p[0].islower())


def test_how_many_tiles_of_each_kind() -> None:
    """fact: 16 of each colour, 11 of each building, 20 markets of each good; straight 12, bend 16, T 28, cross 8."""
    game: Any = registry.load("rajas")
    tiles = game.facts.tiles
    assert Counter(name[0] for name in tiles) == dict.fromkeys("ogbp", 16)
    assert Counter(b for tile in tiles.values() for b in tile.buildings) == dict.fromkeys(["Te", "Pa", "Fo", "Mi"], 11)
    assert Counter(good for tile in tiles.values() for good, _ in tile.markets) == dict.fromkeys("stp", 20)
    assert Counter(value for tile in tiles.values() for _, value in tile.markets) == {1: 16, 2: 36, 3: 8}


def test_how_many_yield_tiles() -> None:
    """fact: white 8, yellow 9, red 6, brown 7."""
    rows = FACTS["navaratnas"]
    counts = Counter[str]()
    for name, row in rows.items():
        if isinstance(row, dict):
            counts[name[0]] += row["count"]
    assert counts == {"w": 8, "y": 9, "r": 6, "b": 7}


def test_eight_river_tiles() -> None:
    """fact: of five kinds."""
    kinds = ["anydice", "ogb", "gbp", "dancer", "yogi", "raja", "good", "move"]
    assert sorted(FACTS["ganga"]["tiles"]) == sorted(kinds)


def test_all_that_is_invented_says_so() -> None:
    """fact: reconstructed tables name themselves."""
    facts = FACTS
    invented = ["tiles", "yields", "river", "navaratnas", "ganga"]
    assert all("reconstructed" in facts[name]["source"] for name in invented)


def test_player_colours() -> None:
    """fact: yellow, red, blue, green; dice orange, green, blue, purple."""
    game: Any = registry.load("rajas")
    assert sorted(game.facts.colours.values()) == ["blue", "green", "red", "yellow"]
    assert [game.facts.dice_words[letter] for letter in "ogbp"] == ["orange", "green", "blue", "purple"]


# Tables of an owner


_S7 = {"price": 3, "road": "NES", "o": "s1", "g": "t1", "b": "p1", "p": "s1"}


@pytest.mark.parametrize(
    ("path", "value", "why"),
    [
        # caught by the shape of the table that comes with the program
        ("limits.dice", "12", "limits.dice should be a whole number"),
        ("limits.karma", -1, "limits.karma should not be below 0"),
        ("start.money", [3, "4", 5, 6], "start.money, entry 2, should be a whole number"),
        ("spaces.quarry", {"2": "1", "3": [1], "4": [1]}, "spaces.quarry.2 should be a list"),
        ("yields.NW", {"ports": ["b4W"], "front": ["dice 1"], "back": ["dice 1"]}, "'slot' is missing"),
        ("chambers", {"1": "x", "2": [], "3": [], "4": [], "5": [], "6": []}, "chambers.1 should be a list"),
        # caught by the game
        ("start.money", [3, 4], "too many players"),
        ("start.workers", 0, "players begin with workers"),
        ("start.karma", None, "start.karma is missing"),
        ("start.dice", 0, "dice of each colour"),
        ("limits.hands_back", None, "limits.hands_back is missing"),
        ("tracks.half", 0, "have numbers above 0"),
        ("buildings.levels", [], "have numbers above 0"),
        ("tracks.fame", {"5": "nonsense 3 words"}, "`nonsense 3 words` is no gain"),
        ("tracks.fame", {"12": "boat"}, "both tracks have a bonus with one number"),
        ("players", [2, 3, 4, 5], "quarry has nothing for 5 players"),
        ("spaces.quarry", {"2": [1]}, "quarry has nothing for 3 players"),
        ("spaces.balconies", {"o": "z"}, "balconies change dice of a colour"),
        ("spaces.terrace", "-o9", "the terrace gives dice of a colour"),
        ("spaces.terrace", "oogbp", "the terrace has a colour twice"),
        ("white.each", 1001, "white.each should not be above 1000"),
        ("spaces.balcony_dice", 10**30, "spaces.balcony_dice should not be above 1000"),
        ("chambers.3", ["karma 2", "dice 0"], "give nothing to be named"),
        ("chambers.6", ["sail 0"], "give nothing to be named"),
        ("spaces.harbour_dice", 7, "the harbour takes dice of a value"),
        ("spaces.balcony_dice", 13, "a balcony gives dice that there are"),
        ("river.gains", ["dice two"], "`dice two` is no gain"),
        ("river.gains", ["build"] * 30, "`build` is for chambers only"),
        ("river.gains", ["sail 3"] * 30, "`sail` is for chambers only"),
        ("ganga.least", 25, "river tiles are laid until a die passes the end"),
        ("ganga.tiles", {"good": "zzz"}, "`zzz` is no gain"),
        ("ganga.tiles.dancer", "person 9", "there is no person 9"),
        ("white.tiles.die", "dice og", "`dice og` is no gain"),
        ("white.tiles.die", "colours 3", "`colours 3` is no gain"),
        ("white.tiles.die", "money og", "`money og` is no gain"),
        ("white.tiles.up", "upgrade 2", "`upgrade 2` is no gain"),
        ("chambers", {"1": ["fame 2"]}, "a chamber for each side of a die"),
        ("chambers.2", ["boat", "dice 2"], "more than one step can say"),
        ("chambers.3", ["karma 2", "dice 40"], "there are no 40 dice of a colour"),
        ("chambers.4", ["upgrade", "dice 2"], "more than one step can say"),
        ("chambers.5", ["build", "money 3"], "there is nothing else"),
        ("chambers.6", ["money 3", "sail 6"], "there is nothing else"),
        ("chambers.6", ["palace"], "no person leads to another"),
        ("province.cells", [". o o o ."] * 4, "there is no residence"),
        ("yields.NW.ports", ["b4"], "a port is a cell and a side"),
        ("yields.NW.ports", ["z9W"], "a port is a cell and a side"),
        ("tiles.S1", {**_S7, "o": "zz"}, "`zz` is on a tile"),
        ("tiles.S7", _S7, "a tile is named S1 to T6"),
        ("navaratnas.b-bend", None, "the notation has the brown tiles"),
        ("navaratnas.b-bend.count", 0, "of every brown tile there is one"),
    ],
)
def test_a_table_that_cannot_be_played_is_refused(path: str, value: Any, why: str, own: Path) -> None:
    facts: dict[str, Any] = copy.deepcopy(FACTS)
    *tables, key = path.split(".")
    inner = facts
    for name in tables:
        inner = inner[name]
    if value is None:
        del inner[key]
    else:
        inner[key] = value
    (own / "rajas.toml").write_text(tomli_w.dumps(facts))
    with pytest.raises(SaveError, match=re.escape(why)):
        registry.load("rajas")


def test_a_table_without_a_space_for_all_is_refused(own: Path) -> None:
    """Else a round in which nobody can place a worker would go on for ever."""
    facts: dict[str, Any] = copy.deepcopy(FACTS)
    facts["spaces"] |= {"terrace": "", "outer": {"2": 0, "3": 0, "4": 0}}
    (own / "rajas.toml").write_text(tomli_w.dumps(facts))
    with pytest.raises(SaveError, match="a player who can pay nothing has no space"):
        registry.load("rajas")


def test_piles_without_tiles_are_refused(own: Path) -> None:
    facts: dict[str, Any] = copy.deepcopy(FACTS)
    facts["tiles"] = {name: row for name, row in facts["tiles"].items() if name[0] != "T"}
    (own / "rajas.toml").write_text(tomli_w.dumps(facts))
    with pytest.raises(SaveError, match="of every back there is a tile"):
        registry.load("rajas")


def test_the_table_explains_all_its_words() -> None:
    text = (ROOT / "games" / "rajas.toml").read_text().partition("\nid = ")[0]
    for word in (*gains.KINDS, *gains.PER):
        assert re.search(rf"\b{word}\b", text), word


# Other tables, played


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
@pytest.mark.slow
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
        if len(game.fold.lines) % 20 == 0:  # drawing takes longer than all else
            assert all(len(line) <= 72 for line in report.show(game))
    assert game.over
    assert all(len(line) <= 72 for line in report.show(game))
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
