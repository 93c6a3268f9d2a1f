"""One suite over every game and number of players: whatever the rules are, this must hold."""

import random
import re

import pytest

from pbem import board, registry, report, save, session
from pbem.errors import PbemError
from pbem.game import CHANCE, NOBODY, Illegal
from pbem.notation import Chance, Turn
from tests.invariants import CHECKS
from tests.support import PLAYERS, chooser, game_ids, new_manual, play_turn, random_lines

CASES = [(game_id, count) for game_id in game_ids() for count in registry.load(game_id).counts]
SEEDS = 8  # tasks the games are spread over


@pytest.mark.parametrize("game_id", game_ids())
def test_every_game_has_players_and_invariants_here(game_id: str) -> None:
    assert list(PLAYERS[game_id]) == list(registry.load(game_id).counts)
    assert game_id in CHECKS


@pytest.mark.parametrize("task", range(SEEDS))
@pytest.mark.parametrize(("game_id", "count"), CASES)
def test_random_games_run_to_the_end(game_id: str, count: int, task: int, games: int) -> None:
    """Every invariant after every line; every line reads back as what was played; copies are independent."""
    for seed in range(task, games, SEEDS):
        rng = random.Random(f"{game_id} {count} {seed}")
        game = new_manual(game_id, count)
        invariant = CHECKS[game_id]
        invariant(game)
        for _ in range(5000):
            if game.state.actor == NOBODY:
                break
            before = game.key
            state = game.state.copy()
            if state.actor == CHANCE:
                text = game.fold.notation.format(Chance(state.deal(chooser(rng)), None))
            else:
                number, name = state.turn, game.header.names[state.actor]
                steps = play_turn(state, rng)
                text = game.fold.notation.format(Turn(number, name, steps, state.earned, None))
            assert game.key == before  # the copy was played, not the game
            assert game.play(text) == [text]
            assert game.fold.notation.format(game.fold.notation.parse(text)) == text
            invariant(game)
        assert game.over
        assert game.winners
        again = session.read(game.record().encode(), "record")
        assert again.record() == game.record()
        assert again.scores == game.scores


@pytest.mark.parametrize(("game_id", "count"), CASES)
def test_every_listed_turn_is_accepted_and_earns_what_is_listed(game_id: str, count: int) -> None:
    rng = random.Random(f"listed {game_id} {count}")
    for _ in range(6):
        game = new_manual(game_id, count)
        random_lines(game, rng, most=rng.randrange(1, 60))
        if game.state.actor == CHANCE:
            random_lines(game, rng, most=1)
        assert game.over or game.legal()
        for move in rng.sample(game.legal(), min(60, len(game.legal()))):
            trial = session.read(game.record().encode(), "record")
            line = trial.play(move.text)[0]
            assert line.endswith(f"{move.text} ={','.join(map(str, move.earns))}")


@pytest.mark.parametrize(("game_id", "count"), CASES)
def test_steps_not_listed_are_refused_and_change_nothing(game_id: str, count: int) -> None:
    """Steps that were legal elsewhere, tried where they are not."""
    rng = random.Random(f"refused {game_id} {count}")
    pool = set()
    games = []
    for _ in range(12):
        game = new_manual(game_id, count)
        random_lines(game, rng, most=rng.randrange(1, 50))
        if game.state.actor == CHANCE:
            random_lines(game, rng, most=1)
        games.append(game)
        pool |= set(game.state.steps())
    refused = 0
    for game in games:
        legal = set(game.state.steps())
        for step in pool - legal:
            before = game.key
            position = game.game.position(game.state, game.header.names)
            with pytest.raises(Illegal) as error:
                game.fold.state.apply(step)
            assert game.game.words.explain(error.value)
            assert (game.key, game.game.position(game.state, game.header.names)) == (before, position)
            refused += 1
    assert refused > 300


@pytest.mark.parametrize(("game_id", "count"), CASES)
def test_undo_is_the_shorter_game(game_id: str, count: int) -> None:
    """After `undo N` the position is the one before turn N, and it stays so when the log is read again."""
    rng = random.Random(f"undo {game_id} {count}")
    for _ in range(10):
        game = new_manual(game_id, count)
        keys = {}
        while not game.over:
            if game.state.actor != CHANCE:
                keys[game.turn] = game.key
            random_lines(game, rng, most=1)
        for _ in range(5):
            if len(keys) < 2:
                break
            turn = rng.choice(list(keys))
            game.undo(turn, "trying something else")
            assert (game.turn, game.key) == (turn, keys[turn])
            keys = {number: key for number, key in keys.items() if number <= turn}
            assert session.read(game.toml().encode(), "save").key == keys[turn]
            assert game.log[-1] == f"undo {turn} ; trying something else"
            random_lines(game, rng, most=4)
            del keys[turn]
        CHECKS[game_id](game)


@pytest.mark.parametrize(("game_id", "count"), CASES)
def test_undo_and_the_same_turns_again_deal_the_same(game_id: str, count: int) -> None:
    words = PLAYERS[game_id][count]
    game = session.new(game_id, words, kind="seed", seed="again", id="again")
    rng = random.Random(5)
    for _ in range(12):
        play = game.state.copy()
        number = play.turn
        steps = play_turn(play, rng)
        game.play(game.fold.notation.format_steps(steps))
        assert game.turn == number + 1
    log = game.log
    game.undo(4)
    turns = [line for line in log if re.match(r"\d", line)]
    game.play(*turns[3:])
    assert game.log[len(log) + 1 :] == log[log.index(turns[3]) :]


@pytest.mark.parametrize("kind", ["seed", "keeper"])
@pytest.mark.parametrize(("game_id", "count"), CASES)
def test_save_file_and_record_are_the_same_content(game_id: str, count: int, kind: str) -> None:
    """TOML to record to TOML, and record to TOML to record, byte for byte."""
    secret = "kept" if kind == "keeper" else None
    game = session.new(game_id, PLAYERS[game_id][count], kind=kind, secret=secret, seed=None, id="same")
    rng = random.Random(f"{kind} {count}")
    for _ in range(10):
        steps = play_turn(game.state.copy(), rng)
        game.play(game.fold.notation.format_steps(steps) + " ; as played")
    toml, text = game.toml(), game.record()
    assert session.read(text.encode(), "record", secret).toml() == toml
    assert session.read(toml.encode(), "save", secret).record() == text
    assert save.is_record(text)
    assert not save.is_record(toml)


@pytest.mark.parametrize(("game_id", "count"), CASES)
def test_any_position_is_a_setup(game_id: str, count: int) -> None:
    """`setup` and `new --setup` are inverse, draws that are due included, and the drawn board says the same."""
    rng = random.Random(f"setup {game_id} {count}")
    for _ in range(40):
        game = new_manual(game_id, count)
        random_lines(game, rng, most=rng.randrange(0, 90))
        if game.over:
            continue
        again = session.new(game_id, kind="manual", setup=game.setup())
        assert again.key == game.key
        assert again.game.position(again.state, again.header.names) == game.game.position(game.state, game.header.names)
        CHECKS[game_id](again)
        drawn = game.game.paint.read(game.game, game.game.paint.board(game.state))
        lines = game.game.position(game.state, game.header.names)
        assert sorted(drawn) == sorted(line for line in lines if line.startswith("at "))


def _bad_start(line: str) -> bool:
    return bool(re.match(r"[\s>|.]|From |-+$", line)) or line != line.rstrip()


@pytest.mark.parametrize(("game_id", "count"), CASES)
def test_what_is_pasted_survives_mail(game_id: str, count: int) -> None:
    """Width, characters and starts of lines; nothing that could be read as a line of the log."""
    rng = random.Random(f"mail {game_id} {count}")
    for _ in range(25):
        game = new_manual(game_id, count)
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
        for line in game.game.paint.board(game.state):
            assert len(line) <= board.BOARD_WIDTH
            assert "  " not in line


@pytest.mark.parametrize(("game_id", "count"), CASES)
def test_secrets_are_never_shown(game_id: str, count: int) -> None:
    game = session.new(game_id, PLAYERS[game_id][count], kind="keeper", secret="hidden-words", id="s")
    shown = "\n".join([*report.show(game), str(report.as_json(game)), game.toml(), game.record(), game.setup()])
    assert "hidden-words" not in shown
    seeded = session.new(game_id, PLAYERS[game_id][count], kind="seed", seed="open-words", id="s")
    assert "open-words" not in "\n".join([*report.show(seeded), str(report.as_json(seeded))])
