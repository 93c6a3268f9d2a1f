"""Python in processes of its own. Most of what a command takes is Python's start, so there are two ways to have one.

`cold` starts Python, as a shell does. `warm` forks a process that has imported pbem already, one for each process of
the tests: the same arguments, environment, folder, streams into files, exit status, and a kill ends it as any other.
Cold is what is asked of the start itself: what is imported, how streams are set up, a kill at a moment nobody chose.
"""

import atexit
import importlib
import json
import os
import runpy
import signal
import subprocess
import sys
import tempfile
import traceback
from functools import cache
from pathlib import Path
from typing import NoReturn

Done = subprocess.CompletedProcess[str]
_ROOT = Path(__file__).parent.parent
_LONGEST = 300  # seconds
_COLD = {"__main__", "testing", "packages", "catalogue"}
"""What is not imported for everybody: whether games of packages were looked for is something that commands ask."""


def cold(*args: str, folder: Path | None = None, **environment: str) -> Done:
    """Runs Python with `args` in a folder; pbem is on its path unless PYTHONPATH says otherwise."""
    return subprocess.run(
        [sys.executable, *args], cwd=folder, env=_environment(environment), capture_output=True, text=True
    )


def warm(*args: str, folder: Path | None = None, **environment: str) -> Done:
    """The same for `-c CODE ...` and `-m MODULE ...`, in a fork of a process that has imported pbem."""
    if not hasattr(os, "fork"):
        return cold(*args, folder=folder, **environment)
    server = _server()
    assert server.stdin
    assert server.stdout
    server.stdin.write(json.dumps([args, str(folder or Path.cwd()), _environment(environment)]) + "\n")
    server.stdin.flush()
    status, stdout, stderr = json.loads(server.stdout.readline())
    return subprocess.CompletedProcess(args, status, stdout, stderr)


def _environment(more: dict[str, str]) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(_ROOT), **more}


@cache
def _server() -> subprocess.Popen[str]:
    """It ends where its input does, with the process that asked for it."""
    command = [sys.executable, "-m", "tests.processes"]
    server = subprocess.Popen(command, cwd=_ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    atexit.register(server.communicate)
    return server


def _serve() -> None:
    """Forks for every line of the input, and tells what came of it."""
    for path in (_ROOT / "pbem").rglob("*.py"):
        parts = path.relative_to(_ROOT).with_suffix("").parts
        if not _COLD & {*parts}:
            importlib.import_module(".".join(parts).removesuffix(".__init__"))
    assert "pbem.packages" not in sys.modules
    for line in sys.stdin:
        args, folder, environment = json.loads(line)
        with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
            child = os.fork()
            if not child:
                signal.alarm(_LONGEST)  # what hangs ends with a status that no test expects
                with open(os.devnull, "rb") as nothing:
                    for number, stream in enumerate((nothing, out, err)):
                        os.dup2(stream.fileno(), number)
                _become(args, folder, environment)
            status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
            texts = []
            for file in (out, err):
                file.seek(0)
                texts.append(file.read().decode())
        print(json.dumps([status, *texts]), flush=True)


def _become(args: list[str], folder: str, environment: dict[str, str]) -> NoReturn:
    """What Python does with these arguments, from where it has started."""
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    own = {str(_ROOT), *os.environ.get("PYTHONPATH", "").split(os.pathsep)}
    sys.path[:] = [
        folder,
        *environment["PYTHONPATH"].split(os.pathsep),
        *(path for path in sys.path if path not in own),
    ]
    sys.stdin = open(0)  # noqa: SIM115
    kind, what, *rest = args
    sys.argv = [kind, *rest]
    status: object = 0
    try:
        if kind == "-c":
            exec(compile(what, "<string>", "exec"), {"__name__": "__main__"})
        else:
            runpy.run_module(what, run_name="__main__", alter_sys=True)
    except SystemExit as error:
        status = error.code
    except BaseException:
        traceback.print_exc()
        status = 1
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            stream.flush()
    os._exit(status if isinstance(status, int) else int(status is not None))


if __name__ == "__main__":
    _serve()


# Files that are much too large to be a game, each refused before it is parsed, and a program that reads one


_HEAD = "pbem 1 maharani\nid x\nplayer Ana green,yellow\nplayer Bob red,blue\nchance manual\nfirst Ana\n\n"
OUTSIZED = {
    "lines": (f"{_HEAD!r} + '1\\n' * 24_000_000", "it has 24000007 lines; a game has at most 100000"),
    "remarks": (f"{_HEAD!r} + ';\\n' * 24_000_000", "it has 24000007 lines; a game has at most 100000"),
    "keys": ("'x' + '.a' * 20_000 + '=1\\n'", "it has a key of more than 100 parts with dots between them"),
    "keys with blanks": (
        "'\"x y\"' + '. \"=\" ' * 20_000 + '=1\\n'",
        "it has a key of more than 100 parts with dots between them",
    ),
    "dots in a table": (
        "'''x = [\"\"\"\n x\"\"\", {''' + 'a.' * 9_000 + 'a = 1}, \"\" ]'",
        "it has more than 2000 dots beside",
    ),
    "a list": ("'x=[' + '1,' * 20_000_000 + ']'", "it: line 1 has more than 2097152 bytes"),
    "brackets": ("'x=' + '[' * 1_000_000", "it is too large to be a game: more than 200000 characters"),
    "one line": ("'x' * 49_000_000", "it: line 1 has more than 2097152 bytes"),
    "one wide letter": (
        "('x' * 480 + '\\n') * 99_000 + '\U0001f600'",
        "it is too large to be a game: 47619001 letters, some of four",
    ),
    "line ends": ("('x' * 480 + '\\r\\n') * 99_000", "it is too large to be a game: more than 200000 characters"),
    "many players": (f"{_HEAD!r}.replace('first', 'player Cid green\\n' * 99_000 + 'first')", "more than 10000 lines"),
    "unknown lines": (f"{_HEAD!r}.replace('first', 'event Cup\\n' * 99_000 + 'first')", "more than 10000 lines"),
    "a long header": (
        f"{_HEAD!r}.replace('first', 'x ' * 470 + '\\n' + ('x ' * 470 + '\\n') * 900 + 'first')",
        "it: the header has more than 400000 characters",
    ),
    "keys on a line": (
        f"{_HEAD!r}.strip() + '\\ntoml = [ [ {{' + 'a=1,' * 10_000_000 + '}}, ], ]\\n'",
        "it: line 7 has more than 2097152 bytes",
    ),
    "turns": (f"{_HEAD!r} + ('1 Ana: ' + 'x' * 470 + '\\n') * 99_000", "it: the log has more than 10000 lines"),
    "turns with a blank behind": (
        f"{_HEAD!r} + ('1 Ana: ' + 'x' * 470 + ' \\n') * 99_000",
        "it: the log has more than 10000 lines",
    ),
    "entries": (
        "'x=[\\n' + ('\"' + 'x' * 470 + '\",\\n') * 99_000 + ']'",
        "it has more than 20000 lines of lists",
    ),
    "long entries": (
        "'x=[\\n' + ('\"' + 'x' * 3900 + '\",\\n') * 9_000 + ']'",
        "its lists have more than 10080000 characters",
    ),
    "escapes": (
        "'x=[\\n' + ('\"' + '\\\\t' * 1900 + '\",\\n') * 140 + ']'",
        "its lists have more than 500000 characters in strings with escapes",
    ),
    "a mark in a comment": (
        "'# \"\"\"\\nx=[\\n' + ('\"' + 'x' * 900 + '\",\\n') * 9_000 + ']'",
        "its lists have more than 500000 characters beside strings of several lines",
    ),
    "a log to the brim": (
        "'pbem = 1\\ngame = \"maharani\"\\n[history]\\nlog = [\\n' + ('\"' + 'x' * 990 + '\",\\n') * 9_999 + ']'",
        "it: `players` is missing",
    ),
    "wide remarks": (
        f"{_HEAD!r} + ('; ' + '\U0001f600' * 990 + '\\n') * 10_001",
        "it: the log has more than 10000 lines",
    ),
    "players": (f"{_HEAD!r}.replace('first', 'player Cid green\\n' * 1500 + 'first')", "2 to 4 players, not 1502"),
}
"""What it is -> a Python expression that makes the file, and what the refusal says."""

READ = """
import os, sys, tempfile, time
import pbem
os.chdir(tempfile.mkdtemp())
if not os.fork():  # what makes the file takes memory of its own
    with open("it", "wb") as file: file.write(eval(sys.argv[1]).encode())
    os._exit(0)
os.wait()
begun = time.process_time()
try: pbem.load("it")
except pbem.SaveError as error: print(error)
print(time.process_time() - begun)
os.remove("it")
with open("/proc/self/status") as file: print(next(int(l.split()[1]) for l in file if l.startswith("VmHWM")) // 1024)
"""
"""Reads what such an expression makes: prints the refusal, seconds and the most megabytes."""
