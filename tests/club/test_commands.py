"""pbem club from the command line: from an empty folder to a played move."""

import json
import os
import re
import shutil
import stat
import time
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_string
from email.policy import default
from pathlib import Path

import pytest

from pbem import files
from pbem.club import outgoing, settings, tokens
from pbem.club.incoming import spool
from pbem.commands import club_
from pbem.errors import SaveError
from pbem.mail.mime import MOST
from tests.club.tools import DAY, HOST, Desk, body, legal, without
from tests.test_cli import Shell


@pytest.fixture
def shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Shell:
    return Shell(tmp_path, monkeypatch)


@pytest.fixture
def club(shell: Shell) -> Shell:
    shell("club new spring --address games@example.org")
    shell("club person spring Ana ana@example.com")
    shell("club person spring Bob bob@example.com")
    return shell


def out(folder: Path) -> list[Path]:
    new = folder / "spring" / "out" / "new"
    return sorted(new.iterdir()) if new.is_dir() else []


def test_a_new_club_has_its_files(shell: Shell, tmp_path: Path) -> None:
    result = shell("club new spring --address games@example.org")
    assert result.exit_code == 0
    assert "pbem club person spring NAME ADDRESS" in result.stdout
    assert {path.name for path in (tmp_path / "spring").iterdir()} >= {"club.toml", "club.key", "club.db", "games"}
    assert stat.S_IMODE((tmp_path / "spring" / "club.key").stat().st_mode) == 0o600
    assert stat.S_IMODE((tmp_path / "spring" / "club.db").stat().st_mode) == 0o600
    key = (tmp_path / "spring" / "club.key").read_text()
    assert shell("club new spring --address games@example.org").exit_code == 3
    assert (tmp_path / "spring" / "club.key").read_text() == key
    for words in ("--address games", f"--address {'x' * 25}@y.example", "--address x@y.example --name 'a\nb'"):
        told = shell(f"club new other {words}")
        assert (told.exit_code, settings.FILE in told.stderr) == (2, False)
    assert not (tmp_path / "other").exists()


def test_a_lost_key_is_told_with_what_to_do(tmp_path: Path, shell: Shell) -> None:
    assert shell("club new spring --address games@example.org").exit_code == 0
    key = tmp_path / "spring" / "club.key"
    for lose in (lambda: key.write_text("no key"), key.unlink):
        lose()
        told = shell("club run spring")
        assert told.exit_code == 3
        assert "Put it back from a copy; without one write 64 hexadecimal digits" in told.stderr
    key.write_text("5a" * 32)
    assert shell("club run spring").exit_code == 0


def test_where_settings_are_lost_their_copy_is_named(desk: Desk) -> None:
    (desk.folder / "club.toml").rename(desk.folder / "club.toml.bak")
    with pytest.raises(SaveError, match=r"club\.toml is gone; club\.toml\.bak beside it"):
        desk.club()


def test_each_command_tells_its_own_default_for_chance(shell: Shell) -> None:
    helped = {name: " ".join(shell(f"{name} --help").stdout.split()) for name in ("new", "club start")}
    assert "How draws are decided. [default: seed]" in helped["new"]
    assert "How draws are decided. [default: keeper; seed with --seed]" in helped["club start"]
    assert "--chance [seed|keeper|manual|together]" in helped["new"]
    assert "--chance [keeper|seed|manual]" in helped["club start"]
    assert "begun by who invites, with pbem new --chance together" in helped["club start"]


def test_from_start_to_a_played_move(club: Shell, tmp_path: Path) -> None:
    result = club("club start spring majolica --player Ana --player Bob --first Ana --id tiles")
    assert (result.exit_code, result.stderr) == (0, "")
    assert (tmp_path / "spring" / "games" / "tiles.toml.secret").is_file(), "the robot is the keeper"
    [first] = out(tmp_path)
    notice = message_from_string(club("club notice spring tiles").stdout, policy=default)
    assert notice["To"] == "Ana <ana@example.com>"
    assert notice["Subject"] == "[tiles] Majolica"
    assert notice["Reply-To"] == message_from_string(first.read_text(), policy=default)["Reply-To"]
    move = json.loads(club("legal spring/games/tiles.toml --limit 1 --json").stdout)["moves"][0]["move"]
    reply = f"From: ana@example.com\nTo: {notice['Reply-To']}\nMessage-ID: <r1@x>\n\n1 Ana: {move}\n"
    result = club("club deliver spring", reply)
    assert (result.exit_code, result.stderr, result.stdout) == (0, "", "")
    assert len(out(tmp_path)) == 3
    assert club("club run spring").stdout == "no message; sent: 0; waiting: 0\n"
    assert "tiles.toml: turn 2, Bob is to move." in club("club status spring").stdout
    assert json.loads(club("status spring --json").stdout)[0]["turn"] == 2
    record = club("export spring/games/tiles.toml").stdout
    assert "mail" not in record
    assert "r1@x" not in record
    assert "r1@x" in (tmp_path / "spring" / "games" / "tiles.toml").read_text()
    assert club("check spring/games/tiles.toml").exit_code == 0


def test_a_command_that_is_named_can_be_typed_whatever_blanks_are_in_it(shell: Shell) -> None:
    made = shell("club new 'my club' --address games@example.org")
    assert made.stdout.endswith("Next: pbem club person 'my club' NAME ADDRESS\n")
    assert shell("club person 'my club' Robo --bot greedy").exit_code == 0
    start = "club start 'my club' majolica --player Robo --player"
    missing = "pbem: Bob Lee is not in this club: pbem club person 'my club' 'Bob Lee' ADDRESS\n"
    assert shell(f"{start} 'Bob Lee'").stderr == missing
    assert shell("club person 'my club' 'Bob Lee' bob@example.org").exit_code == 0
    assert shell(f"{start} 'Bob Lee' --id tiles --first Robo").stdout.endswith(": Bob Lee is to move\n")  # it moved
    assert "pbem club run 'my club' lets it move" in shell("club notice 'my club' tiles --to Robo").stderr
    club = Path("my club", settings.FILE)
    club.write_text(club.read_text().replace("Bob Lee", "Bo"))
    assert shell("club notice 'my club' tiles --to 'Bob Lee'").stderr == missing


def test_a_game_with_a_seed_has_no_keeper(club: Shell, tmp_path: Path) -> None:
    club("club start spring majolica --player Ana --player Bob --id seeded --seed x")
    assert 'kind = "seed"' in (tmp_path / "spring" / "games" / "seeded.toml").read_text()


@pytest.mark.parametrize(
    ("line", "status", "why"),
    [
        ("club start spring majolica --player Ana --player Zoe", 2, "Zoe is not in this club: pbem club person"),
        ("club start spring nothing --player Ana", 3, "nothing"),
        ("club start spring majolica --player Ana --player Bob --chance together", 2, "not one of 'keeper', 'seed'"),
        ("club start nowhere majolica --player Ana", 3, "nowhere is no club"),
        ("club person spring Zoe", 2, "Zoe is not in this club: an address is wanted"),
        ("club person spring Zoe zoe", 2, "pbem: `zoe` is no mail address"),
        ("club person spring Zoe games+z@example.org", 2, "pbem: `games+z@example.org` is the club's own address"),
        ("club person spring 1 zoe@x.example", 2, "cannot be a player's name"),
        ("club person spring Ana --away soon", 2, "`soon` is no date"),
        ("club notice spring nothing", 2, "this club has no game `nothing`: it has none"),
        ("club test spring Zoe", 2, "Zoe is not in this club"),
        ("club run nowhere", 3, "nowhere is no club"),
        ("club status nowhere", 3, "nowhere is no club"),
    ],
)
def test_what_cannot_be_done_is_told(club: Shell, tmp_path: Path, line: str, status: int, why: str) -> None:
    before = (tmp_path / "spring" / "club.toml").read_text()
    result = club(line)
    assert result.exit_code == status
    assert why in result.stderr
    assert (tmp_path / "spring" / "club.toml").read_text() == before
    assert out(tmp_path) == []


def test_a_folder_of_games_that_is_none_or_cannot_be_read_is_told(
    club: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = tmp_path / "spring" / "games"
    games.rmdir()
    games.touch()
    start = club("club start spring majolica --player Ana --player Bob")
    assert (start.exit_code, start.stderr) == (3, "pbem: cannot make spring/games: File exists\n")
    games.unlink()
    games.mkdir()

    def refused(path: str) -> list[str]:
        raise PermissionError(13, "Permission denied", path)

    monkeypatch.setattr(os, "listdir", refused)
    for command in ("run", "standings", "notice", "start"):
        more = {"notice": "tiles", "start": "majolica --player Ana --player Bob"}.get(command, "")
        done = club(f"club {command} spring {more}")
        assert (done.exit_code, done.stderr) == (3, "pbem: cannot read spring/games: Permission denied\n"), command


def test_the_same_id_twice_is_refused_and_none_is_started_beside_games_that_are_away(club: Shell) -> None:
    start = "club start spring majolica --player Ana --player Bob --id"
    assert club(f"{start} tiles").exit_code == 0
    (games := Path("spring/games")).joinpath("tiles.toml").write_text("damaged")
    for name, told in (("Tiles", "has a game tiles already"), ("new", away := "put any file there"), ("tiles", away)):
        result = club(f"{start} {name}")
        assert (result.exit_code, told in result.stderr) == (3 if told is away else 2, True)
        assert club("club notice spring tiles").exit_code == 3  # as of a damaged file
        shutil.rmtree(games) if games.exists() else games.mkdir()


def test_what_waits_for_another_pbem_is_sent(club: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "_WAIT", 0.1)
    with files.locked("spring/club.key"):
        for line in ("start spring majolica --player Ana --player Bob --id tiles", "test spring Ana"):
            done = club(f"club {line}")
            assert (done.exit_code, done.stderr.startswith("pbem: another pbem is working on this club")) == (0, True)
    assert out(tmp_path) == []
    assert club("club run spring").stdout == "no message; sent: 2; waiting: 0\n"


def test_of_a_turn_still_to_come_a_club_asks_for_no_log(desk: Desk) -> None:
    desk.answer(desk.mail_to("Ana"), "9 Ana: R")
    assert body(desk.mail_to("Ana")).startswith("Nothing is played. That was for turn 9, the game is at turn 1.\n")


def test_people_are_changed_and_away(club: Shell, tmp_path: Path) -> None:
    assert club("club person spring ana ana@new.example").stdout == "ana: ana@new.example\n"
    assert club("club person spring Ana --digest").stdout == "Ana: at most one mail a day, with all games\n"
    assert club("club person spring Ana ana@newest.example").stdout == "Ana: ana@newest.example\n"
    [ana] = [one for one in settings.read(str(tmp_path / "spring")).people if one.name == "Ana"]
    assert ana == settings.Person("Ana", "ana@newest.example", digest=True)
    assert club("club person spring Ana --no-digest").stdout == "Ana: a mail for each game\n"
    assert "digest" not in (tmp_path / "spring" / "club.toml").read_text()
    assert club("club person spring Ana --away 2199-12-24").stdout == "Ana: away until 2199-12-24\n"
    assert "away until 2199-12-24" in club("club status spring").stdout
    assert club("club person spring Ana --away -").stdout == "Ana: here\n"
    assert "away" not in club("club status spring").stdout


def test_a_person_removed_in_the_middle_of_a_game_is_told(desk: Desk) -> None:
    notice = desk.mail_to("Ana")
    without(desk, "Bob")
    desk.answer(notice, legal(desk.game()))
    assert (desk.game().turn, desk.told) == (2, ["game spring: Bob has no address in club.toml, so no mail is sent"])
    desk.mail_to("Ana")
    assert desk.club().missing() == ["Bob of game spring has no address in club.toml."]
    bob = tokens.Keys(bytes.fromhex("5a" * 32)).make("spring", 1, "Bob", desk.game().fold.next_number())
    desk.put(desk.reply(notice, legal(desk.game()), "Bob", In_Reply_To=f"<{bob}@{HOST}>", References=""))
    assert desk.run().messages == {"of nobody here": 1}
    assert any(re.search("a mail of Bob was not read.* send it anew", one) for one in desk.told)
    assert desk.game().turn == 2


def test_two_changes_of_a_person_at_once_are_both_kept(
    club: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "spring" / "club.toml"

    @contextmanager
    def late(name: str) -> Iterator[None]:
        path.write_text(path.read_text().replace("ana@example.com", "ana@example.net"))
        yield

    with monkeypatch.context() as patched:
        patched.setattr(files, "locked", late)
        assert club("club person spring Ana --digest").exit_code == 0
    ana = settings.read(str(tmp_path / "spring")).person("Ana")
    assert ana == settings.Person("Ana", "ana@example.net", digest=True)


def test_a_sample_is_sent(club: Shell, tmp_path: Path) -> None:
    assert club("club test spring Bob").stdout == "A sample goes to bob@example.com.\n"
    [sample] = out(tmp_path)
    mail = message_from_string(sample.read_text(), policy=default)
    assert mail["Auto-Submitted"] == "auto-generated"  # it answers to nothing (RFC 3834, 5)
    (tmp_path / "spring" / "games" / "damaged.toml").write_text("pbem = 1")  # which it does not belong to
    reply = f"From: bob@example.com\nTo: {mail['Reply-To']}\nMessage-ID: <s1@x>\n\nlooks fine\n"
    assert "a message waits" not in club("club deliver spring", reply).stderr
    assert len(out(tmp_path)) == 2


def test_deliver_keeps_the_message_or_says_try_again(club: Shell, tmp_path: Path) -> None:
    assert club("club deliver nowhere", "From: a@b\n\nx\n").exit_code == 75
    assert club("club deliver spring", " \n").exit_code == 75
    (tmp_path / "spring" / "club.toml").write_text("broken")
    assert club("club deliver spring", "From: a@b\n\nx\n").exit_code == 75
    assert not (tmp_path / "spring" / "spool").exists()


def test_after_a_new_key_the_next_mail_can_be_replied_to(desk: Desk) -> None:
    desk.mails()
    (desk.folder / tokens.FILE).write_text("6b" * 32 + "\n")
    for _ in range(4):
        desk.now += DAY
        desk.run()
    assert desk.answer(desk.mail_to("Ana"), legal(desk.game())).messages == {"played": 1}


def test_of_a_message_that_is_too_long_so_much_is_kept_as_is_read(club: Shell, tmp_path: Path) -> None:
    reply = "From: ana@example.com\nMessage-ID: <long@x>\n\n".ljust(3 * MOST, "x")
    assert club("club deliver spring", reply).exit_code == 0
    [kept] = (tmp_path / "spring" / "spool" / "cur").iterdir()
    assert kept.stat().st_size == MOST + 1


def test_what_a_killed_delivery_has_left_goes_after_36_hours(tmp_path: Path) -> None:
    spool(str(tmp_path), b"From: a@b\n\nx\n")
    old, new = (tmp_path / "spool" / "tmp" / name for name in ("old.1", "new.2"))
    for path, age in ((old, 37), (new, 35)):
        path.write_bytes(b"From: a")
        os.utime(path, (time.time() - age * 3600, time.time() - age * 3600))
    folder = tmp_path / "spool" / "tmp" / "a"  # which nobody can remove so
    folder.mkdir()
    os.utime(folder, (0, 0))
    spool(str(tmp_path), b"From: a@b\n\ny\n")
    assert sorted((tmp_path / "spool" / "tmp").iterdir()) == [folder, new]


def test_a_message_that_comes_twice_at_once_is_kept_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another process is given it while this one has written half."""
    data, sync = b"From: a@b\n\nx\n", outgoing._sync
    pids, others = iter((1, 2)), iter([data])

    def interrupted(paths: list[str]) -> None:
        for other in others:
            spool(str(tmp_path), other)
        sync(paths)

    monkeypatch.setattr(os, "getpid", lambda: next(pids))
    monkeypatch.setattr(outgoing, "_sync", interrupted)
    spool(str(tmp_path), data)
    [kept] = (tmp_path / "spool" / "new").iterdir()
    assert kept.read_bytes() == data
    assert list((tmp_path / "spool" / "tmp").iterdir()) == []


def test_a_message_is_kept_where_the_disk_takes_no_advice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(*_: int) -> None:
        raise OSError(38, "Function not implemented")

    monkeypatch.setattr(os, "posix_fadvise", unknown, raising=False)
    spool(str(tmp_path), b"From: a@b\n\nx\n")
    assert len(list((tmp_path / "spool" / "new").iterdir())) == 1


def test_a_message_that_cannot_be_kept_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who brings it does so again and again, to a full disk."""

    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(SaveError, match="cannot keep the message"):
        spool(str(tmp_path), b"From: a@b\n\nx\n")
    assert [path for path in (tmp_path / "spool").rglob("*") if path.is_file()] == []


def test_a_damaged_game_is_told_and_the_others_go_on(club: Shell, tmp_path: Path) -> None:
    club("club start spring majolica --player Ana --player Bob --id tiles")
    games = tmp_path / "spring" / "games"
    shutil.copy(games / "tiles.toml", games / "copy.toml")
    os.truncate(games / "copy.toml", 100)
    result = club("club run spring")
    assert result.exit_code == 0
    assert "copy.toml" in result.stderr
    assert "copy.toml is neither a record" in club("club status spring").stdout


def test_help_is_enough_to_start(club: Shell) -> None:
    text = club("club --help").stdout
    words = ("pbem club new", "person", "start", "run", "deliver", "imaps://", "PBEM_PASSWORD", "sendmail:", "+TOKEN")
    for word in words:
        assert word in text
    assert "..." not in text.partition("\nCommands:\n")[2]  # nothing is cut off


def test_every_command_of_a_club_has_the_option_that_all_have(club: Shell) -> None:
    for command in club_.command.commands:
        assert "--color [auto|always|never]" in club(f"club {command} --help").stdout
    always, never = "--color always", "--color never"
    for words, red in ((f"club status {always}", True), (f"club {always} status", True), ("club status", False)):
        assert club(f"{words} nowhere").stderr.startswith("\x1b[31mpbem: ") == red
    assert club(f"club {always} status {never} nowhere").stderr.startswith("pbem: nowhere is no club")


def test_bots_on_the_command_line(shell: Shell, tmp_path: Path) -> None:
    shell("club new spring --address games@example.org")
    shell("club person spring Ana ana@example.com")
    assert shell("club person spring Robo --bot search:5").stdout == "Robo: the bot search:5\n"
    assert shell("club person spring robo --bot greedy").stdout == "robo: the bot greedy\n"
    assert shell("club person spring Dana --bot random").exit_code == 0
    before = (tmp_path / "spring" / settings.FILE).read_text()
    assert before.count('bot = "') == 2
    begin = "club start spring majolica --first Robo --player Robo"
    for line, status, why in (
        ("club person spring Eva --bot gone", 2, "there is no bot `gone`: random, greedy, search"),
        ("club person spring Eva --bot search:501", 2, "has a budget of 500 at most, not 501"),
        ("club person spring Eva --bot search", 2, "has a budget of 500 at most, not 1000"),
        ("club person spring 1 --bot greedy", 2, "cannot be a player's name"),
        ("club person spring Robo --away 2199-12-24", 2, "Robo is a bot, which gets no mail: --bot names another one"),
        ("club person spring Robo a@b.example --bot greedy", 2, "a bot gets no mail"),
        ("club test spring Robo", 2, "Robo is a bot, which gets no mail"),
        (f"{begin} --player Dana --chance manual", 2, "all players are bots, and nobody is there who draws"),
    ):
        result = shell(line)
        assert (result.exit_code, result.stdout) == (status, ""), line
        assert why.casefold() in result.stderr.casefold(), line
    assert (tmp_path / "spring" / settings.FILE).read_text() == before
    assert list((tmp_path / "spring" / "games").iterdir()) == []
    assert shell(f"{begin} --player Ana --id tiles").exit_code == 0
    assert "To: Ana <ana@example.com>" in shell("club notice spring tiles").stdout
    assert "Robo is a bot, which gets no mail" in shell("club notice spring tiles --to Robo").stderr
    (tmp_path / "spring" / settings.FILE).write_text(before.replace('"greedy"', '"gone"'))
    told = shell("club status spring")
    assert "tiles.toml: turn 2, Ana is to move." in told.stdout
    assert "robo is a bot: gone\n" in told.stdout
    assert "robo: there is no bot `gone`" in told.stderr
    assert shell("club person spring Robo robo@example.com").stdout == "Robo: robo@example.com\n"
    assert 'bot = "gone"' not in (tmp_path / "spring" / settings.FILE).read_text()
