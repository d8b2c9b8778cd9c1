#!/usr/bin/env python3
"""Measures the processor time of a request: of a node for each way of asking, and of nginx for the same bytes.

Usage: measure-processor.py [--program PATH] [--seconds 3] [--rounds 3] [--urls 100]

wrk asks over 64 connections for answers that are kept: of a node without a key, with keys required, for one device, in Meta's form and by a
POST of 50 URLs; of nginx that has the answers as files; of nginx that keeps them in its cache, as Index/Deployment/nginx.conf does. Then
a node is asked for URLs that it must fetch. Processor time is that of /proc, so that other work on the machine counts little. The ratio
is to a GET of the same round.

Needs nginx and wrk. Everything runs on loopback and in a temporary folder, and what was started is ended. By default the service is
built for release.
"""
import asyncio
import json
import pathlib
import signal
import statistics
import subprocess
import urllib.parse

import postgres
from cluster import Client, Node, free_port, load, processor_seconds
from origin import Origin
from script import built, expect, read_options, run

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
    proxy_cache_path cache levels=1:2 keys_zone=links:10m;
    upstream node {{ server 127.0.0.1:{node}; keepalive 64; }}
    server {{ listen 127.0.0.1:{files} backlog=1024; root {root}; default_type application/json; }}
    server {{ listen 127.0.0.1:{cache} backlog=1024;
        location / {{ proxy_pass http://node; proxy_http_version 1.1; proxy_set_header Connection ""; proxy_cache links; }}
    }}
}}
"""


async def wrk(folder, port, paths, seconds, method="GET", body=None, key=None):
    """Asks for paths in turn, and returns how many answers there were."""
    script = folder / "wrk.lua"
    script.write_text(SCRIPT.format(paths="\n".join(paths), method=method, body=f"[[{body}]]" if body else "nil"))
    command = ["wrk", "-t", "1", "-c", str(CONNECTIONS), "-d", f"{seconds}s", "-s", str(script), f"http://127.0.0.1:{port}"]
    command += ["-H", f"Authorization: Bearer {key}"] if key else []
    process = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT)
    text = (await process.communicate())[0].decode()
    expect(process.returncode == 0 and "Non-2xx" not in text, f"wrk: {text}")
    return next(int(line.split()[0]) for line in text.splitlines() if "requests in" in line)


async def show_kept(folder, open_node, closed_node, key, urls, files, options):
    """What a request for an answer costs that is kept."""
    quoted = [urllib.parse.quote(url, safe="") for url in urls]
    links = [f"/v1/links?url={url}" for url in quoted]
    ports = dict(files=free_port(), cache=free_port())
    (folder / "nginx.conf").write_text(NGINX.format(node=open_node.port, root=files, **ports))
    nginx = await asyncio.create_subprocess_exec("nginx", "-p", str(folder), "-c", str(folder / "nginx.conf"))

    def of_nginx():
        return sum(processor_seconds(child) for child in postgres.children(nginx.pid))

    ways = [
        ("GET", open_node.seconds, open_node.port, dict(paths=links)),
        ("GET, keys required", closed_node.seconds, closed_node.port, dict(paths=links, key=key)),
        ("GET, one device", open_node.seconds, open_node.port, dict(paths=[f"{path}&device=iphone" for path in links])),
        ("Meta's form", open_node.seconds, open_node.port, dict(paths=[f"/?ids={url}" for url in quoted])),
        ("Meta's form, keys required", closed_node.seconds, closed_node.port, dict(paths=[f"/?ids={url}" for url in quoted], key=key)),
        ("POST of 50", open_node.seconds, open_node.port,
         dict(paths=["/v1/links"], method="POST", body=json.dumps({"urls": urls[:50]}))),
        ("nginx, the same bytes as files", of_nginx, ports["files"], dict(paths=[f"/{number}.json" for number in range(len(urls))])),
        ("nginx, its cache", of_nginx, ports["cache"], dict(paths=links)),
    ]
    times = {name: [] for name, *_ in ways}
    try:
        for _ in range(options.rounds):
            for name, used, port, request in ways:
                await wrk(folder, port, seconds=1, **request)
                before = used()
                count = await wrk(folder, port, seconds=options.seconds, **request)
                times[name].append((used() - before) / count * 1e6)
    finally:
        nginx.terminate()
        await nginx.wait()
    for name, *_ in ways:
        ratio = statistics.median(one / get for one, get in zip(times[name], times["GET"]))
        print(f"{name}: {statistics.median(times[name]):.1f} µs a request, {ratio:.2f} of a GET "
              f"({', '.join(f'{time:.1f}' for time in times[name])})")


async def show_fetched(node, origin, options):
    """What an answer costs whose page is fetched."""
    times = []
    for turn in range(options.rounds):
        first = 10_000 * (turn + 1)
        numbers = [number for number in range(first, first + 2_000) if Origin.kind(number) == "tags"][:1_000]
        before = node.seconds()
        await load([node], origin, numbers, 16, again=0)
        times.append((node.seconds() - before) / len(numbers) * 1e6)
    print(f"fetched: {statistics.median(times):.0f} µs an answer ({', '.join(f'{time:.0f}' for time in times)})")


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
        await show_kept(folder, *nodes, key, urls, files, options)
        await show_fetched(nodes[0], origin, options)
    finally:
        for node in nodes:
            await node.end(signal.SIGKILL)
        origin.stop()


if __name__ == "__main__":
    OPTIONS = read_options(__doc__, program=None, seconds=3, rounds=3, urls=100)
    run(lambda folder: measure(OPTIONS, folder), needs=("nginx", "wrk"))
