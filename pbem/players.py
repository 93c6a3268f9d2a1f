"""Who sits where and plays which colours, and with what options: a header against what its game asks for."""

import re
from collections.abc import Sequence

from pbem.board import plural
from pbem.errors import HeaderError, SaveError
from pbem.game import Rules
from pbem.header import DIGEST, Header, Player, check_name
from pbem.plain import clean, disguised, look_alike, one_blank, same, strange, without_case
from pbem.registry import OWN_TABLES


def colours(rules: Rules, text: str) -> tuple[str, ...]:
    """ "green,yellow" (or g,y) -> letters, in the order written; raises HeaderError."""
    letters = []
    for word in text.split(","):
        wanted = word.strip().casefold()
        letter = next((key for key, name in rules.colours.items() if wanted and wanted in (key, name)), None)
        if letter is None:
            raise HeaderError(
                f"`{word.strip()}` is no colour of {rules.id}; there is {', '.join(rules.colours.values())}"
                f"{strange(word)}"
            )
        letters.append(letter)
    return tuple(letters)


def seat(rules: Rules, text: str) -> str:
    """The letter of a seat; raises HeaderError."""
    if not rules.sides:
        raise HeaderError(f"players of {rules.title} have no seats")
    if text.upper() not in rules.sides:
        raise HeaderError(f"`{text}` is no seat of {rules.id}; there is {', '.join(rules.sides)}{strange(text)}")
    return text.upper()


def counted(counts: Sequence[int]) -> str:
    """Numbers of players in words: "2 players", "2 to 4 players", "2, 4 or 6 players"."""
    *fewer, most = sorted(set(counts))
    if not fewer:
        return plural(most, "{n} player", "{n} players")
    if most - fewer[0] == len(fewer):
        return f"{fewer[0]} to {most} players"
    return f"{', '.join(map(str, fewer))} or {most} players"


def complete(rules: Rules, players: list[Player]) -> None:
    """Checks the players against the game and deals seats that are not named; raises HeaderError."""
    count = len(players)
    if count not in rules.counts:
        raise HeaderError(f"{rules.id} is for {counted(rules.counts)}, not {count}", players=count)
    for player in players:
        check_words(rules, player.name)
    names = [without_case(check_name(player.name)) for player in players]
    _no_twins(names, [player.name for player in players], "name")
    for player in players:
        if without_case(f"{player.name} drawn") in names:
            raise HeaderError(f"{player.name} and {player.name} drawn cannot play together: `first` would be unclear")
    each = rules.colours_each(count)
    for player in players:
        if len(player.colours) != each:
            wanted = plural(each, "{n} colour", "{n} colours")
            players_ = plural(count, "{n} player", "{n} players")
            raise HeaderError(f"{player.name} needs {wanted} with {players_}, has {len(player.colours)}")
    taken = [colour for player in players for colour in player.colours]
    _no_twins(taken, [rules.colours[c] for c in taken], "colour")
    named = [player.seat for player in players if player.seat]
    _no_twins(named, named, "seat")
    free = [side for side in [*rules.seats(count), *rules.sides] if side not in named]
    for player in players:
        if rules.sides and not player.seat:
            player.seat = free.pop(0)


def check_spellings(players: list[Player]) -> None:
    """Raises HeaderError for two players with one name in two spellings; games of before 0.5 may have such."""
    names = [player.name for player in players]
    for index, name in enumerate(names):
        if not same(name):
            raise HeaderError(f"`{name}` cannot be a player's name: nothing of it can be seen", name=name)
        for other in names[:index]:
            if same(other) in (same(name), same(f"{name} drawn")) or same(name) == same(f"{other} drawn"):
                raise HeaderError(f"{other} and {name} cannot play together: nobody could tell the names apart")
            if look_alike(name, other):
                script = disguised(name, [other])
                raise HeaderError(f"{other} and {name} cannot play together: the names look alike{script}")


def _no_twins(keys: list[str], shown: list[str], what: str) -> None:
    for index, key in enumerate(keys):
        if key in keys[:index]:
            raise HeaderError(f"the {what} {shown[index]} is taken twice", **{what: shown[index]})


def check_words(rules: Rules, name: str) -> None:
    """Raises HeaderError for a name that is a word of the game's moves."""
    plain = clean(name).casefold()
    if plain in map(str.casefold, rules.words.no_names):
        raise HeaderError(f"`{name}` cannot be a player's name: it is a word of moves in {rules.title}", name=name)
    first = plain.split(" ")[0]
    if first in rules.words.chance_words:
        raise HeaderError(f"`{name}` cannot be a player's name: `{first}` begins a move of {rules.title}", name=name)
    for word in rules.words.no_first_words:
        if re.match(rf"{word}(?![^\s0-9])", plain):
            raise HeaderError(f"`{name}` cannot be a player's name: `{word}` begins a move of {rules.title}", name=name)


def options(rules: Rules, header: Header, names: list[str]) -> list[str]:
    """Options by name, in any order -> in the order of the game; raises HeaderError."""
    wanted = [_option(rules, header, one_blank(name)) for name in names]
    _no_twins(wanted, wanted, "option")
    there = [*rules.options, *(f"{word} {player.name}" for word in rules.player_options for player in header.players)]
    return [option for option in there if option in wanted]


def _option(rules: Rules, header: Header, name: str) -> str:
    """An option as the game and the header have it; raises HeaderError."""
    for option in rules.options:
        if same(option) == same(name):
            return option
    word, _, rest = name.partition(" ")
    for option in rules.player_options:
        if same(option) == same(word) and rest:
            player = header.player(rest)
            if player is None:
                raise HeaderError(f"option `{name}`: no player is called so{header.disguised(rest)}", option=name)
            return f"{option} {header.names[player]}"
    all_ = [*rules.options, *(f"{word} NAME" for word in rules.player_options)]
    what = f"there is {', '.join(all_)}" if all_ else "it has none"
    raise HeaderError(f"`{name}` is no option of {rules.id}: {what}{strange(name)}", option=name)


def in_order(rules: Rules, header: Header, names: list[str]) -> list[str]:
    """The same for a file, where the order is fixed."""
    found = options(rules, header, names)
    if [_option(rules, header, one_blank(name)) for name in names] != found:
        raise HeaderError(f"options stand in the order {', '.join(found)}")
    return found


def clockwise(rules: Rules, header: Header) -> tuple[int, ...]:
    """The players in the order they sit; in the order of the header where there are no seats."""
    indices = range(len(header.players))
    if not rules.sides:
        return tuple(indices)
    return tuple(sorted(indices, key=lambda i: rules.sides.index(header.players[i].seat)))


def check_edition(rules: Rules, header: Header) -> None:
    """Raises SaveError if the game was played with other tables than those at hand, or too few digits say which."""
    if header.digest and not re.fullmatch(f"[0-9a-f]{{{DIGEST},64}}", header.digest):
        raise SaveError(
            f"`{header.digest}` does not say with which tables this game was played: {DIGEST} to 64 hexadecimal digits "
            f"do, those at hand are `{rules.edition} {rules.digest[:DIGEST]}`",
            edition=header.edition,
        )
    if (header.edition or rules.edition) == rules.edition and rules.digest.startswith(header.digest):
        return
    alike = header.digest[:DIGEST] == rules.digest[:DIGEST]  # then only more digits tell them apart
    theirs, ours = (digest if alike else digest[:DIGEST] for digest in (header.digest, rules.digest))
    raise SaveError(
        f"this game was played with the tables `{header.edition} {theirs}` of {rules.id}, at hand are "
        f"`{rules.edition} {ours}`; put the old table in a folder and name it in {OWN_TABLES}",
        edition=header.edition,
    )
