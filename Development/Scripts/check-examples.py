#!/usr/bin/env python3
"""Builds the examples that run by one command, runs each as its README says, and checks what it prints.

Usage: check-examples.py [--scratch-path PATH] [NAME…], for example: check-examples.py PhotoImporter

Nothing asks the network: the photo importer makes its own pictures, and the server reads a page of its own.
"""
import argparse
import json
import os
import pathlib
import pty
import re
import signal
import subprocess
import sys
import tempfile
import urllib.error
import urllib.parse
import urllib.request

from project import EXAMPLES as PLACE, ROOT, files

# The limit in seconds, which a hanging program exceeds; a slow machine stays far below it.
LIMIT = 300


def fail(text):
    sys.exit(f"check-examples: {text}")


# The build folder, if not each example's own: the examples' common parts are then built once.
scratch = []


def built(example, program):
    package = ["swift", "build", "--package-path", str(PLACE / example), *scratch, "--product", program]
    subprocess.run(package, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    place = subprocess.run(package + ["--show-bin-path"], cwd=ROOT, check=True, capture_output=True, text=True)
    return f"{place.stdout.strip()}/{program}"


def expect(pattern, text, what):
    match = re.search(pattern, text, re.M)
    if match is None:
        fail(f"{what}: nothing matches {pattern!r} in:\n{text}")
    return match


def on_terminal(command, environment, interrupt_at=None):
    """Runs a command on a terminal; types Control-C once a pattern is on the screen. Returns its exit status and text."""
    pid, terminal = pty.fork()
    if pid == 0:
        try:
            os.execve(command[0], command, os.environ | environment)
        finally:
            os._exit(127)
    signal.signal(signal.SIGALRM, lambda *_: (os.kill(pid, signal.SIGKILL), fail(f"{command[0]} hangs")))
    signal.alarm(LIMIT)
    text = b""
    while True:
        try:
            piece = os.read(terminal, 4096)
        except OSError:
            break
        if not piece:
            break
        text += piece
        if interrupt_at and re.search(interrupt_at, text):
            os.write(terminal, b"\x03")
            interrupt_at = None
    _, status = os.waitpid(pid, 0)
    signal.alarm(0)
    os.close(terminal)
    return os.waitstatus_to_exitcode(status), text.decode().replace("\r\n", "\n")


def check_library(library, count):
    """The library holds as many pictures, each whole and with a thumbnail, and nothing else."""
    pictures = {path.name: path for path in files(library, "*")}
    thumbnails = {path.name: path for path in files(library / "thumbnails", "*")}
    if len(pictures) != count or not pictures.keys() <= thumbnails.keys():
        fail(f"{count} pictures were imported, and there are {sorted(pictures)} and {sorted(thumbnails)}")
    for name, size, paths in [("picture", (320, 240), pictures), ("thumbnail", (64, 48), thumbnails)]:
        for path in paths.values():
            header = b"P6\n%d %d\n255\n" % size
            data = path.read_bytes()
            if not data.startswith(header) or len(data) != len(header) + size[0] * size[1] * 3:
                fail(f"{path} is no whole {name}")


def photo_importer():
    program = built("PhotoImporter", "photo-importer")
    with tempfile.TemporaryDirectory() as place:
        environment = {"TMPDIR": place}
        status, text = on_terminal([program], environment)
        library = pathlib.Path(expect(r"^.*40 of 40 pictures imported into (.*)$", text, "photo-importer")[1])
        if status != 0:
            fail(f"photo-importer exits with {status}")
        expect(r"\[#{10}\.{10}\] 20/40 IMG_\d{4}\.ppm", text, "the progress bar")
        check_library(library, 40)

        # On a busy machine the program may have ended before Control-C reaches it.
        for _ in range(50):
            status, text = on_terminal([program], environment, interrupt_at=rb" 8/40 ")
            if status != 0:
                break
        stopped = expect(r"^.*stopped: (\d+) of 40 pictures imported into (.*)$", text, "photo-importer, interrupted")
        if status != 130 or not 8 <= int(stopped[1]) < 40:
            fail(f"photo-importer, interrupted, exits with {status}: {text}")
        check_library(pathlib.Path(stopped[2]), int(stopped[1]))

        # The folder has a file that is not a picture. Standard error is not a terminal, so no bar is printed.
        camera = library.parent / "camera"
        (camera / "IMG_9999.ppm").write_bytes(b"no picture")
        done = subprocess.run([program, camera, f"{place}/to"], capture_output=True, text=True, timeout=LIMIT)
        if done.returncode != 1 or done.stderr != "IMG_9999.ppm: it is not a PPM file\n":
            fail(f"photo-importer of a damaged picture exits with {done.returncode}: {done.stderr}")
        expect(r"^40 of 41 pictures imported into .*/to$", done.stdout, "photo-importer of a folder")


ROUTES = """\
launch                 Home
https://recipes.example/recipes/rye-bread
                       Home > Recipe rye-bread
recipes://recipes/rye-bread/steps/3
                       Home > Recipe rye-bread > Step 3 of recipe rye-bread
recipes://link
                       Home > Recipe rye-bread [back to Notes]
https://recipes.example/admin
                       Home > Recipe rye-bread [back to Notes] (This link leads to nothing in Recipes.)
"""


def router():
    program = built("Router", "router")
    done = subprocess.run([program], capture_output=True, text=True, timeout=LIMIT)
    if done.returncode != 0 or done.stdout != ROUTES:
        fail(f"router exits with {done.returncode} and prints:\n{done.stdout}{done.stderr}")


def get(url):
    try:
        with urllib.request.urlopen(url, timeout=LIMIT) as response:
            return response.status, response.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


def resolved(origin, page):
    status, text = get(f"{origin}/resolve?url={urllib.parse.quote(page, safe='')}")
    return status, json.loads(text)


def server():
    program = built("Server", "resolve-server")
    for is_demo in (True, False):
        arguments = [program, "0", *(["--demo"] if is_demo else [])]
        running = subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        try:
            origin = expect(r"^(http://127\.0\.0\.1:\d+)/resolve", running.stdout.readline(), "resolve-server")[1]
            if get(f"{origin}/health") != (200, "ok\n"):
                fail("resolve-server is not healthy")
            page = f"{origin}/demo/recipe"
            status, report = resolved(origin, page)
            if is_demo:
                target = {"platform": "ios", "url": "recipes://42", "appName": "Recipes"}
                if (status, report.get("targets"), report.get("url")) != (200, [target], page):
                    fail(f"resolve-server says {status} {report}")
                for page, expected in [("", (400, "missingURL")), ("ftp://a.example/", (422, "schemeNotAllowed"))]:
                    status, report = resolved(origin, page)
                    if (status, report["code"]) != expected:
                        fail(f"resolve-server says {status} {report} of '{page}'")
            elif status != 422 or report["code"] not in ("portNotAllowed", "notReachableOrNotAllowed"):
                fail(f"resolve-server reads a page of this machine: {status} {report}")
            running.send_signal(signal.SIGTERM)
            output, errors = running.communicate(timeout=LIMIT)
            if running.returncode != 0 or "stopped\n" not in output:
                fail(f"resolve-server, stopped, exits with {running.returncode}: {output}{errors}")
        finally:
            running.kill()


METRICS = """\
applinks_fetch_active 0.0
applinks_fetch_bytes_count 1
applinks_fetch_duration_seconds_count{result="complete"} 1
applinks_fetch_total{result="complete"} 1.0
applinks_lookup_active 0.0
applinks_lookup_total{result="hit"} 2.0
applinks_lookup_total{result="miss"} 1.0
applinks_lookup_total{result="schemeNotAllowed"} 1.0
"""


def metrics_server():
    program = built("Server", "metrics-server")
    running = subprocess.Popen([program, "0", "--demo"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        origin = expect(r"^(http://127\.0\.0\.1:\d+)/metrics", running.stdout.readline(), "metrics-server")[1]
        page = f"{origin}/demo/recipe"
        target = {"platform": "ios", "url": "recipes://42", "appName": "Recipes"}
        for _ in range(3):
            status, report = resolved(origin, page)
            if (status, report.get("targets")) != (200, [target]):
                fail(f"metrics-server says {status} {report}")
        if resolved(origin, "ftp://a.example/")[0] != 422:
            fail("metrics-server reads a page by ftp")
        status, text = get(f"{origin}/metrics")
        missing = [line for line in METRICS.splitlines() if line not in text.splitlines()]
        if status != 200 or missing:
            fail(f"metrics-server lacks {missing} in:\n{text}")
        data = {"referer_app_link": {"url": "notes://7", "app_name": "Notes"}}
        _, text = get(f"{page}?al_applink_data={urllib.parse.quote(json.dumps(data), safe='')}")
        expect(r'<meta property="al:ios:url" content="recipes://42">', text, "the page of metrics-server")
        expect(r'href="notes://7', text, "the page of metrics-server")
        running.send_signal(signal.SIGTERM)
        output, errors = running.communicate(timeout=LIMIT)
        if running.returncode != 0 or "stopped\n" not in output:
            fail(f"metrics-server, stopped, exits with {running.returncode}: {output}{errors}")
    finally:
        running.kill()


EXAMPLES = {"PhotoImporter": photo_importer, "Router": router, "Server": server, "ServerWithMetrics": metrics_server}


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--scratch-path")
    parser.add_argument("names", nargs="*")
    arguments = parser.parse_args()
    if arguments.scratch_path:
        scratch.extend(["--scratch-path", arguments.scratch_path])
    for name in arguments.names or EXAMPLES:
        if name not in EXAMPLES:
            fail(f"there is no example {name}; there are {', '.join(EXAMPLES)}")
        EXAMPLES[name]()
        print(f"{name} does what it says")


main()
