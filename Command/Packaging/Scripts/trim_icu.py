#!/usr/bin/env python3
"""Writes an object file with the part of ICU's data that a command in English needs.

Usage: trim_icu.py LIB_FOUNDATIONICU.A OUTPUT.O. Foundation links ICU with the data of every language: 34 MB. A linker that
finds the symbol of the data in OUTPUT.O takes none from the archive. What stays: normalization, characters, domain names,
time zones, and the root locale with English. What goes: other languages, the order of letters in a language, names of currencies,
languages, places, units and zones, converters of encodings, transliteration, where lines break, and the dictionaries that break Thai
or Chinese text into words. ICU falls back to the root locale where a language is missing.

The format is ICU's "common data", version 1: a header, a table of names and offsets sorted by name, and items of which each
begins at a multiple of 16.
"""
import pathlib
import re
import struct
import subprocess
import sys
import tempfile

SYMBOL = re.compile(r"\b(icudt\d+_dat)\b")
# The data of languages, in a folder of each kind, and at the top level next to tables for all languages.
LANGUAGE = re.compile(r"^(?:(?:coll|brkitr|curr|lang|rbnf|region|unit|zone)/)?[a-z]{2,3}(?:_\w+)?\.res$")
KEPT_LANGUAGE = re.compile(r"(?:^|/)en(?:_001|_US|_US_POSIX)?\.res$")
DROPPED = re.compile(
    r"\.cnv$|^translit/|\.dict$|^rbnf/|^unames\.icu$|^brkitr/(?:line|word)_.*(?:cj|phrase|ja)|^brkitr/.*lstm"
    # The command does not sort by a language, show names of currencies, languages, places or units, or break lines.
    r"|^(?:coll|curr|lang|region|unit|zone)/|^brkitr/line|^windowsZones\.res$"
    # Profiles of stringprep and characters that look alike: domain names need uts46.nrm only.
    r"|\.spp$|\.cfu$")


def keeps(name):
    if LANGUAGE.search(name) and not KEPT_LANGUAGE.search(name):
        return False
    return not DROPPED.search(name)


def items(data):
    """The length of the header, and the name and bytes of each item."""
    header, magic = struct.unpack_from("<HH", data)
    if magic != 0x27DA or data[12:16] != b"CmnD" or data[16] != 1 or data[8]:
        raise ValueError("this is not ICU's common data of version 1 in little-endian order")
    count, = struct.unpack_from("<I", data, header)
    entries = [struct.unpack_from("<II", data, header + 4 + 8 * index) for index in range(count)]
    ends = [offset for _, offset in entries[1:]] + [len(data) - header]
    found = []
    for (name, start), end in zip(entries, ends):
        text = data[header + name:data.index(b"\0", header + name)].decode("ascii")
        found.append((text, data[header + start:header + end]))
    return header, found


def write(head, kept):
    """The same format again with the items of `kept`, which stay sorted by name."""
    names = b"".join(name.encode("ascii") + b"\0" for name, _ in kept)
    table_length = 4 + 8 * len(kept)
    offset = -(-(table_length + len(names)) // 16) * 16
    table, body, name_offset = struct.pack("<I", len(kept)), b"", table_length
    for name, bytes_of_item in kept:
        table += struct.pack("<II", name_offset, offset + len(body))
        name_offset += len(name) + 1
        body += bytes_of_item + b"\0" * (-len(bytes_of_item) % 16)
    return head + (table + names).ljust(offset, b"\0") + body


def trim(data):
    header, found = items(data)
    # Each name begins with that of the package.
    kept = [(name, content) for name, content in found if keeps(name.split("/", 1)[1])]
    if not kept:
        raise ValueError("ICU's data has no item that stays")
    return write(data[:header], kept)


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    archive, output = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
    with tempfile.TemporaryDirectory() as place:
        def run(*command):
            return subprocess.run([str(word) for word in command], cwd=place, check=True, capture_output=True).stdout
        member = next((name for name in run("ar", "t", archive).decode().split() if "packaged_data" in name), None)
        if member is None:
            sys.exit(f"{archive} has no member with ICU's data")
        run("ar", "x", archive, member)
        symbols = SYMBOL.search(run("nm", "--defined-only", member).decode())
        if symbols is None:
            sys.exit(f"{member} of {archive} defines no icudtNN_dat")
        run("objcopy", "-O", "binary", "--only-section=.rodata*", member, "data")
        data = (pathlib.Path(place) / "data").read_bytes()
        trimmed = trim(data)
        (pathlib.Path(place) / "trimmed").write_bytes(trimmed)
        (pathlib.Path(place) / "data.s").write_text(
            f'.section .rodata,"a",@progbits\n.globl {symbols[1]}\n.balign 16\n.type {symbols[1]}, @object\n'
            f'{symbols[1]}:\n.incbin "trimmed"\n.size {symbols[1]}, . - {symbols[1]}\n'
            '.section .note.GNU-stack,"",@progbits\n'
        )
        run("cc", "-c", "data.s", "-o", output)
    print(f"ICU's data: {len(trimmed)} of {len(data)} bytes")


if __name__ == "__main__":
    main()
