#!/usr/bin/env python3
"""Builds the programs of Fuzzing with libFuzzer and the address sanitizer, and runs them.

    fuzz.py                                    each for 20 seconds
    fuzz.py --seconds 3600 FuzzReader          one, for an hour
    fuzz.py --input crash-1234 FuzzReader      one input, again

What it finds new stays in Fuzzing/.build/corpus, and is where the next run begins. The first begins with the seeds of
Fuzzing/Seeds and, for the reader, with the hand-made pages that BOLTS_SHARED or ../shared holds, where they are there.
An input that breaks a rule is kept in Fuzzing/.build/found, and the exit code is 1.
"""

import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys

from project import FUZZING, ROOT, files

BUILD = FUZZING / ".build"
# The dictionary of each, and the longest input: long enough to go beyond the decisions about a page's first 1,024 bytes.
TARGETS = {
    "FuzzReader": ("html", 4096),
    "FuzzInbound": ("inbound", 2048),
    "FuzzJSON": ("json", 1024),
    "FuzzURLs": ("urls", 256),
    "FuzzAssociations": ("associations", 2048),
}
# The bytes with choices after a page: see FuzzReader.
CHOICES = bytes([0, 0, 5, 3, 1, 0, 7, 2])


def build():
    command = ["swift", "build", "--package-path", FUZZING, "--configuration", "release"]
    # With the cache, a new file of the library would not be noticed.
    command.append("--disable-build-manifest-caching")
    command += ["--sanitize=fuzzer", "--sanitize=address"]
    # The compiler obeys only one of two separate sanitizer options, and without the coverage option the fuzzer would get no
    # guidance.
    for flag in ["-sanitize=fuzzer,address", "-sanitize-coverage=edge,inline-8bit-counters,pc-table", "-enable-testing"]:
        command += ["-Xswiftc", flag]
    built = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if built.returncode:
        sys.exit(built.stdout)
    where = subprocess.run(command + ["--show-bin-path"], stdout=subprocess.PIPE, check=True, text=True)
    return pathlib.Path(where.stdout.strip())


def seeds(target):
    """The directories that a run begins with, the first of which takes what is new."""
    corpus = BUILD / "corpus" / target
    corpus.mkdir(parents=True, exist_ok=True)
    # libFuzzer accepts a folder without seeds, and would begin with nothing.
    files(FUZZING / "Seeds" / target, "*")
    directories = [corpus, FUZZING / "Seeds" / target]
    shared = pathlib.Path(os.environ.get("BOLTS_SHARED", ROOT.parent / "shared")) / "pages" / "derived"
    if target == "FuzzReader" and shared.is_dir():
        pages = BUILD / "pages"
        shutil.rmtree(pages, ignore_errors=True)
        pages.mkdir()
        for page in files(shared, "*.html"):
            (pages / page.name).write_bytes(page.read_bytes() + CHOICES)
        directories.append(pages)
    return directories


def run(programs, target, places, arguments):
    dictionary, longest = TARGETS[target]
    found = BUILD / "found"
    found.mkdir(parents=True, exist_ok=True)
    command = [programs / target, f"-dict={FUZZING / dictionary}.dict", f"-max_len={longest}", "-timeout=60"]
    command += [f"-artifact_prefix={found}/{target}-", "-print_final_stats=1", "-rss_limit_mb=4096", "-verbosity=1"]
    if arguments.input:
        command.append(arguments.input)
    else:
        command += [f"-max_total_time={arguments.seconds}", *places]
    # Swift's crash report would hang here, and the runtime never frees some of its memory.
    environment = os.environ | {"SWIFT_BACKTRACE": "enable=no", "ASAN_OPTIONS": "detect_leaks=0"}
    process = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=environment)
    output = process.stdout.decode(errors="replace")
    coverage = re.findall(r"cov: (\d+)", output)
    runs = re.search(r"number_of_executed_units: (\d+)", output)
    if process.returncode:
        print(output[-4000:])
    if not arguments.input and not coverage:
        sys.exit(f"{target} is not instrumented: it was fuzzed blindly")
    print(f"{target}: {runs[1] if runs else '?'} runs, coverage {coverage[-1] if coverage else '?'}", flush=True)
    return process.returncode == 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("targets", nargs="*", help=", ".join(TARGETS))
    parser.add_argument("--seconds", type=int, default=20, help="the time each may take")
    parser.add_argument("--input", help="a file to try alone")
    arguments = parser.parse_args()
    unknown = [target for target in arguments.targets if target not in TARGETS]
    if unknown:
        parser.error(f"there is no {unknown[0]}: choose of {', '.join(TARGETS)}")
    places = {target: seeds(target) for target in arguments.targets or TARGETS}
    programs = build()
    good = [run(programs, target, places[target], arguments) for target in places]
    sys.exit(0 if all(good) else 1)


if __name__ == "__main__":
    main()
