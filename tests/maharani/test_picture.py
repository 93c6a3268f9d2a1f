"""The picture of Maharani, looked at as people do: places, colours and letters, held against the position."""

import html
import random
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

import pbem
from pbem import pictures, registry, svg
from pbem.notation import Chance, Turn
from pbem.report import show
from pbem.rules.maharani.moves import Placement, Refill
from pbem.rules.maharani.notation import cell_name
from pbem.scene import Circle, Group, Panel, Rect, Scene, Shape, Text, marks, pieces
from pbem.scene import Path as Line
from pbem.session import Session
from tests.maharani.tools import OTHER_TABLE, cells_of
from tests.support import PLAYERS, ROOT, any_turn, game_ids, new_manual, random_lines

COLOURS = {"b": "blue", "o": "orange", "r": "red", "y": "yellow", "g": "green", "v": "violet"}
EXAMPLES = ("demo", "three", "four", "table")


def positions() -> Iterator[tuple[str, int | None]]:
    """Examples, each at five turns of its start, its middle and its end: 20 positions."""
    for name in EXAMPLES:
        last = load(name).turn
        rng = random.Random(name)
        yield from ((name, turn) for turn in (1, *sorted(rng.sample(range(2, last), 3)), None))


def load(name: str) -> Session:
    return pbem.load(str(ROOT / "examples" / f"maharani-{name}.pbem"))


POSITIONS = list(positions())


def text_of(shape: Shape) -> list[str]:
    """All that is written in a shape."""
    if isinstance(shape, Group):
        return [text for part in shape.parts for text in text_of(part)]
    return [shape.text] if isinstance(shape, Text) else []


def groups(shape: Shape) -> Iterator[Group]:
    """A group and all groups in it."""
    if isinstance(shape, Group):
        yield shape
        for part in shape.parts:
            yield from groups(part)


def report(game: Session, turn: int | None, viewer: int | None = None) -> list[str]:
    """The report in sentences: what was folded is joined again."""
    view = game.view(game.state if turn is None else game.before(turn), viewer)
    lines = "\n".join(game.rules.paint.report(view))
    return re.sub(r"\n(?!slot \d|seat \w|quarter \d:|Bag|Players,|Quarters:)", " ", lines).split("\n")


def panel(shown: Scene, title: str) -> Panel:
    return next(panel for panel in shown.panels if panel.title.startswith(title))


def side(x: float, y: float) -> str:
    """Where a point lies, seen from the middle of a tile."""
    return ("E" if x > 0 else "W") if abs(x) > abs(y) else ("S" if y > 0 else "N")


def seen(tile: Group) -> dict[str, str]:
    """What is seen of a tile or of an empty cell: colour, letter, arrow, columns, artisan, text."""
    middle = tile.width / 2
    found = {"colour": "", "letter": "", "arrow": "", "columns": "", "artisan": ""}
    for part in tile.parts:
        if isinstance(part, Rect):
            found["colour"] = part.role
        elif isinstance(part, Text):
            found["letter"] = part.text
        elif isinstance(part, Group) and isinstance(part.parts[0], Circle):
            discs = [shape.role for shape in part.parts if isinstance(shape, Circle)]
            (letter,) = text_of(part)
            assert discs == ["white", COLOURS[letter]]
            found["artisan"] = letter
        elif isinstance(part, Line):
            points = [(x - middle, y - middle) for x, y in part.points]
            x, y = sum(x for x, _ in points), sum(y for _, y in points)
            if len(points) == 3:
                found["arrow"] = side(x, y)
            else:
                found["columns"] += side(x, y) if len(points) == 4 else "C"
    return found


def board(shown: Scene) -> dict[str, Group]:
    """The cells by the names that stand at the edges, with what lies there."""
    palace = shown.panels[0].body
    labels = {part.text: (part.x, part.y) for part in palace.parts if isinstance(part, Text)}
    found = {}
    for part in palace.parts:
        if isinstance(part, Group) and part.width < 100:
            x, y = part.x + part.width / 2, part.y + part.height / 2
            file = next(text for text, at in labels.items() if text.isalpha() and abs(at[0] - x) < 1)
            rank = next(text for text, at in labels.items() if text.isdigit() and abs(at[1] - y) < 1)
            found[file + rank] = part
    return found


def drawn(cell: Group) -> tuple[str, str]:
    """A cell as the board in letters has it, and its columns."""
    look = seen(cell)
    if look["arrow"]:
        assert look["colour"] == COLOURS[look["letter"]]
        return look["letter"] + look["arrow"] + (look["artisan"] or "-"), look["columns"]
    if look["columns"]:
        assert (look["colour"], look["artisan"]) == ("cell", "")
        return look["letter"], look["columns"]
    return "+++", ""


@pytest.mark.parametrize(("name", "turn"), POSITIONS)
def test_every_cell_is_drawn_as_it_lies(name: str, turn: int | None) -> None:
    game = load(name)
    found = board(pictures.scene(game, turn))
    view = game.view(game.state if turn is None else game.before(turn))
    rows = "\n".join(row for row in game.rules.paint.board(view) if row[0].isdigit())
    assert len(found) == 60, "56 cells and the numbers of the quarters"
    patterns = game.state.facts.patterns  # type: ignore[attr-defined]
    for cell, token in cells_of(rows).items():
        if cell not in found:
            assert token == "+++"
            continue
        text, columns = drawn(found[cell])
        assert text == token.strip("-") if len(text) < 3 else text == token, cell
        if token != "+++":
            pattern = patterns["abcdefgh".index(cell[0]) + 8 * (int(cell[1]) - 1)]
            assert sorted(columns) == sorted(pattern), cell
    numbers = {cell: text_of(group) for cell, group in found.items() if drawn(group)[0] == "+++"}
    assert numbers == {"d5": ["1"], "e5": ["2"], "e4": ["3"], "d4": ["4"]}


@pytest.mark.parametrize(("name", "turn"), POSITIONS)
def test_the_rondel_lies_for_whoever_looks(name: str, turn: int | None) -> None:
    game = load(name)
    for viewer, player in enumerate(game.header.names):
        shown = pictures.scene(game, turn, player)
        told = [line for line in report(game, turn, viewer) if line.startswith("slot ")]
        if not told:
            assert game.over
            assert not any(panel.title.startswith("Rondel") for panel in shown.panels)
            continue
        rondel = panel(shown, "Rondel")
        assert rondel.title == f"Rondel, its arrow turned to {game.header.players[viewer].seat} for {player}"
        slots = {number(slot): slot for slot in pieces(rondel.body) if slot.words.startswith("slot ")}
        assert sorted(slots) == ["1", "2", "3", "4"]
        spots = {text_of(slot)[text_of(slot).index(key) + 1]: (key, slot) for key, slot in slots.items()}
        for quarter, right, lower in ((1, 0, 0), (2, 1, 0), (3, 1, 1), (4, 0, 1)):  # as on the board
            key, slot = spots[f"over quarter {quarter}"]
            row = next(group for group in groups(rondel.body) if slot in group.parts)
            assert bool(slot.x) == bool(right), key
            assert bool(row.y) == bool(lower), key
        for line in told:
            check_slot(line, slots[line[5]])


def number(slot: Group) -> str:
    """The number that stands on a slot, in a disc of its own."""
    discs = [text_of(group) for group in groups(slot) if any(isinstance(part, Circle) for part in group.parts)]
    return next(texts[0] for texts in discs if texts and texts[0].isdigit())


def check_slot(line: str, slot: Group) -> None:
    """A slot has the tile that is told, with its arrow to the north, and how that may be turned."""
    match = re.match(r"slot \d over quarter (\d): (empty|(\w)(\w+) \w+ \((.*?)\)(; marker \d is down)?)", line)
    assert match
    assert slot.words.startswith(match[0])
    tile = next(part for part in slot.parts if isinstance(part, Group))
    text = " ".join(text_of(slot))
    if match[2] == "empty":
        assert seen(tile)["columns"] == ""
        assert "empty" in text
        return
    look = seen(tile)
    assert (look["letter"], look["colour"], look["arrow"]) == (match[3], COLOURS[match[3]], "N")
    assert sorted(look["columns"]) == sorted(match[4])
    assert all(way in text for way in match[5].split(", "))
    assert bool(match[6]) == ("is down" in text)


@pytest.mark.parametrize(("name", "turn"), POSITIONS)
def test_everybody_has_what_is_told(name: str, turn: int | None) -> None:
    game = load(name)
    shown = pictures.scene(game, turn)
    view = game.view(game.state if turn is None else game.before(turn))
    told = re.findall(
        r"seat (\w) (\w+): gold (\d+), markers up ([\d ]+|none), artisans left (.*)",
        "\n".join(report(game, turn)),
    )
    mover = view.names[view.state.mover]
    rows = [group for group in panel(shown, "Players").body.parts if isinstance(group, Group)]
    assert len(rows) == len(told) == len(game.header.names)
    for row, (seat, player, gold, up, left) in zip(rows, told, strict=True):
        texts = text_of(row)
        assert texts[:2] == [seat, f"{player} (to move)" if "(to move)" in texts[1] else player]
        assert ("(to move)" in texts[1]) == (player == mover and (turn is not None or not game.over))
        assert f"gold {gold}" in texts
        markers = {}
        for piece in pieces(row):
            if piece.words.startswith("marker "):
                lit = any(isinstance(part, Rect) and part.role == "sky" for part in piece.parts)
                struck = any(isinstance(part, Line) for part in piece.parts)
                assert lit != struck, "never by colour alone"
                assert piece.words.endswith("up" if lit else "down")
                markers[text_of(piece)[0]] = lit
        assert list(markers) == ["1", "2", "3", "4"]
        assert [key for key, lit in markers.items() if lit] == ([] if up == "none" else up.split())
        supply = [text_of(piece) for piece in pieces(row) if piece.words.startswith("artisans left")]
        assert supply == [[word[0], count] for count, word in re.findall(r"(\d+) (\w+)", left)]


@pytest.mark.parametrize(("name", "turn"), POSITIONS)
def test_quarters_and_bag(name: str, turn: int | None) -> None:
    game = load(name)
    shown = pictures.scene(game, turn)
    lines = report(game, turn)
    told = [line for line in lines if line.startswith("quarter ")]
    body = panel(shown, "Quarters").body
    rows = [piece for piece in pieces(body) if piece.words.startswith("quarter ")]
    assert [row.words for row in rows] == told
    for row, line in zip(rows, told, strict=True):
        texts = text_of(row)
        assert texts[0] == line[8]
        if line.endswith("paid"):
            assert texts[1:] == ["paid"]
            continue
        empty, _, standing = line[11:].partition("; artisans: ")
        assert texts[1] == empty
        counts = {word[0]: count for count, word in re.findall(r"(\d+) (\w+)", standing)}
        assert dict(zip(texts[2::2], texts[3::2], strict=True)) == counts
    bag, _, out = lines[-1].partition("; out of the game: ")
    assert bag in " ".join(text_of(body))
    tiles = [piece for piece in pieces(body) if re.fullmatch(r"[borygv][CNESW]+", piece.words)]
    assert [f"{seen(tile)['letter']}{seen(tile)['columns']}" for tile in tiles] == out.split()


@pytest.mark.parametrize(("name", "turn"), POSITIONS)
def test_the_words_are_those_of_the_report(name: str, turn: int | None) -> None:
    game = load(name)
    shown = pictures.scene(game, turn)
    view = game.view(game.state if turn is None else game.before(turn))
    said = [text for part in shown.panels if part.words for text in (f"{part.title}:", *part.words)]
    assert " ".join(said).split() == " ".join(game.rules.paint.report(view)).split()


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_last_turn_is_marked(name: str) -> None:
    game = load(name)
    fold = game.fold
    seen_marks = set()
    for turn in [*list(fold.before)[1:], None]:
        shown = pictures.scene(game, turn)
        begun = [number for number in fold.before if turn is None or number < turn][-1]
        start = fold.before[begun][0]
        stop = fold.before[turn][0] if turn else len(fold.force)
        lines = [fold.lines[index] for index in fold.force[start:stop]]
        (line,) = (line for line in lines if isinstance(line, Turn))
        steps = [step for step in line.steps if isinstance(step, Placement)]
        cells = board(shown)
        assert {cell for cell, group in cells.items() if group.mark == "placed"} == {cell_name(s.cell) for s in steps}
        left = {cell_name(step.artisan) for step in steps if isinstance(step.artisan, int)}
        paid = [piece for piece in pieces(panel(shown, "Quarters").body) if piece.mark]
        moved = {cell for cell, group in cells.items() if group.mark == "moved"}
        assert moved <= left
        assert moved == left - {cell_name(step.cell) for step in steps} or paid, "but for those who went home"
        player = game.header.names.index(line.name or "")
        before, after = fold.before[begun][1], game.state if turn is None else game.before(turn)
        both = zip(game.header.names, before.scores(), after.scores(), strict=True)
        changed = [name for name, old, new in both if old != new]
        rows = [group for group in panel(shown, "Players").body.parts if isinstance(group, Group)]
        marked = [row for row in rows if any(piece.mark == "gained" for piece in pieces(row))]
        assert sorted(text_of(row)[1].removesuffix(" (to move)") for row in marked) == sorted(changed)
        assert (game.header.names[player] in changed) == (line.claim != (0,)) or paid
        drawn_slots = {
            f"slot {draw.slot + 1} "
            for result in lines
            if isinstance(result, Chance) and isinstance(result.result, Refill)
            for draw in result.result.draws
            if draw.slot is not None
        }
        slots = [piece for part in shown.panels for piece in pieces(part.body) if piece.words.startswith("slot ")]
        new = {slot.words[:7] for slot in slots if slot.mark}
        assert new <= drawn_slots
        for slot in drawn_slots - new:  # the tile that came is like the one that went, or the bag was empty
            assert before.slots[int(slot[5]) - 1] == after.slots[int(slot[5]) - 1]  # type: ignore[attr-defined]
        seen_marks |= set(marks(shown))
    assert seen_marks == {"placed", "moved", "gained"}


def test_before_the_first_turn_nothing_is_marked() -> None:
    assert marks(pictures.scene(load("four"), 1)) == []


def test_another_board(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Six files, five ranks, three quarters, cells with three half columns, and three slots."""
    shutil.copyfile(OTHER_TABLE, tmp_path / "maharani.toml")
    monkeypatch.setenv(registry.OWN_TABLES, str(tmp_path))
    game = new_manual("maharani", 3)
    random_lines(game, random.Random(3), most=12)
    shown = pictures.scene(game)
    found = board(shown)
    patterns = game.state.facts.patterns  # type: ignore[attr-defined]
    for index, pattern in patterns.items():
        assert sorted(drawn(found[cell_name(index)])[1]) == sorted(pattern)
    numbers = [text_of(group) for cell, group in found.items() if drawn(group)[0] == "+++"]
    assert sorted(numbers) == [["1"], ["2"], ["3"]]
    assert len([piece for piece in pieces(panel(shown, "Rondel").body) if piece.words.startswith("slot ")]) == 3
    said = [text for part in shown.panels if part.words for text in (f"{part.title}:", *part.words)]
    assert " ".join(said).split() == " ".join(game.rules.paint.report(game.view())).split()


def test_a_name_from_right_to_left_turns_nothing_but_itself_around() -> None:
    """A mark of the other direction behind each name keeps numbers and moves where they are."""
    names = ["\u05d3\u05e0\u05d4 \u05dc\u05d5\u05d9", "\u0623\u062d\u0645\u062f", "Zo\u00eb", "Bob"]
    game = pbem.new("majolica", names, seed="rtl", id="rtl", first=names[0])
    game.play(any_turn(game))
    drawn = [html.unescape(text) for text in re.findall("<text[^>]*>([^<]*)</text>", str(pictures.picture(game)))]
    first, second = (f"{name}\u200e" for name in names[:2])
    assert next(line for line in drawn if line.startswith("Last: ")).startswith(f"Last: 1 {first}: ")
    assert {f"{second} (to move)", first, "Zo\u00eb", "Bob"} <= set(drawn)
    page = str(pictures.picture(game, ".html"))
    first, second = (f"<bdi>{name}</bdi>" for name in names[:2])
    assert f"<p>To move: {second}.</p>" in page
    text = page.partition("<pre>")[2].partition("</pre>")[0]
    assert (f"\n{first}: 0 points" in text, f"\n1 {first}: " in text, f"\n2 {second}: " in text) == (True,) * 3
    assert html.unescape(re.sub("</?bdi>", "", text)) == "\n".join(show(game))
    assert svg.isolated("2 \u05e8\u05d1\u05d9 \u05d3'\u05d0 & co: 1-a5") == (
        "2 <bdi>\u05e8\u05d1\u05d9 \u05d3&#39;\u05d0</bdi> &amp; co: 1-a5"
    )
    first, second = (f"{name}\u200e" for name in names[:2])
    assert svg.from_left(f"{names[0]} 3, {names[1]} 7") == f"{first} 3, {second} 7"


@pytest.mark.parametrize("game_id", game_ids())
def test_in_a_stopped_game_nobody_is_to_move(game_id: str) -> None:
    game = pbem.new(game_id, PLAYERS[game_id][2], seed="s", first="Ana", id="s")
    assert "Ana (to move)" in str(pictures.picture(game))
    game.play(any_turn(game), "stop")
    for drawn in (pictures.picture(game), pictures.picture(game, ".html")):
        assert "(to move)" not in str(drawn), game_id
    assert "(to move)" in str(pictures.picture(game, turn=1))  # it was
