"""`python -m schneider_league` is the command line."""

from schneider_league.cli.app import main

main()
