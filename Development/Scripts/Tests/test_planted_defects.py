"""Each defect that is planted to try the exploration of tasks can be planted in the sources as they are."""
import subprocess
import unittest

import scripts
from project import ROOT, SCRIPTS, files


class PlantedDefectTests(unittest.TestCase):
    def test_each_defect_applies_to_the_sources(self):
        patches = files(SCRIPTS / "planted-defects", "*.patch")
        self.assertGreaterEqual(len(patches), 10)
        for patch in patches:
            with self.subTest(patch.name):
                done = subprocess.run(["git", "apply", "--check", patch], cwd=ROOT, capture_output=True, text=True)
                self.assertEqual(done.returncode, 0, done.stderr)


if __name__ == "__main__":
    unittest.main()
