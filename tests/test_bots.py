"""Bots: the same everywhere, seeing no more than a player, told by name where they fail."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

import pbem
from pbem import advice, legal, packages, registry, simulating
from pbem.bots import BotError, make, names
from pbem.bots.search import Search
from pbem.game import CHANCE, NOBODY
from pbem.pools import DifferentWorker
from pbem.session import Session
from tests.processes import cold
from tests.support import PLAYERS, ROOT, game_ids, new_hex, new_manual, played_hex, random_hex
from tests.test_cli import Shell

SPECS = ("random", "greedy:300", "search:6")


@pytest.fixture
def shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Shell:
    """A shell in an empty folder."""
    return Shell(tmp_path, monkeypatch)


@pytest.fixture(scope="module", autouse=True)
def nim() -> Iterator[Any]:
    """The rules of examples/nim; those of hex are loaded as well (see tests/outside/conftest.py)."""
    with pytest.MonkeyPatch.context() as patch:
        entries = {}
        for name, folder in (("nim", ROOT / "examples" / "nim"), ("hex", ROOT / "tests" / "outside")):
            patch.syspath_prepend(str(folder))
            entries[name] = [packages.Entry(name, f"pbem-{name}", "0.1.0", f"pbem_{name}.rules:{name.title()}")]
        patch.setattr(packages, "_entries", lambda: entries)
        packages.origin.cache_clear()
        registry.load("hex")
        yield registry.load("nim")
    packages.origin.cache_clear()


def begun(game_id: str, seed: str = "bots") -> Session:
    """A game of two, dealt."""
    return pbem.new(game_id, PLAYERS[game_id][2], seed=seed, first="Ana", id="bots")


# Choosing


def test_those_of_pbem_are_there() -> None:
    assert names()[:3] == ["random", "greedy", "search"]
    for spec, budget in (("search:7", 7), ("search", 1000), ("greedy:9", 9), (" greedy ", legal.POSITIONS)):
        assert make(spec, registry.load("rajas")).budget == budget


@pytest.mark.parametrize(
    ("spec", "told"),
    [
        ("best", "there is no bot `best`: random, greedy, search"),
        ("", "there is no bot ``"),
        ("search:0", "a number from 1 to 10000000, as in `search:1000`, not `0`"),
        ("search:-1", "not `-1`"),
        ("search:", "not ``"),
        ("search:1e3", "not `1e3`"),
        ("search:10000001", "not `10000001`"),
        ("search:٣", "not `٣`"),
    ],
)
def test_what_is_no_bot_is_told(spec: str, told: str) -> None:
    with pytest.raises(BotError) as error:
        make(spec, registry.load("rajas"))
    assert told in str(error.value)
    assert error.value.status == 2


@pytest.mark.parametrize("game_id", game_ids())
@pytest.mark.parametrize("spec", SPECS)
def test_a_choice_follows_from_position_and_numbers(game_id: str, spec: str) -> None:
    game = begun(game_id)
    state, key = game.state, game.key
    bot = make(spec, game.rules)
    assert bot.name == spec
    chosen = [bot.choose(state, Random(number)) for number in (1, 1, *range(6 if spec == "random" else 0))]
    assert chosen[0] == chosen[1] == make(spec, game.rules).choose(state, Random(1))
    assert spec != "random" or len({*chosen}) > 1
    assert {*chosen} <= {*state.steps()}
    assert repr(state) == repr(game.state)
    assert game.key == key


@pytest.mark.parametrize("hashes", ["1", "2"])
def test_a_choice_does_not_follow_from_the_process(hashes: str, tmp_path: Path) -> None:
    code = (
        "import pbem; from pbem import advice\n"
        "for game, players in (('maharani', ['Ana=g,y', 'Bob=r,b']), ('rajas', ['Ana=yellow', 'Bob=red'])):\n"
        "    game = pbem.new(game, players, seed='bots', first='Ana', id='bots')\n"
        "    print(*advice.play(game, 'search:6'), *advice.play(game, 'random'), sep='\\n')\n"
    )
    here = []
    for game_id in ("maharani", "rajas"):
        game = begun(game_id)
        here += [*advice.play(game, "search:6"), *advice.play(game, "random")]
    assert cold("-c", code, folder=tmp_path, PYTHONHASHSEED=hashes).stdout.splitlines() == here


@pytest.mark.parametrize("game_id", game_ids())
def test_greedy_takes_what_earns_most(game_id: str) -> None:
    game = begun(game_id)
    for _ in range(1 if game_id == "majolica" else 2):
        best = max(sum(move.earns) for move in game.legal(every=False))
        line = advice.suggest(game, "greedy", 5)[0]
        assert sum(line.earns) == best
        game.play(line.move)


def test_greedy_takes_any_of_the_best() -> None:
    game = new_hex()  # nothing earns anything there
    bot = make("greedy", game.rules)
    assert len({bot.choose(game.state, Random(number)) for number in range(12)}) > 4


def test_a_bound_on_greedy_is_kept() -> None:
    """With one position looked at the first way to go on stands for the best, and here that misses what earns most."""
    game = begun("rajas")
    steps = game.state.steps()
    worth = dict(zip(steps, legal.worth(game.state, steps), strict=True))
    bounded, whole = (make(spec, game.rules).choose(game.state, Random(1)) for spec in ("greedy:1", "greedy"))
    assert worth[bounded] < worth[whole] == max(worth.values())


# Searching


@pytest.mark.parametrize("game_id", game_ids())
def test_search_knows_no_seed(game_id: str) -> None:
    """Games whose positions are equal get the same answer, however what comes next was decided."""
    drawn = new_manual(game_id, 2)
    drawn.deal(Random(3))
    lines = drawn.log
    said = []
    for kind, secret in (("manual", None), ("keeper", "0" * 64), ("keeper", "1" * 64)):
        game = pbem.new(game_id, PLAYERS[game_id][2], kind=kind, first="Ana", id="test", secret=secret)
        if kind == "keeper":  # somebody who has not got the secret
            game = Session(game.rules, game.header)
        game.play(*lines)
        assert game.key == drawn.key
        said.append(advice.suggest(game, "search:6", 3))
    assert said[0] == said[1] == said[2]
    assert advice.suggest(drawn, "search:6", 3, "other numbers") != said[0]


def test_search_sees_no_seed_in_a_state(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor anything that deals for a game: what is due is drawn with the numbers of the search."""
    game = begun("rajas")
    wanted = advice.suggest(game, "search:6", 3)
    assert game.dealer is not None
    monkeypatch.setattr(type(game.dealer), "choose", lambda *_: pytest.fail("the game's own draws"))
    assert advice.suggest(game, "search:6", 3) == wanted


@pytest.mark.parametrize("heaps", [[1, 2, 0], [0, 4, 2], [2, 2, 1], [1, 1, 3]])
def test_search_wins_nim(nim: Any, heaps: list[int]) -> None:
    from pbem_nim.state import State as Nim

    state: Any = Nim(heaps, 0)
    state.apply(Search(nim, 400).choose(state, Random(1)))
    rest = 0
    for heap in state.heaps:
        rest ^= heap
    assert rest == 0  # Bouton: so whoever moved wins


def test_search_sees_what_wins_at_once() -> None:
    game = random_hex(Random(6))
    last = game.before(game.turn - 1)
    wins = set()
    for step in last.steps():
        after = last.copy()
        after.apply(step)
        wins |= {step} if after.actor == NOBODY else set()
    assert 1 <= len(wins) < len(last.steps()) / 2
    for number in range(3):
        assert make("search:60", game.rules).choose(last, Random(number)) in wins
    found = Search(game.rules, 60).found(last, Random(1))
    assert found[0].expected == 1


def test_search_plays_hex() -> None:
    game = played_hex("c2 e5 f6")
    before = game.key
    for _ in range(2):
        advice.play(game, "search:20")
    assert game.turn == 6
    assert game.key != before


@pytest.mark.parametrize("game_id", game_ids())
def test_search_plays_on_with_what_is_hidden_and_with_chance_in_turns(game_id: str) -> None:
    game = begun(game_id)
    drawn = len(game.log)
    for turn in range(1, 6):
        assert game.turn == turn
        lines = advice.play(game, "search:3")
        drawn += sum(line.startswith(("draw", "roll")) for line in lines)
    assert game.state.actor != CHANCE
    assert drawn >= 2
    assert pbem.read(game.record()).key == game.key


def test_tries_are_told() -> None:
    """Tries are shared out, the best move gets most, and where there is one try there is no spread."""
    game = begun("maharani")
    found = advice.suggest(game, "search:30", 5)
    assert [one.tries for one in found] == sorted((one.tries for one in found), key=lambda tries: -(tries or 0))
    assert sum(one.tries or 0 for one in found) <= 30
    assert all(one.error is not None and one.error > 0 for one in found if one.tries and one.tries > 3)


# Bots of packages

BOTS = '''
import os
class Last:
    """Takes the last step there is."""
    def __init__(self, rules, budget):
        self.name, self.budget = "last", budget or 1
    def choose(self, state, random): return state.steps()[-1]

class Raising(Last):
    def choose(self, state, random): raise RuntimeError("out of\\nideas")

class Panic(BaseException): "As one written in Rust raises it."
class Panicking(Last):
    def choose(self, state, random): raise Panic("at src/lib.rs:7")

class Untold(Exception):
    def __str__(self): raise RuntimeError
class Speechless(Last):
    def choose(self, state, random): raise Untold

class Wordy(Last):
    def choose(self, state, random): raise ValueError("word " * 99999)

class Illegal(Last):
    def choose(self, state, random): return type(state.steps()[-1])(*[None] * len(state.steps()[-1]))

class Odd:
    def __repr__(self): return "two\\nlines" + "!" * 999
class Unprintable:
    def __repr__(self): raise RuntimeError
class Rubbish(Last):
    def choose(self, state, random): return Odd()
class Nameless(Last):
    def choose(self, state, random): return Unprintable()

class Unlike(int):
    def __eq__(self, other): raise ValueError

class Floating(Last):
    other = float
    def choose(self, state, random):
        step = state.steps()[-1]
        return type(step)(*[self.other(value) if type(value) is int else value for value in step])

class Doubtful(Floating):
    other = Unlike

class Changing(Last):
    def choose(self, state, random):
        step = state.steps()[0]
        state.apply(step)
        return step

class Talking(Last):
    def __init__(self, rules, budget):
        super().__init__(rules, budget)
        print("made")
    def choose(self, state, random):
        print("thinking")
        os.chdir("/")
        return super().choose(state, random)

def nothing(rules, budget): return None
def refusing(rules, budget): raise ValueError("no game for me")
'''


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package with bots on the path."""
    made = ["Last", "Raising", "Illegal", "Changing", "Rubbish", "Nameless", "Panicking", "Speechless", "Wordy"]
    entries = {name.lower(): name for name in [*made, "Missing", "Floating", "Doubtful"]}
    entries |= {"nothing": "nothing", "refusing": "refusing", "greedy": "Last"}
    (tmp_path / "more_bots.py").write_text(BOTS)
    (tmp_path / "talking_bots.py").write_text("from more_bots import Talking\nprint('imported')\n")
    monkeypatch.delitem(sys.modules, "talking_bots", raising=False)
    info = tmp_path / "more_bots-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: more-bots\nVersion: 1.0\n")
    points = "".join(f"{name} = more_bots:{value}\n" for name, value in entries.items())
    (info / "entry_points.txt").write_text(
        f"[pbem.bots]\n{points}gone = no_such_module:Bot\ntalking = talking_bots:Talking\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    return tmp_path


def test_bots_of_packages_play(package: Path) -> None:
    assert {"last", "raising", "gone"} < {*names()[3:]}
    assert names().count("greedy") == 1
    game = begun("rajas")
    assert type(make("greedy", game.rules)).__module__ == "pbem.bots.base"
    assert make("last:4", game.rules).budget == 4
    first = game.state.steps()[-1]
    assert advice.play(game, "last")[0].startswith(f"1 Ana: {game.rules.words.format_step(first)}")


@pytest.mark.parametrize(
    ("spec", "told"),
    [
        ("missing", "the bot `missing` cannot be imported: AttributeError: module 'more_bots' has no attribute"),
        ("gone", "the bot `gone` cannot be imported: ModuleNotFoundError: No module named 'no_such_module'"),
        ("nothing", "the bot `nothing` cannot be made: AttributeError: 'NoneType' object has no attribute 'budget'"),
        ("refusing", "the bot `refusing` cannot be made: ValueError: no game for me"),
        ("raising", "the bot `raising` failed in turn 1: RuntimeError: out of ideas"),
        ("panicking", "the bot `panicking` failed in turn 1: Panic: at src/lib.rs:7\n"),
        ("speechless", "the bot `speechless` failed in turn 1: Untold\n"),
        ("wordy", "the bot `wordy` failed in turn 1: ValueError: word word"),
        ("doubtful", "the bot `doubtful` failed in turn 1: ValueError\n"),
        ("illegal", "the bot `illegal` chose what may not be played in turn 1: "),
        ("rubbish", "the bot `rubbish` chose what may not be played in turn 1: two lines!!!"),
        ("nameless", "the bot `nameless` chose what may not be played in turn 1: a Unprintable\n"),
    ],
)
@pytest.mark.parametrize("command", ["move g.toml --bot {}", "suggest g.toml --bot {}", "simulate GAME --bots {}"])
def test_faulty_ones_are_told(
    package: Path, monkeypatch: pytest.MonkeyPatch, spec: str, told: str, command: str
) -> None:
    """In one sentence, and nothing is played."""
    shell = Shell(package, monkeypatch)
    begun("maharani").save("g.toml")
    before = Path("g.toml").read_bytes()
    line = command.format(spec).replace("GAME", "maharani --player Ana=g,y --player Bob=r,b --first Ana")
    result = shell(line)
    assert told in result.stderr
    assert result.stderr.count("\n") == 1
    assert len(result.stderr) < 1500
    assert "Traceback" not in result.stderr
    assert result.exit_code == 2
    assert Path("g.toml").read_bytes() == before


def test_a_run_is_of_the_versions_of_its_bots(package: Path) -> None:
    """Rows of one version are not mixed with those of another, in a file or on a cluster."""
    plan = simulating.begun(simulating.Plan("maharani", tuple(PLAYERS["maharani"][2]), "last:5,random", "s"))[0]
    assert plan.version == f"{pbem.__version__}, more-bots 1.0"
    assert len(simulating.play(plan, (1, 2))) == 2
    metadata = package / "more_bots-1.0.dist-info" / "METADATA"
    metadata.write_text(metadata.read_text().replace("Version: 1.0", "Version: 1.1"))
    assert simulating.begun(plan)[0].name() != plan.name()
    simulating._prepared.cache_clear()
    with pytest.raises(DifferentWorker, match=r"more-bots 1\.1 is here, this run is made with pbem .*more-bots 1\.0"):
        simulating.play(plan, (1, 2))
    built_in = simulating.Plan("maharani", tuple(PLAYERS["maharani"][2]), "greedy:5", "s")
    assert simulating.begun(built_in)[0].version == pbem.__version__


def test_a_bot_that_changes_a_position_changes_no_game(package: Path) -> None:
    game = begun("rajas")
    state = game.state
    step = make("changing", game.rules).choose(state, Random(1))
    assert step == state.steps()[0]
    assert repr(state) == repr(game.state)
    assert advice.play(game, "changing")


def test_a_step_with_values_of_other_types_is_played_as_the_listed_one(package: Path) -> None:
    game, same = begun("maharani"), begun("maharani")
    step = make("floating", game.rules).choose(game.state, Random(1))
    assert repr(step) == repr(game.state.steps()[-1])
    assert advice.play(game, "floating") == advice.play(same, "last")


@pytest.mark.parametrize("command", ["move g.toml", "suggest g.toml", "simulate GAME --games 1"])
def test_what_a_bot_prints_and_where_it_goes(package: Path, monkeypatch: pytest.MonkeyPatch, command: str) -> None:
    shell = Shell(package, monkeypatch)
    begun("maharani").save("g.toml")
    option = "--bots" if command.startswith("simulate") else "--bot"
    line = command.replace("GAME", "maharani --player Ana=g,y --player Bob=r,b --turns 2")
    quiet, talking = (shell(f"{line} {option} {name} --json") for name in ("last", "talking"))
    assert quiet.exit_code == talking.exit_code == 0, talking.stderr
    assert {*json.loads(talking.stdout)} == {*json.loads(quiet.stdout)}
    assert [*dict.fromkeys(talking.stderr.splitlines())] == ["imported", "made", "thinking"]
