"""Tests of build-archives.py, with a script in place of the binary."""
import os
import pathlib
import platform
import subprocess
import sys
import tempfile
import unittest

SCRIPT = pathlib.Path(__file__).resolve().parent.parent / "build-archives.py"


@unittest.skipUnless(platform.system() == "Linux", "the archives are made on Linux only")
class BuildArchives(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.binary = self.folder / "binary"
        self.write_binary("applinks 1.2.3")

    def write_binary(self, answer):
        self.binary.write_text(f"#!/bin/sh\necho {answer}\n")
        self.binary.chmod(0o755)

    def build(self, out, date="1700000000"):
        run = subprocess.run([sys.executable, SCRIPT, "--binary", self.binary, "--out", self.folder / out],
                             capture_output=True, text=True, env=dict(os.environ, SOURCE_DATE_EPOCH=date))
        return run.returncode, run.stderr

    def contents(self, out):
        return {file.name: file.read_bytes() for file in (self.folder / out).iterdir()}

    def test_the_same_binary_gives_the_same_bytes(self):
        self.assertEqual(self.build("a")[0], 0)
        os.utime(self.binary, (1, 1))
        self.assertEqual(self.build("b")[0], 0)
        self.assertEqual(len(self.contents("a")), 3)
        self.assertEqual(self.contents("a"), self.contents("b"))
        self.assertEqual(self.build("c", date="1800000000")[0], 0)
        self.assertNotEqual(self.contents("a"), self.contents("c"))

    def test_the_checksums_are_those_of_the_files(self):
        self.build("a")
        run = subprocess.run(["sha256sum", "--check", "--strict", "SHA256SUMS"], cwd=self.folder / "a", capture_output=True, text=True)
        self.assertEqual((run.returncode, run.stdout.count(": OK")), (0, 2), run.stderr)

    def test_the_command_of_the_tarball_runs(self):
        self.build("a")
        name = f"applinks-1.2.3-linux-{platform.machine()}"
        subprocess.run(["tar", "-xzf", self.folder / "a" / f"{name}.tar.gz", "-C", self.folder], check=True)
        self.assertEqual(sorted(file.name for file in (self.folder / name).iterdir()), ["LICENSE", "applinks", "licenses.md"])
        self.assertEqual(subprocess.check_output([self.folder / name / "applinks"]), b"applinks 1.2.3\n")

    def test_pip_installs_the_command_of_the_wheel_and_removes_it(self):
        self.build("a")
        wheel, = (self.folder / "a").glob("*.whl")
        try:
            subprocess.run([sys.executable, "-m", "venv", self.folder / "venv"], check=True, capture_output=True)
        except subprocess.CalledProcessError:
            self.skipTest("this Python makes no virtual environment; on Debian python3-venv is missing")
        pip = [self.folder / "venv/bin/python", "-m", "pip", "--disable-pip-version-check"]
        subprocess.run(pip + ["install", "--no-index", wheel], check=True, capture_output=True)
        command = self.folder / "venv/bin/applinks"
        self.assertEqual(subprocess.check_output([command]), b"applinks 1.2.3\n")
        subprocess.run(pip + ["uninstall", "--yes", "applinks"], check=True, capture_output=True)
        self.assertFalse(command.exists())

    def test_another_program_is_refused(self):
        self.write_binary("ruff 1.2.3")
        status, error = self.build("a")
        self.assertEqual(status, 1)
        self.assertIn("does not print 'applinks VERSION': 'ruff 1.2.3'", error)
        self.assertEqual(self.contents("a"), {})


if __name__ == "__main__":
    unittest.main()
