#!/usr/bin/env python3
"""Lists the public declarations of the library that no reader meets.

Usage: list-unused-declarations.py [--count]

A declaration of docs/api has a user if its name is in a guide (README.md, the articles and tutorials), a sample of a
documentation comment, an example, or moved code. Each other one goes, becomes `package`, or gets a sample that shows what it
is for. Names are compared, not types: a member counts as used where any member of its name is, and an initializer only with
its first label. Not looked at: the old names (BoltsObjCNames), conformances, deprecated and unavailable declarations, initializers and
cases made by the compiler, and members that a protocol of the standard library asks for.
"""
import argparse
import re

from project import COMMAND, DOCUMENTS, EXAMPLES, INDEX, INTEGRATIONS, LIBRARY, ROOT, SCRIPTS, SITE_CHECK, files, folders, sources

APART = {"BoltsObjCNames"}
# What a conformance asks for, which nobody calls by name.
ASKED_FOR = {"hash", "description", "debugDescription", "rawValue", "allCases", "encode", "id", "==", "<", "~=", "hashValue", "errorDescription",
             "init(from:)", "init(rawValue:)", "body", "makeAsyncIterator", "next", "startIndex", "endIndex", "index(after:)", "makeIterator"}


def read(paths):
    return "\n".join(path.read_text(encoding="utf-8") for path in paths)


def readers():
    """What a reader reads: pages, samples, examples and moved code."""
    pages = [ROOT / "README.md", *files(LIBRARY, "**/*.md", "**/Resources/**/*.swift"), *files(EXAMPLES, "**/*.md")]
    code = read([*pages, *files(EXAMPLES, "**/*.swift"), *files(SCRIPTS / "moving", "*.py")])
    for path in sources(LIBRARY):
        inside = False
        for line in path.read_text(encoding="utf-8").splitlines():
            if not (match := re.match(r"\s*///(.*)", line)):
                inside = False
            elif "```" in match[1]:
                inside = not inside
            elif inside:
                code += "\n" + match[1]
    return code


def signature(text):
    """The kind, name and labels of a declaration; None for what is not looked at."""
    if ": conforms to " in text:
        return None
    owner, declaration = text.split(": ", 1)
    if declaration.startswith(("deprecated ", "unavailable ", "associatedtype")):
        return None
    if match := re.search(r"\b(?:func|init|subscript)\b\s*([^\s(<]*)", declaration):
        kind = re.search(r"\b(func|init|subscript)\b", declaration)[1]
        rest = declaration[match.end():]
        depth, start = 0, rest.find("(")
        labels, word, expects = [], "", True
        for character in rest[start + 1:]:
            if character in "([<{":
                depth += 1
            elif character in ")]>}":
                depth -= 1
            if depth < 0:
                break
            if depth == 0 and character == ":" and expects:
                labels.append(word.split()[0] if word.split() else "_")
                expects = False
            elif depth == 0 and character == ",":
                word, expects = "", True
            elif expects:
                word += character
        return owner, kind, match[1], labels
    if match := re.search(r"\b(var|let|case|struct|class|enum|protocol|actor|typealias)\s+`?(\w+)", declaration):
        return owner, match[1], match[2], []
    return None


def is_used(owner, kind, name, labels, code):
    last = re.escape(owner.split(".")[-1])
    first = "" if not labels or labels[0] == "_" else rf"\s*\(\s*{re.escape(labels[0])}\s*:"
    if kind == "init":
        call = first or r"\s*[({]"
        return bool(re.search(rf"\b{last}(?:<[^>\n]*>)?(?:\.init)?{call}|\.init{call}", code))
    if kind == "subscript":
        return bool(re.search(rf"\[\s*{re.escape(labels[0]) if labels and labels[0] != '_' else ''}", code))
    word = re.escape(name.strip("`"))
    if kind == "func":
        return not name[:1].isalpha() or bool(re.search(rf"\b{word}(?:<[^>\n]*>)?\s*[({{]|[./]{word}\b", code))
    if kind in ("case", "var", "let"):
        return bool(re.search(rf"[./]{word}\b|\b(?:var|let|case)\s+{word}\b|\b{word}\s*[:=]", code))
    return bool(re.search(rf"\b{word}\b", code))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", action="store_true", help="print the counts alone")
    options = parser.parse_args()
    code = readers()
    others = read(path for room in (SITE_CHECK, COMMAND, INDEX, *folders(INTEGRATIONS)) for path in sources(room / "Sources"))
    total, unused = 0, []
    for path in files(DOCUMENTS / "api", "*.txt"):
        if path.stem in APART:
            continue
        for line in path.read_text(encoding="utf-8").splitlines():
            found = signature(line)
            if found is None:
                continue
            owner, kind, name, labels = found
            if name in ASKED_FOR or f"{kind if kind == 'init' else name}({''.join(label + ':' for label in labels)})" in ASKED_FOR:
                continue
            total += 1
            if not is_used(owner, kind, name, labels, code):
                unused.append((path.stem, line, is_used(owner, kind, name, labels, others)))
    if not options.count:
        for module, line, elsewhere in unused:
            print(f"{module:20}{'package' if elsewhere else '':9}{line}")
    elsewhere = sum(1 for entry in unused if entry[2])
    print(f"{total} declarations, {len(unused)} without a user; {elsewhere} of these are used by other packages of the repository")


main()
