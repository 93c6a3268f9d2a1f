"""The Python API: what `import pbem` offers, with the README's promises about it."""

import copy
import pickle
import random
import statistics
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import pbem
import pbem.mail
import pbem.taking
from pbem import advice
from pbem.session import Session
from pbem.testing import Case
from tests.processes import cold
from tests.support import PLAYERS, case_of, cases, game_ids

TWO = ["Ana=green,yellow", "Bob=red,blue"]
EACH = pytest.mark.parametrize("case", [case for case in cases() if not case.options], ids=str)


def test_every_public_name_is_there() -> None:
    for name in pbem.__all__:
        assert getattr(pbem, name) is not None
    listed = cold("-c", "import pbem; print(*dir(pbem))").stdout.split()
    assert set(pbem.__all__) <= set(listed), "as where a name is completed, before it was used"
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        pbem.nothing  # type: ignore[attr-defined]  # noqa: B018


def test_all_errors_are_public() -> None:
    from pbem import errors

    kinds = {name for name, kind in vars(errors).items() if isinstance(kind, type) and issubclass(kind, Exception)}
    assert kinds <= set(pbem.__all__)


def test_a_game_from_start_to_file_and_back(tmp_path: Any) -> None:
    game = pbem.new("maharani", TWO, seed="taj", id="api")
    path = str(tmp_path / "g.toml")
    game.save(path)
    again = pbem.load(path)
    assert again.play(again.legal()[0]) == again.log[-2:]
    again.save()
    assert pbem.load(path).log == again.log
    assert pbem.read(again.record()).log == pbem.read(again.toml().encode()).log == again.log


@EACH
@pytest.mark.slow
def test_a_line_is_text_or_a_move_or_steps(case: Case) -> None:
    """The same line in three forms gives the same log; steps may have the END that listing has."""
    rng = random.Random(str(case))
    game = case.new(kind="seed", seed="forms", id="forms")
    for _ in range(6):
        move = rng.choice(game.legal())
        lines: tuple[Any, ...] = move.text, move, move.steps
        ways = [pbem.read(game.toml()) for _ in range(4)]
        added = [way.play(line) for way, line in zip(ways, lines, strict=False)]
        added.append(ways[3].play((*move.steps, pbem.END)))
        assert added[0] == added[1] == added[2] == added[3]
        assert ways[0].toml() == ways[3].toml()
        game = ways[0]


@pytest.mark.parametrize("line", [7, None, ["R"], b"R"])
def test_anything_else_is_no_line(line: Any) -> None:
    game = pbem.new("maharani", TWO, seed="taj")
    with pytest.raises(TypeError, match="text, a move of legal\\(\\) or a tuple of steps"):
        game.play(line)
    assert len(game.log) == 1


def test_a_move_of_another_position_is_refused() -> None:
    game = pbem.new("maharani", TWO, seed="taj", first="Ana")
    move = game.legal()[0]
    game.play(move)
    before = game.log
    with pytest.raises(pbem.IllegalMove, match=r"has a tile already$") as error:
        game.play(move)
    assert error.value.details["reason"] == "occupied"
    assert game.log == before


@EACH
def test_playing_through_chance_with_any_source_of_numbers(case: Case) -> None:
    """random.Random, what only has `randrange`, and a function deal the same from the same numbers."""

    class Numbers:
        def __init__(self) -> None:
            self.random = random.Random(3)

        def randrange(self, stop: int, /) -> int:
            return self.random.randrange(stop)

    def sources() -> list[Any]:
        function = random.Random(3)
        return [random.Random(3), Numbers(), lambda purpose, event, n: function.randrange(n)]

    games, states = [], []
    for one, other in zip(sources(), sources(), strict=True):
        game = case.new()
        assert game.deal(one) == game.log
        assert not game.waits_for_draw
        games.append(game)
        state = case.new().state
        pbem.settle(state, other)
        states.append(state)
    assert games[0].log
    assert games[0].log == games[1].log == games[2].log
    names = games[0].header.names
    dealt = [games[0].rules.position(state, names) for state in [*states, *(game.state for game in games)]]
    assert all(lines == dealt[0] for lines in dealt)


def test_numbers_out_of_range_leave_the_game_as_it_was() -> None:
    game = case_of("maharani", 2).new()
    with pytest.raises(ValueError, match="a source of numbers gave"):
        game.deal(lambda purpose, event, n: n + 7)
    assert game.log == []
    game.deal(random.Random(1))
    assert len(game.log) == 1


def test_a_thousand_random_games_with_statistics() -> None:
    """As in the README, with fewer games."""
    numbers = random.Random(1)
    start = pbem.new("maharani", TWO, seed="any").state
    scores = []
    for _ in range(20):
        state = start.copy()
        while state.actor != pbem.NOBODY:
            pbem.settle(state, numbers)
            if state.actor >= 0:
                state.apply(numbers.choice(state.steps()))
        scores.append(state.scores())
    assert 40 < statistics.mean(score for pair in scores for score in pair) < 140


def test_perft() -> None:
    game = pbem.new("maharani", TWO, seed="taj", first="Ana")
    assert pbem.perft(game.state, 1, random.Random(1)) == len(game.legal("", every=True))


@EACH
def test_what_is_shown_of_sessions_and_states(case: Case) -> None:
    game = case.new(kind="seed", seed="shown", id="shown")
    assert "game shown: " in repr(game)
    assert game.waits_for in repr(game)
    for line in game.rules.position(game.state, game.header.names):
        assert line in repr(game)
    assert repr(game.state).startswith("State(")
    assert f"turn={game.turn}" in repr(game.state)
    assert "facts" not in repr(game.state)


@pytest.mark.parametrize("steps", [(3,), ("nonsense",), (None,), ((1, 2),), (pbem.END, 4)])
@EACH
def test_what_is_no_step_of_the_game_is_refused(case: Case, steps: Any) -> None:
    """By the game that is played, also if it is one of another game."""
    game = case.new(kind="seed", seed="odd", id="odd")
    before = game.toml()
    with pytest.raises(pbem.IllegalMove) as error:
        game.play(steps)
    assert error.value.details["reason"] == "no-steps"
    assert game.toml() == before


def test_steps_of_another_game_are_refused() -> None:
    games = {case.game: case.new(kind="seed", seed="odd", id="odd") for case in cases() if not case.options}
    for game_id, game in games.items():
        before = game.toml()
        for other_id, other in games.items():
            if other_id != game_id:
                for move in other.legal()[:20]:
                    with pytest.raises(pbem.IllegalMove) as error:
                        game.play(move)
                    assert error.value.details["reason"] == "no-steps"
        assert game.toml() == before


def test_errors_cross_processes() -> None:
    found = []
    for data in ("pbem 1 maharani\nplayer", "x", "pbem 9 go"):
        with pytest.raises(pbem.PbemError) as error:
            pbem.read(data)
        found.append(error.value)
    game = pbem.new("maharani", TWO, seed="taj", first="Ana")
    for line in ("1-", "9-a1", "1-1a1N =77", "7 Ana: R", "Bob: R"):
        with pytest.raises(pbem.PbemError) as error:
            game.play(line)
        found.append(error.value)
    with pytest.raises(pbem.ReplayError) as replay:
        pbem.read(game.record() + "1 Ana: R =9\n")
    for one in [*found, replay.value]:
        again = pickle.loads(pickle.dumps(one))
        assert type(again) is type(one)
        assert str(again) == str(one)
        assert again.as_json() == one.as_json()


@pytest.mark.parametrize("game_id", game_ids())
@pytest.mark.parametrize("chance", [{"seed": "x"}, {"kind": "keeper", "secret": "ab" * 32}, {"kind": "manual"}])
def test_a_session_crosses_processes_with_all_that_deals(game_id: str, chance: Any) -> None:
    game = pbem.new(game_id, PLAYERS[game_id][2], id="x", first="Ana", **chance)
    for again in (pickle.loads(pickle.dumps(game)), copy.deepcopy(game)):
        assert (again.record(), again.key) == (game.record(), game.key)
        kept = game.fold.snapshot()
        assert play_random(again) == play_random(game)
        assert again.record() == game.record()
        game.fold.restore(kept)
        assert again.record() != game.record()


def play_random(game: Session) -> list[str]:
    """Three turns of a bot, draws included; the new lines."""
    before, numbers = len(game.log), random.Random(7)
    for _ in range(3):
        if game.fold.dealer is None:
            game.deal(numbers)
        advice.play(game, "random")
    return game.log[before:]


def test_perft_leaves_the_position_as_it_was() -> None:
    state = Case("maharani", tuple(TWO), ()).new().state
    assert state.actor == pbem.CHANCE
    assert pbem.perft(state, 1, random.Random(1)) > 1
    assert state.actor == pbem.CHANCE


def test_names_that_do_not_play() -> None:
    with pytest.raises(pbem.NotThere, match=r"^no player is called `Zed`: Ana, Bob$"):
        pbem.new("maharani", TWO, first="Zed")
    with pytest.raises(pbem.SaveError, match=r"line 1 is not UTF-8"):
        pbem.read("\ud800")


def test_nothing_is_listed_behind_a_turn_that_is_over() -> None:
    """As in `play`: the turn is over, and the other player's moves are none of it."""
    game = pbem.new("maharani", TWO, seed="taj", first="Ana")
    one = game.legal()[0].text.split(" / ")[0]
    rest = [move.text for move in game.legal(f"{one} /")]
    two = next(text for text in rest if " / " in text)
    for over in ("R", two):
        for text in (f"{over} /", f"{over} / 1-a5", f"{over} / R"):
            with pytest.raises(pbem.IllegalMove, match=r"^the turn is over after `.*`: nothing may follow$"):
                game.legal(text)


def test_partial_moves_with_steps_that_have_a_slash_inside() -> None:
    """Cases of Rajas are one step: what `play` reads, `legal` reads."""
    game = pbem.new("rajas", ["Ana=yellow", "Bob=red"], seed="taj", first="Ana")
    head = game.fold.notation.head("1 Ana: P2 -b2 +o +b / (die: +p / up Te) (else: ) /")
    assert head == (1, "Ana", ["P2 -b2 +o +b", "(die: +p / up Te) (else: )", ""], None)


class _Gives:
    """A source of numbers that always gives the same."""

    def __init__(self, value: Any) -> None:
        self.value = value

    def randrange(self, stop: int) -> Any:
        """See random.Random."""
        return self.value


def _started() -> Any:
    return pbem.new("maharani", ["Ana=g,y", "Bob=r,b"], first="Ana", kind="manual")


_NAMED = ("first", "kind", "seed", "secret", "id")
_API: Any = pbem  # what a type checker would say first is what is tried
_WRONG: dict[str, tuple[Callable[[], Any], str]] = {
    "read": (lambda: _API.read(None), "a game is read from text or bytes, not None"),
    "read name": (lambda: _API.read("x", 5), "`name` is a text, not 5"),
    "read secret": (lambda: _API.read("x", secret=b"5e"), "`secret` is a text or None, not b'5e'"),
    "load": (lambda: _API.load(None), "a file is named by a text or a path, not None"),
    "load number": (lambda: _API.load(True), "a file is named by a text or a path, not True"),
    "save": (lambda: _started().save(0), "a file is named by a text or a path, not 0"),
    "new": (lambda: _API.new(None), "a game is named by a text, not None"),
    "one name": (lambda: _API.new("majolica", "Ana"), "`names` are several texts, not 'Ana'"),
    "names": (lambda: _API.new("majolica", 5), "`names` are several texts, not 5"),
    "a name": (lambda: _API.new("majolica", ["Ana", None]), "`names` are texts, not None"),
    "one option": (lambda: _API.new("majolica", ["Ana"], options="bloom"), "`options` are several texts, not 'bloom'"),
    "seats": (lambda: _API.new("maharani", [], seats=["N"]), "`seats` are a dict, name -> side, not ['N']"),
    "a seat": (lambda: _API.new("maharani", [], seats={"Ana": 5}), "a side of `seats` is a text, not 5"),
    "whose seat": (lambda: _API.new("maharani", [], seats={5: "N"}), "a name of `seats` is a text, not 5"),
    **{key: (partial(_API.new, "rajas", [], **{key: 5}), f"`{key}` is a text or None, not 5") for key in _NAMED},
    "setup": (lambda: _API.new("maharani", [], setup=5), "`setup` is text, bytes or None, not 5"),
    "legal": (lambda: _started().legal(None), "a partial move is text, not None"),
    "play": (lambda: _started().play(None), "a line is text, a move of legal() or a tuple of steps, not None"),
    "before": (lambda: _started().before("1"), "a turn is a whole number, not '1'"),
    "setup of": (lambda: _started().setup([]), "a turn is a whole number, not []"),
    "undo": (lambda: _started().undo("1"), "`to` is the number of a turn or None, not '1'"),
    "undo why": (lambda: _started().undo(1, 5), "a reason is text or None, not 5"),
    "stop why": (lambda: _started().stop(5), "a reason is text or None, not 5"),
    "deal": (
        lambda: _started().deal(None),
        "a source of numbers has `randrange`, or is a function of purpose, event and n, not None",
    ),
    "a text": (lambda: _started().deal(_Gives("x")), "a source of numbers gave 'x', which is no whole number"),
    "a half": (lambda: _started().deal(lambda *_: 0.5), "a source of numbers gave 0.5, which is no whole number"),
    "settle": (lambda: _API.settle(None, random), "a position is wanted, such as `state` of a session, not None"),
    "perft": (lambda: _API.perft("x", 1, random), "a position is wanted, such as `state` of a session, not 'x'"),
    "depth": (lambda: _API.perft(_started().state, 1.5, random), "`depth` is a whole number, not 1.5"),
    "of a mail": (lambda: _API.mail.read(None), "a mail is bytes or text, not None"),
    "taken": (lambda: _API.taking.take_from(_started(), 5), "a mail is bytes or text, not 5"),
}


@pytest.mark.parametrize(("call", "said"), _WRONG.values(), ids=_WRONG)
def test_an_argument_of_another_type_is_told_in_a_sentence(call: Callable[[], Any], said: str) -> None:
    with pytest.raises(TypeError) as error:
        call()
    assert str(error.value) == said


def test_a_number_that_is_out_of_range_is_told_in_a_sentence() -> None:
    with pytest.raises(ValueError, match=r"^`depth` is 0 or more, not -1$"):
        pbem.perft(_started().state, -1, random)
    with pytest.raises(ValueError, match=r"^a source of numbers gave 60 where 0 to 59 were to be had$"):
        _started().deal(_Gives(60))
    assert pbem.perft(_started().state, 0, random) == 1


def test_files_are_named_by_paths_as_well(tmp_path: Path) -> None:
    game = pbem.new("maharani", ["Ana=g,y", "Bob=r,b"], kind="keeper", secret="5e" * 32)
    game.save(tmp_path / "g.toml")
    (tmp_path / "g.toml.secret").write_text("5e" * 32)
    assert pbem.load(tmp_path / "g.toml").dealer is not None
    assert pbem.load(tmp_path / "g.toml").path == str(tmp_path / "g.toml")


def test_a_file_has_several_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game is written back to its file, whatever the file is called; another one is never overwritten."""
    monkeypatch.chdir(tmp_path)
    pbem.new("maharani", TWO, kind="manual", first="Ana").save("g.toml")
    Path("link.toml").symlink_to("g.toml")
    Path("copy.toml").write_bytes(Path("g.toml").read_bytes())
    game = pbem.load("g.toml")
    for name in ("./g.toml", tmp_path / "g.toml", "link.toml"):
        game.stop(str(name))
        game.save(name)
        assert pbem.load("g.toml").log == game.log
        game.undo()
    assert Path("link.toml").is_symlink()
    with pytest.raises(pbem.SaveError, match="exists already, and is not overwritten"):
        game.save("copy.toml")
