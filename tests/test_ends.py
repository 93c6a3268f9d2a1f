"""How the end of a game is told: who has won, and whether a tie was broken."""

import pytest

from pbem import report
from pbem.session import Session
from tests.maharani import tools as maharani
from tests.majolica import tools as majolica
from tests.rajas import tools as rajas


def told(game: Session) -> str:
    """What is told of a game that is over, which began from a setup; what is shown of it has the same words."""
    assert game.over
    shown = " ".join(report.show(game))
    played = game.turn - 1
    turns = "1 turn" if played == 1 else f"{played} turns"
    assert f" Over after {turns}. {report.result(game)} " in shown
    assert report.result(game).endswith(f" {report.FROM_SETUP}")
    return report.result(game).removesuffix(f" {report.FROM_SETUP}")


@pytest.mark.parametrize(
    ("bob", "ana", "said"),
    [
        ("money 65 fame 30", "money 50 fame 37", "Ana 2, Bob 2. Bob has won on the tie-break."),
        ("money 65 fame 30", "money 52 fame 37", "Ana 3, Bob 2. Ana has won."),
        ("money 65 fame 30", "money 48 fame 37", "Ana 1, Bob 2. Bob has won."),
    ],
)
def test_rajas(bob: str, ana: str, said: str) -> None:
    """[FR] L807-829: who crossed first wins a tie."""
    assert told(rajas.play(rajas.table("round Bob", "crossed Bob", f"at Bob {bob}", f"at Ana {ana}"), "P0")) == said


@pytest.mark.parametrize(
    ("first", "points", "said"),
    [
        ("Ana", {"Bob": 18}, "Ana 18, Bob 18. Bob has won on the tie-break."),
        ("Bob", {"Bob": 18}, "Ana 18, Bob 18. Ana has won on the tie-break."),
        ("Ana", {"Bob": 17}, "Ana 18, Bob 17. Ana has won."),
        ("Ana", {"Bob": 17, "Cid": 17}, "Ana 18, Bob 17, Cid 17. Ana has won."),
        ("Ana", {"Bob": 18, "Cid": 1}, "Ana 18, Bob 18, Cid 1. Bob has won on the tie-break."),
    ],
)
def test_majolica(first: str, points: dict[str, int], said: str) -> None:
    """[FR] L338-340: the later seat of the first round wins a tie; a tie of others is none."""
    tokens = [f"token {name} {number}" for name, number in points.items()]
    lines = (f"round 1 {first}", f"done Ana {majolica.FIVE}", *tokens)
    game = majolica.table(*lines, grid=majolica.FOUR, players=["Ana", *points])
    game.play(majolica.END)
    assert told(game) == said


@pytest.mark.parametrize(
    ("scores", "said"),
    [
        ("score Ana 9\nscore Cid 10", "Ana 10, Bob 0, Cid 10, Dana 0. Ana and Cid share the win."),
        ("score Ana 9\nscore Cid 9", "Ana 10, Bob 0, Cid 9, Dana 0. Ana has won."),
    ],
)
def test_maharani(scores: str, said: str) -> None:
    """with equal gold they win together, so nothing breaks a tie."""
    game = maharani.table("bC rC yC gC", maharani.full_but("d8") + "\n" + scores)
    game.play("1-d8E")
    assert told(game) == said
