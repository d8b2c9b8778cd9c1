#!/usr/bin/env python3
"""Holds what a version promises (CONTRIBUTING.md, "What is stable") against the list of docs/frozen.txt.

Usage: check-frozen.py [--update]. It builds nothing. The list has the members of the JSON of the command and of the index
service, exit codes, settings of the service, and the versions of its tables; docs/rules.md has the ids of rules, and
check-api.py holds public declarations. What is gone or changed breaks somebody's program; what is new is a promise from now on.
--update writes the list, in a commit that says why.
"""
import argparse
import hashlib
import json
import re
import sys

from project import COMMAND, DOCUMENTS, INDEX, SCHEMAS, files, name as called, schema

LIST = DOCUMENTS / "frozen.txt"
COMMANDS = COMMAND / "Sources/applinks/Commands"
SERVICE = INDEX / "Sources"


def read(path):
    return path.read_text(encoding="utf-8")


def kind(schema, place, objects):
    """What a schema accepts, in words; the members of its objects go into `objects`, by place."""
    if not isinstance(schema, dict):
        return "anything"
    said = [schema["$ref"].replace("#/components/schemas/", "#").replace("#/$defs/", "#")] if "$ref" in schema else []
    if "const" in schema:
        said.append(json.dumps(schema["const"]))
    if "enum" in schema:
        said.append("|".join(map(json.dumps, schema["enum"])))
    elif "type" in schema:
        said.append(schema["type"] if isinstance(schema["type"], str) else "|".join(schema["type"]))
    if isinstance(schema.get("items"), dict):
        said.append(f"of {kind(schema['items'], f'{place}[]', objects)}")
    if isinstance(schema.get("additionalProperties"), dict):
        said.append(f"with names of {kind(schema['additionalProperties'], f'{place}{{}}', objects)}")
    for word in ("anyOf", "oneOf", "allOf"):
        if word in schema:
            inner = (kind(part, f"{place}|{number}", objects) for number, part in enumerate(schema[word]))
            said.append(f"{word} ({'; '.join(inner)})")
    required, named = schema.get("required", []), schema.get("properties", {})
    members = {name: kind(inner, f"{place}/{name}", objects) for name, inner in named.items()}
    if members or required:
        objects[place] = [f"{name}{'' if name in required else '?'} {members.get(name, 'anything')}"
                          for name in sorted({*members, *required})]
    return " ".join(said) or "anything"


def schema_lines(schema, place):
    """A line for each object: its members, of which those with a question mark may be missing."""
    objects = {}
    words = kind(schema, place, objects)
    objects.setdefault(place, [words])
    for name, inner in schema.get("$defs", {}).items():
        words = kind(inner, f"{place}#{name}", objects)
        objects.setdefault(f"{place}#{name}", [words])
    for where, members in objects.items():
        yield f"{where}: {', '.join(members)}"


def schemas():
    for path in files(SCHEMAS, "*.schema.json"):
        name = path.name.removesuffix(".schema.json")
        yield from schema_lines(schema(name), f"json {name}")


def index():
    document = json.loads(read(SERVICE / "LinkIndexServer/openapi.json"))
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            parameters = [document["components"]["parameters"][parameter["$ref"].rpartition("/")[2]] if "$ref" in parameter
                          else parameter for parameter in operation.get("parameters", [])]
            takes = [f"{parameter['name']}{'' if parameter.get('required') else '?'} {parameter['in']}" for parameter in parameters]
            yield f"index {method.upper()} {path}: {', '.join(sorted(takes) + sorted(operation['responses']))}"
    for name, schema in document["components"]["schemas"].items():
        yield from schema_lines(schema, f"index #{name}")


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


SOURCES = {"json": schemas, "index": index, "exit": exit_codes, "setting": settings, "tables": tables}


def promises():
    """Every line, none twice. A kind without lines means that this script does not find them any more."""
    lines = []
    for kind, source in SOURCES.items():
        found = sorted(set(source()))
        if not found:
            sys.exit(f"error: no {kind} was found; this script must learn where it is now")
        lines += found
    return lines


def parts(lines):
    """Each promise of each line by itself, so that a difference names the member and not its whole object."""
    return {f"{place}: {part}" if part else place for place, _, rest in (line.partition(": ") for line in lines) for part in rest.split(", ")}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--update", action="store_true")
    found = promises()
    if parser.parse_args().update:
        LIST.write_text("\n".join(found) + "\n", encoding="utf-8")
        print(f"{called(LIST)}: {len(found)} promises")
        return
    frozen = read(LIST).splitlines() if LIST.exists() else []
    gone, new = sorted(parts(frozen) - parts(found)), sorted(parts(found) - parts(frozen))
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
