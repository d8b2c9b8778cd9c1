"""No script and no gate passes on nothing: the list of a part's files is never empty."""
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

import scripts
import products
import project
from project import (APPLE_STUBS, COMMAND, DOCUMENTS, EXAMPLES, FUZZING, GATES, INDEX, INTEGRATION_TESTS, LIBRARY, OBSERVABILITY,
                     PACKAGING, ROOT, SAMPLES, SCHEMAS, SCRIPTS, SERVER_SUPPORT, SITE_CHECK, TASK_INSPECTOR, TESTS)


class FileTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name).resolve()
        for path in ["A/a.swift", "A/K.docc/sample.swift", "A/.build/b.swift", "B/C.docc/c.swift", "h/.hidden/d.c"]:
            (self.folder / path).parent.mkdir(parents=True, exist_ok=True)
            (self.folder / path).touch()

    def fails(self, text):
        return self.assertRaisesRegex(SystemExit, re.escape(text))

    def test_a_folder_that_is_missing_is_named(self):
        for walk in [project.files, project.sources]:
            with self.fails(f"{self.folder}/none is missing"):
                walk(self.folder / "none", "*.swift")
        with self.fails(f"{self.folder}/none is missing"):
            project.folders(self.folder / "none")

    def test_each_pattern_must_match(self):
        self.assertEqual(project.files(self.folder, "A/*.swift", "*/*.swift"), [self.folder / "A/a.swift"])
        with self.fails(f"{self.folder} has no file that matches *.c"):
            project.files(self.folder, "**/*.swift", "*.c")

    def test_files_of_builds_and_tutorials_are_not_sources(self):
        self.assertEqual(project.sources(self.folder / "A"), [self.folder / "A/a.swift"])
        self.assertEqual(len(project.files(self.folder / "A", "**/*.swift")), 2)
        with self.fails("documentation catalogue"):
            project.sources(self.folder / "B")
        with self.fails("no file that matches **/*.c"):
            project.files(self.folder / "h", "**/*.c")

    def test_a_folder_without_folders_is_named(self):
        self.assertEqual([path.name for path in project.folders(self.folder)], ["A", "B", "h"])
        with self.fails(f"{self.folder}/B/C.docc is missing or has no folders"):
            project.folders(self.folder / "B/C.docc")

    def test_a_module_is_in_one_part(self):
        self.assertEqual(project.module("BoltsTasks").parent, LIBRARY)
        with self.fails("0 of these folders are there"):
            project.module("Nothing")

    def test_a_pattern_of_git_must_match(self):
        self.assertIn(ROOT / "README.md", project.tracked("*.md"))
        with self.fails("git knows no file that matches *.none"):
            project.tracked("*.md", "*.none")

    def test_a_build_without_maps_is_none(self):
        with self.fails("has no file that matches CBolts*.build/module.modulemap"):
            products.compiler_flags(self.folder)

    def test_a_shell_knows_the_rooms_and_stops_at_a_pattern_without_files(self):
        script = f'. "{SCRIPTS}/project.sh"\n{{}}\necho after\n'
        good = subprocess.run(["bash", "-c", script.format('echo "$LIBRARY"/BoltsTasks/* "$PWD"')], capture_output=True, text=True)
        self.assertEqual(good.returncode, 0, good.stderr)
        for line in ['echo "$LIBRARY"/*.none', 'for path in "$LIBRARY"/*.none; do echo "$path"; done', 'walk() { echo "$LIBRARY"/*.none; }; walk']:
            done = subprocess.run(["bash", "-c", script.format(line)], capture_output=True, text=True)
            self.assertNotIn("after", done.stdout)
            self.assertNotEqual(done.returncode, 0)
            self.assertIn(f"no match: {project.name(LIBRARY)}/*.none", done.stderr)


# Commands of gates, each with a folder without which it has nothing to check.
WALKS = [
    *((["check-architecture.py"], part) for part in (LIBRARY, SITE_CHECK / "Sources", COMMAND / "Sources", INDEX)),
    *((["check-conformance.py"], part) for part in (TESTS, SITE_CHECK / "Tests", COMMAND / "Tests", INTEGRATION_TESTS, APPLE_STUBS)),
    *((["check-frozen.py"], part) for part in (SCHEMAS, COMMAND / "Sources/applinks/Commands")),
    *((["check-opened-files.py"], part) for part in (COMMAND / "Sources", SITE_CHECK / "Sources")),
    (["check-documents.py"], LIBRARY),
    *((["check-apple.py", "sources"], part) for part in (LIBRARY, APPLE_STUBS / "Stubs")),
    *((["check-apple.py", "platforms"], part) for part in (LIBRARY, TESTS)),
    (["check-apple.py", "xcode-project"], APPLE_STUBS / "Stubs/XCUIAutomation"),
    *((["check-samples.py", "--no-build"], part) for part in (LIBRARY, DOCUMENTS, SITE_CHECK / "Sources", OBSERVABILITY / "Sources")),
    (["check-samples.py", "--no-build", "no/such/page"], ROOT / "no/such/page"),
    (["build-xcframeworks.py", "--check"], LIBRARY / "BoltsTasks"),
    (["fuzz.py", "FuzzURLs"], FUZZING / "Seeds/FuzzURLs"),
    (["build-documentation.sh", "--no-build"], LIBRARY),
    (["check-curl-numbers.sh"], LIBRARY / "CBoltsCurl"),
    (["gates.sh", "run_quick_tests"], TESTS / "BoltsTasksTests"),
    *((["gates.sh", "lint_format"], part) for part in
      (LIBRARY, TESTS, SITE_CHECK / "Sources", COMMAND / "Tests/applinksTests", INDEX / "Sources", OBSERVABILITY, SERVER_SUPPORT, TASK_INSPECTOR, EXAMPLES,
       SAMPLES, INTEGRATION_TESTS, FUZZING / "Sources", APPLE_STUBS / "Tests")),
]
# These folders are copied, because a script finds the repository by its own place; the others are linked.
COPIED = [SCRIPTS, GATES]


def link(source, target, missing):
    """Makes a folder like one of the repository, with one missing in it."""
    if source == missing:
        return
    if source in COPIED:
        shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
    elif any(source in path.parents for path in [missing, *COPIED]):
        target.mkdir()
        for path in source.iterdir():
            if not path.name.startswith((".build", ".git")):
                link(path, target / path.name, missing)
    else:
        target.symlink_to(source)


class MissingFolderTests(unittest.TestCase):
    def test_a_gate_fails_and_names_the_folder_that_is_missing(self):
        for (script, *options), missing in WALKS:
            with self.subTest(f"{script} without {project.name(missing)}"), tempfile.TemporaryDirectory() as folder:
                copy = pathlib.Path(folder).resolve() / "copy"
                link(ROOT, copy, missing)
                place = copy / project.name(GATES if script.startswith("gates") else SCRIPTS) / script
                done = subprocess.run([place, *options] if place.suffix == ".py" else ["bash", place, *options],
                                      capture_output=True, text=True, timeout=300)
                self.assertNotEqual(done.returncode, 0, done.stdout)
                self.assertIn(project.name(missing), done.stderr)
                self.assertNotIn("Traceback", done.stderr)


class OneHelperTests(unittest.TestCase):
    # The scripts that may walk through folders outside the repository.
    ALLOWED = {"project.py", "move-from-bolts", "availability.py"}
    WALK = re.compile(r"\br?glob\(|\biterdir\(|\blistdir\(|\bscandir\(|os\.walk\(|\bls-files\b")
    OWN_PLACE = re.compile(r"__file__\)\.(resolve|parent)|dirname\(")

    def test_no_other_script_lists_the_files_of_a_folder_or_computes_the_root(self):
        for path in [*project.files(SCRIPTS, "**/*.py"), *project.files(GATES, "*.py")]:
            if SCRIPTS / "Tests" in path.parents:
                continue
            text = path.read_text(encoding="utf-8")
            with self.subTest(path.name):
                if path.name not in self.ALLOWED:
                    self.assertIsNone(self.WALK.search(text))
                if path.name not in {"project.py", "move-from-bolts"} and path != GATES / "main.py":
                    self.assertIsNone(self.OWN_PLACE.search(text))

    def test_each_script_of_a_shell_begins_like_the_others(self):
        for path in [*project.files(SCRIPTS, "**/*.sh"), *project.files(GATES, "*.sh")]:
            if path.name != "project.sh":
                with self.subTest(path.name):
                    self.assertRegex(path.read_text(encoding="utf-8"), r'(?m)^\. "\$\(dirname "\$0"\)/.*project\.sh"$')
        for path in project.files(PACKAGING / "Scripts", "*.sh"):
            if path.name != "build-command.sh":
                with self.subTest(path.name):
                    self.assertIn("\nshopt -s failglob\n", path.read_text(encoding="utf-8"))


if __name__ == "__main__":
    unittest.main()
