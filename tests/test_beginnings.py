"""`legal` with part of a move: what can become one, what cannot and why; what is proposed for nearly a move."""

import random

import pytest

import pbem
from pbem import report
from pbem.errors import IllegalMove, NotationError, NotYourTurn, StaleMove, WrongClaim
from pbem.session import Session
from pbem.taking import take_from
from tests.mail.letters import quoted
from tests.mail.test_answers import parts
from tests.mail.test_taking import LINE, MOVE, take
from tests.rajas.tools import table
from tests.support import PLAYERS, any_turn, case_of, in_turn, random_line


def game_of(game_id: str) -> Session:
    """A game dealt from a seed in which Ana is to move."""
    return pbem.new(game_id, PLAYERS[game_id][2], seed="thread", id="thread", first="Ana")


def texts(game: Session, partial: str, every: bool | None = None) -> list[str]:
    """The moves listed for part of a move; nothing may have changed."""
    before = game.record(), game.key
    found = [move.text for move in game.legal(partial, every)]
    assert (game.record(), game.key) == before
    return found


def cannot(game: Session, partial: str) -> pbem.PbemError:
    """The error of what no move begins with; nothing may have changed."""
    before = game.record(), game.key
    with pytest.raises(pbem.PbemError) as caught:
        game.legal(partial)
    assert (game.record(), game.key) == before
    return caught.value


# What can become a move


def test_a_short_form_that_is_not_whole_lists_what_it_can_become() -> None:
    game = game_of("maharani")
    whole = [text for text in texts(game, "2") if text[2:4].isalnum() and text[3] == "c"]
    assert whole
    assert sorted(texts(game, "2-c")) == sorted(whole)
    first = whole[0].split(" / ")[0]
    second = next(text.split(" / ")[1] for text in texts(game, f"{first} /") if " / " in text)
    short = f"{second[:2]}{second[3]}"
    assert f"{first} / {second}" in texts(game, f"{first} / {short}")


def test_a_pile_stands_for_its_tile() -> None:
    game = table("dice Ana g5 o5", show="gC1 oS4")
    found = texts(game, "Q oS b4")
    assert found
    assert all(text.startswith("Q oS4 b4") for text in found)
    assert texts(game, "Q oS4 b4") == found


@pytest.mark.parametrize(("game_id", "partial"), [("majolica", "start 3 / d"), ("majolica", "start 3 / a1:")])
def test_beginnings_of_tokens(game_id: str, partial: str) -> None:
    found = texts(game_of(game_id), partial)
    assert found
    assert all(text.startswith(partial) for text in found)


# What cannot, and why


@pytest.mark.parametrize(
    ("partial", "reason", "words"),
    [
        (
            "Q gC1",
            "dice-colour",
            "no legal step begins with `Q gC1`: gC1 is paid with dice of colour g; legal would be",
        ),
        ("Q gC", "dice-colour", "no legal step begins with `Q gC`: gC1 is paid with dice of colour g"),
        ("Q gC2", "tile-not-there", "no legal step begins with `Q gC2`: gC2 is not on top of its pile"),
        ("P2 -g", "no-such-step", "no legal step begins with `P2 -g`; legal would be for example P"),
        ("P2 +", "die-needed", "no legal step begins with `P2 +`: a die is spent there: - and the die"),
    ],
)
def test_what_cannot_be_paid_is_told_as_that(partial: str, reason: str, words: str) -> None:
    found = cannot(table("dice Ana o5 o6", show="gC1 oS4"), partial)
    assert isinstance(found, IllegalMove)
    assert found.details["reason"] == reason
    assert found.message.startswith(words)
    assert found.details["legal"]


@pytest.mark.parametrize("partial", ["b4-b1:", "d3", "b4-", "a1:", "card 1-", "1:", "+r:"])
def test_of_majolica_the_start_is_due(partial: str) -> None:
    found = cannot(game_of("majolica"), partial)
    assert isinstance(found, IllegalMove)
    assert found.details == {"reason": "start-due", "legal": ["start 1", "start 2", "start 3"]}
    assert "the starting card 3ryg is placed first" in found.message


@pytest.mark.parametrize(
    ("game_id", "partial", "why"),
    [
        *(
            ("majolica", partial, "start-due")
            for partial in ("card", "card 3", "sw", "swap 1", "swap 1-3,3", "mis", "+", "al")
        ),
        ("majolica", "ca", "no-such-step"),
        *(("rajas", partial, "open-place") for partial in ("tile", "tile y-boa")),
        ("rajas", "up M", "open-place"),
        ("rajas", "(o4-6: P5 pS5", "alternatives"),
    ],
)
def test_what_begins_any_step_is_refused_as_one(game_id: str, partial: str, why: str) -> None:
    """Also a kind of step that cannot be played now, and that the example of a move does not show: status 5, not 4."""
    found = cannot(game_of(game_id), partial)
    assert (found.status, found.code, found.details.get("reason")) == (5, "illegal", why)
    assert found.message.startswith(f"no legal step begins with `{partial}`")


@pytest.mark.parametrize(
    ("partial", "words"),
    [("9-a", "there is no slot 9: the rondel has 1 to 4"), ("2-d4", "d4"), ("5-1", "there is no slot 5")],
)
def test_of_maharani_why(partial: str, words: str) -> None:
    found = cannot(game_of("maharani"), partial)
    assert isinstance(found, IllegalMove)
    assert words in found.message


def test_a_number_is_not_made_longer_and_a_turn_that_is_over_is_told() -> None:
    found = cannot(game_of("majolica"), "start 3 / a1-a4:2 / 2")
    assert isinstance(found, IllegalMove)
    assert "22" not in found.message
    assert found.message.endswith("; the turn is over there")
    assert found.details["legal"] == []


def test_a_cell_that_is_only_borrowed_is_no_reason() -> None:
    game = pbem.new("maharani", PLAYERS["maharani"][2], seed="taj", id="greedy-taj")
    found = cannot(game, "2-a")
    assert found.message.startswith("no legal step begins with `2-a`; legal would be for example 2-")


@pytest.mark.parametrize(
    ("game_id", "partial"), [("majolica", "2-a"), ("maharani", "Zz"), ("rajas", "hello"), ("rajas", "Q zz")]
)
def test_what_is_no_beginning_cannot_be_read(game_id: str, partial: str) -> None:
    assert isinstance(cannot(game_of(game_id), partial), NotationError)


def test_what_is_whole_is_refused_as_a_move_is() -> None:
    found = cannot(game_of("majolica"), "start 9")
    assert found.message.startswith("`start 9` is not legal: there is no card slot 9")


# Names


@pytest.mark.parametrize("game_id", ["maharani", "majolica", "rajas"])
def test_a_name_needs_no_colon(game_id: str) -> None:
    game = game_of(game_id)
    coming = texts(game, "1 Ana:", every=False)
    assert coming
    for partial in ("1 Ana", "ana", " 1  ANA ", ""):
        assert texts(game, partial, every=False) == coming
    assert isinstance(cannot(game, "1 Bob"), NotYourTurn)
    assert isinstance(cannot(game, "bob"), NotYourTurn)
    assert isinstance(cannot(game, "2 Bob"), StaleMove)


def test_a_step_goes_before_a_name() -> None:
    game = pbem.new("rajas", ["P=yellow", "Po=red"], seed="x", id="x", first="P")
    assert any(text.startswith("P6") for text in texts(game, "P"))
    assert texts(game, "Po")[0].startswith("Po")
    assert len(texts(game, "P:")) > len(texts(game, "P"))


# Claims and remarks


def test_a_remark_is_left_out() -> None:
    game = game_of("maharani")
    assert texts(game, "2- ; hello: R =3") == texts(game, "2-")
    assert texts(game, "R ; hello") == ["R"]
    assert texts(game, "; hello") == texts(game, "")


def test_a_claim_is_checked_as_it_is_in_a_move() -> None:
    game = game_of("rajas")
    move = game.legal()[0]
    fame, money = move.earns
    assert game.legal(f"1 ana: {move.text} ={fame},{money} ; mine") == [move]
    wrong = cannot(game, f"{move.text} ={fame + 1},{money}")
    assert isinstance(wrong, WrongClaim)
    assert wrong.details == {"earned": [fame, money], "written": [fame + 1, money]}
    assert texts(game_of("maharani"), "R =0") == ["R"]
    assert isinstance(cannot(game_of("maharani"), "2 Ana: R =0"), StaleMove)
    assert isinstance(cannot(game_of("majolica"), "start 3 / d4:2 =0"), IllegalMove)  # not a whole turn


def test_a_refusal_names_no_number_that_nobody_wrote() -> None:
    """What is borrowed to read `card 9` must not make a 92 of it."""
    game = game_of("majolica")
    game.play("start 3 / d4:2 / card 3-2", "start 3 / c1:1 / card 1-1")
    assert "the display has no place 9:" in cannot(game, "card 9").message
    assert "there is no slot 9:" in cannot(game_of("maharani"), "9").message


def test_what_is_borrowed_to_find_a_reason_is_not_named_in_it() -> None:
    game = pbem.new("majolica", ["Ana", "Bob"], seed="t", id="t", first="Ana")
    said = cannot(game, "start 3 / a1-a4:2 x").message
    assert said.startswith("no legal step begins with `a1-a4:2 x`; legal would be for example a1-a4:2, ")


# What is proposed for a line of a mail that is nearly a move


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


def test_what_goes_on_with_a_step_is_asked_about_as_well() -> None:
    """Two dice of one step of Rajas, on a line each."""
    game = case_of("rajas", 2).new(kind="seed", id="f", seed="s0")
    while not (
        moves := [one.text for one in game.legal() if one.text.startswith("P0 re ") and one.text.count(" ") > 3]
    ):
        game.play(random_line(game, random.Random(len(game.log))))
    begun, more = moves[0].partition(" =")[0].rsplit(" ", 1)
    for text in (f"{begun}\nand {more}", f"{game.turn} {game.to_move}: {begun}\n{more} :)", f"{begun} ; {more}"):
        assert take_from(game, text).lines == (), text


def test_what_people_say_beside_a_line_with_its_turn_is_their_own() -> None:
    """Of another move as well, but for a word between the two."""
    game, _, _ = in_turn(2, 2)
    one, two = parts()
    line = f"3 Ana: {one}"
    assert take_from(game, f"Bob: R\nAna: {one}").lines == (), "an older chat may say the same"
    for text in (
        "I thought of {two} first, but this is better.\n{line}",
        "{line}\nNow you can take {two}.",
        "Not {two}, as that loses:\n{line}",
    ):
        assert take_from(game, text.format(line=line, two=two)).lines == (line,), text
    for text in ("{line}\nand then also {two}", "{line} ; 3 Ana: {two}", "{two} and\n{line}"):
        assert take_from(game, text.format(line=line, two=two)).lines == (), text
    told = take_from(game, f"{line}\n\nand then also {two}").doubt or ""
    assert told.startswith(f"`and then also {two}` may belong to `{line}`: to play both write them on one line, with ")
    for word in ("R u coming on Friday?", "Not yet", "R next time?"):
        assert take_from(game, f"3 Ana: R\n{word}").lines == ("3 Ana: R",), word
    for text in ("Good luck /\n{line}", "{line}\n/me waves", "{line} ; You: {two}", "{line} =0 ; {two}"):
        assert "several moves" not in (take_from(game, text.format(line=line, two=two)).doubt or ""), text
        assert " / " not in (take_from(game, text.format(line=line, two=two)).doubt or ""), text


@pytest.mark.parametrize("text", ["4 Bob 1-z9 / {}", "I play 1-z9 / {}", "I take {} and 3-z5S", "I take {} AND 3-z5S"])
def test_beside_a_step_that_cannot_be_read_the_whole_turn_is_asked_for(text: str) -> None:
    assert (take(text.format("3-f3N+b")).doubt or "").endswith(WHOLE)


def test_the_only_line_that_may_be_a_move_with_a_slip_is_told_its_place() -> None:
    for line in ("1-i5N", "2-g7N+rr", "2 g7 N", "2-g7X"):
        for text in (line, f"Hi,\n\n{line}\n\nBob"):
            told = take(text).doubt or ""
            assert told.startswith(f"`{line}` may be a move, and is refused: cannot read `{line}` at column "), text
    numbers = "0170-1234567 | Tel. 030 12345-67 | 24.11.2026 20:15 | Mo-Fr 9-17 | https://x.org/a1-b2 | b4 | 10:30"
    for text in numbers.split(" | "):
        assert take(f"Hi,\n\nBob\n{text}").doubt is None, text
    for text in ("See you at 8pm", "Thanks!", "Room 4a is free, 20 people", "1-i5N\n1-i6N", "4 Bob 3-f3N+b / 1-z9"):
        assert take(text).doubt is None


def test_a_turn_played_again_in_a_whole_post_is_asked_about_where_it_quotes_the_undo() -> None:
    """Alone the post is what was mailed before, and known."""
    game = game_of("maharani")
    first = game.play(any_turn(game))[0]
    whole = "\n".join([*game.play(any_turn(game)), "", *report.show(game)])
    game.play("undo 1", first)
    answered = quoted("\n".join(report.show(game)))
    assert (take_from(game, whole).doubt, take_from(game, whole).lines) == (None, ())
    assert "was taken back since" in (take_from(game, f"{whole}\n\nAna, 10:30 wrote:\n\n{answered}").doubt or "")
