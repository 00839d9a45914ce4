import os
import stat
import time
from pathlib import Path

import pytest

from schneider_league.cli.files import replacing
from schneider_league.errors import MachineError, NotFoundError, StateError, UsageError
from schneider_league.reports.own import HEAD, Kind

RECORDS = '; a comment\n[NonDealer "Anna"]\n'
CSV = "name,title,cards,talon,counted,wins,target,source"
HTML = "<!DOCTYPE html>\n<html></html>\n"


def write(path: Path, kind: Kind, content: bytes = b"new") -> None:
    with replacing(os.fspath(path), kind, tuple(CSV.split(","))) as stream:
        stream.write(content)


@pytest.mark.parametrize(
    ("name", "there", "kind", "replaced"),
    [
        ("a.json", '{"schema": "rules/1", "rows": []}', "json", True),
        ("a.json", '{"x": 1}', "json", False),
        ("a.sdr", RECORDS, "sdr", True),
        ("a.sdr", HTML, "sdr", False),
        ("a.html", HTML, "html", False),
        ("a.csv", f"{CSV}\n", "csv", True),
        ("a.csv", "name,cards\n", "csv", False),
        ("a.txt", f"{CSV}\n", "csv", True),
        ("a.txt", f"{CSV}\n", "table", False),
        ("a.txt", "Remember the milk\n", "table", False),
        ("a.md", "# Title\n", "markdown", False),
        ("a.txt", "", "pdf", True),
    ],
)
def test_only_its_like_is_replaced(tmp_path: Path, name: str, there: str, kind: Kind, replaced: bool) -> None:
    """What is like what, is tested with `reports/own.py`."""
    path = tmp_path / name
    path.write_text(there, encoding="utf-8", newline="")
    if replaced:
        write(path, kind)
        assert path.read_bytes() == b"new"
    else:
        with pytest.raises(StateError, match=name) as caught:
            write(path, kind)
        assert caught.value.hint == "choose another name, or remove that file first"
        assert path.read_text(encoding="utf-8") == there
    assert os.listdir(tmp_path) == [name]


def test_a_large_pdf_is_known_by_its_end(tmp_path: Path) -> None:
    path = tmp_path / "a.pdf"
    path.write_bytes(b"%PDF-1.7\n" + b"x" * HEAD + b"/Keywords(schneider-league)\n%%EOF")
    write(path, "pdf")
    assert path.read_bytes() == b"new"


def test_what_is_read_only_stays(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text(CSV)
    path.chmod(0o444)
    with pytest.raises(MachineError, match="read-only"):
        write(path, "csv")
    assert path.read_text() == CSV


@pytest.mark.parametrize("failure", [ValueError, KeyboardInterrupt, OSError])
def test_after_a_failure_the_old_file_stays(tmp_path: Path, failure: type[BaseException]) -> None:
    def fail_halfway() -> None:
        with replacing(os.fspath(path), "csv") as stream:
            stream.write(b"half")
            raise failure

    path = tmp_path / "a.csv"
    path.write_text(CSV)
    with pytest.raises(failure):
        fail_halfway()
    assert path.read_text() == CSV
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
    path.write_text(CSV)
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


def test_a_pipe_is_written_directly(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    os.mkfifo(path)
    read = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    write(path, "csv")
    assert os.read(read, 10) == b"new"
    os.close(read)
    assert stat.S_ISFIFO(path.stat().st_mode)
    assert os.listdir(tmp_path) == ["a.csv"]


def test_what_is_open_already_is_written_where_it_stands(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("old ")
    with path.open("ab") as stream:
        write(Path(f"/dev/fd/{stream.fileno()}"), "csv")
    assert path.read_text() == "old new"
    assert os.listdir(tmp_path) == ["letter.txt"]


def test_what_is_not_open() -> None:
    with pytest.raises(OSError, match="Bad file descriptor") as caught:
        write(Path("/dev/fd/9999"), "csv")
    assert caught.value.filename == "/dev/fd/9999"


def test_what_a_killed_run_left_is_removed_after_a_day(tmp_path: Path) -> None:
    names = {
        ".schneider-league-0123456789ab.tmp": 25,
        ".schneider-league-ba9876543210.tmp": 23,
        ".schneider-league-mine.tmp": 25,
        "schneider-league-0123456789ab.tmp": 25,
    }
    for name, hours in names.items():
        (tmp_path / name).touch()
        os.utime(tmp_path / name, (time.time() - hours * 3600,) * 2)
    write(tmp_path / "a.csv", "csv")
    assert {*os.listdir(tmp_path)} == {*names, "a.csv"} - {".schneider-league-0123456789ab.tmp"}


def test_a_circle_of_links(tmp_path: Path) -> None:
    (tmp_path / "a.csv").symlink_to("b.csv")
    (tmp_path / "b.csv").symlink_to("a.csv")
    with pytest.raises(OSError, match="levels of symbolic links"):
        write(tmp_path / "a.csv", "csv")


def test_no_name() -> None:
    with pytest.raises(UsageError, match="no file was named"), replacing("", "csv"):
        pass


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
