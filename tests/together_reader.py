"""A second reader of games dealt together, written from the protocol alone: it says whether a record holds.

It shares no code with pbem/together. Rules and words come from the game, which it plays as one where people draw.
"""

import hashlib
import hmac
import unicodedata
from typing import Any

import pbem
from pbem import registry, split
from pbem.game import CHANCE, NOBODY
from pbem.notation import Chance, Stop, Turn, Undo

ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"


class Refused(Exception):
    """Why a record does not hold, and at which line, from 1."""


def h(label: str, data: bytes) -> bytes:
    return hashlib.sha256(f"pbem together 1 {label}\n".encode() + data).digest()


def text_of(text: str) -> bytes:
    return unicodedata.normalize("NFC", text).encode()


def seal_of(before: bytes, word: bytes) -> int:
    return int(h("seal", before + word).hex()[:5], 16)


def word_of(text: str) -> tuple[bytes, int]:
    bits = "".join(format(ALPHABET.index(letter), "05b") for letter in text)
    return int(bits[:160], 2).to_bytes(20, "big"), int(bits[160:], 2)


def before(game: str, name: str, number: int, word: bytes) -> bytes:
    return h("link", text_of(f"{game}\n{name}\n{number}\n") + word)[:20]


def chooser(key: str, game: str) -> Any:
    def choose(purpose: str, event: int, n: int) -> int:
        attempt = 0
        while True:
            message = f"{game}\n{purpose}\n{event}\n{attempt}".encode()
            found = int.from_bytes(hmac.new(key.encode(), message, "sha256").digest()[:8], "big")
            if found < 2**64 // n * n:
                return found % n
            attempt += 1

    return choose


class Reading:
    """One pass over a canonical record."""

    def __init__(self, record: str) -> None:
        head, _, body = record.partition("\n\n")
        self.head = head.split("\n")
        self.body = [line for line in body.split("\n") if line and not line.startswith("result ")]
        self.game = next(line for line in self.head if line.startswith("id ")).removeprefix("id ")
        self.rules = registry.load(self.head[0].split(" ")[2])
        self.at = 0

    def check(self) -> "Reading":
        try:
            self.tips()
            self.open()
            while self.at < len(self.body):
                self.line(self.body[self.at])
                self.at += 1
        except Refused as error:
            raise Refused(f"line {self.at + 1}: {error}") from None
        return self

    def need(self, holds: bool, why: str) -> None:
        if not holds:
            raise Refused(why)

    def tips(self) -> None:
        known = [line for line in self.head if not line.startswith("tip ")]
        plain = ["first ?" if line.startswith("first ") and line.endswith(" drawn") else line for line in known]
        now = h("header", text_of("".join(f"{line}\n" for line in plain)))
        self.words: dict[str, bytes] = {}
        for number, line in enumerate(line for line in self.head if line.startswith("tip ")):
            name, text = line[4:].rsplit(" ", 1)
            word, seal = word_of(text)
            if number == 0:
                self.inviter, sealed_for = name, now
            self.need(seal == seal_of(sealed_for, word), f"tip of {name}")
            now = h("line", now + text_of(line))
            if number == 0:
                sealed_for = now
            self.words[name] = word
        self.log = now

    def open(self) -> None:
        manual = "\n".join("chance manual" if line.startswith("chance ") else line for line in self.head)
        self.first = next(line for line in self.head if line.startswith("first "))[6:]
        self.drawn = self.first == "?" or self.first.endswith(" drawn")
        names = [line.split(" ")[1] for line in self.head if line.startswith("player ")]
        kept = [line for line in manual.split("\n") if not line.startswith(("tip ", "first "))]
        self.names = names
        self.rest_of_head = kept
        self.author = ""
        self.given = dict.fromkeys(names, 0)
        self.choose: Any = None
        self.forced: list[str] = []
        self.rest: Any = None
        self.asked: str = ""
        self.left: list[str] = []
        self.voting = False

    def begin(self, choose: Any) -> None:
        names = self.names
        first = self.first.removesuffix(" drawn")
        head = "\n".join([*self.rest_of_head, f"first {names[0] if self.drawn else first}"]) + "\n"
        session = pbem.read(head)
        if self.drawn:
            drawn = names[self.rules.draw_first(session.header, choose)]
            self.need(self.first in ("?", f"{drawn} drawn"), "who is first")
            session = pbem.read("\n".join([*self.rest_of_head, f"first {drawn}"]) + "\n")
        self.session = session
        sides = self.rules.sides
        players = session.header.players
        self.order = sorted(names, key=lambda n: sides.index(players[names.index(n)].seat)) if sides else names

    def next_of(self, name: str) -> str:
        return self.order[(self.order.index(name) + 1) % len(self.order)]

    @property
    def state(self) -> Any:
        return self.session.fold.state

    @property
    def due(self) -> bool:
        return self.state.actor == CHANCE and not self.session.stopped

    def hash(self, line: str) -> None:
        self.log = h("line", self.log + text_of(line))

    def line(self, whole: str) -> None:
        text = whole.partition(";")[0].strip()
        if not text:
            return
        if text.startswith("link "):
            self.link(text)
            return
        self.need(bool(self.author), "no link yet")
        if self.forced:
            self.need(text == self.forced.pop(0), "forced")
            self.play(text)
        elif self.due and self.choose:
            dealt = self.rules.words.format_chance(self.state.deal(self.choose))
            self.need(text == dealt, "not what was drawn")
            self.play(text)
        elif text.startswith("then "):
            last = [line for line in self.session.fold.lines if isinstance(line, Turn)][-1]
            before = self.body[self.at - 1].partition(";")[0].strip()
            own = self.choose is None and before == self.session.fold.notation.format(last._replace(comment=None))
            self.need(self.due and own and last.number == self.state.turn, "then")
            parsed = self.session.fold.notation.parse(text[5:])
            assert isinstance(parsed, Turn)
            self.rest = split.Rest(self.state.turn, parsed.steps)
        else:
            self.need(not self.due, "a result is owed")
            self.own(text)
        self.hash(text)

    def own(self, text: str) -> None:
        parsed = self.session.fold.notation.parse(text)
        voter = bool(self.left) and self.voting and self.left[0] == self.author
        self.need(not self.left or voter, "undo waits")
        self.choose = None
        if isinstance(parsed, Undo) and voter and str(parsed.what) == self.asked:
            self.left, self.voting = self.left[1:], False
            if not self.left:
                self.play(f"undo {self.asked}")
            return
        self.left = []
        if isinstance(parsed, Undo):
            self.asked, self.voting = str(parsed.what), False
            at = self.order.index(self.author)
            self.left = self.order[at + 1 :] + self.order[:at]
            return
        if isinstance(parsed, Turn):
            self.need(self.names[self.state.mover] == self.author, "not the author's turn")
        else:
            self.need(isinstance(parsed, (Stop, Chance)), "what is it")
        self.play(text)

    def play(self, text: str) -> None:
        try:
            added = self.session.play(text, deal=False)
        except pbem.PbemError as error:
            raise Refused(str(error)) from None
        self.need(text.startswith(("undo", "stop")) or added == [text], "not canonical")

    def link(self, text: str) -> None:
        name, number, letters = text[5:].rsplit(" ", 2)
        word, seal = word_of(letters)
        self.need(not self.forced and not (self.author and self.due and self.choose), "results first")
        if not self.author:
            due = self.inviter
        elif self.left and not self.voting:
            due = self.left[0]
        elif self.due:
            mover = self.names[self.state.mover]
            due = self.next_of(self.author) if mover == self.author else mover
        elif self.session.stopped or self.state.actor == NOBODY:
            due = self.next_of(self.author)
        else:
            due = self.names[self.state.mover]
        self.need(name == due, f"{due} is due")
        self.need(int(number) == self.given[name] + 1, "number")
        self.need(before(self.game, name, int(number), word) == self.words[name], "chain")
        self.need(seal == seal_of(self.log, word), "seal")
        self.choose = chooser(h("draw", self.log + word).hex(), self.game)
        if not self.author:
            self.begin(self.choose)
        self.voting = bool(self.left) and not self.voting
        self.left = self.left if self.voting else []
        self.given[name] += 1
        self.words[name] = word
        self.author = name
        self.hash(text)
        rest, self.rest = self.rest, None
        if rest is not None and self.due:
            fold = self.session.fold
            kept = fold.snapshot()
            split.go_on(fold, rest, self.deal_all)
            self.forced = fold.texts(kept.length)
            fold.restore(kept)

    def deal_all(self) -> None:
        while self.state.actor == CHANCE:
            self.session.fold.add(self.session.fold.chance_line(self.choose))
