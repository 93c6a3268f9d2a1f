"""Lines in answer to a mail: without turn they are of the turn of the post that they answer; what is advised."""

import random

import pytest

import pbem
from pbem import report
from pbem.known import played
from pbem.session import Session
from pbem.taking import take_from
from tests.mail.letters import quoted
from tests.mail.test_taking import LINE, MOVE, take
from tests.rajas.tools import table
from tests.support import PLAYERS, any_turn, case_of, random_line


def in_turn(players: int, turns: int) -> tuple[Session, list[str], list[str]]:
    """A game of Maharani after so many turns, its posts and records before each, the last ones of now."""
    game = pbem.new("maharani", PLAYERS["maharani"][players], seed="part", id="part", first="Ana")
    posts, records = ["\n".join(report.show(game))], [game.record()]
    for _ in range(turns):
        game.play("R")
        posts.append("\n".join(report.show(game)))
        records.append(game.record())
    return game, posts, records


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
def test_beside_another_move_of_its_turn_in_the_quote_it_is_asked_about(name: str) -> None:
    """Who is behind has not the turns that the quote has above the post of now."""
    _, posts, records = in_turn(2, 4)
    behind = pbem.read(records[1])
    move = any_turn(behind)
    thread = quoted(f"3 Ana: R\n\nBob wrote:\n\n{quoted('2 Bob: R')}\n\n{posts[1]}")
    for text in (thread, quoted(f"2 Bob: R\n\n{posts[1]}")):
        assert "stands only in what is quoted" in (take_from(behind, f"{name}{move}\n\n{text}").doubt or "")
        assert take_from(behind, f"2 Bob: {move}\n\n{text}").lines == (f"2 Bob: {move}",)
    assert take_from(behind, f"{name}{move}\n\n{quoted(posts[1])}").lines == (f"{name}{move}",)


def going_on(*draws: int) -> tuple[list[Session], str]:
    """Copies of a game of Rajas in a turn of which a line was played, with draws of their own; its first post."""
    games, first = [case_of("rajas", 2).new(id="on") for _ in draws], ""
    here = games[0]
    while here.waits_for_draw or not played(here.fold, here.turn):
        first = first if here.waits_for_draw else "\n".join(report.show(here))
        waits = here.waits_for_draw and len(played(here.fold, here.turn)) > 0
        for game, draw in zip(games, draws, strict=True):
            game.play(random_line(game, random.Random(f"{draw if waits else 0} {len(game.log)}")))
    return games, first


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


def test_of_quoted_posts_the_newest_is_answered() -> None:
    """Another copy may have come to it from an older one of the same turn, which both have."""
    (here, there), first = going_on(0, 1)
    move = f"{here.turn} {here.to_move}: {any_turn(here)}"
    thread = [quoted(f"{chr(10).join(report.show(game))}\n\nBob wrote:\n\n{quoted(first)}") for game in (here, there)]
    assert here.key != there.key
    assert take_from(here, f"{move}\n\n{thread[0]}").lines == (move,)
    assert "which no position of that turn has here" in (take_from(here, f"{move}\n\n{thread[1]}").doubt or "")


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


@pytest.mark.parametrize("above", ["", "Bob wrote:\n"])
def test_a_line_above_a_quote_without_a_post_that_has_another_last_turn_is_asked_about(above: str) -> None:
    """A post has a key; of lines alone the last turn tells, in whatever words, and one that was taken back does not."""
    game = pbem.new("maharani", PLAYERS["maharani"][2], seed="part", id="part", first="Ana")
    game.play("R", "R", other := f"3 Ana: {any_turn(game)}")
    game.undo(3)
    game.play(same := any_turn(game))
    line = f"4 Bob: {any_turn(game)}"
    for quote in (f"3 Ana: {same}", other, "2 Bob: R", f"Well,\n3 Ana: {same}\n2 Bob: {same}", "4 Bob: R"):
        assert take_from(game, f"{line}\n\n{above}{quoted(quote)}").lines == (line,), quote
    told = take_from(game, f"{line}\n\n{above}{quoted(f'2 Bob: R{chr(10)}3 Ana: R')}").doubt or ""
    assert "Turn 3 was played otherwise here" in told
    assert f"has `{game.log[-2]}`, this text has `3 Ana: R`" in told


KNOWN = "3 Ana: 3-a6S+y / 2-a5S+y"
ADVICE = f"To play it write `4 Bob: {MOVE}`"
WHOLE = "To play it write the whole turn after `4 Bob:`, with ` / ` between its steps."


def test_what_is_proposed_is_the_whole_move() -> None:
    for text in ("{}?", "{} :-)", '"{}"', "{}, unless 3-f7N+r is better", "Is {} good?"):
        assert f"{ADVICE} as" in (take(text.format(MOVE)).doubt or "")
    for text in ("Edit: 3-a1", "oops 3-a1"):  # and nothing beside it
        assert "As `4 Bob: 3-a1` it is refused: " in (take(text).doubt or "")


@pytest.mark.parametrize(
    "between",
    [", ", " and ", " then ", ", dann ", " // ", "/ /", " | ", " & ", " + ", " ", ". ", " \u2192 ", " or "],
)
@pytest.mark.parametrize("head", ["4 Bob ", "Bob: ", "I play ", "", "Bub: "])
def test_half_of_a_move_is_not_proposed(head: str, between: str) -> None:
    """Whichever half is found, and whether it is legal alone or not."""
    for move in (MOVE, "2-g7N+r / 3-a1+b"):
        line = head + move.replace(" / ", between)
        for text in (line, f"{line} :smiley:", f"{line} \U0001f600", f"{KNOWN}\n\n{line}"):
            assert (take(text).doubt or "").endswith(WHOLE), text


def test_a_word_behind_a_move_is_no_half_of_it() -> None:
    """Nor is a name before it, whatever move it looks like."""
    for text in (f"4 Bob {MOVE} ok Ana", f"{KNOWN}\n\n4 Bob: R yes"):
        assert WHOLE not in (take(text).doubt or ""), text
    at = pbem.new("rajas", ["Po=yellow", "Bob=red"], seed="thread", id="thread", first="Po")
    assert (take("Po P0 re g4", at).doubt or "").startswith(
        "`Po P0 re g4` is nearly a line with turn and name. As `1 Po"
    )


def test_of_rajas_dice_and_gains_belong_to_a_move() -> None:
    at = table("dice Ana g4 b5 p3", show="pS1")
    whole = f"the whole turn after `{at.turn} Ana:`, with ` / ` between its steps."
    for text in (
        "{} Ana P0 re g4, b5",
        "Ana plays Q pS1 b4ESW -p3, +o",
        "Ana: Q pS1 b4ESW -p3, +o",
        "Ana: P1 and up Mi",
    ):
        assert (take(text.format(at.turn), at).doubt or "").endswith(whole), text


def test_steps_that_are_no_move_alone_are_all_of_one() -> None:
    at = pbem.new("majolica", PLAYERS["majolica"][2], seed="thread", id="thread", first="Ana")
    steps = "start 3 / swap 3-2 / d1:4"
    assert at.is_move(steps)
    for text in ("1 Ana {}", "Ana: {}", "{}", "I play {}"):
        for between in (", ", " and ", " "):
            taken = take(text.format(steps.replace(" / ", between)), at)
            assert "To play it write the whole turn after `1 Ana:`" in (taken.doubt or ""), (text, between)


def test_a_short_word_that_is_refused_is_told_why() -> None:
    at = pbem.new("rajas", ["Ana=yellow", "Bob=red"], seed="thread", id="thread", first="Ana")
    for text in ("Stay", "stay \U0001f44d", "\u201cstay\u201d", "stay :)", "stay\u2026"):
        taken = take(text, at)
        move = text.strip("\u201c\u201d\u2026 \U0001f44d:)")
        assert f"`{text}` alone may be anything. As `1 Ana: {move}` it is refused: " in (taken.doubt or "")
        assert taken.error is not None
        assert taken.error.details["cause"]["code"] == "illegal"


FACES = [
    " \U0001f44d",
    "\U0001f44d",
    " \u2764\ufe0f",
    " <3",
    " xD",
    " :)",
    " ^^",
    " :heart:",
    " \u2026",
    "\u2026 your turn",
    " ok",
]


@pytest.mark.parametrize("behind", FACES)
@pytest.mark.parametrize("head", ["4 Bob ", "Bob: ", "", "4 "])
def test_a_face_behind_a_move_hides_it_from_nobody(head: str, behind: str) -> None:
    for move in (MOVE, "R") if "Bob" in head and behind[-1] not in "nk" else (MOVE,):
        for text in (f"{head}{move}{behind}", f"{KNOWN}\n\n{head}{move}{behind}"):
            taken = take(text)
            assert ADVICE.replace(MOVE, move) in (taken.doubt or "") or taken.lines == (f"{head}{move}",), text
            assert taken.doubt or behind == " \u2026", text


@pytest.mark.parametrize(
    "marks", ["\u201c\u201d", "\u201e\u201c", "\u00ab\u00bb", "\u2018\u2019", "\u2039\u203a", '""', "''"]
)
def test_a_move_in_quotation_marks_is_asked_about(marks: str) -> None:
    for text in ("{}", "Bob: {}", "4 Bob {}", "I play {}, ok?"):
        for line in (
            text.format(f"{marks[0]}{MOVE}{marks[1]}"),
            *(f"{marks[0]}{label}{MOVE}{marks[1]}" for label in ("Bob: ", "4 Bob: ")),
        ):
            for mail in (line, f"{KNOWN}\n\n{line}"):
                assert ADVICE in (take(mail).doubt or ""), mail


def test_a_remark_is_cut_off_at_a_blank() -> None:
    """And not where a step may begin."""
    for remark in (":)", "<3", "thanks a lot :-)", "\U0001f44d", "xD"):
        assert (take(f"{LINE} {remark}").doubt or "").endswith(f", as in `{LINE} ; {remark}`.")
    assert "as in `4 Bob: R ; so nice :)`." in (take("4 Bob: R so nice :)").doubt or "")
    for text in ("4 Bob: 2-g7N+r and R", "4 Bob: 2-g7N+r then, R!"):
        assert "begins like a move" in (take(text).doubt or "")
        assert "A remark" not in (take(text).doubt or ""), text
