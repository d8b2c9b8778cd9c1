#!/usr/bin/env python3
"""Checks that dependencies between modules and between folders go one way, as docs/design/architecture.md says.

Usage: check-architecture.py [--update] [--list]

docs/design/architecture.md has a table for each module, one row per folder, lowest folder first. A folder may mention types of
the folders in rows above its own, and of no others. This script fails where a file mentions a type that a folder further
down declares, where a folder has no row or a row has no folder, where a module imports a module that Package.swift does
not let it depend on, where the picture of the modules is out of date, where a step of a walk names no file, and where the document
has more than 450 lines. --update draws the picture again. --list prints which folder mentions which types of which other folder.

Types are matched by name, in code and not in comments or strings.
"""
import collections
import re
import sys

from project import (COMMAND, DOCUMENTS, INDEX, LIBRARY, OBSERVABILITY, ROOT, SERVER_SUPPORT, SITE_CHECK, SOURCES, TASK_INSPECTOR,
                     files as named_files, folders, name as called, sources as files_of)

DOCUMENT = DOCUMENTS / "design/architecture.md"
MAXIMUM_LINES = 450
# The folder of each module. C modules have no Swift and are not checked.
MODULES = {path.name: path for part in (LIBRARY, SITE_CHECK / "Sources", COMMAND / "Sources") for path in folders(part) if not path.name.startswith("C")}
# The modules that each module may import, directly or indirectly: the arrows of the picture of modules.
LAYERS = [
    ("BoltsBase", []),
    ("BoltsTasks", ["BoltsBase"]),
    ("BoltsFoundation", ["BoltsTasks"]),
    ("BoltsTestSupport", ["BoltsTasks"]),
    ("BoltsTesting", ["BoltsTasks", "BoltsTestSupport"]),
    ("BoltsPageMetadata", ["BoltsBase"]),
    ("BoltsPageFetching", ["BoltsBase", "BoltsTasks"]),
    ("BoltsAppLinks", ["BoltsPageMetadata", "BoltsPageFetching"]),
    ("BoltsAssociations", ["BoltsBase"]),
    ("BoltsWebView", ["BoltsAppLinks"]),
    ("BoltsAppLinksUI", ["BoltsAppLinks"]),
    ("BoltsObjCNames", ["BoltsFoundation", "BoltsWebView", "BoltsAppLinksUI"]),
    ("Bolts", ["BoltsFoundation", "BoltsWebView", "BoltsAppLinksUI"]),
    ("BoltsSiteCheck", ["BoltsAssociations", "BoltsAppLinks"]),
    ("AppFiles", ["BoltsSiteCheck"]),
    ("BoltsBrowsers", ["BoltsWebView"]),
    ("applinks", ["AppFiles", "BoltsBrowsers"]),
]
# The packages of the repository on which each package may depend.
PACKAGES = {
    ROOT: [],
    SITE_CHECK: [ROOT],
    COMMAND: [SITE_CHECK, ROOT],
    SERVER_SUPPORT: [SITE_CHECK, ROOT],
    INDEX: [SITE_CHECK, SERVER_SUPPORT, ROOT],
    OBSERVABILITY: [ROOT],
    TASK_INSPECTOR: [ROOT],
}
TOP_LEVEL_TYPE = re.compile(
    r"^(?:@\w+(?:\([^)]*\))?\s+)*((?:(?:public|package|internal|open|final|indirect|nonisolated|private|fileprivate)\s+)*)"
    r"(?:struct|class|enum|protocol|actor|typealias)\s+(\w+)",
    re.MULTILINE,
)
CODE_NOISE = re.compile(r'"""(?:.|\n)*?"""|"(?:\\.|[^"\\\n])*"|//[^\n]*|/\*(?:.|\n)*?\*/')
HERE = "(module)"
# The functions of the base module, by code that any second implementation would contain.
BASE = LIBRARY / "BoltsBase"
ONLY_THERE = [
    ("judges which characters are shown", re.compile(r"\bgeneralCategory\b")),
    ("writes HTML escapes", re.compile(r'"&lt;"')),
    # Reading an escape of JSON: the letter after a backslash, or the four digits.
    ("reads JSON", re.compile(r'case UInt8\(ascii: "u"\)|expect\w*\("null"|readWord\("null"')),
]


def reachable(module):
    """Every module that a module may import."""
    direct = dict(LAYERS)[module]
    return set(direct).union(*(reachable(other) for other in direct))


def sources(module):
    """The folder, the path and the code without comments and strings of each file of a module."""
    place = MODULES[module]
    for path in files_of(place):
        folder = path.parent.relative_to(place).as_posix()
        yield (HERE if folder == "." else folder), path, CODE_NOISE.sub(" ", path.read_text(encoding="utf-8"))


def mentions(module):
    """Which types of which folder each folder mentions: {(from, to): {type: [files]}}, and all folders."""
    files = list(sources(module))
    declared = collections.defaultdict(set)
    for folder, _, code in files:
        for access, name in TOP_LEVEL_TYPE.findall(code):
            if "private" not in access.split() and "fileprivate" not in access.split():
                declared[name].add(folder)
    found = collections.defaultdict(lambda: collections.defaultdict(list))
    for folder, path, code in files:
        own = {name for _, name in TOP_LEVEL_TYPE.findall(code)}
        for word in set(re.findall(r"(?<![\w.])[A-Z]\w*", code)) - own:
            places = declared.get(word, set())
            if places and folder not in places:
                for place in places:
                    found[folder, place][word].append(path.relative_to(ROOT).as_posix())
    return found, {folder for folder, _, _ in files}


def documented_folders(text, module):
    """The folders of a module in the order of their rows, lowest first."""
    section = re.search(rf"^## `?{module}`?\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    if not section:
        return None
    return re.findall(r"^\| `([^`]+)` \|", section.group(1), re.MULTILINE)


def picture_of_modules():
    lines = ["```mermaid", "graph BT"]
    for module, direct in LAYERS:
        lines += [f"    {module} --> {other}" for other in direct] or [f"    {module}"]
    return "\n".join(lines + ["```"])


def replace_picture(text):
    pattern = re.compile(r"<!-- picture of the modules -->\n(?:```mermaid\n.*?\n```\n)?", re.DOTALL)
    if not pattern.search(text):
        sys.exit(f"{called(DOCUMENT)} has no line '<!-- picture of the modules -->'")
    return pattern.sub(lambda _: f"<!-- picture of the modules -->\n{picture_of_modules()}\n", text, count=1)


def check_walks(text):
    """Each step of a walk names the file in which it happens; check-documents.py checks that the file is there."""
    walks = re.search(r"^## Walks\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    if not walks or walks[1].count("\n### ") < 5:
        yield f"{called(DOCUMENT)} has fewer than five walks"
        return
    for step in re.findall(r"^\d+\. .*?(?=^\d+\. |\n\n|\Z)", walks[1], re.MULTILINE | re.DOTALL):
        if not re.search(r"`[\w+/]+\.swift`", step):
            yield f"{called(DOCUMENT)}: a step of a walk names no file: {step.splitlines()[0]}"


def check_imports(problems):
    for module in MODULES:
        if module not in dict(LAYERS):
            problems.append(f"{module} has no place among the modules: add it to LAYERS in {__file__}")
            continue
        allowed = reachable(module) | {module}
        for _, path, code in sources(module):
            for other in re.findall(r"^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:\w+\s+)?import\s+(?:\w+\s+)?(Bolts\w*|AppFiles)", code, re.MULTILINE):
                if other not in allowed:
                    problems.append(f"{path.relative_to(ROOT)} imports {other}, which {module} may not know")


def check_packages(problems, packages=PACKAGES):
    """The packages by whose path a manifest names them are those that its package may depend on."""
    for package, allowed in packages.items():
        manifest = "".join(path.read_text(encoding="utf-8") for path in named_files(package, "Package.swift"))
        named = [(package / path).resolve() for path in re.findall(r'\.package\([^)]*?path: "([^"]+)"', manifest)]
        if package != ROOT and not named:
            problems.append(f"{called(package)}/Package.swift names no package of the repository")
        for other in named:
            if other not in allowed:
                problems.append(f"{called(package)}/Package.swift names {called(other)}, which {called(package)} may not depend on")


def repeated_base_code(roots=SOURCES, base=BASE):
    """Code outside `BoltsBase` that does what `BoltsBase` is for."""
    for root in roots:
        for path in files_of(root):
            if base in path.parents:
                continue
            code = re.sub(r"//[^\n]*", " ", path.read_text(encoding="utf-8"))
            for what, pattern in ONLY_THERE:
                if pattern.search(code):
                    yield f"{called(path)} {what}: BoltsBase does, once for all"


def main():
    text = before = DOCUMENT.read_text(encoding="utf-8")
    problems = []
    check_imports(problems)
    check_packages(problems)
    problems += repeated_base_code()
    problems += check_walks(text)
    if text.count("\n") > MAXIMUM_LINES:
        problems.append(f"{called(DOCUMENT)} has {text.count(chr(10))} lines, and {MAXIMUM_LINES} are the limit")
    text = replace_picture(text)
    for module, _ in LAYERS:
        if module not in MODULES:
            continue
        found, folders = mentions(module)
        if "--list" in sys.argv[1:]:
            for (a, b), types in sorted(found.items()):
                print(f"{module}: {a} -> {b}: {', '.join(sorted(types))}")
        if folders == {HERE}:
            continue
        order = documented_folders(text, module)
        if order is None:
            problems.append(f"docs/design/architecture.md has no section for {module}: add one with a row for each folder")
            continue
        for folder in sorted(folders - set(order)):
            problems.append(f"docs/design/architecture.md has no row for the folder {folder} of {module}")
        for folder in order:
            if folder not in folders:
                problems.append(f"docs/design/architecture.md has a row for {folder} of {module}, which has no such folder")
        rank = {folder: index for index, folder in enumerate(order)}
        for (a, b), types in sorted(found.items()):
            if a in rank and b in rank and rank[a] < rank[b]:
                for name, files in sorted(types.items()):
                    problems.append(f"{', '.join(sorted(set(files)))}: {a} mentions {name} of {b}, whose row is higher")
    if text != before:
        if "--update" in sys.argv[1:]:
            DOCUMENT.write_text(text, encoding="utf-8")
        else:
            problems.append("the picture in docs/design/architecture.md is out of date: run Development/Scripts/check-architecture.py --update")
    print(*problems, sep="\n", end="\n" if problems else "")
    if problems:
        sys.exit(1)
    print(f"no cycle: {len(MODULES)} modules, dependencies between their folders go one way")


if __name__ == "__main__":
    main()
