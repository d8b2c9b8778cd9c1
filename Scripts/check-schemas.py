#!/usr/bin/env python3
"""Validates the JSON that the command prints against the schemas in docs/schema.

Usage: check-schemas.py, with Python's jsonschema installed. Builds the command and runs it on Examples/Site and on an
input that cannot be checked, and publishes a site that it describes by `applinks init`.
"""
import json
import pathlib
import subprocess
import sys
import tempfile

import jsonschema

ROOT = pathlib.Path(__file__).resolve().parent.parent
CASES = [
    ("check", ["check", "Examples/Site", "--host", "lakrids.dk", "--format", "json"], 1),
    ("check", ["check", "Examples/Site/recipes/rye-bread.html", "no-such-host", "--format", "json"], 2),
    ("explain", ["explain", "https://lakrids.dk/recipes/rye-bread.html", "--offline", "Examples/Site", "--json"], 0),
    ("explain", ["explain", "https://lakrids.dk/recipes/drafts/1", "--offline", "Examples/Site", "--json", "--trace"], 0),
]


FINGERPRINT = ":".join(f"{(37 * octet * octet + 11) % 256:02X}" for octet in range(32))
SITE = [
    "--host", "lakrids.dk", "--name", "Kogebog", "--team", "R2TQ9MZ7K4", "--bundle", "dk.lakrids.kogebog",
    "--app-store", "1180541216", "--scheme", "kogebog", "--package", "dk.lakrids.kogebog", "--fingerprint", FINGERPRINT,
    "--package-family", "Lakrids.Kogebog_8wekyb3d8bbwe", "--open", "/recipes/*", "--exclude", "/recipes/drafts/*",
]


def run(tool, arguments, status):
    done = subprocess.run([tool, *arguments], cwd=ROOT, capture_output=True, text=True)
    if done.returncode != status:
        sys.exit(f"applinks {' '.join(arguments)} exited with {done.returncode}, not {status}:\n{done.stderr}")
    return done.stdout


def schema(name):
    value = json.loads((ROOT / f"docs/schema/{name}.schema.json").read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(value)
    return value


def publish(tool):
    """Validates a description that `init` writes, and what `publish` prints about it."""
    with tempfile.TemporaryDirectory() as place:
        path = f"{place}/site.json"
        run(tool, ["init", path, *SITE], 0)
        description = json.loads(pathlib.Path(path).read_text(encoding="utf-8"))
        jsonschema.validate(description, schema("site"))
        print("site.schema.json: init")
        page = "https://lakrids.dk/recipes/1"
        wrong = description | {"exclude": [{"path": "/recipes/drafts/*", "applies": []}]}
        if jsonschema.Draft202012Validator(schema("site")).is_valid(wrong):
            sys.exit("site.schema.json accepts a key that descriptions do not have")
        pathlib.Path(f"{place}/wrong.json").write_text(json.dumps(wrong), encoding="utf-8")
        for arguments, status in [
            ([path, "--out", f"{place}/public", "--page", page], 0),
            ([path, "--check", f"{place}/public"], 0),
            ([path, "--check", place], 1),
            ([f"{place}/wrong.json", "--out", f"{place}/public"], 2),
            ([f"{place}/none.json", "--out", f"{place}/public"], 2),
        ]:
            jsonschema.validate(json.loads(run(tool, ["publish", *arguments, "--json"], status)), schema("publish"))
        print("publish.schema.json: publish")


def main():
    subprocess.run(["swift", "build", "--product", "applinks"], cwd=ROOT / "Tool", check=True, stdout=subprocess.DEVNULL)
    place = subprocess.run(
        ["swift", "build", "--show-bin-path"], cwd=ROOT / "Tool", check=True, capture_output=True, text=True
    ).stdout.strip()
    tool = f"{place}/applinks"
    for name, arguments, status in CASES:
        jsonschema.validate(json.loads(run(tool, arguments, status)), schema(name))
        print(f"{name}.schema.json: {' '.join(arguments)}")
    publish(tool)


main()
