"""Rajas of the Ganges: lines that stop for chance and go on, alternatives, options, tables of an owner."""

import copy
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
import tomli_w

import pbem
from pbem import registry
from pbem.errors import HeaderError, PbemError, SaveError
from pbem.rules.rajas import gains
from pbem.rules.rajas.moves import Alternatives, Turned
from pbem.rules.rajas.notation import chosen
from pbem.session import Session
from tests.rajas import play, table
from tests.support import ROOT

FACTS = tomllib.loads((ROOT / "games" / "rajas.toml").read_text("utf-8"))
TOPS = "draw oS4 oC5 oT1 gS5 gC2 gT1 bS4 bC3 bT3 pS5 pC1 pT3"


def begun(*options: str, first: str = "Ana") -> Session:
    """A manual game of two up to its first turn."""
    game = pbem.new("rajas", ["Ana=yellow", "Bob=red"], kind="manual", first=first, options=options, id="lines")
    game.play(TOPS, "roll Ana o1 g2 b4 p3", "roll Bob o6 g3 b5 p6")
    return game


def turns(game: Session) -> list[str]:
    """The lines that players wrote."""
    return [line for line in game.log if line[0].isdigit()]


# Alternatives


@pytest.mark.parametrize(
    ("white", "stored"),
    [("die", "1 Ana: +g =0,0"), ("up", "1 Ana: up Te =0,0"), ("money", None), ("karma", None)],
)
def test_the_alternative_that_holds_is_played_and_only_that_is_stored(white: str, stored: str | None) -> None:
    game = begun()
    game.play("P2 -g2 +o +b / (die: +g) (up: up Te)", "roll o3 b1", f"draw white {white}")
    assert turns(game) == ["1 Ana: P2 -g2 +o +b =0,0", *([stored] if stored else [])]
    assert pbem.read(game.record().encode(), "record").record() == game.record()


@pytest.mark.parametrize(
    ("when", "rolled", "holds"),
    [
        ("o3", "o3 b1", True),
        ("o3", "o4 b3", False),
        ("o4-6", "o5 b1", True),
        ("o4-6", "o3 b6", False),
        ("b1-1", "o5 b1", True),
        ("else", "o5 b1", True),
    ],
)
def test_a_condition_looks_at_the_dice_rolled_since_the_last_step(when: str, rolled: str, holds: bool) -> None:
    game = begun()
    game.play(f"P2 -g2 +o +b / ({when}: +p) (else: +g)", f"roll {rolled}", "draw white die")
    assert turns(game)[-1] == ("1 Ana: +p =0,0" if holds else "1 Ana: +g =0,0")


def test_a_condition_looks_at_the_tile_turned_up() -> None:
    """By its pile or by itself."""
    for when, holds in (("oS", True), ("oS5", True), ("oS1", False), ("oC", False)):
        written = Alternatives(((when.lower(), "stay"), ("else", "boat")))
        assert chosen(written, [Turned(("oS5",))]) == ("stay" if holds else "boat")


def test_what_cannot_be_played_after_all_is_left_out_and_the_player_asked() -> None:
    game = begun()
    game.play("P2 -g2 +o +b / up Te", "roll o3 b1", "draw white die")
    assert turns(game) == ["1 Ana: P2 -g2 +o +b =0,0"]
    assert "dice are to be named" in game.left_out
    assert (game.to_move, game.turn) == ("Ana", 1)
    game.play("+p", "roll p2")
    assert (game.to_move, game.turn) == ("Bob", 2)


def test_the_rest_never_becomes_the_turn_of_somebody_else() -> None:
    game = begun()
    game.play("P2 -g2 +o +b / (die: +g) / Po", "roll o3 b1", "draw white money")
    assert (game.to_move, game.turn) == ("Bob", 2)
    assert game.left_out == "the turn is over"


def test_without_the_results_in_the_same_call_the_rest_counts_for_nothing() -> None:
    game = begun()
    game.play("P2 -g2 +o +b / (die: +g)")
    game.play("roll o3 b1", "draw white die")
    assert turns(game) == ["1 Ana: P2 -g2 +o +b =0,0"]
    assert game.to_move == "Ana"


def test_dealt_games_go_on_by_themselves() -> None:
    game = pbem.new("rajas", ["Ana=yellow", "Bob=red"], seed="thread", id="thread", first="Ana")
    game.play("P6 -b6", "Q gS3 d4EW -g6 / boat / +g +b")
    assert (game.turn, turns(game)) == (3, ["1 Ana: P6 -b6 =2,0", "2 Bob: Q gS3 d4EW -g6 / boat / +g +b =0,4"])


@pytest.mark.parametrize(
    "line",
    ["P2 -g2 +o +b / (die: +g) =0,0", "P2 -g2 +o +b / up Te =0,0", "(die: +g)", "P0 / (o4: +g)", "P2 -g2 (o4: +g)"],
)
def test_alternatives_bear_no_claim_and_need_a_result_to_wait_for(line: str) -> None:
    game = begun()
    before = game.key, game.log
    with pytest.raises(PbemError):
        game.play(line)
    assert (game.key, game.log) == before


def test_a_case_may_be_nothing() -> None:
    game = begun()
    game.play("P2 -g2 +o +b / (die: +g) (else: )", "roll o3 b1", "draw white karma")
    assert (turns(game), game.to_move, game.left_out) == (["1 Ana: P2 -g2 +o +b =0,0"], "Bob", "")


def test_a_case_that_comes_too_late_is_told() -> None:
    game = begun()
    game.play("P2 -g2 +o +b / (die: +g) (else: up Te)", "roll o3 b1", "draw white karma")
    assert (turns(game), game.to_move, game.left_out) == (["1 Ana: P2 -g2 +o +b =0,0"], "Bob", "the turn is over")


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("Po / (die: +o) (up: up Mi)", "the turn is over after `Po`"),
        ("Po / up Te", "the turn is over after `Po`"),
        ("Q oS4 c3NES -o5 / up Te", "the turn is over after"),
        ("H1 -o1 / (o4-6: +o) (else: +g)", "dice are to be named"),
        ("H1 -o1 / +o +o / Po", "the turn is over after"),
        ("H1 -o1 / up Te", "dice are to be named"),
        ("P2 -o2 +o +p / Po", "the turn is over after"),
        ("P2 -o2 +o +p / H1", "the turn is over after"),
        ("P2 -o2 +o +p / xo5", "the turn is over after"),
        ("P2 -o2 +o +p / NW: +p", "the turn is over after"),
        ("P0 / Pg", "the turn is over after `P0`"),
        ("P0 / Pg / Pb", "the turn is over after `P0`"),
    ],
)
def test_what_no_result_can_make_legal_is_refused_and_nothing_is_played(line: str, why: str) -> None:
    game = table("dice Ana o1 o2 o5")
    before = game.key, game.log
    with pytest.raises(PbemError, match=why):
        game.play(line)
    assert (game.key, game.log) == before


@pytest.mark.parametrize("rest", ["up Te", "+p", "(die: +p) (up: up Te)", "boat"])
def test_what_a_white_tile_may_ask_can_follow(rest: str) -> None:
    """Money of the tile brings the boat of 12."""
    game = table("dice Ana o1 o2 o5", "at Ana money 9", "taken Ana 5")
    assert game.play(f"P2 -o2 +o +p / {rest}") == ["1 Ana: P2 -o2 +o +p =0,0"]
    assert game.left_out


def test_cases_look_at_all_results_since_the_last_step_of_the_same_player() -> None:
    """The tile was turned up before Bob moved."""
    game = table("dice Ana o5", "dice Bob o1")
    play(game, "Q oS4 c3NES -o5", "draw oS3", "P0")
    assert game.play("(oS3: P0) (else: Pg)") == ["3 Ana: P0 =0,2"]


def test_stored_lines_have_no_alternatives() -> None:
    game = begun()
    game.play("P2 -g2 +o +b", "roll o3 b1", "draw white die")
    text = game.record() + "1 Ana: (die: +g) =0,0\n"
    with pytest.raises(PbemError, match="never stored"):
        pbem.read(text.encode(), "record")


# Turns of several lines


def test_undo_goes_to_the_first_line_of_the_turn() -> None:
    game = begun()
    start = game.key
    game.play("P2 -g2 +o +b", "roll o3 b1", "draw white die", "+g")
    game.undo(1)
    assert (game.key, game.turn) == (start, 1)
    assert pbem.read(game.record().encode(), "record").key == start


def test_undo_draw_within_a_turn() -> None:
    game = begun()
    game.play("P2 -g2 +o +b", "roll o3 b1")
    game.play("undo draw", "roll o6 b6", "draw white die", "+g", "roll g1")
    assert game.turn == 2
    assert pbem.read(game.record().encode(), "record").record() == game.record()


def test_stopping_with_nothing_waiting_is_an_error() -> None:
    """Fame 4 and two more from the Grand Mogul: no word about the upgrade of fame 5."""
    setup = [
        TOPS.replace("draw", "top"),
        "at Ana money 9 fame 4 karma 1 boat 0 workers 3 3",
        "at Bob money 9 fame 0 karma 1 boat 0 workers 3 3",
        "dice Ana o1",
    ]
    players = ["Ana=yellow", "Bob=red"]
    game = pbem.new("rajas", players, kind="manual", first="Ana", setup="\n".join(setup), id="x")
    with pytest.raises(PbemError, match="an upgrade is left out"):
        game.play("P1 -o1")
    game.play("P1 -o1 / up Te")
    assert game.turn == 2


def test_in_the_middle_of_a_turn_there_is_nothing_to_set_up() -> None:
    game = begun()
    game.play("P2 -g2 +o +b")
    with pytest.raises(PbemError, match="in the middle"):
        game.setup()
    assert "at Ana" in game.setup(1)


TWO = ["pbem 1 rajas", "player Ana yellow", "player Bob red", "first Ana", TOPS.replace("draw", "top")]


@pytest.mark.parametrize(
    "lines",
    [
        ["at Ana money 3 fame 0 karma 1 boat 0 workers 3 0", "at Bob money 4 fame 0 karma 1 boat 0 workers 3 3"],
        [
            "at Ana money 3 fame 0 karma 1 boat 0 workers 3 3",
            "at Bob money 4 fame 0 karma 1 boat 0 workers 3 3",
            "mogul Ana,Bob",
        ],
        ["at Ana money 65 fame 30 karma 1 boat 0 workers 3 3", "crossed Ana,Ana"],
    ],
)
def test_setups_that_cannot_be(lines: list[str]) -> None:
    with pytest.raises(PbemError):
        pbem.new("rajas", kind="manual", setup="\n".join([*TWO, *lines]), id="x")


@pytest.mark.parametrize(
    "case", ["99 Zed: up Te", "2 Bob: up Te", "up Te =5,5", "up Te ; note", "undo 1", "hallo", "roll o1"]
)
def test_cases_are_steps_and_nothing_else(case: str) -> None:
    game = begun()
    with pytest.raises(PbemError):
        game.play(f"P2 -g2 +o +b / (else: {case})", "roll o3 b1", "draw white up")
    assert not turns(game)


def test_what_is_not_kept_is_told() -> None:
    game = begun()
    game.play("P2 -g2 +o +b / (die: +g)")
    assert "not kept" in game.left_out


# Options and the first player


def test_experts_are_options_for_players() -> None:
    game = pbem.new("rajas", ["Ana=yellow", "Bob=red"], seed="x", options=["expert bob", "ganga"], id="x")
    assert game.header.options == ["ganga", "expert Bob"]
    assert "option ganga\noption expert Bob\n" in game.record()
    assert pbem.read(game.toml().encode(), "save").record() == game.record()


@pytest.mark.parametrize("options", [["expert Zed"], ["expert"], ["navaratnas", "expert Ana"], ["ganga", "ganga"]])
def test_options_that_cannot_be(options: list[str]) -> None:
    with pytest.raises(HeaderError):
        pbem.new("rajas", ["Ana=yellow", "Bob=red"], seed="x", options=options)


@pytest.mark.parametrize("seed", [str(number) for number in range(12)])
def test_the_first_player_drawn_has_the_lowest_dice(seed: str) -> None:
    game = pbem.new("rajas", ["Ana=yellow", "Bob=red", "Cid=blue"], seed=seed, id="first", options=["ganga"])
    rolls = {line.split()[1]: sum(int(die[1]) for die in line.split()[2:]) for line in game.log if line[:4] == "roll"}
    first = game.header.names[game.header.first]
    assert rolls[first] == min(rolls.values())
    assert f"first {first} drawn\n" in game.record()
    assert pbem.read(game.record().encode(), "record").record() == game.record()


def test_a_first_player_who_cannot_have_been_drawn() -> None:
    text = begun().record().replace("first Ana\n", "first Bob drawn\n")
    with pytest.raises(PbemError, match="lowest dice"):
        pbem.read(text.encode(), "record")


def test_the_final_example_of_the_rule_book() -> None:
    setup = (ROOT / "examples" / "rajas-final.txt").read_text("utf-8")
    game = pbem.new("rajas", kind="manual", setup=setup, id="final")
    game.play("P0")
    assert game.scores == {"Rajesh": 2, "Leila": 2}
    assert game.winners == ["Rajesh"]
    assert game.rules.details(game.state)["money"] == {"Rajesh": 65, "Leila": 52}


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
def test_a_table_that_cannot_be_played_is_refused(path: str, value: Any, why: str, tmp_path: Path) -> None:
    facts: dict[str, Any] = copy.deepcopy(FACTS)
    *tables, key = path.split(".")
    inner = facts
    for name in tables:
        inner = inner[name]
    if value is None:
        del inner[key]
    else:
        inner[key] = value
    file = tmp_path / "rajas.toml"
    file.write_text(tomli_w.dumps(facts))
    with pytest.raises(SaveError, match=re.escape(why)):
        registry.load_file(str(file))


def test_a_table_without_a_space_for_all_is_refused(tmp_path: Path) -> None:
    """Else a round in which nobody can place a worker would go on for ever."""
    facts: dict[str, Any] = copy.deepcopy(FACTS)
    facts["spaces"] |= {"terrace": "", "outer": {"2": 0, "3": 0, "4": 0}}
    file = tmp_path / "rajas.toml"
    file.write_text(tomli_w.dumps(facts))
    with pytest.raises(SaveError, match="a player who can pay nothing has no space"):
        registry.load_file(str(file))


def test_piles_without_tiles_are_refused(tmp_path: Path) -> None:
    facts: dict[str, Any] = copy.deepcopy(FACTS)
    facts["tiles"] = {name: row for name, row in facts["tiles"].items() if name[0] != "T"}
    file = tmp_path / "rajas.toml"
    file.write_text(tomli_w.dumps(facts))
    with pytest.raises(SaveError, match="of every back there is a tile"):
        registry.load_file(str(file))


def test_the_table_explains_all_its_words() -> None:
    text = (ROOT / "games" / "rajas.toml").read_text().partition("\nid = ")[0]
    for word in (*gains.KINDS, *gains.PER):
        assert re.search(rf"\b{word}\b", text), word


def test_the_key_changes_with_every_line_of_the_start() -> None:
    game = pbem.new("rajas", ["Ana=yellow", "Bob=red"], seed="keys", options=["ganga", "navaratnas"], id="keys")
    again = pbem.new(
        "rajas", ["Ana=yellow", "Bob=red"], kind="manual", first=game.to_move, options=["ganga", "navaratnas"], id="x"
    )
    keys = [again.key]
    for line in game.log:
        again.play(line)
        keys.append(again.key)
    assert len(set(keys)) == len(keys)
