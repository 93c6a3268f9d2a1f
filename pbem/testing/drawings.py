"""Conformance: what is drawn and told survives mail, says the same as the position lines, and is no move."""

import json
import random
import re
from collections.abc import Container, Iterable, Sequence
from typing import Any
from xml.etree import ElementTree

from pbem import for_scripts, pictures, report, scene, svg
from pbem.board import BOARD_WIDTH, WIDTH, is_row
from pbem.errors import NotationError
from pbem.folded import fold_lines
from pbem.game import CHANCE, NOBODY
from pbem.session import Session
from pbem.testing.playing import Case
from pbem.testing.suite import Suite
from pbem.testing.telling import doing, fail, here, method

SCREEN = 80
"""Columns of what is only printed on a screen."""
_FEWEST, _MOST = 3, 50  # lines of what explains the notation
_BAD_START = r"[\s>|.]|From |-+$"
_BAD_SIGNS = set('<>|*_~^@[]{}"\\#`')  # quotes, lists and marks of mail clients and forums
_BAD_RUNS = ("--", "...", "\t")


class Drawings(Suite):
    """Boards and texts."""

    def test_the_drawn_board_says_what_the_position_lines_say(self, case: Case) -> None:
        """Read back it is those position lines whose first word is in `drawn`; it is drawn the same each time."""
        drawn = 0
        for game in self.walk(case, 40):
            paint, view = game.rules.paint, game.view()
            board = paint.board(view)
            if not board or board != paint.board(game.view(game.state)):
                fail(f"{method(paint, 'board')} draws a position in two ways, or not at all.", here(game))
            if game.over or not game.rules.whole(game.state):
                continue
            lines = game.rules.position(game.state, game.header.names)
            expected = sorted(line for line in lines if line.split(" ")[0] in paint.drawn)
            read = sorted(paint.read(game.rules, board))
            if read != expected:
                fail(
                    f"{method(paint, 'read')} reads the drawn board as {read}; the position lines that begin with "
                    f"{list(paint.drawn)} are {expected}.",
                    here(game),
                )
            if paint.drawn and not any(is_row(line, paint.cell) for line in board):
                fail(f"{method(paint, 'board')} draws no line as pbem.board.row makes it.", here(game))
            drawn += 1
        assert drawn

    def test_what_is_pasted_survives_mail(self, case: Case) -> None:
        """Width, signs and starts of lines; nothing that could be read as a line of the log."""
        pasted = 0
        for game in self.walk(case, 30):
            rng = random.Random(f"mail {case} {game.key}")
            board = game.rules.paint.board(game.view(viewer=rng.randrange(case.players)))
            what = method(game.rules.paint, "board")
            for line in board:
                if len(line) > BOARD_WIDTH:
                    fail(f"{what}: `{line}` has {len(line)} columns, a board at most {BOARD_WIDTH}.", here(game))
                if "  " in line:
                    fail(f"{what}: `{line}` has several blanks in a row, which some mail clients fold.", here(game))
            turns = [None, *rng.sample(list(game.fold.before), min(1, len(game.fold.before)))]
            for turn in turns:
                name = rng.choice(game.header.names)
                lines = report.show(game, turn, name, rng.random() < 0.5)
                self.check_mail(game, lines, fold_lines(report.since(game, turn, name)))
                pasted += len(lines)
            for frame in report.frames(game, turns):
                self.check_mail(game, frame)
        assert pasted

    def check_mail(self, game: Session, lines: Iterable[str], log: Container[str] = ()) -> None:
        """Lines that are mailed, of which those of the `log` may be read; of players' names only that they fit in."""
        names = re.compile("|".join(map(re.escape, sorted(game.header.names, key=len, reverse=True))))
        for line in lines:
            plain = names.sub(lambda name: "N" * len(name[0]), line)
            if len(line) > WIDTH:
                fail(f"`{line}` has {len(line)} columns, at most {WIDTH} can be mailed.", here(game))
            if not plain.isascii() or not plain.isprintable():
                fail(f"`{line}` has signs beyond those of ASCII.", here(game))
            wrong = [sign for sign in [*_BAD_SIGNS, *_BAD_RUNS] if sign in plain]
            if wrong or re.match(_BAD_START, plain) or plain != plain.rstrip():
                why = f"has `{wrong[0]}` in it" if wrong else "begins or ends so"
                fail(f"`{line}` {why}, which mail clients and forums take for something else.", here(game))
            if line and line not in log:
                self.check_no_line(game, line)

    def check_no_line(self, game: Session, text: str) -> None:
        """A text that is pasted into a mail must not be taken for a line of the log."""
        try:
            game.fold.notation.parse(text)
        except NotationError:
            return
        fail(f"`{text}` stands in a text for people, and can be read as a line of the log.", here(game))

    def test_how_to_answer_is_no_answer(self, case: Case) -> None:
        """Templates and hints are told in words that are no move, and fit into a mail."""
        told = 0
        for game in self.walk(case, 24):
            paint, view, state = game.rules.paint, game.view(), game.fold.state
            if state.actor == NOBODY:
                continue
            if state.actor == CHANCE:
                due = paint.due(view)
                if not isinstance(due, str) or not due.strip() or "\n" in due:
                    fail(f"{method(paint, 'due')} should say in a few words what is due, not {due!r}.", here(game))
                hints = paint.how_to_draw(view)
            else:
                template = paint.template(view)
                if not isinstance(template, str) or not template.strip() or "\n" in template:
                    fail(f"{method(paint, 'template')} should be a line of text, not {template!r}.", here(game))
                self.check_no_line(game, template)
                self.check_mail(game, [f"{state.turn} {game.to_move}: {template}"])
                hints = [*paint.how_to_answer(view), *paint.asked(view)]
                told += 1
            if isinstance(hints, str) or not any(hints):
                fail(f"{method(paint, 'how_to_answer')} or how_to_draw should give lines, not {hints!r}.", here(game))
            self.check_mail(game, hints)
        assert told

    def test_reports_are_lines(self, case: Case) -> None:
        """What lies beside the board, for every player and after the end; benches are a part of it."""
        for game in self.walk(case, 16):
            paint = game.rules.paint
            for viewer in range(case.players):
                view = game.view(viewer=viewer)
                texts: dict[str, Sequence[Any]] = {
                    name: getattr(paint, name)(view) for name in ("report", "short", "benches", "legend")
                }
                for name, lines in texts.items():
                    if isinstance(lines, str) or not all(isinstance(line, str) for line in lines):
                        fail(f"{method(paint, name)} should give lines of text, not {lines!r}.", here(game))
                    self.check_mail(game, lines)
                for name in ("benches", "short"):
                    missing = [line for line in texts[name] if line not in texts["report"]]
                    if missing:
                        fail(f"{method(paint, name)} has `{missing[0]}`, and `report` has not.", here(game))

    def test_pictures_are_made_of_panels(self, case: Case) -> None:
        """For every player, also in the middle of a turn: no wider than a phone, and drawn the same each time."""
        if not self.rules.has_scene:
            return
        what = method(self.rules, "scene")
        for game in self.walk(case, 6, games=3):
            for spot in self.spots(game, random.Random(f"picture {case} {game.key}")):
                with doing("drawing a picture", spot):
                    self.rules.scene(game.view(spot.state), game.state)
            for name in game.header.names:
                shown = pictures.scene(game, name=name)
                if shown != pictures.scene(game, name=name):
                    fail(f"{what} draws a position in two ways.", here(game))
                json.dumps(scene.as_json(shown))
                ElementTree.fromstring(svg.write(shown))
                for panel in shown.panels:
                    if wrong := svg.unknown(panel.body):
                        fail(f"{what}: `{wrong}` is no colour of the palette.", here(game))
                    left, top, right, bottom = scene.extent(panel.body)
                    if min(left, top) < -1 or right > scene.INNER + 1 or bottom > panel.body.height + 1:
                        size = f"from {left:.0f}, {top:.0f} to {right:.0f}, {bottom:.0f}"
                        fail(
                            f"{what}: the panel `{panel.title}` goes {size}, a panel from 0, 0 to its size.", here(game)
                        )

    def test_the_rules_fit_on_a_screen(self) -> None:
        """How moves are written, on one page and without anything a terminal would act on."""
        paint = self.rules.paint
        lines = paint.rules_text(self.rules).split("\n")
        what = method(paint, "rules_text")
        if not _FEWEST <= len(lines) <= _MOST:
            fail(f"{what}: lines {len(lines)}; it should be a page, lines {_FEWEST} to {_MOST}.")
        for line in lines:
            if len(line) > SCREEN or not line.isascii() or not (line.isprintable()) or line != line.rstrip():
                fail(f"{what}: `{line}` should have at most {SCREEN} columns of ASCII, and no blanks at its end.")
        if not any(self.rules.title.casefold().split(":")[0] in line.casefold() for line in lines):
            fail(f"{what} does not name the game, {self.rules.title}.")

    def test_scripts_get_the_same(self, case: Case) -> None:
        """What `--json` prints can be written as JSON, and has no scores where there are none."""
        for game in self.walk(case, 4, games=1):
            found = for_scripts.position(game)
            try:
                again = json.loads(json.dumps(found))
            except TypeError as error:
                fail(f"{method(game.rules, 'details')} or a drawing gives what JSON cannot hold: {error}.", here(game))
            if (again["scores"] is None) == self.rules.has_scores or (again["chance"] is None) == self.rules.has_chance:
                fail(f"scores are {again['scores']} and chance is {again['chance']} in JSON.", here(game))
            if again["legal"] is not None and bool(again["legal"]) != (game.fold.state.actor >= 0):
                fail(f"legal turns as counted in JSON: {again['legal']}.", here(game))
            for entry in for_scripts.log(game):
                if "scores" in entry and not self.rules.has_scores:
                    fail("the log has scores, and the rules say has_scores = False.", here(game))

    def test_positions_in_the_middle_of_a_turn_can_be_shown(self, case: Case) -> None:
        """Position lines, drawings and the key need no whole turn."""
        seen = 0
        for game in self.walk(case, 12):
            for spot in self.spots(game, random.Random(f"middle {case} {game.key}")):
                with doing("showing a position", spot):
                    view = game.view(spot.state)
                    assert game.rules.position(spot.state, game.header.names)
                    assert game.rules.paint.board(view)
                    game.rules.paint.report(view)
                    game.rules.paint.legend(view)
                    game.rules.whole(spot.state)
                    seen += 1
        assert seen
