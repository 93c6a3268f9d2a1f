"""Authentication-Results (RFC 8601) of the one server that club.toml trusts: is a mail from whom it says it is?"""

import re

from pbem.mail import Mail

_COMMENT = re.compile(r"\([^()]{0,500}\)")
_RESULT = re.compile(r"\s*([a-z-]{1,30})\s*(?:/\s*\d+\s*)?=\s*([a-z]{1,20})\b(.*)", re.DOTALL)
_PROPERTY = re.compile(r"([a-z]{1,20}\.[a-z-]{1,30})\s*=\s*\"?([^\s\";]{1,300})")


def verdict(mail: Mail, server: str) -> bool | None:
    """True if the server found that the domain of the sender vouches for a mail, False if it does not, None if unknown.

    Only the topmost header counts, and only if it is that server's: it must take away those that others forge.
    """
    header = next((value for name, value in mail.headers if name == "authentication-results"), "")
    name, _, rest = _COMMENT.sub(" ", header).casefold().partition(";")
    if not server or name.split()[:1] != [server.casefold()] or len(mail.sender) != 1:
        return None
    domain = mail.sender[0].casefold().rpartition("@")[2]
    found: bool | None = None
    for part in rest.split(";"):
        match = _RESULT.fullmatch(part)
        if not match:
            continue
        method, result, properties = match[1], match[2], dict(_PROPERTY.findall(match[3]))
        if method == "dmarc" and result in ("pass", "fail"):
            of = properties.get("header.from", domain)
            return of == domain if result == "pass" else False
        if method == "dkim" and result == "pass" and _vouches(properties.get("header.d", ""), domain):
            found = True
        if method == "spf" and result == "pass" and _vouches(properties.get("smtp.mailfrom", ""), domain):
            found = True
    return found


def _vouches(of: str, domain: str) -> bool:
    """Whether what was checked is the sender's domain, or one above it that is no bare ending such as `org`."""
    of = of.rpartition("@")[2]
    return of == domain or ("." in of and domain.endswith(f".{of}"))
