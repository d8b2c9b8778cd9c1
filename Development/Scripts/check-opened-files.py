#!/usr/bin/env python3
"""Checks that the command and the site checker open, list and write files in few places.

Usage: check-opened-files.py [--list]

A repository that somebody else wrote can have a link, a pipe or a device in every place. The code that refuses them is where files are
opened. This script fails where a file of Command/Sources or SiteCheck/Sources that is not listed in PLACES calls a function of
Foundation or of the system that opens, lists or writes a file, and where a listed file calls none any more. --list prints
the calls.

Calls are matched by name, in code and not in comments or strings.
"""
import re
import sys

from project import COMMAND, SITE_CHECK, name as called, sources

PARTS = [COMMAND / "Sources", SITE_CHECK / "Sources"]
# The files that may call them, and their purposes.
PLACES = {
    "Command/Sources/BoltsBrowsers/Driver/BrowserDirectory.swift": "the folder of a browser's profile",
    "Command/Sources/BoltsBrowsers/Driver/BrowserProcess.swift": "removes the folder that it made for a driver",
    "Command/Sources/BoltsBrowsers/Options/InstalledBrowser.swift": "the programs of browsers",
    "Command/Sources/applinks/Cache/CacheDirectory.swift": "the cache, in a folder that only its owner may write to",
    "Command/Sources/applinks/Check/FolderWalk.swift": "the names of a folder that is fixed or watched",
    "Command/Sources/applinks/Difference/GitObject.swift": "starts git",
    "Command/Sources/applinks/Files/FolderWriter.swift": "every file that is written",
    "Command/Sources/applinks/Files/LocalPath.swift": "whether something is there, and where it leads",
    "Command/Sources/applinks/Files/RegularFile.swift": "every file that is read but apps' and pages'",
    "Command/Sources/applinks/Files/WrittenPlace.swift": "the folders that are written to",
    "Command/Sources/applinks/Report/ReportSpool.swift": "a temporary file without a name",
    "Command/Sources/applinks/Terminal/Terminal.swift": "/dev/null for a stream that is closed",
    "SiteCheck/Sources/AppFiles/AppFileReader.swift": "whether what it is given is a folder",
    "SiteCheck/Sources/AppFiles/Bytes/ByteSource.swift": "every file of an app that is read",
    "SiteCheck/Sources/AppFiles/Bytes/OpenFolder.swift": "the folders of a project",
    "SiteCheck/Sources/AppFiles/Projects/ProjectFolder.swift": "when a file of a project was written",
    "SiteCheck/Sources/BoltsSiteCheck/SignIn/Files/PublicSuffixes.swift": "the system's list of public suffixes",
}
NOISE = re.compile(r'"""(?:.|\n)*?"""|"(?:\\.|[^"\\\n])*"|//[^\n]*|/\*(?:.|\n)*?\*/')
CALL = re.compile(
    r"\bFileManager\b(?!\.DirectoryEnumerator)|\bFileHandle\(for|\b(?:Input|Output)Stream\(|\bFileWrapper\b"
    r"|(?<!append)(?<!insert)(?<!write)\(contentsOf(?:File|URL)?:|(?<!FolderWriter)\.write\s*\(to(?:File)?:"
    r"|\bFileDescriptor\.open\b|\bdlopen\(|\bProcess\(\)|\bposix_spawnp?\(|\.resourceBytes\b|(?i:url)\.lines\b"
    r"|\b(?:Foundation|Glibc|Musl|Darwin)\.(?:open|openat|rename|unlink|link|chmod)\("
    r"|\.resourceValues\(|\.checkResourceIs|\bO_(?:RDONLY|WRONLY|RDWR)\b|\bBundle\.(?:main|module)\b"
    r"|(?<![.\w])(?<!func )(?:fopen|freopen|opendir|fdopendir|creat|readlink|renameat2?|rename|unlink|unlinkat|mkdir|mkdirat|rmdir|symlink"
    r"|symlinkat|linkat|mkfifo|mkstemp|mkdtemp|nftw|ftw|truncate|chmod|fchmodat|mmap)\((?!\))"
)


def calls(path):
    """(line, call) of each call in a file."""
    # The line numbers do not change.
    code = NOISE.sub(lambda noise: "\n" * noise.group().count("\n"), path.read_text(encoding="utf-8"))
    return [(code.count("\n", 0, match.start()) + 1, match.group()) for match in CALL.finditer(code)]


def faults(found):
    """What is wrong with the calls of files, by their names."""
    for file, calls_of_file in sorted(found.items()):
        if file not in PLACES:
            for line, call in calls_of_file:
                yield f"{file}:{line}: {call} opens, lists or writes a file: use {called(COMMAND)}/Sources/applinks/Files, or ProjectFolder and FileBytes"
    for file in PLACES:
        if not found.get(file):
            yield f"{file} opens no file any more: take it out of PLACES"


def main():
    paths = [path for part in PARTS for path in sources(part)]
    found = {called(path): found for path in paths if (found := calls(path))}
    if "--list" in sys.argv:
        for file, calls_of_file in sorted(found.items()):
            print(f"{file}: {', '.join(f'{line} {call}' for line, call in calls_of_file)}")
    problems = list(faults(found))
    print(*problems, f"{len(paths)} files, {len(problems)} faults", sep="\n")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
