import os
from pathlib import Path

import pytest

from schneider_league.bots.log import KEPT, BotLog, log_name
from schneider_league.bots.playback import play_back
from schneider_league.bots.trace import Trace, TraceLine, read_trace
from schneider_league.errors import MachineError, NotFoundError, UnreadableError
from tests.bots.tables import QUICK, play_against_calm, rude_command, rude_seat
from tests.processes import begin_in_child, end_of_child


@pytest.mark.parametrize(
    ("bot", "name"),
    [
        ("greedy", "greedy.log"),
        ("sampler:samples=50", "sampler_samples=50.log"),
        ("Foo#2", "Foo#2.log"),
        ("../../etc/passwd", "_.._etc_passwd.log"),
        ("Žofie ♣", "Žofie__.log"),
        ("x" * 200, "x" * 100 + ".log"),
    ],
)
def test_the_name_of_a_log(bot: str, name: str) -> None:
    assert log_name(bot) == name


def test_nothing_written_makes_no_file(tmp_path: Path) -> None:
    log = BotLog(tmp_path / "logs" / "a.log")
    log.close()
    log.close()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("size", [10, 1000, 100_000, 3_000_000])
@pytest.mark.parametrize("pieces", [1, 7])
def test_the_beginning_and_the_end_are_kept(size: int, pieces: int, tmp_path: Path) -> None:
    written = b"".join(b"%09d\n" % number for number in range(size // 10))
    log = BotLog(tmp_path / "a.log")
    step = len(written) // pieces + 1
    for start in range(0, len(written), step):
        log.write(written[start : start + step])
        log.close()
    kept = (tmp_path / "a.log").read_bytes()
    assert len(kept) <= 5 * KEPT
    assert kept[:KEPT] == written[:KEPT]
    assert kept[-min(KEPT, size // 2) :] == written[-min(KEPT, size // 2) :]
    if size > 5 * KEPT:
        left_out = int(kept[KEPT:].split(b"[... ")[1].split()[0])
        marker = len(b"\n[... 00000000000000000000 bytes are left out here ...]\n")
        assert left_out == size - (len(kept) - marker)


def test_several_processes_write_one_log(tmp_path: Path) -> None:
    def write(_: int) -> None:
        log = BotLog(tmp_path / "a.log")
        for _ in range(100):
            log.write("0123456789\n")
            log.flush()

    children = [begin_in_child(write) for _ in range(3)]
    assert [end_of_child(*child) for child in children] == [(0, "")] * 3
    assert (tmp_path / "a.log").read_text() == "0123456789\n" * 300


def test_a_log_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(MachineError, match="cannot be written"):
        BotLog(tmp_path / "file" / "a.log").write("x")


def test_a_trace(tmp_path: Path) -> None:
    path = tmp_path / "trace"
    for who in ("a", "b\tb"):
        trace = Trace(path)
        trace.note(who, "R>", "turn at=1")
        trace.note(who, "B>", "play\n\x1b" + "x" * 10_000)
        trace.close()
        trace.close()
    lines = list(read_trace(path))
    assert [(line.who, line.direction) for line in lines] == [
        ("a", "R>"),
        ("a", "B>"),
        ("b�b", "R>"),
        ("b�b", "B>"),
    ]
    assert lines[0].text == "turn at=1"
    assert lines[1].text == "play��" + "x" * 4994 + "…"
    assert lines[0].seconds <= lines[-1].seconds


def test_what_is_no_trace(tmp_path: Path) -> None:
    with pytest.raises(NotFoundError, match="there is no file"):
        list(read_trace(tmp_path / "missing"))
    (tmp_path / "text").write_text("0.5\ta\tR>\tquit\nhello\n")
    with pytest.raises(UnreadableError, match="no line of a trace") as caught:
        list(read_trace(tmp_path / "text"))
    assert caught.value.where is not None
    assert caught.value.where.line == 2
    with pytest.raises(MachineError, match="cannot be written"):
        Trace(tmp_path)
    with pytest.raises(MachineError, match="cannot be read"):
        list(read_trace(tmp_path))


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no device that is always full")
def test_a_full_disk() -> None:
    trace = Trace("/dev/full")
    with pytest.raises(MachineError, match="No space left"):
        trace.note("a", "R>", "quit")
    trace.close()


# --- played back ---


@pytest.fixture
def recorded(tmp_path: Path) -> Path:
    trace = Trace(tmp_path / "trace")
    play_against_calm(rude_seat("polite", trace=trace), 3)
    play_against_calm(rude_seat("illegal", trace=trace), 1)
    trace.close()
    return tmp_path / "trace"


def test_a_trace_has_both_directions(recorded: Path) -> None:
    lines = list(read_trace(recorded))
    first = [line for line in lines if line.who == lines[0].who]
    assert first[0] == TraceLine(first[0].seconds, first[0].who, "--", "rude is started")
    assert first[1].text.startswith("schneider-bot 1 ")
    assert [line.text for line in first if line.direction == "B>"][:1] == ["id name=Rude version=1"]
    assert sum(line.text.startswith("turn ") for line in first) == 48
    assert sum(line.text.startswith("play ") for line in first) == 48
    assert [line.text for line in first[-2:]] == ["quit", "rude: it ended with exit status 0"]
    assert len({line.who for line in lines}) == 2


def test_played_back_to_the_same_bot(recorded: Path) -> None:
    came = play_back(rude_command("polite"), recorded, timing=QUICK)
    assert (came.turns, came.same, came.different, came.failure) == (48, 48, 0, "")


def test_played_back_to_another(recorded: Path) -> None:
    came = play_back(rude_command("illegal"), recorded, timing=QUICK)
    assert (came.turns, came.same, came.different, came.failure) == (48, 47, 1, "")
    assert came.differences[0].now == "QX"
    came = play_back(rude_command("exits"), recorded, timing=QUICK)
    assert came.turns == 2
    assert came.failure.endswith("it ended with exit status 3")
    came = play_back(rude_command("nul"), recorded, timing=QUICK)
    assert came.failure.endswith("it wrote a line with a NUL byte")


def test_a_part_of_a_trace(recorded: Path) -> None:
    second = [line.who for line in read_trace(recorded)][-1]
    came = play_back(rude_command("polite"), recorded, who=second, timing=QUICK)
    assert (came.who, came.turns, came.same, came.different) == (second, 2, 1, 1)
    with pytest.raises(NotFoundError, match="nobody is asked"):
        play_back(rude_command("polite"), os.devnull)
