#!/usr/bin/env python3
"""Runs nginx and Caddy with the configurations of Index/Deployment in front of a node, and checks what clients get.
Checks the unit of systemd and the alerts beside them.

Usage: check-deployment.py, as root, with applinks-index built, and nginx, caddy, openssl, systemd-analyze and promtool installed.
The files are used as they are, by the programs of Debian as their packages set them up. That needs ports and paths of the machine,
so the script runs in a network and a view of the file system of its own.
"""
import http.client
import itertools
import json
import os
import re
import shutil
import socket
import ssl
import subprocess
import sys
import time
import urllib.parse
import urllib.request

from script import PACKAGE, Failure, address, built, expect, expect_equal, run

DEPLOYMENT = PACKAGE / "Deployment"
LIMIT = 20


class Node:
    """A node at the address that the configurations name."""

    def __init__(self, binary, folder, *options):
        self.database = folder / f"index-{options[3]}.sqlite"
        self.log = open(folder / "node.log", "a", encoding="utf-8")
        self.process = subprocess.Popen(
            [binary, "--database", self.database, "--trusted-proxy", "127.0.0.1", *options],
            stdout=subprocess.PIPE, stderr=self.log, text=True)
        expect(address(self.process, folder / "node.log") == "http://127.0.0.1:8080", "the node listens elsewhere")

    def stop(self):
        self.process.terminate()
        self.process.wait(timeout=300)


class Proxy:
    """A proxy that this script started."""

    networks = itertools.count(1)

    def __init__(self, command, **options):
        self.network = next(self.networks)
        self.process = subprocess.Popen(command, **options)
        end = time.monotonic() + 300
        while True:
            try:
                socket.create_connection(("127.0.0.1", 443), timeout=1).close()
                return
            except OSError:
                expect(self.process.poll() is None and time.monotonic() < end, f"{command[0]} did not start")
                time.sleep(0.05)

    def ask(self, path, client=2, method="GET", **fields):
        """The response to one of the clients, each of which has an address of its own: status, fields, body."""
        context = ssl._create_unverified_context()
        plain = socket.create_connection(("127.0.0.1", 443), 300, source_address=(f"127.0.{self.network}.{client}", 0))
        connection = http.client.HTTPConnection("links.example")
        connection.sock = context.wrap_socket(plain, server_hostname="links.example")
        try:
            connection.request(method, path, headers={name.replace("_", "-"): value for name, value in fields.items()})
            response = connection.getresponse()
            fields = {name.lower(): response.headers[name] for name, _ in response.getheaders()}
            fields["vary"] = ", ".join(response.headers.get_all("Vary", []))
            return response.status, fields, response.read()
        finally:
            connection.close()

    def stop(self):
        self.process.terminate()
        self.process.wait(timeout=300)


def mount(path, *options):
    subprocess.run(["mount", *options, path], check=True)


def prepare(binary, folder):
    """What an operator brings to a machine: the program, the certificate and the files; the rest is as Debian sets it up."""
    subprocess.run(["ip", "link", "set", "lo", "up"], check=True)
    certificate, key = folder / "links.example.pem", folder / "links.example.key"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=links.example", "-days", "80",
         "-addext", "subjectAltName=DNS:links.example", "-keyout", key, "-out", certificate], check=True, capture_output=True)
    # The folder in which Caddy keeps its certificate.
    kept = folder / "caddy/certificates/acme-v02.api.letsencrypt.org-directory/links.example"
    kept.mkdir(parents=True)
    shutil.copy(certificate, kept / "links.example.crt")
    shutil.copy(key, kept / "links.example.key")
    (kept / "links.example.json").write_text('{"sans": ["links.example"], "issuer_data": {}}', encoding="utf-8")
    for path in ("/etc/ssl", "/etc/nginx/conf.d", "/usr/local/bin", "/var/cache", "/var/lib/nginx", "/var/log/nginx", "/run"):
        mount(path, "-t", "tmpfs", "tmpfs")
    shutil.copy(certificate, "/etc/ssl")
    shutil.copy(key, "/etc/ssl")
    shutil.copy(DEPLOYMENT / "nginx.conf", "/etc/nginx/conf.d/applinks-index.conf")
    os.symlink(binary, "/usr/local/bin/applinks-index")


def start_nginx(_):
    # The cached answers of another node must not be used.
    shutil.rmtree("/var/cache/applinks-index", ignore_errors=True)
    return Proxy(["nginx", "-g", "daemon off;"])


def start_caddy(folder):
    command = ["caddy", "run", "--adapter", "caddyfile", "--config", str(DEPLOYMENT / "Caddyfile")]
    environment = {"HOME": str(folder), "XDG_DATA_HOME": str(folder), "PATH": "/usr/bin:/bin"}
    return Proxy(command, env=environment, stderr=open(folder / "caddy.log", "w", encoding="utf-8"))


def links(number):
    return "/v1/links?url=" + urllib.parse.quote(f"https://demo.example/recipes/{number}", safe="")


def check_answers(proxy, name):
    """What holds behind every proxy."""
    print(f"{name}, keys optional")
    status, fields, body = proxy.ask(links(42))
    expect(status == 200, f"status {status}: {fields} {body[:500]!r}")
    expect_equal("an answer", (status, "targets" in json.loads(body).get("link", {})), (200, True))
    expect(re.fullmatch(r"public, max-age=[1-9]\d*", fields["cache-control"]), f"the answer may not be kept: {fields['cache-control']}")
    again = proxy.ask(links(42), If_None_Match=fields["etag"])
    expect_equal("the same bytes by ETag", (again[0], again[2]), (304, b""))
    expect_equal("compressed", proxy.ask(links(42), Accept_Encoding="gzip")[1].get("content-encoding"), "gzip")
    expect_equal("metrics, from outside", proxy.ask("/metrics")[0], 404)
    for path in ("/health", "/ready", "/metrics/", "//metrics", "/nothing"):
        expect_equal(f"{path}, from outside", proxy.ask(path)[0], 404)
    demo = urllib.parse.quote("https://demo.example/recipes/42", safe="")
    for path in ("/openapi.json", "/", f"/check?url={demo}", f"/?ids={demo}", f"/v18.0/?ids={demo}", f"/v18.0?ids={demo}",
                 "/v1/statements:list?source.web.site=https://demo.example"):
        expect_equal(path, proxy.ask(path, client=9)[0], 200)
    expect_equal("a method that a path does not have", proxy.ask("/v1/links", method="PUT")[0], 405)

    # Each client has its own share behind the proxy, and does not get another one with a field that it writes itself.
    start, count = time.monotonic(), 0
    while (status := proxy.ask(links(100 + count), client=5, X_Forwarded_For=f"203.0.113.{count % 250}")[0]) == 200 and count < 500:
        count += 1
    expect_equal("one client, at last", status, 429)
    # While the requests are made, a part of the limit is allowed again, on a busy machine a large part.
    allowed = LIMIT * (1 + (time.monotonic() - start) / 60) + 1
    expect(count <= allowed, f"a client got {count} answers where {LIMIT} are allowed in a minute")
    print(f"  one client: {count} answers, then 429")
    expect_equal("another client", proxy.ask(links(200), client=6)[0], 200)


def check_cache(binary, node, proxy):
    """What nginx's cache keeps, and for how long."""
    print("nginx's cache, keys optional")
    path = links(42) + "&device=iphone"
    answers = [proxy.ask(path, client=7) for _ in range(3)]
    expect_equal("three times the same URL", [fields.get("x-cache-status") for _, fields, _ in answers], ["MISS", "HIT", "HIT"])
    expect_equal("what a client may do with a kept answer", answers[2][1]["cache-control"], "public, no-cache")
    again = proxy.ask(path, client=7, If_None_Match=answers[2][1]["etag"])
    expect_equal("… which it has", (again[0], again[1].get("x-cache-status")), (304, "HIT"))

    def read_at(body):
        return max(source["read_at"] for source in json.loads(body)["sources"])

    new = proxy.ask(path, client=7, Cache_Control="no-cache")
    expect_equal("Cache-Control: no-cache", (new[1].get("x-cache-status"), read_at(new[2]) > read_at(answers[2][2])), ("BYPASS", True))
    expect_equal("… and what others get then", read_at(proxy.ask(path, client=8)[2]), read_at(new[2]))

    key = added_key(binary, node, "editor")
    expect_equal("DELETE", proxy.ask(links(42), method="DELETE", Authorization=f"Bearer {key}")[0], 204)
    kept = proxy.ask(path, client=8)
    expect_equal("what nginx keeps of a forgotten URL", (kept[1].get("x-cache-status"), read_at(kept[2])), ("HIT", read_at(new[2])))
    last = proxy.ask(path, client=8, Cache_Control="no-cache")
    expect_equal("… until somebody asks for a new answer", read_at(proxy.ask(path, client=7)[2]), read_at(last[2]))


def added_key(binary, node, name):
    added = subprocess.run([binary, "keys", "add", name, "--database", node.database], capture_output=True, text=True, check=True)
    return max(re.findall(r"\S+", added.stdout), key=len)


def check_keys(binary, node, proxy, cached):
    """An answer that needs a key is given to nobody else."""
    print("keys required")
    key = added_key(binary, node, f"client {proxy.network}")
    for _ in range(2):
        status, fields, _ = proxy.ask(links(42), Authorization=f"Bearer {key}")
        expect_equal("with a key", (status, fields["cache-control"].split(",")[0], "Authorization" in fields["vary"]),
               (200, "private", True))
        if cached:
            expect_equal("from nginx's cache", fields.get("x-cache-status"), "MISS")
    expect_equal("without a key", proxy.ask(links(42))[0], 401)


def check_unit():
    """The unit of systemd is one, and is confined."""
    unit = DEPLOYMENT / "applinks-index.service"
    verified = subprocess.run(["systemd-analyze", "verify", "--recursive-errors=no", unit], capture_output=True, text=True, check=False)
    said = [line for line in verified.stderr.splitlines() if "applinks-index" in line]
    expect_equal("systemd-analyze verify", (verified.returncode, said), (0, []))
    judged = subprocess.run(["systemd-analyze", "security", "--offline=yes", "--threshold=20", unit],
                            capture_output=True, text=True, check=False)
    print(f"  {judged.stdout.strip().splitlines()[-1]}")
    expect_equal("systemd-analyze security", judged.returncode, 0)


def check_alerts():
    """The alerts ask for metrics that a node has."""
    rules = (DEPLOYMENT / "alerts.yml").read_text(encoding="utf-8")
    names = r"(?:applinks_index|process|metrics_series)_\w+"
    asked = set(re.findall(names, rules))
    expect(asked, "the alerts ask for no metric")
    with urllib.request.urlopen("http://127.0.0.1:8080/metrics", timeout=300) as response:
        offered = set(re.findall(rf"^({names})", response.read().decode(), re.MULTILINE))
    # These metrics appear with the first fetch, or with PostgreSQL.
    offered |= set(re.findall(r'Counter\(label: "(\w+)"', (
        PACKAGE / "Sources/LinkIndexPostgreSQL/ConnectionReport.swift").read_text(encoding="utf-8")))
    offered |= {"applinks_index_fetch_total", "applinks_index_fetch_duration_seconds"}
    expect_equal("metrics of alerts that no node has", sorted(asked - offered), [])
    for what in (["check", "rules", DEPLOYMENT / "alerts.yml"], ["test", "rules", PACKAGE / "Tests/alerts.test.yml"]):
        done = subprocess.run(["promtool", *what], capture_output=True, text=True, check=False)
        expect_equal(f"promtool {what[0]} rules", (done.returncode, done.stderr), (0, ""))


def check(folder):
    if os.geteuid() != 0:
        raise Failure("this needs root, for a network and a view of the file system of its own")
    if len(sys.argv) == 1:
        command = ["unshare", "--mount", "--net", sys.executable, __file__, built()]
        expect(subprocess.run(command, check=False).returncode == 0, "see above")
        return
    binary = sys.argv[1]
    started = []
    prepare(binary, folder)
    check_unit()
    try:
        for keys in ("optional", "required"):
            node = Node(binary, folder, "--address-limit", str(LIMIT), "--keys", keys, "--forgetting-key", "editor")
            started.append(node)
            for start in (start_nginx, start_caddy):
                proxy = start(folder)
                started.append(proxy)
                is_nginx = start is start_nginx
                if keys == "required":
                    check_keys(binary, node, proxy, cached=is_nginx)
                else:
                    check_answers(proxy, "nginx" if is_nginx else "Caddy")
                    if is_nginx:
                        check_cache(binary, node, proxy)
                started.pop().stop()
            if keys == "optional":
                check_alerts()
            started.pop().stop()
    finally:
        for one in reversed(started):
            one.stop()
    print("nginx and Caddy in front of a node answer as documented; unit and alerts are valid")


if __name__ == "__main__":
    run(check, needs=("nginx", "caddy", "openssl", "systemd-analyze", "promtool", "ip", "unshare"))
