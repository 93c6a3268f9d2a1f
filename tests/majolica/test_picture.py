"""The picture of Majolica, looked at as people do: places, colours and letters, held against the position."""

import random
from collections.abc import Iterator
from typing import Any

import pytest

import pbem
from pbem import pictures
from pbem.game import NOBODY
from pbem.rules.majolica.grid import DOWN, border, cell_name
from pbem.scene import Group, Rect, Scene, Shape, Text, marks
from tests.support import ROOT, Some

COLOURS = {"r": "red", "y": "yellow", "g": "green", "b": "blue", "v": "violet"}
EXAMPLES = ("demo", "solo", "three", "four")


def load(name: str) -> pbem.Session:
    return pbem.load(str(ROOT / "examples" / f"majolica-{name}.pbem"))


def positions() -> Iterator[tuple[str, int | None]]:
    """Examples, each at five turns of its start, its middle and its end: 20 positions."""
    for name in EXAMPLES:
        last = load(name).turn
        rng = random.Random(name)
        yield from ((name, turn) for turn in (1, *sorted(rng.sample(range(2, last), 3)), None))


def groups(shape: Shape) -> Iterator[Group]:
    """A group and all groups in it."""
    if isinstance(shape, Group):
        yield shape
        for part in shape.parts:
            yield from groups(part)


def texts(shape: Shape) -> list[str]:
    if isinstance(shape, Group):
        return [text for part in shape.parts for text in texts(part)]
    return [shape.text] if isinstance(shape, Text) else []


def tiles(shape: Shape) -> tuple[str, str]:
    """The letters of small tiles that lie on something, and of spaces of cards for one."""
    lying, spaces = "", ""
    for group in groups(shape):
        match group.parts:
            case (Rect(role=role), Text(text=letter)) if group.width == 19 and letter in COLOURS:
                if role == COLOURS[letter]:
                    lying += letter
                else:
                    assert role == "paper"
                    spaces += letter
            case (Rect(role="paper"), Text(text="w")) if group.width == 19:
                spaces += "w"
    return lying, spaces


def named(shown: Scene, words: str, panel: int | None = None) -> list[Group]:
    """The groups whose words begin so."""
    chosen = shown.panels if panel is None else [shown.panels[panel]]
    return [group for one in chosen for group in groups(one.body) if group.words.startswith(words)]


@pytest.mark.parametrize(("name", "turn"), list(positions()))
def test_everything_that_show_tells_is_there(name: str, turn: int | None) -> None:
    game = load(name)
    state: Any = game.state if turn is None else game.before(turn)
    shown = pictures.scene(game, turn)
    view = game.view(state)
    said = " ".join(sentence for panel in shown.panels for sentence in [panel.title, *panel.words])
    for line in game.rules.paint.report(view):
        assert line.rstrip(":") in said
    facts = state.facts
    if state.solo:
        assert "".join(texts(shown.panels[0].body)) == state.tiles
    else:
        edge = set(border(state.grid, facts.run).cells)
        for cell, tile in enumerate(state.grid):
            (group,) = named(shown, f"{cell_name(cell)}:", 0)
            assert texts(group) == ([] if tile == DOWN else [tile])
            framed = any(isinstance(part, Rect) and part.role == "card" for part in group.parts)
            assert framed == (cell in edge)
            if tile != DOWN:
                assert {part.role for part in group.parts if isinstance(part, Rect)} - {"card"} == {COLOURS[tile]}
    for player in state.clockwise():
        title = view.names[player]
        (panel,) = [p for p in shown.panels if p.title in (title, f"{title} (to move)")]
        assert panel.title.endswith("(to move)") == (player == state.mover and state.actor != NOBODY)
        bench = state.benches[player]
        lying = [tiles(group)[0] for group in groups(panel.body) if group.words.startswith("workshop ")]
        assert lying == bench.shops
        for slot, card in enumerate(bench.slots):
            (group,) = [one for one in groups(panel.body) if one.words.startswith(f"slot {slot + 1}:")]
            if card:
                assert tiles(group) == (bench.on[slot], facts.spaces(card, bench.on[slot]))
                assert {str(facts.printed[card].points), card} <= set(texts(group))
                assert ("+" in texts(group)) == facts.printed[card].bonus
            else:
                assert texts(group) == [f"slot {slot + 1}"]
    if state.actor != NOBODY and state.dealt:
        for place, card in enumerate(state.display, 1):
            (group,) = named(shown, f"place {place}:")
            assert (card in texts(group)) == (card != DOWN)
    (violet,) = named(shown, "violet tiles in the Town Hall")
    (ones,) = named(shown, "tokens in the Town Hall")
    assert (texts(violet)[-1], texts(ones)[-1]) == tuple(map(str, state.hall))


def test_what_the_last_turn_did_is_marked(some: Some) -> None:
    game = load("four")
    seen = set()
    for turn in list(game.fold.before)[1 :: some(3, 1)]:
        before: Any = game.before(turn - 1)
        after: Any = game.before(turn)
        shown = pictures.scene(game, turn)
        found = {group.words.split(":")[0]: group.mark for p in shown.panels for group in groups(p.body) if group.mark}
        seen |= set(marks(shown))
        if before.round == after.round and before.waits == "":
            gone = [cell_name(c) for c in range(16) if before.grid[c] != after.grid[c]]
            assert [name for name, mark in found.items() if len(name) == 2 and mark == "moved"] == gone
        mover = before.mover
        changed = [
            n
            for n, (was, now) in enumerate(zip(before.benches[mover].shops, after.benches[mover].shops, strict=True))
            if was != now
        ]
        drawn = next(panel for panel in shown.panels if panel.title.startswith(game.header.names[mover]))
        marked = [group for group in groups(drawn.body) if group.mark and group.words.startswith("workshop ")]
        assert [int(group.words[9]) - 1 for group in marked] == changed
    assert seen == {"placed", "moved", "gained"}
