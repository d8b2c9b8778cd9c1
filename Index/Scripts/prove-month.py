#!/usr/bin/env python3
"""Runs one node on SQLite through a month: pages become stale and are asked for again, rows are deleted, the file must not grow.

Usage: prove-month.py [--days 30] [--seconds 20] [--urls 3000] [--program PATH]

The wall clock of the node goes on by a day every 20 seconds (see clock.c); durations are as ever, so that the node's own work runs once a
minute. Keys are required. Every day clients ask for some of 300 pages that are popular and for some that nobody asks for again. In the
middle of the month the clock is set back by an hour, and then the disk is full for a while, if a file system can be mounted.

Every answer must be right or an honest error; no page may be fetched more often in a day than it became stale; the file may not be larger
after the month than what a month's pages take. Everything runs on loopback and in a temporary folder, and what was started is ended.
"""
import asyncio
import contextlib
import itertools
import random
import subprocess
import sys
import time

from cluster import LIMIT, Client, Clock, Node, judge
from origin import Origin
from script import built, expect, read_options, run

DAY = 86_400
POPULAR = 300


def mount(place):
    """A file system of 256 MB of its own, or nothing if none can be mounted."""
    place.mkdir()
    image = place.parent / "disk"
    with open(image, "wb") as file:
        file.truncate(256 << 20)
    for command in (["mkfs.ext4", "-q", "-m", "0", image], ["mount", "-o", "loop", image, place]):
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            print(f"skipped: the full disk, because {command[0]} says: {done.stderr.strip()}")
            return False
    return True


async def ask_all(node, origin, numbers, clients):
    """Asks for pages until each has an answer, and returns how many were honest errors first."""
    queue, honest = list(numbers), 0

    async def work(client):
        nonlocal honest
        while queue:
            number = queue.pop()
            end = time.monotonic() + LIMIT
            while True:
                expect(time.monotonic() < end, f"page {number} got no answer in {LIMIT} s")
                try:
                    if judge(number, *await client.ask(node, origin.url(number))) == "right":
                        break
                except ConnectionError:
                    # The node closed a connection that had been idle since yesterday.
                    continue
                honest += 1
                await asyncio.sleep(0.2)

    await asyncio.gather(*(work(client) for client in clients))
    return honest


async def prove(options, folder):
    program = options.program or built()
    origin = Origin(hosts=100)
    await origin.start()
    clock = Clock(folder)
    place = folder / "disk-of-node"
    has_disk = mount(place)
    database = place / "index.sqlite"
    node = Node(program, "n1", str(database), folder, keys="required", environment=clock.environment)
    ahead, honest, answers, largest = 0, 0, 0, 0
    rare = itertools.count(POPULAR)
    try:
        await node.start()
        added = subprocess.run([program, "keys", "add", "client", "--per-minute", "1000000", "--database", str(database)], capture_output=True,
                               text=True, check=True, timeout=LIMIT)
        key = max(added.stdout.split(), key=len)
        clients = [Client(key=key) for _ in range(8)]
        for day in range(1, options.days + 1):
            begin = time.monotonic()
            if day == options.days // 2:
                ahead -= 3_600
                clock.set_back(-ahead)
            is_full = has_disk and day == options.days // 2 + 3
            if is_full:
                with open(place / "full", "wb") as full, contextlib.suppress(OSError):
                    while True:
                        full.write(bytes(1 << 16))
                        full.flush()
            numbers = random.sample(range(POPULAR), POPULAR // 2) * 4 + list(itertools.islice(rare, options.urls // options.days))
            random.shuffle(numbers)
            before = origin.fetches.copy()
            honest += await ask_all(node, origin, numbers, clients)
            answers += len(numbers)
            if is_full:
                await asyncio.sleep(5)
                (place / "full").unlink()
            if day % 10 == 0:
                await node.end(15)
                await node.start()
            await asyncio.sleep(max(0.0, options.seconds - (time.monotonic() - begin)))
            # A page is fresh for a day: it is fetched for the first request, and renewed before it is stale if it is used often
            # enough.
            often = [path for path, count in origin.fetches.items() if path.startswith("/p/") and count - before[path] > (4 if is_full else 2)]
            expect(not often, f"day {day}: fetched more often than they became stale: {often[:5]}")
            size = sum(path.stat().st_size for path in place.glob("index.sqlite*"))
            expect(size, f"day {day}: {place} has no database")
            largest = max(largest, size)
            if day % 5 == 0 or day == options.days:
                print(f"day {day}: {answers} answers, {honest} honest errors before them, {origin.page_fetches()} fetches of pages, "
                      f"{size / 1e6:.1f} MB on disk, {node.resident() / 1e6:.0f} MB of memory", flush=True)
            ahead += DAY
            clock.set_back(-ahead)
        asked = POPULAR + options.urls
        # A page takes 2 KB with its row, indexes and its host's files, and there is also the log.
        expect(largest < asked * 10_000 + (64 << 20), f"the file grew to {largest} bytes")
        print(f"a month: every answer right; the file and its log had {largest / 1e6:.1f} MB at most, for {asked} pages")
    except BaseException:
        print(node.log.read_text()[-2000:], file=sys.stderr)
        raise
    finally:
        await node.end(9)
        origin.stop()
        if has_disk:
            subprocess.run(["umount", place], check=False)


if __name__ == "__main__":
    OPTIONS = read_options(__doc__, days=30, seconds=20.0, urls=3_000, program=None)
    run(lambda folder: prove(OPTIONS, folder))
