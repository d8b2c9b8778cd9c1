#!/usr/bin/env python3
"""Measures the memory and time of one run of `applinks check` over many hosts, in each form that it prints.

Usage: measure-memory.py BINARY [COUNT]; COUNT hosts, 1,000 without it. All are served by one server on this machine, which answers with
an association file of each platform that has findings. Prints the greatest resident size of the process for each form.
"""
import http.server
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import threading
import time

FORMS = [["--summary"]] + [
    ["--format", name] for name in ["text", "json", "sarif", "github", "html", "junit", "gitlab", "markdown"]]
APPLE = json.dumps({"applinks": {"details": [
    {"appIDs": ["ABCDE12345.com.example.app"], "components": [{"/": "/recipes/*"}, {"/": "/recipes/*"}, {"/": "offers"}]}]}}).encode()
ANDROID = json.dumps([{"relation": ["delegate_permission/common.handle_all_urls"], "target": {
    "namespace": "android_app", "package_name": "com.example.app",
    "sha256_cert_fingerprints": [":".join(f"{byte:02x}" for byte in range(160, 192))]}}]).encode()
FILES = {"/.well-known/apple-app-site-association": APPLE, "/.well-known/assetlinks.json": ANDROID}


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        body = FILES.get(self.path)
        self.send_response(404 if body is None else 200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body or b"")))
        self.end_headers()
        self.wfile.write(body or b"")

    def log_message(self, *_):
        pass


def measure(binary, hosts, origin, form):
    """The greatest resident size in MB, the seconds, and the bytes that were printed."""
    with tempfile.TemporaryFile() as output:
        start = time.monotonic()
        process = subprocess.Popen(
            [binary, "check", "--no-config", "--from", hosts, "--origin", origin, "--allow-private", "--pause", "0",
             "--host-concurrency", "64", *form], stdout=output, stderr=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.monotonic() - start
        process.returncode = os.waitstatus_to_exitcode(status)
        # 1: the files have errors.
        if process.returncode != 1:
            sys.exit(f"measure-memory: {' '.join(form)} exits with {process.returncode}")
        # macOS counts bytes, Linux KiB.
        size = usage.ru_maxrss / (1 if sys.platform == "darwin" else 1 / 1024) / 1e6
        return size, seconds, output.seek(0, os.SEEK_END)


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    binary, count = sys.argv[1], int(sys.argv[2]) if len(sys.argv) == 3 else 1_000
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    origin = f"http://127.0.0.1:{server.server_port}"
    with tempfile.TemporaryDirectory() as place:
        hosts = pathlib.Path(place, "hosts.txt")
        hosts.write_text("".join(f"host{index}.example\n" for index in range(count)), encoding="utf-8")
        for form in FORMS:
            size, seconds, printed = measure(binary, hosts, origin, form)
            print(f"{count} hosts, {' '.join(form):19} {size:5.0f} MB, {seconds:5.1f} s, {printed:9} bytes printed", flush=True)


if __name__ == "__main__":
    main()
