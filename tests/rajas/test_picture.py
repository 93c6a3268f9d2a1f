"""The picture of Rajas, looked at as people do: places, colours, letters and pips, held against what `show` tells."""

import random
import re
import shutil
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem import pictures, registry, scene
from pbem.notation import Turn
from pbem.rules.rajas.moves import Person, Quarry
from pbem.rules.rajas.state import State
from pbem.scene import Circle, Group, Rect, Shape, marks
from pbem.scene import Path as Line
from tests.rajas.tools import (
    CELL,
    COLOURS,
    DISCS,
    POSITIONS,
    YIELD,
    amount,
    fresh,
    labels,
    load,
    look,
    middles,
    nearest,
    panel,
    pips,
    said,
    shown,
    state_of,
    table,
    text_of,
    told,
    walk,
)
from tests.support import ROOT, Some, new_manual, random_lines

SPACES = ("Tiles", "Palace", "Market")

# What lies on the table


@pytest.mark.parametrize(("name", "turn"), POSITIONS)
def test_piles(name: str, turn: int | None) -> None:
    body = panel(shown(name, turn), "Tiles").body
    state = state_of(name, turn)
    view = load(name).view(state)
    columns, rows = labels(body, "[SCT]"), labels(body, "[ogbp]")
    found = {}
    for pile, x, y in middles(body, r"[ogbp][SCT]\d?:"):
        found[nearest(rows, y, 1) + nearest(columns, x, 0)] = pile
    board = {
        row[0] + back: token
        for row in load(name).rules.paint.board(view)[1:]
        for back, token in zip("SCT", row.split()[1:], strict=True)
    }
    assert found.keys() == board.keys()
    prices = dict(re.findall(r"([ogbp][SCT]\d) (\([^)]*\))", told(name, turn).partition("Free spaces")[0]))
    for place, token in board.items():
        if token == "+++":
            assert text_of(found[place]) == ["+++"]
            continue
        (tile,) = (part for part in found[place].parts if isinstance(part, Group))
        seen = look(tile)
        assert seen[0] == token
        facts = state.facts.tiles[token]
        if prices:
            assert f"({seen[1]}; {seen[2]}; {'+'.join(seen[3])})" == prices[token]
        assert (seen[1], seen[2]) == (str(facts.price), facts.turns[0])
    left = {text[0]: text[1] for text in map(text_of, said(body, "dice left"))}
    assert {letter: int(number) for letter, number in left.items()} == state.supply


@pytest.mark.parametrize(("name", "turn"), POSITIONS)
def test_worker_spaces(name: str, turn: int | None) -> None:
    """What is free has a ring, what is taken a worker."""
    state, picture = state_of(name, turn), shown(name, turn)
    free: dict[str, int] = {}
    for title in ("Palace", "Market"):
        for box in said(panel(picture, title).body, r"[PM]\w+: "):
            space = text_of(box)[0]
            assert box.words.startswith(f"{space}: ")
            free[space] = len(said(box, "free"))
            taken = len(said(box, r"a worker|worker of"))
            room = {"P0": state.room.outer, "Ma": state.room.assorted}.get(space, 1)
            assert free[space] + taken == room, space
    users = [piece.words for piece in said(panel(picture, "Market").body, "worker of")]
    assert users == [f"worker of {load(name).header.names[player]}" for player in state.assorted]
    costs = {}
    for place, title in (("quarry", "Tiles"), ("harbour", "Market")):
        (row,) = said(panel(picture, title).body, place)
        costs[place] = [text_of(piece)[0] for piece in said(row, r"\d: free")]
        assert len(said(row, r"\d: a worker")) == getattr(state, place)
    sentence = re.search("Free spaces: (.*?), quarry (.*?), harbour (.*?)[.;]", told(name, turn))
    if sentence is None:
        assert load(name).over
        return
    listed = dict.fromkeys(re.sub(r"\d of \w+", "", sentence[1]).split(), 1)
    listed |= {space: int(number) for number, space in re.findall(r"(\d) of (\w+)", sentence[1])}
    assert {space: number for space, number in free.items() if number} == listed
    assert costs["quarry"] == re.findall(r"\d", sentence[2])
    assert costs["harbour"] == re.findall(r"\d", sentence[3])


@pytest.mark.parametrize(("name", "turn"), POSITIONS)
def test_river(name: str, turn: int | None) -> None:
    body = panel(shown(name, turn), "River").body
    state = state_of(name, turn)
    boxes = {}
    for part, x, y in walk(body):
        if isinstance(part, Group) and re.match(r"\d+: ", part.words):
            boxes[part.words.partition(":")[0]] = part, x, y
    assert list(boxes) == [str(space) for space in range(1, 31)]
    for space, (box, _, _) in boxes.items():
        assert text_of(box)[0] == space
        tile = state.river.get(int(space))
        assert any(isinstance(part, Rect) and part.role == "card" for part in box.parts) == bool(tile)
    listed = re.search("River, the bridge behind 20: (.*?) Yields", told(name, turn))
    if listed:
        words = {space: box.words.removesuffix(", a river tile") for space, (box, _, _) in boxes.items()}
        assert ", ".join(words.values()).replace(":", "") == listed[1]
        assert all(said(box, re.escape(words[space].partition(": ")[2])) for space, (box, _, _) in boxes.items())
    assert [space for space, (box, _, _) in boxes.items() if said(box, "bridge")] == ["20"]
    for player, boat in enumerate(sorted(said(body, "boat of"), key=lambda piece: piece.words)):
        assert text_of(boat) == [load(name).header.players[player].colours[0]]
    for boat, x, y in middles(body, "boat of"):
        where = boat.words.rpartition(" ")[2]
        player = load(name).header.names.index(boat.words.split()[2])
        assert state.players[player].boat == (0 if where == "start" else int(where))
        inside = [
            key for key, (box, left, top) in boxes.items() if 0 < x - left < box.width and 0 < y - top < box.height
        ]
        assert inside == ([] if where == "start" else [where])


@pytest.mark.parametrize(("name", "turn"), POSITIONS)
def test_tracks(name: str, turn: int | None) -> None:
    """A marker stands below its number of fame, or above its number of money."""
    body = panel(shown(name, turn), "Tracks").body
    state, game = state_of(name, turn), load(name)
    for marker, x, y in middles(body, r"(fame|money) of"):
        what, _, who, at = marker.words.replace(":", "").split()
        player = game.header.names.index(who)
        letter = game.header.players[player].colours[0]
        assert text_of(marker) == [letter]
        assert any(isinstance(part, Circle) and part.role == DISCS[letter] for part in marker.parts)
        assert int(at) == getattr(state.players[player], what)
        numbers = labels(body, r"\d{1,3}")
        if what == "fame" and at != "0":
            over = [label for label in numbers if label[1] <= x + 18 and label[1] > x - 36 and 0 < y - label[2] < 60]
            assert at in [label[0] for label in over], (marker.words, over)
        elif what == "money" and at != "0":
            below = [label[0] for label in numbers if abs(label[1] - x) < 36 and 0 < label[2] - y < 60]
            assert {at, str(int(at) + int(at) % 2)} & set(below), (marker.words, below)
    assert len(said(body, r"(fame|money) of")) == 2 * len(game.header.names)
    for track, bonuses in state.facts.bonuses.items():
        numbers = labels(body, "|".join(map(str, bonuses)))
        assert len([label for label in numbers if label[0] in map(str, bonuses)]) >= len(bonuses), track
    assert " ".join(panel(shown(name, turn), "Tracks").words) in " ".join(text_of(body))


# What lies before players

HEAD = (
    r"{name}: distance (?P<distance>-?\d+), money (?P<money>\d+), fame (?P<fame>\d+), karma (?P<karma>\d+), "
    r"boat (?P<boat>\d+), workers to place (?P<unplaced>\d+) of (?P<active>\d+), dice (?P<dice>.*?) of (?P<hands>\d+), "
    r"(?P<levels>Te .*?), bonuses taken (?P<taken>.*?), yields (?P<yields>.*?), (no )?markets"
)


@pytest.mark.parametrize(("name", "turn"), POSITIONS)
def test_everybody_has_what_is_told(name: str, turn: int | None) -> None:
    state, game, text = state_of(name, turn), load(name), told(name, turn)
    for player, who in enumerate(game.header.names):
        part = panel(shown(name, turn), who)
        seat, body = state.players[player], part.body
        assert (part.title == f"{who} (to move)") == (player == state.mover and (turn is not None or not game.over))
        head = re.search(HEAD.format(name=who), text)
        assert head
        texts = text_of(body)
        assert f"distance {head['distance']}" in texts
        for what in ("money", "fame", "karma"):
            assert text_of(amount(body, what)) == ["", head[what]]
        (boat,) = said(body, "boat on")
        assert text_of(boat) == [game.header.players[player].colours[0], head["boat"]]
        (crew,) = said(body, "workers to place")
        heads = [part.role for part, _, _ in walk(crew) if isinstance(part, Circle)]
        assert (len([role for role in heads if role]), len(heads)) == (int(head["unplaced"]), int(head["active"]))
        dice = [pips(piece) for piece in said(body, r"die [ogbp]\d$")]
        assert (" ".join(dice) or "none") == head["dice"]
        assert f"dice {len(dice)} of {head['hands']}:" in texts
        levels = [" ".join(text_of(piece)) for piece in said(body, "(temple|palace|fort|mill) ")]
        assert " ".join(levels).replace(" (later)", "") == head["levels"].partition(" (")[0]
        assert [level[:2] for level in levels if "later" in level] == [seat.late] * bool(seat.late)
        assert f"bonuses taken: {head['taken']}" in texts
        assert ("first of this round" in texts) == (player == state.first)
        assert ("first in the next round" in texts) == (player == state.mogul)
        stalls = Counter(text_of(piece)[0] for piece in said(body, r"market [stp]\d"))
        markets = Counter(f"{good}{worth}" for good, worth in seat.province.markets)
        assert stalls == markets + markets, "in a row, and on the tiles"
        hooks = [box for box in said(body, YIELD) if any(isinstance(part, Line) for part in box_of(box))]
        assert {text_of(box)[0] for box in hooks} == set(seat.yields)
        assert all(box.words.endswith(", connected") for box in hooks)


def box_of(box: Group) -> Iterator[Shape]:
    """Lines that are not closed: the hook of a yield that is connected."""
    yield from (part for part, _, _ in walk(box) if not isinstance(part, Line) or not part.closed)


@pytest.mark.parametrize(("name", "turn"), POSITIONS)
def test_provinces(name: str, turn: int | None) -> None:
    state, game = state_of(name, turn), load(name)
    for player, who in enumerate(game.header.names):
        body, seat = panel(shown(name, turn), who).body, state.players[player]
        files, ranks = labels(body, "[a-e]"), labels(body, "[1-4]")
        ranks = [label for label in ranks if min(abs(label[1] - x) for x in (57, 51, 313, 307)) < 8]
        seen = {}
        for cell, x, y in middles(body, CELL):
            place = nearest(files, x - 17, 0) + nearest(ranks, y - 17, 1)
            assert cell.words.startswith(place)
            seen[place] = cell
        assert set(seen) == {*state.facts.cells, state.facts.home}
        for place, cell in seen.items():
            lying = seat.province.tiles.get(place)
            if place == "c4":
                assert text_of(cell) == ["RES"]
            elif lying is None:
                assert text_of(cell) == [place]
            else:
                row = state.facts.tiles[lying.tile]
                things = [*row.buildings, *(f"{good}{worth}" for good, worth in row.markets)]
                under = COLOURS[lying.under[0]] if lying.under else ""
                assert look(cell) == (lying.tile, str(row.price), lying.roads, things, under)
                assert not lying.under or f"{place} {lying.under}" in " ".join(text_of(body))
        boxes = {text_of(box)[0]: (box, x, y) for box, x, y in middles(body, YIELD)}
        assert set(boxes) == set(state.facts.yields)
        middle = {place: (x, y) for cell, x, y in middles(body, CELL) for place in [cell.words[:2]]}
        for key, (box, x, y) in boxes.items():
            port = state.facts.yields[key].ports[0]
            left, top = middle[port[:2]]
            assert {"W": x < left, "E": x > left, "N": y < top, "S": y > top}[port[2]], key
            on_it = seat.slots.get(key, "")
            if on_it:
                assert on_it[0] in text_of(box)
                assert on_it in text_of(body)
                assert said(body, f"{key}: {on_it}")
            else:
                gains = state.facts.yields[key].back if seat.expert else state.facts.yields[key].front
                assert len(said(box, "|".join(gain.kind for gain in gains))) == len(gains), key
                assert (state.facts.yields[key].slot in text_of(box)) == state.navaratnas


@pytest.mark.parametrize(("name", "turn"), POSITIONS)
def test_the_words_are_those_of_the_report(name: str, turn: int | None) -> None:
    """In another order; the yields, which everybody has drawn, are said with each of them."""
    game, text = load(name), told(name, turn)
    words = " ".join(" ".join(part.words) for part in shown(name, turn).panels)
    table, *_ = re.split(rf" ?\b(?:{'|'.join(game.header.names)}): distance", text)
    sentences = re.split(r" (?=Tiles \(|Free spaces|Dice left|Chambers|River,|Yields|Tracks|Open yield)", table)
    heads = [re.search(rf"{player}: distance .*?(?= x -a-)", text) for player in game.header.names]
    sentences += [head[0] for head in heads if head]
    assert len(sentences) > len(game.header.names)
    assert [sentence for sentence in sentences if sentence not in words] == []
    for part in shown(name, turn).panels:
        if (player := part.title.removesuffix(" (to move)")) in game.header.names:
            tiles = state_of(name, turn).players[game.header.names.index(player)].province.tiles
            assert [words for words in part.words if ", roads " in words] == [
                f"{lying.tile} on {cell}, roads {lying.roads}." for cell, lying in sorted(tiles.items())
            ]


# The last turn


def test_the_last_turn_is_marked(some: Some) -> None:
    game = load("demo")
    fold, seen = game.fold, set()
    pairs = list(zip(fold.before, [*list(fold.before)[1:], None], strict=True))
    for begun, turn in [*pairs[:: some(4, 1)], pairs[-1]]:
        picture = pictures.scene(game, turn)
        before, after = fold.before[begun][1], state_of("demo", turn)
        assert isinstance(before, State)
        start, stop = fold.before[begun][0], fold.before[turn][0] if turn else len(fold.force)
        turns = [line for line in (fold.lines[index] for index in fold.force[start:stop]) if isinstance(line, Turn)]
        steps = [step for line in turns for step in line.steps]
        laid = {step.cell for step in steps if isinstance(step, (Quarry, Person)) and step.cell}
        for player, who in enumerate(game.header.names):
            body, old, new = panel(picture, who).body, before.players[player], after.players[player]
            mine = laid if who == turns[0].name else set()
            assert {cell.words[:2] for cell in said(body, CELL) if cell.mark == "placed"} == mine
            for what in ("money", "fame", "karma"):
                assert (amount(body, what).mark == "gained") == (getattr(old, what) != getattr(new, what))
            assert (said(body, "boat on")[0].mark == "moved") == (old.boat != new.boat)
            fresh = Counter(pips(piece) for piece in said(body, r"die [ogbp]\d$") if piece.mark == "gained")
            assert fresh == Counter(new.dice) - Counter(old.dice)
            boxes = {text_of(box)[0] for box in said(body, YIELD) if box.mark == "gained"}
            assert boxes == set(new.yields) - set(old.yields)
            for title, what in (("River", "boat"), ("Tracks", "fame"), ("Tracks", "money")):
                (piece,) = said(panel(picture, title).body, f"{what} of {who}")
                assert (piece.mark == "moved") == (getattr(old, what) != getattr(new, what))
        tiles = {pile.words[:3] for pile in said(panel(picture, "Tiles").body, r"[ogbp][SCT]\d:") if pile.mark}
        assert tiles == {tile for pile, tile in after.tops.items() if tile and before.tops[pile] != tile}
        placed = [
            piece for title in SPACES for piece in said(panel(picture, title).body, ".") if piece.mark == "placed"
        ]
        workers = [side.active - side.unplaced for side in after.players]
        assert len(placed) == (1 if any(workers) else 0), "or the round is over, and all went home"
        seen |= set(marks(picture))
    assert seen == {"placed", "moved", "gained"}


def test_before_anything_is_dealt() -> None:
    picture = pictures.scene(fresh(2, ["navaratnas"]))
    tiles = panel(picture, "Tiles")
    assert {piece.words.partition(": ")[2] for piece in said(tiles.body, "[ogbp][SCT]:")} == {"not dealt yet"}
    assert tiles.words == ("Dice left: o 12, g 12, b 12, p 12",)
    assert marks(picture) == []


def test_before_the_first_turn_nothing_is_marked() -> None:
    assert marks(shown("four", 1)) == []


# Other positions and other tables


def test_who_looks_comes_first() -> None:
    game = load("three")
    titles = [part.title.partition(" (")[0] for part in pictures.scene(game, 5, "Bob").panels]
    assert [title for title in titles if title in game.header.names] == ["Bob", "Cid", "Ana"]


def test_beyond_the_ends_of_the_tracks() -> None:
    game = table("at Ana money 124 fame 5", "at Bob money 120 fame 62", "crossed Ana,Bob")
    body = panel(pictures.scene(game), "Tracks").body
    texts = text_of(body)
    assert {"money 124", "fame 62", "money 120", "fame 5"} & set(texts) == {"money 124", "fame 62"}
    assert "Markers have met: Ana, then Bob. The game ends with this phase." in " ".join(texts)


OTHER = (
    ("meet = 61", "meet = 47"),
    ("half = 2", "half = 3"),
    ('"a1W"', '"a2W"'),  # two yields at one place
    ('front = ["fame 2", "karma 1"]', 'front = ["fame 2", "karma 1", "boat", "fame 3"]'),
    ('"fame 4", "fame 6"', '"fame 4 per market-tile", "colours oogg"'),
    ('5 = "late"', '5 = "colours oogg"'),
    ('o = "orange"', 'o = "ochre"'),
    ('4 = ["upgrade", "money 3"]', '4 = ["upgrade", "money 3 per market-tile", "fame 2 per karma", "karma 1"]'),
)


def test_another_table(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Signs that find no room are a star or stand elsewhere, and all stays in its panel."""
    home = ROOT / "games" / "rajas.toml"
    shutil.copyfile(home, tmp_path / "rajas.toml")
    text = home.read_text(encoding="utf-8")
    for old, new in OTHER:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    (tmp_path / "rajas.toml").write_text(text, encoding="utf-8")
    monkeypatch.setenv(registry.OWN_TABLES, str(tmp_path))
    game = new_manual("rajas", 3)
    random_lines(game, random.Random(4), most=12)
    picture = pictures.scene(game)
    for part in picture.panels:
        left, top, right, bottom = scene.extent(part.body)
        assert min(left, top, scene.INNER - right, part.body.height - bottom) > -1, part.title
    own = panel(picture, game.header.names[0]).body
    assert len(said(own, YIELD)) == 11
    assert said(own, "S at .*boat ahead")
    assert any(text == "*" for text in text_of(own))
    assert said(panel(picture, "River").body, "30: colours oogg")
    assert {label[0] for label in labels(panel(picture, "Tracks").body, r"138|46|45|135")} >= {"138", "46", "45"}
