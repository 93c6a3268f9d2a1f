"""What a game takes from a text: what its author wrote, once, and nothing that is in doubt."""

import random

import pytest

import pbem
from pbem import board, reading, report, taking
from pbem import mail as mails
from pbem.board import wrap
from pbem.errors import Doubt, NotYourTurn, StaleMove
from pbem.folded import fold_line
from pbem.session import Session
from pbem.taking import Taking, take_from
from pbem.testing import Case
from tests.mail.letters import message, quoted
from tests.support import Some, cases, new_manual, random_line, random_lines

TWO = ["Ana=green,yellow", "Bob=red,blue"]
EACH = pytest.mark.parametrize("case", [case for case in cases() if case.players == 2], ids=str)
MOVE = "2-g7N+r / 3-f3N+b"
LINE = f"4 Bob: {MOVE}"
FULL = "4 Bob: 2-2g7N+r / 3-3f3N+b =3"
OTHER = "4 Bob: 3-2f7N+r / 4-1b8N+b =3"


def game() -> Session:
    """Bob is to move in turn 4, and can play LINE or OTHER."""
    played = pbem.new("maharani", TWO, seed="taj", first="Ana", id="gtaj")
    played.play("1-b6S+g / 4-b7S+g", "1-f5N+r / 2-f4N+r", "3-a6S+y / 2-a5S+y")
    return played


def take(text: str | bytes, session: Session | None = None, *sent: str) -> Taking:
    """What is taken, and the game is as it was."""
    at = game() if session is None else session
    before = at.toml(), at.key, at.left_out, len(at.fold.before), at.fold.stopped
    taken = take_from(at, text, sent)
    assert before == (at.toml(), at.key, at.left_out, len(at.fold.before), at.fold.stopped)
    assert not (taken.lines and taken.doubt)
    return taken


def played(text: str | bytes) -> str:
    """The turn that comes of a text, as the log then has it."""
    at = game()
    taken = take(text, at)
    assert taken.doubt is None, taken.doubt
    return next(line for line in at.play(*taken.lines) if not line.startswith("draw"))


def test_the_games_of_these_tests_are_what_they_say() -> None:
    for line, full in ((LINE, FULL), (OTHER, OTHER), (MOVE, FULL)):
        assert full in game().play(line)


@pytest.mark.parametrize(
    "text",
    [
        LINE,
        FULL,
        MOVE,
        f"bob: {MOVE}",
        f"4 {MOVE}",
        f"Hi Ana,\n{LINE}\nBye",
        f"I thought of 3-f7N+r but no.\n\n{LINE}\n\nBye",
        f"- {LINE}",
        f"1. {LINE}",
        f"**4 Bob:** {MOVE}",
        f"*{LINE}*",
        f"`{LINE}`",
        f"{LINE}.",
        f"  4  bob :  {MOVE.lower()}",
        LINE.replace("-", "–"),
        LINE.replace("-", "\u2011"),
        LINE.replace(" ", "\u00a0"),
        "４ Bob： ２-g7N+r / 3-f3N+b",
        LINE.replace(" / ", "\n/ "),
        LINE.replace(" / ", " /\n= "),
        LINE.replace(": ", ":\n"),
        f"{LINE}\n\npbem says:\n{FULL}",
        f"{MOVE}\n\n{FULL}",
        f"{LINE}\n{LINE}",
        f"{LINE}\n\n{quoted(OTHER)}",
        f"{quoted(OTHER)}\n{LINE}",
        f"{LINE}\n-- \nBob\n{OTHER}",
        f"You played\n\n3 Ana: 3-1a6S+y / 2-1a5S+y =4\n\nand I play\n\n{LINE}",
        f"{LINE}\ndraw 2:gE 3:gC",
        message(f"<p>{LINE}</p><blockquote>{OTHER}</blockquote>", "text/html"),
        message(LINE.replace(" / ", " \n/ "), "text/plain; format=flowed"),
    ],
)
def test_the_move_is_found(text: str | bytes) -> None:
    assert played(text) == FULL


def test_who_took_it_must_know_that_it_is_bare() -> None:
    assert take(MOVE).bare
    assert not take(LINE).bare


def test_a_remark_is_kept_as_it_is() -> None:
    assert played(f"{LINE} ; “nice” *one* – thanks") == f"{FULL} ; “nice” *one* – thanks"
    assert played(f"{LINE} ;\nthanks for\nthe game\n\nBye") == f"{FULL} ; thanks for the game"


@pytest.mark.parametrize("mark", ["", "    ", "\t"])
def test_a_folded_line_is_taken_whole(mark: str) -> None:
    """Also in a block of code; and one that stands only in a quote is shown whole."""
    line = f"{FULL} ; {'x' * 100} and more"
    folded = "\n".join(fold_line(line))
    assert take(f"Hi Ana,\n\n{quoted(folded, mark)}\n\nBye").lines == (line,)
    assert f"`{line}`" in (take(quoted(folded, f"> {mark}")).doubt or "")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (quoted(LINE), "stands only in what is quoted"),
        (f"-- \n{LINE}", "stands only in what is quoted"),
        ("What if I had sent 4 Bob: 3-2f7N+r, would that not lose?", "A sentence mentions a move"),
        (f"Hi Ana, {LINE}", "A sentence mentions a move"),
        ("Tomorrow.\n\nR", "to play it write `4 Bob: R`"),
        (f"{LINE}\n\n{OTHER}", "several moves"),
        (f"{LINE}\n\n3-f7N+r / 4-b8N+b", "several moves"),
        (f"{MOVE}\n\n3-f7N+r / 4-b8N+b", "several moves"),
        (LINE.replace("2-", "2\ufffd"), "was lost on the way"),
        ("4 Bob: 2-z7", "begins like a move"),
        ("4 Bob: 2-g8", "is not legal"),
        (f"5 Bob: {MOVE}", "that was for turn 5"),
        (f"4 Ana: {MOVE}", "it is not Ana's turn"),
        (f"4 Cid: {MOVE}", "No player of this game is called Cid"),
        ("3 Ana: R", "Turn 3 was played otherwise here"),
        (f"{LINE}\n\n2 Bob: R", "Turn 2 was played otherwise here"),
        (f"Majolica, game other, turn 4, key 123456\n{LINE}", "of game other"),
        (f"{MOVE}\n\n> Majolica, game other, turn 4, key 123456", "of game other"),
        (f"{MOVE}\n\n> x, game gtaj, turn 2, key 123456", "a post of turn 2"),
        (f"x, game gtaj, turn 4, key 123456\n{LINE}", "the key 123456"),
        (f"x, game gtaj, turn 7,\nkey 123456\n{LINE}", "is of turn 7"),
        ("undo 3", "undo 3 line 8"),
        ("undo 3 line 7", "that was for line 7"),
        (message(LINE, Auto_Submitted="auto-replied"), "no person wrote"),
        (LINE + "\n" + "x" * 300_000, "is not read"),
        ("pbem 1 maharani\nid other\n\n1 Ana: R =0", "of game other"),
    ],
)
def test_any_doubt_is_asked(text: str | bytes, why: str) -> None:
    taken = take(text)
    assert taken.lines == ()
    assert taken.doubt is not None
    assert why.lower() in taken.doubt.lower(), taken.doubt
    assert taken.doubt[0].isupper() or taken.doubt[0] == "`"
    assert taken.doubt.endswith((".", "?"))


@pytest.mark.parametrize("move", ["boat", "Stay", "boat / +g +b", "+g", "Ma"])
def test_letters_alone_are_asked_for_whatever_their_number(move: str) -> None:
    at = pbem.new("rajas", ["Ana=yellow", "Bob=red"], seed="thread", id="thread", first="Ana")
    told, how = take(f"Hi Bob,\n\n{move}\n\nAna", at).doubt or "", ": to play it write" if move == "Ma" else ". As"
    assert told.startswith(f"`{move}` alone may be anything{how} `1 Ana: {move}`")


def test_errors_keep_their_kind() -> None:
    """So that a program that pastes knows what to say: the exit statuses are those of a typed line."""
    assert isinstance(take(f"5 Bob: {MOVE}").error, StaleMove)
    assert isinstance(take(f"4 Ana: {MOVE}").error, NotYourTurn)
    assert isinstance(take("3 Ana: R").error, StaleMove)
    for several in (f"{LINE}\n\n{OTHER}", f"{MOVE}\n\n3-f7N+r / 4-b8N+b"):
        error = take(several).error
        assert isinstance(error, Doubt)  # none of them is against a rule
        assert (error.status, error.details) == (4, {"reason": "several-moves"})


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Bob",
        "Bob: nice move",
        "12 of us: really",
        "stop",
        "draw a card!",
        "What if I had sent 3 Ana: 3-2f7N+r / 4-1b8N+b =3, would that not lose?",
        "Which slot do you mean?\n\n4 Bob: SLOT-CELL / SLOT-CELL",
        "4 Bob: I must think",
        "24",
        "12 R",
        "NW",
    ],
)
def test_nothing_is_read_into_a_text(text: str) -> None:
    assert take(text)._replace(skipped=0) == Taking()


@pytest.mark.parametrize("form", ["text", "bbcode", "markdown"])
@EACH
@pytest.mark.slow
def test_what_the_program_prints_for_people_is_no_move(case: Case, form: str) -> None:
    """The board, the template and examples of every game, by itself, below a reply, and in another copy."""
    at = case.new(kind="seed", seed="print", id="print")
    for _ in range(4):
        at.play(random_line(at, random.Random(1)))
    for text in (
        wrap(report.show(at), form),
        board.rules(at.rules),
        *("\n".join(f) for f in report.frames(at, [None])),
    ):
        taken = take(text, at)  # a post has the lines since its reader's last turn, which are known
        assert (taken.lines, taken.commands, taken.doubt) == ((), (), None)
    line = random_line(at, random.Random(2))
    both = take(f"{line}\n\n{wrap(report.show(at), form)}", at)
    assert (both.lines, both.doubt) == ((line,), None)


@EACH
def test_who_is_too_far_behind_for_a_post_is_told_what_to_paste(case: Case) -> None:
    """Whether it begins with a turn or with a draw, which is not due."""
    at = case.new(kind="seed", seed="far", id="far")
    first = reading.read(at.toml())
    while at.turn < first.turn + 3:
        at.play(random_line(at, random.Random(1)))
    row = next(row for row, line in enumerate(at.log) if line.startswith(f"{at.turn - 1} "))
    for text in ("\n".join(report.show(at)), "\n".join(at.log[row:]), "\n".join(at.log[row - 1 :])):
        taken = take(text, reading.read(first.toml()))
        assert "paste what came between as well, the log or the record" in (taken.doubt or ""), (text, taken.doubt)
        assert isinstance(taken.error, StaleMove)


@EACH
def test_case_makes_no_other_line_or_post(case: Case, games: int | None) -> None:
    """Whole posts, titles and all, in capitals or small letters: no move of any game depends on it."""
    at = case.new(kind="seed", seed="case", id="case-1")
    for number in range(games or 1):
        line, post = random_line(at, random.Random(number)), "\n".join(report.show(at))
        for form in (str.upper, str.lower):
            taken = take(form(f"{line}\n\n{post}"), at)
            assert (taken.lines, taken.doubt) == ((form(line),), None)
            assert "of game" in (take(form(f"{line}\n\n{post.replace('game case-1', 'game case-2')}"), at).doubt or "")
            assert "the key" in (take(form(post.replace(f"key {at.key}", "key 00000f")), at).doubt or "")
        with at.put_back():
            added = at.play(line)
        assert at.play(line.upper()) == added


# Known lines


def test_known_lines() -> None:
    log = game().log
    taken = take("\n".join(log))
    assert (taken.lines, taken.known, taken.doubt) == ((), tuple(log), None)
    short = take("3 ana: 3-a6S+y / 2-a5S+y ; again")
    assert (short.lines, short.known, short.doubt) == ((), ("3 ana: 3-a6S+y / 2-a5S+y ; again",), None)
    assert take("3 Ana: 3-a6S+y").doubt is not None


def test_a_turn_taken_back_may_be_played_again_in_the_same_words() -> None:
    at = game()
    third = at.log[-2]
    at.play("undo 3")
    assert take(third, at).lines == (third,)
    assert take("\n".join(at.log[:-1]), at).lines == ()  # an old log: all of it is known
    assert take("\n".join(at.log), at).lines == ()
    again = take("\n".join([*at.log, third]), at)
    assert again.lines == (third,)
    at.play(third)
    assert take("\n".join(at.log), at).lines == ()
    at.play("undo 3", "R")
    assert take("\n".join(at.log), at)._replace(known=()) == Taking()
    assert take(third, at).doubt is not None


def test_undo_and_stop_with_their_line() -> None:
    at = game()
    assert take("undo 3 line 8 ; slip", at).lines == ("undo 3 line 8 ; slip",)
    assert take("stop line 8", at).lines == ("stop line 8",)
    both = take("undo 3 line 8\n3 Ana: R", at)
    assert both.lines == ("undo 3 line 8", "3 Ana: R")
    at.play(*both.lines)
    assert take("undo 3 line 8\n3 Ana: R", at)._replace(known=()) == Taking()


@pytest.mark.parametrize("kind", ["manual", "seed"])
@EACH
def test_a_copy_that_is_behind_catches_up(case: Case, kind: str, games: int | None, some: Some) -> None:
    """By a log, a record or both in a row; and pasting them again changes nothing."""
    rng = random.Random(f"{case} {kind}")
    for _ in range(games or 1):
        ahead = case.new(kind=kind, **({"seed": "behind"} if kind == "seed" else {}), id="behind")
        while len(ahead.log) < some(16, 24) and not ahead.over:
            ahead.play(random_line(ahead, rng))
            if rng.random() < 0.2 and ahead.fold.before and not ahead.waits_for_draw:
                ahead.play(f"undo {rng.choice(list(ahead.fold.before)[-2:])} ; slip")
        lines = ahead.log
        behind = _beginning(ahead, rng.randrange(len(lines)))
        log = "\n".join(lines)
        for text in (log, ahead.record(), f"Hi,\n\n{log}\n\n{ahead.record()}", f"```\n{log}\n```"):
            copy = reading.read(behind.toml())
            taken = take(text, copy)
            assert taken.doubt is None, (taken.doubt, copy.log, log)
            copy.play(*taken.lines)
            assert copy.log == lines
            assert copy.key == ahead.key
            again = take(text, copy)
            assert (again.lines, again.doubt) == ((), None)


def _beginning(ahead: Session, count: int) -> Session:
    """The same game after so many lines, and what is dealt then."""
    copy = reading.read(ahead.toml())
    copy.fold.restore(_empty(copy))
    for line in ahead.log[:count]:
        copy.fold.add(copy.fold.notation.parse(line))
    copy.deal_due()
    return copy


def _empty(session: Session) -> "pbem.fold.Kept":
    return pbem.fold.Kept(0, [], {}, session.rules.start(session.header))


# Draws


def test_draws_of_people() -> None:
    at = new_manual("maharani", 2)
    draw = random_line(at, random.Random(3))
    other = random_line(at, random.Random(4))
    assert take(f"Hi\n\n{draw}\n\nBye", at).lines == (draw,)
    assert take(f"{draw}\n\n{other}", at).doubt is not None
    at.play(draw)
    assert take(draw, at)._replace(known=()) == Taking()
    assert take(f"x\n{other}\nx", at).lines == ()
    ahead = reading.read(at.toml())
    lines = random_lines(ahead, random.Random(5), 2)
    assert take("\n".join(lines), at).lines == tuple(lines)


@pytest.mark.parametrize("game_id", ["maharani", "rajas", "majolica"])
def test_a_draw_taken_back_may_be_drawn_again_in_the_same_words(game_id: str) -> None:
    """As a turn may: alone it is what the game waits for; with the lines around it, it is an old log."""
    at = new_manual(game_id, 2)
    while at.waits_for_draw:
        at.play(random_line(at, random.Random(3)), deal=False)
    drawn = at.log
    at.play(random_line(at, random.Random(4)), deal=False)
    at.play("undo 1", "undo draw")
    again = drawn[-1]
    for text in (again, f"Hi Ana,\n\n{again}\n\nBob", "\n".join([*at.log, again])):
        assert take(text, at).lines == (again,)
    assert take("\n".join([again, *at.log[len(drawn) :]]), at).lines == ()
    assert take("\n".join(at.log), at).lines == ()
    assert take(at.record(), at).lines == ()
    if len(drawn) > 1:
        assert take("\n".join(drawn), at).lines == ()
    at.play(again)
    assert take(again, at)._replace(known=()) == Taking()


# Commands


def test_commands() -> None:
    text = f"show\nLegal.\nundo ?\naway until 2026-12-24\nsay hello\nfrom {OTHER}\nend\n{LINE}"
    assert in_club(text).commands == ("show", "legal", "undo?", "away until 2026-12-24", f"say hello\nfrom {OTHER}")
    assert in_club(text).lines == (LINE,)
    assert in_club(f"end\n{LINE}").lines == ()
    assert in_club(f"say hello\n\n{LINE}").lines == (LINE,)
    assert in_club("please show me").commands == ()
    words = "**show**\n- Help?\nLegal ?\nundo?\nAway till: 24.12.\naway to come\n\nend of it"
    assert in_club(words).commands == ("show", "help", "legal", "undo?", "away until 24.12")
    for end in ("End.", "END!", "**end**", "`end`"):
        assert in_club(f"say hi\n\nyou\n{end}\n{LINE}").lines == (LINE,)
        assert in_club(f"{end}\n{LINE}").lines == ()


def test_what_is_passed_on_or_stands_below_the_end_means_nothing() -> None:
    for above in ("say see game x, turn 3, key 12ab34\nend", "say hi\nBut not this:\n"):
        assert in_club(f"{above}\n{LINE}").lines == (LINE,), above
    title = f"say game {game().header.id}, turn {game().turn}, key 0a0a0a"
    for below in ("say Wait, no!\nDon't play that", "say hi\n\nNever mind.\nend", "end\nNever mind.", title):
        assert in_club(f"{LINE}\n\n{below}").lines == (LINE,), below
    assert "Never mind." in (in_club(f"{LINE}\n\nsay hi\n\nNever mind.").doubt or "")


def in_club(text: str) -> Taking:
    return taking.take(game(), mails.read(text), club=True)


def test_words_of_a_club_hide_no_line_elsewhere() -> None:
    assert take(f"say hello\n{LINE}").lines == (LINE,)
    assert take(f"{LINE}\nend\n").lines == (LINE,)
    assert take(f"end\n{LINE}").lines == (LINE,)
    assert take(f"help\nsay hello\nend\n{LINE}").commands == ("help",)


def test_what_is_told() -> None:
    taken = take(f"Hi,\nwhat a game\n\n{game().log[0]}\n{LINE}\n")
    assert taken.told() == "taken: 1 line; known: 1; not read: 2 lines of text"
    assert take("help").told() == "taken: 0 lines; known: 0; not read: 1 line of text; commands: help"
