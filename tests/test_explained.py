"""What every turn is told to have earned, and how games end: in all records there are; standings."""

import itertools
import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import pbem
from pbem import explained, report
from pbem.club import standings
from pbem.errors import PbemError
from pbem.explained import Part
from pbem.notation import Turn
from pbem.session import Session
from tests import records
from tests.maharani import tools as maharani
from tests.majolica import tools as majolica
from tests.rajas import tools as rajas
from tests.support import DATA, ROOT, Some
from tests.test_cli import Shell

COLLECTIONS = {
    ("maharani", "records"): 40,
    ("majolica", "records"): 150,
    ("rajas", "records"): 150,
    ("rajas", "rulings"): 20,
}
"""So many records hold, at least."""
FILES = [*sorted((ROOT / "examples").glob("*.pbem")), *sorted(DATA.rglob("*.pbem"))]


def collected(game: str, name: str) -> Iterator[tuple[str, Session]]:
    """The records of a collection that hold, with their titles."""
    for record in records.read(game, name):
        try:
            yield record.title, pbem.read(record.data, record.title)
        except PbemError:
            continue


def gained(parts: list[Part], game: Session) -> Counter[tuple[str, int]]:
    """What each player gained, by the numbers of a claim."""
    found: Counter[tuple[str, int]] = Counter()
    for part in parts:
        numbers = (part.amount,) if isinstance(part.amount, int) else part.amount
        assert part.player in game.header.names
        assert len(numbers) == len(game.fold.state.earned)
        assert any(numbers)
        assert part.what
        for at, number in enumerate(numbers):
            found[part.player, at] += number
    return found


def held(state: Any, player: int) -> list[int]:
    """What claims of a game count, as a player has it."""
    side = state.players[player] if hasattr(state, "players") else None
    return [side.fame, side.money] if side else [state.scores()[player]]


def check(game: Session, title: str) -> int:
    """Own parts are the claim; all parts are what players have more than before; how many turns had parts."""
    found = game.explained()
    assert found is not None
    assert len(found) == len(game.fold.lines)
    force = set(game.fold.force)
    numbers = range(len(game.fold.state.earned))
    told = 0
    for index, (line, parts) in enumerate(zip(game.fold.lines, found, strict=True)):
        assert index in force or parts == []
        if isinstance(line, Turn) and index in force:
            own = gained(parts, game)
            assert tuple([own[line.name or "", at] for at in numbers]) == line.claim, (title, line, parts)
            told += parts != []
    ending = game.ending()
    assert (ending is not None) == game.over
    every = gained([*itertools.chain(*found), *(ending.parts if ending else ())], game)
    begin, end = game.rules.explaining(game.header), game.fold.state
    if game.fold.force:  # one that is over at once has been paid for already
        for player, name in enumerate(game.header.names):
            before = held(begin, player)
            assert [old + every[name, at] for at, old in enumerate(before)] == held(end, player), title
    return told


@pytest.mark.parametrize(("game", "name"), COLLECTIONS)
@pytest.mark.slow
def test_parts_add_up_in_every_record(game: str, name: str) -> None:
    told = [check(session, title) for title, session in collected(game, name)]
    assert len(told) >= COLLECTIONS[game, name]
    assert sum(told) >= len(told) / 2


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_parts_add_up_in_every_file(path: Any) -> None:
    assert check(pbem.load(str(path)), path.name) > 0


def line(game: Session, start: str) -> str:
    """What is told of the line of the log that begins so."""
    found = game.explained() or []
    index = next(index for index, text in enumerate(game.log) if text.startswith(start))
    return explained.of_line(game.fold, index, found[index])


# Maharani


def test_a_turn_of_maharani() -> None:
    """Turn 31 of the demo: two tiles, one artisan that moves, the cost, a quarter with artisans of two colours each."""
    game = pbem.load(str(ROOT / "examples" / "maharani-demo.pbem"))
    assert line(game, "31 Bob: ") == (
        "23 = tile 2 + artisan 2 + tile 3 - second tile 2 + quarter 4 paid 9 + 9; Ana got 10 = quarter 4 paid 4 + 6"
    )
    index = next(index for index, text in enumerate(game.log) if text.startswith("31 Bob: "))
    parts = (game.explained() or [])[index]
    assert parts[0] == Part("Bob", "tile", 2)
    assert parts[3] == Part("Bob", "second tile", -2)
    assert parts[4:6] == [Part("Ana", "quarter 4 paid", 4), Part("Ana", "quarter 4 paid", 6)]
    ending = game.ending()
    assert ending is not None
    assert (ending.why, ending.parts, ending.left) == ("The game ended because all quarters are paid.", [], [])


def test_a_refresh_brings_nothing() -> None:
    game = maharani.table("bE vSW bW gC")
    game.play("R")
    assert game.explained() == [[]]


def test_what_is_paid_last_is_part_of_no_turn() -> None:
    """No tile fits any more, and quarter 3 is unfinished."""
    left = "out rC,yC,gC,vC,vSW"
    board = maharani.full_but("b8 f2", "r:a7 g:h3,e2 y:f4 b:g4")
    game = maharani.table("gN - - -", f"{board}\n{left}", players=2)
    game.play("1-b8")
    assert game.explained() == [[Part("Ana", "tile", 1), *(game.explained() or [[]])[0][1:]]]
    assert line(game, "1 Ana") == "1 = tile 1; Bob got 4 = quarter 1 paid 4"
    assert explained.ended(game.fold) == [
        "The game ended because no tile on the rondel fits a free cell.",
        "Counted last: Ana 10 = unfinished quarter 3 paid 6 + 4; Bob 4 = unfinished quarter 3 paid 4.",
    ]


def test_what_is_paid_after_a_draw(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """And what lies on the rondel then."""
    maharani.own_table(tmp_path, monkeypatch, ["N", "NS"])
    game = maharani.table("bN oNS rNS yNS", "at a6 oN g\nat f8 rN r")
    game.play("1-b8", "draw 1:bNS")
    assert game.explained() == [[Part("Ana", "tile", 1)], []]
    assert explained.ended(game.fold)[1:] == [
        "Counted last: Ana 4 = unfinished quarter 1 paid 4; Bob 4 = unfinished quarter 2 paid 4; Cid 0; Dana 0.",
        "Left on the rondel: 1:bNS 2:oNS 3:rNS 4:yNS.",
    ]


def test_what_is_paid_before_the_first_turn(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    maharani.own_table(tmp_path, monkeypatch, ["N", "NS"])
    game = maharani.table("bNS oNS rNS yNS", "at a6 oN g")
    assert (game.over, game.explained()) == (True, [])
    assert explained.ended(game.fold)[1] == "Counted last: Ana 4 = unfinished quarter 1 paid 4; Bob 0; Cid 0; Dana 0."
    assert report.show(game)[-4:-1] == [
        "The game ended because no tile on the rondel fits a free cell.",
        "Counted last: Ana 4 = unfinished quarter 1 paid 4; Bob 0; Cid 0; Dana",
        "= 0.",
    ]


# Majolica and Rajas


def test_the_end_of_majolica() -> None:
    game = pbem.load(str(ROOT / "examples" / "majolica-four.pbem"))
    assert line(game, "34 Ana: ") == "1 = bloom 1"
    assert explained.ended(game.fold)[0] == (
        "The game ended with round 14, in which somebody had 5 completed cards: Cid 5."
    )
    three = pbem.load(str(ROOT / "examples" / "majolica-three.pbem"))
    why, last, left = explained.ended(three.fold)
    assert why.endswith("in which somebody had 5 completed cards: Ana 5.")
    assert last.startswith("Counted last: Ana 4 = pairs on card 3ryb 1 + pairs on card 5rrybb 1 + mission first 2; Bob")
    assert left == "Left in the grid: brg."
    solo = pbem.load(str(ROOT / "examples" / "majolica-solo.pbem"))
    assert explained.ended(solo.fold)[0] == "The game ended with round 6, the last one."


def test_a_turn_of_majolica() -> None:
    """The last tile of a card from workshop 1, then a token of the Town Hall."""
    game = majolica.table("shop Ana 4 ggg", grid="gxxr xxxx rxxr rxxy", hall="0,3")
    game.play("a4:4 / 4:g / swap")
    assert line(game, "1 Ana: ") == "1 = token of the Town Hall 1"


def test_turns_of_rajas() -> None:
    """Each line has its own parts; what a white tile pays belongs to the draw, as it is in no claim."""
    game = rajas.table("dice Ana o2")
    game.play("P2 -o2 +g +g", "roll g1 g6", "draw white money")
    assert (game.explained() or [])[:2] == [[], []]
    assert line(game, "draw white") == "0,3 = white tile money paid 3 money"
    game = pbem.load(str(ROOT / "examples" / "rajas-three.pbem"))
    assert line(game, "76 Cid: ") == "2,3 = quarry -1 money + markets of bT2 paid 4 money + yield S paid 2 fame"
    assert explained.ended(game.fold) == ["The game ended with the phase in which markers met: Cid."]
    demo = pbem.load(str(ROOT / "examples" / "rajas-demo.pbem"))
    assert explained.ended(demo.fold)[1] == "Workers left to place: Ana 4, Bob 4."


# Every game


def test_what_was_taken_back_has_no_parts() -> None:
    game = maharani.table("bE vSW bW gC", "", players=2)
    game.play("4-a5E", "draw 4:yN")
    assert (game.explained() or [])[0] != []
    game.undo(1)
    assert game.explained() == [[], [], []]
    game.stop()
    assert (game.explained(), game.ending()) == ([[], [], [], []], None)


def test_a_range_of_lines_is_told_as_in_the_whole_log() -> None:
    """Only the turns from there on are played again."""
    game = pbem.load(str(ROOT / "examples" / "rajas-four.pbem"))
    every = game.explained() or []
    for start in (0, 1, 20, 21, 22, len(every) - 1, len(every)):
        assert explained.explained(game.fold, start) == every[start:]


def test_a_move_is_told_once(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """By `show`, or where the same player goes on after a result and it does not list the line, before it."""
    shell = Shell(tmp_path, monkeypatch)
    rajas.table("dice Ana g6", *rajas.MARKETS).save("g.toml")
    for move, told in (
        ("Q gS3 d4EW -g6", "Turn 1 earned 0,1 = quarry -1 money + markets of gS3 paid 2 money."),
        ("draw gS1", "Turn 1 earned 0,1 = quarry -1 money + markets of gS3 paid 2 money."),
        ("stay", "Turn 1 earned 0,4 = quarry -1 money + markets of gS3 paid 2 money +"),
    ):
        out = shell(f"move g.toml '{move}'").stdout.split("\n")
        assert [text for text in out if text.startswith("Turn ")][-1:] == [told]
        assert sum(text == told for text in out) == 1


def test_log_explain(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    shell = Shell(tmp_path, monkeypatch)
    demo = ROOT / "examples" / "maharani-demo.pbem"
    plain, told = [shell(f"log {demo}{more}").stdout.splitlines() for more in ("", " --explain")]
    assert [text for text in told if text in plain] == plain
    assert told[-1] == "The game ended because all quarters are paid."
    at = next(index for index, text in enumerate(told) if "31 Bob: " in text)
    assert (
        told[at + 1].strip().startswith("23 = tile 2 + artisan 2 + tile 3 - second tile 2 + quarter 4 paid 9 + 9; Ana")
    )


# Standings of a club


def test_finished_games_are_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, some: Some) -> None:
    shell = Shell(tmp_path, monkeypatch)
    shell("club new spring --address g@x.example")
    assert shell("club standings spring").stdout == "No game has been played to its end.\n"
    played = [path for path in sorted((ROOT / "examples").glob("*.pbem")) if pbem.load(str(path)).over]
    demos = [path for path in played if path.stem.endswith(("-demo", "-solo"))]
    games = sorted(played, key=lambda path: path not in demos)[: some(len(demos), len(played))]
    assert len(demos) == 4
    for number, path in enumerate(games):
        shell(f"import {path} -o spring/games/{number}.toml")
    shell("new majolica spring/games/open.toml --player Ana --player Bob")
    found = json.loads(shell("club standings spring --json").stdout)
    sessions = [pbem.load(str(path)) for path in games]
    assert sum(line["games"] for line in found) == sum(len(one.header.names) for one in sessions)
    assert sum(line["wins"] for line in found) == sum(len(one.winners) for one in sessions)
    assert sum(line["points"] or 0 for line in found) == sum(sum(one.scores.values()) for one in sessions)
    assert all(sum(line["places"]) == line["games"] for line in found)
    text = shell("club standings spring").stdout
    assert f"{found[0]['game']}, players: {found[0]['players']}" in text
    assert f"{found[0]['name']}: games {found[0]['games']}, wins {found[0]['wins']}" in text


def test_a_damaged_game_is_told_beside_the_standings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shell = Shell(tmp_path, monkeypatch)
    shell("club new spring --address g@x.example")
    Path("spring/games/x.toml").write_text("pbem = 1")
    result = shell("club standings spring")
    assert (result.exit_code, result.stdout) == (0, "No game has been played to its end.\n")
    assert "x.toml" in result.stderr


def test_rules_that_fail_in_one_game_are_told_in_the_standings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shell = Shell(tmp_path, monkeypatch)
    shell("club new spring --address g@x.example")
    for name in ("majolica-solo", "maharani-demo"):
        shell(f"import {ROOT / 'examples' / name}.pbem -o spring/games/{name}.toml")
    rules = type(pbem.load("spring/games/majolica-solo.toml").rules)
    monkeypatch.setattr(rules, "winners", lambda self, state: [][0])
    result = shell("club standings spring")
    assert (result.exit_code, result.stdout.partition("\n")[0]) == (0, "maharani, players: 2")
    assert "majolica-solo.toml: the program failed: IndexError" in result.stderr


def test_a_name_that_is_spelled_otherwise_is_the_same_player() -> None:
    record = (ROOT / "examples" / "majolica-solo.pbem").read_text("utf-8")
    [name] = pbem.read(record).header.names
    games = [pbem.read(record.replace(name, spelled)) for spelled in (name, name.upper())]
    [line] = standings.standings(filter(None, map(standings.finished, games)))
    assert (line.name, line.games, line.points) == (name, 2, 2 * games[0].scores[name])


def test_places_are_shared_and_a_tie_break_counts() -> None:
    names = ("Ana", "Bob", "Cid", "Dana")
    assert standings.Finished("majolica", names, (20, 20, 7, 7), ("Bob",)).places() == [2, 1, 3, 3]
    assert standings.Finished("nim", names, (), ("Bob",)).places() == [2, 1, 2, 2]
