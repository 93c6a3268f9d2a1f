"""Posts carry the lines since their reader's last turn, as they stand in the log: whoever pastes them has caught up."""

import random
import re
from pathlib import Path

import pytest

import pbem
from pbem import board, report
from pbem.errors import PbemError
from pbem.folded import fold_lines, unfolded
from pbem.notation import Chance, Turn
from pbem.session import Session
from pbem.taking import Taking, take_from
from pbem.testing import Case
from tests.support import PLAYERS, ROOT, Some, any_turn, case_of, cases, random_line, random_lines
from tests.test_cli import Shell

HEADS = re.compile(r"So far:|The last turns:|Since the last turn of \w+:|The last turn of \w+, and what came since:")
LONG = "which I would not have done if there had been another way at all, " * 4


@pytest.fixture
def shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Shell:
    """A shell in an empty folder."""
    return Shell(tmp_path, monkeypatch)


def section(post: list[str]) -> list[str]:
    """The lines of the log in a post, whole."""
    heads = [number for number, line in enumerate(post) if HEADS.fullmatch(line)]
    if not heads:
        return []
    (start,) = heads
    return unfolded(post[start + 1 : [*post, ""].index("", start)])


def whole(lines: list[str]) -> list[str]:
    """Without the places where pieces stood."""
    return [line for line in lines if line]


def disturbed(game: Session, rng: random.Random) -> None:
    """Plays some lines at random, and now and then a remark, an undo, or an undo that is gone back on."""
    random_lines(game, rng, most=rng.randrange(1, 7))
    what = rng.random()
    if what < 0.2:
        game.play(f"; {LONG}")
    elif what < 0.5 and game.fold.before:
        game.undo(rng.choice(list(game.fold.before)[-4:]), LONG)
    elif what < 0.6 and not game.over:
        game.stop("no time")
        game.undo()


@pytest.mark.parametrize(
    ("game_id", "players"), [("maharani", 3), ("maharani", 2), ("majolica", 1), ("majolica", 2), ("rajas", 3)]
)
def test_a_post_brings_its_reader_up_to_date(game_id: str, players: int) -> None:
    """A copy that ends with the reader's last turn, and the post: the same log, the key of the title."""
    rng = random.Random(f"posts {game_id} {players}")
    game = case_of(game_id, players).new()
    caught = alone = 0
    for _ in range(12):
        disturbed(game, rng)
        for name in game.header.names:
            post = report.show(game, name=name)
            lines = whole(section(post))
            assert lines == report.since(game, name=name)
            log = game.log
            known = log[: len(log) - len(lines)]
            copy = case_of(game_id, players).new(id=game.header.id)
            copy.fold.replay(known)
            own = _first(game, lines, name)
            assert not known or re.match(rf"\d+ {name}:", lines[0] if own else known[-1])
            copy.play(*lines)
            assert copy.log == log
            assert f"game {game.header.id}, turn {copy.turn}, key {copy.key}" in " ".join(post[:2])
            caught += bool(known and lines)
            alone += own is not None
            kinds = [type(game.fold.notation.parse(line)) for line in lines]
            assert set(kinds) != {Chance} or not known, "a result of chance alone does not tell where it belongs"
    assert caught > 5
    assert alone or game_id != "majolica"


def _first(game: Session, lines: list[str], name: str) -> str | None:
    """The reader, if a post begins with the reader's own turn."""
    line = game.fold.notation.parse(lines[0]) if lines else None
    return name if isinstance(line, Turn) and line.name == name else None


@pytest.mark.parametrize("name", ["maharani-three", "majolica-three", "rajas-three"])
def test_of_an_earlier_turn_the_lines_up_to_it(name: str) -> None:
    game = pbem.load(str(ROOT / "examples" / f"{name}.pbem"))
    for turn in range(1, game.turn, 5):
        for player in game.header.names:
            lines = whole(section(report.show(game, turn, player)))
            at = game.fold.before[turn][0]  # nothing was taken back in these games
            assert lines == game.log[at - len(lines) : at]
            own = [line for line in game.log[:at] if re.match(rf"\d+ {player}:", line)]
            before = game.log[at - len(lines) - 1 : at - len(lines)]
            assert (lines[:1] if _first(game, lines, player) else before) == own[-1:] or (not own and not before)


def test_what_was_taken_back_is_there_with_its_undo() -> None:
    game = pbem.new("maharani", PLAYERS["maharani"][2], seed="back", first="Ana", id="back")
    game.play("R", "R")
    game.undo(2, "a slip")
    assert report.since(game, name="Ana") == game.log[-2:] == ["2 Bob: R =0", "undo 2 line 4 ; a slip"]
    game.play("R ; again")
    assert report.since(game) == ["2 Bob: R =0", "undo 2 line 4 ; a slip", "2 Bob: R =0 ; again"]
    assert report.since(game, turn=2) == ["draw 1:rW 2:bW 3:gE 4:oE", "1 Ana: R =0"]


def test_a_result_of_chance_alone_comes_after_the_readers_turn() -> None:
    game = pbem.new("maharani", PLAYERS["maharani"][2], seed="taj", first="Bob", id="greedy-taj")
    assert section(report.show(game)) == ["draw 1:bE 2:vSW 3:bW 4:gC"]
    game.play("4-a5+b / 1-b5+b")
    post = report.show(game, name="Bob")
    assert "The last turn of Bob, and what came since:" in post
    assert section(post) == ["1 Bob: 4-1a5N+b / 1-1b5N+b =3", "draw 1:yN 4:bS"]
    assert "So far:" in report.show(game, name="Ana")
    game.play("1-h3+g")
    assert "Since the last turn of Bob:" in report.show(game)
    assert section(report.show(game)) == ["draw 1:yN 4:bS", *game.log[-2:]]


def test_what_a_turn_brought_others_stands_below() -> None:
    """Turn 28 of the demo fills a quarter: its pay for the other player is in no line of the log."""
    game = pbem.load(str(ROOT / "examples" / "maharani-demo.pbem"))
    before, after = game.before(28).scores(), game.before(29).scores()
    assert after[1] > before[1]
    post = report.show(game, 29, "Bob")
    below = post[post.index("", post.index("Since the last turn of Bob:")) + 1 :]
    got = f"Bob got {after[1] - before[1]} = quarter"
    assert below == [f"Turn 28 earned 19 = tile 1 + quarter 3 paid 9 + 9; {got}", "= 3 paid 9."]
    assert [line for line in report.show(game, 28, "Bob") if line.startswith("Turn ")] == ["Turn 27 earned 1 = tile 1."]


def test_before_the_turn_that_goes_on_the_post_is_of_its_beginning() -> None:
    """Of a turn that waits for a roll: title, key and lines are those of one position."""
    game = pbem.new("rajas", PLAYERS["rajas"][2], seed="thread", first="Ana", id="thread")
    game.play("P6 -b6", "Q gS3 d4EW -g6")
    assert game.turn == 2
    assert section(report.show(game)) == ["2 Bob: Q gS3 d4EW -g6 =0,1", "draw gS6"]
    post = report.show(game, 2)
    assert section(post) == game.log[:-2]
    assert "This was before turn 2, with Bob to move; the game is at turn 2." in post


def test_a_folded_line_is_played_as_one(shell: Shell) -> None:
    shell("new maharani g.toml --player Ana=g,y --player Bob=r,b --seed taj --id g --first Ana")
    Path("h.toml").write_bytes(Path("g.toml").read_bytes())
    printed = shell(f'move g.toml "R ; {LONG}"').stdout
    block = printed.partition("\n\n")[0]
    log = pbem.load("g.toml").log
    assert block.split("\n") == fold_lines(log[1:])
    assert len(block.split("\n")) > 3
    for stdin in (block, block.replace("\n", "\r\n")):
        assert shell("move h.toml - --dry-run", stdin).exit_code == 0
    assert shell(f'move h.toml "{block}"').exit_code == 0
    assert pbem.load("h.toml").log == log
    pieces = printed[printed.index("\n1 Ana: ") :].partition("\n\n")[0]
    assert pieces.strip() == block
    for text in (pieces, printed):
        assert shell("move h.toml -", text).exit_code == 0  # known, so it is not played twice
    assert pbem.load("h.toml").log == log
    undone = shell(f'undo g.toml --reason "{LONG}"').stdout
    assert undone.startswith("\n".join(fold_lines(pbem.load("g.toml").log[-1:])) + "\n\n")


@pytest.mark.parametrize("game_id", PLAYERS)
def test_what_is_shown_to_be_imitated_is_no_move(game_id: str) -> None:
    """Nothing of a post is a line of the log but what stands in the log, turn and name or not."""
    game = case_of(game_id, 2).new()
    rng = random.Random(f"imitated {game_id}")
    for _ in range(15):
        random_lines(game, rng, most=2)
        own = set(fold_lines(game.log))
        for line in report.show(game):
            if line and line not in own:
                with pytest.raises(PbemError, match=r"^cannot read `"):
                    game.fold.notation.parse(line)


MOST = {"maharani": 26, "majolica": 36, "rajas": 60}


@pytest.mark.parametrize("game_id", PLAYERS)
def test_a_post_is_short(game_id: str, shell: Shell) -> None:
    """The lines of the log that came since do not count; what `new` prints is all there is to say."""
    players = " ".join(f"--player {player}" for player in PLAYERS[game_id][2])
    first = shell(f"new {game_id} g.toml {players} --seed short --id g --first Ana").stdout.rstrip("\n").split("\n")
    game = pbem.load("g.toml")
    short = shell("show g.toml").stdout.rstrip("\n").split("\n")
    assert len(short) - len(fold_lines(game.log)) <= MOST[game_id]
    assert short[-1] == f"1 Ana: {game.rules.paint.template(game.view())}"
    assert short[-1] in first
    assert first == shell("show g.toml --full").stdout.rstrip("\n").split("\n") == report.show(game)
    added = game.play(any_turn(game))
    moved = shell(f'move g.toml "{added[0]}"').stdout
    assert moved.split("\n\n", 1)[1].rstrip("\n").split("\n") == report.show(game, full=False)
    assert f"\n{game.turn} {game.to_move}: " in moved
    (answer,) = [line for line in report.show(game) if line.startswith(f"{game.turn} {game.to_move}: ")]
    assert shell("undo g.toml --full").stdout.rstrip("\n").split("\n")[-8:] == first[-8:]
    assert answer in moved


@pytest.mark.parametrize("game_id", PLAYERS)
@pytest.mark.parametrize("full", [True, False])
def test_on_a_terminal_the_board_is_just_above_the_answer(game_id: str, full: bool) -> None:
    game = case_of(game_id, 2).new()
    random_lines(game, random.Random(f"last {game_id}"), most=12)
    while game.waits_for_draw:
        random_lines(game, random.Random(f"last {game_id}"), most=1)
    above, below = report.show(game, full=full), report.show(game, full=full, board_last=True)
    assert sorted(above) == sorted(below)
    board = game.rules.paint.board(game.view())
    template = f"{game.turn} {game.to_move}: {game.rules.paint.template(game.view())}"
    end = below.index(template) - full
    assert below[end - len(board) - 2 : end] == ["", *board, ""]


def test_a_choice_within_a_turn_is_told_in_a_short_post() -> None:
    """How many dice it is about stands nowhere else; how to place a worker is the same in every turn."""
    game = pbem.new("rajas", PLAYERS["rajas"][2], seed="thread", id="thread", first="Ana")
    assert report.show(game, full=False)[-1] == "1 Ana: SPACE -DIE / STEP"
    game.play("P6 -b6")
    game.play("Q gS3 d4EW -g6")
    assert report.show(game, full=False)[-2:] == ["2 Bob: boat, or stay", "Your boat may go to the next free space."]


# Whole posts in a keeper's game: of players who cannot draw, and of the keeper who has drawn already


FEW = [case for case in cases() if str(case) in ("maharani-2", "majolica-3", "rajas-4")]
OTHERS = [pytest.param(case, marks=pytest.mark.slow) for case in cases() if case not in FEW and case.players > 1]
EACH = pytest.mark.parametrize("case", [*FEW, *OTHERS], ids=str)
SECRET = "5e" * 32
TWO = ["Ana=green,yellow", "Bob=red,blue"]


def post(session: Session, added: list[str]) -> str:
    """What `move` prints."""
    return "\n".join([*added, "", *report.show(session)])


def paste(session: Session, text: str) -> Taking:
    """What is taken of a post, played."""
    taken = take_from(session, text)
    assert taken.doubt is None, taken.doubt
    session.play(*taken.lines)
    return taken


@EACH
@pytest.mark.slow
def test_every_post_is_taken_by_everybody_in_any_order(case: Case, games: int | None) -> None:
    """Before the draw the position has another key than after it, and both are of this game."""
    keeper = case.new(kind="keeper", secret=SECRET, id="k")
    early, late = pbem.read(keeper.record()), pbem.read(keeper.record())
    rng = random.Random(str(case))
    drew = 0
    for number in range(games or 12):
        if keeper.over or (not games and number >= 5 and drew):
            break
        mine = post(early, early.play(random_line(early, rng)))
        before = len(keeper.log)
        paste(keeper, mine)
        drew += keeper.log[-1].split()[0] in ("draw", *keeper.rules.words.chance_words)
        theirs = post(keeper, keeper.log[before:])
        paste(early, theirs)
        paste(late, theirs)
        assert paste(late, mine).lines == paste(keeper, mine).lines == ()
        assert early.log == late.log == keeper.log
    assert drew


@EACH
def test_posts_of_a_game_in_which_people_draw_are_taken(case: Case, games: int | None, some: Some) -> None:
    """While one is due: they show how it is written, and have the last one on top as well as in its place."""
    game = case.new(kind="manual", id="m")
    late = pbem.read(game.record())
    rng = random.Random(str(case))
    posts: list[str] = []
    for _ in range(some(4, 12) * (games or 1)):
        if game.over:
            break
        line = random_line(game, rng)
        if posts and not game.waits_for_draw and isinstance(game.fold.lines[-1], Chance):
            above = f"{line}\n\n{posts[-1]}"
            for text in (above, above.replace("\n", "\n\n")):
                assert take_from(game, text).lines == (line,)
        added = game.play(line)
        text = post(game, added)
        assert paste(late, text).lines == tuple(added)
        assert (late.log, late.key) == (game.log, game.key)
        posts.append(text)
        full = "\n".join([*added, "", *report.show(game, full=True)])
        for again in (text, text.replace("\n", "\n\n"), full, "\n\nAna, 10:30\n\n".join(posts[-5:])):
            assert paste(late, again).lines == ()
        assert "begins like a draw" not in (take_from(game, board.rules(game.rules)).doubt or "")
        if game.waits_for_draw:
            due = random_line(game, rng)
            assert take_from(game, f"{due}\n\n{post(game, [])}").lines == (due,)


def test_a_turn_that_is_taken_back_comes_again_with_its_draws() -> None:
    """The post after it is that of before, in which they are of the past below another move."""
    game = pbem.new("rajas", ["Ana=yellow", "Bob=red"], kind="manual", id="m", first="Ana")
    rng = random.Random("again")
    while len(game.fold.before) < 3 or game.waits_for_draw or not isinstance(game.fold.lines[-1], Chance):
        game.play(random_line(game, rng))
    late = pbem.read(game.record())
    start = next(i for i, line in enumerate(game.fold.lines) if isinstance(line, Turn) and line.number == game.turn - 1)
    again = game.log[start:]
    added = [*game.undo(game.turn - 1), *(added for line in again for added in game.play(line))]
    assert take_from(late, post(game, added)).lines == tuple(added)


def test_draws_of_the_beginning_come_after_no_move() -> None:
    """Where they could be drawn again: below a move in the post it answers to, a later one, or a record."""
    game = pbem.new("majolica", ["Ana"], kind="manual", options=["kaleidoscope"], id="m")
    game.play("draw start Ana 3ryg", "draw cards 3www 7ygggbb 5rygbb 3rry+ 5ryygb 4rrrg+")
    first = post(game, game.play("draw tiles rgbr"))
    moves = "1 Ana: start 1 / all:3 =0", "draw tiles bbyy", "2 Ana: all:1 =0"
    for line in moves[::2]:
        for text in (first, first.replace("\n", "\n\n"), game.record()):
            assert take_from(game, f"{line}\n\n{text}").lines == (line,)
        game.play(line)
        if line == moves[0]:
            game.play(moves[1])


def test_earlier_posts_of_a_turn_that_goes_on_change_nothing() -> None:
    """They may be pasted again, alone or in a row; a move without turn and name that answers to one is asked about."""
    game = pbem.new("rajas", ["Ana=yellow", "Bob=red"], seed="thread", id="thread", first="Ana")
    game.play("P6 -b6")
    posts = [post(game, [])]
    posts.append(post(game, game.play("Q gS3 d4EW -g6")))
    assert game.turn == 2
    for text in (*posts, *posts[::-1], "\n\n".join(posts)):
        assert paste(game, text).lines == ()
    title = posts[0].split("\n")[1]
    assert take_from(game, f"2 Bob: boat / +g +b\n\n{title}").lines == ("2 Bob: boat / +g +b",)
    for above in (title, f"> {title}"):
        doubt = take_from(game, f"P6 -b6\n\n{above}").doubt or ""
        assert "answers an earlier post of turn 2, of which a line was played since" in doubt


@pytest.mark.parametrize("label", ["", "2 Bob: "])
def test_a_reply_to_a_position_that_was_taken_back_is_asked_about(label: str) -> None:
    game = pbem.new("majolica", ["Ana", "Bob"], seed="thread", id="m", first="Ana")
    posts = [post(game, game.play("1 Ana: start 3 / swap 3-2 / d1:4"))]
    game.undo(1)
    posts.append(post(game, game.play("1 Ana: start 3 / swap 3-2 / d2:4")))
    move, quoted = f"{label}{any_turn(game)}", ["> " + one.replace("\n", "\n> ") for one in posts]
    for text, lines in ((quoted[0], ()), (posts[0], ()), (quoted[1], (move,)), ("\n".join(quoted), (move,))):
        taken = take_from(game, f"{move}\n\n{text}")
        assert (taken.lines, "copies of this game differ" in (taken.doubt or "")) == (lines, not lines)


def test_a_post_of_another_position_is_refused_still() -> None:
    keeper = pbem.new("maharani", TWO, kind="keeper", secret=SECRET, id="k", first="Ana")
    keeper.play(any_turn(keeper))
    doubt = take_from(keeper, "Maharani: Mosaic Palace, game k, turn 2, key 123456\nTo move: Bob.").doubt or ""
    assert "the post has the key 123456" in doubt


@pytest.mark.parametrize("command", ["undo 1", "stop"])
def test_what_comes_before_a_draw_of_the_keeper_is_taken(command: str) -> None:
    """A player takes a turn back, or stops, before the draw is known; the keeper gets both in one mail."""
    keeper = pbem.new("maharani", TWO, kind="keeper", secret=SECRET, id="k", first="Ana")
    player = pbem.read(keeper.record())
    lines = [*player.play(any_turn(player)), *player.play(command)]
    assert lines[1] == f"{command} line 3"
    assert paste(keeper, "\n".join(lines)).lines == tuple(lines)
    assert (keeper.log, keeper.key) == (player.log, player.key)
    assert paste(keeper, "\n".join(lines)).lines == ()


def test_what_comes_before_a_draw_may_be_there_twice() -> None:
    """As where somebody sums up below."""
    keeper = pbem.new("maharani", TWO, kind="keeper", secret=SECRET, id="k", first="Ana")
    player = pbem.read(keeper.record())
    lines = [*player.play(any_turn(player)), *player.play("undo 1"), *player.play("R")]
    taken = paste(keeper, "\n".join([*lines, "", lines[1]]))
    assert (taken.lines, taken.known) == (tuple(lines), ())
    assert keeper.log[: len(player.log)] == player.log


def test_what_comes_after_a_draw_of_the_keeper_is_not_put_before_it() -> None:
    keeper = pbem.new("maharani", TWO, kind="keeper", secret=SECRET, id="k", first="Ana")
    player = pbem.read(keeper.record())
    lines = [*player.play(any_turn(player)), *player.play("undo 1")]
    keeper.play(lines[0])
    taken = take_from(keeper, "\n".join(lines))
    assert taken.doubt == "That was for line 3, the log has 3: the next one is line 4."
