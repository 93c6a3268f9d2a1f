"""Who writes next: openings, blocks, what a `then` says, undo by consent, after the end."""

import random
from pathlib import Path

import pytest

import pbem
from pbem import report
from pbem.errors import PbemError
from pbem.notation import Turn
from tests.support import any_turn
from tests.test_cli import Shell
from tests.together.test_commands import NEW
from tests.together.tools import Chains, Table, play_on, random_turn
from tests.together_reader import Reading


def refused(game: Chains, *lines: str) -> PbemError:
    kept = game.session.record()
    with pytest.raises(PbemError) as error:
        game.play(*lines)
    assert game.session.record() == kept
    return error.value


def holds(game: Chains) -> None:
    """The log reads again, byte for byte, and the other reader agrees."""
    record = game.session.record()
    assert pbem.read(record).record() == record
    Reading(record).check()


def two() -> Chains:
    """Maharani opened by Ana, who is first; R draws nothing."""
    game = Chains("maharani", 2, first="Ana")
    game.open()
    return game


def three() -> Chains:
    """Clockwise: Ana S, Cid N comes after Bob W."""
    game = Chains("maharani", 3, first="Ana")
    game.open()
    assert game.session.header.names == ["Ana", "Bob", "Cid"]
    game.play("1 Ana: R")
    return game


def test_who_may_open() -> None:
    game = Chains("maharani", 2, first="Ana")
    assert refused(game, "link Bob").code == "not-your-turn"
    assert refused(game, "1 Ana: R").details["reason"] == "not-opened"
    assert game.session.waits_for == "not opened, the first link of Ana is due"
    game.open()
    holds(game)


def test_a_block_goes_on_or_begins_anew() -> None:
    game = two()
    game.play("link Ana", "link Ana")
    game.play("1 Ana: R")
    assert refused(game, "2 Bob: R").code == "not-your-turn"
    assert refused(game, "link Ana").code == "not-your-turn"
    game.play("link Bob", "2 Bob: R")
    holds(game)


def test_who_opens_a_result() -> None:
    game = Chains("maharani", 3, first="Ana")
    game.open()
    game.play(any_turn(game.session))
    mover = game.session.header.names[game.session.fold.state.mover]
    assert game.session.owed_by == mover != "Ana"
    assert refused(game, "link Ana").code == "not-your-turn"
    other = next(name for name in game.names if name not in ("Ana", mover))
    assert refused(game, f"link {other}").code == "not-your-turn"
    assert "a draw is owed by" in refused(game, "undo 1").message
    assert "a draw is owed by" in refused(game, "stop").message
    assert "a draw is owed by" in refused(game, f"2 {mover}: R").message
    game.play(f"link {mover}")
    holds(game)


# Undo


def test_undo_needs_all() -> None:
    game = three()
    first, second, third = game.session.header.names[0], *after(game)
    game.play("undo 1")
    assert game.session.waits_for.endswith(f"`undo 1` waits for {second}")
    shown = " ".join(report.show(game.session))
    assert f"Waiting for {second}, who may agree to `undo 1` (pbem undo FILE) or refuse it" in shown
    for lines in (["undo 1"], ["link Ana"], [f"link {third}"], [f"2 {second}: R"]):
        error = refused(game, *lines)
        assert error.code in ("illegal", "not-your-turn", "stale")
    assert "undo needs all; it waits for " + second in refused(game, "undo 1").message
    game.play(f"link {second}", "undo 1")
    assert game.session.turn == 2
    assert f"it waits for {third}" in refused(game, "undo 1").message
    game.play(f"link {third}", "undo 1")
    assert game.session.turn == 1
    assert game.session.to_move == first
    assert game.session.taken_back()[0] == 1
    game.play("link Ana", "1 Ana: R")
    holds(game)


def after(game: Chains) -> list[str]:
    """The others in turn order."""
    fold, names = game.session.fold, game.session.header.names
    found = [fold.after(0)]
    while len(found) < len(names) - 1:
        found.append(fold.after(found[-1]))
    return [names[player] for player in found]


def test_a_link_alone_refuses() -> None:
    game = three()
    second, third = after(game)
    mover = game.session.to_move
    game.play("undo 1", f"link {second}")
    if mover == second:
        game.play(f"2 {second}: R")
    else:
        assert refused(game, f"link {third}" if mover != third else "link Ana").code == "not-your-turn"
        game.play(f"link {mover}")
    assert not game.session.fold.table.waiting
    holds(game)


def test_the_second_one_may_refuse_what_the_first_agreed_to() -> None:
    game = three()
    second, third = after(game)
    mover = game.session.to_move
    game.play("undo 1", f"link {second}", "undo 1", f"link {third}")
    game.play(f"link {mover}", f"2 {mover}: R")
    assert game.session.turn == 3
    assert game.session.taken_back()[0] == 0
    holds(game)


def test_new_turns_bring_new_results_also_if_they_are_the_same() -> None:
    game = two()
    line = any_turn(game.session)
    game.play(line, "link Bob")
    drawn = game.session.log[-1]
    game.play("undo 1", "link Ana", "undo 1", f"1 Ana: {line}", "link Bob")
    assert game.session.log[-1].startswith("draw ")
    assert game.session.log[-1] != drawn
    holds(game)


def test_a_guard_of_an_undo_counts_as_it_stands() -> None:
    game = two()
    game.play("1 Ana: R", "undo 1 line 4", "link Bob")
    assert refused(game, "undo 1 line 4").code == "stale"
    game.play("undo 1 line 6")
    assert game.session.turn == 1
    assert "undo 1 line 4" in game.session.log
    assert "undo 1 line 6" in game.session.log
    holds(game)


def test_a_stop_and_its_undo() -> None:
    game = two()
    game.play("1 Ana: R")
    game.play("stop ; Bob is away")
    assert game.session.stopped
    assert refused(game, "link Ana").code == "not-your-turn"
    game.play("undo stop", "link Bob", "undo stop")
    assert not game.session.stopped
    game.play("2 Bob: R")
    holds(game)


def test_after_the_end_the_next_seals_and_all_may_take_back() -> None:
    game = Chains("maharani", 2, first="Ana")
    game.open()
    rng = random.Random(4)
    while not game.session.over:
        game.turn(line=random_turn(game.session, rng))
    last = game.session.fold.table.author
    names = game.session.header.names
    assert refused(game, f"link {names[last]}").code == "not-your-turn"
    record = game.session.record()
    game.play(f"link {names[1 - last]}")
    holds(game)
    number = max(game.session.fold.before)
    game.play(f"undo {number}", f"link {names[last]}", f"undo {number}")
    assert not game.session.over
    assert "result" in record
    holds(game)


# Results inside a turn


def rajas() -> Chains:
    game = Chains("rajas", 2, first="Ana")
    game.open()
    return game


def waiting(game: Chains, rng: random.Random) -> str:
    """Plays until a turn stops for a result after which its player goes on; who that is."""
    while True:
        name = game.session.to_move
        assert name
        if game.names[game.session.fold.table.author] != name:
            game.play(f"link {name}")
        game.before, log = game.session.fold.snapshot(), len(game.session.log)
        game.play(random_turn(game.session, rng, guess=False))
        assert len(game.session.log) > log
        if game.session.owed_by:
            name_of_opener = game.session.owed_by
            before = game.session.fold.snapshot()
            turn = game.session.turn
            game.play(f"link {name_of_opener}")
            if game.session.turn == turn and not game.session.over:
                game.session.fold.restore(before)
                return name


def test_who_goes_on_after_a_result_inside_a_turn() -> None:
    game = rajas()
    name = waiting(game, random.Random(1))
    opener = game.session.owed_by
    assert opener
    assert opener != name
    game.play(f"link {opener}")
    assert game.session.to_move == name
    assert refused(game, any_turn(game.session)).code == "not-your-turn"
    game.play(f"link {name}", any_turn(game.session))
    holds(game)


@pytest.mark.slow
def test_a_then_is_played_by_who_opens() -> None:
    """With a `then` the log is another one, so another result may come: what fits one may lapse for another."""
    played = lapsed = 0
    for seed in range(12):
        game = rajas()
        name = waiting(game, random.Random(seed))
        opener = game.session.owed_by
        kept = game.session.fold.snapshot()
        game.play(f"link {opener}")
        way = any_turn(game.session)
        game.session.fold.restore(kept)
        added = game.play(f"then {way}", f"link {opener}")
        assert added[0] == f"then {way}"
        if any(f" {name}: " in line for line in added):
            played += 1
            assert not game.session.left_out
            bend(game, added)
        else:
            lapsed += 1
            assert game.session.left_out
        holds(game)
    assert played
    assert lapsed


def test_a_typed_line_that_goes_on_writes_its_then() -> None:
    game = rajas()
    rng = random.Random(1)
    name = waiting(game, rng)
    line = game.session.fold.lines[-1]
    assert isinstance(line, Turn)
    text = game.session.fold.notation.format_steps(line.steps)
    game.session.fold.restore(game.before)
    added = game.play(f"{text} / +o / +b")
    assert added[0].startswith(f"{line.number} {name}: {text} =")
    assert added[1:] == ["then +o / +b"]
    holds(game)


def bend(game: Chains, added: list[str]) -> None:
    """What a `then` comes to is forced: no line of it may be another one, be left out, or stand elsewhere."""
    lines = game.session.log
    head = game.session.record().partition("\n\n")[0]
    at = len(lines) - len(added) + next(n for n, line in enumerate(added) if line[0].isdigit())
    for bent in (["stop"], [lines[at].replace(": ", ": boat / ")], [lines[at - 1], lines[at]], [game.link("Ana")]):
        with pytest.raises(PbemError):
            pbem.read(head + "\n\n" + "\n".join([*lines[:at], *bent]) + "\n")


def test_where_a_then_may_not_stand() -> None:
    game = rajas()
    assert refused(game, "then Pb").details["reason"] == "then"
    waiting(game, random.Random(1))
    game.play("then Pb")
    assert refused(game, "then Pb").details["reason"] == "then"
    for text in ("then", "then 3 Ana: Pb", "then Pb =0,0", "then draw oS2", "then undo 1", "then ; Pb"):
        assert refused(game, text).code == "notation", text
    other = Chains("maharani", 2, first="Ana")
    other.open()
    other.play(any_turn(other.session))
    assert refused(other, "then R").details["reason"] == "then"


def test_several_results_in_a_row_come_from_one_link() -> None:
    game = Chains("majolica", 2, "missions", first="Ana")
    added = game.play("link Ana")
    assert [" ".join(line.split(" ")[:2]) for line in added] == [
        "link Ana", "draw start", "draw grid", "draw cards", "draw missions",
    ]  # fmt: skip
    rng = random.Random(2)
    most = 0
    for _ in range(60):
        name = game.session.to_move
        assert name
        if game.names[game.session.fold.table.author] != name:
            game.play(f"link {name}")
        game.play(random_turn(game.session, rng))
        if game.session.owed_by:
            most = max(most, len(game.play(f"link {game.session.owed_by}")))
        if most > 2:
            break
    assert most > 2
    holds(game)


@pytest.mark.parametrize("game", ["maharani", "rajas"])
def test_a_block_is_taken_as_lines_too(tmp_path: Path, game: str) -> None:
    """Its results stand in it, and are not missed where they are left out."""
    table = Table(tmp_path / "t", game, 2, seed="lines")
    for number in range(4):
        player = table.of(table.game.to_move)
        other = next(one for one in table.players if one is not player)
        block = player.move(player.any_turn())
        assert block
        other.move(*[line for line in block if number < 2 or not line.startswith(("draw", "roll"))])
        log = player.load().log
        assert other.load().log[: len(log)] == log
    assert any(line.startswith(("draw", "roll")) for line in block)


# Whole games


@pytest.mark.slow
def test_games_on(tmp_path: Path) -> None:
    for game, players, options in (("maharani", 3, ()), ("majolica", 2, ()), ("rajas", 3, ("ganga",))):
        table = Table(tmp_path / game, game, players, options, seed=game)
        played = play_on(table, random.Random(3), 6)
        Reading(played.record()).check()
        assert pbem.read(played.record()).record() == played.record()


def test_who_has_missed_mails_takes_a_whole_record(tmp_path: Path) -> None:
    table = Table(tmp_path / "t", "majolica", 3, seed="missed")
    mover = table.of(table.game.to_move)
    mover.move(mover.any_turn())
    record = mover.load().record()
    for player in table.players:
        if player is not mover:
            player.take(f"Hello,\n\n{record}\nBest wishes\n")
            log = mover.load().log
            assert player.load().log[: len(log)] == log


@pytest.mark.parametrize("above", ["", "Hi Bob,\n\n", "From: a@b.example\nSubject: a game\n\n"])
@pytest.mark.parametrize("below", ["See you soon!", "Ana", "Cheers,\nAna", "3 cheers\n\nfirst of all", "1 Bob: R"])
def test_an_invitation_ends_with_the_lines_that_are_known(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, above: str, below: str
) -> None:
    shell = Shell(tmp_path, monkeypatch)
    invitation = shell(NEW).stdout.replace("chance ", "later lines\nchance ")
    assert shell("join - -o b.toml --as Bob", f"{above}{invitation}{below}\n").exit_code == 0
    assert pbem.load("b.toml").header.foreign == ["later lines"]  # of a later version of pbem
    apart = invitation.replace("\n", "\n\n")
    assert shell("join - -o c.toml --as Bob", f"{apart}{below}\n").exit_code == 0
    assert pbem.load("c.toml").record().startswith(pbem.load("b.toml").record().partition("tip")[0])
