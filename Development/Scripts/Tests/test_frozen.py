"""Tests of check-frozen.py."""
import contextlib
import io
import pathlib
import tempfile
import unittest
import unittest.mock

import scripts

frozen = scripts.load("check-frozen.py")


class FrozenTests(unittest.TestCase):
    def run_with(self, lines):
        """What the script says with these lines in the list, and with which status it ends."""
        output = io.StringIO()
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "frozen.txt")
            path.write_text("\n".join(lines) + "\n", encoding="utf-8")
            with unittest.mock.patch.object(frozen, "LIST", path), unittest.mock.patch("sys.argv", ["check-frozen.py"]), \
                    contextlib.redirect_stdout(output):
                try:
                    frozen.main()
                    return output.getvalue(), None
                except SystemExit as exit_:
                    return output.getvalue(), exit_.code

    def test_what_is_promised_passes(self):
        self.assertIsNone(self.run_with(frozen.promises())[1])

    def test_what_is_gone_and_what_is_new_fails(self):
        lines = frozen.promises()
        where, _, members = lines[0].partition(": ")
        said, status = self.run_with(["exit no-such-command 0", f"{where}: other string, {members.partition(', ')[2]}", *lines[1:]])
        self.assertIn("gone or changed: exit no-such-command 0", said)
        self.assertIn(f"gone or changed: {where}: other string\n", said)
        self.assertIn(f"new: {where}: {members.partition(', ')[0]}\n", said)
        self.assertIn("--update", status)

    def test_a_member_is_promised_with_its_values(self):
        schema = {"type": "object", "required": ["a"], "properties": {
            "a": {"enum": ["x", "y"]}, "b": {"type": "array", "items": {"type": "string"}}, "c": {"properties": {"d": {"$ref": "#/$defs/e"}}}}}
        self.assertEqual(sorted(frozen.schema_lines(schema, "json s")), [
            'json s/c: d? #e', 'json s: a "x"|"y", b? array of string, c? anything'])


if __name__ == "__main__":
    unittest.main()
