"""Chance: reproducible, uniform, bound to game, purpose and event; a keeper is held to the secret."""

import hashlib
import hmac
import random
from collections import Counter

import pytest

import pbem
from pbem import chance, meant, report
from pbem.chance import Secret
from pbem.errors import HeaderError, IllegalMove, PbemError, ReplayError, SaveError
from pbem.known import played
from pbem.notation import Notation, Turn
from pbem.session import Session
from pbem.taking import take_from
from pbem.testing import Case
from tests.mail.letters import quoted
from tests.support import PLAYERS, ROOT, Some, any_turn, case_of, cases, new_manual, random_line

TWO = PLAYERS["maharani"][2]


def test_an_outcome_is_hmac_sha256_with_rejection() -> None:
    """The derivation, written out once more: anybody can verify it with these few lines."""
    message = b"spring-3\ntile\n7\n0"
    number = int.from_bytes(hmac.new(b"taj", message, hashlib.sha256).digest()[:8], "big")
    assert number < 2**64 - 2**64 % 53  # not rejected
    assert Secret("taj", "spring-3").choose("tile", 7, 53) == number % 53


def test_rejection_draws_again() -> None:
    """With n just over half the span about every second number is rejected, and none comes out too large."""
    n = 2**63 + 1
    dealer = Secret("taj", "g")
    limit = 2**64 - 2**64 % n
    again = 0
    for event in range(40):
        first = hmac.digest(b"taj", f"g\ntile\n{event}\n0".encode(), "sha256")[:8]
        again += int.from_bytes(first, "big") >= limit
        assert 0 <= dealer.choose("tile", event, n) < n
    assert 5 < again < 35


def test_outcomes_depend_on_everything_and_are_even() -> None:
    base = [Secret("a", "g").choose("tile", event, 1000) for event in range(20)]
    assert base == [Secret("a", "g").choose("tile", event, 1000) for event in range(20)]
    assert base != [Secret("b", "g").choose("tile", event, 1000) for event in range(20)]
    assert base != [Secret("a", "h").choose("tile", event, 1000) for event in range(20)]
    assert base != [Secret("a", "g").choose("first", event, 1000) for event in range(20)]
    counts = Counter(Secret("a", "g").choose("tile", event, 6) for event in range(6000))
    assert all(900 < counts[side] < 1100 for side in range(6))


def test_a_tile_is_an_index_into_the_bag_in_table_order() -> None:
    """Event k is the k-th tile drawn."""
    game = pbem.new("maharani", TWO, seed="taj", id="order", first="Ana")
    bag = [c + p for c in "borygv" for p in ("C", "C", "N", "E", "S", "W", "NE", "SE", "SW", "NW")]
    drawn = [bag.pop(Secret("taj", "order").choose("tile", event, 60 - event)) for event in range(4)]
    assert game.log == ["draw " + " ".join(f"{slot}:{tile}" for slot, tile in enumerate(drawn, 1))]


def test_the_first_player_is_drawn_and_checked() -> None:
    firsts = Counter(pbem.new("maharani", TWO, seed=str(n), id="first").to_move for n in range(60))
    assert min(firsts["Ana"], firsts["Bob"]) > 15
    game = pbem.new("maharani", TWO, seed="taj", id="first")
    assert game.header.drawn
    other = "Bob" if game.to_move == "Ana" else "Ana"
    text = game.record().replace(f"first {game.to_move} drawn", f"first {other} drawn")
    with pytest.raises(SaveError, match="not the first player that was drawn"):
        pbem.read(text.encode(), "record")
    named = text.replace(" drawn", "")
    assert pbem.read(named.encode(), "record").to_move == other


def test_the_first_player_is_checked_in_keeper_games() -> None:
    game = pbem.new("maharani", TWO, kind="keeper", secret="s3", id="k")
    other = "Bob" if game.to_move == "Ana" else "Ana"
    text = game.record().replace(f"first {game.to_move} drawn", f"first {other} drawn")
    assert pbem.read(text.encode(), "record").to_move == other  # who does not know the secret cannot tell
    with pytest.raises(SaveError, match="not the first player that was drawn"):
        pbem.read(text.encode(), "record", "s3")


def test_a_typed_draw_must_be_the_one_that_was_drawn() -> None:
    game = pbem.new("maharani", TWO, seed="taj", id="typed", first="Ana")
    text = game.record()
    tile = text.split("1:")[1].split(" ")[0]
    wrong = text.replace(f"1:{tile}", "1:bN" if tile != "bN" else "1:oN")
    with pytest.raises(ReplayError, match="is not what was drawn"):
        pbem.read(wrong.encode(), "record")
    game.play("R")
    with pytest.raises(IllegalMove, match="no draw is due"):
        game.play("draw 1:bN")


@pytest.mark.parametrize("game_id", sorted(PLAYERS))
def test_a_draw_written_otherwise_is_still_the_one_that_was_drawn(game_id: str) -> None:
    """It is read, and kept as it should be."""
    game = pbem.new(game_id, PLAYERS[game_id][2], seed="taj", id="typed")
    head, log = game.record().split("\n\n")
    otherwise = "".join(
        f"{line.replace(' ', '   ').replace('draw', 'DRAW')} ; so it was\n" for line in log.splitlines()
    )
    read = pbem.read(f"{head}\n\n{otherwise}".encode(), "record")
    assert read.log == [f"{line} ; so it was" for line in game.log]
    assert read.key == game.key


@pytest.mark.parametrize("game_id", sorted(PLAYERS))
def test_a_draw_as_it_was_dealt_is_not_parsed(game_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = pbem.new(game_id, PLAYERS[game_id][2], seed="taj", id="typed")
    monkeypatch.setattr(Notation, "parse", lambda self, text: pytest.fail(text))
    assert game.log
    assert pbem.read(game.record().encode(), "record").log == game.log


def test_after_a_disputed_roll_it_is_the_one_that_is_told() -> None:
    """What the keeper dealt later cannot be put on the table any more, because of the first."""
    game = pbem.new("rajas", PLAYERS["rajas"][2], kind="keeper", secret="s3", id="k")
    first = game.to_move
    assert first is not None
    (at,) = [number for number, line in enumerate(game.log) if line.startswith(f"roll {first} ")]
    text = game.record().replace(game.log[at], f"roll {first} o6 g6 b6 p6")
    with pytest.raises(ReplayError, match="is not what was drawn") as caught:
        pbem.read(text.encode(), "record", "s3")
    assert game.log[at] in str(caught.value)


def test_a_pasted_draw_that_is_right_is_taken() -> None:
    game = pbem.new("maharani", TWO, seed="taj", id="typed", first="Ana")
    move = any_turn(game).partition(" / ")[0]
    twin = pbem.read(game.record().encode(), "record")
    added = game.play(move)
    assert added[1].startswith("draw ")
    assert twin.play(*added) == added


def test_the_secret_must_match_the_commitment() -> None:
    game = pbem.new("maharani", TWO, kind="keeper", secret="s3", id="k")
    assert game.header.published == hashlib.sha256(b"s3").hexdigest() == chance.commitment("s3")
    assert pbem.read(game.record().encode(), "record", "s3").dealer is not None
    assert pbem.read(game.record().encode(), "record").dealer is None
    with pytest.raises(SaveError, match="committed"):
        pbem.read(game.record().encode(), "record", "other")


def test_without_the_secret_the_game_waits_and_takes_the_keepers_line() -> None:
    keeper = pbem.new("maharani", TWO, kind="keeper", secret="s3", id="k", first="Ana")
    player = pbem.read(keeper.record().encode(), "record")
    move = any_turn(player).partition(" / ")[0]
    assert len(player.play(move)) == 1
    (_, draw) = keeper.play(move)
    with pytest.raises(IllegalMove, match="a draw is due"):
        player.play("R")
    assert player.play(draw) == [draw]
    assert player.key == keeper.key


def test_a_wrong_draw_taken_on_trust_and_taken_back_is_forgiven() -> None:
    keeper = pbem.new("maharani", TWO, kind="keeper", secret="s3", id="k", first="Ana")
    player = pbem.read(keeper.record().encode(), "record")
    move = any_turn(player).partition(" / ")[0]
    (line, draw) = keeper.play(move)
    slot, tile = draw.removeprefix("draw ").split(":")
    wrong = next(t for t in ("bN", "oN") if t != tile and t not in "".join(player.log))
    player.play(line, f"draw {slot}:{wrong}")
    with pytest.raises(PbemError, match="not what was drawn"):
        pbem.read(player.record().encode(), "record", "s3")
    player.undo(1)
    player.play(line, draw)
    assert pbem.read(player.record().encode(), "record", "s3").key == keeper.key


def test_undo_draw_is_for_manual_games() -> None:
    game = pbem.new("maharani", TWO, seed="taj", first="Ana")
    with pytest.raises(IllegalMove, match="manual games only"):
        game.undo_draw()
    manual = pbem.new("maharani", TWO, kind="manual", first="Ana")
    with pytest.raises(IllegalMove, match="not a draw"):
        manual.undo_draw()
    manual.play("draw 1:bSE 2:oC 3:rN 4:gW")
    manual.undo_draw("wrong bag")
    manual.play("draw 1:bC 2:oC 3:rN 4:gW")
    manual.play("1-d8N", "draw 1:vC")
    with pytest.raises(IllegalMove, match="no draw is due"):
        manual.play("draw 1:vC")
    manual.undo_draw()
    assert manual.state.actor == -1
    manual.play("draw 1:yC", "R")
    assert manual.log == [
        "draw 1:bSE 2:oC 3:rN 4:gW",
        "undo draw line 2 ; wrong bag",
        "draw 1:bC 2:oC 3:rN 4:gW",
        "1 Ana: 1-1d8N =1",
        "draw 1:vC",
        "undo draw line 6",
        "draw 1:yC",
        "2 Bob: R =0",
    ]
    assert pbem.read(manual.record().encode(), "record").key == manual.key


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"kind": "dice"}, "chance is one of"),
        ({"kind": "manual"}, "say who begins"),
        ({"kind": "keeper"}, "needs a secret"),
        ({"kind": "keeper", "seed": "x", "secret": "y"}, "a seed is for chance"),
        ({"kind": "seed", "secret": "y"}, "a secret is for chance `keeper`, not `seed`"),
        ({"secret": "y"}, "a secret is for chance `keeper`, not `seed`"),
        ({"kind": "manual", "first": "Ana", "secret": "y"}, "a secret is for chance `keeper`, not `manual`"),
    ],
)
def test_kinds_and_what_they_need(more: dict[str, str], said: str) -> None:
    with pytest.raises(HeaderError, match=said):
        pbem.new("maharani", TWO, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize("index", [3, 5, 9, 20])
def test_a_tampered_draw_of_a_seed_game_is_named_at_its_own_line(index: int) -> None:
    game = pbem.load(str(ROOT / "examples" / "maharani-demo.pbem"))
    log = game.log
    index = next(i for i in range(index, len(log)) if log[i].startswith("draw") and "x:" not in log[i])
    slot, _, tile = log[index].removeprefix("draw ").split(" ")[0].partition(":")
    other = next(
        t for t in ("vNW", "vSE", "gNW", "yNW") if t != tile and all(t not in line for line in log[: index + 1])
    )
    log[index] = log[index].replace(f"{slot}:{tile}", f"{slot}:{other}", 1)
    head = game.record().split("\n\n")[0]
    with pytest.raises(ReplayError, match="not what was drawn") as error:
        pbem.read("\n".join([head, "", *log, ""]).encode(), "record")
    assert error.value.line == head.count("\n") + 3 + index


def test_a_wrong_draw_of_a_seed_game_is_refused_even_if_taken_back() -> None:
    game = pbem.new("maharani", TWO, seed="s", id="s", first="Ana")
    move = any_turn(game).partition(" / ")[0]
    (_, draw) = game.play(move)
    game.undo(1)
    slot, tile = draw.removeprefix("draw ").split(":")
    wrong = next(t for t in ("bN", "oN") if t != tile and t not in "".join(game.log[:1]))
    with pytest.raises(ReplayError, match="not what was drawn"):
        pbem.read(game.record().replace(draw, f"draw {slot}:{wrong}").encode(), "record")


def test_undo_draw_is_refused_in_keeper_games() -> None:
    game = pbem.new("maharani", TWO, kind="keeper", secret="s3", first="Ana")
    with pytest.raises(IllegalMove, match="manual games only"):
        game.undo_draw()


# Where results that people draw stand in a text


@pytest.mark.parametrize(
    ("case", "turns"), [(case_of("majolica", 2), 5), (case_of("maharani", 2), 5), (case_of("rajas", 4), 210)], ids=str
)
def test_a_draw_on_top_of_a_log_is_of_now(case: Case, turns: int) -> None:
    """However many lines it has."""
    game = case.new(id="top")
    while sum(isinstance(line, Turn) for line in game.fold.lines) < turns or not game.waits_for_draw:
        game.play(random_line(game, random.Random(f"top {len(game.log)}")))
    draw, log = random_line(game, random.Random("now")), "\n".join(game.log)
    for text in (f"{draw}\n\n{log}", f"{log}\n\n{draw}", f"{draw}\n\n{game.record()}"):
        assert take_from(game, text).lines == (draw,)
    earlier = log.partition(f"\n{game.turn - 2} ")[0]
    assert "after which this game went on" in (take_from(game, f"{draw}\n\n{earlier}").doubt or "")


def test_what_was_drawn_before_a_post_is_no_draw_of_a_move_above_it() -> None:
    """Also where its lines of the log were cut."""
    game = case_of("rajas", 2).new(id="cut")
    tried = 0
    while tried < 3:
        game.play(random_line(game, random.Random(f"cut {len(game.log)}")))
        last = game.log[-1]
        if game.waits_for_draw or not last.startswith("roll"):
            continue
        for move in game.legal()[:9]:
            line = f"{game.turn} {game.to_move}: {move.text}"
            if is_drawn_after(game, last, line):
                tried += 1
                head = "\n".join(report.show(game)[:8])
                assert take_from(game, f"{line}\n\n{last}\n\n{head}").lines == (line,)
                assert take_from(game, f"{line}\n{last}").lines == (line, last)


def test_a_draw_at_the_first_post_of_a_turn_is_none_of_its_second_line() -> None:
    game = case_of("rajas", 2).new(id="first")
    first, begun, tried = "", 0, 0
    while tried < 2:
        post = "\n".join(report.show(game))
        if game.waits_for_draw and begun == game.turn and len(played(game.fold, begun)) > 1:
            draw = random_line(game, random.Random(1))
            told = f"`{draw}` answers an earlier post of turn {begun}, of which a line was played since: to enter it "
            told += "now send it alone."
            for text in (f"{draw}\n\n{quoted(first)}", f"{draw}\n\n{first}", f"{first}\n\n{draw}"):
                assert take_from(game, text).doubt == told
            assert take_from(game, f"{draw}\n\n{quoted(post)}").lines == (draw,)
            tried += 1
        elif not game.waits_for_draw and begun < game.turn:
            first, begun = post, game.turn
        game.play(random_line(game, random.Random(f"s1 {len(game.log)}")))


def is_drawn_after(game: Session, draw: str, line: str) -> bool:
    """Whether a line leads to a draw that could be this one."""
    with game.put_back():
        game.play(line)
        try:
            return game.waits_for_draw and bool(game.play(draw))
        except PbemError:
            return False


def test_who_has_moved_may_draw_below_the_same_post(some: Some) -> None:
    """In a second reply, as the move itself was one: that post is older by then, of the same turn or the one before.

    Below a post from before that a draw is none of now: the mail may have come twice.
    """
    game = next(case for case in cases("rajas") if case.players == 2).new(id="paste")
    second = 0
    known: list[str] = []
    for number in range(some(40, 60)):
        post = "".join(f"> {line}\n" for line in report.show(game))
        waits = game.waits_for_draw
        for text in known if waits else ():
            again = take_from(game, text)
            assert (again.lines, "answers" in (again.doubt or "")) == ((), False)
        line = random_line(game, random.Random(f"s {number + 1}"))
        known += [f"{line}\n\nAna wrote:\n{post}"] if waits else []
        game.play(line)
        if not waits and game.waits_for_draw:
            draw = random_line(game, random.Random("second"))
            assert take_from(game, f"{draw}\n\nAna wrote:\n{post}").lines == (draw,)
            second += 1
    assert min(second, len(known)) > 5


@pytest.mark.parametrize("name", ["majolica", "maharani"])
def test_a_draw_at_a_line_of_now_is_taken_whatever_posts_stand_there(name: str, some: Some) -> None:
    """A move tells where it belongs, new or the last one known; so does the post of now among quotes of others."""

    def quoted(*posts: str) -> str:
        return "\n\n".join("> " + post.replace("\n", "\n> ") for post in posts)

    game = next(case for case in cases(name) if case.players == 2).new(id="paste")
    steps: list[tuple[Session, str, str]] = []  # copies of before each line, with their posts
    for number in range(some(20, 24)):
        line = random_line(game, random.Random(f"now {name} {number}"))
        steps.append((pbem.read(game.record()), "\n".join(report.show(game)), line))
        game.play(line)
    oldest, tried = steps[0][1], 0
    for (copy, above, first), (here, post, line), (_, ahead, _) in zip(steps[1:], steps[2:], steps[3:], strict=False):
        both = f"{first}\n{line}"
        if copy.waits_for_draw and not here.waits_for_draw:
            assert take_from(copy, f"{both}\n\n{quoted(oldest)}").lines == (first, line)
        if here.waits_for_draw:
            for text in (quoted(oldest, post), f"{quoted(post)}\n\nBob wrote:\n{oldest}"):
                assert take_from(here, f"{line}\n\nAna wrote:\n{text}").lines == (line,)
        if here.waits_for_draw and not copy.waits_for_draw:
            texts = [f"{above}\n\n{both}\n\n{oldest}", f"{both}\n\n{quoted(oldest)}", f"{oldest}\n\nHi\n\n{both}"]
            for text in [*texts, f"{ahead}\n\n{oldest}", f"{both}\n\n{ahead}\n\n{above}\n\n{oldest}"]:
                assert [take_from(at, text).lines for at in (copy, here)] == [(first, line), (line,)]
            tried += 1
    assert tried > 1


@pytest.mark.parametrize("name", ["majolica", "maharani", "rajas"])
def test_a_draw_below_a_post_without_lines_is_of_that_post(name: str) -> None:
    game = next(case for case in cases(name) if case.players == 2).new(id="paste")
    first = "\n".join(report.show(game))
    while game.turn < 4 or not game.waits_for_draw:
        game.play(random_line(game, random.Random(f"{name} {len(game.log)}")))
    draw = random_line(game, random.Random("first"))
    assert take_from(game, "\n".join([*report.show(game), "", draw])).lines == (draw,)
    assert f"`{draw}` answers a post of turn 1," in (take_from(game, f"{first}\n\n{draw}").doubt or "")


def test_of_a_long_text_some_lines_are_tried_as_a_draw(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[str] = []
    monkeypatch.setattr(meant, "without_word", lambda fold, text: tried.append(text))
    text = "pbem 1 rajas\n" + "good day to you\n" * 9000  # as long as a record may be
    assert take_from(new_manual("rajas", 2), text).lines == ()
    assert 1000 < len(tried) < 2000
