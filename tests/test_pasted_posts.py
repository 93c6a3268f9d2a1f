"""What of a pasted post is refused, asked for, or left open and decided by its key; and a log that is pasted."""

import io
import random
import re
from pathlib import Path

import pytest

import pbem
from pbem import cli, report
from pbem.errors import Doubt, HeaderError, NotThere, PbemError
from pbem.game import CHANCE
from pbem.header import Header
from pbem.session import Session
from pbem.testing import Case
from tests.mail.letters import quoted
from tests.mail.test_taking import EACH, take
from tests.support import Some, any_turn, case_of, random_line, random_lines
from tests.test_cli import Shell
from tests.together.tools import Chains

MARKERS = "up Ana 1,3"


def post_of(game: Session) -> str:
    """What `pbem show` prints of it."""
    return "\n".join(report.show(game))


def maharani(lines: int = 22, **more: str) -> Session:
    """A game some lines on."""
    game = case_of("maharani", 2).new(**more)
    random_lines(game, random.Random("pasted"), most=lines)
    return game


def again(game: Session, text: str, *players: str) -> Session:
    """A new game from a post, where people draw."""
    return pbem.new(game.rules.id, players, kind="manual", setup=text)


def refusal(text: str, *players: str, game_id: str = "maharani", **more: object) -> str:
    """Why no game begins from a post."""
    with pytest.raises((HeaderError, NotThere)) as refused:
        pbem.new(game_id, players, kind="manual", setup=text, **more)  # type: ignore[arg-type]
    return refused.value.message


CHANGED = {
    "gold": (r"gold \d+", "gold 40", "has the key"),
    "marker": (r"markers up [1-4 ]+", "markers up none", "cannot be read"),
    "tile of the rondel": (r"slot 1 over quarter (\d): \w+", r"slot 1 over quarter \1: oN", "slot 1"),
    "bag": (r"Bag: \d+ tiles", "Bag: 1 tiles", "`Bag: 1 tiles`"),
    "supply": (r"left \d+ red", "left 99 red", "99 red"),
    "quarter": (r"quarter 4: \d+ cells", "quarter 4: 99 cells", "`quarter 4: 99 cells"),
    "a line too many": (r"\nQuarters:", "\nBob is nice.\nQuarters:", "`Bob is nice.`"),
    "a line too few": (r"\nslot 3 .*", "", "marker 3|slot 4"),
    "a player too few": (r"\nseat S Ana(?:.|\n)*?(?=\nseat|\nQuarters)", "", "2 to 4 players|Ana"),
    "rows": (r"\n8 .*", "", "row 8 of the board is missing"),
    "cell": (r"\n1 \+\+\+", "\n1 bN-", "a1 is drawn"),
    "turn": (r"turn \d+, key", "turn 99, key", "has the key"),
    "mover": (r"To move: (Ana|Bob)", "To move: Cid", "no player is called `Cid`"),
    "too much": (r"\nBag:", "\n" + "word " * 10_001 + "\nBag:", "what stands below the board is longer than any post"),
    "status": (r"To move: (Ana|Bob)\.", "Hello!", "below its title, but `Hello!`"),
}


@pytest.mark.parametrize("what", CHANGED)
def test_a_post_that_was_changed_is_refused(what: str) -> None:
    text = post_of(maharani())
    before, after, why = CHANGED[what]
    changed = re.sub(before, after, text, count=1)
    assert changed != text
    assert re.search(why, refusal(changed))


def test_the_key_guards_what_nothing_else_does() -> None:
    game = maharani()
    text = post_of(game).replace(f"key {game.key}", "key 000000" if game.key != "000000" else "key 000001")
    assert f"the post has the key 000000, and what stands in it {game.key}" in refusal(text)


def test_what_is_given_must_agree() -> None:
    game = maharani()
    text = post_of(game)
    assert game.to_move == again(game, text, "Ana=green,yellow").to_move
    assert refusal(text, "Ana=red,yellow") == "the post says that Ana plays green,yellow"
    assert "no player is called `Cid`" in refusal(text, "Cid=green,yellow")
    other = next(name for name in game.header.names if name != game.to_move)
    assert refusal(text, first=other) == f"the post says that {game.to_move} is to move, not {other}"
    seat = {"S": "N", "N": "S"}[game.header.players[0].seat]
    assert "the post says that Ana sits at" in refusal(text, seats={"Ana": seat})
    majolica = case_of("majolica", 2).new()
    random_lines(majolica, random.Random("given"), most=8)
    assert refusal(post_of(majolica), game_id="majolica", options=["bloom"]) == "the post is of a game without bloom"


def test_colours_that_a_post_does_not_say_are_asked_for() -> None:
    game = case_of("rajas", 2).new()
    while not game.rules.whole(game.state):
        random_lines(game, random.Random("colours"), most=1)
    text = post_of(game)
    assert '--player "Bob=COLOUR"' in refusal(text, "Ana=yellow", game_id="rajas")
    assert again(game, text, "Bob=red", "Ana=yellow").key == game.key


def test_a_post_in_capitals_is_refused_for_that() -> None:
    for form in (str.upper, str.lower):
        assert "in other letters than it was printed in" in refusal(form(post_of(maharani())))


def test_no_game_begins_where_there_is_none_or_where_no_setup_says_it() -> None:
    assert "none has its title" in refusal(post_of(maharani()), game_id="majolica")
    over = maharani(10**6)
    assert refusal(post_of(over)) == "no game can begin from this post: the game is over"
    rajas = case_of("rajas", 2, "navaratnas").new()
    while not rajas.rules.pending(rajas.state)[0].startswith("pending [('place',)"):
        random_lines(rajas, random.Random("brown"), most=1)
    players = ["Ana=yellow", "Bob=red"]
    assert "before the first turn" in refusal(post_of(case_of("rajas", 2).new()), *players, game_id="rajas")
    assert "brown yield tiles are still to be laid" in refusal(post_of(rajas), *players, game_id="rajas")
    waiting = case_of("rajas", 2).new()
    while waiting.state.actor >= 0 or waiting.turn < 5 or waiting.turn not in waiting.fold.before:
        random_lines(waiting, random.Random(f"turn {len(waiting.log)}"), most=1)
    assert "it is in the middle of a turn" in refusal(post_of(waiting), *players, game_id="rajas")


def test_several_posts_are_asked_about_and_quoted_ones_only_if_alone() -> None:
    game = maharani()
    new = post_of(game)
    random_lines(game, random.Random("later"), most=2)
    later = post_of(game)
    with pytest.raises(Doubt, match="posts of several positions"):
        again(game, f"{new}\n\n{later}\n")
    for mark in ("> ", "Bob> ", "> Bob> ", "\uff1e "):
        below, alone = ("".join(f"{mark}{line}\n" for line in post.split("\n")) for post in (new, later))
        assert again(game, f"{later}\n\nBob wrote:\n{below}").key == game.key
        assert again(game, f"Yes!\n\n{alone}").key == game.key
    assert again(game, f"{later}\n\nOnce more:\n\n{later}").key == game.key
    assert again(game, f"{later.splitlines()[0]}\n\nHello\n\n{later}").key == game.key


def test_a_stopped_game_goes_on_with_whom_is_named() -> None:
    game = maharani()
    key, mover = game.key, game.to_move
    game.play("stop")
    assert refusal(post_of(game)) == "the post does not say who is to move: --first NAME"
    for text in (post_of(game), post_of(game).replace("pbem undo FILE", "undo? asks for it")):  # as a club writes it
        assert pbem.new("maharani", kind="manual", setup=text, first=mover).key == key
    other = next(name for name in game.header.names if name != mover)
    assert "has the key" in refusal(post_of(game), first=other)


def test_a_post_of_an_earlier_turn_and_of_a_game_from_a_post() -> None:
    game = maharani()
    text = "\n".join(report.show(game, turn=game.turn - 2))
    other = again(game, text)
    assert other.turn == game.turn - 2
    assert "The game began from a setup." in post_of(other)
    assert again(other, post_of(other)).key == other.key


@pytest.mark.parametrize(
    "names", [("Ana and Bob", "Bob"), ("Zoë Müller-Lüdens", "D'Arcy"), ("With Gold", "Seat N"), ("Bloom", "Hall")]
)
def test_names_of_any_kind(names: tuple[str, str]) -> None:
    rng = random.Random(f"names {names}")
    colours = {"maharani": ("=g,y", "=r,b"), "majolica": ("", ""), "rajas": ("=g", "=r")}
    for game_id, words in colours.items():
        options = [f"expert {names[0]}", f"expert {names[1]}"] if game_id == "rajas" else []
        players = [name + colour for name, colour in zip(names, words, strict=True)]
        game = pbem.new(game_id, players, kind="manual", first=names[1], options=options, id="names")
        random_lines(game, rng, most=12)
        while not game.rules.whole(game.state):
            random_lines(game, rng, most=1)
        other = again(game, post_of(game), *players)
        assert (other.key, other.header.names, other.header.options) == (game.key, list(names), options)


OPEN = {
    "majolica": [
        "turn 46\nround 5 Bob\nmission Ana violet vvvvv\nmission Bob first done",
        "turn 46\nround 5 Bob\nbox 3rgb\ndone Bob 3ryg,3ryg\nmission Ana fragments rygb\nmission Bob takes rg",
        "turn 46\nround 5 Bob\nhall 1,2\nslot Ana 1 3ryg\nmission Ana violet v\nmission Bob five",
    ],
    "rajas": [
        "white die,die,money,money,up,up,karma,karma",
        "white die,up",
        "river 4-good 11-move",
        "river 4-move 11-good",
        "quarry 4\nharbour 3\nused P0,P0,P0,Pg,P6\nassorted Bob\nmogul Ana",
    ],
}


@pytest.mark.parametrize(("game_id", "lines"), [(game_id, lines) for game_id in OPEN for lines in OPEN[game_id]])
def test_what_sentences_leave_open_the_key_decides(game_id: str, lines: str) -> None:
    """Which starting cards were not dealt, violet tiles of a mission done, white tiles, river tiles."""
    words = {"majolica": ["Ana", "Bob"], "rajas": ["Ana=yellow", "Bob=red"]}[game_id]
    options = {"majolica": ["missions"], "rajas": ["ganga"] if "river" in lines else []}[game_id]
    tops = "top oS1 oC1 oT1 gS1 gC1 gT1 bS1 bC1 bT1 pS1 pC1 pT1\n" if game_id == "rajas" else ""
    game = pbem.new(game_id, words, kind="manual", first="Ana", options=options, setup=tops + lines, id="open")
    other = again(game, post_of(game), *words)
    assert other.header.position == game.rules.position(game.state, game.header.names)
    assert set(lines.split("\n")) <= set(other.header.position)
    assert other.key == game.key


def test_the_command_takes_standard_input_and_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def new(name: str, setup: str, given: str) -> tuple[int, str]:
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(given.encode())))
        status = cli.run(["new", "maharani", str(tmp_path / name), "--chance", "manual", "--setup", setup])
        return status, "".join(capsys.readouterr())

    game = maharani(id="cli")
    text = post_of(game)
    post = tmp_path / "post.txt"
    post.write_text(f"Hello\n\n{text}", "utf-8")
    for name, setup, given in [("a.toml", "-", text), ("b.toml", str(post), "")]:
        status, output = new(name, setup, given)
        assert status == 0, output
        assert f"key {game.key}" in output
        assert "The game began from a setup." in output
    status, output = new("bad.toml", "-", text.replace("Bag: ", "Bag: 1"))
    assert (status, "`Bag: 1" in output) == (2, True)
    assert not (tmp_path / "bad.toml").exists()
    assert new("good.toml", "-", game.setup())[0] == 0


def test_a_setup_stays_a_setup() -> None:
    game = maharani()
    header: Header = pbem.new("maharani", kind="manual", setup=game.setup()).header
    assert header.position == game.rules.position(game.state, game.header.names)


@pytest.mark.parametrize(
    "case", [case_of("maharani", 3), case_of("majolica", 3, "missions"), case_of("rajas", 3, "ganga")], ids=str
)
def test_a_post_with_a_slip_is_the_same_position_or_refused(case: Case, games: int | None, some: Some) -> None:
    """One word is lost, doubled or misspelt, above what is no part of the position: it is never another position."""
    rng = random.Random(f"slips {case}")
    game = case.new()
    random_lines(game, rng, most=40)
    while not game.rules.whole(game.state) or game.state.actor == CHANCE:
        random_lines(game, rng, most=1)
    text = post_of(game).partition("\n\nSince the last turn of")[0]
    lines = game.rules.position(game.state, game.header.names)
    refused = 0
    tried = max(some(12, 20), games or 0)
    for _ in range(tried):
        try:
            other = again(game, slipped(rng, text), *case.words)
        except PbemError:
            refused += 1
            continue
        assert other.rules.position(other.state, other.header.names) == lines
        assert (other.key, other.header.options) == (game.key, game.header.options)
    assert refused > tried * 2 // 3


def slipped(rng: random.Random, text: str) -> str:
    """A text with one slip."""
    words = re.split(r"(\s+)", text)
    at = rng.randrange(0, len(words), 2)
    other = words[rng.randrange(0, len(words), 2)]
    letter = rng.randrange(len(words[at])) if words[at] else 0
    misspelt = words[at][:letter] + rng.choice("019abNEx-:;,.") + words[at][letter + 1 :]
    words[at] = rng.choice(["", other, f"{words[at]} {other}", misspelt])
    return "".join(words)


@EACH
def test_what_log_prints_is_a_text_that_brings_up_to_date(
    case: Case, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng, shell = random.Random(str(case)), Shell(tmp_path, monkeypatch)
    ahead = case.new()
    lines = random_lines(ahead, rng, most=8)
    if ahead.turn > 1:
        lines += ahead.undo()
    lines += random_lines(ahead, rng, most=4)
    ahead.save("g.toml")
    for how in ("log g.toml", "log g.toml --explain"):
        rows = shell(how).stdout
        for text in (rows, rows.replace("  ", " "), f"So far:\n\n{rows}\nBob"):
            behind = pbem.read(case.new().toml())
            taken = take(text, behind)
            assert taken.doubt is None, text
            behind.play(*taken.lines)
            assert behind.log == ahead.log
    taken = take(rows, ahead)
    assert (taken.lines, taken.doubt, len(taken.known)) == ((), None, len(ahead.log))


def test_what_stands_beside_lines_of_a_log_is_none_of_their_remarks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A remark that is a line by itself, and what `log` prints below its rows; one that was wrapped is joined."""
    shell = Shell(tmp_path, monkeypatch)
    ahead = case_of("maharani", 2).new(kind="seed", seed="beside")
    behind = pbem.read(ahead.record())
    ahead.play("R", "; hello")
    ahead.play(f"{ahead.legal()[0].text} ; why not")
    ahead.save("g.toml")
    lines = [line for line in ahead.log[1:] if line != "; hello"]
    for how in ("log g.toml", "log g.toml --explain", "export g.toml"):
        assert take(shell(how).stdout, behind).lines == tuple(lines)
    assert take(f"{lines[0][:-3]}\n; which\nI like", behind).lines == (f"{lines[0][:-3]} ; which I like",)


def test_a_draw_is_of_the_position_it_answers_to() -> None:
    """Where its copy is behind, a draw above the post comes after what the post has; above a quoted one it is asked."""
    game = case_of("majolica", 2).new()
    copies = [pbem.read(game.record())]
    while len(game.log) < 12 or not game.waits_for_draw:
        random_lines(game, random.Random(f"answers {len(game.log)}"), most=1)
        copies.append(pbem.read(game.record()))
    draw, post = random_line(game, random.Random("answers")), post_of(game)
    for text in (f"{draw}\n\n{post}", f"{draw}\n\nAna wrote:\n{quoted(post)}"):
        assert take(text, game).lines == (draw,)
        for copy in copies[:-1]:
            lines = take(text, copy).lines
            assert (*copy.log, *lines) == (*game.log, draw) or (not lines and copy.turn < game.turn), text
            assert not lines or text.endswith(post)


def test_a_log_of_before_below_a_line_draws_nothing() -> None:
    """Where the line leads to a draw that is not known here, or takes one back; the log may have remarks."""
    game = case_of("majolica", 2).new()
    lines = random_lines(game, random.Random("draws"), most=3)
    log = "\n".join(game.log)
    assert take(f"undo draw line 4\n\n{log}", game).lines == ("undo draw line 4",)
    game.play("; a remark")
    while game.turn < 6 or not game.waits_for_draw:
        before = pbem.read(game.record())
        (line,) = random_lines(game, random.Random(f"draws {len(game.log)}"), most=1)
    assert lines[1].split()[1] == "grid" in game.waits_for
    assert take(f"{line}\n\n{log}", before).lines == (line,)


def test_a_line_that_answers_to_another_copy_is_asked_about() -> None:
    """A post of this turn is quoted, with a key that was never seen here."""
    one, other = (case_of("maharani", 2).new(kind="seed", seed="two", id="two") for _ in range(2))
    one.play("R")
    other.play(any_turn(other))
    answered = quoted(post_of(one))
    line = f"2 {one.to_move}: R"
    assert take(f"{line}\n\nAna wrote:\n{answered}", one).lines == (line,)
    assert f"post of turn 2 with the key {one.key}, which no" in (
        take(f"{line}\n\nAna wrote:\n{answered}", other).doubt or ""
    )


def test_what_is_on_top_of_posts_in_a_row_may_come_last() -> None:
    """Who is behind has not what comes before it; in older posts below, draws are of the past."""
    game = case_of("maharani", 3).new(kind="seed", seed="row")
    behind = pbem.read(game.record())
    posts = []
    for _ in range(3):
        added = random_lines(game, random.Random(f"row {game.turn}"), most=1)
        posts.append("\n".join([*added, "", post_of(game)]))
    posts.append("\n".join([*game.undo(2), "", post_of(game)]))
    for text in (posts[-1], "\n\nBob, 10:30\n\n".join(posts[::-1])):
        copy = pbem.read(behind.record())
        copy.play(*take(text, behind).lines)
        assert copy.log == game.log


def test_posts_of_such_games_set_up_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shell = Shell(tmp_path, monkeypatch)
    game = Chains("maharani", 2, first="Ana")
    game.open()
    game.session.save("g.toml")
    post = shell("show g.toml").stdout
    assert shell("new maharani h.toml --setup - --chance manual", post).exit_code == 0
    game.play(any_turn(game.session))
    game.session.save("w.toml")
    waits = shell("show w.toml").stdout
    assert waits.startswith("A draw is owed by ")
    assert shell("new maharani i.toml --setup - --chance manual", waits).exit_code == 0


def test_a_setup_dealt_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shell = Shell(tmp_path, monkeypatch)
    game = Chains("rajas", 3, "ganga", first="Bob")
    game.open()
    Path("s.pbem").write_text(game.session.setup())
    started = shell("new rajas n.toml --setup s.pbem --chance together --as Cid --id from-setup")
    assert started.exit_code == 0, started.stderr
    assert "first Bob\n" in started.stdout
    Path("mail.txt").write_text(started.stdout)
    for name in ("Ana", "Bob"):
        line = shell(f"join mail.txt -o {name}.toml --as {name}").stdout
        block = shell("move n.toml -", line).stdout
    assert "To mail: the lines above." in block
    assert shell("move Bob.toml -", block).exit_code == 0
    assert pbem.load("Bob.toml").to_move == "Bob"
