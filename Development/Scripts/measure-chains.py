#!/usr/bin/env python3
"""Measures how long the compiler takes for chains of continuations, and where it reports a mistake in one.

Usage: measure-chains.py [--lengths 5,10,20] [--styles short,typed,full] [--kinds right,mistake] [--import MODULE]
                         [--stub] [--count 40] [--seed 1] [--give-up SECONDS] [--give-up-steps N]
       measure-chains.py --gate                                                          both after `swift build`

Makes random chains of one-line closures, of every entry point and executor form, in three styles:

  short   no types: `$0` or a name
  typed   each parameter has its type: `{ (x: Int) in x + 1 }`
  full    and each result: `{ (x: Int) -> Int in x + 1 }`

and the same chains with a mistake in one link. For each length, style and kind, prints how many chains are checked in
300 ms, how many the compiler gives up, and how many mistakes it reports on the line of their link. The same seed makes
the same chains.

Times are the compiler's processor time, scaled to a machine on which REFERENCE takes REFERENCE_MS: that expression does
not use this package and is checked in the same run. The steps of the compiler's search do not depend on the machine.

`--stub` checks the chains against measure-chains-stub.swift instead, which has each method once: what the compiler takes for
these closures whatever the library does. The main thread's forms become `.default` then.

`--gate` measures no time. It checks some chains with a limit of the compiler's steps, which a machine does not change, and fails
if fewer compile, or have their mistake reported on its line, than GATE asks for.
"""
import argparse
import json
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile

import products
from project import SCRIPTS, files

STUB = SCRIPTS / "measure-chains-stub.swift"
LIMIT_MS = 300
REFERENCE_MS = 20
REFERENCES = 5
# The expression whose time says how fast this machine is: it does not depend on this package.
REFERENCE = """func reference{number}(_ a: Int, _ b: Int) -> Bool {{
    [a, b].map {{ $0 + 1 }}.filter {{ $0 > 2 }}.map {{ -$0 * 2 }}.reduce(0, +) == a * 2 + b - 1
}}"""
# What --gate checks, of GATE_COUNT chains: (module, length, style, kind) to the least number that compile within GATE_STEPS, or
# whose mistake is found on its line.
GATE_COUNT = 20
GATE_STEPS = 20_000
GATE = {
    ("BoltsTasks", 5, "short", "right"): 18,
    ("BoltsTasks", 10, "typed", "right"): 20,
    ("BoltsTasks", 10, "typed", "mistake"): 9,
    ("BoltsTasks", 10, "full", "right"): 20,
    ("BoltsTasks", 10, "full", "mistake"): 20,
    ("BoltsObjCNames", 5, "short", "right"): 17,
    ("BoltsObjCNames", 10, "full", "right"): 20,
    ("BoltsObjCNames", 10, "full", "mistake"): 20,
}

PREAMBLE = """\
import BoltsTasks
import {module}
import Dispatch

let queue = DispatchQueue(label: "chains")
let token = CancellationToken.none
let worker = BoltsExecutor.queue(queue)
func load(_ number: Int) -> BoltsTask<Int> {{ BoltsTask(result: number) }}
func fetch(_ text: String) -> BoltsTask<String> {{ BoltsTask(result: text) }}
func parse(_ text: String) throws -> Int {{ text.count }}
func half(_ number: Int) throws -> Double {{ Double(number) / 2 }}
func log(_ text: String) {{}}
"""

# Bodies by the type they take and the type they give. @ is the parameter, # a value of the type.
VALUES = {
    ("Int", "Int"): ["@ + 1", "@ * 2 - 1", "-@", "abs(@)", "max(@, 0)", "@ % 7 + 3", "try parse(String(@))"],
    ("Int", "String"): ["String(@)", "\"n\\(@)\"", "@ > 3 ? \"big\" : \"small\"", "String(@, radix: 16)", "\"\\(@ + 1)\" + \"!\""],
    ("Int", "Double"): ["Double(@) / 2", "try half(@)", "Double(@) * 1.5"],
    ("Int", "Bool"): ["@ > 3", "@ % 2 == 0", "@ == 0 || @ > 10"],
    ("Int", "[Int]"): ["[@, @ + 1]", "Array(0..<abs(@))", "[1, 2, @]"],
    ("String", "Int"): ["@.count", "Int(@) ?? 0", "try parse(@)", "@.utf8.count + 1"],
    ("String", "String"): ["@ + \"!\"", "@.uppercased()", "\"<\\(@)>\"", "String(@.reversed())"],
    ("String", "Bool"): ["@.isEmpty", "@.count > 3", "@ == \"a\" || @.hasPrefix(\"b\")"],
    ("String", "[Int]"): ["@.map { Int(String($0)) ?? 0 }", "@.utf8.map(Int.init)", "[@.count]"],
    ("Double", "Int"): ["Int(@)", "Int(@ * 100)", "@ > 1 ? 1 : 0"],
    ("Double", "Double"): ["@ * 2", "@ / 3 + 1", "-@", "@.rounded()"],
    ("Double", "String"): ["\"\\(@)\"", "String(@)"],
    ("Bool", "Int"): ["@ ? 1 : 0"],
    ("Bool", "String"): ["@ ? \"yes\" : \"no\"", "\"\\(!@)\""],
    ("Bool", "Bool"): ["!@", "@ || token.isCancellationRequested"],
    ("[Int]", "Int"): ["@.reduce(0, +)", "@.count", "@.first ?? 0", "@.max() ?? -1"],
    ("[Int]", "[Int]"): ["@.map { $0 * 2 }", "@.filter { $0 > 2 }", "@ + [1]", "@.sorted(by: >)"],
    ("[Int]", "String"): ["@.map { String($0) }.joined(separator: \",\")", "\"\\(@.count) items\""],
}
TASKS = {
    ("Int", "Int"): ["load(@)", "load(@ + 1)", "BoltsTask(result: @ * 2)", "BoltsTask { 2 * @ }"],
    ("Int", "String"): ["fetch(String(@))", "BoltsTask(result: \"\\(@)\")", "fetch(\"n\\(@)\")"],
    ("String", "String"): ["fetch(@)", "fetch(@ + \"!\")", "BoltsTask(result: @.uppercased())"],
    ("String", "Int"): ["load(@.count)", "BoltsTask(result: @.count + 1)", "load(Int(@) ?? 0)"],
    ("[Int]", "[Int]"): ["BoltsTask.whenAllResult(@.map { load($0) })", "BoltsTask.whenAllResult([load(1), load(@.count)])"],
    ("Int", "[Int]"): ["BoltsTask.whenAllResult([load(@), load(@ + 1)])"],
    ("Int", "(Int, String)"): ["BoltsTask.zip(load(@), fetch(\"a\"))"],
    ("Double", "Double"): ["BoltsTask(result: @ + 0.5)"],
    ("Bool", "Bool"): ["BoltsTask(result: !@)"],
}
VALUES[("(Int, String)", "Int")] = ["@.0 + 1", "@.1.count"]
VALUES[("(Int, String)", "String")] = ["@.1", "\"\\(@.0) \\(@.1)\""]
DEFAULTS = {"Int": ["0", "-1"], "String": ["\"\"", "\"none\""], "Double": ["0", "1.5"], "Bool": ["false"], "[Int]": ["[]", "[0]"],
            "(Int, String)": ["(0, \"\")"]}
WHOLE = ["@.result ?? #", "@.isFaulted ? # : @.result ?? #", "@.result ?? #"]
WHOLE_TASK = ["@", "BoltsTask(result: @.result ?? #)"]
WRONG_WHOLE = ["@.reslt ?? #", "@.result.value"]
CLEANUPS = ["log(\"done\")", "log(\"x\" + \"y\")"]
WRONG_CLEANUPS = ["lgo(\"done\")", "log(3)"]
# Mistakes in a body, by the type of the parameter.
MISTAKES = {
    "Int": ["@.count", "@ + \"a\"", "sqare(@)", "@.uppercased()"],
    "String": ["@.lenght", "@ + 1", "prase(@)", "@.uppercase()"],
    "Double": ["@.count", "@ + \"a\"", "Int(@).size"],
    "Bool": ["@ + 1", "@.count", "@ ? 1 : \"a\""],
    "[Int]": ["@.size", "@.map { $0.count }", "@ + 1"],
    "(Int, String)": ["@.2", "@.count"],
}
# How often each executor form and each entry point is used.
EXECUTORS = {"": 8, "on: .mainThread": 3, ".queue(queue)": 2, ".immediate": 1, "worker": 1, "token": 1, "on: .mainThread & token": 1}
ENTRIES = {"continueOnSuccessWith": 5, "continueOnSuccessWithTask": 3, "continueWith": 2, "continueWithTask": 1,
           "continueOnErrorWith": 1, "continueOnErrorWithTask": 1, "finally": 1}


def head(randoms, entry):
    """The entry point with an executor, a token, both or neither."""
    form = randoms.choices(list(EXECUTORS), EXECUTORS.values())[0]
    parts = ["cancellationToken: token" if part == "token" else part for part in form.split(" & ") if part]
    return entry + (f"({', '.join(parts)})" if parts else "")


def closure(randoms, style, parameter, result, body):
    """A closure with its parameter as $0, by name, by name with its type, or with the result's type as well."""
    if style == "full":
        return f"{{ (x: {parameter}) -> {result} in {body.replace('@', 'x')} }}"
    if style == "typed":
        return f"{{ (x: {parameter}) in {body.replace('@', 'x')} }}"
    # $0 would be another closure's within a closure.
    if "{" in body or randoms.random() < 0.4:
        return f"{{ x in {body.replace('@', 'x')} }}"
    return f"{{ {body.replace('@', '$0')} }}"


def link(randoms, style, current, is_wrong):
    """One link of a chain, and the type of its result."""
    entry = randoms.choices(list(ENTRIES), ENTRIES.values())[0]
    bodies = TASKS if entry == "continueOnSuccessWithTask" else VALUES
    results = [pair[1] for pair in bodies if pair[0] == current]
    if entry.startswith("continueOnSuccess") and not results:
        entry, bodies = "continueOnSuccessWith", VALUES
        results = [pair[1] for pair in bodies if pair[0] == current]
    call, result, default = head(randoms, entry), current, randoms.choice(DEFAULTS[current])
    if entry.startswith("continueOnError"):
        kind = randoms.choice(["any Error", "CancellationError"])
        body = "#" if entry == "continueOnErrorWith" else "BoltsTask(result: #)"
        if is_wrong:
            body = randoms.choice(["error.message", "laod(#)"])
        return f".{call} {{ (error: {kind}) in {body.replace('#', default)} }}", result
    if entry == "finally":
        return f".{call} {{ {randoms.choice(WRONG_CLEANUPS if is_wrong else CLEANUPS)} }}", result
    if entry.startswith("continueOnSuccess"):
        result, parameter = randoms.choice(results), current
        body = randoms.choice(MISTAKES[current] if is_wrong else bodies[current, result])
    else:
        parameter = f"BoltsTask<{current}>"
        body = randoms.choice(WRONG_WHOLE if is_wrong else WHOLE_TASK if entry == "continueWithTask" else WHOLE)
    body = body.replace("#", default)
    returned = f"BoltsTask<{result}>" if entry.endswith("Task") else result
    return f".{call} {closure(randoms, style, parameter, returned, body)}", result


def chain(seed, length, style, with_mistake):
    """The links of a chain, the index of the one with the mistake, and the type of the result."""
    where = random.Random(f"{seed} mistake").randrange(length) if with_mistake else None
    current, links = "Int", []
    for index in range(length):
        text, result = link(random.Random(f"{seed} {index}"), style, current, index == where)
        if index == where:
            # The right link says what the chain goes on with.
            _, result = link(random.Random(f"{seed} {index}"), style, current, False)
        links.append(text)
        current = result
    return links, where, current


def source_of(module, length, style, with_mistake, count, seed):
    """A file of chains, each in a function of its own; the lines of each function and of its mistake."""
    lines = PREAMBLE.format(module=module).splitlines()
    lines += "\n".join(REFERENCE.format(number=number) for number in range(REFERENCES)).splitlines()
    functions = []
    for number in range(count):
        links, where, result = chain(f"{seed} {length} {number}", length, style, with_mistake)
        lines.append(f"func chain{number}(_ start: BoltsTask<Int>) -> BoltsTask<{result}> {{")
        lines.append("    start")
        first = len(lines)
        lines += ["        " + text for text in links]
        lines.append("}")
        functions.append((first, len(lines), None if where is None else first + where + 1))
    return "\n".join(lines) + "\n", functions


def check(folder, name, text, flags, arguments):
    """The milliseconds of the expressions by line, the errors by line, and the number of steps the compiler took."""
    path = folder / f"{name}.swift"
    path.write_text(text, encoding="utf-8")
    statistics = folder / f"{name}.statistics"
    shutil.rmtree(statistics, ignore_errors=True)
    statistics.mkdir()
    run = subprocess.run(
        ["swiftc", "-typecheck", "-parse-as-library", "-swift-version", arguments.mode, *flags,
         "-Xfrontend", "-warn-long-expression-type-checking=1",
         *(["-Xfrontend", f"-solver-expression-time-threshold={arguments.give_up}"] if arguments.give_up else []),
         *(["-Xfrontend", f"-solver-scope-threshold={arguments.give_up_steps}"] if arguments.give_up_steps else []),
         "-Xfrontend", "-stats-output-dir", "-Xfrontend", str(statistics), str(path), *([str(STUB)] if arguments.stub else [])],
        capture_output=True, text=True, check=False,
    )
    times, errors = {}, {}
    for match in re.finditer(re.escape(path.name) + r":(\d+):\d+: warning: expression took (\d+)ms", run.stderr):
        times[int(match[1])] = times.get(int(match[1]), 0) + int(match[2])
    for match in re.finditer(re.escape(path.name) + r":(\d+):\d+: error: (.*)", run.stderr):
        errors.setdefault(int(match[1]), []).append(match[2])
    if not times:
        sys.exit(f"the compiler checked nothing:\n{run.stderr[-3000:]}")
    steps = sum(json.loads(file.read_text()).get("Sema.NumConstraintScopes", 0) for file in files(statistics, "stats-*.json"))
    return times, errors, steps


def measure(folder, arguments, flags, length, style, with_mistake):
    """Prints one row.

    Returns how many chains compiled, and how many mistakes were found on their line.
    """
    text, functions = source_of(arguments.module, length, style, with_mistake, arguments.count, arguments.seed)
    if arguments.stub:
        text = text.replace("on: .mainThread", ".default").replace("import BoltsTasks\n", "\n")
    name = f"{arguments.module}-{length}-{style}-{'mistake' if with_mistake else 'right'}"
    times, errors, steps = check(folder, name, text, flags, arguments)
    references = [times.get(line + 1, 0) for line, text in enumerate(text.splitlines(), 1) if text.startswith("func reference")]
    reference = sorted(references)[REFERENCES // 2]
    limit = LIMIT_MS * reference / REFERENCE_MS
    fast = gave_up = found = wrong = 0
    spent = []
    for number, (first, last, mistake) in enumerate(functions):
        own = [text for line in range(first, last + 1) for text in errors.get(line, [])]
        milliseconds = sum(times.get(line, 0) for line in range(first, last + 1))
        spent.append(milliseconds)
        is_too_complex = any("unable to type-check" in text for text in own)
        gave_up += is_too_complex
        fast += milliseconds <= limit and not is_too_complex
        if with_mistake:
            found += mistake in errors
        elif own and not is_too_complex:
            wrong += 1
            print(f"chain{number} of {name}: {own[0]}", file=sys.stderr)
    spent.sort()
    middle = spent[len(spent) // 2]
    print(f"{arguments.module:14} {length:6} {style:6} {'mistake' if with_mistake else 'right':8} "
          f"{fast:3} of {len(functions)} in {LIMIT_MS} ms  {gave_up:3} not checked  "
          + (f"{found:3} on their line  " if with_mistake else " " * 19)
          + f"median {middle:6.0f} ms, longest {spent[-1]:6.0f} ms, "
          f"reference {reference} ms, {steps / 1000:,.0f} thousand steps", flush=True)
    if wrong:
        sys.exit(f"{wrong} chains are wrong: the compiler or this script is")
    return len(functions) - gave_up, found


def gate(folder, arguments, flags):
    """What is worse than GATE asks for."""
    problems = []
    for (module, length, style, kind), least in GATE.items():
        arguments.module, arguments.count, arguments.give_up_steps = module, GATE_COUNT, GATE_STEPS
        compiled, found = measure(folder, arguments, flags, length, style, kind == "mistake")
        reached = found if kind == "mistake" else compiled
        if reached < least:
            problems.append(f"{module}, {length} links, {style}, {kind}: {reached} of {GATE_COUNT}; there were {least}")
    return problems


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--import", dest="module", default="BoltsTasks")
    parser.add_argument("--stub", action="store_true", help="check against a stub that has each method once")
    parser.add_argument("--lengths", default="5,10,20")
    parser.add_argument("--styles", default="short,typed")
    parser.add_argument("--kinds", default="right,mistake")
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--mode", default="6", help="the language mode")
    parser.add_argument("--give-up", type=int, metavar="SECONDS", help="the compiler's limit for one chain; 600 by default")
    parser.add_argument("--give-up-steps", type=int, metavar="N", help="the compiler's limit of steps for one chain")
    parser.add_argument("--gate", action="store_true", help="count, with a limit of steps and not of time")
    arguments = parser.parse_args()
    if arguments.stub and (arguments.module != "BoltsTasks" or arguments.gate):
        parser.error("--stub goes with neither --import nor --gate")
    flags = [] if arguments.stub else products.compiler_flags(products.folder())
    problems = []
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        for length in [] if arguments.gate else map(int, arguments.lengths.split(",")):
            for style in arguments.styles.split(","):
                for kind in arguments.kinds.split(","):
                    measure(folder, arguments, flags, length, style, kind == "mistake")
        if arguments.gate:
            problems = gate(folder, arguments, flags)
    if problems:
        sys.exit("\n".join(problems))


main()
