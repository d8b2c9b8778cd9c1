#!/usr/bin/env python3
"""Checks Examples/Moving: the old code, what move-from-bolts makes of it, and what the programs do.

Usage: check-moving.py [--update], after `swift build`.

- The old code of `Before`, moved by the script and edited by `hand-edits.patch`, and that code edited by
  `on-the-main-actor.patch`, are written to `.build-moved/Moving`, a package whose tests run the moved programs.
- After the script alone, at least 95 of 100 call sites of each dialect compile in Swift 5's language mode. The
  figures for Swift 6's mode, and for the old code with its import changed and the old names added, are printed too.
- The old programs print `Tests/MovingTests/transcript.txt`; the package's tests hold the moved programs to it.

--update writes the patches, from what was edited in `AfterInSwift6` and `OnTheMainActor` there, and the transcript.
"""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import products
from project import EXAMPLES, ROOT, SCRIPTS, files

EXAMPLE = EXAMPLES / "Moving"
MOVED = ROOT / ".build-moved/Moving"
AFTER = MOVED / "Sources/AfterInSwift6"
ON_THE_MAIN_ACTOR = MOVED / "Sources/OnTheMainActor"
HAND_EDITS = EXAMPLE / "hand-edits.patch"
MAIN_ACTOR_EDITS = EXAMPLE / "on-the-main-actor.patch"
TRANSCRIPT = EXAMPLE / "Tests/MovingTests/transcript.txt"
LEAST = 95

# Matches a call of the old library, or a mention of one of its types.
SITE = re.compile(
    r"\bBF[A-Z]\w*|\b(?:Task|Executor|TaskCompletionSource|CancelledError|AggregateError)\b(?!:)"
    r"|\.(?:continue\w*|set\w*|trySet\w*|whenAll\w*|whenAny|completed|faulted|cancelled|isFaulted|isCancelled|isCompleted"
    r"|result|error|appLinkExtras|appLinkData|targetQueryParameters)\b"
)


def run(*command, **options):
    return subprocess.run([str(part) for part in command], check=True, capture_output=True, text=True, **options).stdout


def copy_of_before(place):
    folder = place / "After"
    shutil.copytree(EXAMPLE / "Before/Sources/Before", folder, ignore=shutil.ignore_patterns("main.swift"))
    return folder


def write_patch(patch, old, new, place):
    """The paths of a patch begin with After/ below a/ and b/."""
    for name, folder in (("a", old), ("b", new)):
        shutil.rmtree(place / name, ignore_errors=True)
        shutil.copytree(folder, place / name / "After")
    result = subprocess.run(
        ["git", "diff", "--no-index", "--no-color", "--no-prefix", "--unified=1", "a/After", "b/After"], cwd=place, capture_output=True, text=True,
        check=False)
    if result.returncode != 1:  # 0: nothing was edited.
        sys.exit(f"{new} has no edits, or cannot be compared: {result.stderr}")
    lines = [line for line in result.stdout.splitlines() if not line.startswith("index ")]
    patch.write_text("\n".join(lines) + "\n", encoding="utf-8")


def apply(patch, old, new):
    """Writes `old`, edited by the patch, to `new`."""
    shutil.copytree(old, new, dirs_exist_ok=True)
    result = subprocess.run(["git", "apply", "--unsafe-paths", "-p2", "--directory", str(new), str(patch)], cwd=new.anchor,
                            capture_output=True, text=True, check=False)
    if result.returncode != 0:
        sys.exit(f"{patch.name} does not apply; edit {MOVED.relative_to(ROOT)}, and see --update\n{result.stderr}")


def make_package(scripted, place):
    """Writes the package that has the moved programs, once all of it could be made."""
    made = place / "made"
    shutil.copytree(EXAMPLE / "Tests", made / "Tests")
    shutil.copy(EXAMPLE / "Package.swift", made)
    sources = made / "Sources"
    apply(HAND_EDITS, scripted, sources / AFTER.name)
    shutil.copytree(sources / AFTER.name, sources / "AfterInSwift5")
    apply(MAIN_ACTOR_EDITS, sources / AFTER.name, sources / ON_THE_MAIN_ACTOR.name)
    shutil.rmtree(MOVED, ignore_errors=True)
    shutil.copytree(made, MOVED)


def call_sites(folder):
    """Lines of each file on which old code calls Bolts, by dialect."""
    found = {}
    for path in files(folder, "**/*.swift"):
        text = path.read_text(encoding="utf-8")
        dialect = re.search(r"^import (Bolts|BoltsSwift)$", text, re.M)
        if not dialect:
            continue
        sites = {}
        for number, line in enumerate(text.splitlines(), start=1):
            count = len(SITE.findall(re.sub(r'"[^"]*"|//.*', "", line)))
            if count:
                sites[number] = count
        found[path.relative_to(folder)] = (dialect[1], sites)
    return found


def errors(folder, mode):
    """The lines with errors of each file."""
    process = subprocess.run(
        ["swiftc", "-typecheck", "-continue-building-after-errors", "-module-name", "After", "-swift-version", mode,
         *products.compiler_flags(products.folder()), *files(folder, "**/*.swift")],
        capture_output=True, text=True, check=False)
    found = {}
    for path, line, _ in re.findall(r"^(/[^\n:]*\.swift):(\d+):\d+: error: (.*)", process.stderr, re.M):
        found.setdefault(pathlib.Path(path).relative_to(folder.resolve()), set()).add(int(line))
    return found


def compile_figures(before, untouched, moved):
    """Counts each call site as compiling unless its line has an error. The script keeps lines where they are."""
    sites, too_few = call_sites(before), False
    for mode, folder, when in (("5", untouched, "with the import changed"), ("5", moved, "after the script"),
                               ("6", moved, "after the script")):
        wrong = errors(folder, mode)
        for dialect, name in (("Bolts", "Bolts for Objective-C"), ("BoltsSwift", "Bolts-Swift")):
            total = good = 0
            for path, (of, lines) in sites.items():
                if of == dialect:
                    total += sum(lines.values())
                    good += sum(count for line, count in lines.items() if line not in wrong.get(path, ()))
            share = 100 * good / total
            print(f"Swift {mode}, {name}: {good} of {total} call sites compile {when} ({share:.1f} of 100)")
            too_few |= mode == "5" and folder == moved and share < LEAST
    return too_few


def transcript(place):
    """What the old programs print.

    Objective-C's generics are not checked, so `as! BFTask<X>` always succeeded; the stand-in says that as `unchecked`.
    """
    for name in ("Before", "OldBolts"):
        shutil.copytree(EXAMPLE / name, place / name, ignore=shutil.ignore_patterns(".build*"))
    for path in files(place / "Before", "**/*.swift"):
        text = path.read_text(encoding="utf-8")
        path.write_text(re.sub(r" as! (BFTask<\w+>)", r".unchecked(\1.self)", text), encoding="utf-8")
    scratch = ROOT / ".build-moving"
    return run("swift", "run", "--quiet", "--package-path", place / "Before", "--scratch-path", scratch)


def main():
    update = "--update" in sys.argv[1:]
    with tempfile.TemporaryDirectory() as name:
        place = pathlib.Path(name).resolve()
        moved = copy_of_before(place)
        script = subprocess.run([sys.executable, SCRIPTS / "move-from-bolts", "--write", moved], capture_output=True, text=True,
                                check=False)
        if script.returncode not in (0, 1):  # 1: there are places for a person to look at.
            sys.exit(script.stderr)
        print(script.stderr.splitlines()[-1])
        untouched = copy_of_before(place / "untouched")
        for path in files(untouched, "**/*.swift"):
            path.write_text(path.read_text(encoding="utf-8").replace("import BoltsSwift", "import Bolts"), encoding="utf-8")
        shutil.copy(moved / "BoltsOldNames.swift", untouched)
        too_few = compile_figures(EXAMPLE / "Before/Sources/Before", untouched, moved)
        if update:
            write_patch(HAND_EDITS, moved, AFTER, place)
            write_patch(MAIN_ACTOR_EDITS, AFTER, ON_THE_MAIN_ACTOR, place)
        make_package(moved, place)
        printed = transcript(place)
        if update:
            TRANSCRIPT.write_text(printed, encoding="utf-8")
        elif printed != TRANSCRIPT.read_text(encoding="utf-8"):
            sys.exit("the old programs print something else than transcript.txt; see --update")
    if too_few:
        sys.exit(f"fewer than {LEAST} of 100 call sites compile in Swift 5's mode")


main()
