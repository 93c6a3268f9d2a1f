"""The command line as a user meets it: transcripts as golden files, exit statuses, JSON."""

import json
import os
import re
import shlex
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

import pbem
from pbem import cli, errors, files
from tests import records
from tests.support import DATA, ROOT, any_turn

TRANSCRIPTS = DATA / "cli.txt"


class Shell:
    """Runs command lines in a folder."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.chdir(folder)
        self.folder = folder

    def __call__(self, line: str, stdin: str | bytes | None = None) -> Result:
        args = shlex.split(line)

        @click.command(context_settings={"ignore_unknown_options": True, "help_option_names": []})
        @click.argument("rest", nargs=-1, type=click.UNPROCESSED)
        def main(rest: tuple[str, ...]) -> None:
            """The real entry point, exit status and error output included."""
            raise SystemExit(cli.run(list(rest)))

        return CliRunner().invoke(main, args, input=stdin)


@pytest.fixture
def shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Shell:
    """A shell in an empty folder."""
    return Shell(tmp_path, monkeypatch)


NEW = "new maharani g.toml --player Ana=green,yellow --player Bob=red,blue --seed taj --id spring-3"


def _run_transcript(shell: Shell, text: str) -> str:
    """Runs the commands behind `$ pbem` of a transcript; the transcript as it comes out now."""
    out = []
    for line in text.split("\n"):
        if line.startswith("#"):
            out.append(line)
        if not line.startswith("$ "):
            continue
        command, _, stdin = line[2:].partition(" <<< ")
        result = shell(command.removeprefix("pbem "), stdin.replace("\\n", "\n") or None)
        out += [line, result.stdout.rstrip("\n")] if result.stdout.strip() else [line]
        out += [f"! {said}" for said in result.stderr.rstrip("\n").split("\n")] if result.stderr else []
        if result.exit_code:
            out.append(f"[{result.exit_code}]")
        out.append("")
    return "\n".join(out)


@pytest.mark.parametrize("title", records.golden(TRANSCRIPTS))
def test_transcript(title: str, shell: Shell, update_golden: bool) -> None:
    """Lines `$ pbem ...` are run; output, errors (`! `) and exit status (`[n]`) are as they stand there."""
    text = records.golden(TRANSCRIPTS)[title]
    now = _run_transcript(shell, text)
    if update_golden:
        records.renew(TRANSCRIPTS, title, now)
    assert now == text


def test_there_are_transcripts() -> None:
    assert len(records.golden(TRANSCRIPTS)) >= 5


@pytest.mark.parametrize("command", cli.COMMANDS)
def test_help_has_an_example(command: str, shell: Shell) -> None:
    result = shell(f"{command} --help")
    assert result.exit_code == 0
    assert re.search(rf"Examples?:\n\s+pbem {command}", result.stdout)
    assert not re.search(r"\S {3,}\S", result.stdout.partition("Example")[0]), "its paragraphs are wrapped"


def test_help_lists_every_command(shell: Shell) -> None:
    result = shell("--help")
    for command in cli.COMMANDS:
        assert re.search(rf"^  {command} ", result.stdout, re.MULTILINE)


@pytest.mark.parametrize("group", ["", "club"])
def test_a_group_without_a_command_prints_its_help(shell: Shell, group: str) -> None:
    assert shell(group).output == shell(f"{group} --help").stdout
    assert shell(group).output.startswith(f"Usage: pbem {group}".rstrip() + " [OPTIONS] COMMAND [ARGS]...\n\n")


def test_wrong_usage_is_status_2(shell: Shell) -> None:
    assert shell("shwo g.toml").exit_code == 2
    assert "Did you mean 'show'?" in shell("shwo g.toml").stderr
    stop = shell("stop g.toml").stderr
    assert "setup" not in stop
    assert 'ended undecided by a line of its log: pbem move FILE "stop ; why"' in stop
    assert shell("zzz g.toml").stderr.rstrip().endswith("No such command 'zzz'.")
    assert shell("new maharani").exit_code == 2
    assert shell("show --no-such-option").exit_code == 2


def test_a_dash_is_no_name_of_a_file_that_is_written(shell: Shell, tmp_path: Path) -> None:
    shell(NEW)
    for command in ("export g.toml", "setup g.toml"):
        assert shell(f"{command} -o -").stdout == shell(command).stdout != ""
    record = shell("export g.toml").stdout
    for result in (shell("import - -o -", stdin=record), shell(NEW.replace(" g.toml ", " - "))):
        assert (result.exit_code, result.stdout) == (2, "")
        assert "a game file needs a name; - stands for standard input and output" in result.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["g.toml"]


def test_show_json_has_what_scripts_need(shell: Shell) -> None:
    shell(NEW)
    found = json.loads(shell("show g.toml --json").stdout)
    assert found["game"] == "maharani"
    assert found["id"] == "spring-3"
    assert (found["turn"], found["to_move"], found["over"]) == (1, pbem.load("g.toml").to_move, False)
    assert found["scores"] == {"Ana": 0, "Bob": 0}
    assert re.fullmatch("[0-9a-f]{6}", found["key"])
    assert found["legal"] == json.loads(shell("legal g.toml --json").stdout)["count"]


def test_of_a_sentence_only_what_it_quotes_is_cut() -> None:
    known = ", ".join(f"game{number}" for number in range(30))
    for said in (f"no game is called `x`: there is {known}; `y` is another letter", f"`{'m' * 120}` is no move"):
        assert errors.short(said) == errors.SaveError(said).message == said
    cut = f"`{'m' * 120} ...` is none of {known}, `y`"
    assert errors.short(f"`{'m' * 121}` is none of {known}, `y`") == cut == errors.short(cut)


def test_error_as_json(shell: Shell) -> None:
    shell(NEW)
    result = shell("show h.toml --json")
    assert result.exit_code == 3
    assert json.loads(result.stderr)["error"]["code"] == "save"
    result = shell("move g.toml 9-a2 --json")
    assert result.exit_code == 5
    assert json.loads(result.stderr)["error"]["reason"] == "no-slot"


def test_guards_refuse_another_turn_or_position(shell: Shell) -> None:
    shell(NEW)
    before = Path("g.toml").read_bytes()
    key = json.loads(shell("show g.toml --json").stdout)["key"]
    assert shell("move g.toml R --turn 2").exit_code == 6
    assert shell("move g.toml R --key 000000").exit_code == 6
    assert Path("g.toml").read_bytes() == before
    assert shell(f"move g.toml R --turn 1 --key {key.upper()}").exit_code == 0


def test_dry_run_writes_nothing(shell: Shell) -> None:
    shell(NEW)
    before = Path("g.toml").read_bytes()
    result = shell("move g.toml R --dry-run")
    assert result.exit_code == 0
    assert "Nothing written" in result.stderr
    assert Path("g.toml").read_bytes() == before


def test_dry_run_does_not_show_the_next_draw(shell: Shell) -> None:
    shell(NEW)
    game = pbem.load("g.toml")
    move = any_turn(game).partition(" / ")[0]
    tried = json.loads(shell(f'move g.toml "{move}" --dry-run --json').stdout)
    assert len(tried["added"]) == 1
    assert tried["draw_due"]
    assert len(json.loads(shell(f'move g.toml "{move}" --json').stdout)["added"]) == 2


def test_a_second_tile_behind_a_semicolon_is_noticed(shell: Shell) -> None:
    shell(NEW)
    result = shell('move g.toml "R ; 4-c4"')
    assert result.exit_code == 0
    assert "is a remark" in result.stderr
    assert "remark" not in shell('move g.toml "R ; good luck"').stderr


def test_several_lines_all_or_none(shell: Shell) -> None:
    shell(NEW)
    before = Path("g.toml").read_bytes()
    assert shell("move g.toml R R 9-a2").exit_code == 5
    assert "line 3, and nothing was played" in shell("move g.toml R R 9-a2").stderr
    assert Path("g.toml").read_bytes() == before
    assert shell("move g.toml -", "1 Ana: R\n; both of us\n\n2 Bob: R\n").exit_code == 0
    assert pbem.load("g.toml").log[1:] == ["1 Ana: R =0 ; both of us", "2 Bob: R =0"]


def test_previous_copy_is_kept(shell: Shell) -> None:
    shell(NEW)
    before = Path("g.toml").read_bytes()
    shell("move g.toml R")
    assert Path("g.toml" + files.PREVIOUS).read_bytes() == before
    assert sorted(os.listdir()) == ["g.toml", "g.toml.bak"]


def test_formats(shell: Shell) -> None:
    shell(NEW)
    plain = shell("show g.toml").stdout
    assert shell("show g.toml --format bbcode").stdout == f"[code]\n{plain.rstrip()}\n[/code]\n"
    assert shell("show g.toml --format markdown").stdout == f"```\n{plain.rstrip()}\n```\n"


def test_keeper_game(shell: Shell) -> None:
    """The keeper's pbem draws; the players' pbem waits, takes the keeper's line, and verifies it in the end."""
    result = shell(NEW.replace("--seed taj", "--chance keeper"))
    assert result.exit_code == 0
    secret = Path("g.toml.secret").read_text()
    assert secret.strip() not in result.stdout + Path("g.toml").read_text()
    assert Path("g.toml.secret").stat().st_mode & 0o077 == 0
    os.rename("g.toml.secret", "kept")
    first = pbem.load("g.toml")
    move = any_turn(first)
    result = shell(f'move g.toml "{move}"')
    assert "Waiting for a draw" in result.stdout
    assert shell("move g.toml R").exit_code == 5
    assert "a draw is due" in shell("move g.toml").stderr
    Path("k.toml").write_bytes(Path("g.toml").read_bytes())
    dealt = shell("move k.toml --secret kept --json")
    (draw,) = json.loads(dealt.stdout)["added"]
    assert shell(f'move g.toml "{draw}"').exit_code == 0
    assert "not verified" in shell("check g.toml").stdout
    assert "draws verified" in shell("check g.toml --secret kept").stdout
    Path("other").write_text("another secret")
    wrong = shell("check g.toml --secret other")
    assert wrong.exit_code == 3
    assert "committed" in wrong.stderr


def test_keepers_wrong_draw_is_found_afterwards(shell: Shell) -> None:
    shell(NEW.replace("--seed taj", "--chance keeper"))
    os.rename("g.toml.secret", "kept")
    text = Path("g.toml").read_text()
    tile = re.search(r"draw 1:(\w+)", text)
    assert tile
    other = next(name for name in ("bC", "oC", "rC", "yC", "gC") if name not in text)  # there is one left in the bag
    Path("g.toml").write_text(text.replace(f"1:{tile[1]}", f"1:{other}"))
    assert shell("check g.toml").exit_code == 0
    assert shell("check g.toml --secret kept").exit_code == 3


def test_undo_to_a_turn_and_of_a_draw(shell: Shell) -> None:
    shell(NEW)
    shell("move g.toml R R R")
    assert shell("undo g.toml --to 2").stdout.startswith("undo 2 line 5\n")
    assert pbem.load("g.toml").turn == 2
    manual = NEW.replace("--seed taj", "--chance manual").replace("g.toml", "m.toml")
    shell(manual + " --first Ana")
    shell('move m.toml "draw 1:bSE 2:oC 3:rN 4:gW"')
    assert shell("undo m.toml --draw --reason again").stdout.startswith("undo draw line 2 ; again\n")
    assert pbem.load("m.toml").state.actor == -1
    assert shell("undo m.toml --draw --to 2").exit_code == 2


def test_show_as_another_player(shell: Shell) -> None:
    shell(NEW)
    assert "its arrow turned to S for Ana" in shell("show g.toml --full").stdout
    assert "its arrow turned to N for Bob" in shell("show g.toml --full --as bob").stdout
    assert "slot 1 over quarter 3" in shell("show g.toml").stdout
    assert "slot 1 over quarter 1" in shell("show g.toml --as bob").stdout
    assert shell("show g.toml --as Zed").exit_code == 2


def test_what_others_got_is_told(shell: Shell) -> None:
    """Turn 20 of the demo fills a quarter: its pay for the other player is not in the claim."""
    record = (ROOT / "examples" / "maharani-demo.pbem").read_text()
    game = pbem.read(record.encode(), "demo")
    before, after = game.before(28).scores(), game.before(29).scores()
    assert after[1] > before[1]
    Path("d.pbem").write_text(record)
    told = shell("replay d.pbem --from 29 --to 29").stdout.replace("\n= ", " ")
    assert f"(turn 28) Ana earned {after[0] - before[0]} by 1-3g1W; Bob got {after[1] - before[1]}" in told


def test_check_reports_every_file(shell: Shell) -> None:
    shell(NEW)
    Path("bad.toml").write_text("pbem = 1\n")
    result = shell("check g.toml bad.toml --json")
    assert result.exit_code == 3
    good, bad = json.loads(result.stdout)
    assert (good["ok"], good["turn"], good["over"], good["scores"]) == (True, 1, False, {"Ana": 0, "Bob": 0})
    assert good["error"] is None
    assert (bad["ok"], bad["error"]["code"]) == (False, "save")


def test_check_on_several_cores_gives_the_same(shell: Shell) -> None:
    for number in range(20):
        shell(NEW.replace("g.toml", f"g{number:02}.toml").replace("taj", f"taj{number}"))
    files = " ".join(sorted(os.listdir()))
    assert shell(f"check {files} --jobs 2 --json").stdout == shell(f"check {files} --json").stdout


def test_setup_edited_by_hand(shell: Shell) -> None:
    shell(NEW)
    shell("move g.toml R")
    assert shell("setup g.toml -o s.txt").exit_code == 0
    text = Path("s.txt").read_text().replace("turn 2", "turn 9\nscore Bob 12")
    Path("s.txt").write_text(text)
    result = shell("new maharani h.toml --setup s.txt --seed x")
    assert result.exit_code == 0
    game = pbem.load("h.toml")
    assert (game.turn, game.scores) == (9, {"Ana": 0, "Bob": 12})
    names = "--player Ana=green,yellow --player Bob=red,blue"
    assert shell(f"new maharani i.toml {names} --setup s.txt --seed x").exit_code == 0
    assert pbem.load("i.toml").key == game.key


def test_demo_and_replay_show_a_finished_game(shell: Shell) -> None:
    demo = shell("demo").stdout
    legend = demo.index("\nEmpty cells show the half columns")
    assert legend < demo.index("\nThe beginning:\n") < demo.index("\nTurn 1. Scores: Ana 0, Bob 0\n")
    assert legend < demo.index("\nx -a-")
    assert demo.endswith("Over after 36 turns. Ana 105, Bob 115. Bob has won.\n")
    record = (ROOT / "examples" / "maharani-demo.pbem").read_text()
    replay = shell("replay -", record).stdout
    assert replay.count("x -a-") == 2 * 37
    assert replay.endswith("Ana 105, Bob 115. Bob has won.\n")
    assert shell("replay - --from 36", record).stdout.count("x -a-") == 4


def test_rules_fit_a_screen(shell: Shell) -> None:
    lines = shell("rules maharani").stdout.split("\n")
    assert len(lines) <= 40
    assert max(map(len, lines)) <= 80


def test_codes_of_errors_are_stable() -> None:
    """Scripts rely on them."""
    codes = {kind.__name__: (kind.code, kind.status) for kind in vars(errors).values() if hasattr(kind, "status")}
    assert codes == {
        "PbemError": ("error", 1),
        "HeaderError": ("header", 2),
        "NotThere": ("not-there", 2),
        "SaveError": ("save", 3),
        "NewerVersion": ("newer-version", 3),
        "Busy": ("busy", 3),
        "BrokenGame": ("broken-game", 3),
        "ReplayError": ("replay", 3),
        "UnknownGame": ("unknown-game", 3),
        "NotationError": ("notation", 4),
        "Doubt": ("doubt", 4),
        "IllegalMove": ("illegal", 5),
        "BrokenChain": ("chain", 5),
        "OtherLog": ("seal", 5),
        "SecretRefused": ("secret", 5),
        "AmbiguousMove": ("ambiguous", 5),
        "WrongClaim": ("wrong-claim", 5),
        "StaleMove": ("stale", 6),
        "NotYourTurn": ("not-your-turn", 6),
    }


def test_turn_after_the_end_is_the_next_number(shell: Shell) -> None:
    Path("d.pbem").write_text((ROOT / "examples" / "maharani-demo.pbem").read_text())
    found = json.loads(shell("show d.pbem --json").stdout)
    assert (found["turn"], found["over"], found["to_move"], found["legal"]) == (37, True, None, 0)
    assert found["winners"] == ["Bob"]


def test_a_bad_line_of_standard_input_is_named(shell: Shell) -> None:
    shell(NEW)
    said = shell("move g.toml -", "1 Ana: R\n\n; hello\n\n2 Bob: 9-a2\n").stderr
    assert "`9-a2` is not legal" in said


def test_replay_ends_with_what_show_says_of_the_game(shell: Shell) -> None:
    for new, moves, said in (
        (NEW, "R", "To move: Bob."),
        (NEW, "stop", "Stopped at turn 1, undecided. Ana 0, Bob 0."),
        (NEW.replace("--seed taj", "--chance together --as Ana"), "", "The game is not opened, no tip of Bob."),
        (NEW.replace("--seed taj", "--chance manual --first Ana"), "", "Waiting for a draw (tiles for slot 1 2 3 4), "),
    ):
        shell(new)
        assert not moves or shell(f"move g.toml {moves}").exit_code == 0
        assert shell("show g.toml").stdout.splitlines()[1].startswith(said)
        assert shell("replay g.toml").stdout.splitlines()[-1].startswith(said)
        for left in shell.folder.iterdir():
            left.unlink()


def test_a_seed_says_that_it_can_be_looked_ahead(shell: Shell) -> None:
    told = shell("new maharani g.toml --player Ana=g,y --player Bob=r,b")
    assert "in a game with --chance together nobody can" in told.stderr
    assert "together" not in shell("new majolica h.toml --player Ana").stderr
