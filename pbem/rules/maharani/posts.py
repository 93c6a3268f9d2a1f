"""A pasted post of Maharani: its board, and the sentences below it, read by the templates that wrote them."""

from collections.abc import Iterable, Sequence

from pbem.board import NAME, pattern
from pbem.errors import HeaderError
from pbem.game import Post, Rules
from pbem.header import Player
from pbem.players import colours
from pbem.rules.maharani.board import NO_MARKER, NO_TILE, OUT, PAINT, PLAYER, SLOT

_TILE = "[a-z][NESWC]+"
_PLACES = {
    "seat": "[NESW]",
    "name": NAME,
    "gold": "[0-9]+",
    "up": rf"{NO_MARKER}|[0-9](?:\s[0-9])*",
    "supply": r"[0-9]+\s[a-z]+(?:\s[0-9]+\s[a-z]+)*",
}


def read(rules: Rules, post: Post) -> tuple[Sequence[Player], Iterable[Sequence[str]]]:
    """Players and position lines; raises HeaderError."""
    board = PAINT.read(rules, post.board)
    found = [f"turn {post.turn}"]
    players = []
    for said in pattern(PLAYER, **_PLACES).finditer(post.text):
        words = said["supply"].split()[1::2]
        players.append(Player(said["name"], colours(rules, ",".join(words)), said["seat"]))
        up = "-" if said["up"] == NO_MARKER else ",".join(said["up"].split())
        found += [f"score {said['name']} {said['gold']}", f"up {said['name']} {up}"]
    if not players:
        raise HeaderError("below its board the post has no players, such as `seat N Ana: gold 0, ...`")
    for said in pattern(SLOT, slot="[0-9]+", quarter="[0-9]+", tile=f"{NO_TILE}|{_TILE}").finditer(post.text):
        found += [f"slot {said['slot']} {said['tile']}"] if said["tile"] != NO_TILE else []
    out = pattern(OUT, tiles=rf"{_TILE}(?:\s{_TILE})*").search(post.text)
    return players, [[*found, *board, *(["out " + ",".join(out["tiles"].split())] if out else [])]]
