"""The formulas: hashes, chains of words, seals, and words as text. Pure; all texts are made NFC before they count."""

import hashlib

from pbem.chance import Secret

LENGTH = 10_000
"""Links of a chain, as many as a log has lines."""
LETTERS = 36
"""Of a word as text: 32 for its 20 bytes, 4 for the seal."""
_ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"
_BYTES = 20
_SEAL_BITS = 20
_FIVE = 5
_PLAIN = str.maketrans("oil", "011")
_DIGITS = str.maketrans(_ALPHABET, "0123456789abcdefghijklmnopqrstuv")
"""To what Python reads as a number of base 32."""


def composed(text: str) -> str:
    """A text as it counts: NFC."""
    if text.isascii():
        return text
    from pbem import letters

    return letters.composed(text)


def digest(label: str, data: bytes | str) -> bytes:
    """H(label, data)."""
    body = composed(data).encode() if isinstance(data, str) else data
    return hashlib.sha256(b"pbem together 1 " + label.encode() + b"\n" + body).digest()


def after_line(before: bytes, line: str) -> bytes:
    """What a log comes to with one more line, which is canonical and without its remark."""
    return hashlib.sha256(b"pbem together 1 line\n" + before + composed(line).encode()).digest()


def seal(before: bytes, word: bytes) -> int:
    """The seal of a word that is given for a log, or for a header: 20 bits."""
    return int.from_bytes(digest("seal", before + word)[:3], "big") >> (24 - _SEAL_BITS)


def dealer(before: bytes, word: bytes, game_id: str) -> Secret:
    """What deals in the block of a link that is given for a log."""
    return Secret(key(before, word), game_id)


def key(before: bytes, word: bytes) -> str:
    """K: the secret text that a block is dealt from, once it is known."""
    return digest("draw", before + word).hex()


def previous(game_id: str, name: str, number: int, word: bytes) -> bytes:
    """The word before one: every word proves the next one of its chain."""
    head = composed(f"{game_id}\n{name}\n{number}\n").encode()
    return hashlib.sha256(b"pbem together 1 link\n" + head + word).digest()[:_BYTES]


def word(game_id: str, name: str, seed: str, number: int) -> bytes:
    """A word of the chain of a player; number 0 is the tip."""
    found = digest("start", f"{game_id}\n{name}\n{seed}")[:_BYTES]
    head = b"pbem together 1 link\n" + composed(f"{game_id}\n{name}\n").encode()
    sha256 = hashlib.sha256
    for at in range(LENGTH, number, -1):
        found = sha256(head + b"%d\n" % at + found).digest()[:_BYTES]
    return found


def write(word: bytes, seal: int) -> str:
    """A word and its seal as text."""
    bits = int.from_bytes(word, "big") << _SEAL_BITS | seal
    return "".join(_ALPHABET[bits >> _FIVE * at & 31] for at in reversed(range(LETTERS)))


def plain(letters: str) -> str | None:
    """A word as it is written, None for what is not 36 letters of words; any case, o as 0, i and l as 1."""
    letters = letters.lower().translate(_PLAIN)
    return letters if len(letters) == LETTERS and not letters.strip(_ALPHABET) else None


def read(letters: str) -> tuple[bytes, int]:
    """A word and its seal, of its 36 letters as they are written."""
    bits = int(letters.translate(_DIGITS), 2**_FIVE)
    return (bits >> _SEAL_BITS).to_bytes(_BYTES, "big"), bits & (1 << _SEAL_BITS) - 1
