"""What may come next as lists that fit on a screen: `legal`, and how its rows go on."""

import random

import pytest

from pbem import legal
from pbem.game import END
from pbem.grouping import ROWS, group, natural, pieces
from pbem.session import Session
from tests.support import PLAYERS, case_of, somewhere
from tests.test_cli import Shell


def names(game_id: str, rng: random.Random) -> Session:
    """A game somewhere in the middle, with a player to act."""
    while (game := somewhere(case_of(game_id, 2), rng, 60)).over:
        pass
    return game


def test_texts_are_cut_where_they_may_go_on_in_several_ways() -> None:
    assert pieces("1-3f2W+g") == ["1-", "3", "f2", "W+", "g"]
    assert pieces("Q oC5 a2NEW -o3") == ["Q ", "o", "C", "5 ", "a2", "NEW -", "o3"]
    assert sorted(["a10", "a9", "b"], key=natural) == ["a9", "a10", "b"]
    assert not group([])


def test_groups_fit_on_a_screen_and_lose_nothing() -> None:
    rng = random.Random("groups")
    for _ in range(200):
        size = rng.randrange(1, 120)
        texts = list({"".join(rng.choice("ab12- /N") for _ in range(rng.randrange(1, 9))).strip() for _ in range(size)})
        found = group(texts)
        assert sorted(index for one in found for index in one.indices) == list(range(len(texts)))
        assert len(found) <= max(ROWS, len({pieces(text)[:1][0] for text in texts if text}) + 1)
        for one in found:
            assert all(texts[index].startswith(one.begins) for index in one.indices)
            assert one.whole == (len({texts[index] for index in one.indices}) == 1)
            assert one.then or one.whole


@pytest.mark.parametrize("game_id", PLAYERS)
def test_every_row_goes_on(game_id: str) -> None:
    """A beginning in the table is one that `legal` reads, and brings all that stood behind it."""
    rng = random.Random(f"rows {game_id}")
    several = 0
    for _ in range(3):
        game = names(game_id, rng)
        coming = legal.coming(game.fold)
        assert {one.text for one in coming if one.text} == {
            game.fold.notation.format_steps((step,)) for step in game.state.steps() if step is not END
        }
        for _ in range(3):
            texts = [one.text for one in coming]
            groups = [one for one in group(texts) if not one.whole]
            if not groups:
                break
            one = rng.choice(groups)
            several += 1
            coming = legal.coming(game.fold, one.begins)
            assert {texts[index] for index in one.indices} <= {one.text for one in coming}
    assert several >= 3


@pytest.mark.parametrize("game_id", PLAYERS)
def test_what_is_best_is_what_a_list_of_lines_says(game_id: str) -> None:
    game = names(game_id, random.Random(f"best {game_id}"))
    lines = {move.text: move.earns for move in game.legal("", every=False)}
    for one in legal.coming(game.fold):
        assert one.exact
        assert lines[one.line] == one.earns
        assert one.line.startswith(one.text)


def test_a_table_is_all_there_is(shell: Shell) -> None:
    """In Majolica the rows that take tiles say which; none of many rows is left out without a word."""
    shell("new majolica g.toml --player Ana --player Bob --seed thread --id t --first Ana")
    said = shell('legal g.toml "start 2 / a1-"').stdout
    assert said.startswith("Turn 1, Ana after start 2: 8 ways to go on.\n")
    assert said.count("(takes ") == 8
    rows = shell('legal g.toml "start 2"').stdout.split("\n")
    assert len(rows) <= ROWS + 4
    assert all(len(row) < 80 for row in rows)
    head, *listed = rows
    ways = [row[row.index("..") + 2 :].split()[0] if ".." in row else "1" for row in listed[1:] if row[:1].islower()]
    assert head == f"Turn 1, Ana after start 2: {sum(map(int, ways))} ways to go on."
    assert shell("legal g.toml --limit 2").stdout.startswith("earns  move\n")
    assert shell("legal g.toml --all --limit 2").stdout.count("\n") == 4


@pytest.fixture
def shell(tmp_path, monkeypatch) -> Shell:  # type: ignore[no-untyped-def]
    """A shell in an empty folder."""
    return Shell(tmp_path, monkeypatch)
