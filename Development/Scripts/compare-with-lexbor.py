#!/usr/bin/env python3
"""Compares the tags that the reader finds with the metas of a document tree, on random pages.

    python3 -m venv .build-lexbor && .build-lexbor/bin/pip install selectolax==1.0.2
    .build-lexbor/bin/python Development/Scripts/compare-with-lexbor.py                    100,000 pages: about a minute
    .build-lexbor/bin/python Development/Scripts/compare-with-lexbor.py --pages 1000000 --kind weak
    .build-lexbor/bin/python Development/Scripts/compare-with-lexbor.py --links           the same pages with links and bases too
    .build-lexbor/bin/python Development/Scripts/compare-with-lexbor.py --show 17:4711     one page, and what each made of it
    .build-lexbor/bin/python Development/Scripts/compare-with-lexbor.py --html5lib html5lib-tests/tree-construction

The other side is lexbor, a document parser by the HTML Standard that shares nothing with this project; the Python
package selectolax contains it. It is called directly, because only so can it be told that scripts run. What is compared
is the whole list: attribute, property and content of every `al:` meta, in the document's order. Each page is read with
scripts and without. With `--links` two of three metas of a page are made a `link` or a `base`, and the list has the links
and the first base with an address too.

Kinds of pages: `mixed` are pages of every sort; `weak` are short structures around svg, math, templates, select, noscript,
tables, CDATA, raw text and misnested formatting elements. With `--html5lib` the pages are those of html5lib's tests of tree
construction, each once for every place in it, with a meta there, and once with a meta before every tag.

A difference fails the run unless it is one of those in `DECIDED`, which docs/design/metadata.md explains.
"""

import argparse
import ctypes
import importlib.util
import itertools
import json
import os
import pathlib
import random
import re
import subprocess
import sys

from project import INTEGRATION_TESTS, ROOT, files


# Parts of pages


VOID = "area base basefont bgsound br col embed frame hr img input keygen link param source track wbr".split()
INLINE = "a b big code em font i nobr s small span strong tt u ruby rt rp label button abbr x-y".split()
BLOCK = (
    "div p ul ol li dl dt dd h1 h3 section article main center address form fieldset details summary dialog menu pre "
    "listing blockquote figure applet marquee object select option optgroup html body head image search"
).split()
TABLE = "table tbody thead tfoot tr td th caption colgroup col".split()
RAW = "script style title textarea xmp iframe noembed noframes noscript".split()
SVG = "svg g path title desc foreignObject style script a image font use svg metadata text".split()
MATH = "math mi mo mn ms mtext mrow annotation-xml mglyph malignmark semantics svg title style".split()
EVERYTHING = sorted(set(VOID + INLINE + BLOCK + TABLE + RAW + SVG + MATH + ["template", "frameset", "plaintext"]))
SPACE = [" ", " ", " ", "\n", "\t", "\f", "\r\n", "  "]
TEXT = [
    "x", " ", "\n", " x ", "\0", "&amp;", "&lt", "&#0;", "&#x80;", "&notit;", "a=1&copy=2", "é", "日本", "😀", "\ufeff",
    "<", "<<", "</", "< p>", "<3", "&", "&#", ">", "]]>", "-->", "'", '"', "\r\n", "\r", "\x0c",
]
COMMENT = [
    "<!---->", "<!-->", "<!--->", "<!-- x -->", "<!--x--!>", "<!--", "<!-x>", "<!x>", "<?x>", "</ x>", "</>", "</3>",
    "<!--a--b-->", "<!--<!--x-->", "<!--x--", "<!doctype html>", "<!DOCTYPE>", "<![CDATA[x]]>", "<![CDATA[", "<![cdata[x]]>",
    "<![CDATA[>]]]]>", "<!--x--!-->",
]
SCRIPT = [
    "<!--", "-->", "<script>", "</script ", "<SCRIPT ", "</scrip", "<!", "-", "--", "x", "<", "</", "</script/x>", "'",
    "\n", "<!-->", "<script/", "--!>",
]


class PageMaker:
    """Makes one page; the same one for the same seed."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.metas = 0

    def chance(self, probability):
        return self.random.random() < probability

    def pick(self, things):
        return things[int(self.random.random() * len(things))]

    def page(self):
        kind = self.pick([self.plain, self.plain, self.tables, self.foreign, self.templates, self.framesets, self.raw,
                          self.soup, self.soup, self.attributes])
        return (self.beginning() + kind()).encode()

    def beginning(self):
        parts = []
        if self.chance(0.5):
            parts.append(self.pick(["<!DOCTYPE html>", "<!doctype html public 'x'>", "<!DOCTYPE html SYSTEM '>'>"]))
        if self.chance(0.5):
            parts.append(self.tag("html"))
        if self.chance(0.6):
            parts.append(self.tag("head"))
            for _ in range(self.random.randrange(5)):
                parts.append(self.pick([self.meta, self.meta, self.raw_element, self.comment, self.text,
                                        lambda: self.tag(self.pick(["link", "base", "bgsound", "noscript", "template"])),
                                        lambda: self.end(self.pick(["noscript", "head", "template", "p", "br"]))])())
            if self.chance(0.6):
                parts.append("</head>")
            if self.chance(0.2):
                parts.append(self.meta())
        if self.chance(0.4):
            parts.append(self.tag("body"))
        return "".join(parts)

    # One tag

    def meta(self):
        self.metas += 1
        name = f"al:{self.metas}"
        if self.chance(0.8):
            quote = self.pick(["", "'", '"'])
            which = "name" if self.chance(0.2) else "property"
            content = self.pick(["", f" content=v{self.metas}", f' content="{self.value(chr(34))}"'])
            return f"<meta {which}={quote}{name}{quote}{content}>"
        parts = [("property", name)]
        for _ in range(self.random.randrange(4)):
            parts.append((self.pick(["content", "name", "property", "CONTENT", "charset", "itemprop", "content"]),
                          self.pick([name, self.value("'"), "", "al:x"])))
        self.random.shuffle(parts)
        return self.pick(["<meta", "<META", "<mEtA", "<meta/", "<meta\n"]) + self.written(parts) + self.closing()

    def written(self, attributes):
        return "".join(self.attribute(name, value) for name, value in attributes)

    def attribute(self, name, value):
        if self.chance(0.1):
            name = name.upper()
        separator = self.pick(SPACE) if self.chance(0.95) else "/"
        equals = self.pick(["=", "=", "=", " = ", "=\n", "\t="])
        style = self.random.randrange(5)
        if style < 2 and '"' not in value:
            return f'{separator}{name}{equals}"{value}"'
        if style == 2 and "'" not in value:
            return f"{separator}{name}{equals}'{value}'"
        if style == 3 and value and not any(c in value for c in " \t\n\r\f>\"'"):
            return f"{separator}{name}{equals}{value}"
        return f"{separator}{name}" + ("" if self.chance(0.5) else '=""')

    def value(self, quote):
        parts = [self.pick(TEXT) for _ in range(self.random.randrange(4))] + [self.pick(["", "<meta property=al:no>"])]
        return "".join(parts).replace(quote, "")

    def closing(self):
        return self.pick([">", ">", ">", ">", "/>", " >", " / >", ' x=">" >', " =>", '"">'])

    def tag(self, name):
        if self.chance(0.05):
            name = name.upper()
        attributes = []
        if self.chance(0.15):
            attributes.append((self.pick(["a", "class", "href", "id", "type", "color"]), self.value('"')))
        if name == "input" and self.chance(0.5):
            attributes.append(("type", self.pick(["hidden", "HIDDEN", "text"])))
        if name == "font" and self.chance(0.5):
            attributes.append((self.pick(["color", "face", "size", "x"]), "1"))
        if name == "annotation-xml" and self.chance(0.7):
            attributes.append(("encoding", self.pick(["text/html", "application/xhtml+xml", "TEXT/HTML", "text/xml"])))
        closing = ">" if self.chance(0.93) else self.closing()
        return f"<{name}{self.written(attributes)}{closing}"

    def end(self, name):
        return f"</{name}{'>' if self.chance(0.95) else self.pick([' >', '/>', ' x=y>', '/'])}"

    def text(self):
        return self.pick(TEXT)

    def comment(self):
        comment = self.pick(COMMENT)
        return comment if not self.chance(0.2) else comment + self.meta() + self.pick(["-->", ">", "]]>", "--!>"])

    def raw_element(self):
        name = self.pick(RAW)
        inside = "".join(
            self.pick([self.meta, self.text, self.comment, lambda: self.pick(SCRIPT), lambda: self.end(self.pick(RAW))])()
            for _ in range(self.random.randrange(4))
        )
        return self.tag(name) + inside + (self.end(name) if self.chance(0.9) else "")

    # Kinds of pages

    def nested(self, names, depth, others=()):
        """Elements inside each other, most of them closed where they should be."""
        parts = []
        for _ in range(self.random.randrange(1, 5)):
            roll = self.random.random()
            if roll < 0.30:
                parts.append(self.meta())
            elif roll < 0.38:
                parts.append(self.text())
            elif roll < 0.42:
                parts.append(self.comment())
            elif roll < 0.46:
                parts.append(self.end(self.pick(names)))
            elif roll < 0.52:
                parts.append(self.raw_element())
            elif roll < 0.56 and others:
                parts.append(self.pick(others)())
            else:
                name = self.pick(names)
                parts.append(self.tag(name))
                if depth and name not in VOID:
                    parts.append(self.nested(names, depth - 1, others))
                if self.chance(0.8):
                    parts.append(self.end(name))
        return "".join(parts)

    def plain(self):
        return self.nested(INLINE + BLOCK + VOID, 4, [self.table, lambda: self.nested(SVG, 2)])

    def table(self):
        rows = []
        for _ in range(self.random.randrange(3)):
            cells = "".join(
                self.pick(["<td>", "<th>"]) + self.nested(INLINE + BLOCK, 1) + self.pick(["</td>", "</th>", ""])
                for _ in range(self.random.randrange(3))
            )
            rows.append(self.pick(["<tr>", "<tbody><tr>", ""]) + cells + self.pick(["</tr>", "", "</tbody>"]))
        return "<table>" + self.pick(["", "<caption>x</caption>", "<colgroup><col>"]) + "".join(rows) + "</table>"

    def tables(self):
        return self.nested(TABLE + TABLE + INLINE + BLOCK + ["template", "svg"], 4, [self.table, self.table])

    def foreign(self):
        root = self.pick(["svg", "math"])
        names = (SVG + MATH if self.chance(0.3) else SVG if root == "svg" else MATH) + self.pick([INLINE, BLOCK, ["p"]])
        parts = [self.nested(INLINE + BLOCK, 1)]
        for _ in range(self.random.randrange(1, 4)):
            parts += [self.tag(root), self.nested(names, 4), self.pick(["", self.end(root)])]
            parts += [self.nested(INLINE + BLOCK, 1)]
        return "".join(parts)

    def templates(self):
        return self.nested(["template"] * 6 + TABLE + INLINE + BLOCK + ["svg", "math", "title"], 5)

    def framesets(self):
        before = "".join(
            self.pick([self.meta, self.text, self.comment, self.raw_element,
                       lambda: self.tag(self.pick(EVERYTHING)), lambda: self.tag("p"), lambda: self.tag("div"),
                       lambda: self.end(self.pick(EVERYTHING)), lambda: "<input type=hidden>",
                       lambda: self.pick([" ", "\n", "\0", "&#32;"])])()
            for _ in range(self.random.randrange(4))
        )
        inside = self.nested(["frameset", "frame", "noframes", "p", "table", "svg", "template", "html", "body"], 2)
        return self.meta() + before + self.meta() + "<frameset>" + inside + self.pick(["</frameset>", ""]) + self.meta()

    def raw(self):
        parts = []
        for _ in range(self.random.randrange(2, 6)):
            name = self.pick(RAW + ["script"] * 4)
            parts.append(self.tag(name))
            for _ in range(self.random.randrange(8)):
                parts.append(self.pick([self.meta, lambda: self.pick(SCRIPT), lambda: self.pick(SCRIPT), self.text])())
            parts += [self.end(name), self.meta()]
        return "".join(parts)

    def soup(self):
        names = self.pick([EVERYTHING, INLINE + BLOCK + RAW, TABLE + SVG + MATH, EVERYTHING + SVG + MATH])
        return "".join(
            self.pick([self.meta, self.text, self.comment, lambda: self.tag(self.pick(names)),
                       lambda: self.tag(self.pick(names)), lambda: self.end(self.pick(names))])()
            for _ in range(self.random.randrange(3, 40))
        )

    def attributes(self):
        pieces = ["<meta ", "<meta", "<p ", "property", "content", "name", "=", "=", "'", '"', "al:a", "al:b", " ", "/", ">",
                  ">", "\n", "&amp;", "&ampx", "&copy=", "\0", "é", "<", "x", "&#97;l:c", "&notin", "PROPERTY", "`"]
        return "".join(self.pick(pieces) for _ in range(self.random.randrange(10, 60))) + "'>\">" + self.meta()


class WeakSpotMaker(PageMaker):
    """Short structures of few elements, aimed at where a reader without a tree is likely to be wrong."""

    VOCABULARIES = [
        "svg g path title desc foreignObject style script p b span div form br font object".split(),
        "math mi mo mtext annotation-xml mglyph malignmark svg style p b i br nobr table".split(),
        "template table tbody tr td col colgroup caption style title svg div select option".split(),
        "select option optgroup hr input button div svg table tr td p b textarea keygen".split(),
        "noscript head body meta title style script link template svg math p frameset noframes".split(),
        "table tbody thead tr td th caption colgroup col form input b a p div svg style select".split(),
        "b i a nobr font em p div span table td object applet button h1 h2 li ul svg math".split(),
        "ruby rb rt rtc rp p li dl dt dd ul ol h1 h3 svg div address option optgroup".split(),
        "form div p button object marquee svg math table td template input".split(),
        "title textarea style script xmp iframe noembed noframes plaintext noscript svg math p".split(),
        "frameset frame noframes html body head p svg template br input div".split(),
    ]
    PIECES = [
        "<![CDATA[", "]]>", "]", "<!--", "-->", "x", " ", "\0", "&#32;", "&amp;", "</br>", "</p>", "<svg>", "</svg>",
        "<math>", "</math>", "<style>", "</style>", "<foreignObject>", "<mtext>", "<desc>", "</form>", "</template>",
        "<!DOCTYPE html>", "<p/>", "<svg/>", "<g/>", "<b/>", "</html>", "</body>", "</head>", "<a>", "</a>", "<tr>",
        "</table>",
    ]

    def page(self):
        # Structures from one or two vocabularies, so that the same few elements meet again and again.
        names = list(self.pick(self.VOCABULARIES))
        if self.chance(0.4):
            names += self.pick(self.VOCABULARIES)
        parts = [self.pick(["", "", "<!DOCTYPE html>"])]
        if self.chance(0.2):
            # Without an option, nothing is copied into a selectedcontent, so it stays unchanged.
            names = [name for name in names if name not in ("option", "optgroup")] + ["selectedcontent"]
        for _ in range(self.random.randrange(2, 22)):
            roll = self.random.random()
            if roll < 0.16:
                self.metas += 1
                parts.append(f"<meta property=al:{self.metas}>")
            elif roll < 0.56:
                parts.append(self.weak_tag(self.pick(names)))
            elif roll < 0.84:
                parts.append(f"</{self.pick(names)}>")
            elif roll < 0.90:
                # Several tags are added at once, because only so the limits of lists are reached.
                parts.append(self.weak_tag(self.pick(names)) * self.random.randrange(2, 6))
            else:
                parts.append(self.pick(self.PIECES))
        self.metas += 1
        return ("".join(parts) + f"<meta property=al:{self.metas}>").encode()

    def weak_tag(self, name):
        if name == "annotation-xml" and self.chance(0.5):
            return "<annotation-xml encoding=text/html>"
        if name == "font" and self.chance(0.3):
            return "<font color=x>"
        if name == "input" and self.chance(0.5):
            return "<input type=hidden>"
        return f"<{name}{'/' if self.chance(0.04) else ''}>"


def with_links(page):
    """The page with two of three metas made a link or a base, in the same place."""
    count = itertools.count()

    def other(found):
        kind = next(count) % 6
        if kind < 2:
            return found[0]
        return b"<base href=" if kind == 2 else b"<link rel=canonical href="

    return re.sub(rb"(?i)<meta\s+(?:property|name)=", other, page)


# Differences that are decided: docs/design/metadata.md says why. Each is a test of the page and of both sides' results.
DECIDED = [
    (
        "lexbor takes a type in capital letters for another type than hidden",
        lambda page, mine, theirs: b"<frameset" in page
        and re.search(rb"(?i:type)\s*=\s*[\"']?(?!hidden)(?i:hidden)", page) is not None,
    ),
]


def html5lib_pages(directory):
    """The name and bytes of each page: html5lib's, with metas put into them."""
    for path in files(pathlib.Path(directory), "*.dat"):
        with open(path, "rb") as file:
            tests = (b"\n" + file.read()).split(b"\n#data\n")[1:]
        for number, test in enumerate(tests):
            page, sections = re.match(rb"(.*?)\n?(#errors.*)", test, re.DOTALL).groups()
            # Cloning an option into a selectedcontent is not parsing, but lexbor does it while it parses.
            if b"\n#document-fragment" in sections or b"selectedcontent" in page:
                continue
            name = f"{path.name}:{number}"
            for offset in range(len(page) + 1):
                # A tag cannot be inserted in the middle of a character.
                if offset == len(page) or page[offset] & 0xC0 != 0x80:
                    yield f"{name}@{offset}", page[:offset] + b"<meta property=al:x content=1>" + page[offset:]
            count = itertools.count()
            yield name, re.sub(rb"<(?=[a-zA-Z/])", lambda _: b"<meta property=al:%d><" % next(count), page)


# The other side


class Lexbor:
    """lexbor's document parser, told whether scripts run."""

    def __init__(self, is_scripting_enabled):
        specification = importlib.util.find_spec("selectolax")
        if not specification:
            sys.exit("selectolax is not installed for this Python: pip install selectolax==1.0.2, in a venv")
        import selectolax.lexbor

        self.library = ctypes.CDLL(selectolax.lexbor.__file__)
        self.parser = self.call("lxb_html_parser_create")
        self.call("lxb_html_parser_init", self.parser)
        self.call("lxb_html_parser_scripting_set_noi", self.parser, ctypes.c_bool(is_scripting_enabled))

    def call(self, name, *arguments):
        try:
            function = getattr(self.library, name)
        except AttributeError:
            sys.exit(f"this selectolax does not show lexbor's {name}; version 1.0.2 does")
        function.restype = ctypes.c_void_p
        return function(*[ctypes.c_void_p(a) if isinstance(a, int) else a for a in arguments])

    def metas(self, page, with_links=False):
        document = self.call("lxb_html_parse", self.parser, page, ctypes.c_size_t(len(page)))
        if not document:
            sys.exit("lexbor could not parse a page")
        collection = self.call("lxb_dom_collection_make_noi", document, ctypes.c_size_t(16))
        found = []
        for element in self.elements(document, collection, b"meta"):
            for attribute in ("property", "name"):
                value = self.attribute(element, attribute)
                if value is not None and value.startswith("al:"):
                    found.append([attribute, value, self.attribute(element, "content")])
        if with_links:
            for element in self.elements(document, collection, b"link"):
                rel, href = (self.attribute(element, name) for name in ("rel", "href"))
                if rel is not None and href is not None and "canonical" in re.split("[ \t\n\f\r]+", rel.lower()):
                    found.append(["link", rel, href])
            bases = [self.attribute(element, "href") for element in self.elements(document, collection, b"base")]
            found += [["base", href, None] for href in bases if href is not None][:1]
        self.call("lxb_dom_collection_destroy", collection, ctypes.c_bool(True))
        self.call("lxb_html_document_destroy", document)
        return found

    def elements(self, document, collection, name):
        # The search starts at the document and not at its root, because elements may precede a comment that is the document's last
        # child.
        self.call("lxb_dom_collection_clean_noi", collection)
        self.call("lxb_dom_elements_by_tag_name", document, collection, name, ctypes.c_size_t(len(name)))
        for index in range(self.call("lxb_dom_collection_length_noi", collection) or 0):
            element = self.call("lxb_dom_collection_element_noi", collection, ctypes.c_size_t(index))
            # The fourth word of a node is its namespace, of which HTML's is 2: svg may have a link too.
            if ctypes.cast(element, ctypes.POINTER(ctypes.c_size_t))[3] == 2:
                yield element

    def attribute(self, element, name):
        if not self.call("lxb_dom_element_attr_by_name", element, name.encode(), ctypes.c_size_t(len(name))):
            return None
        length = ctypes.c_size_t(0)
        pointer = self.call(
            "lxb_dom_element_get_attribute", element, name.encode(), ctypes.c_size_t(len(name)), ctypes.byref(length)
        )
        return ctypes.string_at(pointer, length.value).decode() if pointer else ""


def check_lexbor():
    """Ends the script unless lexbor reads a few pages as expected: another version of it could have another layout."""
    expected = [
        (True, b"<meta property=al:x content='a&amp;\0'><!--x-->", [["property", "al:x", "a&\ufffd"]]),
        (True, b"<noscript><meta property=al:x></noscript><meta name=al:y>", [["name", "al:y", None]]),
        (False, b"<noscript><meta property=al:x content></noscript>", [["property", "al:x", ""]]),
        (True, b"<template><meta property=al:x></template><p>\0<meta name=al:y>", [["name", "al:y", None]]),
    ]
    for is_scripting_enabled, page, metas in expected:
        found = Lexbor(is_scripting_enabled).metas(page)
        if found != metas:
            sys.exit(f"lexbor is not understood: {page} gave {found}, not {metas}")
    page = b"<base target=x><svg><link rel=canonical href=1></svg><link rel='x Canonical' href=2><base href=3><base href=4>"
    found = Lexbor(True).metas(page, with_links=True)
    if found != [["link", "x Canonical", "2"], ["base", "3", None]]:
        sys.exit(f"lexbor is not understood: {page} gave {found}")


# Ours


def build():
    command = ["swift", "build", "--package-path", INTEGRATION_TESTS, "--configuration", "release", "--product", "read-pages",
               "--scratch-path", ROOT / ".build-read-pages"]
    # With the cache, a new file of the library would not be noticed.
    command.append("--disable-build-manifest-caching")
    built = subprocess.run(command, capture_output=True, text=True)
    if built.returncode:
        sys.exit(built.stdout + built.stderr)
    where = subprocess.run(command + ["--show-bin-path"], capture_output=True, text=True, check=True).stdout.strip()
    return os.path.join(where, "read-pages")


def read(tool, pages, is_scripting_enabled, links=False):
    flags = bytes([(0 if is_scripting_enabled else 1) + (2 if links else 0)])
    parts = [part for page in pages for part in (len(page).to_bytes(4, "little"), flags, page)]
    run = subprocess.run([tool], input=b"".join(parts), capture_output=True)
    lines = run.stdout.split(b"\n")[:-1]
    if run.returncode or len(lines) != len(pages):
        sys.exit(f"{len(lines)} lines for {len(pages)} pages, exit code {run.returncode}: {run.stderr.decode()[-500:]}")
    return [json.loads(line) for line in lines]


def compare(tool, pages, is_scripting_enabled, links=False):
    """The pages of which the two sides say something different, and how many metas there were in all."""
    lexbor = Lexbor(is_scripting_enabled)
    metas = 0
    different = []
    found = read(tool, [page for _, page in pages], is_scripting_enabled, links)
    for (name, page), mine in zip(pages, found):
        theirs = lexbor.metas(page, links)
        metas += len(theirs)
        if mine != theirs:
            different.append((name, page, mine, theirs))
    return metas, different


def batches(pages, size):
    pages = iter(pages)
    while batch := list(itertools.islice(pages, size)):
        yield batch


def only_order(mine, theirs):
    return sorted(map(repr, mine)) == sorted(map(repr, theirs))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pages", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kind", choices=["mixed", "weak"], default="mixed", help="which pages are made")
    parser.add_argument("--links", action="store_true", help="read links and bases too")
    parser.add_argument("--html5lib", metavar="DIRECTORY", help="html5lib's pages in place of random ones")
    parser.add_argument("--show", metavar="SEED:NUMBER", help="only this page")
    arguments = parser.parse_args()

    check_lexbor()
    tool = build()
    make = {"mixed": PageMaker, "weak": WeakSpotMaker}[arguments.kind]
    if arguments.show:
        page = make(arguments.show).page()
        if arguments.links:
            page = with_links(page)
        for is_scripting_enabled in (True, False):
            _, different = compare(tool, [(arguments.show, page)], is_scripting_enabled, arguments.links)
            print("with scripts:" if is_scripting_enabled else "without scripts:")
            for _, _, mine, theirs in different:
                print(f"  ours:   {mine}\n  lexbor: {theirs}")
            print("  " + ("different" if different else "alike"))
        print(page)
        return

    if arguments.html5lib:
        pages = html5lib_pages(arguments.html5lib)
    else:
        names = (f"{arguments.seed}:{number}" for number in range(arguments.pages))
        pages = ((name, make(name).page()) for name in names)
    total = metas = decided = 0
    different = []
    for batch in batches(pages, 2_000):
        if arguments.links:
            batch = [(name, with_links(page)) for name, page in batch]
        total += len(batch)
        for is_scripting_enabled in (True, False):
            found, unlike = compare(tool, batch, is_scripting_enabled, arguments.links)
            metas += found
            for name, page, mine, theirs in unlike:
                if any(is_decided(page, mine, theirs) for _, is_decided in DECIDED):
                    decided += 1
                else:
                    different.append((name, is_scripting_enabled, page, mine, theirs))
    for name, is_scripting_enabled, page, mine, theirs in different[:5]:
        kind = "order" if only_order(mine, theirs) else "metas"
        scripts = "with" if is_scripting_enabled else "without"
        print(f"{name}, {scripts} scripts ({kind}):\n  ours:   {mine}\n  lexbor: {theirs}\n  {page}")
    print(
        f"{total} pages, each with scripts and without, {metas} metas: {len(different)} different, "
        f"and {decided} as decided"
    )
    if different or not total:
        sys.exit("the two sides differ" if different else "nothing was compared")


if __name__ == "__main__":
    main()
