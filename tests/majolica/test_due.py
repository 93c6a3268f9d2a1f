"""When a workshop is due, and what is possible while one is."""

import pytest

from pbem.errors import IllegalMove
from tests.majolica.tools import DUE, lies, refused, shown, table

# When a workshop is due


def is_due(shop: int, heap: str, card: str) -> bool:
    """Whether a workshop with these tiles must be activated once a card has come to lie over it."""
    game = table(f"shop Ana {shop} {heap}", display=shown(card), hall=f"{3 - heap.count('v')},3")
    before = lies(game, "display")
    try:
        game.play(f"card 1-{shop} / d1:4")
    except IllegalMove as found:
        assert found.details["reason"] == "due"
        assert lies(game, "display") == before
        return True
    return False


@pytest.mark.parametrize(
    ("heap", "met"),
    [
        ("rrryyy", True),
        ("rrrggg", True),
        ("rrryyv", True),  # v as y
        ("ryyyvv", True),  # both as r
        ("rrrvvv", True),  # v as another colour
        ("rryyvv", True),
        ("ryyvvv", True),
        ("rrrryy", False),
        ("rrrrvv", False),
        ("rrrrrr", False),
        ("rryygg", False),
        ("rrryyg", False),
        ("rygvvv", False),
        ("rryygv", False),
        ("rrryy", False),  # one too few
    ],
)
def test_workshop_1_is_complete_with_three_and_three(heap: str, met: bool) -> None:
    """[FR] L200, L246-250 and ruling 9: exactly full, three of one and three of another, violet as any colour."""
    assert is_due(1, heap, "7rryygg") == met


@pytest.mark.parametrize(
    ("heap", "met"),
    [
        ("rryygg", True),
        ("rryygv", True),
        ("rryyvv", True),
        ("rrygvv", True),
        ("rygvvv", True),
        ("rryvvv", True),
        ("rrryyy", False),
        ("rrryyg", False),
        ("rrrygv", False),
        ("rrrvvv", False),
        ("rryygb", False),
        ("ryggbv", False),
        ("rrrryy", False),
        ("rryyg", False),
    ],
)
def test_workshop_2_is_complete_with_two_two_and_two(heap: str, met: bool) -> None:
    """[FR] L206-207 and ruling 9."""
    assert is_due(2, heap, "7rryygg") == met


@pytest.mark.parametrize(
    ("heap", "met"),
    [
        ("rryy", True),
        ("rryv", True),
        ("rrvv", True),
        ("ryvv", True),
        ("rvvv", True),
        ("rrrr", False),
        ("rrry", False),
        ("rrrv", False),
        ("rryg", False),
        ("rygv", False),
        ("rrv", False),
    ],
)
def test_workshop_3_is_complete_with_two_and_two(heap: str, met: bool) -> None:
    """fact and ruling 9: two sets of two."""
    assert is_due(3, heap, "7rryygg") == met


@pytest.mark.parametrize(
    ("heap", "cell", "met"), [("rrr", "a4", True), ("rrr", "b4", False), ("yyy", "b4", True), ("rry", "a4", False)]
)
def test_workshop_4_is_complete_with_four_alike(heap: str, cell: str, met: bool) -> None:
    """[FR] L213: four tiles of one colour."""
    game = table(f"shop Ana 4 {heap}")
    if met:
        assert refused(game, f"swap / {cell}:4") == "due"
    else:
        game.play(f"swap / {cell}:4")
        assert len(lies(game, "shop Ana 4")) == 4


def test_three_alike_are_not_enough_for_workshop_4() -> None:
    """[FR] L213, ruling 9: exactly full."""
    game = table("shop Ana 4 rr")
    game.play("swap / a4:4")
    assert lies(game, "shop Ana 4") == "rrr"


@pytest.mark.parametrize(
    ("heap", "card", "due"),
    [
        ("rrryyy", "4rrbb", True),
        ("rrryyy", "4yybb", True),
        ("rrryyy", "4ggbb", False),
        ("rryyvv", "4ggbb", False),  # violet fills no space
        ("rrrvvv", "3rry+", True),
        ("rrrvvv", "4yygg", False),
    ],
)
def test_a_workshop_is_due_only_if_the_card_has_a_space_for_one_of_its_tiles(heap: str, card: str, due: bool) -> None:
    """[FR] L451-457 and ruling 10."""
    assert is_due(1, heap, card) == due


def test_a_space_that_is_filled_is_no_space() -> None:
    """[FR] L452, L455: the spaces for r are filled, so the tiles stay where they are (ruling 10)."""
    game = table("shop Ana 1 rrrgg", "slot Ana 1 4rryy rr")
    assert game.play("c4:1 / swap") == ["1 Ana: c4:1 / swap =0"]
    assert (lies(game, "shop Ana 1"), lies(game, "slot Ana 1")) == ("rrrggg", "4rryy rr")


@pytest.mark.parametrize("shop", [1, 2, 3])
def test_without_a_card_a_workshop_is_not_due(shop: int) -> None:
    """[FR] L449-450 and ruling 10: the tiles stay, and cannot be moved on."""
    heap = {1: "rrryyy", 2: "rryygg", 3: "rryy"}[shop]
    game = table(f"shop Ana {shop} {heap}")
    assert refused(game, f"{shop}:r / a4:4 / swap") == "no-card"
    game.play("a4:4 / swap")
    assert lies(game, f"shop Ana {shop}") == heap


def test_it_is_due_the_moment_a_space_appears() -> None:
    """[FR] L450-453 and ruling 10: a card that fits replaces one that did not."""
    game = table("shop Ana 1 rrrggg", "slot Ana 1 4yybb", display=shown("4rrgg"))
    assert refused(game, "card 1-1 / a4:4") == "due"
    game.play("card 1-1 / 1:g / a4:4")
    assert lies(game, "slot Ana 1") == "4rrgg g"


def test_a_workshop_that_is_not_complete_cannot_be_activated() -> None:
    """[FR] L83-84, L149-150: only with the tiles it asks for."""
    game = table("shop Ana 1 rrryyg", "slot Ana 1 7rryygg")
    assert refused(game, "1:r / a4:4 / swap") == "not-met"


def test_a_workshop_whose_card_has_no_space_cannot_be_activated() -> None:
    """[FR] L455: without a space that fits it stays as it is."""
    game = table("shop Ana 1 rrrggg", "slot Ana 1 4yybb")
    assert refused(game, "1:r / a4:4 / swap") == "no-space"


# While one is due


@pytest.mark.parametrize(
    "line",
    [
        "b4:1 / swap / 1:r",
        "b4:1 / card 1-2 / 1:r",
        "b4:1 / x2:g / 1:r / swap",
        "b4:1 / x1:r / swap",
        "swap / b4:1",
        "swap / b4:1 / x1:y",
    ],
)
def test_activation_is_compulsory_and_at_once(line: str) -> None:
    """[FR] L149-150, L200 and ruling 11, in spite of L83: nothing else may come first, nor may the turn end."""
    assert refused(table(*DUE), line) == "due"


@pytest.mark.parametrize("line", ["b4:1 / +b:3 / 1:r / swap", "b4:1 / +0 / 1:r / swap"])
def test_no_bonus_tile_without_a_right_while_one_is_due(line: str) -> None:
    """ruling 11: a bonus tile may come first, but only where there is a right to one."""
    assert refused(table(*DUE), line) in ("due", "no-right")


@pytest.mark.parametrize("heap", ["rryyv", "rrryv"])
def test_violet_does_not_excuse(heap: str) -> None:
    """ruling 9: needed as r or as y, activation is compulsory."""
    game = table(f"shop Ana 1 {heap}", "slot Ana 1 7rryygg", hall="2,3")
    assert refused(game, "swap / b4:1") == "due"


def test_activation_is_avoided_only_by_discarding_on_arrival() -> None:
    """ruling 15: tiles that arrive, or lie there, may be thrown away before it is looked what is due."""
    game = table(*DUE)
    game.play("b4:1 xr / swap")
    assert (lies(game, "shop Ana 1"), lies(game, "slot Ana 1")) == ("rryyy", "7rryygg")


TWO_DUE = ("shop Ana 1 rrrggg", "shop Ana 2 yyggbb", "slot Ana 1 4yybb", "slot Ana 2 4rryy yy")
"""After `swap 1-2,2-1` workshops 1 and 2 are both due."""


@pytest.mark.parametrize(
    "line",
    ["swap 1-2,2-1 / 1:r xrrggg / 2:y xg / a4:4", "swap 1-2,2-1 / 2:y xg / 1:r / a4:4"],
)
def test_of_several_that_are_due_the_player_chooses_one(line: str) -> None:
    """[FR] L442-444 and ruling 11."""
    game = table(*TWO_DUE)
    assert game.play(line) == [f"1 Ana: {line} =0"]
    assert (lies(game, "slot Ana 1"), lies(game, "slot Ana 2")) == ("4rryy ryy", "4yybb y")


def test_all_that_are_due_are_activated() -> None:
    """[FR] L442-444: the order is free, not whether."""
    game = table(*TWO_DUE)
    assert refused(game, "swap 1-2,2-1 / 2:y xg / a4:4 / 1:r") == "due"
    assert refused(game, "swap 1-2,2-1 / 1:r xrrggg / a4:4") == "due"
