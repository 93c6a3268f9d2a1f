"""Completion: what a word can become, and the lines that bash, zsh and fish make of it."""

import os
import pty
import re
import select
import shutil
import sys
import time
from pathlib import Path

import pytest

import pbem
from pbem import completing
from tests.processes import warm
from tests.support import PLAYERS, ROOT, missing
from tests.test_cli import Shell

SHELLS = {
    "bash": (["bash", "--norc", "--noprofile", "-i"], 'eval "$(pbem completion bash)"'),
    "zsh": (["zsh", "-f", "-i"], 'autoload -U compinit; compinit -u; eval "$(pbem completion zsh)"'),
    "fish": (["fish", "--no-config", "-i"], "pbem completion fish | source"),
}
QUIET, FIRST = 0.6, 10.0
"""Seconds without output after which a shell has done what it was asked for."""


def game_of(game_id: str) -> pbem.session.Session:
    """A game dealt from a seed in which Ana is to move."""
    return pbem.new(game_id, PLAYERS[game_id][2], seed="thread", id="thread", first="Ana")


# What a word can become


@pytest.mark.parametrize("game_id", PLAYERS)
def test_every_word_that_is_offered_is_a_beginning(game_id: str) -> None:
    """It begins with what was typed, and `legal` reads it; where there are too many, groups of them stand for all."""
    game = game_of(game_id)
    steps = [move.text for move in game.legal("", every=True)[:16]]
    offered = 0
    for text in ["", *steps[:3], *(step[: len(step) // 2] for step in steps)]:
        found = completing.moves(game, text)
        assert len(found) <= completing.MOST
        for one in found[:5]:
            assert one.startswith(text)
            assert game.legal(one)
            offered += 1
    assert offered > 20


def test_what_is_offered_in_maharani() -> None:
    game = game_of("maharani")
    moves = {move.text.split(" / ")[0] for move in game.legal("1-1")}
    assert set(completing.moves(game, "1-1")) == moves
    assert set(completing.moves(game, "1 Ana: 1-1")) == {f"1 Ana: {move}" for move in moves}
    one = min(moves)
    behind = completing.moves(game, one)
    assert one in behind
    assert all(move.startswith(one) for move in behind)
    assert any(move.startswith(f"{one} / ") for move in behind)
    assert completing.moves(game, f"{one} /")[0].startswith(f"{one} / ")
    sure = [move for move in completing.moves(game, "") if len(completing.moves(game, short(move))) == 1]
    assert sure
    assert completing.moves(game, short(sure[0])) == [sure[0]]


def short(move: str) -> str:
    """A move of Maharani without its quarter."""
    return f"{move[:2]}{move[3:]}"


NO_MOVES = ["zz", "9-", "1 Bob: 1-", "2 Ana: ", "1-1 / / ", "\x00", "1-1a5N =1", "(" * 3000, ";", "1- ; so", "stop"]


@pytest.mark.parametrize("text", NO_MOVES)
def test_what_is_no_move_becomes_none(text: str) -> None:
    assert completing.moves(game_of("maharani"), text) == []


def test_nothing_is_offered_where_nobody_moves() -> None:
    game = game_of("maharani")
    assert completing.moves(game, "1-")
    game.stop("no time")
    assert completing.moves(game, "1-") == []
    waits = pbem.new("maharani", PLAYERS["maharani"][2], kind="manual", first="Ana")
    assert completing.moves(waits, "") == []


# What a shell is answered


def asked(folder: Path, shell: str, *words: str, last: str = "", **environment: str) -> tuple[str, str]:
    """What is printed for a line, to standard output and error; the last word is as it stands on the line."""
    between = "\n" if shell == "bash" else " "
    line = between.join(["pbem", *words, last])
    word = last if shell == "fish" else str(len(words) + 1)
    done = warm(
        "-m", "pbem", folder=folder, _PBEM_COMPLETE=f"{shell}_complete", COMP_WORDS=line, COMP_CWORD=word, **environment
    )
    return done.stdout, done.stderr


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a game of each kind, and files that are none."""
    for game_id in PLAYERS:
        game_of(game_id).save(str(tmp_path / f"{game_id}.toml"))
    game = game_of("majolica")
    game.play("start 1 / a4-d4:1", "start 1 / a3-d3:1")
    game.save(str(tmp_path / "later.toml"))
    (tmp_path / "bad.toml").write_text("pbem = 1\n[broken")
    return tmp_path


def test_names_games_options_and_commands(folder: Path) -> None:
    assert asked(folder, "bash", "show", "maharani.toml", "--as", last="B") == ("plain,Bob\n", "")
    assert asked(folder, "bash", "new", "majolica", "x.toml", "--option", last="b") == ("plain,bloom\n", "")
    assert asked(folder, "bash", "rules", last="ma")[0].split() == ["plain,maharani", "plain,majolica"]
    assert asked(folder, "bash", last="mov") == ("plain,move\n", "")
    assert asked(folder, "bash", "show", last="g") == ("file,g\n", "")
    assert "plain,--full" in asked(folder, "bash", "show", "maharani.toml", last="--f")[0]


@pytest.mark.parametrize("shell", SHELLS)
@pytest.mark.slow
def test_errors_are_never_printed_into_the_line(shell: str, folder: Path) -> None:
    lines = [["move", "bad.toml"], ["move", "none.toml"], ["move", "\x01"], ["nonsense"], ["show", "bad.toml", "--as"]]
    for words in lines:
        out, err = asked(folder, shell, *words, last="1-")
        assert not out.strip(), words
        assert err == "", words
    assert asked(folder, shell, "rules", last="x", PBEM_GAMES="/nowhere")[1] == ""


def test_words_that_bash_breaks_and_quotes(folder: Path) -> None:
    """Behind a colon bash keeps what stands before it; a word with blanks is put in quotes, if it is in none."""
    game = pbem.load(str(folder / "later.toml"))
    cell = next(one for one in completing.moves(game, "") if ":" in one).partition(":")[0]
    moves = completing.moves(game, f"{cell}:")
    assert len(moves) > 1
    out, _ = asked(folder, "bash", "move", "later.toml", cell, last=":")
    assert out.split() == [f"plain,{move.removeprefix(f'{cell}:')}" for move in moves]
    assert asked(folder, "bash", "move", "later.toml", cell, ":", last="1")[0].startswith("plain,1")
    out, _ = asked(folder, "bash", "move", "rajas.toml", last="Q")
    assert out.startswith('plain,"Q ')
    out, _ = asked(folder, "bash", "move", "rajas.toml", last='"Q')
    assert out.startswith("plain,Q ")


def test_the_scripts_are_those_of_click(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shell = Shell(tmp_path, monkeypatch)
    for name in SHELLS:
        script = shell(f"completion {name}").stdout
        assert f"_PBEM_COMPLETE={name}_complete" in script
        assert "_pbem_completion" in script
    assert shell("completion tcsh").exit_code == 2


# Real shells


class Line:
    """A shell at a terminal, in which `pbem` notes its words when it is run."""

    def __init__(self, name: str, folder: Path) -> None:
        self.asked = folder / "asked"
        script = folder / "bin" / "pbem"
        script.parent.mkdir()
        real = f'exec {sys.executable} -m pbem "$@"'
        script.write_text(
            "#!/bin/sh\n"
            f'if [ -z "$_PBEM_COMPLETE" ] && [ "$1" != completion ]\n'
            f"then printf '%s\\n' \"$@\" > {self.asked}; else {real}; fi\n"
        )
        script.chmod(0o755)
        command, setup = SHELLS[name]
        path = f"{script.parent}:{os.environ['PATH']}"
        environment = {**os.environ, "PATH": path, "PYTHONPATH": str(ROOT), "HOME": str(folder), "TERM": "xterm"}
        self.pid, self.terminal = pty.fork()
        if self.pid == 0:
            os.chdir(folder)
            os.execvpe(command[0], command, environment)
        self._settle()
        self.type(f"{setup}\n")

    def type(self, keys: str, first: float = FIRST) -> str:
        """Type, and wait after each Tab; what came on the screen."""
        shown = ""
        for part in re.split("(\t)", keys):
            if part:
                os.write(self.terminal, part.encode())
                shown += self._settle(first)
        return shown

    def _settle(self, first: float = FIRST) -> str:
        """What comes, until nothing has come for a while; the first of it may take its time."""
        shown, wait = b"", first
        while select.select([self.terminal], [], [], wait)[0]:
            wait = QUIET
            part = os.read(self.terminal, 65536)
            if b"\x1b[c" in part or b"\x1b[0c" in part:
                os.write(self.terminal, b"\x1b[?62;c")  # fish asks what kind of terminal it is
            shown += part
        return shown.decode(errors="replace")

    def run(self, *keys: str) -> list[str]:
        """The words with which `pbem` was run after some keys and Enter."""
        self.asked.unlink(missing_ok=True)
        for part in keys:
            self.type(part)
        self.type("\n")
        for _ in range(100):
            if self.asked.exists():
                break
            time.sleep(0.1)
        return self.asked.read_text().split("\n")[:-1] if self.asked.exists() else []

    def close(self) -> None:
        """End the shell."""
        os.close(self.terminal)
        os.waitpid(self.pid, 0)


@pytest.mark.parametrize("name", SHELLS)
@pytest.mark.slow
def test_a_real_shell_completes_moves(name: str, folder: Path) -> None:
    if shutil.which(name) is None:
        missing(f"{name} is not installed: apt install {name}")
    line = Line(name, folder)
    try:
        maharani, rajas = pbem.load(str(folder / "maharani.toml")), pbem.load(str(folder / "rajas.toml"))
        whole = next(move for move in completing.moves(maharani, "1-") if move[-1:].isupper())
        assert line.run(f"pbem mov\tmaharani.t\t{whole[:-1]}\t", whole[-1])[:3] == ["move", "maharani.toml", whole]
        quarry = next(move for move in completing.moves(rajas, "") if move.startswith("Q "))
        unlike = next(n for n in range(len(quarry)) if completing.moves(rajas, quarry[: n + 1]) == [quarry])
        typed = f'pbem move rajas.toml "{quarry[: unlike + 1]}'
        assert [word.strip() for word in line.run(f"{typed}\t")] == ["move", "rajas.toml", quarry]
        assert line.run("pbem show maharani.toml --as B\t") == ["show", "maharani.toml", "--as", "Bob"]
        screen = line.type("pbem move bad.toml 1-\t", 3.0)
        assert "Traceback" not in screen
        assert "pbem:" not in screen
    finally:
        line.close()
