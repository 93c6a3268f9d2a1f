"""`pbem move` and `pbem check` in a game that its players deal together, against one dealt from a seed.

Both games of Maharani for two have as many turns, played at random; the move that is dealt together gives a link.
"""

import random
from pathlib import Path

import measure

import pbem
from pbem.game import END, State
from pbem.session import Session
from pbem.together import chain, tips
from pbem.together.session import TogetherSession

TURNS = 30
PLAYERS = ["Ana=green,yellow", "Bob=red,blue"]
SEEDS = {"Ana": "a" * 64, "Bob": "b" * 64}


def turn(game: Session, rng: random.Random) -> str:
    """A turn at random."""
    state: State = game.state
    number, steps = state.turn, []
    while state.turn == number and state.actor >= 0:
        step = rng.choice(state.steps())
        steps += [step] if step is not END else []
        state.apply(step)
    return game.fold.notation.format_steps(tuple(steps))


def seeded() -> Session:
    game = pbem.new("maharani", PLAYERS, seed="bench", id="bench", first="Ana")
    rng = random.Random(1)
    while game.turn <= TURNS:
        game.play(turn(game, rng))
    return game


class Together:
    """A game of which both chains are known."""

    def __init__(self) -> None:
        game = pbem.new(
            "maharani",
            PLAYERS,
            kind="together",
            id="bench",
            first="Ana",
            tip=lambda rules, header: tips.first(rules, header, "Ana", SEEDS["Ana"]),
        )
        assert isinstance(game, TogetherSession)
        self.game = game
        game.fold.join(tips.written(game.fold.tips.joined, game.header.id, "Bob", SEEDS["Bob"]))
        self.link("Ana")

    def link(self, name: str) -> None:
        fold = self.game.fold
        number, log = fold.table.given[self.game.header.index(name)] + 1, fold.table.digest
        assert log is not None
        word = chain.word("bench", name, SEEDS[name], number)
        self.game.play(f"link {name} {number} {chain.write(word, chain.seal(log, word))}")

    def play(self, turns: int) -> None:
        rng = random.Random(1)
        while self.game.turn <= turns:
            name = self.game.to_move
            assert name
            if self.game.header.names[self.game.fold.table.author] != name:
                self.link(name)
            self.game.play(turn(self.game, rng))
            if self.game.owed_by:
                self.link(self.game.owed_by)

    def write(self, file: Path) -> None:
        """The game with the secret of who is to move, who has given all links of the log."""
        game, name = self.game, self.game.to_move
        assert name
        me = game.header.index(name)
        given = [f"link {number} {log.hex()}" for player, number, log in game.fold.sealed if player == me]
        head = [
            f"id {game.header.id}",
            f"player {name}",
            f"seed {SEEDS[name]}",
            f"header {game.fold.tips.joined.hex()}",
        ]
        file.write_text(game.toml())
        file.with_name(f"{file.name}.secret").write_text("\n".join(["pbem together 1", *head, *given, ""]))


def main() -> None:
    count = measure.rounds(__doc__, 51)
    ours, theirs = Together(), seeded()
    ours.play(TURNS)
    program = measure.pbem_program()
    with measure.folder() as folder:
        one, other = folder / "together.toml", folder / "seeded.toml"
        lines = turn(ours.game, random.Random(2)), turn(theirs, random.Random(2))

        def once() -> tuple[float, float]:
            ours.write(one)
            other.write_text(theirs.toml())
            took = [
                measure.milliseconds([*program, "move", str(f), line])
                for f, line in zip((one, other), lines, strict=True)
            ]
            return took[0], took[1]

        once()
        rows = (f"pbem move, dealt together, {TURNS} turns", "the same, dealt from a seed")
        measure.show(rows, measure.repeat(once, count), "at most 1.5", "ms")
        ours.write(one)
        other.write_text(theirs.toml())

        def check() -> tuple[float, float]:
            took = [measure.milliseconds([*program, "check", str(file)]) for file in (one, other)]
            return took[0], took[1]

        rows = ("pbem check, dealt together", "the same, dealt from a seed")
        measure.show(rows, measure.repeat(check, count), "at most 1.5", "ms")


if __name__ == "__main__":
    main()
