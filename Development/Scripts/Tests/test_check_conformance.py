"""Tests of check-conformance.py: threats, subcommands and promises."""
import pathlib
import tempfile
import unittest
import unittest.mock

import scripts

conformance = scripts.load("check-conformance.py")

PAGE = """
| threat | promise | id |
|---|---|---|
| a | b | TH1 |
| c | d | TH2 |

| kind | what | source |
|---|---|---|
| not a threat | x | y |

| subcommand | untrusted input | threats |
|---|---|---|
| `check` | pages | TH1, TH2 |

| promise of SECURITY.md | threats |
|---|---|
| Every page | TH1 |
"""


class Rows(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        commands = pathlib.Path(folder.name)
        patch = unittest.mock.patch.multiple(conformance, COMMANDS=commands, PROMISES=commands / "SECURITY.md")
        patch.start()
        self.addCleanup(patch.stop)
        (commands / "AppLinksCommand.swift").write_text("subcommands: [\n CheckCommand.self,\n]\n", "utf-8")
        (commands / "CheckCommand.swift").write_text('commandName: "check",\n', "utf-8")
        self.commands = commands
        self.promises("- Every page costs\n  linear time.\n")

    def promises(self, text):
        conformance.PROMISES.write_text(f"# S\n\n## What is promised\n\nIn short:\n\n{text}\nMore.\n\n## Report\n- x\n", "utf-8")

    def faults(self, page=PAGE):
        return [*conformance.check_subcommands(page, {"TH1", "TH2"}), *conformance.check_promises(page, {"TH1", "TH2"})]

    def test_only_tables_of_threats_have_threats(self):
        self.assertEqual([row[2] for row in conformance.tables(PAGE, "threat")], ["TH1", "TH2"])

    def test_a_complete_page_has_no_fault(self):
        self.assertEqual(self.faults(), [])

    def test_a_subcommand_without_a_row_is_a_fault(self):
        (self.commands / "AppLinksCommand.swift").write_text("subcommands: [CheckCommand.self, NewCommand.self]", "utf-8")
        (self.commands / "NewCommand.swift").write_text('commandName: "new",\n', "utf-8")
        self.assertEqual(len(self.faults()), 1)
        self.assertIn("no row for the subcommand new", self.faults()[0])

    def test_a_row_without_threats_or_with_unknown_ones_is_a_fault(self):
        self.assertIn("names no threat for `check`", self.faults(PAGE.replace("TH1, TH2", "–"))[0])
        self.assertIn("names TH3 for `check`", self.faults(PAGE.replace("TH1, TH2", "TH1, TH3"))[0])

    def test_a_row_of_no_subcommand_is_a_fault(self):
        self.assertEqual(len(self.faults(PAGE.replace("`check`", "`gone`"))), 2)

    def test_a_promise_without_a_row_is_a_fault(self):
        self.promises("- Every page costs\n  linear time.\n- No input stops\n  the program.\n")
        self.assertEqual(len(self.faults()), 1)
        self.assertIn("No input stops the program.", self.faults()[0])
        self.promises("- Another.\n")
        self.assertEqual(len(self.faults()), 2)


if __name__ == "__main__":
    unittest.main()
