"""The picture of a position as SVG, against its board in letters; size, and time and size a turn of a game's book."""

import time
from collections.abc import Sequence
from functools import partial

import measure

import pbem
from pbem import pictures, report, svg
from pbem.book import page, volume
from pbem.session import Session

GAMES = ("maharani", "majolica", "rajas")


def ours(game: Session, turns: Sequence[int]) -> int:
    for turn in turns:
        assert svg.write(pictures.scene(game, turn))
    return len(turns)


def theirs(game: Session, turns: Sequence[int]) -> int:
    for turn in turns:
        assert report.show(game, turn)
    return len(turns)


def halfway(game: Session) -> Session:
    """The same game in its middle."""
    middle = list(game.fold.before)[len(game.fold.before) // 2]
    kept = game.log[: next(n for n, line in enumerate(game.log) if line.startswith(f"{middle} "))]
    return pbem.read(game.record().partition("\n\n")[0] + "\n\n" + "\n".join(kept) + "\n")


def main() -> None:
    count = measure.rounds(__doc__, 7)
    for name in GAMES:
        game = pbem.load(f"examples/{name}-demo.pbem")
        turns = list(game.fold.before)[::4]
        works = partial(ours, game, turns), partial(theirs, game, turns)
        pairs = measure.repeat(partial(measure.rates, [works[0]], [works[1]]), count)
        measure.show((f"pictures of {name}", "what show prints"), pairs)
        sizes = [len(svg.write(pictures.scene(game, turn)).encode()) for turn in turns]
        print(f"{max(sizes) / 1000:.0f} kB at most")
        for begun in (halfway(game), game):
            played = len(begun.fold.before)
            start = time.perf_counter()
            size = len(page.page([volume.volume(begun, None, {})]).encode())
            took = (time.perf_counter() - start) / played * 1000
            print(f"a book of {played} turns: {took:.0f} ms and {size / played / 1000:.1f} kB a turn")


if __name__ == "__main__":
    main()
