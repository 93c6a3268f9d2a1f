"""Runs the LALR(1) tables that Lark makes from a grammar, without importing Lark.

Lark is the one authority on the grammar: `build` asks it for the tables of one start symbol, `Parser` runs
them. Importing Lark and building costs about twenty times what reading a line costs, so the tables are kept
(pbem/tables.py) and a normal move never needs it.
"""

import os
import re
from collections.abc import Iterator, Sequence
from typing import Any

from pbem import content

END = "$END"


class Unexpected(Exception):
    """The text cannot go on like this: `at` is the position, `expected` the terminals that could stand there."""

    def __init__(self, at: int, expected: list[str]) -> None:
        super().__init__(at, expected)
        self.at = at
        self.expected = expected


Node = tuple[str, Any, int, int]
"""A piece of a parsed text: name; text of a token, or list of the parts of a rule; where it starts and ends.

A plain tuple, because a line is read in three quarters of the time that objects or named tuples would take.
"""


class Parser:
    """One start symbol of a grammar. `tables` as `build` makes them."""

    def __init__(self, tables: dict[str, Any]) -> None:
        terminals = dict(tables["terminals"])
        ignored = "|".join(terminals.pop(name) for name in tables["ignored"])
        alternatives = "|".join(f"(?P<{name}>{pattern})" for name, pattern in terminals.items())
        # Ignored text, then a token if there is one: this always matches.
        self._match = re.compile(f"(?:{ignored})*(?:{alternatives})?").match
        self._states: list[dict[str, int]] = tables["states"]
        self._rules: list[tuple[str, str, int, list[int], bool]] = tables["rules"]
        self._start: int = tables["start"]
        self._accept: int = tables["accept"]

    def tokens(self, text: str) -> Iterator[Node]:
        """The tokens at the beginning of `text`, as far as there are any."""
        at = 0
        while (found := self._match(text, at)) is not None and found.lastgroup is not None:
            name, at = found.lastgroup, found.end()
            yield name, found[name], found.start(name), at

    def parse(self, text: str) -> Node:
        """The tree of `text`; raises Unexpected."""
        table, match, state = self._states, self._match, self._start
        states = [state]
        nodes: list[Node] = []
        at = 0
        while True:
            found = match(text, at)
            assert found is not None
            name, at = found.lastgroup, found.end()
            if name is not None:
                start = found.start(name)
            elif at == len(text):
                name, start = END, at
            else:
                raise Unexpected(at, self._expected(state))
            while (action := table[state].get(name)) is not None and action < 0:
                self._reduce(~action, states, nodes, start)
                state = states[-1]
            if action is None:
                if name == END and state == self._accept:
                    return nodes[0]
                raise Unexpected(start, self._expected(state))
            state = action
            states.append(state)
            nodes.append((name, text[start:at], start, at))

    def _expected(self, state: int) -> list[str]:
        # A non-terminal's entry leads on to another state; Lark names terminals in capitals.
        return [name for name in self._states[state] if name == name.upper()]

    def _reduce(self, rule: int, states: list[int], nodes: list[Node], at: int) -> None:
        origin, name, length, layout, lone = self._rules[rule]
        first = len(nodes) - length
        parts = nodes[first:]
        del nodes[first:], states[first + 1 :]  # there is one state more than nodes: the one before the first
        if lone and len(layout) == 1 and layout[0] >= 0:
            nodes.append(parts[layout[0]])
        else:
            value: list[Node | None] = []
            for index in layout:
                part = parts[index] if index >= 0 else None
                if part is not None and part[0][0] == "_" and type(part[1]) is list:
                    value += part[1]  # a rule that only helps: its parts stand for it
                else:
                    value.append(part)
            start, end = (parts[0][2], parts[-1][3]) if parts else (at, at)
            nodes.append((name, value, start, end))
        states.append(self._states[states[-1]][origin])


class BadGrammar(Exception):
    """What is wrong with a grammar, in one line."""


def build(path: str, starts: Sequence[str], common: str) -> dict[str, dict[str, Any]]:
    """The tables of grammar file `path` for those start symbols that it defines; raises BadGrammar.

    `common` is the one grammar file that it may import from (but for what Lark brings). For each start symbol, as
    JSON can hold them:
    `terminals`: [name, regular expression], in the order to be tried; `ignored`: names of terminals; `values`:
    names of those that stand in the tree;
    `start`, `accept`: the first state, and the one in which the text may end;
    `states`: for each state, symbol -> next state, or ~rule to reduce;
    `rules`: [origin, name of the node, length, which parts the node keeps (-1: an absent optional), whether a
    lone part stands for the node].
    """
    from lark import load_grammar as loading
    from lark.exceptions import LarkError

    def find(base: str | None, name: str) -> tuple[str, str]:
        if base is None:
            raise FileNotFoundError  # so that Lark looks among its own
        if name != os.path.basename(common):
            raise BadGrammar(f"it imports `{name}`, and may import {os.path.basename(common)} only")
        with open(common, encoding="utf-8") as file:
            return common, file.read()

    try:
        load: Any = loading.load_grammar
        grammar, _ = load(content.read_bytes(path).decode().replace("\r\n", "\n"), path, [find], False)
        defined = {definition[0] for definition in grammar.rule_defs}
        return {start: _tables(grammar, start) for start in starts if start in defined}
    except RecursionError as error:
        raise BadGrammar("its parts lie within each other too deep") from error
    except (LarkError, AssertionError, OSError, ValueError) as error:
        text = str(error).split("\n\n")[0].replace(f" in {path}", "").replace(" [strict-mode]", "")
        raise BadGrammar(" ".join(re.sub(r"\n\s*[-*] ", " ", text).split()).rstrip(" :")) from error


def _tables(grammar: Any, start: str) -> dict[str, Any]:
    from lark import Lark
    from lark.common import ParserConf
    from lark.parsers.lalr_analysis import LALR_Analyzer, Shift

    lark = Lark(grammar, start=start, parser="lalr", lexer="basic", maybe_placeholders=True)
    # Where Lark would shift without a word, a line could be read in two ways: strict, it refuses.
    analyzer: Any = LALR_Analyzer(ParserConf(lark.rules, {}, [start]), strict=True)
    analyzer.compute_lalr()
    table: Any = analyzer.parse_table
    # Lark numbers states and rules as its sets happen to come; the same grammar must give the same tables.
    rules = sorted(lark.rules, key=lambda rule: (rule.origin.name, [symbol.name for symbol in rule.expansion]))
    order = [table.start_states[start]]
    for state in order:
        follow = sorted((symbol, to) for symbol, (action, to) in table.states[state].items() if action is Shift)
        order += dict.fromkeys(to for _, to in follow if to not in order)
    numbers = {state: number for number, state in enumerate(order)}
    states = [
        {
            symbol: numbers[to] if action is Shift else ~rules.index(to)
            for symbol, (action, to) in sorted(table.states[state].items(), key=lambda entry: entry[0])
        }
        for state in order
    ]
    symbols: list[Any] = [symbol for rule in rules for symbol in rule.expansion]
    return {
        "terminals": [[t.name, _ascii(t.pattern.to_regexp())] for t in lark.parser.lexer.terminals],
        "ignored": sorted(lark.ignore_tokens),
        "values": sorted({symbol.name for symbol in symbols if symbol.is_term and not symbol.filter_out}),
        "start": numbers[table.start_states[start]],
        "accept": numbers[table.end_states[start]],
        "states": states,
        "rules": [_rule(rule) for rule in rules],
    }


def _ascii(pattern: str) -> str:
    """Case does not matter, but a long s is no s: only what names need matches letters of other scripts."""
    return pattern if "\\W" in pattern else pattern.replace("(?i:", "(?ai:")


def _rule(rule: Any) -> list[Any]:
    layout: list[int] = []
    absent = "".join("1" if empty else "0" for empty in rule.options.empty_indices)
    gaps = [len(run) for run in absent.split("0")] if absent else [0] * (len(rule.expansion) + 1)
    for index, symbol in enumerate(rule.expansion):
        layout += [-1] * gaps[index]
        if not (symbol.is_term and symbol.filter_out):
            layout.append(index)
    layout += [-1] * gaps[len(rule.expansion)]
    name = rule.alias or rule.origin.name
    local = name if name.startswith("_") else name.rpartition("__")[2]  # imported ones carry their file's name
    return [rule.origin.name, local, len(rule.expansion), layout, bool(rule.options.expand1 and not rule.alias)]
