"""The header: names and options; a record and a save file."""

import pytest

import pbem
from pbem import report, session
from pbem.errors import HeaderError, PbemError, SaveError
from tests.checks import whole
from tests.majolica.tools import GRID, SHOWN, fresh, read

RECORD = """pbem 1 majolica
id j3000
edition reconstructed-1
player Ana
player Bob
player Cid
option kaleidoscope
option missions
option bloom
chance manual
first Ana

draw start Ana 3ryg, Bob 3ryb, Cid 3rgb
draw grid rygb brgy ybgr gryb
draw cards 3ryg 4rrrg+ 5rryyg 4rryy 7rryygg 3ygb
draw missions five violet first takes
1 Cid: mission 3 =0
"""
"""The example of the header, with a card that exists for one that does not."""


@pytest.mark.parametrize(
    "name", ["all", "ALL", "r", "Y", "g", "B", "v", "card", "Card Sharp", "swap", "Start", "mission", "Mission One"]
)
def test_names_that_are_words_of_moves(name: str) -> None:
    """canonical: not `all`, no letter of a tile, nothing that begins with card, swap, start or mission."""
    with pytest.raises(HeaderError):
        pbem.new("majolica", [name, "Bob"], kind="manual", first="Bob", id="test")


@pytest.mark.parametrize(
    "name", ["Al", "Ally", "Rr", "x", "m", "f", "w", "c", "Ana Card", "b Smith", "Go all", "grid", "Tiles"]
)
def test_names_like_words_of_moves(name: str) -> None:
    """canonical: other names are free, and a line with such a name is read rightly."""
    game = pbem.new("majolica", [name, "Bob"], kind="manual", first=name, id="test")
    start = f"draw start {name} 3ryg, Bob 3ygb"
    assert game.play(start, f"draw grid {GRID}", "draw cards " + " ".join(SHOWN))[0] == start
    assert game.play(f"1 {name}: start 1 / a1-a4:1") == [f"1 {name}: start 1 / a1-a4:1 =0"]
    game.play("start 1 / b4-d4:1")
    assert game.play(f"{name}: swap / b1:4 xr") == [f"3 {name}: swap / b1:4 xr =0"]


def test_the_example_of_a_record() -> None:
    """header: read, completed with the digest, and given back byte for byte."""
    game = read(RECORD)
    assert game.record() == whole(RECORD, game)
    assert read(game.record()).record() == game.record()
    assert (game.to_move, game.turn) == ("Bob", 2)
    assert game.header.options == ["kaleidoscope", "missions", "bloom"]


def test_the_whole_rest_of_a_player_line_is_the_name() -> None:
    """header: no colour, no seat."""
    game = read("pbem 1 majolica\nplayer Ana red N\nplayer Bob S\nfirst Ana red N\n")
    assert game.header.names == ["Ana red N", "Bob S"]
    assert game.to_move == "Ana red N"


def test_options_are_written_in_the_order_of_the_table() -> None:
    """header: kaleidoscope, missions, bloom, however they were given; in TOML the same."""
    game = fresh(2, ["bloom", "kaleidoscope"])
    assert "\noption kaleidoscope\noption bloom\nchance manual\n" in game.record()
    assert game.toml().split("options = [")[1].split("]")[0].split('"')[1::2] == ["kaleidoscope", "bloom"]
    assert "option" not in fresh(2).record()


@pytest.mark.parametrize("options", [["expert"], ["bloom", "bloom"], ["ganga"]])
def test_options_there_are_not(options: list[str]) -> None:
    """header."""
    with pytest.raises(HeaderError):
        fresh(2, options)


def test_toml_and_record_hold_the_same() -> None:
    """notation, a record: from one to the other and back, byte for byte."""
    game = read(RECORD)
    again = pbem.read(game.toml().encode(), "save")
    assert again.record() == game.record()
    assert again.toml() == game.toml()


@pytest.mark.parametrize("name", ["Card1", "start2", "SWAP1", "Mission 3", "card", "all", "G", "v"])
def test_words_of_moves_are_no_names(name: str) -> None:
    with pytest.raises(HeaderError, match="cannot be a player's name"):
        pbem.new("majolica", [name, "Bob"], seed="x")


@pytest.mark.parametrize("name", ["Cardinal", "Starter", "Card-Ann", "Allan", "By", "Xr", "Mb", "Fy", "Grid", "Violet"])
def test_names_that_look_like_words_of_moves_read_back(name: str) -> None:
    game = pbem.new("majolica", [name, "Bob"], seed="x", first=name, options=["missions"])
    game.play("mission 1", "mission 2", "start 1 / " + game_run(game))
    assert pbem.read(game.record().encode(), "record").record() == game.record()
    assert pbem.read(game.toml().encode(), "save").record() == game.record()


def game_run(game: session.Session) -> str:
    """A whole row of a grid of which nothing was taken."""
    return "a4-d4:1"


def test_alone_the_first_player_is_still_a_player() -> None:
    with pytest.raises(PbemError, match="no player is called `Zed`"):
        pbem.new("majolica", ["Ana"], seed="x", first="Zed")


@pytest.mark.parametrize("key", ['colours = ["red"]', 'seat = "N"'])
def test_players_of_a_save_file_have_neither_colours_nor_seats(key: str) -> None:
    text = pbem.new("majolica", ["Ana"], seed="x", id="x").toml().replace('name = "Ana"', f'name = "Ana", {key}')
    with pytest.raises(SaveError, match="players of Majolica have no"):
        pbem.read(text.encode(), "save")


def test_options_show_in_key_title_and_json() -> None:
    plain = pbem.new("majolica", ["Ana", "Bob"], seed="s", id="g1", first="Ana")
    bloom = pbem.new("majolica", ["Ana", "Bob"], seed="s", id="g1", first="Ana", options=["bloom"])
    assert plain.key != bloom.key
    assert report.show(bloom)[0].startswith("Majolica with bloom, game g1")
    assert report.as_json(bloom)["options"] == ["bloom"]
