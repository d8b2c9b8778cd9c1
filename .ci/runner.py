"""Runs gates: at most so many at a time, each after those that it waits for, and says what each took."""
import dataclasses
import os
import pathlib
import signal
import subprocess
import sys
import time


@dataclasses.dataclass(frozen=True)
class Gate:
    """A command that must end with status 0."""

    name: str
    command: list
    # The gates that must have passed before this one starts, if they are run at all.
    after: list = dataclasses.field(default_factory=list)
    # Whether no other gate runs beside it.
    alone: bool = False


@dataclasses.dataclass
class Result:
    """How a gate ended: its status, and the wall and processor seconds that it took. No status means that it never ran."""

    gate: Gate
    status: int | None = None
    seconds: float = 0
    processor_seconds: float = 0

    @property
    def words(self):
        if self.status is None:
            return "was not run"
        return "passed" if self.status == 0 else f"failed with status {self.status}"


@dataclasses.dataclass
class Running:
    """A gate that runs: its process, the file that keeps its output, and when it started."""

    gate: Gate
    process: subprocess.Popen
    log: pathlib.Path
    started: float


def checked(gates):
    """The gates, if their names are unique and each waits only for gates before it."""
    seen = set()
    every = {gate.name for gate in gates}
    for gate in gates:
        if gate.name in seen:
            raise ValueError(f"two gates are called '{gate.name}'")
        for name in gate.after:
            if name in every and name not in seen:
                raise ValueError(f"'{gate.name}' waits for '{name}', which comes after it")
        seen.add(gate.name)
    return gates


class Runner:
    """Starts gates and waits for them; the output of each is kept in a file, and printed when it ends."""

    def __init__(self, gates, *, at_once=2, keeps_going=False, logs=pathlib.Path(".build-logs/gates"), output=sys.stdout):
        self.waiting = list(checked(gates))
        self.names = {gate.name for gate in gates}
        self.at_once = at_once
        self.keeps_going = keeps_going
        self.logs = pathlib.Path(logs)
        self.output = output
        self.results = []
        self.running = {}

    def run(self):
        """Runs every gate. Returns whether all passed."""
        while self.waiting or self.running:
            self._start_what_is_ready()
            if not self.running:
                break
            self._wait_for_one()
        self.results += [Result(gate) for gate in self.waiting]
        self.waiting = []
        return all(result.status == 0 for result in self.results)

    def stop(self):
        """Ends the gates that still run, with all processes that they started."""
        for pid, ended in self.running.items():
            self.results.append(Result(ended.gate))
            try:
                os.killpg(pid, signal.SIGTERM)
            except ProcessLookupError:
                pass
            try:
                ended.process.wait(timeout=30)
            except subprocess.TimeoutExpired:
                os.killpg(pid, signal.SIGKILL)
                ended.process.wait()
        self.running = {}
        self.results += [Result(gate) for gate in self.waiting]
        self.waiting = []

    def report(self):
        """What each gate took, a line each, in the order in which they ended."""
        lines = []
        for result in self.results:
            if result.status is None:
                lines.append(f"{'':>8}  {'':>8}  {result.gate.name}: {result.words}")
            else:
                end = "" if result.status == 0 else f": {result.words}"
                lines.append(f"{result.seconds:6.0f} s  {result.processor_seconds:6.0f} s  {result.gate.name}{end}")
        return "\n".join(["    wall  processor  gate", *lines])

    def _has_failed(self):
        return any(result.status != 0 for result in self.results)

    def _start_what_is_ready(self):
        if self._has_failed() and not self.keeps_going:
            return
        passed = {result.gate.name for result in self.results if result.status == 0}
        failed = {result.gate.name for result in self.results if result.status != 0}
        for gate in list(self.waiting):
            if len(self.running) >= self.at_once or any(other.gate.alone for other in self.running.values()):
                return
            needed = [name for name in gate.after if name in self.names]
            if any(name in failed for name in needed):
                self.waiting.remove(gate)
                self.results.append(Result(gate))
                failed.add(gate.name)
            elif all(name in passed for name in needed):
                if gate.alone and self.running:
                    # Nothing overtakes a gate that runs alone.
                    return
                self.waiting.remove(gate)
                self._start(gate)

    def _start(self, gate):
        self.logs.mkdir(parents=True, exist_ok=True)
        log = self.logs / "".join(c if c.isalnum() else "-" for c in gate.name)
        with open(log, "wb") as output:
            # A process group of its own, which is ended as one.
            process = subprocess.Popen(gate.command, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT,
                                       start_new_session=True)
        self.running[process.pid] = Running(gate, process, log, time.monotonic())

    def _wait_for_one(self):
        # Not Popen.wait, which does not tell the processor time of what the gate started.
        pid, status, usage = os.wait4(-1, 0)
        ended = self.running.pop(pid, None)
        if ended is None:
            return
        ended.process.returncode = os.waitstatus_to_exitcode(status)
        result = Result(ended.gate, ended.process.returncode, time.monotonic() - ended.started, usage.ru_utime + usage.ru_stime)
        self.results.append(result)
        print(f"== {result.gate.name}", file=self.output)
        print(ended.log.read_text(encoding="utf-8", errors="replace"), end="", file=self.output)
        if result.status != 0:
            print(f"== {result.gate.name}: {result.words}", file=self.output)
        self.output.flush()
