#!/usr/bin/env python3
"""Runs nginx and Caddy with the configurations of Index/Deployment in front of a node, and checks what clients get.
Checks the unit of systemd and the alerts beside them.

Usage: check-deployment.py, with applinks-index built, and nginx, caddy, openssl, systemd-analyze and promtool installed.
Everything runs on loopback and in a temporary folder. Of the configurations only names, ports and paths are replaced.
"""
import http.client
import itertools
import json
import os
import pathlib
import re
import shutil
import socket
import ssl
import subprocess
import sys
import tempfile
import time
import urllib.parse
import urllib.request

from cluster import free_port

PACKAGE = pathlib.Path(__file__).resolve().parent.parent
DEPLOYMENT = PACKAGE / "Deployment"
LIMIT = 20


def fail(sentence):
    sys.exit(f"error: {sentence}")


def expect(what, found, expected):
    if found != expected:
        fail(f"{what}: expected {expected!r}, found {found!r}")
    print(f"  {what}: {found}")


def replaced(text, **replacements):
    """The configuration with other names; each that is to be replaced must be there."""
    for old, new in replacements.values():
        if old not in text:
            fail(f"the configuration has no {old!r} any more")
        text = text.replace(old, new)
    return text


class Node:
    def __init__(self, binary, folder, *options):
        self.database = folder / f"index-{len(options)}.sqlite"
        self.log = open(folder / "node.log", "a", encoding="utf-8")
        self.process = subprocess.Popen(
            [binary, "--port", "0", "--database", self.database, "--trusted-proxy", "127.0.0.1",
             "--proxy-field", "x-forwarded-for", *options], stdout=subprocess.PIPE, stderr=self.log, text=True)
        found = re.search(r"listens on http://127\.0\.0\.1:(\d+)", self.process.stdout.readline())
        if not found:
            fail("the node did not start")
        self.port = int(found[1])

    def stop(self):
        self.process.terminate()
        self.process.wait(timeout=300)


class Proxy:
    """A proxy that this script started."""

    networks = itertools.count(1)

    def __init__(self, command, port, tls, **options):
        self.network = next(self.networks)
        self.process = subprocess.Popen(command, **options)
        self.port, self.tls = port, tls
        end = time.monotonic() + 300
        while True:
            try:
                socket.create_connection(("127.0.0.1", port), timeout=1).close()
                return
            except OSError:
                if self.process.poll() is not None or time.monotonic() > end:
                    fail(f"{command[0]} did not start")
                time.sleep(0.05)

    def ask(self, path, client=2, **fields):
        """The response to one of the clients, each of which has an address of its own: status, fields, body."""
        source = f"127.0.{self.network}.{client}"
        if self.tls:
            context = ssl._create_unverified_context()
            connection = http.client.HTTPSConnection(
                "127.0.0.1", self.port, timeout=300, source_address=(source, 0), context=context)
        else:
            connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=300, source_address=(source, 0))
        try:
            connection.request("GET", path, headers={name.replace("_", "-"): value for name, value in fields.items()})
            response = connection.getresponse()
            fields = {name.lower(): response.headers[name] for name, _ in response.getheaders()}
            fields["vary"] = ", ".join(response.headers.get_all("Vary", []))
            return response.status, fields, response.read()
        finally:
            connection.close()

    def stop(self):
        self.process.terminate()
        self.process.wait(timeout=300)


def start_nginx(folder, node):
    """nginx with the configuration of the package inside of the least that nginx needs around it."""
    # The answers of another node are not to be found.
    shutil.rmtree(folder / "cache", ignore_errors=True)
    for name in ("cache", "body", "proxy", "fastcgi", "uwsgi", "scgi"):
        (folder / name).mkdir(exist_ok=True)
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=links.example", "-days", "2",
         "-keyout", folder / "key.pem", "-out", folder / "certificate.pem"], check=True, capture_output=True)
    port = free_port()
    site = replaced(
        (DEPLOYMENT / "nginx.conf").read_text(encoding="utf-8"), cache=("/var/cache/nginx/links", f"{folder}/cache"),
        listen=("listen 443 ssl;", f"listen 127.0.0.1:{port} ssl;"), node=("127.0.0.1:8080", f"127.0.0.1:{node.port}"),
        certificate=("/etc/ssl/links.example.pem", f"{folder}/certificate.pem"),
        key=("/etc/ssl/links.example.key", f"{folder}/key.pem"))
    # Its workers give up root's rights, and could then not write to the temporary folder.
    user = "user root;" if os.geteuid() == 0 else ""
    (folder / "nginx.conf").write_text(
        f"{user} daemon off; worker_processes 1; pid {folder}/nginx.pid; error_log {folder}/nginx.log;\n"
        "events { worker_connections 512; }\n"
        f"http {{ access_log off; client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy;\n"
        f"fastcgi_temp_path {folder}/fastcgi; uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;\n{site}}}\n",
        encoding="utf-8")
    command = ["nginx", "-p", str(folder), "-c", str(folder / "nginx.conf"), "-e", str(folder / "nginx.log")]
    return Proxy(command, port, tls=True)


def start_caddy(folder, node):
    port = free_port()
    site = replaced(
        (DEPLOYMENT / "Caddyfile").read_text(encoding="utf-8"), name=("links.example {", f"http://127.0.0.1:{port} {{"),
        node=("127.0.0.1:8080", f"127.0.0.1:{node.port}"))
    (folder / "Caddyfile").write_text("{\n\tadmin off\n}\n" + site, encoding="utf-8")
    command = ["caddy", "run", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile")]
    environment = {"HOME": str(folder), "XDG_DATA_HOME": str(folder), "PATH": "/usr/bin:/bin"}
    return Proxy(command, port, tls=False, env=environment, stderr=open(folder / "caddy.log", "w", encoding="utf-8"))


def links(number):
    return "/v1/links?url=" + urllib.parse.quote(f"https://demo.example/recipes/{number}", safe="")


def check_answers(proxy, name):
    """What holds behind every proxy."""
    print(f"{name}, keys optional")
    status, fields, body = proxy.ask(links(42))
    if status != 200:
        fail(f"status {status}: {fields} {body[:500]!r}")
    expect("an answer", (status, "targets" in json.loads(body).get("link", {})), (200, True))
    if not re.fullmatch(r"public, max-age=[1-9]\d*", fields["cache-control"]):
        fail(f"the answer may not be kept: {fields['cache-control']}")
    again = proxy.ask(links(42), If_None_Match=fields["etag"])
    expect("the same bytes by ETag", (again[0], again[2]), (304, b""))
    expect("compressed", proxy.ask(links(42), Accept_Encoding="gzip")[1].get("content-encoding"), "gzip")
    expect("metrics, from outside", proxy.ask("/metrics")[0], 404)
    expect("the document of the API", proxy.ask("/openapi.json")[0], 200)

    # Each client has a share of its own behind the proxy, and does not get another one by a field that it writes itself.
    start, count = time.monotonic(), 0
    while (status := proxy.ask(links(100 + count), client=5, X_Forwarded_For=f"203.0.113.{count % 250}")[0]) == 200 and count < 500:
        count += 1
    expect("one client, at last", status, 429)
    # A part of the limit is allowed anew while the requests are made, on a busy machine a large one.
    allowed = LIMIT * (1 + (time.monotonic() - start) / 60) + 1
    if count > allowed:
        fail(f"a client got {count} answers where {LIMIT} are allowed in a minute")
    print(f"  one client: {count} answers, then 429")
    expect("another client", proxy.ask(links(200), client=6)[0], 200)


def check_cache(proxy):
    """What nginx's cache keeps."""
    print("nginx's cache, keys optional")
    states = [proxy.ask(links(42) + "&device=iphone", client=7)[1].get("x-cache-status") for _ in range(3)]
    expect("three times the same URL", states, ["MISS", "HIT", "HIT"])


def check_keys(binary, node, proxy, cached):
    """An answer that needs a key is given to nobody else."""
    print("keys required")
    added = subprocess.run([binary, "keys", "add", f"client {proxy.network}", "--database", node.database], capture_output=True, text=True, check=True)
    key = max(re.findall(r"\S+", added.stdout), key=len)
    for _ in range(2):
        status, fields, _ = proxy.ask(links(42), Authorization=f"Bearer {key}")
        expect("with a key", (status, fields["cache-control"].split(",")[0], "Authorization" in fields["vary"]),
               (200, "private", True))
        if cached:
            expect("from nginx's cache", fields.get("x-cache-status"), "MISS")
    expect("without a key", proxy.ask(links(42))[0], 401)


def check_unit(binary, folder):
    """The unit of systemd is one, and is confined."""
    text = replaced((DEPLOYMENT / "applinks-index.service").read_text(encoding="utf-8"),
                    program=("ExecStart=/usr/local/bin/applinks-index", f"ExecStart={binary}"))
    unit = folder / "applinks-index.service"
    unit.write_text(text, encoding="utf-8")
    verified = subprocess.run(["systemd-analyze", "verify", "--recursive-errors=no", unit], capture_output=True, text=True, check=False)
    said = [line for line in verified.stderr.splitlines() if "applinks-index" in line]
    expect("systemd-analyze verify", (verified.returncode, said), (0, []))
    judged = subprocess.run(["systemd-analyze", "security", "--offline=yes", "--threshold=20", unit],
                            capture_output=True, text=True, check=False)
    print(f"  {judged.stdout.strip().splitlines()[-1]}")
    expect("systemd-analyze security", judged.returncode, 0)


def check_alerts(node):
    """The alerts ask for metrics that a node has."""
    rules = (DEPLOYMENT / "alerts.yml").read_text(encoding="utf-8")
    names = r"(?:applinks_index|process|metrics_series)_\w+"
    asked = set(re.findall(names, rules))
    if not asked:
        fail("the alerts ask for no metric")
    with urllib.request.urlopen(f"http://127.0.0.1:{node.port}/metrics", timeout=300) as response:
        offered = set(re.findall(rf"^({names})", response.read().decode(), re.MULTILINE))
    # Those appear with the first fetch, or with PostgreSQL.
    offered |= set(re.findall(r'Counter\(label: "(\w+)"', (
        PACKAGE / "Sources/LinkIndexPostgreSQL/ConnectionReport.swift").read_text(encoding="utf-8")))
    offered |= {"applinks_index_fetch_total", "applinks_index_fetch_duration_seconds"}
    expect("metrics of alerts that no node has", sorted(asked - offered), [])
    for what in (["check", "rules", DEPLOYMENT / "alerts.yml"], ["test", "rules", PACKAGE / "Tests/alerts.test.yml"]):
        done = subprocess.run(["promtool", *what], capture_output=True, text=True, check=False)
        expect(f"promtool {what[0]} rules", (done.returncode, done.stderr), (0, ""))


def main():
    missing = [tool for tool in ("nginx", "caddy", "openssl", "systemd-analyze", "promtool") if not shutil.which(tool)]
    if missing:
        fail(f"{', '.join(missing)} must be installed")
    binary = pathlib.Path(subprocess.run(
        ["swift", "build", "--package-path", PACKAGE, "--show-bin-path"], capture_output=True, text=True, check=True
    ).stdout.strip(), "applinks-index")
    started = []
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        try:
            started.append(Node(binary, folder, "--address-limit", str(LIMIT)))
            started.append(Node(binary, folder, "--address-limit", str(LIMIT), "--keys", "required"))
            known, closed = started
            for start in (start_nginx, start_caddy):
                name = start.__name__.removeprefix("start_")
                proxy = start(folder, known)
                started.append(proxy)
                check_answers(proxy, name)
                if name == "nginx":
                    check_cache(proxy)
                proxy.stop()
                started.remove(proxy)
                proxy = start(folder, closed)
                started.append(proxy)
                check_keys(binary, closed, proxy, cached=name == "nginx")
                proxy.stop()
                started.remove(proxy)
            check_unit(binary, folder)
            check_alerts(known)
        finally:
            for one in reversed(started):
                one.stop()
    print("nginx and Caddy in front of a node answer as documented; unit and alerts are valid")


if __name__ == "__main__":
    main()
