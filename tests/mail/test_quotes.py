"""What quotes have of the log, beside a new line: told otherwise than here it is asked about, as is what is missing."""

import random

import pytest

import pbem
from pbem import report
from pbem.session import Session
from pbem.taking import take_from
from tests.mail.letters import ATTRIBUTIONS, quoted
from tests.support import PLAYERS, any_turn, case_of, going_on, in_turn, random_line

LABELS = ("4 Bob: ", "Bob: ", "")


def shown(game: Session) -> str:
    return "\n".join(report.show(game))


def test_of_quoted_posts_the_newest_is_answered() -> None:
    """Another copy may have come to it from an older one of the same turn, which both have."""
    (here, there), first = going_on(0, 1)
    move = f"{here.turn} {here.to_move}: {any_turn(here)}"
    thread = [quoted(f"{chr(10).join(report.show(game))}\n\nBob wrote:\n\n{quoted(first)}") for game in (here, there)]
    assert here.key != there.key
    assert take_from(here, f"{move}\n\n{thread[0]}").lines == (move,)
    assert "which no position of that turn has here" in (take_from(here, f"{move}\n\n{thread[1]}").doubt or "")


def test_a_post_of_another_copy_is_quoted_above_or_below_one_of_now() -> None:
    """One that was taken back here is of this game."""
    (here, there), _ = going_on(0, 1)
    line = f"{here.turn} {here.to_move}: {any_turn(here)}"
    for quote in (
        f"{shown(there)}\n\nBob wrote:\n\n{quoted(shown(here))}",
        f"{quoted(shown(here))}\n\n{shown(there)}",
        f"{shown(here)}\n\nBob wrote:\n\n{quoted(shown(there))}",
    ):
        assert "which no position of that turn has here" in (take_from(here, f"{line}\n\n{quoted(quote)}").doubt or "")
    game, _, _ = in_turn(2, 2)
    game.play(any_turn(game))
    before = shown(game)
    game.undo(3)
    game.play("R")
    line = f"4 Bob: {any_turn(game)}"
    assert take_from(game, f"{line}\n\n{quoted(f'{shown(game)}{chr(10)}{chr(10)}{quoted(before)}')}").lines == (line,)


@pytest.mark.parametrize("above", ["", "Bob wrote:\n"])
def test_a_line_above_a_quote_that_has_another_last_turn_is_asked_about(above: str) -> None:
    """In other words it may be the same, or one that was taken back; a post that is answered has a key."""
    game, posts, _ = in_turn(2, 2)
    same = any_turn(game)
    other = next(one.text for one in game.legal() if one.text not in ("R", same) and "/" not in one.text)
    game.play(f"3 Ana: {other.partition(' =')[0]}")
    game.undo(3)
    game.play(same)
    line, now = f"4 Bob: {any_turn(game)}", "\n".join(report.show(game))
    short = f"3 Ana: {same.replace('/ 3-2', '/ 3-')}"
    for quote in (
        short,
        f"3 Ana: {other}\n{short}",
        "2 Bob: R",
        f"Hi,\n{short}\n2 Bob: {same}",
        "4 Bob: R",
        "3 Dave: R",
    ):
        assert take_from(game, f"{line}\n\n{above}{quoted(quote)}").lines == (line,), quote
    wrong = "2 Bob: R\n3 Ana: R"
    for quote in (wrong, f"{wrong}\n{short}", f"{short}\n{wrong}", f"{wrong}\n\nBob wrote:\n{quoted(posts[2])}"):
        told = take_from(game, f"{line}\n\n{above}{quoted(quote)}").doubt or ""
        assert f"Turn 3 was played otherwise here: the log has `{game.log[-2]}`, this text has `3 Ana: R`" in told
    assert take_from(game, f"{line}\n\n{above}{quoted(f'{wrong}{chr(10)}{now}')}").lines == (line,)


def test_what_was_taken_back_on_top_of_a_quoted_post_of_now_is_asked_about() -> None:
    """The post led here, what stands above it is newer; the undo of its own list is in force otherwise."""
    game, posts, records = in_turn(2, 3)
    behind, answer = pbem.read(records[3]), f"4 Bob: {any_turn(game)}"
    undo = game.undo(3)[0]
    other = f"3 Ana: {any_turn(game)}"
    for label in ("4 Bob: ", "Bob: ", ""):
        line = f"{label}{answer[7:]}"
        for quote in (f"{undo}\n{other}\n\n{posts[3]}", f"{undo}\n\n{posts[3]}"):
            for text in (f"{line}\n\n{quoted(quote)}", f"{quoted(quote)}\n\n{line}"):
                assert f"`{undo}` stands only in what is quoted" in (take_from(behind, text).doubt or "")
        assert take_from(behind, f"{line}\n\n{quoted(posts[3])}").lines == (line,)
    after = "\n".join(report.show(game))
    never = pbem.read(records[2])
    assert take_from(never, f"{other}\n\n{quoted(f'{undo}{chr(10)}{chr(10)}{after}')}").lines[-1] == other, "printed so"


@pytest.mark.parametrize("label", LABELS)
def test_an_undo_below_a_quoted_post_of_now_is_asked_about(label: str) -> None:
    """In the list of that post it may be of a copy that came to the same position in another way."""
    game, posts, _ = in_turn(2, 3)
    line, number = f"{label}{any_turn(game)}", game.fold.next_number()
    for below in (f"undo 3 line {number}", f"Hi.\n\nundo 3 line {number}\n3 Ana: 1-f2", f"stop line {number}"):
        for quote in (f"{posts[3]}\n\n{below}", f"{posts[3]}\n{below}"):
            told = take_from(game, f"{line}\n\n{quoted(quote)}").doubt or ""
            assert f"line {number}` stands only in what is quoted" in told, below
    other = in_turn(2, 3)[0]
    for again in (3, 4):
        other.play(*["R"] * (again - other.turn + 1))
        other.undo(again)
        other.play(*["R"] * (4 - other.turn))
        assert other.key == game.key
        assert take_from(game, f"{line}\n\n{quoted(shown(other))}").lines == (line,)


@pytest.mark.parametrize("label", LABELS)
def test_of_a_turn_that_was_played_again_a_quote_may_have_the_old_line_alone(label: str) -> None:
    """So do mails that cross: whoever answers the old line has not seen the new one; who quotes its undo has."""
    game, posts, _ = in_turn(2, 2)
    old = f"3 Ana: {any_turn(game)}"
    game.play(old)
    undo = game.undo(3)[0]
    after = shown(game)
    new = game.play("R")[0]
    line = f"{label}{any_turn(game)}"
    asked = f"Turn 3 was played otherwise here: the log has `{new}`, this text has `{old}`."
    with_post = (f"{old}\n\n{quoted(posts[2])}", f"{posts[2]}\n\n{old}") if label == "4 Bob: " else ()
    for quote in (old, *with_post, f"Hi.\n\n{old}\n2 Bob: R"):
        assert take_from(game, f"{line}\n\nAna wrote:\n{quoted(quote)}").doubt == asked, quote
    for quote in (f"{new}\n\n{quoted(old)}", f"{undo}\nR\n\n{quoted(old)}", shown(game)):
        assert take_from(game, f"{line}\n\nAna wrote:\n{quoted(quote)}").lines == (line,), quote
    if label == "4 Bob: ":
        crossed = quoted(f"R\n\n{quoted(after)}")
        assert take_from(game, f"{line}\n\nAna wrote:\n{crossed}").lines == (line,)
    if label:
        for text in (f"{line}\n\n{shown(game)}\n\n{quoted(old)}", f"{shown(game)}\n\n{line}\n\n{quoted(old)}"):
            assert take_from(game, text).lines == (line,), "it stands at the post of now"


def test_a_line_with_a_name_alone_and_a_draw_are_held_against_the_log_too() -> None:
    game, _, _ = in_turn(2, 2)
    other = any_turn(game)
    game.play("R")
    line = f"4 Bob: {any_turn(game)}"
    for quote in (f"Ana: {other}", f"Ana: {other}\n\n{quoted('2 Bob: R')}"):
        told = take_from(game, f"{line}\n\nAna wrote:\n{quoted(quote)}").doubt or ""
        assert f"the log has `3 Ana: R =0`, this text has `Ana: {other}`" in told
    for quote in ("Ana: R", f"Bob: {other}", "Ana: hello", f"Dave: {other}"):
        assert take_from(game, f"{line}\n\nAna wrote:\n{quoted(quote)}").lines == (line,), quote
    game, _, _ = in_turn(2, 4)
    draw = next(one for one in reversed(game.log) if one.startswith("draw"))
    line = f"5 Ana: {any_turn(game)}"
    assert take_from(game, f"{line}\n\n{quoted(f'3 Ana: R =0{chr(10)}{draw}{chr(10)}4 Bob: R')}").lines == (line,)
    told = take_from(game, f"{line}\n\n{quoted(f'draw 2:bC 3:bC{chr(10)}4 Bob: R')}").doubt or ""
    assert "`draw 2:bC 3:bC` stands in what is quoted, and the log of this game has it not" in told


MOVES = ("2-2h7W / 4-1d8E", "1-2f6W / 4-2e7E", "2-4c2N / 3-1d6E")
ANSWER = "2-4a4S / 4-4b1E"


def thread(*lines: str) -> Session:
    """A game of Maharani with these lines, three that people wrote if none are given."""
    game = pbem.new("maharani", PLAYERS["maharani"][2], seed="a", id="paste", first="Ana")
    game.play(*(lines or MOVES))
    return game


def below(*mails: str) -> str:
    """Mails of Ana and Bob by turns, the newest first, each of which quotes the next."""
    found = ""
    for number, mail in reversed([*enumerate(mails)]):
        name = ("Ana", "Bob")[number % 2]
        found = f"{name} wrote:\n{quoted(mail + (f'{chr(10)}{chr(10)}{found}' if found else ''))}"
    return found


@pytest.mark.parametrize("label", LABELS)
@pytest.mark.parametrize(
    "mails",
    [
        ("Ana: 2-c2N / 3-d6E", "Bob: 1-f6W / 4-e7E", "Ana: 2-h7W / 4-d8E"),
        ("2-c2N / 3-d6E", "1-f6W / 4-e7E", "Ana: 2-h7W / 4-d8E"),
        (f"Sorry:\n3 Ana: {MOVES[2]}", "That is not legal.", "3 Ana: 1-1a8W / 4-1d8E"),
        (f"Sorry:\nAna: {MOVES[2]}", "Which one?", "3 Ana: 2-c2 / 3-d6"),
    ],
)
def test_only_the_newest_line_of_a_quote_tells_of_the_turn_before(mails: tuple[str, ...], label: str) -> None:
    """Further down stand older turns, in short forms too, and what was refused."""
    line = f"{label}{ANSWER}"
    assert take_from(thread(), f"{line}\n\n{below(*mails)}").lines == (line,)
    assert take_from(thread(), f"{line}\n\n{below('3 Ana: 1-1a8W / 4-1d8E', *mails)}").lines == ()


@pytest.mark.parametrize("label", LABELS)
def test_it_may_have_been_taken_back_by_an_undo_that_the_text_has(label: str) -> None:
    """That is one below it in the log; another one tells nothing of it."""
    game = thread()
    first = game.undo(3)[0]
    game.play("3 Ana: 3-4d3S+y / 1-2g6S+y")
    second = game.undo(2)[0]
    game.play("2 Bob: 1-1d6W / 3-4b3S", "3 Ana: 3-2g5W / 1-2g6S+y")
    line, old = f"{label}1-3e1W / 2-1c7W", "3 Ana: 3-4d3S+y / 1-2g6S+y"
    for mails in (
        (f"{second}\n2 Bob: 1-1d6W / 3-4b3S", old),
        (second, f"Ana: {old[7:]}"),
        ("3-2g5W / 1-2g6S+y", second, old),
    ):
        assert take_from(game, f"{line}\n\n{below(*mails)}").lines == (line,), mails
    for other in ((f"{first}\n{old}",), (first, old), (f"Ana: {old[7:]}",), (old, "3 Ana: 3-2g5W / 1-2g6S+y")):
        told = take_from(game, f"{line}\n\n{below(*other)}").doubt or ""
        assert "Turn 3 was played otherwise here" in told, other
    known = "\n".join(game.log[-4:])
    assert take_from(game, f"Bob, 10:30\n\n> {old}\n\nSorry.\n\n{known}\n\nBob, 10:40\n\n{line}").lines == (line,)


@pytest.mark.parametrize("label", ["3 Ana: ", "Ana: ", ""])
def test_a_quoted_draw_is_held_against_the_log(label: str) -> None:
    """The newest one, however it is broken, and also where it was taken back and its undo is not quoted."""
    game = pbem.new("maharani", PLAYERS["maharani"][2], kind="manual", first="Ana", id="paste")
    game.play("draw 1:bSW 2:ySE 3:vNE 4:vE", "1 Ana: 4-4a3E / 1-3g2E", "draw 1:oSE 4:bSE")
    game.play("2 Bob: 3-2f6N+r / 4-1b7N+r", "draw 3:yW 4:gNE")
    undo = game.play(f"undo draw line {game.fold.next_number()}")[0]
    game.play("draw 3:yE 4:gNE")
    line, move = f"{label}2-2f5N / 3-1c8S+g", "2 Bob: 3-2f6N+r / 4-1b7N+r"
    for mails in (
        (f"{move}\ndraw 3:yE 4:gNE", "There are two empty slots!", "draw 4:bSE"),
        (f"{move}\ndraw 3:yE\n4:gNE",),
        (f"{move}\ndraw 3:yW 4:gNE\n{undo}\ndraw 3:yE 4:gNE",),
        (undo, "draw 3:yW 4:gNE"),
    ):
        assert take_from(game, f"{line}\n\n{below(*mails)}").lines == (line,), mails
    for other in ((f"{move}\ndraw 3:yW 4:gNE",), (f"{move}\ndraw 3:yN 4:gNE", "draw 3:yE 4:gNE")):
        assert "stands in what is quoted" in (take_from(game, f"{line}\n\n{below(*other)}").doubt or ""), other
    told = take_from(game, f"{move}\ndraw 3:yW 4:gNE\n\nAna, 10:30\n\n{line}").doubt or ""
    assert "was taken back since" in told or "after which this game went on" in told


def test_a_draw_is_not_played_where_the_quote_has_another_one() -> None:
    game = pbem.new("maharani", PLAYERS["maharani"][2], kind="manual", first="Ana", id="paste")
    game.play("draw 1:bSW 2:ySE 3:vNE 4:vE", "1 Ana: 4-4a3E / 1-3g2E")
    draw, other, move = "draw 1:oW 4:gC", "draw 1:oSE 4:bSE", "Bob: 1-1b8W / 4-1b7N+r"
    for quote in (f"{other}\n{move}", f"{other}\n{move[5:]}", f"{other}\n2 {move}\n\n{quoted(shown(game))}"):
        assert "is quoted" in (take_from(game, f"{draw}\n\nBob wrote:\n{quoted(quote)}").doubt or ""), quote
    for quote in (draw, shown(game), "1 Ana: 4-4a3E / 1-3g2E"):
        assert take_from(game, f"{draw}\n\nBob wrote:\n{quoted(quote)}").lines == (draw,), quote


def test_who_is_a_mail_behind_does_not_play_for_another_player() -> None:
    """The quote has the line that is missing here, with a name alone; late in a game as well."""
    game = case_of("majolica", 3).new(kind="seed", id="paste", seed="s3")
    rng = random.Random(3)
    for turn in (6, 90):
        while game.turn < turn:
            game.play(random_line(game, rng))
        move, other = (random_line(game, random.Random(n)).partition(": ")[2].partition(" =")[0] for n in (1, 2))
        missing = f"{game.to_move}: {other}"
        for text in (move, f"{game.to_move}: {move}"):
            assert "stands only in what is quoted" in (take_from(game, f"{text}\n\n{quoted(missing)}").doubt or "")
            assert take_from(game, f"{text}\n\n{quoted(f'{game.to_move}: {move}')}").lines == (text,)


def test_words_of_an_undo_are_seen_in_whatever_letters() -> None:
    game = thread()
    for undo in ("undo 3 line 8", "UNDO 3 line 8", "\uff35\uff2e\uff24\uff2f 3 line 8"):
        text = f"4 Bob: {ANSWER}\n\n{quoted(f'{undo}{chr(10)}{chr(10)}{shown(game)}')}"
        assert "stands only in what is quoted" in (take_from(game, text).doubt or ""), undo


def test_a_reply_on_top_of_a_quote_is_not_played_and_taken_back() -> None:
    """Below the quote a copy without marks may begin, with the undo that was answered."""
    game, posts, records = in_turn(2, 3)
    here, line = pbem.read(records[3]), f"4 Bob: {any_turn(game)}"
    game.play("4 Bob: R")
    undo = game.undo(3)[0]
    quote = quoted(f"4 Bob: R\n\n{posts[3]}")
    text = f"{line}\n\n{quote}\n\n{undo}\n3 Ana: {any_turn(game)}"
    assert "was taken back since, or in the text itself" in (take_from(here, text).doubt or "")


def test_below_a_quoted_undo_one_turn_is_played_again_and_no_whole_log() -> None:
    """Below a quote lines that lost their marks may stand."""
    game = thread()
    undo = game.undo(2)[0]
    quote = quoted(f"{undo}\n\n{shown(game)}")
    again = f"2 Bob: {MOVES[1]}"
    assert take_from(game, f"{again}\n\n{quote}").lines == (again,)
    assert "was taken back since" in (take_from(game, f"{again}\n\n{quote}\n\n3 Ana: {MOVES[2]}").doubt or "")


def test_a_quote_is_read_at_both_ends() -> None:
    line, wrong = f"4 Bob: {ANSWER}", "3 Ana: 1-1a8W / 4-1d8E"
    talk = [f"Hello {number}" for number in range(900)]
    for lines in ((wrong, *talk), (*talk, wrong)):
        asked = take_from(thread(), f"{line}\n\n{quoted(chr(10).join(lines))}").doubt or ""
        assert f"this text has `{wrong}`" in asked


@pytest.mark.parametrize("label", LABELS)
def test_blanks_make_a_quote_no_deeper_and_one_mail_without_marks_is_read_whole(label: str) -> None:
    game, _, _ = in_turn(2, 3)
    line, wrong = f"{label}{any_turn(game)}", "3 Ana: 1-f2N"
    head = "From: Ana <a@example.org>\nSent: Tuesday\nTo: Bob\nSubject: x\n\n"
    for quote in (
        f"On Tue, Ana wrote:\n\n> 3 Ana: R\n> is wrong, sorry. I play\n>  {wrong}\n",
        f"On Tue, Ana wrote:\n\n> I play\n>\n>    - {wrong}\n>\n> On Mon, Bob wrote:\n>\n> > 3 Ana: R\n",
        f"-----Original Message-----\n{head}3 Ana: R\n\nis wrong, sorry. I play\n\n    {wrong}\n",
    ):
        assert f"this text has `{wrong}`" in (take_from(game, f"{line}\n\n{quote}").doubt or ""), quote
    older = f"-----Original Message-----\n{head}3 Ana: R\n\n{head}{wrong}\n"
    assert take_from(game, f"{line}\n\n{older}").lines == (line,)


def test_what_the_game_refused_tells_nothing_of_the_log() -> None:
    """A first try with a name alone, and a draw in another order or without all results."""
    game, _, _ = in_turn(2, 3)
    for line in (f"Bob: {any_turn(game)}", any_turn(game)):
        assert take_from(game, f"{line}\n\n{below('That is not legal.', 'Bob: 1-1a1N / 2-1a1N')}").lines == (line,)
    game = pbem.new("maharani", PLAYERS["maharani"][2], kind="manual", first="Ana", id="paste")
    game.play("draw 1:yNW 2:oNE 3:gNW 4:rE", "4-2e7E / 3-1c5W")
    for lines in ("draw 3:vSE 4:vC\n2 Bob: R", "draw 3:vSE 4:vC"):
        for bad in ("draw 4:vC 3:vSE", "draw 3:vSE"):
            text = f"{lines}\n\n{below('Not so, please.', bad)}"
            assert take_from(game, text).lines == tuple(lines.split("\n")), text


def test_a_second_piece_of_a_turn_and_a_broken_line_are_no_first_tries() -> None:
    """Nor is a line with a claim: another copy has scored it."""
    log = ["draw oS6 oC2 oT2 gS6 gC3 gT5 bS4 bC3 bT2 pS5 pC2 pT3", "roll Ana o2 g6 b3 p4", "roll Bob o2 g2 b5 p5"]
    log += ["1 Ana: H2 -p4k", "2 Bob: P2 -p5k +p +p", "roll p3 p2", "draw white up", "2 Bob: up Pa"]
    game = pbem.new("rajas", PLAYERS["rajas"][2], kind="manual", id="rj", first="Ana")
    game.play(*log[:-1])
    assert "`Bob: up Mi` stands only in" in (take_from(game, f"Bob: up Te\n\n{below('Bob: up Mi')}").doubt or "")
    for beside in ("or up Mi", "rather up Mi", "\nno, up Mi"):  # the turn goes on after a draw
        assert "several moves" in (take_from(game, f"2 Bob: up Te\n{beside}").doubt or ""), beside
    game.play(log[-1])
    told = take_from(game, f"3 Ana: {any_turn(game)}\n\n{below('Bob: up Mi')}").doubt or ""
    assert "Turn 2 was played otherwise here" in told
    game, _, _ = in_turn(2, 3)
    line = f"4 Bob: {any_turn(game)}"
    for quote in ("Ana: 1-1d7S+g /\n4-1d8S+d7", "Ana: 1-1d7S+g / 4-1d8S+d7 =5"):
        assert "Turn 3 was played otherwise here" in (take_from(game, f"{line}\n\n{below(quote)}").doubt or ""), quote


def test_a_quoted_die_is_compared_with_those_of_its_turn_and_as_often_as_it_fell() -> None:
    game = pbem.new("rajas", PLAYERS["rajas"][2], kind="manual", id="rj", first="Ana")
    game.play("draw oS6 oC5 oT5 gS3 gC4 gT5 bS3 bC3 bT1 pS5 pC2 pT1", "roll Ana o6 g6 b4 p1", "roll Bob o4 g6 b4 p4")
    game.play("P0 re g6 b4", "roll g2 b1")
    line = f"2 Bob: {any_turn(game)}"
    for roll in ("roll g2 b1", "roll b1 g2", "roll g2", "roll g2 b1 ; at the table"):
        assert take_from(game, f"{line}\n\n{below(roll)}").lines == (line,), roll
    for roll in ("roll g2 g2", "roll o6 b4", "roll g2 b2"):
        assert f"`{roll}` stands in what is quoted" in (take_from(game, f"{line}\n\n{below(roll)}").doubt or "")


def test_a_first_try_of_an_opening_draw_tells_nothing() -> None:
    drawn = pbem.new("maharani", PLAYERS["maharani"][2], seed="zz", id="z", first="Ana").log[0]
    game = pbem.new("maharani", PLAYERS["maharani"][2], kind="manual", id="z", first="Ana")
    tries = " ".join(drawn.split()[:-1]), " ".join(["draw", *reversed(drawn.split()[1:])])
    for bad in tries:
        assert take_from(game, f"{drawn}\n\n{below(bad)}").lines == (drawn,), bad
    game.play(drawn)
    for bad in tries:
        line = f"1 Ana: {any_turn(game)}"
        assert take_from(game, f"{line}\n\n{below(bad)}").lines == (line,), bad
    assert "stands in what is quoted" in (take_from(game, f"1 Ana: R\n\n{below(f'{tries[0]} 4:rC')}").doubt or "")


@pytest.mark.parametrize(
    ("between", "other"),
    [
        ("From: Ana", True),
        ("Von: Ana <ana@example.org>", True),
        ("\u53d1\u4ef6\u4eba\uff1aAna", True),
        ("Ana wrote:", True),
        *(
            (head.replace("|", "\n"), True)
            for head in (*ATTRIBUTIONS, "---- Original Message ----", "Am 23.11.2026 schrieb Ana:")
        ),
        ("On Mon, Nov 3, 2026 at 10:00 AM Ana <ana@example.org>\nwrote:", True),
        ("No: that was wrong, I play this:", False),
        ("As you said:", False),
        ("Sorry, I play this:", False),
    ],
)
def test_without_marks_the_newest_mail_ends_at_the_head_of_another(between: str, other: bool) -> None:
    game, _, _ = in_turn(2, 3)
    line, head = f"4 Bob: {any_turn(game)}", "From: Ana <ana@example.org>\nSent: Tuesday\nTo: Bob\nSubject: x"
    taken = take_from(game, f"{line}\n\n{head}\n\n3 Ana: R\n\n{between}\n\n3 Ana: 1-f2N")
    assert (taken.lines, "Turn 3 was played otherwise" in (taken.doubt or "")) == ((line,) if other else (), not other)


def test_of_two_lines_in_one_quoted_mail_the_last_is_meant() -> None:
    game, _, _ = in_turn(2, 2)
    first, second = "3 Ana: R", f"3 Ana: {any_turn(game)}"
    game.play(first)
    game.undo(3)
    game.play(second)
    line = f"4 Bob: {any_turn(game)}"
    assert take_from(game, f"{line}\n\n{below(f'{first}, no:{chr(10)}{chr(10)}{second}')}").lines == (line,)
    crossed = below(f"{second}\n\nNo, rather:\n\n{first}")
    assert f"this text has `{first}`" in (take_from(game, f"{line}\n\n{crossed}").doubt or "")
