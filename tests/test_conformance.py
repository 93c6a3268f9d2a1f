"""One suite over every game and number of players: whatever the rules are, this must hold."""

import random
import re

import pytest

import pbem
from pbem import board, record, registry, report
from pbem.errors import PbemError
from pbem.game import CHANCE, Illegal
from pbem.session import Session
from tests.invariants import CHECKS
from tests.support import (
    PLAYERS,
    POLICIES,
    Case,
    Policy,
    cases,
    game_ids,
    play_turn,
    random_line,
    random_lines,
    replacing,
    somewhere,
)

CASES = cases()
ALL = pytest.mark.parametrize("case", CASES, ids=str)
PLAIN_AND_FULL = [case for case in CASES if len(case.options) in (0, len(registry.load(case.game).options))]
EACH = pytest.mark.parametrize("case", PLAIN_AND_FULL, ids=str)
SEEDS = 4  # tasks the games of a case are spread over
SHARE = {game_id: len(cases(game_id)) // len(registry.load(game_id).counts) for game_id in game_ids()}
SHORTER = {"majolica": 10, "rajas": 5}  # its games take so many times as long


@pytest.mark.parametrize("game_id", game_ids())
def test_every_game_has_players_and_invariants_here(game_id: str) -> None:
    assert list(PLAYERS[game_id]) == list(registry.load(game_id).counts)
    assert game_id in CHECKS
    assert game_id in POLICIES


def play_checked(game: Session, rng: random.Random, policy: Policy, most: int) -> None:
    """Plays at random: every invariant after every line; every line reads back as what was played."""
    invariant = CHECKS[game.rules.id]
    invariant(game)
    for _ in range(most):
        if game.over:
            return
        before = game.key
        text = random_line(game, rng, policy)
        assert game.key == before  # a copy was played, not the game
        assert game.play(text) == [text]
        assert game.fold.notation.format(game.fold.notation.parse(text)) == text
        invariant(game)


def check_read_again(game: Session) -> None:
    again = pbem.read(game.record().encode(), "record")
    assert again.record() == game.record()
    assert again.scores == game.scores
    assert again.key == game.key


@pytest.mark.parametrize("task", range(SEEDS))
@ALL
def test_random_games_run_to_the_end(case: Case, task: int, games: int | None) -> None:
    default = 200 // SHARE[case.game] // SHORTER.get(case.game, 1)
    for seed in range(task, games or default, SEEDS):
        rng = random.Random(f"{case} {seed}")
        game = case.new()
        play_checked(game, rng, POLICIES[case.game], 20000)
        assert game.over
        assert game.winners or game.rules.details(game.state)["rating"]
        check_read_again(game)


@pytest.mark.parametrize("case", cases("majolica"), ids=str)
def test_random_games_that_replace_cards_freely(case: Case, games: int | None) -> None:
    """They practically never end: a fixed number of lines, about ten rounds."""
    for seed in range(max(1, (games or 20) // 10)):
        rng = random.Random(f"replacing {case} {seed}")
        game = case.new()
        play_checked(game, rng, replacing, 120)
        check_read_again(game)


@EACH
def test_every_listed_turn_is_accepted_and_earns_what_is_listed(case: Case) -> None:
    rng = random.Random(f"listed {case}")
    for _ in range(4):
        game = somewhere(case, rng, 60)
        moves = game.legal()
        assert game.over or moves
        for move in rng.sample(moves, min(40, len(moves))):
            trial = pbem.read(game.record().encode(), "record")
            claim = ",".join(map(str, move.earns))
            line = trial.play(f"{move.text} ={claim}")[0]
            assert line.endswith(f"{move.text} ={claim}")


@EACH
def test_steps_not_listed_are_refused_and_change_nothing(case: Case) -> None:
    """Steps that were legal elsewhere, tried where they are not."""
    rng = random.Random(f"refused {case}")
    pool = set()
    games = []
    for _ in range(12):
        game = somewhere(case, rng, 50)
        games.append(game)
        pool |= set(game.state.steps())
    refused = 0
    for game in games:
        legal = set(game.state.steps(voluntary=True))
        for step in pool - legal:
            before = game.key
            position = game.rules.position(game.state, game.header.names)
            with pytest.raises(Illegal) as error:
                game.fold.state.apply(step)
            assert game.rules.words.explain(error.value)
            assert (game.key, game.rules.position(game.state, game.header.names)) == (before, position)
            refused += 1
    assert refused > 300


@EACH
def test_results_of_chance_that_do_not_fit_are_refused_and_change_nothing(case: Case) -> None:
    """Results that were due elsewhere, put where another one is due or none."""
    rng = random.Random(f"results {case}")
    games, results = [], set()
    for number in range(12):
        game = case.new()
        for _ in range(number):  # the first ones are still in their start
            random_lines(game, rng, most=1 if number < 6 else 8)
        games.append(game)
        if game.state.actor == CHANCE:
            results.add(game.state.deal(lambda purpose, event, n: rng.randrange(n)))
    refused = 0
    for game in games:
        for result in results:
            before = game.rules.position(game.state, game.header.names), game.key
            try:
                game.state.copy().apply(result)
            except Illegal as error:
                assert game.rules.words.explain(error)
                with pytest.raises(Illegal):
                    game.fold.state.apply(result)
                assert (game.rules.position(game.state, game.header.names), game.key) == before
                refused += 1
    assert refused > 5


@EACH
def test_undo_is_the_shorter_game(case: Case) -> None:
    """After `undo N` the position is the one before turn N, and it stays so when the log is read again."""
    rng = random.Random(f"undo {case}")
    for _ in range(10):
        game = case.new()
        keys: dict[int, str] = {}
        while not game.over and len(game.log) < 100:
            if game.state.actor != CHANCE:
                keys.setdefault(game.turn, game.key)  # a turn may have several lines
            random_lines(game, rng, most=1)
        for _ in range(5):
            if len(keys) < 2:
                break
            turn = rng.choice(list(keys))
            game.undo(turn, "trying something else")
            assert (game.turn, game.key) == (turn, keys[turn])
            keys = {number: key for number, key in keys.items() if number <= turn}
            assert pbem.read(game.toml().encode(), "save").key == keys[turn]
            assert game.log[-1] == f"undo {turn} ; trying something else"
            random_lines(game, rng, most=4)
            del keys[turn]
        CHECKS[case.game](game)


@EACH
def test_undo_and_the_same_turns_again_deal_the_same(case: Case) -> None:
    game = case.new(kind="seed", seed="again", id="again")
    rng = random.Random(5)
    while game.turn <= 12:
        steps = play_turn(game.state, rng)
        game.play(game.fold.notation.format_steps(steps))
    log = game.log
    game.undo(4)
    played = [line for line in log if re.match(r"\d", line)]
    again = [line for line in played if int(line.split()[0]) >= 4]
    game.play(*again)
    assert game.log[len(log) + 1 :] == log[log.index(again[0]) :]


@pytest.mark.parametrize("kind", ["seed", "keeper"])
@EACH
def test_save_file_and_record_are_the_same_content(case: Case, kind: str) -> None:
    """TOML to record to TOML, and record to TOML to record, byte for byte."""
    secret = "kept" if kind == "keeper" else None
    game = case.new(kind=kind, secret=secret, id="same")
    rng = random.Random(f"{kind} {case}")
    for _ in range(10):
        steps = play_turn(game.state.copy(), rng)
        game.play(game.fold.notation.format_steps(steps) + " ; as played")
    toml, text = game.toml(), game.record()
    assert pbem.read(text.encode(), "record", secret).toml() == toml
    assert pbem.read(toml.encode(), "save", secret).record() == text
    assert record.is_record(text)
    assert not record.is_record(toml)


@EACH
def test_any_position_is_a_setup(case: Case) -> None:
    """`setup` and `new --setup` are inverse, draws that are due included, and the drawn board says the same."""
    rng = random.Random(f"setup {case}")
    for _ in range(40):
        game = case.new()
        random_lines(game, rng, most=rng.randrange(0, 90))
        if game.over or not game.rules.whole(game.state):
            continue
        again = pbem.new(case.game, kind="manual", setup=game.setup())
        assert again.key == game.key
        assert again.rules.position(again.state, again.header.names) == game.rules.position(
            game.state, game.header.names
        )
        CHECKS[case.game](again)
        drawn = game.rules.paint.read(game.rules, game.rules.paint.board(game.view()))
        lines = game.rules.position(game.state, game.header.names)
        shown = game.rules.paint.drawn
        assert sorted(drawn) == sorted(line for line in lines if line.split(" ")[0] in shown)


def _bad_start(line: str) -> bool:
    return bool(re.match(r"[\s>|.]|From |-+$", line)) or line != line.rstrip()


@EACH
def test_what_is_pasted_survives_mail(case: Case) -> None:
    """Width, characters and starts of lines; nothing that could be read as a line of the log."""
    rng = random.Random(f"mail {case}")
    for _ in range(25):
        game = case.new()
        random_lines(game, rng, most=rng.randrange(0, 90))
        lines = report.show(game, None, rng.choice(game.header.names))
        for line in lines:
            assert line.isascii()
            assert len(line) <= board.WIDTH
            assert not _bad_start(line)
            assert not set('<>|*_~^@[]{}"\\#`') & set(line)
            assert "--" not in line
            assert "..." not in line
            if line:
                with pytest.raises(PbemError):
                    game.fold.notation.parse(line)
        for line in game.rules.paint.board(game.view()):
            assert len(line) <= board.BOARD_WIDTH
            assert "  " not in line


@EACH
def test_secrets_are_never_shown(case: Case) -> None:
    game = case.new(kind="keeper", secret="hidden-words", id="s")
    setup = game.setup() if game.rules.whole(game.state) else ""
    shown = "\n".join([*report.show(game), str(report.as_json(game)), game.toml(), game.record(), setup])
    assert "hidden-words" not in shown
    seeded = case.new(kind="seed", seed="open-words", id="s")
    assert "open-words" not in "\n".join([*report.show(seeded), str(report.as_json(seeded))])
