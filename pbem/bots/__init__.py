"""Bots: programs that choose steps for a player, for any game through its State. See `pbem.bots.base`."""

from pbem.bots.base import Bot, BotError, make, names

__all__ = ["Bot", "BotError", "make", "names"]
