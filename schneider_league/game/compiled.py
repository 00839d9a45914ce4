"""The integer functions of the package, compiled by numba where it is installed: the same source, another machine.

A compiled function is a copy of the plain one whose names mean other compiled functions. Both stay: the plain ones for
a command that plays one deal, the compiled ones for whoever plays millions. Copies are inlined into what calls them, so
that a ruleset that an entry knows beforehand is known all the way down, and what it does not need is left out.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib.util
import inspect
import os
import pickle
import sys
import tempfile
from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, Final

from schneider_league.game import bits

PLAIN: Final = "SCHNEIDER_LEAGUE_PLAIN"
"""Set to anything but 0, this environment variable keeps the compiler out."""

_UNREADABLE: Final = (OSError, EOFError, LookupError, ValueError, TypeError, AttributeError, ImportError)
"""What reading a damaged file of compiled code raises, and writing it where there is no room."""


def is_available() -> bool:
    """Whether numba is installed and wanted; asking does not import it."""
    return os.environ.get(PLAIN, "0") in ("", "0") and importlib.util.find_spec("numba") is not None


def _numba() -> Any:
    """The compiler, whose types say less than is used here."""
    return import_module("numba")


class Program:
    """Compiled copies of the functions of some modules.

    They compile when an entry that needs them does. Entries are kept on disk, in a folder that is named by a digest of
    the sources; where it cannot be written they are compiled each time.
    """

    def __init__(self, modules: Iterable[ModuleType], called: Iterable[Callable[..., Any]] = ()) -> None:
        """Prepare copies of all plain functions of these modules; whatever they call must be among them.

        Those in `called` are not inlined: large ones, which then compile once for all that call them.
        """
        modules = list(modules)
        called = set(called)
        self._digest = _digest_of(modules)
        self._copies: dict[int, Any] = {}
        spaces = [(module, dict(vars(module))) for module in modules]
        for module, names in spaces:
            for function in vars(module).values():
                if isinstance(function, FunctionType) and function.__module__ == module.__name__:
                    self._copies[id(function)] = _machine_instruction(function) or _compile(
                        function, names, is_inlined=function not in called
                    )
        stand_ins = {id(module): ModuleType(module.__name__) for module in modules}
        for module, names in spaces:
            for name, value in list(names.items()):
                if id(value) in self._copies:
                    names[name] = self._copies[id(value)]
                elif id(value) in stand_ins:
                    names[name] = stand_ins[id(value)]
            stand_ins[id(module)].__dict__.update(names)

    def of(self, function: Callable[..., Any]) -> Any:
        """The compiled copy of a function, to be called by other compiled functions."""
        return self._copies[id(function)]

    def copy(self, function: Callable[..., Any], names: Mapping[str, Any]) -> Any:
        """A compiled copy of a function that is not in the modules; `names` are what it uses: constants and copies."""
        return _compile(function, names, is_inlined=False)

    def entry(
        self, function: Callable[..., Any], name: str, names: Mapping[str, Any], *, is_kept: bool = True
    ) -> Entry:
        """What plain Python calls. `name` tells it from all other entries of this program, also on disk.

        It must not be kept on disk if it calls, however indirectly, a function that calls itself: read from there, the
        code of numba 0.68 jumps to nowhere.
        """
        return Entry(function, name, names, _folder(self._digest) if is_kept else None)


class Entry:
    """A compiled function that plain Python calls, with arguments of the same types each time."""

    def __init__(self, function: Callable[..., Any], name: str, names: Mapping[str, Any], folder: Path | None) -> None:
        """Not compiled yet; to be kept in `folder`, or not where that is None."""
        self._copy = _compile(function, names, is_inlined=False, name=name)
        self._folder = folder
        self.is_ready = False

    def compile(self, arguments: tuple[Any, ...]) -> None:
        """Compile for arguments of these types, or load what was compiled for them earlier."""
        signature = tuple(_numba().typeof(argument) for argument in arguments)
        if self._folder is not None:
            with _cache_in(self._folder):
                self._copy.enable_caching()
        try:
            self._copy.compile(signature)
        except (*_UNREADABLE, pickle.UnpicklingError):
            # Whatever was wrong with the files: it has to work without them.
            self._copy._cache = import_module("numba.core.caching").NullCache()
            self._copy.compile(signature)
        self.is_ready = True

    def is_on_disk(self) -> bool:
        """Whether something was compiled earlier, so that it takes no time."""
        return self._folder is not None and any(self._folder.rglob(f"*.{self._copy.py_func.__name__}-*.nbi"))

    def __call__(self, *arguments: Any) -> Any:
        """Call it, compiling it first if need be."""
        if not self.is_ready:
            self.compile(arguments)
        return self._copy(*arguments)


def _compile(
    function: Callable[..., Any], names: Mapping[str, Any], *, is_inlined: bool, name: str | None = None
) -> Any:
    assert isinstance(function, FunctionType)
    names = names if isinstance(names, dict) and "__name__" in names else {**function.__globals__, **names}
    copy = FunctionType(function.__code__, names, name or function.__name__, function.__defaults__)
    copy.__qualname__ = copy.__name__
    copy.__module__ = function.__module__
    # Only entries are called from Python, or by address: what that takes is most of the time that compiling takes.
    return _numba().njit(
        error_model="numpy",
        boundscheck=False,
        nogil=True,
        forceinline=is_inlined,
        no_cpython_wrapper=name is None,
        no_cfunc_wrapper=True,
    )(copy)


# --- where compiled code is kept ---


def _digest_of(modules: Iterable[ModuleType]) -> str:
    digest = hashlib.sha256(f"{_numba().__version__} {sys.version_info[:2]}\n".encode())
    for module in modules:
        digest.update(inspect.getsource(module).encode())
    digest.update(inspect.getsource(sys.modules[__name__]).encode())
    return digest.hexdigest()[:16]


def _folder(digest: str) -> Path | None:
    """The folder for compiled code, None if none can be written to."""
    home = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    folder = Path(os.environ.get("NUMBA_CACHE_DIR") or home, "schneider-league", digest)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return folder
    except OSError:
        return None


@contextlib.contextmanager
def _cache_in(folder: Path) -> Any:
    """Let numba keep what it compiles here, and nowhere else: its other places do not know when sources change."""
    config: Any = import_module("numba.core.config")

    before = config.CACHE_DIR, config.CACHE_LOCATOR_CLASSES
    config.CACHE_DIR, config.CACHE_LOCATOR_CLASSES = str(folder), "UserProvidedCacheLocator"
    try:
        yield
    finally:
        config.CACHE_DIR, config.CACHE_LOCATOR_CLASSES = before


# --- single instructions ---


def _machine_instruction(function: FunctionType) -> Any:
    """What stands for the functions that are one or two instructions; None for all others."""
    if function is bits.count:
        return _instruction("ctpop")
    if function is bits.lowest:
        return _instruction("cttz")
    if function is bits.pick:
        import llvmlite.binding as llvm

        return _pick_by_deposit() if llvm.get_host_cpu_features().get("bmi2") else None
    return None


def _instruction(name: str) -> Any:
    from llvmlite import ir
    from numba import njit, types
    from numba.extending import intrinsic

    @intrinsic
    def run(typingctx: Any, cards: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            value = context.cast(builder, args[0], signature.args[0], types.int64)
            if name == "ctpop":
                return builder.ctpop(value)
            return builder.cttz(value, ir.Constant(ir.IntType(1), 1))

        return types.int64(cards), generate

    def of(cards: int) -> int:
        return run(cards)  # type: ignore[call-arg]

    return njit(forceinline=True)(of)


def _pick_by_deposit() -> Any:
    from llvmlite import ir
    from numba import njit, types
    from numba.extending import intrinsic

    @intrinsic
    def run(typingctx: Any, cards: Any, number: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            word = ir.IntType(64)
            mask = context.cast(builder, args[0], signature.args[0], types.int64)
            place = context.cast(builder, args[1], signature.args[1], types.int64)
            deposit = builder.module.declare_intrinsic("llvm.x86.bmi.pdep.64", fnty=ir.FunctionType(word, [word, word]))
            bit = builder.call(deposit, [builder.shl(ir.Constant(word, 1), place), mask])
            return builder.cttz(bit, ir.Constant(ir.IntType(1), 1))

        return types.int64(cards, number), generate

    def pick(cards: int, number: int) -> int:
        return run(cards, number)  # type: ignore[call-arg]

    return njit(forceinline=True)(pick)
