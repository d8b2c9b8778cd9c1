#!/usr/bin/env python3
"""Validates the JSON that the command prints against the schemas in docs/schema.

Usage: check-schemas.py, with Python's jsonschema installed. Builds the command and runs it on Examples/Site and on an
input that cannot be checked.
"""
import json
import pathlib
import subprocess
import sys

import jsonschema

ROOT = pathlib.Path(__file__).resolve().parent.parent
CASES = [
    ("check", ["check", "Examples/Site", "--host", "lakrids.dk", "--format", "json"], 1),
    ("check", ["check", "Examples/Site/recipes/rye-bread.html", "no-such-host", "--format", "json"], 2),
    ("explain", ["explain", "https://lakrids.dk/recipes/rye-bread.html", "--offline", "Examples/Site", "--json"], 0),
    ("explain", ["explain", "https://lakrids.dk/recipes/drafts/1", "--offline", "Examples/Site", "--json", "--trace"], 0),
]


def main():
    subprocess.run(["swift", "build", "--product", "applinks"], cwd=ROOT / "Tool", check=True, stdout=subprocess.DEVNULL)
    place = subprocess.run(
        ["swift", "build", "--show-bin-path"], cwd=ROOT / "Tool", check=True, capture_output=True, text=True
    ).stdout.strip()
    for name, arguments, status in CASES:
        schema = json.loads((ROOT / f"docs/schema/{name}.schema.json").read_text(encoding="utf-8"))
        jsonschema.Draft202012Validator.check_schema(schema)
        done = subprocess.run([f"{place}/applinks", *arguments], cwd=ROOT, capture_output=True, text=True)
        if done.returncode != status:
            sys.exit(f"applinks {' '.join(arguments)} exited with {done.returncode}, not {status}:\n{done.stderr}")
        jsonschema.validate(json.loads(done.stdout), schema)
        print(f"{name}.schema.json: {' '.join(arguments)}")


main()
