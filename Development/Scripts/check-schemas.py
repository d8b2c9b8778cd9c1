#!/usr/bin/env python3
"""Validates the JSON that the command prints against the schemas of its help, and its SARIF against that of version 2.1.0.

Usage: check-schemas.py, with Python's jsonschema and pydantic-sarif installed. Builds the command, runs each subcommand that
prints JSON on the examples and on bad input, and publishes a site that it describes by `applinks init`. Every schema has a case.
"""
import json
import pathlib
import subprocess
import sys
import tempfile

import jsonschema
from pydantic_sarif.model import StaticAnalysisResultsFormatSarifVersion210JsonSchema as SarifLog

import products
import project
from project import COMMAND, ROOT, SCHEMAS, files

PAGES = ["bank", "cinema", "newspaper", "plain", "recipe"]
DATA = '{"target_url": "https://a.example/42", "extras": {"n": 1}, "referer_app_link": {"url": "x://", "app_name": "X"}}'
# A schema's name, the arguments and the exit status.
CASES = [
    ("check", ["check", "Examples/Site", "--host", "lakrids.dk", "--format", "json"], 1),
    ("check", ["check", "Examples/Site/recipes/rye-bread.html", "no-such-host", "--format", "json"], 2),
    ("summary", ["check", "Examples/Site", "no-such-host", "--host", "lakrids.dk", "--summary", "--json"], 2),
    ("diff", ["diff", "Examples/Site", "Examples/Site", "--format", "json"], 0),
    ("diff", ["diff", "Examples/Site", "no-such-place", "--format", "json"], 2),
    ("explain", ["explain", "https://lakrids.dk/recipes/rye-bread.html", "--offline", "Examples/Site", "--json"], 0),
    ("explain", ["explain", "https://lakrids.dk/", "--for", "sign-in", "--offline", "Examples/Site", "--json"], 0),
    ("check", ["check", "Examples/Site", "--host", "lakrids.dk", "--for", "sign-in", "--format", "json"], 1),
    ("explain", ["explain", "https://lakrids.dk/recipes/drafts/1", "--offline", "Examples/Site", "--json", "--trace"], 0),
    ("resolve", ["resolve", *(f"Examples/Pages/{name}.html" for name in PAGES), "no-such-page.html", "--json"], 1),
    ("open", ["open", "Examples/Pages/recipe.html", "--device", "iphone", "--installed", "recipes", "--json"], 0),
    ("open", ["open", "Examples/Pages/bank.html", "--device", "android", "--installed", "", "--json"], 1),
    ("open", ["open", "no-such-page.html", "--json"], 1),
    ("parse", ["parse", "recipes://42?promo=SPRING", "--json"], 0),
    ("parse", ["parse", "no-url", "--json"], 1),
    ("decode", ["decode", DATA, "--json"], 0),
    ("decode", ["decode", "no-data", "--json"], 1),
    ("encode", ["encode", "recipes://42", "--data", DATA, "--json"], 0),
    ("encode", ["encode", "recipes://42", "--data", "[", "--json"], 1),
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
    value = project.schema(name)
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


def sarif(tool):
    """Validates the logs of the example, of each broken site that is a folder, and of what cannot be checked.

    The classes are made of the schema, and refuse a member that it does not have.
    """
    cases = [
        (["check", "Examples/Site", "--host", "lakrids.dk"], 1), (["check", "no/such/folder", "--fix"], 2),
        (["check", "--config", "no-such-file.yaml"], 2),
    ]
    table = json.loads((COMMAND / "Tests/BrokenSites/sites.json").read_text(encoding="utf-8"))
    with tempfile.TemporaryDirectory() as place:
        for number, site in enumerate(site for site in table["sites"] if "server" not in site):
            for path, text in site["files"].items():
                text = table["texts"][text[1:]] if text.startswith("$") else text
                file = pathlib.Path(place, str(number), path)
                file.parent.mkdir(parents=True, exist_ok=True)
                # A file that begins like UTF-16 is meant byte by byte.
                file.write_bytes(text.encode("latin-1" if text.startswith("\u00ff\u00fe") else "utf-8"))
            cases.append((["check", f"{place}/{number}", "--host", site.get("host", "shelf.example")], None))
        results = 0
        for arguments, status in cases:
            done = subprocess.run([tool, *arguments, "--format", "sarif"], cwd=ROOT, capture_output=True, text=True)
            if done.returncode not in ([status] if status is not None else [0, 1, 2]):
                sys.exit(f"applinks {' '.join(arguments)} exited with {done.returncode}, not {status}:\n{done.stderr}")
            log = json.loads(done.stdout)
            SarifLog.model_validate(log)
            results += len(log["runs"][0]["results"])
    if results < 100:
        sys.exit(f"the broken sites have {results} results only")
    print(f"SARIF 2.1.0: {len(cases)} logs with {results} results")


def configuration(tool):
    """Holds what the command reads as a configuration to the schema, both what it takes and what it refuses."""
    good = {
        "version": 1, "check": ["public/"], "host": "lakrids.dk", "apps": "app/",
        "severities": {"aasa-missing": "off", "assetlinks-missing": "note"},
        "ignore": [{"rule": "aasa-missing", "file": "*", "reason": "not yet", "until": "2999-12-31"}],
        "platforms": ["apple", "android"], "sites": [{"host": "a.example", "platforms": "apple"}, {"check": "other/", "ignore": []}],
        "links": [
            {"url": "https://lakrids.dk/a", "opens": "dk.lakrids.app"}, {"url": "/b", "stays": "browser", "platforms": "android"},
            {"url": "/c", "opens": ["R2TQ9MZ7K4.dk.lakrids.app", "dk.lakrids.app"]},
        ],
    }
    wrong = [
        good | {"version": 2}, good | {"hosts": "lakrids.dk"}, good | {"severities": {"aasa-missing": "loud"}},
        good | {"ignore": [{"rule": "aasa-missing"}]}, good | {"ignore": [{"rule": "aasa-missing", "reason": ""}]},
        good | {"ignore": [{"rule": "aasa-missing", "reason": "a", "until": "soon"}]},
        good | {"platforms": ["ios"]}, good | {"platforms": []}, good | {"sites": [{"apps": "a"}]},
        good | {"sites": [{"host": "a.example", "sites": []}]}, good | {"check": ""}, good | {"host": ""}, good | {"apps": ""},
        good | {"links": [{"url": "/a"}]}, good | {"links": [{"opens": "dk.lakrids.app"}]}, good | {"links": [{"url": "/a", "stays": "app"}]},
        good | {"links": [{"url": "/a", "stays": "browser", "opens": "dk.lakrids.app"}]},
    ]
    validator = jsonschema.Draft202012Validator(schema("config"))
    with tempfile.TemporaryDirectory() as place:
        for document, is_good in [(good, True), *((one, False) for one in wrong)]:
            path = pathlib.Path(place, "config.yaml")
            # JSON is YAML.
            path.write_text(json.dumps(document), encoding="utf-8")
            run(tool, ["check", "--config", str(path), "--print-config"], 0 if is_good else 2)
            if validator.is_valid(document) != is_good:
                sys.exit(f"config.schema.json and the command disagree about {document}")
    print("config.schema.json: check --config")


def main():
    tool = products.command()
    for name, arguments, status in CASES:
        lines = run(tool, arguments, status).splitlines()
        if not lines:
            sys.exit(f"applinks {' '.join(arguments)} printed no JSON")
        for line in lines:
            jsonschema.validate(json.loads(line), schema(name))
        print(f"{name}.schema.json: {' '.join(arguments)}")
    publish(tool)
    configuration(tool)
    sarif(tool)
    for path in files(COMMAND / "Tests/ExampleAnswers", "*.json"):
        name = path.name.split(".")[0].split("-")[0]
        jsonschema.validate(json.loads(path.read_text(encoding="utf-8")), schema(name))
    described = {path.name.removesuffix(".schema.json") for path in files(SCHEMAS, "*.schema.json")}
    checked = {name for name, _, _ in CASES} | {"config", "publish", "site"}
    if described != checked:
        sys.exit(f"these schemas have no case here, or there is no such schema: {described ^ checked}")
    for name in sorted(described):
        if json.loads(run(tool, ["help", "schemas", name], 0)) != schema(name):
            sys.exit(f"applinks help schemas {name} does not print Command/Sources/applinks/Help/Schemas/{name}.schema.json")


main()
