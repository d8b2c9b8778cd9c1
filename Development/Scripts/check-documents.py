#!/usr/bin/env python3
"""Checks that the documents agree with each other and with the package.

- A relative link of a Markdown file leads to a file that is there, and to a heading that it has.
- A path in backticks that begins with a folder of the repository names something that is there.
- The version of `BoltsVersion.current` is that of the newest section of CHANGELOG.md and of README.md's installation.
- README.md has at most 120 lines and a separate command `swift test`; the READMEs of the command and the index have at most 200 lines.
- An option that a page gives `applinks` is one of its options.
- server.json, the entry for the registry of MCP servers, has that version, and names no package: none is published.
- A file, and a declaration or another name of several words, that a page of docs/design has in code font is in the repository.
- A test that SECURITY.md names as `Suite.test` is in the repository, and each row of its tables of tests names one.

Usage: check-documents.py
"""
import json
import re
import sys

from project import COMMAND, DOCUMENTS, ROOT, files, folders, module as place_of, tracked

VERSION_FILE = place_of("BoltsPageFetching") / "Interface/BoltsVersion.swift"
LINK = re.compile(r"(?<!!)\[[^\]]*\]\(([^)\s]+)\)|!\[[^\]]*\]\(([^)\s]+)\)")
# The target of a link by reference, at the end of a page.
DEFINITION = re.compile(r"^\[[^\]]+\]: (\S+)", re.M)
TOP_FOLDERS = [path.name for path in folders(ROOT)]
# A path, without the options of a command or a pattern.
PATH = re.compile(rf"`((?:{'|'.join(TOP_FOLDERS)}|\.ci|\.github)/[\w./+-]+)`")
LINE_LIMITS = {"README.md": 120, "Command/README.md": 200, "Index/README.md": 200}
# A name of several words, such as TaskCore or openAll; and a file by its name, with a folder or without.
CODE = re.compile(r"`([^`\n]+)`")
NAME = re.compile(r"\b_?[A-Za-z]\w*[a-z]\d*[A-Z]\w*")
SWIFT_FILE = re.compile(r"[\w+/]+\.swift$")
# Foreign names that no source here uses.
FOREIGN = {"AuthorityEntry", "MutationObserver", "libswiftCompatibilitySpan", "openSettingsURLString"}


def anchors(path):
    """The anchors of a page's headings, as GitHub makes them."""
    text = re.sub(r"^```.*?^```", "", path.read_text(encoding="utf-8"), flags=re.M | re.S)
    headings = re.findall(r"^#+ (.*)$", text, re.M)
    return {re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-") for heading in headings}


def broken_links(path):
    # DocC resolves the links of its articles itself.
    is_article = any(part.endswith(".docc") for part in path.parts)
    prose = re.sub(r"^\s*```.*?^\s*```", "", path.read_text(encoding="utf-8"), flags=re.M | re.S)
    links = [link or image for link, image in LINK.findall(prose)] + DEFINITION.findall(prose)
    for link in links if not is_article else []:
        target, _, anchor = link.partition("#")
        if re.match(r"\w+:", target):
            continue
        place = (path.parent / target).resolve() if target else path
        if not place.exists():
            yield f"the link to {target} leads nowhere"
        elif anchor and place.suffix == ".md" and anchor not in anchors(place):
            yield f"{place.relative_to(ROOT)} has no heading #{anchor}"
    for name in PATH.findall(prose):
        if not (ROOT / name).exists() and "MODULE" not in name and "/.build" not in name:
            yield f"`{name}` is not there"


def names_of_code():
    """The paths of all Swift files, and one text with all names of the sources: a page may also have a part of a name, such as a
    filter of tests or the common end of several methods' names."""
    texts = tracked("*.swift", "*.c", "*.h", "*.py", "*.sh", "*.yml", "*.service", "*.conf", "*.txt", "*.json")
    texts = [path for path in texts if not path.is_relative_to(DOCUMENTS)]
    names = {word for path in texts for word in re.findall(r"\w+", path.read_text(encoding="utf-8", errors="replace"))}
    swift_files = [f"/{path.relative_to(ROOT).as_posix()}" for path in tracked("*.swift")]
    names |= {part.removesuffix(".swift") for path in swift_files for part in re.split(r"[/+]", path)}
    return swift_files, "\n".join(names)


def stale_names(page, swift_files, names):
    """The files and declarations that a page has in code font and that are not there any more."""
    prose = re.sub(r"^\s*```.*?^\s*```", "", page.read_text(encoding="utf-8"), flags=re.M | re.S)
    for code in CODE.findall(prose):
        if SWIFT_FILE.match(code):
            if not any(path.endswith(f"/{code}") for path in swift_files):
                yield f"no file is called `{code}`"
            continue
        for name in sorted(set(NAME.findall(code)) - FOREIGN):
            if name not in names:
                yield f"nothing is called {name}, as `{code}` says"


def options():
    """The long options of the command, and other names of its variables, which do no harm."""
    found = {"help", "version"}
    for folder in ("Commands", "Options"):
        for path in files(COMMAND / "Sources/applinks" / folder, "*.swift"):
            text = path.read_text(encoding="utf-8")
            found.update(re.sub(r"([A-Z])", r"-\1", name).lower() for name in re.findall(r"\bvar (\w+)", text))
            found.update(re.findall(r'customLong\("([^"]+)"', text))
    return found


def unknown_options(page, known):
    text = page.read_text(encoding="utf-8")
    for command in re.findall(r"(?<![\w/.-])applinks [a-z][^`\n#]*", text):
        for option in re.findall(r"(?<=\s)--([a-z][a-z-]*)", command):
            if option not in known:
                yield f"applinks has no option --{option}: {command.strip()}"


def suites():
    """The names of the tests of each suite, with those of other suites in the same files."""
    found = {}
    for path in tracked("*Tests/*.swift", "*/Tests/test_*.py"):
        text = path.read_text(encoding="utf-8")
        tests = set(re.findall(r"\b(?:func|def) (\w+)", text))
        for suite in re.findall(r"\b(?:struct|class|enum|extension) (\w+)", text):
            found.setdefault(suite, set()).update(tests)
    return found


def missing_tests(text, suites):
    """The tests that a page names and that are not there, and the rows of its tables of tests without one."""
    rows = 0
    for table in re.findall(r"^\|[^\n]*\| tests \|\n\|[-|]+\n((?:\|.*\n)+)", text, re.M):
        for row in table.splitlines():
            rows += 1
            named = re.findall(r"`(\w+)\.(\w+)`", row.rpartition(" | ")[2])
            if not named:
                yield f"no test holds: {row}"
            for suite, test in named:
                if test not in suites.get(suite, ()):
                    yield f"no test is called {suite}.{test}"
    if not rows:
        yield "no table names tests; has its layout changed?"


def version_faults():
    version = re.search(r'current = "([^"]+)"', VERSION_FILE.read_text(encoding="utf-8"))[1]
    newest = re.search(r"^## \[(\d[^\]]*)\]", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.M)
    if newest is None or newest[1] != version:
        yield f"CHANGELOG.md: the newest section is {newest and newest[1]}, and BoltsVersion.current is {version}"
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    for named in re.findall(r'from: "([^"]+)"', readme):
        if named != version:
            yield f"README.md installs version {named}, and BoltsVersion.current is {version}"
    yield from registry_faults(version)


def registry_faults(version):
    """What the registry's schema of 2025-12-11 asks of an entry without packages."""
    entry = json.loads((ROOT / "server.json").read_text(encoding="utf-8"))
    if entry.get("version") != version:
        yield f"server.json has version {entry.get('version')}, and BoltsVersion.current is {version}"
    if not re.fullmatch(r"[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+", entry.get("name", "")):
        yield "server.json has no name such as com.example/applinks"
    for key, limit in [("title", 100), ("description", 100)]:
        if not 0 < len(entry.get(key, "")) <= limit:
            yield f"server.json has no {key} of at most {limit} characters"
    extra = entry.keys() - {"$schema", "name", "title", "description", "version"}
    if extra:
        yield f"server.json has {', '.join(sorted(extra))}: add this to check-documents.py once it is true"


def long_doors():
    for name, limit in LINE_LIMITS.items():
        lines = (ROOT / name).read_text(encoding="utf-8").count("\n")
        if lines > limit:
            yield f"{name} has {lines} lines, and {limit} are the limit"


def missing_commands():
    if "\n```sh\nswift test\n```\n" not in (ROOT / "README.md").read_text(encoding="utf-8"):
        yield "README.md does not say how to run the library's tests: swift test"


def main():
    pages = tracked("*.md", "*.tutorial")
    faults = [f"{page.relative_to(ROOT)}: {fault}" for page in pages for fault in broken_links(page)]
    known = options()
    faults += [f"{page.relative_to(ROOT)}: {fault}" for page in pages for fault in unknown_options(page, known)]
    code = names_of_code()
    faults += [f"{page.relative_to(ROOT)}: {fault}" for page in files(DOCUMENTS / "design", "*.md") for fault in stale_names(page, *code)]
    faults += [f"SECURITY.md: {fault}" for fault in missing_tests((ROOT / "SECURITY.md").read_text(encoding="utf-8"), suites())]
    faults += [*version_faults(), *long_doors(), *missing_commands()]
    for fault in faults:
        print(fault, file=sys.stderr)
    print(f"{len(pages)} documents, {len(faults)} faults")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
