"""What check-architecture.py finds: code of `BoltsBase` that is written again, and a walk that names no file."""
import pathlib
import tempfile
import unittest

import scripts

architecture = scripts.load("check-architecture.py")


class RepeatedBaseCodeTests(unittest.TestCase):
    def found(self, path, code):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            (root / path).parent.mkdir(parents=True)
            (root / path).write_text(code, encoding="utf-8")
            found = architecture.repeated_base_code([root], root / "BoltsBase")
            return [said.removeprefix(f"{folder}/") for said in found]

    def test_a_second_judge_of_characters_is_found(self):
        found = self.found("applinks/Text.swift", "switch scalar.properties.generalCategory { default: true }")
        self.assertEqual(found, ["applinks/Text.swift judges which characters are shown: BoltsBase does, once for all"])

    def test_a_second_writer_of_html_escapes_is_found(self):
        self.assertEqual(len(self.found("BoltsSiteCheck/A.swift", 'case "<": result += "&lt;"')), 1)

    def test_another_scanner_of_json_is_found(self):
        self.assertEqual(len(self.found("LinkIndex/A.swift", 'case UInt8(ascii: "u"): return four()')), 1)

    def test_the_base_module_and_comments_may_mention_them(self):
        self.assertEqual(self.found("BoltsBase/Text/A.swift", "scalar.properties.generalCategory"), [])
        self.assertEqual(self.found("BoltsTasks/A.swift", "// not by its generalCategory"), [])


class WalkTests(unittest.TestCase):
    def found(self, step):
        walks = "".join(f"### Walk {number}\n\n1. `First.swift` begins.\n{step}\n" for number in range(5))
        return list(architecture.check_walks(f"\n## Walks\n\n{walks}\n## Modules\n\n1. None here.\n"))

    def test_each_step_names_a_file(self):
        self.assertEqual(self.found("2. Then\n   `A+B.swift` ends."), [])
        self.assertEqual(len(self.found("2. Then nothing\n   is named.\n3. `A.swift`")), 5)

    def test_a_page_without_walks_is_a_fault(self):
        self.assertEqual(len(list(architecture.check_walks("# Architecture\n"))), 1)


if __name__ == "__main__":
    unittest.main()
