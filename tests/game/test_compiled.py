"""What compiled code needs to be a convenience and no more: without it, or without its files, all goes on."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from schneider_league.game import bits, compiled

needs_compiler = pytest.mark.skipif(not compiled.is_available(), reason="numba is not installed")


def sum_of_picks(cards: int, times: int) -> int:
    total = 0
    for number in range(times):
        total += pick(cards, number % count(cards)) + lowest(cards)
    return total


def count(cards: int) -> int:
    return bits.count(cards)


def pick(cards: int, number: int) -> int:
    return bits.pick(cards, number)


def lowest(cards: int) -> int:
    return bits.lowest(cards)


def entry() -> compiled.Entry:
    program = compiled.Program([bits])
    names = {name: program.of(getattr(bits, name)) for name in ("count", "pick", "lowest")}
    return program.entry(sum_of_picks, "sum_of_picks", names)


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache"


EXPECTED = sum_of_picks(0x80F1A001, 50)


@pytest.mark.parametrize("value", ["1", "yes"])
def test_a_variable_keeps_the_compiler_out(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    monkeypatch.setenv(compiled.PLAIN, value)
    assert not compiled.is_available()


def test_asking_loads_no_compiler() -> None:
    code = (
        "import sys; from schneider_league.game import compiled; from schneider_league.arena import playout; "
        "compiled.is_available(); assert not {'numba', 'numpy'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)


@needs_compiler
def test_is_kept_and_found_again(cache: Path) -> None:
    first = entry()
    assert not first.is_on_disk()
    assert first(0x80F1A001, 50) == EXPECTED
    kept = {file: file.read_bytes() for file in cache.rglob("*") if file.is_file()}
    assert {file.suffix for file in kept} == {".nbi", ".nbc"}
    again = entry()
    assert again.is_on_disk()
    assert again(0x80F1A001, 50) == EXPECTED
    assert {file: file.read_bytes() for file in cache.rglob("*") if file.is_file()} == kept


@needs_compiler
@pytest.mark.parametrize("damage", [b"", b"\x80\x04rubbish"])
def test_damaged_files_do_no_harm(cache: Path, damage: bytes) -> None:
    entry()(0x80F1A001, 50)
    for file in cache.rglob("*.nb?"):
        whole = file.read_bytes()
        file.write_bytes(damage)
        assert entry()(0x80F1A001, 50) == EXPECTED
        file.write_bytes(whole)


@needs_compiler
def test_two_processes_at_once_do_no_harm(cache: Path) -> None:
    code = f"from {__name__} import entry; print(entry()(0x80F1A001, 50))"
    root = Path(__file__).parents[2]
    both = [
        subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True, cwd=root) for _ in range(2)
    ]
    assert [process.communicate(timeout=120)[0] for process in both] == [f"{EXPECTED}\n"] * 2
    assert entry().is_on_disk()
    assert entry()(0x80F1A001, 50) == EXPECTED


@needs_compiler
def test_no_room_for_files_does_no_harm(cache: Path) -> None:
    cache.write_text("a file where the folder would be")
    kept = entry()
    assert not kept.is_on_disk()
    assert kept(0x80F1A001, 50) == EXPECTED
    assert cache.read_text() == "a file where the folder would be"
