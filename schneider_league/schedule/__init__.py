"""Who meets whom: round-robins, Swiss rounds and knockouts. Pure; what was played comes from `derive/event.py`."""
