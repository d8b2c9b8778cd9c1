"""Tests of what installs and runs the command in a job: its arguments, its files and its exit status."""
import hashlib
import os
import pathlib
import re
import subprocess
import tempfile
import textwrap
import unittest

import scripts
from project import PACKAGING, ROOT

SCRIPT = PACKAGING / "ci/check-links.sh"
GITLAB = PACKAGING / "ci/applinks.gitlab-ci.yml"
# A command that prints its arguments, writes the requested files, and has a finding.
FAKE = """#!/usr/bin/env bash
for argument in "$@"; do
    echo "[$argument]"
    case $argument in *=*) echo "report of ${argument%%=*}" >"${argument#*=}" ;; esac
done
exit 1
"""


class CheckLinksTests(unittest.TestCase):
    def run_script(self, arguments, command=FAKE, **environment):
        return self.run_command([SCRIPT], arguments, command, **environment)

    def run_command(self, command, arguments, program=FAKE, **environment):
        with tempfile.TemporaryDirectory() as place:
            folder = pathlib.Path(place)
            # The command is not among the files of the job, which are listed below.
            fake = folder / "bin/applinks"
            fake.parent.mkdir()
            fake.write_text(program, encoding="utf-8")
            fake.chmod(0o755)
            summary = folder / "summary.md"
            summary.write_text("before\n", encoding="utf-8")
            variables = os.environ | {
                "APPLINKS": str(fake), "APPLINKS_ARGUMENTS": arguments, "GITHUB_STEP_SUMMARY": str(summary),
                "PATH": f"{fake.parent}:{os.environ['PATH']}",
            } | environment
            done = subprocess.run(command, cwd=folder, env=variables, capture_output=True, text=True, check=False)
            files = {path.name: path.read_text(encoding="utf-8") for path in folder.iterdir() if path.is_file()}
            return done, files

    def test_a_line_is_an_argument_and_the_summary_is_added_to(self):
        done, files = self.run_script("public/\n--host\nexample.com\n$(touch owned); a b\n")
        self.assertEqual(done.returncode, 1)
        lines = done.stdout.splitlines()
        self.assertEqual(lines[:5], ["[check]", "[public/]", "[--host]", "[example.com]", "[$(touch owned); a b]"])
        self.assertEqual(lines[5:7], ["[--format]", "[github]"])
        self.assertEqual(files, {"summary.md": "before\nreport of markdown\n"})

    def run_gitlab(self, arguments):
        """Runs the lines of GitLab's job alone: a project that includes the file has no other file of the repository."""
        lines = GITLAB.read_text(encoding="utf-8").partition("    - |\n")[2].partition("  artifacts:")[0]
        return self.run_command(["sh", "-e", "-c", textwrap.dedent(lines)], arguments)

    def test_gitlab_gets_its_reports(self):
        done, files = self.run_gitlab("public/\n")
        self.assertEqual(done.returncode, 1)
        self.assertEqual(files["gl-code-quality-report.json"], "report of gitlab\n")
        self.assertEqual(files["applinks-junit.xml"], "report of junit\n")

    def test_a_line_is_an_argument_at_gitlab(self):
        done, files = self.run_gitlab("public/\n\n$(touch owned); a b\n*\n")
        self.assertEqual(done.stdout.splitlines()[:4], ["[check]", "[public/]", "[$(touch owned); a b]", "[*]"], done.stderr)
        self.assertNotIn("owned", files)

    def test_no_input_is_text_of_a_shell(self):
        hostile = ["$(touch owned)", "`touch owned`", "; touch owned", "&& touch owned", "| touch owned", "> owned", "*", "~", "${HOME}", "-n",
                   "--", "a  b\t", "\\", "\"'", "!!", "%s", "::set-output name=a::b"]
        for run in (self.run_script, self.run_gitlab):
            done, files = run("\n".join(hostile) + "\n")
            self.assertEqual(done.stdout.splitlines()[1:len(hostile) + 1], [f"[{line}]" for line in hostile])
            self.assertNotIn("owned", files)

    def test_a_hostile_name_of_the_command_is_no_text_of_a_shell(self):
        for name in ("$(touch owned)", "; touch owned", "no such command"):
            done, files = self.run_script("public/", APPLINKS=name)
            self.assertEqual(done.returncode, 127)
            self.assertNotIn("owned", files)

    def test_no_arguments_are_left_to_the_configuration(self):
        done, _ = self.run_script("")
        self.assertEqual(done.stdout.splitlines()[:2], ["[check]", "[--format]"])
        done, _ = self.run_gitlab("")
        self.assertEqual(done.stdout.splitlines()[:2], ["[check]", "[--output]"])

    def test_a_summary_that_github_would_refuse_is_cut_at_a_line(self):
        long = FAKE.replace('"report of ${argument%%=*}"', '"$(yes "an answer é" | head -n 90000)"')
        done, files = self.run_script("public/\n", long)
        self.assertEqual(done.returncode, 1)
        self.assertLess(len(files["summary.md"].encode()), 1_048_576)
        *_, last, empty, rest = files["summary.md"].splitlines()
        self.assertEqual((last, empty), ("an answer é", ""))
        self.assertIn("The rest is left out", rest)

    def test_a_command_that_is_missing_is_named(self):
        missing, _ = self.run_script("", APPLINKS="no-such-command")
        self.assertEqual((missing.returncode, "no-such-command" in missing.stderr), (127, True))

    def test_the_action_names_the_script(self):
        action = (ROOT / "action.yml").read_text(encoding="utf-8")
        self.assertIn('"$PLACE/Command/Packaging/ci/check-links.sh"', action)
        # An expression inside the script could be a command.
        for line in action.splitlines():
            if line.strip().startswith("run:"):
                self.assertNotIn("${{", line)


class ChainTests(unittest.TestCase):
    """What runs the command in a job, read as an attacker would."""

    def test_no_script_of_the_action_has_an_expression(self):
        lines = (ROOT / "action.yml").read_text(encoding="utf-8").splitlines()
        scripts_of_steps = [line for line in lines if line.strip().startswith("run:")]
        self.assertEqual(len(scripts_of_steps), 2)
        for line in scripts_of_steps:
            self.assertNotIn("${{", line)
        # An expression is the value of a variable of a step, or a condition.
        for line in (line for line in lines if "${{" in line):
            self.assertRegex(line, r"^        [A-Z_]+: \$\{\{ [\w.]+ \}\}$")
        self.assertFalse([line for line in lines if line.strip().startswith(("uses:", "- uses:"))], "an action of others must be pinned")

    def test_each_action_is_pinned_by_its_commit(self):
        workflows = list((ROOT / ".github" / "workflows").iterdir())
        used = [line.strip() for path in workflows for line in path.read_text(encoding="utf-8").splitlines() if "uses:" in line]
        self.assertTrue(used)
        for line in used:
            self.assertRegex(line, r"^- uses: [\w-]+/[\w-]+@[0-9a-f]{40}  # v\d+\.\d+\.\d+$")
        # The token of the job is not left in the checkout, where the tested code could read it.
        text = "".join(path.read_text(encoding="utf-8") for path in workflows)
        self.assertEqual(text.count("actions/checkout@"), text.count("persist-credentials: false"))

    def test_the_hook_and_the_image_ask_for_no_rights(self):
        hook = (ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8")
        self.assertIn("entry: applinks check\n", hook)
        self.assertNotIn("additional_dependencies", hook)
        files = re.compile(re.search(r"^  files: (.*)$", hook, re.M)[1])
        for name in ("assetlinks.json", "web/.well-known/apple-app-site-association", "web/-b/assetlinks.json"):
            self.assertTrue(files.search(name), name)
        # pre-commit passes names unchanged, and such a name would be an option.
        for name in ("--write-baseline=../other/assetlinks.json", "-x/assetlinks.json", "my-assetlinks.json", "assetlinks.json.orig"):
            self.assertFalse(files.search(name), name)
        image = (PACKAGING / "Dockerfile").read_text(encoding="utf-8").splitlines()
        users = [line for line in image if line.startswith("USER ")]
        self.assertEqual(users, ["USER 1000"])
        self.assertLess(image.index("USER 1000"), next(index for index, line in enumerate(image) if line.startswith("ENTRYPOINT [")))
        self.assertFalse([line for line in image if line.startswith("ADD ") or "curl " in line and "|" in line])

    def test_what_is_not_pinned_is_named_in_the_policy(self):
        names = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True).stdout.split("\0")
        images, packages = set(), []
        for path in (ROOT / name for name in names if name):
            if path.suffix in (".yml", ".yaml") or path.name in ("Dockerfile", "Containerfile"):
                pattern = r"^ *(?:FROM|container:|image:(?:\s+name:)?)[ \t]+(\S+)|docker://(\S+)"
                images |= set(sum(re.findall(pattern, path.read_text(encoding="utf-8"), re.M), ())) - {"", "scratch"}
            elif path.suffix == ".sh":
                for words in re.findall(r"\bpip (?:install|download)\b((?:.*\\\n)*[^|\n]*)", path.read_text(encoding="utf-8")):
                    # With --no-index nothing is downloaded.
                    packages += [word for word in words.split() if word[0] not in "-\\"] if "--no-index" not in words else []
        self.assertTrue(packages)
        for package in packages:
            self.assertRegex(package, r"^[\w.-]+==[\d.]+$")
        # A project that includes the GitLab job names the image.
        images.remove("$APPLINKS_IMAGE")
        policy = (ROOT / "SECURITY.md").read_text(encoding="utf-8")
        limit = next(part for part in policy.split("\n- ") if "imagetools inspect" in part)
        named = set(re.findall(r"`([a-z]+:[\w.-]+)`", limit))
        self.assertEqual({image for image in images if "@sha256:" not in image}, named)


class InstallBinaryTests(unittest.TestCase):
    def install(self, changed, system="Linux", spelled=str):
        with tempfile.TemporaryDirectory() as place:
            folder = pathlib.Path(place)
            (folder / "applinks-1").mkdir()
            (folder / "applinks-1/applinks").write_text("#!/bin/sh\necho applinks 1\n", encoding="utf-8")
            (folder / "applinks-1/applinks").chmod(0o755)
            subprocess.run(["tar", "-czf", "applinks.tar.gz", "applinks-1"], cwd=folder, check=True)
            tarball = folder / "applinks.tar.gz"
            pinned = spelled(hashlib.sha256(tarball.read_bytes()).hexdigest())
            if changed:
                tarball.write_bytes(tarball.read_bytes() + b"x")
            (folder / "path").touch()
            # This program reports the name of the system.
            (folder / "uname").write_text(f"#!/bin/sh\necho {system}\n", encoding="utf-8")
            (folder / "uname").chmod(0o755)
            done = subprocess.run(
                [PACKAGING / "ci/install-binary.sh", tarball, pinned], capture_output=True, text=True, check=False,
                env=os.environ | {
                    "RUNNER_TEMP": place, "GITHUB_PATH": str(folder / "path"), "PATH": f"{place}:{os.environ['PATH']}",
                },
            )
            return done, (folder / "path").read_text(encoding="utf-8")

    def test_the_pinned_file_is_put_on_the_path(self):
        done, path = self.install(changed=False)
        self.assertEqual((done.returncode, done.stdout), (0, "applinks 1\n"), done.stderr)
        self.assertIn("/applinks.", path)

    def test_digits_may_be_in_upper_case(self):
        done, path = self.install(changed=False, spelled=str.upper)
        self.assertEqual((done.returncode, path != ""), (0, True), done.stderr)

    def test_another_system_is_refused(self):
        for system in ["Darwin", "MINGW64_NT-10.0-26100"]:
            done, path = self.install(changed=False, system=system)
            self.assertEqual((done.returncode, path), (1, ""))
            self.assertIn(f"this runner is {system}", done.stderr)

    def test_another_file_is_refused(self):
        done, path = self.install(changed=True)
        self.assertEqual((done.returncode, path), (1, ""))
        self.assertIn("it is not the file that was pinned", done.stderr)


if __name__ == "__main__":
    unittest.main()