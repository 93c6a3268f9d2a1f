"""What stands beside a move: who wrote it, whether it is meant, what of it is corrected; and lines that are none."""

import random

import pytest

import pbem
from pbem import report
from pbem.session import Session
from pbem.taking import take_from
from tests.mail.letters import quoted
from tests.support import PLAYERS, any_turn, new_manual, random_line

MOVE = "1-1a6S+g / 3-1a5S+g"
LINE = f"1 Ana: {MOVE}"


@pytest.fixture(scope="module")
def game() -> Session:
    """Ana is to move in the first turn."""
    return pbem.new("maharani", PLAYERS["maharani"][2], seed="a", first="Ana", id="m")


def asked(game: Session, text: str) -> str:
    """What is asked back of a text from which nothing is taken."""
    taken = take_from(game, text)
    assert taken.lines == (), text
    return taken.doubt or ""


# Who wrote it


@pytest.mark.parametrize(
    "head",
    [
        *("Bob\n15:22\n", "Bob\n15:22\n\n", "Bob\n \u2014 \nToday at 15:22\n", "Bob \u2014 Today at 15:22\n"),
        *("Bob Smith <bob@example.org>\nMon 30/11/2026 15:10\n\n", "Bob schrieb am 30.11.2026 15:10\n\n"),
        *("Bob @ 15:22\n", "Bob, 30 Nov 2026 @ 15:10\n\n", "Bob posted:\n", "From Bob:\n", "Message from Bob:\n"),
        *("Bob's idea:\n", "Bob suggested:\n"),
    ],
)
def test_below_the_head_of_another_player_a_bare_move_is_not_taken(game: Session, head: str) -> None:
    """Chats and windows of mail programs show it in several lines."""
    assert "and Ana is to move: there it is taken only with its turn" in asked(
        game, f"{head}{MOVE}\n\nAna\n15:23\nnope"
    )
    assert take_from(game, f"{head.replace('Bob', 'Ana')}{MOVE}").lines == (MOVE,)
    assert take_from(game, f"{head}{LINE}").lines == (LINE,)


@pytest.mark.parametrize(
    "greeting", ["Hi Ana,", "Hallo Ana!", "Hey Ana", "Thanks, Ana!", "Dear Ana,", "Cze\u015b\u0107 Ana"]
)
def test_who_greets_the_player_to_move_is_another_one(game: Session, greeting: str) -> None:
    told = asked(game, f"{greeting}\n\n{MOVE}\n\nSee you on Friday!")
    assert told.startswith(f"Above `{MOVE}` stands `{greeting}`, so somebody else seems to have written it than Ana")
    assert take_from(game, f"{greeting}\n\n{LINE}\n\nSee you!").lines == (LINE,)
    for own in (f"{greeting.replace('Ana', 'Bob')}\n\n{MOVE}", f"{greeting}\n\n{MOVE}\n\nCheers, Ana"):
        assert take_from(game, own).lines == (MOVE,), own
    mail = f"From: Ana <a@example.org>\nTo: b@example.org\nMessage-ID: <1@example.org>\n\n{greeting}\n\n{MOVE}\n"
    assert take_from(game, mail.encode()).lines == (MOVE,)
    shown = "\n".join(report.show(game))
    assert take_from(game, f"{greeting}\n\nhere is mine:\n\n{shown}\n\n{MOVE}").lines == (MOVE,), "as Bob wrote"
    after = pbem.read(game.record())
    after.play(LINE)
    answer = any_turn(after)
    wrote = f"{greeting.replace('Ana', 'Bob')}\n\n{LINE}\n\nBest, Ana\n\n{answer}"
    assert take_from(after, wrote).lines == (answer,), "below a mail without marks"


@pytest.mark.parametrize(
    "head", ["From Ana", "Hi, this is Ana", "Zug von Ana", "I am Ana", "Turn 1, Ana", "Player: Ana"]
)
def test_who_says_her_name_is_greeted_by_nobody(game: Session, head: str) -> None:
    assert take_from(game, f"{head}\n\n{MOVE}").lines == (MOVE,)


@pytest.mark.parametrize("signed", ["Bob", "Best, Bob", "Best, Bob.", "LG Bob", "Regards Bob", "Kind regards,\nBob"])
def test_what_another_player_signs_is_not_taken(game: Session, signed: str) -> None:
    last = signed.rpartition("\n")[2]
    assert f"stands `{last}`, and Ana is to move" in asked(game, f"{MOVE}\n\n{signed}")
    for own in (signed.replace("Bob", "Ana"), "Your turn, Bob", "Good luck, Bob!", "Cheers Bob"):
        assert take_from(game, f"{MOVE}\n\n{own}").lines == (MOVE,), own


def test_the_same_text_a_second_time_does_not_play_for_the_next_player() -> None:
    """What can be played again and again, such as a palace space of Rajas."""
    game = pbem.new("rajas", PLAYERS["rajas"][2], seed="a", first="Ana", id="r")
    text = "Hi Bob,\n\nP0\n\nSee you on Friday!\n"
    game.play(*take_from(game, text).lines)
    told = asked(game, text.replace("Hi Bob,", "Hi,"))
    assert told.startswith("`P0` is what Ana played in turn 1. If this is another turn, and not the same text a second")
    assert "write `2 Bob: P0`" in told
    shown = "\n".join(report.show(game))
    sent = "From: Bob <b@example.org>\nTo: a@example.org\nMessage-ID: <2@example.org>\n\nP0\n"
    quotes = (f"P0\n\n{quoted(shown)}", f"P0\n\n{quoted('1 Ana: P0')}")
    legal = pbem.new("maharani", PLAYERS["maharani"][2], seed="a", first="Ana", id="m")
    legal.play(MOVE)
    assert f"`{MOVE}` is what Ana played in turn 1; in turn 2 it is refused: `1-1a6S+g` is" in asked(legal, MOVE)
    first = report.show(pbem.new("maharani", PLAYERS["maharani"][2], seed="a", first="Ana", id="m"))
    told = asked(legal, f"{MOVE}\n\n{quoted(chr(10).join(first))}")
    assert told.startswith(f"`{MOVE}` answers a post of turn 1, and was played in that turn; the game is at turn 2: to")
    for reply in ("2 Bob: P0", *quotes, "2. P0", "Turn 2:\nP0", "P0\n\nBob", "Hi Ana,\n\nP0\n\nCheers, Bob", sent):
        assert len(take_from(game, reply).lines) == 1, reply


# Whether it is meant


@pytest.mark.parametrize(
    "above",
    [
        *("Forget this:", "Ignore this:", "Scratch this:", "I take this back:", "Vergiss das:", "Oublie \u00e7a :"),
        *(
            "Olvida esto:",
            "If you take slot 3, I play",
            "Idea:",
            "My idea:",
            "Une id\u00e9e :",
            "Old move:",
            "Premove:",
        ),
    ],
)
def test_words_right_above_a_move_may_say_that_it_is_not_meant(game: Session, above: str) -> None:
    for text in (MOVE, LINE):
        assert f"stands `{above}`, so it is not clear" in asked(game, f"{above}\n{text}")
    for fine in (
        *("If it helps, here is mine:", "Ignore my last mail, this is it:", "I don't have anything better:"),
        *("If I'm not mistaken, it's turn 1:", "If I count right, this gives 7 points:", "I changed my mind:"),
    ):
        assert take_from(game, f"{fine}\n{MOVE}").lines == (MOVE,), fine


def test_who_thinks_of_a_move_does_not_play_it(game: Session) -> None:
    for above in ("I was thinking about", "What about", "Why is", "I am considering"):
        assert f"stands `{above}`" in asked(game, f"{above}\n{MOVE}\nbut then decided to wait.")
    for above, below in (
        ("Hi Bob", "have fun"),
        ("Mein Zug", "viele Gr\u00fc\u00dfe"),
        ("I play", "and wait for you."),
    ):
        assert take_from(game, f"{above}\n{MOVE}\n{below}").lines == (MOVE,), above


@pytest.mark.parametrize("below", ["C'est possible ?", "\u00bfSe puede?", "Kann ich das?", "Legal?"])
def test_who_asks_whether_it_may_be_played_does_not_play_it(game: Session, below: str) -> None:
    assert f"stands `{below}`" in asked(game, f"{LINE}\n{below}")
    for talk in ("How are you?", "Is this ok with you?"):
        assert take_from(game, f"{LINE}\n{talk}").lines == (LINE,)


@pytest.mark.parametrize("label", ["(1) Ana:", "[1] Ana:", "1 \u2013 Ana:"])
def test_the_number_of_a_label_may_stand_in_brackets_or_before_a_dash(game: Session, label: str) -> None:
    assert take_from(game, f"{label} {MOVE}").lines == (LINE,)
    assert "several moves" in asked(game, f"{LINE}\n{label} 1-2h6S+g / 3-2h5S+g")


def test_a_list_of_moves_that_the_program_prints_plays_none(game: Session) -> None:
    """Neither what a turn earns nor the place in the list is the number of a turn."""
    for text in (
        f"earns  move\n    1  {MOVE}\n",
        f"Look:\n\nearns move\n1 {MOVE}\nand 20 more (--limit 0 lists all)",
        f"Turn 1, Ana: what this bot would play.\n  1. {MOVE}",
        f"Turn 1, Ana: moves, most tried first, and the lead in\npoints to be expected.\n  1. {MOVE}   +0.1",
    ):
        told = "None of the moves of a list is played: write the move as a line of its own, with turn and name."
        assert asked(game, text) == told
        assert take_from(game, f"{text}\n{LINE}").lines == (LINE,), text
    assert "is nearly a line with turn and name" in asked(game, f"    1  {MOVE}")
    for own in (f"1 {MOVE}", f"1. {MOVE}", f"earns  move\n    1  R\n\n{LINE}", f"Earns move after move!\n{LINE}"):
        assert len(take_from(game, own).lines) == 1, own


@pytest.mark.parametrize(
    "back", ["Forget it", "I take that back", "wrong move", "Vergiss es", "Oublie \u00e7a", "olv\u00eddalo"]
)
def test_what_takes_a_move_back_may_have_anything_beside_it(game: Session, back: str) -> None:
    for words in (
        "{} :-)",
        "{} :(",
        "{} xD",
        "{}!!1",
        "{} sorry",
        "{} (new one follows)",
        "{} -Ana",
        "haha {}",
        "PS {}",
    ):
        below = words.format(back)
        assert f"stands `{below}`" in asked(game, f"{LINE}\n{below}")
    for talk in ("I will not forget it :-)", "I hate you (just kidding)", "Wait for me at the station"):
        assert take_from(game, f"{LINE}\n{talk}").lines == (LINE,), talk


@pytest.mark.parametrize(
    "above",
    [
        *("Do not play this!", "DO NOT PLAY!", "Ignore the following.", "Not", "Bitte nicht", "I get an error with"),
        *("I tried", "Wrong:", "Withdrawn:", "Old version:", "Plan B:", "Otherwise:", "I refuse:", "Please don't"),
    ],
)
def test_a_line_right_above_a_move_may_say_that_it_is_not_meant(game: Session, above: str) -> None:
    assert f"stands `{above}`, so it is not clear" in asked(game, f"{above}\n{LINE}")


@pytest.mark.parametrize(
    "above",
    [
        *(
            "Please don't do:",
            "Bitte nicht eintragen:",
            "pbem does not accept:",
            "I'm not sure:",
            "Not until tomorrow:",
        ),
        *(
            "Si est\u00e1s de acuerdo:",
            "Se Bob gioca l\u00ec,",
            "Als Bob akkoord is:",
            "Rather not",
            "\u0429\u0435 \u043d\u0435 \u0433\u0440\u0430\u0442\u0438:",
        ),
    ],
)
def test_a_negation_or_a_condition_above_a_move_is_asked_about(game: Session, above: str) -> None:
    assert f"stands `{above}`" in asked(game, f"{above}\n\n{LINE}")


@pytest.mark.parametrize(
    "above",
    [
        *("Better late than never:", "Sorry for not answering earlier:", "No choice here really:", "Not my day:"),
        *(
            "Je n'ai pas oubli\u00e9 :",
            "Non ho scelta:",
            "Nie mam wyboru:",
            "Ich hatte leider keine Zeit:",
            "Pas le choix :",
        ),
        *(
            "Se mitt drag nedan",
            "Se me olvid\u00f3 contestar",
            "Als kleine \u00dcberraschung:",
            "I almost forgot to play:",
        ),
        *("If I counted right it's 12-9 now", "Ak dobre po\u010d\u00edtam je to 12:9"),
    ],
)
def test_a_negation_of_something_else_above_a_move_denies_nothing(game: Session, above: str) -> None:
    assert take_from(game, f"{above}\n\n{LINE}").lines == (LINE,)


def test_an_answer_that_is_only_foretold_is_not_played(game: Session) -> None:
    for words in ("I expect", "Please not", "I'm afraid of", "For example"):
        assert f"stands `{words}`" in asked(game, f"{LINE}\n\n{words}\n2 Bob: R")


@pytest.mark.parametrize(
    "below", ["no, sorry", "No.", "oh no!", "Fehler", "Vertippt!", "my bad", "is not legal.", "das geht nicht"]
)
def test_a_no_right_below_a_move_is_asked_about(game: Session, below: str) -> None:
    assert f"stands `{below}`" in asked(game, f"{LINE}\n{below}")
    assert take_from(game, f"{LINE}\n\nIs it raining?\n{below}").lines == (LINE,)


def test_a_remark_may_take_its_move_back(game: Session) -> None:
    for remark in ("I take it back", "do not play", "just an idea", "I mean slot 2", "Edit: slot 2"):
        assert f"The remark `{remark}` says something else than the move" in asked(game, f"{LINE} ; {remark}")
    for remark in ("nice one of yours", "sorry for the delay", "I meant to go first"):
        assert take_from(game, f"{LINE} ; {remark}").lines == (f"{LINE} ; {remark}",)
    assert "behind `;`, which begins a remark" in asked(game, "1 Ana: 1-1a6S+g ; then 3-1a5S+g")
    for below in ("No, 1-2h6S+g / 3-2h5S+g", "Sorry, I meant slot 2."):
        assert below in asked(game, f"{LINE} ; nice\n{below}")


# What of it is corrected


@pytest.mark.parametrize(
    "below",
    [
        *("Sorry, I meant d2 instead of d1.", "Edit: only the first tile.", "Korrektur: ohne den letzten Stein"),
        *("Edit: not this.", "je voulais dire d2", "Correction: d2", "make it d2", "Edit: without the last step"),
        *("Edit: a7 instead of a6", "Edit: A7", "Sorry, I meant A7.", "Edit: not the second tile", "I mean b6."),
        *("Edit: not this, sorry", "Edit: the other way round.", "EDIT: +r", "Sorry, I meant slot 2.", "I meant red."),
        *("Edit: second tile to c5.", "Correction: red artisan.", "Edit (10:15): slot 2", "Edit 2: only one tile"),
        *("Korrektur: slot 3 statt slot 4", "Sorry, slot 2.", "no, slot 4", "It should be b6.", "Make that slot 3."),
        *("Edit: typo in the second step, it is b6", "I meant to play slot 2", "I meant to write slot 2"),
        *("Edit: delete the last step", "Edit: added an artisan", "Edit: B12", "I meant the 2nd"),
        *("b6 instead of a6", "a6 -> b6", "a6 is a typo for b6", "b6, sorry"),
        *(
            "Edit: only the last word",
            "Edit: just this, sorry",
            "Correction: score 14 instead of 12",
            "I meant A4 paper",
        ),
    ],
)
def test_a_part_that_is_corrected_below_is_asked_about(game: Session, below: str) -> None:
    for text in (f"{LINE}\n{below}", f"{MOVE}\n\n{below}"):
        assert f"stands `{below}`" in asked(game, text)
    for talk in (
        *("Edit: typo", "Edit: added a greeting", "Sorry for the delay of 2 days", "I meant to write it at 10:30"),
        *("Shall we talk at 8 instead of 7?", "Edit: only a typo", "Edit: 2 typos", "Edit: no change to the move"),
        *("If you have 5 minutes, have a look", "make it B12", "Edit: fixed the formatting", "Edit: Thanks!"),
        *("I meant what I said", "I meant to play earlier", "I meant tomorrow", "I mean it!", "Sorry, 2 days late"),
        *(
            "That should be 3.",
            "No. 5",
            "Je voulais dire merci",
            "Ich meinte dich",
            "I meant that as a joke",
            "Make it 8",
        ),
        *("Edit: added the board", "Edited: Mon Nov 30, 2026 10:00", "Edit - Delete - Reply", "Sorry, no luck"),
        *("No, 4 is enough", "Your a4 is strong", "Should be fun!", "You know what I meant", "Make it quick!"),
        *("Make it 10 points for me!", "I meant 5 minutes ago to send this", "Edit: nur die Schrift"),
        *("Last edited by Ana on Mon Nov 30, 2026 10:00 am, edited 2 times in total.", "Correction of my address: 5b"),
        f"I meant {MOVE}, of course",
    ):
        assert take_from(game, f"{LINE}\n{talk}").lines == (LINE,), talk


@pytest.mark.parametrize(
    "words", ["No, ", "Actually ", "PS: I changed it to ", "My move: ", "I'll go with ", "So I play "]
)
def test_another_move_in_plain_words_counts_wherever_it_stands_below(game: Session, words: str) -> None:
    other = "1-2h6S+g / 3-2h5S+g"
    for text in (f"{LINE}\n{words}{other}", f"{LINE}\n\nHave fun!\n\nAna\n\n{words}{other}"):
        assert "several moves for one turn" in asked(game, text)
    assert take_from(game, f"{LINE}\n\nHave fun!\n\nI hope that you do not play {other}").lines == (LINE,)


@pytest.mark.parametrize("below", ["R instead", "No, R.", "or R", "better R"])
def test_a_letter_below_a_move_may_be_another_one_where_a_word_says_so(game: Session, below: str) -> None:
    assert "several moves" in asked(game, f"{LINE}\n{below}")
    for signed in ("R", "Cheers, R", "better than R", "Sorry, R", "No hurry, R", "No rush. R", "No r"):
        assert take_from(game, f"{LINE}\n{signed}").lines == (LINE,), signed


def test_a_draw_in_other_words_is_told_and_one_that_is_corrected_not_entered() -> None:
    first = "draw 1:oW 2:ySW 3:yW 4:bSW"
    game = new_manual("maharani", 2)
    for below in ("no, 1:gC", "or 1:gC", "Edit: 1:gC"):
        assert "There are two draws: " in asked(game, f"{first}\n{below}"), below
    assert "stands `the draw is wrong" in asked(game, f"{first}\n\nthe draw is wrong, you draw please")
    for talk in ("I drew all 4 tiles", "No luck 1:gC", "Edit: only a typo"):
        assert take_from(game, f"{first}\n{talk}").lines == (first,), talk
    game.play(first)
    move = any_turn(game)
    due = pbem.read(game.record())
    due.play(move)
    draw = random_line(due, random.Random(1))
    drawn = draw.partition(" ")[2]
    for dots in (".", "...", ". . ."):
        assert take_from(game, f"{move}\n\n{dots}").lines == (move,)
    for words in ("and drew {}", "new tiles {}", "I got {}.", "And here the tiles: {}"):
        assert f"is nearly a draw: to enter it write `{draw}`" in asked(game, f"{move}\n{words.format(drawn)}"), words
    assert f"`{draw}` is a draw and stands behind `;`" in asked(game, f"{move} ; {draw}")
    assert take_from(game, f"{move}\n{draw}\nyour 2 tiles").lines == (move, draw)


def test_an_undo_or_a_stop_is_seen_whatever_stands_around_it(game: Session) -> None:
    after = pbem.read(game.record())
    after.play(LINE)
    place, answer = len(after.fold.lines) + 1, f"2 Bob: {any_turn(after)}"
    for line in (f"undo 1 line {place}", f"stop line {place}"):
        assert take_from(after, line).lines == (line,)
        for words in ("{}!", "{}, sorry", "({})", "please {}", "{} if you agree"):
            text = words.format(line)
            for whole in (text, f"2 Bob: {any_turn(after)}\n{text}"):
                assert f"is nearly `{line}`: to send it write that as a line of its own" in asked(after, whole), whole
    for words in ("undo 1!", "undo 1, sorry", "(undo 1)"):
        for whole in (words, f"2 Bob: {any_turn(after)}\n{words}"):
            assert "`undo 1` is taken from a text only with its place" in asked(after, whole)
    for talk in ("undo is for cowards", "please stop the music", "I'd undo 1 move of mine", "Undo 7, said the lift"):
        assert take_from(after, f"{answer}\n{talk}").lines == (answer,), talk


def test_a_line_that_is_none_is_told_as_that(game: Session) -> None:
    for text in ("1 Ana: pass", "1 Ana: ?", "1 Ana: refresh"):
        assert f"`{text}` is not taken: cannot read `{text}` at column" in asked(game, text)
    assert asked(game, "draw 1:bSE 4:oC") == "`draw 1:bSE 4:oC` is not taken: no draw is due now."
    for talk in ("1 Ana: I must think", "2 Bob: pass"):
        assert asked(game, talk) == "", talk


def test_what_gmail_indents_is_no_quote(game: Session) -> None:
    page = f'<div>Hi</div><blockquote style="margin:0 0 0 40px;border:none;padding:0px">{LINE}</blockquote>'
    mail = "From: Ana <a@example.org>\nMessage-ID: <1@example.org>\nContent-Type: text/html\n\n"
    assert take_from(game, f"{mail}{page}".encode()).lines == (LINE,)
    assert take_from(game, f"{mail}{page.replace('border:none', 'border-left:1px solid')}".encode()).lines == ()
