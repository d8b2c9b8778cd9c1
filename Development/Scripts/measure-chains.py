#!/usr/bin/env python3
"""Counts which chains of continuations the compiler checks, and on which line it reports a mistake in one.

Usage: measure-chains.py, after `swift build`. It fails if fewer chains compile, or have their mistake reported on its line, than
LEAST asks for.

Makes random chains of one-line closures, of every entry point and executor form, in three styles:

  short   no types: `$0` or a name
  typed   each parameter has its type: `{ (x: Int) in x + 1 }`
  full    and each result: `{ (x: Int) -> Int in x + 1 }`

and the same chains with a mistake in one link. The seeds are fixed, and the limit is a number of steps of the compiler's search,
so the machine changes nothing.
"""
import json
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile

import products
from project import files

# The number of chains of each kind, and the maximum number of the compiler's steps for one.
COUNT, STEPS = 20, 20_000
# (module, length, style, kind) to the least number of chains that compile, or whose mistake is found on its line.
LEAST = {
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

# Bodies by the types of their parameter and their value. @ is the parameter, # a value of the type.
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
# The frequencies of the executor forms and the entry points.
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
    # Inside another closure, $0 would be that closure's parameter.
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
            # The correct link determines the type with which the chain continues.
            _, result = link(random.Random(f"{seed} {index}"), style, current, False)
        links.append(text)
        current = result
    return links, where, current


def source_of(module, length, style, with_mistake):
    """A file of chains, each in a function of its own; the lines of each function and of its mistake."""
    lines = PREAMBLE.format(module=module).splitlines()
    functions = []
    for number in range(COUNT):
        links, where, result = chain(f"1 {length} {number}", length, style, with_mistake)
        lines.append(f"func chain{number}(_ start: BoltsTask<Int>) -> BoltsTask<{result}> {{")
        lines.append("    start")
        first = len(lines)
        lines += ["        " + text for text in links]
        lines.append("}")
        functions.append((first, len(lines), None if where is None else first + where + 1))
    return "\n".join(lines) + "\n", functions


def check(folder, text, flags):
    """The errors by line, and the number of steps that the compiler took."""
    path, statistics = folder / "chains.swift", folder / "statistics"
    path.write_text(text, encoding="utf-8")
    shutil.rmtree(statistics, ignore_errors=True)
    statistics.mkdir()
    run = subprocess.run(
        ["swiftc", "-typecheck", "-parse-as-library", "-swift-version", "6", *flags,
         "-Xfrontend", f"-solver-scope-threshold={STEPS}", "-Xfrontend", "-stats-output-dir", "-Xfrontend", str(statistics), str(path)],
        capture_output=True, text=True, check=False,
    )
    errors = {}
    for match in re.finditer(re.escape(path.name) + r":(\d+):\d+: error: (.*)", run.stderr):
        errors.setdefault(int(match[1]), []).append(match[2])
    steps = sum(json.loads(file.read_text()).get("Sema.NumConstraintScopes", 0) for file in files(statistics, "stats-*.json"))
    if not steps:
        sys.exit(f"the compiler checked nothing:\n{run.stderr[-3000:]}")
    return errors, steps


def reached(folder, flags, module, length, style, kind):
    """How many chains compile, or how many mistakes are found on their line."""
    text, functions = source_of(module, length, style, kind == "mistake")
    errors, steps = check(folder, text, flags)
    compiled = found = 0
    for number, (first, last, mistake) in enumerate(functions):
        own = [text for line in range(first, last + 1) for text in errors.get(line, [])]
        is_too_complex = any("unable to type-check" in text for text in own)
        compiled += not is_too_complex
        found += mistake in errors
        if kind == "right" and own and not is_too_complex:
            sys.exit(f"chain{number} is wrong, so the compiler or this script is: {own[0]}")
    result = found if kind == "mistake" else compiled
    print(f"{module}, {length} links, {style}, {kind}: {result} of {COUNT}, {steps / 1000:,.0f} thousand steps", flush=True)
    return result


def main():
    flags = products.compiler_flags(products.folder())
    problems = []
    with tempfile.TemporaryDirectory() as folder:
        for what, least in LEAST.items():
            number = reached(pathlib.Path(folder), flags, *what)
            if number < least:
                problems.append(f"{', '.join(map(str, what))}: {number} of {COUNT}; there were {least}")
    if problems:
        sys.exit("\n".join(problems))


main()
