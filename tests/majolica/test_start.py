"""Getting ready: players, cards, tiles, the Town Hall; the header with names and options, a record and a save file."""

import pytest

import pbem
from pbem import for_scripts, report, session
from pbem.errors import HeaderError, PbemError, SaveError
from tests.checks import whole
from tests.majolica.tools import GRID, SHOWN, START, fresh, lies, opening, read, refused, table

# Getting ready


@pytest.mark.parametrize(("players", "hall"), [(1, "3,3"), (2, "3,3"), (3, "3,4"), (4, "5,5")])
def test_the_town_hall_by_number_of_players(players: int, hall: str) -> None:
    """[FR] L8-13, L109-115 and fact: 3 violet and 3 of one point; with three players 3 and 4, with four 5 and 5."""
    assert lies(opening(players), "hall") == hall


@pytest.mark.parametrize(
    ("names", "said"), [([], ": name each with --player NAME"), (["Ana", "Bob", "Cid", "Dana", "Eve"], ", not 5")]
)
def test_one_to_four_players(names: list[str], said: str) -> None:
    """[FR] L110-115 and L409: up to four players, or one alone."""
    with pytest.raises(HeaderError, match=f"^majolica is for 1 to 4 players{said}$"):
        pbem.new("majolica", names, kind="manual", first="Ana", id="test")


def test_small_tiles_never_run_out() -> None:
    """[FR] L471-475: small tiles are without limit: 32 red ones lie about, and there is another."""
    full = [f"shop {name} {shop}" for name in ("Ana", "Bob") for shop in (1, 2, 3)]
    game = table(*(f"{line} {'rrrr' if line.endswith('3') else 'rrrrrr'}" for line in full))
    assert game.play("a4:4 / swap") == ["1 Ana: a4:4 / swap =0"]
    assert lies(game, "shop Ana 4") == "r"


@pytest.mark.parametrize("cards", [SHOWN[:5], [*SHOWN, "3ryg"]])
def test_six_cards_are_shown(cards: list[str]) -> None:
    """[FR] L20-23: six Design cards face up."""
    game = fresh(2)
    game.play("draw start Ana 3ryg, Bob 3ygb", f"draw grid {GRID}")
    assert refused(game, "draw cards " + " ".join(cards)) == "cards-number"
    game.play("draw cards " + " ".join(SHOWN))
    assert lies(game, "display").split() == SHOWN


def test_three_card_slots() -> None:
    """[FR] L39-42: a card goes to slot 1, 2 or 3, one to each."""
    for slot in (1, 2, 3):
        game = table()
        game.play(f"card 1-{slot} / a4:4")
        assert lies(game, f"slot Ana {slot}") == SHOWN[0]
    for slot in (0, 4):
        assert refused(table(), f"card 1-{slot} / a4:4") == "no-slot"


def test_four_workshops() -> None:
    """[FR] L46: there are workshops 1 to 4."""
    for shop in (1, 2, 3, 4):
        game = table()
        game.play(f"a1-a4:{shop}")
        assert lies(game, f"shop Ana {shop}") == "rygb"
    for shop in (0, 5):
        assert refused(table(), f"a1-a4:{shop}") == "no-shop"


@pytest.mark.parametrize("grid", ["rygb rygb rygb rygr", "rrrr rrrr yygg bbbb", "rygb rygb rygb ryg"])
def test_the_grid_has_sixteen_large_tiles_four_of_each_colour(grid: str) -> None:
    """[FR] L49-53 and fact."""
    game = fresh(2)
    game.play("draw start Ana 3ryg, Bob 3ygb")
    assert refused(game, f"draw grid {grid}") == "grid-tiles"
    game.play(f"draw grid {GRID}")
    assert lies(game, "grid") == GRID


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_each_player_is_dealt_a_starting_card(players: int) -> None:
    """[FR] L94-96 and ruling 2: one each, open."""
    game = opening(players)
    assert {name: lies(game, f"start {name}") for name in game.header.names} == dict(list(START.items())[:players])


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("draw start Ana 3ryg, Bob 3ryg", "start-card"),
        ("draw start Ana 3ryg, Bob 3rry+", "start-card"),
        ("draw start Ana 3ryg, Bob 4rryy", "start-card"),
        ("draw start Ana 3ryg", "start-names"),
        ("draw start Ana 3ryg, Bob 3ygb, Cid 3rgb", "start-names"),
    ],
)
def test_starting_cards_are_four_different_ones(line: str, reason: str) -> None:
    """[FR] L33, L94-96: only starting cards are dealt, each once, one to each player."""
    assert refused(fresh(2), line) == reason


@pytest.mark.parametrize(("players", "box"), [(1, "3ygb 3rgb 3ryb"), (2, "3rgb 3ryb"), (3, "3ryb"), (4, "")])
def test_surplus_starting_cards_go_to_the_box(players: int, box: str) -> None:
    """[FR] L98-100 and fact: what is not dealt is out of the game."""
    assert sorted(lies(opening(players), "box").split()) == sorted(box.split())


def test_cards_in_the_box_are_not_drawn() -> None:
    """[FR] L106: 3rgb is in the box, so of the two with this text one is left in the deck."""
    game = fresh(2)
    game.play("draw start Ana 3ryg, Bob 3ygb", f"draw grid {GRID}")
    assert refused(game, "draw cards 3rgb 3rgb 3ryb 3ryg 3ygb 3rry+") == "not-in-deck"
    game.play("draw cards 3rgb 4rygb 3ryb 3ryg 3ygb 3rry+")
    assert lies(game, "display") == "3rgb 4rygb 3ryb 3ryg 3ygb 3rry+"


@pytest.mark.parametrize("slot", [1, 2, 3])
def test_the_starting_card_goes_to_a_slot_of_ones_choice(slot: int) -> None:
    """[FR] L96-98 and ruling 2: any of the three, as the first step of the owner's first turn."""
    game = opening(2)
    assert game.play(f"start {slot} / a1-d1:1") == [f"1 Ana: start {slot} / a1-d1:1 =0"]
    assert lies(game, f"slot Ana {slot}") == "3ryg"
    assert lies(game, "start Ana") == ""
    assert lies(game, "start Bob") == "3ygb"


@pytest.mark.parametrize("slot", [0, 4])
def test_the_starting_card_goes_to_a_slot_there_is(slot: int) -> None:
    """[FR] L96-98."""
    assert refused(opening(2), f"start {slot} / a1-d1:1") == "no-slot"


def test_the_first_player_is_chosen_by_chance() -> None:
    """[FR] L102-104 and ruling 1: by chance, unless somebody is named."""
    games = [pbem.new("majolica", list(START), seed=str(n), id="test") for n in range(40)]
    assert {game.to_move for game in games} == set(START)
    assert all(game.header.drawn for game in games)
    named = pbem.new("majolica", list(START), seed="1", id="test", first="Cid")
    assert (named.to_move, named.header.drawn) == ("Cid", False)


@pytest.mark.parametrize("words", ["Ana=red", "Ana=red,blue"])
def test_players_have_no_colour(words: str) -> None:
    """ruling 1."""
    with pytest.raises(HeaderError, match="no colours"):
        pbem.new("majolica", [words, "Bob"], kind="manual", first="Ana", id="test")


def test_players_have_no_side() -> None:
    """ruling 1."""
    with pytest.raises(HeaderError, match=r"^players of Majolica have no seats$"):
        pbem.new("majolica", ["Ana", "Bob"], kind="manual", first="Ana", seats={"Ana": "N"}, id="test")


# Header, record, save file

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
    word = name.split(" ")[0].casefold()
    begins = word in ("card", "swap", "start", "mission")
    why = f"`{word}` begins a move of Majolica" if begins else "it is a word of moves in Majolica"
    with pytest.raises(HeaderError, match=f"^`{name}` cannot be a player's name: {why}$"):
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


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["expert"], "`expert` is no option of majolica: there is kaleidoscope, missions, bloom"),
        (["bloom", "bloom"], "the option bloom is taken twice"),
        (["ganga"], "`ganga` is no option of majolica: there is kaleidoscope, missions, bloom"),
    ],
)
def test_options_there_are_not(options: list[str], said: str) -> None:
    """header."""
    with pytest.raises(HeaderError, match=f"^{said}$"):
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
    assert for_scripts.position(bloom)["options"] == ["bloom"]
