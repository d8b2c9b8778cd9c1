#!/usr/bin/env python3
"""Compiles every Swift sample of the documentation comments, the DocC articles, README.md and docs/.

Usage: check-samples.py [--no-build] [--all-modes] [PATH...]     (PATH: only the samples of these files or folders)

A sample may use what SampleDeclarations/NAME.swift declares, where NAME is the page or, without such a file, the module: the values
and functions that a reader takes for granted. Each sample becomes a function of its own, type-checked in Swift 6 mode with a user's
default settings; diagnostics name the sample's own file and line. Files that only Apple's platforms compile, and
samples below the line `<!-- sample: phone -->` (or `mac`), are compiled against the stubs of AppleStubs. The code files of
the tutorials are compiled one by one, as they are; those that import UIKit or SwiftUI against the stubs too.

With --all-modes, the samples of README.md and of the articles and tutorials of the modules that apps and their tests import, or those of
PATH, and the sources of the examples that need no other package are compiled eight times: in Swift 5 and 6, isolated to nothing and to
the main actor by default, with and without the upcoming features that Xcode turns on in a new project. A warning in them, in SampleDeclarations or
in our modules fails there, except that a sample may leave a value unused; one about anything else is only printed.

Two more marks may be on the line above a sample:
  <!-- sample: as in PATH -->           it uses a dependency, and is word for word in a file that is compiled
  <!-- sample: not compiled, REASON --> counted and printed
"""
import argparse
import collections
import concurrent.futures
import itertools
import json
import os
import pathlib
import re
import subprocess
import sys

import products
import project
from project import APPLE_STUBS, COMMAND, DOCUMENTS, LIBRARY, ROOT, SAMPLES, SITE_CHECK

PLACE = ROOT / ".build-samples"
# The platform of a file's samples by its first condition or its folder; Linux compiles the others.
CONDITIONS = {"canImport(UIKit)": "phone", "canImport(SwiftUI)": "phone", "canImport(WebKit)": "phone",
              "canImport(AppKit)": "mac",
              "canImport(Combine)": f"as in {project.name(project.INTEGRATION_TESTS)}/Tests/BoltsCombineTests/CombineSamples.swift"}
# The beginnings of lines that continue the previous statement.
CONTINUATIONS = (".", "->", "{", "//", "case ", "default:", "else ", "catch ")
# Packages with dependencies: the tests that contain the samples of their documentation.
PACKAGES = {project.OBSERVABILITY: "BoltsObservabilityTests", project.SERVER_SUPPORT: "BoltsHummingbirdTests",
            project.TASK_INSPECTOR: "BoltsTaskInspectorTests"}
# Modules of other packages, whose samples are compiled against the products of the command.
CHECKER = [SITE_CHECK / "Sources/BoltsSiteCheck", COMMAND / "Sources/BoltsBrowsers"]
FOLDERS = {"UIKit", "SwiftUI", "WebKit"}
BUILDS = {
    "linux": ([], ROOT / ".build"),
    "checker": (["--package-path", COMMAND], COMMAND / ".build"),
    "phone": (["--package-path", APPLE_STUBS], APPLE_STUBS / ".build"),
    "mac": (["--package-path", APPLE_STUBS, "--scratch-path", APPLE_STUBS / ".build-mac"], APPLE_STUBS / ".build-mac"),
}
MARK = re.compile(r"^\s*(?:///\s*)?<!-- sample: (.*?) -->\s*$")

# The pages that --all-modes compiles, which newcomers read.
PAGES = ["README.md", *(project.module(module) / "Documentation.docc" for module in (
    "BoltsTasks", "BoltsFoundation", "BoltsAppLinks", "BoltsAppLinksUI", "BoltsWebView", "BoltsTestSupport", "BoltsTesting"))]

# The targets of each example whose sources are compiled in every mode, in the order of their dependencies.
EXAMPLES = {
    "Follow": ["Follow"],
    "PhotoImporter": ["PhotoImport", "photo-importer"],
    "RecipeList": ["RecipeList"],
    "Router": ["RecipeRouter", "router"],
}
# These examples are for projects on the main actor, which their sources do not show.
ON_THE_MAIN_ACTOR = ["RecipeList"]

# A sample may end after a value, so warnings about unused values are ignored.
UNUSED = re.compile(r"was never (used|mutated|read)|is unused|will never be executed|but never used|were never (used|mutated)")

# The features that Xcode 26 turns on in a new project, in addition to the isolation.
FEATURES = ["NonisolatedNonsendingByDefault", "InferIsolatedConformances", "MemberImportVisibility"]

Mode = collections.namedtuple("Mode", "name options")
USUAL = Mode("", ["-swift-version", "6"])


def all_modes():
    """The language modes that a user's project may have."""
    for version, isolation, sending in itertools.product(["5", "6"], ["", "MainActor"], [False, True]):
        options = ["-swift-version", version]
        options += ["-default-isolation", isolation] if isolation else []
        options += [option for feature in FEATURES if sending for option in ("-enable-upcoming-feature", feature)]
        name = f"Swift {version}, {isolation or 'nonisolated'} by default{', with the features of a new project' if sending else ''}"
        yield Mode(name, options)


Sample = collections.namedtuple("Sample", "path line text preamble mark")


def samples_of(path):
    """The samples of a documentation comment or a page, and the fences whose language is misspelled."""
    relative = path.relative_to(ROOT)
    is_swift = path.suffix == ".swift"
    part = next((part for part in (LIBRARY, *(module.parent for module in CHECKER)) if part in path.parents), None)
    is_page = not is_swift and (part is None or (SAMPLES / f"{path.stem}.swift").exists())
    # A file of the library may use the declarations of its module.
    preamble = path.stem if is_page or part is None else path.relative_to(part).parts[0]
    prefix = r"\s*/// ?" if is_swift else ""
    lines = path.read_text(encoding="utf-8").splitlines()
    condition = "phone" if set(relative.parts) & FOLDERS else "checker" if part not in (None, LIBRARY) else None
    for name, platform in CONDITIONS.items():
        condition = platform if lines[:1] and lines[0].startswith(f"#if {name}") else condition
    for package, tests in PACKAGES.items():
        if package in path.parents:
            condition = f"as in {project.name(package)}/Tests/{tests}/Samples.swift"
    fence, start = None, 0
    for number, line in enumerate(lines, 1):
        match = re.match(prefix + r"(\s*)```(.*)$", line)
        if match is None:
            continue
        if fence is None:
            fence, start = match.group(2), number
            if fence.startswith("swift") and fence != "swift":
                sys.exit(f"{relative}:{number}: a sample is marked by a comment, not by its language: {fence}")
            continue
        if fence == "swift":
            text = [re.sub("^" + prefix, "", text) for text in lines[start:number - 1]]
            # A comment that begins its file, or follows a declaration, has no line above it: so blank lines above it are skipped.
            above = next((text for text in reversed(lines[:start - 1]) if text.strip(" /")), "")
            mark = MARK.match(above)
            yield Sample(relative, start, text, preamble, mark.group(1) if mark else condition or "linux")
        fence = None
    if fence is not None:
        sys.exit(f"{relative}:{start}: the sample has no end")


def plain(text):
    """The text without what may differ between a sample and the file that contains it: blank lines and indentation."""
    lines = [re.sub(r"(?<=\S)\s+(?=// )", "  ", re.sub(r"^private ", "", line.strip())) for line in text.splitlines()]
    return "\n".join(line for line in lines if line)


def top_level_blocks(lines):
    """The sample's statements and declarations, each with the number of its first line."""
    block, start = [], 0
    for number, line in enumerate(lines):
        begins = line and not line[0].isspace() and line[0] not in "})]" and not line.startswith(CONTINUATIONS)
        if begins and block and not block[-1].startswith("@"):
            yield start, block
            block, start = [], number
        block.append(line)
    if block:
        yield start, block


def closed(lines):
    return [*lines, "#sourceLocation()"] if lines else []


def rewritten(number, sample, is_in_context):
    """A sample as Swift that can be compiled beside others: what must be at file scope, and a function with the rest."""
    imports, file_scope, body = [], [], []
    location = lambda offset: f'#sourceLocation(file: "{sample.path}", line: {sample.line + 1 + offset})'
    blocks = list(top_level_blocks(sample.text))
    needs_file_scope = any(block[0].startswith(("extension ", "public extension ", "@Test", "@Suite")) for _, block in blocks)
    for offset, block in blocks:
        if re.match(r"(@\w+ )?((public|internal|package|private) )?import ", block[0]):
            imports += [location(offset), *block]
            continue
        # The entry point of a program is treated like any other type here.
        if block[0] == "@main":
            block = ["", *block[1:]]
        is_attribute = lambda line: line.startswith("//") or re.fullmatch(r"@\w+(\(.*\))?", line)
        first = next((index for index, line in enumerate(block) if line and not is_attribute(line)), 0)
        is_declaration = re.match(r"(@?\w+ )*(struct|class|enum|actor|protocol|extension|func) ", block[first])
        block[first] = re.sub(r"^(public|private|fileprivate|internal|package) ", "", block[first])
        if needs_file_scope and is_declaration:
            file_scope += [location(offset), *block[:first], re.sub(r"^((?:@\w+ )*)", r"\1fileprivate ", block[first]), *block[first + 1:]]
        else:
            body += [location(offset), *block]
    function = f"func sample{number}() async throws {{"
    if is_in_context:
        function = f"extension SampleContext {{ {function}"
    end = "}}" if is_in_context else "}"
    return [*closed(imports), *closed(file_scope), function, *closed(body), end]


def with_mode(line, mode):
    return f"{line} ({mode.name})" if mode.name else line


def is_ours(path):
    """Whether a file is of this repository and not made by a build."""
    path = pathlib.Path(path)
    return not path.is_absolute() or path.is_relative_to(ROOT) and not path.relative_to(ROOT).parts[0].startswith(".build")


def compile_together(platform, preamble, samples, flags, mode):
    """Type-checks samples that share a preamble; returns what the compiler said: by sample, of other code of ours, and of the rest."""
    declared = SAMPLES / f"{preamble}.swift"
    place = PLACE / re.sub(r"\W+", "-", mode.name) / platform / preamble
    place.mkdir(parents=True, exist_ok=True)
    files = [declared] if declared.exists() else []
    text = declared.read_text(encoding="utf-8") if files else ""
    # Each sample has the imports of the preamble, with their conditions.
    imports = [line for line in text.splitlines() if re.match(r"(@\w+ )?import |#if |#else|#endif", line)]
    # A reader knows the module of the page, but not that a method of another module needs an import.
    if "MemberImportVisibility" in mode.options:
        imports = [line for line in imports if line not in ("import Dispatch", "import Synchronization")]
    is_in_context = "class SampleContext" in text
    for number, sample in enumerate(samples):
        path = place / f"Sample{number}.swift"
        # A sample that imports something imports all that it needs.
        taken = [] if any(re.match(r"(\w+ )?import ", line) for line in sample.text) else imports
        path.write_text("\n".join(taken + rewritten(number, sample, is_in_context)) + "\n", encoding="utf-8")
        files.append(path)
    quiet = [] if mode.name else ["-suppress-warnings"]
    command = ["swiftc", "-typecheck", *mode.options, *quiet, "-module-name", "Samples",
               "-parse-as-library", "-module-cache-path", PLACE / "cache", *flags, *files]
    result = subprocess.run([str(part) for part in command], capture_output=True, text=True, cwd=ROOT)
    failures, others, warnings = collections.defaultdict(list), [], []
    for line in result.stderr.splitlines():
        match = re.match(r"(\S+?):(\d+):\d+: (?:error|warning): (.*)", line)
        is_warning = re.match(r"\S+: warning: |warning: ", line) is not None
        if is_warning and UNUSED.search(line):
            continue
        if match is None or is_warning and not is_ours(match.group(1)):
            if is_warning:
                warnings.append(with_mode(line, mode))
            elif re.match(r"(<unknown>:0: )?error:", line):
                others.append(with_mode(line, mode))
            continue
        where = match.group(1).removeprefix(f"{ROOT}/")
        owner = next((sample for sample in samples if str(sample.path) == where
                      and sample.line < int(match.group(2)) <= sample.line + len(sample.text) + 1), None)
        said = with_mode(f"{where}:{match.group(2)}: {match.group(3)}", mode)
        if owner is None:
            others.append(with_mode(line, mode))
        elif said not in failures[owner.path, owner.line]:
            failures[owner.path, owner.line].append(said)
    if result.returncode != 0 and not failures and not others:
        others.append(result.stderr)
    # An error outside the samples may have prevented the compiler from checking any of them.
    for sample in samples if result.returncode != 0 and others else []:
        failures[sample.path, sample.line] += []
    return failures, others, warnings


def is_tutorial_code(path):
    return path.suffix == ".swift" and any(part.endswith(".docc") for part in path.parts)


def tutorial_platform(path):
    needs_stubs = re.search(r"^import (SwiftUI|UIKit)$", path.read_text(encoding="utf-8"), re.M)
    return "phone" if needs_stubs else "linux"


def manifest_flags():
    """What a Package.swift is compiled with."""
    said = subprocess.run(["swiftc", "-print-target-info"], capture_output=True, text=True, check=True).stdout
    return ["-I", pathlib.Path(json.loads(said)["paths"]["runtimeResourcePath"]) / "pm/ManifestAPI",
            "-package-description-version", "6.3"]


def compile_file(path, flags, mode):
    """Type-checks a file by itself, as the module that a reader of the tutorial makes of it."""
    is_manifest = "import PackageDescription" in path.read_text(encoding="utf-8")
    flags = manifest_flags() if is_manifest else ["-parse-as-library", *flags]
    command = ["swiftc", "-typecheck", *mode.options, "-module-name", "Tutorial",
               "-module-cache-path", PLACE / "cache", *flags, path]
    result = subprocess.run([str(part) for part in command], capture_output=True, text=True, cwd=ROOT)
    return [with_mode(line.replace(f"{ROOT}/", ""), mode) for line in result.stderr.splitlines()
            if re.search(r"(error|warning): ", line) and not line.startswith(" ")]


def compile_example(example, flags, mode):
    """Compiles the targets of an example as modules, and returns the errors."""
    place = PLACE / re.sub(r"\W+", "-", mode.name) / f"example-{example}"
    place.mkdir(parents=True, exist_ok=True)
    errors = []
    for target in EXAMPLES[example]:
        name = target.replace("-", "_")
        command = ["swiftc", "-emit-module", "-emit-module-path", place / f"{name}.swiftmodule", *mode.options, "-warnings-as-errors",
                   "-module-name", name, "-parse-as-library", "-module-cache-path", PLACE / "cache", *flags, "-I", place,
                   *project.files(project.EXAMPLES / example / "Sources" / target, "**/*.swift")]
        result = subprocess.run([str(part) for part in command], capture_output=True, text=True, cwd=ROOT)
        found = [line for line in result.stderr.splitlines() if re.match(r"/.*error: ", line)]
        if result.returncode != 0:
            errors += [with_mode(line.replace(f"{ROOT}/", ""), mode) for line in found or result.stderr.splitlines()[-1:]]
    return errors


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--no-build", action="store_true", help="use the modules that were built before")
    parser.add_argument("--all-modes", action="store_true", help="compile in every language mode")
    parser.add_argument("paths", nargs="*", help="only the samples of these files or folders")
    arguments = parser.parse_args()
    modes = list(all_modes()) if arguments.all_modes else [USUAL]
    wanted = [(ROOT / path).resolve() for path in arguments.paths or (PAGES if arguments.all_modes else ["."])]

    files = [*project.files(LIBRARY, "**/*.swift", "**/*.docc/**/*.md"), ROOT / "README.md", *project.files(DOCUMENTS, "**/*.md")]
    files += [path for module in CHECKER for path in project.files(module, "**/*.swift", "**/*.docc/**/*.md")]
    files += [path for package in PACKAGES for path in [package / "README.md", *project.files(package / "Sources", "**/*.swift")]]
    for place in wanted:
        if not any(path.is_relative_to(place) for path in files):
            sys.exit(f"no page and no source with samples is in {project.name(place)}")
    files = [path for path in files if any(path.is_relative_to(place) for place in wanted)]
    tutorial_files = [(path, tutorial_platform(path)) for path in files if is_tutorial_code(path)]
    samples = [sample for path in files if not is_tutorial_code(path) for sample in samples_of(path)]
    groups, skipped, failures, others = collections.defaultdict(list), [], {}, []
    copied = 0
    for sample in samples:
        if sample.mark.startswith("as in "):
            path = ROOT / sample.mark.removeprefix("as in ")
            if path.exists() and plain("\n".join(sample.text)) in plain(path.read_text(encoding="utf-8")):
                copied += 1
            else:
                failures[sample.path, sample.line] = [f"{sample.path}:{sample.line}: differs from {sample.mark[6:]}"]
        elif sample.mark.startswith("not compiled, "):
            skipped.append(f"{sample.path}:{sample.line}: {sample.mark}")
        elif sample.mark in BUILDS:
            groups[sample.mark, sample.preamble].append(sample)
        else:
            sys.exit(f"{sample.path}:{sample.line}: unknown mark: {sample.mark}")

    PLACE.mkdir(exist_ok=True)
    flags = {}
    for platform in sorted({platform for platform, _ in groups} | {platform for _, platform in tutorial_files}):
        options, scratch = BUILDS[platform]
        if not arguments.no_build:
            environment = {"BOLTS_APPLE": "mac"} if platform == "mac" else {}
            subprocess.run(["env", *[f"{name}={value}" for name, value in environment.items()], "swift", "build", *options],
                           check=True, cwd=ROOT, stdout=subprocess.DEVNULL)
        flags[platform] = ["-I", scratch / "debug/Modules", *products.module_maps(PLACE)]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        together = [pool.submit(compile_together, platform, preamble, group, flags[platform], mode)
                    for mode in modes for (platform, preamble), group in sorted(groups.items())]
        alone = [pool.submit(compile_file, path, flags[platform], mode)
                 for mode in modes for path, platform in tutorial_files
                 # A manifest is compiled like SwiftPM does it, so only in one mode.
                 if mode is modes[0] or "import PackageDescription" not in path.read_text(encoding="utf-8")]
        examples = [pool.submit(compile_example, example, flags["linux"], mode)
                    for mode in modes if arguments.all_modes and not arguments.paths for example in EXAMPLES
                    if example not in ON_THE_MAIN_ACTOR or "MainActor" in mode.options]
    warnings = []
    for job in together:
        said, unowned, foreign = job.result()
        warnings += foreign
        for place, lines in said.items():
            failures[place] = failures.get(place, []) + lines
        others += unowned
    for job in [*alone, *examples]:
        others += job.result()

    for line in [line for lines in failures.values() for line in lines]:
        print(line, file=sys.stderr)
    for line in others:
        print(line, file=sys.stderr)
    for line in dict.fromkeys(warnings):
        print(line, file=sys.stderr)
    for line in skipped:
        print(line)
    compiled = len(samples) - len(skipped) - len(failures)
    print(f"{len(samples)} samples: {compiled} compiled ({copied} of them in other packages), "
          f"{len(skipped)} not compiled on purpose, {len(failures)} failed; {len(tutorial_files)} files of tutorials; "
          f"{len(EXAMPLES) if examples else 0} examples; {len(modes)} language mode{'s' if len(modes) > 1 else ''}")
    sys.exit(1 if failures or others or not (samples or tutorial_files) else 0)


if __name__ == "__main__":
    main()
