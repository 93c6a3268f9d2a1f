"""Conformance: a game that its players deal together, each from a chain of links."""

import random

from pbem import reading
from pbem.errors import PbemError
from pbem.game import CHANCE
from pbem.testing.cases import Case, name_in
from pbem.testing.suite import Suite
from pbem.testing.telling import fail, here
from pbem.together import chain, tips
from pbem.together.session import TogetherSession

_TURNS = 8


class Together(Suite):
    """What is due is opened by another player's link, reads again, and cannot be another result."""

    def test_its_players_can_deal_it(self, case: Case) -> None:
        """Where anything is drawn, and somebody is there to open it."""
        if case.players < 2 or not self.rules.has_chance:
            return
        game, rng = _joined(case), random.Random(f"together {case}")
        _link(game)
        for _ in range(_TURNS):
            if game.over:
                break
            if game.fold.writer() != game.fold.table.author:
                _link(game)
            game.play(self.random_line(game, rng))
            if game.owed_by:
                _link(game)
        record = game.record()
        try:
            again = reading.read(record).record()
        except PbemError as error:
            fail(f"What was dealt together is refused when it is read again: {error}\n{record}", here(game))
        if again != record or game.state.actor == CHANCE:
            fail(f"What was dealt together reads otherwise again:\n{record}\n{again}", here(game))


def _joined(case: Case) -> TogetherSession:
    """A game that all have joined."""
    inviter, *others = map(name_in, case.words)
    game = case.new(kind="together", id="test", tip=lambda rules, header: tips.first(rules, header, inviter, inviter))
    assert isinstance(game, TogetherSession)
    for name in others:
        game.fold.join(tips.written(game.fold.tips.joined, game.header.id, name, name))
    return game


def _link(game: TogetherSession) -> None:
    """The link of who has to write, whose seed is the name, and what it opens."""
    player, log = game.fold.writer(), game.fold.table.digest
    assert log is not None
    name, number = game.header.names[player], game.fold.table.given[player] + 1
    word = chain.word(game.header.id, name, name, number)
    game.play(f"link {name} {number} {chain.write(word, chain.seal(log, word))}")
