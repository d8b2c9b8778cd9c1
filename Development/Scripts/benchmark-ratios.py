#!/usr/bin/env python3
"""Runs the benchmarks and prints the ratios of Bolts to its peers, as Markdown tables.

    benchmark-ratios.py                        everything: some minutes
    benchmark-ratios.py --only 'link|create'   some rows
    benchmark-ratios.py --rounds 5             calmer figures
    benchmark-ratios.py --check                fails if a bar is missed

Every round runs every case once, ours and the peers' side by side; a case's figure is the median of its rounds'
medians, a ratio the median of the rounds' ratios. Nanoseconds depend on the machine and its load, ratios much less.
"""

import argparse
import json
import re
import statistics
import subprocess
import sys

from project import BENCHMARKS

OURS = "Bolts"

# row -> [(the case by which ours is divided, the maximum quotient)]; a peer is a library of the same row, or "row/library".
TASK_BARS = {
    "link": [("NIO", 0.45), ("floor", 1.7)],
    "create": [("NIO", 0.35)],
    "done": [("NIO", 0.50)],
    "adopt": [("NIO", 0.45)],
    "whenAll": [("NIO threads", 0.20)],
    "fan-out": [("NIO", 0.40)],
    "contention": [("NIO threads", 0.30)],
    # An actor never leaves its thread; a link without an executor takes three times as long as its call.
    "hop": [("NIO threads", 0.30), ("Task", 5.0)],
    "await ready": [("Task", 0.30)],
    "await pending": [("Task", 1.10)],
    "cancel": [("link/NIO", 0.70)],
    # The time is linear: twice as many take at most 2.3 times as long, so each takes at most 1.15 times as long.
    "cancel 20000": [("cancel/Bolts", 1.15)],
    "cancel 40000": [("cancel 20000/Bolts", 1.15)],
}
# At least 0.25 of memchr's speed is at most 4 times its time.
ARTICLE_BARS = [("memchr", 4.0), ("libxml2", 0.10)]
HOSTILE_SPEED = 30  # MB/s, at least
DOUBLING = 2.3  # times as long for double the input, at most


def run(target, filters):
    command = ["swift", "package", "--package-path", BENCHMARKS, "benchmark", "--target", target]
    command += ["--format", "jmh", "--path", "stdout", "--quiet", "--no-progress"]
    for pattern in filters:
        command += ["--filter", pattern]
    process = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    start = process.stdout.find("[{")
    if filters and not process.returncode and re.search(r"^\s*\[\s*\]\s*$", process.stdout, re.MULTILINE):
        return []  # No row of this target matches.
    if process.returncode or start < 0:
        sys.exit(f"{process.stderr}\n{process.stdout}\nthe benchmarks did not run: {' '.join(map(str, command))}")
    return json.JSONDecoder().raw_decode(process.stdout[start:])[0]


def figures(target, unit, filters):
    """What one of `unit` took in each case, in nanoseconds."""
    result = {}
    for element in run(target, filters):
        name = element["benchmark"].removeprefix(f"package.benchmark.{target}.").replace("_", " ")
        metrics = element["secondaryMetrics"]
        count = metrics[unit]["scorePercentiles"]["50.0"]
        microseconds = metrics["Time (wall clock)"]["scorePercentiles"]["50.0"]
        result[name] = microseconds * 1000 / count
    return result


class Measured:
    def __init__(self, rounds):
        self.rounds = rounds

    def value(self, case):
        return statistics.median(r[case] for r in self.rounds if case in r)

    def has(self, case):
        return all(case in r for r in self.rounds)

    def ratio(self, case, other):
        return statistics.median(r[case] / r[other] for r in self.rounds)

    def cases(self):
        return list(dict.fromkeys(case for r in self.rounds for case in r))

    def libraries(self, row):
        return [c.split("/")[1] for c in self.cases() if c.split("/")[0] == row]


def table(head, rows):
    widths = [max(len(str(line[i])) for line in [head] + rows) for i in range(len(head))]
    lines = [head, ["-" * w for w in widths]] + rows
    for line in lines:
        print("| " + " | ".join(str(cell).ljust(w) for cell, w in zip(line, widths)) + " |")
    print()


def verdict(ok):
    return "ok" if ok else "OVER"


def nanoseconds(value):
    return f"{value:.1f}" if value < 10 else f"{value:,.0f}"


def report_tasks(measured):
    order = ["NIO", "NIO threads", "Task", "floor"]
    rows, bars, failures = [], [], 0
    for row, row_bars in TASK_BARS.items():
        ours = f"{row}/{OURS}"
        if not measured.has(ours):
            continue
        libraries = measured.libraries(row)
        cells = [nanoseconds(measured.value(f"{row}/{l}")) if l in libraries else "" for l in order]
        rows.append([row, nanoseconds(measured.value(ours))] + cells)
        for peer, bar in row_bars:
            other = peer if "/" in peer else f"{row}/{peer}"
            if not measured.has(other):
                continue
            ratio = measured.ratio(ours, other)
            failures += ratio > bar
            bars.append([row, peer, f"{ratio:.2f}", f"{bar:.2f}", verdict(ratio <= bar)])
    print("Nanoseconds of one operation:\n")
    table(["row", OURS] + order, rows)
    print("Bolts divided by a peer:\n")
    table(["row", "peer", "ratio", "at most", ""], bars)
    return failures


def report_metadata(measured):
    rows, failures = [], 0
    for case in sorted(measured.cases()):
        row, library = case.split("/")
        speed = f"{1000 / measured.value(case):,.0f}"
        if library != OURS:
            continue
        notes, ok = [], True
        if "article" in row:
            for peer, bar in ARTICLE_BARS:
                ratio = measured.ratio(case, f"{row}/{peer}")
                note = f"{1 / ratio:.2f} of {peer}'s {1000 / measured.value(f'{row}/{peer}'):,.0f}"
                # The bar is for a page with a `<` every 55 bytes; the dense one shows the effect of more tags.
                if not row.startswith("dense"):
                    ok &= ratio <= bar
                    note += f" (at least {1 / bar:g})"
                notes.append(note)
        else:
            ok &= 1000 / measured.value(case) >= HOSTILE_SPEED
            notes.append(f"at least {HOSTILE_SPEED}")
        half = row.replace("4 MB", "2 MB") + f"/{OURS}"
        if half != case:
            growth = measured.ratio(case, half) * 2
            ok &= growth <= DOUBLING
            notes.append(f"{growth:.2f} times as long as 2 MB (at most {DOUBLING})")
        failures += not ok
        rows.append([row, speed, "; ".join(notes), verdict(ok)])
    table(["page", "MB/s", "bars", ""], rows)
    return failures


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--target", choices=["Tasks", "Metadata"], action="append")
    parser.add_argument("--only", metavar="REGEX", help="rows to measure, as a regular expression for the whole name")
    parser.add_argument("--check", action="store_true", help="exit with 1 if a bar is missed")
    options = parser.parse_args()
    filters = []
    if options.only:
        re.compile(options.only)
        filters = [f"({options.only})/.*"]
    targets = options.target or ["Tasks", "Metadata"]
    failures, measured_any = 0, False
    for target, unit, report in [("Tasks", "operations", report_tasks), ("Metadata", "bytes", report_metadata)]:
        if target not in targets:
            continue
        rounds = []
        for number in range(options.rounds):
            print(f"{target}: round {number + 1} of {options.rounds}", file=sys.stderr)
            measured = figures(target, unit, filters)
            if not measured:
                print(f"{target}: no row matches", file=sys.stderr)
                break
            rounds.append(measured)
        if rounds:
            measured_any = True
            failures += report(Measured(rounds))
    if not measured_any:
        sys.exit(f"no row matches {options.only}")
    print(f"{failures} missed" if failures else "no bar missed")
    if options.check and failures:
        sys.exit(1)


if __name__ == "__main__":
    main()
