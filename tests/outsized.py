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
    "a list": ("'x=[' + '1,' * 20_000_000 + ']'", "it is too large to be a game: 40000004 characters beside lists"),
    "brackets": ("'x=' + '[' * 40_000_000", "it is too large to be a game: 40000002 characters"),
    "players": (f"{_HEAD!r}.replace('first', 'player Cid green\\n' * 1500 + 'first')", "2 to 4 players, not 1502"),
}
"""What it is -> a Python expression that makes the file, and what the refusal says."""

READ = """
import resource, sys, time
import pbem
text = eval(sys.argv[1])
begun = time.process_time()
try: pbem.read(text, "it")
except pbem.SaveError as error: print(error)
print(time.process_time() - begun)
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)
"""
"""Reads what such an expression makes: prints the refusal, seconds and the most megabytes."""
