#!/usr/bin/env python3
"""Packs the command's binary as a tarball and as a Python wheel, with the SHA-256 of each in SHA256SUMS.

Usage: build-archives.py [--binary FILE] [--out FOLDER]. Linux only. The binary is that of build-command.sh, which does not run
again if it is given. The same binary gives the same bytes: dates are SOURCE_DATE_EPOCH or that of the last commit.

The wheel's tag is linux_ARCHITECTURE: pip installs it from a file, and PyPI would refuse it. No manylinux tag is true of the
binary, because it needs the system's libcurl.
"""
import argparse
import base64
import gzip
import hashlib
import io
import os
import pathlib
import platform
import subprocess
import sys
import tarfile
import time
import zipfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
SUMMARY = "Check and follow links that open apps"


def source_date():
    """Seconds since 1970, UTC."""
    given = os.environ.get("SOURCE_DATE_EPOCH")
    if given is None:
        given = subprocess.check_output(["git", "-C", ROOT, "log", "-1", "--format=%ct"], text=True)
    return int(given)


def version_of(binary):
    words = subprocess.check_output([binary, "--version"], text=True).split()
    if len(words) != 2 or words[0] != "applinks":
        sys.exit(f"{binary} --version does not print 'applinks VERSION': {' '.join(words)!r}")
    return words[1]


def write_tarball(path, folder, files, date):
    """files: the name, mode and bytes of each."""
    with open(path, "wb") as raw, gzip.GzipFile("", "wb", 9, raw, mtime=0) as packed, \
            tarfile.open(fileobj=packed, mode="w", format=tarfile.USTAR_FORMAT) as tar:
        for name, mode, data in files:
            entry = tarfile.TarInfo(f"{folder}/{name}")
            entry.size, entry.mode, entry.mtime = len(data), mode, date
            tar.addfile(entry, io.BytesIO(data))


def write_wheel(path, version, tag, binary, license, date):
    information = f"applinks-{version}.dist-info"
    files = [
        (f"applinks-{version}.data/scripts/applinks", 0o755, binary),
        (f"{information}/licenses/LICENSE", 0o644, license),
        (f"{information}/METADATA", 0o644,
         f"Metadata-Version: 2.4\nName: applinks\nVersion: {version}\nSummary: {SUMMARY}\nLicense-File: LICENSE\n".encode()),
        (f"{information}/WHEEL", 0o644,
         f"Wheel-Version: 1.0\nGenerator: build-archives.py\nRoot-Is-Purelib: false\nTag: {tag}\n".encode()),
    ]
    record = ""
    for name, _, data in files:
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        record += f"{name},sha256={digest},{len(data)}\n"
    files.append((f"{information}/RECORD", 0o644, (record + f"{information}/RECORD,,\n").encode()))
    # A ZIP archive knows no date before 1980.
    stamp = max(time.gmtime(date)[:6], (1980, 1, 1, 0, 0, 0))
    with zipfile.ZipFile(path, "w") as archive:
        for name, mode, data in files:
            entry = zipfile.ZipInfo(name, stamp)
            entry.external_attr = (0o100000 | mode) << 16
            archive.writestr(entry, data, zipfile.ZIP_DEFLATED, 9)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", type=pathlib.Path, help="the stripped binary; without it build-command.sh builds one")
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / ".build-archives")
    options = parser.parse_args()
    if platform.system() != "Linux":
        sys.exit("the archives are made on Linux only")
    options.out.mkdir(parents=True, exist_ok=True)
    if options.binary is None:
        options.binary = ROOT / ".build-deb/applinks"
        subprocess.run([ROOT / "Scripts/build-command.sh", options.binary], check=True)
    if not options.binary.is_file():
        sys.exit(f"{options.binary} is no file; name the binary that build-command.sh made")
    options.binary = options.binary.resolve()

    date, version, machine = source_date(), version_of(options.binary), platform.machine()
    binary, license = options.binary.read_bytes(), (ROOT / "LICENSE").read_bytes()
    # What is linked in has licences of its own.
    others = (ROOT / "docs/licenses.md").read_bytes()
    name = f"applinks-{version}-linux-{machine}"
    tag = f"py3-none-linux_{machine}"
    tarball = options.out / f"{name}.tar.gz"
    wheel = options.out / f"applinks-{version}-{tag}.whl"
    write_tarball(tarball, name, [("LICENSE", 0o644, license), ("applinks", 0o755, binary), ("licenses.md", 0o644, others)], date)
    write_wheel(wheel, version, tag, binary, license, date)
    sums = "".join(f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}\n" for file in sorted([tarball, wheel]))
    (options.out / "SHA256SUMS").write_text(sums)
    print(sums, end="")


if __name__ == "__main__":
    main()
