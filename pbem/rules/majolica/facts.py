"""The facts of games/majolica.toml, compiled into tables."""

from collections import Counter
from functools import lru_cache
from typing import Any, NamedTuple

from pbem.rules.common import require
from pbem.rules.majolica.grid import CELLS
from pbem.rules.majolica.notation import MISSIONS, read_card
from pbem.rules.majolica.tiles import plus, without

BLANK = "w"
OPTIONS = ("kaleidoscope", "missions", "bloom")
_NEEDED: dict[str, tuple[str, ...]] = {
    "five": ("cards",),
    "fragments": (),
    "fours": ("cards", "worth"),
    "takes": ("run",),
    "violet": ("tiles",),
    "ladder": ("worth",),
    "first": ("cards",),
    "double": ("cards",),
}
"""What the table must say of each mission, beside its points."""


class Workshop(NamedTuple):
    """What a workshop holds, the groups that activate it (largest first), and what a card takes from it."""

    holds: int
    pattern: tuple[int, ...]
    must: int
    may: int
    breaks: int

    @property
    def shown(self) -> str:
        """Its pattern as people read it: "2:2"."""
        return ":".join(map(str, self.pattern))


class Printed(NamedTuple):
    """A card: points, the tiles it asks for, whether it gives a bonus tile."""

    points: int
    tiles: str
    bonus: bool


class Facts:
    """Workshops, slots, cells and cards as numbers from 0; raises ValueError for a table that cannot be played."""

    def __init__(self, facts: dict[str, Any]) -> None:
        self.counts: list[int] = facts["players"]
        self.wild: str = facts["tiles"]["wild"]
        self.words: dict[str, str] = facts["tiles"]["colours"]
        self.colours = "".join(letter for letter in self.words if letter != self.wild)
        self.each: int = facts["grid"]["each"]
        self.run: int = facts["grid"]["run"]
        self.least: int = facts["grid"]["least"]
        self.workshops = [
            Workshop(w["holds"], tuple(sorted(w["pattern"], reverse=True)), w["must"], w["may"], w["breaks"])
            for w in facts["workshops"]
        ]
        self.slots = len(self.workshops) - 1
        self.hall = self.slots
        """The workshop with the Town Hall above it."""
        self.display: int = facts["cards"]["display"]
        self.end: int = facts["cards"]["end"]
        self.start: list[str] = facts["cards"]["start"]
        self.deck: list[str] = facts["cards"]["deck"]
        self.kaleidoscope: list[str] = facts["cards"]["kaleidoscope"]
        self.violet: dict[str, int] = facts["hall"]["violet"]
        self.ones: dict[str, int] = facts["hall"]["ones"]
        self.worth: int = facts["hall"]["worth"]
        self.pair: int = facts["score"]["pair"]
        self.bloom: int = facts["score"]["bloom"]
        self.missions: dict[str, dict[str, Any]] = {word: facts["missions"][word] for word in MISSIONS}
        self.invented_missions = "reconstructed" in str(facts["missions"].get("source"))
        """Whether the note on the table says that something in it is made up."""
        self.more_missions: int = facts["missions"]["more"]
        self.rounds: int = facts["solo"]["rounds"]
        self.reveals: int = facts["solo"]["reveals"]
        self.ratings: list[tuple[int, str]] = [(r["from"], r["words"]) for r in facts["solo"]["ratings"]]
        self._check_numbers(facts)
        self._check()
        self.printed = {card: _printed(card) for card in [*self.start, *self.deck, *self.kaleidoscope]}
        self.rank = {card: index for index, card in enumerate(self.printed)}
        """Cards in the order of the table, which a deck is listed in."""

    def _check(self) -> None:
        self._check_missions()
        require(isinstance(self.words, dict) and self.wild in self.words, "tiles have words, the wild one too")
        require(self.wild == "v" and set(self.colours) == set("rygb"), "the notation has the tiles r y g b and wild v")
        require(self.each * len(self.colours) == CELLS, f"the grid has {CELLS} cells")
        require(1 < len(self.workshops) < 10, "there are two to nine workshops")
        require(0 < self.display < 10, "the display has one to nine places")
        for number, shop in enumerate(self.workshops, 1):
            require(sum(shop.pattern) == shop.holds, f"the pattern of workshop {number} is not what it holds")
            require(len(shop.pattern) <= len(self.colours), f"workshop {number} asks for too many colours")
            require(1 <= shop.must <= shop.holds and shop.may >= 0, f"workshop {number} must send a tile on")
            require(0 <= shop.breaks <= 1, f"workshop {number} breaks at most one tile")
        require(len(self.workshops[-1].pattern) == 1, "the last workshop asks for one colour")
        for card in [*self.start, *self.deck, *self.kaleidoscope]:
            require(read_card(card) == card, f"`{card}` is no card, or not as it is written")
            require(self.wild not in card, f"`{card}` asks for a wild tile")
        require(max(self.counts) <= len(self.start), "there are too few starting cards")
        require(self.reveals > 0 and CELLS % self.reveals == 0, "solo turns reveal all tiles of a round")
        for count in self.counts:
            require(str(count) in self.violet and str(count) in self.ones, f"no Town Hall for {count} players")
            require(count + self.more_missions <= len(MISSIONS), "there are too few missions")
        require(self.ratings == sorted(self.ratings, reverse=True), "ratings go from high to low")
        require(bool(self.ratings) and self.ratings[-1][0] <= 0, "there is no rating for 0")

    def _check_numbers(self, facts: dict[str, Any]) -> None:
        for what in (self.each, self.run, self.least, self.display, self.end, self.pair, self.rounds, self.reveals):
            require(type(what) is int and what > 0, "grid, cards, score and solo have whole numbers above 0")
        for number in (self.more_missions, self.bloom, self.worth, *self.violet.values(), *self.ones.values()):
            require(type(number) is int and 0 <= number < 100, "missions, bloom and hall have whole numbers from 0 on")
        require(self.run >= 2 and self.least <= CELLS, "a run has two tiles or more, a round at most all tiles")
        for shop in facts["workshops"]:
            numbers = [shop["holds"], shop["must"], shop["may"], shop["breaks"], *shop["pattern"]]
            require(all(type(number) is int and number >= 0 for number in numbers), "workshops have whole numbers")
            require(all(size > 0 for size in shop["pattern"]), "groups of a pattern have tiles")
        require(self.counts == sorted(set(self.counts)) and bool(self.counts), "players are numbers, rising")
        require(
            isinstance(facts["options"], list) and set(facts["options"]) <= set(OPTIONS),
            f"the options are {', '.join(OPTIONS)}",
        )
        require(len(set(facts["options"])) == len(facts["options"]), "an option is there twice")
        require(len(set(self.start)) == len(self.start), "starting cards are different")
        require(all(isinstance(words, str) and words.isprintable() for _, words in self.ratings), "ratings are words")

    def _check_missions(self) -> None:
        for word, needed in _NEEDED.items():
            for key in ("points", *needed):
                what = self.missions[word].get(key)
                whole = what if isinstance(what, list) and key == "worth" else [what]
                require(
                    all(type(number) is int and number > 0 for number in whole),
                    f"mission {word} has whole numbers above 0: {' '.join(('points', *needed))}",
                )
        require(isinstance(self.missions["ladder"]["worth"], list), "mission ladder has a list of worths")

    def full_deck(self, options: tuple[str, ...]) -> list[str]:
        """All cards of the deck, in the order of the table."""
        cards = self.deck + (self.kaleidoscope if "kaleidoscope" in options else [])
        return sorted(cards, key=self.rank.__getitem__)

    def met(self, shop: int, heap: str) -> bool:
        """Whether tiles are the pattern of a workshop, wild ones as any colour (ruling 9)."""
        workshop = self.workshops[shop]
        return len(heap) == workshop.holds and _makes(heap, workshop.pattern, self.wild)

    def arrival(self, shop: int, there: str, heap: str) -> tuple[str, int]:
        """What lies in a workshop once tiles have arrived, and how many of it are too many.

        Wild tiles that reach the last workshop leave the game before tiles are counted.
        """
        if shop == self.hall:
            heap = without(heap, self.wild)
        lying = plus(there, heap)
        return lying, max(0, len(lying) - self.workshops[shop].holds)

    def spaces(self, card: str, on: str) -> str:
        """The spaces of a card that are still open: colours, and `w` for blanks."""
        return _spaces(self.printed[card].tiles, on)

    def rating(self, score: int) -> str:
        """The words for a solo score."""
        return next((words for least, words in self.ratings if score >= least), self.ratings[-1][1])


def _printed(card: str) -> Printed:
    bonus = card.endswith("+")
    letters = card.strip("0123456789+")
    return Printed(int(card[: card.index(letters)]), letters, bonus)


@lru_cache(1 << 14)
def _makes(heap: str, pattern: tuple[int, ...], wild: str) -> bool:
    counts = sorted((count for letter, count in Counter(heap).items() if letter != wild), reverse=True)
    return len(counts) <= len(pattern) and all(have <= size for have, size in zip(counts, pattern, strict=False))


@lru_cache(1 << 14)
def _spaces(tiles: str, on: str) -> str:
    """A tile fills the printed space of its colour first, then a blank one (ruling 19)."""
    for letter in on:
        filled = letter if letter in tiles else BLANK
        tiles = tiles.replace(filled, "", 1)
    return tiles


@lru_cache(1 << 14)
def fits(open_spaces: str, heap: str) -> bool:
    """Whether each tile of a heap finds a space of its own."""
    left = open_spaces
    blanks = left.count(BLANK)
    for letter in heap:
        if letter in left:
            left = left.replace(letter, "", 1)
        elif blanks:
            blanks -= 1
        else:
            return False
    return True
