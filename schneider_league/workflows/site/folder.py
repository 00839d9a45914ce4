"""The folder of a site: only what the program made is replaced or removed, and a site that fails leaves the old one.

Pages are written into a folder beside, and moved to their places when all of them are there. A manifest in the folder
says which files are the program's, each with a digest of what was written: a file that is not in it, or that somebody
has changed, is somebody's.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import secrets
import shutil
import stat
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from schneider_league.errors import InputError, MachineError, NotFoundError, StateError, UsageError
from schneider_league.reports.text import quoted

MANIFEST: Final = "site-files.json"
"""What the program made in the folder."""

_SCHEMA: Final = "site-files/1"
_BESIDE: Final = re.compile(r"\.schneider-league-[0-9a-f]{12}\.tmp")
_STALE: Final = 24 * 60 * 60  # seconds after which a folder beside is no longer being written
_NAME: Final = re.compile(r"(?:[a-z]+/)?[A-Za-z0-9_-]+\.(?:html|css|js)")
"""What names our files have: whatever else a manifest may name is not touched."""

_HINT: Final = "move it away, or name another folder"


class SiteFolder:
    """A site that is being made."""

    def __init__(self, beside: Path) -> None:
        self._beside = beside
        self.digests: dict[str, str] = {}
        """Of all files so far, by name."""

    def write(self, name: str, content: str | bytes) -> None:
        """A file of the site; `name` is from its root, with at most one folder."""
        assert _NAME.fullmatch(name), name
        data = content.encode() if isinstance(content, str) else content
        path = self._beside / name
        if name not in self.digests:
            path.parent.mkdir(exist_ok=True)
        path.write_bytes(data)
        self.digests[name] = hashlib.sha256(data).hexdigest()[:32]


@contextmanager
def site_folder(directory: str) -> Iterator[SiteFolder]:
    """The folder of a site, filled when the block has ended without an exception.

    Raises:
        UsageError: the name is empty, or that of a file.
        NotFoundError: the folder that it would be made in is missing.
        StateError: something stands in the way that the program did not make.
        OSError: the system refuses.
    """
    folder = _check_folder(directory)
    is_new = not folder.exists()
    if is_new:
        folder.mkdir()
    beside = folder / f".schneider-league-{secrets.token_hex(6)}.tmp"
    try:
        if not is_new:
            _remove_stale(folder)
            read_manifest(folder)  # what cannot be read is told before any work is done
        beside.mkdir()
        site = SiteFolder(beside)
        yield site
        _publish(folder, beside, site.digests)
    finally:
        shutil.rmtree(beside, ignore_errors=True)
        if is_new and not os.listdir(folder):
            folder.rmdir()


def _check_folder(directory: str) -> Path:
    if not directory:
        raise UsageError("no folder was named: its name is empty", hint="name one: site public")
    folder = Path(directory)
    if folder.exists() and not folder.is_dir():
        raise UsageError(f"{quoted(directory)} is a file, not a folder", hint="name a folder")
    if not folder.exists():
        if os.path.lexists(folder):
            raise UsageError(f"{quoted(directory)} is a link that leads nowhere", hint="name a folder")
        if not folder.absolute().parent.is_dir():
            raise NotFoundError(f"there is no folder {quoted(str(folder.parent))} to make the site in")
    elif not os.access(folder, os.W_OK | os.X_OK):
        raise MachineError(f"the folder {quoted(directory)} cannot be written to", hint="name another one")
    return folder


def _remove_stale(folder: Path) -> None:
    """Remove what a run that was killed has left, once it cannot be at work any more."""
    for entry in os.scandir(folder):
        is_ours = _BESIDE.fullmatch(entry.name) and entry.is_dir(follow_symlinks=False)
        if is_ours and time.time() - entry.stat(follow_symlinks=False).st_mtime > _STALE:
            shutil.rmtree(entry.path, ignore_errors=True)


def read_manifest(folder: Path) -> dict[str, list[str]]:
    """The files that the program made in this folder, each with the digests that it may have.

    Raises:
        InputError: the manifest cannot be read.
    """
    path = folder / MANIFEST
    try:
        stated = json.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        return {}
    except (ValueError, RecursionError):
        stated = None
    files = stated.get("files") if isinstance(stated, dict) and stated.get("schema") == _SCHEMA else None
    if not isinstance(files, dict):
        raise InputError(
            f"{quoted(str(path))} is no list of the files of a site",
            hint="move it away, with the pages that the program made before",
        )
    return {
        name: [digest for digest in digests if isinstance(digest, str)]
        for name, digests in files.items()
        if isinstance(digests, list) and _NAME.fullmatch(name)
    }


def _write_manifest(folder: Path, beside: Path, files: Mapping[str, list[str]]) -> None:
    lines = ",\n".join(f"{json.dumps(name)}: {json.dumps(files[name])}" for name in sorted(files))
    path = beside / MANIFEST
    path.write_text(f'{{"schema": "{_SCHEMA}", "files": {{\n{lines}\n}}}}\n', "utf-8")
    os.replace(path, folder / MANIFEST)


def _publish(folder: Path, beside: Path, digests: Mapping[str, str]) -> None:
    """Move the files to their places, and remove those that the site no longer has."""
    before = read_manifest(folder)
    for name in sorted(digests):
        _check_place(folder, name, before.get(name, []))
    # Should it end here in the middle, the next run knows the old files and the new ones.
    both = {name: [*before.get(name, []), digests[name]] for name in digests}
    _write_manifest(folder, beside, {**before, **both})
    for name in digests:
        (folder / name).parent.mkdir(exist_ok=True)
        os.replace(beside / name, folder / name)
    for name, known in before.items():
        if name not in digests:
            _remove_own(folder, name, known)
    _write_manifest(folder, beside, {name: [digest] for name, digest in digests.items()})


def _check_place(folder: Path, name: str, known: list[str]) -> None:
    """Raise StateError where something else than a file that the program made is in the way."""
    path = folder / name
    for part in (path.parent, path):
        if part == folder or not os.path.lexists(part):
            continue
        mode = part.lstat().st_mode
        wanted = stat.S_ISDIR(mode) if part != path else stat.S_ISREG(mode)
        if not wanted:
            raise StateError(f"{quoted(str(part))} is in the way: it is not of the site", hint=_HINT)
    if os.path.lexists(path) and _digest(path) not in known:
        what = "was changed since the program made it" if known else "is there already, and not of the program's making"
        raise StateError(f"{quoted(str(path))} {what}", hint=_HINT)


def _remove_own(folder: Path, name: str, known: list[str]) -> None:
    """Remove a page that the site no longer has, unless somebody has changed it."""
    path = folder / name
    if path.parent.is_symlink() or not path.is_file() or path.is_symlink() or _digest(path) not in known:
        return
    path.unlink()
    if path.parent != folder and not os.listdir(path.parent):
        path.parent.rmdir()


def _digest(path: Path) -> str:
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()[:32]
