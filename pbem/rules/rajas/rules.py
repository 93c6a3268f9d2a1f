"""Rajas of the Ganges as the engine sees it: what it asks of a game, answered from facts, states and setups."""

from collections.abc import Mapping, Sequence
from typing import Any

from pbem.errors import HeaderError
from pbem.game import Choose, Gained
from pbem.header import Header
from pbem.rules.common import Common
from pbem.rules.rajas import ahead, chance, choices, notation, rounds, sentences, setup
from pbem.rules.rajas.facts import Facts
from pbem.rules.rajas.state import State
from pbem.rules.rajas.todo import PLACE


class Rajas(Common):
    """See pbem.game.Rules."""

    engine = 2
    id = "rajas"
    words = notation.WORDS
    position_words = setup.WORDS
    reads_posts = True
    has_scene = True
    player_options: Sequence[str] = ("expert",)
    long_turns = True
    chance_in_turns = True

    def __init__(self, facts: dict[str, Any], digest: str) -> None:
        super().__init__(facts, digest)
        self.facts = Facts(facts)
        self.colours = self.facts.colours

    def start(self, header: Header, explained: tuple[Gained, ...] | None = None) -> State:
        """Before anything is dealt, or the position of the header's position lines; raises HeaderError."""
        if "navaratnas" in header.options and any(option.startswith("expert ") for option in header.options):
            raise HeaderError("experts and navaratnas exclude each other")
        state = State(self.facts, tuple(header.names), tuple(header.options), header.first, header.drawn)
        state.explained = explained
        if header.position:
            setup.place(state, header)
            rounds.give_turn(state, state.mover)
            name = state.names[state.mover]
            if not state.player.unplaced:
                raise HeaderError(f"{name} has no worker to place: `first` names who is to move")
            if not choices.can_place(state):
                raise HeaderError(f"there is no space on which {name}, who is to move, can place a worker")
            rounds.begin_turn(state, PLACE)
        return state

    def draw_first(self, header: Header, choose: Choose) -> int:
        """The player with the lowest dice, of several one by chance (ruling 3)."""
        state = State(self.facts, tuple(header.names), tuple(header.options), 0)
        while state.started < len(header.players):
            state.apply(state.deal(choose))
        sums = [chance.total(player.dice) for player in state.players]
        lowest = [player for player, total in enumerate(sums) if total == min(sums)]
        return lowest[choose("first", 0, len(lowest))] if len(lowest) > 1 else lowest[0]

    def winners(self, state: State) -> list[int]:
        """The one whose markers are furthest beyond each other, of several who crossed first."""
        return [player for player, rank in enumerate(rounds.ranks(state)) if rank == 1]

    def details(self, state: State) -> dict[str, Any]:
        """Fame, money and place by player."""
        return {
            "fame": dict(zip(state.names, (player.fame for player in state.players), strict=True)),
            "money": dict(zip(state.names, (player.money for player in state.players), strict=True)),
            "rank": dict(zip(state.names, rounds.ranks(state), strict=True)),
        }

    def revised(self, state: State, reason: str) -> str:
        """Dice given back and brown tiles: their rulings have changed."""
        ruling = ahead.revised(state, reason)
        return sentences.revised(ruling) if ruling else ""

    def whole(self, state: State) -> bool:
        """Only at the beginning of a turn, with brown tiles laid and no turn without a worker."""
        return setup.is_whole(state)

    def pending(self, state: State) -> Sequence[str]:
        """What a turn begun has still to do, brown tiles to be laid, turns without a worker."""
        return setup.pending(state)

    def explaining(self, header: Header) -> State:
        """See Rules."""
        return self.start(header, ())

    def ending(self, state: State) -> Sequence[tuple[str, Mapping[str, Any]]]:
        """Whose markers met, in that order; workers that were not placed any more."""
        crossed = sentences.THEN.join(state.names[player] for player in state.crossed)
        left = [(name, side.unplaced) for name, side in zip(state.names, state.players, strict=True) if side.unplaced]
        why: list[tuple[str, Mapping[str, Any]]] = [("met", {"crossed": crossed})]
        return [*why, ("workers", {"workers": ", ".join(f"{name} {n}" for name, n in left)})] if left else why
