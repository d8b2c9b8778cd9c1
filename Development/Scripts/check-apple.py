#!/usr/bin/env python3
"""Checks what can be checked of Apple's and other platforms without their compilers.

Usage: check-apple.py [NAME…]; without a name, all of them:

  sources        each branch of each `#if` in Sources is compiled by some build here
  availability   no library uses what Swift's own library has only on newer systems
  platforms      names that a platform lacks, privacy manifests, .spi.yml
  integers       HTTP's dates and lifetimes are right where Int has 32 bits
  xcode-project  the Xcode project of the SwiftUI example

Each is a file in apple, which says more.
"""
import subprocess
import sys

from apple import availability, platforms, sources, xcode_project
from project import SCRIPTS

CHECKS = {
    "sources": sources.main,
    "availability": availability.main,
    "platforms": platforms.main,
    "integers": lambda: subprocess.run([SCRIPTS / "apple/integers.sh"]).returncode,
    "xcode-project": xcode_project.main,
}


def main():
    names = sys.argv[1:] or list(CHECKS)
    for name in names:
        if name not in CHECKS:
            print(f"check-apple: there is no check '{name}'; there are {', '.join(CHECKS)}", file=sys.stderr)
            return 64
    failed = [name for name in names if CHECKS[name]() != 0]
    if failed:
        print(f"check-apple: failed: {', '.join(failed)}", file=sys.stderr)
    return 1 if failed else 0


sys.exit(main())
