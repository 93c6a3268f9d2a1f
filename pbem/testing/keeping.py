"""Conformance: records, save files, setups, and what other processes get."""

import pickle
import random
import re
from collections.abc import Sequence

import pytest

from pbem import reading, record, report, starting
from pbem.board import wrap
from pbem.errors import PbemError
from pbem.header import is_log_line
from pbem.session import Session
from pbem.testing.chance import Chance
from pbem.testing.playing import Case
from pbem.testing.suite import key, trying
from pbem.testing.telling import changes, doing, fail, here, look, method


class Keeping(Chance):
    """A game as text, and back."""

    def test_save_file_and_record_are_the_same_content(self, case: Case, kind: str) -> None:
        """TOML to record to TOML, and record to TOML to record, byte for byte."""
        game = case.new(**self.seeded("kept", kind))
        secret = "kept" if kind == "keeper" else None
        self.play_seeded(game, random.Random(f"{kind} {case}"), 10)
        if not game.over:
            line = self.random_line(game, random.Random(2))
            game.play(f"{line} ; as played")
        assert game.log
        toml, text = game.toml(), game.record()
        for found, wanted in (
            (reading.read(text, "record", secret).toml(), toml),
            (reading.read(toml, "save", secret).record(), text),
        ):
            if found != wanted:
                fail(f"A save file and a record are not the same content:\n{wanted}\n\n{found}", here(game))
        assert record.is_record(text)
        assert not record.is_record(toml)
        if not self.rules.has_chance and re.search("(?m)^chance|seed", text + toml):
            fail(f"has_chance is False, and chance is written down:\n{text}", here(game))

    def test_the_result_says_who_has_won(self, case: Case) -> None:
        """With scores they are the result; without, a sentence is."""
        game = case.new()
        lines = self.played(case, 0).lines
        for line in lines:
            game.play(line, deal=False)
        result = game.record().rstrip("\n").split("\n")[-1]
        for name, score in zip(game.header.names, game.state.scores(), strict=False):
            if self.rules.has_scores and f"{name} {score}" not in result:
                fail(f"The result is `{result}`, and {name} has {score}.", here(game))
        if not self.rules.has_scores and not re.fullmatch(r"result .*(has won|share the win)", result):
            fail(f"The result is `{result}`, and the rules say has_scores = False.", here(game))

    def test_any_position_is_a_setup(self, case: Case) -> None:
        """`setup` and `new --setup` are inverse, draws that are due included, and the game goes on as it did."""
        set_up = 0
        for number in range(2):
            lines = self.played(case, number).lines
            for game in self.walk_through(case, number, 20):
                if game.over or not game.rules.whole(game.state):
                    continue
                self.check_position_lines(game)
                again = self.from_setup(game, game.setup())
                self.check_same(game, again)
                with doing("the suite's `invariant`, after the position was set up", here(again)):
                    self.invariant(again)
                line = lines[len(game.fold.lines)]
                with trying(game), doing(f"playing `{line}` after the position was set up", here(again)):
                    game.play(line, deal=False)
                    again.play(line, deal=False)  # where it has a claim, the same is earned
                    if again.key != game.key:
                        fail(f"`{line}` leads to another position after the one before was set up.", here(again))
                set_up += 1
        if not set_up:
            fail(f"{method(self.rules, 'whole')} is True for no position of random games: none can be set up.")

    def test_a_post_is_a_setup(self, case: Case) -> None:
        """Where the game `reads_posts`: what `show` prints, as text and with marks, quoted, in a mail; a line less."""
        begun = refused = 0
        for game in self.walk(case, 8):
            if not self.rules.reads_posts or game.over or not game.rules.whole(game.state):
                continue
            rng = random.Random(f"post {case} {game.key}")
            lines = report.show(game)
            form, mark = rng.choice(["text", "bbcode", "markdown"]), rng.choice(["", "> "])
            post = "\n".join(mark + line for line in wrap(lines, form).split("\n"))
            again = self.from_setup(game, post, case.words)
            if (again.key, again.to_move, again.scores) != (game.key, game.to_move, game.scores):
                fail(f"A post was read as another position:\n{post}\n\n{again.setup()}", here(game))
            told = [line for line in game.rules.paint.report(game.view()) if line in lines]
            lines.remove(rng.choice(told))
            with doing("reading a post without a line of its report", here(game)):
                with pytest.raises(PbemError) as error:
                    starting.new(self.game, case.words, setup="\n".join(lines), id="test")
                refused += bool(str(error.value).strip())
            begun += 1
        assert begun == refused
        if not begun and self.rules.reads_posts:
            fail(f"{method(self.rules, 'read_post')}: no position of random games could be posted.")

    def check_same(self, game: Session, again: Session) -> None:
        """A position that was set up is the one that was written down."""
        lines, other = map(_said, (game, again))
        if again.key != game.key or other != lines:
            lost, come = [x for x in lines if x not in other], [x for x in other if x not in lines]
            fail(f"A position was written down as a setup and set up: {lost} became {come}.", here(game))
        if again.scores != game.scores:
            fail(f"A position was set up, and the scores {game.scores} became {again.scores}.", here(game))
        if set(map(key, again.state.steps())) != set(map(key, game.state.steps())):
            fail("After its setup a position has other steps, though its lines are the same.", here(game))

    def from_setup(self, game: Session, setup: str, players: Sequence[str] = ()) -> Session:
        """The game that starts from a setup; people draw."""
        with doing(f"reading the setup\n{setup}", here(game)):
            kind = "manual" if self.rules.has_chance else None
            return starting.new(self.game, players, kind=kind, setup=setup, id="test")

    def check_position_lines(self, game: Session) -> None:
        """Position lines are lines of a header and of no log."""
        rules = game.rules
        for line in rules.position(game.state, game.header.names):
            word = line.split(" ")[0]
            if word not in rules.position_words:
                fail(f"{method(rules, 'position')}: `{line}` begins with no word of position_words.", here(game))
            if is_log_line(line, rules.words.chance_words) or line != " ".join(line.split()) or ";" in line:
                fail(f"{method(rules, 'position')}: `{line}` can be taken for another line.", here(game))

    def test_faulty_setups_are_refused_in_words(self, case: Case) -> None:
        """A position line that is damaged is refused, or what comes of it is a game that can be kept."""
        refused = 0
        for game in self.walk(case, 12):
            if game.over or not game.rules.whole(game.state):
                continue
            rng = random.Random(f"faulty {case} {game.key}")
            lines = game.setup().split("\n")
            places = [at for at, line in enumerate(lines) if line.split(" ")[0] in game.rules.position_words]
            for at in rng.sample(places, min(6, len(places))):
                wrong = _damaged(lines[at], rng)
                setup = "\n".join([*lines[:at], *wrong, *lines[at + 1 :]])
                with doing(f"reading a setup with the lines {wrong}", here(game)):
                    try:
                        kind = "manual" if self.rules.has_chance else None
                        found = starting.new(self.game, kind=kind, setup=setup, id="test")
                        assert reading.read(found.record(), "record").key == found.key
                    except PbemError as error:
                        refused += bool(str(error).strip())
        assert refused, "no damaged setup was refused"

    def test_the_key_changes_with_the_position(self, case: Case) -> None:
        """No line leaves the key as it was, and where keys are equal the same steps may come."""
        known: dict[str, list[str]] = {}
        lines = self.played(case, 0).lines
        game = case.new()
        before = game.key
        for line in lines:
            game.play(line, deal=False)
            if game.key == before:
                fail(
                    f"`{line}` was played, and the key of the position stayed {before}: "
                    f"{method(game.rules, 'position')} tells the two positions not apart, nor does rules.pending.",
                    here(game),
                )
            before = game.key
        for number in range(2):
            for game in self.walk_through(case, number, 80):
                text = f"{game.key} {game.fold.state.mover}"
                steps = sorted(str(key(step)) for step in game.state.steps()[:100])
                if known.setdefault(text, steps) != steps:
                    fail(f"Two positions have the key {game.key}, and not the same steps.", here(game))
        assert known

    def test_positions_and_games_cross_processes(self, case: Case) -> None:
        """Pickled and read again they are as they were, play on in the same way, and share nothing that changes."""
        crossed = 0
        for game in self.walk(case, 8):
            state = game.fold.state
            before = look(game, state)
            with doing(f"pickling {method(state, '')}", here(game)):
                again = pickle.loads(pickle.dumps(state))
                session = pickle.loads(pickle.dumps(game))
            for what, found in (("State", look(game, again)), ("Session", look(session, session.fold.state))):
                if changes(before, found):
                    fail(f"A {what} was pickled, and is another one: {changes(before, found)}.", here(game))
            copy = state.copy()
            for one in (again, copy):  # and the walk goes on: nothing that changes is shared
                self.play_on(one, random.Random(f"crossed {case}"), 6)
            different = changes(look(game, copy), look(game, again))
            if different:
                fail(f"A pickled position plays on in another way: {different}.", here(game))
            assert session.log == game.log
            crossed += 1
        assert crossed


def _damaged(line: str, rng: random.Random) -> list[str]:
    """A position line in which something is wrong, or nothing by chance."""
    words = line.split(" ")
    word = rng.randrange(len(words))
    return rng.choice(
        [
            [line, line],
            [words[0]],
            [f"{line} x"],
            [f"{line},1"],
            [" ".join(words[:-1])],
            [" ".join([*words[:word], "?", *words[word + 1 :]])],
            [re.sub("[0-9]+", rng.choice(["0", "99999", "9" * 20, "-1"]), line, count=1)],
            [re.sub("[0-9](?!.*[0-9])", rng.choice(["0", "9", "z"]), line, count=1)],
            [line[:-1]],
        ]
    )


def _said(game: Session) -> list[str]:
    """All that the key of a position is made of, in words."""
    state, names = game.state, game.header.names
    actor = names[state.actor] if state.actor >= 0 else "nobody" if game.over else "chance"
    return [f"{actor} is to act", *game.rules.position(state, names), *game.rules.pending(state)]
