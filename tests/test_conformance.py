"""Our games against the suite that every game must pass, and the suite against games with a fault.

It says what is wrong to an author who never met us.
"""

import ast
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from pbem.chance import chooser
from pbem.game import CHANCE, END, Illegal
from pbem.header import Header
from pbem.rules.maharani import board
from pbem.rules.maharani.rules import Maharani
from pbem.rules.maharani.state import State
from pbem.session import Session
from pbem.testing import Case, Conformance, by_kind
from pbem.testing.suite import some
from pbem.testing.telling import changes, look
from tests import checks
from tests.checks import CHECKS
from tests.processes import Done, cold
from tests.support import PLAYERS, POLICIES, ROOT, game_ids, replacing, steady


class TestMaharani(Conformance):
    game = "maharani"
    quick = ("2",)
    players = PLAYERS["maharani"]
    games = 24
    tasks = 4

    def invariant(self, session: Session) -> None:
        checks.maharani(session)


class TestMajolica(Conformance):
    game = "majolica"
    quick = ("2-kaleidoscope-missions-bloom",)
    players = PLAYERS["majolica"]
    games = 2  # they take ten times as long as others, and there are five choices of options
    tasks = 2

    def policy(self, rng: random.Random, state: Any) -> Any:
        return steady(rng, state)

    def invariant(self, session: Session) -> None:
        checks.majolica(session)

    def test_random_games_that_replace_cards_freely(self, every_case: Case, games: int | None) -> None:
        """They practically never end: a fixed number of lines, about ten rounds."""
        for seed in range(max(1, (games or 10) // 10)):
            game = every_case.new()
            Replacing().play_checked(game, random.Random(f"replacing {every_case} {seed}"), 120)
            self.check_read_again(game)


class Replacing(TestMajolica):
    """Cards are replaced and tiles thrown away at will."""

    __test__ = False

    def policy(self, rng: random.Random, state: Any) -> Any:
        return replacing(rng, state)


class TestRajas(Conformance):
    game = "rajas"
    quick = ("3-ganga-navaratnas",)
    players = PLAYERS["rajas"]
    games = 2  # they take five times as long as others, and there are five choices of options
    tasks = 2

    def policy(self, rng: random.Random, state: Any) -> Any:
        return by_kind(rng, state)

    def invariant(self, session: Session) -> None:
        checks.rajas(session)


def with_odd_values(step: Any) -> Iterator[Any]:
    """A step, or a part of one, with each of its values by itself one of another type."""
    for index, part in enumerate(step):
        for odd in (
            None,
            "x",
            -1,
            1.5,
            (),
            (0,),
            [],
            object(),
            *(with_odd_values(part) if type(part) is tuple else ()),
        ):
            parts = (*step[:index], odd, *step[index + 1 :])
            yield type(step)(*parts) if hasattr(step, "_fields") else parts


@pytest.mark.parametrize("suite", [TestMaharani, TestMajolica, TestRajas])
def test_values_of_other_types_raise_nothing_else_and_change_nothing(
    suite: type[TestMaharani | TestMajolica | TestRajas],
) -> None:
    """Whoever writes a bot may give anything."""
    tested = suite()
    case = next(case for case in tested.cases() if case.label == tested.quick[0])
    for game in tested.walk(case, 8, games=1):
        rng = random.Random(f"odd {case} {game.key}")
        for spot in tested.spots(game, rng):
            state, before = spot.state, look(game, spot.state)
            there = [state.deal(chooser(rng))] if state.actor == CHANCE else state.steps(voluntary=True)
            for step in [step for step in some(there, rng, 2) if step is not END]:
                for odd in with_odd_values(step):
                    trial = state.copy()
                    try:
                        trial.apply(odd)
                    except Illegal:
                        assert not changes(before, look(game, trial)), odd


# What the suite finds


FAULTS = [
    (
        "SharedList",
        "copies_are_independent",
        r"State\.copy: a copy was played on, and the original has changed: position: \['slot \d .* became ",
    ),
    (
        "ChangesBeforeItRefuses",
        "refused_steps_change_nothing_and_have_a_sentence",
        r"State\.apply refused `.*` \(Placement\(.*\), and has changed the position before: scores: ",
    ),
    ("TakesAnything", "what_is_no_step_of_the_game_is_refused", r"State\.apply takes '', which is no step of the game"),
    (
        "CountsFromTheEnd",
        "what_names_nothing_on_the_table_is_refused",
        r"State\.apply takes `.*` \(Placement\(slot=-1, .*\), which is not listed",
    ),
    (
        "CountsRoundAndRound",
        "what_names_nothing_on_the_table_is_refused",
        r"State\.apply takes Refill\(draws=.*\), which no line of a log can say",
    ),
    (
        "ListsTooMuch",
        "every_listed_step_can_be_played",
        r"State\.steps lists `R` .*, and .*State\.apply refuses it \(refresh-second\)",
    ),
    (
        "ListsTooLittle",
        "refused_steps_change_nothing_and_have_a_sentence",
        r"State\.apply takes `.*` \(.*\), which is not listed",
    ),
    (
        "AnotherStepAt",
        "steps_are_the_same_whenever_they_are_listed",
        r"State\.step_at gives `.*` \(.*\) at 0\.0, not `",
    ),
    (
        "AnyOrder",
        "steps_are_the_same_whenever_they_are_listed",
        r"State\.steps lists other steps once more: in another order",
    ),
    ("WritesAnotherMove", "every_step_reads_back", r"`\d+ \w+: .*` is how the game writes Turn\(.*is read as Turn\("),
    (
        "NoSentence",
        "refused_steps_change_nothing_and_have_a_sentence",
        r"explain has no sentence for the refusal 'occupied' with \{'cell': \d+\} \(of `.*it raised KeyError",
    ),
    ("WideBoard", "what_is_pasted_survives_mail", r"\.board: `x -a- .*` has 4\d columns, a board at most 39"),
    ("TemplateIsAMove", "how_to_answer_is_no_answer", r"`1-a5` stands in a text for people, and can be read as a line"),
    ("ReportNotForMail", "reports_are_lines", r"`> as you wrote` has `>` in it, which mail clients"),
    ("EarnsANumber", "claims", r"State\.earned should be a tuple of whole numbers, not \d"),
    ("EarnsMoreAndMore", "any_position_is_a_setup", r"This happened in playing `.*=.*` after the position was set up"),
    (
        "DealsTheSameAgain",
        "what_is_dealt_is_accepted_and_no_event_is_used_twice",
        r"State\.deal uses the events \[\('tile', 0\)",
    ),
    ("ForgetsTheScore", "any_position_is_a_setup", r"the scores \{'Ana': \d+, 'Bob': \d+\} became \{'Ana': 0, "),
    (
        "ForgetsWhoIsToAct",
        "any_position_is_a_setup",
        r"set up: \['(Ana|Bob) is to act'\] became \['(Ana|Bob) is to act'\]",
    ),
    ("ReadsNoPost", "a_post_is_a_setup", r"HeaderError: the post has the key|cannot be read"),
    (
        "NothingMayFollow",
        "what_results_make_possible_may_follow_them",
        r"State\.may_follow says no to `.*` \(.*\), which can be played in this turn after some results",
    ),
    (
        "TurnsAreAllAlike",
        "where_in_turn_is_equal_the_same_steps_may_come",
        r"State\.in_turn is equal after `.*` and after `.*`",
    ),
    (
        "TurnsAreAllAlike",
        "turns_are_counted_as_they_are_listed",
        r"Turns there are: \d+; turns counted with .*State\.in_turn: \d+",
    ),
    ("NobodyWins", "random_games_run_to_the_end", r"winners names nobody, so .*details should have a `rating`"),
    ("NeverEnds", "random_games_run_to_the_end", r"did not end within 60 lines.*override `policy`"),
    ("InvariantDoesNotHold", "random_games_run_to_the_end", r"the fourth turn has come"),
    ("PlayersAreMissing", "rules_say_what_the_engine_asks", r"\.players should have players for \[2, 3, 4\]"),
]
"""The class in tests/broken.py, the test that finds its fault, and what is said."""


def told(tmp_path: Path) -> dict[tuple[str, str], str]:
    """What the suite says of each fault, by class and test."""
    report = tmp_path / "report.xml"
    tests = [f"tests/broken.py::Test{name}::test_{test}" for name, test, _ in FAULTS]
    run = pytest_run(f"--junit-xml={report}", *tests)
    assert run.returncode == 1, run.stdout + run.stderr
    found = {}
    for case in ElementTree.parse(report).iter("testcase"):
        name = case.get("classname", "").rpartition(".Test")[2]
        test = case.get("name", "").partition("[")[0].removeprefix("test_")
        found[name, test] = "\n".join(part.text or "" for part in case.iter("failure"))
    return found


@pytest.mark.slow
def test_faults_are_found_and_told(tmp_path: Path) -> None:
    """In one run: starting pytest takes longer than most of these tests."""
    found = told(tmp_path)
    missed = [(name, test, found[name, test]) for name, test, says in FAULTS if not re.search(says, found[name, test])]
    assert not missed, "\n\n".join(map("\n".join, missed))
    with_place = sum("In Maharani: Mosaic Palace with Ana, Bob, turn " in text for text in found.values())
    assert with_place >= len(FAULTS) - 2  # faults of the rules as a whole have none


class Plain(Conformance):
    """Maharani for two."""

    game = "maharani"
    players = {2: ["Ana=green,yellow", "Bob=red,blue"]}


def test_nothing_need_be_earned_before_the_first_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game may begin with a result of chance; once somebody has played, claims are of one length."""
    start, apply = Maharani.start, State.apply

    def begin(self: Maharani, header: Header) -> State:
        state = start(self, header)
        state.earned = ()
        return state

    monkeypatch.setattr(Maharani, "start", begin)
    Plain().test_claims(Plain().cases()[0])

    class More(Plain):
        pass

    def more(self: State, step: Any) -> None:
        turn = self.turn
        apply(self, step)
        if turn == 3 != self.turn:
            self.earned = (*self.earned, 0)

    monkeypatch.setattr(State, "apply", more)
    with pytest.raises(pytest.fail.Exception, match="has now 1 and now 2 numbers; a claim has always as many"):
        More().test_claims(More().cases()[0])


def test_a_page_of_the_notation_has_so_many_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    for lines in (2, 51):
        monkeypatch.setattr(type(board.PAINT), "rules_text", lambda self, rules, n=lines: "\n".join(["Maharani"] * n))
        with pytest.raises(pytest.fail.Exception, match=rf": lines {lines}; it should be a page, lines 3 to 50"):
            Plain().test_the_rules_fit_on_a_screen()


def test_every_game_is_held_against_the_suite() -> None:
    text = (ROOT / "tests" / "test_conformance.py").read_text("utf-8")
    held = re.findall(r'^class Test\w+\(Conformance\):\n    game = "(\w+)"$', text, re.MULTILINE)
    assert sorted(held) == sorted(game_ids())
    for game_id in game_ids():
        assert game_id in PLAYERS
        assert game_id in CHECKS
        assert game_id in POLICIES


def test_tests_are_named_after_numbers_of_players_and_options() -> None:
    listed = collected("--all", "tests/test_conformance.py")
    names = {line.partition("::")[2] for line in listed}
    assert {
        "TestMaharani::test_random_games_run_to_the_end[2-part1]",
        "TestRajas::test_random_games_run_to_the_end[3-expert_Ana-part2]",
        "TestRajas::test_copies_are_independent[4-ganga-navaratnas]",
        "TestMajolica::test_save_file_and_record_are_the_same_content[1-keeper]",
        "TestMajolica::test_rules_say_what_the_engine_asks",
    } <= names


@pytest.mark.slow
def test_games_are_spread_over_no_more_tasks_than_there_are() -> None:
    listed = collected("--all", "tests/test_conformance.py", "-k", "TestMaharani and run_to_the_end", "--games", "2")
    assert len(listed) == 2 * 3


def collected(*args: str) -> list[str]:
    """The tests that pytest would run."""
    run = pytest_run("--collect-only", "-q", *args)
    return [line for line in run.stdout.splitlines() if "::" in line]


def pytest_run(*args: str) -> Done:
    """Runs pytest without the options of this checkout, and without the plugins of others."""
    options = ("-p", "no:cacheprovider", "-o", "addopts=")
    return cold("-m", "pytest", *options, *args, folder=ROOT, PYTEST_DISABLE_PLUGIN_AUTOLOAD="1")


def test_a_game_that_is_not_there_is_told_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "test_it.py").write_text(
        "from pbem.testing import Conformance\n\n\n"
        "class TestChess(Conformance):\n    game = 'chess'\n    players = {2: ['Ana', 'Bob']}\n"
    )
    run = pytest_run("-c", "/dev/null", "--rootdir", str(tmp_path), str(tmp_path))
    assert "TestChess: no game is called `chess`" in run.stdout
    assert "Traceback" not in run.stdout
    assert "_pytest" not in run.stdout


def test_nothing_else_of_the_package_needs_pytest() -> None:
    for path in (ROOT / "pbem").rglob("*.py"):
        if "testing" in path.parts:
            continue
        text = path.read_text("utf-8")
        for node in ast.walk(ast.parse(text)) if "pytest" in text or "testing" in text else ():
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom):
                names = [f"{node.module}.{alias.name}" for alias in node.names]
            assert not any(name.startswith(("pytest", "pbem.testing")) for name in names), path
