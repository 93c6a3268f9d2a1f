"""The lines of a header, above the log of a record or in a setup: text <-> Header, each line checked."""

import re
from collections.abc import Callable, Sequence

from pbem import chance, players, registry, toml
from pbem import header as headers
from pbem.errors import HeaderError, PbemError, SaveError
from pbem.game import Rules
from pbem.header import Header, Player
from pbem.plain import clean, first_word, has_controls, one_blank, plain_blanks

Lines = list[tuple[int, str]]
"""Lines with their numbers, from 1."""


def write(rules: Rules, header: Header) -> list[str]:
    """The lines above the log, in the order of the notation."""
    lines = [f"pbem {headers.VERSION} {header.game}", f"id {header.id}"]
    lines.append(f"edition {header.edition} {header.digest[: headers.DIGEST]}".rstrip())
    for player in header.players:
        colours = ",".join(rules.colours[letter] for letter in player.colours)
        lines.append(" ".join(filter(None, ["player", player.name, colours, player.seat])))
    lines += [f"option {option}" for option in header.options]
    if rules.has_chance:
        lines.append(f"chance {header.chance} {header.published}".rstrip())
        lines += [f"tip {tip}" for tip in header.tips]
    lines.append(first_line(header))
    lines += header.position
    lines += header.foreign
    if header.unknown:
        lines.append(toml.line_of(header.unknown))
    return lines


def first_line(header: Header) -> str:
    """The line that says who begins."""
    if header.undrawn:
        return "first ?"
    return f"first {header.names[header.first]}" + (" drawn" if header.drawn else "")


def write_setup(rules: Rules, header: Header, first: str, position: list[str]) -> list[str]:
    """The lines of a setup: tables, players, who is to move, and the position."""
    kept = [line for line in write(rules, header) if line.split(" ")[0] in ("pbem", "edition", "player", "option")]
    return [*kept, f"first {first}", *position]


def read(lines: list[str]) -> tuple[Header, int]:
    """The header at the top of a record, and the index of the first line of its log.

    Comments are left out; a blank line ends a header, and so does a line of a log. Raises SaveError naming the line.
    """
    reader = _Reader(Header("", []), None, whole=True)
    end = len(lines)
    count = size = 0
    for index, line in enumerate(lines):
        if (not line and reader.seen) or headers.is_log_line(line, reader.log_words()):
            end = index
            break
        if line and not line.startswith(";"):
            count, size = count + 1, size + len(line)
            headers.check_size(count, size)
            reader.add_at(index + 1, line)
    header, _ = reader.finish()
    return header, end


def read_setup(lines: Lines, rules: Rules) -> tuple[Header, str]:
    """A header that need not be whole, and what its `first` line says or ""; raises SaveError naming the line."""
    reader = _Reader(Header(rules.id, []), rules, whole=False)
    for number, line in lines:
        if headers.is_log_line(line, reader.log_words()):
            raise SaveError(f"a setup has no log, this is a line of one: `{line}`").at(f"line {number}", line=number)
        reader.add_at(number, line)
    return reader.finish()


class _Reader:
    """Puts header lines together, one after the other."""

    def __init__(self, header: Header, rules: Rules | None, whole: bool) -> None:
        self.header = header
        self.rules = rules
        self.whole = whole
        self.first = ""
        self.seen: set[str] = set()

    def log_words(self) -> Sequence[str]:
        words = self.rules.words.chance_words if self.rules else ()
        return (*words, *headers.TOGETHER_WORDS[1:]) if self.header.chance == "together" else words

    def add_at(self, number: int, line: str) -> None:
        try:
            self._add(line)
        except PbemError as error:
            raise error.at(f"line {number}", SaveError, line=number) from error

    def _add(self, line: str) -> None:
        word, rest = first_word(line)
        reader = _READERS.get(word)
        positions = self.rules.position_words if self.rules else ()
        if self.rules is None and word != "pbem":
            raise SaveError("a record begins with `pbem 1 GAME`")
        known = word in positions or (reader and word != "chance")  # a seed may be long
        if has_controls(line) or (known and len(line) > headers.LINE_LENGTH):
            raise SaveError("a line of the header that is too long or has control characters")
        if reader:
            if word in self.seen and word not in ("player", "option"):
                raise SaveError(f"`{word}` is given twice")
            self.seen.add(word)
            # Names stay as they are written, and a seed with all its blanks; all else is read in its plain form.
            named = word in ("player", "first")
            reader(self, rest if word == "chance" else one_blank(rest if named else clean(rest)))
        elif word == "tip" and self.header.chance == "together":
            if "first" in self.seen:
                raise SaveError("tips stand directly behind `chance`")
            self.header.tips.append(one_blank(rest))
        elif word in positions:
            self.header.position.append(one_blank(clean(line)))
        elif headers.may_be_foreign(line) and self.whole:
            self.header.foreign.append(line)
        else:
            raise self._unreadable(line, word)

    def _unreadable(self, line: str, word: str) -> SaveError:
        if self.whole or not self.rules:
            return SaveError(f"cannot read `{line}`")
        import difflib

        close = difflib.get_close_matches(word, [*_READERS, *self.rules.position_words], 1)
        return SaveError(f"cannot read `{line}`; " + (f"did you mean `{close[0]}`?" if close else "is it a remark?"))

    def _pbem(self, rest: str) -> None:
        version, _, game_id = rest.partition(" ")
        if not re.fullmatch("[0-9]{1,9}", version):
            raise SaveError("a record begins with `pbem 1 GAME`")
        headers.check_version(int(version))
        self.header.game = game_id.casefold()
        self.rules = registry.load(self.header.game)

    def _id(self, rest: str) -> None:
        self.header.id = headers.check_id(rest)

    def _edition(self, rest: str) -> None:
        self.header.edition, _, digest = rest.partition(" ")
        self.header.digest = digest.casefold()

    def _player(self, rest: str) -> None:
        assert self.rules is not None
        self.header.players.append(_read_player(self.rules, rest))

    def _option(self, rest: str) -> None:
        assert self.rules is not None
        self.header.options = players.in_order(self.rules, self.header, [*self.header.options, rest])

    def _chance(self, rest: str) -> None:
        assert self.rules is not None
        kind, published = first_word(rest)
        published = plain_blanks(published) if kind == "seed" else one_blank(clean(published)).casefold()
        chance.check(self.rules, kind, published)
        self.header.chance, self.header.published = kind, published

    def _first(self, rest: str) -> None:
        self.first = rest

    def finish(self) -> tuple[Header, str]:
        found = self.header
        if self.whole:
            found.foreign, found.unknown = toml.split_off(found.foreign)
            assert self.rules is not None or "pbem" not in self.seen
            has_chance = self.rules is None or self.rules.has_chance
            for word in ("pbem", "player", "first") if has_chance else ("pbem", "player"):
                if word not in self.seen:
                    raise SaveError(f"the header has no line `{word} ...` (a blank line ends the header)")
            if not has_chance:
                found.chance = ""
            if not found.id:
                if found.chance not in ("manual", ""):
                    raise SaveError("the header has no line `id ...`: what is drawn depends on it")
                found.id = headers.new_id()
            if "first" in self.seen:
                headers.set_first(found, self.first)
            if found.chance == "together" and any(first_word(line)[0] == "tip" for line in found.foreign):
                raise SaveError("tips stand directly behind `chance`")
            if found.drawn and not has_chance:
                raise SaveError(f"`first {self.first}`: nothing is drawn in this game")
        return found, self.first


_READERS: dict[str, Callable[[_Reader, str], None]] = dict(
    zip(
        headers.WORDS,
        (
            _Reader._pbem,
            _Reader._id,
            _Reader._edition,
            _Reader._player,
            _Reader._option,
            _Reader._chance,
            _Reader._first,
        ),
        strict=True,
    )
)


def _read_player(rules: Rules, words: str) -> Player:
    """ "Ana Lu green,yellow S" -> a player: the last words are colours and seat where the game has them."""
    parts = ",".join(part.strip() for part in words.split(",")).split(" ")
    seat = ""
    if rules.sides and len(parts) > 1 and parts[-1].upper() in rules.sides:
        seat = players.seat(rules, parts.pop())
    colours: tuple[str, ...] = ()
    if rules.colours:
        if len(parts) < 2:
            raise HeaderError(f"`player {words}` should read `player NAME COLOUR`")
        colours = players.colours(rules, parts.pop())
    return Player(headers.check_name(" ".join(parts)), colours, seat)
