#!/usr/bin/env python3
"""The parts of the repository and their files. No other script knows where a part is, or lists the files of a folder.

Nothing passes on nothing: a folder that is missing, and a pattern that matches no file, end the script with a message that
names them.

Usage: project.py parts                      prints the parts as assignments for a shell, relative to ROOT
       project.py require PATTERN PLACE…     fails unless each place is a file, or a folder with files that match the pattern
"""
import json
import pathlib
import shlex
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent

LIBRARY = ROOT / "Sources"
TESTS = ROOT / "Tests"
SITE_CHECK = ROOT / "SiteCheck"
COMMAND = ROOT / "Command"
INDEX = ROOT / "Index"
INTEGRATIONS = ROOT / "Integrations"
OBSERVABILITY = INTEGRATIONS / "Observability"
SERVER_SUPPORT = INTEGRATIONS / "ServerSupport"
TASK_INSPECTOR = INTEGRATIONS / "TaskInspector"
EXAMPLES = ROOT / "Examples"
SCHEMAS = COMMAND / "Sources/applinks/Help/Schemas"
PACKAGING = COMMAND / "Packaging"
DOCUMENTS = ROOT / "docs"
DEVELOPMENT = ROOT / "Development"
GATES = DEVELOPMENT / "Gates"
SCRIPTS = DEVELOPMENT / "Scripts"
BENCHMARKS = DEVELOPMENT / "Benchmarks"
FUZZING = DEVELOPMENT / "Fuzzing"
INTEGRATION_TESTS = DEVELOPMENT / "IntegrationTests"
APPLE_STUBS = DEVELOPMENT / "AppleStubs"
SAMPLES = DEVELOPMENT / "SampleDeclarations"
# The folders with a folder for each module.
SOURCES = [LIBRARY, *(part / "Sources" for part in (SITE_CHECK, COMMAND, INDEX, OBSERVABILITY, SERVER_SUPPORT, TASK_INSPECTOR))]


def name(path):
    """A path as people write it: from the root of the repository."""
    return path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT) else str(path)


def schema(name):
    """A JSON schema as the command prints it: with what several schemas share in the place of its references."""
    shared = json.loads((SCHEMAS / "shared.json").read_text(encoding="utf-8"))

    def whole(value):
        if isinstance(value, list):
            return [whole(part) for part in value]
        if not isinstance(value, dict):
            return value
        if value.get("$ref", "").startswith("shared.json#/"):
            value = value | shared[value["$ref"].removeprefix("shared.json#/")]
            del value["$ref"]
        return {member: whole(part) for member, part in value.items()}

    return whole(json.loads((SCHEMAS / f"{name}.schema.json").read_text(encoding="utf-8")))


def files(folder, *patterns):
    """The files of a folder that match one of the patterns, sorted, without those of hidden folders, which builds make."""
    if not folder.is_dir():
        sys.exit(f"{name(folder)} is missing, and this reads its files")
    found = set()
    for pattern in patterns:
        matching = [path for path in folder.glob(pattern)
                    if path.is_file() and not any(part.startswith(".") for part in path.relative_to(folder).parts[:-1])]
        if not matching:
            sys.exit(f"{name(folder)} has no file that matches {pattern}")
        found.update(matching)
    return sorted(found)


def sources(folder, suffix=".swift"):
    """The sources below a folder, without the code of its tutorials."""
    found = [path for path in files(folder, f"**/*{suffix}") if not any(part.endswith(".docc") for part in path.parts)]
    if not found:
        sys.exit(f"{name(folder)} has no *{suffix} but in a documentation catalogue")
    return found


def folders(folder):
    """The folders in a folder, sorted."""
    found = sorted(path for path in folder.iterdir() if path.is_dir() and path.name[0] not in "._") if folder.is_dir() else []
    if not found:
        sys.exit(f"{name(folder)} is missing or has no folders")
    return found


def module(called):
    """The folder of a module, in whichever part it is."""
    found = [place / called for place in SOURCES if (place / called).is_dir()]
    if len(found) != 1:
        sys.exit(f"{len(found)} of these folders are there, and one must be: {', '.join(name(place / called) for place in SOURCES)}")
    return found[0]


def tracked(*patterns):
    """The files of the repository that match one of git's patterns, and are not ignored."""
    found = set()
    for pattern in patterns:
        listed = subprocess.run(["git", "ls-files", "--cached", "--others", "--exclude-standard", "--", pattern],
                                cwd=ROOT, capture_output=True, text=True, check=True).stdout
        matching = [path for line in listed.splitlines() if (path := ROOT / line).exists()]
        if not matching:
            sys.exit(f"git knows no file that matches {pattern}")
        found.update(matching)
    return sorted(found)


def main():
    if sys.argv[1:] == ["parts"]:
        print(f"ROOT={shlex.quote(str(ROOT))}")
        for called, place in globals().items():
            if called.isupper() and isinstance(place, pathlib.Path) and place != ROOT:
                print(f"{called}={shlex.quote(name(place))}")
    elif sys.argv[1:2] == ["require"] and len(sys.argv) > 3:
        for place in sys.argv[3:]:
            if not (ROOT / place).is_file():
                files(ROOT / place, f"**/{sys.argv[2]}")
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main()
