"""Finds code that is compiled nowhere: each branch of each `#if` in Sources must be active on Linux or in AppleStubs.

AppleStubs compiles the sources on Linux as for a phone (UIKit) or a Mac (AppKit): its folder Stubs has a module in place of each
of Apple's. What no build here compiles must be named below, with the reason.
"""
import re
import sys

from project import APPLE_STUBS, LIBRARY, folders, name as name_of, sources

STUBS = {path.name for path in folders(APPLE_STUBS / "Stubs")}
CHECKED = set(re.findall(r"\.target\(\s*name: \"(C?Bolts\w+)\"", (APPLE_STUBS / "Package.swift").read_text(encoding="utf-8")))
LINUX = {"os(Linux)", "canImport(Glibc)", "canImport(Foundation)", "canImport(FoundationNetworking)", "DEBUG",
         "URLSessionOnLinux", "canImport(Dispatch)", "canImport(Synchronization)", "canImport(Testing)"}
BUILDS = {
    "Linux": LINUX,
    "the command": LINUX - {"URLSessionOnLinux"},
    "AppleStubs as a phone": LINUX | {f"canImport({name})" for name in STUBS - {"AppKit"}},
    "AppleStubs as a Mac": LINUX | {f"canImport({name})" for name in STUBS - {"UIKit"}},
}

# (file, condition of the branch): the reason why no build here compiles it.
ALLOWED = {
    ("BoltsAppLinks/Model/AppLinkDevice.swift", "os(macOS)||targetEnvironment(macCatalyst)"): "names the device",
    ("BoltsAppLinks/Model/AppLinkDevice.swift", "os(iOS)"): "names the device; what it asks is tested apart",
    ("BoltsAppLinks/Model/AppLinkDevice.swift", "os(tvOS)"): "names the device",
    ("BoltsAppLinks/Model/AppLinkDevice.swift", "os(visionOS)"): "names the device",
    ("BoltsAppLinks/Model/AppLinkDevice.swift", "os(watchOS)"): "names the device",
    ("BoltsAppLinksUI/SwiftUI/EnvironmentOpener.swift", "os(watchOS)"): "one call, which the stub declares too",
    ("BoltsTasks/Core/QueueAddress.swift", "canImport(Darwin)"): "one expression; the rest of it is shared",
}
# A branch that only names another C library, or Apple's, in an import or a constant of one line.
PLATFORM = re.compile(r"^(canImport\((Darwin|Musl|Glibc)\)|os\(\w+\))(\|\|.*)?$")


def holds(condition, facts):
    """Whether a condition holds, given what is true; everything else is not."""
    expression = re.sub(
        r"(canImport|os|targetEnvironment|compiler|swift|hasFeature|arch)\(([^()]*)\)|[A-Za-z_]\w*",
        lambda match: " True " if match.group(0).replace(" ", "") in facts
        or match.group(1) in ("compiler", "swift") else " False ",
        condition,
    )
    expression = expression.replace("&&", " and ").replace("||", " or ").replace("!", " not ")
    return eval(expression, {"__builtins__": {}})


def branches(path):
    """Each branch of a file: where, its condition, its lines, and the builds in which it is active."""
    stack = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        match = re.match(r"\s*#(if|elseif|else|endif)\b(.*)", line)
        if match is None:
            if stack:
                stack[-1]["lines"].append(line.strip())
            continue
        word, condition = match.group(1), re.sub(r"//.*", "", match.group(2)).strip()
        outer = stack[-2]["active"] if len(stack) > 1 else set(BUILDS)
        if word == "if":
            outer, taken = (stack[-1]["active"] if stack else set(BUILDS)), set()
        else:
            branch = stack.pop()
            yield branch
            taken = branch["taken"]
            if word == "endif":
                continue
        true = {name for name, facts in BUILDS.items() if condition == "" or holds(condition, facts)}
        stack.append({
            "line": number,
            "condition": condition.replace(" ", "") or "#else",
            "lines": [],
            "active": (true & outer) - taken,
            "taken": taken | true,
        })


def main():
    unchecked, used, count = [], set(), 0
    for path in sources(LIBRARY):
        name = path.relative_to(LIBRARY).as_posix()
        for branch in branches(path):
            count += 1
            active = branch["active"]
            if "Linux" in active:
                continue
            module = name.split("/")[0]
            where = f"{LIBRARY.name}/{name}:{branch['line']}: {branch['condition']}"
            if active and module not in CHECKED:
                unchecked.append(f"{where}: {module} is not part of {name_of(APPLE_STUBS)}")
            elif not active:
                key = (name, branch["condition"])
                lines = [line for line in branch["lines"] if line]
                is_small = len(lines) <= 1 and (branch["condition"] == "#else" or PLATFORM.match(branch["condition"]))
                used.add(key)
                if key not in ALLOWED and not is_small:
                    unchecked.append(f"{where}: no build here compiles these {len(lines)} lines")
    for key in set(ALLOWED) - used:
        unchecked.append(f"{key[0]}: {key[1]} need not be allowed any more")
    for text in unchecked:
        print(text, file=sys.stderr)
    print(f"{count} branches of #if: {len(unchecked)} that nobody compiles")
    return 1 if unchecked or not count else 0

