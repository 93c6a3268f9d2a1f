"""Getting ready: players, cards, tiles, the Town Hall."""

import pytest

import pbem
from pbem.errors import HeaderError
from tests.majolica.tools import GRID, SHOWN, START, fresh, lies, opening, refused, table


@pytest.mark.parametrize(("players", "hall"), [(1, "3,3"), (2, "3,3"), (3, "3,4"), (4, "5,5")])
def test_the_town_hall_by_number_of_players(players: int, hall: str) -> None:
    """[FR] L8-13, L109-115 and fact: 3 violet and 3 of one point; with three players 3 and 4, with four 5 and 5."""
    assert lies(opening(players), "hall") == hall


@pytest.mark.parametrize("names", [[], ["Ana", "Bob", "Cid", "Dana", "Eve"]])
def test_one_to_four_players(names: list[str]) -> None:
    """[FR] L110-115 and L409: up to four players, or one alone."""
    with pytest.raises(HeaderError):
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
    with pytest.raises(HeaderError):
        pbem.new("majolica", ["Ana", "Bob"], kind="manual", first="Ana", seats={"Ana": "N"}, id="test")
