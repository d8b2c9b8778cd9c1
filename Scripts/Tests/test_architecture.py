"""The gate that finds a second ground floor."""
import importlib.util
import pathlib
import tempfile
import unittest

PLACE = pathlib.Path(__file__).resolve().parent.parent / "check-architecture.py"
spec = importlib.util.spec_from_file_location("check_architecture", PLACE)
architecture = importlib.util.module_from_spec(spec)
spec.loader.exec_module(architecture)


class SecondGroundFloorTests(unittest.TestCase):
    def found(self, path, code):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            (root / path).parent.mkdir(parents=True)
            (root / path).write_text(code, encoding="utf-8")
            return list(architecture.second_ground_floors(root))

    def test_a_second_judge_of_characters_is_found(self):
        found = self.found("Tool/Sources/applinks/Text.swift", "switch scalar.properties.generalCategory { default: true }")
        self.assertEqual(found, ["Tool/Sources/applinks/Text.swift judges which characters are shown: BoltsBase does, once for all"])

    def test_a_second_writer_of_html_escapes_is_found(self):
        self.assertEqual(len(self.found("Sources/BoltsSiteCheck/A.swift", 'case "<": result += "&lt;"')), 1)

    def test_another_scanner_of_json_is_found(self):
        self.assertEqual(len(self.found("IndexService/Sources/LinkIndex/A.swift", 'case UInt8(ascii: "u"): return four()')), 1)

    def test_the_ground_floor_and_comments_may_mention_them(self):
        self.assertEqual(self.found("Sources/BoltsBase/Text/A.swift", "scalar.properties.generalCategory"), [])
        self.assertEqual(self.found("Sources/BoltsTasks/A.swift", "// not by its generalCategory"), [])


if __name__ == "__main__":
    unittest.main()
