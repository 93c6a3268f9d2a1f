"""`pbem read`: what would be taken, in JSON and in words, and nothing changed; `pbem import -`: a record in a mail."""

import json
import random
from pathlib import Path

import pytest

import pbem
from pbem import content, report
from pbem.mail import read
from pbem.taking import Taking
from tests.mail.letters import message, parts, quoted
from tests.mail.test_taking import LINE as LINE_4
from tests.mail.test_taking import OTHER, game, take
from tests.packages import FLIPPED, build, run
from tests.support import PLAYERS, ROOT, any_turn, new_manual, random_lines
from tests.test_cli import Shell

NEW = "new maharani g.toml --player Ana=green,yellow --player Bob=red,blue --seed taj --id gtaj --first Ana"
LINE = "1 Ana: 1-b6S+g / 4-b7S+g"
FULL = "1 Ana: 1-1b6S+g / 4-1b7S+g =3"


@pytest.fixture
def shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Shell:
    """A shell in a folder with a new game."""
    shell = Shell(tmp_path, monkeypatch)
    assert shell(NEW).exit_code == 0
    return shell


def test_json(shell: Shell) -> None:
    before = Path("g.toml").read_bytes()
    result = shell("read g.toml --json", message(f"Hi\n\n{LINE}\n\n{quoted()}"))
    assert result.exit_code == 0
    assert json.loads(result.stdout) == {"lines": [LINE], "known": [], "commands": [], "doubt": None, "skipped": 1}
    assert Path("g.toml").read_bytes() == before
    assert sorted(path.name for path in Path().iterdir()) == ["g.toml"]


def test_lines_are_given_in_plain_signs(shell: Shell) -> None:
    """Dashes, blanks and digits of phones and of other scripts; remarks are kept."""
    typed = LINE.replace("-", "\u2013").replace(" ", "\u00a0").replace("1", "\uff11")
    for remark in ("", " ; b6\u2013b7\uff01"):
        result = shell("read g.toml --json", f"{typed}{remark}\n")
        assert json.loads(result.stdout)["lines"] == [LINE + remark]
        assert shell("read g.toml", f"{typed}{remark}\n").stdout == f"{LINE}{remark}\n"
    assert shell(f'move g.toml "{LINE}"').exit_code == 0
    assert json.loads(shell("read g.toml --json", f"{typed}\n").stdout)["known"] == [LINE]


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le"])
def test_a_message_may_have_a_mark_of_its_encoding(shell: Shell, encoding: str) -> None:
    """As editors and PowerShell write it before the first header; `import -` finds a record in one, too."""
    data = message(f"{LINE}\n\nŽofia wrote:\n{quoted(game().record())}\n").decode().encode(encoding)
    assert (read(data).message_id, shell("read g.toml", data).stdout) == ("b4@example.com", f"{LINE}\n")
    assert shell("import - -o new.toml", data).exit_code == 0


def test_in_words(shell: Shell) -> None:
    result = shell("read g.toml", f"Hi\n\n{LINE}\n")
    assert (result.exit_code, result.stdout) == (0, f"{LINE}\n")
    assert result.stderr == "taken: 1 line; known: 0; not read: 1 line of text\n"


@pytest.mark.parametrize(
    ("text", "doubt"),
    [
        ("hello", None),
        ("", None),
        ("R", "write `1 Ana: R`"),
        (quoted(LINE), "stands only in what is quoted"),
        (f"{LINE}\n\n1 Ana: R", "several moves for one turn"),
        ("x\n" * 3000, "2000 are read"),
        ("\n".join(f"{number} sheep" for number in range(900)), "Too many lines of this text begin like moves"),
        (b"\xff" * 3_000_000, "bytes"),
    ],
)
def test_what_is_not_taken(shell: Shell, text: str | bytes, doubt: str | None) -> None:
    result = shell("read g.toml --json", text)
    assert result.exit_code == 4
    told = json.loads(result.stdout)
    assert told["lines"] == []
    assert (told["doubt"] is None) if doubt is None else (doubt in told["doubt"])
    in_words = shell("read g.toml", text)
    assert (in_words.exit_code, in_words.stdout) == (4, "")
    assert in_words.stderr.startswith("taken: 0 lines;")


@pytest.mark.parametrize("command", ["read g.toml --json", "move g.toml - --json"])
def test_a_text_of_any_length_is_told_and_of_a_mail_its_beginning_is_read(
    shell: Shell, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    monkeypatch.setattr(content, "MAX_BYTES", 3_000_000)
    result = shell(command, "x" * 4_000_000)
    assert result.exit_code == 4
    assert "more bytes than are read (1048576)" in result.stdout + result.stderr
    image = ("Content-Type: image/png", "A" * 4_000_000)
    assert shell(command, parts("multipart/mixed", ("Content-Type: text/plain", LINE), image)).exit_code == 0


@pytest.mark.parametrize("below", ["No wait, don't play that", "Sorry, I meant 1-b8S+g", "1-b8S+g", "Sorry, 1 Ana: R"])
def test_what_is_joined_to_a_remark_may_take_its_move_back(shell: Shell, below: str) -> None:
    """The line below, without an empty one between, is part of the remark only as long as that makes no difference."""
    for line in (LINE, LINE.partition(": ")[2]):
        assert json.loads(shell("read g.toml --json", f"{line} ; hm\n{below}\n").stdout)["doubt"]
        kept = shell("read g.toml", f"{line} ; I wondered about the edge\nfor a while. Your turn!\n")
        assert kept.stdout == f"{line} ; I wondered about the edge for a while. Your turn!\n"
        assert kept.stderr == "taken: 1 line; known: 0; not read: 0 lines of text\n"
    shell(f'move g.toml "{LINE} ; hm {below}"')
    assert len(json.loads(shell("read g.toml --json", f"{LINE} ; hm\n{below}\n").stdout)["known"]) == 1


def test_what_known_lines_say_takes_back_nothing_that_is_new() -> None:
    """Posts of before may stand below a move, with what was said of moves and of undoing them."""
    at = game()
    at.play(f"{LINE_4} ; sorry, wrong move", "undo 4 ; wrong move")
    old = "\n".join(at.log[-4:])
    taken = take(f"{OTHER}\n\n{old}", at)
    assert (taken.doubt, taken.lines, len(taken.known)) == (None, (OTHER,), 4)
    for below in (f"{old}\nWrong move", f"{old} ; hm\nWrong move", f"{old}\n\nWrong move"):
        assert "stands `Wrong move`" in (take(f"{OTHER}\n\n{below}", at).doubt or ""), below


def test_half_of_a_turn_that_was_played_is_none_that_stands_only_in_a_quote() -> None:
    at, rng = new_manual("rajas", 2), random.Random(0)
    random_lines(at, rng, most=11)
    half = next(line for line in at.log if line.startswith(f"{at.turn} {at.to_move}: "))
    assert take(f"Thanks!\n\n> {half}", at).doubt is None
    other = half.partition(" -")[0]
    assert "stands only in what is quoted" in (take(f"Thanks!\n\n> {other}", at).doubt or "")


@pytest.mark.parametrize("mark", ["> ", ">", ">> ", " > ", "| ", "Ana> ", "    A> ", ">Ana> ", "\uff1e "])
def test_a_move_that_is_only_quoted_is_told_whatever_the_mark(shell: Shell, mark: str) -> None:
    """Also one that was filled in where the post that is quoted asks for it."""
    for above in ("so", "Answer with one line that begins with turn and name:"):
        result = shell("read g.toml --json", f"Hi\n\n{mark}{above}\n{mark}{LINE}\n")
        assert json.loads(result.stdout)["doubt"].startswith("A move for turn 1 stands only in what is quoted")
    result = shell("read g.toml --json", f"Hi\n\n{mark}{above}\n{mark}1 Ana: SLOT-CELL / SLOT-CELL\n")
    assert json.loads(result.stdout)["doubt"] is None


def test_all_known(shell: Shell) -> None:
    assert shell(f'move g.toml "{LINE}"').exit_code == 0
    result = shell("read g.toml --json", FULL)
    assert result.exit_code == 4
    assert json.loads(result.stdout)["known"] == [FULL]


def test_a_file_that_is_no_game_is_told_as_ever(shell: Shell) -> None:
    Path("x.toml").write_text("hello")
    assert shell("read x.toml", LINE).exit_code == 3
    assert shell("read nothing.toml", LINE).exit_code == 3


# move FILE -


def test_a_mail_is_played(shell: Shell) -> None:
    result = shell("move g.toml -", message(f"Hi\n\n{LINE}\n\n{quoted()}"))
    assert result.exit_code == 0
    assert result.stdout.startswith(f"{FULL}\ndraw ")
    assert result.stderr == "taken: 1 line; known: 0; not read: 1 line of text\n"
    assert "turn 2" in result.stdout


def test_the_same_again_changes_nothing(shell: Shell) -> None:
    post = shell("move g.toml -", LINE).stdout
    before = Path("g.toml").read_bytes()
    backup = Path("g.toml.bak").read_bytes()
    for text in (
        post,
        f"{LINE}\n",
        shell("export g.toml").stdout,
        "\n".join(f"> {line}" for line in post.split("\n")) + post,
    ):
        again = shell("move g.toml - --json", text)
        assert (again.exit_code, again.stderr[:7]) == (0, "taken: "), again.stderr
        told = json.loads(again.stdout)
        assert (told["added"], told["written"]) == ([], False)
    assert (Path("g.toml").read_bytes(), Path("g.toml.bak").read_bytes()) == (before, backup)


def test_who_is_behind_catches_up_by_the_last_post(shell: Shell) -> None:
    """What `move` prints is the new lines and the board, whose key is checked."""
    assert shell(NEW.replace("g.toml", "h.toml")).exit_code == 0
    post = shell("move g.toml -", LINE).stdout
    result = shell("move h.toml -", f"My turn:\n\n{post}")
    assert result.exit_code == 0
    assert Path("h.toml").read_bytes() == Path("g.toml").read_bytes()
    line = next(line for line in post.split("\n") if ", key " in line)
    wrong = shell("move g.toml -", post.replace(line, line[:-6] + "abcdef"))
    assert wrong.exit_code == 6
    assert "abcdef" in wrong.stderr


@pytest.mark.parametrize(
    ("text", "status", "why"),
    [
        ("hello", 4, "nothing in this text is a line of this game"),
        (quoted(LINE), 4, "stands only in what is quoted"),
        ("1 Ana: 1-b6S+q", 4, "cannot read `1 Ana: 1-b6S+q`"),
        ("1 Ana: 1-a1", 5, "not legal"),
        (f"{LINE}\n\n1 Ana: R", 4, "several moves"),
        ("1-b6S+g / 4-b7S+g\n\n1-g6", 4, "several moves"),
        (f"{LINE[:5]}{LINE[6:]}", 4, "is nearly a line with turn and name"),
        (f"not this:\n{LINE}", 4, "Above `1 Ana: "),
        (f"I play {LINE[7:]}.", 4, "A sentence mentions a move"),
        ("1-b6S", 5, "can mean"),
        (LINE.replace("Ana", "Cid"), 6, "No player of this game is called Cid"),
        (LINE.replace("1 Ana", "Anna"), 6, "did you mean Ana?"),
        (f"2 Ana {LINE[7:]}", 6, "is nearly a line of turn 2"),
        ("2 Bob: R", 6, "that was for turn 2"),
        ("1 Bob: R", 6, "it is not Bob's turn"),
        (f"x, game other, turn 1, key 123456\n{LINE}", 6, "game other"),
        (f"{LINE}\n5 Ana: R", 6, "that was for turn 5"),
    ],
)
def test_all_or_none(shell: Shell, text: str, status: int, why: str) -> None:
    before = Path("g.toml").read_bytes()
    result = shell("move g.toml -", text)
    assert result.exit_code == status, result.stderr
    assert why in result.stderr
    assert result.stdout == ""
    assert Path("g.toml").read_bytes() == before
    assert not Path("g.toml.bak").exists()
    assert json.loads(shell("move g.toml - --json", text).stderr)["error"]["status"] == status, "and nothing else"


def test_a_post_of_who_has_no_secret_is_of_the_position_before_the_draw() -> None:
    ours = pbem.new("maharani", PLAYERS["maharani"][2], kind="keeper", secret="x" * 20, first="Ana", id="kept")
    theirs = pbem.read(ours.record())
    [line] = theirs.play(any_turn(theirs))
    assert theirs.waits_for_draw
    taken = take("\n".join(report.show(theirs)), ours)
    assert (taken.lines, taken.doubt) == ((line,), None)


def test_only_what_a_player_is_said_to_write_is_passed_on(shell: Shell) -> None:
    """A post of a club has it; of others people write so as well, and mean what they write."""
    for told in ("(the book writes) never play this:", "(So writes Bo, but Cid writes) never play this:"):
        result = shell("read g.toml", f"{told}\n{LINE}\n")
        assert (result.exit_code, result.stdout) == (4, ""), told
        assert f"Above `{LINE}` stands `{told}`" in result.stderr
    for told in ("(Ana writes)\n= never play this:", "(BOB writes) never play this (my uncle writes):"):
        assert shell("read g.toml", f"{told}\n{LINE}\n").stdout == f"{LINE}\n", told


def test_a_title_is_known_by_its_word_in_any_case(shell: Shell) -> None:
    for title in ("game other, turn 1, key 123456", "x: GAME other,\nturn 1, KEY 123456"):
        assert "This is of game other" in shell("move g.toml -", f"{title}\n{LINE}\n").stderr
    for talk in ("endgame other, turn 1, key 123456", "games other, turn 1, key 123456"):
        assert shell("read g.toml", f"{talk}\n{LINE}\n").stdout == f"{LINE}\n"


def test_dry_run_and_guards(shell: Shell) -> None:
    before = Path("g.toml").read_bytes()
    tried = shell("move g.toml - --dry-run", LINE)
    assert (tried.exit_code, Path("g.toml").read_bytes()) == (0, before)
    assert tried.stdout.startswith(FULL)
    assert shell("move g.toml - --turn 2", LINE).exit_code == 6
    assert shell("move g.toml - --key 123456", LINE).exit_code == 6
    assert shell("move g.toml R -", LINE).exit_code == 2


def test_commands_of_a_mail_cannot_act_on_a_terminal() -> None:
    told = Taking(commands=("say \x1b]0;a\x07b\nc",)).told()
    assert told.endswith("commands: say \\x1b]0;a\\x07b\\nc")


# `pbem import -`: the record is found in a whole mail or post


RECORD = (ROOT / "examples" / "maharani-demo.pbem").read_text("utf-8")
HTML = "Content-Type: text/html; charset=utf-8"
FILE = "Content-Type: application/octet-stream; name=g.pbem\nContent-Disposition: attachment"


@pytest.fixture
def empty_shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Shell:
    """A shell in an empty folder."""
    return Shell(tmp_path, monkeypatch)


TEXTS = {
    "alone": RECORD,
    "greeted": f"Hi Bob,\n\nhere it is:\n\n{RECORD}\nBye\nAna",
    "quoted": f"yes\n\n> Hi\n>\n{quoted(RECORD)}\n>\n> Bye",
    "quoted twice": quoted(quoted(RECORD, ">"), "> "),
    "quoted with a name": f"yes\n\nBob> Hi\n{quoted(RECORD, 'Bob> ')}\nBob>\nBob> Bye",
    "quoted twice, with a name": quoted(quoted(RECORD, "> "), "Ana> "),
    "quoted with a wide mark": quoted(RECORD, "\uff1e "),
    "bbcode": f"Hi\n[code]\n{RECORD.rstrip()}[/code][b]Bye[/b]",
    "fence": f"Hi\n\n```\n{RECORD}```\nBye",
    "indented": "Hi\n\n" + quoted(RECORD, "    ") + "\n\nBye",
    "above": f"{RECORD}\n-- \nAna",
    "signed at once": f"Hi\n\n{RECORD}-- \nAna",
    "signed at once, quoted": f"Hi\n\n{quoted(RECORD + '--')}\n> Ana",
    "twice": f"{RECORD}\n\n{quoted(RECORD)}",
    "mail": message(f"Hi\n\n{RECORD}\n-- \nAna", encoding="quoted-printable"),
    "attached": parts("multipart/mixed", (HTML, "<p>Here it is.</p>"), (FILE, RECORD)),
    "html": parts("multipart/mixed", (HTML, f"<p>Hi</p><pre>{RECORD}</pre><p>Bye</p>")),
    "page": f"<!DOCTYPE html>\n<html><head><title>x</title></head><body><p>Hi</p><pre>{RECORD}</pre></body></html>\n",
    "piece of a page": f"<div>Hi<br>{RECORD}<br>Bye</div>".replace("\n", "<br>"),
    "double": "Hi\n\n" + RECORD.replace("\n", "\r\n"),
}


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_a_record_is_found(empty_shell: Shell, text: str | bytes) -> None:
    result = empty_shell("import - -o g.toml", text)
    assert result.exit_code == 0, result.stderr
    assert empty_shell("export g.toml").stdout == RECORD


@pytest.mark.parametrize("mark", ["", "> "])
def test_a_keepers_record_is_found_where_a_client_broke_its_longest_line(empty_shell: Shell, mark: str) -> None:
    assert empty_shell(NEW.replace("--seed taj", "--chance keeper")).exit_code == 0
    record = empty_shell("export g.toml").stdout
    broken = record.replace("chance keeper ", "chance keeper\n")
    assert broken != record
    for text in (quoted(broken, mark), f"Hi\n\n{quoted(broken, mark)}\nBye"):
        assert empty_shell("import - -o h.toml", text).exit_code == 0
        assert empty_shell("export h.toml").stdout == record
        Path("h.toml").unlink()


def test_a_save_is_one_wherever_its_first_key_stands(empty_shell: Shell) -> None:
    """As `move` leaves it: with comments above, or as an editor does, with a mark and other line ends."""
    empty_shell("import - -o g.toml", RECORD)
    save = Path("g.toml").read_text("utf-8")
    key, rest = save.split("\n", 1)
    others, tables = rest.split("\n\n", 1)
    forms = {
        "above": f"# our game\n#\n\n{save}",
        "mark": f"\ufeff{save}".replace("\n", "\r\n"),
        "later": f"{others}\n{key}\n\n{tables}",
    }
    for name, text in forms.items():
        result = empty_shell(f"import - -o {name}.toml", text)
        assert result.exit_code == 0, result.stderr
        assert Path(f"{name}.toml").read_text("utf-8") == save


def test_a_record_of_a_package_with_a_word_of_chance_of_its_own(tmp_path: Path) -> None:
    build(tmp_path, edits=FLIPPED)
    record = "pbem 1 count\nid c\nplayer Ana\nplayer Bob\nchance manual\nfirst Ana\n\nflip 1\n1 Ana: say 2\n"
    text = f"Hi,\n\n{record}\nBye\nAna\n"
    code = (
        "import io, sys, pbem, pbem.cli\n"
        f"sys.stdin = io.TextIOWrapper(io.BytesIO({text.encode()!r}))\n"
        "status = pbem.cli.run(['import', '-', '-o', 'c.toml'])\n"
        "print(status, pbem.load('c.toml').log)"
    )
    assert run(tmp_path, "-c", code).stdout.endswith("0 ['flip 1', '1 Ana: say 2']\n")


def test_what_is_not_found(empty_shell: Shell) -> None:
    none = empty_shell("import - -o g.toml", "Hi Bob,\nshall we play?\n")
    said = "pbem: standard input holds no record: one begins with a line such as `pbem 1 maharani`\n"
    assert (none.exit_code, none.stderr) == (3, said)
    for hello in ("Hi\n\n", ""):
        two = empty_shell("import - -o g.toml", f"{hello}{RECORD}\n\n{quoted(RECORD.replace('greedy-taj', 'other'))}")
        assert (two.exit_code, "2 different records" in two.stderr) == (4, True)
    wrong = empty_shell("import - -o g.toml", f"Hi\n\n{RECORD.replace('1 Bob: ', '1 Bob: 9', 1)}\n\nBye")
    assert wrong.exit_code == 3
    assert "the record in standard input: line " in wrong.stderr
    assert not Path("g.toml").exists()


@pytest.mark.parametrize("head", ["", "Hi\n\n"], ids=["alone", "greeted"])
@pytest.mark.parametrize(("line", "times"), [("1\n", 2_500_000), (";\n", 50_000), ("; " + "x" * 900 + "\n", 5_000)])
def test_what_is_too_long_is_not_looked_through(
    empty_shell: Shell, monkeypatch: pytest.MonkeyPatch, head: str, line: str, times: int
) -> None:
    def looked(data: bytes) -> str:
        raise AssertionError("it is read as text")

    text = f"{head}{RECORD}{line * times}"
    assert " are read" in read(text.encode()).refused
    monkeypatch.setattr("pbem.mail.message.decode", looked)
    refused = empty_shell("import - -o g.toml", text)
    assert refused.exit_code == 3
    assert "standard input" in refused.stderr
    assert not Path("g.toml").exists()


@pytest.mark.parametrize(
    ("below", "said"),
    [
        (";\n" * 40_001, "it has 40008 line ends; 40000 are read"),
        ("; a\n" * 20_000, "it has 20006 lines that are not empty; 20000 are read"),
    ],
)
def test_a_record_that_is_too_long_is_not_looked_through(below: str, said: str) -> None:
    text = "pbem 1 maharani\nid g\nplayer Ana g,y\nplayer Bob r,b\nchance manual\nfirst Ana\n\n" + below
    assert read(text).refused == said
    assert read(text.replace(below, "; a\n\n" * 19_000)).refused == ""
