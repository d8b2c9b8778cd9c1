"""Fails where a library uses what Swift's own library has only on systems newer than Package.swift names.

The compiler checks no availability on Linux. But the interfaces of the standard library, which come with it, say since which
version of macOS each declaration is there. Copies of them, in which the newer declarations are deprecated, are compiled, then the
libraries against these copies: each warning is an error on a Mac. Foundation has no such interface.
"""
import json
import pathlib
import re
import shutil
import subprocess
import sys

import products
from project import ROOT, module as place_of, sources

PLACE = ROOT / ".build-availability"
INTERFACES = ["Swift", "_Concurrency", "Synchronization", "_StringProcessing", "Observation"]
# The libraries in the order of their dependencies.
LIBRARIES = [
    "BoltsBase", "BoltsTasks", "BoltsFoundation", "BoltsTestSupport", "BoltsPageMetadata", "BoltsPageFetching",
    "BoltsAppLinks",
    "BoltsWebView", "BoltsAppLinksUI", "BoltsAssociations", "BoltsObjCNames",
]
SAID = "newer than the platforms"
# For a system without the conformance the compiler uses the functions of Sequence. It prefers the conformance if that is only
# deprecated.
ALLOWED = "conformance of 'EnumeratedSequence<Base>' to 'Collection'"


def run(*command):
    result = subprocess.run([str(part) for part in command], capture_output=True, text=True, cwd=ROOT)
    if result.returncode != 0:
        sys.exit(f"{' '.join(map(str, command[:4]))} …\n{result.stdout}{result.stderr}")
    return result.stderr


def outdated(interface, newest):
    """An interface with everything deprecated that came after a version of macOS."""
    def line(match):
        version = tuple(int(part) for part in match.group(2).split("."))
        return f'{match.group(1)}@available(*, deprecated, message: "{SAID}")' if version > newest else match.group(0)
    return re.sub(r"^( *)@available\(macOS ([0-9.]+)[^)]*\)", line, interface, flags=re.MULTILINE)


def main():
    info = json.loads(subprocess.run(["swiftc", "-print-target-info"], capture_output=True, text=True, check=True).stdout)
    resources = pathlib.Path(info["paths"]["runtimeResourcePath"])
    triple, system = info["target"]["moduleTriple"], info["target"]["platform"]
    manifest = (ROOT / "Package.swift").read_text(encoding="utf-8")
    newest = (int(re.search(r"\.macOS\(\.v(\d+)\)", manifest).group(1)), 0)

    shutil.rmtree(PLACE, ignore_errors=True)
    (PLACE / "swift" / system).mkdir(parents=True)
    (PLACE / "modules").mkdir()
    found = [name for name in INTERFACES if (resources / system / f"{name}.swiftmodule").is_dir()]
    for path in resources.iterdir():
        if path.name != system:
            (PLACE / "swift" / path.name).symlink_to(path)
    for path in (resources / system).iterdir():
        if path.stem not in found or path.suffix != ".swiftmodule":
            (PLACE / "swift" / system / path.name).symlink_to(path)
    common = ["-resource-dir", PLACE / "swift", "-module-cache-path", PLACE / "cache"]
    for name in found:
        text = (resources / system / f"{name}.swiftmodule" / f"{triple}.swiftinterface").read_text(encoding="utf-8")
        interface = PLACE / f"{name}.swiftinterface"
        interface.write_text(outdated(text, newest), encoding="utf-8")
        module = PLACE / "swift" / system / f"{name}.swiftmodule"
        module.mkdir()
        run("swiftc", "-frontend", "-compile-module-from-interface", "-module-name", name,
            "-o", module / f"{triple}.swiftmodule", interface, "-parse-stdlib", *common)

    features = re.findall(r'\.enableUpcomingFeature\("(\w+)"\)', manifest)
    flags = [part for name in features for part in ("-enable-upcoming-feature", name)]
    flags += products.module_maps(PLACE)
    newer = set()
    for name in LIBRARIES:
        said = run("swiftc", *common, *flags, "-swift-version", "6", "-package-name", "bolts", "-wmo", "-module-name", name,
                   "-I", PLACE / "modules", "-emit-module", "-emit-module-path", PLACE / "modules" / f"{name}.swiftmodule",
                   *sources(place_of(name)))
        newer |= {line for line in said.splitlines()
                  if re.match(r"\S+\.swift:\d+", line) and SAID in line and ALLOWED not in line}
    for line in sorted(newer):
        print(line.removeprefix(f"{ROOT}/"), file=sys.stderr)
    print(f"{len(LIBRARIES)} libraries: {len(newer)} uses of what macOS {newest[0]} has not")
    return 1 if newer else 0

