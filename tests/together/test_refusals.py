"""What is refused in a log: each kind of bending, with its code, its line, and what to do next."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

import pbem
from pbem import report
from pbem.errors import OtherLog, PbemError, ReplayError, SaveError
from pbem.together import chain, taking
from tests.support import PLAYERS
from tests.test_cli import Shell
from tests.together.test_formulas import HEAD, LOG, RECORD
from tests.together.tools import Chains, Player, Table, command, join, start, tip
from tests.together_reader import Reading, Refused

LINES = LOG.splitlines()


def refused(record: str) -> tuple[str, int | None, str]:
    """Code, line of the record and sentence of a refusal; the file's status is 3."""
    with pytest.raises(PbemError) as error:
        pbem.read(record, "g.pbem")
    assert error.value.status == 3
    if isinstance(error.value, ReplayError):
        return error.value.cause.code, error.value.line, str(error.value)
    return error.value.code, error.value.details.get("line"), str(error.value)


def log(change: Callable[[list[str]], None]) -> str:
    """The record with another log."""
    lines = LINES[:]
    change(lines)
    return HEAD + "\n" + "\n".join(lines) + "\n"


def put(at: int, line: str) -> Callable[[list[str]], None]:
    return lambda lines: lines.__setitem__(at, line)


def swapped(at: int) -> Callable[[list[str]], None]:
    def swap(lines: list[str]) -> None:
        lines[at], lines[at + 1] = lines[at + 1], lines[at]

    return swap


FIRST = len(HEAD.splitlines()) + 2
"""The line of the record that the log begins in."""


@pytest.mark.parametrize(
    ("change", "code", "at", "says"),
    [
        (put(2, "link Bob 1 ffh14xrewsp1qw78d2f7mhr5wes5ybf7ezx"), "notation", 2, "not 36 letters"),
        (put(2, "link Bob 1 ffh14xrewsp1qw78d2f7mhr5wes5ybf7ezu8"), "notation", 2, "not 36 letters"),
        (put(2, "link Bob ffh14xrewsp1qw78d2f7mhr5wes5ybf7ezx8"), "notation", 2, "link NAME NUMBER WORD"),
        (put(2, LINES[2].replace("ffh1", "ffh2")), "chain", 2, "is a letter wrong"),
        (put(2, LINES[2][:-1] + "9"), "seal", 2, "from line 1 on yours differs"),
        (put(4, LINES[4][:-1] + "9"), "seal", 4, "from line 2 on yours differs"),
        (put(3, "1 Bob: R =0"), "seal", 4, "a line was altered"),
        (put(1, "draw 1:gNE 2:vSW 3:oNE 4:yQ"), "notation", 1, "cannot stand here"),
        (put(1, "draw 1:gNE 2:vSW 3:oNE 4:oC"), "illegal", 1, "4:yC`; leave that line out"),
        (put(5, "draw 1:gE"), "illegal", 5, "is not what was drawn"),
        (put(4, LINES[4].replace("Ana 2", "Ana 3")), "chain", 4, "link 3 of Ana, expected 2: the mail with link 2"),
        (put(4, LINES[4].replace("Ana 2", "Ana 1")), "chain", 4, "link 1 of Ana, expected 2: that one is in the log"),
        (put(2, LINES[2].replace("Bob", "Zed")), "not-your-turn", 2, "no player is called `Zed`"),
        (lambda lines: lines.pop(2), "not-your-turn", 2, "the link of Bob is due, not of Ana"),
        (lambda lines: lines.pop(3), "not-your-turn", 3, "the link of Bob is due, not of Ana"),
        (lambda lines: lines.pop(4), "illegal", 4, "a draw is owed by Ana"),
        (lambda lines: lines.pop(1), "illegal", 1, "the results of the last link come first"),
        (lambda lines: lines.pop(0), "illegal", 0, "the first link of Ana is due"),
        (lambda lines: lines.pop(7), "illegal", 7, "undo needs all; it waits for Bob"),
        (lambda lines: lines.pop(8), "stale", 8, "that was for turn 1"),
        (put(6, "undo 2"), "illegal", 6, "turn 2 cannot be taken back"),
        (put(6, "undo draw"), "illegal", 6, "`undo draw` is for manual games only"),
        (put(6, "undo 1 line 3"), "stale", 6, "that was for line 3"),
        (put(6, "then 1-4b2"), "illegal", 6, "elsewhere in a text somebody put it: take nothing of that"),
        (put(0, LINES[0].replace("Ana", "Bob")), "not-your-turn", 0, "the link of Ana is due, not of Bob"),
        (lambda lines: lines.insert(2, "stop"), "seal", 3, "a line was altered"),
        (lambda lines: lines.insert(4, "undo 1"), "illegal", 4, "where no result is due"),
        (lambda lines: lines.insert(4, "draw 1:bE"), "illegal", 4, "so leave `draw 1:bE` out; the next mail of Ana"),
        (lambda lines: lines.insert(4, "stop"), "illegal", 4, "no result is due; the next mail of Ana opens it"),
        (swapped(2), "not-your-turn", 2, "the link of Bob is due"),
        (swapped(3), "not-your-turn", 3, "the link of Bob is due, not of Ana"),
    ],
)  # fmt: skip
def test_a_log_that_was_bent(change: Callable[[list[str]], None], code: str, at: int, says: str) -> None:
    record = log(change)
    found, line, sentence = refused(record)
    assert (found, line) == (code, FIRST + at), sentence
    assert says in sentence
    assert f"g.pbem: line {line}" in sentence
    with pytest.raises((Refused, ValueError, PbemError)):
        Reading(record).check()


def header(old: str, new: str) -> str:
    assert old in RECORD
    return RECORD.replace(old, new, 1)


TIP = "tip Ana g6hq9me4fbxy761ssewpta002kt51m08xgkt\n"
TIP_OF_BOB = "tip Bob gkqc3dhzm0ehgz2d9fg1r7gjfxb8038btcck\n"


@pytest.mark.parametrize(
    ("record", "line", "says"),
    [
        (header("player Ana green,yellow S", "player Ana yellow,green S"), 7, "was not made for this header"),
        (header("id spring-3", "id spring-4"), 7, "was not made for this header"),
        (header("xgkt\n", "xgku\n"), 7, "not 36 letters: a link, or a tip, ends"),
        (header("xgkt\n", "xgkw\n"), 7, "was not made for this header"),
        (header(TIP + TIP_OF_BOB, TIP_OF_BOB + TIP), 7, "was not made for this header"),
        (header(TIP + TIP_OF_BOB, TIP), FIRST - 1, "no tip of Bob"),
        (header(TIP + TIP_OF_BOB, ""), None, "the tip of the player who invites is missing"),
        (header(TIP_OF_BOB, TIP_OF_BOB.replace("Bob", "Ana")), 8, "Ana has two tips"),
        (header(TIP_OF_BOB, TIP_OF_BOB.replace("Bob", "Zed")), 8, "no player is called `Zed`"),
        (header("first Bob drawn", "first Ana drawn"), 9, "`first Ana drawn` is not what was drawn"),
        (header("first Bob drawn\n", "first Bob drawn\n" + TIP_OF_BOB), 10, "directly behind `chance`"),
        (header("chance together\n" + TIP, TIP + "chance together\n"), None, "directly behind `chance`"),
        (header("first Bob drawn", "first ?\nlink Ana 1"), 10, "link NAME NUMBER WORD"),
    ],
)
def test_a_header_that_was_bent(record: str, line: int | None, says: str) -> None:
    code, at, sentence = refused(record)
    assert says in sentence
    assert line is None or at == line, sentence
    assert code in ("save", "illegal", "notation")


def test_joining_once_more(tmp_path: Path) -> None:
    ana, bob = Player(tmp_path, "Ana"), Player(tmp_path, "Bob")
    start(ana, "maharani", ["Ana=green,yellow", "Bob=red,blue"], (), "again")
    invitation = ana.load().record()
    join(bob, invitation)
    ana.take(tip(bob))
    twice = Player(tmp_path / "Bob", "Bob")
    join(twice, invitation)
    with pytest.raises(SaveError, match="Bob has two tips: the first one counts here"):
        ana.take(tip(twice))


def test_a_tip_for_another_header(tmp_path: Path) -> None:
    ana, bob = Player(tmp_path, "Ana"), Player(tmp_path, "Bob")
    start(ana, "maharani", ["Ana=green,yellow", "Bob=red,blue"], (), "again")
    join(bob, ana.load().record())
    other = Player(tmp_path / "Ana", "Ana")
    start(other, "maharani", ["Ana=green,yellow", "Bob=red,blue"], (), "again")
    with pytest.raises(SaveError, match="was not made for this header"):
        other.take(tip(bob))


@pytest.mark.parametrize("players", [3, 4])
def test_tips_in_any_order(tmp_path: Path, players: int) -> None:
    names = ["Ana=green", "Bob=red", "Cid=blue", "Dana=yellow"][:players]
    seats = [Player(tmp_path, name.partition("=")[0]) for name in names]
    start(seats[1], "maharani", names, (), "order")
    for player in reversed([seats[0], *seats[2:]]):
        join(player, seats[1].load().record())
        block = seats[1].take(tip(player))
    assert [line.split(" ")[0] for line in block] == ["tip"] * (players - 1) + ["link", "draw"] or not block
    order = [tip.split(" ")[0] for tip in seats[1].load().header.tips]
    assert order == ["Bob", *(name for name in ("Ana", "Cid", "Dana")[: players - 1])]
    whole = "\n".join([*(f"tip {text}" for text in seats[1].load().header.tips[1:]), *seats[1].load().log])
    for player in (seats[0], *seats[2:]):
        player.take(whole)
        assert player.load().opened


def test_remarks_before_the_opening(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The invitation may bear one, and the first mail has all tips none the less."""
    first, second, mail = (str(tmp_path / name) for name in ("a.toml", "b.toml", "mail.txt"))
    new = ["--player", "Ana", "--player", "Bob", "--player", "Cid", "--chance", "together", "--as", "Ana"]
    assert command("new", "majolica", first, *new, "--first", "Bob") == 0
    assert command("move", first, "; hello") == 0
    assert command("export", first, "-o", mail) == 0
    for name, file in (("Bob", second), ("Cid", str(tmp_path / "c.toml"))):
        capsys.readouterr()
        assert command("join", mail, "-o", file, "--as", name) == 0
        answer = capsys.readouterr().out.strip()
        assert command("move", file, "; and another one") == 0
        capsys.readouterr()
        assert command("move", first, answer) == 0
    block = capsys.readouterr().out.partition("\nTo mail")[0]
    assert [line.split(" ")[0] for line in block.split("\n")] == ["tip", "tip", "link", "draw", "draw", "draw"]
    assert command("move", second, block) == 0
    assert pbem.load(second).to_move == "Bob"


def test_nobody_is_drawn_before_the_first_link() -> None:
    _, line, sentence = refused(HEAD)
    assert line == 9
    assert "it reads `first ?`" in sentence


def test_who_joins_later_than_others_stands_in_the_order_of_players() -> None:
    game = Chains("maharani", 4)
    record = game.session.record()
    lines = record.splitlines()
    tips = [i for i, line in enumerate(lines) if line.startswith("tip ")]
    lines[tips[1]], lines[tips[2]] = lines[tips[2]], lines[tips[1]]
    code, line, sentence = refused("\n".join(lines))
    assert (code, line) == ("save", tips[2] + 1)
    assert "in the order of the `player` lines" in sentence


def test_a_link_for_another_log_names_the_first_line_in_doubt() -> None:
    game = Chains("maharani", 2, first="Ana")
    game.open()
    before = game.session.fold.table.digest
    game.play("1 Ana: R")
    with pytest.raises(OtherLog, match="from line 1 on yours differs"):
        game.session.play(game.link("Bob", log=before))
    game.play("link Bob", "2 Bob: R", "link Ana", "3 Ana: R")
    with pytest.raises(OtherLog, match="from line 5 on yours differs"):
        game.session.play(game.link("Bob", log=before))


def test_no_link_of_another_player_fits() -> None:
    game = Chains("maharani", 3, first="Ana")
    game.open()
    game.play("R")
    owes = game.session.owed_by or game.session.to_move
    for name in game.names:
        if name != owes:
            with pytest.raises(PbemError, match=f"the link of {owes} is due, not of {name}") as error:
                game.session.play(game.link(name))
            assert error.value.status == 6


def test_every_line_that_is_altered_is_found_at_it_or_at_the_next_link() -> None:
    found: dict[str, int] = {}
    for number, line in enumerate(LINES):
        for at, letter in enumerate(line):
            for other in "0az":
                if letter.lower() == other or (letter, other) in ((" ", "0"), ("l", "0")):
                    continue
                lines = [*LINES]
                lines[number] = line[:at] + other + line[at + 1 :]
                code, place, _ = refused(HEAD + "\n" + "\n".join(lines) + "\n")
                later = [n for n, text in enumerate(LINES) if n > number and text.startswith("link")]
                assert place is not None
                assert FIRST + number <= place <= FIRST + (later[0] if later else number), lines[number]
                found[code] = found.get(code, 0) + 1
    assert set(found) >= {"notation", "chain", "seal", "illegal", "stale", "not-your-turn"}


def asked_back(folder: Path) -> tuple[Player, Player]:
    """Who has played turn 1, drawing nothing, and asks to take it back; who is asked."""
    table = Table(folder / "t", "maharani", 2, seed="asked")
    asking = table.of(table.game.to_move)
    other = next(player for player in table.players if player is not asking)
    other.take("\n".join(asking.move("R")))
    other.take("\n".join(asking.undo()))
    return asking, other


def test_who_asked_is_told_of_a_refusal(tmp_path: Path) -> None:
    """A link alone, or a turn behind it: the line that was asked for is not there."""
    for name, lines in ({"alone": (), "turn": ("R",)}).items():
        (tmp_path / name).mkdir()
        asking, other = asked_back(tmp_path / name)
        block = other.move(*lines, fresh=not lines)
        hand = asking.hand()
        hand.move(taking.take_from(hand.game, "\n".join(block)).lines, text=True)
        assert hand.notes == [f"`undo 1` is refused: the link of {other.name} stands there without it"]
        hand = asking.hand()  # and of nothing where all agree
        hand.move((), text=True)
        assert hand.notes == []


def test_who_agrees_is_told_nothing_of_a_refusal(tmp_path: Path) -> None:
    asking, other = asked_back(tmp_path)
    block = other.undo()
    hand = asking.hand()
    hand.move(taking.take_from(hand.game, "\n".join(block)).lines, text=True)
    assert (hand.notes, hand.game.turn) == ([], 1)


def mover_asked(folder: Path) -> tuple[Player, Player]:
    """Who asks to take turn 1 back, and who has played it and is asked."""
    table = Table(folder / "t", "maharani", 2, seed="asked")
    asked = table.of(table.game.to_move)
    asking = next(player for player in table.players if player is not asked)
    asking.take("\n".join(asked.move("R")))
    asked.take("\n".join(asking.undo()))
    return asking, asked


def test_who_agrees_and_moves_in_the_next_block_has_refused_nothing(tmp_path: Path) -> None:
    asking, asked = mover_asked(tmp_path)
    blocks = [*asked.undo(), *asked.move("R")]
    hand = asking.hand()
    hand.move(taking.take_from(hand.game, "\n".join(blocks)).lines, text=True)
    assert (hand.notes, hand.game.turn, hand.game.fold.table.taken_back) == ([], 2, 1)


def test_who_is_asked_and_types_a_move_is_told_how_to_answer(tmp_path: Path) -> None:
    """Where who asks is to move."""
    asking, asked = mover_asked(tmp_path)
    kept = asked.file.read_bytes(), asked.secret.read_bytes()
    says = f"{asking.name} is to move, and you are {asked.name}; `undo 1` waits for {asked.name}: pbem undo FILE agrees"
    with pytest.raises(PbemError, match=says) as error:
        asked.move("R")
    assert (error.value.code, error.value.status) == ("not-your-turn", 6)
    with pytest.raises(PbemError, match="undo needs all"):
        asking.move("R")
    assert (asked.file.read_bytes(), asked.secret.read_bytes()) == kept


def test_only_who_is_asked_is_told_how_to_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(tmp_path / "t", "maharani", 3, seed="asked")
    asking = table.of(table.game.to_move)
    table.mail(asking, asking.move("R"))
    block = "\n".join(asking.undo())
    shell, told = Shell(tmp_path, monkeypatch), {}
    others = [player for player in table.players if player is not asking]
    for player in others:
        told[player.name] = shell(f"move {player.file} -", block).stdout
    [waits] = {re.findall("(?m)^`undo 1` waits for ([A-Z][a-z]+)", text)[0] for text in told.values()}
    for name, text in told.items():
        assert (": pbem undo FILE agrees, pbem move FILE --fresh refuses." in text) == (name == waits), name


def test_what_was_struck_is_agreed_to_again(tmp_path: Path) -> None:
    """Also if it was not the last turn that is asked for."""
    table = Table(tmp_path / "t", "maharani", 3, seed="asked")
    for _ in range(2):
        mover = table.of(table.game.to_move)
        block = mover.move("R")
        for player in table.players:
            if player is not mover:
                player.take("\n".join(block))
    asking = mover
    table.mail(asking, asking.undo(1))
    asked = table.of(table.game.to_move)
    hand = asked.hand()
    hand.undo()
    hand.commit()
    hand.game.write()
    hand = asked.hand()
    assert [line.partition(" line")[0] for line in hand.strike()] == ["undo 1"]
    assert "refuses `undo 1` unless pbem undo FILE agrees" in hand.notes[-1]
    hand.commit()
    hand.game.write()
    assert "undo 1 line" in asked.undo()[-1]


def test_a_post_from_behind_a_draw_that_is_due_here(tmp_path: Path) -> None:
    """Without the link that opens it: told as what it is, not as another game."""
    table = Table(tmp_path / "t", "maharani", 2, seed="post")
    mover = table.of(table.game.to_move)
    other = next(player for player in table.players if player is not mover)
    other.take("\n".join(mover.move(mover.any_turn())))
    post = "\n".join(report.show(other.load()))
    with pytest.raises(PbemError, match=f"is missing: a draw is owed by {other.name}") as error:
        taking.take_from(mover.load(), post).check(mover.load())
    assert error.value.code == "stale"


def test_a_file_of_before_the_tips_is_told_to_be_old(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words, (ana, bob) = PLAYERS["maharani"][2], [Player(tmp_path, name) for name in ("Ana", "Bob")]
    start(ana, "maharani", words, (), "g")
    join(bob, ana.load().record())
    old = ana.file.read_bytes()
    assert command("move", str(ana.file)) == 2
    assert "nothing to do: not opened, no tip of Bob" in capsys.readouterr().err
    ana.move(tip(bob))
    if not ana.hand().finished:
        ana.move(ana.any_turn())
    ana.file.write_bytes(old)
    assert command("move", str(ana.file)) == 5
    assert "it has 0 of your links, and you have given 1. Fetch the newest" in capsys.readouterr().err


def test_files_of_other_kinds_may_have_lines_that_begin_so() -> None:
    record = pbem.new("maharani", ["Ana=green,yellow", "Bob=red,blue"], seed="x", id="x", first="Ana").record()
    odd = record.replace("first Ana\n", "first Ana\ntip of the day\nlink somewhere\n")
    assert pbem.read(odd).record() == odd
    assert pbem.read(pbem.read(odd).toml()).record() == odd


def test_two_words_for_one_link_are_not_taken() -> None:
    word = chain.word("spring-3", "Bob", "1" * 64, 1)
    assert chain.write(word, 0)[:32] == re.split(" ", LINES[2])[-1][:32]
    with pytest.raises(SaveError):
        pbem.read(header("tip Bob g", "tip Bob h"))
