#!/usr/bin/env python3
"""Checks what the compiler says to old code, in Swift 5's and in Swift 6's language mode, and to newcomers.

Usage: check-fix-its.py, after `swift build`.

IntegrationTests/FixIts/FixIts.swift has one error for each `// says:` comment. In Deprecations.swift the warning below
`// no fix-it` must not offer a new name, and the one below `// renamed:` must offer that name. NewNames.swift has old code in a
module without the old names; each text must also be in the first row of the guide's table of errors. Newcomers.swift has the
mistakes of newcomers in a module on the main actor; each text must also be a line of the article that explains it.
TopLevel.swift is a script, which compiles without an error or a warning.
"""
import re
import subprocess
import sys

import products
from project import INTEGRATION_TESTS, module

FOLDER = INTEGRATION_TESTS / "FixIts"
MODES = ("5", "6")
GUIDE = module("BoltsObjCNames") / "Documentation.docc/MovingFromBolts.md"
ARTICLE = module("BoltsTasks") / "Documentation.docc/Articles/WhichForm.md"


def expectations(file, pattern):
    """Maps the line below each comment to the comment's match."""
    lines = file.read_text(encoding="utf-8").splitlines()
    found = {}
    for number, line in enumerate(lines, start=1):
        match = re.search(r"^\s*// " + pattern, line)
        if match:
            found[number + 1] = match
    return found


def diagnostics(file, mode, kind, *options):
    """Maps each line of a file to the diagnostics of a kind on it."""
    run = subprocess.run(
        ["swiftc", "-typecheck", "-parse-as-library", "-swift-version", mode, *options,
         *products.compiler_flags(products.folder()), str(file)],
        capture_output=True, text=True, check=False,
    )
    found = {}
    for match in re.finditer(re.escape(str(file)) + r":(\d+):\d+: " + kind + ": (.*)", run.stderr):
        found.setdefault(int(match.group(1)), []).append(match.group(2))
    if not found:
        sys.exit(f"the compiler reported no {kind} in {file.name}, but:\n{run.stderr[-3000:]}")
    return found


def check_errors(name, mode):
    file = FOLDER / name
    found = diagnostics(file, mode, "error")
    comments = expectations(file, r"(?:Swift (?P<mode>[56]) )?says: (?P<text>.*)")
    problems = []
    for line, match in comments.items():
        first = found.get(line, ["nothing"])[0]
        if match["mode"] not in (None, mode):
            if line not in found:
                problems.append(f"{file.name}:{line}, Swift {mode}: expected an error")
        elif match["text"] not in first:
            problems.append(f"{file.name}:{line}, Swift {mode}: expected: {match['text']}\n  but it says: {first}")
    for line in found.keys() - comments.keys():
        problems.append(f"{file.name}:{line}, Swift {mode}: unexpected: {found[line][0]}")
    return problems, len(comments)


def check_warnings():
    file = FOLDER / "Deprecations.swift"
    found = diagnostics(file, "5", "warning")
    comments = expectations(file, r"(?:no fix-it|renamed: (?P<name>.*))")
    problems = []
    for line, match in comments.items():
        # The continuation's own warning; the types on the line have warnings of their own.
        said = [text for text in found.get(line, []) if text.startswith(("'continue", "'whenAny("))]
        if not said:
            problems.append(f"{file.name}:{line}: expected a warning")
        elif match["name"] is None and any("renamed to" in text for text in said):
            problems.append(f"{file.name}:{line}: must not offer a new name, but says: {said[0]}")
        elif match["name"] and not any(f"renamed to '{match['name']}'" in text for text in said):
            problems.append(f"{file.name}:{line}: expected the name {match['name']}, but it says: {said[0]}")
    return problems, len(comments)


def check_guide():
    """The first error that the compiler reports if the old names are missing is the first in the guide."""
    row = re.search(r"^## 3\..*?^\|[-|]+\|\n(.*?)$", GUIDE.read_text(encoding="utf-8"), re.M | re.S)[1]
    texts = [match["text"] for match in expectations(FOLDER / "NewNames.swift", "says: (?P<text>.*)").values()]
    return [f"the first row of {GUIDE.name} does not have: {text}" for text in texts if f"`{text}`" not in row]


def check_newcomers():
    file = FOLDER / "Newcomers.swift"
    article = ARTICLE.read_text(encoding="utf-8")
    found = diagnostics(file, "6", "error", "-default-isolation", "MainActor")
    comments = expectations(file, r"says: (?P<text>.*)")
    problems = []
    for line, match in comments.items():
        said = [re.sub(r" \[#\w+\]$", "", text) for text in found.get(line, ["nothing"])]
        if match["text"] not in said:
            problems.append(f"{file.name}:{line}: expected: {match['text']}\n  but it says: {said[0]}")
        if f"**`{match['text']}`**" not in article:
            problems.append(f"{ARTICLE.name} does not explain: {match['text']}")
    for line in found.keys() - comments.keys():
        problems.append(f"{file.name}:{line}: unexpected: {found[line][0]}")
    return problems, len(comments)


def check_top_level(mode):
    """The `async` forms are chosen in a script, outside any function."""
    file = FOLDER / "TopLevel.swift"
    run = subprocess.run(
        ["swiftc", "-typecheck", "-swift-version", mode, *products.compiler_flags(products.folder()), str(file)],
        capture_output=True, text=True, check=False,
    )
    return [f"{file.name}, Swift {mode}: {run.stderr[-3000:]}"] if run.returncode or "warning:" in run.stderr else []


def main():
    problems, errors, missing = check_guide(), 0, 0
    for mode in MODES:
        wrong, errors = check_errors("FixIts.swift", mode)
        problems += wrong
        wrong, missing = check_errors("NewNames.swift", mode)
        problems += wrong + check_top_level(mode)
    wrong, warnings = check_warnings()
    problems += wrong
    wrong, mistakes = check_newcomers()
    problems += wrong
    if problems:
        print("\n".join(problems), file=sys.stderr)
        sys.exit(f"{len(problems)} diagnostics are not as expected")
    print(f"{errors} errors, in Swift 5 and in Swift 6, and {warnings} warnings of old code are as expected, {missing} errors "
          f"where the old names are missing, and {mistakes} errors of newcomers.")


main()
