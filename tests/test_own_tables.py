"""Tables that owners put in place of ours: what is no file or could not be played is refused when it is read."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import pbem
from pbem import registry
from pbem.errors import SaveError
from tests.support import PLAYERS, ROOT

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
