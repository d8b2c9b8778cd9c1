"""Servers of PostgreSQL, and PgBouncer before them, in a temporary folder, reached over sockets in it. Root runs them as nobody."""
import glob
import os
import pathlib
import shutil
import signal
import subprocess
import time

from script import expect

PREFIX = ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups", "--"] if os.geteuid() == 0 else []
# The limit in seconds, which a hanging program exceeds; a slow machine stays far below it.
LIMIT = 300


def programs():
    found = sorted(glob.glob("/usr/lib/postgresql/*/bin/initdb"), key=lambda path: int(path.split("/")[4]))
    path = found[-1] if found else shutil.which("initdb")
    return pathlib.Path(path).parent if path else None


def children(parent):
    """The processes that a process has started."""
    for path in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rsplit(")", 1)[1].split()
        except OSError:
            continue
        if int(fields[1]) == parent:
            yield int(path.parent.name)


def rows(sql, *place):
    """The rows of a statement, as lists of texts."""
    command = [programs() / "psql", "-X", "-A", "-t", "-q", "-F", "\t", *place, "-v", "ON_ERROR_STOP=1", "-c", sql]
    done = subprocess.run(command, capture_output=True, text=True, timeout=LIMIT)
    if done.returncode != 0:
        raise RuntimeError(done.stderr)
    return [line.split("\t") for line in done.stdout.splitlines()]


async def owning(folder, proof):
    """Waits for what starts servers below a folder. What belongs to their user is removed by that user."""
    expect(programs() is not None, "the programs of PostgreSQL are not installed")
    try:
        await proof
    finally:
        for place in [*folder.glob("*/data"), *folder.glob("*/etcd")]:
            subprocess.run(["umount", "-q", str(place)], check=False, capture_output=True)
            subprocess.run([*PREFIX, "rm", "-rf", str(place)], cwd="/", check=False)


class Server:
    """One server: its data in FOLDER/data, its socket in FOLDER."""

    def __init__(self, folder, is_synchronous=True, environment=None):
        # `env` sets the variables after the change of the user, so that a preloaded library does not find files of root.
        self.environment = ["env", *[f"{name}={value}" for name, value in (environment or {}).items()]]
        self.folder = pathlib.Path(folder)
        self.folder.mkdir(parents=True)
        self.folder.chmod(0o777)
        self.is_synchronous = is_synchronous
        self.process = None

    def create(self):
        self.run("initdb", "-D", self.folder / "data", "-U", "tester", "--auth", "trust", "--encoding", "UTF8", "--no-locale",
                 "--no-sync")

    def copy_from(self, primary):
        self.run("pg_basebackup", "-h", primary.folder, "-U", "tester", "-D", self.folder / "data", "-R", "--no-sync",
                 "--checkpoint=fast")

    def promote(self):
        self.run("pg_ctl", "promote", "-w", "-t", str(LIMIT), "-D", self.folder / "data")

    def run(self, program, *arguments):
        with open(self.folder / f"{program}.log", "ab") as log:
            subprocess.run([*PREFIX, programs() / program, *arguments], check=True, cwd="/", timeout=LIMIT, stdout=log,
                           stderr=log)

    def start(self):
        options = {"listen_addresses": "", "max_connections": "100", "shared_buffers": "128MB",
                   "shared_preload_libraries": "pg_stat_statements", "wal_level": "replica"}
        if not self.is_synchronous:
            options["fsync"] = "off"
        settings = [part for name, value in options.items() for part in ("-c", f"{name}={value}")]
        command = [*PREFIX, *self.environment, str(programs() / "postgres"), "-D", str(self.folder / "data"), "-k", str(self.folder), *settings]
        with open(self.folder / "server.log", "ab") as log:
            self.process = subprocess.Popen(command, cwd="/", stdout=log, stderr=log)
        end = time.monotonic() + LIMIT
        while True:
            try:
                self.query("SELECT 1")
                return
            except RuntimeError:
                if time.monotonic() > end or self.process.poll() is not None:
                    raise
                time.sleep(0.05)

    def stop(self, how=signal.SIGQUIT):
        """Ends the server: SIGQUIT as if it had crashed, SIGINT in order."""
        if self.process and self.process.poll() is None:
            self.process.send_signal(how)
            self.process.wait(LIMIT)

    def freeze(self, is_frozen):
        """Stops the server's processes as a machine does that swaps or is suspended, or lets them run on."""
        how = signal.SIGSTOP if is_frozen else signal.SIGCONT
        # The parent is first, so that it starts no process meanwhile.
        for process in [self.process.pid, *children(self.process.pid)]:
            try:
                os.kill(process, how)
            except ProcessLookupError:
                pass

    def query(self, sql):
        """The rows of a statement, as lists of texts."""
        return rows(sql, "-h", self.folder, "-U", "tester", "-d", "postgres")

    def seconds(self):
        """The processor time of the server's processes so far, without those that ended."""
        total = 0
        for path in pathlib.Path("/proc").glob("[0-9]*/stat"):
            try:
                name, fields = path.read_text().rsplit(")", 1)
            except OSError:
                continue
            fields = fields.split()
            if str(self.process.pid) in (fields[1], name.split()[0]):
                total += int(fields[11]) + int(fields[12])
        return total / os.sysconf("SC_CLK_TCK")

    def written(self):
        """How many bytes the write-ahead log has had so far."""
        return int(float(self.query("SELECT pg_current_wal_insert_lsn() - '0/0'::pg_lsn")[0][0]))


class Pooler:
    """PgBouncer in transaction mode before a server, and before another one after a failover."""

    def __init__(self, folder):
        self.folder = folder
        self.folder.mkdir()
        self.folder.chmod(0o777)
        self.process = None

    def configure(self, server):
        (self.folder / "pgbouncer.ini").write_text(
            f"[databases]\n* = host={server.folder} port=5432 user=tester\n"
            f"[pgbouncer]\nlisten_port = 5432\nlisten_addr =\nunix_socket_dir = {self.folder}\nauth_type = any\n"
            "pool_mode = transaction\ndefault_pool_size = 8\nmax_client_conn = 200\n", encoding="utf-8")

    def start(self, server):
        self.configure(server)
        program = shutil.which("pgbouncer", path="/usr/sbin:/usr/bin:/opt/homebrew/bin")
        with open(self.folder / "pgbouncer.log", "ab") as log:
            self.process = subprocess.Popen([*PREFIX, program, str(self.folder / "pgbouncer.ini")], cwd="/", stdout=log, stderr=log)

    def switch(self, server):
        """Leads to another server, as a tool that fails over tells it to."""
        self.configure(server)
        self.process.send_signal(signal.SIGHUP)

    def stop(self):
        if self.process and self.process.poll() is None:
            self.process.kill()
            self.process.wait(LIMIT)


def url(*servers):
    """The URL with which a client finds the server that takes writes, or the pooler before it."""
    hosts = ",".join(str(server.folder) for server in servers)
    return f"postgresql:///postgres?host={hosts}&user=tester&target_session_attrs=read-write"
