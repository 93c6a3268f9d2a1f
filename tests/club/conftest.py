"""What all tests of the club share."""

import os

import pytest

from pbem.club.store import Store


@pytest.fixture(autouse=True)
def no_waiting_for_the_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether files outlive a power cut no test can see; waiting for the disk takes most of the time."""
    monkeypatch.setattr(os, "fsync", lambda handle: None)
    opened = Store._open

    def without_waiting(store: Store, path: str) -> None:
        opened(store, path)
        store._db.execute("pragma synchronous = off")

    monkeypatch.setattr(Store, "_open", without_waiting)
