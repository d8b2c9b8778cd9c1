#!/usr/bin/env python3
"""Holds samples against the code that is compiled: each must stand in some Swift file, word for word.

Usage: check-samples.py PAGE.md FILE.swift… ; of a Swift file, its documentation comments are read. Indentation and
`private` before a function or an actor make no difference.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
ROOMS = ["Sources", "Tests", "Examples", "IntegrationTests", "AppleCheck"]


def plain(text):
    """Without blank lines, indentation and documentation comments, in which every sample stands."""
    lines = [re.sub(r"^private (?=func|actor|struct|final|class)", "", line.strip()) for line in text.splitlines()]
    # How far a comment stands from what it speaks of makes no difference either.
    lines = [re.sub(r"(?<=\S)\s+(?=// )", "  ", line) for line in lines]
    return "\n".join(line for line in lines if line and not line.startswith("///"))


def swift_files():
    for room in ROOMS:
        for path in (ROOT / room).rglob("*.swift"):
            if not any(part.startswith(".") for part in path.relative_to(ROOT).parts):
                yield path


def page_text(page):
    """What a page says; of a Swift file, its documentation comments."""
    text = (ROOT / page).read_text(encoding="utf-8")
    if not page.endswith(".swift"):
        return text
    return "\n".join(re.sub(r"^\s*/// ?", "", line) for line in text.splitlines() if line.lstrip().startswith("///"))


def main():
    compiled = [plain(path.read_text(encoding="utf-8")) for path in swift_files()]
    total = missing = 0
    for page in sys.argv[1:]:
        text = page_text(page)
        samples = re.findall(r"^```swift\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
        if not samples:
            sys.exit(f"{page} has no sample")
        for sample in samples:
            total += 1
            if not any(plain(sample) in code for code in compiled):
                missing += 1
                print(f"{page}: this stands in no file that is compiled:\n{sample}", file=sys.stderr)
    print(f"{total - missing} of {total} samples are compiled")
    sys.exit(1 if missing or not total else 0)


main()
