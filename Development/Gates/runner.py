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
    # The meaning of a failure in one line, which is the reason for this gate.
    finds: str = ""
    # The gates that must have passed before this one starts, if they are run at all.
    after: list = dataclasses.field(default_factory=list)
    # Whether no other gate runs beside it.
    alone: bool = False
    # The build folder that it shares with other gates. SwiftPM locks it, so only one of them runs at a time.
    folder: str | None = None


@dataclasses.dataclass
class Result:
    """How a gate ended: its status, and the wall and processor seconds that it took. No status means that it never ran."""

    gate: Gate
    status: int | None = None
    seconds: float = 0
    processor_seconds: float = 0
    # The runner's reason for stopping the gate, if it did not end by itself.
    stopped: str | None = None

    @property
    def words(self):
        if self.stopped:
            return self.stopped
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
    stopped: str | None = None

    @property
    def seconds(self):
        return time.monotonic() - self.started


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

    def __init__(self, gates, *, at_once=2, keeps_going=False, limit=2700, logs=pathlib.Path(".build-logs/gates"),
                 output=sys.stdout):
        self.waiting = list(checked(gates))
        self.names = {gate.name for gate in gates}
        self.at_once = at_once
        self.keeps_going = keeps_going
        # The time limit of a gate in seconds: a gate that hangs is ended and named.
        self.limit = limit
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
        for running in self.running.values():
            result = Result(running.gate, seconds=running.seconds, stopped="was ended while it ran")
            self._end(running)
            self._print(running, result.words)
            self.results.append(result)
        self.running = {}
        self.results += [Result(gate) for gate in self.waiting]
        self.waiting = []

    def report(self):
        """What each gate took, a line each, in the order in which they ended."""
        lines = []
        for result in self.results:
            if result.words == "was not run":
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
                if gate.folder and any(gate.folder == other.gate.folder for other in self.running.values()):
                    continue
                if gate.alone and self.running:
                    # No other gate may overtake a gate that runs alone.
                    return
                self.waiting.remove(gate)
                self._start(gate)

    def _start(self, gate):
        self.logs.mkdir(parents=True, exist_ok=True)
        log = self.logs / "".join(c if c.isalnum() else "-" for c in gate.name)
        with open(log, "wb") as output:
            # The gate has its own process group, which is ended as a whole.
            process = subprocess.Popen(gate.command, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT,
                                       start_new_session=True)
        self.running[process.pid] = Running(gate, process, log, time.monotonic())

    def _wait_for_one(self):
        # Popen.wait is not used, because it does not return the processor time of the gate's child processes.
        while not (waited := os.wait4(-1, os.WNOHANG))[0]:
            for running in self.running.values():
                if running.seconds > self.limit and not running.stopped:
                    running.stopped = f"was ended after {self.limit:.0f} s"
                    self._signal(running, signal.SIGTERM)
                elif running.seconds > self.limit + 30:
                    self._signal(running, signal.SIGKILL)
            time.sleep(0.05)
        pid, status, usage = waited
        running = self.running.pop(pid, None)
        if running is None:
            return
        running.process.returncode = os.waitstatus_to_exitcode(status)
        # A gate that was ended has failed, whatever its status.
        code = running.process.returncode or (1 if running.stopped else 0)
        result = Result(running.gate, code, running.seconds, usage.ru_utime + usage.ru_stime, running.stopped)
        self.results.append(result)
        self._print(running, result.words if code else None)

    def _print(self, running, words):
        """Prints the output of a gate and, if it did not pass, how it ended."""
        print(f"== {running.gate.name}", file=self.output)
        print(running.log.read_text(encoding="utf-8", errors="replace"), end="", file=self.output)
        if words:
            print(f"== {running.gate.name}: {words}", file=self.output)
        self.output.flush()

    def _end(self, running):
        self._signal(running, signal.SIGTERM)
        try:
            running.process.wait(timeout=30)
        except subprocess.TimeoutExpired:
            self._signal(running, signal.SIGKILL)
            running.process.wait()

    @staticmethod
    def _signal(running, number):
        """Signals a gate and all that it started, which are one process group."""
        try:
            os.killpg(running.process.pid, number)
        except ProcessLookupError:
            pass
