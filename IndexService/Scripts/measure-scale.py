#!/usr/bin/env python3
"""Measures look-ups, deletion, vacuum and back-up of PostgreSQL with the history of many pages, flat and on hash partitions.

    nice -n 19 IndexService/Scripts/measure-scale.py --rows 10000000

It needs about 2.5 kB of disk for each row, twice that with partitions and back-up, in the folder of temporary files, and for 10 million
rows about an hour on two cores. The records, counts and places in the queue are those of history.py, with payloads of the size that pages
have. The statements are read from the sources of the store.
"""
import argparse
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import history  # noqa: E402
import postgres  # noqa: E402

SOURCES = pathlib.Path(__file__).resolve().parent.parent / "Sources/LinkIndexPostgreSQL"
TABLE = re.compile(r"CREATE TABLE IF NOT EXISTS link_record \(.*?\n\s*\)", re.DOTALL)


def fail(sentence):
    sys.exit(f"error: {sentence}")


def statements():
    """The definitions of the tables, in their order."""
    schema = (SOURCES / "PostgreSQLSchema.swift").read_text(encoding="utf-8")
    for found in re.finditer(r'"""\s*(CREATE TABLE.*?)"""|"(CREATE INDEX[^"]*)"', schema, re.DOTALL):
        yield found.group(1) or found.group(2)


def statement(beginning):
    """The one statement of the store that begins so, with single spaces."""
    source = (SOURCES / "PostgreSQLStore+Records.swift").read_text(encoding="utf-8")
    texts = {" ".join(text.split()) for text in re.findall(r'"""(.*?)"""', source, re.DOTALL)}
    found = [text for text in texts if text.startswith(beginning)]
    if len(found) != 1:
        fail(f"the store has {len(found)} statements that begin with {beginning!r}")
    return found[0]


def create(server, partitions):
    for text in statements():
        if partitions and TABLE.match(text):
            server.query(text.rstrip() + " PARTITION BY HASH (digest)")
            for number in range(partitions):
                server.query(f"CREATE TABLE link_record_{number} PARTITION OF link_record "
                             f"FOR VALUES WITH (MODULUS {partitions}, REMAINDER {number})")
        else:
            server.query(text)


def look_ups(server, folder, rows, keys, seconds, clients):
    """Look-ups of so many keys at once in a second, and how long one took on average, by pgbench."""
    text = statement("SELECT digest, format, payload")
    draws = "".join(f"\\set n{number} random(1, {rows})\n" for number in range(keys))
    array = "ARRAY[" + ", ".join(f"sha256((:n{number})::text::bytea)" for number in range(keys)) + "]"
    script = folder / f"look-up-{keys}.sql"
    script.write_text(draws + text.replace("$1::bytea[]", array) + ";\n", encoding="utf-8")
    script.chmod(0o644)
    command = [postgres.programs() / "pgbench", "-n", "-M", "simple", "-c", str(clients), "-j", "2", "-T", str(seconds), "-f", script,
               "-h", server.folder, "-U", "tester", "postgres"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=seconds + postgres.LIMIT, check=False)
    rate = re.search(r"tps = ([\d.]+)", done.stdout)
    if not rate:
        fail(done.stderr)
    return float(rate[1])


def timed(action):
    start = time.monotonic()
    action()
    return time.monotonic() - start


def long_query(server, sql):
    """A statement that may take longer than others."""
    done = subprocess.run([postgres.programs() / "psql", "-X", "-q", "-h", server.folder, "-U", "tester", "-d", "postgres",
                           "-v", "ON_ERROR_STOP=1", "-c", sql], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        fail(done.stderr)


def deletion(server, rows, parts):
    """Deletes a twentieth of the records as nodes do, 500 at a time; returns rows in a second."""
    text = re.search(r"DELETE FROM link_record WHERE digest IN \(.*?LIMIT \$1 \)", statement_of_deletion()).group(0)
    count = max(500, rows // 20 // 500 * 500)
    part = text.replace("$1", "500")
    server.query(f"UPDATE link_record SET keep_until = 1 WHERE digest IN "
                 f"(SELECT sha256(n::text::bytea) FROM generate_series(1, {count}) n)")
    block = f"DO $$ BEGIN FOR i IN 1..{count // 500 + 1} LOOP {part}; COMMIT; END LOOP; END $$"
    seconds = timed(lambda: long_query(server, block))
    left = int(server.query("SELECT count(*) FROM link_record WHERE keep_until = 1")[0][0])
    if left:
        fail(f"{left} records were not deleted")
    return count / seconds


def statement_of_deletion():
    return statement("DELETE FROM link_record WHERE digest IN")


def measure(name, partitions, arguments, folder):
    server = postgres.Server(folder / name, is_synchronous=False)
    server.create()
    server.start()
    try:
        create(server, partitions)
        filling = timed(lambda: history.fill(server, arguments.rows))
        print(f"{name}: {arguments.rows} rows in each table, filled in {filling:.0f} s", flush=True)
        tables = "link_record, link_use, link_due"
        sizes = server.query(
            """SELECT sum(pg_table_size(oid)), sum(pg_indexes_size(oid)) FROM pg_class
               WHERE relkind = 'r' AND relname LIKE 'link_%'""")[0]
        print(f"{name}: {int(sizes[0]) / arguments.rows:.0f} bytes a row, and {int(sizes[1]) / arguments.rows:.0f} of indexes", flush=True)
        long_query(server, "CHECKPOINT")
        for keys in (1, 8, 50):
            rate = look_ups(server, folder, arguments.rows, keys, arguments.seconds, arguments.clients)
            print(f"{name}: {rate:.0f} look-ups of {keys} keys a second, {1000 * arguments.clients / rate:.1f} ms each with "
                  f"{arguments.clients} at a time", flush=True)
        print(f"{name}: {deletion(server, arguments.rows, partitions):.0f} records deleted a second, 500 at a time", flush=True)
        print(f"{name}: vacuum after that {timed(lambda: long_query(server, f'VACUUM {tables}')):.0f} s", flush=True)
        copy = folder / f"{name}.dump"
        dump = [postgres.programs() / "pg_dump", "-h", server.folder, "-U", "tester", "-F", "custom", "-Z", "0", "-f", copy, "postgres"]
        seconds = timed(lambda: subprocess.run(dump, check=True))
        print(f"{name}: pg_dump without compression {seconds:.0f} s, {copy.stat().st_size / 1e6:.0f} MB", flush=True)
        copy.unlink()
    finally:
        server.stop(signal.SIGINT)
        shutil.rmtree(folder / name, ignore_errors=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=100_000, help="rows of each table")
    parser.add_argument("--partitions", type=int, default=32, help="hash partitions in the second run; 0 leaves it out")
    parser.add_argument("--seconds", type=int, default=20, help="how long each kind of look-up is measured")
    parser.add_argument("--clients", type=int, default=8, help="look-ups at the same time")
    arguments = parser.parse_args()
    if not postgres.programs():
        fail("PostgreSQL's server programs are not installed")
    folder = pathlib.Path(tempfile.mkdtemp(prefix="scale-"))
    folder.chmod(0o777)
    try:
        measure("flat", 0, arguments, folder)
        if arguments.partitions:
            measure("partitioned", arguments.partitions, arguments, folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
