"""What holds for all tests."""

import os

import pytest
from hypothesis import settings

# No deadlines: how long an example takes says something about the machine, not about the program.
settings.register_profile("here", deadline=None)
# In CI the examples are the same each time, so that what fails there fails here too.
settings.register_profile("ci", deadline=None, derandomize=True, database=None, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") else "here")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--rewrite", action="store_true", help="write the recorded terminal sessions (tests/cli/scenes) anew"
    )
