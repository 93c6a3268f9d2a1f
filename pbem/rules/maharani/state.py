"""A position of Maharani and what may be done in it. Cells are bits of an int, so areas are found by shifts."""

from typing import NoReturn

from pbem.game import CHANCE, END, NOBODY, Choose, Illegal, Step
from pbem.rules.maharani.facts import EMPTY, Facts, bits
from pbem.rules.maharani.moves import ANY, REFRESH, Draw, Placement, Refill, Refresh

_NOT_A = 0xFEFEFEFEFEFEFEFE
_NOT_H = 0x7F7F7F7F7F7F7F7F


def _beside(bit: int) -> int:
    """The cells that touch a cell side by side; what lies off the board is masked away with the cells there are."""
    return bit << 8 | bit >> 8 | (bit & _NOT_H) << 1 | (bit & _NOT_A) >> 1


_BESIDE = tuple(_beside(1 << cell) for cell in range(64))


def joined(cell: int, cells: int) -> int:
    """How many of `cells` hang together side by side with `cell`, itself included."""
    seen = _BESIDE[cell] & cells
    if not seen:  # most of the time
        return 1
    seen |= 1 << cell
    while True:
        grown = (seen | seen << 8 | seen >> 8 | (seen & _NOT_H) << 1 | (seen & _NOT_A) >> 1) & cells
        if grown == seen:
            return seen.bit_count()
        seen = grown


class State:
    """See pbem.game.State. Lists are by player, by tile colour, by artisan colour or by slot."""

    __slots__ = (
        "actor",
        "areas",
        "artisans",
        "bag",
        "drawn",
        "earned",
        "empty",
        "facts",
        "filled",
        "markers",
        "mover",
        "order",
        "out",
        "owned",
        "paid",
        "placed",
        "score",
        "seat",
        "slots",
        "stuck",
        "supply",
        "tiles",
        "turn",
    )

    facts: Facts
    order: tuple[int, ...]  # players, clockwise
    seat: tuple[int, ...]  # by player: its side, as arrows count
    owned: tuple[tuple[int, ...], ...]  # by player: its artisan colours
    turn: int
    actor: int
    mover: int
    earned: tuple[int, ...]
    placed: int  # tiles of this turn
    filled: int  # quarters completed in this turn, as bits
    paid: int  # quarters paid, as bits
    stuck: bool  # ended because no tile fits any more
    drawn: int  # tiles drawn from the bag so far
    empty: int  # cells without a tile
    score: list[int]
    markers: list[int]  # by player: quarters whose marker is up, as bits
    slots: list[int]  # tile or EMPTY
    areas: list[int]  # by tile colour: its cells
    artisans: list[int]  # by artisan colour: its cells
    supply: list[int]  # by artisan colour
    tiles: list[int]  # by cell: tile * 4 + arrow, or EMPTY
    bag: list[int]  # tiles, rising
    out: list[int]  # tiles that left the game

    def __init__(
        self,
        facts: Facts,
        order: tuple[int, ...],
        seat: tuple[int, ...],
        owned: tuple[tuple[int, ...], ...],
        first: int,
    ) -> None:
        """The empty board, with full supplies and all markers up; `settle` begins the game."""
        players = len(order)
        self.facts = facts
        self.order = order
        self.seat = seat
        self.owned = owned
        self.turn = 1
        self.actor = self.mover = first
        self.earned = (0,)
        self.placed = self.filled = self.paid = self.drawn = 0
        self.stuck = False
        self.empty = facts.cells
        self.score = [0] * players
        self.markers = [facts.all_quarters] * players
        self.slots = [EMPTY] * facts.slots
        self.areas = [0] * len(facts.tile_colours)
        self.artisans = [0] * len(facts.artisan_letters)
        self.supply = [0] * len(facts.artisan_letters)
        for own in (own for colours in owned for own in colours):
            self.supply[own] = facts.supply[str(players)]
        self.tiles = [EMPTY] * 64
        self.bag = facts.bag[:]
        self.out = []

    def copy(self) -> "State":
        """An independent copy."""
        new = State.__new__(State)
        new.facts = self.facts
        new.order = self.order
        new.seat = self.seat
        new.owned = self.owned
        new.turn = self.turn
        new.actor = self.actor
        new.mover = self.mover
        new.earned = self.earned
        new.placed = self.placed
        new.filled = self.filled
        new.paid = self.paid
        new.stuck = self.stuck
        new.drawn = self.drawn
        new.empty = self.empty
        new.score = self.score[:]
        new.markers = self.markers[:]
        new.slots = self.slots[:]
        new.areas = self.areas[:]
        new.artisans = self.artisans[:]
        new.supply = self.supply[:]
        new.tiles = self.tiles[:]
        new.bag = self.bag[:]
        new.out = self.out[:]
        return new

    def scores(self) -> list[int]:
        """Gold by player."""
        return self.score[:]

    # What may be done

    def in_turn(self) -> tuple[object, ...]:
        """What decides how this turn can go on."""
        return (*self.slots, *self.tiles, *self.artisans, *self.markers, *self.supply, self.filled, self.placed)

    def steps(self, voluntary: bool = False) -> list[Step]:
        """The legal next steps: a refresh or a placement; after the first tile a second one or END."""
        if self.actor < 0:
            return []
        found: list[Step] = [END if self.placed else REFRESH]
        facts = self.facts
        markers = self.markers[self.actor]
        seat = self.seat[self.actor]
        over = facts.over[seat]
        for slot, tile in enumerate(self.slots):
            if tile == EMPTY:
                continue
            source = over[slot]
            reach = self.empty if markers >> source & 1 else self.empty & facts.quarters[source]
            for arrow, fits in facts.fits[tile]:
                cells = reach & fits
                if not cells:
                    continue
                if arrow != seat:
                    found += facts.placements(slot, arrow, cells, ())
                    continue
                for quarter, area in enumerate(facts.quarters):
                    if cells & area:
                        artisans = self._artisans(facts.colour[tile], quarter)
                        found += facts.placements(slot, arrow, cells & area, artisans)
        return found

    def _artisans(self, colour: int, quarter: int) -> tuple[str | int, ...]:
        """The artisans of which one is due on a tile of this colour in this quarter (rulings 1 and 2).

        Each colour of the player that stands there already can only move; each that does not can only come
        from the supply.
        """
        found: list[str | int] = []
        there = self.areas[colour] & self.facts.quarters[quarter]
        for own in self.owned[self.actor]:
            standing = self.artisans[own] & there
            if standing:
                found.append(standing.bit_length() - 1)
            elif self.supply[own]:
                found.append(self.facts.artisan_letters[own])
        return tuple(found)

    # Doing it

    def apply(self, step: Step) -> None:
        """Play a placement, a refresh, END or a refill; raises Illegal and leaves the state as it was."""
        kind = type(step)
        if kind is Placement and self.actor >= 0:
            self._place(step)
        elif kind is Refill:
            self._refill(step)
        elif self.actor < 0:
            raise Illegal("draw-due" if self.actor == CHANCE else "over")
        elif kind is Refresh:
            if self.placed:
                raise Illegal("refresh-second")
            self.earned = (0,)
            self.markers[self.actor] = self.facts.all_quarters
            self._end_turn()
        elif step is END:
            if not self.placed:
                raise Illegal("nothing-placed")
            self._end_turn()
        else:
            raise TypeError(step)

    def _place(self, step: Placement) -> None:
        tile, source = self._check(step)
        slot, quarter, cell, arrow, artisan = step
        assert quarter is not None  # _check lets only full ones pass
        assert arrow is not None
        facts = self.facts
        player = self.actor
        bit = 1 << cell
        if source != quarter:
            self.markers[player] &= ~(1 << source)
        self.slots[slot] = EMPTY
        self.tiles[cell] = tile * 4 + arrow
        self.empty ^= bit
        colour = facts.colour[tile]
        area = self.areas[colour] = self.areas[colour] | bit
        gold = joined(cell, area)
        if artisan is not None:
            gold += self._set_artisan(artisan, cell)
        if not self.empty & facts.quarters[quarter]:
            self.filled |= 1 << quarter
        self.score[player] += gold
        if self.placed:
            self.earned = (self.earned[0] + gold,)
            self.placed = 2
            self._end_turn()
        else:
            self.earned = (gold,)
            self.placed = 1

    def _set_artisan(self, artisan: str | int, cell: int) -> int:
        """Puts an artisan on a cell; the size of its group there (a moved one is taken off first)."""
        if isinstance(artisan, int):
            own = next(own for own in self.owned[self.actor] if self.artisans[own] >> artisan & 1)
            self.artisans[own] ^= 1 << artisan
        else:
            own = self.facts.artisan_letters.index(artisan)
            self.supply[own] -= 1
        self.artisans[own] |= 1 << cell
        return joined(cell, self.artisans[own])

    def _check(self, step: Placement) -> tuple[int, int]:
        """The tile and the quarter it comes from; raises Illegal with the first rule that is broken."""
        slot, quarter, cell, arrow, artisan = step
        facts = self.facts
        if not 0 <= slot < len(self.slots):
            raise Illegal("no-slot", slot=slot, slots=len(self.slots))
        tile = self.slots[slot]
        if tile == EMPTY:
            raise Illegal("slot-empty", slot=slot)
        if not self.empty >> cell & 1:
            raise Illegal("occupied" if cell in facts.quarter_of else "no-cell", cell=cell)
        lies_in = facts.quarter_of[cell]
        if quarter != lies_in and quarter is not None:
            raise Illegal("quarter", cell=cell, lies_in=lies_in, quarter=quarter)
        arrows = facts.arrows[tile][cell]
        if arrow not in arrows and (arrow is not None or not arrows):
            self._does_not_fit(tile, cell, arrow)
        seat = self.seat[self.actor]
        source = facts.over[seat][slot]
        if source != lies_in and not self.markers[self.actor] >> source & 1:
            raise Illegal("marker", slot=slot, source=source)
        if artisan is not None or arrow == seat:
            self._check_artisan(step, tile, lies_in)
        if quarter is None or arrow is None:
            raise Illegal("incomplete")
        return tile, source

    def _does_not_fit(self, tile: int, cell: int, arrow: int | None) -> NoReturn:
        facts = self.facts
        arrows = facts.arrows[tile][cell]
        if not arrows:
            raise Illegal("pattern", tile=facts.names[tile], cell=cell, pattern=facts.patterns[cell])
        raise Illegal("arrow", tile=facts.names[tile], cell=cell, arrow=arrow, arrows=arrows)

    def _check_artisan(self, step: Placement, tile: int, quarter: int) -> None:
        arrow, artisan = step.arrow, step.artisan
        seat = self.seat[self.actor]
        if arrow is None and artisan is not None and seat not in self.facts.arrows[tile][step.cell]:
            raise Illegal("artisan-arrow", seat=seat)
        if arrow is not None and arrow != seat:
            if artisan is not None:
                raise Illegal("artisan-arrow", seat=seat)
            return
        due = self._artisans(self.facts.colour[tile], quarter)
        if artisan is None:
            if arrow is not None and due:
                raise Illegal("artisan-due", due=due)
        elif not due:
            raise Illegal("artisan-none")
        elif artisan == ANY:
            if arrow is not None:
                raise Illegal("artisan-which", due=due)
        elif artisan not in due:
            raise Illegal("artisan-wrong", artisan=artisan, due=due)

    # The end of a turn (ruling 4)

    def _end_turn(self) -> None:
        facts = self.facts
        player = self.actor
        if self.placed == 2:
            self.score[player] -= facts.second_tile
            self.earned = (self.earned[0] - facts.second_tile,)
        self.placed = 0
        if self.filled:
            for quarter in bits(self.filled):
                self.earned = (self.earned[0] + self._pay(quarter)[player],)
            self.filled = 0
        self.turn += 1
        self.mover = self.order[(self.order.index(player) + 1) % len(self.order)]
        if not self.empty & facts.centre and self.paid != facts.all_quarters:
            self._drop_centre_tiles()
        self.settle()

    def _pay(self, quarter: int) -> list[int]:
        """Pays a quarter and gives its artisans back; the gold by player."""
        self.paid |= 1 << quarter
        pay = [0] * len(self.order)
        area = self.facts.quarters[quarter]
        for player, colours in enumerate(self.owned):
            for own in colours:
                count = (self.artisans[own] & area).bit_count()
                if count:
                    pay[player] += self.facts.pay[count - 1]
                    self.artisans[own] &= ~area
                    self.supply[own] += count
            self.score[player] += pay[player]
        return pay

    def _drop_centre_tiles(self) -> None:
        """Takes the centre tiles off the rondel: every cell for them is taken."""
        for slot, tile in enumerate(self.slots):
            if tile != EMPTY and self.facts.is_centre[tile]:
                self.out.append(tile)
                self.slots[slot] = EMPTY

    def settle(self) -> None:
        """Who acts next: nobody if all is paid, chance while a slot can be filled, else the mover.

        Unless no tile fits anywhere: then the rest is paid and the game is over (ruling 8).
        """
        if self.paid == self.facts.all_quarters:
            self.actor = NOBODY
            return
        if EMPTY in self.slots and self.bag:
            self.actor = CHANCE
            return
        self.actor = self.mover
        for tile in self.slots:
            if tile != EMPTY and self.facts.fits_any[tile] & self.empty:
                return
        for quarter in bits(self.facts.all_quarters & ~self.paid):
            self._pay(quarter)
        self.stuck = True
        self.actor = NOBODY

    # Chance

    def may_follow(self, step: Step) -> bool:
        """Turns do not wait for chance."""
        return False

    def unsaid(self, step: Step) -> None:
        """Nothing is left unsaid."""

    def deal(self, choose: Choose) -> Refill:
        """The refill that is due: each tile an index into what is left of the bag, in table order."""
        bag = self.bag[:]
        event = self.drawn
        thrown = not self.empty & self.facts.centre
        draws = []
        for slot, there in enumerate(self.slots):
            filled = there != EMPTY
            while bag and not filled:
                tile = bag.pop(choose("tile", event, len(bag)))
                event += 1
                filled = not (thrown and self.facts.is_centre[tile])
                draws.append(Draw(slot if filled else None, self.facts.names[tile]))
        return Refill(tuple(draws))

    def _refill(self, refill: Refill) -> None:
        if self.actor != CHANCE:
            raise Illegal("over" if self.actor == NOBODY else "draw-not-due")
        facts = self.facts
        bag, slots, out = self.bag[:], self.slots[:], self.out[:]
        empty = [slot for slot, tile in enumerate(slots) if tile == EMPTY]
        thrown = not self.empty & facts.centre
        for slot, name in refill.draws:
            if not empty:
                raise Illegal("draw-extra", slot=slot, tile=name)
            tile = facts.tile(name)
            try:
                bag.remove(tile)
            except ValueError:
                raise Illegal("not-in-bag", tile=name) from None
            if thrown and facts.is_centre[tile]:
                if slot is not None:
                    raise Illegal("throw-away", tile=name)
                out.append(tile)
            elif slot is None:
                raise Illegal("keep", tile=name)
            elif slot != empty[0]:
                raise Illegal("draw-order", slot=slot, expected=empty[0])
            else:
                slots[empty.pop(0)] = tile
        if empty and bag:
            raise Illegal("draw-missing", slot=empty[0])
        self.drawn += len(refill.draws)
        self.bag, self.slots, self.out = bag, slots, out
        self.settle()
