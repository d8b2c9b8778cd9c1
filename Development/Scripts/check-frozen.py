#!/usr/bin/env python3
"""Holds what a version promises (CONTRIBUTING.md, "What is stable") against the list of docs/frozen.txt.

Usage: check-frozen.py [--update]. It builds nothing. The list has the members of the JSON of the command and of the index
service, ids of rules, exit codes, settings of the service, and the versions of its tables; Scripts/check-api.py holds public
declarations. What a line says that is gone or changed breaks somebody's program; a line that is new is a promise from now on.
--update writes the list, in a commit that says why.
"""
import argparse
import hashlib
import json
import re
import sys

from project import COMMAND, DOCUMENTS, INDEX, SCHEMAS, files, name as called

LIST = DOCUMENTS / "frozen.txt"
COMMANDS = COMMAND / "Sources/applinks/Commands"
SERVICE = INDEX / "Sources"


def read(path):
    return path.read_text(encoding="utf-8")


def members(schema, place):
    """What a schema says of each member: its place, type and values."""
    if not isinstance(schema, dict):
        return
    said = [f"{word}={json.dumps(schema[word], sort_keys=True)}" for word in ("type", "const", "enum", "$ref", "required") if word in schema]
    if said:
        yield f"{place} {' '.join(said)}"
    for word in ("properties", "$defs"):
        for name, inner in schema.get(word, {}).items():
            yield from members(inner, f"{place}{'/' if word == 'properties' else '#'}{name}")
    for word in ("items", "additionalProperties"):
        yield from members(schema.get(word), f"{place}/{'*' if word == 'items' else '?'}")
    for word in ("anyOf", "oneOf", "allOf"):
        for number, inner in enumerate(schema.get(word, [])):
            yield from members(inner, f"{place}|{number}")


def schemas():
    for path in files(SCHEMAS, "*.schema.json"):
        yield from members(json.loads(read(path)), f"json {path.name.removesuffix('.schema.json')}")


def index():
    document = json.loads(read(SERVICE / "LinkIndexServer/openapi.json"))
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            yield f"index {method.upper()} {path} {','.join(sorted(operation['responses']))}"
            for parameter in operation.get("parameters", []):
                need = "required" if parameter.get("required") else "optional"
                yield f"index {method.upper()} {path} ?{parameter['name']} {parameter['in']} {need}"
    for name, schema in document["components"]["schemas"].items():
        yield from members(schema, f"index #{name}")


def rules():
    for name in re.findall(r"^### ([a-z0-9-]+)$", read(DOCUMENTS / "rules.md"), re.MULTILINE):
        yield f"rule {name}"


def exit_codes():
    """Each command with the exit codes that its files name; 64 is that of wrong arguments everywhere."""
    for path in files(COMMANDS, "*Command.swift"):
        name = path.stem.removesuffix("Command")
        text = "".join(read(own) for own in files(COMMANDS, f"{name}*.swift"))
        codes = sorted({int(code) for code in re.findall(r"ExitCode\((\d+)\)", text)} | {0, 64})
        yield f"exit {name.lower()} {','.join(map(str, codes))}"


def settings():
    for name, kind in re.findall(r'Setting\("([a-z-]+)", \.(\w+)\)', read(SERVICE / "applinks-index/Configuration/Setting.swift")):
        yield f"setting {name} {kind}"


def tables():
    schema = re.sub(r"^\s*//.*$", "", read(SERVICE / "LinkIndexPostgreSQL/PostgreSQLSchema.swift"), flags=re.MULTILINE)
    versions = schema.split("static let current", 1)[1].split("Version(")[1:]
    for number, text in enumerate(versions, 1):
        yield f"tables postgresql {number} {hashlib.sha256(' '.join(text.split()).encode()).hexdigest()[:12]}"
    source = re.sub(r"^\s*//.*$", "", read(SERVICE / "LinkIndexSQLite/SQLiteSchema.swift"), flags=re.MULTILINE)
    for text in source.split("registerMigration(")[1:]:
        name = re.match(r'"(.*?)"', text)[1]
        yield f"tables sqlite {name} {hashlib.sha256(' '.join(text.split()).encode()).hexdigest()[:12]}"


SOURCES = {"json": schemas, "index": index, "rule": rules, "exit": exit_codes, "setting": settings, "tables": tables}


def promises():
    """Every line, none twice. A kind without lines means that this script does not find them any more."""
    lines = []
    for kind, source in SOURCES.items():
        found = sorted(set(source()))
        if not found:
            sys.exit(f"error: no {kind} was found; this script must learn where it is now")
        lines += found
    return lines


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--update", action="store_true")
    found = promises()
    if parser.parse_args().update:
        LIST.write_text("\n".join(found) + "\n", encoding="utf-8")
        print(f"{called(LIST)}: {len(found)} promises")
        return
    frozen = read(LIST).splitlines() if LIST.exists() else []
    gone, new = sorted(set(frozen) - set(found)), sorted(set(found) - set(frozen))
    for line in gone:
        print(f"gone or changed: {line}")
    for line in new:
        print(f"new: {line}")
    if gone or new:
        sys.exit("error: this differs from docs/frozen.txt. If it is meant, run Development/Scripts/check-frozen.py --update, and say in the commit "
                 "and the changelog what becomes of programs that used what is gone.")
    print(f"{len(found)} promises are kept")


if __name__ == "__main__":
    main()
