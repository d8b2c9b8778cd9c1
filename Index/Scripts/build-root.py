#!/usr/bin/env python3
"""Writes the root file system of an image with a node: the program, the libraries it needs, and nothing else.

Usage: build-root.py [--binary PATH] --output root.tar [--check]
Without --binary, the program that `swift build --configuration release` made. --check unpacks the archive, starts a node in it as
a user without rights, with nothing of this machine in sight but its loopback network, and asks it; this needs root.
"""
import argparse
import io
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tarfile
import tempfile
import urllib.request

PACKAGE = pathlib.Path(__file__).resolve().parent.parent
USER = 65532
# Libraries that are loaded at run time, so no program names them.
LOADED = ["libcurl.so.4"]
CERTIFICATES = pathlib.Path("/etc/ssl/certs/ca-certificates.crt")
FILES = {
    "etc/passwd": f"applinks-index:x:{USER}:{USER}::/var/lib/applinks-index:/sbin/nologin\n",
    "etc/group": f"applinks-index:x:{USER}:\n",
    "etc/nsswitch.conf": "hosts: files dns\n",
}


def fail(sentence):
    sys.exit(f"error: {sentence}")


def libraries(program):
    """The libraries that a program or library needs, by the path under which the loader looks for each."""
    said = subprocess.run(["ldd", program], capture_output=True, text=True, check=True).stdout
    if "not found" in said:
        fail(f"{program} needs a library that is not installed:\n{said}")
    return {pathlib.Path(found) for found in re.findall(r"(/\S+) \(0x", said)}


def loaded_libraries():
    cache = subprocess.run(["ldconfig", "-p"], capture_output=True, text=True, check=True).stdout
    for name in LOADED:
        found = re.search(rf"{re.escape(name)} .*=> (\S+)", cache)
        if not found:
            fail(f"{name} is not installed")
        yield pathlib.Path(found[1])


def write(binary, output):
    needed = libraries(binary)
    for library in loaded_libraries():
        needed |= {library} | libraries(library)
    with tarfile.open(output, "w") as archive:
        def add(name, data, mode=0o644):
            entry = tarfile.TarInfo(name)
            entry.size, entry.mode = len(data), mode
            archive.addfile(entry, io.BytesIO(data))

        def folder(name, mode=0o755, owner=0):
            entry = tarfile.TarInfo(name)
            entry.type, entry.mode, entry.uid, entry.gid = tarfile.DIRTYPE, mode, owner, owner
            archive.addfile(entry)

        folder("tmp", 0o1777)
        folder("proc")
        folder("var/lib/applinks-index", 0o700, USER)
        add("usr/bin/applinks-index", pathlib.Path(binary).read_bytes(), 0o755)
        for library in sorted(needed):
            # The loader has its path in every program; all others are found in one folder.
            name = str(library) if library.name.startswith("ld-linux") else f"/usr/lib/{library.name}"
            add(name.lstrip("/"), library.read_bytes(), 0o755)
        for name, text in FILES.items():
            add(name, text.encode())
        add(str(CERTIFICATES).lstrip("/"), CERTIFICATES.read_bytes())
    print(f"{output}: {len(needed)} libraries, {pathlib.Path(output).stat().st_size / 1e6:.0f} MB")


def check(output):
    """Starts a node in the archive and asks it."""
    if os.geteuid() != 0:
        fail("--check needs root, to change the root folder")
    with tempfile.TemporaryDirectory() as name:
        root = pathlib.Path(name, "root")
        root.mkdir()
        with tarfile.open(output) as archive:
            archive.extractall(root, filter="tar")
        (root / "proc").mkdir(exist_ok=True)
        pathlib.Path(name).chmod(0o755)
        # The process has its own mount of /proc, which ends with the process.
        command = [shutil.which("unshare"), "--mount", "--pid", "--fork", "--kill-child", f"--mount-proc={root}/proc", shutil.which("chroot"),
                   f"--userspec={USER}:{USER}", str(root), "/usr/bin/applinks-index"]
        environment = {"APPLINKS_INDEX_PORT": "0", "APPLINKS_INDEX_LOG_FORMAT": "json",
                       "APPLINKS_INDEX_DATABASE": "/var/lib/applinks-index/index.sqlite"}
        with open(pathlib.Path(name, "log"), "w", encoding="utf-8") as log:
            node = subprocess.Popen(command, env=environment, cwd=root, stdout=subprocess.PIPE, stderr=log, text=True)
        try:
            found = re.search(r"listens on (http://\S+)", node.stdout.readline())
            if not found:
                fail("the node did not start: " + pathlib.Path(name, "log").read_text(encoding="utf-8"))
            question = f"{found[1]}/v1/links?url=https%3A%2F%2Fdemo.example%2Frecipes%2F42"
            with urllib.request.urlopen(question, timeout=60) as response:
                targets = json.load(response)["link"]["targets"]
            with urllib.request.urlopen(f"{found[1]}/metrics", timeout=60) as response:
                metrics = response.read().decode()
            # Every kind of answer is tried with the optimized build, because tests run without the optimizer.
            for path in ("/health", "/ready", "/openapi.json", "/?ids=https%3A%2F%2Fdemo.example%2F",
                         "/v1/statements:list?source.web.site=https://demo.example", "/ready"):
                with urllib.request.urlopen(found[1] + path, timeout=60) as response:
                    json.load(response)
            if not targets or "process_open_fds" not in metrics:
                fail("the node does not answer as elsewhere")
            # A missing page needs libcurl and the resolver, and is a failure in the answer.
            with urllib.request.urlopen(f"{found[1]}/v1/links?url=https%3A%2F%2Fnowhere.invalid%2F", timeout=60) as response:
                failure = json.load(response)["failures"][0]
            print(f"a node in the archive, without rights: {len(targets)} targets; nowhere.invalid: {failure}")
            # The node is the first process of its namespace, as in a container, and ends when it is told to.
            children = pathlib.Path(f"/proc/{node.pid}/task/{node.pid}/children").read_text(encoding="utf-8").split()
            os.kill(int(children[0]), signal.SIGTERM)
            if node.wait(timeout=60) != 0:
                fail(f"the node ended with {node.returncode}")
        finally:
            node.kill()
            node.wait(timeout=60)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", type=pathlib.Path)
    parser.add_argument("--output", type=pathlib.Path, required=True)
    parser.add_argument("--check", action="store_true")
    arguments = parser.parse_args()
    binary = arguments.binary or PACKAGE / ".build/release/applinks-index"
    if not binary.exists():
        fail(f"{binary} does not exist: build it, or name one with --binary")
    write(binary, arguments.output)
    if arguments.check:
        check(arguments.output)


if __name__ == "__main__":
    main()
