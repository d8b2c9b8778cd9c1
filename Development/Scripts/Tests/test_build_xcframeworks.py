"""Tests of build-xcframeworks.py: what it would run on a Mac."""
import pathlib
import plistlib
import re
import shlex
import subprocess
import sys
import unittest

import scripts
from project import ROOT, SCRIPTS, module

SCRIPT = SCRIPTS / "build-xcframeworks.py"


def dry_run(*options):
    return subprocess.run([sys.executable, SCRIPT, "--dry-run", "--out", "/frameworks", *options], check=True, capture_output=True,
                          text=True).stdout


class BuildXCFrameworks(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.script = scripts.load(SCRIPT.name)
        cls.text = dry_run()
        # A document begins with its command, and its content is not one.
        cls.files = dict(re.findall(r"^cat > (\S+) <<'END'\n(.*?)\nEND$", cls.text, re.M | re.S))
        commands = re.sub(r"^cat > \S+ <<'END'\n.*?\nEND$", "", cls.text, flags=re.M | re.S)
        cls.commands = [shlex.split(line) for line in commands.splitlines() if line]

    def compilations(self):
        return [command for command in self.commands if "swiftc" in command or "clang" in command]

    def test_each_module_is_built_for_each_platform_and_architecture(self):
        slices = sum(len(platform.architectures) for platform in self.script.PLATFORMS)
        self.assertEqual(len(self.compilations()), slices * len(self.script.MODULES))
        created = [command for command in self.commands if "-create-xcframework" in command]
        self.assertEqual(len(created), len(self.script.MODULES))
        for command in created:
            self.assertEqual(command.count("-framework"), len(self.script.PLATFORMS))

    def test_what_is_packed_was_built(self):
        built = {command[command.index("-output") + 1] for command in self.commands if command[0] == "lipo"}
        for command in self.commands:
            if "-create-xcframework" not in command:
                continue
            for place, option in enumerate(command):
                if option == "-framework":
                    bundle = pathlib.PurePosixPath(command[place + 1])
                    binary = bundle / ("Versions/A" if "/macos/" in str(bundle) else "") / bundle.stem
                    self.assertIn(str(binary), built)

    def test_thin_libraries_are_joined_after_they_are_compiled(self):
        written = set()
        for command in self.commands:
            if command in self.compilations():
                written.add(command[command.index("-o") + 1])
            elif command[0] == "lipo":
                for library in command[2:command.index("-output")]:
                    self.assertIn(library, written)

    def test_modules_are_compiled_after_those_they_need(self):
        seen = []
        for module, needed in self.script.DEPENDENCIES.items():
            self.assertEqual([name for name in needed if name not in seen], [], f"{module} comes too early")
            seen.append(module)

    def test_dependencies_are_those_of_the_package(self):
        manifest = (ROOT / "Package.swift").read_text(encoding="utf-8")
        for module, needed in self.script.DEPENDENCIES.items():
            target = re.search(rf'\.target\(\s*name: "{module}"(.*?)(?=\n        \.t|\n    \])', manifest, re.S)[1]
            listed = re.search(r"dependencies: \[(.*?)\]", target, re.S)
            self.assertEqual(sorted(re.findall(r'"(\w+)"', listed[1])) if listed else [], sorted(needed), module)

    def test_minimum_versions_are_those_of_the_package(self):
        manifest = (ROOT / "Package.swift").read_text(encoding="utf-8")
        versions = dict(re.findall(r"\.(macOS|iOS|tvOS|watchOS|visionOS)\(\.v(\d+)\)", manifest))
        for platform in self.script.PLATFORMS:
            name = next(name for name in versions if name.lower() == platform.name.removesuffix("-simulator"))
            self.assertEqual(platform.version, f"{versions[name]}.0")

    def test_property_lists_can_be_read_and_name_the_binary(self):
        lists = {path: plistlib.loads(text.encode()) for path, text in self.files.items() if path.endswith("Info.plist")}
        self.assertEqual(len(lists), len(self.script.PLATFORMS) * len(self.script.MODULES))
        for path, content in lists.items():
            self.assertIn(f"/{content['CFBundleExecutable']}.framework/", path)
            self.assertEqual(content["CFBundleShortVersionString"], self.script.version())

    def test_the_module_of_c_has_its_header(self):
        maps = [path for path in self.files if path.endswith("module.modulemap")]
        self.assertEqual(len(maps), len(self.script.PLATFORMS))
        for path in maps:
            header = f"{path.removesuffix('Modules/module.modulemap')}Headers/CBoltsTasks.h"
            self.assertTrue(any(command[0] == "cp" and command[2] == header for command in self.commands))

    def test_the_module_of_c_is_linked_with_the_runtime_that_it_asks(self):
        source = (module("CBoltsTasks") / "CBoltsTasks.c").read_text(encoding="utf-8")
        self.assertIn("extern bool swift_task_isCurrentExecutorWithFlags", source)
        linked = [command for command in self.compilations() if "clang" in command]
        self.assertTrue(linked)
        for command in linked:
            self.assertIn("-lswift_Concurrency", command)

    def test_the_privacy_manifest_is_in_the_framework(self):
        copied = [command[2] for command in self.commands if command[0] == "cp" and command[2].endswith("PrivacyInfo.xcprivacy")]
        self.assertEqual(len(copied), len(self.script.PLATFORMS))

    def test_one_platform_alone(self):
        text = dry_run("--platform", "ios")
        self.assertIn("arm64-apple-ios18.0", text)
        self.assertNotIn("simulator", text)

    @unittest.skipIf(sys.platform == "darwin", "frameworks are built there")
    def test_a_build_elsewhere_says_what_to_do(self):
        run = subprocess.run([sys.executable, SCRIPT], capture_output=True, text=True)
        self.assertEqual(run.returncode, 1)
        self.assertIn("--dry-run", run.stderr)


if __name__ == "__main__":
    unittest.main()
