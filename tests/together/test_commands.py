"""The commands in games that their players deal together: what they print, write and refuse."""

import json
import os
import re
import shlex
from pathlib import Path

import pytest
from click.testing import Result

import pbem
from pbem.together import secret
from tests.test_cli import Shell
from tests.together_reader import Reading

NEW = "new maharani a.toml --id spring-3 --player Ana=green,yellow --player Bob=red,blue --chance together --as Ana"


class Words(Shell):
    """A shell that takes words as well as a line."""

    def __call__(self, line: str | list[str], stdin: str | bytes | None = None) -> Result:
        return super().__call__(line if isinstance(line, str) else shlex.join(line), stdin)


@pytest.fixture
def shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Words:
    """A shell in an empty folder."""
    return Words(tmp_path, monkeypatch)


def invited(shell: Words) -> str:
    """Ana's invitation; Bob has joined with b.toml: his line."""
    Path("mail.txt").write_text(shell(NEW).stdout)
    return str(shell("join mail.txt -o b.toml --as Bob").stdout)


def opened(shell: Words) -> tuple[str, str]:
    """The files of who is to move and of the other one; both know the opening."""
    block = shell(["move", "a.toml", invited(shell)]).stdout
    if "To mail: the lines above. Bob is first (drawn)." in block:
        assert shell("move b.toml -", block).exit_code == 0
        return "b.toml", "a.toml"
    assert "Nothing is to be mailed yet" in block
    assert "\nlink " not in block
    return "a.toml", "b.toml"


def turn_of(file: str) -> str:
    return pbem.load(file).legal(every=False)[0].text


def test_invitation_and_answer(shell: Words) -> None:
    result = shell(NEW)
    assert result.stdout == pbem.load("a.toml").record()
    assert result.stdout.splitlines()[5:] == [
        "chance together", f"tip {pbem.load('a.toml').header.tips[0]}", "first ?"
    ]  # fmt: skip
    invited = shell(NEW.replace("a.toml", "'my game.toml'")).stderr
    assert re.match("Mail this to Bob: .* and pbem move 'my game.toml' takes it", invited)
    assert "a.toml.secret" in result.stderr
    assert os.stat("a.toml.secret").st_mode & 0o777 == 0o600
    Path("mail.txt").write_text("Hello,\n\n> " + result.stdout.replace("\n", "\n> ") + "\n\nAna\n")
    answer = shell("join mail.txt -o b.toml --as bob")
    assert answer.stdout == f"tip {pbem.load('b.toml').header.tips[1]}\n"
    assert answer.stdout.startswith("tip Bob ")
    assert shell("check a.toml b.toml").output == (
        "a.toml: ok, not opened, no tip of Bob; your 0 links agree\n"
        "b.toml: ok, not opened, the first link of Ana is due; your 0 links agree\n"
    )
    seed = secret.read("a.toml.secret").seed
    assert seed not in result.output
    assert "not opened" in shell("show a.toml").stdout
    assert "the game is not opened: no tip of Bob" in shell("move a.toml R").stderr
    assert shell("setup a.toml").exit_code == 2
    assert json.loads(shell("show a.toml --json").stdout)["to_move"] is None


def test_a_game_of_two_mails_each(shell: Words) -> None:
    first, second = opened(shell)
    names = {"a.toml": "Ana", "b.toml": "Bob"}
    block = shell(["move", first, turn_of(first)]).stdout
    owes = names[second]
    assert f"\nTo mail: the lines above. A draw is owed by {owes}, whose program opens it.\n" in block
    shown = shell(f"show {first}").stdout
    assert shown.splitlines()[0] == f"A draw is owed by {owes}."
    assert "\nlink " not in shown
    assert shell(f"log {first}").stdout.endswith(f"A draw is owed by {owes}.\n")
    assert json.loads(shell(f"show {first} --json").stdout)["owed_by"] == owes
    assert f"a draw is owed by {owes}" in shell(f"check {first}").stdout
    assert f"a draw is owed by {owes}" in shell(f"status {first}").stdout
    rows = json.loads(shell(f"status --json --as {owes} {first} {second}").stdout)
    assert rows[0]["file"] == first
    assert shell(f"move {first} R").exit_code == 5
    assert f"a draw is owed by {owes}" in shell(f"move {first} R").stderr
    taken = shell(f"move {second} -", f"Hi,\n\n{block}\n-- \n{names[first]}\n")
    assert "Nothing is to be mailed yet: it is your turn" in taken.stdout
    answer = shell(["move", second, turn_of(second)]).stdout
    assert answer.startswith(f"link {owes}")
    assert answer.splitlines()[1].startswith("draw ")
    assert shell(f"move {first} -", answer).exit_code == 0
    log = shell(f"log {first}").stdout
    assert "link" not in log
    assert log.splitlines()[0].lstrip().startswith("2  draw 1:")
    assert "links" in shell(f"check {first}").stdout
    assert "draws verified, " in shell(f"check {first}").stdout
    Path("g.pbem").write_text(shell(f"export {second}").stdout)
    assert shell("check g.pbem").stdout.startswith("g.pbem: ok, at turn 3")
    assert shell("import g.pbem -o c.toml").exit_code == 0
    assert pbem.load("c.toml").record() == Path("g.pbem").read_text()
    assert shell("import - -o d.toml", "Hello\n\n> " + Path("g.pbem").read_text().replace("\n", "\n> ")).exit_code == 0
    assert pbem.load("d.toml").record() == Path("g.pbem").read_text()
    assert shell(f"replay {second}").exit_code == 0
    assert shell(f"setup {second} --turn 2").exit_code == 0
    Reading(Path("g.pbem").read_text()).check()


def test_a_dry_run_shows_no_result_and_gives_no_link(shell: Words) -> None:
    first, second = opened(shell)
    before = [Path(name).read_bytes() for name in (first, f"{first}.secret")]
    line = turn_of(first)
    result = shell(["move", first, line, "--dry-run"])
    assert result.exit_code == 0
    assert "\nlink " not in f"\n{result.stdout}"
    assert "draw " not in result.stdout.split("So far:")[0].split("\n\n")[0]
    assert "no link given" in result.stderr
    assert [Path(name).read_bytes() for name in (first, f"{first}.secret")] == before
    assert shell(["move", first, "1-h9", "--dry-run"]).exit_code in (4, 5)
    block = shell(["move", first, line]).stdout
    before = [Path(name).read_bytes() for name in (second, f"{second}.secret")]
    shell(["move", second, *block.split("\n")[:4], "--dry-run"])
    assert [Path(name).read_bytes() for name in (second, f"{second}.secret")] == before


def test_a_dry_run_says_what_move_would(shell: Words) -> None:
    """Also where all are asked, a link alone has refused, and where the log is older than the links that were given."""
    first, second = opened(shell)
    old = Path(first).read_bytes()
    shell(f"move {second} -", shell([*f"move {first}".split(), "R"]).stdout)
    asked = shell(f"undo {first}").stdout
    assert shell(f"move {second} -", asked).exit_code == 0
    tried = [shell(f"move {second} '{line}' --dry-run") for line in ("R", "undo 1")]
    assert [(result.exit_code, "`undo 1` is refused" in result.stderr) for result in tried] == [(0, True), (0, False)]
    assert tried[1].stdout.startswith("undo 1\n")
    refused = shell(f"move {second} --fresh")
    assert "`undo 1` is refused" in refused.stderr
    shell(f"move {first} -", refused.stdout)
    tried = [shell(f"move {second} R --dry-run"), shell(f"move {second} R")]
    assert [result.exit_code for result in tried] == [0, 0], tried[0].stderr
    assert tried[0].stdout.startswith("2 ")
    assert "to be mailed" not in tried[0].stdout
    shell(f"move {first} -", tried[1].stdout)
    assert shell(f"move {first} R").exit_code == 0
    Path(first).write_bytes(old)
    tried = [shell(f"move {first} R --dry-run"), shell(f"move {first} R")]
    assert {(result.exit_code, result.stderr) for result in tried} == {(5, tried[0].stderr)}
    assert re.search("this log is older than|nobody gets two answers", tried[0].stderr)


def test_answers_are_as_in_other_games(shell: Words) -> None:
    """A short post, or in full, in marks; what a move behind a `;` is; what lines earned in JSON."""
    first, second = opened(shell)
    pbem.new("maharani", ["Ana=green,yellow", "Bob=red,blue"], seed="x", id="x", first="Ana").save("seeded.toml")
    before = {name: Path(name).read_bytes() for name in (first, f"{first}.secret")}

    def again(*options: str) -> Result:
        for name, data in before.items():
            Path(name).write_bytes(data)
        return shell(["move", first, "R", *options])

    post = again().stdout.partition("\n\n")[2]
    assert post == shell(f"show {first}").stdout
    assert again("--full").stdout.partition("\n\n")[2] == shell(f"show {first} --full").stdout != post
    assert again("--format", "bbcode").stdout.partition("\n\n")[2] == shell(f"show {first} --format bbcode").stdout
    block = "\n".join(json.loads(again("--json").stdout)["to_mail"])
    answer = shell(f"undo {first} --full --format markdown").stdout
    assert answer.endswith(shell(f"show {first} --full --format markdown").stdout)
    shell(f"move {second} -", block)
    told, seeded = (
        json.loads(shell(["move", file, turn_of(file), "--json"]).stdout) for file in (second, "seeded.toml")
    )
    assert set(seeded) < set(told)
    assert told["written"] is True
    assert len(told["parts"]) == len(told["added"])
    assert [bool(parts) for parts in told["parts"]] == [line[0].isdigit() for line in told["added"]]
    assert json.loads(again("--json", "--dry-run").stdout)["written"] is False
    assert "what stands behind `;` is a remark" in shell(["move", first, "R ; 1-b2", "--dry-run"]).stderr


def test_a_bot_plays_for_its_own_player(shell: Words) -> None:
    first, second = opened(shell)
    shell(f"move {first} --fresh")
    shell(f"move {second} -", shell(f"move {first}").stdout)
    result = shell(f"move {second} --bot greedy")
    assert (result.exit_code, "is to move, and you are" in result.stderr) == (6, True), result.output
    os.rename(f"{second}.secret", "kept")
    shell(f"move {second} -", shell(f"move {first} --bot greedy").stdout)
    assert shell(f"move {second} --bot greedy").exit_code == 2
    os.rename("kept", f"{second}.secret")
    answer = shell(f"move {second} --bot greedy").stdout.splitlines()
    assert [line.partition(" ")[0] for line in answer[:4]] == ["link", "draw", "2", "To"]


def test_undo_of_both_and_struck_lines(shell: Words) -> None:
    first, second = opened(shell)
    block = shell([*f"move {first}".split(), "R"]).stdout
    shell(f"move {second} -", block)
    asked = shell(["undo", first, "--reason", "slip"]).stdout
    assert "undo 1 line " in asked
    assert "To mail: the lines above. `undo 1` waits for" in asked
    assert "waits for" in shell(f"check {first}").stdout
    assert shell(f"move {first} R").exit_code == 5
    assert shell(f"undo {first} --unsent").exit_code == 5
    assert "pbem undo FILE agrees" in shell(f"move {second} -", asked).stdout
    assert "pbem undo FILE agrees" in shell(f"move {second}").stderr
    agreed = shell(f"undo {second}").stdout
    assert agreed.startswith("link ")
    assert shell(f"move {first} -", agreed).exit_code == 0
    assert pbem.load(first).turn == pbem.load(second).turn == 1
    assert "1 undo took back 1 turn" in shell(f"check {first}").stdout
    assert {shell(f"undo {first} --{how}").exit_code for how in ("back", "draw")} == {5}
    again = shell(f"move {first} --fresh").stdout
    assert again.startswith("link ")
    assert shell(f"move {second} --fresh").exit_code == 6
    assert shell("undo a.toml --unsent --to 3").exit_code == 2


def test_a_refusal_by_a_link_alone(shell: Words) -> None:
    first, second = opened(shell)
    shell(f"move {second} -", shell([*f"move {first}".split(), "R"]).stdout)
    shell(f"move {second} -", shell(f"undo {first}").stdout)
    answer = shell(f"move {second} --fresh")
    assert answer.exit_code == 0
    assert "Note: `undo 1` is refused: the link of" in shell(f"move {first} -", answer.stdout).stderr
    assert shell(f"move {second} R").exit_code == 0
    assert pbem.load(second).turn == 3


def test_json_has_what_is_to_be_mailed(shell: Words) -> None:
    first, second = opened(shell)
    told = json.loads(shell(["move", first, turn_of(first), "--json"]).stdout)
    assert told["to_mail"][-1] == told["added"][-1]
    assert told["owed_by"]
    again = json.loads(shell(["move", first, "--json"]).stdout)
    assert again["to_mail"] == told["to_mail"]
    assert again["added"] == []
    seed = secret.read(f"{first}.secret").seed
    assert seed not in json.dumps(told)
    block = "\n".join(told["to_mail"])
    assert json.loads(shell(f"move {second} - --json", f"{block}x").stderr)["error"]["status"] == 4, "and nothing else"
    assert json.loads(shell(f"move {second} - --json", block).stdout)["to_mail"] is None


def test_without_the_secret_lines_of_others_are_taken(shell: Words) -> None:
    first, second = opened(shell)
    os.rename(f"{second}.secret", "kept")
    block = shell(["move", first, turn_of(first)]).stdout
    assert shell(f"move {second} -", block).exit_code == 0
    refused = shell(f"move {second} R")
    assert refused.exit_code in (2, 5)
    bare = shell(f"move {second}")
    assert bare.exit_code == 2
    assert f"{second}.secret is not beside the game" in bare.stderr
    os.rename("kept", f"{second}.secret")
    assert shell(f"move {second}").stdout.startswith("link ")


@pytest.mark.parametrize(
    ("pattern", "by", "code", "says"),
    [
        ("link 1 ..", "link 1 zz", "save", "a.toml: a.toml.secret: line 6 is damaged"),
        (
            "link 1 .{8}",
            "link 1 00000000",
            "replay",
            "a.toml: line 1 of the log: you have given link 1 for another version",
        ),
        ("header .{8}", "header 00000000", "save", "a.toml: the header is not the one you joined"),
        ("seed .{8}", "seed 00000000", "save", "a.toml: the tip of Ana is not the one of a.toml.secret"),
        ("id spring-3", "id spring-4", "save", "a.toml: a.toml.secret is of Ana in game spring-4"),
        ("pbem together", "pbem apart", "save", "a.toml: a.toml.secret is no secret of a game dealt together"),
    ],
)
def test_a_secret_that_does_not_agree(shell: Words, pattern: str, by: str, code: str, says: str) -> None:
    """`check` refuses it with the file, and the line of the log if one is wrong; `move` gives no link."""
    opened(shell)
    text = Path("a.toml.secret").read_text()
    Path("a.toml.secret").write_text(re.sub(pattern, by, text))
    checked = shell("check a.toml")
    assert (checked.exit_code, checked.stderr.startswith(says)) == (3, True), checked.stderr
    (row,) = json.loads(shell("check a.toml --json").stdout)
    assert (row["ok"], row["error"]["code"], row["error"]["status"]) == (False, code, 3)
    assert row["error"].get("cause", {"code": "secret"})["code"] == "secret"
    before = Path("a.toml").read_bytes()
    assert shell("move a.toml R").exit_code == (5 if code == "replay" else 3)
    assert Path("a.toml").read_bytes() == before


def test_nothing_is_overwritten_and_what_was_left_is_taken_up(shell: Words) -> None:
    invited(shell)
    before = {name: Path(name).read_bytes() for name in os.listdir()}
    assert shell(NEW).exit_code == 3
    assert shell("join mail.txt -o b.toml --as Bob").exit_code == 3
    os.remove("b.toml")
    again = shell("join mail.txt -o b.toml --as Bob")
    assert again.exit_code == 0
    os.remove("a.toml")
    assert shell(NEW).exit_code == 0
    assert {name: Path(name).read_bytes() for name in os.listdir()} == before
    os.remove("a.toml")
    assert "was made for Ana in game spring-3" in shell(NEW.replace("spring-3", "spring-4")).stderr
    assert shell(NEW.replace("--as Ana", "--as Bob")).exit_code == 3
    without_id = " ".join(NEW.split()).replace(" --id spring-3", "")
    assert without_id != NEW
    assert shell(without_id).exit_code == 0  # the id is then that of the game that was not written
    assert {name: Path(name).read_bytes() for name in os.listdir()} == before
    os.remove("a.toml")
    assert shell(NEW).exit_code == 0
    shell(["move", "a.toml", again.stdout])
    os.remove("a.toml")
    assert "has given links" in shell(NEW).stderr
    assert shell("join mail.txt -o a.toml --as Ana").exit_code == 3


@pytest.mark.parametrize(
    ("args", "status", "says"),
    [
        ("new maharani x.toml --player Ana=g,y --player Bob=r,b --chance together", 2, "Say --as NAME"),
        ("new maharani x.toml --player Ana=g,y --player Bob=r,b --as Ana", 2, "--as is for --chance together"),
        ("new maharani x.toml --player Ana=g,y --player Bob=r,b --chance together --as Zed", 2, "no player is called"),
        ("new majolica x.toml --player Ana --chance together --as Ana", 2, "together needs two players or more"),
        ("new majolica x.toml --player Tip --player Bob --chance together --as Bob", 2, "cannot be a player's name"),
        ("join mail.txt -o x.toml --as Zed", 2, "no player is called `Zed`"),
        ("join mail.txt -o x.toml --as Ana", 3, "Ana has joined already"),
        ("join seeded.pbem -o x.toml --as Ana", 2, "pbem import takes it"),
        ("join b.toml.secret -o x.toml --as Bob", 3, "pbem: b.toml.secret: line 1: a record"),
        ("move seeded.toml --fresh", 2, "--fresh is for games dealt together"),
        ("undo seeded.toml --unsent", 2, "--unsent is for games dealt together"),
        ("move a.toml tip", 4, "a tip is written"),
        ("move a.toml R -", 2, "stands alone"),
        ("play a.toml", 2, "there is nothing for Ana to choose: not opened, no tip of Bob"),
    ],
)
def test_what_commands_refuse(shell: Words, args: str, status: int, says: str) -> None:
    invited(shell)
    seeded = pbem.new("maharani", ["Ana=green,yellow", "Bob=red,blue"], seed="x", id="x", first="Ana")
    seeded.play("R")
    seeded.save("seeded.toml")
    Path("seeded.pbem").write_text(seeded.record())
    result = shell(args)
    assert (result.exit_code, says in result.stderr) == (status, True), result.stderr
    assert not os.path.exists("x.toml")
    assert not os.path.exists("x.toml.secret")


def test_play_makes_a_move_with_its_link(shell: Words) -> None:
    mover, other = opened(shell)
    me, you = (file[0].replace("a", "Ana").replace("b", "Bob") for file in (mover, other))
    assert f"there is nothing for {you} to choose: " in shell(f"play {other}", "").stderr
    before, given = pbem.load(mover).log, secret.read(f"{mover}.secret").given
    asked = shell(f"play {mover}", "R\nback\nR\nno\n")
    assert f"\n1 {me}: R =0\n" in asked.stdout
    assert (pbem.load(mover).log, asked.stderr) == (before, "Nothing is played.\n")
    assert secret.read(f"{mover}.secret").given == given
    whole = next(
        move.text for move in pbem.load(mover).legal(every=False) if "/" in move.text
    )  # one that ends the turn
    played = shell(f"play {mover}", f"{whole}\nyes\n")
    assert (played.exit_code, played.stderr) == (0, "")
    block = played.stdout[played.stdout.rindex(f"link {me} ") :]
    assert f"\nTo mail: the lines above. A draw is owed by {you}, whose program opens it.\n" in block
    assert shell(f"move {other} -", block).exit_code == 0
    assert pbem.load(other).log[: len(pbem.load(mover).log)] == pbem.load(mover).log
    Path(f"{mover}.secret").rename("away")
    assert f"{mover}.secret is not beside the game, so no move can be made" in shell(f"play {mover}", "").stderr


def test_a_secret_is_never_shown(shell: Words) -> None:
    """Whoever names the wrong file, or pastes it, does not see it again."""
    invited(shell)
    seed = secret.read("a.toml.secret").seed
    text = Path("a.toml.secret").read_text()
    for args in ("check a.toml.secret", "show a.toml.secret", "import a.toml.secret -o x.toml", "status a.toml.secret"):
        assert seed not in shell(args).output
    for args in ("move a.toml -", "read a.toml", "import - -o x.toml", "new maharani x.toml --setup -", "replay -"):
        assert seed not in shell(args, text).output
    Path("a.toml.secret").write_text(text.replace("header", "heder"))
    assert seed not in shell("move a.toml").output


def test_who_owes_a_draw_stands_in_pictures_and_books(shell: Words) -> None:
    mover, other = opened(shell)
    you = {"a.toml": "Ana", "b.toml": "Bob"}[other]
    assert "is owed" not in shell(f"picture {mover} -o -").stdout
    shell(["move", mover, turn_of(mover)])
    shell(f"book {mover} -o book.html")
    texts = [shell(f"picture {mover} {how}").stdout for how in ("-o -", "--json")]
    for text in (*texts, Path("book.html").read_text("utf-8")):
        assert f"A draw is owed by {you}." in text
