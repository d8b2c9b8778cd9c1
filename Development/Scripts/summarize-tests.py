#!/usr/bin/env python3
"""Shortens the output of `swift test` to what somebody has to read.

Usage: swift test 2>&1 | Development/Scripts/summarize-tests.py [--log FILE]

Prints compiler errors and warnings, each failure with its message, what was skipped and why, the first reports of a
sanitizer, and the last line of each test run; lines are cut at 400 characters. Where it is ended, or the run ends early, it
prints which tests had begun and not ended. --log keeps the whole output in a file. The exit status is 1 where a test failed or
did not end, a sanitizer reported something or no test ran; a shell that needs the status of `swift test` too sets `pipefail`.
"""
import argparse
import collections
import pathlib
import re
import signal
import sys

LIMIT = 400
# The number of sanitizer reports to print, and the number of lines of each.
REPORTS = 3
REPORT_LINES = 60
# A run with known issues begins with another sign.
RUN = re.compile(r"^\S Test run with (\d+) tests? .*(passed|failed) after")
XCTEST = re.compile(r"Executed (\d+) tests?, with (\d+) failures?")
STARTED = re.compile(r"^◇ Test (?!case )(.+) started\.$")
ENDED = re.compile(r"^[✔✘➜] Test (.+?)(?: with \d+ test cases?)? (?:passed|failed|skipped)\b")
SKIPPED = re.compile(r'^➜ (Test|Suite) .*skipped')
FAILED = re.compile(r"^✘ ")
DETAIL = re.compile(r"^↳ ")
REPORT_START = re.compile(r"(WARNING|ERROR): \w+Sanitizer|^\S+:\d+:\d+: runtime error: ")
REPORT_END = re.compile(r"^SUMMARY: \w+Sanitizer")
COMPILER = re.compile(r"^(/\S+:\d+:\d+: )?(error|warning): |^\S+\.swift:\d+:\d+: (error|warning): |^Fatal error|^\*\*\* Signal|Thread \d+ .*crashed")


def report_running(names):
    """Prints the tests that have not ended. Returns whether there are any."""
    for name in names:
        print(f"did not end: {name}", flush=True)
    return bool(names)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--log", type=pathlib.Path)
    options = parser.parse_args()
    # A test may print any bytes, and the locale of a machine may not be that of the tests.
    sys.stdin.reconfigure(encoding="utf-8", errors="replace")
    sys.stdout.reconfigure(encoding="utf-8")
    if options.log:
        options.log.parent.mkdir(parents=True, exist_ok=True)
    log = options.log.open("w", encoding="utf-8") if options.log else None
    tests, failed, is_detail = 0, False, False
    # Two suites may have tests with the same name.
    running = collections.Counter()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(report_running(running) or 1))
    reports, report_lines = 0, 0
    for line in sys.stdin:
        if log:
            log.write(line)
        line = line.rstrip("\n")
        run = RUN.match(line)
        old = XCTEST.search(line)
        if run:
            running.clear()
            tests += int(run.group(1))
            failed = failed or run.group(2) == "failed"
        if old:
            tests += int(old.group(1))
            failed = failed or old.group(2) != "0"
        if (started := STARTED.match(line)) and started.group(1) != "run":
            running[started.group(1)] += 1
        elif ended := ENDED.match(line):
            running -= collections.Counter([ended.group(1)])
        is_failure = bool(FAILED.match(line)) and not run
        failed = failed or is_failure
        is_detail = is_failure or (is_detail and bool(DETAIL.match(line)))
        if REPORT_START.search(line):
            reports += 1
            report_lines = REPORT_LINES
        is_report = report_lines > 0 and reports <= REPORTS
        report_lines = 0 if REPORT_END.match(line) else max(report_lines - 1, 0)
        if is_report or run or is_detail or SKIPPED.match(line) or COMPILER.search(line):
            print(line if len(line) <= LIMIT else line[:LIMIT] + " …", flush=True)
    if reports > REPORTS:
        print(f"{reports - REPORTS} more reports of the sanitizer")
    failed = failed or reports > 0 or report_running(running)
    if tests == 0:
        print("no test ran: see the output above" + (f" or {options.log}" if options.log else ""))
    if failed and options.log:
        print(f"the whole output is in {options.log}")
    sys.exit(1 if failed or tests == 0 else 0)


main()
