#!/usr/bin/env python3
"""Holds the index service against its OpenAPI document, as a generic client reads it.

Usage: check-openapi.py [--examples NUMBER], with Python's schemathesis, openapi-spec-validator and jsonschema installed.
Builds the service and starts it on a free port with a database of its own. Then it validates the document, sends requests
that schemathesis makes from it and holds each answer against it, and holds an answer against the schema of
`applinks explain --json`.
"""
import argparse
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import urllib.error
import urllib.parse
import urllib.request

import jsonschema
import openapi_spec_validator

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PACKAGE = ROOT / "Index"


def start(folder):
    """Starts the service, and returns the process and its address."""
    binary = subprocess.run(
        ["swift", "build", "--package-path", PACKAGE, "--show-bin-path"], capture_output=True, text=True, check=True
    ).stdout.strip()
    service = subprocess.Popen(
        [f"{binary}/applinks-index", "--port", "0", "--database", f"{folder}/index.sqlite", "--address-limit", "0"],
        stdout=subprocess.PIPE, stderr=open(f"{folder}/log", "w", encoding="utf-8"), text=True,
    )
    line = service.stdout.readline()
    found = re.search(r"listens on (http://\S+)", line)
    if not found:
        service.kill()
        sys.exit(f"the service did not start: {line}{pathlib.Path(folder, 'log').read_text(encoding='utf-8')}")
    return service, found[1]


def get(url):
    with urllib.request.urlopen(url, timeout=600) as response:
        return json.load(response)


def check_document(base):
    document = get(f"{base}/openapi.json")
    openapi_spec_validator.validate(document)
    written = json.loads((PACKAGE / "Sources/LinkIndexServer/openapi.json").read_text(encoding="utf-8"))
    if document != written:
        sys.exit("the service serves another OpenAPI document than that of its sources")
    print(f"OpenAPI {document['openapi']}: {len(document['paths'])} paths, valid")


def check_answer(base):
    """The answer without its own members is an explanation."""
    url = urllib.parse.quote("https://demo.example/recipes/42", safe="")
    answer = get(f"{base}/v1/links?url={url}")
    if not answer.pop("link")["targets"] or len(answer.pop("sources")) != 4:
        sys.exit(f"the answer has no link or not every source: {answer}")
    schema = json.loads((ROOT / "Command/Sources/applinks/Help/Schemas/explain.schema.json").read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator(schema).validate(answer)
    print(f"an answer with {len(answer['devices'])} devices: valid by explain.schema.json")


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--examples", type=int, default=50)
    options = arguments.parse_args()
    subprocess.run(
        ["swift", "build", "--package-path", PACKAGE, "--product", "applinks-index"],
        check=True, stdout=subprocess.DEVNULL,
    )
    with tempfile.TemporaryDirectory() as folder:
        service, base = start(folder)
        try:
            check_document(base)
            check_answer(base)
            done = subprocess.run(
                [
                    str(pathlib.Path(sys.executable).with_name("schemathesis")), "run", f"{base}/openapi.json",
                    "--checks", "not_a_server_error,status_code_conformance,content_type_conformance,"
                    "response_schema_conformance,response_headers_conformance",
                    "--max-examples", str(options.examples), "--seed", "7", "--request-timeout", "300",
                ],
                cwd=folder, check=False,
            )
        finally:
            service.terminate()
            status = service.wait()
        if done.returncode != 0:
            sys.exit("an answer is not as the OpenAPI document says")
        if status != 0:
            sys.exit(f"the service exited with {status} after SIGTERM")
        log = pathlib.Path(folder, "log").read_text(encoding="utf-8")
        if re.search(r"^\S+ (error|critical) ", log, re.MULTILINE):
            sys.exit(f"the service logged an error:\n{log[-3000:]}")


if __name__ == "__main__":
    main()
