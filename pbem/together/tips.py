"""The header of a game dealt together: the tips of all chains, each made for just this header."""

from pbem import header_lines, registry
from pbem.errors import NotationError, PbemError, SaveError
from pbem.game import NOBODY, Rules
from pbem.header import WORDS, Header
from pbem.plain import first_word
from pbem.together import chain
from pbem.together.lines import check_names, read_tip


class Tips:
    """The tips that a header has, checked: `words` by player; `inviter` is whose comes first.

    `joined` is what all seals but the inviter's are made for (T1), `start` what the log begins with (D0), None while
    tips are missing.
    """

    def __init__(self, rules: Rules, header: Header) -> None:
        """Raises HeaderError or SaveError, with the line of the header in `position`."""
        if len(header.players) < 2:
            raise SaveError("together needs two players or more")
        check_names(header)
        if "tips" in header.unknown.get("chance", {}):
            raise SaveError("the tips stand on lines `tip NAME WORD` of the header")
        if not header.tips:
            raise SaveError("the tip of the player who invites is missing: it stands directly behind `chance together`")
        self._header = header
        self.empty = empty(rules, header)
        self.words: dict[int, bytes] = {}
        self.inviter = -1
        self.joined = b""
        last = -1
        for index, text in enumerate(header.tips):
            player, word = self._check(text)
            if index > 1 and player < last:
                raise _refused(text, "the tips behind the first stand in the order of the `player` lines")
            last = player if index else -1
            self._take(player, word)
            header.tips[index] = f"{header.names[player]} {chain.write(*word)}"
        self._close()

    def _check(self, text: str) -> tuple[int, tuple[bytes, int]]:
        """Whose tip it is, and its word and seal; raises SaveError unless it may come next."""
        try:
            name, written = read_tip(text)
        except NotationError as error:
            raise _refused(text, error.message) from error
        player = self._header.player(name)
        if player is None:
            raise _refused(text, f"no player is called `{name}`{self._header.disguised(name)}")
        if player in self.words:
            raise _refused(
                text,
                f"{self._header.names[player]} has two tips: the first one counts here; who has lost its "
                f"secret cannot go on, and all start anew",
            )
        word = chain.read(written)
        before = self.joined or self.empty
        if chain.seal(before, word[0]) != word[1]:
            raise _refused(
                text,
                f"the tip of {self._header.names[player]} was not made for this header: a line of the header was "
                f"altered, or a letter of the tip; ask for the invitation again",
            )
        return player, word

    def _take(self, player: int, word: tuple[bytes, int]) -> None:
        self.words[player] = word[0]
        if not self.joined:
            self.inviter = player
            self.joined = chain.after_line(self.empty, f"tip {self._header.names[player]} {chain.write(*word)}")

    def _close(self) -> None:
        header = self._header
        self.start = self.joined if not self.missing() else None
        if self.start is not None:
            for text in header.tips[1:]:
                self.start = chain.after_line(self.start, f"tip {text}")

    def missing(self) -> list[str]:
        """Who has not joined yet."""
        return [name for player, name in enumerate(self._header.names) if player not in self.words]

    def join(self, text: str) -> str | None:
        """Take one more tip; the text as it stands in the header, None if it is there already. Raises SaveError."""
        name, written = read_tip(text)
        player = self._header.player(name)
        if player is not None and f"{self._header.names[player]} {written}" in self._header.tips:
            return None
        player, word = self._check(text)
        self._take(player, word)
        new = f"{self._header.names[player]} {chain.write(*word)}"
        inviter, *others = self._header.tips
        names = self._header.names
        self._header.tips = [inviter, *sorted([*others, new], key=lambda tip: names.index(tip.rpartition(" ")[0]))]
        self._close()
        return new


def empty(rules: Rules, header: Header) -> bytes:
    """What the header comes to without tips (T0), and without lines that mean nothing to this version."""
    if header.position:
        state = rules.start(header)
        if state.actor != NOBODY:
            header.keep(list(rules.position(state, header.names)))
    lines = header_lines.write(rules, header)
    lines = lines[: len(lines) - len(header.foreign) - bool(header.unknown)]
    tips = {f"tip {tip}" for tip in header.tips}
    first = header_lines.first_line(header)
    kept = ["first ?" if header.drawn and line == first else line for line in lines if line not in tips]
    return chain.digest("header", "".join(f"{line}\n" for line in kept))


def first(rules: Rules, header: Header, name: str, seed: str) -> str:
    """The tip of who invites, as it stands in the header."""
    return written(empty(rules, header), header.id, name, seed)


def written(before: bytes, game_id: str, name: str, seed: str) -> str:
    """A tip as it stands in the header, sealed for what the header comes to before it."""
    word = chain.word(game_id, name, seed, 0)
    return f"{name} {chain.write(word, chain.seal(before, word))}"


def invitation(text: str) -> str:
    """A record without what a mail has right below its head, where lines of later versions of pbem would be kept.

    The record of a game that has begun, or is dealt otherwise, stays whole: that is told.
    """
    lines = text.split("\n")
    words = [first_word(line.strip()) for line in lines]
    begun = any(word == "link" and chain.plain(rest.rpartition(" ")[2]) for word, rest in words)
    game = next((rest.split()[-1] for word, rest in words if word == "pbem" and rest), "")
    if begun or not any(word == "chance" and rest.casefold() == "together" for word, rest in words):
        return text
    try:
        known = {*WORDS, "tip", *registry.load(game.casefold()).position_words}
    except PbemError:  # there is no such game, which is told when the record is read
        return text
    end, first = 0, False
    for row, (word, rest) in enumerate(words):
        first = first or word == "first"
        if word in known:
            end = row + 1
        elif rest and first and not any(words[row - 1]):
            break  # below an empty line is what the mail says
    return "\n".join(lines[:end]) + "\n"


def _refused(text: str, why: str) -> SaveError:
    return SaveError(why, position=f"tip {text}")
