"""Chromium driven by its DevTools protocol, and a folder served to it: what the scripts that look at pages share."""
import base64
import contextlib
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

# The time limit of Chromium in seconds, for a busy machine.
LIMIT = 300


class CallError(Exception):
    """Chromium refused a call, such as one to a page that is just being left."""


class DevTools:
    """A page of Chromium, driven over a WebSocket by the calls of DevTools that the scripts need."""

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
                if "error" in message:
                    raise CallError(f"{method}: {message['error'].get('message')}")
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
        """The value of an expression in the page, or None if it threw an error or the page was being left."""
        try:
            return self.call("Runtime.evaluate", expression=expression, returnByValue=True)["result"].get("value")
        except CallError:
            return None

    def take_picture(self, path):
        """Writes a picture of the page, as PNG."""
        data = self.call("Page.captureScreenshot", format="png")["data"]
        pathlib.Path(path).write_bytes(base64.b64decode(data))


def wait_for(what, condition, limit=LIMIT):
    """The first value of condition() that is true; ends the script if there is none within a limit in seconds."""
    deadline = time.monotonic() + limit
    while time.monotonic() < deadline:
        found = condition()
        if found:
            return found
        time.sleep(0.2)
    sys.exit(f"{what}: nothing after {limit} s")


def serve(folder):
    """Serves a folder on loopback until the script ends, and returns its address."""
    class Handler(http.server.SimpleHTTPRequestHandler):
        def end_headers(self):
            self.send_header("Access-Control-Allow-Origin", "*")
            super().end_headers()

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_address[1]}"


@contextlib.contextmanager
def chromium(width, height):
    """A page of Chromium, of a size in pixels, as DevTools."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        browser = subprocess.Popen(
            ["chromium", "--headless=new", "--no-sandbox", f"--user-data-dir={profile}", "--remote-debugging-port=0",
             "--remote-allow-origins=*", f"--window-size={width},{height}", "about:blank"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            note = pathlib.Path(profile) / "DevToolsActivePort"
            wait_for("Chromium's port", lambda: note.exists() and note.read_text())
            port = note.read_text().split()[0]
            pages = wait_for("a page", lambda: [
                page for page in json.load(urllib.request.urlopen(f"http://127.0.0.1:{port}/json")) if page["type"] == "page"])
            yield DevTools(pages[0]["webSocketDebuggerUrl"])
        finally:
            browser.terminate()
            browser.wait()
