"""Positions, rules and notations cross processes: what a game's table says stays behind, and is looked up there."""

import copy
import pickle
import random
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest

from pbem import registry
from pbem.chance import chooser
from pbem.errors import SaveError
from pbem.game import NOBODY
from pbem.notation import Notation
from pbem.testing import Case
from tests.packages import FLIPPED, build, run
from tests.support import POLICIES, case_of, cases, game_ids, random_lines, somewhere

MOST = 6_000  # bytes
PLAIN = [case for case in cases() if case.players in (1, 3) or len(case.options) > 1]


def play_on(state: Any, game_id: str, seed: int) -> str:
    """Plays a position to its end, or for a while; what has become of it."""
    rng = random.Random(seed)
    for _ in range(150):
        if state.actor == NOBODY:
            break
        state.apply(state.deal(chooser(rng)) if state.actor < 0 else POLICIES[game_id](rng, state))
    return f"{state.turn} {state.scores()}"


def crossed(sent: bytes, seed: int) -> tuple[str, bytes]:
    """In another process: what becomes of the position that arrives, and the position sent back."""
    game_id, state, rules, notation = pickle.loads(sent)
    loaded: Any = registry.load(game_id)
    assert state.facts is rules.facts is loaded.facts
    assert notation is Notation.of(game_id)
    return play_on(state.copy(), game_id, seed), pickle.dumps(state)


@pytest.mark.parametrize("case", PLAIN, ids=str)
@pytest.mark.slow
def test_positions_are_small_and_play_on(case: Case) -> None:
    rng = random.Random(str(case))
    for most in (3, 60):
        state: Any = somewhere(case, rng, most).state
        sent = pickle.dumps(state)
        assert len(sent) < MOST
        again = pickle.loads(sent)
        assert again.facts is state.facts
        assert copy.deepcopy(state).facts is state.facts
        assert play_on(again, case.game, most) == play_on(state, case.game, most)


def test_what_crosses_into_another_process() -> None:
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        for game_id in game_ids():
            game = case_of(game_id, 2).new()
            random_lines(game, random.Random(game_id), most=20)
            sent = pickle.dumps((game_id, game.state, game.rules, game.fold.notation))
            told, back = pool.submit(crossed, sent, 7).result()
            assert told == play_on(game.state, game_id, 7)
            assert pickle.loads(back).facts is game.state.facts  # type: ignore[attr-defined]


@pytest.mark.parametrize("game_id", game_ids())
def test_in_one_process_they_are_the_same_objects(game_id: str, tmp_path: Path) -> None:
    table = Path(registry.origin(game_id).table)
    other = tmp_path / "other.toml"
    edition = registry.load(game_id).edition
    other.write_text(table.read_text("utf-8").replace(edition, "other-1"), "utf-8")
    for rules in (registry.load(game_id), registry.load_file(str(other))):
        sent: Any = rules
        assert pickle.loads(pickle.dumps(sent)) is rules
        assert pickle.loads(pickle.dumps(sent.facts)) is sent.facts
        assert len(pickle.dumps(sent)) < 200
    notation = Notation.of(game_id)
    assert pickle.loads(pickle.dumps(notation)) is notation
    assert registry.load_file(str(other)) is not registry.load(game_id)
    same = tmp_path / "same.toml"
    same.write_bytes(table.read_bytes())
    assert registry.load_file(str(same)) is registry.load(game_id)


def test_facts_and_rules_that_belong_to_no_table_are_pickled_whole() -> None:
    rules: Any = registry.load("maharani")
    alone = copy.copy(rules.facts)
    assert alone is rules.facts
    facts = object.__new__(type(rules.facts))
    facts.kept = 1
    assert pickle.loads(pickle.dumps(facts)).kept == 1
    own: Any = object.__new__(type(rules))
    own.digest = "none"
    assert pickle.loads(pickle.dumps(own)).digest == "none"


def test_other_tables_than_those_at_hand_are_told() -> None:
    with pytest.raises(SaveError, match="with the tables `0123456789ab` of maharani, at hand are `reconstructed-1"):
        registry.by_digest("maharani", "0123456789abcdef")
    make, (game_id, digest) = Notation.of("rajas").__reduce__()
    assert make(game_id, digest) is Notation.of("rajas")
    with pytest.raises(SaveError, match="another grammar of rajas"):
        make(game_id, "0" + digest[1:])


def test_positions_of_a_package(tmp_path: Path) -> None:
    """Also where the table changes between two processes."""
    own = build(tmp_path, edits=FLIPPED)
    write = """
import pickle, random, pbem
game = pbem.new("count", ["Ana", "Bob"], kind="manual", first="Ana")
game.play("flip 1", "say 2")
pickle.dump((game.state, game.rules, game.fold.notation), open("sent", "wb"))
"""
    read = """
import pickle, pbem
state, rules, notation = pickle.load(open("sent", "rb"))
print(state.facts is rules.facts, state.said, notation.format_steps(tuple(state.steps())))
"""
    assert run(tmp_path, "-c", write).returncode == 0
    assert run(tmp_path, "-c", read).stdout == "True 2 say 3\n"
    table = own / "count.toml"
    table.write_text(table.read_text().replace("last = 3", "last = 4"))
    error = run(tmp_path, "-c", read).stderr.splitlines()[-1]
    assert error.startswith("pbem.errors.SaveError: this is of a game with the tables `")
    assert "put the old table in a folder and name it in PBEM_GAMES" in error
