"""PostgreSQL with Patroni and etcd: three machines, each with one process of each, on loopback and in a temporary folder.

Debian has all of it: `apt-get install patroni etcd-server postgresql`. Root runs them as nobody.
"""
import json
import os
import pathlib
import shutil
import signal
import subprocess
import time
import urllib.request

import postgres
from cluster import LIMIT, free_port

NAMES = ("db1", "db2", "db3")

CONFIGURATION = pathlib.Path(__file__).resolve().parent.parent / "Deployment/patroni.yml"
PASSWORD = "of-a-test"


class Machine:
    """One of the three: a member of etcd, and Patroni with its server."""

    def __init__(self, folder, name):
        self.name, self.folder = name, folder / name
        self.folder.mkdir()
        self.folder.chmod(0o777)
        self.port, self.rest, self.client, self.peer = (free_port() for _ in range(4))
        self.processes = []

    def start(self, machines, is_new):
        """Starts etcd and Patroni, which starts the server."""
        members = ",".join(f"{machine.name}=http://127.0.0.1:{machine.peer}" for machine in machines)
        client, peer = f"http://127.0.0.1:{self.client}", f"http://127.0.0.1:{self.peer}"
        self._run("etcd", "--enable-v2", "--name", self.name, "--data-dir", self.folder / "etcd",
                  "--listen-client-urls", client, "--advertise-client-urls", client,
                  "--listen-peer-urls", peer, "--initial-advertise-peer-urls", peer,
                  "--initial-cluster", members, "--initial-cluster-state", "new" if is_new else "existing")
        (self.folder / "patroni.yml").write_text(self._configuration(machines), encoding="utf-8")
        self._run("patroni", self.folder / "patroni.yml")

    def _configuration(self, machines):
        """The file that operators get, with the addresses, the folder and the password of a test."""
        text = CONFIGURATION.read_text(encoding="utf-8")
        changes = {"name: db1": f"name: {self.name}", "10.0.0.1:8008": f"127.0.0.1:{self.rest}",
                   "10.0.0.1:5432": f"127.0.0.1:{self.port}", "10.0.0.0/24": "127.0.0.1/32", "PASSWORD": PASSWORD,
                   "/usr/lib/postgresql/15/bin": str(postgres.programs()),
                   "/var/lib/postgresql": str(self.folder), "/var/run/postgresql": str(self.folder)}
        changes |= {f"10.0.0.{number}:2379": f"127.0.0.1:{machine.client}" for number, machine in enumerate(machines, 1)}
        for old, new in changes.items():
            if old not in text:
                raise ValueError(f"{CONFIGURATION} has no {old}")
            text = text.replace(old, new)
        return text

    def _run(self, program, *arguments):
        command = [*postgres.PREFIX, "env", f"HOME={self.folder}", shutil.which(program), *map(str, arguments)]
        with open(self.folder / f"{program}.log", "ab") as log:
            self.processes.append(subprocess.Popen(command, cwd="/", stdout=log, stderr=log))

    def role(self):
        """What Patroni says of its server: `master`, `replica`, or None if it does not answer."""
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.rest}/patroni", timeout=5) as response:
                state = json.load(response)
        except (OSError, ValueError):
            return None
        return state["role"] if state.get("state") == "running" else None

    def signal(self, how):
        """Sends a signal to all that runs on the machine. The processes of the server are in a group of their own."""
        for process in self.processes:
            if process.poll() is None:
                process.send_signal(how)
        server = self.folder / "data/postmaster.pid"
        if server.exists():
            parent = int(server.read_text().split()[0])
            for process in [parent, *postgres.children(parent)]:
                try:
                    os.kill(process, how)
                except ProcessLookupError:
                    pass

    def end(self):
        """Ends everything at once, as a machine whose power fails."""
        self.signal(signal.SIGKILL)
        for process in self.processes:
            process.wait(LIMIT)
        self.processes = []


class Patroni:
    """The cluster of three machines."""

    def __init__(self, folder):
        self.machines = [Machine(folder, name) for name in NAMES]

    def start(self):
        for machine in self.machines:
            machine.start(self.machines, is_new=True)
        self.wait_for(replicas=2)
        self.query(f"CREATE ROLE index LOGIN PASSWORD '{PASSWORD}'", database="postgres")
        self.query("CREATE DATABASE index OWNER index", database="postgres")

    def end(self):
        for machine in self.machines:
            # A stopped machine also ends.
            machine.end()

    def primary(self, but=None):
        """The machine whose server takes writes, other than one; None while there is none."""
        return next((machine for machine in self.machines if machine is not but and machine.role() in ("master", "primary")), None)

    def wait_for(self, replicas, but=None):
        """Waits until there is a primary, other than one, with so many replicas, one of which has every commit.

        Returns the seconds that it took.
        """
        states = "SELECT sync_state FROM pg_stat_replication WHERE state = 'streaming'"
        begin = time.monotonic()
        while True:
            primary = self.primary(but)
            if primary:
                try:
                    found = [row[0] for row in self.query(states, primary, "postgres")]
                except RuntimeError:
                    found = []
                if len(found) >= replicas and (not replicas or "sync" in found):
                    return time.monotonic() - begin
            if time.monotonic() > begin + LIMIT:
                raise TimeoutError(f"no primary with {replicas} replicas: {[machine.role() for machine in self.machines]}")
            time.sleep(0.2)

    def query(self, sql, machine=None, database="index"):
        """The rows of a statement, as lists of texts."""
        address = f"host=127.0.0.1 port={(machine or self.primary()).port} user=postgres password={PASSWORD} dbname={database}"
        return postgres.rows(sql, "-d", address)

    def url(self):
        """The URL with which a node finds the primary: it names all servers."""
        places = ",".join(f"127.0.0.1:{machine.port}" for machine in self.machines)
        return f"postgresql://index:{PASSWORD}@{places}/index?target_session_attrs=read-write"

    def logs(self):
        return [path for machine in self.machines for path in sorted(pathlib.Path(machine.folder).glob("*.log"))]
