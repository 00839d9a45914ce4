"""Which commands there are: a static table, so that `--help` imports none of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, TypeAlias


class Verb(NamedTuple):
    """One command."""

    function: str
    """Where it is: `module:function`, the module within this package."""
    line: str
    """What it does, in one line of help."""


class Noun(NamedTuple):
    """A thing that several commands are about."""

    line: str
    verbs: Mapping[str, Verb]
    usual: str | None = None
    """The verb that is meant where none is named; None where one has to be."""


Tree: TypeAlias = Mapping[str, "Verb | Noun"]

TREE: Tree = {
    "init": Verb("database:init", "Make the league's database."),
    "demo": Verb("demo:demo", "Make a sample club and show each command that does it."),
    "rules": Noun(
        "The games: list the rulesets, or read one in words.",
        {
            "list": Verb("rules:list_rules", "List the rulesets."),
            "show": Verb("rules:show_rules", "Show one ruleset in words, with its sources."),
            "add": Verb("rules:add_rules", "Let the league know a house rule."),
        },
    ),
    "standings": Verb("standings:standings", "Show the table of the league or of an event."),
    "ratings": Noun(
        "Ratings: the list (meant where no command is named), a history, a session explained.",
        {
            "list": Verb("ratings:list_ratings", "Show the rating list."),
            "history": Verb("ratings:show_history", "Show how a player's rating came about."),
            "explain": Verb("ratings:explain_session", "Show how a session changed two ratings."),
        },
        usual="list",
    ),
    "head-to-head": Verb("standings:head_to_head", "Show all sessions of two players with each other."),
    "player": Noun(
        "Players: add, find, rename, merge, retire or anonymise them.",
        {
            "add": Verb("player:add", "Add players."),
            "list": Verb("player:list_players", "List the players."),
            "show": Verb("player:show", "Show a player: names, sessions, what happened to them."),
            "rename": Verb("player:rename", "Give a player another name; the old one stays an alias."),
            "alias": Verb("player:alias", "Give a player further names, or take some away."),
            "merge": Verb("player:merge", "Let one player's sessions count for another: they are one person."),
            "unmerge": Verb("player:unmerge", "Take a merge back."),
            "retire": Verb("player:retire", "Note that a player plays no longer."),
            "return": Verb("player:return_", "Note that a player who retired plays again."),
            "anonymise": Verb("player:anonymise", "Let a player's name vanish; results stay."),
            "remove": Verb("player:remove", "Remove a player who never played."),
        },
    ),
    "replay": Verb("replay:replay", "Check deal records, or print one trick by trick."),
    "convert": Verb("convert:convert", "Write deal records in another form, without loss."),
    "import": Verb("importing:import_", "Store what score sheets, deal records and league files state."),
    "export": Verb("exporting:export", "Write the league, or its deals, to a file."),
    "session": Noun(
        "Sessions: start one, enter its deals, put right what was entered.",
        {
            "start": Verb("session:start", "Start a session of two players."),
            "score": Verb("session:score", "Enter the score of the next deal."),
            "misdeal": Verb("session:misdeal", "Enter a misdeal."),
            "undo": Verb("session:undo", "Take back what was entered last."),
            "redo": Verb("session:redo", "Do again what undo took back."),
            "pad": Verb("pad:pad", "Keep the score at the tables, line by line."),
            "correct": Verb("session_corrections:correct", "Put right the score of a deal."),
            "insert": Verb("session_corrections:insert", "Insert a deal that was forgotten."),
            "remove": Verb("session_corrections:remove", "Take out a deal."),
            "amend": Verb("session_corrections:amend", "Put right what a session was started with."),
            "void": Verb("session_corrections:void", "Make a session void."),
            "close": Verb("session:close", "End a timed session."),
            "abandon": Verb("session:abandon", "End a session without a result."),
            "forfeit": Verb("session:forfeit", "End a session that somebody gives up."),
            "result": Verb("session:result", "Enter a whole session of which only the end is known."),
            "show": Verb("session_views:show", "Show the score sheet of a session."),
            "list": Verb("session_views:list_sessions", "List sessions."),
        },
    ),
    "event": Noun(
        "Events: a night, a season or a tournament; players enter, rounds are paired, the table follows.",
        {
            "create": Verb("event:create", "Make an event: open, round-robin, Swiss, knockout."),
            "enter": Verb("event_entrants:enter", "Enter players; also late, from a file or another event's best."),
            "withdraw": Verb("event_entrants:withdraw", "Take players out of the rounds to come."),
            "absent": Verb("event_entrants:absent", "Note that players miss a round."),
            "pair": Verb("event_rounds:pair", "Draft the next round, or publish it."),
            "unpair": Verb("event_rounds:unpair", "Take back a round of which nothing was played."),
            "forfeit": Verb("event_rounds:forfeit", "Enter that a game is not played since somebody did not come."),
            "close": Verb("event_rounds:close", "End all timed sessions of a round."),
            "undo": Verb("event_rounds:undo", "Take back what was entered last of an event."),
            "redo": Verb("event_rounds:redo", "Do again what undo took back."),
            "amend": Verb("event:amend", "Put right what was settled for an event."),
            "show": Verb("event:show", "Show who is in it, the current round, and what comes next."),
            "list": Verb("event:list_events", "List the events."),
            "rounds": Verb("event_views:rounds", "Show all rounds with their results."),
            "crosstable": Verb("event_views:crosstable", "Show who played whom."),
            "pairings": Verb("event_views:pairings", "Show the boards of a round."),
            "slips": Verb("event_views:slips", "Print blank score slips for a round."),
            "history": Verb("event_views:history", "Show all that was entered of an event."),
            "finish": Verb("event_rounds:finish", "Say that the table is final."),
        },
    ),
    "bot": Noun(
        "Bots: let them play each other, play against one, write your own.",
        {
            "list": Verb("bot:list_bots", "List the bots that can be named."),
            "new": Verb("bot:new", "Write a bot of your own to begin with."),
            "check": Verb("bot:check", "Check whether a bot keeps to the protocol."),
            "play": Verb("bot_play:play", "Play against a bot."),
            "round-robin": Verb("bot_run:round_robin", "Let each bot play each other, and rate them."),
            "gauntlet": Verb("bot_run:gauntlet", "Let the first bot play each of the others, and rate them."),
            "resume": Verb("bot_run:resume", "Go on with a run that was interrupted."),
            "show": Verb("bot_run:show", "Show what came of a run."),
            "deal": Verb("bot_run:deal", "Write a deal of a run as a deal record."),
        },
    ),
    "site": Verb("site:site", "Make a static site of the whole league."),
    "db": Noun(
        "The database itself: what it is, brought up to date, verified, copied.",
        {
            "status": Verb("database:status", "Show which database it is, its version and what it holds."),
            "upgrade": Verb("database:upgrade", "Bring the database up to the version of this program."),
            "verify": Verb("database:verify", "Look through everything for what is wrong."),
            "backup": Verb("database:backup", "Copy the league to a file, as of one moment."),
        },
    ),
}
