#!/usr/bin/env python3
"""Runs two nodes of the index service with PostgreSQL under Patroni and etcd, and shows that they stay right while a primary dies.

Usage: prove-patroni.py [--rate 20] [--pause 60] [--clients 8] [--program PATH]

Three machines are processes on loopback: etcd, Patroni and a server each; their
configuration is Index/Deployment/patroni.yml. Clients ask the nodes for URLs, --rate a second, some of them twice. Meanwhile

1. the machine of the primary ends at once (SIGKILL), and is started again when a replica has taken over;
2. the machine of the new primary is stopped (SIGSTOP) for --pause seconds, longer than its lease in etcd, and goes on.

Every answer must be what the origin server would say, or a problem with status 5xx and Retry-After. A key that was added just
before must be there afterwards. Then every URL is asked for again, and each stored record is compared with the origin server's pages.

It needs patroni and etcd-server of Debian, takes about four minutes, and is not part of CI. What was started is ended.
"""
import asyncio
import collections
import signal
import subprocess
import sys
import time

import postgres
from cluster import LIMIT, Node, compare_records, free_port, is_kept, load
from origin import Origin
from patroni import Patroni
from script import built, expect, read_options, run


class Load:
    """Clients that ask for new URLs, and for some again, so many a second at most."""

    def __init__(self, nodes, origin, options):
        self.verdicts = collections.Counter()
        self.asked, self.slowest = 0, 0.0
        self.is_ending = False
        self.task = asyncio.create_task(self._run(nodes, origin, options))

    async def _run(self, nodes, origin, options):
        while not self.is_ending:
            begin = time.monotonic()
            verdicts = await load(nodes, origin, range(self.asked, self.asked + options.rate), options.clients, again=0.3)
            self.asked += options.rate
            self.slowest = max(self.slowest, verdicts.pop("slowest"))
            self.verdicts += verdicts
            await asyncio.sleep(max(0.0, begin + 1.3 - time.monotonic()))

    async def end(self):
        self.is_ending = True
        await self.task


async def add_key(program, database, name):
    await asyncio.to_thread(subprocess.run, [program, "keys", "add", name, "--database", database], capture_output=True, check=True,
                            timeout=LIMIT)


async def follow(patroni, old, name, what):
    """Waits for a new primary, and expects the key of that name to be there."""
    elapsed = await asyncio.to_thread(patroni.wait_for, 0, old)
    new = patroni.primary(old)
    count = patroni.query(f"SELECT count(*) FROM link_api_key WHERE name = '{name}'", new)[0][0]
    print(f"{what}: {old.name} was the primary; {new.name} took over after {elapsed:.0f} s, and has the last key", flush=True)
    expect(count == "1", f"{what}: the key that was added before is lost")


async def prove(options, folder):
    program = options.program or built()
    origin = Origin(hosts=200)
    await origin.start()
    patroni = Patroni(folder)
    nodes, running = [], None
    try:
        await asyncio.to_thread(patroni.start)
        database = patroni.url()
        nodes += [Node(program, name, database, folder, port=free_port()) for name in ("n1", "n2")]
        for node in nodes:
            await node.start()
        begin = time.monotonic()
        running = Load(nodes, origin, options)
        await asyncio.sleep(10)

        await add_key(program, database, "before the end")
        old = patroni.primary()
        old.end()
        await follow(patroni, old, "before the end", "ended")
        old.start(patroni.machines, is_new=False)
        elapsed = await asyncio.to_thread(patroni.wait_for, 2)
        print(f"ended: {old.name} was started again, and is a replica after {elapsed:.0f} s", flush=True)

        await add_key(program, database, "before the stop")
        old, since = patroni.primary(), time.monotonic()
        old.signal(signal.SIGSTOP)
        await follow(patroni, old, "before the stop", "stopped")
        await asyncio.sleep(max(0.0, since + options.pause - time.monotonic()))
        old.signal(signal.SIGCONT)
        # On a busy machine it may be the primary again.
        elapsed = await asyncio.to_thread(patroni.wait_for, 2)
        print(f"stopped: {old.name} went on after {options.pause} s, and all three work together after {elapsed:.0f} s", flush=True)
        await asyncio.sleep(10)

        await running.end()
        verdicts = running.verdicts
        answers, seconds = sum(verdicts.values()), time.monotonic() - begin
        print(f"load: {running.asked} URLs, {answers} answers in {seconds:.0f} s: {dict(verdicts)}, 0 wrong; "
              f"the slowest took {running.slowest:.1f} s; {origin.page_fetches()} fetches of pages")
        compare_records(patroni, origin)
        await load(nodes, origin, range(running.asked), options.clients, again=0)
        # Within seconds after the database is back, a node stores the pages that it fetched meanwhile.
        await asyncio.sleep(5)
        stored = compare_records(patroni, origin)
        missing = sorted(set(filter(is_kept, range(running.asked))) - stored)
        expect(not missing, f"pages that are not stored: {missing[:5]} and {len(missing)} together")
    except BaseException:
        for path in [node.log for node in nodes] + patroni.logs():
            print(f"--- {path.relative_to(folder)}\n{path.read_text(errors='replace')[-1500:]}", file=sys.stderr)
        raise
    finally:
        if running:
            running.task.cancel()
        for node in nodes:
            await node.end(signal.SIGKILL)
        patroni.end()
        origin.stop()


if __name__ == "__main__":
    OPTIONS = read_options(__doc__, rate=20, pause=60, clients=8, program=None)
    run(lambda folder: postgres.owning(folder, prove(OPTIONS, folder)), needs=("patroni", "etcd"))
