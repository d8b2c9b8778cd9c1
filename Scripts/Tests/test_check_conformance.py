"""Tests of Scripts/check-conformance.py: threats, subcommands and promises."""
import importlib.machinery
import importlib.util
import pathlib
import sys
import tempfile
import unittest

SCRIPTS = pathlib.Path(__file__).resolve().parent.parent
sys.dont_write_bytecode = True

loader = importlib.machinery.SourceFileLoader("check_conformance", str(SCRIPTS / "check-conformance.py"))
conformance = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
loader.exec_module(conformance)

PAGE = """
| threat | promise | id |
|---|---|---|
| a | b | TH1 |
| c | d | TH2 |

| kind | what | source |
|---|---|---|
| not a threat | x | y |

| subcommand | takes from strangers | threats |
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
        root = pathlib.Path(folder.name)
        self.addCleanup(setattr, conformance, "ROOT", conformance.ROOT)
        conformance.ROOT = root
        commands = root / "Tool/Sources/applinks/Commands"
        commands.mkdir(parents=True)
        (commands / "AppLinksCommand.swift").write_text("subcommands: [\n CheckCommand.self,\n]\n", "utf-8")
        (commands / "CheckCommand.swift").write_text('commandName: "check",\n', "utf-8")
        self.commands = commands
        self.promises("- Every page costs\n  linear time.\n")

    def promises(self, text):
        (conformance.ROOT / "SECURITY.md").write_text(f"# S\n\n## What is promised\n\nIn short:\n\n{text}\nMore.\n\n## Report\n- x\n", "utf-8")

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
