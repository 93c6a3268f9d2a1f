"""Lines to mail servers that nobody reads along, and what is wrong with a certificate in one sentence."""

import re
import ssl

LOOPBACK = ("localhost", "127.0.0.1", "::1")
_UNKNOWN = {18, 19, 20, 21}  # of OpenSSL: nobody who is trusted has signed it


def context(host: str, at_once: bool) -> ssl.SSLContext:
    """How to talk TLS with a server: `at_once` (imaps, smtps), or by STARTTLS.

    On loopback a line needs no TLS, so a certificate that is only offered there is not checked: local servers and
    gateways have one that they made themselves.
    """
    made = ssl.create_default_context()
    if not at_once and host in LOOPBACK:
        made.check_hostname = False
        made.verify_mode = ssl.CERT_NONE
    return made


def why(error: Exception, host: str) -> str:
    """What went wrong on a line to a server."""
    if not isinstance(error, ssl.SSLCertVerificationError):
        return re.sub(r"^b'(.*)'$", r"\1", str(error))  # as libraries for IMAP show what a server said
    hint = "; if it should be trusted, name a file with it in SSL_CERT_FILE" if error.verify_code in _UNKNOWN else ""
    return f"the certificate of {host} does not hold ({error.verify_message.rstrip('.')}){hint}"
