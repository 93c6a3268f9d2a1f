"""Conformance: which steps a position lists, what they do, and what it refuses."""

import random
from collections.abc import Hashable, Iterator, Sequence
from contextlib import suppress
from itertools import islice
from typing import Any

from pbem import legal, reading
from pbem.chance import chooser
from pbem.game import CHANCE, END, Illegal, State, Step
from pbem.game import State as Usual
from pbem.notation import Chance
from pbem.session import Session
from pbem.testing.playing import Case
from pbem.testing.suite import Key, Suite, follow, key, some, trying
from pbem.testing.telling import Look, Spot, changes, check_sentence, doing, fail, here, look, method, step_text

_TRIED = 40  # steps of one position
_POOL = 400  # steps that were legal somewhere
_WITHIN = 120  # positions of one turn
_COUNTED = 1500  # whole turns that are counted one by one
_STRANGE: tuple[Any, ...] = ("", None, 3, (0,), [], object())
_NOWHERE: dict[type, tuple[Any, ...]] = {int: (-1, 10**30, -(10**30)), str: ("", "\N{SNOWMAN}")}


def _others(value: Any) -> Iterator[Any]:
    """A value that is, or holds, numbers and texts, with each of them by itself another one."""
    if isinstance(value, tuple):
        for index, part in enumerate(value):
            for other in _others(part):
                parts = (*value[:index], other, *value[index + 1 :])
                yield type(value)(*parts) if hasattr(value, "_fields") else parts
    elif type(value) in _NOWHERE:
        yield from _NOWHERE[type(value)]


def _reads_back(game: Session, result: Step) -> bool:
    """Whether a line of chance says this result, and no other one."""
    notation = game.fold.notation
    with suppress(Exception):  # the words of a game are given what it never deals
        line = notation.parse(notation.format(Chance(result, None)))
        return isinstance(line, Chance) and key(line.result) == key(result)
    return False


class Steps(Suite):
    """Positions and steps."""

    def test_every_listed_step_can_be_played(self, case: Case) -> None:
        """END ends a line, and is listed where nothing else ends it and only there; every other step goes on from here.

        Those that only throw away are listed besides the others when they are asked for.
        """
        played = 0
        for game in self.walk(case, 24):
            rng = random.Random(f"listed {case} {game.key}")
            for spot in self.spots(game, rng):
                state = spot.state
                if state.actor < 0:
                    continue
                listed, all_ = state.steps(), state.steps(voluntary=True)
                if len(all_) < len(listed):
                    fail(f"{method(state, 'steps')}(voluntary=True) has fewer steps than without.", spot)
                for step in [*some(listed, rng, _TRIED), *some(all_, rng, _TRIED // 4)]:
                    self.check_played(spot, step)
                    played += 1
                self.check_end_of_line(spot, all_)
        assert played, "no step was listed anywhere"

    def check_played(self, spot: Spot, step: Step) -> None:
        """A listed step is a value, and can be played."""
        state, after = spot.state, spot.state.copy()
        try:
            hash(step)
        except TypeError:
            fail(f"{step!r} should be an immutable value, which can be hashed.", spot)
        try:
            with doing(f"{method(state, 'apply')} with {step_text(spot.game, step)}", spot, (Illegal,)):
                after.apply(step)
        except Illegal as error:
            fail(
                f"{method(state, 'steps')} lists {step_text(spot.game, step)}, and {method(state, 'apply')} refuses it "
                f"({error.reason}).",
                spot,
            )
        finished = after.turn != state.turn or after.actor < 0
        if step is END and not finished:
            fail(f"END was played, and neither the turn is over nor chance to act: {method(state, 'apply')}.", spot)
        if not finished and after.actor != state.actor:
            fail(f"{step_text(spot.game, step)} changes who is to act, but not the number of the turn.", spot)

    def check_end_of_line(self, spot: Spot, listed: Sequence[Step]) -> None:
        """END is listed exactly where it can be played, and never before the first step of a line."""
        state, after = spot.state, spot.state.copy()
        try:
            after.apply(END)
            ends = True
        except Illegal as error:
            check_sentence(spot.game, error, END, spot)
            ends = False
        there = any(step is END for step in listed)
        if ends and not spot.begun:
            fail(f"{method(state, 'apply')} takes END before the first step of a line, which cannot be written.", spot)
        if ends != there:
            what = "takes END, and it is not among" if ends else "refuses END, and it is among"
            fail(f"{method(state, 'apply')} {what} what {method(state, 'steps')} lists.", spot)

    def test_steps_are_the_same_whenever_they_are_listed(self, case: Case) -> None:
        """The same steps in the same order, on a copy and in the game read again; no step twice; looking is silent."""
        for game in self.walk(case, 16):
            again = reading.read(game.record(), "record")
            rng = random.Random(f"same {case} {game.key}")
            for spot in [*self.spots(game, rng), here(again)]:
                state = spot.state
                before, listed = look(game, state), list(state.steps())
                others = {"once more": state, "on a copy": state.copy()}
                if spot.state.turn == game.turn and not spot.begun:
                    others["in the game read again"] = again.state
                for where, other in others.items():
                    found = list(other.steps())
                    if list(map(key, found)) != list(map(key, listed)):
                        same = set(map(key, found)) == set(map(key, listed))
                        what = "in another order" if same else f"as {found[:5]} ... after {listed[:5]} ..."
                        fail(f"{method(state, 'steps')} lists other steps {where}: {what}.", spot)
                if len(set(map(key, listed))) != len(listed):
                    twice = next(step for index, step in enumerate(listed) if step in listed[:index])
                    fail(f"{method(state, 'steps')} lists {step_text(game, twice)} twice.", spot)
                if [state.steps()[index] for index in range(min(20, len(listed)))] != listed[:20]:
                    fail(f"{method(state, 'steps')}: items by index are not those of the iteration.", spot)
                if not listed:
                    with suppress(IndexError):
                        fail(f"{method(state, 'step_at')} gives {state.step_at(0.0)} where no step is legal.", spot)
                for share in (0.0, rng.random(), 1 - 2**-53) if listed else ():
                    due, found = listed[int(share * len(listed))], state.step_at(share)
                    if key(found) != key(due):
                        what = f"gives {step_text(game, found)} at {share}, not {step_text(game, due)}"
                        fail(f"{method(state, 'step_at')} {what}.", spot)
                self.check_silent(spot, before)

    def check_silent(self, spot: Spot, before: Look) -> None:
        """Whatever is asked of a position leaves it as it is."""
        game, state = spot.game, spot.state
        state.in_turn()
        for step in [END, *state.steps()[:3]]:
            state.may_follow(step)
            state.unsaid(step)
        game.rules.paint.board(game.view(state))
        game.rules.paint.report(game.view(state))
        found = changes(before, look(game, state))
        if found:
            fail(f"Looking at a position has changed it: {found}.", spot)

    def test_copies_are_independent(self, case: Case) -> None:
        """What is played on a copy does not change the original, nor the other way round; at once or later on."""
        for number in range(2):
            kept: list[tuple[int, State]] = []
            for game in self.walk_through(case, number, 10):
                rng = random.Random(f"copies {case} {number} {game.key}")
                original = game.fold.state
                before = look(game, original)
                first, second = original.copy(), original.copy()
                found = changes(before, look(game, first))
                if found:
                    fail(f"{method(original, 'copy')}: the copy is not like its original: {found}.", here(game))
                third = second.copy()
                self.play_on(first, rng, 6)
                self.check_unchanged(game, original, before, "its copy was played on, and the original has changed")
                self.play_on(second, rng, 6)
                self.check_unchanged(game, third, before, "the original was played on, and its copy has changed")
                kept.append((len(game.fold.lines), third))
            # What cannot be seen at once shows when the copy goes the way of the original.
            for start, state in kept[:: max(1, len(kept) // 4)]:
                follow(state, game.fold.lines[start:], game)
                found = changes(look(game, game.fold.state), look(game, state))
                if found:
                    fail(
                        f"{method(state, 'copy')}: a copy played on the same way comes elsewhere: {found}.", here(game)
                    )

    def check_unchanged(self, game: Session, state: State, before: Look, what: str) -> None:
        """Fails where a position is not as it was."""
        found = changes(before, look(game, state))
        if found:
            fail(f"{method(state, 'copy')}: {what}: {found}.", Spot(game, state))

    def test_refused_steps_change_nothing_and_have_a_sentence(self, case: Case) -> None:
        """Steps that are legal elsewhere, tried where they are not; after the end that is every step."""
        pool: dict[Key, Step] = {}
        rng = random.Random(f"refused {case}")
        for game in self.walk(case, 24):
            for spot in self.spots(game, rng):
                pool.update((key(step), step) for step in some(spot.state.steps(), rng, _POOL // 10))
                if spot.state.actor == CHANCE:
                    result = spot.state.deal(lambda purpose, event, n: rng.randrange(n))
                    pool[key(result)] = result
        refused = 0
        for game in self.walk(case, 16):
            for spot in self.spots(game, rng):
                # The game's own position, where it is at hand: what is broken without being seen shows later.
                state = spot.state if spot.begun else game.fold.state
                tried = rng.sample(list(pool.values()), min(len(pool), _TRIED))
                there, before = Spot(game, state, spot.begun), look(game, state)
                refused += sum(self.check_refused(there, step, before) for step in tried)
        assert refused, "no step was refused, not even after the end"

    def test_what_is_no_step_of_the_game_is_refused(self, case: Case) -> None:
        """As any other that cannot be played: whoever writes a bot may give anything."""
        for game in self.walk(case, 4, games=1):
            for spot in self.spots(game, random.Random(f"strange {case} {game.key}")):
                before = look(game, spot.state)
                for value in _STRANGE:
                    if not self.check_refused(spot, value, before):
                        fail(f"{method(spot.state, 'apply')} takes {value!r}, which is no step of the game.", spot)

    def test_what_names_nothing_on_the_table_is_refused(self, case: Case) -> None:
        """Numbers below 0 and beyond everything, texts of nobody and of nothing, in any place of a step or a result."""
        for game in self.walk(case, 8, games=1):
            rng = random.Random(f"nowhere {case} {game.key}")
            for spot in self.spots(game, rng):
                state = spot.state
                there = [state.deal(chooser(rng))] if state.actor == CHANCE else state.steps(voluntary=True)
                before = look(game, state)
                for step in some(there, rng, 2):
                    for value in _others(step):
                        refused = self.check_refused(spot, value, before, written=False)
                        if not refused and state.actor == CHANCE and not _reads_back(game, value):
                            fail(f"{method(state, 'apply')} takes {value!r}, which no line of a log can say.", spot)

    def check_refused(self, spot: Spot, step: Step, before: Look, written: bool = True) -> bool:
        """Whether a step is refused, and then as it should be; one that is accepted should be listed.

        `before` is what the position looks like. What is not `written`, but made by a program, needs no sentence.
        """
        game, state = spot.game, spot.state
        trial = state.copy()
        with doing(f"{method(state, 'apply')} with {step_text(game, step)}", spot):
            try:
                trial.apply(step)
            except Illegal as error:
                refusal = error
            else:
                if state.actor >= 0 and key(step) not in set(map(key, state.steps(voluntary=True))):
                    fail(f"{method(state, 'apply')} takes {step_text(game, step)}, which is not listed.", spot)
                return False
        for changed in (trial, state):
            if changed is state:
                try:
                    state.apply(step)
                except Illegal:
                    pass
            found = changes(before, look(game, changed))
            if found:
                fail(
                    f"{method(state, 'apply')} refused {step_text(game, step)} ({refusal.reason}), and has changed the "
                    f"position before: {found}.",
                    spot,
                )
        if not written:
            return True
        check_sentence(game, refusal, step, spot)
        unsaid = state.unsaid(step) if state.actor >= 0 else None
        if unsaid is not None:
            try:
                trial.apply(unsaid[0])
            except Illegal as error:
                fail(
                    f"{method(state, 'unsaid')} gives {step_text(game, unsaid[0])} before {step_text(game, step)}, and "
                    f"it is refused ({error.reason}).",
                    spot,
                )
        return True

    def test_where_in_turn_is_equal_the_same_steps_may_come(self, case: Case) -> None:
        """Counting and best completions look at one of several equal positions only."""
        looked = 0
        for game in self.walk(case, 8, acting=True):
            rng = random.Random(f"in turn {case} {game.key}")
            known: dict[Hashable, Spot] = {}
            open_ = [Spot(game, game.state)]
            while open_ and looked < _WITHIN * 8:
                spot = open_.pop(rng.randrange(len(open_)))
                looked += 1
                with doing(f"remembering what {method(spot.state, 'in_turn')} gives, which must be hashable", spot):
                    other = known.setdefault(spot.state.in_turn(), spot)
                if other is not spot:
                    self.check_equal_in_turn(spot, other)
                if len(open_) < _WITHIN // 4:
                    open_ += self.after(spot, rng)
        assert looked

    def after(self, spot: Spot, rng: random.Random) -> list[Spot]:
        """Positions of the same turn, a step on."""
        found = []
        for step in some(spot.state.steps(), rng, 8):
            after = spot.state.copy()
            after.apply(step)
            if after.turn == spot.state.turn and after.actor == spot.state.actor:
                found.append(Spot(spot.game, after, (*spot.begun, step)))
        return found

    def check_equal_in_turn(self, spot: Spot, other: Spot) -> None:
        """Two positions of a turn that say they are the same list the same steps."""
        mine, others = spot.state.steps(), other.state.steps()
        if len(mine) == len(others) and (len(mine) > _POOL or set(map(key, mine)) == set(map(key, others))):
            return
        fail(
            f"{method(spot.state, 'in_turn')} is equal after `{spot.steps_so_far}` and after `{other.steps_so_far}`, "
            f"and their steps, {len(mine)} and {len(others)}, are not the same ones.",
            spot,
        )

    def test_turns_are_counted_as_they_are_listed(self, case: Case) -> None:
        """What `count` finds by remembering positions is as much as there is when each turn is gone through."""
        for game in self.walk(case, 10, acting=True):
            state = game.state
            if type(state).in_turn is Usual.in_turn:
                continue
            found = len(list(islice(legal.turns(state), _COUNTED)))
            if found < _COUNTED and legal.count(state) != found:
                fail(
                    f"Turns there are: {found}; turns counted with {method(state, 'in_turn')}: {legal.count(state)}. "
                    "It is equal for positions that can go on in different ways.",
                    here(game),
                )

    def test_every_listed_turn_is_accepted_and_earns_what_is_listed(self, case: Case) -> None:
        """As text with its claim, as a move and as steps; and it is found again by its first step."""
        listed = 0
        for game in self.walk(case, 5, games=1, acting=True):
            rng = random.Random(f"turns {case} {game.key}")
            with doing("listing the legal turns", here(game)):
                moves = game.legal()
            if not moves:
                fail("There is no legal turn, and a player is to act.", here(game))
            for move in rng.sample(moves, min(30, len(moves))):
                claim = f" ={','.join(map(str, move.earns))}" if game.rules.has_claims else ""
                # Where turns wait for chance, less than a line of the log may be completed by more than was listed.
                whole = f"{game.turn} {game.to_move}: {move.text}{claim}"
                others = () if game.rules.chance_in_turns else (f"{move.text}{claim}", move, move.steps)
                for given in (whole, *others):
                    with trying(game), doing(f"playing the listed turn `{move.text}`", here(game)):
                        line = game.play(given, deal=False)[0]
                    if not line.endswith(f": {move.text}{claim}"):
                        fail(f"The legal turn `{move.text}{claim}` was played, and became `{line}`.", here(game))
                listed += 1
            move = rng.choice(moves)
            begun = game.rules.words.format_step(move.steps[0])
            if not any(found.steps[0] == move.steps[0] for found in game.legal(begun)):
                fail(f"`{move.text}` is legal, and not found when `{begun}` is given as its beginning.", here(game))
        assert listed, "no turn was listed"
