#!/usr/bin/env python3
"""Makes every package of the command from one binary, with the SHA-256 of each in SHA256SUMS.

Usage: build-archives.py [--binary FILE] [--out FOLDER] [KIND…], or build-archives.py --tag TAG [--resolved FILE] [--out FOLDER] [KIND…].
Linux only.
The kinds are tarball, wheel, npm, formula, deb and image; without any, all that this machine can make: wheel needs binutils, deb needs
dpkg-dev, image needs root and mmdebstrap. The binary is that of build-command.sh, which does not run again if it is given. With a tag,
everything is built from a fresh copy of that tag at /var/tmp/applinks-source: the same compiler gives the same bytes, if it links in the
same versions of packages. These are the newest ones that fit Command/Package.swift, or those of --resolved. The same binary gives the same
bytes anywhere: dates are SOURCE_DATE_EPOCH or that of the commit. The image also depends on the versions of Debian's packages that the
mirror has.

PROJECT_URL=https://… is the page of the repository, which the wheel, npm's packages and the Debian package then name; MAINTAINER is for the
Debian package: see build-deb.sh.

The wheel's tag names the version of glibc that the binary needs: manylinux_2_X_ARCHITECTURE.
"""
import argparse
import base64
import contextlib
import hashlib
import io
import json
import os
import pathlib
import platform
import re
import shutil
import subprocess
import sys
import tempfile
import time
import zipfile

import about
import archives
import licenses
import npm
import oci

ROOT = pathlib.Path(__file__).resolve().parents[3]
# The compiler's output depends on the path of the sources: see Command/Packaging/README.md.
SOURCE = pathlib.Path("/var/tmp/applinks-source")
# The command prints the version in this file.
VERSION_FILE = "Sources/BoltsPageFetching/Interface/BoltsVersion.swift"
KINDS = ["tarball", "wheel", "npm", "formula", "deb", "image"]
# The program that a kind needs, and Debian's package that has it.
PROGRAMS = {"wheel": ("objdump", "binutils"), "deb": ("dpkg-shlibdeps", "dpkg-dev"), "image": ("mmdebstrap", "mmdebstrap")}
# The wheel's classifiers, from PyPI's list, which has none for Swift.
CLASSIFIERS = ["Environment :: Console", "Intended Audience :: Developers", "Operating System :: POSIX :: Linux",
               "Topic :: Internet :: WWW/HTTP :: Site Management :: Link Checking", "Topic :: Software Development :: Quality Assurance"]


def git(*arguments):
    return subprocess.check_output(["git", "-C", ROOT, *arguments], text=True).strip()


def source_date():
    """Seconds since 1970, UTC."""
    return int(os.environ.get("SOURCE_DATE_EPOCH") or git("log", "-1", "--format=%ct"))


def revision():
    """The commit; a copy without a repository has it in a variable."""
    return os.environ.get("SOURCE_REVISION") or git("rev-parse", "HEAD")


def version_of(binary):
    words = subprocess.check_output([binary, "--version"], text=True).split()
    if len(words) != 2 or words[0] != "applinks":
        sys.exit(f"{binary} --version does not print 'applinks VERSION': {' '.join(words)!r}")
    return words[1]


def wheel_platform(binary):
    """The name of the platform: the newest version of glibc whose symbols the binary uses (PEP 600)."""
    machine = platform.machine()
    symbols = subprocess.run(["objdump", "-T", binary], capture_output=True, text=True)
    versions = [int(minor) for minor in re.findall(r"GLIBC_2\.(\d+)", symbols.stdout)]
    # A file that is not in ELF, such as a script, needs no particular glibc.
    return f"manylinux_2_{max(versions)}_{machine}" if symbols.returncode == 0 and versions else f"linux_{machine}"


def metadata(version, notices):
    """The wheel's core metadata, version 2.4. notices: the names of the files of licences."""
    url = about.project_url()
    fields = [
        ("Metadata-Version", "2.4"), ("Name", "applinks"), ("Version", version), ("Summary", about.SUMMARY),
        ("Keywords", ",".join(about.KEYWORDS)), ("License-Expression", about.BINARY_LICENSE),
        *(("License-File", name) for name in notices),
        *(("Classifier", name) for name in CLASSIFIERS),
        *([("Project-URL", f"Repository, {url}")] if url else []),
        ("Description-Content-Type", "text/markdown; charset=UTF-8; variant=GFM"),
    ]
    # The description is the body, after an empty line.
    return "".join(f"{name}: {value}\n" for name, value in fields) + "\n" + about.description()


def wheel(version, tag, binary, notices, date):
    """The bytes of the wheel. notices: the name and bytes of each file of licences."""
    information = f"applinks-{version}.dist-info"
    files = [
        (f"applinks-{version}.data/scripts/applinks", 0o755, binary),
        *((f"{information}/licenses/{name}", 0o644, data) for name, data in notices),
        (f"{information}/METADATA", 0o644, metadata(version, [name for name, _ in notices]).encode()),
        (f"{information}/WHEEL", 0o644,
         f"Wheel-Version: 1.0\nGenerator: build-archives.py\nRoot-Is-Purelib: false\nTag: {tag}\n".encode()),
    ]
    record = ""
    for name, _, data in files:
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        record += f"{name},sha256={digest},{len(data)}\n"
    files.append((f"{information}/RECORD", 0o644, (record + f"{information}/RECORD,,\n").encode()))
    # A ZIP archive cannot have a date before 1980.
    stamp = max(time.gmtime(date)[:6], (1980, 1, 1, 0, 0, 0))
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, mode, data in files:
            entry = zipfile.ZipInfo(name, stamp)
            entry.external_attr = (0o100000 | mode) << 16
            archive.writestr(entry, data, zipfile.ZIP_DEFLATED, 9)
    return packed.getvalue()


def formula(version):
    """Homebrew's formula with the tag and the commit that it builds."""
    text = (ROOT / "Command/Packaging/homebrew/applinks.rb").read_text()
    # A tag may have a v before the version.
    tag = os.environ.get("SOURCE_TAG") or version
    filled, count = re.subn(r'tag: "[^"]*"', f'tag: "{tag}", revision: "{revision()}"', text)
    if count != 1:
        sys.exit("Command/Packaging/homebrew/applinks.rb names no tag, or more than one")
    return filled.encode()


def resolved_beside(binary):
    """The list of the linked packages and their versions that is beside a binary, as a list of one; empty if it is not there."""
    path = binary.with_name(f"{binary.name}.resolved")
    if path.exists():
        return [path.read_bytes()]
    print(f"the packages do not name the versions that are linked in: there is no {path}", file=sys.stderr)
    return []


def debian_package(binary, date):
    """The name and bytes of the package that build-deb.sh makes."""
    with tempfile.TemporaryDirectory() as place:
        subprocess.run([ROOT / "Command/Packaging/Scripts/build-deb.sh", binary, place], check=True, stdout=subprocess.DEVNULL,
                       env=dict(os.environ, SOURCE_DATE_EPOCH=str(date)))
        package, = pathlib.Path(place).glob("*.deb")
        return package.name, package.read_bytes()


def packages(kinds, binary_path):
    """The name and bytes of each package."""
    date, version, machine = source_date(), version_of(binary_path), platform.machine()
    binary, license = binary_path.read_bytes(), (ROOT / "LICENSE").read_bytes()
    # Linked packages and data have their own licences.
    parts, others = licenses.of_parts(), (ROOT / "docs/licenses.md").read_bytes()
    resolved = resolved_beside(binary_path) if {"tarball", "image"}.intersection(kinds) else []
    files = []
    if "tarball" in kinds:
        name = f"applinks-{version}-linux-{machine}"
        entries = [("LICENSE", 0o644, license), ("applinks", 0o755, binary), ("copyright", 0o644, parts),
                   ("licenses.md", 0o644, others)] + [("Package.resolved", 0o644, data) for data in resolved]
        content = archives.tar([(f"{name}/{path}", mode, data) for path, mode, data in entries], date)
        files.append((f"{name}.tar.gz", archives.compress(content)))
    if "wheel" in kinds:
        tag = f"py3-none-{wheel_platform(binary_path)}"
        files.append((f"applinks-{version}-{tag}.whl", wheel(version, tag, binary, [("LICENSE", license), ("copyright", parts)], date)))
    if "npm" in kinds:
        files += npm.packages(version, machine, binary, license, parts, date)
    if "formula" in kinds:
        files.append(("applinks.rb", formula(version)))
    if "deb" in kinds:
        files.append(debian_package(binary_path, date))
    if "image" in kinds:
        documents = "usr/share/doc/applinks"
        command = archives.tar([("usr/bin/applinks", 0o755, binary), (f"{documents}/LICENSE", 0o644, license),
                                (f"{documents}/copyright", 0o644, parts), (f"{documents}/licenses.md", 0o644, others),
                                *((f"{documents}/Package.resolved", 0o644, data) for data in resolved)], date)
        layers = [oci.base_layer(date), command]
        files.append((f"applinks-{version}-image-{machine}.tar", oci.image(version, revision(), machine, about.SUMMARY, layers, date)))
    return files


@contextlib.contextmanager
def fresh_copy(commit):
    """A copy of a commit at SOURCE, where nothing else is."""
    try:
        SOURCE.mkdir(mode=0o755)
    except FileExistsError:
        sys.exit(f"{SOURCE} exists: another build runs there, or one was killed; then remove it")
    try:
        archive = subprocess.run(["git", "-C", ROOT, "archive", commit], check=True, capture_output=True).stdout
        subprocess.run(["tar", "-x", "-C", SOURCE], input=archive, check=True)
        yield SOURCE
    finally:
        shutil.rmtree(SOURCE)


def missing(kind):
    """Why this machine cannot make a kind of package, as the end of a sentence, or None if it can."""
    program, package = PROGRAMS.get(kind, (None, None))
    if program and shutil.which(program) is None:
        return f"needs {program}, which is not installed; on Debian: apt-get install {package}"
    if kind == "image" and os.geteuid() != 0:
        return "needs root"
    return None


def version_at(commit):
    """The version that the command of a commit prints."""
    return re.search(r'current = "([^"]+)"', git("show", f"{commit}:{VERSION_FILE}"))[1]


def versions(resolved):
    """The packages that a Package.resolved names, each with its version and commit."""
    try:
        return {pin["identity"]: pin["state"] for pin in json.loads(resolved)["pins"]}
    except (ValueError, KeyError, TypeError):
        sys.exit("--resolved takes the Package.resolved of a package that was built before")


def build_from_tag(tag, out, kinds, resolved=None):
    """Builds everything from a fresh copy of a tag or of another commit. resolved: the bytes of the Package.resolved to build with."""
    wanted = None if resolved is None else versions(resolved)
    commit, date = git("rev-parse", f"{tag}^{{commit}}"), git("log", "-1", "--format=%ct", tag)
    environment = dict(os.environ, SOURCE_DATE_EPOCH=date, SOURCE_REVISION=commit)
    if git("tag", "--list", tag):
        if tag.removeprefix("v") != version_at(commit):
            sys.exit(f"the tag is {tag}, and the command says version {version_at(commit)}")
        environment["SOURCE_TAG"] = tag
    with fresh_copy(commit) as source:
        pins = source / "Command/Package.resolved"
        if wanted is not None:
            pins.write_bytes(resolved)
        script = source / "Command/Packaging/Scripts/build-archives.py"
        done = subprocess.run([sys.executable, script, "--out", out, *kinds], check=False, env=environment)
        # The compiler's package manager uses other versions if these do not fit the manifest.
        others = wanted is not None and done.returncode == 0 and versions(pins.read_bytes()) != wanted
    if done.returncode != 0:
        sys.exit(f"the packages of {tag} were not made")
    if others:
        sys.exit(f"the packages of {tag} were made with other versions than those of --resolved, which do not fit its manifest")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kinds", nargs="*", metavar="KIND", help=", ".join(KINDS))
    parser.add_argument("--binary", type=pathlib.Path, help="the stripped binary; without it build-command.sh builds one")
    parser.add_argument("--tag", help="build from this tag, or another commit, of the repository")
    parser.add_argument("--resolved", type=pathlib.Path, metavar="FILE",
                        help="with --tag: link in the versions of this Package.resolved, which the tarball has, and not the newest ones")
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / ".build-archives/packages")
    options = parser.parse_args()
    if platform.system() != "Linux":
        sys.exit("the packages are made on Linux only")
    unknown = sorted(set(options.kinds) - set(KINDS))
    if unknown:
        sys.exit(f"there is no kind {unknown[0]}; say {', '.join(KINDS)}")
    options.out.mkdir(parents=True, exist_ok=True)
    options.out = options.out.resolve()
    if options.tag:
        if options.binary:
            sys.exit("--tag builds the binary; leave --binary out")
        if options.resolved and not options.resolved.is_file():
            sys.exit(f"{options.resolved} is no file; the tarball and the Debian package have a Package.resolved")
        return build_from_tag(options.tag, options.out, options.kinds, options.resolved and options.resolved.read_bytes())
    if options.resolved:
        sys.exit("--resolved goes with --tag; a build in this clone takes the versions of Command/Package.resolved")
    if not options.kinds:
        lacking = {kind: reason for kind in KINDS if (reason := missing(kind))}
        options.kinds = [kind for kind in KINDS if kind not in lacking]
        for kind, reason in lacking.items():
            print(f"not made: {kind}, which {reason}", file=sys.stderr)
    # This is checked before a build, which takes minutes.
    for kind in options.kinds:
        if reason := missing(kind):
            sys.exit(f"the kind {kind} {reason}")
    if options.binary is None:
        options.binary = ROOT / ".build-deb/applinks"
        subprocess.run([ROOT / "Command/Packaging/Scripts/build-command.sh", options.binary], check=True)
    if not options.binary.is_file():
        sys.exit(f"{options.binary} is no file; name the binary that build-command.sh made")

    made = packages(options.kinds, options.binary.resolve())
    sums = ""
    for name, content in sorted(made):
        (options.out / name).write_bytes(content)
        sums += f"{hashlib.sha256(content).hexdigest()}  {name}\n"
    (options.out / "SHA256SUMS").write_text(sums)
    print(sums, end="")


if __name__ == "__main__":
    main()
