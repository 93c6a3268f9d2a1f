"""Tables of owners: what could not be played is refused when read; what a table says when positions cross processes."""

import copy
import os
import pickle
import random
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest

import pbem
from pbem import registry
from pbem.chance import chooser
from pbem.errors import SaveError
from pbem.game import NOBODY, Rules
from pbem.notation import Notation
from pbem.testing import Case
from tests.packages import FLIPPED, build, run
from tests.support import PLAYERS, POLICIES, ROOT, case_of, cases, game_ids, random_lines, somewhere

HEAD = "pbem 1 maharani\nid x\nedition reconstructed-1 {}\nplayer Ana g,y\nplayer Bob r,b\nchance seed s\nfirst Ana\n"


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of one's own tables, empty."""
    monkeypatch.setenv(registry.OWN_TABLES, str(tmp_path))
    return tmp_path


def refused(game_id: str = "maharani") -> str:
    with pytest.raises(SaveError) as error:
        registry.load(game_id)
    return error.value.message


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with names here")
def test_a_table_that_is_no_file(own: Path) -> None:
    os.mkfifo(own / "maharani.toml")
    assert refused() == f"{own}/maharani.toml is empty"
    (own / "majolica.toml").symlink_to("/dev/zero")
    assert refused("majolica") == f"cannot read {own}/majolica.toml: it is a device, not a file"
    (own / "rajas.toml").mkdir()
    assert refused("rajas") == f"cannot read {own}/rajas.toml: it is a folder"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("x" + ".a" * 20_000 + " = 1", "it has a key of more than 100 parts with dots between them"),
        ("x = " + "[" * 5000, "not a usable table of a game: "),
        ("x = " + "1" * 300_000, "it is too large to be a game: more than 200000 characters"),
        ("id = 5", "its id is no word"),
        ('id = "rajas"', "it is one of `rajas`"),
    ],
)
def test_tables_that_are_none(own: Path, text: str, said: str) -> None:
    (own / "maharani.toml").write_text(text)
    assert said in refused()
    assert len(refused()) < 400


@pytest.mark.parametrize(
    ("game_id", "old", "new", "said"),
    [
        ("rajas", "each = 2", "each = 0", "of every white tile there is one"),
        ("rajas", 'cells = [". o R o .", ', "cells = [", "a province has 4 rows of 5 cells"),
        ("rajas", "o R o", "o R o o", "a province has 4 rows of 5 cells"),
        ("rajas", 'road = "NE"', 'road = "NX"', "roads lead to N E S W, not to `NX`"),
        ("maharani", "each = { 2 = 2", "each = { 2 = 0", "2 players cannot have 0 of the colours each"),
        ("maharani", "4 = 1 }", "4 = 2 }", "4 players cannot have 2 of the colours each"),
        ("maharani", 'dealt = { 2 = ["S", "N"]', 'dealt = { 2 = ["S", "S"]', "are dealt 2 different seats"),
    ],
)
def test_numbers_that_could_not_be_played(own: Path, game_id: str, old: str, new: str, said: str) -> None:
    text = (ROOT / "games" / f"{game_id}.toml").read_text("utf-8")
    assert old in text
    (own / f"{game_id}.toml").write_text(text.replace(old, new, 1), "utf-8")
    assert said in refused(game_id)


@pytest.mark.parametrize("digits", ["4", "484824", "zz" * 6, "4" * 65])
def test_digits_that_do_not_say_which_tables(digits: str) -> None:
    with pytest.raises(SaveError, match="does not say with which tables this game was played"):
        pbem.read(HEAD.format(digits))
    toml = pbem.read(HEAD.format("")).toml()
    whole = registry.load("maharani").digest
    with pytest.raises(SaveError, match="does not say with which tables this game was played") as error:
        pbem.read(toml.replace(whole, digits))
    assert error.value.as_json()["edition"] == "reconstructed-1"


def test_digests_in_capitals_are_read_in_both_forms() -> None:
    whole = registry.load("maharani").digest
    game = pbem.read(HEAD.format(whole.upper()))
    assert pbem.read(game.toml().replace(whole, whole.upper())).record() == game.record()


def test_digests_that_begin_alike_are_shown_as_far_as_they_differ() -> None:
    whole = registry.load("maharani").digest
    other = whole[:-1] + ("0" if whole[-1] != "0" else "1")
    toml = pbem.read(HEAD.format("")).toml()
    with pytest.raises(SaveError, match=f"tables `reconstructed-1 {other}` of maharani, .* `reconstructed-1 {whole}`;"):
        pbem.read(toml.replace(whole, other))
    with pytest.raises(SaveError, match=f"`reconstructed-1 {'0' * 12}` of .* `reconstructed-1 {whole[:12]}`;"):
        pbem.read(toml.replace(whole, "0" * 64))


def test_games_that_name_no_tables_are_read_and_told() -> None:
    whole = registry.load("maharani").digest
    for digits in ("", whole[:12], whole):
        assert pbem.read(HEAD.format(digits)).tables_named
    bare = pbem.read(HEAD.format("").replace("edition reconstructed-1 \n", ""))
    assert not bare.tables_named
    assert f"edition reconstructed-1 {whole[:12]}\n" in bare.record()
    assert pbem.read(bare.record()).tables_named


_AT_ONCE = """
import sys, threading
import pbem
from pbem import registry
begin, games, wrong = threading.Barrier(8), [], []
def play():
    begin.wait()
    try:
        game = pbem.new(sys.argv[1], sys.argv[2:], seed="x", id="x")
        games.append((id(game.rules), game.record()))
    except BaseException as error:
        wrong.append(error)
sys.setswitchinterval(1e-5)
threads = [threading.Thread(target=play) for _ in range(8)]
for thread in threads: thread.start()
for thread in threads: thread.join()
assert not wrong, wrong
assert len(set(games)) == 1, len(set(games))
"""


@pytest.mark.parametrize("game_id", list(PLAYERS))
def test_the_first_use_of_a_game_by_several_threads(game_id: str) -> None:
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-c", _AT_ONCE, game_id, *PLAYERS[game_id][2]], env=env, capture_output=True, text=True
    )
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("name", ["a\0b", "a\ud800b"])
def test_names_that_no_file_can_have(name: str) -> None:
    game = pbem.read(HEAD.format(""))
    for act in (game.save, pbem.load):
        with pytest.raises(SaveError, match="a file name cannot hold such a character"):
            act(name)


# Positions, rules and notations cross processes: what a table says stays behind, and is looked up there


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
def test_in_one_process_they_are_the_same_objects(
    game_id: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = Path(registry.origin(game_id).table).read_text("utf-8")
    ours = registry.load(game_id)

    def on(folder: str, table: str) -> Rules:
        (tmp_path / folder).mkdir()
        (tmp_path / folder / f"{game_id}.toml").write_text(table, "utf-8")
        monkeypatch.setenv(registry.OWN_TABLES, str(tmp_path / folder))
        return registry.load(game_id)

    other = on("other", text.replace(ours.edition, "other-1"))
    for rules in (ours, other):
        sent: Any = rules
        assert pickle.loads(pickle.dumps(sent)) is rules
        assert pickle.loads(pickle.dumps(sent.facts)) is sent.facts
        assert len(pickle.dumps(sent)) < 200
    notation = Notation.of(game_id)
    assert pickle.loads(pickle.dumps(notation)) is notation
    assert other is not ours
    assert on("same", text) is ours


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
