"""Threads and old mails: what of a text is new, known or in doubt beside older posts, logs and mails."""

import random

import pytest

import pbem
from pbem import report
from pbem.notation import Turn
from pbem.session import Session
from pbem.taking import take_from
from tests.mail.letters import quoted
from tests.support import PLAYERS, Some, any_turn, case_of, cases, random_line


def outputs(game: Session, added: list[str]) -> list[str]:
    """What `move`, `show`, `log` and `export` print, as it is and as it may be pasted."""
    move = "\n".join([*added, "", *report.show(game)])
    rows = [f"{number:>2}  {line}" for number, line in enumerate(game.log, 1)]
    texts = [move, "\n".join(report.show(game, full=False)), "\n".join(rows), game.record()]
    return [*texts, move.replace("\n", "\n\n"), f"Hi,\n\n{move}\n\nAna"]


@pytest.mark.parametrize("between", ["\n", "\n; a remark\n"])
def test_what_a_post_has_before_the_first_turn_is_not_on_top_of_it(between: str) -> None:
    """An older post below it, which has some of it again, takes away nothing."""
    game = case_of("rajas", 3).new()
    start, older, added = pbem.read(game.record()), "", [""]
    while game.waits_for_draw:
        older = outputs(game, [])[1] if len(game.log) == 3 else older
        added = game.play(random_line(game, random.Random(f"top {len(game.log)}")))
    text = outputs(game, added)[0].replace(f"\n{game.log[2]}", between + game.log[2])
    for post in (text, text.partition("\n\n")[2]):
        assert take_from(start, f"{post}\n\nBob, 10:30\n\n{older}").lines == tuple(game.log)


@pytest.mark.parametrize("name", ["majolica", "maharani", "rajas"])
def test_a_post_brings_up_to_date_also_where_it_is_quoted_as_well(name: str) -> None:
    """Its draws are of turns that are still to come, and no answers to it."""
    game = next(case for case in cases(name) if case.players == 2).new(id="paste")
    drawn = 0
    for number in range(15):
        behind = pbem.read(game.record())
        for part in "ab":
            game.play(random_line(game, random.Random(f"{name} {number}{part}")))
        post = "\n".join(report.show(game))
        lines = take_from(behind, post).lines
        assert take_from(behind, f"{post}\n\nAna wrote:\n{quoted(post)}").lines == lines
        drawn += any(line.startswith(("draw", "roll")) for line in lines)
    assert drawn > 5


def test_a_draw_may_stand_above_what_move_printed_whatever_was_remarked_there() -> None:
    """A remark of the log's own line says nothing of the new one, and no line of it is left over."""
    game = case_of("rajas", 3).new(id="paste")
    for number in range(4):
        printed = [*game.play(random_line(game, random.Random(f"top {number}")) + " ; wait, what"), ""]
        draw = random_line(game, random.Random(f"new {number}"))
        taken = take_from(game, "\n".join([draw, "", *printed, *report.show(game)]))
        if game.waits_for_draw:
            assert (taken.lines, printed[0] in taken.known) == ((draw,), True), taken


def test_a_turn_that_is_taken_back_on_top_of_a_thread_is_not_played_again_below() -> None:
    """In a log, or right below the undo, it is."""
    ahead = pbem.new("maharani", PLAYERS["maharani"][2], seed="thread", id="thread", first="Ana")
    begun = ahead.record()
    first = ahead.play("R")[0]
    undo = ahead.undo()[0]
    here, with_it = pbem.read(begun), pbem.read(begun)
    with_it.play(first)
    assert "was taken back since" in (take_from(with_it, f"{undo}\n\nHi\n\n{first}").doubt or "")
    assert take_from(with_it, f"{undo}\n{first}").lines == (undo, first)
    log = f"{first}\n\nHi\n\n{undo}\n\nHo\n\n{first}"
    assert [take_from(game, log).lines for game in (here, with_it)] == [(first, undo, first), (undo, first)]


def test_a_move_below_an_older_log_or_record_is_asked_about() -> None:
    game = pbem.new("maharani", PLAYERS["maharani"][2], seed="thread", id="thread", first="Ana")
    game.play("R", "R")
    older, log = game.record(), "\n".join(game.log)
    move = game.legal()[0].text.partition(" =")[0]
    for text in (older, log):
        assert take_from(game, f"{text}\n{move}\n").lines == (move,)
    game.play("R", "R")
    for text in (older, log):
        assert "after which this game went on" in (take_from(game, f"{text}\n{move}\n").doubt or "")
    assert take_from(game, f"{game.record()}\n{move}\n").lines == (move,)


def test_a_draw_in_an_older_mail_below_a_move_is_not_drawn_for_it() -> None:
    """The mail of another player without quote marks: a draw, which would do for the next one, above its old post."""
    game = case_of("rajas", 2).new(id="t")
    mail, due = "", 0
    for number in range(50):
        post = "\n".join(report.show(game))
        line = random_line(game, random.Random(f"u {number + 1}"))
        drawn = game.waits_for_draw
        if mail and not drawn:
            assert take_from(game, f"{line}\n\nBob wrote:\n{mail}").lines == (line,)
        game.play(line)
        due += not drawn and game.waits_for_draw
        mail = f"{line}\n\nAna wrote:\n{post}" if drawn else mail
    assert due > 5


@pytest.mark.parametrize("name", ["majolica", "maharani", "rajas"])
def test_a_draw_on_top_of_a_log_that_takes_back_what_it_would_follow_is_asked_about(name: str) -> None:
    """Drawn first it would be taken back by that log, and the one that was taken back drawn for it."""
    game, number = case_of(name, 2).new(id="t"), 0
    while game.turn < 3 or not game.waits_for_draw:
        number += 1
        move = game.play(random_line(game, random.Random(f"{name} {number}")))[-1]
    behind = pbem.read(game.record())
    first, second = (random_line(game, random.Random(text)) for text in "ab")
    game.play(first)
    game.undo(int(move.split()[0]))
    game.play(move)
    for text in (game.record(), "\n".join(game.log)):
        assert "stands above lines that come before it" in (take_from(behind, f"{second}\n\n{text}").doubt or "")
        assert take_from(behind, f"{text}\n\n{second}").lines[-1] == second


@pytest.mark.parametrize("name", ["maharani", "rajas"])
def test_the_last_draw_in_a_mail_below_a_move_is_not_drawn_again(name: str, some: Some) -> None:
    """The draw of another player on top of that player's turn, or of the post, and nothing between the mails."""
    game, lines, tried = case_of(name, 2).new(id="t"), ["", ""], 0
    for number in range(some(20, 40)):
        line, post = random_line(game, random.Random(f"{name} {number}")), "\n".join(report.show(game))
        turn, draw = lines[-2:]
        if turn[:1].isdigit() and draw[:1].isalpha() and line[:1].isdigit():
            tried += 1
            for between in ("", "\n", "Bob wrote:\n"):
                text = f"{line}\n\n{between}{draw}\n\n{turn}\n\n"
                assert [take_from(game, text + end).lines for end in ("", post)] == [(line,)] * 2
        lines += game.play(line)[:1]
    assert tried > 3


def test_the_list_of_a_post_may_begin_with_the_draw_above_a_turn_that_was_played_again() -> None:
    """Turn and draw stand above the undo in the log, and the same turn below it."""
    tried = 0
    for number in range(6):
        game, rng = case_of("maharani", 2).new(id="t"), random.Random(number)
        while game.turn < 4 or game.waits_for_draw:
            game.play(random_line(game, rng))
        at = max(at for at, line in enumerate(game.log) if line.startswith("3 "))
        if game.log[at - 1].startswith("draw") and game.log[-1].startswith("draw"):
            tried += 1
            again = game.log[at]
            game.undo(3)
            game.play(again)
            text, new = "\n".join(game.log[at - 1 :]), random_line(game, rng)
            assert take_from(game, f"{text}\n{new}").lines == (new,), text
            assert not take_from(game, text).lines
    assert tried


def test_an_old_mail_with_more_than_a_turn_that_was_taken_back_plays_nothing() -> None:
    """Its draws, or the turns beside it, stand where they stood; a line alone, or with the undo, is played again."""
    for name in ("majolica", "rajas"):
        game, number = case_of(name, 2).new(id="t"), 0
        while game.turn < 4 or game.waits_for_draw:
            number += 1
            game.play(random_line(game, random.Random(f"{name} {number}")))
        start = next(at for at, line in enumerate(game.fold.lines) if isinstance(line, Turn) and line.number == 2)
        lines = game.log[start - 1 :]
        undo = game.undo(2)[0]
        texts = [between.join(lines) for between in ("\n", "\n\n")]
        for text in (*texts, f"Hi,\n\n{lines[1]}\n{lines[2]}\n\nBob", "\n".join(lines[:2])):
            assert not take_from(game, text).lines, text
        assert take_from(game, "\n".join([undo, *lines[1:]])).lines == tuple(lines[1:])
        for line in lines[1:]:
            assert take_from(game, line).lines == (line,)
            game.play(line)


def test_a_move_above_a_quoted_log_with_an_undo_that_is_not_here_is_asked_about() -> None:
    """What was taken back in it is in force here; a post with a key of this position may be answered all the same."""
    ahead = pbem.new("maharani", PLAYERS["maharani"][2], seed="thread", id="thread", first="Ana")
    ahead.play("R", "R")
    behind = pbem.read(ahead.record())
    undo, again = ahead.undo(2)[0], ahead.play("R ; again")[0]
    move = f"3 Ana: {ahead.legal()[0].text.partition(' =')[0]}"
    log = quoted("\n".join(ahead.log))
    below = log, f"Bob wrote:\n{log}", quoted(quoted(log)), log + "\n> Hi." * 900
    for text in (f"{move}\n\n{one}" for one in below):
        assert f"`{undo}` stands only in what is quoted" in (take_from(behind, text).doubt or ""), text
        assert take_from(ahead, text).lines == (move,)
        assert take_from(behind, f"{undo}\n{again}\n{text}").lines == (undo, again, move)
    assert take_from(behind, f"{move}\n\n{quoted(chr(10).join(report.show(ahead)))}").lines == (move,)


def test_a_line_above_a_post_that_goes_on_before_it_is_asked_about() -> None:
    """Played first it would be what the undo of the post takes back."""
    ahead, behind = (
        pbem.new("maharani", PLAYERS["maharani"][2], seed="order", id="order", first="Ana") for _ in range(2)
    )
    ahead.play("R")
    text = outputs(ahead, ahead.undo())[0]
    line = f"1 Ana: {any_turn(ahead)}"
    assert "several moves for one turn" in (take_from(behind, f"{line}\n\n{text}").doubt or "")
    assert take_from(behind, text).lines == tuple(ahead.log[1:])
    assert take_from(ahead, f"{line}\n\n{text}").lines == (line,)


@pytest.mark.parametrize("name", ["majolica", "maharani", "rajas"])
def test_a_draw_on_top_of_an_older_post_is_not_drawn_for_the_move_above_it(name: str, some: Some) -> None:
    """What `move` printed when it was entered, another draw still due then or not."""
    game, printed, tried = case_of(name, 3).new(id="t"), [""], 0
    for number in range(some(10, 15)):
        line = random_line(game, random.Random(f"older0 {name} {number}"))
        for old in printed[:-1] if line[:1].isdigit() else []:
            assert take_from(game, f"{line}\n\n{old}").lines == (line,)
            tried += old[:1].isalpha()
        printed += ["\n".join([*game.play(line), "", *report.show(game)])]
    assert tried > 8


def test_a_line_below_a_log_of_before_an_undo_is_asked_about() -> None:
    """It was made on a position that is gone; not so the turn itself again, or where all came again as it was."""
    game = pbem.new("maharani", PLAYERS["maharani"][2], seed="thread", id="thread", first="Ana")
    game.play("R", "R")
    before = pbem.read(game.record())
    game.undo(2)
    again = any_turn(game)
    assert take_from(game, "\n".join([*before.log, f"2 Bob: {again}"])).lines == (f"2 Bob: {again}",)
    ahead = take_from(game, "\n".join([*before.log, f"3 Ana: {again}"]))
    assert f"`3 Ana: {again}` stands below `2 Bob: R =0`, which was" in (ahead.doubt or "")
    same = pbem.read(game.record())
    game.play(again)
    same.play("R")
    before.play("R")
    for text in ("\n".join(before.log), before.record(), "\n\n".join(["Hi,", *before.log, "Ana"])):
        assert "stands below `2 Bob: R =0`, which was taken back since" in (take_from(game, text).doubt or "")
        assert take_from(same, text).lines == (before.log[-1],)
    assert take_from(game, before.log[-1]).lines == (before.log[-1],)


def test_a_line_that_cannot_be_read_below_what_takes_its_turn_back_is_asked_about() -> None:
    """Else the turn would be taken back, and the new one lost."""
    ahead = pbem.new("maharani", PLAYERS["maharani"][2], seed="thread", id="thread", first="Ana")
    ahead.play("R", "R", "R")
    behind = pbem.read(ahead.record())
    undo, move = ahead.undo(2)[0], any_turn(ahead)
    for line, told in (
        ("2 Bob: 1-z9", "begins like a move"),
        (f"I play 2 Bob: {move}", "nearly a line"),
        (f"Bob: {move} !", "nearly a line"),
        (move, "only with its turn and name"),
    ):
        assert told in (take_from(behind, f"{undo}\n\n{line}").doubt or ""), line
    assert take_from(behind, f"{undo}\n\n2 Bob: {move}").lines == (undo, f"2 Bob: {move}")


def test_what_is_new_in_a_quote_or_a_sentence_beside_known_lines_is_asked_about() -> None:
    """The lines that are known say nothing of it."""
    ahead = pbem.new("maharani", PLAYERS["maharani"][2], seed="thread", id="thread", first="Ana")
    ahead.play("R", "R")
    here = pbem.read(ahead.record())
    post, move = "\n".join([*here.log[-1:], "", *report.show(here)]), any_turn(here)
    for text in (f"I play {move}\n\n{post}", f"{post}\n\n{move} and good luck", f'{post}\n\n"{move}"'):
        assert "A sentence mentions a move" in (take_from(here, text).doubt or ""), text
    ahead.undo(1)
    ahead.play(any_turn(ahead), "R")
    undo = next(line for line in ahead.log if line.startswith("undo"))
    for line in (undo, f"3 Ana: {move}"):
        told = take_from(here, f"2 Bob: R\n\nAna wrote:\n{quoted(line)}").doubt or ""
        assert f"`{line}` stands only in what is quoted" in told
    behind, below = pbem.read(here.record().rpartition("2 Bob")[0]), f"{here.log[-1]} ; well\n{move}"
    for copy, text, told in (
        *((here, text, f"To play it write `3 Ana: {move}`") for text in (below, f"{below}\n\n{post}")),
        (behind, f"{move}\n\n{post}", "only with its turn and name"),
        (behind, f"{any_turn(behind)}\n\n{quoted(chr(10).join(here.log))}", "stands only in what is quoted"),
        (behind, f"{post}\n\nAna wrote:\n{quoted(f'3 Ana: {move}')}", "stands only in what is quoted"),
    ):
        assert told in (take_from(copy, text).doubt or "")
    for text in (post, f"Hi,\n\n{post}\n\nAna wrote:\n{quoted(post)}"):
        assert (take_from(here, text).lines, take_from(here, text).doubt) == ((), None)


def test_a_draw_in_an_old_mail_is_not_drawn_for_its_turn_that_was_played_again() -> None:
    """Whoever draws the same again sends it alone."""
    for name in ("maharani", "rajas"):
        game, number = case_of(name, 2).new(id="t"), 0
        lines: list[str] = []
        while game.turn < 4 or game.waits_for_draw or len(lines) < 2:
            number += 1
            drawn = game.waits_for_draw
            line = game.play(random_line(game, random.Random(f"{name} {number}")))[0]
            lines = [*lines, line] if drawn else [line]
        game.undo(game.turn - 1)
        game.play(lines[0])
        assert "was taken back since" in (take_from(game, "\n".join(lines)).doubt or "")
        assert take_from(game, lines[1]).lines == (lines[1],)


@pytest.mark.parametrize("name", ["majolica", "rajas"])
def test_a_draw_in_an_older_mail_below_a_new_move_is_known(name: str, some: Some) -> None:
    """Above its post, which is older than that of now; under the head of a quote one that is new is asked about."""
    game, mails, number, tried = case_of(name, 2).new(id="t"), [""], 0, 0
    while tried < some(3, 4):
        number += 1
        line, post = random_line(game, random.Random(f"older {name} {number}")), "\n".join(report.show(game))
        if line[:1].isdigit():
            for mail in mails[:-1]:
                assert take_from(game, f"{line}\n\n{mail}").lines == (line,)
        else:
            mails.append(f"{line}\n\n{post}")
        game.play(line)
        if line[:1].isdigit() and game.waits_for_draw:
            draw = random_line(game, random.Random(f"new {number}"))
            text = f"{line}\n\nAna wrote:\n{draw}\n"
            game.undo(int(line.split()[0]))
            assert f"Above `{draw}` stands `Ana wrote:`" in (take_from(game, text).doubt or "")
            game.play(line)
            tried += 1


def test_a_line_on_top_of_a_post_of_its_turn_that_was_played_otherwise_is_asked_about() -> None:
    """The post is one of the past, and its key is none that the game has in that turn now."""
    game = pbem.new("maharani", PLAYERS["maharani"][2], seed="thread", id="thread", first="Ana")
    game.play("R", "R")
    post = "\n".join(report.show(game))
    game.undo(2)
    other = f"2 Bob: {any_turn(game)}"
    assert take_from(game, f"{other}\n\n{post}").lines == (other,)  # it comes before that post
    game.play(other)
    line, log = f"3 Ana: {any_turn(game)}", "\n".join(game.log)
    for text in (f"{line}\n\n{post}", f"{line}\n\n{post}\n\n{log}", f"{log}\n\n{line}\n\n{post}"):
        assert "played otherwise since" in (take_from(game, text).doubt or ""), text
    assert take_from(game, line).lines == (line,)


def test_of_several_quoted_posts_one_of_a_turn_to_come_is_answered() -> None:
    """Wherever it stands among them."""
    game = pbem.new("maharani", PLAYERS["maharani"][2], seed="thread", id="thread", first="Ana")
    post, move = "\n".join(report.show(game)), any_turn(game)
    assert take_from(game, f"{move}\n\n{quoted(post)}").lines == (move,)
    here = pbem.read(game.record())
    game.play("R")
    later = "\n".join(report.show(game))
    for text in (f"{post}\n\n{later}", f"{later}\n\n{post}"):
        assert "answers a post of turn 2" in (take_from(here, f"{move}\n\n{quoted(text)}").doubt or ""), text
    game.undo()  # then it is turn 1 again, but the mail that is answered went on from there
    assert "answers a post of turn 2" in (take_from(game, f"{move}\n\n{quoted(later + post)}").doubt or "")


def test_a_word_that_may_be_a_move_beside_known_lines_is_asked_about() -> None:
    game = pbem.new("maharani", PLAYERS["maharani"][2], seed="thread", id="thread", first="Ana")
    printed = "\n".join([*game.play("R"), "", *report.show(game)])
    for text in (f"R\n\n{printed}", f"R\n{printed}", f"{printed}\n\nR", f"Hi,\n\nR\n\nBob\n\n{printed}"):
        assert "`R` alone may be anything: to play it write `2 Bob: R`" in (take_from(game, text).doubt or ""), text
    talk = "Hi Bob, R is not a good idea.", "Hi Bob,\nR\nis not a good idea."
    for text in (printed, printed.replace("\n", "\n\n"), *(f"{words}\n\n{printed}" for words in talk)):
        assert (take_from(game, text).lines, take_from(game, text).doubt) == ((), None), text


@pytest.mark.parametrize(
    "remark", ["if only I knew", "should I have played this?", "draft", "I would not:", "Bob wrote:"]
)
def test_a_remark_of_the_log_says_nothing_of_the_line_below_it(remark: str) -> None:
    """Whether of a turn above a draw or above a turn, or alone; people's own words do."""
    for case, form in (
        (case_of("rajas", 2), "{0} ; {1}"),
        (case_of("majolica", 2), "{0} ; {1}"),
        (case_of("rajas", 2), "; {1}"),
    ):
        game, number = case.new(id="t"), 0
        while game.turn < 3 or game.waits_for_draw:
            number += 1
            game.play(random_line(game, random.Random(f"remark {number}")))
        behind = pbem.read(game.record())
        for number in range(4):
            line = random_line(game, random.Random(f"behind {number}"))
            if line[:1].isalpha() and not game.waits_for_draw:
                line = f"{game.turn} {game.to_move}: {line}"
            game.play(line if game.waits_for_draw or "{0}" not in form else form.format(line, remark))
            if "{0}" not in form and number < 3:
                game.play(form.format("", remark))
        new = [line for line in game.log[len(behind.log) :] if not line.startswith(";")]
        for text in ("\n".join(game.log), outputs(game, [])[2], game.record()):
            assert take_from(behind, text).lines == tuple(new), text
        for said in (f"{remark}\n{new[0]}", f"; {remark}\n{new[0]}"):  # the other one is of no log
            assert take_from(behind, said).lines == (), said


@pytest.mark.parametrize("name", ["majolica", "maharani", "rajas"])
def test_a_turn_in_the_same_words_above_the_post_of_its_undo_is_played_again(name: str) -> None:
    """Quoted or not: who has the undo before him knows of it."""
    game, number = case_of(name, 2).new(id="t"), 0
    while game.turn < 5 or game.waits_for_draw:
        number += 1
        game.play(random_line(game, random.Random(f"{name} {number}")))
    line = next(line for line in game.log if line.startswith("4 "))
    game.undo(4)
    post = "\n".join(report.show(game))
    assert [take_from(game, f"{line}\n\n{below}").lines for below in (post, quoted(post))] == [(line,)] * 2
