#!/usr/bin/env python3
"""Measures the processor time of a node for each way of asking for the same cached answers, and its rate behind nginx.

Usage: measure-processor.py [--program PATH] [--seconds 3] [--rounds 3] [--urls 100]

1. Processor time of the node for a request, of /proc, while wrk asks over 64 connections: without a key, with keys required, for one
   device, in Meta's form, and a POST of 50 URLs, with its ratio to a GET of the same node in the same round.
2. Rate: nginx with the answers as files, behind another nginx and a node behind it, with nginx's default proxy_pass, which opens a
   connection for each request, and with connections that are used again; with the ratio to nginx behind nginx in the same round.

Needs nginx and wrk. Everything runs on loopback and in a temporary folder, and what was started is ended. By default the service is
built for release.
"""
import argparse
import asyncio
import json
import pathlib
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import urllib.parse

from cluster import Client, Failure, Node, built, expect, free_port
from origin import Origin

CONNECTIONS = 64

SCRIPT = """
local requests, place = {{}}, 0
function init(arguments)
    for path in string.gmatch([[{paths}]], "%S+") do requests[#requests + 1] = wrk.format("{method}", path, nil, {body}) end
end
function request() place = place % #requests + 1; return requests[place] end
"""

NGINX = """
daemon off; worker_processes 1; pid nginx.pid; error_log stderr error;
events {{ worker_connections 1024; }}
http {{
    access_log off; keepalive_requests 100000000; sendfile on; tcp_nopush on; open_file_cache max=1000 inactive=1h;
    client_body_temp_path t1; proxy_temp_path t2; fastcgi_temp_path t3; uwsgi_temp_path t4; scgi_temp_path t5;
    upstream node {{ server 127.0.0.1:{node}; keepalive 64; }}
    upstream files {{ server 127.0.0.1:{files}; keepalive 64; }}
    server {{ listen 127.0.0.1:{files} backlog=1024; root {root}; default_type application/json; }}
    server {{ listen 127.0.0.1:{front} backlog=1024;
        location /default/node/ {{ proxy_pass http://127.0.0.1:{node}/; }}
        location /default/files/ {{ proxy_pass http://127.0.0.1:{files}/; }}
        location /again/node/ {{ proxy_pass http://node/; proxy_http_version 1.1; proxy_set_header Connection "";
            proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for; }}
        location /again/files/ {{ proxy_pass http://files/; proxy_http_version 1.1; proxy_set_header Connection ""; }}
    }}
}}
"""


async def wrk(folder, port, paths, seconds, method="GET", body=None, key=None):
    """Asks for paths in turn, and returns how many answers a second there were."""
    script = folder / "wrk.lua"
    script.write_text(SCRIPT.format(paths="\n".join(paths), method=method, body=f"[[{body}]]" if body else "nil"))
    command = ["wrk", "-t", "1", "-c", str(CONNECTIONS), "-d", f"{seconds}s", "-s", str(script), f"http://127.0.0.1:{port}"]
    command += ["-H", f"Authorization: Bearer {key}"] if key else []
    process = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT)
    text = (await process.communicate())[0].decode()
    expect(process.returncode == 0 and "Non-2xx" not in text, f"wrk: {text}")
    count = next(int(line.split()[0]) for line in text.splitlines() if "requests in" in line)
    return count, next(float(line.split()[1]) for line in text.splitlines() if line.startswith("Requests/sec"))


async def show_processor_time(folder, open_node, closed_node, key, urls, options):
    quoted = [urllib.parse.quote(url, safe="") for url in urls]
    links = [f"/v1/links?url={url}" for url in quoted]
    ways = [
        ("GET", open_node, dict(paths=links)),
        ("GET, keys required", closed_node, dict(paths=links, key=key)),
        ("GET, one device", open_node, dict(paths=[f"{path}&device=iphone" for path in links])),
        ("GET, one device, keys required", closed_node, dict(paths=[f"{path}&device=iphone" for path in links], key=key)),
        ("Meta's form", open_node, dict(paths=[f"/?ids={url}" for url in quoted])),
        ("Meta's form, keys required", closed_node, dict(paths=[f"/?ids={url}" for url in quoted], key=key)),
        ("POST of 50", open_node, dict(paths=["/v1/links"], method="POST", body=json.dumps({"urls": urls[:50]}))),
    ]
    times = {name: [] for name, _, _ in ways}
    for _ in range(options.rounds):
        for name, node, request in ways:
            await wrk(folder, node.port, seconds=1, **request)
            before = node.seconds()
            count, _ = await wrk(folder, node.port, seconds=options.seconds, **request)
            times[name].append((node.seconds() - before) / count * 1e6)
    for name, _, _ in ways:
        ratio = statistics.median(one / get for one, get in zip(times[name], times["GET"]))
        print(f"processor time: {name}: {statistics.median(times[name]):.1f} µs a request, {ratio:.2f} of a GET "
              f"({', '.join(f'{time:.1f}' for time in times[name])})")


async def show_rates(folder, node, urls, files, options):
    front, port = free_port(), free_port()
    (folder / "nginx.conf").write_text(NGINX.format(front=front, files=port, node=node.port, root=files))
    nginx = await asyncio.create_subprocess_exec("nginx", "-p", str(folder), "-c", str(folder / "nginx.conf"))
    try:
        await asyncio.sleep(1)
        links = ["v1/links?url=" + urllib.parse.quote(url, safe="") for url in urls]
        names = [f"{number}.json" for number in range(len(urls))]
        ways = [("nginx", port, [f"/{name}" for name in names]), ("node", node.port, [f"/{link}" for link in links])]
        for way in ("default", "again"):
            ways += [(f"{way}: nginx behind nginx", front, [f"/{way}/files/{name}" for name in names]),
                     (f"{way}: node behind nginx", front, [f"/{way}/node/{link}" for link in links])]
        rates, costs = {name: [] for name, _, _ in ways}, {}
        for _ in range(options.rounds):
            for name, to, paths in ways:
                before = node.seconds()
                count, rate = await wrk(folder, to, paths, options.seconds)
                rates[name].append(rate)
                costs.setdefault(name, []).append((node.seconds() - before) / count * 1e6)
        for name, _, _ in ways:
            other = name.replace("node", "nginx") if name != "node" else "nginx"
            ratio = statistics.median(one / two for one, two in zip(rates[name], rates[other]))
            print(f"rate: {name}: {statistics.median(rates[name]):.0f} a second, {ratio:.2f} of {other}, "
                  f"{statistics.median(rates[name]) / statistics.median(rates['nginx']):.2f} of nginx, "
                  f"{statistics.median(costs[name]):.1f} µs of the node")
    finally:
        nginx.terminate()
        await nginx.wait()


async def measure(options, folder):
    program = pathlib.Path(options.program or built(release=True)).resolve()
    origin = Origin(hosts=20)
    await origin.start()
    nodes = [Node(program, "open", str(folder / "open.sqlite"), folder, "--trusted-proxy", "127.0.0.9"),
             Node(program, "closed", str(folder / "closed.sqlite"), folder, "--key-limit", "0", keys="required")]
    try:
        for node in nodes:
            await node.start()
        key = subprocess.run([program, "keys", "add", "load", "--database", folder / "closed.sqlite"], check=True,
                             capture_output=True, text=True).stdout.strip()
        numbers = [number for number in range(options.urls * 2) if Origin.kind(number) == "tags"][:options.urls]
        urls = [origin.url(number) for number in numbers]
        files = folder / "files"
        files.mkdir()
        for node in nodes:
            client = Client(key if node is nodes[1] else None)
            for _ in range(2):
                for number, url in enumerate(urls):
                    status, _, body = await client.ask_body(node, url)
                    expect(status == 200 and b'"link"' in body, f"{url}: status {status}")
                    (files / f"{number}.json").write_bytes(body)
            client.close()
        size = statistics.mean(path.stat().st_size for path in files.iterdir())
        print(f"answers: {len(urls)} cached, {size:.0f} bytes each on average")
        await show_processor_time(folder, *nodes, key, urls, options)
        await show_rates(folder, nodes[0], urls, files, options)
    finally:
        for node in nodes:
            await node.end(signal.SIGKILL)
        origin.stop()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program")
    parser.add_argument("--seconds", type=int, default=3)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--urls", type=int, default=100)
    options = parser.parse_args()
    missing = [tool for tool in ("nginx", "wrk") if not shutil.which(tool)]
    if missing:
        sys.exit(f"measure-processor: not installed: {', '.join(missing)}")
    folder = pathlib.Path(tempfile.mkdtemp(prefix="index-processor-", dir="/tmp"))
    folder.chmod(0o755)
    try:
        asyncio.run(measure(options, folder))
    except Failure as failure:
        sys.exit(f"measure-processor: {failure}")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
