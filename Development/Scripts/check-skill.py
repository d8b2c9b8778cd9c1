#!/usr/bin/env python3
"""Runs each command that SKILL.md names, and checks that the JSON has the keys and outcomes that it explains.

Usage: check-skill.py. It builds the command.

The commands run in a folder whose `public/` is Examples/Site and whose `ios/` is Examples/AppleApps, both committed. None asks the
network: one that names a URL gets `--offline public/` if it names no folder of a site.
"""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import products
from project import EXAMPLES, ROOT, schema

PAGE = ROOT / "SKILL.md"
FENCE = re.compile(r"^```sh\n(.*?)^```", re.M | re.S)
INLINE = re.compile(r"`(applinks [a-z][^`]*)`")


def front_matter(text):
    """What is wrong with the lines by which agents find the skill."""
    match = re.match(r"---\n(.*?)\n---\n", text, re.S)
    fields = dict(re.findall(r"^(\w+): (.+)$", match[1], re.M)) if match else {}
    if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", fields.get("name", "")):
        yield "the front matter has no name of lower-case letters, digits and hyphens"
    if not 0 < len(fields.get("description", "")) <= 1024:
        yield "the front matter has no description of at most 1,024 characters"


def commands(text):
    """The commands of the page, in its order and each once: those in its blocks, and those in a line."""
    blocks = [line.partition(" #")[0].strip() for block in FENCE.findall(text) for line in block.splitlines()]
    inline = [re.sub(r"\s+", " ", code) for code in INLINE.findall(re.sub(FENCE, "", text))]
    return [line for line in dict.fromkeys(blocks + inline) if line]


def offline(command):
    """The command, or what it becomes where it would ask the network."""
    return f"{command} --offline public/" if "https://" in command and "--offline" not in command else command


def names(schema):
    """The paths of all keys of a JSON Schema, such as `inputs[].answers[].fix`."""
    for name, value in schema.get("properties", {}).items():
        yield name
        yield from (f"{name}.{path}" for path in names(value))
        if "items" in value:
            yield f"{name}[]"
            yield from (f"{name}[].{path}" for path in names(value["items"]))


def unknown_names(text, schema):
    """The keys and outcomes in the page's tables that the schema does not have."""
    known = set(names(schema))
    keys = re.findall(r"^\| `(inputs[^`]*)`", text, re.M)
    answers = schema["properties"]["inputs"]["items"]["properties"]["answers"]["items"]["properties"]
    outcomes = re.search(r"^\| outcome \|.*\n\|[-|]+\n((?:\|.*\n)+)", text, re.M)
    if not keys or not outcomes:
        yield "no table explains the keys or the outcomes; has its layout changed?"
        return
    yield from (f"the JSON has no {key}" for key in keys if key not in known)
    explained = set(re.findall(r"^\| `([\w-]+)`", outcomes[1], re.M))
    different = sorted(explained ^ set(answers["outcome"]["enum"]))
    yield from (f"the outcome {name} is explained or possible, not both" for name in different)


def folder(place):
    """Makes the folder that the page speaks of."""
    shutil.copytree(EXAMPLES / "Site", place / "public")
    shutil.copytree(EXAMPLES / "AppleApps", place / "ios")
    git = ["git", "-c", "user.name=A", "-c", "user.email=a@b.example", "-C", str(place)]
    for arguments in (["init", "--quiet"], ["add", "--all"], ["commit", "--quiet", "--message", "A site and an app"]):
        subprocess.run([*git, *arguments], check=True)


def run(tool, command, place):
    """Runs a command as a reader would type it. Returns what is wrong with how it ended, or None."""
    path = f"{pathlib.Path(tool).resolve().parent}:{os.environ['PATH']}"
    done = subprocess.run(["sh", "-c", offline(command)], cwd=place, capture_output=True, text=True, stdin=subprocess.DEVNULL,
                          env=os.environ | {"PATH": path}, timeout=600)
    # 1 is a finding, which the example has; 2 is an input that could not be checked.
    if done.returncode not in (0, 1):
        return f"{command}: exit status {done.returncode}\n{done.stderr}"
    if re.search(r"--(format )?json\b", command):
        try:
            json.loads(done.stdout)
        except ValueError as error:
            return f"{command}: what it prints is no JSON: {error}"
    return None


def main():
    text = PAGE.read_text(encoding="utf-8")
    faults = [*front_matter(text), *unknown_names(text, schema("check"))]
    found = commands(text)
    if len(found) < 5:
        faults.append("the page has fewer than 5 commands; has its layout changed?")
    tool = products.command()
    with tempfile.TemporaryDirectory() as place:
        folder(pathlib.Path(place))
        faults += [fault for command in found if (fault := run(tool, command, place))]
    for fault in faults:
        print(f"SKILL.md: {fault}", file=sys.stderr)
    print(f"SKILL.md: {len(found)} commands, {len(faults)} faults")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
