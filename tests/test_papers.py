"""games/<id>.md beside each table: every ruling that code and tests cite, every table, every line of a setup."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

import pbem
from pbem import registry
from tests.support import PLAYERS, ROOT, game_ids

_NUMBER = r"\d+[a-f]?"
_CITED = re.compile(
    rf"\bruling\s+({_NUMBER})\b|\brulings\s+({_NUMBER}(?:(?:,\s*|,?\s+and\s+|,?\s+or\s+|\s+to\s+){_NUMBER})*)\b",
    re.IGNORECASE,
)


class Cited(NamedTuple):
    """A ruling by its number, with the letter of a part of it or "", and where it is cited."""

    number: int
    part: str
    where: str


def cited(text: str, where: str = "") -> Iterator[Cited]:
    """The rulings that a text cites: `ruling 12a`, `rulings 5, 16 and 27`, `rulings 16 to 25`."""
    for match in _CITED.finditer(text):
        numbers = re.findall(rf"(\bto\b)|({_NUMBER})", match[1] or match[2])
        last, through = 0, False
        for word, number in numbers:
            if word:
                through = True
                continue
            digits = int(number.rstrip("abcdef"))
            if through:
                yield from (Cited(between, "", where) for between in range(last + 1, digits))
            yield Cited(digits, number[len(str(digits)) :], where)
            last, through = digits, False


def sources() -> Iterator[Path]:
    """Everything that may cite a ruling."""
    for folder in ("pbem", "tests"):
        yield from (path for path in sorted((ROOT / folder).rglob("*.py")) if path != Path(__file__))


def owner(path: Path) -> str:
    """The game whose rulings a file cites, by its folder or its name; "" for none."""
    words = re.split(r"[\W_]+", str(path.relative_to(ROOT)))
    games = [game for game in game_ids() if game in words]
    return games[0] if len(games) == 1 else ""


def paper(game: str) -> str:
    """The paper of a game."""
    return (ROOT / "games" / f"{game}.md").read_text("utf-8")


def section(game: str, title: str) -> str:
    """What stands under a heading of a paper."""
    found = re.findall(rf"^## {title}\n(.*?)(?=^## |\Z)", paper(game), re.DOTALL | re.MULTILINE)
    assert len(found) == 1, (game, title)
    return str(found[0])


def rulings(game: str) -> dict[int, str]:
    """The rulings of a paper: number -> text."""
    items = re.split(r"^(\d+)\. ", re.sub(r"^### .*$", "", section(game, "Rulings"), flags=re.MULTILINE), flags=re.M)
    numbers = [int(number) for number in items[1::2]]
    assert numbers == list(range(1, len(numbers) + 1))
    return dict(zip(numbers, items[2::2], strict=True))


def first_column(game: str, title: str) -> list[str]:
    """The first cells of the table under a heading, without its head."""
    rows = [line.split("|")[1].strip() for line in section(game, title).split("\n") if line.startswith("|")]
    assert rows[1].startswith("-")
    return rows[2:]


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("see ruling 9.", ["9"]),
        ("[FR] L459, ruling 7, 12 dice", ["7"]),
        ("ruling 12c: and Ruling 4", ["12c", "4"]),
        ("(rulings 5, 16, 27)", ["5", "16", "27"]),
        ("rulings 1 and 2; rulings 9, 14, and 30", ["1", "2", "9", "14", "30"]),
        ("rulings 9, 14, 16 to 19", ["9", "14", "17", "18", "16", "19"]),
        ("the rulings of a table of 12", []),
    ],
)
def test_how_rulings_are_cited(text: str, numbers: list[str]) -> None:
    assert sorted(f"{one.number}{one.part}" for one in cited(text)) == sorted(numbers)


def test_every_citation_says_of_which_game() -> None:
    """A file that cites rulings has the id of one game in its folder or its name."""
    strays = [path.name for path in sources() if not owner(path) and list(cited(path.read_text("utf-8")))]
    assert not strays


@pytest.mark.parametrize("game", game_ids())
def test_every_ruling_that_is_cited_is_defined(game: str) -> None:
    defined = rulings(game)
    found = [
        one
        for path in sources()
        if owner(path) == game
        for one in cited(path.read_text("utf-8"), str(path.relative_to(ROOT)))
    ]
    assert {one.where.split("/")[0] for one in found} == {"pbem", "tests"}
    assert not [one for one in found if one.number not in defined]
    assert not [one for one in found if one.part and f"{one.part}) " not in defined[one.number]]


@pytest.mark.parametrize("game", game_ids())
def test_papers_cite_their_own_rulings(game: str) -> None:
    defined = rulings(game)
    assert not [one for one in cited(paper(game)) if one.number not in defined]


@pytest.mark.parametrize("game", game_ids())
def test_every_table_of_facts_is_in_the_paper(game: str) -> None:
    """What is stated and what is not is said of each table of games/<id>.toml that names a source, in its order."""
    facts = tomllib.loads((ROOT / "games" / f"{game}.toml").read_text("utf-8"))
    tables = {name: value[0] if isinstance(value, list) else value for name, value in facts.items()}
    sourced = [f"`{name}`" for name, value in tables.items() if isinstance(value, dict) and "source" in value]
    assert first_column(game, "What is stated and what is reconstructed") == sourced


DIGESTS = {
    "maharani": "484824db67a605d0ca3f527c7fc9c0c59bc951967394dc5ac2f461d84317bf1c",
    "majolica": "b70590b3b53d56a6774fd1fbadd0bb30529e1ab0a66da32116ec529340defdc8",
    "rajas": "1554015e014427c05908855cfbb15e0df5eb8df2de329d32cf97fd7c84c49aef",
}
"""Of the tables `reconstructed-1`, with which games were played."""


@pytest.mark.parametrize("game", game_ids())
def test_tables_stay_what_games_were_played_with(game: str) -> None:
    """Notes on sources may be corrected, but not those in a list of tables, which count."""
    rules = registry.load(game)
    assert (rules.edition, rules.digest) == ("reconstructed-1", DIGESTS[game])
    facts = tomllib.loads((ROOT / "games" / f"{game}.toml").read_text("utf-8"))
    sourced = [table for table in facts.values() if isinstance(table, dict) and "source" in table]
    for table in sourced:
        table["source"] = "another note"
    assert sourced
    assert registry.digest(facts) == DIGESTS[game]
    sourced[0]["new"] = 1
    assert registry.digest(facts) != DIGESTS[game]


@pytest.mark.parametrize("game", game_ids())
def test_a_table_says_what_its_paper_says(game: str) -> None:
    """Its note has `reconstructed` exactly if the last column of the paper is not empty; so for what is stated."""
    facts = tomllib.loads((ROOT / "games" / f"{game}.toml").read_text("utf-8"))
    for row in section(game, "What is stated and what is reconstructed").split("\n"):
        cells = [cell.strip() for cell in row.split("|")[1:-1]]
        if not cells or not cells[0].startswith("`") or cells[0] == "`workshops`":  # whose notes count, see above
            continue
        note = facts[cells[0].strip("`")]["source"]
        between = re.search("deduced|in a review|in an automa", note)
        assert ["stated" in note, bool(between), "reconstructed" in note] == [bool(cell) for cell in cells[1:]], cells[
            0
        ]


@pytest.mark.parametrize("game", game_ids())
def test_every_line_of_a_setup_is_in_the_paper(game: str) -> None:
    """One row for each, in the order in which they are written."""
    rows = first_column(game, "Lines of a setup")
    assert all(re.fullmatch("`[^`]+`", row) for row in rows)
    assert [row.strip("`").split(" ")[0] for row in rows] == list(registry.load(game).position_words)


# What a line of a paper needs to be a setup: other lines, options, how many play if not two, who moves if not Ana.
BESIDE: dict[str, dict[str, list[str]]] = {
    "majolica": {
        "turn": ["hall 2,3"],
        "round": ["hall 2,3"],
        "shown": ["mission Bob violet"],
        "mission": ["mission Bob violet"],
    },
    "rajas": {
        "crossed": [
            "round Ana",
            "at Ana money 50 fame 37 karma 1 boat 4 workers 4 2",
            "at Bob money 60 fame 31 karma 1 boat 3 workers 4 2",
        ],
        "late": ["up Ana 2,2,2,3"],
        "taken": ["at Ana money 15 fame 6 karma 1 boat 4 workers 4 2"],
    },
}
ALWAYS = {"rajas": ["top oS1 oC1 oT1 gS1 gC1 gT1 bS1 bC1 bT1 pS1 pC1 pT1"]}
OPTIONS = {"shown": ["missions"], "mission": ["missions"], "river": ["ganga"], "slot Ana NE": ["navaratnas"]}
NUMBER = {"gone": 1, "tiles": 1, "crossed": 3}
MOVED_BY = {("rajas", "round"): "Bob", ("rajas", "late"): "Bob", ("rajas", "crossed"): "Cid"}


@pytest.mark.parametrize("game", game_ids())
def test_every_line_of_the_paper_can_be_read(game: str) -> None:
    """The examples in the first column, one by one, come back as they are written."""
    for row in first_column(game, "Lines of a setup"):
        line = row.strip("`").replace("...", "oT1 gS1 gC1 gT1 bS1 bC1 bT1 pS1 pC1 pT1")
        word = line.split(" ")[0]
        players = PLAYERS[game][NUMBER.get(word, 2)]
        always = [other for other in ALWAYS.get(game, []) if not other.startswith(word)]
        beside = [*always, *BESIDE.get(game, {}).get(word, [])]
        options = next((options for start, options in OPTIONS.items() if line.startswith(start)), [])
        setup = "\n".join([line, *beside])
        first = MOVED_BY.get((game, word), "Ana")
        new = pbem.new(game, players, kind="manual", first=first, setup=setup, options=options, id="paper")
        lines = registry.load(game).position(new.state, new.header.names)
        assert line in lines, (line, lines)


def test_the_readme_leads_to_every_paper() -> None:
    """And the headings it points at are there."""
    linked = re.findall(r"\(games/(\w+)\.md#([\w-]+)\)", (ROOT / "README.md").read_text("utf-8"))
    assert {game for game, _ in linked} == set(game_ids())
    for game, anchor in linked:
        headings = re.findall(r"^#+ (.*)$", paper(game), re.MULTILINE)
        assert anchor in [heading.lower().replace(" ", "-") for heading in headings]


def test_every_room_of_the_engine_is_told_once() -> None:
    """A module alone or with its like, a folder as a whole; and what is told is there."""
    rows = (ROOT / "CONTRIBUTING.md").read_text("utf-8").partition("\n## The rooms of the engine\n")[2]
    places = [line.split("|")[1] for line in rows.partition("\n## ")[0].split("\n") if line.startswith("| `")]
    told = [name.removeprefix("pbem/") for place in places for name in re.findall("`([^`]+)`", place)]
    there = [path.name for path in (ROOT / "pbem").glob("*.py") if not path.name.startswith("__")]
    there += [f"{path.parent.name}/" for path in (ROOT / "pbem").glob("*/__init__.py") if path.parent.name != "rules"]
    beside = ["rules/common.py", "slots.py", "grammar/build_tables.py"]  # what games build on, and what is no room
    assert sorted(told) == sorted([*there, *beside])
