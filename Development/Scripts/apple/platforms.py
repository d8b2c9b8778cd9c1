"""Checks, for platforms that nobody builds for here, what their compilers would refuse.

- What Linux alone has (or Linux and macOS) is not used in sources or tests that iOS or macOS compile.
- A module that uses an API which Apple wants a reason for has a privacy manifest that gives it, and no other has one.
- No call of a member in C has the name of a macro of Apple's headers, which would replace the call.
- .spi.yml names a scheme, and each target in it, that Package.swift declares.
"""
import plistlib
import re
import sys

from project import LIBRARY, ROOT, TESTS, files, folders, sources

from .sources import holds

APPLE = {"canImport(Darwin)", "canImport(Foundation)", "canImport(Dispatch)", "canImport(Synchronization)",
         "canImport(Combine)", "canImport(SwiftUI)", "canImport(WebKit)", "canImport(ObjectiveC)",
         "canImport(Testing)"}
PLATFORMS = {
    "iOS": APPLE | {"os(iOS)", "canImport(UIKit)"},
    "macOS": APPLE | {"os(macOS)", "canImport(AppKit)"},
}
# The declarations that the system's own libraries lack.
MISSING = {"iOS": {"Process": "Foundation"}, "macOS": {}}
DECLARATION = re.compile(r"^(?:(?:public|package|private|fileprivate|final|@\w+(?:\([^)]*\))?) )*"
                         r"(?:struct|class|enum|actor|protocol|typealias) (\w+)")
# Apple's categories of APIs that need a reason, and the calls in each.
REASONS = {
    "NSPrivacyAccessedAPICategoryFileTimestamp": r"\b(?:l|f)?stat\(|\bfstatat\(|\bf?getattrlist|"
                                                 r"(?:creation|modification|contentModification)Date(?:Key)?\b",
    "NSPrivacyAccessedAPICategorySystemBootTime": r"\bsystemUptime\b|\bmach_absolute_time\(",
    "NSPrivacyAccessedAPICategoryDiskSpace": r"\bf?statv?fs\(|\bvolumeAvailableCapacity|\bsystemFreeSize\b",
    "NSPrivacyAccessedAPICategoryUserDefaults": r"\bUserDefaults\b",
    "NSPrivacyAccessedAPICategoryActiveKeyboards": r"\bactiveInputModes\b",
}
# A call of a member by a name that is a macro with parameters in Apple's <signal.h>, <stdio.h> or <secure/_string.h>.
MACRO_CALL = re.compile(r"(?:\.|->)\s*(sig(?:add|del|empty|fill)set|sigismember|(?:getc|putc)(?:har)?|mem(?:cpy|move|set|ccpy)|"
                        r"st[pr]n?(?:cpy|cat)|strl(?:cpy|cat)|v?sn?printf)\(")


def split(path, facts):
    """The lines of a file that a platform compiles, and those that it does not, each with its number."""
    compiled, left_out, stack = [], [], []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        match = re.match(r"\s*#(if|elseif|else|endif)\b(.*)", line)
        if match is None:
            (compiled if all(active for active, _ in stack) else left_out).append((number, line))
            continue
        word, condition = match.group(1), re.sub(r"//.*", "", match.group(2)).strip()
        if word == "endif":
            stack.pop()
            continue
        taken = stack.pop()[1] if word != "if" else False
        active = not taken and (word == "else" or holds(condition, facts))
        stack.append((active, taken or active))
    return compiled, left_out


def words(line):
    """A line without its comment and its texts."""
    return re.sub(r'"(?:\\.|[^"\\])*"', '""', line).split("//")[0]


def names_that_are_missing():
    for platform, facts in PLATFORMS.items():
        texts = {path: split(path, facts) for path in sources(LIBRARY) + sources(TESTS)}
        there, elsewhere = set(), {}
        for path, (compiled, left_out) in texts.items():
            there |= {match.group(1) for _, line in compiled if (match := DECLARATION.match(line))}
            elsewhere |= {match.group(1): path.relative_to(ROOT) for _, line in left_out
                          if (match := DECLARATION.match(line)) and "private" not in line}
        missing = {name: place for name, place in elsewhere.items() if name not in there} | MISSING[platform]
        for path, (compiled, _) in texts.items():
            for number, line in compiled:
                for name in sorted(set(re.findall(r"\b[A-Z]\w+", words(line))) & missing.keys()):
                    yield f"{path.relative_to(ROOT)}:{number}: {name} ({missing[name]}) is not there on {platform}"


def privacy_manifests():
    for module in folders(LIBRARY):
        used = {}
        for path in (path for path in files(module, "**/*.*") if path.suffix in (".swift", ".c", ".h")):
            lines = split(path, PLATFORMS["iOS"])[0] if path.suffix == ".swift" else enumerate(
                path.read_text(encoding="utf-8").splitlines(), 1)
            for number, line in lines:
                for category, calls in REASONS.items():
                    if re.search(calls, words(line)):
                        used.setdefault(category, f"{path.relative_to(ROOT)}:{number}")
        manifest, given = module / "PrivacyInfo.xcprivacy", set()
        if manifest.exists():
            plist = plistlib.loads(manifest.read_bytes())
            given = {entry["NSPrivacyAccessedAPIType"] for entry in plist["NSPrivacyAccessedAPITypes"]
                     if entry["NSPrivacyAccessedAPITypeReasons"]}
            if plist["NSPrivacyTracking"] or plist["NSPrivacyCollectedDataTypes"]:
                yield f"{manifest.relative_to(ROOT)}: says that the library tracks or collects"
        for category in sorted(used.keys() - given):
            yield f"{used[category]}: {category} needs a reason in {manifest.relative_to(ROOT)}"
        for category in sorted(given - used.keys()):
            yield f"{manifest.relative_to(ROOT)}: gives a reason for {category}, which the module does not use"


def members_named_as_macros():
    for path in files(LIBRARY, "**/*.[ch]"):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if match := MACRO_CALL.search(words(line)):
                yield f"{path.relative_to(ROOT)}:{number}: {match.group(1)} is a macro in Apple's headers"


def package_index():
    path = ROOT / ".spi.yml"
    if not path.exists():
        yield ".spi.yml is missing: it names the scheme that builds without the tests' helpers"
        return
    text, manifest = path.read_text(encoding="utf-8"), (ROOT / "Package.swift").read_text(encoding="utf-8")
    schemes = re.findall(r"scheme: (\S+)", text)
    names = schemes + [name for names in re.findall(r"documentation_targets: \[([^]]*)\]", text)
                       for name in re.split(r",\s*", names)]
    for name in names:
        if f'.library(name: "{name}"' not in manifest and f'name: "{name}",\n' not in manifest:
            yield f".spi.yml: {name} is no product of Package.swift"
    if not schemes:
        yield ".spi.yml: names no scheme"


def main():
    faults = [*names_that_are_missing(), *privacy_manifests(), *members_named_as_macros(), *package_index()]
    for fault in faults:
        print(fault, file=sys.stderr)
    print(f"other platforms: {len(faults)} faults")
    return 1 if faults else 0

