import os
import stat
from pathlib import Path

import pytest

from schneider_league.cli.files import replacing
from schneider_league.errors import NotFoundError, StateError, UsageError

RECORDS = '; a comment\n[NonDealer "Anna"]\n'
HTML = "<!DOCTYPE html>\n<html></html>\n"


def write(path: Path, kind: str, content: bytes = b"new") -> None:
    with replacing(os.fspath(path), kind) as stream:
        stream.write(content)


@pytest.mark.parametrize(
    ("name", "there", "kind", "replaced"),
    [
        ("a.json", '{"schema": "rules/1"}', "json", True),
        ("a.json", '\ufeff {"x": 1}', "json", True),
        ("a.json", "[1]", "json", False),
        ("a.json", '{"schema": "league/1"}\n{}', "json", False),
        ("a.jsonl", '{"file": "x", "record": 1}\n', "jsonl", True),
        ("a.jsonl", '{"tags": {}}\n', "jsonl", False),
        ("a.jsonl", '{"schema": "league/1"}\n', "jsonl", False),
        ("a.jsonl", '{"tags": {}}\n', "records", True),
        ("a.jsonl", '{"schema": "league/1"}\n', "records", False),
        ("a.sdr", RECORDS, "sdr", True),
        ("a.sdr", HTML, "sdr", False),
        ("a.html", HTML, "html", True),
        ("a.html", "text", "html", False),
        ("a.pdf", "%PDF-1.7\n", "pdf", True),
        ("a.pdf", "text", "pdf", False),
        ("a.csv", "name,cards\n", "csv", True),
        ("a.csv", "date,session,score_a,score_b\n", "csv", False),
        ("a.txt", "name,cards\n", "csv", False),
        ("a.md", "# Title\n", "markdown", True),
        ("a.txt", "Name  Cards\n", "table", True),
        ("a.txt", RECORDS, "table", False),
        ("a.txt", "SQLite format 3\0", "table", False),
        ("a.txt", "", "pdf", True),
    ],
)
def test_only_its_like_is_replaced(tmp_path: Path, name: str, there: str, kind: str, replaced: bool) -> None:
    path = tmp_path / name
    path.write_text(there, encoding="utf-8", newline="")
    if replaced:
        write(path, kind)
        assert path.read_bytes() == b"new"
    else:
        with pytest.raises(StateError, match=name):
            write(path, kind)
        assert path.read_text(encoding="utf-8") == there
    assert os.listdir(tmp_path) == [name]


@pytest.mark.parametrize("kind", ["table", "csv", "json", "html"])
def test_what_is_no_text_stays(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "photo.csv"
    path.write_bytes(b"\xff\xd8\xff\xe0")
    with pytest.raises(StateError):
        write(path, kind)
    assert path.read_bytes() == b"\xff\xd8\xff\xe0"


@pytest.mark.parametrize("failure", [ValueError, KeyboardInterrupt, OSError])
def test_after_a_failure_the_old_file_stays(tmp_path: Path, failure: type[BaseException]) -> None:
    def fail_halfway() -> None:
        with replacing(os.fspath(path), "csv") as stream:
            stream.write(b"half")
            raise failure

    path = tmp_path / "a.csv"
    path.write_text("old")
    with pytest.raises(failure):
        fail_halfway()
    assert path.read_text() == "old"
    assert os.listdir(tmp_path) == ["a.csv"]


def test_until_the_end_nothing_is_seen(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    with replacing(os.fspath(path), "csv") as stream:
        stream.write(b"half")
        stream.flush()
        assert not path.exists()
    assert path.read_bytes() == b"half"


def test_permissions(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    old = os.umask(0o027)
    try:
        write(path, "csv")
    finally:
        os.umask(old)
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    path.chmod(0o604)
    write(path, "csv")
    assert stat.S_IMODE(path.stat().st_mode) == 0o604


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    link = tmp_path / "a.csv"
    link.symlink_to(tmp_path / "real" / "b.csv")
    write(link, "csv")
    assert link.is_symlink()
    assert (tmp_path / "real" / "b.csv").read_bytes() == b"new"


def test_a_device_is_written_directly() -> None:
    write(Path(os.devnull), "pdf")
    assert not Path(os.devnull).is_file()


def test_folders(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="is a folder"):
        write(tmp_path, "csv")
    with pytest.raises(NotFoundError, match="folder does not exist"):
        write(tmp_path / "nowhere" / "a.csv", "csv")


def test_a_full_disk_names_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    path = tmp_path / "a.csv"
    with pytest.raises(OSError, match="No space") as caught:
        write(path, "csv")
    assert caught.value.filename == os.fspath(path)
    assert os.listdir(tmp_path) == []
