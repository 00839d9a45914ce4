"""A bot that can misbehave in many ways, named by what it does: `rude.py MANNER [MARK]`. Tests run it as a program.

MARK is for finding the processes again; nothing here looks at it.
"""

import os
import signal
import subprocess
import sys
import time

manner = sys.argv[1] if len(sys.argv) > 1 else "polite"
turns = 0
deals = 0


def write(data: bytes) -> None:
    while data:
        data = data[os.write(1, data) :]


def say(line: str) -> None:
    write(line.encode() + (b"\r\n" if manner == "crlf" else b"\n"))


def choice(turn: dict[str, str]) -> str:
    if turn["kind"] == "announce":
        return "announce=" + turn["choices"].split(",")[0]
    return "card=" + turn["legal"].split(",")[0]


def sleep_for_ever() -> None:
    while True:
        time.sleep(60)


def daemonise() -> None:
    """A grandchild in a session of its own that ignores what can be ignored and holds the pipes."""
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
                signal.signal(number, signal.SIG_IGN)
            sleep_for_ever()
        os._exit(0)


def start() -> None:
    if manner == "stderr only":
        os.write(2, b"ready 1\n" * 10)
        sleep_for_ever()
    if manner == "silent":
        sleep_for_ever()
    if manner == "latin":
        write("Grüß Gott ".encode("latin-1") * 5 + b"\n")
        sleep_for_ever()
    if manner == "no flush":
        write(b"id name=Foo")
        sleep_for_ever()
    if manner == "fails at once":
        raise RuntimeError("no licence")
    if manner == "banner":
        write(b"\xef\xbb\xbfWelcome!\n\xff\xfe\n\n" + b"x" * 10_000 + b"\n")
    if manner == "crlf":
        write(b"\xef\xbb\xbf")
    if manner == "restarts badly" and os.path.exists(sys.argv[2]):
        raise RuntimeError("not again")
    if manner == "restarts badly":
        open(sys.argv[2], "w").close()
    if manner == "daemonises":
        daemonise()
        daemonise()
    if manner == "forks":
        for _ in range(5):
            subprocess.Popen([sys.executable, "-c", f"import time; {sys.argv[2:]}; time.sleep(600)"])
    if manner == "stops its supervisor":
        daemonise()
        os.kill(os.getppid(), signal.SIGSTOP)
    if manner in ("ignores quit", "daemonises"):
        for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
            signal.signal(number, signal.SIG_IGN)


def answer(turn: dict[str, str]) -> None:
    """Answer the second turn of the first deal in a rude manner, all others properly."""
    at, right = turn["at"], choice(turn)
    play = f"play at={at} {right}"
    if deals > 1 and manner != "exits each time":
        say(play)
        return
    if manner == "polite" or turns != 2:
        say(play)
        return
    match manner:
        case "16 MB":
            write(b"x" * 2**24 + b"\n")
            say(play)
        case "16 MB play":
            write(play.encode() + b"H" * 2**24 + b"\n")
        case "unfinished":
            write(b"x" * 5000)
            time.sleep(0.5)
            write(b"\n")
        case "4095":
            write(play.encode().ljust(4095) + b"\n")
        case "4096":
            write(play.encode().ljust(4096) + b"\n")
        case "flood":
            for _ in range(200):
                write(b'info text="thinking about it very hard"\n' * 1000)
            say(play)
        case "flood of errors":
            for _ in range(200):
                os.write(2, b"thinking about it very hard\n" * 2000)
            say(play)
        case "endless flood":
            while True:
                write(b'info text="thinking about it very hard"\n' * 1000)
        case "twice":
            write(f"{play}\nplay at={at} card=XX\n{play}\n".encode())
        case "rubbish":
            write(f'\n\n???\nplay\nplay at={at[:-1]} card=XX\nplay card=XX\nhello x="\n\t{play}   \n= = =\n'.encode())
        case "many blanks":
            say(f'play   foo=bar {right}    at="{at}"  x="a \\" b"')
        case "nul":
            write(play.encode() + b"\0\n")
        case "not UTF-8":
            write(b'info text="\xe4"\n')
            say(play)
        case "no key":
            say(f"play at={at} announce=none" if "card=" in right else f"play at={at} card=7C")
        case "bare play":
            say(f"play at={at}")
        case "illegal":
            say(f"play at={at} card=QX")
        case "small letters":
            say(play[: play.rindex("=")] + right[right.index("=") :].lower())
        case "empty":
            say(f"play at={at} card=")
        case "late":
            time.sleep(0.6)
            say(play)
        case "silent on move":
            sleep_for_ever()
        case "stops":
            os.kill(os.getpid(), signal.SIGSTOP)
            say(play)
        case "exits" | "exits each time":
            os._exit(3)
        case "exits after its answer":
            say(play)
            os._exit(0)
        case "unfinished answer":
            write(play.encode())
            os._exit(0)
        case "kills itself":
            os.kill(os.getpid(), signal.SIGSEGV)
        case "closes its output":
            os.close(1)
            sleep_for_ever()
        case "closes its input":
            os.close(0)
            sleep_for_ever()
        case "leaves a child behind":
            if os.fork():
                os._exit(0)
            time.sleep(0.2)
            say(play)
            sleep_for_ever()
        case _:
            say(play)


def pairs(line: str) -> dict[str, str]:
    return dict(word.split("=", 1) for word in line.split()[1:] if "=" in word)


start()
for line in sys.stdin:
    word = line.split()[0]
    if word == "schneider-bot":
        say("id name=Rude version=1")
        say("option name=depth type=int default=3 min=1 max=9")
        say('option name="way of life" type=choice choices=calm,wild default=calm')
        say("ready 2" if manner == "too new" else "ready" if manner == "no version" else "ready 1")
    elif word in ("setoption", "match", "ping"):
        os.write(2, line.encode())
        if word == "ping" and manner != "no pong":
            say("pong " + line.split()[1])
    elif word == "deal":
        deals = int(pairs(line)["number"])  # a bot that is started again goes on politely
        turns = 0
        os.write(2, line.encode())
        if manner == "stops reading" and deals == 1:
            sleep_for_ever()
    elif word == "turn":
        turns += 1
        answer(pairs(line))
    elif word in ("trick", "error", "dealend"):
        os.write(2, line.encode() if word != "trick" else b"")
        if manner == "exits while not on move" and word == "trick" and deals == 1 and turns == 2:
            os._exit(0)
        if manner == "exits between deals" and word == "dealend" and deals == 1:
            os._exit(0)
    elif word == "quit" and manner not in ("ignores quit", "daemonises"):
        break
if manner in ("ignores quit", "daemonises"):
    sleep_for_ever()
