"""What a club passes on, and to whom: lines of games that players deal together, without secrets; what they say."""

import shutil
from pathlib import Path

import pytest

import pbem
from pbem import mail as mails
from pbem.club import settings, store, texts
from pbem.club.handling import Handler
from pbem.errors import SaveError
from pbem.taking import take
from pbem.together.taking import take_from
from tests.club.tools import ADDRESSES, DAY, Desk, body, by_hand, legal, let_play, let_wait, words
from tests.support import PLAYERS
from tests.test_cli import Shell
from tests.together.tools import Player, Table, join, start, tip
from tests.together_reader import Reading


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """A game of Ana and Bob, each with a folder; the first of `players` is to move."""
    table = Table(tmp_path / "t", "maharani", 2, id="spring", seed="club")
    mover = table.game.to_move
    table.players.sort(key=lambda player: player.name != mover)
    return table


def club_with(file: Path, folder: Path) -> Desk:
    """A club to which somebody has copied a game."""
    desk = Desk(folder / "club")
    (desk.folder / "games").mkdir()
    shutil.copy(file, desk.folder / "games" / "spring.toml")
    desk.run()
    assert not desk.told, desk.told
    return desk


@pytest.fixture
def club(tmp_path: Path, table: Table) -> Desk:
    return club_with(table.players[0].file, tmp_path)


def test_blocks_are_passed_on(club: Desk, table: Table) -> None:
    first, second = table.players
    notice = club.mail_to(first.name)
    assert body(notice).startswith("Maharani"), "what is to be mailed is a block, and no move on top"
    block = first.move(first.any_turn())
    assert club.answer(notice, "\n".join(block)).messages == {"played": 1}
    mails = club.mails_by_name()
    passed = mails[second.name]
    assert f"{first.name} sends these lines" in body(passed)
    assert "\n".join(line for line in block if not line.startswith("tip ")) in body(passed)
    assert f"A draw is owed by {second.name}." in body(passed).split("\n")
    answered = take_from(first.load(), mails[first.name].as_bytes())
    assert (answered.lines, list(answered.known), answered.doubt) == ((), block, None)
    club.answer(mails[first.name], "show")
    told = take_from(first.load(), club.mail_to(first.name).as_bytes()).doubt
    assert f"that it has not: a draw is owed by {second.name} (" in str(told)
    club.answer(mails[first.name], body(mails[first.name]).partition("\n\n")[2])
    assert words(club.mail_to(first.name)).count(f"draw is owed by {second.name} (") == 1
    second.take(passed.as_string())
    answer = second.move(second.any_turn())
    assert club.answer(passed, "\n".join(answer)).messages == {"played": 1}
    first.take(club.mail_to(first.name).as_string())
    log = club.game().log
    assert second.load().log == log
    assert first.load().log[: len(log)] == log  # and has opened what that set off
    Reading(club.game().record()).check()
    secrets = [player.secret.read_text().split("\n")[3].removeprefix("seed ") for player in table.players]
    for path in club.folder.rglob("*"):
        assert not path.name.endswith(".secret")
        assert not any(seed in path.read_text("utf-8", "replace") for seed in secrets if path.is_file())


def test_a_block_goes_out_again_where_the_robot_was_killed_or_a_mail_was_lost(
    club: Desk, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    def killed(*_: object) -> None:
        raise SaveError("after the game was written")

    first, second = table.players
    notice, block = club.mail_to(first.name), first.move(first.any_turn())
    with monkeypatch.context() as patched:
        patched.setattr(Handler, "_close", killed)
        assert club.answer(notice, "\n".join(block)).messages == {"kept": 1}
    assert club.run().messages == {"played": 1}
    club.put(club.reply(notice, "\n".join([*first.move(), "", *pbem.report.show(first.load())])))
    for what in ("played", "known"):
        mails = club.mails_by_name()
        assert "go to the others once more." in body(mails[first.name]), what
        assert "no line that it has not" in str(take_from(first.load(), mails[first.name].as_string()).doubt), what
        assert "\n\n" + "\n".join(block) + "\n\n" in body(mails[second.name]), what
        assert club.run().messages == ({"known": 1} if what == "played" else {})
    second.take(mails[second.name].as_string())
    assert second.load().turn == 2


def test_a_block_that_anybody_may_have_mailed_again_goes_to_nobody(club: Desk, table: Table) -> None:
    first = table.players[0]
    block, notice = "\n".join(first.move(first.any_turn())), club.mail_to(first.name)
    assert club.answer(notice, block).messages == {"played": 1}
    club.mails()
    nobodys = {"To": "games@club.example", "In_Reply_To": "", "References": ""}
    assert club.answer(notice, block, Subject="[spring]", **nobodys).messages == {"known": 1}
    assert club.mails() == []


def test_what_others_do_not_have_of_a_block_goes_out_with_it(tmp_path: Path) -> None:
    """As the link that opens the game, where who invites has copied the file after that."""
    ana, bob = Table(tmp_path / "t", "maharani", 2, id="spring", seed="club1").players
    assert (ana.load().opened, bob.load().opened) == (True, False)
    desk = club_with(ana.file, tmp_path)
    block = ana.move(ana.any_turn())
    desk.answer(desk.mail_to("Ana"), "\n".join(block))
    mail = desk.mail_to("Bob")
    assert "\n\n" + "\n".join(block) + "\n\n" in body(mail)
    bob.take(mail.as_string())
    assert bob.load().turn == 2


def test_who_joins_is_told_so_and_all_others_how_to(tmp_path: Path) -> None:
    ana, bob, cid = (Player(tmp_path, name) for name in ("Ana", "Bob", "Cid"))
    start(ana, "maharani", PLAYERS["maharani"][3], (), "spring")
    desk = club_with(ana.file, tmp_path)
    join(bob, ana.load().record())
    join(cid, ana.load().record())
    first = desk.mails_by_name()
    assert sorted(first) == ["Bob", "Cid"]
    desk.answer(first["Cid"], tip(cid))
    mails = desk.mails_by_name()
    assert body(mails["Cid"]).replace("\n= ", " ").startswith(f"(stored) {tip(cid)}\n")
    assert take_from(cid.load(), body(mails["Cid"])).known == (tip(cid),)
    for name in ("Ana", "Bob"):
        assert tip(cid) in body(mails[name]).split("\n")
        assert ("pbem join INVITATION -o FILE --as" in words(mails[name])) == (name == "Bob")
    for _ in range(4):
        desk.now += DAY
        desk.run()
    assert "--as Bob, where" in words(desk.mail_to("Bob")), "a reminder"


def test_a_block_of_another_is_not_taken(club: Desk, table: Table) -> None:
    first, second = table.players
    club.answer(club.mail_to(first.name), "\n".join(first.move(first.any_turn())))
    mails = club.mails_by_name()
    second.take(mails[second.name].as_string())
    answer = second.move(second.any_turn())
    kept = club.game().log
    assert club.answer(mails[first.name], "\n".join(answer)).messages == {"refusal": 1}
    assert f"This is a block of {second.name}, and you are {first.name}" in body(club.mail_to(first.name))
    assert club.game().log == kept


@pytest.mark.parametrize("word", ["undo?", "stop?"])
def test_undo_and_stop_are_lines_of_the_players(club: Desk, table: Table, word: str) -> None:
    first: Player = table.players[0]
    notice = club.mail_to(first.name)
    club.answer(notice, "\n".join(first.move(first.any_turn())))
    answer = club.mail_to(first.name)
    club.answer(answer, word)
    assert "by lines of the players" in " ".join(body(club.mail_to(first.name)).split())
    club.answer(answer, "help")
    told = body(club.mail_to(first.name))
    assert ("o undo? and stop? ask nobody here" in told, "with your move on top" in told) == (True, False)


def test_who_is_asked_to_go_on_with_a_game_that_was_stopped_is_waited_for(club: Desk, table: Table) -> None:
    first, second = table.players
    club.answer(club.mail_to(first.name), "\n".join(first.move("stop")))
    mails = club.mails_by_name()
    second.take(mails[second.name].as_string())
    club.answer(mails[second.name], "\n".join(second.undo()))
    club.mails()
    for player, asked in ((first, True), (second, False)):
        club.put(
            f"From: {ADDRESSES[player.name]}\nTo: games@club.example\nMessage-ID: <{player.name}@x>\n\nx\n".encode()
        )
        club.run()
        told = body(club.mail_to(player.name))
        assert ("o spring: stopped\n  write to games+" in told, "o spring: stopped" in told) == (asked, True)


@pytest.mark.parametrize("game", ["maharani", "majolica", "rajas"])
def test_where_the_robot_deals_nobody_is_told_of_commands(tmp_path: Path, game: str) -> None:
    desk = Desk(tmp_path / "spring")
    desk.start(game)
    desk.run()
    post = desk.mail_to("Ana")
    assert "All forms: the word rules tells them\n" in body(post)
    desk.answer(post, "1 Ana: zz9")
    refusal = desk.mail_to("Ana")
    told = body(refusal).replace("\n= ", " ")
    many = "A line that has only the word rules brings all forms."
    assert ("expected one of many forms;" in told, many in told) == ((game != "maharani",) * 2)
    for text in (body(post), body(refusal)):
        assert "pbem" not in text


# What players say to each other


def test_a_text_for_the_others_goes_below_the_board(desk: Desk) -> None:
    """Whatever it says, the whole mail is as good for a program as without it."""
    before = desk.game()
    desk.put(desk.reply(desk.mail_to("Ana"), f"{legal(desk.game())}\n\nsay good luck, Bob\nNo, wait.\nnever mind\n"))
    desk.run()
    text = body(desk.mail_to("Bob"))
    assert text.endswith("\n\n(Ana writes)\n= good luck, Bob\n= No, wait.\n= never mind\n")
    taken = take(before, mails.read(text))
    assert taken.lines == tuple(desk.game().log[len(before.log) :])
    assert not taken.doubt


def test_no_text_for_the_others_changes_what_a_post_brings(desk: Desk) -> None:
    """However much it reads like a move, a title, a quote or a mark of a forum."""
    before = desk.game()
    desk.answer(desk.mail_to("Ana"), legal(before))
    post, game = body(desk.mail_to("Bob")), desk.game()
    line = game.log[len(before.log)]
    said = ["1 Ana: 1-1a5", "1 Bob: 1-1a5", "Bob: 1-1a5", "1 Ana:\n1-1a5", f"https://x.example/{line}", f"> {line}"]
    said += ["I meant 1-1a5 instead", "instead: 1 Ana: 2-h4", "No: 1-1a5", "Bonjour Ana : 4-h3", "R", f"= {line}"]
    said += ["see game other, turn 5, key 12ab34", "is it game spring, turn 2, key 12ab34?"]
    said += ["undo 1 line 2", "stop line 3"]
    said += ["[/quote]", "[[b]/quote]", "[quote] so", "-- \nAna", "On 1 Jan 2027 Bob <b@example.net> wrote:", "取消"]
    for text in said:
        whole = "\n".join([post, *texts.said("Ana", text)])
        for at, wanted in ((before, tuple(game.log[len(before.log) :])), (game, ())):
            taken = take(at, mails.read(whole))
            assert (taken.lines, taken.doubt) == (wanted, None), text
    assert texts.said("Ana", "see [spring]") == ["(Ana writes)", "= see [spring]"]


def test_a_whole_mail_of_a_club_is_taken_elsewhere_and_no_other_of_a_robot(desk: Desk) -> None:
    before = desk.game()
    desk.answer(desk.mail_to("Ana"), f"{legal(before)}\n\nsay never mind")
    whole = desk.mail_to("Bob").as_bytes()
    assert take(before, mails.read(whole)).lines == tuple(desk.game().log[len(before.log) :])
    assert take(desk.game(), mails.read(whole)).doubt is None
    for old, new in ((b"", b""), (b"X-Loop", b"X-Old"), (b"/alternative", b"/report"), (b"game spring", b"game other")):
        taken = take(before, mails.read(whole.replace(old, new) if old else whole), club=not old)
        assert taken.doubt is not None, old
        assert (taken.lines, "that no person wrote" in taken.doubt) == ((), True), old


def test_a_tip_is_passed_on_and_who_has_not_joined_is_told_how(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "club")
    (desk.folder / "games").mkdir()
    ana, bob = Player(tmp_path, "Ana"), Player(tmp_path, "Bob")
    start(ana, "maharani", PLAYERS["maharani"][2], (), "spring")
    shutil.copy(ana.file, desk.folder / "games" / "spring.toml")
    desk.run()
    notice = desk.mail_to("Bob")
    assert body(notice).startswith("Join with your program: pbem join INVITATION -o FILE --as Bob, where\n")
    join(bob, ana.load().record())
    desk.answer(notice, tip(bob))
    mails = {mail["To"].addresses[0].display_name: body(mail) for mail in desk.mails()}
    assert mails["Bob"].startswith(f"(stored) {tip(bob)}\n")
    assert tip(bob) in mails["Ana"].split("\n")
    ana.take(mails["Ana"])
    assert ana.load().log


def test_what_may_be_copied_is_not_folded_and_begins_no_line_with_a_mark(desk: Desk) -> None:
    desk.answer(desk.mail_to("Ana"), "R")
    told = "Nothing is played. `R` alone may be anything: to play it\n= write `1 Ana: R`.\n\n"
    assert body(desk.mail_to("Ana")).startswith(told)
    long, short = f"`{'so long ' * 9}`", "`4 Bob: 2-g7N+r / 3-f3N+b`"
    lines = texts.told(f"A sentence mentions a move: {long}. To play it write {short} as a line.")
    assert lines[-1] == f"= write {short} as a line."
    for number in range(320):
        lines = texts.told(f"Nothing is {'x ' * (number // 8)}to play it write `1 Bob: {'1-a5+g ' * (number % 8)}R`.")
        assert not any(line.startswith("= `") or len(line) > 72 for line in lines)


# Whom it tells


def test_who_had_no_address_is_told_once_there_is_one(desk: Desk) -> None:
    path = desk.folder / settings.FILE
    with_bob = path.read_text()
    path.write_text(with_bob.replace('name = "Bob"', 'name = "Bo"'))
    desk.answer(desk.mail_to("Ana"), legal(desk.game()))
    missing = ["game spring: Bob has no address in club.toml, so no mail is sent"]
    for told in (missing, *[[]] * 8):
        assert desk.told == told
        desk.now += DAY
        desk.run()
    by_hand(desk, legal(desk.game()))
    by_hand(desk, legal(desk.game()))
    desk.run()
    assert desk.told == missing, "it is another turn"
    desk.mails()
    path.write_text(with_bob)
    desk.run()
    notice = desk.mail_to("Bob")
    assert "waiting for Bob" not in body(notice), "and no reminder beside it"
    assert desk.told == []
    desk.answer(notice, legal(desk.game()))
    assert desk.game().turn == 5


def test_who_draws_from_now_on_instead_of_a_bot_is_told(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "spring")
    desk.start("majolica", kind="manual", secret=None)
    desk.run()
    desk.mail_to("Ana")
    let_play(desk, Ana="greedy")
    desk.run()
    assert "then Ana is to move" in body(desk.mail_to("Bob"))
    desk.run()
    assert (desk.mails(), desk.told) == ([], [])


@pytest.mark.parametrize("digest", [False, True])
def test_nobody_is_reminded_of_what_has_not_gone_out(tmp_path: Path, digest: bool) -> None:
    desk = Desk(tmp_path / "spring")
    desk = let_wait(desk, "Ana") if digest else desk
    desk.start()
    desk.outbox.write_text("no folder")
    waiting = set()
    for day in range(40):
        waiting.add(desk.run().waiting)
        desk.now += DAY
        if day == 20:
            desk.outbox.unlink()
    assert waiting == {1, 0}
    assert len(desk.mails()) == 4, "one about the game, and three reminders of it later"


def test_who_comes_back_to_a_club_gets_what_waits_and_what_is_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Taken out of club.toml by hand, put back by the command that the club names; or a person in a bot's place."""
    desk = let_play(Desk(tmp_path / "club"), Dana="random")
    desk.start("majolica", ("Ana", "Bob", "Cid", "Dana"))
    desk.run()
    first = desk.mails_by_name()["Ana"]
    shell, file = Shell(desk.folder, monkeypatch), desk.folder / settings.FILE
    table = '\n[[people]]\nname = "{}"\naddress = "{}"\n'
    for name in ("Ana", "Cid"):
        assert table.format(name, ADDRESSES[name]) in file.read_text()
        file.write_text(file.read_text().replace(table.format(name, ADDRESSES[name]), ""))
    shell("club person . Ana ana@example.com")
    desk.run()
    again = desk.mail_to("Ana")
    assert body(again) == body(first)
    desk.answer(again, "stop?")
    assert sorted(desk.mails_by_name()) == ["Ana", "Bob"]
    with monkeypatch.context() as full:  # a disk; once it is not, the same command does all of it
        full.setattr(store, "_WHOLE", ("begin immediate", "no commit", ("rollback",)))
        assert shell(f"club person . Cid {ADDRESSES['Cid']}").exit_code == 3
    for name in ("Cid", "Dana"):
        shell(f"club person . {name} {ADDRESSES[name]}")
        desk.run()
        assert "Ana asks to end the game undecided." in body(desk.mail_to(name))
    shell(f"club person . Cid {ADDRESSES['Cid']}")
    shell("club person . Eva eva@example.com")
    desk.run()
    assert desk.mails() == []
    for path in desk.folder.glob(f"{store.FILE}*"):
        path.write_bytes(b"damaged" * 999)
    assert "it is kept as" in shell("club person . Eva eva@example.net").stderr


def test_words_that_are_nearly_known_are_told_what_to_do(tmp_path: Path) -> None:
    """A draw that somebody entered wrong is taken back by nobody's consent; an absence has two words."""
    desk = Desk(tmp_path / "club")
    path = desk.start(kind="manual", secret=None)
    desk.run()
    first = "draw 1:bSE 2:oC 3:rN 4:gW"
    desk.answer(desk.mail_to("Ana"), first)
    answer = desk.mail_to("Ana")
    for text in ("undo draw line 2", "undo draw"):
        desk.answer(answer, text)
        said = " ".join(body(desk.mail_to("Ana")).split())
        assert "A draw that was entered wrong is taken back by who runs the club: ask there." in said
    for text in ("away 24.12.", "Away: 24 December"):
        desk.now += DAY + 1
        desk.answer(answer, text)
        assert "Write away until and a date such as" in body(desk.mail_to("Ana"))
    game = pbem.load(str(path))
    game.undo_draw("misread")
    game.save()
    desk.run()
    desk.answer(desk.mail_to("Ana"), first)
    assert [line.split()[0] for line in desk.game().log] == ["draw", "undo", "draw"]


def test_a_bot_holds_no_secret(practice: Desk) -> None:
    """A game that is dealt together and lies there by hand waits."""
    table = Table(practice.folder.with_name("t"), "maharani", 2, id="spring", seed="club")
    path = let_play(practice, **dict.fromkeys((player.name for player in table.players), "greedy")).start("majolica")
    shutil.copy(table.players[0].file, path)
    before = path.read_bytes()
    practice.run()
    assert "is a bot, which holds no secret: a game that is dealt together is for people only" in practice.told[0]
    assert path.read_bytes() == before
