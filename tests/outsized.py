"""Files that are much too large to be a game: each is refused before it is parsed. Tests and a benchmark read them."""

_HEAD = "pbem 1 maharani\nid x\nplayer Ana green,yellow\nplayer Bob red,blue\nchance manual\nfirst Ana\n\n"
OUTSIZED = {
    "lines": (f"{_HEAD!r} + '1\\n' * 24_000_000", "it has 24000007 lines; a game has at most 100000"),
    "remarks": (f"{_HEAD!r} + ';\\n' * 24_000_000", "it has 24000007 lines; a game has at most 100000"),
    "keys": ("'x' + '.a' * 20_000 + '=1\\n'", "it has a key of more than 100 parts with dots between them"),
    "keys with blanks": (
        "'\"x y\"' + '. \"=\" ' * 20_000 + '=1\\n'",
        "it has a key of more than 100 parts with dots between them",
    ),
    "dots in a table": (
        "'''x = [\"\"\"\n x\"\"\", {''' + 'a.' * 9_000 + 'a = 1}, \"\" ]'",
        "it has more than 2000 dots beside",
    ),
    "a list": ("'x=[' + '1,' * 20_000_000 + ']'", "it: line 1 has more than 2097152 bytes"),
    "brackets": ("'x=' + '[' * 1_000_000", "it is too large to be a game: more than 200000 characters"),
    "one line": ("'x' * 49_000_000", "it: line 1 has more than 2097152 bytes"),
    "one wide letter": (
        "('x' * 480 + '\\n') * 99_000 + '\U0001f600'",
        "it is too large to be a game: 47619001 letters, some of four",
    ),
    "line ends": ("('x' * 480 + '\\r\\n') * 99_000", "it is too large to be a game: more than 200000 characters"),
    "many players": (f"{_HEAD!r}.replace('first', 'player Cid green\\n' * 99_000 + 'first')", "more than 10000 lines"),
    "unknown lines": (f"{_HEAD!r}.replace('first', 'event Cup\\n' * 99_000 + 'first')", "more than 10000 lines"),
    "a long header": (
        f"{_HEAD!r}.replace('first', 'x ' * 470 + '\\n' + ('x ' * 470 + '\\n') * 900 + 'first')",
        "it: the header has more than 400000 characters",
    ),
    "keys on a line": (
        f"{_HEAD!r}.strip() + '\\ntoml = [ [ {{' + 'a=1,' * 10_000_000 + '}}, ], ]\\n'",
        "it: line 7 has more than 2097152 bytes",
    ),
    "turns": (f"{_HEAD!r} + ('1 Ana: ' + 'x' * 470 + '\\n') * 99_000", "it: the log has more than 10000 lines"),
    "turns with a blank behind": (
        f"{_HEAD!r} + ('1 Ana: ' + 'x' * 470 + ' \\n') * 99_000",
        "it: the log has more than 10000 lines",
    ),
    "entries": (
        "'x=[\\n' + ('\"' + 'x' * 470 + '\",\\n') * 99_000 + ']'",
        "it has more than 20000 lines of lists",
    ),
    "long entries": (
        "'x=[\\n' + ('\"' + 'x' * 3900 + '\",\\n') * 9_000 + ']'",
        "its lists have more than 10080000 characters",
    ),
    "escapes": (
        "'x=[\\n' + ('\"' + '\\\\t' * 1900 + '\",\\n') * 140 + ']'",
        "its lists have more than 500000 characters in strings with escapes",
    ),
    "a mark in a comment": (
        "'# \"\"\"\\nx=[\\n' + ('\"' + 'x' * 900 + '\",\\n') * 9_000 + ']'",
        "its lists have more than 500000 characters beside strings of several lines",
    ),
    "a log to the brim": (
        "'pbem = 1\\ngame = \"maharani\"\\n[history]\\nlog = [\\n' + ('\"' + 'x' * 990 + '\",\\n') * 9_999 + ']'",
        "it: `players` is missing",
    ),
    "wide remarks": (
        f"{_HEAD!r} + ('; ' + '\U0001f600' * 990 + '\\n') * 10_001",
        "it: the log has more than 10000 lines",
    ),
    "players": (f"{_HEAD!r}.replace('first', 'player Cid green\\n' * 1500 + 'first')", "2 to 4 players, not 1502"),
}
"""What it is -> a Python expression that makes the file, and what the refusal says."""

READ = """
import os, sys, tempfile, time
import pbem
os.chdir(tempfile.mkdtemp())
if not os.fork():  # what makes the file takes memory of its own
    with open("it", "wb") as file: file.write(eval(sys.argv[1]).encode())
    os._exit(0)
os.wait()
begun = time.process_time()
try: pbem.load("it")
except pbem.SaveError as error: print(error)
print(time.process_time() - begun)
os.remove("it")
with open("/proc/self/status") as file: print(next(int(l.split()[1]) for l in file if l.startswith("VmHWM")) // 1024)
"""
"""Reads what such an expression makes: prints the refusal, seconds and the most megabytes."""
