#!/usr/bin/env python3
"""Holds what the documents say about tests against the tests.

- Each row of `docs/conformance.md` names tests that are there and carry the number of its case, or says why it does not
  apply; and each test that carries a case's number has a row.
- Each test `A1: …` to `A20: …` is told in `docs/app-links.md`, title for title, and none is missing.
- Each test named `L2_…` or `T5_…` anywhere in `docs` is there.
- Each threat of `docs/security.md` names at least one test, and each of them is in the file it is said to be in.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
ROOMS = ["Tests", "IntegrationTests", "AppleCheck"]
CASE = r"(?:D-[A-Z]\d+|(?:O[A-Z]x?|S[A-Z]|AT|FT|GX)\d+)"
NUMBERED = re.compile(rf"^({CASE}(?:[, ]+{CASE})*)(?: · |: )(.*)$", re.DOTALL)


def read_tests():
    """(case number → titles without their numbers, all titles, names of functions and types)."""
    of_case, titles, names = {}, set(), set()
    paths = (path for room in ROOMS for path in (ROOT / room).rglob("*.swift"))
    for path in paths:
        if any(part.startswith(".") for part in path.relative_to(ROOT).parts):
            continue
        text = path.read_text(encoding="utf-8")
        names.update(re.findall(r"\b(?:func|struct|class|enum|actor) (\w+)", text))
        for title in re.findall(r"@Test\(\s*\"((?:[^\"\\]|\\.)*)\"", text):
            title = title.replace('\\"', '"').replace("\\\\", "\\")
            titles.add(title)
            numbered = NUMBERED.match(title)
            if numbered:
                for case in re.findall(CASE, numbered[1]):
                    of_case.setdefault(case, set()).add(numbered[2])
    return of_case, titles, names


def check_rows(of_case, names):
    rows = dict(re.findall(rf"^\| ({CASE}) \| (.*) \|$", (ROOT / "docs/conformance.md").read_text("utf-8"), re.M))
    for case, cell in rows.items():
        if cell.startswith("does not apply: "):
            if case in of_case:
                yield f"{case} does not apply, and yet there is a test for it"
            continue
        quoted = re.findall(r"`([^`]+)`", re.sub(r"`[^`]+\.md`", "", cell))
        for name in quoted:
            if name not in names:
                yield f"{case} names the test {name}, which is not there"
        rest = re.sub(r"`[^`]+`", "", cell)
        found = bool(quoted)
        for title in sorted(of_case.get(case, ()), key=len, reverse=True):
            if title in rest:
                rest, found = rest.replace(title, "", 1), True
            elif not quoted:
                yield f"{case} does not name its test: {title}"
        for other in re.findall(CASE, rest):
            rest, found = rest.replace(other, ""), found or other in rows
        if not found:
            yield f"{case} names no test that is there: {cell}"
        elif not quoted and re.sub(r"[\s,;:]|what stops the program is tested in a process of its own", "", rest):
            yield f"{case} says something that is the title of no test with its number: {rest.strip(' ;,')}"
    for case in sorted(of_case.keys() - rows.keys()):
        yield f"{case} has a test and no row"


def check_ambiguities(titles):
    page = " ".join((ROOT / "docs/app-links.md").read_text("utf-8").split())
    for number in range(1, 21):
        own = [title for title in titles if title.startswith(f"A{number}: ")]
        if not own:
            yield f"A{number} has no test"
        for title in own:
            if f"`{title}`" not in page:
                yield f"docs/app-links.md does not tell the test “{title}”"


def check_names(names):
    for path in sorted((ROOT / "docs").glob("*.md")):
        for name in re.findall(r"`([LT]\d+_\w+)`", path.read_text("utf-8")):
            if name not in names:
                yield f"{path.name} names the test {name}, which is not there"


def check_threats():
    page = (ROOT / "docs/security.md").read_text("utf-8")
    files = {str(path.relative_to(ROOT)): path.read_text("utf-8") for path in (ROOT / "Tests").rglob("*.swift")}
    rows = [row for row in re.findall(r"^\| (.*) \|$", page, re.M) if not re.match(r"threat \||-", row)]
    if len(rows) < 20:
        yield f"docs/security.md tells {len(rows)} threats; has its layout changed?"
    for row in rows:
        threat, _, tests = [cell.strip() for cell in row.split(" | ")]
        groups = re.findall(r"((?:`\w+`(?:, )?)+) \(([\w/+]+)\)", tests)
        if not groups:
            yield f"docs/security.md names no test against: {threat}"
        named = set(re.findall(r"`(\w+)`", tests))
        for names, file in groups:
            found = [text for path, text in files.items() if path.endswith(f"/{file}.swift")]
            for name in re.findall(r"`(\w+)`", names):
                named.discard(name)
                if not any(re.search(rf"\bfunc {name}\(", text) for text in found):
                    yield f"docs/security.md names the test {name}, which is not in {file}.swift"
        for name in sorted(named):
            yield f"docs/security.md does not say in which file {name} is"


def main():
    of_case, titles, names = read_tests()
    faults = [*check_rows(of_case, names), *check_ambiguities(titles), *check_names(names), *check_threats()]
    for fault in faults:
        print(fault)
    print(f"{len(of_case)} cases have tests; {len(faults)} faults")
    sys.exit(1 if faults else 0)


main()
