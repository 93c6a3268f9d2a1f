"""Players with folders of their own: what an honest program refuses, and how what people do by mistake is mended."""

import os
import shutil
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

import pbem
from pbem.commands import dealing
from pbem.errors import PbemError
from pbem.together import playing, secret, taking
from tests.support import any_turn
from tests.test_cli import Shell
from tests.together.tools import Player, Table
from tests.together_reader import Reading


@pytest.fixture
def two(tmp_path: Path) -> Table:
    """Ana and Bob, the game opened; the first of `players` is who is to move."""
    table = Table(tmp_path / "t", "maharani", 2, seed="two")
    mover = table.game.to_move
    table.players.sort(key=lambda player: player.name != mover)
    return table


def refused(code: str, act: Callable[[], object]) -> str:
    with pytest.raises(PbemError) as error:
        act()
    assert error.value.code == code, str(error.value)
    return str(error.value)


def files(player: Player) -> tuple[bytes, bytes]:
    return player.file.read_bytes(), player.secret.read_bytes()


def test_one_mail_a_turn(two: Table) -> None:
    first, second = two.players
    block = first.move(first.any_turn())
    assert [line.split(" ")[0] for line in block if line[0] in "lt"] in (["link"], ["tip", "link"])
    assert block[-1].startswith(f"1 {first.name}: ")
    assert first.load().owed_by == second.name
    assert second.take("\n".join(block)) == []
    assert second.load().owed_by is None
    answer = second.move(second.any_turn())
    assert answer[0].startswith(f"link {second.name}")
    assert answer[1].startswith("draw ")
    assert answer[2].startswith(f"2 {second.name}: ")
    first.take("Hello,\n\n" + "\n".join(answer) + "\n\nBest wishes\n")
    assert first.load().log == [*second.load().log, *first.load().log[len(second.load().log) :]]


def test_the_secret_is_for_its_owner_only_and_grows(two: Table) -> None:
    first, _ = two.players
    before = first.secret.read_bytes()
    assert stat.S_IMODE(os.stat(first.secret).st_mode) == 0o600
    first.move(first.any_turn())
    after = first.secret.read_bytes()
    assert after.startswith(before)
    seed = secret.read(str(first.secret)).seed
    texts = [path.read_text() for path in first.folder.iterdir() if path != first.secret]
    assert (first.folder / "g.toml.bak").exists()
    assert not any(seed in text for text in [*texts, first.load().record(), repr(first.load())])
    assert stat.S_IMODE(os.stat(first.secret).st_mode) == 0o600
    assert not [path.name for path in first.folder.iterdir() if "secret" in path.name and path != first.secret]


def test_the_secret_is_never_overwritten(two: Table, tmp_path: Path) -> None:
    first, _ = two.players
    refused("save", lambda: secret.new(str(first.secret), "g", first.name, "0" * 64, "0" * 64))


# Lines that somebody puts into the blocks of others


@pytest.mark.parametrize("line", ["undo 1", "stop", "undo 3"])
@pytest.mark.parametrize("older", [False, True])
@pytest.mark.slow
def test_lines_added_to_the_block_of_another(two: Table, line: str, older: bool) -> None:
    """Who answers adds a line to the block that is answered: its author refuses that, also with an older file."""
    first, second = two.players
    for player, other in ((first, second), (second, first)):
        other.take("\n".join(player.move("R")))  # draws nothing, so that a line may follow
    block = first.move("R")
    bent = second.hand()
    bent.game.play(*block, line)
    bent.give()
    text = "\n".join(bent.game.log)
    if older:
        shutil.copy(f"{first.file}.bak", first.file)
    kept = files(first)
    sentence = refused("secret", lambda: first.take(text))
    lacked = block[-1] if older else line
    assert f"you did not write that: `{lacked}` stands in a block of yours, and your file lacks it. Either" in sentence
    read = taking.take_with(first.load(), text, str(first.secret))  # pbem read, and a dry run
    assert (read.lines, read.error and read.error.code) == ((), "secret")
    taken = taking.take_from(first.load(), text).lines
    assert refused("secret", lambda: first.hand().try_out(taken, text=True)) == sentence
    assert files(first) == kept


def test_a_line_altered_in_the_block_of_another(two: Table) -> None:
    first, second = two.players
    second.take("\n".join(first.move("R")))
    other = second.any_turn()
    block = second.move("R")
    bent = first.hand()
    bent.game.play(*block[:-1], f"2 {second.name}: {other}")
    text = "\n".join(bent.game.log)
    sentence = refused("seal", lambda: second.take(text))
    assert f"If you are {second.name}, and mailed what your log has, that was altered: take nothing" in sentence
    assert "Else a line that was answered counts as it was answered" in sentence


def test_turns_are_not_taken_from_a_text_for_its_reader(two: Table) -> None:
    first, second = two.players
    block = first.move(first.any_turn())
    text = "\n".join([*block, f"2 {second.name}: R =0"])
    kept = files(second)
    refused("illegal", lambda: second.take(text))
    assert files(second) == kept
    second.take("\n".join(block))
    kept = files(second)
    refused("secret", lambda: second.take(f"2 {second.name}: R =0\n"))
    assert files(second) == kept


def test_nobody_moves_for_another_in_that_ones_block(two: Table) -> None:
    """A line without a name is one's own; with the name of who is to move it was mailed."""
    first, second = two.players
    second.take("\n".join(first.move(fresh=True)))  # a link alone: the block is the mover's
    kept = files(second)
    sentence = refused("not-your-turn", lambda: second.move("R"))
    assert f"{first.name} is to move, and you are {second.name}" in sentence
    assert files(second) == kept
    second.move(f"1 {first.name}: R =0")
    assert second.load().log[-1] == f"1 {first.name}: R =0"


# One link for one log


def test_no_link_for_two_logs(two: Table, tmp_path: Path) -> None:
    first, second = two.players
    shutil.copy(first.file, tmp_path / "old.toml")
    block = first.move(first.any_turn())
    shutil.copy(tmp_path / "old.toml", first.file)  # the file alone comes from a backup
    answered = first.secret.read_bytes()
    assert "was mailed, and the log lacks its block" in refused("secret", lambda: first.move(first.any_turn()))
    assert "--fresh LINE" in refused("secret", lambda: first.hand().try_out([first.any_turn()]))
    assert first.hand().try_out([first.any_turn()], fresh=True)
    assert "was mailed" in refused("secret", lambda: first.move("stop"))
    assert "was mailed" in refused("secret", lambda: dealing.check_choosing(first.load(), None))
    again = first.move(first.any_turn(), fresh=True)  # nobody has got it
    links = [line for line in again if line.startswith(f"link {first.name} ")]
    assert links[0] == block[-2]  # the same link for the same log; it was mailed, so a line needs another one
    assert links[1].startswith(f"link {first.name} {int(block[-2].split(' ')[2]) + 1} ")
    before = files(second)
    second.take("\n".join(again))  # who has got neither
    assert second.load().log[: len(first.load().log)] == first.load().log
    for file, content in zip((second.file, second.secret), before, strict=True):
        file.write_bytes(content)
    first.secret.write_bytes(answered)
    game = pbem.load(str(tmp_path / "old.toml"))
    game.play(*[line for line in block[-2:] if line not in game.log])
    first.file.write_text(game.toml())
    second.take("\n".join(block))
    answer = second.move(second.any_turn())
    first.take("\n".join(answer))
    newest = first.file.read_bytes()
    first.move(first.any_turn())
    shutil.copy(tmp_path / "old.toml", first.file)
    sentence = refused("secret", lambda: first.move(first.any_turn()))
    assert "this log is older than" in sentence
    first.file.write_bytes(newest)
    first.move(first.any_turn())


def test_no_second_turn_behind_the_link_of_an_owed_draw(two: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file alone comes from a backup, in which the draw is owed that the mailed link has opened."""
    first, second = two.players
    kept = second.secret.rename(second.folder / "kept")
    second.take("\n".join(first.move(first.any_turn())))
    kept.rename(second.secret)
    old = second.file.read_bytes()
    block = second.move("R")
    second.file.write_bytes(old)
    assert "was mailed, and the log lacks its block" in refused("secret", lambda: second.move("R"))
    shell = Shell(second.folder, monkeypatch)
    assert "was mailed, and the log lacks its block" in shell(f"move {second.file.name} --bot random").stderr
    assert second.file.read_bytes() == old
    again = second.move("R", fresh=True)  # nobody has got it
    assert block[0] in second.load().log  # the same link for the same log
    first.take("\n".join(again))
    Reading(first.load().record()).check()


@pytest.mark.parametrize("owed", [False, True])
def test_a_killed_command_that_began_anew(two: Table, owed: bool) -> None:
    """Its links are noted and the log lacks them: the next command gives the same for the same log."""
    first, second = two.players
    block = first.move(first.any_turn())
    kept = second.secret.rename(second.folder / "kept") if owed else None
    second.take("\n".join(block))
    if kept:
        kept.rename(second.secret)
    before = second.file.read_bytes()
    hand = second.hand()
    hand.move(["R"] if owed else [], fresh=True)
    links = [line for line in hand.game.log if line.startswith(f"link {second.name}")]
    hand.commit()
    second.file.write_bytes(before)
    block = second.move(second.any_turn() if not owed else "R")
    assert [line for line in block if line.startswith(f"link {second.name}")] == links[-2:]
    first.take("\n".join(block))
    Reading(first.load().record()).check()


def test_another_version_of_a_line_gets_no_second_link(two: Table) -> None:
    first, second = two.players
    old = second.file.read_bytes()
    line, other = [move.text for move in first.load().legal(every=False)][:2]
    block = first.move(line)
    second.take("\n".join(block))
    kept = second.secret.read_bytes()
    second.file.write_bytes(old)
    game = second.load()
    game.play(*block[:-1], f"1 {first.name}: {other}")
    sentence = refused("secret", lambda: second.take("\n".join([*block[:-1], game.log[-1]])))
    assert "for another version of this log; nobody gets two answers" in sentence
    assert second.secret.read_bytes() == kept


def test_a_restored_secret_is_told_and_noted(two: Table) -> None:
    first, second = two.players
    old = first.secret.read_bytes()
    second.take("\n".join(first.move(first.any_turn())))
    first.secret.write_bytes(old)
    first.take("\n".join(second.move(second.any_turn())))
    hand = first.hand()
    first.secret.write_bytes(old)
    hand = first.hand()
    assert any("did not know" in note for note in hand.notes)
    hand.commit()
    assert secret.read(str(first.secret)).given == playing.own_links(hand.game, hand.me)


def test_a_secret_too_old_takes_what_it_finds_for_mailed(two: Table) -> None:
    """Nothing of a block is struck or goes on whose link the file did not know: others have it."""
    first, second = two.players
    second.take("\n".join(first.move("R")))
    first.take("\n".join(second.move("R")))
    old = first.secret.read_bytes()
    block = first.move("R")
    first.secret.write_bytes(old)
    assert "was mailed" in refused("illegal", lambda: first.hand().strike())
    assert first.move() == block
    first.secret.write_bytes(old)
    second.take("\n".join(block))
    second.move(second.any_turn())
    first.take(second.out[-1])
    first.secret.write_bytes(old)
    given = playing.own_links(first.load(), first.hand().me)
    first.move("R")
    own = secret.read(str(first.secret))
    assert own.mailed == set(own.given) == {*given, max(given) + 1}


def test_what_a_power_cut_leaves_of_a_line(two: Table) -> None:
    first, _ = two.players
    given = secret.read(str(first.secret)).given
    for number, torn in enumerate((b"li", b"link 1", b"link 2 ab12", b"mailed "), 9):
        with open(first.secret, "ab") as file:
            file.write(torn)
        own = secret.read(str(first.secret))
        assert own.given == given
        own.mail(number)
        own.note()
    first.move(first.any_turn())
    assert secret.read(str(first.secret)).last >= 1
    with open(first.secret, "ab") as file:
        file.write(b"what is this\n")
    assert "is damaged" in refused("save", first.hand)


def test_a_chain_of_another_game_or_header(two: Table, tmp_path: Path) -> None:
    first, second = two.players
    kept = first.secret.read_bytes()
    first.secret.write_bytes(second.secret.read_bytes())
    hand = first.hand()
    assert hand.game.header.names[hand.me] == second.name  # it is that player's, whoever holds it
    first.secret.write_bytes(kept.replace(b"id g\n", b"id h\n"))
    assert "and this is game g" in refused("save", first.hand)
    first.secret.write_bytes(kept.replace(b"header ", b"header 0")[:-1])
    refused("save", first.hand)
    text = first.file.read_text()
    other = Table(tmp_path / "o", "maharani", 2, seed="other")
    first.file.write_text(other.players[0].file.read_text())
    first.secret.write_bytes(kept)
    assert "the header is not the one you joined" in refused("save", first.hand)
    first.file.write_text(text)
    first.secret.unlink()
    assert "is not beside the game" in refused("not-there", lambda: first.move(first.any_turn()))


def test_going_on_in_a_block_that_was_mailed(two: Table) -> None:
    first, second = two.players
    hand = first.hand()
    if hand.fold.table.author != hand.me:
        hand.give()
    first.close(hand, asked_for=True)  # the link alone was printed under `To mail`
    given = secret.read(str(first.secret))
    assert given.mailed == {given.last}
    block = first.move(first.any_turn())
    links = [line for line in block if line.startswith("link ")]
    assert len(links) == 1
    assert links[0].split(" ")[2] == str(given.last + 1)
    second.take("\n".join([*first.load().log]))
    Reading(second.load().record()).check()


# Mending


def test_a_typo_is_struck_until_it_is_mailed(tmp_path: Path) -> None:
    table = Table(tmp_path / "t", "majolica", 2, seed="typo")
    player = table.of(table.game.to_move)
    hand = player.hand()
    log = hand.game.log
    hand.move([any_turn(hand.game)])
    hand.commit()
    hand.game.write()
    hand = player.hand()
    struck = hand.strike()
    assert len(struck) == 1
    hand.commit()
    hand.game.write()
    assert player.load().log[: len(log)] == log
    player.move(player.load().legal(every=False)[1].text)
    assert "was mailed" in refused("illegal", lambda: player.hand().strike())


def test_a_lost_mail_and_mails_that_cross(two: Table) -> None:
    first, second = two.players
    block = first.move(first.any_turn())
    assert first.move() == block  # printed again
    second.take("\n".join(block))
    answer = second.move(second.any_turn())
    first.take("\n".join([*block, *answer]))
    first.take("\n".join(answer))  # a second time
    lost = first.move(first.any_turn())
    assert second.load().owed_by == first.name
    later = [*lost, *first.load().log]
    second.take("\n".join(later))
    assert second.load().log[: len(first.load().log)] == first.load().log


@pytest.mark.parametrize("case", ["mangled", "crossed"])
def test_an_answered_line_that_reads_otherwise(two: Table, case: str) -> None:
    """It counts as it was answered: what the refusal says is done, and the game goes on."""
    first, second = two.players
    other = f"1 {first.name}: {first.any_turn()}"
    block = first.move("R")
    if case == "mangled":
        block[-1] = other
    else:
        first.undo()
    second.take("\n".join(block))
    answer = second.move("R")
    sentence = refused("seal", lambda: first.take("\n".join(answer)))
    assert f"what {second.name} has, import that record to a new file, with a copy of FILE.secret" in sentence
    record = second.load().record()
    line = len(second.load().log) - len(answer) + (case == "crossed")
    sentence = refused("seal", lambda: first.take(record))
    assert f"from line {line} on yours differs" in sentence
    assert "import that record to a new file, with a copy of FILE.secret" in sentence
    assert "was mailed" in refused("illegal", lambda: first.hand().strike())
    first.file.write_text(pbem.read(record).toml())  # as pbem import does, beside the secret
    second.take("\n".join(first.move("R")))
    assert second.load().turn == 4
    Reading(second.load().record()).check()


def test_a_wrong_letter_of_a_link_is_told_and_the_right_one_taken(two: Table) -> None:
    first, second = two.players
    block = first.move(first.any_turn())
    at = next(number for number, line in enumerate(block) if line.startswith(f"link {first.name}"))
    letters = block[at]
    wrong = letters[:-20] + ("0" if letters[-20] != "0" else "1") + letters[-19:]
    kept = files(second)
    sentence = refused("chain", lambda: second.take("\n".join([*block[:at], wrong, *block[at + 1 :]])))
    assert "is a letter wrong?" in sentence
    refused("notation", lambda: second.take("\n".join([*block[:at], letters[:-1], *block[at + 1 :]])))
    assert files(second) == kept
    second.take("\n".join(block))
