#!/usr/bin/env python3
"""Holds each library's public declarations against docs/api, so that no change of them goes unnoticed.

Usage: check-api.py [--update], after `swift build`. A declaration that is gone or has changed breaks its users; one
that is new is a promise. --update writes docs/api anew: commit it with the change of the declarations. Declarations that only
Apple's platforms have are not held. The enums that have cases and are not `@nonexhaustive` must be exactly those that
CONTRIBUTING.md promises to keep closed. At the end the script prints how many declarations each module has, without
conformances, and how many of them are underscored or only for the other packages of this repository (`@_spi`).
"""
import difflib
import json
import pathlib
import re
import subprocess
import sys
import tempfile

import products as built
from project import DOCUMENTS, ROOT, files, module as place_of, sources

PLACE = DOCUMENTS / "api"
MODULES = [
    "BoltsTasks", "BoltsFoundation", "BoltsPageMetadata", "BoltsPageFetching", "BoltsAppLinks", "BoltsAssociations",
    "BoltsWebView", "BoltsAppLinksUI", "BoltsObjCNames", "BoltsTestSupport",
    "BoltsTesting",
]
# The names of old modules, and of those that only users who check sites need.
UNDERSCORED = re.compile(r"^ *(?:@\w+(?:\([^)\n]*\))? +)*(?:public|open) [^\n={(]*?\b(?:class|struct|enum|protocol|func|var|let) _", re.M)
APART = ["BoltsObjCNames", "BoltsAssociations"]


def run(*command):
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command[:2])} failed; was `swift build` run?\n{done.stderr[-2000:]}")
    return done.stdout.strip()


def availability(symbol):
    """Deprecated, or not to be called."""
    for entry in symbol.get("availability", []):
        if entry.get("domain", "*") == "*":
            if entry.get("isUnconditionallyUnavailable"):
                return "unavailable "
            if entry.get("isUnconditionallyDeprecated"):
                return "deprecated "
    return ""


def declarations(module, products, target, *options):
    """Each public declaration and conformance of a module, a line each, in order; with `-include-spi-symbols` `@_spi` too."""
    lines = set()
    with tempfile.TemporaryDirectory() as graphs:
        run("swift", "symbolgraph-extract", "-module-name", module, *built.compiler_flags(products),
            "-target", target, "-output-dir", graphs, "-minimum-access-level", "public", "-skip-synthesized-members", *options)
        for path in files(pathlib.Path(graphs), "*.symbols.json"):
            graph = json.loads(path.read_text(encoding="utf-8"))
            names = {symbol["identifier"]["precise"]: ".".join(symbol["pathComponents"]) for symbol in graph["symbols"]}
            for symbol in graph["symbols"]:
                text = "".join(part["spelling"] for part in symbol.get("declarationFragments", []))
                owner = ".".join(symbol["pathComponents"][:-1]) or module
                lines.add(f"{owner}: {availability(symbol)}{' '.join(text.split())}")
            for relation in graph["relationships"]:
                if relation["kind"] == "conformsTo" and relation["source"] in names:
                    protocol = names.get(relation["target"], relation.get("targetFallback", relation["target"]))
                    lines.add(f"{names[relation['source']]}: conforms to {protocol}")
    if not lines:
        sys.exit(f"{module} has no public declarations, which cannot be")
    return sorted(lines)


def check_closed(listed):
    """Fails unless the enums that stay closed are exactly those of CONTRIBUTING.md."""
    sentence = re.search(r"Closed for all of version 2 are (.+?)\.$", (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8"), re.M)
    promised = set(re.findall(r"`([\w.]+)`", sentence[1])) if sentence else set()
    closed = set()
    for module, lines in listed.items():
        with_cases = {line.split(": ")[0] for line in lines if re.match(r"\S+: (?:deprecated |unavailable )?(?:indirect )?case ", line)}
        for line in lines:
            if found := re.match(r"(\S+): (?:indirect )?enum (\w+)$", line):
                name = found[2] if found[1] == module else f"{found[1]}.{found[2]}"
                closed |= {name} & with_cases
    for name in sorted(closed - promised):
        print(f"{name} is closed: write @nonexhaustive, or promise in CONTRIBUTING.md (What is stable) that it never gets a case")
    for name in sorted(promised - closed):
        print(f"{name} is promised to be closed in CONTRIBUTING.md, and is no closed enum")
    return closed == promised


def print_counts(listed, products, target):
    """The number of declarations of each module, and of the modules that every user may meet together."""
    total = 0
    print(f"{'':20}{'declared':>10}{'underscored':>13}{'@_spi':>8}")
    for module, lines in listed.items():
        names = {line for line in lines if ": conforms to " not in line}
        # The compiler's list has no underscored names.
        hidden = sum(len(UNDERSCORED.findall(path.read_text(encoding="utf-8")))
                     for path in sources(place_of(module)))
        special = sum(1 for line in set(declarations(module, products, target, "-include-spi-symbols")) - set(lines)
                      if ": conforms to " not in line)
        print(f"{module:20}{len(names):10}{hidden:13}{special:8}")
        total += 0 if module in APART else len(names) + hidden + special
    print(f"all without {', '.join(APART)}, with what is underscored or @_spi: {total}")


def main():
    products = pathlib.Path(run("swift", "build", "--show-bin-path"))
    target = json.loads(run("swiftc", "-print-target-info"))["target"]["triple"]
    changed = False
    listed = {}
    for module in MODULES:
        now = listed[module] = declarations(module, products, target)
        path = PLACE / f"{module}.txt"
        if "--update" in sys.argv[1:]:
            PLACE.mkdir(exist_ok=True)
            path.write_text("\n".join(now) + "\n", encoding="utf-8")
            continue
        before = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
        difference = list(difflib.unified_diff(before, now, f"docs/api/{module}.txt", "now", lineterm="", n=0))
        print(*difference, sep="\n", end="\n" if difference else "")
        changed = changed or bool(difference)
    print_counts(listed, products, target)
    if not check_closed(listed):
        sys.exit("an enum is neither open nor promised to be closed")
    if changed:
        sys.exit("the public declarations are not those in docs/api; if they should be, run Development/Scripts/check-api.py --update")


main()
