"""Gains: the words of games/rajas.toml -> values."""

import re
from typing import Final, Literal, NamedTuple

Track = Literal["fame", "money"]
FAME: Final = "fame"
MONEY: Final = "money"

NUMBER, COLOURS = "a number", "colours"
KINDS = {
    "money": NUMBER,
    "fame": NUMBER,
    "karma": NUMBER,
    "dice": NUMBER,
    "colours": COLOURS,
    "upgrade": "",
    "late": "",
    "boat": "",
    "palace": "",
    "person": NUMBER,
    "assorted": "",
    "good": NUMBER,
    "move": NUMBER,
    "white": "",
    "worker": "",
    "first": "",
    "build": "",
    "sail": NUMBER,
}
"""What stands behind the word of a gain."""
PER = ("karma", "upgrade", "market", "market-tile", "building", "bend", "spaces", "yield", "worker")
"""What a gain can be counted per."""
_COUNTED = ("money", "fame", "karma", "dice", "colours")
_SILENT = ("money", "fame", "karma", "worker", "first")
"""Gains that never ask for a step."""
_ASKING = ("dice", "upgrade", "build", "sail")
"""Gains of a chamber that its own step names or carries out."""


Why = tuple[str, str | int]
"""What a gain comes from: a reason of the notation's PARTS, and which one of its kind."""


class Effect(NamedTuple):
    """A gain: its kind, a number, colours, what it is counted per ("" for nothing) and for how many of that.

    `may`: whether its dice may be declined (ruling 24). `laid`: of a yield what would have been counted when the
    tile was laid, which by the rulings of before was paid. `why` is what a gain of fame or money comes from.
    """

    kind: str
    number: int = 1
    colours: str = ""
    per: str = ""
    each: int = 1
    may: bool = False
    laid: int | None = None
    why: Why | None = None


def effect(words: str, why: Why | None = None) -> Effect:
    """ "fame 1 per 3 spaces" -> an Effect; raises ValueError."""
    found = re.fullmatch(r"([a-z]+)(?: ([ogbp]+(?= |$)|[0-9]+))?(?: per(?: ([0-9]+))? ([a-z-]+))?", words)
    kind, amount, each, per = found.groups() if found else ("", None, None, None)
    behind = KINDS.get(kind)
    wrong = (
        (behind == "" and amount is not None)
        or (behind == NUMBER and amount is not None and not amount.isdigit())
        or (behind == COLOURS and (amount is None or amount.isdigit()))
        or (per is not None and (per not in PER or kind not in _COUNTED))
    )
    if behind is None or wrong or each == "0":
        raise ValueError(f"`{words}` is no gain")
    if behind == COLOURS:
        return Effect(kind, 1, amount or "", per or "", int(each or 1), why=why)
    return Effect(kind, int(amount or 1), "", per or "", int(each or 1), why=why)


class Chamber(NamedTuple):
    """The gains of a chamber in printed order: among them at most one that its step names or carries out.

    `asks` is the kind of that one, "" for none, `number` its number; the others come `before` and `after` it.
    """

    gains: list[Effect]
    asks: str
    number: int
    before: list[Effect]
    after: list[Effect]

    @property
    def dances(self) -> bool:
        """Whether a yield tile is taken there, as at the Dancer."""
        return any(gain.kind == "white" for gain in self.gains)


def chamber(gains: list[str], why: Why | None = None) -> Chamber:
    """The gains of a chamber; raises ValueError."""
    found = [effect(words, why) for words in gains]
    asking = [index for index, gain in enumerate(found) if gain.kind in _ASKING]
    before = found[: asking[0]] if asking else []
    if len(asking) > 1 or any(gain.kind not in _SILENT for gain in before):
        raise ValueError(f"`{', '.join(gains)}` ask for more than one step can say")
    if any(gain.kind in ("palace", "person") for gain in found):
        raise ValueError(f"`{', '.join(gains)}`: no person leads to another")
    if asking and found[asking[0]].kind in ("build", "sail") and len(found) > 1:
        raise ValueError(f"`{', '.join(gains)}`: with build and sail there is nothing else")
    if not asking:
        return Chamber(found, "", 0, [], found)
    asked = found[asking[0]]
    if not asked.number:
        raise ValueError(f"`{', '.join(gains)}` give nothing to be named")
    return Chamber(found, asked.kind, asked.number, before, found[asking[0] + 1 :])


def elsewhere(gain: Effect) -> bool:
    """Whether a gain can be had outside the chambers."""
    return gain.kind not in ("build", "sail")
