"""Lines that are nearly lines with turn and name, and moves in sentences: what of them is a move."""

import re
from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from pbem import meant
from pbem.candidates import EARNED, Piece
from pbem.errors import PbemError
from pbem.known import played, refusal
from pbem.mail.words import MEANT, WITHOUT
from pbem.plain import clean, same
from pbem.session import Session

_TWO = 2  # lines that a client may have made of one
_TRIES = 1500  # parts of lines that are read as a move
_LONGEST = 400  # of such a line
_PLACES = 8  # of a line where a move may begin
_PREFIX = 60  # characters before it
_LABEL_WORDS = 4  # beside a name
_NUMBER = re.compile(r"(?<![\w/:.+-])\d{1,6}(?![\w/+-]|[:.]\d)")  # no date, no time, no part of a move
_APART = r"[\s.:,;()<>\[\]#-]+"
AROUND = " .:,;()<>[]#-0123456789"
_BEGINS = re.compile(r"(?<=[\s:;.,#()<>\[\]\"])(?=[^\s:;.,#()<>\[\]\"])")
_ENDS = re.compile(r"[,.;!?)\"]+(?=\s|$)|\s+(?=[(:;-]|[^\W\d_]{3})")


class Near(NamedTuple):
    """A line that is no line of the log, and what of it is a move; what stands before that, with a `number` in it.

    `labelled` is whether that is nearly a label: the number of a turn, or a name, or nearly one.
    """

    piece: Piece
    text: str
    before: str
    move: str
    number: int | None
    labelled: bool


def labelled(session: Session, pieces: Sequence[Piece], turns: set[int]) -> Iterator[Near]:
    """Of these the ones that have one of the turns or a name before the move, or correct one; takes no time."""
    if not pieces:
        return
    words = {*map(str, turns), *(same(name).split()[0] for name in session.header.names)}
    begun = [
        p for p in pieces if not words.isdisjoint(re.split(_APART, same(p.readings[-1][0][:_PREFIX]), maxsplit=2)[:2])
    ]
    for near in nearly(session, begun, exact=True):
        if near.labelled and (near.number is None or near.number in turns):
            yield near
    labels = [f"{turn} {name}:".casefold() for turn in turns for name in session.header.names]
    yield from nearly(session, [p for p in pieces if _corrects(p.readings[-1][0], labels)])
    yield from in_letters(session, pieces, turns)


def beside(session: Session, pieces: Sequence[Piece], rows: Collection[int], turns: Collection[int]) -> Iterator[Near]:
    """Moves in lines that begin in these rows, or that one of them makes with the line below, and may be of a turn."""
    near = [piece for piece in pieces if piece.row in rows and not EARNED.match(piece.readings[-1][0])]
    joined = [p._replace(readings=(one,)) for p in near for one in p.readings if one[1] == _TWO]
    for one in (*nearly(session, near), *nearly(session, joined)):
        if any(_could_be(session, turn, one.move) for turn in turns):
            yield one


def _could_be(session: Session, turn: int, text: str) -> bool:
    """Whether a move could have been played in that turn, the last one, in place of its line or behind it."""
    steps = [session.fold.notation.format_steps(line.steps) for line in played(session.fold, turn)[-1:]]
    with session.put_back():
        try:
            session.play(f"undo {turn}", deal=False)
        except PbemError:
            return False
        return any(refusal(session, one) is None for one in (text, *(f"{own} / {text}" for own in steps)))


def in_letters(session: Session, pieces: Sequence[Piece], turns: set[int]) -> Iterator[Near]:
    """Moves of letters alone (`R`, which people write for anything) behind turn and name or a word that corrects."""
    labels = [re.escape(f"{turn} {name}") for turn in turns for name in session.header.names]
    label = re.compile(rf"(?<!\d)(?:{'|'.join(labels) or '(?!)'})(?!\w)", re.IGNORECASE)
    read: dict[str, bool] = {}
    for piece in pieces:
        text = clean(piece.readings[-1][0]).partition(";")[0]
        if piece.kind in ("text", "numbered") and len(text) <= _PREFIX:
            for found in (*MEANT.finditer(text), *label.finditer(text)):
                move = text[found.end() :].lstrip(" *_:-").rstrip(f"{WITHOUT}.!,:")  # not the R of `Sorry, R`
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
    if len(text) > _LONGEST or not any(map(str.isdigit, text)):
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
            or len(text) > _LONGEST
            or not any(map(str.isdigit, text))
        ):
            continue
        for move, before in _moves(clean(text), 1 if exact else _PLACES):
            if exact and not _label(session, before, exact=True)[1]:
                continue
            tries -= 1
            if tries < 0:
                return
            if not _is_move(session, move):
                continue
            yield Near(piece, text, before, move, *_label(session, before))
            break


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
    ends = [found.start() for found in _ENDS.finditer(plain)]
    for end in (len(plain), *reversed(ends[:most])):
        for start in begins if end == len(plain) else (0, *begins):  # the whole of it was tried
            if start < end:
                yield plain[start:end].strip(), plain[:start]


def _is_move(session: Session, text: str) -> bool:
    """Whether it is a move without turn and name, and no mere word or number."""
    return meant.may_be_bare(text) and meant.is_bare(session.fold.notation.reads(text))


def ends_with_move(session: Session, text: str) -> bool:
    """Whether the last words with a digit are a move: then what stands behind them may be half of a turn."""
    words = clean(text)[-_PREFIX:].split()
    while words and not any(map(str.isdigit, words[-1])):
        del words[-1]
    tails = (" ".join(words[at:]).rstrip(".,:;") for at in range(len(words))[-_PLACES:])
    return any(_is_move(session, tail) for tail in tails)


def nearest_name(name: str, names: Sequence[str]) -> list[str]:
    """The player whose name is nearly this one, if there is one."""
    if not 0 < len(name) < _PREFIX:
        return []
    import difflib

    own = {same(one): one for one in names}
    return [own[found] for found in difflib.get_close_matches(same(name), own, 1)]
