#!/usr/bin/env python3
"""Checks that the documents and the tests agree, and generates the index in `docs/conformance.md`.

A test says which rules (T1, L7), questions (A1) and cases (OT01, D-C3) it covers by Swift Testing tags, declared in its
target's `Support/Tags.swift`: the tag of `D-C3` is `.dc3`. A tag on a suite covers the suite. The script checks that

- each row of `docs/conformance.md` has a test, or says why the case does not apply, and lists exactly the tests that carry
  its tag (`--update` writes the lists);
- each tag that names a rule or a case has a row;
- each question A1 to A20 of `docs/design/app-links.md` has a test;
- each threat of `docs/design/security.md` has an id of its own (TH1), which has a row in `docs/conformance.md`;
- each subcommand of `applinks` and each promise of `SECURITY.md` has a row there, which names threats.
"""
import re
import sys

from project import APPLE_STUBS, COMMAND, DOCUMENTS, INTEGRATION_TESTS, ROOT, SITE_CHECK, TESTS, sources

INDEX = DOCUMENTS / "conformance.md"
THREATS = DOCUMENTS / "design/security.md"
PROMISES = ROOT / "SECURITY.md"
COMMANDS = COMMAND / "Sources/applinks/Commands"
TEST_FOLDERS = [TESTS, SITE_CHECK / "Tests", COMMAND / "Tests", INTEGRATION_TESTS, APPLE_STUBS]
ID = r"(?:D-[A-Z]\d+|(?:O[A-Z]x?|S[A-Z]|AT|FT|GX|TH|[ALT])\d+)"
# A row with more tests than this names suites instead.
MOST_NAMES = 8


def tag_of(identifier):
    return identifier.replace("-", "").lower()


def balanced(text, start):
    """The end of the parenthesis that opens at `start`; strings may hold parentheses."""
    depth, in_string, index = 0, False, start
    while index < len(text):
        character = text[index]
        if in_string:
            if character == "\\":
                index += 1
            elif character == '"':
                in_string = False
        elif character == '"':
            in_string = True
        elif character == "(":
            depth += 1
        elif character == ")":
            depth -= 1
            if depth == 0:
                return index + 1
        index += 1
    return index


def attributes(text, name):
    """(arguments, what follows, where) of each `@Test` or `@Suite`."""
    for match in re.finditer(rf"^[ \t]*@{name}\b", text, re.M):
        end = match.end()
        if text[end : end + 1] == "(":
            end = balanced(text, end)
        yield text[match.end() : end], text[end : end + 400], match.start()


def tags_in(arguments):
    found = []
    for group in re.findall(r"\.tags\(([^)]*)\)", arguments):
        found += re.findall(r"\.(\w+)", group)
    return found


def read_tests():
    """Each tag with the names of its tests and suites."""
    covered = {}
    for path in (path for folder in TEST_FOLDERS for path in sources(folder)):
        text = path.read_text(encoding="utf-8")
        types = [
            (match.start(), match[1])
            for match in re.finditer(r"^(?:@\w+(?:\(.*?\))?\s+)*(?:\w+ )*?(?:struct|class|enum|actor|extension) (\w+)", text, re.M)
        ]

        def owner(at):
            before = [name for start, name in types if start <= at]
            return before[-1] if before else path.stem

        for arguments, following, _ in attributes(text, "Suite"):
            name = re.search(r"\b(?:struct|class|enum|actor|extension) (\w+)", following)
            for tag in tags_in(arguments):
                covered.setdefault(tag, set()).add(name[1] if name else path.stem)
        for arguments, following, at in attributes(text, "Test"):
            function = re.search(r"\bfunc (?:`([^`]+)`|(\w+))", following)
            name = f"{owner(at)}.{(function[1] or function[2]) if function else path.stem}"
            for tag in tags_in(arguments):
                covered.setdefault(tag, set()).add(name)
    return covered


def cell(names):
    """What the index says of the tests that carry a tag."""
    if len(names) <= MOST_NAMES:
        return ", ".join(f"`{name}`" for name in sorted(names))
    return ", ".join(f"`{suite}`" for suite in sorted({name.split(".")[0] for name in names}))


ROW = re.compile(rf"^\| ({ID}) \| (.*) \|$", re.M)


def check_index(covered, update):
    page = INDEX.read_text("utf-8")
    rows = dict(ROW.findall(page))
    by_tag = {tag_of(identifier): identifier for identifier in rows}
    for tag in sorted(covered.keys() - by_tag.keys()):
        if re.fullmatch(r"(?:d[a-z]|o[a-z]x?|s[a-z]|at|ft|gx|th|[alt])\d+", tag):
            yield f"the tag .{tag} has tests and no row in docs/conformance.md"

    def renewed(match):
        identifier, old = match[1], match[2]
        if old.startswith("does not apply: ") or not covered.get(tag_of(identifier)):
            return match[0]
        return f"| {identifier} | {cell(covered.get(tag_of(identifier), set()))} |"

    for identifier, old in rows.items():
        names = covered.get(tag_of(identifier), set())
        if old.startswith("does not apply: "):
            if names:
                yield f"{identifier} does not apply, and yet a test carries its tag: {cell(names)}"
        elif not names:
            yield f"{identifier} has no test: tag one .{tag_of(identifier)}, or say why it does not apply"
        elif old != cell(names) and not update:
            yield f"the row of {identifier} in docs/conformance.md is stale: run Development/Scripts/check-conformance.py --update"
    if update:
        INDEX.write_text(ROW.sub(renewed, page), "utf-8")


def check_questions(covered):
    for number in range(1, 21):
        if f"a{number}" not in covered:
            yield f"question A{number} of docs/design/app-links.md has no test"


def tables(page, heading):
    """The rows, as lists of cells, of the tables whose first column has this heading."""
    rows, is_inside = [], False
    for line in page.split("\n"):
        if not line.startswith("| "):
            is_inside = is_inside and line.startswith("|-")
            continue
        cells = [cell.strip() for cell in line.strip("|").split(" | ")]
        if is_inside:
            rows.append(cells)
        else:
            is_inside = cells[0] == heading
    return rows


def check_threats():
    """Each threat has an id with a row in the index, where a row without a test is a fault already."""
    page = THREATS.read_text("utf-8")
    rows = tables(page, "threat")
    if len(rows) < 20:
        yield f"docs/design/security.md lists {len(rows)} threats; has its layout changed?"
    indexed = {identifier for identifier, _ in ROW.findall(INDEX.read_text("utf-8"))}
    seen = set()
    for threat, _, identifier in rows:
        if not re.fullmatch(r"TH\d+", identifier):
            yield f"docs/design/security.md gives no id such as TH1 to: {threat}"
        elif identifier in seen:
            yield f"docs/design/security.md gives {identifier} to two threats"
        elif identifier not in indexed:
            yield f"docs/conformance.md has no row for {identifier} of docs/design/security.md"
        seen.add(identifier)
    yield from check_subcommands(page, seen)
    yield from check_promises(page, seen)


def subcommands():
    """The names of the subcommands of `applinks`, as its root lists them."""
    # This includes the subcommands of groups.
    for name in re.findall(r"(\w+Command)\.self", (COMMANDS / "AppLinksCommand.swift").read_text("utf-8")):
        yield re.search(r'commandName: "([^"]+)"', (COMMANDS / f"{name}.swift").read_text("utf-8"))[1]


def check_row(row, threats):
    """The row of a subcommand or a promise names threats that there are."""
    identifiers = re.findall(r"TH\d+", row[-1])
    if not identifiers:
        yield f"docs/design/security.md names no threat for {row[0]}"
    for identifier in identifiers:
        if identifier not in threats:
            yield f"docs/design/security.md names {identifier} for {row[0]}, and there is no such threat"


def check_subcommands(page, threats):
    rows = {row[0].strip("`"): row for row in tables(page, "subcommand")}
    names = [*subcommands()]
    for name in names:
        if name not in rows:
            yield f"docs/design/security.md has no row for the subcommand {name}: which threats have tests that run it?"
        else:
            yield from check_row(rows[name], threats)
    for name in rows.keys() - set(names):
        yield f"docs/design/security.md has a row for the subcommand {name}, and there is none"


def check_promises(page, threats):
    text = PROMISES.read_text("utf-8").split("## What is promised")[1].split("\n## ")[0]
    promises = [" ".join(promise.split()) for promise in re.findall(r"^- ((?:.+\n?)+?)(?=^- |\n|\Z)", text, re.M)]
    rows = tables(page, "promise of SECURITY.md")
    if not promises:
        yield "SECURITY.md promises nothing; has its layout changed?"
    for promise in promises:
        row = next((row for row in rows if promise.startswith(row[0])), None)
        if row is None:
            yield f"docs/design/security.md has no row for the promise of SECURITY.md: {promise}"
        else:
            yield from check_row(row, threats)
    for row in rows:
        if not any(promise.startswith(row[0]) for promise in promises):
            yield f"docs/design/security.md has a row for a promise that SECURITY.md does not make: {row[0]}"


def main():
    covered = read_tests()
    faults = [*check_index(covered, "--update" in sys.argv[1:]), *check_questions(covered), *check_threats()]
    for fault in faults:
        print(fault)
    print(f"{len(covered)} tags have tests; {len(faults)} faults")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
