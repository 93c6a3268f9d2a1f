"""Lines in answer to a mail: without turn they are of the turn of the post that they answer."""

import random
from functools import cache

import pytest

import pbem
from pbem import report
from pbem.known import refusal
from pbem.taking import take_from
from tests.mail.letters import quoted
from tests.support import PLAYERS, any_turn, case_of, going_on, in_turn, random_line


def test_a_line_without_turn_is_of_the_post_that_it_answers() -> None:
    """Of another one than that of now it is known or asked about, but where the last move stands there, too."""
    game = pbem.new("maharani", PLAYERS["maharani"][2], seed="part", id="part", first="Ana")
    start = game.record()
    posts: list[str] = []
    for _ in range(4):
        posts.append("\n".join(report.show(game)))
        game.play("R")
    now, move, asked = "\n".join(report.show(game)), f"Ana: {any_turn(game)}", "answers a post of turn "
    for old in (posts[2], f"\n{quoted(posts[2])}", f"Bob wrote:\n\n{quoted(posts[2])}"):
        assert asked in (take_from(game, f"{move}\n\n{old}").doubt or "")
        again = take_from(game, f"Ana: R\n\n{old}")
        assert (again.lines, again.known[:1], again.doubt) == ((), ("Ana: R",), None), "the same mail a second time"
    behind = pbem.read(game.record())
    behind.undo(3)
    assert asked in (take_from(behind, f"{move}\n\n{quoted(now)}").doubt or "")
    last = game.log[-1] if game.log[-1].startswith("4") else game.log[-2]
    older = "\n\n".join([last, posts[3]])
    for text in (f"{move}\n\n{now}", f"{now}\n\n{move}", f"{move}\n\n{older}", f"{move}\n\n{quoted(older)}"):
        assert take_from(game, text).lines == (move,), text
    assert take_from(game, f"{last}\n\nWell,\n\n{move}\n\n{posts[3]}").lines == (move,)
    answered, older = (quoted(f"Bob: R\n\n{posts[at]}") for at in (3, 1))
    assert take_from(game, f"{move}\n\n{answered}").lines == (move,)
    assert asked in (take_from(game, f"{move}\n\n{older}").doubt or "")
    assert take_from(game, f"{move}\n\n{quoted(start)}").lines == (move,), "which has no key"
    for text in (f"{last}\n\n{posts[3]}\n\n{move}\n\n{posts[2]}", f"{posts[2]}\n\n{move}"):
        assert asked in (take_from(game, text).doubt or "")
    for text in (f"{start}\n\n{move}\n\n{posts[1]}", f"{move}\n\nBob: R\n\n{posts[1]}"):
        assert f"`{move}` {asked}2" in (take_from(game, text).doubt or "")


def test_a_line_without_turn_in_an_older_mail_is_not_played_for_the_turn_above_it() -> None:
    game = pbem.new("maharani", PLAYERS["maharani"][2], seed="part", id="part", first="Ana")
    posts: list[str] = []
    for number in range(5):
        posts.append("\n".join(report.show(game)))
        game.play(*["R"] * (number < 4))
    line = "5 Ana: R"
    for between in (f"{posts[4]}\n\n", f"{posts[4]}\n\nBob, 10:30\n\n"):
        assert take_from(game, f"{line}\n\n{between}Bob: R\n\n{posts[3]}").lines == (line,)
    for between in ("", "Bob, 10:30\n\n"):
        text = f"{line}\n\n{between}Bob: R\n\n{posts[3]}"
        assert "`Bob: R` answers a post of turn 4" in (take_from(game, text).doubt or "")
    after = pbem.read(game.record())
    after.play(line)
    both = line, f"Bob: {any_turn(after)}"
    assert take_from(game, "\n".join([*both, "", posts[4]])).lines == both
    old = "\n\n".join([line, posts[4], both[1], posts[3], quoted(line)])
    assert f"`{both[1]}` answers a post of turn 4" in (take_from(game, old).doubt or "")


def test_it_is_of_no_other_turn_than_that_it_answers() -> None:
    """Whatever of the last move a quote has besides."""
    game, posts, _ = in_turn(2, 2)
    move = f"Ana: {any_turn(game)}"
    game.play(move)
    more = quoted(f"{move}\n\nBob wrote:\n" + quoted(f"Bob: R\n\n{posts[1]}"))
    assert "`Bob: R` answers a post of turn 2" in (take_from(game, f"Bob: R\n\nAna wrote:\n{more}").doubt or "")
    _, posts, records = in_turn(3, 6)
    below = quoted(f"{posts[6]}\n\nCid wrote:\n" + quoted(f"3 Cid: R =0\n\n{posts[3]}"))
    assert "answers a post of turn 7" in (take_from(pbem.read(records[3]), f"Ana: R\n\n{below}").doubt or "")
    game, posts, _ = in_turn(2, 4)
    below = quoted(f"3 Ana: R =0\n\n{posts[3]}\n\nBob wrote:\n\n> 2 Bob: R =0\n>\n" + quoted(posts[2]))
    assert "answers a post of turn 4" in (take_from(game, f"Ana: {any_turn(game)}\n\n{below}").doubt or "")


def test_at_a_post_that_was_taken_back_it_is_asked_about_or_known() -> None:
    game, posts, _ = in_turn(2, 3)
    game.undo(3)
    post, move = "\n".join(report.show(game)), f"Ana: {any_turn(game)}"
    game.play("R", "R")
    game.undo(1)
    assert "answers a post of turn 3" in (take_from(game, f"{post}\n\n{move}").doubt or "")
    game, posts, records = in_turn(2, 2)
    undo = game.undo(2)[0]
    thread = f"{undo}\n\nAna, 10:30\n\nBob: R\n\n"
    assert "Bob: R" in take_from(pbem.read(records[2]), thread + posts[2]).known
    assert "was taken back since" in (take_from(pbem.read(records[2]), thread).doubt or "")


@pytest.mark.parametrize("name", ["", "Bob: "])
def test_where_the_quote_goes_on_after_the_post_of_now_it_is_asked_about(name: str) -> None:
    """Who is behind has not the turns that it has; another move of the same turn is one that was only thought of."""
    _, posts, records = in_turn(2, 4)
    behind = pbem.read(records[1])
    move = any_turn(behind)
    thread = quoted(f"3 Ana: R\n\nBob wrote:\n\n{quoted('2 Bob: R')}\n\n{posts[1]}")
    below = quoted(f"{posts[1]}\n\n2 Bob: R\n3 Ana: R")
    for text in (f"{name}{move}\n\n{thread}", f"{name}{move}\n\n{below}", f"{below}\n\n{name}{move}"):
        assert "stands only in what is quoted" in (take_from(behind, text).doubt or "")
    assert take_from(behind, f"2 Bob: {move}\n\n{thread}").lines == (f"2 Bob: {move}",)
    thought = quoted(f"2 Bob: R\n\n{posts[1]}")
    assert take_from(behind, f"{name}{move}\n\n{thought}").lines == (f"{name}{move}",)
    assert take_from(behind, f"{name}{move}\n\n{quoted(posts[1])}").lines == (f"{name}{move}",)


def test_at_the_first_post_of_a_turn_it_is_no_second_line_of_it() -> None:
    """That line is known there, in whatever words; with the last line above the post it answers that."""
    (game,), first = going_on(0)
    move, again = f"{game.to_move}: {any_turn(game)}", game.log[-2].partition(" ")[2]
    for post in (quoted(first), first):
        assert f"`{move}` answers an earlier post of turn {game.turn}" in (
            take_from(game, f"{move}\n\n{post}").doubt or ""
        )
        known = take_from(game, f"{again}\n\n{post}")
        assert (known.lines, known.known[:1], known.doubt) == ((), (again,), None)
        last = f"{game.log[-2]}\n{game.log[-1]}\n\n{first}"
        assert take_from(game, f"{move}\n\n{quoted(last)}").lines == (move,)
    now = "\n".join(report.show(game))
    assert take_from(game, f"{move}\n\n{quoted(now)}").lines == (move,)
    for line in (move, f"{move.partition(' ')[2]} =0,0"):
        assert "answers an earlier post" in (take_from(game, f"{now}\n\n{line}\n\n{quoted(first)}").doubt or "")


@pytest.mark.parametrize("name", ["", "Bob: "])
@pytest.mark.parametrize("divider", ["", "-----\n\n", "Bob, 10:30\n\n"])
def test_below_a_post_of_now_it_answers_what_is_quoted_below_it(name: str, divider: str) -> None:
    """An older mail may stand below a post; one that quotes a post of now, or nothing, is a reply to that."""
    game, posts, _ = in_turn(2, 3)
    move = f"{name}{any_turn(game)}"
    above = f"{posts[3]}\n\n{divider}{move}\n\n"
    assert f"`{move}` answers a post of turn 3" in (take_from(game, above + quoted(posts[2])).doubt or "")
    for below in ("", quoted(posts[3]), quoted("Hello")):
        assert take_from(game, above + below).lines == (move,)


def test_a_line_without_turn_at_moves_without_a_post_is_of_now_only_at_the_last_one() -> None:
    """Quoted or not; which comes first cannot be told of a turn to come below it."""
    game, _, records = in_turn(2, 5)
    move = any_turn(game)
    for line in ("Bob: R", move, f"Bob: {move}"):
        for old in (
            "> 3 Ana: R",
            "> 3 Ana: R\n> 4 Bob: R",
            "3 Ana: R",
            f"Ana wrote:\n{quoted(chr(10).join(game.log[:-2]))}",
        ):
            assert "stands at a move after which" in (take_from(game, f"{line}\n\n{old}").doubt or ""), (line, old)
        for last in ("> 5 Ana: R", "5 Ana: R", f"Ana wrote:\n{quoted(chr(10).join(game.log))}"):
            assert take_from(game, f"{line}\n\n{last}").lines == (line,), (line, last)
    behind = pbem.read(records[1])
    assert take_from(behind, f"Bob: {any_turn(behind)}\n\nAna, 10:30\n\n3 Ana: R").lines == ()


@pytest.mark.parametrize("name", ["", "Bob: "])
def test_between_and_below_posts_it_is_of_the_one_it_stands_at(name: str) -> None:
    game, posts, _ = in_turn(2, 3)
    move = f"{name}{any_turn(game)}"
    assert take_from(game, f"{posts[2]}\n\n{posts[3]}\n\n{move}").lines == (move,)
    assert take_from(game, f"Ana wrote:\n{quoted(posts[2])}\n\n3 Ana: R\n\n{posts[3]}\n\n{move}").lines == (move,)
    assert take_from(game, f"{posts[1]}\n\nBob, 10:30\n\n{move}\n\n{quoted(posts[3])}").lines == (move,)
    assert take_from(game, f"{posts[2]}\n\n{move}").lines == ()
    game.play("R", "R")
    again = f"{posts[1]}\n\nBob, 10:30\n\nBob: R\n\n{chr(10).join(report.show(game))}"
    assert take_from(game, again).lines == (), "it may answer the post above it, or stand on top of the one below"


# What may belong to a line, or be meant in its place


@cache
def parts() -> tuple[str, str]:
    """The steps of a third turn of two, each of which is a turn by itself as well."""
    game, _, _ = in_turn(2, 2)
    texts = [one.text.partition(" =")[0] for one in game.legal()]
    return next((a, b) for a, _, b in (one.partition(" / ") for one in texts) if {a, b} < {*texts})


@pytest.mark.parametrize("label", ["", "3 Ana: "])
@pytest.mark.parametrize(
    ("asked", "texts"),
    [
        ("may belong to", "{one}\nand {two}|{one}\n\nand {two}|{one}\n\nSecond tile: {two}.|{one} ; corner\n\n& {two}"),
        ("may belong to", "{one}\nThat earns 2.\nAnd {two}|{one}\n{two} :)|{one}\nI also play {two}"),
        ("several moves", "{one}\nor {two}|{one}\nActually, {two}|{one}\nNo, {two}"),
        ("which may belong to it", "{one}\n\n/ {two}|{one}\n> / {two}"),
        ("{one} /`", "{one} /\n\n{two}"),
        ("which begins a remark", "{one} ; {two}"),
        ("stands `?`", "{one}\n?"),
    ],
)
def test_what_may_be_the_other_half_of_a_turn_or_another_one_is_asked_about(asked: str, texts: str, label: str) -> None:
    game, _, _ = in_turn(2, 2)
    one, two = parts()
    for text in texts.format(one=one, two=two).split("|"):
        assert asked.format(one=one) in (take_from(game, f"{label}{text}").doubt or ""), text
    for above in (f"{one} and\n\n", f"I take {one}, then\n\n", f"I play {one} and\n", f"I play {one} /\n"):
        assert f"`{above.strip()}`" in (take_from(game, f"{above}{label}{two}").doubt or ""), above
    for same in (
        f"Here it is:\n{label}{one} / {two}",
        f"{label}{one} / {two}\n(that is {one} / {two})",
        f"{label}{one}\nHi",
        f"{label}{one} / {two}\n\nThe second tile ({two}) hurts you",
    ):
        assert len(take_from(game, same).lines) == 1, same


def test_a_mail_from_another_player_moves_only_with_a_name() -> None:
    """Sent twice it would move for the next one."""
    game, _, _ = in_turn(2, 2)
    move = any_turn(game)
    for sender, lines in (
        ("Bob <b@example.org>", ()),
        ('"Bob B." <b@example.org>', ()),
        ("Ana <a@x.org>", (move,)),
        ("b@x.org", (move,)),
    ):
        mail = f"From: {sender}\nTo: Cid <c@example.org>\nMessage-ID: <1@example.org>\nSubject: x\n\n{move}\n"
        taken = take_from(game, mail.encode())
        assert taken.lines == lines, sender
        assert ("This mail is from Bob, and Ana is to move" in (taken.doubt or "")) is (not lines)
        assert len(take_from(game, mail.replace(move, f"3 Ana: {move}").encode()).lines) == 1


@pytest.mark.parametrize("line", ["undo 2 line 4", "stop line 4"])
def test_words_above_an_undo_or_a_stop_may_say_that_it_is_none(line: str) -> None:
    game, _, _ = in_turn(2, 2)
    for words in ("Please do not play this:", "Bob wrote:", "Should I play this?", "For example:", "Quote from: Bob"):
        assert f"Above `{line}` stands `{words}`" in (take_from(game, f"{words}\n{line}\n\nNo.").doubt or "")
    assert take_from(game, f"Hi Bob,\n\n{line}\n\nSorry!").lines == (line,)


# What was taken back


def test_what_a_text_takes_back_is_not_played_again_with_other_text_between() -> None:
    """It may be a thread with the newest on top; in a log, or where the same comes again below, it is played."""
    game = pbem.new("maharani", PLAYERS["maharani"][2], seed="part", id="part", first="Ana")
    game.play("R", "R")
    here = pbem.read(game.record())
    one, undo = game.play("R")[0], game.undo(3)[0]
    other = f"3 Ana: {any_turn(game)}"
    head = "\n\nAna, 10:30\n\n"
    for text in (head.join([other, undo, one]), head.join([one, undo, other]), head.join([other, undo])):
        assert "was taken back since" in (take_from(here, text).doubt or ""), text
    for between in ("\n", "\n\n", "\n; a slip\n"):
        assert take_from(here, between.join([one, undo, other])).lines[-1] == other
    assert take_from(here, head.join([one, undo, one])).lines == (one, undo, one)
    for text in (head.join([undo, one]), f"{undo}\n\nHi\n\n{one}"):
        assert "was taken back since" in (take_from(game, text).doubt or ""), "it knows of the undo"
    printed = "\n".join([undo, "", *report.show(game)])
    for copy in (here, game):
        assert take_from(copy, f"{printed}{head}{one}").lines == (), "which stands in the post as well"


def test_a_post_of_a_position_that_the_game_had_once_is_no_old_mail() -> None:
    """Though the same turn was played alike before an undo that is older than its lines."""
    game = pbem.new("maharani", PLAYERS["maharani"][2], seed="part", id="part", first="Ana")
    game.play(*"RRRRR")
    game.undo(2)
    game.play("R", "R")
    post = "\n".join(report.show(game))
    assert take_from(game, f"4 Bob: R\n\n{post}").lines == (), "it was there twice"
    game.undo(3)
    game.play(any_turn(game))
    post = "\n".join(report.show(game))
    for text in (f"4 Bob: R\n\n{post}", f"{post}\n\n4 Bob: R"):
        assert take_from(game, text).lines == ("4 Bob: R",)


def test_in_a_thread_with_the_oldest_on_top_what_is_taken_back_is_played_and_taken_back() -> None:
    """Where a post has the line, or what came for it stands right below the undo; else it is asked about."""
    game, _, _ = in_turn(2, 2)
    here = pbem.read(game.record())
    one = game.play("R")[0]
    first = "\n".join(report.show(game))
    undo = game.undo(3)[0]
    second = "\n".join(report.show(game))
    other = game.play(any_turn(game))[0]
    third, answer, head = "\n".join(report.show(game)), f"4 Bob: {any_turn(game)}", "\n\nAna, 10:30\n\n"
    for text, lines in (
        (f"{first}\n\n{undo}", (one, undo)),
        (f"{first}\n\n{second}\n\n{third}", (one, undo, other)),
        (f"{first}\n\n{undo}\n{other}", (one, undo, other)),
        (f"{one}\n\nSorry, wrong.\n\n{undo}\n{other}", (one, undo, other)),
        (head.join([one, f"{undo}\n{other}", answer]), (one, undo, other, answer)),
    ):
        taken = tuple(line for line in take_from(here, text).lines if not line.startswith("draw"))
        assert taken == lines, text
    assert take_from(here, head.join([f"4 Bob: {answer}", f"{undo}\n{other}"])).lines == ()


@pytest.mark.parametrize("name", ["", "Bob: "])
def test_the_last_move_may_be_quoted_without_its_turn(name: str) -> None:
    game, _, _ = in_turn(2, 3)
    game.undo(3)
    last = any_turn(game)
    game.play(last)
    line = f"{name}{any_turn(game)}"
    for quote in (f"Ana: {last}\n\n> 2 Bob: R", f"{last}\n\n> 2 Bob: R", f"> 2 Bob: R\n\n{last}"):
        assert take_from(game, f"{line}\n\n{quoted(quote)}").lines == (line,), quote
    assert take_from(game, f"{line}\n\n{quoted('Ana: R' + chr(10) + '> 2 Bob: R')}").lines == ()


def test_who_is_behind_answers_the_post_above_whatever_is_quoted_further_down() -> None:
    _, posts, records = in_turn(2, 4)
    line = "Ana: R"
    text = f"{posts[2]}\n\n{line}\n\nBob, 10:40\n\n4 Bob: R\n\n{quoted(posts[3])}"
    assert take_from(pbem.read(records[2]), text).lines == (line, "4 Bob: R")


def test_a_step_without_digits_behind_a_semicolon_is_asked_about_too() -> None:
    game = pbem.new("rajas", PLAYERS["rajas"][2], seed="part", id="part", first="Ana")
    texts = (one.text.partition(" =")[0] for one in game.legal())
    line, step = next((a, b) for a, _, b in (text.rpartition(" / ") for text in texts) if a and b.strip("+ ").isalpha())
    asked = take_from(game, f"1 Ana: {line} ; {step}").doubt or ""
    assert f"`{step}` is a move and stands behind `;`" in asked
    for remark in ("no worries", "+", "Mq"):
        assert take_from(game, f"1 Ana: {line} ; {remark}").lines == (f"1 Ana: {line} ; {remark}",)


def test_two_lines_with_a_name_for_one_turn_are_asked_about_as_such() -> None:
    game, _, _ = in_turn(3, 3)
    move = any_turn(game)
    for first in (f"Ana: {move}", f"4 Ana: {move}"):
        assert "There are several moves for one turn" in (take_from(game, f"{first}\n\nAna: R").doubt or "")
        assert "It is not Cid's turn" in (take_from(game, f"{first}\n\nCid: R").doubt or "")
        assert take_from(game, f"{first}\n\nAna: {move}").lines == (first,), "said twice"
    for again in ("6 Cid: R", "Cid: R"):
        text = f"4 Ana: R\n5 Bob: R\n6 Cid: {move}\n\nNo, sorry.\n\n{again}"
        assert "There are several moves for one turn" in (take_from(game, text).doubt or ""), again
    asked = take_from(game, f"4 Ana: {move}\n5 Bob: R\n4 Ana: R").doubt or ""
    assert f"There are several moves for one turn: `4 Ana: {move}` and `4 Ana: R`." in asked


def test_below_half_of_a_turn_no_line_of_the_next_is_played() -> None:
    """Its writer has not seen how the turn went on; a text that has all of it goes on."""
    (game, _), _ = going_on(0, 1)
    number = game.turn
    while game.turn == number:
        game.play(random_line(game, random.Random(1)))
    lines = [line for line in game.log if line.startswith(f"{number} ")]
    assert len(lines) > 1
    move = f"{game.turn} {game.to_move}: {any_turn(game)}"
    assert "stands at a move after which" in (take_from(game, f"{lines[0]}\n\n{move}").doubt or "")
    for above in (lines[-1], "\n".join(lines), "\n".join(game.log)):
        assert take_from(game, f"{above}\n\n{move}").lines == (move,)


@pytest.mark.parametrize("head", ["Ana, 10:35", "Ana, 10:35\n\nSorry, wrong."])
def test_a_thread_about_an_undo_that_is_pasted_twice_plays_nothing(head: str) -> None:
    """The move stands above its undo, with other text between, in whatever form; with a post below or without one."""
    for label, move in (("3 Ana: ", "4-2e8W / 3-2h7W"), ("3 Ana: ", "4-e8W / 3-h7W"), ("Ana: ", "4-2e8W / 3-2h7W")):
        here = in_turn(2, 2)[0]
        here.play("4-2e8W / 3-2h7W")
        game = pbem.read(here.record())
        undo = game.undo(3)[0]
        for post in ("", "\n\n" + "\n".join(report.show(game))):
            text = f"Ana, 10:30\n\n{label}{move}\n\n{head}\n\n{undo}{post}"
            if label[0] == "3":
                assert take_from(here, text).lines == (undo,), text
            assert take_from(game, text).lines == (), text
            assert take_from(game, text.replace(label, "")).lines == (), text


def test_a_name_alone_right_below_a_known_line_may_be_the_next_of_the_log() -> None:
    """So it is where the newest takebacks stand on top."""
    game, _, _ = in_turn(2, 2)
    game.play("4-2e8W / 3-2h7W")
    first, move = game.undo(3)[0], f"Ana: {any_turn(game)}"
    game.play(move)
    second = f"undo 3 line {game.fold.next_number()}"
    assert take_from(game, f"{second}\n\nAna, 10:30\n\n{first}\n{move}").lines == (second,)


def test_a_bare_move_of_an_earlier_turn_above_known_lines_is_not_played_again() -> None:
    game, rng, found = case_of("rajas", 3).new(kind="seed", id="again", seed="again"), random.Random(1), 0
    while game.turn < 40 and not game.over:
        game.play(random_line(game, rng))
        *_, old, last = ["", "", *(line for line in game.log if line[:1].isdigit())]
        move = old.partition(": ")[2].partition(" =")[0]
        if game.waits_for_draw or not any(map(str.isdigit, move)) or refusal(game, move):
            continue
        found += 1
        assert take_from(game, move).lines == (move,), "alone"
        for head in ("-----", "Ana, 10:30", "Your turn."):
            told = take_from(game, f"{move}\n\n{head}\n\n{last}").doubt or ""
            assert "is what was played in turn" in told, told
    assert found
