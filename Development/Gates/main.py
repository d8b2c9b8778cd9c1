"""Every gate, from a clean clone on a machine that may be new. Prints what each took, in wall and in processor time.

Usage: run            every gate, three at a time
       run quick      what a contributor runs first; it installs nothing and needs no network
       run NAME…      only these gates, one after the other, such as: run format "hostile pages"
       run --list     the names of all gates, and the defects that each finds
       --keep-going   start the other gates after one that failed, but for those that need it

After a gate that failed no other starts. gates.py lists the gates, gates.sh has their commands.
"""
import os
import pathlib
import shutil
import signal
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "Scripts")]
# No compiled Python is written to the folder of the gates.
sys.dont_write_bytecode = True

import gates
from project import ROOT
from runner import Runner


# The time limit of all gates together, in seconds. A hosted CI kills the run after 90 minutes, without a report of the gates that
# still ran.
TOTAL_LIMIT = 5_200
# One more than the two cores of a hosted CI: some gates wait, for a browser, a database, the network or the one thread of an optimizer.
AT_ONCE = 3


class TookTooLong(Exception):
    """All gates together have run longer than the limit."""


def end_late_run(*_):
    raise TookTooLong


def chosen(names):
    """The gates that the command line names, and how many run at once."""
    if not names:
        return gates.ALL, AT_ONCE
    if names == ["quick"]:
        return gates.QUICK, 1
    known = {gate.name: gate for gate in gates.ALL}
    for name in names:
        if name not in known:
            print(f".ci/run: no gate is called '{name}'; --list prints their names", file=sys.stderr)
            sys.exit(64)
    return [known[name] for name in known if name in names], 1


def main():
    names = [argument for argument in sys.argv[1:] if argument != "--keep-going"]
    if names in (["--help"], ["-h"]):
        print(__doc__, end="")
        return 0
    if names == ["--list"]:
        width = max(len(gate.name) for gate in gates.ALL)
        print("\n".join(f"{gate.name:{width}}  {gate.finds}" for gate in gates.ALL))
        return 0
    os.chdir(ROOT)
    os.environ["SWIFT_BACKTRACE"] = "enable=no"
    # Each build is strict, so that nothing is built twice: a warning is an error, and so is a public type that does not declare
    # whether it is Sendable.
    os.environ["BOLTS_STRICT"] = "1"
    # On a CI machine only: with other options than an editor's, a contributor's builds would be made twice.
    if "CI" in os.environ:
        os.environ["BOLTS_SWIFT"] = shutil.which("swift") or sys.exit(".ci/run: there is no `swift` on the path")
        os.environ["PATH"] = f"{HERE / 'ci-path'}:{os.environ['PATH']}"
    selected, at_once = chosen(names)
    runner = Runner(selected, at_once=at_once, keeps_going="--keep-going" in sys.argv[1:])
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    signal.signal(signal.SIGALRM, end_late_run)
    signal.alarm(TOTAL_LIMIT)
    started = time.monotonic()
    try:
        passed = runner.run()
    except (KeyboardInterrupt, SystemExit, TookTooLong) as error:
        runner.stop()
        print(runner.report())
        late = isinstance(error, TookTooLong)
        print(f"== ended, because all gates together took longer than {TOTAL_LIMIT} s" if late else "== interrupted")
        return 1 if late else 130
    print(runner.report())
    processor = sum(result.processor_seconds for result in runner.results)
    took = f"{time.monotonic() - started:.0f} s, {processor:.0f} s of processor time"
    failed = [result.gate.name for result in runner.results if result.status != 0]
    print(f"== all gates passed in {took}" if passed else f"== not passed: {', '.join(failed)}; {took}")
    return 0 if passed else 1


sys.exit(main())
