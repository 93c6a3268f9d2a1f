"""Bots: the same everywhere, seeing no more than a player, told by name where they fail; `suggest`, `move --bot`."""

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

import pbem
from pbem import advice, legal, packages, registry
from pbem.bots import BotError, make, names
from pbem.bots.search import Search
from pbem.errors import NotThere
from pbem.game import CHANCE, NOBODY
from pbem.session import Session
from tests import hex as hexes
from tests.processes import cold
from tests.support import PLAYERS, ROOT, game_ids, new_manual
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
    game = hexes.new()  # nothing earns anything there
    bot = make("greedy", game.rules)
    assert len({bot.choose(game.state, Random(number)) for number in range(12)}) > 4


def test_a_bound_on_greedy_is_kept() -> None:
    game = begun("maharani")
    for most in (1, 50):
        step = make(f"greedy:{most}", game.rules).choose(game.state, Random(1))
        assert step in game.state.steps()
    best = max(sum(move.earns) for move in game.legal(every=False))
    steps = game.state.steps()
    worth = dict(zip(steps, legal.worth(game.state, steps), strict=True))
    assert worth[make("greedy", game.rules).choose(game.state, Random(1))] == best == max(worth.values())


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
    game = hexes.random_game(Random(6))
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
    game = hexes.played("c2 e5 f6")
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
class Last:
    """Takes the last step there is."""
    def __init__(self, rules, budget):
        self.name, self.budget = "last", budget or 1
    def choose(self, state, random):
        return state.steps()[-1]

class Raising(Last):
    def choose(self, state, random):
        raise RuntimeError("out of\\nideas")

class Illegal(Last):
    def choose(self, state, random):
        return type(state.steps()[-1])(*[None] * len(state.steps()[-1]))

class Changing(Last):
    def choose(self, state, random):
        step = state.steps()[0]
        state.apply(step)
        return step

def nothing(rules, budget):
    return None

def refusing(rules, budget):
    raise ValueError("no game for me")
'''


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package with bots on the path."""
    entries = {"last": "Last", "raising": "Raising", "illegal": "Illegal", "changing": "Changing", "nothing": "nothing"}
    entries |= {"refusing": "refusing", "missing": "Missing", "greedy": "Last"}
    (tmp_path / "more_bots.py").write_text(BOTS)
    info = tmp_path / "more_bots-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: more-bots\nVersion: 1.0\n")
    points = "".join(f"{name} = more_bots:{value}\n" for name, value in entries.items())
    (info / "entry_points.txt").write_text(f"[pbem.bots]\n{points}gone = no_such_module:Bot\n")
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
        ("illegal", "the bot `illegal` chose what may not be played in turn 1: "),
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
    assert "Traceback" not in result.stderr
    assert result.exit_code == 2
    assert Path("g.toml").read_bytes() == before


def test_a_bot_that_changes_a_position_changes_no_game(package: Path) -> None:
    game = begun("rajas")
    state = game.state
    step = make("changing", game.rules).choose(state, Random(1))
    assert step == state.steps()[0]
    assert repr(state) == repr(game.state)
    assert advice.play(game, "changing")


# suggest and move


def test_suggest(shell: Shell) -> None:
    begun("maharani").save("g.toml")
    before = Path("g.toml").read_bytes()
    told = json.loads(shell("suggest g.toml --budget 12 --top 3 --json").stdout)
    assert (told["turn"], told["to_move"], told["outcome"]) == (1, "Ana", "lead")
    assert told["key"] == pbem.load("g.toml").key
    assert len(told["moves"]) == 3
    for move in told["moves"]:
        assert move.keys() == {"move", "earns", "tries", "expected", "error"}
        pbem.load("g.toml").play(f"1 Ana: {move['move']} ={','.join(map(str, move['earns']))}")
    lines = shell("suggest g.toml --budget 12 --top 3").stdout.splitlines()
    assert lines[0] == "Turn 1, Ana: moves, and the lead in points to be expected a round later."
    assert [line.split("   ")[0] for line in lines[1:]] == [
        f"  {number}. {move['move']}" for number, move in enumerate(told["moves"], 1)
    ]
    assert shell("suggest g.toml --budget 12 --top 3").stdout.splitlines() == lines
    assert shell("suggest g.toml --bot greedy").stdout.count("\n") == 2
    assert "`search:5` has its budget: leave out --budget" in shell("suggest g.toml --bot search:5 --budget 6").stderr
    assert Path("g.toml").read_bytes() == before


def test_suggest_where_nobody_is_to_move(shell: Shell) -> None:
    new_manual("maharani", 2).save("g.toml")
    result = shell("suggest g.toml")
    assert result.exit_code == 2
    assert result.stderr.startswith("pbem: nothing can be suggested: a draw is due (")
    game = begun("maharani")
    game.stop()
    with pytest.raises(NotThere, match="nothing can be suggested: the game was stopped"):
        advice.suggest(game, "greedy", 1)
    with pytest.raises(NotThere, match="a bot has nothing to play: the game was stopped"):
        advice.play(game, "greedy")


@pytest.mark.parametrize("game_id", game_ids())
@pytest.mark.parametrize("kind", ["seed", "keeper", "manual"])
@pytest.mark.slow
def test_move_plays_a_turn_through_the_same_door(shell: Shell, game_id: str, kind: str) -> None:
    players = " ".join(f"--player {player}" for player in PLAYERS[game_id][2])
    assert shell(f"new {game_id} g.toml {players} --first Ana --chance {kind}").exit_code == 0
    if kind == "manual":
        game = pbem.load("g.toml")
        game.deal(Random(4))
        game.save()
    for name in ("Ana", "Bob") if kind == "seed" else ("Ana",):
        before = pbem.load("g.toml")
        assert before.to_move == name
        tried = json.loads(shell("move g.toml --bot greedy:100 --dry-run --json").stdout)
        assert (tried["written"], pbem.load("g.toml").log) == (False, before.log)
        done = json.loads(shell("move g.toml --bot greedy:100 --json").stdout)
        after = pbem.load("g.toml")
        assert done["written"]
        assert after.log == before.log + done["added"]
        assert done["added"][: len(tried["added"])] == tried["added"]
        assert done["added"][0].startswith(f"{before.turn} {name}: ")
        assert after.turn > before.turn or after.waits_for_draw
        assert shell("check g.toml").exit_code == 0
    assert shell("move g.toml R --bot greedy").exit_code == 2
    assert shell("move g.toml --bot greedy --turn 77").exit_code == 6


def test_a_bot_stops_where_people_draw(shell: Shell) -> None:
    new_manual("rajas", 2).save("g.toml")
    random = Random(5)
    seen = 0
    for _ in range(24):
        game = pbem.load("g.toml")
        if game.waits_for_draw:
            result = shell("move g.toml --bot greedy")
            assert (result.exit_code, "a bot has nothing to play: a draw is due" in result.stderr) == (2, True)
            seen += game.log[-1:] != [] and game.log[-1].startswith(f"{game.turn} ")
            game.deal(random)
            game.save()
        else:
            assert shell("move g.toml --bot random").exit_code == 0
    assert seen, "no turn waited for people"
