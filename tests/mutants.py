"""Break one rule at a time, and see that a test fails: run by hand, not by pytest.

    python tests/mutants.py [WORD ...] [--jobs 2]

Each mutant is one change of one line, made to a scratch copy of the package and of the tests of `game` and `records`.
Those tests are run against the copy until the first one fails; a mutant that no test notices survives. Printed are the
survivors; the exit status is 1 if there are any, or if a text to be changed is not found exactly once. With words, only
the mutants whose file or text contains one of them are tried.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]


class Mutant(NamedTuple):
    """`old` stands once in the file, and is replaced by `new`."""

    file: str
    old: str
    new: str


def of(file: str, *changes: tuple[str, str]) -> list[Mutant]:
    return [Mutant(file, old, new) for old, new in changes]


MUTANTS = [
    *of(
        "game/kernel.py",
        # the pack and what counts
        ("return 4 * (8 - rules.lowest_rank)", "return 4 * 8"),
        ("return pack_size(rules) - 2 * HAND_SIZE", "return pack_size(rules) - HAND_SIZE"),
        ("0x01010101 * ((0xFF << rules.lowest_rank) & 0xFF)", "0x01010101 * 0xFF"),
        ("4 * sum(rules.units) + rules.last_trick", "4 * sum(rules.units)"),
        ("rules.units[led & 7] + rules.units[response & 7]", "rules.units[led & 7]"),
        # what beats what
        ("(2 << led) & suit if rules.next_higher", "(-2 << led) & suit if rules.next_higher"),
        ("else (-2 << led) & suit", "else (-1 << led) & suit"),
        (
            "if trump >= 0 and led >> 3 != trump:\n        return higher | 0xFF",
            "if trump >= 0:\n        return higher | 0xFF",
        ),
        ("return higher | 0xFF << (trump << 3)", "return higher"),
        # duties
        ("if talon == 0 and rules.strict_second_half:", "if rules.strict_second_half:"),
        ("return winning if winning else following", "return following"),
        ("return trumps if trumps else hand", "return hand"),
        ("return following if following else hand", "return following"),
        ("    if rules.follow:\n", "    if False:\n"),
        ("following & beaters(rules, led, trump)", "hand & beaters(rules, led, trump)"),
        ("    if response >> 3 == led >> 3:\n        return WIN", "    if False:\n        return WIN"),
        ("return FOLLOW if hand & 0xFF << (led & 24) else TRUMP", "return FOLLOW"),
        # announcements
        ("return trump * 8 + rules.lowest_rank", "return trump * 8"),
        ("rules.exchange == 1 and talon > 0 and", "rules.exchange == 1 and"),
        ("rules.exchange == 1 and talon > 0 and", "talon > 0 and"),
        ("rules.exchange == 1 and talon > 0 and", "rules.exchange == 1 and talon > 2 and"),
        ("rules.marriage_trump if suit == trump else", "rules.marriage_plain if suit == trump else"),
        ("pair = 0x60 << (suit << 3)", "pair = 0x30 << (suit << 3)"),
        ("hand & pair == pair and", "hand & pair != 0 and"),
        (" and declared >> suit & 1 == 0", ""),
        ("marriage_units(rules, suit, trump) > 0 and ", ""),
        # the result
        ("        return TIE", "        return SIMPLE"),
        ("    if rules.difference:", "    if False:"),
        ("rules.schwarz == 1 and loser_units == 0", "rules.schwarz == 1 and loser_tricks == 0"),
        ("rules.schwarz == 2 and loser_tricks == 0", "rules.schwarz == 2 and loser_units == 0"),
        ("winner_units >= rules.schneider_at", "winner_units > rules.schneider_at"),
        ("return winner_units - loser_units", "return winner_units"),
        ("        return rules.award_schneider", "        return rules.award_simple"),
        ("rules.award_schwarz if level == SCHWARZ", "rules.award_schneider if level == SCHWARZ"),
    ),
    *of(
        "game/ruleset.py",
        ("last_trick=10,", "last_trick=0,"),
        ("    schneider_at=91,", "    schneider_at=90,"),
        ("    win_at=66,", "    win_at=65,"),
        ("(0, 0, 0, 10, 2, 3, 4, 11)", "(0, 0, 0, 2, 10, 3, 4, 11)"),
        (
            'honours=("A", "K", "Q", "J"), win_at=9, schneider_at=13',
            'honours=("A", "K", "Q", "J"), win_at=9, schneider_at=12',
        ),
        ("marriage=(20, 40)", "marriage=(20, 20)"),
        ("last_trick=0, win_at=61, schneider_at=90", "last_trick=0, win_at=61, schneider_at=91"),
        ("schwarz=Schwarz.ALL_TRICKS, target=3", "schwarz=Schwarz.ALL_TRICKS"),
        ('awards="difference", target=50', 'awards="difference"'),
        ("lambda r: replace(r, follow=Follow.FOLLOW)", "lambda r: replace(r)"),
        ("    target: int = 7", "    target: int = 10"),
        ("schneider_at: int = 16", "schneider_at: int = 15"),
        ("awards: Awards = (1, 2, 3)", "awards: Awards = (1, 2, 4)"),
        ("    second_half=SecondHalf.FOLLOW_WIN_TRUMP,", ""),
        ("    exchange=True,", ""),
        ("if modifiers.count(modifier) > 1:", "if False:"),
        ("(m for m in available if m in modifiers)", "modifiers"),
    ),
    *of(
        "game/score.py",
        ("tricks[1] if first_won else tricks[0]", "tricks[0] if first_won else tricks[1]"),
        ("(points, 0) if first_won else (0, points)", "(points, 0)"),
        ("return units[0] != units[1] and min(units) == 0", "return min(units) == 0"),
        ("        if cards % 2 == 0:\n", "        if True:\n"),
        (
            "has_tricks, other_has_tricks = cards > 0, cards < ruleset.cards",
            "has_tricks, other_has_tricks = True, True",
        ),
        ("if (has or not first) and (other_has or not second)", "if True"),
        ("units = ruleset.total + marriages", "units = ruleset.total"),
        ("level, points = Level.SCHNEIDER, ruleset.awards[1]", "level, points = Level.SCHNEIDER, ruleset.awards[2]"),
        ("if loser == 0:", "if loser == 1:"),
        ("loser_tricks = 0 if all_tricks else 1", "loser_tricks = 0"),
    ),
    *of(
        "game/session.py",
        ("return 1 - dealer if has_winner else dealer", "return 1 - dealer"),
        (">= self.target", "> self.target"),
        ("self.won_deals >= self.deals", "self.won_deals > self.deals"),
        ("self.won_deals += has_winner", "self.won_deals += 1"),
    ),
    *of(
        "game/deal.py",
        ("card_set((*pack[0:3], *pack[6:9]))", "card_set(pack[0:6])"),
        ("            self._leader = responder\n", "            pass\n"),
        ("            self._units[winner] += self._rules.last_trick", "            pass"),
        ("            self._declared |= 1 << announcement\n", ""),
        ("            self._talon[0] = given\n", ""),
        (
            '            raise NotAllowedError("the winner of the last trick announces or draws first")',
            "            pass",
        ),
        ("if not self._announcing or announcement not in", "if announcement not in"),
        ("            self._hands[1 - self._leader] |= 1 << self._talon.pop()", "            self._talon.pop()"),
        (
            "return self._talon[0] if self._talon and self.ruleset.has_trumps else None",
            "return self._talon[0] if self._talon else None",
        ),
        ("return not self._hands[0] and not self._hands[1] and not self._announcing", "return not self._hands[0]"),
    ),
    *of(
        "game/replay.py",
        ("            other &= ~bit\n", ""),
        ("            mine &= ~bit\n", ""),
        ("                mine &= ~early\n", ""),
        ("                other &= ~early\n", ""),
        ("(1 << turned & ~early)", "(1 << turned)"),
        ("                turned = given\n", ""),
        ("                declared |= 1 << what\n", ""),
        ("                marriages += kernel.marriage_units(rules, what, trump)\n", ""),
        ("duties = denied if left else denied_at_end", "duties = denied"),
        ("        units[leader] += rules.last_trick", "        pass"),
        ("sum(won) == kernel.pack_size(rules) // 2", "True"),
        ("            mine, other = other, mine\n", ""),
    ),
    *of(
        "game/tables.py",
        (
            "if duty:\n            denied[duty] = denied.get(duty, 0) | 1 << card",
            "if duty:\n            denied[duty] = 1 << card",
        ),
        ("for talon in (1, 0)", "for talon in (0, 0)"),
        ("sum(mask for _duty, mask in", "max(mask for _duty, mask in"),
    ),
    *of(
        "game/unseen.py",
        ("now[1 - leader] |= 1 << top + 1", "now[1 - leader] |= 1 << top"),
        ("if number <= draws:", "if number < draws:"),
        ("int(number <= course.draws)", "int(number < course.draws)"),
        ("and play.trick <= claim.trick else", "and play.trick < claim.trick else"),
        ("allowed[card] &= had if present else ~had", "allowed[card] &= had"),
        ("return is_after and claim.side == self.exchange.side", "return claim.side == self.exchange.side"),
        ("return is_after and claim.side == self.exchange.side", "return is_after"),
        ("claim.trick > self.course.draws and claim.side", "claim.side"),
        ("return self if self.exchange is claim else None", "return self"),
        ("allowed | {turned: allowed[turned] & last} if strict", "allowed if strict"),
        ("or seven == turned or not pack >> seven & 1", "or not pack >> seven & 1"),
        ("(taken.side != claim.side or taken.trick <= claim.trick)", "taken.side != claim.side"),
        ("(taken.side != claim.side or taken.trick <= claim.trick)", "taken.trick <= claim.trick"),
        ("(given.side != course.last_drawer() or given.trick <= course.draws)", "given.side != course.last_drawer()"),
        ("{turned: last, seven: held}", "{turned: last}"),
        ("if claim.position < 0 and claim.trick == broken_in:", "if False:"),
        ("        worlds = left\n", ""),
        ("            declared |= 1 << claim.what\n", ""),
        ("            units[claim.side] += pair", "            pass"),
        ("if number == course.places // 2:", "if False:"),
        ("return 1 - self.winners[self.draws - 1] if", "return self.winners[self.draws - 1] if"),
        ("if holder is None or self._find_place(holder, tried):", "if holder is None:"),
        ("and play.side == claim.side and play.trick > claim.trick", "and play.side == claim.side"),
    ),
    *of(
        "game/cards.py",
        ("key=lambda card: (card >> 3, -card)", "key=lambda card: card"),
        ('{Alphabet.FRENCH: {"T": TEN}', '{Alphabet.FRENCH: {"T": NINE}'),
        ('Alphabet.GERMAN: {"G": 1}', 'Alphabet.GERMAN: {"G": 3}'),
        ('("E", "L", "H", "S")', '("E", "H", "L", "S")'),
        ('"10", "U", "O", "K", "D")', '"10", "O", "U", "K", "D")'),
    ),
    *of(
        "game/house_rules.py",
        ("    if ruleset.exchange and not ruleset.has_trumps:", "    if False:"),
        ("    if ruleset.marriage[1] and not ruleset.has_trumps:", "    if False:"),
        ("SecondHalf.FOLLOW_WIN_TRUMP and not ruleset.has_trumps", "SecondHalf.FOLLOW_WIN_TRUMP and False"),
        ("    if ruleset.win_at != majority:", "    if ruleset.win_at < majority:"),
        ("<= ruleset.schneider_at <= ruleset.total", "<= ruleset.schneider_at"),
        ("if not simple <= schneider <= schwarz:", "if not simple <= schneider:"),
        ("if len(set(value)) < len(value):", "if False:"),
        ("    if absent:\n", "    if False:\n"),
        ("if name.lower() in BASES or name.lower() in known:", "if name.lower() in BASES:"),
        ("except RecursionError:", "except ZeroDivisionError:"),
    ),
    *of(
        "records/checks.py",
        ("normal_name(non_dealer) == normal_name(dealer)", "non_dealer == dealer"),
        ('case.tags.get("Result") == claims.BROKEN_OFF:\n        case.level', "True:\n        case.level"),
        ("plays.repeated.trick <= case.ruleset.tricks", "True"),
        ("plays.bad_word.trick <= case.ruleset.tricks", "True"),
        ("    if written > tricks:\n", "    if written > tricks + 1:\n"),
        ("first = written if is_cut else written + 1", "first = written"),
        ("    if units not in possible_scores(ruleset):\n", "    if sum(units) != ruleset.total:\n"),
        ("believed = everything and result == schwarz.game_points", "believed = everything"),
        ("believed = everything and result == schwarz.game_points", "believed = False"),
        (
            "case.outcome = forfeited_outcome(case.ruleset, cause.loser, marriages)",
            "case.outcome = forfeited_outcome(case.ruleset, cause.loser)",
        ),
        ("claimed is not None and claimed != case.outcome.units", "False"),
        (
            "result is None or claimed is None or claimed == result",
            "result is None or claimed is None or claimed == result or claimed == '*'",
        ),
    ),
    *of(
        "records/deal_checks.py",
        ("if sum(map(mask_of, talon), sum(hands)) != case.ruleset.pack:", "if False:"),
        ("cards[0] != case.talon[-1]", "cards[0] != case.talon[0]"),
        ("case.turned = case.talon[-1]", "case.turned = case.talon[0]"),
        ("    elif not ruleset.has_trumps:", "    elif False:"),
        ("elif ruleset.has_trumps and case.kind is RecordKind.TRICKS_ONLY:", "elif False:"),
        ("        if card is not None and pack >> card & 1:", "        if card is not None:"),
    ),
    *of(
        "records/sessions.py",
        ("and progress.dealer != dealer", "and False"),
        ("expected = session.number + 1", "expected = 1"),
        ("session.number = expected if written is None else written", "session.number = expected"),
        ("    if progress.is_over:\n", "    if False:\n"),
        ("if drift not in ((0, 0), session.drift):", "if drift != (0, 0):"),
        ("        session.drift = drift\n", ""),
        ("by_player = points if non_dealer == 0 else (points[1], points[0])", "by_player = points"),
        ("ruleset.name != session.ruleset.name", "False"),
        ("        target = None\n", "        pass\n"),
        ("return claimed if isinstance(claimed, tuple) else (0, 0)", "return (0, 0)"),
        ("form is not None and form != session.format", "False"),
    ),
    *of(
        "records/plays.py",
        ("if played & ~pack or played.bit_count() < len(words):", "if played & ~pack:"),
        ("if played & ~pack or played.bit_count() < len(words):", "if played.bit_count() < len(words):"),
        ("if not bit or played & bit:", "if not bit:"),
        ("            if None in what:\n", "            if False:\n"),
        ("            index += 1\n", ""),
    ),
    *of(
        "records/play_faults.py",
        ("wanted = hand & suit & kernel.beaters(case.ruleset.code, led, trump)", "wanted = hand & suit"),
        ("if number == fault.trick else None", "if False else None"),
    ),
    *of(
        "records/sdr.py",
        ("WIDTH: Final = 80", "WIDTH: Final = 79"),
        ("if column and column + 1 + len(head) > WIDTH:", "if column and column + len(head) > WIDTH:"),
        ('value.replace("\\\\", "\\\\\\\\").replace', "value.replace"),
        ("words[0::3] != _NUMBERS[:tricks]", "False"),
        ("            if inside or not trick:\n                return None\n", ""),
        ('    if "\\0" in chunk.text:', "    if False:"),
        ("{number if move.number is None else move.number}.", "{number}."),
        ("        yield from move.lead_after\n", ""),
        ("        if len(places) > MAX_ANNOUNCEMENTS:\n            return None\n", ""),
    ),
    *of(
        "records/words.py",
        ("        if number != expected:\n", "        if False:\n"),
        ("            self._lead_comment = _joined(self._lead_comment, text)", "            self.comment = text"),
        ("self._announced > MAX_ANNOUNCEMENTS", "False"),
        ("            self.lossless = False\n", ""),
    ),
    *of(
        "records/jsonl.py",
        ("return found if len(found) == len(pairs) else pairs", "return found"),
        ("        if line.strip():\n", "        if True:\n"),
        ("    except RecursionError:", "    except ZeroDivisionError:"),
        ("    except ValueError:", "    except ZeroDivisionError:"),
        ("dict(record.tags) if len(set(names)) == len(names) else", "dict(record.tags) if True else"),
        ("    if _COMMENT_END.search(comment):", "    if False:"),
        ("    if _NOT_IN_TAG.search(value):", "    if False:"),
    ),
    *of(
        "records/canonical.py",
        ("if target is not source and not _is_spelt(record, source):", "if False:"),
        ("return self._rules.find(value).name", "return value"),
        ('tags.append(("Cards", target))', "pass"),
        ("written.sort(key=lambda tag: _ORDER.get(tag[0], len(TAGS)))", "pass"),
    ),
    *of(
        "records/reading.py",
        ('is_head_of_tags = head.count(b"\\n") == head.count(b"\\n[")', "is_head_of_tags = True"),
        ('and b"\\n[" not in moves and not is_indented', "and not is_indented"),
        ('line += piece.count(b"\\n") + 2', 'line += piece.count(b"\\n") + 1'),
        ("if has_moves or (blank and has_tags):", "if has_moves:"),
        ("            if is_tag and suspect is not None:", "            if is_tag:"),
        ("        if size > MAX_RECORD:\n            overlong = overlong or number\n            continue\n", ""),
        ("suspect = len(lines) if is_tag and blank else None", "suspect = len(lines) if is_tag else None"),
        ('commenting = b"{" in line and _is_open(line, inside=False)', 'commenting = b"{" in line'),
    ),
    *of(
        "records/case.py",
        ("found = sorted(self.found, key=lambda each: each[0])", "found = self.found"),
        ("if bad is None or order <= bad", ""),
        ("if self.level is Level.MISDEAL or self.level is Level.TIE:", "if self.level is Level.MISDEAL:"),
    ),
]

# Changes that make no difference, and why; tried and left out:
# - kernel.level: `winner_units == loser_units` as `<=`: the winner is the side with more units.
# - replay: `mine ^= bit` as `mine &= ~bit`: the bit is known to be set.


def apply(mutant: Mutant, package: Path) -> str | None:
    """Change the copy; what is wrong with the mutant, None if nothing is."""
    path = package / mutant.file
    text = path.read_text("utf-8")
    count = text.count(mutant.old)
    if count != 1:
        return f"stands {count} times in {mutant.file}"
    path.write_text(text.replace(mutant.old, mutant.new), "utf-8")
    return None


def copy_project(target: Path) -> None:
    """What the tests of `game` and `records` need."""
    (target / "tests").mkdir()
    shutil.copy(ROOT / "pyproject.toml", target / "pyproject.toml")
    shutil.copy(ROOT / "tests/conftest.py", target / "tests/conftest.py")
    for name in ("schneider_league", "tests/game", "tests/records", "tests/data"):
        shutil.copytree(ROOT / name, target / name, ignore=shutil.ignore_patterns("__pycache__"))


def try_one(mutant: Mutant | None, original: Path) -> str:
    """`killed`, `SURVIVED`, or why it could not be tried; without a mutant the original itself is tried."""
    with tempfile.TemporaryDirectory() as scratch:
        copy = Path(scratch) / "copy"
        shutil.copytree(original, copy)
        wrong = None if mutant is None else apply(mutant, copy / "schneider_league")
        if wrong is not None:
            return wrong
        # The quickest tests first, and those that mirror the file.
        mirror = f"tests/{Path(mutant.file).parent}/test_{Path(mutant.file).stem}.py" if mutant else ""
        first = [mirror] if mutant and (copy / mirror).exists() else []
        first += ["tests/records/test_problems.py", "tests/records/test_sessions.py", "tests/records/test_given.py"]
        environment = os.environ | {"PYTHONPATH": str(copy), "CI": "1", "PYTHONDONTWRITEBYTECODE": "1"}
        command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist"]
        for tests in (first, ["tests/game", "tests/records"]):
            try:
                done = subprocess.run(
                    [*command, *tests], cwd=copy, env=environment, capture_output=True, timeout=300, check=False
                )
            except subprocess.TimeoutExpired:
                return "killed"
            if done.returncode == 1 or (done.returncode == 2 and b"rror" in done.stdout):
                return "killed"
            if done.returncode:
                return f"pytest ends with {done.returncode}: {done.stdout.decode()[-400:]}"
        return "SURVIVED"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("words", nargs="*")
    parser.add_argument("--jobs", type=int, default=2)
    arguments = parser.parse_args()
    chosen = [
        mutant
        for mutant in MUTANTS
        if not arguments.words or any(word in f"{mutant.file}\n{mutant.old}" for word in arguments.words)
    ]
    bad = 0
    with tempfile.TemporaryDirectory() as scratch, ThreadPoolExecutor(arguments.jobs) as pool:
        original = Path(scratch)
        copy_project(original)
        if (verdict := try_one(None, original)) != "SURVIVED":
            print(f"the tests do not pass as it is: {verdict}")
            return 1
        for mutant, verdict in zip(chosen, pool.map(lambda each: try_one(each, original), chosen), strict=True):
            if verdict != "killed":
                bad += 1
                print(f"{verdict}\n  {mutant.file}: {mutant.old!r}\n  -> {mutant.new!r}", flush=True)
    print(f"{len(chosen)} mutants, {len(chosen) - bad} killed")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
