"""Tests of the gates' runner: which gates start, in which order, and what is said of those that failed or never ran."""
import io
import pathlib
import re
import subprocess
import sys
import tempfile
import time
import unittest

import scripts
from project import GATES, ROOT, SCRIPTS, name

sys.path.insert(0, str(GATES))
import gates
import runner
from runner import Gate, Runner

PASS = ["true"]
FAIL = ["sh", "-c", "echo what went wrong; exit 3"]


class RunnerTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.output = io.StringIO()

    def runner(self, *list_of_gates, **options):
        return Runner(list_of_gates, logs=self.folder / "logs", output=self.output, **options)

    def note(self, word):
        return ["sh", "-c", f"echo {word} >> '{self.folder}/order'"]

    def note_after(self, word, other):
        """A gate that writes a word once another one has written its own."""
        order = self.folder / "order"
        return ["sh", "-c", f"until grep -qs {other} '{order}'; do sleep 0.05; done; echo {word} >> '{order}'"]

    def order(self):
        return (self.folder / "order").read_text().split()

    def test_gates_run_in_the_order_of_the_list_when_one_runs_at_once(self):
        run = self.runner(Gate("a", self.note("a")), Gate("b", self.note("b")), Gate("c", self.note("c")), at_once=1)
        self.assertTrue(run.run())
        self.assertEqual(self.order(), ["a", "b", "c"])

    def test_a_gate_starts_after_those_that_it_waits_for(self):
        slow = self.note_after("slow", "free")
        run = self.runner(Gate("slow", slow), Gate("needs slow", self.note("needs"), after=["slow"]),
                          Gate("free", self.note("free")), limit=120)
        self.assertTrue(run.run())
        self.assertEqual(self.order(), ["free", "slow", "needs"])

    def test_a_gate_that_runs_alone_has_none_beside_it_and_none_overtakes_it(self):
        slow = ["sh", "-c", f"sleep 0.3; echo slow >> '{self.folder}/order'"]
        alone = ["sh", "-c", f"sleep 0.2; echo alone >> '{self.folder}/order'"]
        run = self.runner(Gate("slow", slow), Gate("alone", alone, alone=True), Gate("last", self.note("last")))
        self.assertTrue(run.run())
        self.assertEqual(self.order(), ["slow", "alone", "last"])

    def test_a_gate_that_uses_the_folder_of_another_lets_the_next_one_run_first(self):
        slow = self.note_after("slow", "other")
        run = self.runner(Gate("slow", slow, folder="a"), Gate("same folder", self.note("same"), folder="a"),
                          Gate("other folder", self.note("other"), folder="b"), limit=120)
        self.assertTrue(run.run())
        self.assertEqual(self.order(), ["other", "slow", "same"])

    def test_after_a_failure_no_other_gate_starts(self):
        run = self.runner(Gate("bad", FAIL), Gate("next", self.note("next")), at_once=1)
        self.assertFalse(run.run())
        self.assertFalse((self.folder / "order").exists())
        self.assertIn("bad: failed with status 3", run.report())
        self.assertIn("next: was not run", run.report())
        self.assertIn("what went wrong", self.output.getvalue())

    def test_keeping_going_runs_all_but_what_needs_the_gate_that_failed(self):
        run = self.runner(Gate("bad", FAIL), Gate("needs it", self.note("x"), after=["bad"]),
                          Gate("needs that", self.note("y"), after=["needs it"]), Gate("other", self.note("other")),
                          at_once=1, keeps_going=True)
        self.assertFalse(run.run())
        self.assertEqual(self.order(), ["other"])
        self.assertIn("needs it: was not run", run.report())
        self.assertIn("needs that: was not run", run.report())

    def test_a_gate_that_waits_for_one_that_is_not_run_starts(self):
        run = self.runner(Gate("tests", self.note("tests"), after=["build"]))
        self.assertTrue(run.run())
        self.assertEqual(self.order(), ["tests"])

    def test_a_gate_ended_by_a_signal_has_failed(self):
        run = self.runner(Gate("killed", ["sh", "-c", "kill -9 $$"]))
        self.assertFalse(run.run())
        self.assertIn("failed with status -9", run.report())

    def test_stopping_ends_what_the_gates_started(self):
        mark = self.folder / "pid"
        run = self.runner(Gate("long", ["sh", "-c", f"sleep 300 & echo $! > '{mark}'; wait"]))
        run._start_what_is_ready()
        while not mark.exists() or not mark.read_text().strip():
            time.sleep(0.01)
        child = int(mark.read_text())
        run.stop()
        # The grandchild has another parent now; it no longer exists, or is a zombie.
        for _ in range(1000):
            state = subprocess.run(["ps", "-o", "stat=", "-p", str(child)], capture_output=True, text=True).stdout.strip()
            if not state or state.startswith("Z"):
                break
            time.sleep(0.01)
        else:
            self.fail("a process of the gate goes on")
        self.assertIn("long: was ended while it ran", run.report())

    def test_a_gate_that_hangs_is_ended_and_the_others_run(self):
        hangs = ["sh", "-c", "echo begun; sleep 300"]
        # The limit is long enough for a shell to start on a busy machine.
        run = self.runner(Gate("hangs", hangs), Gate("ignores", ["sh", "-c", "trap '' TERM; sleep 7; exit 0"]),
                          Gate("other", self.note("other")), limit=5, keeps_going=True)
        self.assertFalse(run.run())
        self.assertEqual(self.order(), ["other"])
        self.assertIn("hangs: was ended after 5 s", run.report())
        self.assertIn("ignores: was ended after 5 s", run.report())
        self.assertIn("begun", self.output.getvalue())

    def test_what_is_wrong_with_a_list_is_said(self):
        with self.assertRaisesRegex(ValueError, "two gates are called 'a'"):
            runner.checked([Gate("a", PASS), Gate("a", PASS)])
        with self.assertRaisesRegex(ValueError, "'a' waits for 'b'"):
            runner.checked([Gate("a", PASS, after=["b"]), Gate("b", PASS)])


class GateTests(unittest.TestCase):
    def test_the_lists_are_in_order(self):
        runner.checked(gates.ALL)
        runner.checked(gates.QUICK)

    def test_each_gate_waits_for_gates_that_there_are(self):
        names = {gate.name for gate in gates.ALL}
        self.assertEqual([], [(gate.name, name) for gate in gates.ALL for name in gate.after if name not in names])

    def test_each_gate_says_what_it_finds(self):
        for gate in gates.ALL + gates.QUICK:
            self.assertGreater(len(gate.finds), 20, gate.name)
            self.assertLess(len(gate.finds), 110, gate.name)
        self.assertEqual(len({gate.finds for gate in gates.ALL}), len(gates.ALL))
        self.assertLessEqual(len(gates.ALL), 40)

    def test_each_command_is_there(self):
        functions = (ROOT / gates.SHELL).read_text()
        for gate in gates.ALL + gates.QUICK:
            if gate.command[:2] == ["bash", gates.SHELL]:
                self.assertRegex(functions, rf"(?m)^{gate.command[2]}\(\) ")
            for word in gate.command:
                if word.startswith(f"{name(SCRIPTS)}/"):
                    self.assertTrue((ROOT / word).exists(), word)


class EntryTests(unittest.TestCase):
    def test_the_run_command_starts_by_itself_and_as_an_argument_of_bash(self):
        for command in ([".ci/run"], ["bash", ".ci/run"]):
            listed = subprocess.run([*command, "--list"], cwd=ROOT, capture_output=True, text=True, check=True)
            self.assertEqual([re.split("  +", line) for line in listed.stdout.splitlines()],
                             [[gate.name, gate.finds] for gate in gates.ALL])

    def test_a_gate_that_is_unknown_is_an_error_that_names_it(self):
        ended = subprocess.run(["bash", ".ci/run", "no such gate"], cwd=ROOT, capture_output=True, text=True)
        self.assertEqual(ended.returncode, 64)
        self.assertIn("no gate is called 'no such gate'", ended.stderr)


if __name__ == "__main__":
    unittest.main()
