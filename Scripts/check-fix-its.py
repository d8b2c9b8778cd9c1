#!/usr/bin/env python3
"""Holds what the compiler says to old code against what it should: one error for each `// says:` in FixIts.swift.

Usage: check-fix-its.py, after `swift build`. In the language mode of the code that stands on Bolts, and in Swift 6's.
"""
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
FILE = ROOT / "IntegrationTests/FixIts/FixIts.swift"
ERROR = re.compile(re.escape(str(FILE)) + r":(\d+):\d+: error: (.*)")


def expected():
    """Line of the statement after each comment: what is said there."""
    lines = FILE.read_text(encoding="utf-8").splitlines()
    return {number + 2: line.split("// says: ")[1] for number, line in enumerate(lines) if "// says: " in line}


def said(mode):
    built = subprocess.run(["swift", "build", "--show-bin-path"], cwd=ROOT, check=True, capture_output=True, text=True)
    place = pathlib.Path(built.stdout.strip())
    maps = [flag for path in sorted(place.glob("CBolts*.build/module.modulemap"))
            for flag in ("-Xcc", f"-fmodule-map-file={path}")]
    run = subprocess.run(
        ["swiftc", "-typecheck", "-parse-as-library", "-swift-version", mode, "-I", str(place / "Modules"), *maps,
         str(FILE)],
        capture_output=True, text=True, check=False,
    )
    found = {}
    for match in ERROR.finditer(run.stderr):
        found.setdefault(int(match.group(1)), match.group(2))
    if not found:
        sys.exit(f"the compiler said no error in {FILE.name}, but:\n{run.stderr[-3000:]}")
    return found


def main():
    wrong = 0
    for mode in ("5", "6"):
        found = said(mode)
        for line, text in expected().items():
            if text not in found.get(line, ""):
                wrong += 1
                print(f"{FILE.name}:{line}, Swift {mode}: should say: {text}\n  but says: {found.get(line, 'nothing')}",
                      file=sys.stderr)
        for line in found.keys() - expected().keys():
            wrong += 1
            print(f"{FILE.name}:{line}, Swift {mode}: says: {found[line]}", file=sys.stderr)
    if wrong:
        sys.exit(f"{wrong} of what the compiler says to old code is not as it should be")
    print(f"The compiler says what to write instead, {len(expected())} times, in Swift 5 and in Swift 6.")


main()
