"""The file of a run: what another program reads of it, and what is made of a torn or damaged one."""

from __future__ import annotations

import json
import os
import random
import resource
from dataclasses import replace
from pathlib import Path

import pytest

from schneider_league.arena.plan import Plan
from schneider_league.arena.run import resume_run
from schneider_league.arena.run_file import iterate_chunks, logs_of, new_run_path, read_run, read_runs
from schneider_league.arena.run_lines import BrokenLineError, Head, format_head, parse_head, seal, unseal
from schneider_league.arena.run_writer import RunWriter
from schneider_league.derive.sprt import Sprt
from schneider_league.errors import MachineError, NotFoundError, StateError, UnreadableError, UsageError
from tests.arena.runs import Reread, plan_of, play
from tests.processes import in_child

PLANS = {
    "deals": plan_of("random", "greedy", "random", deals=60),
    "marriages": plan_of(rules="points+marriage", deals=200),
    "sessions": plan_of("random", "random", sessions=20),
    "cumulative": plan_of("random", "random", rules="bohemian+cumulative", sessions=10),
}


@pytest.mark.parametrize("plan", PLANS.values(), ids=PLANS)
def test_another_program_reads_the_same(plan: Plan, tmp_path: Path) -> None:
    path = tmp_path / "a.run.jsonl"
    run = play(plan, path)
    other = Reread(path)
    assert replace(read_run(path), size=0) == run
    assert run.is_complete
    assert other.last is not None
    assert other.digest() == run.digest == other.last["digest"]
    assert len(other.deals) == run.deals == other.last["deals"]
    for number, tally in enumerate(run.tallies):
        assert tally.pairs == plan.pairs
        assert tally.pentanomial == other.pentanomial(number)
        halves = [half for pair in other.pairs[number] for half in pair]
        if plan.target is not None:
            assert all(
                max(sum(deal[2] for deal in half), sum(deal[3] for deal in half)) >= plan.target for half in halves
            )
            assert all(max(sum(d[2] for d in half[:-1]), sum(d[3] for d in half[:-1])) < plan.target for half in halves)
            assert tally.sessions == len(halves)
    assert [chunk.count for chunk in iterate_chunks(path)] != []


def test_heads_are_read_as_they_were_written() -> None:
    plan = plan_of("sampler:samples=3", "cmd:./foo bar", "x.py:Y", rules="points+marriage", sessions=4, move_ms=50)
    tested = plan_of(sprt=Sprt(0, 5, 0.1, 0.05))
    for each in (plan, tested):
        head = Head(each, "2026-11-26T20:00:00", "0.1", {"foo": {"name": "Foo", "deterministic": True}})
        assert parse_head(unseal(seal(format_head(head)))) in (head, Head(each, head.started, head.version, {}))


def test_a_line_is_whole_or_it_is_none() -> None:
    line = seal(b'{"a":1}')
    assert unseal(line)["a"] == 1
    for end in range(len(line)):
        with pytest.raises(BrokenLineError):
            unseal(line[:end])
    for at in range(len(line)):
        with pytest.raises(BrokenLineError):
            unseal(line[:at] + bytes([line[at] ^ 1]) + line[at + 1 :])


def test_a_file_that_is_cut_anywhere_is_resumed_to_the_same_digest(tmp_path: Path) -> None:
    plan = plan_of("random", "random", deals=400)
    path = tmp_path / "a.run.jsonl"
    whole = play(plan, path)
    text = path.read_bytes()
    head = text.index(b"\n") + 1
    chance = random.Random(5)
    for cut in [head, head + 1, len(text) - 1, *(chance.randrange(head, len(text)) for _ in range(8))]:
        path.write_bytes(text[:cut])
        part = read_run(path)
        assert not part.is_complete
        assert part.is_torn == (not text[:cut].endswith(b"\n"))
        assert part.size == text[:cut].rfind(b"\n") + 1
        again = resume_run(path)
        assert again.digest == whole.digest
        assert again.tallies == whole.tallies
        assert Reread(path).digest() == whole.digest
    for cut in (0, 1, head - 1):
        path.write_bytes(text[:cut])
        with pytest.raises(UnreadableError, match="first line"):
            resume_run(path)
        assert path.read_bytes() == text[:cut]


def test_what_a_power_cut_leaves_is_cut_off(tmp_path: Path) -> None:
    path = tmp_path / "a.run.jsonl"
    whole = play(plan_of(deals=400), path)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:-2]) + b"\0" * 5000 + b"\n\0\0")
    assert resume_run(path).digest == whole.digest
    assert b"\0" not in path.read_bytes()


def test_a_complete_run_is_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "a.run.jsonl"
    run = play(plan_of(), path)
    text = path.read_bytes()
    assert resume_run(path).digest == run.digest
    assert path.read_bytes() == text


def damaged(text: bytes) -> dict[str, tuple[bytes, str]]:
    """Files that no crash leaves, and what is said of them."""
    lines = text.splitlines(keepends=True)
    opened = json.loads(lines[2])
    del opened["sha256"]
    changed = json.dumps({**opened, "outcomes": [[20, 0, 3, 0]] * len(opened["outcomes"])}).encode()
    unlisted = json.dumps({**opened, "outcomes": opened["outcomes"][:1]}).encode()
    return {
        "a byte is another": (text.replace(b'"pairs":8', b'"pairs":9', 1), "not as it was written"),
        "a line is missing": (b"".join([*lines[:2], *lines[3:]]), "stands where pair"),
        "a line is there twice": (b"".join([*lines[:3], *lines[2:]]), "stands where pair"),
        "behind the end": (text + lines[1], "behind the line that ends"),
        "another result, sealed": (b"".join([*lines[:2], seal(changed), *lines[3:]]), "digest"),
        "an outcome that is not listed": (b"".join([*lines[:2], seal(unlisted), *lines[3:]]), "does not list"),
        "no JSON object": (b"".join([lines[0], seal(b"[1]"), *lines[1:]]), "no JSON"),
        "ends too early": (b"".join([*lines[:2], lines[-1]]), "last line speaks of"),
        "another kind": (b"".join([seal(b'{"schema":"league/1"}'), *lines[1:]]), "its schema is 'league/1'"),
    }


def test_a_damaged_file_is_refused_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "a.run.jsonl"
    play(plan_of(deals=400), path)
    text = path.read_bytes()
    for name, (content, message) in damaged(text).items():
        path.write_bytes(content)
        with pytest.raises(UnreadableError, match=message) as raised:
            read_run(path)
        assert raised.value.where is not None, name
        assert raised.value.where.line, name
        with pytest.raises(UnreadableError, match=message):
            resume_run(path)
        assert path.read_bytes() == content, name


def test_rubbish_is_no_run_file(tmp_path: Path) -> None:
    chance = random.Random(3)
    path = tmp_path / "a.run.jsonl"
    for content in (b"\n", b"{}\n", b"anna;ben\n1;2\n", chance.randbytes(5000), b"[" * 100_000 + b"\n"):
        path.write_bytes(content)
        with pytest.raises(UnreadableError):
            read_run(path)
    with pytest.raises(NotFoundError):
        read_run(tmp_path / "none")
    with pytest.raises(UsageError):
        read_run(tmp_path)


def test_the_runs_of_a_folder(tmp_path: Path) -> None:
    done = play(plan_of(), tmp_path / "b.run.jsonl")
    half = tmp_path / "c.run.jsonl"
    play(plan_of(deals=400), half)
    half.write_bytes(b"".join(half.read_bytes().splitlines(keepends=True)[:3]))
    (tmp_path / "a.run.jsonl").write_bytes(b"no run")
    (tmp_path / "else.jsonl").write_bytes(b"{}")
    broken, first, second = read_runs(tmp_path)
    assert broken.name == "a"
    assert broken.problem is not None
    assert (first.name, first.problem, first.is_complete, first.digest) == ("b", None, True, done.digest)
    assert (first.bots, first.rules, first.deals, first.pairs_done) == (("random", "greedy"), "bohemian", 40, 20)
    assert (second.is_complete, second.digest, second.pairs_done, second.pairs_planned) == (False, None, 9, 200)
    assert second.run is not None
    with pytest.raises(NotFoundError):
        read_runs(tmp_path / "none")


def test_names_that_are_free(tmp_path: Path) -> None:
    plan = plan_of()
    path = new_run_path(tmp_path, plan, "2026-11-26")
    assert path.name == "round-robin-2026-11-26-1.run.jsonl"
    assert logs_of(path).name == "round-robin-2026-11-26-1.logs"
    play(plan, path)
    assert new_run_path(tmp_path, plan, "2026-11-26").name == "round-robin-2026-11-26-2.run.jsonl"
    with pytest.raises(StateError, match="already"):
        play(plan, path)
    with pytest.raises(NotFoundError, match="no folder"):
        play(plan, tmp_path / "none" / "a.run.jsonl")


def test_two_do_not_write_at_once(tmp_path: Path) -> None:
    path = tmp_path / "a.run.jsonl"
    play(plan_of(), path)
    writer, _reader = RunWriter.reopen(path, lambda: 0.0)
    try:
        with pytest.raises(StateError, match="another program"):
            resume_run(path)
        assert read_run(path).is_complete  # reading is allowed
    finally:
        writer.close()
    assert resume_run(path).is_complete


def test_a_full_disk_is_said_and_what_was_saved_is_sound(tmp_path: Path) -> None:
    plan = plan_of("random", "random", deals=800)
    whole = play(plan, tmp_path / "whole.run.jsonl")
    path = tmp_path / "a.run.jsonl"

    def fill_up() -> None:
        import signal

        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (2200, resource.RLIM_INFINITY))
        with pytest.raises(MachineError, match="cannot be saved") as raised:
            play(plan, path)
        assert "bot resume" in (raised.value.hint or "")

    assert in_child(fill_up) == "done"
    part = read_run(path)
    assert not part.is_complete
    assert not part.is_torn
    assert 0 < part.pairs_done < 400
    assert resume_run(path).digest == whole.digest


def test_what_cannot_be_written_is_said(tmp_path: Path) -> None:
    path = tmp_path / "a.run.jsonl"
    play(plan_of(), path)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:2]))
    path.chmod(0o444)
    os.chmod(tmp_path, 0o755)

    def try_to() -> None:
        with pytest.raises(MachineError, match="cannot be written"):
            resume_run(path)

    assert in_child(try_to, as_nobody=True) in (
        "done",
        "PermissionError: [Errno 13] Permission denied: '" + str(path) + "'",
    )
