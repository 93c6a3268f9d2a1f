"""`pbem import -`: the record is found in a whole mail or post."""

from pathlib import Path

import pytest

from pbem.mail import read
from tests.mail.letters import message, parts, quoted
from tests.packages import FLIPPED, build, run
from tests.support import ROOT
from tests.test_cli import Shell

RECORD = (ROOT / "examples" / "maharani-demo.pbem").read_text("utf-8")
HTML = "Content-Type: text/html; charset=utf-8"


@pytest.fixture
def shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Shell:
    """A shell in an empty folder."""
    return Shell(tmp_path, monkeypatch)


TEXTS = {
    "alone": RECORD,
    "greeted": f"Hi Bob,\n\nhere it is:\n\n{RECORD}\nBye\nAna",
    "quoted": f"yes\n\n> Hi\n>\n{quoted(RECORD)}\n>\n> Bye",
    "quoted twice": quoted(quoted(RECORD, ">"), "> "),
    "bbcode": f"Hi\n[code]\n{RECORD}[/code]\n[b]Bye[/b]",
    "fence": f"Hi\n\n```\n{RECORD}```\nBye",
    "indented": "Hi\n\n" + quoted(RECORD, "    ") + "\n\nBye",
    "above": f"{RECORD}\n-- \nAna",
    "signed at once": f"Hi\n\n{RECORD}-- \nAna",
    "signed at once, quoted": f"Hi\n\n{quoted(RECORD + '--')}\n> Ana",
    "twice": f"{RECORD}\n\n{quoted(RECORD)}",
    "mail": message(f"Hi\n\n{RECORD}\n-- \nAna", encoding="quoted-printable"),
    "html": parts("multipart/mixed", (HTML, f"<p>Hi</p><pre>{RECORD}</pre><p>Bye</p>")),
    "page": f"<!DOCTYPE html>\n<html><head><title>x</title></head><body><p>Hi</p><pre>{RECORD}</pre></body></html>\n",
    "piece of a page": f"<div>Hi<br>{RECORD}<br>Bye</div>".replace("\n", "<br>"),
    "double": "Hi\n\n" + RECORD.replace("\n", "\r\n"),
}


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_a_record_is_found(shell: Shell, text: str | bytes) -> None:
    result = shell("import - -o g.toml", text)
    assert result.exit_code == 0, result.stderr
    assert shell("export g.toml").stdout == RECORD


def test_a_save_is_one_wherever_its_first_key_stands(shell: Shell) -> None:
    """As `move` leaves it: with comments above, or as an editor does, with a mark and other line ends."""
    shell("import - -o g.toml", RECORD)
    save = Path("g.toml").read_text("utf-8")
    key, rest = save.split("\n", 1)
    others, tables = rest.split("\n\n", 1)
    forms = {
        "above": f"# our game\n#\n\n{save}",
        "mark": f"\ufeff{save}".replace("\n", "\r\n"),
        "later": f"{others}\n{key}\n\n{tables}",
    }
    for name, text in forms.items():
        result = shell(f"import - -o {name}.toml", text)
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


def test_what_is_not_found(shell: Shell) -> None:
    none = shell("import - -o g.toml", "Hi Bob,\nshall we play?\n")
    assert (none.exit_code, none.stderr) == (
        3,
        "pbem: standard input holds no record: one begins with a line such as `pbem 1 maharani`\n",
    )
    two = shell("import - -o g.toml", f"Hi\n\n{RECORD}\n\n{quoted(RECORD.replace('greedy-taj', 'other'))}")
    assert two.exit_code == 4
    assert "2 different records" in two.stderr
    wrong = shell("import - -o g.toml", f"Hi\n\n{RECORD.replace('1 Bob: ', '1 Bob: 9', 1)}\n\nBye")
    assert wrong.exit_code == 3
    assert "the record in standard input: line " in wrong.stderr
    assert not Path("g.toml").exists()


@pytest.mark.parametrize("head", ["", "Hi\n\n"], ids=["alone", "greeted"])
@pytest.mark.parametrize(("line", "times"), [("1\n", 2_500_000), (";\n", 50_000), ("; " + "x" * 900 + "\n", 5_000)])
def test_what_is_too_long_is_not_looked_through(
    shell: Shell, monkeypatch: pytest.MonkeyPatch, head: str, line: str, times: int
) -> None:
    def looked(data: bytes) -> str:
        raise AssertionError("it is read as text")

    text = f"{head}{RECORD}{line * times}"
    assert " are read" in read(text.encode()).refused
    monkeypatch.setattr("pbem.mail.message.decode", looked)
    refused = shell("import - -o g.toml", text)
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
