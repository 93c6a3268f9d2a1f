"""Records: what is needed, what is kept, what is refused; headers and names."""

import re
from pathlib import Path

import pytest

import pbem
from pbem import header
from pbem.errors import HeaderError, PbemError, ReplayError, SaveError
from pbem.plain import same
from tests.checks import read
from tests.support import PLAYERS, ROOT
from tests.test_cli import Shell

HEAD = "pbem 1 maharani\nid r-1\nplayer Ana g,y\nplayer Bob r,b\nchance manual\nfirst Ana\n"
LOG = "\ndraw 1:bSE 2:oC 3:rN 4:gW\n1 Ana: 1-3f2W / 4-2f8S+g =1\n"


def test_the_record_of_the_notation() -> None:
    text = (
        "pbem 1 maharani\nid spring-3\nedition reconstructed-1\nplayer Ana green,yellow S\nplayer Bob red,blue N\n"
        "chance manual\nfirst Ana\n\ndraw 1:bSE 2:oC 3:rN 4:gW\n1 Ana: 1-3f2W / 4-2f8S+g =1\ndraw 1:vNW 4:yC\n"
        "2 Bob: R =0\n3 Ana: 3-1a7S+g =2\n"
    )
    game = read(text)
    digest = f"edition reconstructed-1 {game.rules.digest[:12]}\n"
    assert game.record() == text.replace("edition reconstructed-1\n", digest)


def test_pbem_players_and_first_are_enough() -> None:
    game = read("pbem 1 maharani\nplayer Ana g,y\nplayer Bob r,b\nfirst Bob\n")
    assert game.header.chance == "manual"
    assert game.header.id
    assert [player.seat for player in game.header.players] == ["S", "N"]
    assert game.to_move == "Bob"


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("pbem 1 maharani", "pbem one maharani", "line 1: a record begins with"),
        ("pbem 1 maharani", "pbem 0 maharani", "line 1: there is no format 0"),
        ("pbem 1 maharani", "pbem 1 go", "line 1: no game is called `go`"),
        ("pbem 1 maharani\n", "pbem 1 maharani\npbem 1 maharani\n", "line 2: `pbem` is given twice"),
        ("id r-1", "id r 1", "line 2: `r 1` cannot be the id"),
        ("player Ana g,y", "player Ana", "line 3: `player Ana` should read"),
        ("player Ana g,y", "player 1Ana g,y", "line 3: `1Ana` cannot be a player's name"),
        ("player Ana g,y", "player Ana g,z", "line 3: `z` is no colour"),
        ("player Ana g,y", "player Ana g", "Ana needs 2 colours"),
        ("player Bob r,b", "player ANA r,b", "the name ANA is taken twice"),
        ("chance manual", "chance dice", "line 5: chance is"),
        ("chance manual", "chance keeper abc", "line 5: chance is"),
        ("chance manual", "chance seed", "line 5: a seed is text on one line"),
        ("first Ana", "first Zed", "`first Zed`: no player"),
        ("first Ana", "first Ana\n= 3", "line 7: cannot read"),
        ("first Ana", "first Ana\nscore Zed 3", "no player is called `Zed`"),
        ("first Ana", "first Ana\nturn x", "should be a number"),
        ("first Ana", "first Ana\nslot 5 bC", "should be a number from 1 to 4"),
        ("first Ana", "first Ana\nslot 1 bC\nslot 1 oC", "twice"),
        ("first Ana", "first Ana\nat a2 bC", "does not fit a2"),
        ("first Ana", "first Ana\nat a2 bN z", "nobody has artisans `z`"),
        ("first Ana", "first Ana\nup Ana 1,9", "should be a number from 1 to 4"),
    ],
)
def test_bad_headers(old: str, new: str, said: str) -> None:
    with pytest.raises(SaveError) as error:
        read(HEAD.replace(old, new, 1) + LOG)
    assert said in str(error.value)
    assert error.value.status == 3


@pytest.mark.parametrize(
    ("end", "said"),
    [
        ("result Ana 3, Bob 4\n", "not over"),
        ("result Ana\n", "line 10: there is a result, but the game is not over"),
        ("result Ana 1, Bob 0\n3 Bob: R\n", "line 11: nothing may follow the result"),
    ],
)
def test_bad_results(end: str, said: str) -> None:
    with pytest.raises(SaveError, match=said):
        read(HEAD + LOG + end)


def test_the_line_of_the_file_is_named() -> None:
    with pytest.raises(ReplayError, match=r"^record: line 9: .* earns 1, not 7") as error:
        read(HEAD + LOG.replace("=1", "=7"))
    assert (error.value.line, error.value.status, error.value.details["line"]) == (9, 3, 9)


def test_foreign_lines_are_kept_in_their_order_and_comments_of_the_header_are_not() -> None:
    text = HEAD.replace("first Ana\n", "; dropped\nfirst Ana\nevent Cup\nround 3\nevent Cup again\n") + LOG
    game = read(text)
    assert game.header.foreign == ["event Cup", "round 3", "event Cup again"]
    again = pbem.read(game.toml().encode(), "save")
    assert again.record() == game.record()
    assert "\nevent Cup\nround 3\nevent Cup again\n\n" in game.record()


@pytest.mark.parametrize("line", ["toml = 5", "toml = [ [ 3 ], ]", "toml = [", "toml", "toml = [ [ {a=1} ], ]"])
def test_a_foreign_line_that_looks_like_ours_is_kept_too(line: str) -> None:
    game = read(HEAD + line + "\nz last\n" + LOG)
    assert game.record().split("\n\n")[0].endswith(f"\n{line}\nz last")
    assert pbem.read(game.toml().encode(), "save").record() == game.record()


def test_comments_of_the_log_are_kept() -> None:
    game = read(HEAD + "\n; before\ndraw 1:bSE 2:oC 3:rN 4:gW ; by Bob\n\n1 Ana: R =0 ; tired\n;\n; after\n")
    assert game.log == ["; before", "draw 1:bSE 2:oC 3:rN 4:gW ; by Bob", "1 Ana: R =0 ; tired", ";", "; after"]


def test_other_systems_line_ends_and_marks() -> None:
    text = HEAD + LOG
    assert pbem.read(b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode(), "r").record() == read(text).record()


@pytest.mark.parametrize(
    "name",
    [
        "Ana",
        "R",
        "x",
        "Max 2",
        "O'Neil",
        "Eva (Wien)",
        "\u674e\u96f7",
        "\u0645\u06cc\u200c\u062e",
        "Endre",
        "drawn",
        "A" * 24,
    ],
)
def test_names_that_can_be(name: str) -> None:
    assert header.check_name(name) == name
    game = read(HEAD.replace("Ana", name) + LOG.replace("Ana", name))
    assert game.header.names == [name, "Bob"]
    assert pbem.read(game.toml().encode(), "save").record() == game.record()


_BEGIN = 'it must begin with a letter that no digit follows, and have none of : ; , = / "'
_CANNOT = {
    "it must have 1 to 24 characters": ["", "A" * 25],
    _BEGIN: ["A1", "1A", "-A", "A:b", "A;b", "A,b", "A=b", "A/b", 'A"b', "A\nb", "A\tb"],
    "only single spaces, and only inside it": [" Ana", "Ana ", "An  a"],
    "is a command word": [
        "draw",
        "Undo me",
        "end",
        "away",
        "Result x",
        "show",
        "Legal",
        "log",
        "rules",
        "help",
        "stop now",
        "roll",
    ],
    "it has a character that cannot be seen (U+": ["A\u202eb", "A\u200bb", "A\x07b"],
}


@pytest.mark.parametrize(("why", "name"), [(why, name) for why, names in _CANNOT.items() for name in names])
def test_names_that_cannot_be(why: str, name: str) -> None:
    with pytest.raises(HeaderError, match=re.escape(why)):
        header.check_name(name)


def test_blanks_after_commas_do_not_matter() -> None:
    text = HEAD.replace("Ana g,y", "Ana g , y S").replace("first Ana", "first Ana\nup Ana 1, 3\nout rC, oC")
    game = read(text)
    assert game.rules.position(game.state, game.header.names) == ["turn 1", "up Ana 1,3", "out rC,oC"]


def test_a_drawn_row_that_is_none_of_the_board_is_refused() -> None:
    two = PLAYERS["maharani"][2]
    for row in ("9 +++ -E- -W- -C- -C- -E- -W- +++", "8 +++ -E- -W-", "0 +++ -E- -W- -C- -C- -E- -W- +++"):
        with pytest.raises(HeaderError, match="none of them"):
            pbem.new("maharani", two, kind="manual", first="Ana", setup=row)


@pytest.mark.parametrize("text", ["a_b", "a b", "a.b", "\u00e4", "x" * 65])
def test_ids_that_cannot_be(text: str) -> None:
    with pytest.raises(HeaderError, match="cannot be the id"):
        header.check_id(text)


def test_a_header_is_written_in_the_order_of_the_notation() -> None:
    text = "pbem 1 maharani\nevent Cup\nturn 4\nfirst Ana\nplayer Ana g,y\nchance manual\nplayer Bob r,b\nid r-1\n\n"
    words = [line.split(" ")[0] for line in read(text).record().splitlines()]
    assert words == ["pbem", "id", "edition", "player", "player", "chance", "first", "turn", "event"]


def test_a_finished_game_may_lack_its_result() -> None:
    text = (ROOT / "examples" / "maharani-demo.pbem").read_text()
    without = text[: text.index("result")]
    assert read(without).record() == text


def test_names_are_the_same_without_case_and_in_any_normal_form() -> None:
    assert same("ZO\u00cb") == same("zoe\u0308")
    game = read(HEAD.replace("Ana", "Zo\u00eb") + LOG.replace("1 Ana", "1 ZOE\u0308"))
    assert game.log[1].startswith("1 Zo\u00eb: ")


def test_play_goes_clockwise_whatever_the_order_of_the_lines() -> None:
    text = "pbem 1 maharani\nplayer Ana g N\nplayer Bob r S\nplayer Cid b E\nfirst Cid\n\n"
    game = read(text + "draw 1:bSE 2:oC 3:rN 4:gW\n")
    order = []
    for _ in range(6):
        order.append(game.to_move)
        game.play("R")
    assert order == ["Cid", "Bob", "Ana"] * 2


def test_seats_not_named_are_dealt_in_list_order() -> None:
    for count, sides in ((2, "SN"), (3, "SWN"), (4, "SWNE")):
        game = pbem.new("maharani", PLAYERS["maharani"][count], seed="x")
        assert "".join(player.seat for player in game.header.players) == sides
    game = pbem.new("maharani", PLAYERS["maharani"][3], seed="x", seats={"Bob": "S"})
    assert [player.seat for player in game.header.players] == ["W", "S", "N"]


@pytest.mark.parametrize("command", ["new maharani g.toml", "simulate maharani --bots random --only 1"])
def test_seats_are_named_on_the_command_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str) -> None:
    shell = Shell(tmp_path, monkeypatch)
    line = f"{command} --player Ana=g,y --player Bob=r,b --seed x --seat bob=e"
    for more, told in (("Ana", "`Ana` should read NAME=S"), ("Bob=W", "the seat of Bob is named twice")):
        assert shell(f"{line} --seat {more}").stderr == f"pbem: {told}\n"
    assert shell(f"{line} --seat Ana=W").exit_code == 0
    game = pbem.load("g.toml") if command.startswith("new") else read(shell(f"{line} --seat Ana=W").stdout)
    assert [player.seat for player in game.header.players] == ["W", "E"]


def test_a_table_that_was_corrected_never_changes_a_running_game() -> None:
    with pytest.raises(SaveError, match="PBEM_GAMES"):
        read(HEAD.replace("first", "edition reconstructed-1 0123456789ab\nfirst") + LOG)


@pytest.mark.parametrize(
    ("setup", "said"),
    [
        (HEAD + LOG, "a setup has no log"),
        ("turn 3\nturn 4\n", "twice"),
        ("scor Ana 3\n", "did you mean `score`"),
        ("some words\n", "cannot read `some words`"),
        ("pbem 1 go\n", "no game is called `go`"),
    ],
)
def test_setups_that_cannot_be_read(setup: str, said: str) -> None:
    with pytest.raises(PbemError, match=said):
        pbem.new("maharani", PLAYERS["maharani"][2], kind="manual", first="Ana", setup=setup)


def test_a_drawn_board_with_a_row_left_out_is_refused() -> None:
    drawn = pbem.new("maharani", PLAYERS["maharani"][2], kind="manual", first="Ana").setup().replace("; ", "")
    assert pbem.new("maharani", kind="manual", setup=drawn).turn == 1
    rows = [line for line in drawn.split("\n") if not line.startswith("7 ")]
    with pytest.raises(HeaderError, match="row 7 of the board is missing"):
        pbem.new("maharani", kind="manual", setup="\n".join(rows))


@pytest.mark.parametrize(
    "name", ["Li\uff1aLei", "a\uff1bb", "a\uff0cb", "a\uff1db", "a\uff0fb", "a\uff02b", "\uff44\uff52\uff41\uff57"]
)
def test_a_name_must_be_one_after_cleaning_too(name: str) -> None:
    """Else its lines could be written and not be read again."""
    why = f"`{name}` cannot be a player's name: {'`draw` is a command word' if name.isalpha() else _BEGIN}"
    with pytest.raises(HeaderError, match=f"^{re.escape(why)}"):
        header.check_name(name)
    with pytest.raises(SaveError, match=f"^record: line 3: {re.escape(why)}"):
        read(HEAD.replace("Ana", name))


@pytest.mark.parametrize("name", ["\u00b2", "\u00bdx", "\u2163", "\u2460"])
def test_a_numeral_is_no_letter(name: str) -> None:
    with pytest.raises(HeaderError, match=_BEGIN):
        header.check_name(name)


def test_position_lines_are_stored_canonically() -> None:
    typed = "first Ana\nSLOT 1 bES\nat F2 bEN G\nup BOB 4,1,1\nscore ana 007\nturn 03\nscore bob 0\nup Ana none"
    game = read(HEAD.replace("first Ana", typed))
    assert game.header.position == ["turn 3", "score Ana 7", "up Ana -", "up Bob 1,4", "slot 1 bSE", "at f2 bNE g"]
    assert pbem.read(game.record().encode(), "record").toml() == game.toml()


def test_canonical_position_lines_keep_their_order() -> None:
    lines = "at f2 bNE\nat a2 oN\nslot 1 bSE"
    assert read(HEAD.replace("first Ana", f"first Ana\n{lines}")).header.position == lines.split("\n")


def test_a_record_without_a_log_has_one_final_newline() -> None:
    text = read(HEAD).record()
    assert text.endswith("first Ana\n")
    assert "\n\n" not in text
    assert read(text).record() == text


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("player Ana g,y", "player\u00a0Ana  G,Y\ts"),
        ("pbem 1 maharani", "PBEM \uff11 Maharani"),
        ("first Ana", "first  ANA"),
        ("first Ana", "first Ana DRAWN"),
        ("chance manual", "chance Manual"),
        ("id r-1", "id r\u20131"),
        ("first Ana", "first Ana\nturn \uff11\uff17\nup Ana \u2013\nat\u00a0f2 bNE g"),
    ],
)
def test_headers_are_cleaned_and_case_does_not_matter(old: str, new: str) -> None:
    game = read(HEAD.replace(old, new, 1))
    assert (game.header.names, game.header.id, game.to_move) == (["Ana", "Bob"], "r-1", "Ana")
    assert pbem.read(game.record().encode(), "record").record() == game.record()


@pytest.mark.parametrize("value", ["a\tb", "a\u0085b", "x" * 2000])
def test_unknown_keys_of_any_kind_go_both_ways(value: str) -> None:
    game = read(HEAD)
    game.header.unknown = {"note": value}
    game.header.foreign = [f"event {value}".replace("\u0085", "")]  # control characters cannot stand in a line
    toml, text = game.toml(), game.record()
    assert pbem.read(toml.encode(), "save").record() == text
    assert pbem.read(text.encode(), "record").toml() == toml


def test_a_setup_without_a_first_player_draws_one_or_asks() -> None:
    setup = "player Ana g,y\nplayer Bob r,b\nturn 3\n"
    games = [pbem.new("maharani", setup=setup, seed=str(n), id="s") for n in range(12)]
    assert {game.to_move for game in games} == {"Ana", "Bob"}
    assert all(game.header.drawn for game in games)
    with pytest.raises(HeaderError, match="say who begins"):
        pbem.new("maharani", setup=setup, kind="manual")
    named = pbem.new("maharani", PLAYERS["maharani"][2], setup="first Bob\nturn 3\n", kind="manual")
    assert named.to_move == "Bob"


def test_results_may_be_below_zero_and_lines_end_in_a_lone_return() -> None:
    with pytest.raises(SaveError, match="the game is not over"):
        read(HEAD + LOG + "result Ana -3, Bob 4\n")
    assert pbem.read((HEAD + LOG).replace("\n", "\r").encode(), "r").turn == 2
    with pytest.raises(PbemError, match=r"^save: line 3 of the log: cannot read `result Ana 1, Bob 0`"):
        pbem.read(read(HEAD + LOG).toml().replace('=1",', '=1",\n    "result Ana 1, Bob 0",').encode(), "save")


@pytest.mark.parametrize("line", ["turn-x 1", "slot-x", "at.here 3", "upside down", "drawn 1997"])
def test_header_lines_that_only_begin_like_known_ones_are_kept(line: str) -> None:
    """In both forms, and from one into the other."""
    game = read(HEAD.replace("first Ana", f"first Ana\n{line}") + LOG)
    assert game.header.foreign == [line]
    assert pbem.read(game.toml()).record() == game.record()


@pytest.mark.parametrize("word", ["draw", "roll", "undo", "result"])
def test_a_word_of_a_log_ends_the_header_in_every_game(word: str) -> None:
    with pytest.raises(PbemError) as error:
        read(HEAD.replace("first Ana\n", f"first Ana\n{word} 1\n") + LOG)
    assert error.value.status == 3


@pytest.mark.parametrize("score", ["0105", "+105", "105.0"])
def test_how_a_number_of_a_result_may_be_written(score: str) -> None:
    text = (ROOT / "examples" / "maharani-demo.pbem").read_text().replace("result Ana 105", f"result Ana {score}")
    if score == "0105":
        assert read(text).scores["Ana"] == 105
    else:
        with pytest.raises(SaveError, match="line 78: the result should be"):
            read(text)


@pytest.mark.parametrize("name", ["Draw2", "draw2 x", "Rolly", "Drawn"])
def test_names_that_only_begin_like_a_word_of_chance(name: str) -> None:
    for game_id, players in (("maharani", f"{name}=green,yellow Bob=red,blue"), ("rajas", f"{name}=green Bob=red")):
        named, other = players.rsplit(" ", 1)
        game = pbem.new(game_id, [named, other], kind="manual", first=name)
        assert pbem.read(game.record()).header.names[0] == name


@pytest.mark.parametrize("name", ["a{}.pbem", "a{x}.pbem", "{0}{1}.pbem", "%s.pbem"])
def test_file_names_are_not_read_as_anything_else(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_text(HEAD + LOG + "9 Ana: R\n")
    with pytest.raises(ReplayError) as error:
        pbem.load(str(path))
    assert str(error.value).startswith(f"{path}: line 10: ")
