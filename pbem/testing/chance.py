"""Conformance: results of chance, seeds and keepers, games that their players deal together; what is taken back."""

import random

import pytest

from pbem import for_scripts, reading, report
from pbem.chance import chooser
from pbem.errors import IllegalMove, PbemError
from pbem.game import CHANCE, END, Illegal, State, Step
from pbem.notation import Turn
from pbem.session import Session
from pbem.testing.playing import Case, name_in, play_turn
from pbem.testing.suite import Suite, key, some, trying
from pbem.testing.telling import Spot, changes, check_sentence, doing, fail, here, look, method, step_text
from pbem.together import chain, tips
from pbem.together.session import TogetherSession

_TURNS = 12  # that are played, taken back and played again
_TOGETHER = 8  # that are dealt together
_LONGEST = 100  # lines of a game in which turns are taken back


class Chance(Suite):
    """Where results come from, how they are checked, and that they come again."""

    def test_what_is_dealt_is_accepted_and_no_event_is_used_twice(self, case: Case) -> None:
        """Dealing changes nothing, and the same numbers deal the same.

        An event that were used for two results would come out the same both times.
        """
        game, rng, due = case.new(), random.Random(f"deal {case}"), 0
        used: set[tuple[str, int]] = set()
        while not game.over and len(game.fold.lines) < _LONGEST:
            if game.fold.state.actor == CHANCE:
                due += 1
                self.play(game, self.check_deal(game, used, f"{case} {due}"))
            else:
                self.play(game, self.random_line(game, rng))
        if not self.rules.has_chance:
            assert not due, "a game without chance waits for it"
            with pytest.raises(Illegal):
                case.new().state.deal(chooser(random.Random(1)))

    def check_deal(self, game: Session, used: set[tuple[str, int]], seed: str) -> str:
        """The text of the result that is due; the events it is made from are not in `used`, and are then."""
        state = game.fold.state
        what = method(state, "deal")
        before, asked = look(game, state), list[tuple[str, int]]()

        def deal() -> Step:
            numbers = random.Random(seed)

            def choose(purpose: str, event: int, n: int) -> int:
                if n < 1 or event < 0:
                    fail(f"{what} asks for event {event} of {purpose!r} out of {n}.", here(game))
                asked.append((purpose, event))
                return numbers.randrange(n)

            return state.deal(choose)

        result = deal()
        twice = [event for event in asked if event in used or asked.count(event) > 1]
        if twice:
            fail(f"{what} uses the events {twice} for more than one result: count them on.", here(game))
        used.update(asked)
        if deal() != result or changes(before, look(game, state)):
            fail(f"{what} gives another result the second time: it should change nothing.", here(game))
        trial = state.copy()
        try:
            trial.apply(result)
        except Illegal as error:
            fail(f"{what} gives {step_text(game, result)}, which is refused ({error.reason}).", here(game))
        if not changes(before, look(game, trial)):
            fail(f"{step_text(game, result)} was applied and nothing has changed.", here(game))
        text = game.rules.words.format_chance(result)
        if text.split(" ")[0] not in game.rules.words.chance_words:
            fail(f"`{text}` should begin with one of words.chance_words.", here(game))
        if game.rules.words.bind(result, str) != result:
            fail(f"{method(game.rules.words, 'bind')} changes {step_text(game, result)}, which is bound already.")
        return text

    def test_what_results_make_possible_may_follow_them(self, case: Case) -> None:
        """A turn that waits for results can be typed whole: what they allow is not refused before they are there."""
        waited = 0
        for game in self.walk(case, 60 if self.rules.chance_in_turns else 8, acting=True):
            rng = random.Random(f"follow {case} {game.key}")
            for spot in self.spots(game, rng):
                for step in some(spot.state.steps(), rng, 12):
                    after = spot.state.copy()
                    after.apply(step)
                    if after.turn != spot.state.turn or after.actor != CHANCE:
                        continue
                    if not self.rules.chance_in_turns:
                        fail("A turn waits for a result, and the rules say chance_in_turns = False.", spot)
                    asked = spot.state if step is END else after
                    begun = spot.begun if step is END else (*spot.begun, step)
                    self.check_follows(Spot(game, asked, begun), after, rng)
                    waited += 1
        assert waited or not self.rules.chance_in_turns, "no turn waited for a result of chance"

    def check_follows(self, spot: Spot, waiting: State, rng: random.Random) -> None:
        """Steps that results make possible, and that cannot be played before, may follow."""
        now = set(map(key, spot.state.steps(voluntary=True)))
        for _ in range(3):
            after = waiting.copy()
            while after.actor == CHANCE:
                after.apply(after.deal(chooser(rng)))
            if (after.turn, after.actor) != (waiting.turn, waiting.mover):
                continue
            for step in some(after.steps(), rng, 12):
                if step is END or key(step) in now or self._is_completed(spot, step):
                    continue
                if not spot.state.may_follow(step):
                    fail(
                        f"{method(spot.state, 'may_follow')} says no to {step_text(spot.game, step)}, which can be "
                        "played in this turn after some results.",
                        spot,
                    )

    def _is_completed(self, spot: Spot, step: Step) -> bool:
        """Whether a step can be played with what may be left unsaid."""
        try:
            spot.game.fold.complete(spot.state.copy(), (step,))
        except IllegalMove:
            return False
        return True

    def test_results_that_do_not_fit_are_refused_and_change_nothing(self, case: Case) -> None:
        """Results that were due elsewhere, put where another one is due or none."""
        rng = random.Random(f"results {case}")
        results: list[Step] = []
        for game in self.walk_through(case, 0, self.longest):
            if game.fold.state.actor == CHANCE and len(results) < 400:
                results.append(game.fold.state.deal(chooser(rng)))
        refused = 0
        for game in self.walk(case, 16):
            state = game.fold.state
            before = look(game, state)
            for result in rng.sample(results, min(20, len(results))):
                trial = state.copy()
                try:
                    with doing(f"{method(state, 'apply')} with {step_text(game, result)}", here(game), (Illegal,)):
                        trial.apply(result)
                except Illegal as error:
                    check_sentence(game, error, result, here(game))
                    found = changes(before, look(game, trial))
                    if found:
                        fail(
                            f"{method(state, 'apply')} refused {step_text(game, result)} ({error.reason}), and has "
                            f"changed the position before: {found}.",
                            here(game),
                        )
                    refused += 1
                else:
                    if state.actor != CHANCE:
                        fail(f"{method(state, 'apply')} takes {step_text(game, result)} when none is due.", here(game))
        assert refused or not results, "no result was refused, not even where none was due"

    def test_undo_is_the_shorter_game(self, case: Case) -> None:
        """After `undo N` the position is the one before turn N, and it stays so when the log is read again."""
        undone = 0
        for number in range(2):
            rng = random.Random(f"undo {case} {number}")
            game = case.new()
            keys: dict[int, str] = {}
            for line in self.played(case, number).lines[: rng.randrange(_LONGEST // 2, _LONGEST)]:
                if game.fold.state.actor != CHANCE:
                    keys.setdefault(game.turn, game.key)  # a turn may have several lines
                game.play(line, deal=False)
            for _ in range(8):
                turns = [turn for turn in keys if turn in game.fold.before]
                if not turns:
                    break
                turn = rng.choice(turns)
                game.undo(turn, "trying something else")
                self.check_undone(game, turn, keys[turn])
                undone += 1
                keys = {number: key for number, key in keys.items() if number < turn}
                for _ in range(4):
                    if not game.over:
                        self.play(game, self.random_line(game, rng))
            self.invariant(game)
        assert undone, "no turn was there to be taken back"

    def check_undone(self, game: Session, turn: int, key: str) -> None:
        """A turn has been taken back."""
        if (game.turn, game.key) != (turn, key):
            fail(f"After `undo {turn}` the position is not the one before turn {turn}.", here(game))
        again = reading.read(game.toml(), "save")
        found = changes(look(game, game.fold.state), look(again, again.fold.state))
        if found or again.log != game.log:
            fail(f"A game with `undo {turn}`, read again, is another one: {found}.", here(game))

    def test_an_undone_draw_can_be_drawn_again(self, case: Case) -> None:
        """`undo draw` is the position before the result that people entered."""
        undone = 0
        for game in self.walk(case, 20):
            state = game.fold.state
            if state.actor == CHANCE:
                before = look(game, state)
                with trying(game):
                    game.play(self.random_line(game, random.Random(game.key)), deal=False)
                    game.undo_draw()
                    found = changes(before, look(game, game.fold.state))
                    if found:
                        fail(f"After `undo draw` the position is not the one before the draw: {found}.", here(game))
                undone += 1
        if not undone:  # also where only another case draws something
            with pytest.raises(IllegalMove):
                case.new().undo_draw()

    def test_undo_and_the_same_turns_again_deal_the_same(self, case: Case) -> None:
        """What is dealt from a seed depends on what was played, and on nothing else."""
        game = case.new(**self.seeded("again"))
        self.play_seeded(game, random.Random(5), _TURNS)
        log = game.log
        turns = [line for line in game.fold.lines if isinstance(line, Turn)]
        back = turns[len(turns) // 3].number
        assert back is not None
        again = [game.fold.notation.format(line) for line in turns if line.number is not None and line.number >= back]
        game.undo(back)
        for line in again:
            game.play(line)
        found = game.log[len(log) + 1 :]
        wanted = log[log.index(again[0]) :]
        if found != wanted:
            first = next((pair for pair in zip(found, wanted, strict=False) if pair[0] != pair[1]), (found, wanted))
            fail(
                f"The same turns were played again after `undo {back}`, and `{first[0]}` came instead of `{first[1]}`: "
                f"{method(game.fold.state, 'deal')} should depend on the position and `choose` only.",
                here(game),
            )

    def test_the_same_seed_or_secret_deals_the_same(self, case: Case, kind: str) -> None:
        """In the game read again, too; and a keeper's game goes on without the secret, only not by itself."""
        logs = []
        for _ in range(2):
            game = case.new(**self.seeded("twice", kind))
            self.play_seeded(game, random.Random(6), _TURNS)
            logs.append(game.log)
        if logs[0] != logs[1]:
            different = next(pair for pair in zip(*logs, strict=False) if pair[0] != pair[1])
            fail(f"The same game was dealt twice from one {kind}: `{different[0]}` and then `{different[1]}`.")
        assert logs[0], "nothing was played"
        secret = "twice" if kind == "keeper" else None
        again = reading.read(game.record(), "record", secret)
        assert again.log == game.log
        if kind == "keeper":
            assert reading.read(game.record(), "record").log == game.log

    def test_secrets_are_never_shown(self, case: Case) -> None:
        """Neither a keeper's secret nor a seed stands in what is mailed."""
        texts = []
        for kind in ("keeper", "seed") if self.rules.has_chance else ():
            game = case.new(**self.seeded("hidden-words", kind))
            self.play_seeded(game, random.Random(7), 2)
            shown = [*report.show(game), str(for_scripts.position(game))]
            if kind == "keeper":
                shown += [game.toml(), game.record()]
            if game.rules.whole(game.state) and not game.over:
                shown.append(game.setup())
            texts += shown
        for text in texts:
            if "hidden-words" in text:
                fail(f"The seed or the keeper's secret stands in a text for the players:\n{text}")

    def seeded(self, text: str, kind: str = "seed") -> dict[str, str]:
        """What a game is started with, so that `text` is its seed or its keeper's secret."""
        if not self.rules.has_chance:
            return {"id": text}
        named = {"seed": {"seed": text}, "keeper": {"secret": text}}.get(kind, {})
        return {"kind": kind, "id": "dealt", **named}

    def play_seeded(self, game: Session, rng: random.Random, turns: int) -> None:
        """So many turns at random; draws are made by the game where it can."""
        last = game.turn + turns
        while game.turn < last and not game.over:
            if game.fold.state.actor == CHANCE:
                game.play(self.random_line(game, rng))
                continue
            steps = play_turn(game.state, rng, self.policy)
            with doing("playing a random turn", here(game)):
                game.play(game.fold.notation.format_steps(steps))


class Together(Suite):
    """What is due is opened by another player's link, reads again, and cannot be another result."""

    def test_its_players_can_deal_it(self, case: Case) -> None:
        """Where anything is drawn, and somebody is there to open it."""
        if case.players < 2 or not self.rules.has_chance:
            return
        game, rng = _joined(case), random.Random(f"together {case}")
        _link(game)
        for _ in range(_TOGETHER):
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
