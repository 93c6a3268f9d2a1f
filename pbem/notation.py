"""Lines of a log: text <-> values. Needs no position; what a move means there is for fold.py to find out.

Reading is memoised by word. Within one kind of line how a word is read does not depend on its neighbours
(see grammar/common.lark), and an LALR grammar is unambiguous: if some line was read as the symbols S1 S2 S3,
one for each word, then every line whose words were read as S1, S2 and S3 has the same structure. So a line
is looked up word by word; only new words or new structures go through the parser.
"""

from collections.abc import Callable
from functools import cache, lru_cache
from operator import itemgetter
from typing import Any, Literal, NamedTuple

from pbem import registry, tables
from pbem.errors import NotationError, SaveError, one_of
from pbem.game import Step, Words
from pbem.header import CHANCE_WORDS, LINE_LENGTH
from pbem.lalr import END, Node, Parser, Unexpected
from pbem.plain import clean, printable, split_remark

_NEXT = "/"  # between the steps of a turn
_FEW = 400  # lines, more than nearly every game has
_EXPECTED_MOST = 10  # that a message lists
_MEMO = 1 << 15  # words, and structures of lines
_READ = 1 << 10  # parts of a text, most of them no line: it is looked through several times
_LAST = 64  # lines: one of a text is read while the text is looked through, when it is tried, and when it is played


class Turn(NamedTuple):
    """A player's steps; number, name and claim are None where they were not written, `comment` likewise."""

    number: int | None
    name: str | None
    steps: tuple[Step, ...]
    claim: tuple[int, ...] | None
    comment: str | None


class Chance(NamedTuple):
    """A result of chance."""

    result: Step
    comment: str | None


class Undo(NamedTuple):
    """Takes back a turn, by its number, and all after it; or the last result of chance, or a stop.

    `at` is the number of this line in the log, from 1, lines that are only comments not counted; None if not written.
    """

    what: int | Literal["draw", "stop"]
    at: int | None
    comment: str | None


class Stop(NamedTuple):
    """Ends a game undecided; `at` as in Undo."""

    at: int | None
    comment: str | None


class Comment(NamedTuple):
    """A line that is nothing but a comment."""

    comment: str


class Other:
    """A line that only games dealt together have (pbem/together/lines.py); `shown` is whether logs show it."""

    __slots__ = ("comment",)
    comment: str | None
    shown = True


Line = Turn | Chance | Undo | Stop | Comment | Other
"""A line of a log."""


Head = tuple[int | None, str | None, list[str], tuple[int, ...] | None]
"""A turn that may not be whole: number, name, the text of each step ("" behind a last `/`), and the claim."""


def _claim(text: str) -> tuple[int, ...]:
    return tuple(int(number) for number in text[1:].split(","))


_TERMINALS: dict[str, Callable[[str], Any]] = {
    "INT": int,
    "NAME": lambda text: text[:-1].strip(),
    "CLAIM": _claim,
    "COMMENT": lambda text: printable(text[1:]),
}
_RULES: dict[str, Callable[..., Any]] = {
    "turn_line": Turn,
    "steps": lambda *steps: steps,
    "chance_line": Chance,
    "undo_turn": Undo,
    "undo_chance": lambda at, comment: Undo("draw", at, comment),
    "undo_stop": lambda at, comment: Undo("stop", at, comment),
    "stop": Stop,
}
_EXPECTED = {
    "INT": "a number",
    "NAME": "a player's name and `:`",
    "CLAIM": "`=` and what the turn earns",
    "COMMENT": "`;` and a comment",
    "_UNDO": "undo",
    "_DRAW": "draw",
    "_STOP": "stop",
    "_LINE": "line",
    END: "the end of the line",
}

Plan = Callable[[tuple[Any, ...]], Any]
"""Builds a value from the values of a line's words."""


class Notation:
    """The notation of one game; `tables` are those of its grammar, by start symbol."""

    def __init__(self, game: str, words: Words) -> None:
        self.game = game
        self.words = words
        self._terminals = {**_TERMINALS, **words.terminals}
        self._rules = {**_RULES, **words.rules}
        self._expected = {**words.expected, **_EXPECTED}
        if not words.chance_words:
            del self._expected["_DRAW"]  # every grammar has `undo draw`
        origin = registry.origin(game)
        self.built_in = origin.built_in
        self.tables = tables.load(origin)
        if "CLAIM" not in dict(self.tables["turn_line"]["terminals"]):
            self._rules["turn_line"] = lambda number, name, steps, comment: Turn(number, name, steps, None, comment)
        chance_words = (*CHANCE_WORDS, *words.chance_words) if words.chance_words else ()
        self._kinds = {"undo": "undo_line", "stop": "undo_line", **dict.fromkeys(chance_words, "chance_line")}
        self._parser = cache(lambda start: Parser(self.tables[start]))  # made when first used
        self._parse_new = lru_cache(_LAST)(self._parse_anew)
        self._parsed = 0
        self._symbols: dict[str, str] = {}  # of words, and the values in the other one
        self._values: dict[str, Any] = {}
        self._plans: dict[tuple[str, ...], Plan] = {}

    @classmethod
    @cache
    def of(cls, game_id: str) -> "Notation":
        """The notation of a game, one for all; raises UnknownGame, or BrokenGame where its words do not fit."""
        rules, origin = registry.load(game_id), registry.origin(game_id)
        notation = cls(game_id, rules.words)
        if not origin.built_in:
            from pbem import packages

            packages.check_grammar(origin, rules, notation.tables, notation.without_function())
        return notation

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled by name: in another process it is the one at hand there."""
        return _by_digest, (self.game, tables.digest(registry.origin(self.game).grammar))

    def without_function(self) -> list[str]:
        """Rules and terminals of the grammar that stand in trees, and of which nothing is made."""
        found = []
        for made in self.tables.values():
            found += [name for name in made["values"] if name not in self._terminals]
            found += [
                name
                for _, name, _, layout, lone in made["rules"]
                if name not in self._rules and name[0] != "_" and not (lone and len(layout) == 1 and layout[0] >= 0)
            ]
        return list(dict.fromkeys(found))

    def kind_of(self, text: str) -> str:
        """Which start symbol of the grammar a line is of: its first word tells."""
        words = text.partition(";")[0].split(None, 1)  # a remark may touch the first word: `stop;`
        return self._kinds.get(words[0].casefold(), "turn_line") if words else "turn_line"

    def parse(self, text: str) -> Line:
        """Read a line; raises NotationError with the place."""
        if not self._plans:
            return self._parse_new(text)
        look_up = itemgetter(*text.split(" "))
        try:
            line: Line = self._plans[look_up(self._symbols)](look_up(self._values))
        except KeyError:
            return self._parse_rarer(text)
        return line

    def reads(self, text: str) -> Line | None:
        """The line that a text is as it stands, None if it is none."""
        return _read(self, text) if len(text) <= LINE_LENGTH else None  # what is kept stays small

    def _parse_rarer(self, text: str) -> Line:
        """The same for a line of one word, with a comment, or with blanks in its name; then by the parser."""
        if len(text) > LINE_LENGTH:
            return self._parse_new(text)  # which refuses it
        body, semicolon, remark = text.partition(";")
        words = _words(body)
        try:
            symbols = tuple([self._symbols[word] for word in words])
            values = tuple([self._values[word] for word in words])
            if semicolon:
                symbols, values = (*symbols, "COMMENT"), (*values, printable(remark))
            line: Line = self._plans[symbols](values)
        except KeyError:
            return self._parse_new(text)
        return line

    def _parse_anew(self, text: str) -> Line:
        text = text.rstrip("\r\n")
        if len(text) > LINE_LENGTH:
            raise NotationError(text[:40] + " ...", LINE_LENGTH + 1, f"the line has more than {LINE_LENGTH} characters")
        body, semicolon, remark = split_remark(text)
        body = clean(body)
        if semicolon and not body.strip():
            return Comment(printable(remark))
        blanks = " " * (len(remark) - len(remark.lstrip()))
        plain = body + semicolon + blanks + printable(remark)  # remarks are kept as they are
        start = self.kind_of(plain)
        try:
            tree = self._parser(start).parse(plain)
        except Unexpected as error:
            raise self._error(plain, error) from None
        self._parsed += 1
        if self._parsed > _FEW and text.startswith(body + semicolon):  # remembering pays only where much is read
            self._remember(text, start, tree)
        line: Line = self._build(tree)
        return line

    def head(self, text: str) -> Head:
        """A turn that need not be whole, taken apart; raises NotationError if it is too long.

        A number that no name follows is left to the first step, which it may belong to. A remark is left out.
        """
        if len(text) > LINE_LENGTH:
            raise NotationError(text[:40] + " ...", LINE_LENGTH, "too long for a move")
        plain = clean(split_remark(text)[0])
        tokens = list(self._parser("turn_line").tokens(plain))
        kinds = [kind for kind, *_ in tokens[:2]]
        before = 2 if kinds == ["INT", "NAME"] else 1 if kinds[:1] == ["NAME"] else 0
        number = int(tokens[0][1]) if before == 2 else None
        name = _TERMINALS["NAME"](tokens[before - 1][1]) if before else None
        start = tokens[before - 1][3] if before else 0
        steps, claim = [], None
        if tokens[before:] and tokens[-1][0] == "CLAIM":
            claim, plain = _claim(tokens[-1][1]), plain[: tokens[-1][2]]
        for _, token, at, end in tokens[before:]:
            if token == _NEXT:
                steps.append(plain[start:at].strip())
                start = end
        return number, name, [*steps, plain[start:].strip()], claim

    def _build(self, node: Node | None) -> Any:
        if node is None:
            return None
        name, value, _, _ = node
        if isinstance(value, str):
            make = self._terminals.get(name)
            return make(value) if make else value
        return self._rules[name](*[self._build(part) for part in value])

    def _error(self, text: str, error: Unexpected) -> NotationError:
        wanted = [shown for name, shown in self._expected.items() if name in error.expected]
        found = text[error.at : error.at + 12].split(" ")[0]
        what = f"`{found}` cannot stand here" if found else "it breaks off"
        forms_of = self.game if len(wanted) > _EXPECTED_MOST else ""
        expected = "one of many forms" if forms_of else one_of(wanted)
        example = f"; a move looks like `{self.words.example}`" if self.kind_of(text) == "turn_line" else ""
        why = f"{what}; expected {expected}{example}{_stray(text, error.at)}"
        return NotationError(text, error.at + 1, why, forms_of)

    # Remembering words

    def _remember(self, text: str, start: str, tree: Node) -> None:
        if max(len(self._symbols), len(self._plans)) >= _MEMO:  # hostile input must not fill the memory
            self._symbols.clear()
            self._values.clear()
            self._plans.clear()
        body, semicolon, _ = text.partition(";")
        words = _words(body)
        spans: dict[tuple[int, int], int] = {}
        at = 0
        for index, word in enumerate(words):
            spans[at, at + len(word)] = index
            at += len(word) + 1
        if semicolon:
            spans[len(body), len(text)] = len(words)
        nodes: dict[int, Node] = {}
        if not _find_words(tree, spans, nodes):
            return
        # Terminals without a value (draw, /) are known by their text.
        symbols = [nodes[i][0] if i in nodes else f"{start} {word.casefold()}" for i, word in enumerate(words)]
        if any(self._symbols.get(word, symbol) != symbol for word, symbol in zip(words, symbols, strict=True)):
            return
        for i, word in enumerate(words):
            if word not in self._symbols:
                self._symbols[word] = symbols[i]
                self._values[word] = self._build(nodes.get(i))
        structure = tuple([*symbols, "COMMENT"] if semicolon else symbols)
        if structure not in self._plans:
            self._plans[structure] = self._plan(tree, spans, nodes)

    def _plan(self, node: Node | None, spans: dict[tuple[int, int], int], nodes: dict[int, Node]) -> Plan:
        if node is None:
            return lambda values: None
        index = spans.get(node[2:])
        if index is not None and nodes[index] is node:
            return itemgetter(index)
        make = self._rules[node[0]]
        plans = [self._plan(part, spans, nodes) for part in node[1]]
        # The usual numbers of parts are spelt out: a turn has five, and this is where bulk reading spends its time.
        if len(plans) == 1:
            (one,) = plans
            return lambda values: make(one(values))
        if len(plans) == 2:
            one, two = plans
            return lambda values: make(one(values), two(values))
        if len(plans) == 5:
            one, two, three, four, five = plans
            return lambda values: make(one(values), two(values), three(values), four(values), five(values))
        return lambda values: make(*[plan(values) for plan in plans])

    # Writing

    def format(self, line: Line) -> str:
        """Canonical text, the exact inverse of `parse`."""
        if isinstance(line, Turn):
            claim = "" if line.claim is None else f" {format_claim(line.claim)}"
            text = f"{line.number} {line.name}: {self.format_steps(line.steps)}{claim}"
        elif isinstance(line, Chance):
            text = self.words.format_chance(line.result)
        elif isinstance(line, Undo):
            text = f"undo {line.what}{_format_at(line.at)}"
        elif isinstance(line, Stop):
            text = f"stop{_format_at(line.at)}"
        else:
            text = ""
        return f"{text} ; {line.comment}".strip() if line.comment is not None else text

    def format_steps(self, steps: tuple[Step, ...]) -> str:
        """Canonical text of the steps of a turn."""
        return f" {_NEXT} ".join(map(self.words.format_step, steps))


def _format_at(at: int | None) -> str:
    return "" if at is None else f" line {at}"


def format_claim(claim: tuple[int, ...]) -> str:
    """ "=4", or "=5,-1" where a game counts two things."""
    return "=" + ",".join(map(str, claim))


@lru_cache(_READ)
def _read(notation: Notation, text: str) -> Line | None:
    try:
        return notation.parse(text)
    except NotationError:
        return None


def _stray(text: str, at: int) -> str:
    body = text.partition(";")[0]
    if body.isascii():
        return ""
    from pbem import letters

    return letters.stray(body, at)


def _by_digest(game_id: str, digest: str) -> Notation:
    """The notation of a game if its grammar is the one with this digest; raises SaveError."""
    notation = Notation.of(game_id)
    if tables.digest(registry.origin(game_id).grammar) != digest:
        raise SaveError(f"this was read with another grammar of {game_id}, or another pbem, than the one at hand")
    return notation


def _words(body: str) -> list[str]:
    """The words of a line without its comment; a name and its colon are one word, blanks and all."""
    words = body.rstrip(" ").split(" ")
    number = int(words[0].isdigit())
    colon = next((index for index, word in enumerate(words) if word.endswith(":")), number)
    if colon > number:
        words[number : colon + 1] = [" ".join(words[number : colon + 1])]
    return words


def _find_words(node: Node, spans: dict[tuple[int, int], int], nodes: dict[int, Node]) -> bool:
    """Notes which node each word is; False where a token is part of a word or spans several."""
    _, value, start, end = node
    parts = [] if isinstance(value, str) else [part for part in value if part]
    index = spans.get((start, end))
    if index is not None and not any(part[2:] == (start, end) for part in parts):
        nodes[index] = node  # of several the innermost: it has the fewest contexts
        return True
    return not isinstance(value, str) and all(_find_words(part, spans, nodes) for part in parts)
