"""SHA-256 as `hashlib` has it, without OpenSSL, which takes longer to load than all of pbem's own modules."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hashlib import sha256 as sha256
else:  # as the standard library's `random` does for the same reason
    try:
        from _sha2 import sha256  # Python 3.12 and later
    except ImportError:
        try:
            from _sha256 import sha256
        except ImportError:  # other Pythons have theirs elsewhere
            from hashlib import sha256 as sha256
