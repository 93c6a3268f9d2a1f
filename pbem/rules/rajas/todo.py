"""What is still to be done in a turn: tuples whose first word says which kind they are.

A turn is worked off from a stack of tasks. It goes on by itself until a choice of the player is open or a result of
chance is needed; such results wait in a queue.
"""

from typing import Literal

from pbem.rules.rajas.gains import Effect, Track

Yields = tuple[tuple[str, tuple[Effect, ...]], ...]
"""Yields newly connected and what they pay."""

# Choices, and what they are about.

Placing = tuple[Literal["place"]]
"""A worker."""
Gaining = tuple[Literal["gain"], str, int, bool]
"""Dice: of fixed colours, or ("") a number of free ones; whether they may be declined."""
Upgrading = tuple[Literal["upgrade", "late"]]
"""A building made better; "late" it counts from the next turn on."""
Sailing = tuple[Literal["boat"]]
"""The boat to the next free space, or not."""
Valuing = tuple[Literal["good"], int]
"""So many markets of one good."""
Moving = tuple[Literal["move"], int]
"""The boat by up to so many free spaces."""
Asking = tuple[Literal["palace", "person"], int]
"""A person without a die: one of those the river offers, or the one of that number."""
Laying = tuple[Literal["lay", "turn", "brown"]]
"""A yield tile: by the Dancer, in a turn without a worker, the brown one of the start."""
Ordering = tuple[Literal["order"], Yields]
"""Which yield is paid next."""

Choice = Placing | Gaining | Upgrading | Sailing | Valuing | Moving | Asking | Laying | Ordering
PLACE: Placing = ("place",)

# Tasks

Paying = tuple[Literal["effect"], Effect]
"""A gain."""
Reaching = tuple[Literal["bonus"], Track]
"""The bonuses that a marker has reached."""
Working = tuple[Literal["worker"]]
"""A new worker."""
Yielding = tuple[Literal["yield"], str, tuple[Effect, ...]]
"""A yield: its name, and what it pays."""
Connecting = tuple[Literal["yields"], Yields]
"""Yields that are left to be paid."""

Task = Paying | Reaching | Working | Yielding | Connecting | Placing

# Results of chance

Start = Literal["tops", "river", "rolls", "brown"]
"""Of the start, in this order: tiles on top of the piles, river tiles, first dice, brown yield tiles."""
Drawing = tuple[Literal["draw"], str]
"""A tile of that pile."""
Rolling = tuple[Literal["roll"], *tuple[str, ...]]
"""Dice of these colours."""
Dancing = tuple[Literal["white"]]
"""A white yield tile."""

Waiting = Drawing | Rolling | Dancing
Due = tuple[Start] | Waiting
