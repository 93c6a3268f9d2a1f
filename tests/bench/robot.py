"""A club's robot: moves by mail read, applied, saved, answered and told on, against the standard library's parse of the
same messages and a write of the same file through to the disk, by the clock. Each round is a move in each of 200 games:
first every pass reads them, without the collector, as `club run` from cron does, then they are kept, as with
`--watch`. The last pass has 1,000 messages, for the memory it takes, without the collector as well.
"""

import email
import email.policy
import gc
import os
import resource
import sys
import time
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import measure

sys.path.append(str(Path(__file__).parents[2]))  # behind what is installed

from pbem.club.folder import Kept
from tests.club.tools import Desk, legal

GAMES = 200


def theirs(messages: list[bytes], games: list[Path], file: Path) -> float:
    """Parses the messages, and writes the content of a game for each; seconds for one message."""
    contents = [path.read_bytes() for path in games]
    start = time.perf_counter()
    for data, content in zip(messages, contents, strict=True):
        message = email.message_from_bytes(data, policy=email.policy.default)
        assert message["From"]
        assert message.get_content()
        with open(file, "wb") as written:
            written.write(content)
            written.flush()
            os.fsync(written.fileno())
    return (time.perf_counter() - start) / len(messages)


def collect(on: bool) -> None:
    """Whether the collector is on: in commands that end it is not."""
    (gc.enable if on else gc.disable)()


def memory() -> int:
    """The most that this process has used so far, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def main() -> None:
    count = measure.rounds(__doc__, default=5)
    with TemporaryDirectory() as folder:
        desk = Desk(Path(folder) / "club")
        games = [desk.start("majolica", id=f"g{number}") for number in range(GAMES)]
        desk.run()

        def once(stays: bool) -> tuple[float, float]:
            desk.kept = desk.kept if stays else Kept()
            messages = []
            for mail in desk.mails():
                name = mail["To"].addresses[0].display_name
                game = desk.game(mail["Subject"].partition("]")[0].lstrip("["))
                if game.to_move == name:
                    messages.append(desk.reply(mail, legal(game)))
            assert len(messages) == GAMES
            for data in messages:
                desk.put(data)
            collect(stays)
            start = time.perf_counter()
            done = desk.run()
            took = (time.perf_counter() - start) / GAMES
            collect(True)
            assert done.messages == {"played": GAMES}
            return took * 1000, theirs(messages, games, Path(folder) / "file") * 1000

        anew = measure.repeat(partial(once, False), count)
        pairs = measure.repeat(partial(once, True), count)
        before = memory()
        for mail in desk.mails()[:GAMES]:
            for word in ("show", "log", "legal", "help", "rules"):
                desk.put(desk.reply(mail, word))
        collect(False)
        messages = sum(desk.run().messages.values())
        print(f"{messages} messages in one pass: {before} MB before, {memory()} MB after", file=sys.stderr)
    measure.show(("robot that reads each game", "parse and write"), anew, "at most 3", "ms a message")
    measure.show(("robot that stays", "parse and write"), pairs, "at most 3", "ms a message")


if __name__ == "__main__":
    main()
