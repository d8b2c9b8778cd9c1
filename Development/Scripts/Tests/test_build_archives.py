"""Tests of build-archives.py, with a script in place of the binary."""
import email.parser
import importlib.util
import json
import os
import pathlib
import platform
import shutil
import signal
import subprocess
import sys
import tarfile
import tempfile
import unittest
import zipfile

import scripts
from project import PACKAGING, ROOT

SCRIPT = PACKAGING / "Scripts/build-archives.py"


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

    def build(self, out, date="1700000000", **environment):
        run = subprocess.run([sys.executable, SCRIPT, "--binary", self.binary, "--out", self.folder / out,
                              "tarball", "wheel", "npm", "formula"],
                             capture_output=True, text=True, env=dict(os.environ, SOURCE_DATE_EPOCH=date, SOURCE_REVISION="0" * 40) | environment)
        return run.returncode, run.stderr

    def contents(self, out):
        return {file.name: file.read_bytes() for file in (self.folder / out).iterdir()}

    def test_the_same_binary_gives_the_same_bytes(self):
        self.assertEqual(self.build("a")[0], 0)
        os.utime(self.binary, (1, 1))
        self.assertEqual(self.build("b")[0], 0)
        self.assertEqual(len(self.contents("a")), 6)
        self.assertEqual(self.contents("a"), self.contents("b"))
        self.assertEqual(self.build("c", date="1800000000")[0], 0)
        self.assertNotEqual(self.contents("a"), self.contents("c"))

    def test_the_checksums_are_those_of_the_files(self):
        self.build("a")
        run = subprocess.run(["sha256sum", "--check", "--strict", "SHA256SUMS"], cwd=self.folder / "a", capture_output=True, text=True)
        self.assertEqual((run.returncode, run.stdout.count(": OK")), (0, 5), run.stderr)

    def test_the_command_of_the_tarball_runs(self):
        self.build("a")
        name = f"applinks-1.2.3-linux-{platform.machine()}"
        subprocess.run(["tar", "-xzf", self.folder / "a" / f"{name}.tar.gz", "-C", self.folder], check=True)
        self.assertEqual(sorted(file.name for file in (self.folder / name).iterdir()), ["LICENSE", "applinks", "copyright", "licenses.md"])
        self.assertEqual(subprocess.check_output([self.folder / name / "applinks"]), b"applinks 1.2.3\n")

    def test_the_tarball_names_the_versions_that_are_linked_in(self):
        status, error = self.build("a")
        self.assertEqual((status, "the packages do not name the versions that are linked in" in error), (0, True))
        (self.folder / "binary.resolved").write_text('{"pins": []}')
        self.assertEqual(self.build("b"), (0, ""))
        name = f"applinks-1.2.3-linux-{platform.machine()}"
        with tarfile.open(self.folder / "b" / f"{name}.tar.gz") as archive:
            self.assertEqual(archive.extractfile(f"{name}/Package.resolved").read(), b'{"pins": []}')

    def test_each_package_with_the_binary_has_the_licences_of_what_is_linked_in(self):
        self.build("a")
        folder = self.folder / "a"
        with tarfile.open(folder / f"applinks-1.2.3-linux-{platform.machine()}.tar.gz") as archive:
            notice = archive.extractfile(f"applinks-1.2.3-linux-{platform.machine()}/copyright").read()
        self.assertNotIn(b"@", notice)
        for name in ["FlyingFox", "Yams", "swift-foundation-icu", "Apache-2.0 with Swift exception", "Permission is hereby granted"]:
            self.assertIn(name.encode(), notice)
        wheel, = folder.glob("*.whl")
        with zipfile.ZipFile(wheel) as archive:
            self.assertEqual(archive.read("applinks-1.2.3.dist-info/licenses/copyright"), notice)
            self.assertIn(b"License-File: LICENSE\nLicense-File: copyright\n", archive.read("applinks-1.2.3.dist-info/METADATA"))
        package, = folder.glob("applinks-linux-*.tgz")
        with tarfile.open(package) as archive:
            self.assertEqual(archive.extractfile("package/copyright").read(), notice)

    def metadata(self, out):
        wheel, = (self.folder / out).glob("*.whl")
        with zipfile.ZipFile(wheel) as archive:
            return email.parser.Parser().parsestr(archive.read("applinks-1.2.3.dist-info/METADATA").decode())

    def npm_packages(self, out):
        """The package.json and README of each of npm's packages."""
        found = {}
        for file in (self.folder / out).glob("*.tgz"):
            with tarfile.open(file) as archive:
                package = json.load(archive.extractfile("package/package.json"))
                found[package["name"]] = package, archive.extractfile("package/README.md").read().decode()
        return found

    def test_the_wheel_and_the_packages_of_npm_describe_themselves(self):
        self.assertEqual(self.build("a", PROJECT_URL="")[0], 0)
        metadata = self.metadata("a")
        self.assertEqual(metadata["Metadata-Version"], "2.4")
        self.assertTrue(metadata["Description-Content-Type"].startswith("text/markdown"))
        self.assertTrue(metadata.get_payload().startswith("`applinks` says why a link does not open its app."))
        self.assertEqual(metadata["License-Expression"],
                         "MIT AND Apache-2.0 WITH Swift-exception AND BSD-3-Clause AND Unicode-3.0")
        self.assertIn("universal-links", metadata["Keywords"].split(","))
        # The licence is in the expression only, because PyPI refuses an additional classifier of a licence.
        classifiers = metadata.get_all("Classifier")
        self.assertFalse([name for name in classifiers if name.startswith("License")])
        self.assertIn("Operating System :: POSIX :: Linux", classifiers)
        self.assertIsNone(metadata["Project-URL"])
        packages = self.npm_packages("a")
        self.assertEqual(len(packages), 2)
        self.assertEqual(packages["applinks"][1], metadata.get_payload())
        for name, (package, readme) in packages.items():
            self.assertEqual(package["license"], "MIT" if name == "applinks" else metadata["License-Expression"])
            self.assertIn("universal-links", package["keywords"])
            self.assertTrue(package["description"] and readme)
            self.assertNotIn("repository", package)

    def test_the_page_of_a_package_has_no_relative_link(self):
        text = (PACKAGING / "description.md").read_text()
        self.assertNotRegex(text, r"\]\((?!https:)")

    def test_the_packages_name_the_repository_that_somebody_names(self):
        url = "https://git.example.org/bolts"
        self.assertEqual(self.build("a", PROJECT_URL=url)[0], 0)
        self.assertEqual(self.metadata("a")["Project-URL"], f"Repository, {url}")
        for package, _ in self.npm_packages("a").values():
            self.assertEqual((package["homepage"], package["repository"]), (url, {"type": "git", "url": url}))
        status, error = self.build("b", PROJECT_URL="bolts\nLicense: none")
        self.assertEqual(status, 1)
        self.assertTrue(error.endswith("PROJECT_URL is not an https URL: 'bolts\\nLicense: none'\n"), error)

    def test_a_kind_whose_program_is_missing_ends_with_a_sentence(self):
        programs = self.folder / "programs"
        programs.mkdir()
        for name in ["git", "sh"]:
            (programs / name).symlink_to(shutil.which(name))
        for kind, program in [("wheel", "objdump"), ("deb", "dpkg-shlibdeps"), ("image", "mmdebstrap")]:
            run = subprocess.run([sys.executable, SCRIPT, "--binary", self.binary, "--out", self.folder / kind, kind],
                                 capture_output=True, text=True, env=dict(os.environ, PATH=str(programs)))
            self.assertEqual(run.returncode, 1)
            self.assertIn(f"the kind {kind} needs {program}, which is not installed; on Debian: apt-get install ", run.stderr)
            self.assertEqual(run.stderr.count("\n"), 1)
        # Without a given kind, all other kinds are made.
        run = subprocess.run([sys.executable, SCRIPT, "--binary", self.binary, "--out", self.folder / "a"], capture_output=True, text=True,
                             env=dict(os.environ, PATH=str(programs), SOURCE_DATE_EPOCH="1700000000", SOURCE_REVISION="0" * 40))
        self.assertEqual((run.returncode, run.stderr.count("not made: ")), (0, 3), run.stderr)
        self.assertEqual(list((self.folder / "a").glob("*.whl")), [])
        self.assertEqual(len(list((self.folder / "a").glob("*.tgz"))), 2)

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

    def test_npm_installs_the_command_from_its_files(self):
        if shutil.which("npm") is None:
            self.skipTest("there is no npm here")
        self.build("a")
        files = sorted((self.folder / "a").glob("*.tgz"))
        place = self.folder / "node"
        place.mkdir()
        (place / "package.json").write_text("{}")
        npm = ["npm", "install", "--offline", "--no-audit", "--no-fund", "--cache", self.folder / "npm-cache"]
        subprocess.run(npm + files, cwd=place, check=True, capture_output=True)
        command = place / "node_modules/.bin/applinks"
        self.assertEqual(subprocess.check_output([command]), b"applinks 1.2.3\n")
        shutil.rmtree(place / "node_modules/@applinks")
        run = subprocess.run([command], capture_output=True, text=True)
        self.assertEqual(run.returncode, 2)
        self.assertIn("is not installed", run.stderr)

    def test_a_signal_to_the_launcher_of_npm_reaches_the_command(self):
        node = shutil.which("node")
        if node is None:
            self.skipTest("there is no node here")
        shutil.copy(PACKAGING / "npm/applinks.js", self.folder)
        machine = subprocess.check_output([node, "-p", "`${process.platform}-${process.arch}`"], text=True).strip()
        command = self.folder / f"node_modules/@applinks/{machine}/bin/applinks"
        command.parent.mkdir(parents=True)

        def run(script, number):
            command.write_text(f"#!/bin/sh\n{script}\necho started\nfor _ in $(seq 400); do sleep 0.05; done\n")
            command.chmod(0o755)
            with subprocess.Popen([node, self.folder / "applinks.js"], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                  stderr=subprocess.DEVNULL, text=True) as launcher:
                self.assertEqual(launcher.stdout.readline(), "started\n")
                launcher.send_signal(number)
                # The end of the output shows that the command has also ended.
                return launcher.stdout.read(), launcher.wait()

        for number, name in [(signal.SIGTERM, "TERM"), (signal.SIGINT, "INT")]:
            self.assertEqual(run(f"trap 'echo ended; exit 3' {name}", number), ("ended\n", 3))
        self.assertEqual(run("", signal.SIGTERM), ("", -signal.SIGTERM))

    def test_the_formula_names_the_version_and_the_commit(self):
        self.build("a")
        self.assertIn(f'tag: "1.2.3", revision: "{"0" * 40}"', (self.folder / "a/applinks.rb").read_text())
        self.build("b", SOURCE_TAG="v1.2.3")
        self.assertIn(f'tag: "v1.2.3", revision: "{"0" * 40}"', (self.folder / "b/applinks.rb").read_text())

    def repository(self, version, tag):
        """A repository with build-archives.py and a commit of a version, whose tag may say another."""
        place = self.folder / "repository"
        for name in ["Command/Packaging/Scripts", "Command/Packaging/npm"]:
            shutil.copytree(ROOT / name, place / name, ignore=shutil.ignore_patterns("__pycache__"))
        (place / "Command/Package.swift").touch()
        source = place / "Sources/BoltsPageFetching/Interface/BoltsVersion.swift"
        source.parent.mkdir(parents=True)
        source.write_text(f'    static let current = "{version}"\n')
        settings = ["-c", "user.name=a", "-c", "user.email=a@example.com", "-c", "commit.gpgsign=false", "-c", "tag.gpgsign=false"]
        for words in [["init", "--quiet"], ["add", "."], ["commit", "--quiet", "--message", "version"], ["tag", tag]]:
            subprocess.run(["git", *settings, *words], cwd=place, check=True)
        return place / "Command/Packaging/Scripts/build-archives.py"

    def test_a_tag_of_another_version_is_refused_before_anything_is_built(self):
        script = self.repository("1.2.3", "v1.2.4")
        run = subprocess.run([sys.executable, script, "--tag", "v1.2.4", "--out", self.folder / "a"], capture_output=True, text=True)
        self.assertEqual((run.returncode, run.stderr), (1, "the tag is v1.2.4, and the command says version 1.2.3\n"))

    def stub(self, text):
        """The module of a repository whose tag v1.2.3 has another script in its place."""
        script = self.repository("1.2.3", "v1.2.3")
        specification = importlib.util.spec_from_file_location("build_archives", script)
        module = importlib.util.module_from_spec(specification)
        sys.path.insert(0, str(script.parent))
        self.addCleanup(sys.path.remove, str(script.parent))
        specification.loader.exec_module(module)
        module.SOURCE = self.folder / "source"
        script.write_text("import os, pathlib, sys\n" + text)
        subprocess.run(["git", "-c", "user.name=a", "-c", "user.email=a@example.com", "-c", "commit.gpgsign=false",
                        "commit", "--quiet", "--all", "--message", "stub"], cwd=script.parent, check=True)
        subprocess.run(["git", "tag", "--force", "v1.2.3"], cwd=script.parent, check=True, capture_output=True)
        return module

    def test_a_tag_of_the_same_version_is_built_whatever_kinds_and_packages_there_are(self):
        # The copy has a script that builds nothing, and packages of earlier versions exist.
        module = self.stub("pathlib.Path(sys.argv[2], 'tag').write_text(os.environ['SOURCE_TAG'])\n")
        out = self.folder / "a"
        out.mkdir()
        for version in ["1.2.1", "1.2.2"]:
            (out / f"applinks-{version}-linux-x86_64.tar.gz").touch()
        module.build_from_tag("v1.2.3", out, ["wheel"])
        self.assertFalse(module.SOURCE.exists())
        self.assertEqual((out / "tag").read_text(), "v1.2.3")

    def test_a_tag_is_built_with_the_versions_that_are_asked_for_or_not_at_all(self):
        def resolved(version):
            return json.dumps({"pins": [{"identity": "yams", "state": {"version": version}}]}).encode()

        # The same versions in another form count as unchanged.
        module = self.stub("import json\nfile = pathlib.Path(__file__).parents[3] / 'Command/Package.resolved'\n"
                           "file.write_text(json.dumps(json.loads(file.read_text()), indent=2).replace('1.0', '1.5'))\n")
        module.build_from_tag("v1.2.3", self.folder, ["wheel"], resolved("1.1"))
        with self.assertRaises(SystemExit) as raised:
            module.build_from_tag("v1.2.3", self.folder, ["wheel"], resolved("1.0"))
        self.assertIn("made with other versions than those of --resolved", raised.exception.code)
        with self.assertRaises(SystemExit) as raised:
            module.build_from_tag("v1.2.3", self.folder, ["wheel"], b"[]")
        self.assertIn("--resolved takes the Package.resolved", raised.exception.code)
        self.assertFalse(module.SOURCE.exists())

    def test_an_unknown_kind_is_refused(self):
        run = subprocess.run([sys.executable, SCRIPT, "snap"], capture_output=True, text=True)
        self.assertEqual(run.returncode, 1)
        self.assertIn("there is no kind snap; say tarball, wheel", run.stderr)

    def test_another_program_is_refused(self):
        self.write_binary("ruff 1.2.3")
        status, error = self.build("a")
        self.assertEqual(status, 1)
        self.assertIn("does not print 'applinks VERSION': 'ruff 1.2.3'", error)
        self.assertEqual(self.contents("a"), {})


if __name__ == "__main__":
    unittest.main()
