"""Messages that no person wrote: answers, bounces, lists."""

import re

from pbem.mail.mime import Message

_REPORTS = {
    "multipart/report",
    "message/delivery-status",
    "message/disposition-notification",
    "message/feedback-report",
}
_LOCAL = re.compile(
    r"(?:^|<|\s)\"?(?:mailer-daemon|postmaster|no-?reply|do-?not-?reply|bounces?|owner-[\w.+-]{1,60}|[\w.+-]{1,60}-(?:request|bounces?|owner))"
    r"(?:[+=-][^@\s]{0,100})?\"?@",
    re.IGNORECASE,
)
_MARKS = (
    "x-failed-recipients",
    "x-autoreply",
    "x-autorespond",
    "x-autoresponse",
    "x-auto-reply-from",
    "x-mail-autoreply",
)


def why(message: Message) -> str:
    """Why this comes from no person, as a clause; "" if it seems to (RFC 3834)."""
    headers = message.headers
    for value in headers.get("auto-submitted", []):
        word = re.sub(r"\([^()]{0,200}\)", "", value).partition(";")[0].strip().lower()
        if word and word != "no":
            return f"it says that it is {word}"
    if any(value.strip() == "<>" for value in headers.get("return-path", [])):
        return "it is a bounce: it has no return path"
    if message.kind in _REPORTS:
        return f"it is a {message.kind}"
    for name in _MARKS:
        value = (headers.get(name) or [""])[0].strip().lower()
        if value and value not in ("no", "false", "0"):
            return f"it has the header {name}"
    if any(_LOCAL.search(value) for value in headers.get("from", [])):
        return "it is from an address that machines write from"
    return ""


def on_list(message: Message) -> bool:
    """Whether it came over a mailing list, or asks for no answer: its text counts, but nobody is written to unasked."""
    headers = message.headers
    bulk = (headers.get("precedence") or [""])[0].strip().lower() in ("bulk", "junk", "list")
    return bulk or any(name in headers for name in ("list-id", "list-post", "list-unsubscribe"))
