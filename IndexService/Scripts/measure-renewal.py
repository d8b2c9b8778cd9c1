#!/usr/bin/env python3
"""Measures the query for what is due for renewal: a million use counts by default, of which few are due.

    IndexService/Scripts/measure-renewal.py --rows 10000000 --sqlite-rows 10000000

The statements are read from the sources of the stores. Nothing is fetched: every claim is given back.
"""
import argparse
import pathlib
import re
import shutil
import sqlite3
import statistics
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import history  # noqa: E402
import postgres  # noqa: E402

SOURCES = pathlib.Path(__file__).resolve().parent.parent / "Sources"
BEFORE, STALE = 20_000, 3_600_000


def statement(path, name):
    """The text of a literal: of several lines, or of one."""
    text = (SOURCES / path).read_text()
    found = re.search(r"static let " + name + r'[^=]*= (?:"""(.*?)"""|"(.*?)")', text, re.DOTALL)
    return found.group(1) or found.group(2)


def report(name, rows, times):
    times = sorted(times)
    print(f"{name}: {rows} use rows, {len(times)} queries: mean {statistics.mean(times):.3f} ms, "
          f"median {times[len(times) // 2]:.3f}, greatest {times[-1]:.3f}", flush=True)


def measure_postgresql(folder, rows, queries):
    server = postgres.Server(folder / "postgresql", is_synchronous=False)
    server.create()
    server.start()
    try:
        schema = (SOURCES / "LinkIndexPostgreSQL/PostgreSQLSchema.swift").read_text()
        for found in re.finditer(r'"""\s*(CREATE TABLE.*?)"""|"(CREATE INDEX[^"]*)"', schema, re.DOTALL):
            server.query(found.group(1) or found.group(2))
        history.fill(server, rows)
        claim = statement("LinkIndexPostgreSQL/PostgreSQLStore+Records.swift", "claim")
        for number, value in ((1, 128), (2, BEFORE), (3, STALE)):
            claim = claim.replace(f"${number}", f"{value}::int8")
        server.query("CREATE EXTENSION IF NOT EXISTS pg_stat_statements")
        server.query("SELECT pg_stat_statements_reset()")
        for _ in range(queries):
            server.query(claim)
            time.sleep(0.05)
        row = server.query("""SELECT calls, mean_exec_time, max_exec_time, rows FROM pg_stat_statements
                              WHERE query LIKE '%SKIP LOCKED%' ORDER BY calls DESC LIMIT 1""")
        print(f"PostgreSQL: {rows} use rows; calls, mean ms, greatest ms, claimed: {row}", flush=True)
        # A node that was away meets what became due meanwhile: batches of 128.
        server.query("UPDATE link_due SET due_at = 0 WHERE digest IN (SELECT digest FROM link_due LIMIT 100000)")
        server.query("SELECT pg_stat_statements_reset()")
        for _ in range(queries):
            server.query(claim)
        row = server.query("""SELECT calls, mean_exec_time, max_exec_time, rows FROM pg_stat_statements
                              WHERE query LIKE '%SKIP LOCKED%' ORDER BY calls DESC LIMIT 1""")
        print(f"PostgreSQL, full batches of 128: calls, mean ms, greatest ms, claimed: {row}", flush=True)
    finally:
        server.stop()


def measure_sqlite(folder, rows, queries):
    database = sqlite3.connect(folder / "index.sqlite", isolation_level=None)
    database.execute("PRAGMA journal_mode = WAL")
    schema = (SOURCES / "LinkIndexSQLite/SQLiteSchema.swift").read_text()
    for script in re.findall(r'sql: """(.*?)"""', schema, re.DOTALL):
        database.executescript(script)
    now = int(time.time() * 1_000)
    database.execute("BEGIN")
    database.execute(
        f"""WITH RECURSIVE counter(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counter WHERE n < {rows})
            INSERT INTO record SELECT randomblob(32), 1, 'https://example.com/recipes/' || n, 2, randomblob(1165), 0,
                {now} + n * 86400000 / {rows}, {now} + 2 * 86400000, 3 FROM counter""")
    database.execute(f"INSERT INTO due SELECT digest, fresh_until - {BEFORE}, 0 FROM record")
    database.execute("COMMIT")
    is_due = statement("LinkIndexSQLite/SQLiteStore+Records.swift", "isDue")
    due = statement("LinkIndexSQLite/SQLiteStore+Records.swift", "due")
    empty, full = [], []
    for _ in range(queries):
        start = time.perf_counter()
        database.execute(is_due, (now - 10 * BEFORE,)).fetchall()
        empty.append((time.perf_counter() - start) * 1_000)
        start = time.perf_counter()
        database.execute(due, (now, 128)).fetchall()
        full.append((time.perf_counter() - start) * 1_000)
    report("SQLite, nothing due", rows, empty)
    report("SQLite, 128 due", rows, full)
    database.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=1_000_000, help="use rows in PostgreSQL; 0 leaves it out")
    parser.add_argument("--sqlite-rows", type=int, default=300_000, help="records in SQLite; 0 leaves it out")
    parser.add_argument("--queries", type=int, default=200)
    arguments = parser.parse_args()
    folder = pathlib.Path(tempfile.mkdtemp(prefix="renewal-"))
    folder.chmod(0o777)
    try:
        if arguments.rows:
            measure_postgresql(folder, arguments.rows, arguments.queries)
        if arguments.sqlite_rows:
            measure_sqlite(folder, arguments.sqlite_rows, arguments.queries)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


main()
