"""Names: how they may be spelt, which of them are one, letters that only look like others; lines with a name alone."""

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import pbem
from pbem import cli, plain
from pbem.errors import HeaderError, NotThere, NotYourTurn, SaveError
from pbem.known import refusal
from pbem.mail import read
from pbem.simulating import Plan
from pbem.taking import take_from
from tests.checks import error
from tests.support import PLAYERS, ROOT, any_turn, in_turn

ONE_NAME = [
    [
        "O'Brien",
        "O\u2019Brien",
        "O\u2018Brien",
        "O\u02bcBrien",
        "O\u00b4Brien",
        "O`Brien",
        "O\uff07Brien",
        "o\u2032brien",
    ],
    ["Ana Lu", "Ana  Lu", "Ana\tLu", "Ana\u00a0Lu", "ana\u2003lu", "ANA \u3000LU", "Ana\u200b Lu"],
    ["Ana-Lu", "Ana\u2010Lu", "Ana\u2013Lu", "Ana\u2014Lu", "Ana\u2212Lu", "Ana\ufe63Lu", "Ana\u058aLu", "Ana\u301cLu"],
    ["\u0130pek", "ipek", "IPEK", "I\u0307pek", "i\u0307pek", "\u0131pek", "\u0130PEK"],
    ["Stra\u00dfe", "STRASSE", "strasse", "Stra\u1e9ee", "STRA\u1e9eE"],
    [
        "\u039f\u03b4\u03c5\u03c3\u03c3\u03b5\u03cd\u03c2",
        "\u039f\u0394\u03a5\u03a3\u03a3\u0395\u038e\u03a3",
        "\u03bf\u03b4\u03c5\u03c3\u03c3\u03b5\u03cd\u03c3",
    ],
    ["Zo\u00eb", "Zoe\u0308", "ZO\u00cb", "\uff3ao\u00eb"],
    ["Fi", "\ufb01", "\uff26\uff49", "fI"],
    ["\u30a2\u30ca", "\uff71\uff85"],
    ["Bo2", "Bo\u00b2", "Bo\uff12", "Bo\u0662"],
    ["Lu", "L\u200du", "L\u00adu", "L\ufe0fu"],
]
"""Spellings of one name each."""


@pytest.mark.parametrize("spellings", ONE_NAME, ids=ascii)
def test_spellings_of_one_name_are_the_same(spellings: list[str]) -> None:
    assert len({plain.same(name) for name in spellings}) == 1


def test_names_are_not_the_same() -> None:
    names = [spellings[0] for spellings in ONE_NAME]
    others = ["Ana", "Aana", "Zoe", "OBrien", "AnaLu", "Ana'Lu", "Strase", "Ipak", "\u0410na", "\u0391na", "Lulu"]
    assert len({plain.same(name) for name in [*names, *others]}) == len(names) + len(others)


@pytest.mark.parametrize("spellings", ONE_NAME, ids=ascii)
def test_however_a_name_is_spelt_its_player_moves(spellings: list[str]) -> None:
    for name in spellings[:1]:
        for typed in spellings:
            game = pbem.new("maharani", [f"{name}=g,y", "Bob=r,b"], seed="x", id="x", first=typed)
            assert game.play(f"1 {typed}: R") == [f"1 {name}: R =0"]
            again = pbem.read(game.record().replace(f"1 {name}: R", f"1 {typed}: R"))
            assert again.log == game.log
            assert again.header.index(typed) == 0


@pytest.mark.parametrize("spellings", ONE_NAME, ids=ascii)
def test_two_spellings_of_one_name_cannot_play_together(spellings: list[str]) -> None:
    for name in spellings[1:]:
        with pytest.raises(HeaderError, match=r"cannot play together|twice|cannot be"):
            pbem.new("majolica", ["Cid", spellings[0], name], seed="x")
    with pytest.raises(HeaderError, match="O'Brien and O\u2019Brien cannot play together"):
        pbem.new("majolica", ["O'Brien", "O\u2019Brien"], seed="x")
    with pytest.raises(HeaderError, match="cannot play together"):
        pbem.new("majolica", ["O'Brien", "O\u2019Brien drawn"], seed="x")


OLD = """pbem 1 rajas
id old
edition reconstructed-1
player O'Brien yellow
player O\u2019Brien red
option expert O\u2019Brien
chance seed x
first O\u2019Brien

"""
"""Of a game that pbem 0.4 began."""


def test_a_file_with_such_names_goes_on_as_it_was() -> None:
    game = pbem.read(OLD)
    assert (game.header.options, game.header.first) == (["expert O\u2019Brien"], 1)
    game.deal_due()
    assert game.play("o\u2019brien: P0") == ["1 O\u2019Brien: P0 =0,2"]
    assert isinstance(error(game, "O\u2019Brien: P0"), NotYourTurn)
    assert isinstance(error(game, "O\u02bcBrien: P0"), NotYourTurn)  # which of them?
    assert game.play("o'brien: P0") == ["2 O'Brien: P0 =0,2"]
    for text in (game.record(), game.toml()):
        assert pbem.read(text).log == game.log
    assert game.record().startswith(OLD[:40])


def test_names_in_results_of_chance_and_position_lines() -> None:
    game = pbem.new("majolica", ["O'Brien", "\u0130pek"], kind="manual", first="ipek", id="x")
    assert game.play("draw start o\u2019brien 3ryg, ipek 3ryb") == ["draw start O'Brien 3ryg, \u0130pek 3ryb"]
    setup = "score o\u2019brien 3\nscore Ipek 4"
    game = pbem.new("maharani", ["O'Brien=g,y", "\u0130pek=r,b"], kind="manual", first="ipek", id="x", setup=setup)
    assert game.scores == {"O'Brien": 3, "\u0130pek": 4}


# Letters that look like others

CYRILLIC = "`\u0410` is a letter of another script (Cyrillic capital letter a, U+0410) than in `Ana`"


def test_a_name_in_other_letters_is_told() -> None:
    game = pbem.new("maharani", PLAYERS["maharani"][2], seed="x", id="x", first="Ana")
    for name in ("\u0410na", "\u0410NA"):
        found = error(game, f"1 {name}: R")
        assert isinstance(found, NotYourTurn)
        assert found.message.startswith(f"no player is called `{name}`: Ana is to move; {CYRILLIC}")
    with pytest.raises(NotThere) as caught:
        game.header.index("\u0410na")
    assert CYRILLIC in caught.value.message
    with pytest.raises(SaveError) as first:
        pbem.read(game.record().replace("first Ana", "first \u0410na"))
    assert CYRILLIC in first.value.message


def test_letters_that_all_look_like_others_are_told() -> None:
    game = pbem.new("majolica", ["Cob", "Max"], seed="x", first="Cob")
    assert "(Cyrillic capital letter es, U+0421)" in error(game, "\u0421\u043e\u0432: start 3").message
    assert "(Greek capital letter mu, U+039C)" in error(game, "\u039c\u0391\u03a7: start 3").message


@pytest.mark.parametrize("name", ["Zed", "\u0410\u043d\u044f", "\u30a2\u30ca\u30a2", "\u00c1na", "\u0410nna"])
def test_of_other_strangers_nothing_is_told(name: str) -> None:
    game = pbem.new("maharani", PLAYERS["maharani"][2], seed="x", id="x", first="Ana")
    assert error(game, f"{name}: R").message == f"no player is called `{name}`: Ana is to move"


@pytest.mark.parametrize(
    ("game_id", "line", "told"),
    [
        ("maharani", "4-\u04305+b", "`\u0430` is no character of moves: Cyrillic small letter a, U+0430"),
        ("maharani", "Ana: 1-2\u04415", "`\u0441` is no character of moves: Cyrillic small letter es, U+0441"),
        ("maharani", "1-1a5\u0415", "`\u0415` is no character of moves: Cyrillic capital letter ie, U+0415"),
        ("maharani", "dr\u0430w 1:bS", "`\u0430` is no character of moves: Cyrillic small letter a, U+0430"),
        ("maharani", "1-1a\u03b15", "`\u03b1` is no character of moves: Greek small letter alpha, U+03B1"),
        ("maharani", "1-1a5+b \u00d7", "`\u00d7` is no character of moves: Multiplication sign, U+00D7"),
        ("majolica", "\u0430ll:2", "`\u0430` is no character of moves: Cyrillic small letter a, U+0430"),
        ("rajas", "\u0420o", "`\u0420` is no character of moves: Cyrillic capital letter er, U+0420"),
        ("rajas", "Q oC5 a2N\u0415W -o3", "`\u0415` is no character of moves: Cyrillic capital letter ie, U+0415"),
        ("rajas", "up \u0422e", "`\u0422` is no character of moves: Cyrillic capital letter te, U+0422"),
    ],
)
def test_a_letter_that_only_looks_like_one_of_moves_is_told(game_id: str, line: str, told: str) -> None:
    game = pbem.new(game_id, PLAYERS[game_id][2], seed="x", id="x", first="Ana")
    assert error(game, line).message.endswith(f"; {told}")


@pytest.mark.parametrize(
    "line", ["\u0410\u043d\u044f: 1-z9", "1 \u0410\u043d\u044f:", "1-z9 ; \u0430", "1\u20131\u2013z"]
)
def test_of_names_remarks_and_dashes_nothing_is_told(line: str) -> None:
    game = pbem.new("maharani", ["\u0410\u043d\u044f=g,y", "Bob=r,b"], seed="x", id="x", first="\u0430\u043d\u044f")
    assert "no character of moves" not in error(game, line).message


def test_what_knows_all_letters_is_loaded_for_those_who_need_it() -> None:
    code = """import sys, pbem, pbem.cli, pbem.commands.move_
game = pbem.new("maharani", ["Ana=g,y", "Bob=r,b"], seed="x", id="x", first="Ana")
game.play("ana: R")
pbem.read(game.record())
print({"unicodedata", "pbem.letters", "pbem.meant"} & set(sys.modules))"""
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT)
    assert (found.stdout, found.stderr) == ("set()\n", "")


LOOKS = {
    "A": "\u0410\u0391\u13aa\u1d00\ua4ee",
    "B": "\u0412\u0392\u15f7\u0299\ua4d0",
    "a": "\u0430\u03b1\u0251",
    "e": "\u0435\u04bd\u1d07",
    "n": "\u0578\u0274",
    "o": "\u043e\u03bf\u0585\u2c9f\u1d0f",
    "s": "\u0455\ua731",
    "u": "\u057d\u1d1c",
    "l": "\u04c0\u0406I",
}
"""Letters of Cyrillic, Greek, Armenian, Cherokee, Coptic, Lisu, small capitals and others, by what they look like."""


def test_a_name_that_looks_like_another_one_is_told() -> None:
    for name, letter, other in [(n, a, b) for n in ("Ana", "Bob", "Ulose") for a in LOOKS if a in n for b in LOOKS[a]]:
        written = name.replace(letter, other, 1)
        with pytest.raises(HeaderError, match=r"the names look alike; `.` is a"):
            pbem.new("majolica", [name, written], seed="x")
        game = pbem.new("maharani", [f"{name}=g,y", "Cid=r,b"], seed="x", first=name)
        found = error(game, f"1 {written}: R")
        assert isinstance(found, NotYourTurn)
        assert f"; `{other}` is a" in found.message, ascii(written)
        assert f"U+{ord(other):04X}) than in `{name}`" in found.message
        assert game.play(f"1 {name}: R") == [f"1 {name}: R =0"]


def test_capitals_that_look_like_small_letters() -> None:
    """In many fonts a capital I is a small l, and they stand for no others."""
    with pytest.raises(HeaderError, match="Latin capital letter i, U\\+0049"):
        pbem.new("majolica", ["Al", "AI"], seed="x")
    for pair in (["Bobo", "Bob0"], ["Bob0", "Bobo"], ["Anno", "Ann0"], ["Bil", "Bi1"], ["Bi1", "BiI"]):
        with pytest.raises(HeaderError, match=r"the names look alike; `.` is another (letter|character) \("):
            pbem.new("majolica", pair, seed="x")
    for pair in (["Leo", "Le0"], ["Le0", "Leo"], ["Ole A", "0le A"], ["Ana l", "Ana 1"], ["Ana 1", "Ana I"]):
        if pair[1][0].isalpha():
            with pytest.raises(HeaderError, match=r"the names look alike; `.` is another (character|letter) "):
                pbem.new("majolica", pair, seed="x")
        assert plain.look_alike(*pair)
        assert plain.look_alike(*reversed(pair))
    said = plain.disguised("Le0", ["Leo"])
    assert said == "; `0` is another character (Digit zero, U+0030) than in `Leo` (Latin small letter o, U+006F)"
    for pair in (["Ian", "Lan"], ["Al", "Ai"], ["Jan", "Jon"], ["Arno", "Amo"], ["Ana 1", "Ana 2"]):
        assert pbem.new("majolica", pair, seed="x").header.names == pair


def test_a_digit_that_looks_like_another_one_is_asked_about() -> None:
    """Those of one script are taken for what they are there; between others nobody could see which is meant."""
    game = pbem.new("rajas", PLAYERS["rajas"][2], seed="x", id="x", first="Ana")
    for digit, is_, looks in (("\u09ea", 4, 8), ("\u0665", 5, 0), ("\u0b68", 2, 9), ("\u0a67", 1, 9)):
        for line in (f"1 Ana: P{digit}", f"P{digit}", f"P6 -b{digit}", f"undo {digit} line 1"):
            said = error(game, line).message
            assert f"`{digit}` is {is_} (" in said
            assert said.endswith(f"), and looks like {looks}: write which of them")
    assert game.play("P\u09e8 -b\u09e8 +o +p ; \u09ea times")[0] == "1 Ana: P2 -b2 +o +p =0,0 ; \u09ea times"
    record = game.record().replace("-b2", "-b\u09e8")  # what is in a file is read as ever
    assert pbem.read(record).key == game.key
    assert "is 4 (Gurmukhi digit four" in error(game, "P\u0a6a -b6").message


def test_words_of_commands_in_other_letters_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = tmp_path / "g.toml"
    assert cli.run(["new", "majolica", str(game), "--player", "Ana", "--player", "Bob", "--first", "Ana"]) == 0
    for words, status in (
        ("sh\u043ew g", 2),
        ("club st\u0430rt", 2),
        ("show g --f\u043ermat text", 2),
        ("show g --format bb\u0441ode", 2),
        ("rules m\u0430jolica", 3),
        ("move g --key 21b6d\u0430", 6),
        ("move g --bot gr\u0435edy", 2),
        ("move g \u1d00ll:2", 4),
        ("move g st\u1d00rt", 4),
    ):
        assert cli.run([str(game) if word == "g" else word for word in words.split()]) == status
        odd = next(c for c in words if not c.isascii())
        assert re.search(
            f"`{odd}` is (another letter than it may look|no character of moves): ", capsys.readouterr().err
        )


UNSEEN = "\u034f\u0640\u115f\u17b4\u180b\u180f\u2800\u3164\uffa0\ufe00\ufe0d\U000e0100\U000e01ef"
"""Fillers and selectors, which show nothing: of Hangul, Khmer, Mongolian, Braille and Japanese; the Arabic tatweel."""


def test_letters_that_show_nothing_make_no_other_name() -> None:
    for letter in UNSEEN:
        assert plain.same(f"A{letter}na") == plain.same(f"Ana{letter}") == "ana", ascii(letter)
        with pytest.raises(HeaderError, match="nobody could tell the names apart"):
            pbem.new("majolica", ["Ana", f"Ana{letter}"], seed="x")
        game = pbem.new("maharani", [f"Ana{letter}=g,y", "Bob=r,b"], seed="x", first="Ana")
        assert game.play("1 ana: R") == [f"1 Ana{letter}: R =0"]
        assert pbem.read(game.record()).log == game.log


def test_a_name_of_which_nothing_is_seen_begins_no_game() -> None:
    for name in ("\u3164", "\u115f\u1160", "\uffa0\u3164"):
        with pytest.raises(HeaderError, match="nothing of it can be seen"):
            pbem.new("majolica", [name, "Bob"], seed="x")


def test_a_letter_of_another_script_is_told_in_results_of_chance_and_of_who_is_first() -> None:
    letter = "`\u0430` is a letter of another script \\(Cyrillic small letter a, U\\+0430\\) than in `Ana`"
    games = [
        ("majolica", [], "draw start An\u0430 3ryg, Bob 3ryb", "start-names"),
        ("rajas", [], "roll An\u0430 o5 g4 b3 p2", "roll-name"),
        ("rajas", ["navaratnas"], "draw brown An\u0430 worker, Bob yield", "brown-names"),
    ]
    for name, options, line, reason in games:
        players = ["Ana=yellow", "Bob=red"] if name == "rajas" else ["Ana", "Bob"]
        game = pbem.new(name, players, kind="manual", first="Ana", options=options)
        if name == "rajas":
            game.play("draw oS4 oC2 oT1 gS3 gC3 gT5 bS4 bC1 bT2 pS3 pC1 pT5")
        if options:
            game.play("roll Ana o5 g4 b3 p2")
            game.play("roll Bob o5 g4 b3 p3")
        with pytest.raises(pbem.IllegalMove, match=f"; {letter}") as refused:
            game.play(line)
        assert refused.value.as_json()["reason"] == reason
        assert game.play(line.replace("\u0430", "a"))
    record = pbem.new("majolica", ["Ana", "Bob"], seed="x", first="Ana").record()
    for words in ("first An\u0430", "first An\u0430 drawn"):
        with pytest.raises(SaveError, match=letter):
            pbem.read(record.replace("first Ana", words))


@pytest.mark.parametrize(
    ("game_id", "players", "more", "said"),
    [
        ("maharani", ["Ana=g,y", "Bob=r,b"], {"setup": "first Ana\nat \u04302 bN\n"}, "the board has no cell"),
        ("maharani", ["\u042f\u043d=g,y", "Bob=r,b"], {"setup": "first Bob\nslot 1 b\u0415\n"}, "no tile|pattern"),
        ("majolica", ["Ana", "Bob"], {"setup": "first Ana\ngrid rygb brgy ybgr gry\u0430\n"}, "rows of 4|tiles"),
        ("rajas", ["Ana=yellow", "Bob=red"], {"setup": "first Ana\ndice Ana \u043e4\n"}, "it should read"),
        ("maharani", ["Ana=gr\u0435en,yellow", "Bob=r,b"], {}, "is no colour of maharani"),
        ("maharani", ["Ana=g,y", "Bob=r,b"], {"seats": {"Ana": "\u0415"}}, "is no seat of maharani"),
        ("majolica", ["Ana", "Bob"], {"options": ["bl\u043eom"]}, "is no option of majolica"),
    ],
)
def test_a_letter_of_another_script_is_told_in_what_begins_a_game(
    game_id: str, players: list[str], more: Any, said: str
) -> None:
    with pytest.raises(HeaderError, match=said) as refused:
        pbem.new(game_id, players, seed="x", **more)
    assert re.search(
        r"; `.` is another letter than it may look: Cyrillic (small|capital) letter \w+, U", str(refused.value)
    )


def test_letters_of_another_script_in_names_are_no_reason() -> None:
    players = ["\u042f\u043d=g,y", "Bob=r,b"]
    with pytest.raises(HeaderError) as refused:
        pbem.new("maharani", players, seed="x", setup="first \u042f\u043d\nscore \u042f\u043d x\n")
    assert str(refused.value).endswith("should be a number from 0 to 99999")


def test_a_run_in_which_none_begins_is_none_in_which_nobody_was_named() -> None:
    plan = Plan("maharani", ("None=g,y", "Bob=r,b"), "random", "s")
    assert plan.name() != plan._replace(first="None").name()


def test_a_move_with_a_name_alone_above_headers_is_none_of_them() -> None:
    headers = "From: Bob <a@example.org>\nSent: Tuesday, 24 November 2026 20:15\nTo: Ana\nSubject: Re: game"
    assert "Ana: Pg" in read(f"Hi,\n\nAna: Pg\n\n{headers}\n\n3 Ana: Pb\n").lines


def test_a_move_without_turn_is_of_who_and_when_the_lines_around_it_say() -> None:
    """It may be a second mail of the player before: then it is not played for the one to move."""
    game = pbem.new("majolica", ["Ana", "Bob"], seed="x1", id="m1", first="Ana")
    game.play("start 1 / a4-d4:1", "start 2 / a1-d1:2", "3 Ana: a3:1 / swap")
    move = "d3:1 / swap"
    of_turn = "stands turn {}, and the game is at turn 4"
    for text, why in {
        "3. {}": of_turn.format(3),
        "Turn 3:\n\n{}": of_turn.format(3),
        "My move for turn 3, Ana:\n{}": of_turn.format(3),
        "Post by Ana » Mon Nov 30, 2026 10:00 am\n\n{}": "and Bob is to move",
        "Ana, [30.11.2026 10:03]\n{}": "and Bob is to move",
        "Ana's move:\n\n{}": "and Bob is to move",
        "{}\n\nAna": "stands `Ana`, and Bob is to move",
        "Oops, I meant:\n\n{}": "in place of turn 3",
        "I take back my last move and play\n\n{}": "in place of turn 3",
        "Ich nehme meinen Zug zurück und spiele\n{}": "in place of turn 3",
        "3 Ana: a3:1 / swap\n\nIgnore that, I play\n\n{}": "in place of turn 3",
    }.items():
        taken = take_from(game, text.format(move))
        assert (taken.lines, why in (taken.doubt or "")) == ((), True), (text, taken.doubt)
    assert take_from(game, f"Ana: a3:1 / swap\nBob: {move}").lines == (f"Bob: {move}",), "as people chat"
    harmless = (
        "4. {}|1. {}|Turn 4:/{}|Bob, 10:03/{}|Hi Ana,//{}//Bob|Your turn 3 was good//{}|1. Hi/2. {}|Lieber Ana,//{}"
    )
    harmless += "|Ana, what a move!//{}|Sorry for the delay!//{}|That was mean!//{}|Ana, 10:30 is fine for me.//{}"
    for text in harmless.replace("/", "\n").split("|"):
        assert take_from(game, text.format(move)).lines == (move,), text
    second = pbem.read(game.record())
    second.play("4 Bob: d3:1 / swap")
    other = next(one.text.partition(" =")[0] for one in second.legal() if refusal(game, one.text) is not None)
    assert take_from(second, f"Sorry, that took long:\n\n{other}").lines == (other,), "no move of the turn before"


def test_a_correction_with_a_turn_and_a_name_is_of_that_turn() -> None:
    """Whatever else the text plays; another move is not told beside it."""
    game, _, _ = in_turn(3, 3)
    move = any_turn(game)
    told = take_from(game, f"4 Ana: R\n5 Bob: {move}\nno, I play 4 Ana: {move}").doubt
    assert told == f"There are several moves for one turn: `4 Ana: R` and `no, I play 4 Ana: {move}`. Which is it?"
    lines = f"4 Ana: {move}", "5 Bob: R"
    assert take_from(game, "\n".join([*lines, f"Yes, I play 4 Ana: {move}"])).lines == lines


def test_a_line_of_an_earlier_turn_with_another_name_or_claim_is_told() -> None:
    for line in ("1 Bob: R", "1 Ana: R =5"):
        told = take_from(in_turn(2, 2)[0], f"{line}\n\n3 Ana: R").doubt or ""
        assert "Turn 1 was played otherwise here" in told, line
