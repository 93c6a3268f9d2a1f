"""Conformance: lines are read as they are written, carelessly typed as well; what is no line is refused in words."""

import random
import re

import pytest

from pbem import reading, report
from pbem.errors import AmbiguousMove, HeaderError, PbemError, WrongClaim
from pbem.game import END, Step
from pbem.header import LINE_LENGTH
from pbem.notation import Line, Turn
from pbem.session import Session
from pbem.testing.playing import Case, name_in
from pbem.testing.suite import Key, Suite, key, some, trying
from pbem.testing.telling import Spot, changes, check_earned, doing, fail, here, look, method, step_text

_STEPS = 30  # steps of one position that are written and read
ODD_NAMES = ("Zoe Q", "Ren\u00e9e", "O'Neil", "\u0141ukasz \u017bak", "\u041c\u0430\u0440\u0438\u044f", "\u674e\u5c0f")


class Lines(Suite):
    """The words of a game."""

    def test_every_step_reads_back(self, case: Case) -> None:
        """Each step, in any case and with more blanks, is read as the value that was written; no two read the same."""
        read = 0
        for game in self.walk(case, 24):
            rng = random.Random(f"steps read {case} {game.key}")
            for spot in self.spots(game, rng):
                texts: dict[str, Step] = {}
                for step in some(spot.state.steps(voluntary=True), rng, _STEPS):
                    if step is not END:
                        text = self.check_step(spot, step)
                        if key(texts.setdefault(text, step)) != key(step):
                            fail(f"{method(game.rules.words, 'format_step')} writes `{text}` for two steps.", spot)
                        read += 1
        assert read, "no step was written"

    def check_step(self, spot: Spot, step: Step) -> str:
        """The text of a step, which is read as that step."""
        game, words = spot.game, spot.game.rules.words
        what = method(words, "format_step")
        text = words.format_step(step)
        if not isinstance(text, str) or not text or text != " ".join(text.split()) or not text.isprintable():
            fail(f"{what} should give one line with single blanks for {step!r}, not {text!r}.", spot)
        if ";" in text or "=" in text or len(text) > LINE_LENGTH // 4:
            fail(f"{what} gives `{text}`: `;` begins a remark, `=` a claim, and a line has {LINE_LENGTH} signs.", spot)
        for typed in variants(text):
            line = self.read(game, typed, spot)
            if not isinstance(line, Turn) or line[:2] != (None, None) or list(map(key, line.steps)) != [key(step)]:
                fail(f"{what} writes `{text}` for {step!r}, and `{typed}` is read as {line!r}.", spot)
        if not words.matches(step, step):
            fail(f"{method(words, 'matches')}: {step_text(game, step)} does not stand for itself.", spot)
        return text

    def read(self, game: Session, typed: str, spot: Spot) -> Line:
        """A line that must be readable."""
        try:
            return game.fold.notation.parse(typed)
        except PbemError as error:
            fail(f"`{typed}` is how the game writes it, or nearly so, and it cannot be read: {error}", spot)

    def test_any_two_steps_can_be_compared(self, case: Case) -> None:
        """`matches` and `leads_to` say yes or no to whatever is written, END as well, and each legal step."""
        pool: dict[Key, Step] = {key(END): END}
        compared = 0
        for game in self.walk(case, 16, acting=True):
            rng, words = random.Random(f"compared {case} {game.key}"), game.rules.words
            for spot in self.spots(game, rng):
                listed = spot.state.steps()
                legal = [*some(listed, rng, 6), *(step for step in listed if step is END)]
                pool.update((key(step), step) for step in legal)
                for written in some(list(pool.values()), rng, 12):
                    for full in legal:
                        with doing(f"comparing {step_text(game, written)} with {step_text(game, full)}", spot):
                            stands = written is not END and words.matches(written, full)
                            words.leads_to(written, full)
                        if stands and full is END:
                            fail(f"{method(words, 'matches')}: {step_text(game, written)} stands for END.", spot)
                        compared += 1
        assert compared

    def test_the_example_is_a_move(self) -> None:
        """What messages show as a move can be read as one, and so can no word that is expected in it."""
        words = self.rules.words
        game = self.cases()[0].new()
        if not game.is_move(words.example):
            fail(f"{method(words, 'example')} is `{words.example}`, which is no move.")
        for terminal, called in words.expected.items():
            if not isinstance(called, str) or not called.strip():
                fail(f"{method(words, 'expected')} should say in words what {terminal} is, not {called!r}.")

    def test_lines_may_be_typed_carelessly(self, case: Case) -> None:
        """In any case, with more blanks, without number and name and claim: they come out as they are written."""
        typed = 0
        for number in range(2):
            rng = random.Random(f"careless {case} {number}")
            game = case.new()
            for line in self.played(case, number).lines:
                careless = rng.choice(variants(self.shortened(game, line, rng)))
                with doing(f"playing `{careless}`", here(game)):
                    played = self.play_careless(game, careless, line)
                if played != [line]:
                    fail(f"`{careless}` was typed for `{line}`, and {played} came out of it.", here(game))
                typed += 1
        assert typed

    def play_careless(self, game: Session, careless: str, line: str) -> list[str]:
        """Plays a line as it was typed; where a capital can be a digit as well that is asked, and `line` is played."""
        try:
            return game.play(careless, deal=False)
        except AmbiguousMove:
            if careless.lower() == careless or careless in line:
                raise
            return game.play(line, deal=False)

    def shortened(self, game: Session, line: str, rng: random.Random) -> str:
        """A line without what need not be written."""
        parsed = game.fold.notation.parse(line)
        if isinstance(parsed, Turn):
            if game.rules.chance_in_turns:  # a line that is not whole may be completed by more than was played
                return line
            claim = parsed.claim if rng.random() < 0.5 else None
            text = game.fold.notation.format(parsed._replace(claim=claim))
            return text if rng.random() < 0.5 else text.partition(": ")[2]
        return line

    def test_claims(self, case: Case) -> None:
        """With claims a line that says another one is refused; without them no line has any."""
        has_claims, turns, lengths = self.rules.has_claims, 0, set()
        for game in self.walk(case, 24, acting=True):
            begun = any(isinstance(line, Turn) for line in game.fold.lines)
            for spot in self.spots(game, random.Random(f"claims {case} {game.key}")):
                check_earned(spot)
                if spot.begun or begun:  # before the first step of a player there may be nothing yet
                    lengths.add(len(spot.state.earned))
            turns += begun
            if not has_claims and "=" in "".join(game.log):
                fail("The rules say has_claims = False, and a line has a claim.", here(game))
        if len(lengths) > 1:
            fail(f"State.earned has now {min(lengths)} and now {max(lengths)} numbers; a claim has always as many.")
        assert turns, "no turn was played"
        game = case.new()
        for line_text in self.played(case, 0).lines:
            parsed = game.fold.notation.parse(line_text)
            if isinstance(parsed, Turn):
                bare = game.fold.notation.format(parsed._replace(claim=None))
                wrong = ",".join(str(number + 1) for number in parsed.claim or (0,))
                with pytest.raises(WrongClaim if has_claims else PbemError):
                    game.play(f"{bare} ={wrong}", deal=False)
            game.play(line_text, deal=False)

    def test_damaged_lines_are_refused_in_words(self, case: Case) -> None:
        """Whatever is typed is played or refused with a sentence, and then nothing has changed."""
        lines = [line for number in range(2) for line in self.played(case, number).lines]
        signs = sorted(set("".join(lines)) | set("?9;=/"))
        refused = 0
        for game in self.walk(case, 20):
            rng = random.Random(f"damaged {case} {game.key}")
            for _ in range(8):
                text = damaged(rng.choice(lines), signs, rng)
                before = look(game, game.fold.state)
                with trying(game), doing(f"playing `{text}`", here(game)):
                    try:
                        game.play(text, deal=False)
                    except PbemError as error:
                        refused += bool(str(error).strip())
                        found = changes(before, look(game, game.fold.state))
                        if found:
                            fail(f"`{text}` was refused, and the position has changed: {found}.", here(game))
        assert refused, "nothing was refused"

    def test_words_of_moves_are_no_names(self) -> None:
        """What moves and draws begin with cannot be what a player is called."""
        words = self.rules.words
        case = self.cases()[0]
        plain = [word for word in words.no_first_words if word.isalnum()]
        taken = [*words.no_names, *plain, *(f"{word} Lu" for word in plain), *words.chance_words, "undo"]
        for word in taken:
            with pytest.raises(HeaderError):
                renamed(case, [word]).new()
        for name in case.new().header.names:
            assert name

    def test_players_may_have_any_names(self, case: Case) -> None:
        """A game is the same whatever its players are called: the same lines but for the names, the same keys."""
        plain, odd = case.new(), renamed(case, ODD_NAMES).new()
        names = dict(zip(plain.header.names, odd.header.names, strict=True))
        for line in self.played(case, 0).lines:
            plain.play(line, deal=False)
            other = re.sub("|".join(rf"(?<!\w){re.escape(name)}(?!\w)" for name in names), lambda m: names[m[0]], line)
            with doing(f"playing `{other}`", here(odd)):
                played = odd.play(other, deal=False)
            if played != [other]:
                fail(f"`{other}` was played, and {played} came out of it.", here(odd))
            if odd.key != plain.key:
                fail(f"{method(odd.rules, 'position')} depends on what players are called.", here(odd))
        again = reading.read(odd.record(), "record")
        assert again.record() == odd.record()
        assert "\n".join(report.show(again))


def variants(text: str) -> list[str]:
    """Ways in which the same may be typed."""
    return [text, text.lower(), text.upper(), text.swapcase(), f" {text.replace(' ', '  ')} "]


def damaged(line: str, signs: list[str], rng: random.Random) -> str:
    """A line in which something is wrong, or nothing by chance."""
    for _ in range(rng.randrange(1, 4)):
        at = rng.randrange(len(line) + 1)
        words = line.split(" ")
        word = rng.randrange(len(words))
        line = rng.choice(
            [
                line[:at] + line[at + 1 :],
                line[:at] + rng.choice(signs) + line[at:],
                re.sub("[0-9]+", rng.choice(["0", "99", "9" * 30]), line, count=1),
                re.sub("[0-9](?!.*[0-9])", rng.choice(["0", "99"]), line, count=1),
                " ".join([*words[:word], *words[word + 1 :]]),
                " ".join([*words[:word], words[word], *words[word:]]),
            ]
        )
    return line


def renamed(case: Case, names: tuple[str, ...] | list[str]) -> Case:
    """A case whose first players are called otherwise."""
    words, options = list(case.words), list(case.options)
    for index, name in enumerate(names[: len(words)]):
        old, equals, rest = words[index].partition("=")
        words[index] = f"{name}{equals}{rest}"
        options = [re.sub(rf" {re.escape(name_in(old))}$", f" {name}", option) for option in options]
    return Case(case.game, tuple(words), tuple(options))
