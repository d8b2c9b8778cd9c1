#!/usr/bin/env python3
"""Prints the licences of everything that is linked into the command, in the format of Debian's file `copyright`.

Usage: licenses.py. The text is Command/Packaging/debian/copyright with the licence of the project filled in.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[3]


def of_parts():
    """The text as bytes."""
    license = (ROOT / "LICENSE").read_text(encoding="utf-8")
    holder = re.search(r"^Copyright \(c\) (.*)$", license, re.M)[1]
    # Each line of a licence is indented, and a dot replaces an empty one.
    terms = license[license.index("Permission"):].removesuffix("\n").split("\n")
    text = (ROOT / "Command/Packaging/debian/copyright").read_text(encoding="utf-8")
    return text.replace("@COPYRIGHT@", holder).replace("@LICENSE@", "\n".join(f" {line or '.'}" for line in terms)).encode()


if __name__ == "__main__":
    sys.stdout.buffer.write(of_parts())
