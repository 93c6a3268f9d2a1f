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
