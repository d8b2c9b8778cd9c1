#!/usr/bin/env python3
"""Holds the index service against its OpenAPI document, as a generic client reads it.

Usage: check-openapi.py [--examples NUMBER], with Python's schemathesis, openapi-spec-validator and jsonschema installed.
Builds the service and starts it on a free port with a database of its own. Then it validates the document, sends requests
that schemathesis makes from it and holds each answer against it, and holds an answer against the schema of
`applinks explain --json`.
"""
import json
import pathlib
import re
import subprocess
import sys
import urllib.parse
import urllib.request

import jsonschema
import openapi_spec_validator

from script import PACKAGE, address, built, expect, read_options, run
sys.path.insert(0, str(PACKAGE.parent / "Development/Scripts"))
from project import schema  # noqa: E402

OPENAPI = PACKAGE / "Sources/LinkIndexServer/openapi.json"
CHECKS = "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance,response_headers_conformance"


def get(url):
    with urllib.request.urlopen(url, timeout=600) as response:
        return json.load(response)


def check_document(base):
    document = get(f"{base}/openapi.json")
    openapi_spec_validator.validate(document)
    expect(document == json.loads(OPENAPI.read_text(encoding="utf-8")), "the service serves another OpenAPI document than that of its sources")
    print(f"OpenAPI {document['openapi']}: {len(document['paths'])} paths, valid")


def check_answer(base):
    """The answer without its own members is an explanation."""
    url = urllib.parse.quote("https://demo.example/recipes/42", safe="")
    answer = get(f"{base}/v1/links?url={url}")
    expect(answer.pop("link")["targets"] and len(answer.pop("sources")) == 4, f"the answer has no link or not every source: {answer}")
    jsonschema.Draft202012Validator(schema("explain")).validate(answer)
    print(f"an answer with {len(answer['devices'])} devices: valid by explain.schema.json")


def check(folder):
    log = folder / "log"
    command = [built(), "--port", "0", "--database", folder / "index.sqlite", "--address-limit", "0"]
    service = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=open(log, "w", encoding="utf-8"), text=True)
    try:
        base = address(service, log)
        check_document(base)
        check_answer(base)
        command = [pathlib.Path(sys.executable).with_name("schemathesis"), "run", f"{base}/openapi.json", "--checks", CHECKS,
                   "--max-examples", str(OPTIONS.examples), "--seed", "7", "--request-timeout", "300"]
        done = subprocess.run(command, cwd=folder, check=False)
    finally:
        service.terminate()
        status = service.wait()
    expect(done.returncode == 0, "an answer is not as the OpenAPI document says")
    expect(status == 0, f"the service exited with {status} after SIGTERM")
    text = log.read_text(encoding="utf-8")
    expect(not re.search(r"^\S+ (error|critical) ", text, re.MULTILINE), f"the service logged an error:\n{text[-3000:]}")


if __name__ == "__main__":
    OPTIONS = read_options(__doc__, examples=50)
    run(check)
