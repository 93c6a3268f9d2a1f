"""Lines that are nearly lines with turn and name; moves and results of chance in sentences: what of them is one."""

import re
from collections.abc import Collection, Iterator, Sequence
from collections.abc import Set as AbstractSet
from itertools import takewhile
from typing import NamedTuple

from pbem import meant
from pbem.candidates import LOOKED_AT, Piece
from pbem.errors import PbemError
from pbem.known import refusal
from pbem.mail.corrections import MEANT, SIGNS
from pbem.mail.meaning import LINKS, QUOTES, SMILEY, SYMBOL, WITHOUT
from pbem.notation import Turn
from pbem.plain import clean, same, split_remark
from pbem.session import Session

_TRIES = 1500  # parts of lines that are read as a move
_PLACES = 8  # of a line where a move may begin
_PREFIX = 60  # characters before it
_LABEL_WORDS = 4  # beside a name
_NUMBER = re.compile(r"(?<![\w/:.+-])\d{1,6}(?![\w/+-]|[:.]\d)")  # no date, no time, no part of a move
_APART = r"[\s.:,;()<>\[\]\"#-]+"
AROUND = ' .:,;()<>[]"#-0123456789'
_BEGINS = re.compile(rf"(?:(?<=[\s:;.,#()<>\[\]\"|&]|{SYMBOL})|(?<=\D/))(?=[^\s:;.,#()<>\[\]\"|&/])")
_MOVE = re.compile(r"(?:[^\W\d_]\d|\d[^\W\d_]|\d[:-]\w)\w*")
"""What moves have, and no label."""
_MARK = r"[,.;!?)\"\u3001\u3002]"
_ENDS = re.compile(
    rf"(?<!{_MARK}){_MARK}+(?=\s|$)|(?<!\s)\s+(?=[(:;-]|[^\W\d_]{{3}}|{SMILEY}(?!\S))|(?<!\s)\s*(?={SYMBOL})"
)
_FACES = re.compile(rf"(?:(?<!\S){SMILEY}(?!\S)|{SYMBOL}|\s|\.(?=\.)|(?<=\.)\.(?!\.)|\u2026)+$")
_SHORT, SLIP = 3, 60  # characters of a line that may be a move with a slip, at least and at most
_CELL = re.compile(r"^(?!.*[.@]).*(?:[^\W\d_]\d|\d[^\W\d_])")
"""A letter beside a digit, and no address or date."""
_LAST = 40  # characters of a line that may be faces at its end
_ONE = "'\u2018-\u201b\u2039\u203a"
_SINGLE = re.compile(rf"(?<!\w)[{_ONE}]([^{_ONE}]+)[{_ONE}](?!\w)")
_STRAIGHT = {**dict.fromkeys(map(ord, QUOTES), '"'), ord("\u2026"): "..."}
_BLANKS = re.compile(r"(?<!\s)\s+(?=\S)")
_SIGNED = 3  # characters of a comma, a blank and a letter with which people sign
_FEW = 3  # ends of a move in a line that begins with a label
_STEPS = 4  # words that a step of a move is told by
_WORDS = 40  # on either side of a move in which its steps are looked for
_DRAW_WORDS = 40  # of a line before which a result of chance may begin
_DRAW_BEFORE, _DRAW_ENDS = 2, 4  # words before one in the line below another; ends of it that are tried
RESULTS = re.compile(r"\d|[a-z][A-Z]")
"""What words of people have not."""
_RESULTS_AND_WORDS = 20  # at most, in a line that tells a whole draw
_SENTENCE = 9  # words of a line that corrects a result of chance
_REDRAWN = re.compile(
    r"actually|really|rather|correct(?:ly|ed)?|re-?rolled|re-?drawn|eigentlich|richtig|en|fait|should|be|is|was|it|and|but|plus"
    r"|updated?|take|nochmal|neu|new|gew\u00fcrfelt|corr|korr|recte|cocked|die|looks?|more|like|could|also|now|\d|2nd|try|or",
    re.IGNORECASE,
)
"""Words before a single result of chance below others, which say that it is one."""
MARKS = ' .,:;!?|&/<>[]"\u2192'
"""What may stand between steps of a move, or around it."""


class Near(NamedTuple):
    """A line that is no line of the log, and what of it is a move; what stands before that, with a `number` in it.

    `labelled` is whether that is nearly a label: the number of a turn, or a name, or nearly one. What stands `behind`
    goes on in the next line if the move ends this one.
    """

    piece: Piece
    text: str
    before: str
    move: str
    number: int | None
    labelled: bool
    behind: str = ""


def labelled(session: Session, pieces: Sequence[Piece], turns: set[int]) -> Iterator[Near]:
    """Of these the ones that have one of the turns or a name before the move, or correct one; takes no time."""
    if not pieces:
        return
    words = {*map(str, turns), *(same(name).split()[0] for name in session.header.names)}
    begun = [
        p
        for p in pieces
        if not words.isdisjoint(re.split(_APART, same(_plain(p.readings[-1][0][:_PREFIX]).strip(' "')), maxsplit=2)[:2])
    ]
    for near in nearly(session, begun, exact=True):
        if near.labelled and (near.number is None or near.number in turns):
            yield near
    labels = [f"{turn} {name}:".casefold() for turn in turns for name in session.header.names]
    yield from nearly(session, [p for p in pieces if _corrects(p.readings[-1][0], labels)])
    yield from in_letters(session, pieces, turns)


def is_part(near: Near) -> bool:
    """Whether a step that cannot be read stands right beside a move, behind a slash or a word that joins steps."""
    behind = near.text[len(near.before) + len(near.move) :].strip()
    link, _, more = behind.partition(" ")
    joined = LINKS.fullmatch(link.casefold()) is not None and _MOVE.match(more.lstrip("+-")) is not None
    return joined or behind[:1] == "/" or near.before.rstrip()[-1:] == "/"


def slips(session: Session, pieces: Sequence[Piece]) -> list[str]:
    """The only line that looks like a move and names no player, if there is one: most of its words have other signs."""
    found = []
    names = {word for name in session.header.names for word in same(name).split()}
    for piece in pieces:
        text = piece.readings[-1][0]
        body = text.partition(";")[0].rstrip(".! ")
        words = body.split() if piece.kind in ("text", "numbered") and len(text) <= SLIP else []
        marked = sum(not word.strip(",.!?").isalpha() for word in words)
        talk = len(body) < _SHORT or not _CELL.search(body) or not names.isdisjoint(re.split(_APART, same(text)))
        if 2 * marked > len(words) and not talk:
            found.append(text)
    return found if len(found) == 1 else []


def could_be(session: Session, turn: int, texts: Sequence[str], behind: bool = True) -> bool:
    """Whether one of these could have been played in a turn in force, in place of one of its lines.

    Or `behind` them, in the same turn.
    """
    fold = session.fold
    if turn not in fold.before:
        return False
    own = [fold.lines[place] for place in fold.force[fold.before[turn][0] :]]
    with session.put_back():
        try:
            session.play(f"undo {turn}", deal=False)
            for line in own:
                if isinstance(line, Turn) and any(refusal(session, text) is None for text in texts):
                    return True
                session.play(fold.notation.format(line), deal=False)
                if session.turn != turn:
                    return False
        except PbemError:
            return False
        return behind and any(refusal(session, text) is None for text in texts)


def in_letters(session: Session, pieces: Sequence[Piece], turns: set[int]) -> Iterator[Near]:
    """Moves of letters alone (`R`, which people write for anything) behind turn and name or a word that corrects."""
    labels = [re.escape(f"{turn} {name}") for turn in turns for name in session.header.names]
    names = "|".join(map(re.escape, session.header.names))
    label = re.compile(rf"(?<!\d)(?:{'|'.join(labels) or '(?!)'})(?!\w)|^\W*(?:{names})\s*:", re.IGNORECASE)
    read: dict[str, bool] = {}
    for piece in pieces:
        text = _plain(piece.readings[-1][0]).partition(";")[0]
        if piece.kind in ("text", "numbered", "turn") and not piece.template and len(text) <= _PREFIX:
            for found in (*MEANT.finditer(text), *label.finditer(text)):
                said = without_faces(text[found.end() :])
                move = said.lstrip(' *_:-"').rstrip(f"{WITHOUT}.!,:")  # not the R of `Sorry, R`
                move = move.lstrip(", ") if len(move) > _SIGNED else move
                if not move or any(map(str.isdigit, move)):
                    continue
                if move not in read:
                    if len(read) == _TRIES:
                        return
                    read[move] = meant.is_bare(session.fold.notation.reads(move))
                if read[move]:
                    yield Near(piece, text, text[: found.end()], move, None, True)


def _corrects(text: str, labels: Sequence[str]) -> bool:
    """Whether a line that is none of the log may put another move in place of one."""
    if len(text) > LOOKED_AT or not any(map(str.isdigit, text)):
        return False
    return bool(MEANT.search(text)) or (":" in text and any(label in clean(text).casefold() for label in labels))


def nearly(session: Session, pieces: Sequence[Piece], exact: bool = False) -> Iterator[Near]:
    """Lines that are none of the log, in which a move ends the line or a clause of it; some hundred are looked at.

    With `exact` names are not looked for that are only nearly those of players.
    """
    tries = _TRIES
    for piece in pieces:
        text = piece.readings[-1][0]
        if (
            piece.kind not in ("text", "numbered", "turn")
            or piece.template
            or len(text) > LOOKED_AT
            or not any(map(str.isdigit, text))
        ):
            continue
        plain = _plain(text)
        for move, before in _moves(plain, _FEW if exact else _PLACES):
            if exact and not _label(session, before, exact=True)[1]:
                continue
            tries -= 1
            if tries < 0:
                return
            if not _is_move(session, move):
                continue
            yield Near(piece, text, before, move, *_label(session, before), _behind(piece, plain, before, move))
            break


def without_faces(text: str) -> str:
    """A text without what may stand behind all of a move, as nobody means another one with it."""
    return text[:-_LAST] + _FACES.sub("", text[-_LAST:])


def straight_quotes(text: str) -> str:
    """Quotation marks of any kind around words as the plain double ones, and an ellipsis as full stops."""
    if text.isascii() and "'" not in text:
        return text
    return _SINGLE.sub(r'"\1"', text.translate(_STRAIGHT))


def _plain(text: str) -> str:
    """A line as moves are looked for in it: its remark is as it was written."""
    body, semicolon, remark = split_remark(clean(text))
    return straight_quotes(body) + semicolon + remark


def _behind(piece: Piece, plain: str, before: str, move: str) -> str:
    """What stands behind a move that was found in a line, or in the next one that may go on with it."""
    behind = plain[plain.index(move, len(before)) + len(move) :]
    if behind.strip() or len(piece.readings) == 1:
        return behind
    return _plain(piece.readings[-2][0])[len(plain) :]


def _label(session: Session, before: str, exact: bool = False) -> tuple[int | None, bool]:
    """The number in what stands before a move, and whether that is nearly the label of a line.

    A name need not be spelled right unless it is to be `exact`.
    """
    numbers = _NUMBER.findall(before)
    number = int(numbers[-1]) if numbers else None
    name, names = same(before.strip(AROUND)), session.header.names
    if len(before.split()) > _LABEL_WORDS + len(names[0].split()):
        return number, False
    named = any(name == known or name.endswith(f" {known}") for known in map(same, names))
    named = named or (not exact and bool(nearest_name(name, names)))
    if number is None or number == session.turn:
        return number, named or len(numbers) == 1
    return number, named and before[:1].isdigit()


def _moves(plain: str, most: int) -> Iterator[tuple[str, str]]:
    """What of a line may be a move, and what stands before it: up to its end, or to that of a clause or a word."""
    begins = [found.start() for found in _BEGINS.finditer(plain, 0, _PREFIX)][:_PLACES]
    words = [found.end() for found in _MOVE.finditer(plain)] or [0]
    ends = [found.start() for found in _ENDS.finditer(plain, words[0])]
    bare = without_faces(plain)
    digits = next((at for at in range(len(bare), 0, -1) if bare[at - 1].isdigit()), 0)
    last = [found.start() for found in _BLANKS.finditer(bare, digits)][:_FEW]
    last.append(words[-1] + len(plain[words[-1] :].split(" ", 1)[0]))
    for end in (len(plain), *reversed(ends[:most]), *reversed(last)):
        for start in begins if end == len(plain) else (0, *begins):  # the whole of it was tried
            if start < end:
                yield plain[start:end].strip(), plain[:start]


def _is_move(session: Session, text: str) -> bool:
    """Whether it is a move without turn and name, and no mere word or number."""
    return meant.may_be_bare(text) and meant.is_bare(session.fold.notation.reads(text))


def joined(session: Session, near: Near) -> Iterator[str]:
    """A move with what stands right before or behind it where both read as one move; a word or marks may be between.

    So it is with a move further before it, whether both read as one or not.
    """
    move, _, remark = near.move.partition(";")
    before = _without_name(session, near.before)
    for words, behind in ((before.split()[::-1], False), (f"{remark} {near.behind}".split(), True)):
        whole, left = move.strip(MARKS), words[:_WORDS]
        while found := next(_longer(session, whole, left, behind), None):
            whole, left = found
            yield whole
    for last in _last_moves(session, before)[:1]:
        yield f"{last} / {move.strip()}"


def _longer(session: Session, move: str, words: list[str], behind: bool) -> Iterator[tuple[str, list[str]]]:
    """A move with the next of these words, which go away from it, where that reads as one; and the words left.

    They may stand behind marks and a word that joins.
    """
    for at in range(min(_STEPS, len(words))):
        between = [word for word in words[:at] if any(map(str.isalnum, word))]
        if len(between) > 1 or any(word[-1] == ":" or any(map(str.isdigit, word)) for word in between):
            return
        if not any(map(str.isalnum, words[at])):
            continue
        for end in range(at + 1, min(at + _STEPS, len(words)) + 1):
            step = " ".join(words[at:end] if behind else words[at:end][::-1]).strip(MARKS)
            for join in (" / ", " "):
                text = f"{move}{join}{step}" if behind else f"{step}{join}{move}"
                if meant.is_bare(session.fold.notation.reads(text)):
                    yield text, words[end:]


def _without_name(session: Session, before: str) -> str:
    """What stands before a move without the name of a player at its end."""
    words = before.rstrip(AROUND).split()
    for name in session.header.names:
        most = len(name.split())
        if same(" ".join(words[-most:]).strip(AROUND)) == same(name):
            return " ".join(words[:-most])
    return before


def _last_moves(session: Session, text: str) -> list[str]:
    """What the last words with a digit are as a move, the longest first: what stands behind may be half of a turn."""
    words = text[-_PREFIX:].split()
    while words and not any(map(str.isdigit, words[-1])):
        del words[-1]
    tails = (" ".join(words[at:]).strip(MARKS) for at in range(len(words))[-_PLACES:])
    return [tail for tail in tails if _is_move(session, tail)]


def stranger(session: Session, near: Near) -> str:
    """The name that stands before a move and is only nearly that of a player; "" if there is none."""
    name, player = near.before.strip(AROUND), session.header.player
    if any(player(part) is not None for part in (name, *name.split()[-1:])):
        return ""
    name = " ".join(takewhile(lambda word: not _MOVE.search(word), name.split())).strip(AROUND)
    return name if player(name) is None and nearest_name(name, session.header.names) else ""


def nearest_name(name: str, names: Sequence[str]) -> list[str]:
    """The player whose name is nearly this one, if there is one."""
    if not 0 < len(name) < _PREFIX:
        return []
    import difflib

    own = {same(one): one for one in names}
    return [own[found] for found in difflib.get_close_matches(same(name), own, 1)]


def draws_in(text: str, words: Collection[str], heads: Collection[str], start: int) -> Iterator[tuple[str, bool]]:
    """What of a line may be a result of chance: with its word, near the beginning, or without it behind a correction.

    There it goes on with one of some `heads`. What begins with the word may go on with anything.

    The correction ends at the word of the line with that number, -1 if there is none. With each stands whether it has
    to be written as in the log: without its word and in capitals it is something else, as spaces are.
    """
    said = text.split()
    for at, first in enumerate(said[:_DRAW_WORDS]):
        if first.strip(SIGNS).casefold() in words and (at <= _DRAW_BEFORE or 0 <= start <= at):
            ends = range(min(len(said), at + _DRAW_WORDS), at, -1)
            for end in ends if at == 0 else ends[:_DRAW_ENDS]:
                yield " ".join(said[at:end]).strip(SIGNS), False
        elif 0 <= start <= at and (at == start or RESULTS.search(first)):
            parts = " ".join(said[at:]), first.strip(".,;!?")
            yield from ((f"{head} {part}", True) for part in parts for head in heads)


def rests_in(text: str, heads: Collection[str], known: AbstractSet[str]) -> Iterator[tuple[str, bool]]:
    """What of a line may be other results of chance than `known` ones, without their word, as of `draws_in`.

    They are all of it behind some words at most, or stand beside a known one; or one behind words that correct.
    """
    said = [word for part in text.split()[:_DRAW_WORDS] if (word := part.strip(SIGNS))]
    if not 0 < len(said) <= _RESULTS_AND_WORDS or len(said[0]) == 1:  # a row of a board
        return
    few = range(min(len(said) - 1, _DRAW_BEFORE + 2)) if any(map(RESULTS.search, said)) or len(said) > _FEW else ()
    parts = [" ".join(said[at:]) for at in few if at + 1 < len(said)]
    if len(said) <= _SENTENCE and not known.isdisjoint(said):
        parts += [word for word in said if RESULTS.search(word) and word not in known]
    if said and all(map(_REDRAWN.fullmatch, said[:-1])) and len(said) > 1:
        parts.append(said[-1])
    yield from ((f"{head} {part}", True) for part in dict.fromkeys(parts) for head in heads)
