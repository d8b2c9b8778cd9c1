#!/usr/bin/env python3
"""Compares the answers of a node with what `applinks check --json` and `applinks explain --json` print of the same links.

Usage: compare-with-check.py [--links 240] [--seed 1] [--program PATH] [--command PATH]

Hosts are made with random association files and pages, some of them wrong, missing or refused by the server. A network of its own has a
server for them with a certificate that is trusted there, so that both sides ask as they ask the web. Each link is asked of the node
alone, once more from its memory, and in a POST of up to 50; `answers` must be those of `check` and of `explain`, `devices` and
`failures` those of `explain`. The findings of `check` are no part of the index's answer.

Needs root, openssl and ip, on Linux. By default both programs are built for debug.
"""
import asyncio
import collections
import concurrent.futures
import hashlib
import http.server
import json
import os
import pathlib
import random
import signal
import socketserver
import ssl
import subprocess
import sys
import threading
import urllib.parse
import urllib.request

from cluster import Client, Node
from script import PACKAGE, Failure, built, expect, read_options, run

# An address that is public for the programs; the network of the script has no other.
ADDRESS, DOMAIN = "198.41.30.7", "compared-links.com"
APPS = ["R2TQ9MZ7K4.example.shelf", "Q7XW3LDN52.example.shop"]
PACKAGES = ["example.shelf", "example.shop"]
PARTS = ["/recipes/*", "/recipes/4?", "/a/*/b", "*", "/", "/%C3%A9*", "/Recipes/*", "/*.html", "NOT /recipes/1", "/recipes/1"]
LINKS = ["/", "/recipes/42", "/recipes/1", "/recipes/1?x=y&z=%20#part", "/a/c/b", "/%C3%A9t%C3%A9", "/page.html", "/RECIPES/42", "/recipes//42",
         "/a%2Fb?list[]=1", "/recipes/42/"]


class Host:
    """What a host answers for each path: the status, the fields and the body."""

    def __init__(self, name, choice):
        self.name, self.choice, self.paths = name, choice, {}
        self.set("/.well-known/apple-app-site-association", self.apple())
        self.set("/.well-known/assetlinks.json", self.google())
        self.set("/.well-known/windows-app-web-link", choice.choice([None, None, None, self.windows()]))

    def set(self, path, text):
        """Serves a file in one of the ways in which servers do."""
        kind = "application/json"
        status, body = (404, "missing") if text is None else (200, text)
        match self.choice.randrange(14):
            case 0: kind = "text/html"
            case 1: status = self.choice.choice([301, 403, 404, 410, 429, 500, 503])
            case 2: body = "<!doctype html><title>Sign in</title>"
            case 3: body = body[: len(body) // 2]
            case 4: status = 0
        self.paths[path] = (status, {"Content-Type": kind, "Location": "/elsewhere"}, body.encode())

    def component(self):
        part = {"/": self.choice.choice(PARTS).removeprefix("NOT ")}
        if self.choice.random() < 0.2: part["?"] = self.choice.choice([{"x": "?*"}, "x=*", {"x": ""}])
        if self.choice.random() < 0.1: part["#"] = self.choice.choice(["part", "*"])
        if self.choice.random() < 0.3: part["exclude"] = self.choice.choice([True, False, "yes"])
        if self.choice.random() < 0.1: part["caseSensitive"] = False
        if self.choice.random() < 0.1: part["percentEncoded"] = False
        return part

    def apple(self):
        details = []
        for _ in range(self.choice.randrange(4)):
            apps = self.choice.sample(APPS, self.choice.choice([1, 1, 2]))
            rules = [self.component() for _ in range(self.choice.randrange(5))]
            old = self.choice.choices(PARTS, k=3)
            details.append(self.choice.choice([
                {"appIDs": apps, "components": rules}, {"appID": apps[0], "paths": old}, {"appIDs": apps, "components": rules, "paths": old},
                {"appID": "example.shelf", "paths": old}, {"appIDs": apps, "components": "*"}]))
        whole = {"applinks": {"apps": [], "details": details}, "webcredentials": {"apps": APPS[:1]}}
        return self.choice.choice([json.dumps(whole)] * 6 + [json.dumps({"applinks": {"details": {APPS[0]: {"paths": PARTS[:2]}}}}), "{", "[]", None])

    def google(self):
        good = [hashlib.sha256(text).digest().hex(":").upper() for text in (b"a", b"b", b"c")]
        certificates = [*good, good[0].lower(), good[0][:-2] + "G0", ":".join(["5F"] * 32)]
        statements = [{"relation": [f"delegate_permission/common.{self.choice.choice(['handle_all_urls'] * 3 + ['get_login_creds'])}"],
                       "target": {"namespace": "android_app", "package_name": self.choice.choice(PACKAGES),
                                  "sha256_cert_fingerprints": self.choice.sample(certificates, self.choice.choice([1, 1, 2]))}}
                      for _ in range(self.choice.randrange(4))]
        if self.choice.random() < 0.15: statements.append({"include": f"https://{self.name}/more.json"})
        for statement in statements:
            if self.choice.random() < 0.15:
                statement["relation_extensions"] = {"delegate_permission/common.handle_all_urls": {
                    "dynamic_app_link_components": [self.component() for _ in range(3)]}}
        return self.choice.choice([json.dumps(statements)] * 6 + [json.dumps(statements[:1])[1:-1], "[", None])

    def windows(self):
        return json.dumps([{"packageFamilyName": "Shelf_8wekyb3d8bbwe", "paths": ["*"], "excludePaths": ["/a/*"]}])

    def page(self):
        tags = ['<meta property="al:ios:url" content="shelf://1"><meta property="al:ios:app_store_id" content="12">',
                '<meta property="al:android:package" content="example.shelf"><meta property="al:android:url" content="shelf://1">',
                '<meta name="apple-itunes-app" content="app-id=12, app-argument=shelf://1">',
                '<link rel="alternate" href="android-app://example.shelf/shelf/1">', '<meta property="al:web:should_fallback" content="false">']
        return "<!doctype html><title>Shelf</title>" + "".join(self.choice.sample(tags, self.choice.randrange(4)))

    def link(self, path):
        """Serves a page, and returns its link."""
        place = urllib.parse.urlsplit(path).path
        if place not in self.paths:
            status = self.choice.choice([200] * 8 + [302, 404, 500, 0])
            self.paths[place] = (status, {"Content-Type": "text/html; charset=utf-8", "Location": "/elsewhere"}, self.page().encode())
            self.paths.setdefault("/elsewhere", (200, {"Content-Type": "text/html"}, self.page().encode()))
        return f"https://{self.name}{path}"


class Server(socketserver.ThreadingMixIn, http.server.HTTPServer):
    daemon_threads, request_queue_size, hosts = True, 512, {}

    def handle_error(self, request, client_address):
        """Says nothing: a client may end a connection."""


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        host = Server.hosts.get(self.headers["Host"].split(":")[0])
        status, fields, body = (host and host.paths.get(urllib.parse.urlsplit(self.path).path)) or (404, {}, b"missing")
        if status == 0:
            self.close_connection = True
            return
        self.send_response(status)
        for name, value in fields.items():
            if name != "Location" or status in (301, 302): self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "max-age=3600")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        """Says nothing."""


def start_server(folder):
    """Gives the network an address and names, and serves there with a certificate that the programs trust."""
    subprocess.run(["ip", "link", "set", "lo", "up"], check=True)
    subprocess.run(["ip", "address", "add", f"{ADDRESS}/32", "dev", "lo"], check=True)
    key, certificate = folder / "key.pem", folder / "certificate.pem"
    subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", certificate, "-days", "2", "-subj",
                    f"/CN={DOMAIN}", "-addext", f"subjectAltName=DNS:{DOMAIN},DNS:*.{DOMAIN}"], check=True, capture_output=True)
    trusted = "/etc/ssl/certs/ca-certificates.crt"
    names = "127.0.0.1 localhost\n" + "".join(f"{ADDRESS} {name}\n" for name in Server.hosts)
    for place, text in (("/etc/hosts", names), (trusted, certificate.read_text())):
        own = folder / pathlib.Path(place).name
        own.write_text(text)
        subprocess.run(["mount", "--bind", own, place], check=True)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    for port in (80, 443):
        server = Server((ADDRESS, port), Handler)
        if port == 443:
            # The handshake is in the thread of the connection, so that a silent client does not stop others.
            server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
        threading.Thread(target=server.serve_forever, daemon=True).start()


def make_links(options):
    choice = random.Random(options.seed)
    links = []
    while len(links) < options.links:
        host = Host(f"h{len(Server.hosts)}.{DOMAIN}", choice)
        Server.hosts[host.name] = host
        host.set("/more.json", host.google())
        links += [host.link(path) for path in choice.sample(LINKS, 4)]
    return links[:options.links]


def printed(command, folder):
    done = subprocess.run(command, capture_output=True, text=True, cwd=folder, check=False)
    try:
        return json.loads(done.stdout)
    except ValueError:
        raise Failure(f"{command}: status {done.returncode}: {done.stdout[-500:]} {done.stderr[-500:]}") from None


def expected(command, links, folder):
    """What the command says of each link: the answers of `check`, and the document of `explain`."""
    (folder / "links.txt").write_text("\n".join(links))
    inputs = printed([command, "check", "--from", "links.txt", "--no-project", "--no-config", "--json"], folder)["inputs"]
    expect([one["input"] for one in inputs] == links, "check did not print each link in its order")
    # A few run at a time, because most of the time is spent on servers that do not answer, which are requested again.
    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        explained = list(pool.map(lambda link: printed([command, "explain", link, "--json"], folder), links))
    return list(zip((one["answers"] for one in inputs), explained))


def asked_together(port, links):
    request = urllib.request.Request(f"http://127.0.0.1:{port}/v1/links", json.dumps({"urls": links}).encode(), {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=300) as response:
        return json.load(response)["answers"]


async def asked_alone(node, links):
    async def some(links):
        client = Client()
        try:
            return [(await client.ask(node, link))[2] for link in links]
        finally:
            client.close()

    return sum(await asyncio.gather(*(some(links[first:first + 8]) for first in range(0, len(links), 8))), [])


async def compare(options, folder, program, command):
    links = make_links(options)
    start_server(folder)
    truth = expected(command, links, folder)
    node = Node(program, "compared", str(folder / "index.sqlite"), folder)
    node.command.remove("--allow-private")
    await node.start()
    try:
        said = {name: await asked_alone(node, links) for name in ("GET", "GET, again")}
        said["POST"] = [answer for first in range(0, len(links), 50)
                        for answer in await asyncio.to_thread(asked_together, node.port, links[first:first + 50])]
    finally:
        await node.end(signal.SIGTERM)
    different = []
    for name, documents in said.items():
        same = collections.Counter()
        for link, document, (answers, explained) in zip(links, documents, truth):
            pairs = {"answers of check": (document["answers"], answers)}
            pairs |= {f"{member} of explain": (document[member], explained[member]) for member in ("url", "answers", "devices", "failures")}
            wrong = [what for what, (one, other) in pairs.items() if one != other]
            same.update(what for what in pairs if what not in wrong)
            for what in wrong:
                different.append((name, link, what, pairs[what]))
        print(f"{name}: " + ", ".join(f"{what} {count} of {len(links)}" for what, count in same.items()), flush=True)
    outcomes = collections.Counter(f"{row['outcome']} ({row.get('rule', 'no rule')})" for answers, _ in truth for row in answers)
    print(f"{len(Server.hosts)} hosts, {sum(outcomes.values())} answers: " + ", ".join(f"{name} {count}" for name, count in outcomes.most_common()))
    expect(len(outcomes) > min(5, options.links // 10), "the answers are too much alike to show anything")
    for name, link, what, (one, other) in different[:5]:
        print(f"{name} {link}: {what}\n  node:    {json.dumps(one)}\n  command: {json.dumps(other)}", file=sys.stderr)
    expect(not different, f"{len(different)} members differ; the first are above")


def command_built():
    package = PACKAGE.parent / "Command"
    build = ["swift", "build", "--package-path", package, "--product", "applinks"]
    subprocess.run(build, check=True, stdout=sys.stderr)
    return subprocess.run([*build, "--show-bin-path"], check=True, capture_output=True, text=True).stdout.strip() + "/applinks"


def check(folder):
    if os.geteuid() != 0:
        raise Failure("this needs root, for a network and a view of the file system of its own")
    if os.environ.get("COMPARED_WITHIN") is None:
        places = ["--program", OPTIONS.program or built(), "--command", OPTIONS.command or command_built()]
        again = ["unshare", "--mount", "--net", sys.executable, __file__, "--links", str(OPTIONS.links), "--seed", str(OPTIONS.seed), *places]
        expect(subprocess.run(again, env=os.environ | {"COMPARED_WITHIN": "1"}, check=False).returncode == 0, "see above")
        return None
    return compare(OPTIONS, folder, *(str(pathlib.Path(place).resolve()) for place in (OPTIONS.program, OPTIONS.command)))


if __name__ == "__main__":
    OPTIONS = read_options(__doc__, links=240, seed=1, program=None, command=None)
    run(check, needs=("openssl", "ip", "unshare"))
