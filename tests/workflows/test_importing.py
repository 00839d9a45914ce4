"""Files into the league: all or nothing, nothing twice, nothing silently (scenarios.md: files, corrections)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from schneider_league.derive.sessions import State
from schneider_league.errors import NotFoundError, StateError, UsageError
from schneider_league.records.ledger import VOID
from schneider_league.reports.importing import import_hints
from schneider_league.reports.replay import Tally, replay_report
from schneider_league.reports.session import session_report
from schneider_league.store.engine import Database
from schneider_league.store.people import add_alias, append_player_entry, list_players, remove_names, rename_player
from schneider_league.store.verify import verify
from schneider_league.workflows.importing.files import parse_accepted
from schneider_league.workflows.importing.undoing import list_imports
from schneider_league.workflows.players import add_players, anonymise_player, list_all_players, view_player
from schneider_league.workflows.replay_league import replay_league
from schneider_league.workflows.sessions.showing import view_session
from tests.workflows.importer import Importer, faults, lines, messages, row

SAMPLES = Path(__file__).parents[2] / "sample_data"
TO_THREE = (row("14-6"), row("16-4", "Anna"))
"""Anna wins 3-0."""


@pytest.fixture
def league(league_address: str, tmp_path: Path) -> Importer:
    return Importer(league_address, tmp_path)


def test_a_sheet_is_stored_and_the_answer_says_what_is_new(league: Importer) -> None:
    outcome = league.import_rows(*TO_THREE, row("-", "Ben", session="s2"))
    assert lines(outcome) == [
        "s.csv: 2 new sessions, 3 deals; 1 session not over (import 1).",
        "2 new players: Anna, Ben.",
    ]
    assert league.standing() == [
        ("Anna", "Ben", State.FINISHED, (3, 0), 2),
        ("Anna", "Ben", State.OPEN, (0, 0), 1),
    ]


def test_the_same_sheet_twice_doubles_nothing(league: Importer) -> None:
    league.import_rows(*TO_THREE)
    before = league.sessions()
    outcome = league.import_rows(*TO_THREE)
    assert lines(outcome) == ["s.csv: nothing new; 2 deals were there already."]
    assert (league.sessions(), outcome.is_stored) == (before, False)
    assert [line.id for line in list_imports(league.address)] == [1]


def test_a_sheet_that_has_grown_adds_only_what_is_new(league: Importer) -> None:
    league.import_rows(row("14-6"))
    outcome = league.import_rows(*TO_THREE, row("12-8", session="s2"))
    assert lines(outcome)[0] == (
        "s.csv: 1 new session and 1 session continued, 2 deals; 1 deal was there already; 1 session not over "
        "(import 2)."
    )
    assert [standing[2:] for standing in league.standing()] == [(State.FINISHED, (3, 0), 2), (State.OPEN, (1, 0), 1)]


def test_all_or_nothing_over_all_files(league: Importer) -> None:
    good = league.sheet(*TO_THREE, name="good.csv")
    bad = league.sheet(row("14-7", session="s2"), row("21-0", "Anna", session="s2"), name="bad.csv")
    outcome = league.import_(good, bad)
    assert faults(outcome) == [("wrong-score", 2), ("wrong-score", 3)]
    assert (league.sessions(), league.names(), outcome.is_stored) == ([], [], False)


def test_a_dry_run_says_it_and_stores_nothing(league: Importer) -> None:
    outcome = league.import_rows(*TO_THREE, dry_run=True)
    assert lines(outcome)[1:] == ["s.csv: 1 new session, 2 deals.", "2 new players: Anna, Ben."]
    assert league.sessions() == []


def test_a_deal_that_differs_is_shown_beside_the_stored_one(league: Importer) -> None:
    league.import_rows(*TO_THREE)
    outcome = league.import_rows(row("13-7"), row("16-4", "Anna"), row("12-8", session="s2"))
    assert faults(outcome) == [("wrong-score", 2)]
    assert "here: Anna 13, Ben 7, Ben dealt; stored (session 1, deal 1): Anna 14, Ben 6, Ben dealt" in messages(outcome)
    assert "session correct 1 1 13-7" in messages(outcome)
    assert len(league.sessions()) == 1


@pytest.mark.parametrize(
    ("changed", "code"),
    [(row("14-6", "Anna"), "wrong-dealer"), (row("-"), "wrong-score"), (row("6-14"), "wrong-score")],
)
def test_what_differs(league: Importer, changed: str, code: str) -> None:
    league.import_rows(*TO_THREE)
    assert faults(league.import_rows(changed, TO_THREE[1])) == [(code, 2)]


def test_other_rules_target_or_table_are_faults(league: Importer) -> None:
    league.import_rows(*TO_THREE)
    outcome = league.import_rows(*(each.replace("bohemian,3", "bohemian,4") for each in TO_THREE))
    assert faults(outcome) == [("wrong-session", 2)]
    assert "session amend 1 --target" in messages(outcome)


def test_what_was_corrected_since_is_there_already(league: Importer) -> None:
    league.import_rows(row("14-6"), row("12-8", "Anna"))
    league.rescore(1, 2, 9, 11)
    old = league.import_rows(row("14-6"), row("12-8", "Anna"), row("13-7"))
    # The sheet as it was, with a deal more; and the sheet corrected like the ledger.
    assert "session 1, deal 2 of the file: already there, corrected on 2026-11-26" in lines(old)[-1]
    new = league.import_rows(row("14-6"), row("9-11", "Anna"), row("13-7"))
    assert lines(new)[0] == "s.csv: nothing new; 3 deals were there already."
    assert league.standing() == [("Anna", "Ben", State.OPEN, (2, 1), 3)]


def test_what_was_removed_since_is_not_added_again(league: Importer) -> None:
    league.import_rows(row("14-6"), row("12-8", "Anna"))
    league.correct(1, 2, lambda _content: VOID)
    outcome = league.import_rows(row("14-6"), row("12-8", "Anna"))
    assert "already there, removed on 2026-11-26" in lines(outcome)[-1]
    assert league.standing()[0][-1] == 1


def test_a_session_that_was_made_void_takes_nothing_more(league: Importer) -> None:
    league.import_rows(row("14-6"))
    start = league.sessions()[0].entries[0]
    from schneider_league.store.ledger import Draft, append

    with Database(league.address, league.clock).writing() as store:
        append(store, 1, [Draft(VOID, replaces=start.id)], reason="opened by mistake")
    assert lines(league.import_rows(row("14-6"))) == [
        "s.csv: nothing new; 1 deal was there already.",
        "session 1: already there, made void on 2026-11-26.",
    ]
    assert faults(league.import_rows(*TO_THREE)) == [("after-end", 3)]


def test_renamed_merged_and_anonymised_players_keep_their_sheets(league: Importer) -> None:
    league.import_rows(*TO_THREE)
    with Database(league.address).writing() as store:
        rename_player(store, 1, "Johanna")
        remove_names(store, 2)
        append_player_entry(store, 2, "anonymise")
    outcome = league.import_rows(*TO_THREE)
    assert lines(outcome) == ["s.csv: nothing new; 2 deals were there already."]
    assert len(league.sessions()) == 1


def test_players_are_found_by_name_or_alias_however_it_is_written(league: Importer) -> None:
    league.import_rows("2026-11-26,s1,Jörg Müller,Ben,Ben,14,6,,,")
    with Database(league.address).writing() as store:
        add_alias(store, 2, "Benedikt")
    outcome = league.import_rows(
        "2026-11-27,s2,MUELLER JOERG,benedikt,benedikt,14,6,,,",
        "2026-11-28,s3,Jorg Muller,Ben,Ben,14,6,,,",
    )
    assert outcome.new_players == ()
    assert league.names() == ["Jörg Müller", "Ben"]


def test_a_beginning_of_a_name_is_somebody_new_and_flagged(league: Importer) -> None:
    league.import_rows("2026-11-26,s1,Anna Nováková,Ben,Ben,14,6,,,")
    outcome = league.import_rows("2026-11-27,s2,Anna,Benn,Benn,14,6,,,")
    assert [(player.name, player.near) for player in outcome.new_players] == [
        ("Anna", ("Anna Nováková",)),
        ("Benn", ("Ben",)),
    ]
    assert any("player merge 'Benn' 'Ben'" in hint for hint in import_hints(outcome))


def test_only_known_players(league: Importer) -> None:
    league.import_rows("2026-11-26,s1,Anna,Ben,Ben,14,6,,,")
    outcome = league.import_rows(
        "2026-11-27,s1,Anna,Dora,Dora,14,6,,,",
        "2026-11-27,s2,Dora,Ben,Dora,14,6,,,",
        known_players=True,
    )
    assert faults(outcome) == [("unknown-player", 2)]
    assert outcome.only_unknown_names
    assert league.names() == ["Anna", "Ben"]


def test_two_names_of_one_player(league: Importer) -> None:
    league.import_rows("2026-11-26,s1,Anna,Ben,Ben,14,6,,,", "2026-11-26,s2,Annie,Cara,Cara,14,6,,,")
    with Database(league.address).writing() as store:
        append_player_entry(store, 3, "merge", into=1)
    outcome = league.import_rows("2026-11-27,s1,Anna,Annie,Anna,14,6,,,")
    assert "are the same player, Anna" in messages(outcome)


def test_names_are_data(league: Importer) -> None:
    names = ["[bold]x[/bold]", "<script>", "'=1+1", "ジロー 太郎", "محمد", "x" * 200, "😀"]
    rows = [f'2026-11-26,s{index},"{name}",Ben,Ben,14,6,,,' for index, name in enumerate(names)]
    assert league.import_rows(*rows).is_stored
    assert set(league.names()) == {*names, "Ben"} - {"'=1+1"} | {"=1+1"}


def test_what_the_table_did_is_stored_marked_with_a_reason(league: Importer) -> None:
    rows = (row("14-6"), row("12-8"), row("15-5", "Anna"), row("11-9"))
    assert faults(league.import_rows(*rows)) == [("wrong-dealer", 3), ("after-end", 5)]
    assert faults(league.import_rows(*rows, accept="wrong-dealer", reason="they forgot")) == [("after-end", 5)]
    outcome = league.import_rows(*rows, accept="wrong-dealer,after-end", reason="they forgot")
    assert outcome.accepted == 2
    (session,) = league.sessions()
    assert [deal.entry.content.accepted for deal in session.rows] == [(), ("wrong-dealer",), (), ("after-end",)]
    assert [deal.entry.reason for deal in session.rows] == [None, "they forgot", None, "they forgot"]
    assert (session.score, session.rows[3].is_after_end) == ((3, 0), True)
    # What was accepted need not be accepted again.
    assert lines(league.import_rows(*rows)) == ["s.csv: nothing new; 4 deals were there already."]


def test_what_cannot_be_accepted() -> None:
    assert {code.value for code in parse_accepted(["must-*", "bad-exchange,after-end"])} == {
        *("must-follow", "must-win", "must-trump", "bad-exchange", "after-end")
    }
    for word in ("wrong-score", "syntax", "nonsense", "*"):
        with pytest.raises(UsageError):
            parse_accepted([word])


def test_a_wrong_claim_is_never_accepted(league: Importer) -> None:
    outcome = league.import_rows(row("14-7"), accept="must-*,wrong-dealer,after-end", reason="so it was")
    assert faults(outcome) == [("wrong-score", 2)]


def test_keyboard_and_sheet_do_not_double_a_deal(league: Importer) -> None:
    """The sheet goes on with a deal that was typed in meanwhile."""
    league.import_rows(row("14-6"))
    from schneider_league.records.ledger import Content, EntryKind
    from schneider_league.store.ledger import Draft, append

    with Database(league.address).writing() as store:
        append(store, 1, [Draft(Content(EntryKind.DEAL, dealer=0, score=(12, 8)))])
    outcome = league.import_rows(row("14-6"), row("12-8", "Anna"), row("13-7"))
    assert lines(outcome)[0] == "s.csv: 1 session continued, 1 deal; 2 deals were there already (import 2)."


# --- taking an import back ---


def test_the_wrong_file_is_taken_back_and_imports_anew(league: Importer) -> None:
    league.import_rows(*TO_THREE)
    told = league.undo(1)
    assert "1 session made void, 2 deals taken out" in told[0]
    assert told[1].endswith("removed: Anna, Ben.")
    assert (league.standing(), league.names()) == ([], [])
    assert league.import_rows(*TO_THREE).is_stored
    assert (league.standing(), league.names()) == ([("Anna", "Ben", State.FINISHED, (3, 0), 2)], ["Anna", "Ben"])
    with pytest.raises(StateError, match="taken back already"):
        league.undo(1)
    with pytest.raises(StateError, match="no import"):
        league.undo(2)


def test_only_what_grew_is_taken_back(league: Importer) -> None:
    league.import_rows(row("14-6"))
    league.import_rows(*TO_THREE)
    with pytest.raises(StateError, match="continued since"):
        league.undo(1)
    league.undo(2)
    assert league.standing() == [("Anna", "Ben", State.OPEN, (1, 0), 1)]
    assert lines(league.import_rows(*TO_THREE))[0].startswith("s.csv: 1 session continued, 1 deal;")
    assert league.standing() == [("Anna", "Ben", State.FINISHED, (3, 0), 2)]


def test_an_import_that_was_corrected_since_stays(league: Importer) -> None:
    league.import_rows(*TO_THREE)
    league.rescore(1, 2, 12, 8)
    with pytest.raises(StateError, match="corrected since") as raised:
        league.undo(1)
    assert raised.value.exit_status == 5
    league.rescore(1, 2, 16, 4)  # back to what it was
    assert "1 session made void" in league.undo(1)[0]


def test_players_in_other_sessions_stay(league: Importer) -> None:
    league.import_rows(*TO_THREE)
    league.import_rows("2026-11-27,s9,Anna,Cara,Cara,14,6,,,")
    assert league.undo(1)[1].endswith("removed: Ben.")
    assert league.names() == ["Anna", "Cara"]


# --- deal records ---


def test_records_keep_their_plays_and_come_twice_as_once(league: Importer) -> None:
    files = [str(SAMPLES / name) for name in ("thursday-bohemian.sdr", "points-marriage.sdr", "next-higher-german.sdr")]
    outcome = league.import_(*files)
    assert outcome.is_stored, messages(outcome)
    assert sorted(outcome.new_events) == ["Last tram", "Old rules evening", "Thursday night"]
    assert [standing[2:] for standing in league.standing()] == [
        (State.FINISHED, (6, 7), 10),
        (State.OPEN, (5, 0), 4),
        (State.FINISHED, (4, 2), 4),
    ]
    written = [[deal.entry.content.plays is not None for deal in session.rows] for session in league.sessions()]
    assert [sum(each) for each in written] == [10, 4, 4]
    assert not league.import_(*files).is_stored
    assert verify(league.address).findings == ()


def test_records_are_checked_as_replay_checks_them(league: Importer) -> None:
    outcome = league.import_(str(SAMPLES / "mistakes.sdr"))
    codes = {code for code, _line in faults(outcome)}
    assert {"must-follow", "wrong-score", "duplicate-card", "after-end", "bad-card"} <= codes
    assert league.sessions() == []


def test_records_need_a_session_and_a_day(league: Importer) -> None:
    record = '[NonDealer "Anna"]\n[Dealer "Ben"]\n[Score "14-6"]\n'
    file = league.write("r.sdr", record)
    assert faults(league.import_(file)) == [("missing-tag", 1), ("missing-tag", 1)]
    named = league.write("n.sdr", f'[Session "s"]\n{record}')
    assert faults(league.import_(named)) == [("missing-tag", 1)]
    from datetime import date

    assert league.import_(named, date=date(2026, 11, 26)).is_stored


def test_a_deal_broken_off_is_kept_as_a_misdeal(league: Importer) -> None:
    text = '[Date "2026-11-26"]\n[Session "s"]\n[NonDealer "Anna"]\n[Dealer "Ben"]\n[Result "*"]\n'
    league.import_(league.write("r.sdr", text))
    (session,) = league.sessions()
    assert [(deal.score, deal.entry.content.note) for deal in session.rows] == [(None, "broken off")]
    assert lines(league.import_(league.export("x.sdr", "sdr"))) == ["x.sdr: nothing new; 1 deal was there already."]


def test_a_revoke_that_nobody_saw(league: Importer) -> None:
    records = (Path(__file__).parents[1] / "data" / "deal-records" / "duties.sdr").read_text("utf-8").split("\n\n[")
    record = next(each for each in records if 'Rules "bohemian+follow-suit"' in each)
    record = f"[{record}" if not record.startswith("[") else record
    text = f'[Session "s"]\n[Date "2026-11-26"]\n{record}\n'
    found = [code for code, _line in faults(league.import_(league.write("r.sdr", text)))]
    assert found
    assert set(found) == {"must-follow"}
    outcome = league.import_(league.write("r.sdr", text), accept="must-*", reason="nobody saw it")
    assert outcome.is_stored
    assert league.sessions()[0].rows[0].entry.content.accepted == ("must-follow",)
    assert lines(league.import_(league.write("r.sdr", text))) == ["r.sdr: nothing new; 1 deal was there already."]


def import_revoke(league: Importer) -> str:
    records = (Path(__file__).parents[1] / "data" / "deal-records" / "duties.sdr").read_text("utf-8").split("\n\n[")
    record = next(each for each in records if 'Rules "bohemian+follow-suit"' in each)
    file = league.write("rev.sdr", f'[Session "s"]\n[Date "2026-11-26"]\n[{record.removeprefix("[")}\n')
    assert league.import_(file, accept="must-follow", reason="nobody saw").is_stored
    return file


def test_what_was_accepted_is_marked_where_people_look(league: Importer) -> None:
    import_revoke(league)

    def shown(*, history: bool) -> tuple[str, dict[str, object]]:
        report = session_report(view_session(league.address, "1", history=history))
        texts = [cell for each in report.rows for cell in report.cells(each)]
        values = [each.values for each in report.rows if each.values.get("deal") == 1]
        return "\n".join(texts), dict(values[0])

    for history in (False, True):
        text, values = shown(history=history)
        assert "must-follow accepted: nobody saw" in text
        assert values["accepted"] == ["must-follow"]
    league.rescore(1, 1, 14, 6)  # a correction has a reason of its own
    assert "must-follow accepted: nobody saw" in shown(history=False)[0]
    assert "typo; must-follow accepted: nobody saw" in shown(history=True)[0]


def test_replay_says_what_was_accepted(league: Importer) -> None:
    import_revoke(league)
    tally = Tally()
    (shown,) = list(replay_report(replay_league(league.address), ["the league"], tally).rows)
    assert shown.details[0].startswith("must-follow accepted: nobody saw (")
    assert (shown.values["problems"], shown.shown["check"], shown.alert) == ([], "accepted", False)
    accepted: Any = shown.values["accepted"]
    assert [(each["code"], each["reason"]) for each in accepted] == [("must-follow", "nobody saw")]
    assert tally.notes() == ["1 record, none faulty.", "Accepted by the table: must-follow 1."]


def test_records_that_were_removed_or_corrected_since_are_said(league: Importer) -> None:
    file = str(SAMPLES / "thursday-bohemian.sdr")
    league.import_(file)
    exported = league.export("x.sdr", "sdr")
    league.correct(1, 5, lambda _content: VOID)
    league.rescore(1, 4, 12, 8)
    for again in (file, exported):
        told = lines(league.import_(again))
        assert "session 1, deal 4 of the file: already there, corrected on 2026-11-26: " in told[1]
        assert told[2] == "session 1, deal 5 of the file: already there, removed on 2026-11-26."


def test_all_faults_of_a_row_in_one_run(league: Importer) -> None:
    stray = league.import_rows("2026-10-01,w,A,,A,14,6,,-3,", "x,w,A,B,C,14,7,nonsense,3,")
    said = [(problem.where.line, problem.message.partition(":")[0]) for problem in stray.problems]
    assert sorted(said) == [
        *[(2, "player_b"), (2, "target")],
        *[(3, "date"), (3, "dealer"), (3, "rules")],
    ]


def test_deals_without_their_number(league: Importer) -> None:
    header = "date,session,player_a,player_b,dealer,score_a,score_b,target,format"
    with_target = league.import_(league.sheet("2026-11-26,s,A,B,A,14,6,6,deals", header=header))
    assert "write 'deals 6' here, and leave the target empty" in messages(with_target)
    without = league.import_(league.sheet("2026-11-26,s,A,B,A,14,6,,deals", header=header))
    assert "write how many, such as 'deals 6'" in messages(without)


def test_who_went_with_an_import_is_still_named_in_its_void_sessions(league: Importer) -> None:
    league.import_rows(*TO_THREE)
    league.undo(1)
    assert view_session(league.address, "1", history=True).names == ("Anna", "Ben")
    assert [line.name for line in list_all_players(league.address)] == []
    with pytest.raises(NotFoundError):
        view_player(league.address, "Anna")
    add_players(league.address, ["Anna"])  # the name is free
    export = league.export("l.jsonl", "league")
    assert not league.import_(export).is_stored
    assert league.import_rows(*TO_THREE).is_stored
    assert league.names() == ["Anna", "Ben"]
    assert verify(league.address).findings == ()
    # Whose name is to vanish vanishes there too.
    anonymise_player(league.address, "Anna")
    assert view_session(league.address, "1").names == ("Player 1", "Ben")
    assert verify(league.address).findings == ()


def test_plays_that_come_later_are_added_to_their_deals(league: Importer) -> None:
    season = SAMPLES / "season"
    league.import_(str(season / "november.csv"))
    final = str(season / "final.sdr")
    outcome = league.import_(final)
    assert [code for code, _line in faults(outcome)] == ["wrong-score"]
    number = next(session.id for session in league.sessions() if session.score == (6, 7) and len(session.rows) == 10)
    league.rescore(number, 10, 11, 9)
    assert "the plays of 10 deals added" in lines(league.import_(final))[0]
    session = league.sessions()[number - 1]
    assert (session.score, {deal.entry.content.plays is not None for deal in session.rows}) == ((7, 6), {True})
    assert not league.import_(final).is_stored
    with pytest.raises(StateError):
        league.undo(1)
    assert "10 deals as before" in league.undo(2)[0]
    assert verify(league.address).findings == ()


def test_players_are_listed_once_for_all_files(league: Importer) -> None:
    one, two = league.sheet(*TO_THREE, name="1.csv"), league.sheet(row("14-6", session="x"), name="2.csv")
    assert [player.name for player in league.import_(one, two).new_players] == ["Anna", "Ben"]
    with Database(league.address).reading() as store:
        assert len(list_players(store)) == 2


def test_an_old_and_a_grown_copy_in_one_command(league: Importer) -> None:
    old, new = league.sheet(row("14-6"), name="old.csv"), league.sheet(*TO_THREE, name="new.csv")
    assert league.import_(old, new).is_stored
    assert league.standing() == [("Anna", "Ben", State.FINISHED, (3, 0), 2)]
