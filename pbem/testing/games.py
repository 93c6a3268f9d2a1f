"""Conformance: what the rules say of themselves, and whole random games."""

import random
import re
from typing import Any

import pytest

from pbem import header, reading
from pbem.errors import HeaderError
from pbem.game import CHANCE, ENGINE, NOBODY
from pbem.notation import Turn
from pbem.session import Session
from pbem.testing.playing import Case
from pbem.testing.suite import Suite, trying
from pbem.testing.telling import changes, doing, fail, here, look, method


class Games(Suite):
    """Random games, and the rules as a whole."""

    def test_rules_say_what_the_engine_asks(self) -> None:
        """Names, numbers of players, words of the header: nothing that the engine would take for something else."""
        rules, words = self.rules, self.rules.words
        name = method(rules, "")

        def hold(true: Any, what: str) -> None:
            if not true:
                fail(name + what)

        hold(rules.engine == ENGINE, f"engine is {rules.engine}; this pbem has the engine {ENGINE}")
        hold(rules.id == self.game, f"id is {rules.id!r}, the game is loaded as {self.game!r}")
        hold(rules.title.strip() and rules.title.isprintable(), f"title should be a name, not {rules.title!r}")
        counts = list(rules.counts)
        hold(counts and counts == sorted(set(counts)), f"counts should be rising numbers, not {counts}")
        if list(self.players) != counts:
            fail(f"{type(self).__name__}.players should have players for {counts}, and has for {list(self.players)}")
        for count, given in self.players.items():
            if len(given) != count:
                fail(f"{type(self).__name__}.players[{count}] names {len(given)}: {list(given)}")
        taken = {*header.WORDS, *header.LOG_WORDS, *words.chance_words}
        for word in rules.position_words:
            hold(re.fullmatch(r"[a-z][a-z-]*", word), f"position_words: {word!r} should be a word in lower case")
            hold(word not in taken, f"position_words: {word!r} is a word of the header or of the log already")
        for word in words.chance_words:
            hold(word == word.casefold() and word.isalpha(), f"words.chance_words: {word!r} should be in lower case")
            hold(
                word not in {*header.WORDS, *header.LOG_WORDS} - {*header.CHANCE_WORDS},
                f"words.chance_words: {word!r} is a word of the header or of the log already",
            )
        hold(bool(words.chance_words) == rules.has_chance, "words.chance_words does not go with has_chance")
        options = [*rules.options, *rules.player_options]
        hold(len({option.casefold() for option in options}) == len(options), f"options: one is there twice: {options}")
        for count in counts:
            each, seats = rules.colours_each(count), list(rules.seats(count))
            hold(each * count <= len(rules.colours), f"colours_each({count}) is {each}: there are not so many colours")
            hold(set(seats) <= set(rules.sides), f"seats({count}) names other seats than sides: {seats}")
            hold(len(set(seats)) == len(seats), f"seats({count}) names a seat twice: {seats}")
        for what, there in (("sides", rules.sides), ("colours", rules.colours)):
            hold(all(part.isalnum() for part in there), f"{what} should be letters, not {list(there)}")

    def test_random_games_run_to_the_end(self, every_case: Case, seeds: range) -> None:
        """The invariant after every line; every line reads back as what was played; the end is told in full."""
        for seed in seeds:
            rng = random.Random(f"{every_case} {seed}")
            game = every_case.new()
            self.play_checked(game, rng, self.longest)
            if not game.over:
                fail(
                    f"A random game did not end within {self.longest} lines. If random players never end this game, "
                    "override `policy` with one that does; if it takes longer, set `longest`.",
                    here(game),
                )
            self.check_end(game)
            self.check_read_again(game)
            self.check_parts(game)

    def play_checked(self, game: Session, rng: random.Random, most: int) -> None:
        """Plays at most so many lines at random, with the suite's policy, and checks the position after every one."""
        self.check_position(game)
        for _ in range(most):
            if game.over:
                return
            turn = game.turn
            text = self.random_line(game, rng)
            self.play(game, text)
            if game.turn not in (turn, turn + 1):
                fail(f"State.turn went from {turn} to {game.turn}: turns are counted one by one.", here(game))
            self.check_position(game)

    def check_position(self, game: Session) -> None:
        """Who is to act, what was earned, and the invariant of the game's author."""
        state, rules, players = game.fold.state, game.rules, range(len(game.header.names))
        if state.actor not in (*players, CHANCE, NOBODY):
            fail(f"State.actor is {state.actor}, no player, CHANCE or NOBODY.", here(game))
        if state.mover not in players:
            fail(f"State.mover is {state.mover}: it should always be a player.", here(game))
        if state.actor >= 0 and state.actor != state.mover:
            fail(f"State.actor is {state.actor} and State.mover {state.mover}: who acts has the turn.", here(game))
        if state.actor == CHANCE and not rules.has_chance:
            fail("State.actor is CHANCE, and the rules say has_chance = False.", here(game))
        if rules.has_scores:
            scores: Any = state.scores()
            if len(scores) != len(players) or not all(type(score) is int for score in scores):
                fail(f"State.scores should give a whole number for every player, not {scores}.", here(game))
        elif state.scores():
            fail("State.scores gives some, and the rules say has_scores = False.", here(game))
        with doing("the suite's `invariant`", here(game)):
            self.invariant(game)

    def check_end(self, game: Session) -> None:
        """Nobody is to act any more, and who has won can be told."""
        state, rules = game.state, game.rules
        if len(state.steps()) or len(state.steps(voluntary=True)):
            fail("State.steps lists steps though the game is over.", here(game))
        winners: Any = rules.winners(state)
        if len(set(winners)) != len(winners) or not set(winners) <= set(range(len(game.header.names))):
            fail(f"{method(rules, 'winners')} should give different players, not {winners!r}.", here(game))
        details = rules.details(state)
        if not winners and not isinstance(details.get("rating"), str):
            fail(
                f"{method(rules, 'winners')} names nobody, so {method(rules, 'details')} should have a `rating` in "
                f"words; it gives {details!r}.",
                here(game),
            )

    def check_read_again(self, game: Session) -> None:
        """The record of a game, read again, is the same game."""
        with doing("reading the record of the game", here(game)):
            again = reading.read(game.record(), "record")
        found = changes(look(game, game.fold.state), look(again, again.fold.state))
        if found or again.record() != game.record() or again.key != game.key or again.winners != game.winners:
            fail(f"The record of a game, read again, is another game. {found or again.record()}", here(game))

    def check_parts(self, game: Session) -> None:
        """Where a game tells what lines earned in parts, a player's own parts add up to the claim."""
        with doing("telling what every line earned", here(game)):
            found = game.explained()
            game.ending()
        for line, parts in zip(game.fold.lines, found or (), strict=found is not None):
            if isinstance(line, Turn):
                own = [p.amount if isinstance(p.amount, tuple) else (p.amount,) for p in parts if p.player == line.name]
                total = tuple(map(sum, zip(*own, strict=True))) if own else (0,) * len(line.claim or ())
                if total != line.claim:
                    fail(f"`{game.fold.notation.format(line)}` has the parts {parts}, which are not its claim.")

    def test_a_player_to_act_has_a_step_and_nobody_else_has(self, case: Case) -> None:
        """A position without steps would be the end of a game that is not over."""
        acting = 0
        for game in self.walk(case, 40):
            for spot in self.spots(game, random.Random(f"{case} {game.key}")):
                count = len(spot.state.steps())
                if spot.state.actor >= 0 and not count:
                    fail(f"{method(spot.state, 'steps')} has none for the player to act: the game is stuck.", spot)
                if spot.state.actor < 0 and count:
                    fail(f"{method(spot.state, 'steps')} has some though no player is to act.", spot)
                acting += spot.state.actor >= 0
        assert acting, "no player was ever to act"

    def test_games_do_not_touch_each_other(self, case: Case) -> None:
        """Two games on the same rules, played in turns, come out as when each is played alone."""
        number = 0
        for first, second in zip(self.walk_through(case, 0, 20), self.walk_through(case, 1, 20), strict=False):
            number += 1
            for game in (first, second):
                with trying(game):
                    self.play_on(game.fold.state, random.Random(number), 1)
        assert number > 1

    def test_chance_is_there_where_the_rules_say_so(self) -> None:
        """Somewhere in its games a game with chance draws something."""
        cases = self.cases()
        drawn = sum(
            game.fold.state.actor == CHANCE
            for case in (cases[0], cases[-1])
            for game in self.walk_through(case, 0, self.longest)
        )
        if self.rules.has_chance and not drawn:
            fail(f"{method(self.rules, 'has_chance')} is True, and in random games chance is never to act.")
        if not self.rules.has_chance:
            assert not drawn
            with pytest.raises(HeaderError):
                cases[0].new(kind="seed")

    def test_any_player_may_begin(self, case: Case) -> None:
        """Whoever is drawn to begin is a player, and anyone can be named."""
        for seed in range(8 if self.rules.has_chance else 1):
            drawn = case.new(kind="seed", seed=f"first {seed}") if self.rules.has_chance else case.new()
            first = drawn.header.first
            if first not in range(case.players):
                fail(f"{method(self.rules, 'draw_first')} gives {first}, which is no player.", here(drawn))
        for index, name in enumerate(case.new().header.names):
            game = case.new(first=name)
            if game.header.first != index:
                fail(f"{name} was named to begin, and the header says {game.header.names[game.header.first]}.")
            self.check_position(game)
