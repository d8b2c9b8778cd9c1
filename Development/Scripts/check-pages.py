#!/usr/bin/env python3
"""Holds `applinks resolve` against real, reduced and derived pages with known App Links.

Every page is served over HTTP on loopback with its recorded Content-Type, and read by one process of the tool per
rule: with `--strict` (the property attribute alone) and without. Prints `N of M`, and each page that differs.

The pages are not part of the project: they are looked for in $BOLTS_SHARED, or in the directory `shared` beside the
repository. Without them the check says that it was skipped.
"""
import http.server
import json
import os
import pathlib
import subprocess
import sys
import threading

import products
from project import ROOT

DEVICES = {
    "iphone": "iphone", "ipad": "ipad", "other_apple": "mac", "android": "android", "windows": "windows",
    "windows_phone": "windows_phone", "windows_universal": "windows_universal",
}
SOURCE = "SOURCE"


def load_cases(pages):
    """(file, content type, {rule: expected}) for every page."""
    expected = json.loads((pages / "expected_applinks.json").read_text())
    manifest = {entry["file"]: entry for entry in json.loads((pages / "manifest.json").read_text())}
    for name, rules in sorted(expected.items()):
        entry = manifest[name]
        headers = entry.get("recorded_http_headers") or {}
        content_type = next((v for k, v in headers.items() if k.lower() == "content-type"), None)
        if content_type is None:
            content_type = "text/html"
            if entry.get("charset_source") == "recorded HTTP header":
                content_type += "; charset=" + entry["charset_to_use"]
        yield name, content_type, rules
        # A reduced page declares its own charset.
        yield entry["reduced"], "text/html", rules
    derived = pages / "derived"
    types = {e["file"]: e["content_type"] for e in json.loads((derived / "manifest.json").read_text())}
    for name, rules in sorted(json.loads((derived / "expected_applinks.json").read_text()).items()):
        yield name, types[name], rules


def serve(pages, content_types):
    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            name = self.path.lstrip("/")
            body = (pages / name).read_bytes()
            self.send_response(200)
            self.send_header("Content-Type", content_types[name])
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            try:
                self.wfile.write(body)
            except (BrokenPipeError, ConnectionResetError):
                pass  # The tool has read as much as it wants.

        def log_message(self, *arguments):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


def resolve(tool, urls, strict):
    command = [tool, "resolve", "--json", "--allow-private", "--device", "all", "--from", "-"]
    # The limits that people get are too short for a machine that does much else.
    command += ["--timeout", "300", "--response-timeout", "300", "--connect-timeout", "300"]
    if strict:
        command.append("--strict")
    run = subprocess.run(command, input="\n".join(urls), capture_output=True, text=True, timeout=1800)
    lines = run.stdout.splitlines()
    if len(lines) != len(urls):
        sys.exit(f"the tool printed {len(lines)} lines for {len(urls)} pages:\n{run.stderr}")
    return [json.loads(line) for line in lines]


def differences(expected, got, url):
    if "error" in got:
        # A page without content is refused with an error that says so; it has no tags either.
        if got["error"]["code"] == "emptyPage" and not any(expected["devices"].values()):
            return []
        return [got["error"]["message"]]
    found = []
    for device, targets in expected["devices"].items():
        mine = got["devices"][DEVICES[device]]
        if isinstance(targets, int):  # Too many to list: the page says how many.
            if len(mine) != targets:
                found.append(f"{device}: expected {targets} targets, got {len(mine)}")
            continue
        mine = [{key: target.get(key) for key in wanted} for wanted, target in zip(targets, mine)] + mine[len(targets):]
        if mine != targets:
            found.append(f"{device}: expected {json.dumps(targets)[:300]}, got {json.dumps(mine)[:300]}")
    web = url if expected["web_url"] == SOURCE else expected["web_url"]
    if got["web_url"] != web:
        found.append(f"web_url: expected {web!r}, got {got['web_url']!r}")
    return found


def main():
    shared = pathlib.Path(os.environ.get("BOLTS_SHARED", ROOT.parent / "shared"))
    pages = shared / "pages"
    if not pages.is_dir():
        print("skipped: the pages are not here (set BOLTS_SHARED to the directory that holds pages/)")
        return
    cases = list(load_cases(pages))
    if not cases:
        sys.exit(f"{pages}/expected_applinks.json names no page")
    tool = products.command()
    server = serve(pages, {name: content_type for name, content_type, _ in cases})
    urls = [f"http://127.0.0.1:{server.server_port}/{name}" for name, _, _ in cases]
    right = total = 0
    for rule, strict in (("strict", True), ("with_name_attribute", False)):
        for (name, _, rules), url, got in zip(cases, urls, resolve(tool, urls, strict)):
            total += 1
            wrong = differences(rules.get(rule) or rules["strict"], got, url)
            if wrong:
                print(f"{name} ({rule}):", *wrong, sep="\n  ")
            else:
                right += 1
    server.shutdown()
    print(f"{right} of {total} ({len(cases)} pages, each by both rules)")
    if right != total:
        sys.exit(1)


if __name__ == "__main__":
    main()
