"""Debian's dovecot as an IMAP server on this machine, on loopback only and in a folder of its own."""

import grp
import os
import pwd
import shutil
import socket
import subprocess
import tempfile
import time
from pathlib import Path

PROGRAM = Path("/usr/sbin/dovecot")
PASSWORD = "secret"

_SETTINGS = """
base_dir = {folder}/run
state_dir = {folder}/run
log_path = {folder}/log
protocols = imap
listen = 127.0.0.1
ssl = no
disable_plaintext_auth = no
default_internal_user = {user}
default_login_user = {user}
default_internal_group = {group}
mail_location = maildir:{folder}/mail
first_valid_uid = 1
passdb {{
  driver = static
  args = password={password}
}}
userdb {{
  driver = static
  args = uid={user} gid={group} home={folder}/home
}}
service imap-login {{
  chroot =
  inet_listener imap {{
    port = {port}
  }}
  inet_listener imaps {{
    port = 0
  }}
}}
service anvil {{
  chroot =
}}
"""


class Dovecot:
    """A server with one mailbox, a Maildir."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="dovecot"))
        self.folder.chmod(0o755)
        user = "nobody" if os.getuid() == 0 else pwd.getpwuid(os.getuid()).pw_name
        entry = pwd.getpwnam(user)
        self.owner = (entry.pw_uid, entry.pw_gid)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]
        for name in ("run", "home", "mail", "mail/new", "mail/cur", "mail/tmp"):
            (self.folder / name).mkdir()
            os.chown(self.folder / name, *self.owner)
        group = grp.getgrgid(entry.pw_gid).gr_name
        text = _SETTINGS.format(folder=self.folder, user=user, group=group, password=PASSWORD, port=self.port)
        (self.folder / "conf").write_text(text)
        self.start()

    def start(self) -> None:
        """Start it, and wait until it answers."""
        self.process = subprocess.Popen([str(PROGRAM), "-F", "-c", str(self.folder / "conf")])
        for _ in range(100):
            try:
                with socket.create_connection(("127.0.0.1", self.port), 1) as connection:
                    connection.settimeout(20)
                    if connection.recv(10):
                        return
            except OSError:
                time.sleep(0.1)
        log = self.folder / "log"
        raise AssertionError(log.read_text() if log.exists() else "dovecot did not start")

    def put(self, name: str, data: bytes) -> None:
        """A message arrives."""
        path = self.folder / "mail" / "tmp" / name
        path.write_bytes(data)
        os.chown(path, *self.owner)
        path.rename(self.folder / "mail" / "new" / name)

    def stop(self) -> None:
        """Stop it and throw all away."""
        self.process.terminate()
        self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)
