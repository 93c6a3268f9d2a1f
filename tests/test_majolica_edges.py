"""Majolica where it meets the rest: names, tables of an owner, setups that cannot be, long lists, drawn boards."""

import copy
import json
import tomllib
from pathlib import Path
from typing import Any

import pytest
import tomli_w

import pbem
from pbem import registry, report, session
from pbem.errors import HeaderError, PbemError, SaveError
from pbem.legal import TooMany, count
from tests.majolica import fresh, opening, table
from tests.support import ROOT

FACTS = tomllib.loads((ROOT / "games" / "majolica.toml").read_text("utf-8"))


@pytest.mark.parametrize("name", ["Card1", "start2", "SWAP1", "Mission 3", "card", "all", "G", "v"])
def test_words_of_moves_are_no_names(name: str) -> None:
    with pytest.raises(HeaderError, match="cannot be a player's name"):
        pbem.new("majolica", [name, "Bob"], seed="x")


@pytest.mark.parametrize("name", ["Cardinal", "Starter", "Card-Ann", "Allan", "By", "Xr", "Mb", "Fy", "Grid", "Violet"])
def test_names_that_look_like_words_of_moves_read_back(name: str) -> None:
    game = pbem.new("majolica", [name, "Bob"], seed="x", first=name, options=["missions"])
    game.play("mission 1", "mission 2", "start 1 / " + game_run(game))
    assert pbem.read(game.record().encode(), "record").record() == game.record()
    assert pbem.read(game.toml().encode(), "save").record() == game.record()


def game_run(game: session.Session) -> str:
    """A whole row of a grid of which nothing was taken."""
    return "a4-d4:1"


def test_alone_the_first_player_is_still_a_player() -> None:
    with pytest.raises(PbemError, match="no player is called `Zed`"):
        pbem.new("majolica", ["Ana"], seed="x", first="Zed")


@pytest.mark.parametrize("key", ['colours = ["red"]', 'seat = "N"'])
def test_players_of_a_save_file_have_neither_colours_nor_seats(key: str) -> None:
    text = pbem.new("majolica", ["Ana"], seed="x", id="x").toml().replace('name = "Ana"', f'name = "Ana", {key}')
    with pytest.raises(SaveError, match="players of Majolica have no"):
        pbem.read(text.encode(), "save")


def test_options_show_in_key_title_and_json() -> None:
    plain = pbem.new("majolica", ["Ana", "Bob"], seed="s", id="g1", first="Ana")
    bloom = pbem.new("majolica", ["Ana", "Bob"], seed="s", id="g1", first="Ana", options=["bloom"])
    assert plain.key != bloom.key
    assert report.show(bloom)[0].startswith("Majolica with bloom, game g1")
    assert report.as_json(bloom)["options"] == ["bloom"]


# Setups that cannot be


@pytest.mark.parametrize(
    ("lines", "options", "why"),
    [
        (["start Ana 3ryg", "start Bob 3ryg"], (), "only one starting card 3ryg"),
        (["box 3ryg", "start Ana 3ryg"], (), "only one starting card 3ryg"),
        (["box 3ryg 3ygb 3rgb", "start Ana 3ygb"], (), "only one starting card 3ygb"),
        (["shown five x first", "mission Ana takes"], ("missions",), "drafted from the right"),
        (["shown five x first", "mission Bob takes", "round 1 Bob"], ("missions",), "drafted from the right"),
        (["shown five x first", "mission Bob takes", "round 1 Ana", "turn 2"], ("missions",), ""),
    ],
)
def test_setups_that_cannot_be(lines: list[str], options: tuple[str, ...], why: str) -> None:
    if not why:
        assert table(*lines, options=options).to_move == "Ana"
        return
    with pytest.raises(HeaderError, match=why):
        table(*lines, options=options)


def test_a_name_may_end_with_a_mission() -> None:
    """`mission Ana takes g` is Ana's, `mission Ana takes five` that of Ana takes."""
    players = ["Ana", "Ana takes"]
    lines = ["mission Ana takes g", "mission Ana takes five"]
    game = table(*lines, players=players, options=("missions",))
    again = pbem.new("majolica", kind="manual", setup=game.setup())
    assert again.key == game.key


@pytest.mark.parametrize(("game_id", "players"), [("maharani", ["Ana=g,y", "Bob=r,b"]), ("majolica", ["Ana", "Bob"])])
@pytest.mark.parametrize("line", ["turn , 4", "turn ,", "turn 4,"])
def test_a_comma_behind_the_first_word_is_refused(game_id: str, players: list[str], line: str) -> None:
    with pytest.raises(HeaderError, match="position line `turn"):
        pbem.new(game_id, players, kind="manual", first="Ana", setup=line)


def test_over_there_is_nothing_to_set_up() -> None:
    game = pbem.load(str(ROOT / "examples" / "majolica-demo.pbem"))
    with pytest.raises(PbemError, match="the game is over"):
        game.setup()


def test_a_pasted_solo_board_has_its_tiles() -> None:
    game = opening(1)
    game.play("draw tiles rggb")
    pasted = "\n".join(game.rules.paint.board(game.view()))
    again = pbem.new("majolica", ["Ana"], kind="manual", setup=f"round 1 Ana\ndisplay 3ryg x x x x x\n{pasted}")
    assert "tiles rggb" in again.rules.position(again.state, ["Ana"])


# Lists


def test_what_begins_like_the_last_step_is_listed_too() -> None:
    game = opening(2)
    moves = [move.text for move in game.legal("start 1 / a4:1 / swap")]
    assert moves[0] == "start 1 / a4:1 / swap"
    assert set(moves) == {"start 1 / a4:1 / swap", "start 1 / a4:1 / swap 1-2", "start 1 / a4:1 / swap 1-3"}
    assert {move.text for move in game.legal("start 1 / a4:1 / card 4-")} == {
        f"start 1 / a4:1 / card 4-{slot}" for slot in (1, 2, 3)
    }


@pytest.mark.parametrize("partial", ["99 start 1", "start 1 / 77 a4-d4:1", "start 1 =55 / a4-d4:1"])
def test_a_partial_move_is_held_to_what_a_move_is(partial: str) -> None:
    with pytest.raises(PbemError):
        opening(2).legal(partial)


THREE_BONUS_TILES = [
    "slot Ana 1 3rry+ rr",
    "slot Ana 2 3ggb+ gg",
    "slot Ana 3 3yyg+ yy",
    "shop Ana 1 rryyy",
    "shop Ana 2 rrbggy",
    "shop Ana 3 yggr",
    "shop Ana 4 rrb",
]


def test_json_does_not_count_for_minutes() -> None:
    """959,856,566 whole turns: more than anybody wants to wait for."""
    game = table(*THREE_BONUS_TILES)
    with pytest.raises(TooMany):
        count(game.state, 1000)
    assert report.as_json(game)["legal"] is None
    assert report.as_json(opening(2))["legal"] == count(opening(2).state)


# Tables of an owner


def changed(path: str, value: Any) -> dict[str, Any]:
    """The facts with one of them changed: "cards.display"."""
    facts: dict[str, Any] = copy.deepcopy(FACTS)
    *tables, key = path.split(".")
    inner: Any = facts
    for name in tables:
        inner = inner[int(name)] if isinstance(inner, list) else inner[name]
    if value is None:
        del inner[key]
    else:
        inner[key] = value
    return facts


@pytest.mark.parametrize(
    ("path", "value"),
    [
        *[("score.pair", wrong) for wrong in (0, "2", 2.5, True)],
        *[("score.bloom", wrong) for wrong in (-1, "1")],
        *[("grid.each", wrong) for wrong in (4.0, 3)],
        *[("grid.run", wrong) for wrong in ("2", 1)],
        *[("grid.least", wrong) for wrong in (0, -3, 17, "4")],
        *[("cards.display", wrong) for wrong in (2.5, "6", 0, True)],
        *[("cards.end", wrong) for wrong in ("5", 0)],
        ("cards.start", ["3ryg", "3ryg", "3ryg", "3ryg"]),
        ("cards.deck", ["3rv"]),
        ("cards.deck", ["gr3"]),
        *[("missions.more", wrong) for wrong in (2.5, -5, 9)],
        *[("missions.five", wrong) for wrong in ({"points": 2}, 3, {"points": 2, "cards": "5"})],
        ("missions.fragments", {}),
        ("missions.takes", {"points": 2}),
        ("missions.ladder", {"points": 2, "worth": 3}),
        ("missions.first", None),
        *[("hall.violet", {"1": 3, "2": 3, "3": 3, "4": wrong}) for wrong in (-1, 2.5, "3", True, 100000)],
        ("hall.ones", {"1": 3}),
        ("tiles.colours", {"r": "red", "y": "yellow", "g": "green", "b": "blue"}),
        ("tiles.colours", "rygbv"),
        *[("solo.rounds", wrong) for wrong in ("6", 0, -1, 2.5)],
        *[("solo.reveals", wrong) for wrong in (4.0, 5, 0)],
        ("solo.ratings", [{"from": 0, "words": 3}]),
        ("solo.ratings", [{"from": 0, "words": "two\nlines"}]),
        ("solo.ratings", [{"from": 5, "words": "good"}]),
        *[("options", wrong) for wrong in (["bloom", "bloom"], ["Bloom"], "bloom", ["foo"], [1])],
        *[("players", wrong) for wrong in ([], [4, 3, 2, 1], [1, 1], [1, 2, 3, 4, 5])],
        *[("workshops.0.pattern", wrong) for wrong in ([7, -1], [3.0, 3], 6, [2, 3], [2, 1, 1, 1, 1])],
        *[("workshops.0.holds", wrong) for wrong in (6.0, 5)],
        ("workshops.0.must", 0),
        ("workshops.2.breaks", 2),
        ("workshops", {"a": 1}),
    ],
)
def test_a_table_that_cannot_be_played_is_refused(path: str, value: Any, tmp_path: Path) -> None:
    file = tmp_path / "majolica.toml"
    file.write_text(tomli_w.dumps(changed(path, value)))
    with pytest.raises(SaveError, match="not a usable table"):
        registry.load_file(str(file))


def test_another_table_plays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Five workshops' worth of other numbers, with a card that has printed and blank spaces."""
    facts = changed("cards.deck", ["4rryw+", "3gw", *FACTS["cards"]["deck"]])
    facts["cards"]["display"], facts["cards"]["end"], facts["edition"] = 4, 2, "mine-1"
    facts["workshops"][0] |= {"holds": 4, "pattern": [2, 2]}
    (tmp_path / "majolica.toml").write_text(tomli_w.dumps(facts))
    monkeypatch.setenv("PBEM_GAMES", str(tmp_path))
    game = fresh(1)
    game.play("draw start Ana 3ryg", "draw cards 4rryw+ 3gw 3ryg 3ygb", "draw tiles rrgg")
    game.play("start 1 / all:1 / 1:rg")
    assert "slot Ana 1 3ryg rg" in game.rules.position(game.state, ["Ana"])
    assert json.loads(json.dumps(report.as_json(game)))["edition"] == "mine-1"
