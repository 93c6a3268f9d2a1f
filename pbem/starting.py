"""Starting a game: players, options, chance, the first player, a position."""

from collections.abc import Callable, Sequence

from pbem import chance, content, players, reading, record, registry
from pbem import header as headers
from pbem.errors import HeaderError, expect, texts
from pbem.game import Rules
from pbem.header import Header, Player
from pbem.plain import clean
from pbem.session import Session

_SEED_LENGTH = 900


def new(
    game_id: str,
    names: Sequence[str] = (),
    *,
    seats: dict[str, str] | None = None,
    options: Sequence[str] = (),
    first: str | None = None,
    kind: str | None = None,
    seed: str | None = None,
    secret: str | None = None,
    setup: str | bytes | None = None,
    id: str | None = None,
    tip: Callable[[Rules, Header], str] | None = None,
) -> Session:
    """A new game. `names` like "Ana=green,yellow", or "Ana" where players have no colours.

    `setup` is a setup file, or a mail or a paste with a post in it, as text or as bytes. `kind`: "seed" (with `seed`,
    or a random one; the usual), "keeper" (with the `secret`), "manual" (needs `first`), "together" (with `tip`, which
    gives the tip of who invites for a header); in a game without chance none of them.
    Raises UnknownGame, HeaderError, SaveError, or NotThere for a name that does not play; TypeError for an argument of
    another type.
    """
    expect("a game is named by a text", game_id, str)
    names, options = texts("`names`", names), texts("`options`", options)
    expect("`seats` are a dict, name -> side", seats, dict, type(None))
    for name, side in (seats or {}).items():
        expect("a name of `seats` is a text", name, str)
        expect("a side of `seats` is a text", side, str)
    for what, value in (("first", first), ("kind", kind), ("seed", seed), ("secret", secret), ("id", id)):
        expect(f"`{what}` is a text or None", value, str, type(None))
    expect("`setup` is text, bytes or None", setup, str, bytes, type(None))
    rules = registry.load(game_id)
    given = [_player(rules, words) for words in names]
    base: Header | None = None
    if setup is not None and rules.reads_posts:
        from pbem import posted

        post = posted.find(rules, setup)
        base = posted.header(rules, post, given, seats or {}, options, first) if post else None
    base_first = base.names[base.first] if base else ""
    if base:
        given, seats, options = base.players, {}, base.options
    elif setup is not None:
        text = setup if isinstance(setup, str) else content.decode(setup, "the setup")
        base, base_first = record.read_setup(text, rules)
    header = Header(rules.id, [])
    header.players = given or (base.players if base else [])
    for name, side in (seats or {}).items():
        header.players[header.index(name)].seat = players.seat(rules, side)
    if not header.players:
        name = "NAME=COLOUR" if rules.colours else "NAME"
        raise HeaderError(
            f"{rules.id} is for {players.counted(rules.counts)}: name each with --player {name}", players=0
        )
    players.complete(rules, header.players)
    players.check_spellings(header.players)
    added = players.options(rules, header, list(options))
    kept = [option for option in (base.options if base else []) if option not in added]
    header.options = players.options(rules, header, [*added, *kept])
    header.id = headers.check_id(id) if id else headers.new_id()
    header.edition, header.digest = rules.edition, rules.digest
    _decide_chance(rules, header, kind, seed, secret)
    if base is not None:
        players.check_edition(rules, base)
        header.position = base.position
    _choose_first(rules, header, first or base_first, secret)
    if header.chance == "together":
        if tip is None:
            raise HeaderError("a game dealt together is begun by who invites: pbem new --chance together --as NAME")
        header.tips = [tip(rules, header)]
    session = reading.session_class(header)(rules, header, secret)
    session.deal_due()
    return session


def _decide_chance(rules: Rules, header: Header, kind: str | None, seed: str | None, secret: str | None) -> None:
    """How chance is decided, and what is published of it."""
    if not rules.has_chance and kind is None and seed is None and secret is None:
        header.chance = ""
        return
    header.chance = kind or "seed"
    if seed is not None and header.chance != "seed":
        raise HeaderError(f"a seed is for chance `seed`, not `{kind}`")
    if header.chance == "seed":
        header.published = seed if seed is not None else chance.new_secret()[:16]
        if len(header.published) > _SEED_LENGTH:
            raise HeaderError(f"a seed has at most {_SEED_LENGTH} characters: it stands on a line of the record")
    elif header.chance == "keeper":
        if secret is None:
            raise HeaderError("a keeper's game needs a secret")
        header.published = chance.commitment(secret)
    chance.check(rules, header.chance, header.published)
    if secret is not None and header.chance != "keeper":
        raise HeaderError(f"a secret is for chance `keeper`, not `{header.chance}`")
    if header.chance == "together" and len(header.players) < 2:
        raise HeaderError("together needs two players or more")


def _choose_first(rules: Rules, header: Header, first: str, secret: str | None) -> None:
    """The player who begins: the one named, else drawn; alone or without chance the first one."""
    if first:
        named = first if header.player(first) is not None else first.removesuffix(" drawn")
        header.first = header.index(named)
        return
    if len(header.players) == 1 or not rules.has_chance:
        return
    if header.chance == "together":
        header.drawn = header.undrawn = True
        return
    dealer = chance.dealer(header.chance, header.published, header.id, secret)
    if dealer is None:
        raise HeaderError("in a manual game say who begins: --first NAME")
    header.first = rules.draw_first(header, dealer.choose)
    header.drawn = True


def _player(rules: Rules, words: str) -> Player:
    """ "Ana=green,yellow", or "Ana" where the game has no colours."""
    name, equals, colours = words.partition("=")
    if rules.colours and not equals:
        raise HeaderError(f"`{words}` should read NAME=COLOUR, such as Ana={next(iter(rules.colours.values()))}")
    if equals and not rules.colours:
        raise HeaderError(f"players of {rules.title} have no colours: write `{name}`")
    plain = " ".join(clean(name).split())
    return Player(headers.check_name(plain), players.colours(rules, colours) if equals else ())
