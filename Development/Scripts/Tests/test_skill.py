"""What check-skill.py takes from SKILL.md, and what it refuses."""
import pathlib
import tempfile
import unittest

import scripts

skill = scripts.load("check-skill.py")

TABLES = """\
| key of `check` | meaning |
|---|---|
| `inputs[].answers[].fix` | a |

| outcome | meaning |
|---|---|
| `opens` | a |
| `not-named` | b |
"""


def schema(*outcomes):
    answer = {"properties": {"fix": {}, "outcome": {"enum": list(outcomes)}}}
    return {"properties": {"inputs": {"items": {"properties": {"answers": {"items": answer}}}}}}


class SkillTests(unittest.TestCase):
    def test_commands_of_blocks_and_of_lines_are_found_once(self):
        text = "Run `applinks help\nrules` and `applinks`.\n\n```sh\napplinks check a/   # a comment\napplinks help rules\n```\n"
        self.assertEqual(skill.commands(text), ["applinks check a/", "applinks help rules"])

    def test_a_command_that_would_ask_the_network_reads_the_folder(self):
        self.assertEqual(skill.offline("applinks check https://a.example/"), "applinks check https://a.example/ --offline public/")
        for command in ("applinks check public/", "applinks check https://a.example/ --offline other/"):
            self.assertEqual(skill.offline(command), command)

    def test_the_front_matter_needs_a_name_and_a_description(self):
        self.assertEqual(list(skill.front_matter("---\nname: a-b\ndescription: What it does.\n---\n")), [])
        self.assertEqual(len(list(skill.front_matter("---\nname: A\ndescription: What it does.\n---\n"))), 1)
        self.assertEqual(len(list(skill.front_matter("# A page\n"))), 2)

    def test_keys_and_outcomes_are_those_of_the_schema(self):
        self.assertEqual(list(skill.unknown_names(TABLES, schema("opens", "not-named"))), [])
        self.assertEqual(len(list(skill.unknown_names(TABLES, schema("opens", "closed")))), 2)
        self.assertEqual(len(list(skill.unknown_names(TABLES.replace("fix", "mend"), schema("opens", "not-named")))), 1)
        self.assertEqual(len(list(skill.unknown_names("no table", schema("opens")))), 1)

    def test_a_command_that_fails_or_prints_no_json_is_a_fault(self):
        with tempfile.TemporaryDirectory() as name:
            place = pathlib.Path(name)
            tool = place / "applinks"
            tool.write_text('#!/bin/sh\necho "$2"; exit "$1"\n', encoding="utf-8")
            tool.chmod(0o755)
            self.assertIsNone(skill.run(tool, "applinks 1 {} --json", place))
            self.assertIn("exit status 64", skill.run(tool, "applinks 64 {}", place))
            self.assertIn("no JSON", skill.run(tool, "applinks 0 text --format json", place))


if __name__ == "__main__":
    unittest.main()
