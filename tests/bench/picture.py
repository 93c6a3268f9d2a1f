"""The picture of a position as SVG, against its board in letters; size, and time and size a turn of a whole game."""

import time
from collections.abc import Sequence
from functools import partial

import measure

import pbem
from pbem import pictures, report, svg
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
        for part in (turns[: len(turns) // 2], turns):
            start = time.perf_counter()
            ours(game, part)
            print(f"{len(part):4} positions, {(time.perf_counter() - start) / len(part) * 1000:.1f} ms each")


if __name__ == "__main__":
    main()
