#!/usr/bin/env python3
"""Runs nodes of the index service with one PostgreSQL, and shows that they stay right while nodes and servers die.

Usage: prove-cluster.py [--urls 2000] [--clients 32] [--kills 2] [--restart] [--failover] [--shape] [--rows 0] [--no-sync]
                        [--program PATH]

1. Two nodes are asked for one URL 1,000 times at once: the origin server counts one fetch.
2. What an answer costs: statements of the database, and processor time.
3. Three nodes are asked for all URLs, some of them again, while nodes are killed (SIGKILL) and started again, the
   database is restarted as after a crash (--restart), and its server is killed and a replica promoted (--failover).
   Every answer must be what the origin server would say, or a problem with status 5xx and Retry-After.
4. Afterwards every stored record is compared with the origin server's pages, and no lease may be held any longer. The
   nodes are stopped (SIGTERM) and started, every URL is asked for again, and must be stored then.

With --shape it is what an operator runs: keys are required, nginx is in front of the nodes with nothing but `proxy_pass`, and PgBouncer
in transaction mode before the database. Meanwhile somebody guesses keys through the same proxy, the database is stopped (SIGSTOP) and
goes on, its disk is full for a while, and its clock and a node's are set back by an hour. It needs nginx, pgbouncer, clang
and the right to mount a file system. Then pages are renewed, nobody asks, and the origin server may count no fetch of a page
that is fresh. --rows fills the tables with the history of so many pages first.

Everything runs on loopback and in a temporary folder, and what was started is ended. --no-sync runs PostgreSQL with
fsync=off, as the gate does. --program names the built service; by default it is built, for release if --release is given.
"""
import asyncio
import collections
import contextlib
import itertools
import random
import re
import shutil
import signal
import subprocess
import sys
import time

import history
import postgres
from cluster import LIMIT, Client, Clock, Node, Proxy, compare_records, free_port, is_kept, judge, load
from origin import Origin
from script import built, expect, read_options, run


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


class Chaos:
    """Kills, stops and fills things at parts of the load. The database suffers one thing at a time."""

    def __init__(self, nodes, primary, replica, pooler, clock, options):
        events = [((place + 1) / (options.kills + 1), self.kill_node) for place in range(options.kills)]
        database = [(0.15, self.freeze), (0.55, self.set_clocks_back)] if options.shape else []
        database += [(0.3, self.fill_disk)] if options.full_disk else []
        database += [(0.4, self.restart)] if options.restart else []
        database += [(0.65, self.fail_over)] if options.failover else []
        events += [(part, lambda event=event: self.alone(event)) for part, event in database]
        self.events = sorted(events, key=lambda event: event[0])
        self.nodes, self.primary, self.replica, self.pooler, self.clock = nodes, primary, replica, pooler, clock
        self.tasks = []
        self.turn = asyncio.Lock()
        self.done = collections.Counter()

    def progress(self, part):
        while self.events and part >= self.events[0][0]:
            self.tasks.append(asyncio.create_task(self.events.pop(0)[1]()))

    async def alone(self, event):
        async with self.turn:
            await event()

    async def freeze(self, seconds=8):
        start = time.monotonic()
        before = [await connections(node) for node in self.nodes]
        self.primary.freeze(True)
        self.done["database stopped"] += 1
        await asyncio.sleep(seconds)
        self.primary.freeze(False)
        after = [await connections(node) for node in self.nodes]
        tried = [end - begin for begin, end in zip(before, after) if None not in (begin, end) and end >= begin]
        print(f"database stopped for {seconds} s: a node tried to connect {max(tried, default=0)} times at most")
        # A node has ten connections, each of which is tried again after a pause. On a busy machine more time has passed.
        expect(max(tried, default=0) <= 10 * (time.monotonic() - start), f"attempts to connect: {tried}")

    async def fill_disk(self, seconds=5):
        file = self.primary.folder / "data/full"

        def fill():
            with open(file, "wb") as full, contextlib.suppress(OSError):
                while True:
                    full.write(bytes(1 << 20))
                    full.flush()

        # This runs in a thread, because the origin server of this process must answer meanwhile.
        await asyncio.to_thread(fill)
        self.done["disk full"] += 1
        await asyncio.sleep(seconds)
        file.unlink()
        # A server that cannot write its log ends itself, and its supervisor starts it again.
        await asyncio.sleep(1)
        if self.primary.process.poll() is not None:
            self.done["database ended by the full disk"] += 1
            await asyncio.to_thread(self.primary.start)

    async def set_clocks_back(self, seconds=3_600):
        self.clock.set_back(seconds)
        self.done["clocks set back"] += 1
        await asyncio.sleep(2)

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
        if self.pooler:
            self.pooler.switch(self.replica)

    async def finish(self):
        for task in self.tasks:
            await task


async def check_leases(nodes, origin, server):
    """Waits until every lease was released or has expired, and asks for what the dead nodes left."""
    now = "(extract(epoch FROM clock_timestamp()) * 1000)::int8"
    end = time.monotonic() + LIMIT
    # A lease that ends more than a minute from now was made before the clock was set back, and blocks nothing.
    while int(server.query(f"SELECT count(*) FROM link_lease WHERE expires_at BETWEEN {now} + 1 AND {now} + 60000")[0][0]):
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


async def connections(node):
    """How often a node has opened a connection to the database, or tried to; None if it is away."""
    if node.port is None:
        return None
    try:
        reader, writer = await asyncio.open_connection("127.0.0.1", node.port)
        writer.write(b"GET /metrics HTTP/1.1\r\nHost: index\r\nConnection: close\r\n\r\n")
        text = (await asyncio.wait_for(reader.read(), LIMIT)).decode()
        writer.close()
    except OSError:
        return None
    return sum(int(float(value)) for value in
               re.findall(r"^applinks_index_database_connections_(?:opened|failed)_total(?:\{[^}]*\})? (\S+)", text, re.M))


class Guesser:
    """Somebody who tries keys through the same proxy as everybody else."""

    def __init__(self, proxy, origin):
        self.proxy, self.url = proxy, origin.url(1)
        self.statuses = collections.Counter()
        self.task = asyncio.create_task(self._guess())

    async def _guess(self):
        for number in itertools.count():
            client = Client(key=f"guess-{number}")
            with contextlib.suppress(ConnectionError):
                status, _, _ = await client.ask(self.proxy, self.url)
                self.statuses[status] += 1
            client.close()
            await asyncio.sleep(0.02)

    async def stop(self):
        self.task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self.task
        print(f"guessed keys: {dict(self.statuses)}")
        expect(set(self.statuses) <= {401, 429, 500, 503}, "a guessed key was answered")


async def give_keys(program, database, count):
    """Every client gets a key of its own, as an operator gives them out."""
    keys = []
    for number in range(count):
        done = await asyncio.to_thread(subprocess.run, [program, "keys", "add", f"client {number}", "--database", database],
                                       capture_output=True, text=True, check=True, timeout=LIMIT)
        keys.append(max(done.stdout.split(), key=len))
    Client.keys = itertools.cycle(keys)


async def renew(nodes, origin, server, first, count):
    """Pages that earned renewal become due at once, with one node alone. Returns when all were fetched again."""
    numbers = [number for number in range(first, first + 2 * count) if Origin.kind(number) == "tags"][:count]
    for _ in range(4):
        await load(nodes[:1], origin, numbers, 16, again=0)
    paths = [f"/p/{number}" for number in numbers]
    texts = ", ".join(f"'{origin.url(number)}'" for number in numbers)
    earned = f"digest IN (SELECT digest FROM link_record WHERE text IN ({texts}))"
    end = time.monotonic() + LIMIT
    while int(server.query(f"SELECT count(*) FROM link_due WHERE {earned}")[0][0]) < count:
        expect(time.monotonic() < end, "the pages have not earned renewal")
        await asyncio.sleep(0.5)
    # One node remains, which has none of the pages in memory.
    for node in nodes:
        await node.end(signal.SIGTERM)
    await nodes[0].start()
    now = "(extract(epoch FROM clock_timestamp()) * 1000)::int8"
    before, used = sum(origin.fetches[path] for path in paths), nodes[0].seconds()
    server.query(f"UPDATE link_record SET fresh_until = {now} + 15000 WHERE {earned}; UPDATE link_due SET due_at = {now} WHERE {earned}")
    begin = time.monotonic()
    while (done := sum(origin.fetches[path] for path in paths) - before) < count:
        expect(time.monotonic() < begin + LIMIT, f"{done} of {count} pages were renewed")
        await asyncio.sleep(0.05)
    elapsed = time.monotonic() - begin
    print(f"renewals: {count} by one node in {elapsed:.1f} s, {count / elapsed:.0f} a second, "
          f"{(nodes[0].seconds() - used) / count * 1000:.2f} ms of its processor time each")
    for node in nodes[1:]:
        await node.start()


async def be_quiet(origin, seconds=10):
    """Nobody asks, and every page that is kept for a day is fresh: none of them may be fetched.

    A missing page is kept for an hour. One that was stored while the clocks were an hour back becomes stale about now, and those that
    were asked for often are renewed.
    """
    await asyncio.sleep(3)
    before = collections.Counter(origin.fetches)
    await asyncio.sleep(seconds)
    pages = [path for path in (origin.fetches - before).elements() if path.startswith("/p/")]
    fetched = sorted(path for path in pages if is_kept(int(path.removeprefix("/p/"))))
    print(f"quiet: {len(fetched)} fetches in {seconds} s without questions; {len(pages) - len(fetched)} missing pages became stale")
    expect(not fetched, f"pages were fetched that nobody asked for: {fetched[:10]}")


def check_logs(nodes):
    """Prints how much the nodes wrote. Of each kind of failure a node writes a line a second at most."""
    greatest, total, has_text = 0, 0, False
    for node in nodes:
        kinds = collections.Counter()
        for line in node.log.read_text(errors="replace").splitlines():
            has_text = True
            found = re.match(r"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)\S* (\w+) (.*)", line)
            if found:
                total += 1
                kinds[found[1], re.sub(r"[0-9]+|\[.*", "", found[3])[:80]] += 1
        greatest = max([greatest, *kinds.values()])
    print(f"logs: {total} lines of {len(nodes)} nodes, at most {greatest} of a kind in a second")
    expect(total or not has_text, "no line of the logs could be read")
    # The limit is more than one, because several of the node's own tasks fail separately with lines that begin alike.
    expect(greatest <= 10, f"{greatest} lines of one kind in a second")


async def prove(options, folder):
    program = options.program or built(options.release)
    origin = Origin(hosts=options.hosts)
    await origin.start()
    clock = Clock(folder) if options.shape else None
    environment = clock.environment if clock else {}
    primary = postgres.Server(folder / "a", not options.no_sync, environment)
    replica = postgres.Server(folder / "b", not options.no_sync, environment)
    pooler = postgres.Pooler(folder / "pooler") if options.shape else None
    nodes, proxy, guesser = [], None, None
    try:
        options.full_disk = options.shape and mount_small_disk(primary.folder / "data", options.rows)
        await asyncio.to_thread(primary.create)
        await asyncio.to_thread(primary.start)
        primary.query("CREATE EXTENSION pg_stat_statements")
        if options.failover:
            await asyncio.to_thread(replica.copy_from, primary)
            await asyncio.to_thread(replica.start)
        if pooler:
            pooler.start(primary)
        database = postgres.url(pooler) if pooler else postgres.url(primary, replica)
        nodes += [Node(program, name, database, folder, keys="required" if options.shape else "none", port=free_port(),
                       environment=environment if name == "n2" else None) for name in ("n1", "n2", "n3")]
        await asyncio.gather(*(node.start() for node in nodes))
        if options.rows:
            begin = time.monotonic()
            await asyncio.to_thread(history.fill, primary, options.rows, history.DAY)
            print(f"history: {options.rows} records, counts of uses and renewals written in {time.monotonic() - begin:.0f} s", flush=True)
        fronts = nodes
        if options.shape:
            await give_keys(program, database, options.clients)
            proxy = Proxy(folder, [node.port for node in nodes])
            await proxy.start()
            fronts = [proxy]
            guesser = Guesser(proxy, origin)

        await one_flight(nodes, origin, number=1_000_000)
        await costs(nodes, origin, primary, first=2_000_000, count=min(1_000, options.urls), clients=options.clients)

        chaos = Chaos(nodes, primary, replica, pooler, clock, options)
        before, start = origin.page_fetches(), time.monotonic()
        verdicts = await load(fronts, origin, range(options.urls), options.clients, again=0.3, on_progress=chaos.progress)
        await chaos.finish()
        if guesser:
            await guesser.stop()
        elapsed = time.monotonic() - start
        slowest = verdicts.pop("slowest")
        answers = sum(verdicts.values()) - verdicts["away"]
        print(f"load: {options.urls} URLs, {answers} answers in {elapsed:.0f} s: {dict(verdicts)}; the slowest took "
              f"{slowest:.1f} s; {origin.page_fetches() - before} fetches of pages; {dict(chaos.done)}")

        server = replica if chaos.done["database failed over"] else primary
        stored = compare_records(server, origin)
        # A killed node loses what it fetched while the database was unavailable. The next node fetches and stores it.
        for node in nodes:
            await node.end(signal.SIGTERM)
            await node.start()
        await load(fronts, origin, range(options.urls), options.clients, again=0)
        after = compare_records(server, origin)
        expect(set(filter(is_kept, range(options.urls))) <= after, "a URL that was asked for again is not stored")
        print(f"nothing lost: {len(stored)} pages stored after the load, {len(after)} after every URL was asked for again")
        await check_leases(nodes, origin, server)
        if options.shape:
            clock.set_back(0)
            await renew(nodes, origin, server, first=4_000_000, count=min(1_000, options.urls))
            await be_quiet(origin)
            check_logs(nodes)
        print_size(server)
    except BaseException:
        for path in [node.log for node in nodes] + [folder / "a/server.log", folder / "b/server.log"]:
            if path.exists():
                print(f"--- {path.name}\n{path.read_text()[-1500:]}", file=sys.stderr)
        raise
    finally:
        if guesser:
            guesser.task.cancel()
        if proxy:
            await proxy.stop()
        for node in nodes:
            await node.end(signal.SIGKILL)
        if pooler:
            pooler.stop()
        primary.freeze(False)
        primary.stop()
        replica.stop()
        origin.stop()


def mount_small_disk(place, rows):
    """A file system of its own for the data of a server, which can be full. It is a file, and ends with the script.

    Returns whether it could be mounted, which takes root and a kernel that lets it.
    """
    place.mkdir()
    image = place.parent / "disk"
    with open(image, "wb") as file:
        file.truncate((1 << 30) + rows * 2_200)
    for command in (["mkfs.ext4", "-q", "-m", "0", image], ["mount", "-o", "loop", image, place]):
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            print(f"skipped: the full disk, because {command[0]} says: {done.stderr.strip()}")
            place.rmdir()
            image.unlink()
            return False
    (place / "lost+found").rmdir()
    if postgres.PREFIX:
        shutil.chown(place, "nobody", "nogroup")
    place.chmod(0o700)
    return True


if __name__ == "__main__":
    OPTIONS = read_options(__doc__, urls=2_000, clients=32, hosts=200, kills=2, restart=False, failover=False, shape=False, rows=0,
                           no_sync=False, release=False, program=None)
    run(lambda folder: postgres.owning(folder, prove(OPTIONS, folder)))
