#!/usr/bin/env python3
"""Explores small programs with tasks in every order of their atomic steps.

    explore-tasks.py             the short form: what CI runs
    explore-tasks.py --long      more programs
    explore-tasks.py --defects   plants each defect of planted-defects in a copy; each must be found
    explore-tasks.py --defects 05 11

The package is IntegrationTests/TaskInterleavings. Only threads that hand over after an atomic step are explored, and all
orderings count as sequentially consistent: what a weaker one allows is left to the thread sanitizer and the reader.
"""
import argparse
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

from project import INTEGRATION_TESTS, ROOT, SCRIPTS, files, module, name

PACKAGE = name(INTEGRATION_TESTS / "TaskInterleavings")
MODULES = ["BoltsBase", "BoltsTasks", "CBoltsTasks", "BoltsTestSupport"]
DEFECTS = SCRIPTS / "planted-defects"
# Time limits in seconds: no step of an exploration takes long, but a build on a busy machine may.
BUILD_SECONDS, EXPLORE_SECONDS = 1800, 7200


def build(root):
    """Builds the explorer, and returns its path."""
    command = ["swift", "build", "-j", "2", "--package-path", str(root / PACKAGE)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=BUILD_SECONDS)
    if done.returncode != 0:
        print(done.stdout + done.stderr, file=sys.stderr)
        sys.exit(f"{root / PACKAGE} does not build")
    return root / PACKAGE / ".build/debug/explore"


def explore(program, *arguments):
    return subprocess.run(
        [str(program), *arguments], capture_output=True, text=True, errors="replace", timeout=EXPLORE_SECONDS
    )


def copy_sources(target):
    for folder in [*(name(module(called)) for called in MODULES), PACKAGE]:
        shutil.copytree(
            ROOT / folder,
            target / folder,
            symlinks=True,
            ignore=shutil.ignore_patterns(".build"),
        )


def planted(text):
    """The files that a patch changes."""
    return re.findall(r"^\+\+\+ b/(\S+)", text, re.M)


def find_defects(only):
    """Plants one defect after the other; returns the number of those that were not found."""
    missed = 0
    with tempfile.TemporaryDirectory() as folder:
        copy = pathlib.Path(folder)
        copy_sources(copy)
        print("| defect | what is planted | found by | in execution |\n|---|---|---|---|", flush=True)
        for path in files(DEFECTS, "*.patch"):
            if only and not any(path.name.startswith(number) for number in only):
                continue
            text = path.read_text()
            changed = subprocess.run(
                ["patch", "--strip=1", "--silent", "--no-backup-if-mismatch", "--directory", folder],
                input=text,
                text=True,
            )
            if changed.returncode != 0:
                sys.exit(f"{path.name} does not apply: write it again for the sources as they are")
            done = explore(build(copy))
            report = re.search(r"FAULT (.*)\n  program: (.*)\n  execution: (\d+)", done.stdout)
            if done.returncode == 0 or not report:
                missed += 1
                found, execution = "**not found**", ""
            else:
                fault, program, execution = report.groups()
                found = f"`{program.replace('|', chr(92) + '|')}`: {fault[:60].replace('|', ' ')}"
            print(f"| {path.stem} | {text.splitlines()[0]} | {found} | {execution} |", flush=True)
            for name in planted(text):
                shutil.copy2(ROOT / name, copy / name)
                # The build must notice that the file has its old content again.
                (copy / name).touch()
    return missed


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--long", action="store_true")
    parser.add_argument("--defects", nargs="*", metavar="NUMBER")
    options = parser.parse_args()
    if options.defects is not None:
        missed = find_defects(options.defects)
        if missed:
            sys.exit(f"{missed} planted defects were not found")
        return
    program = build(ROOT)
    done = explore(program, *(["--long"] if options.long else []))
    print(done.stdout, end="", flush=True)
    if done.returncode != 0:
        print(done.stderr, end="", file=sys.stderr)
        sys.exit(done.returncode if done.returncode > 0 else 1)


if __name__ == "__main__":
    main()
