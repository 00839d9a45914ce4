"""`bot round-robin`, `bot gauntlet`, `bot resume`: matches of bots, and what is told on the way."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final

from schneider_league.arena import run as arena
from schneider_league.arena.plan import Format, Plan, draw_seed, make_plan
from schneider_league.arena.run import Progress
from schneider_league.arena.run_file import Run, new_run_path, read_run
from schneider_league.bots.registry import parse_bots
from schneider_league.derive.sprt import MODELS, Sprt
from schneider_league.errors import UsageError
from schneider_league.game.ruleset import BOHEMIAN, Ruleset, parse_rules
from schneider_league.reports.bot_run_view import RunView
from schneider_league.workflows.bots.viewing import view_of
from schneider_league.workflows.rules import OnWarning, ignore, league_house_rules, load_house_rules

USUAL_DEALS: Final = 1000
"""How many deals two bots play where nothing is said."""

OnProgress = Callable[[Progress], None]
OnText = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Settings:
    """What is to be played, as far as it was said."""

    deals: int | None = None
    sessions: int | None = None
    target: int | None = None
    seed: int | None = None
    rules: str | None = None
    rules_files: Sequence[str] = ()
    move_ms: int = 1000
    options: Sequence[str] = ()
    """`BOT.name=value` each."""
    sprt: str | None = None


@dataclass(frozen=True, slots=True)
class Means:
    """How it is to be played: nothing of this changes a result."""

    workers: int = 1
    cluster: str | None = None
    trace: str | None = None
    on_progress: OnProgress | None = None
    on_note: OnText | None = None
    """Called with what deserves attention on the way."""
    on_begin: OnText | None = None
    """Called with the run's file before the first deal."""


@dataclass(frozen=True, slots=True)
class Played:
    """A run that has come to an end, or was interrupted."""

    view: RunView
    stored: tuple[str, ...] = ()
    """What `--record` stored, in words."""


def find_rules(
    name: str | None, rules_files: Sequence[str], address: str | None, on_warning: OnWarning = ignore
) -> Ruleset:
    """The ruleset that is meant: by name, the only one of the files, or the default.

    Raises:
        UnknownRulesError: there is none of this name.
        UsageError: several files and no name.
    """
    stated = load_house_rules(rules_files)
    if name is None:
        if len(stated) > 1:
            raise UsageError("--rules-file brings several house rules", hint="say which is played with --rules")
        return next(iter(stated.values()), BOHEMIAN)
    return parse_rules(name, {**league_house_rules(address, on_warning), **stated})


def parse_sprt(text: str) -> Sprt:
    """The test that `elo0=0,elo1=10,alpha=0.05,beta=0.05` means; what is left out has these values.

    Raises:
        UsageError: it makes no sense; the message says why.
    """
    shape = "elo0=0,elo1=10,alpha=0.05,beta=0.05"
    numbers: dict[str, float] = {}
    model = MODELS[0]
    for part in text.split(","):
        name, equals, value = (word.strip() for word in part.partition("="))
        if not equals:
            raise UsageError(f"--sprt: '{part}' is no setting", hint=f"write it as in --sprt {shape}")
        if name in numbers:
            raise UsageError(f"--sprt: {name} is set twice")
        if name == "model":
            found = [known for known in MODELS if known == value.lower().replace("z", "s")]
            if not found:
                raise UsageError(f"--sprt: model={value}: there are {' and '.join(MODELS)}")
            model = found[0]
            continue
        if name not in ("elo0", "elo1", "alpha", "beta"):
            raise UsageError(f"--sprt has no setting '{name}'", hint=f"write it as in --sprt {shape}")
        try:
            numbers[name] = float(value)
        except ValueError:
            raise UsageError(f"--sprt: {name}='{value}' is no number", hint=f"write it as in --sprt {shape}") from None
    try:
        return Sprt(**numbers, model=model)
    except ValueError as error:
        raise UsageError(f"--sprt: {error}", hint=f"write it as in --sprt {shape}") from None


def plan_run(
    format: str, bots: Sequence[str], settings: Settings, *, address: str | None = None, on_warning: OnWarning = ignore
) -> Plan:
    """What is to be played; nothing is started.

    Raises:
        UsageError: settings that do not go together.
        NotFoundError: no such bot.
    """
    deals = settings.deals
    if deals is None and settings.sessions is None:
        if settings.target is not None:
            raise UsageError("--target is what sessions go to", hint="say how many: --sessions N --target T")
        deals = USUAL_DEALS
    sprt = None if settings.sprt is None else parse_sprt(settings.sprt)
    return make_plan(
        Format(format),
        find_rules(settings.rules, settings.rules_files, address, on_warning),
        parse_bots(bots, settings.options),
        deals=deals,
        sessions=settings.sessions,
        target=settings.target,
        seed=draw_seed() if settings.seed is None else settings.seed,
        move_ms=settings.move_ms,
        sprt=sprt,
    )


def run_bots(
    format: str,
    bots: Sequence[str],
    settings: Settings,
    means: Means,
    *,
    run_file: str | None = None,
    record: str | None = None,
    address: str,
    now: datetime,
    on_warning: OnWarning = ignore,
) -> Played:
    """Play a run of bots.

    Args:
        format: `round-robin` or `gauntlet`.
        bots: As they were named.
        settings: What is played.
        means: With what.
        run_file: Where it is kept; None for a new name in the current folder.
        record: The event in which its sessions are stored in the league.
        address: The league; without `record` only its house rules are used, if it is there.
        now: The time, aware.
        on_warning: Told what deserves attention before the run begins.

    Raises:
        LeagueError: the run cannot begin, or could not go on.
        KeyboardInterrupt: it was interrupted twice.
    """
    plan = plan_run(format, bots, settings, address=address, on_warning=on_warning)
    if record is not None:
        from schneider_league.workflows.bots.recording import check_recording

        if plan.target is None:
            raise UsageError("--record stores sessions, and single deals are none", hint="play --sessions N")
        check_recording(address, record, [spec.name for spec in plan.bots])
    day = now.astimezone().date().isoformat()
    path = new_run_path(Path(), plan, day) if run_file is None else Path(run_file)
    on_begin = means.on_begin
    run = arena.begin_run(
        plan,
        path,
        workers=means.workers,
        cluster=means.cluster,
        trace=None if means.trace is None else Path(means.trace),
        on_progress=means.on_progress,
        on_note=means.on_note,
        on_begin=None if on_begin is None else lambda path: on_begin(str(path)),
        now=now,
    )
    return _played(run, record, address, now)


def resume(run_file: str, means: Means, *, record: str | None = None, address: str, now: datetime) -> Played:
    """Go on with a run that was interrupted; one that is complete is left as it is.

    Raises:
        LeagueError: there is no such run, it is damaged, or it cannot go on.
        KeyboardInterrupt: it was interrupted twice.
    """
    path = Path(run_file)
    if record is not None:
        from schneider_league.workflows.bots.recording import check_recording

        plan = read_run(path).plan
        if plan.target is None:
            raise UsageError("--record stores sessions, and this run has single deals")
        check_recording(address, record, [spec.name for spec in plan.bots])
    run = arena.resume_run(
        path,
        workers=means.workers,
        cluster=means.cluster,
        trace=None if means.trace is None else Path(means.trace),
        on_progress=means.on_progress,
        on_note=means.on_note,
    )
    return _played(run, record, address, now)


def _played(run: Run, record: str | None, address: str, now: datetime) -> Played:
    """The run as it is shown; its sessions are stored once it is complete."""
    stored: tuple[str, ...] = ()
    if record is not None and run.is_complete:
        from schneider_league.workflows.bots.recording import record_run

        stored = record_run(run, address, record, now)
    return Played(view_of(run, record=record), stored)
