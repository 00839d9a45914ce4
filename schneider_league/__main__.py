"""The program: `python -m schneider_league`, and what the console scripts call."""

import signal

if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # Ctrl-C while the rest is being loaded ends it without a traceback

from schneider_league.cli.app import main

if __name__ == "__main__":
    main()
