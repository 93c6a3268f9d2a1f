"""Hostile bytes: whatever comes in, the answer is a result or a PbemError, never a traceback.

Beside each property some inputs of a fixed seed are counted: so many are accepted, and not all.
Then such inputs of every kind in great number, each its own from a fixed seed: a whole one with a few edits;
`--fuzz 500000` tries as many. Last what was printed of a game at one time, pasted into a copy of another time;
`--games 25` tries more.
"""

import random
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pbem
from pbem import report
from pbem.errors import PbemError
from pbem.session import Session
from pbem.taking import take_from
from tests.mail.letters import quoted
from tests.support import PLAYERS, ROOT, Some, case_of, cases, new_manual, random_line
from tests.test_threads import outputs

DEMO = (ROOT / "examples" / "maharani-demo.pbem").read_bytes()
RECORD = DEMO[:900].rpartition(b"\n")[0]
SETUP = (ROOT / "examples" / "maharani-endgame.txt").read_text()
TOML = pbem.read(RECORD, "record").toml().encode()
LATE = pbem.read(DEMO[: DEMO.index(b"30 Ana")], "record")
PARTS = [move.text for move in LATE.legal()]
PIECES = [b"", b"\x00", b"\xff", b"\n", b"\n\n", b"9" * 40, b"=", b'"', b"[", b"]", b"undo ", b"draw ", b"x:rC", b" / "]
PIECES += [
    b"1-1a1N",
    b"; ",
    b"result Ana 1",
    "\u202e\u200d\u0661".encode(),
    b"pbem 2",
    b"-",
    b"+",
    b"e1",
    b"\r",
    b"toml = ",
]

edits = st.lists(st.tuples(st.integers(0, 1000), st.integers(0, 12), st.sampled_from(PIECES)), max_size=5)


def mutated(data: bytes, changes: list[tuple[int, int, bytes]]) -> bytes:
    for at, cut, put in changes:
        at %= len(data) + 1
        data = data[:at] + put + data[at + cut :]
    return data


def few(rng: random.Random, data: bytes) -> list[tuple[int, int, bytes]]:
    """An edit or two that may well be harmless: something put at the end of a line, or anywhere for some bytes."""
    ends = [at for at, byte in enumerate(data) if byte == 10]
    anywhere = rng.randrange(len(data)), rng.randrange(2), rng.choice(PIECES)
    behind = [(rng.choice(ends), 0, rng.choice(PIECES)) for _ in range(rng.randrange(1, 3))]
    return behind if rng.random() < 0.8 else [anywhere]


def file_is_read(data: bytes) -> bool:
    """Whether a file is accepted; then it is a whole game, which survives a round trip."""
    try:
        game = pbem.read(data, "file")
    except PbemError as error:
        assert str(error)
        assert error.status == 3
        return False
    assert pbem.read(game.record().encode(), "record").record() == game.record()
    assert pbem.read(game.toml().encode(), "save").toml() == game.toml()
    return True


SOURCES = pytest.mark.parametrize("source", [RECORD, TOML], ids=["record", "toml"])


@SOURCES
@given(changes=edits)
def test_files(source: bytes, changes: list[tuple[int, int, bytes]]) -> None:
    file_is_read(mutated(source, changes))


@SOURCES
def test_some_files_are_accepted(source: bytes) -> None:
    rng = random.Random("files")
    read = [file_is_read(mutated(source, few(rng, source))) for _ in range(200)]
    assert 10 <= sum(read) <= 190


@given(st.binary(max_size=300))
def test_any_bytes(data: bytes) -> None:
    with pytest.raises(PbemError):
        pbem.read(data, "file")


def line_is_played(text: str) -> bool:
    """Whether a line is played; if not, nothing has changed, else the game can be read again."""
    game = pbem.read(RECORD, "record")
    before = game.log
    try:
        game.play(text)
    except PbemError as error:
        assert str(error)
        assert game.log == before
        return False
    assert pbem.read(game.record().encode(), "record").log == game.log
    return True


@given(
    st.one_of(
        st.text(max_size=60),
        st.lists(st.sampled_from(PIECES), max_size=8).map(lambda p: b"".join(p).decode("utf-8", "replace")),
    )
)
@pytest.mark.slow
def test_lines(text: str) -> None:
    line_is_played(text)


def test_some_lines_are_played() -> None:
    rng = random.Random("lines")
    moves = [move.text.encode() for move in pbem.read(RECORD, "record").legal()]
    played = []
    for _ in range(60):
        move = rng.choice(moves)
        changes = [(at, cut, piece) for at, cut, piece in few(rng, move + b"\n") if at <= len(move)]
        played.append(line_is_played(mutated(move, changes[:1]).decode("utf-8", "replace")))
    assert 10 <= sum(played) <= 50


def begins_a_move(text: str) -> bool:
    """Whether some legal move begins so; never is a list empty."""
    try:
        moves = LATE.legal(text)
    except PbemError as error:
        assert str(error)
        return False
    assert moves
    return True


@given(st.text(max_size=30))
def test_partial_moves(text: str) -> None:
    begins_a_move(text)


def test_some_partial_moves_are_answered() -> None:
    rng = random.Random("partial")
    parts = [move[: rng.randrange(1, len(move) + 1)] + rng.choice(["", "x"]) for move in rng.choices(PARTS, k=60)]
    assert 10 <= sum(map(begins_a_move, parts)) <= 50
    assert all(map(begins_a_move, PARTS))


def setup_is_played(changes: list[tuple[int, int, bytes]]) -> bool:
    """Whether a game starts from the setup so changed; then its record starts from the same position."""
    text = mutated(SETUP.encode(), changes).decode("utf-8", "replace")
    try:
        game = pbem.new("maharani", PLAYERS["maharani"][2], kind="manual", first="Ana", setup=text)
    except PbemError as error:
        assert str(error)
        return False
    assert pbem.read(game.record().encode(), "record").key == game.key
    return True


@given(changes=edits)
def test_setups(changes: list[tuple[int, int, bytes]]) -> None:
    setup_is_played(changes)


def test_some_setups_are_played() -> None:
    rng = random.Random("setups")
    played = [setup_is_played(few(rng, SETUP.encode())) for _ in range(100)]
    assert 10 <= sum(played) <= 90


# In great number

MOVES = [move.text for move in pbem.read(RECORD, "record").legal()]


def some_edits(rng: random.Random, data: bytes) -> bytes:
    """An edit or two that may be harmless, or up to five anywhere, or bytes turned round."""
    if rng.random() < 0.5:
        return mutated(data, few(rng, data))
    if rng.random() < 0.3:
        changed = bytearray(data)
        for _ in range(rng.randrange(1, 8)):
            changed[rng.randrange(len(changed))] = rng.randrange(256)
        return bytes(changed)
    edits = [(rng.randrange(2000), rng.randrange(13), rng.choice(PIECES)) for _ in range(rng.randrange(1, 6))]
    return mutated(data, edits)


def some_line(rng: random.Random, moves: list[str]) -> str:
    """A move, a third of them whole but for one edit."""
    move = rng.choice(moves).encode() + b"\n"
    changed = mutated(move, few(rng, move)[:1]) if rng.random() < 0.3 else some_edits(rng, move)
    return changed.decode("utf-8", "replace")


def some_bytes(rng: random.Random) -> bool:
    """Nothing but bytes: never a game."""
    try:
        pbem.read(rng.randbytes(rng.randrange(300)), "file")
    except PbemError as error:
        assert str(error)
        return False
    return True


KINDS: dict[str, Callable[[random.Random], bool]] = {
    "record": lambda rng: file_is_read(some_edits(rng, RECORD)),
    "toml": lambda rng: file_is_read(some_edits(rng, TOML)),
    "line": lambda rng: line_is_played(some_line(rng, MOVES)),
    "partial": lambda rng: begins_a_move(some_line(rng, PARTS)[: rng.randrange(1, 20)]),
    "setup": lambda rng: setup_is_played([(rng.randrange(2000), rng.randrange(5), rng.choice(PIECES))]),
    "bytes": some_bytes,
}


@pytest.mark.parametrize("part", [0, 1])
@pytest.mark.parametrize("kind", KINDS)
def test_many(kind: str, part: int, fuzz: int) -> None:
    tried = accepted = 0
    for number in range(part, fuzz // len(KINDS), 2):
        rng = random.Random(f"{kind} {number}")
        try:
            accepted += KINDS[kind](rng)
        except BaseException:
            print(f"input {number} of {kind}")
            raise
        tried += 1
    print(f"{kind}: {tried} inputs, {accepted} accepted")
    assert accepted < tried or not tried
    assert (accepted > 0) == (kind != "bytes") or tried < 20


# What was printed of a game at one time, pasted into a copy of another time


DEALT: dict[str, dict[str, str]] = {"seed": {"seed": "paste"}, "keeper": {"secret": "5e" * 32}, "manual": {}}


def in_force(game: Session) -> list[str]:
    """The lines that count, without remarks."""
    log = game.log
    return [log[at].partition(" ;")[0] for at in game.fold.force]


def walk(game: Session, rng: random.Random) -> list[tuple[str, list[str]]]:
    """Records of a game as it goes on, with some turns taken back, each with what is printed then."""
    found = [(game.record(), outputs(game, []))]
    while len(found) < 12 and not game.over:
        if rng.random() < 0.2 and game.fold.before:
            added = game.undo(rng.choice(list(game.fold.before)[-2:]), "a slip")
        else:
            remark = " ; wait, what" if len(found) % 3 == 0 else ""
            added = [line for _ in range(rng.randrange(1, 3)) for line in game.play(random_line(game, rng) + remark)]
        found.append((game.record(), outputs(game, added)))
    return found


@pytest.mark.parametrize("kind", ["manual", "seed", "keeper"])
@pytest.mark.parametrize("game_id", PLAYERS)
def test_pasted_outputs_lead_to_their_game_or_nowhere(game_id: str, kind: str, games: int | None, some: Some) -> None:
    """Alone, below a new line, or quoted below one, if it has a title; else nothing is taken, and that is told."""
    taken_in_all = 0
    for number in range(some(1, 6) * (games or 1)):
        rng = random.Random(f"{game_id} {kind} {number}")
        case = rng.choice([case for case in cases(game_id) if case.players > 1])
        found = walk(case.new(kind=kind, id="paste", **DEALT[kind]), rng)
        for _ in range(20):
            of = rng.randrange(len(found))
            at = rng.choice(range(max(0, of - 5), min(len(found), of + 4)))
            copy, last = pbem.read(found[at][0]), pbem.read(found[max(at, of)][0])
            text, before = rng.choice(found[of][1]), copy.log
            if at < of and any(text in texts for _, texts in found[: at + 1]):
                continue  # of a turn that was taken back and played again: nobody can tell
            new = "" if last.over or rng.random() < 0.5 else random_line(last, rng)
            if new and new not in last.log:
                last.play(new)
                below = rng.choice([text, f"Ana wrote:\n{quoted(text)}"]) if ", key " in text else text
                text = f"{new}\n\n{below}"
            taken = take_from(copy, text)
            try:
                taken.check(copy)
            except PbemError:
                assert not taken.lines
                continue
            copy.play(*taken.lines)
            assert in_force(copy) == in_force(last), (case, at, of, text, before, taken)
            taken_in_all += bool(taken.lines)
    assert taken_in_all > 4


@pytest.mark.parametrize("kind", ["manual", "keeper"])
@pytest.mark.parametrize("game_id", PLAYERS)
def test_whoever_has_the_beginning_of_a_post_catches_up_by_it(game_id: str, kind: str, some: Some) -> None:
    """Whatever was taken back in it, who draws, and which older post or record stands around it."""
    caught = 0
    for number in range(some(2, 12)):
        rng = random.Random(f"list {game_id} {kind} {number}")
        case = rng.choice([case for case in cases(game_id) if case.players > 1])
        found = walk(case.new(kind=kind, id="paste", **DEALT[kind]), rng)
        ahead = pbem.read(found[-1][0])
        post, old = "\n".join(report.show(ahead)), pbem.read(rng.choice(found)[0])
        older = "\n".join(report.show(old))
        for lines in range(len(ahead.log) - len(report.since(ahead)), len(ahead.log)):
            copy = pbem.read("\n".join([found[0][0].partition("\n\n")[0], "", *ahead.log[:lines], ""]))
            below = [post, ahead.record()] if len(old.log) - 1 in ahead.fold.force and lines > 1 else []
            for text in (post, *(f"{text}\n\nAna:\n\n{older}" for text in below)):
                taken = take_from(copy, text)
                assert taken.lines == tuple(ahead.log[lines:]), (case, lines, copy.log, text, taken)
                caught += 1
    assert caught > 3


def test_what_a_pasted_post_says_that_a_turn_earned_is_no_move_of_the_next_player() -> None:
    """Of a space that is free for that one as well; a sentence below it is one of people."""
    game = cases("rajas")[0].new(id="paste")
    while game.waits_for_draw:
        game.play(random_line(game, random.Random(f"earned {len(game.log)}")))
    dice = next(one.text.partition(" =")[0] for one in game.legal() if one.text.startswith("P0 re "))
    printed = game.play(dice)
    while game.waits_for_draw:
        printed += game.play(random_line(game, random.Random(f"earned {len(game.log)}")))
    text = outputs(game, printed)[0]
    assert any(line.startswith("Turn 1 earned") and "P0" in line for line in text.split("\n"))
    assert (take_from(game, text).lines, take_from(game, text).doubt) == ((), None)
    turn = next(line for line in game.log if line.startswith("1 "))
    for sentence in (f"I would play P0 re {game.log[2].split()[2]}", "My move is P0."):
        for beside in (f"{sentence}\n\n{text}", f"{text}\n\n{sentence}", f"{sentence}\n\n{turn}"):
            assert "A sentence mentions a move" in (take_from(game, beside).doubt or ""), beside


@pytest.mark.parametrize("name", ["majolica", "maharani", "rajas"])
def test_mails_about_a_game_drawn_by_hand_that_come_again_play_nothing(name: str, some: Some) -> None:
    """Whole threads in the shapes of people, quoted or not; each is taken once, when it was written."""
    game = next(case for case in cases(name) if case.players == 2).new(id="paste")
    chosen = random.Random(name)
    mails: list[str] = []
    turns: list[str] = []
    draws: list[str] = []
    for number in range(some(10, 30)):
        post = "\n".join(report.show(game))
        line = random_line(game, random.Random(f"{name} {number}"))
        last = mails[-1] if mails else ""
        shapes = "{0}\n\n{1}", "{0}\n\nAna wrote:\n{2}", "{1}\n\n{0}", "{2}\n\n{0}", "{0}\n\nBob wrote:\n{1}\n{3}"
        fresh = [shape.format(line, post, quoted(post), last) for shape in chosen.sample(shapes, 2)]
        assert [take_from(game, text).lines for text in fresh] == [(line,)] * len(fresh)
        for text in chosen.sample(mails, min(6, len(mails))):
            assert take_from(game, text).lines == ()
        if game.waits_for_draw:
            draws.append(line)
            beside = [text for turn in turns[:-1] for text in (f"{turn}\n{line}", f"{line}\n\n{turn}")]
            assert all(take_from(game, text).lines == () for text in beside[-6:])
            assert take_from(game, "\n".join([*turns[-1:], line])).lines == (line,)
        added = game.play(line)
        turns += [] if draws and line == draws[-1] else added[:1]
        mails += [*fresh, "\n".join([*added, "", *report.show(game)])]
    assert len(draws) > 2 < len(turns)


@pytest.mark.parametrize("name", ["majolica", "rajas"])
def test_a_thread_about_turns_that_were_taken_back_and_played_again_alike_plays_nothing(name: str, some: Some) -> None:
    """The newest on top: a text is read again for each such turn in it."""
    for seed in range(6, 6 + some(1, 20)):
        rng = random.Random(f"{name} {seed}")
        game = case_of(name, 2).new(id="t")
        mails: list[str] = []
        for _ in range(14):
            turn = max(game.turn - 1, 1)
            at = max((at for at, line in enumerate(game.log) if line.startswith(f"{turn} ")), default=-1)
            again = [f"undo {turn}", *game.log[at : at + 2]] if at >= 0 and rng.random() < 0.35 else []
            for line in again or [random_line(game, rng)]:
                if line not in again or line == again[0] or not line.startswith("undo"):
                    try:
                        mails.append("\n".join([*game.play(line), "", *report.show(game)]))
                    except PbemError:
                        break  # what was drawn otherwise since
            if len(mails) > 4:
                assert take_from(game, "\n\n".join(mails[-7:][::-1])).lines == ()


def test_a_move_that_only_a_quoted_thread_has_is_asked_about_wherever_it_stands_below_a_draw() -> None:
    game, number = new_manual("maharani", 2), 0
    while game.turn < 3 or not game.waits_for_draw:
        number += 1
        game.play(random_line(game, random.Random(f"thread {number}")))
    ahead, old = pbem.read(game.record()), next(line for line in game.log if line.startswith("2 "))
    draw, new = ahead.play(random_line(ahead, random.Random("drawn")))[0], ahead.play("R")[0]
    for thread in (f"{new}\n{old}", f"{old}\n{new}"):
        doubt = take_from(game, f"{draw}\n\nBob wrote:\n{quoted(thread)}").doubt or ""
        assert f"`{new}` stands only in what is quoted" in doubt
