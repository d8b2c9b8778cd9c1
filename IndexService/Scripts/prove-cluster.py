#!/usr/bin/env python3
"""Runs nodes of the index service with one PostgreSQL, and shows that they stay right while nodes and servers die.

Usage: prove-cluster.py [--urls 2000] [--clients 32] [--kills 2] [--restart] [--failover] [--no-sync] [--program PATH]

1. Two nodes are asked for one URL 1,000 times at once: the origin server counts one fetch.
2. What an answer costs: statements of the database, and processor time.
3. Three nodes are asked for all URLs, some of them again, while nodes are killed (SIGKILL) and started again, the
   database is restarted as after a crash (--restart), and its server is killed and a replica promoted (--failover).
   Every answer must be what the origin server would say, or a problem with status 5xx and Retry-After.
4. Afterwards every stored record is compared with the origin server's pages, and no lease may be held any longer. The
   nodes are stopped (SIGTERM) and started, every URL is asked for again, and must be stored then.

Everything runs on loopback and in a temporary folder, and what was started is ended. --no-sync runs PostgreSQL with
fsync=off, as the gate does. --program names the built service; by default it is built, for release if --release is given.
"""
import argparse
import asyncio
import collections
import json
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time

import postgres
from cluster import LIMIT, Client, Failure, Node, built, expect, judge
from origin import Origin


async def one_flight(nodes, origin, number, count=1_000):
    """Asks two nodes for one URL many times at once."""
    clients = [Client() for _ in range(count)]
    origin.delay = 0.3

    async def ask(place):
        return judge(number, *await clients[place].ask(nodes[place % 2], origin.url(number)))

    verdicts = collections.Counter(await asyncio.gather(*(ask(place) for place in range(count))))
    origin.delay = 0.0
    for client in clients:
        client.close()
    fetches = origin.fetches[f"/p/{number}"]
    print(f"one flight: {count} simultaneous questions to 2 nodes, {verdicts['right']} right answers, {fetches} fetch(es)")
    expect(verdicts["right"] == count, f"answers: {verdicts}")
    expect(fetches == 1, f"the page was fetched {fetches} times")


def statements(server):
    rows = server.query("SELECT coalesce(sum(calls), 0) FROM pg_stat_statements WHERE query LIKE '%link_%' "
                        "AND query NOT LIKE '%pg_stat%'")
    return int(float(rows[0][0]))


async def costs(nodes, origin, server, first, count, clients):
    """Asks for new URLs, then for the same from the memory of the node, then from another node's database."""
    numbers = [number for number in range(first, first + count * 2) if Origin.kind(number) == "tags"][:count]
    for what, node in (("fresh", nodes[0]), ("in memory", nodes[0]), ("in the database", nodes[1])):
        def counters():
            return [statements(server), node.seconds(), server.seconds(), server.written(), origin.page_fetches()]

        before, start = counters(), time.monotonic()
        await load([node], origin, numbers, clients, again=0)
        elapsed = time.monotonic() - start
        calls, used, database, written, fetches = (end - begin for begin, end in zip(before, counters()))
        print(f"costs: {what}: for an answer {calls / count:.2f} statements, {used / count * 1000:.2f} ms of processor time of "
              f"the node and {database / count * 1000:.2f} of PostgreSQL, {written / count:.0f} bytes of its log; "
              f"{fetches} fetches, {count / elapsed:.0f} answers a second")


async def load(nodes, origin, numbers, client_count, again, on_progress=None):
    """Asks for every URL, and for some again, until each has an answer. Returns how many of each verdict there were."""
    verdicts = collections.Counter()
    slowest = 0.0
    queue = collections.deque()
    for number in numbers:
        queue.extend([number] * (2 if random.random() < again else 1))
    total, done = len(queue), 0

    async def work():
        nonlocal done, slowest
        client = Client()
        while queue:
            number = queue.popleft()
            end = time.monotonic() + LIMIT
            while True:
                expect(time.monotonic() < end, f"page {number} got no answer in {LIMIT} s")
                start = time.monotonic()
                try:
                    verdict = judge(number, *await asyncio.wait_for(
                        client.ask(random.choice(nodes), origin.url(number)), LIMIT))
                except ConnectionError:
                    verdict = "away"
                slowest = max(slowest, time.monotonic() - start)
                verdicts[verdict] += 1
                if verdict == "right":
                    break
                # What a client does with Retry-After, or with a node that is away.
                await asyncio.sleep(0.2)
            done += 1
            if on_progress:
                on_progress(done / total)
        client.close()

    await asyncio.gather(*(work() for _ in range(client_count)))
    verdicts["slowest"] = slowest
    return verdicts


class Chaos:
    """Kills things at parts of the load."""

    def __init__(self, nodes, primary, replica, options):
        events = [((place + 1) / (options.kills + 1), self.kill_node) for place in range(options.kills)]
        if options.restart:
            events.append((0.35, self.restart))
        if options.failover:
            events.append((0.65, self.fail_over))
        self.events = sorted(events, key=lambda event: event[0])
        self.nodes, self.primary, self.replica = nodes, primary, replica
        self.tasks = []
        self.done = collections.Counter()

    def progress(self, part):
        while self.events and part >= self.events[0][0]:
            self.tasks.append(asyncio.create_task(self.events.pop(0)[1]()))

    async def kill_node(self):
        node = random.choice([node for node in self.nodes if node.port])
        await node.end(signal.SIGKILL)
        self.done["node killed"] += 1
        await asyncio.sleep(1)
        await node.start()

    async def restart(self):
        await asyncio.to_thread(self.primary.stop, signal.SIGQUIT)
        self.done["database restarted"] += 1
        await asyncio.sleep(2)
        await asyncio.to_thread(self.primary.start)

    async def fail_over(self):
        await asyncio.to_thread(self.primary.stop, signal.SIGKILL)
        self.done["database failed over"] += 1
        await asyncio.sleep(1)
        await asyncio.to_thread(self.replica.promote)

    async def finish(self):
        for task in self.tasks:
            await task


def compare_records(server, origin):
    """Compares every stored page with the origin server's, and returns the numbers of the pages."""
    rows = server.query("SELECT text, encode(payload, 'hex') FROM link_record WHERE kind = 1")
    wrong, kinds = [], collections.Counter()
    for text, payload in rows:
        number = int(text.rsplit("/", 1)[1])
        content = bytes.fromhex(payload).decode()
        entry = json.loads(content)
        found = sorted(set(part.split('"')[0] for part in content.replace("\\/", "/").split('"proof://')[1:]))
        truth = Origin.truth(number)
        kinds[Origin.kind(number)] += 1
        if text != origin.url(number) or [f"proof://{rest}" for rest in found] != (truth or []):
            wrong.append(text)
        expect(isinstance(entry, dict), f"{text}: no object")
    print(f"records: {len(rows)} stored pages compared with the origin server's ({dict(kinds)}), {len(wrong)} wrong")
    expect(not wrong, f"wrong records: {wrong[:5]}")
    return {int(text.rsplit("/", 1)[1]) for text, _ in rows}


def is_kept(number):
    """Whether the record of a page is kept for a day: a missing page is forgotten sooner."""
    return Origin.kind(number) != "missing"


async def check_leases(nodes, origin, server):
    """Waits until every lease was released or has expired, and asks for what the dead nodes left."""
    now = "(extract(epoch FROM clock_timestamp()) * 1000)::int8"
    end = time.monotonic() + LIMIT
    while int(server.query(f"SELECT count(*) FROM link_lease WHERE expires_at > {now}")[0][0]):
        expect(time.monotonic() < end, "a lease is held for ever")
        await asyncio.sleep(0.5)
    left = int(server.query("SELECT count(*) FROM link_lease")[0][0])
    print(f"leases: none is held; {left} of killed nodes have expired, and are deleted within two minutes")


def print_size(server):
    server.query("VACUUM link_record")
    row = server.query(
        "SELECT pg_total_relation_size('link_record'), pg_relation_size('link_record'), pg_indexes_size('link_record'), "
        "count(*), sum(length(payload)), sum(length(text)) FROM link_record")[0]
    total, heap, indexes, count, payload, text = (int(part) for part in row)
    print(f"size: {total / count:.0f} bytes a record on disk (table {heap / count:.0f}, indexes {indexes / count:.0f}); "
          f"payload {payload / count:.0f}, URL {text / count:.0f}")
    row = server.query("SELECT pg_total_relation_size('link_use'), count(*) FROM link_use")[0]
    print(f"size: {int(row[0]) / max(1, int(row[1])):.0f} bytes for the count of uses of each of {row[1]} records")


async def prove(options, folder):
    program = options.program or built(options.release)
    origin = Origin(hosts=options.hosts)
    await origin.start()
    primary = postgres.Server(folder / "a", not options.no_sync)
    replica = postgres.Server(folder / "b", not options.no_sync)
    nodes = []
    try:
        await asyncio.to_thread(primary.create)
        await asyncio.to_thread(primary.start)
        primary.query("CREATE EXTENSION pg_stat_statements")
        if options.failover:
            await asyncio.to_thread(replica.copy_from, primary)
            await asyncio.to_thread(replica.start)
        database = postgres.url(primary, replica)
        nodes += [Node(program, name, database, folder) for name in ("n1", "n2", "n3")]
        await asyncio.gather(*(node.start() for node in nodes))

        await one_flight(nodes, origin, number=1_000_000)
        await costs(nodes, origin, primary, first=2_000_000, count=min(1_000, options.urls), clients=options.clients)

        chaos = Chaos(nodes, primary, replica, options)
        before, start = origin.page_fetches(), time.monotonic()
        verdicts = await load(nodes, origin, range(options.urls), options.clients, again=0.3, on_progress=chaos.progress)
        await chaos.finish()
        elapsed = time.monotonic() - start
        slowest = verdicts.pop("slowest")
        answers = sum(verdicts.values()) - verdicts["away"]
        print(f"load: {options.urls} URLs, {answers} answers in {elapsed:.0f} s: {dict(verdicts)}; the slowest took "
              f"{slowest:.1f} s; {origin.page_fetches() - before} fetches of pages; {dict(chaos.done)}")

        server = replica if chaos.done["database failed over"] else primary
        stored = compare_records(server, origin)
        # A node that was killed loses what it fetched while the database was away. Whoever is asked next fetches and stores it.
        for node in nodes:
            await node.end(signal.SIGTERM)
            await node.start()
        await load(nodes, origin, range(options.urls), options.clients, again=0)
        after = compare_records(server, origin)
        expect(set(filter(is_kept, range(options.urls))) <= after, "a URL that was asked for again is not stored")
        print(f"nothing lost: {len(stored)} pages stored after the load, {len(after)} after every URL was asked for again")
        await check_leases(nodes, origin, server)
        print_size(server)
    except BaseException:
        for path in [node.log for node in nodes] + [folder / "a/server.log", folder / "b/server.log"]:
            if path.exists():
                print(f"--- {path.name}\n{path.read_text()[-1500:]}", file=sys.stderr)
        raise
    finally:
        for node in nodes:
            await node.end(signal.SIGKILL)
        primary.stop()
        replica.stop()
        origin.stop()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--urls", type=int, default=2_000)
    parser.add_argument("--clients", type=int, default=32)
    parser.add_argument("--hosts", type=int, default=200)
    parser.add_argument("--kills", type=int, default=2)
    parser.add_argument("--restart", action="store_true")
    parser.add_argument("--failover", action="store_true")
    parser.add_argument("--no-sync", action="store_true")
    parser.add_argument("--release", action="store_true")
    parser.add_argument("--program")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    if postgres.programs() is None:
        sys.exit("prove-cluster: PostgreSQL's server programs are not installed")
    random.seed(options.seed)
    folder = pathlib.Path(tempfile.mkdtemp(prefix="index-cluster-", dir="/tmp"))
    folder.chmod(0o755)
    try:
        asyncio.run(prove(options, folder))
    except Failure as failure:
        sys.exit(f"prove-cluster: {failure}")
    finally:
        # What belongs to another user is removed by that user.
        for data in folder.glob("*/data"):
            subprocess.run([*postgres.PREFIX, "rm", "-rf", str(data)], cwd="/")
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
