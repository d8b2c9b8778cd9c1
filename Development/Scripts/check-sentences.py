#!/usr/bin/env python3
"""Compares docs/sentences.txt with the sentences that the product prints, so that a change of words is seen in review.

Usage: check-sentences.py [--update]

The list has every string of the products' sources with at least three words, and every message of an attribute: messages,
answers, help, errors, log lines and what is said of unavailable names, by folder, each once and in the order of the source. `…`
stands for an interpolation. The sentences of the rules are in docs/rules.md instead, which is made from the rules.
"""
import difflib
import pathlib
import re
import sys

from project import DOCUMENTS, SOURCES, name, sources

LIST = DOCUMENTS / "sentences.txt"
# docs/rules.md has the catalog and the kinds of fixes; helpers of tests and tables print nothing to users.
OTHERS = ["/Rules/Catalog/", "/LinkIndexTestSupport/", "/PostgreSQLTestServer/", "/EncodingTables.swift", "/EncodingLabels.swift",
          "/ISOCodes.swift", "/CharacterReferenceData.swift", "+Stylesheet.swift", "/AssociationRule+"]
# Statements of SQL, scripts and styles of pages, and headers are no sentences.
CODE = re.compile(r"^(?:SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER|DROP|WITH|PRAGMA|BEGIN|LOCK|SET|VALUES|FROM|WHERE|ON CONFLICT|AND)\b"
                  r"|[;{]\s*$|\bfunction ?\(|=>|^[\w-]+: [\w-]+;|^:root \{|^default-src |^(?:… )*HTTP/1\.1 ")
WORD = re.compile(r"""(?:^|(?<=\s))["'(]*[A-Za-z][a-z'’-]*[.,:;)"']*(?=\s|$)""")
TAG = re.compile(r"</?\w[^<>]*>")
ESCAPES = {"n": " ", "t": " ", "r": " ", "0": " ", '"': '"', "'": "'", "\\": "\\"}


def strings(text):
    """The string literals of a Swift source in order, as (start, end, text); those in an interpolation follow their own."""
    found = []

    def literal(at, hashes):
        """Reads the literal that begins at its quotation mark; returns where it ends."""
        quote = '"""' if text.startswith('"""', at) else '"'
        end, escape = quote + "#" * hashes, "\\" + "#" * hashes
        start, at, parts, mine = at - hashes, at + len(quote), [], len(found)
        found.append(None)
        while not text.startswith(end, at):
            if text.startswith(escape, at):
                at += len(escape)
                following = text[at]
                if following == "(":
                    at = code(at + 1, nested=True)
                    parts.append("…")
                elif following == "u":
                    close = text.index("}", at)
                    parts.append(chr(int(text[at + 2:close], 16)))
                    at = close + 1
                else:
                    parts.append(ESCAPES.get(following, ""))
                    at += 1
            else:
                parts.append(text[at])
                at += 1
        found[mine] = (start, at + len(end), "".join(parts))
        return at + len(end)

    def code(at, nested=False):
        """Reads code up to the end, or up to the parenthesis that closes an interpolation; returns where it ends."""
        depth = 0
        while at < len(text):
            if text.startswith("//", at):
                at = text.find("\n", at) if "\n" in text[at:] else len(text)
            elif text.startswith("/*", at):
                at = text.index("*/", at) + 2
            elif text[at] == '"':
                hashes = len(text[:at]) - len(text[:at].rstrip("#"))
                at = literal(at, hashes)
            elif nested and text[at] == ")" and depth == 0:
                return at + 1
            else:
                depth += {"(": 1, ")": -1}.get(text[at], 0)
                at += 1
        return at

    code(0)
    return found


def sentences(text):
    """The sentences of a source: literals that are added to each other are one, and each is listed once."""
    joined, last = [], None
    for start, end, words in strings(text):
        if last is not None and start >= last and re.fullmatch(r"\s*\+\s*", text[last:start]):
            joined[-1][0] += words
        else:
            joined.append([words, text.endswith("message: ", 0, start)])
        last = end
    found = []
    for words, of_attribute in joined:
        # A text of several paragraphs, such as a help, has one line for each.
        for paragraph in re.split(r"\n\s*\n", words):
            line = " ".join(paragraph.split())
            few = len(WORD.findall(TAG.sub(" ", line))) < 3 and not of_attribute
            if line and not few and not CODE.search(line) and line not in found:
                found.append(line)
    return found


def listed():
    """The text of the list."""
    folders, before = {}, set()
    for folder in SOURCES:
        for path in sources(folder):
            if any(part in f"/{name(path)}" for part in OTHERS):
                continue
            try:
                found = [words for words in sentences(path.read_text(encoding="utf-8")) if words not in before]
            except (IndexError, ValueError):
                sys.exit(f"{name(path)} has a string or a comment that this script does not find the end of")
            before.update(found)
            folders.setdefault(name(path.parent), []).extend(found)
    lines = ["# What the product prints, made by Development/Scripts/check-sentences.py --update. The rules: docs/rules.md."]
    for folder, found in folders.items():
        if found:
            lines += [f"## {folder}", *found]
    return "\n".join(lines) + "\n"


def main():
    made = listed()
    if sys.argv[1:] == ["--update"]:
        LIST.write_text(made, encoding="utf-8")
        return
    if sys.argv[1:]:
        sys.exit(__doc__)
    kept = LIST.read_text(encoding="utf-8") if LIST.is_file() else ""
    if kept != made:
        sys.stdout.writelines(difflib.unified_diff(kept.splitlines(True), made.splitlines(True), name(LIST), "the sources", n=1))
        sys.exit(f"{name(LIST)} differs from the sources: read the difference, then run {name(pathlib.Path(__file__))} --update")
    print(f"{name(LIST)} has the {sum(1 for line in made.splitlines() if line and line[0] != '#')} sentences of the sources")


if __name__ == "__main__":
    main()
