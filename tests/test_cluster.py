"""A Dask cluster of real processes on loopback: workers die and join, schedulers go, and rows stay the same."""

import json
import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import CancelledError, Future
from functools import partial
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest

import pbem
from pbem import pools, simulating
from pbem.bots.base import Uniform
from pbem.game import State, Step
from pbem.simulating import Plan, Row, begun, play
from tests.support import PLAYERS, ROOT, module
from tests.test_analyse import late
from tests.test_cli import Shell

RUN = "simulate maharani --player Ana=green,yellow --player Bob=red,blue --bots random"
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT)}
STARTED = 60  # seconds in which a process of a cluster has started, on any machine
OTHER = (
    "import pbem; pbem.__version__ = '0.0.1'; from pbem import simulating as s, analysis as a, checking as c;"
    "del s.Plan, a.Part, c._check_sent; from distributed.cli.dask_worker import main; main()"
)  # of which hardly anything is as it is here
BARE = "import sys; sys.modules['pbem'] = None; from distributed.cli.dask_scheduler import main; main()"


def dask() -> Any:
    """The module of Dask that tests need, which takes long to import."""
    return module("distributed", "Dask is not installed")


class Cluster:
    """A scheduler and workers; none is left when it is closed."""

    def __init__(self, folder: Path, *code: str) -> None:
        self.file = folder / "scheduler.json"
        more = ("--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", str(self.file))
        self.scheduler = self._start(*(code or ("-m", "distributed.cli.dask_scheduler")), *more)
        self.workers: list[subprocess.Popen[bytes]] = []
        until = time.monotonic() + STARTED
        while not self.file.exists() or not self.file.read_text():
            assert time.monotonic() < until, "no scheduler has started"
            time.sleep(0.05)
        self.address = json.loads(self.file.read_text())["address"]

    def work(self, *code: str) -> None:
        """Starts a worker, and waits until it is there, and those that were killed are not."""
        command = code or ("-m", "distributed.cli.dask_worker")
        own = ("--no-dashboard", "--no-nanny", "--nthreads", "1", "--host", "127.0.0.1")
        self.workers.append(self._start(*command, self.address, *own, "--local-directory", str(self.file.parent)))
        until = time.monotonic() + STARTED
        with dask().Client(self.address, set_as_default=False) as client:
            while len(client.scheduler_info()["workers"]) != len(self.workers):
                failed = time.monotonic() > until or self.workers[-1].poll() is not None
                assert not failed, self.file.with_name("log.txt").read_text()
                time.sleep(0.05)

    def kill(self) -> None:
        """Kills the worker that has been there longest."""
        worker = self.workers.pop(0)
        worker.kill()
        worker.wait()

    def close(self) -> None:
        for process in (*self.workers, self.scheduler):
            process.kill()
            process.wait()

    def _start(self, *args: str) -> subprocess.Popen[bytes]:
        with open(self.file.with_name("log.txt"), "ab") as log:
            return subprocess.Popen([sys.executable, *args], env=ENVIRONMENT, stdout=log, stderr=log)


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """A scheduler with two workers."""
    dask()
    started = Cluster(tmp_path_factory.mktemp("cluster"))
    try:
        started.work()
        started.work()
        yield started
    finally:
        started.close()


@pytest.fixture
def shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Shell:
    """A shell in an empty folder, whose commands do not wait long for a scheduler."""
    monkeypatch.setattr(pools, "_WAIT", "2s")
    return Shell(tmp_path, monkeypatch)


@pytest.mark.slow
def test_a_cluster_does_what_one_process_does(cluster: Cluster, shell: Shell) -> None:
    late().save("late.toml")
    Path("none.toml").write_text("nothing")
    kept = "new maharani kept.toml --player Ana=g,y --player Bob=r,b --chance keeper --first Ana"
    assert shell(kept).exit_code == 0
    for line in (
        f"{RUN} --games 12 --json",
        "analyse late.toml --budget 4 --json",
        "check late.toml none.toml missing.toml kept.toml --json",
    ):
        here, there = shell(line), shell(f"{line} --scheduler {cluster.address}")
        assert (there.exit_code, there.stderr) == (here.exit_code, here.stderr)
        assert json.loads(there.stdout) == json.loads(here.stdout)
    assert json.loads(shell(f"check kept.toml --json --scheduler {cluster.address}").stdout)[0]["draws"] == "verified"
    assert shell(f"{RUN} --games 7 -o here.csv").exit_code == 0
    assert shell(f"{RUN} --games 7 -o there.csv --scheduler {cluster.address}").exit_code == 0
    assert Path("here.csv").read_bytes() == Path("there.csv").read_bytes()


def test_a_scheduler_in_this_process(shell: Shell) -> None:
    """The same without processes, which take long to start."""
    own = {"processes": False, "n_workers": 1, "threads_per_worker": 1, "host": "127.0.0.1", "protocol": "tcp"}
    with dask().LocalCluster(**own, dashboard_address=None) as started:
        there = shell(f"{RUN} --games 3 --turns 2 --json --scheduler {started.scheduler_address}")
    here = shell(f"{RUN} --games 3 --turns 2 --json")
    assert (there.exit_code, there.stderr) == (here.exit_code, here.stderr) == (0, "")
    assert json.loads(there.stdout) == json.loads(here.stdout)


_under_way: list[int] = []


def _at_once(part: int) -> int:
    """How many parts are under way in this process, after a while in which others could begin."""
    _under_way.append(part)
    time.sleep(0.02)
    seen = len(_under_way)
    _under_way.remove(part)
    return seen


def test_a_worker_with_threads_does_one_part_at_a_time() -> None:
    """`dask worker ADDRESS` starts one for each core, and rules and bots are for one thread."""
    own = {"processes": False, "n_workers": 1, "threads_per_worker": 4, "host": "127.0.0.1", "protocol": "tcp"}
    with dask().LocalCluster(**own, dashboard_address=None) as started:
        found = [*pools.in_order(_at_once, range(8), 1, started.scheduler_address, ["maharani"])]
    assert found == [1] * 8


@pytest.mark.slow
def test_workers_die_and_join(cluster: Cluster) -> None:
    plan = begun(Plan("maharani", tuple(PLAYERS["maharani"][2]), "random", "cluster"))[0]
    parts = [(first, first + 3) for first in range(1, 100, 4)]
    found = []
    call = partial(play, plan)
    for number, rows in enumerate(pools.in_order(call, parts, scheduler=cluster.address, games=["maharani"])):
        found += rows
        if number == 2:
            cluster.kill()
        if number == 5:
            cluster.work()
    assert found == [row for part in parts for row in play(plan, part)]


def test_games_that_are_begun_while_another_is_in_its_middle(monkeypatch: pytest.MonkeyPatch) -> None:
    plan = begun(Plan("maharani", tuple(PLAYERS["maharani"][2]), "random", "threads", turns=6))[0]
    alone = play(plan, (1, 9))
    choose, left = Uniform.choose, list(range(1, 10))

    def interrupted(bot: Uniform, state: State, random: Random) -> Step:
        if left:
            number = left.pop()
            assert play(plan, (number, number)) == alone[number - 1 : number]
        return choose(bot, state, random)

    monkeypatch.setattr(Uniform, "choose", interrupted)
    simulating._prepared.cache_clear()
    assert play(plan, (1, 9)) == alone


@pytest.mark.slow
def test_a_run_that_was_killed_leaves_no_process(tmp_path: Path) -> None:
    """Processes of the run end with it, however it ends."""
    command = [sys.executable, "-m", "pbem", *f"{RUN} --games 9000 --jobs 2 -o r.csv".split()]
    process = subprocess.Popen(command, env=ENVIRONMENT, cwd=tmp_path, stdout=subprocess.DEVNULL)
    waiting = tmp_path / "r.csv.unfinished"
    while process.poll() is None and not (waiting.exists() and waiting.stat().st_size > 900):
        time.sleep(0.01)
    psutil = module("psutil", "psutil, which comes with Dask, is not installed")
    begun = psutil.Process(process.pid).children()
    assert len(begun) >= 2
    process.kill()
    process.wait()
    assert psutil.wait_procs(begun, timeout=30)[1] == []


def test_what_is_not_wanted_any_more_is_not_waited_for(tmp_path: Path) -> None:
    """As after Ctrl-C: a part may take long, or for ever."""
    long = f"import time; time.sleep(60); open({str(tmp_path / 'waited')!r}, 'x')"
    found = pools.in_order(exec, ["", *[long] * 9], jobs=2)
    assert next(found) is None
    found.close()
    assert [*tmp_path.iterdir()] == []


@pytest.mark.parametrize(("second", "most"), [(1000.0, 1), (0.0, 100)])
def test_parts_are_small_where_games_take_long(
    shell: Shell, monkeypatch: pytest.MonkeyPatch, second: float, most: int
) -> None:
    """What is on the disk only when its part is done is lost with a process."""
    clock = count()
    parts: list[tuple[int, int]] = []

    def noted(plan: Plan, part: tuple[int, int]) -> list[Row]:
        parts.append(part)
        return play(plan, part)

    monkeypatch.setattr(time, "monotonic", lambda: next(clock) * second)
    monkeypatch.setattr(simulating, "play", noted)
    assert shell(f"{RUN} --games 120 --turns 1 -o r.csv").exit_code == 0
    assert max(last - first + 1 for first, last in parts) == most
    assert [number for first, last in parts for number in range(first, last + 1)] == [*range(1, 121)]


def test_workers_that_join_get_work() -> None:
    """As many parts are under way as there are workers for, not as there were in the beginning."""
    workers, under_way, most = iter([1] * 6 + [5] * 99), 0, []

    class Future:
        def result(self) -> None:
            nonlocal under_way
            under_way -= 1

    def submit(part: int) -> Future:
        nonlocal under_way
        under_way += 1
        most.append(under_way)
        return Future()

    assert len(list(pools._windowed(submit, range(60), lambda: next(workers)))) == 60
    assert (max(most[:6]), max(most)) == (4, 20)


def test_what_no_scheduler_brings_any_more_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor what another one there does not know; and what a call has raised is not taken for waiting too long."""
    monkeypatch.setattr(pools, "_ASKED", 0.001)

    class Client:
        """What a client says each time that it is asked."""

        def __init__(self, *states: str) -> None:
            self.states = [*states]
            self.scheduler_comm = "first"

        @property
        def status(self) -> str:
            state = self.states.pop(0)
            if state == "again":
                self.scheduler_comm = "second"
            if state == "brought":
                future.set_result(state)
            return "running" if state in ("again", "brought") else state

    def result(*states: str) -> Any:
        return pools._Awaited(future, pools._Connection(Client(*states))).result()

    future: Future[str] = Future()
    for states in (["connecting"], ["running", "closed"], ["running", "again"]):
        with pytest.raises(CancelledError):
            result(*states)
    assert result("running", "running", "brought") == "brought"
    future = Future()
    future.set_exception(TimeoutError("of a bot"))
    with pytest.raises(TimeoutError, match="of a bot"):
        result()


@pytest.mark.slow
def test_a_scheduler_without_pbem(tmp_path: Path, shell: Shell) -> None:
    started = Cluster(tmp_path, "-c", BARE)
    try:
        started.work()
        result = shell(f"{RUN} --games 4 -o r.csv --scheduler {started.address}")
    finally:
        started.close()
    assert result.exit_code == 3
    assert result.stderr.startswith(f"pbem: the scheduler at {started.address} has no pbem, or another version: ")
    assert result.stderr.count("\n") == 1
    assert not [*Path().glob("r.csv*")]


@pytest.mark.slow
def test_a_bot_that_fails_is_told_once(cluster: Cluster, shell: Shell) -> None:
    result = shell(f"{RUN} --bots best --games 4 --scheduler {cluster.address}")
    assert (result.exit_code, result.stderr) == (2, "pbem: there is no bot `best`: random, greedy, search\n")


@pytest.mark.slow
def test_another_worker_is_refused_by_name(cluster: Cluster, shell: Shell) -> None:
    while cluster.workers:
        cluster.kill()
    result = shell(f"{RUN} --games 4 --scheduler {cluster.address}")
    assert result.exit_code == 3
    assert result.stderr == (
        f"pbem: the scheduler at {cluster.address} has no workers yet; start one: dask worker {cluster.address}\n"
    )
    cluster.work("-c", OTHER)
    late().save("late.toml")
    for line in (f"{RUN} --games 4 -o r.csv", "analyse late.toml --budget 2", "check late.toml"):
        result = shell(f"{line} --scheduler {cluster.address}")
        assert result.exit_code == 3
        assert result.stderr.startswith("pbem: the worker tcp://127.0.0.1:")
        assert " has pbem 0.0.1, maharani " in result.stderr
        assert f"this run is made with pbem {pbem.__version__}, maharani " in result.stderr
        assert (result.stderr.count("\n"), result.stdout) == (1, "")
    assert [path.name for path in Path().glob("r.csv*")] == []
    cluster.kill()


@pytest.mark.slow
def test_a_scheduler_that_goes_away(cluster: Cluster, tmp_path: Path, shell: Shell) -> None:
    cluster.work()
    line = f"{RUN} --games 900 -o r.csv"
    args = [*line.split(), "--scheduler", cluster.address]
    code = f"from pbem import cli, pools; pools._WAIT = '2s'; raise SystemExit(cli.run({args!r}))"
    command = [sys.executable, "-c", code]
    process = subprocess.Popen(command, env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    waiting = Path("r.csv.unfinished")
    while process.poll() is None and not (waiting.exists() and waiting.stat().st_size > 600):
        time.sleep(0.01)
    cluster.scheduler.kill()
    told, errors = process.communicate()
    assert told == ""
    assert errors == f"pbem: the scheduler at {cluster.address} went away: CancelledError\n"
    assert process.returncode == 3
    rows = waiting.read_bytes().count(b"\n")
    assert 1 < rows < 900
    again = line.replace("900", str(rows + 5))
    result = shell(f"{again} --resume --scheduler {cluster.address}")
    assert result.exit_code == 3
    assert result.stderr.startswith(f"pbem: there is no scheduler at {cluster.address}: ")
    assert shell(f"{again} --resume").exit_code == 0
    assert shell(again.replace("r.csv", "whole.csv")).exit_code == 0
    assert Path("r.csv").read_bytes() == Path("whole.csv").read_bytes()


@pytest.mark.parametrize(
    "address",
    [
        "nowhere",
        pytest.param("tcp://127.0.0.1:1", marks=pytest.mark.slow),
        "http://127.0.0.1:1",
        "tls://127.0.0.1:1",
        "ucx://127.0.0.1:1",
        "",
    ],
)
def test_a_scheduler_that_is_not_there(shell: Shell, address: str) -> None:
    dask()
    result = shell(f"{RUN} --games 4 -o r.csv --scheduler '{address}'")
    assert result.exit_code == 3
    assert result.stderr.startswith(f"pbem: there is no scheduler at {address}: ")
    assert result.stderr.count("\n") == 1
    assert [path.name for path in Path().glob("*")] == []


@pytest.mark.parametrize("said", [b"", b"HTTP/1.0 400 Bad Request\r\n\r\n", b"\1" + bytes(31), None])
def test_what_answers_and_is_no_scheduler(shell: Shell, monkeypatch: pytest.MonkeyPatch, said: bytes | None) -> None:
    """Nothing, as the dashboard of a scheduler does; words of others; or TLS is wanted, and not set up."""
    dask()
    monkeypatch.setattr(pools, "_WAIT", "300ms")
    with socket.create_server(("127.0.0.1", 0)) as server:
        held = []

        def answer() -> None:
            held.append(server.accept()[0])
            held[0].sendall(said or b"")

        thread = threading.Thread(target=answer, daemon=True)
        address = f"{'tcp' if said is not None else 'tls'}://127.0.0.1:{server.getsockname()[1]}"
        thread.start()
        result = shell(f"{RUN} --games 4 -o r.csv --scheduler {address}")
        for connection in held:
            connection.close()
    assert result.exit_code == 3
    assert result.stderr.startswith(f"pbem: there is no scheduler at {address}: ")
    assert (result.stderr.count("\n"), [*Path().iterdir()]) == (1, [])
