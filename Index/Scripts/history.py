"""Rows of a long history: records, counts of uses, and the queue of renewals."""
import time

# The number of rows that are written at a time, so that no statement reaches the time limit of a query.
PART = 250_000
DAY = 86_400_000


def fill(server, rows, first_due=0):
    """Writes records with payloads of the size that real pages have, all used, and due one after the other within a day.

    first_due: milliseconds from now until the first is due.
    """
    now = int(time.time() * 1_000)
    due = f"{now} + {first_due} + n::int8 * {DAY} / {rows}"
    for first in range(1, rows + 1, PART):
        numbers = f"generate_series({first}, {min(first + PART - 1, rows)}) n"
        server.query(
            f"""INSERT INTO link_record SELECT sha256(n::text::bytea), 1, 'https://example.com/recipes/' || n, 2,
                    decode(repeat(md5(n::text), 73), 'hex'), 0, {due} + 20000, {now} + {3 * DAY}::int8, 0 FROM {numbers}""")
        server.query(f"INSERT INTO link_use SELECT sha256(n::text::bytea), 3, {due} + 20000 FROM {numbers}")
        server.query(f"INSERT INTO link_due SELECT sha256(n::text::bytea), {due}, 0 FROM {numbers}")
    server.query("VACUUM ANALYZE")
