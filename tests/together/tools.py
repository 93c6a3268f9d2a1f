"""Games dealt together, played by players each of whom has a folder, a file and a secret."""

import random
from pathlib import Path
from typing import Any

import pbem
from pbem import chance
from pbem.chance import settle
from pbem.cli import run
from pbem.game import CHANCE, END, NOBODY
from pbem.session import Session
from pbem.together import chain, playing, secret, taking, tips
from pbem.together.playing import Hand
from pbem.together.session import TogetherSession
from tests.support import PLAYERS, POLICIES, any_turn


class Player:
    """A player's own folder, with what comes in and goes out."""

    def __init__(self, folder: Path, name: str) -> None:
        self.name = name
        self.folder = folder / name
        self.folder.mkdir()
        self.file = self.folder / "g.toml"
        self.secret = self.folder / "g.toml.secret"
        self.out: list[str] = []

    def load(self) -> TogetherSession:
        game = pbem.load(str(self.file))
        assert isinstance(game, TogetherSession)
        return game

    def hand(self) -> Hand:
        return playing.open_hand(self.load(), str(self.secret))

    def close(self, hand: Hand, asked_for: bool = False) -> list[str]:
        """What a command does at its end; what is to be mailed."""
        hand.commit()
        hand.game.write()
        block = hand.block() if hand.finished or asked_for else []
        if block:
            hand.mail()
            self.out.append("\n".join(block))
        return block

    def move(self, *lines: str, fresh: bool = False) -> list[str]:
        """Play own lines; what is to be mailed."""
        hand = self.hand()
        hand.move(lines, fresh)
        return self.close(hand, not lines)

    def take(self, text: str) -> list[str]:
        """Take what came; what is to be mailed."""
        hand = self.hand()
        taken = taking.take_from(hand.game, text)
        taken.check(hand.game)
        hand.move(taken.lines, text=True)
        return self.close(hand)

    def any_turn(self) -> str:
        """A turn that is legal now."""
        return any_turn(self.load())

    def undo(self, to: int | None = None) -> list[str]:
        hand = self.hand()
        hand.undo(to)
        return self.close(hand)


class Table:
    """Some players, each in a folder of its own; what one mails all others take."""

    def __init__(
        self, folder: Path, game: str, players: int, options: tuple[str, ...] = (), id: str = "g", seed: str = ""
    ) -> None:
        folder.mkdir(exist_ok=True)
        words = PLAYERS[game][players]
        names = [word.partition("=")[0] for word in words]
        self.players = [Player(folder, name) for name in names]
        first, *others = self.players
        start(first, game, words, options, id, seed)
        for player in others:
            join(player, first.load().record(), seed)
        for player in others:
            block = first.take(tip(player))
        self.mail(first, block)

    def mail(self, sender: Player, block: list[str]) -> None:
        """All others take a block, and what they have to mail for it goes round likewise."""
        queue = [(sender, block)] if block else []
        while queue:
            who, lines = queue.pop(0)
            for other in self.players:
                if other is not who:
                    answer = other.take("\n".join(lines))
                    queue += [(other, answer)] if answer else []

    def of(self, name: str | None) -> Player:
        return next(player for player in self.players if player.name == name)

    @property
    def game(self) -> TogetherSession:
        """The longest of all logs: who is to move may have opened results, which are not mailed yet."""
        return max((player.load() for player in self.players), key=lambda game: len(game.fold.lines))


def start(player: Player, game: str, words: list[str], options: tuple[str, ...], id: str, seed: str = "") -> None:
    """The file and the secret of who invites."""
    own = (seed and (seed + player.name).encode().hex().zfill(64)[-64:]) or chance.new_secret()
    session = pbem.new(
        game,
        words,
        options=options,
        kind="together",
        id=id,
        tip=lambda rules, header: tips.first(rules, header, player.name, own),
    )
    assert isinstance(session, TogetherSession)
    secret.new(str(player.secret), id, player.name, own, session.fold.tips.joined.hex())
    session.save(str(player.file))


def join(player: Player, invitation: str, seed: str = "") -> None:
    """The file and the secret of who joins."""
    own = (seed and (seed + player.name).encode().hex().zfill(64)[-64:]) or chance.new_secret()
    session = pbem.read(invitation)
    assert isinstance(session, TogetherSession)
    session.fold.join(tips.written(session.fold.tips.joined, session.header.id, player.name, own))
    secret.new(str(player.secret), session.header.id, player.name, own, session.fold.tips.joined.hex())
    player.file.write_text(session.toml())


def tip(player: Player) -> str:
    """The line that answers an invitation."""
    return next(f"tip {text}" for text in player.load().header.tips if text.startswith(f"{player.name} "))


def random_turn(game: Session, rng: random.Random, guess: bool = True) -> str:
    """A turn at random as text; sometimes it goes on past results, as they were guessed."""
    state = game.state
    number = state.turn
    steps: list[Any] = []
    policy = POLICIES[game.rules.id]
    while state.turn == number and state.actor != NOBODY:
        if state.actor == CHANCE:
            if not guess or rng.random() < 0.3:
                break
            settle(state, rng)
            continue
        if not steps:
            listed = [step for step in state.steps() if step is not END]
        step: Any = policy(rng, state)
        if step is END and not steps:
            step = rng.choice(listed)
        if step is not END:
            steps.append(step)
        state.apply(step)
    return game.fold.notation.format_steps(tuple(steps))


def play_on(table: Table, rng: random.Random, most: int = 10**6, watch: Any = None) -> TogetherSession:
    """Plays so many lines at random, or to the end."""
    for _ in range(most):
        game = table.game
        if game.over:
            break
        assert game.to_move, game.waits_for
        player = table.of(game.to_move)
        block = player.move(random_turn(player.load(), rng))
        table.mail(player, block)
        if watch:
            watch(table)
    return table.game


def command(*args: str) -> int:
    """The exit status of a command line."""
    return run(list(args))


class Chains:
    """A game of which all chains are known: what an honest log looks like, and what one is that somebody bends."""

    def __init__(self, game: str, players: int, *options: str, first: str | None = None, id: str = "known") -> None:
        words = PLAYERS[game][players]
        self.names = [word.partition("=")[0] for word in words]
        self.seeds = {name: str(number) * 64 for number, name in enumerate(self.names)}
        inviter, *others = self.names
        session = pbem.new(
            game,
            words,
            options=options,
            kind="together",
            id=id,
            first=first,
            tip=lambda rules, header: tips.first(rules, header, inviter, self.seeds[inviter]),
        )
        assert isinstance(session, TogetherSession)
        self.session = session
        self.before = session.fold.snapshot()
        self.id = id
        for name in others:
            joined = session.fold.tips.joined
            session.fold.join(tips.written(joined, session.header.id, name, self.seeds[name]))

    def link(self, name: str, number: int | None = None, log: bytes | None = None) -> str:
        """The next link of a player for the log as it is, or another one, or for another log."""
        fold = self.session.fold
        number = number or fold.table.given[self.names.index(name)] + 1
        digest = log or fold.table.digest
        assert digest is not None
        word = chain.word(self.id, name, self.seeds[name], number)
        return f"link {name} {number} {chain.write(word, chain.seal(digest, word))}"

    def play(self, *lines: str) -> list[str]:
        """Lines in order; `link NAME` alone is that player's next link."""
        added = []
        for line in lines:
            words = line.split(" ")
            added += self.session.play(self.link(words[1]) if words[0] == "link" and len(words) == 2 else line)
        return added

    def open(self) -> str:
        """The opening by who invites; who is to move."""
        self.play(f"link {self.names[0]}")
        assert self.session.to_move
        return self.session.to_move

    def turn(self, *, link: bool = True, line: str = "") -> str:
        """Who is to move plays, and who owes what it sets off opens it; the name."""
        name = self.session.to_move
        assert name
        if link and self.session.header.names[self.session.fold.table.author] != name:
            self.play(f"link {name}")
        self.play(line or any_turn(self.session))
        if self.session.owed_by:
            self.play(f"link {self.session.owed_by}")
        return name
