#!/usr/bin/env python3
"""Compiles the modules that a binary framework may carry with library evolution, and checks that their interfaces can be read.

Usage: check-evolution.py

It needs no build before: each module is compiled to a module and an interface in a temporary folder. The compiler warns that
Dispatch and Foundation have no library evolution on Linux, which is not counted; any error is.
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
# In the order of their dependencies.
MODULES = ["BoltsBase", "BoltsTasks", "BoltsFoundation", "BoltsPageMetadata", "BoltsPageFetching", "BoltsAppLinks"]
C_MODULES = ["CBoltsTasks", "CBoltsCurl"]


def upcoming_features():
    """The features that Package.swift enables for every target."""
    return re.findall(r'enableUpcomingFeature\("(\w+)"\)', (ROOT / "Package.swift").read_text(encoding="utf-8"))


def make_c_modules(place):
    """Module maps as SwiftPM makes them, where the compiler of an interface finds them too."""
    flags = []
    for name in C_MODULES:
        folder = place / name
        folder.mkdir()
        headers = ROOT / "Sources" / name / "include"
        (folder / "module.modulemap").write_text(f'module {name} {{\n    umbrella "{headers}"\n    export *\n}}\n', encoding="utf-8")
        flags += ["-I", str(folder)]
    return flags


def compile_module(name, place, flags):
    """Compiles one module, and returns the compiler's errors."""
    sources = [str(path) for path in sorted((ROOT / "Sources" / name).rglob("*.swift")) if ".docc" not in str(path)]
    run = subprocess.run(
        ["swiftc", "-emit-module", "-emit-module-path", str(place / f"{name}.swiftmodule"), "-emit-module-interface-path",
         str(place / f"{name}.swiftinterface"), "-wmo", "-O", "-swift-version", "6", "-module-name", name, "-package-name", "bolts",
         "-enable-library-evolution", "-diagnostic-style", "llvm", "-I", str(place), *flags, *sources],
        capture_output=True, text=True, check=False, env={**os.environ, "LC_ALL": "C"},
    )
    errors = sorted(set(re.findall(r"^.*error: .*$", run.stderr, re.MULTILINE)))
    return errors or ([] if run.returncode == 0 else [run.stderr[-2000:]])


def main():
    with tempfile.TemporaryDirectory() as temporary:
        place = pathlib.Path(temporary)
        flags = make_c_modules(place)
        for feature in upcoming_features():
            flags += ["-enable-upcoming-feature", feature]
        for name in MODULES:
            errors = compile_module(name, place, flags)
            if errors:
                sys.exit(f"{name} does not compile with library evolution:\n" + "\n".join(errors))
            print(f"{name} compiles with library evolution, and its interface can be read.", flush=True)


main()
