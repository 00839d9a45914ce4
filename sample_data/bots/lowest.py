#!/usr/bin/env python3
"""A bot by the line protocol: plays the lowest card that it may, and announces whatever there is.

    schneider-league bot check cmd:"python3 lowest.py"
    schneider-league bot round-robin random cmd:"python3 lowest.py" --deals 200

Nothing but Python is needed. docs/protocol.md explains the lines.
"""

import shlex
import sys

RANKS = ("7", "8", "9", "10", "J", "Q", "K", "A")


def say(line):
    print(line, flush=True)  # a line that stays in a buffer never arrives


def pairs(words):
    """`key=value` words as a dictionary."""
    return dict(word.split("=", 1) for word in words if "=" in word)


def rank(card):
    return RANKS.index(card[:-1])


def answer(turn):
    if turn["kind"] == "announce":
        return "announce=" + turn["choices"].split(",")[0]
    return "card=" + min(turn["legal"].split(","), key=rank)


for line in sys.stdin:
    word, *rest = shlex.split(line) or [""]
    if word == "schneider-bot":
        say('id name="Lowest" version="1" author="schneider-league" deterministic=yes')
        say("ready 1")
    elif word == "turn":
        turn = pairs(rest)
        say(f"play at={turn['at']} {answer(turn)}")
    elif word == "ping":
        say(f"pong {rest[0]}")
    elif word == "quit":
        break
