"""Reading any mail, forum post or paste: bytes in, a value out; never an error, and linear in its input.

Nothing of this knows a game, only how a line of a log and a record begin: which of the author's lines are moves is
for `pbem.taking` to say.
"""

from pbem.mail.message import Mail, opened, read

__all__ = ["Mail", "opened", "read"]
