"""Playing with a chain of one's own: links, openings and owed results are given when they are due, each for one log."""

from collections.abc import Sequence
from contextlib import suppress

from pbem.errors import IllegalMove, NotThere, NotYourTurn, PbemError, SaveError
from pbem.fold import Kept
from pbem.notation import Chance, Comment, Line, Stop, Turn, Undo
from pbem.plain import first_word
from pbem.session import remark
from pbem.together import chain, refusals, secret
from pbem.together.lines import Link, Then
from pbem.together.secret import Secret
from pbem.together.session import TogetherSession


class Hand:
    """A player at a game dealt together; `own` is the player's chain, None where only lines of others are taken.

    What is played is in the session; `commit` notes in FILE.secret what was given, and must come before the game is
    written or shown. `notes` are for the player; `joined` are the tips that the last lines brought, `left_out` is why
    the rest of one was given up.
    """

    def __init__(self, game: TogetherSession, own: Secret | None, path: str) -> None:
        """`path` is where the chain is or should be. Raises SaveError or SecretRefused where it does not fit."""
        self.game = game
        self.fold = game.fold
        self.own = own
        self.path = path
        self.me = -1
        self.notes: list[str] = []
        self.joined: list[str] = []
        self.left_out = ""
        self._fresh = False  # whether the player has asked for that: the last mail may be lost
        self._start = len(game.fold.lines)
        self._asked = game.fold.table.asked if game.asked() else None
        self._taken_back = game.fold.table.taken_back
        if own is not None:
            self.me = check(game, own)
            self._note_unknown(own)

    def _note_unknown(self, own: Secret) -> None:
        unknown = {number: log for number, log in own_links(self.game, self.me).items() if number not in own.given}
        if unknown:
            numbers = ", ".join(map(str, unknown))
            self.notes.append(
                f"the log has links of yours that {own.path} did not know ({numbers}), as after a restored copy: they "
                f"are noted there now, as mailed"
            )
            for number, log in unknown.items():
                own.give(number, log)
                own.mail(number)  # as far as is known here: one more link costs nothing

    # Playing

    def move(self, lines: Sequence[str], fresh: bool = False, text: bool = False) -> list[str]:
        """Play lines, then what is due from this player; the new lines of the log. All or none; raises PbemError.

        What belongs to this player gets a link before it where one is due, or where the last one was mailed; with
        `fresh` in any case. Of a `text`, and below a link of another player, nothing does.
        """
        kept = self.fold.snapshot()
        self._fresh = fresh
        try:
            fresh = self._play(lines, fresh, text, dry=False)
            self.game.deal_due()  # of a link that the log ends with as well, as a text that was cut
            if fresh:
                self._give_fresh()
            if self.me >= 0 and self.fold.owes() == self.me:
                self.give()
            self.left_out = self.fold.table.lapsed or self.left_out
            self._note_answer()
        except BaseException:
            self._take_back(kept)
            raise
        return self.fold.texts(self._start)

    def _take_back(self, kept: Kept) -> None:
        """Go back to a point; no link was given since."""
        self.fold.restore(kept)
        if self.own is not None:
            self.own.take_back()

    def try_out(self, lines: Sequence[str], text: bool = False, fresh: bool = False) -> list[str]:
        """What `move` would play, without any link, and without results. The session must not be written."""
        self._play(lines, fresh, text, dry=True)
        self._note_answer()
        added = [line for line in self.fold.lines[self._start :] if not isinstance(line, Link)]
        return list(map(self.fold.notation.format, added))

    def _play(self, lines: Sequence[str], fresh: bool, text: bool, dry: bool) -> bool:
        """Play lines; whether a new block is still to be begun."""
        game, others = self.game, text
        self.joined, self.left_out = [], ""
        for number, given in enumerate(lines, 1):
            line = game.line(given)
            others = others or (isinstance(line, Link) and self.fold.header.player(line.name) != self.me)
            try:
                if not others and isinstance(line, (Turn, Undo, Stop, Then)):
                    fresh = self._make_ready(line, fresh, dry)
                game.play(given, deal=False)  # the results may be the next lines
                self._check_pasted(line, others, lines[number:])
            except PbemError as error:
                raise error.at(f"line {number}, and nothing was played") if len(lines) > 1 else error from None
            self.joined += game.joined
            self.left_out = game.left_out or self.left_out
        self._check_own_lines()
        return fresh

    def _make_ready(self, line: Line, fresh: bool, dry: bool = False) -> bool:
        """Give the link that has to stand before an own line; whether a new block is still to be begun."""
        fold = self.fold
        self.game.deal_due()
        if self.me < 0:
            if fold.opened and not (isinstance(line, Turn) and fold.state.mover == fold.table.author):
                raise NotThere(f"{self.path} is not beside the game: without it only lines of others can be taken")
            return fresh
        if fold.writer() == self.me and fold.due:
            if dry:
                raise IllegalMove(
                    "the draw that you owe comes first, and it is not shown here: pbem move FILE opens it",
                    reason="draw-due",
                )
            self.begin(fresh)
        if isinstance(line, Turn):
            fold.check_turn(line)
            if line.name is None and fold.opened:
                self.check_mover()
        if self._needs_link(fresh):
            assert self.own is not None
            if not isinstance(line, Undo):
                self._note_refusal()
            if dry:
                self.check_not_mailed(fresh)
                fold.stand_in(self.me)
                return False
            self.begin(fresh)
            if self._is_mailed():  # that of a block that is lost
                self.give()
            return False
        if fold.opened and fold.table.author == self.me:
            assert self.own is not None
            self.own.check_not_older(fold.table.given[self.me])
        elif fold.opened and not isinstance(line, Turn):
            raise NotYourTurn(
                f"`{fold.bare(line)}` belongs to whose block it is, and the last one is of "
                f"{fold.header.names[fold.table.author]}: {self.game.waits_for}",
                to_move=self.game.to_move,
            )
        return fresh

    def begin(self, fresh: bool = False) -> None:
        """Give the link that an own line is to stand behind; SecretRefused if it was mailed, unless it is `fresh`."""
        self.check_not_mailed(fresh)
        self.give()

    def check_not_mailed(self, fresh: bool = False) -> None:
        """Raises SecretRefused where others may have lines of this player that the log lacks, unless it is `fresh`."""
        if self.own is not None and not fresh:
            self.own.check_not_mailed(self._next_link()[0])

    def check_mover(self) -> None:
        """Raises PbemError unless this player is to move."""
        if self.own is None:
            raise NotThere(f"{self.path} is not beside the game, so no line of yours can be played")
        asked = self.game.asked()
        if self.fold.state.mover != self.me and (not asked or self.fold.writer() == self.me):
            raise refusals.not_mover(self.fold, self.me, asked)

    def _needs_link(self, fresh: bool) -> bool:
        """Whether an own line stands behind a new link."""
        if self.me < 0 or self.fold.writer() != self.me:
            return False
        return fresh or self.fold.table.author != self.me or self._is_mailed() or self._is_noted()

    def _is_noted(self) -> bool:
        """Whether the next link was given for this very log, and a command was killed before the log had it."""
        table = self.fold.table
        assert self.own is not None
        assert table.digest is not None
        return self.own.given.get(table.given[self.me] + 1) == table.digest.hex()

    def _is_mailed(self) -> bool:
        return self.own is not None and self.fold.table.given[self.me] in self.own.mailed

    def _give_fresh(self) -> None:
        if self.own is None:
            raise NotThere(f"{self.path} is not beside the game, so no block can be begun")
        if self.fold.writer() != self.me:
            raise NotYourTurn(f"no link of yours is due: {self.game.waits_for}", to_move=self.game.to_move)
        self._note_refusal()
        self.give()

    def _note_refusal(self) -> None:
        """A link that this player is about to give answers who asked to take something back, and does not agree."""
        asked = self.game.asked()
        if asked and self.fold.writer() == self.me:
            self.notes.append(f"`undo {self.fold.table.asked}` is refused: your link stands here without it")

    def _note_answer(self) -> None:
        """Note the link of another player that answers what was asked, and does not agree."""
        fold, asked = self.fold, self._asked
        open_still = asked and fold.table.taken_back == self._taken_back  # else all have agreed
        lines = [line for line in fold.lines[self._start :] if not isinstance(line, Comment)] if open_still else []
        for line, behind in zip(lines, [*lines[1:], None], strict=False):
            if isinstance(line, Link) and not (isinstance(behind, Undo) and behind.what == asked):
                if fold.header.player(line.name) != self.me:
                    self.notes.append(f"`undo {asked}` is refused: the link of {line.name} stands there without it")
                return

    def give(self) -> None:
        """Give the next link, for the log as it is, and add the results that it opens; raises PbemError."""
        fold, own = self.fold, self.own
        if own is None:
            raise NotThere(f"{self.path} is not beside the game, so no link can be given")
        number, digest = self._next_link()
        word = own.word(number)
        fold.add(Link(own.player, number, chain.write(word, chain.seal(digest, word))))
        own.give(number, digest.hex())
        self.game.deal_due()

    def _next_link(self) -> tuple[int, bytes]:
        """The number of the next link, and the log that it is for; raises PbemError if it may not be given for that."""
        assert self.own is not None
        number, digest = self.fold.table.given[self.me] + 1, self.fold.table.digest
        assert digest is not None
        if number > chain.LENGTH:
            raise IllegalMove("the chain is used up", reason="log-full")
        self.own.check_given(number, digest.hex())
        return number, digest

    def _check_own_lines(self) -> None:
        """Raises SecretRefused for lines in an own block that the file lacks, if another's link stands behind them."""
        if self.me < 0:
            return
        author = self._author_at(self._start)
        waiting: Line | None = None
        for line in self.fold.lines[self._start :]:
            if isinstance(line, Link):
                author = line.name
                if author != self.game.header.names[self.me] and waiting is not None:
                    raise refusals.not_written(self.fold.bare(waiting), answered=True)
            own = author == self.game.header.names[self.me] and not isinstance(line, (Chance, Comment))
            if own and not (isinstance(line, Turn) and line.name != author):
                waiting = waiting or line

    def _check_pasted(self, line: Line, pasted: bool, behind: Sequence[str]) -> None:
        """Raises SecretRefused for a line of a text that would be one of this player's own; `behind` are the next."""
        own = self.me >= 0 and self.fold.table.author == self.me and isinstance(line, (Turn, Undo, Stop, Then))
        if pasted and own:
            answered = any(first_word(text.strip())[0] == "link" for text in behind)
            raise refusals.not_written(self.fold.bare(line), answered)

    def _author_at(self, length: int) -> str:
        for line in reversed(self.fold.lines[:length]):
            if isinstance(line, Link):
                return line.name
        return ""

    # Taking back

    def undo(self, to: int | None = None, reason: str | None = None) -> list[str]:
        """Ask to take back turn `to` (None: a stop, else the last turn) and all after it, or agree to that."""
        fold, game = self.fold, self.game
        if self.own is None:
            raise NotThere(f"{self.path} is not beside the game, so nothing can be asked or agreed to")
        table = fold.table
        kept = fold.snapshot()
        what: int | str | None = to
        try:
            if table.waiting and not table.answering:
                if to is not None and to != table.asked:
                    raise IllegalMove(f"{game.asked()}, and nothing else can be taken back now", reason="undo-waits")
                what = table.asked
                if fold.writer() == self.me:
                    self.begin()
            elif what is None and table.answering and table.author == self.me:  # what was struck is agreed to again
                what = table.asked
            elif what is None:
                what = "stop" if game.stopped else next(reversed(fold.before), None)
                if what is None:
                    raise IllegalMove("no turn has been played that could be taken back", reason="not-played")
            line = game.line(f"undo {what}{remark(reason)}")
            assert isinstance(line, Undo)
            if not table.waiting or table.answering:
                self._make_ready(line, False)
            fold.add(line._replace(at=fold.next_number()))
        except BaseException:
            self._take_back(kept)
            raise
        return fold.texts(self._start)

    def strike(self) -> list[str]:
        """Strike the own lines of a block that nobody has answered and that was not mailed; what is struck."""
        fold = self.fold
        number = fold.table.given[self.me] if self.me >= 0 else 0
        if self.own is None:
            raise NotThere(f"{self.path} is not beside the game, so nothing is known of what was mailed")
        if fold.table.author != self.me:
            raise IllegalMove("the last block is not yours, so it was answered", reason="answered")
        self.own.check_not_older(number)
        if number in self.own.mailed:
            raise IllegalMove(
                "your block was mailed, so it stays: pbem undo FILE asks the others to take it back", reason="mailed"
            )
        start = next(i for i in reversed(range(len(fold.lines))) if isinstance(fold.lines[i], Link))
        struck = self.game.strike(start + 1)
        if not struck:
            raise NotThere("your block has no line of yours that could be struck")
        self.fold = self.game.fold
        table = self.fold.table
        if table.answering:
            self.notes.append(
                f"your link stands, and refuses `undo {table.asked}` unless pbem undo FILE agrees to it again"
            )
        return struck

    # What is to be mailed

    @property
    def finished(self) -> bool:
        """Whether the last block is this player's, who has nothing left to do in it."""
        return self.fold.table.author == self.me >= 0 and self.fold.writer() != self.me

    def block(self) -> list[str]:
        """The lines to be mailed: the last block, own ones before it that were not mailed, and with link 1 the tips.

        Where `move` was told to begin a fresh one also those that were: nobody may have got them.
        """
        fold, own = self.fold, self.own
        if own is None or fold.table.author != self.me:
            return []
        start, number = len(fold.lines), 0
        for index in reversed(range(len(fold.lines))):
            line = fold.lines[index]
            if not isinstance(line, Link):
                continue
            if line.name != own.player or (number and line.number in own.mailed and not self._fresh):
                break
            start, number = index, line.number
        opens = not any(isinstance(line, Link) for line in fold.lines[:start])
        tips = [f"tip {tip}" for tip in self.game.header.tips[1:]] if opens else []
        return tips + fold.texts(start)

    def commit(self) -> None:
        """Note in FILE.secret what was given; raises SaveError."""
        if self.own is not None:
            self.own.note()

    def mail(self) -> None:
        """Note that the last block is printed to be mailed."""
        if self.own is not None:
            self.own.mail(self.fold.table.given[self.me])
            self.own.note()


def own_links(game: TogetherSession, player: int) -> dict[int, str]:
    """For which log each link of a player was given."""
    return {number: log.hex() for giver, number, log in game.fold.sealed if giver == player}


def check(game: TogetherSession, own: Secret) -> int:
    """Whose chain it is; raises SaveError for one of another header, SecretRefused for a link of another log."""
    header = game.header
    player = header.player(own.player)
    if own.id != header.id or player is None:
        raise SaveError(f"{own.path} is of {own.player} in game {own.id}, and this is game {header.id}")
    if own.header != game.fold.tips.joined.hex():
        raise SaveError(
            f"the header is not the one you joined: use the record of the game that {own.path} was made for, or join "
            f"anew with a new chain"
        )
    tip = game.fold.tips.words.get(player)
    if tip is not None and tip != own.word(0):
        raise SaveError(f"the tip of {own.player} is not the one of {own.path}: somebody joined in your name, or twice")
    for number, log in own_links(game, player).items():
        if own.given.get(number, log) != log:
            raise refusals.given_before(own.player, number, own.path)
    return player


def open_hand(game: TogetherSession, path: str) -> Hand:
    """A player at a game, with the chain at `path` if there is one."""
    own = None
    with suppress(NotThere):
        own = secret.read(path)
    return Hand(game, own, path)
