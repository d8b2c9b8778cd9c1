#!/usr/bin/env python3
"""Runs a node as an operator does, and checks what its documents say about settings, logs, keys, back-ups and stopping.

Usage: check-operation.py [--binary PATH], with applinks-index built. Everything runs on loopback and in a temporary folder.
"""
import json
import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import threading
import time
import urllib.error
import urllib.request

from script import PACKAGE, address, built, expect, expect_equal, read_options, run

PAGE = "/v1/links?url=https%3A%2F%2Fdemo.example%2Frecipes%2F42"
PREFIX = "APPLINKS_INDEX_"
# These options are not settings: they name the place of settings, or the action with them.
OTHER_OPTIONS = {"config", "print-config", "help"}


class Program:
    """The program in a folder of its own."""

    def __init__(self, binary, folder):
        self.binary, self.folder = binary, folder

    def run(self, *arguments, **variables):
        """The exit code and what it printed."""
        done = subprocess.run([self.binary, *arguments], cwd=self.folder, capture_output=True, text=True, timeout=300,
                              env=self.environment(variables), check=False)
        return done.returncode, done.stdout, done.stderr

    def start(self, *arguments, **variables):
        self.log = open(self.folder / "log", "w", encoding="utf-8")
        process = subprocess.Popen([self.binary, "--port", "0", *arguments], cwd=self.folder, stdout=subprocess.PIPE,
                                   stderr=self.log, text=True, env=self.environment(variables))
        return process, address(process, self.folder / "log")

    @staticmethod
    def environment(variables):
        kept = {name: value for name, value in os.environ.items() if not name.startswith(PREFIX)}
        return kept | {PREFIX + name: value for name, value in variables.items()}


def ask(base, path, key=None):
    """The status and the body."""
    request = urllib.request.Request(base + path, headers={"Authorization": f"Bearer {key}"} if key else {})
    try:
        with urllib.request.urlopen(request, timeout=300) as response:
            return response.status, response.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


def stop(process):
    process.send_signal(signal.SIGTERM)
    return process.wait(timeout=300)


def check_settings(program):
    print("settings")
    settings = program.folder / "settings.json"
    settings.write_text(json.dumps({"port": 1, "memory": 1, "keys": "required", "trusted-proxy": ["10.0.0.0/8"],
                                    "log-requests": True}), encoding="utf-8")
    variables = {"MEMORY": "2", "PORT": "2", "DATABASE": "postgresql://user:se/c@ret@host:5432/index?sslpassword=hush&sslmode=require"}
    code, said, error = program.run("serve", "--print-config", "--port", "3", "--config", str(settings), **variables)
    expect(code == 0, error)
    found = json.loads(said)
    expect_equal("option before variable", found["port"], {"from": "option", "value": 3})
    expect_equal("variable before file", found["memory"], {"from": "environment", "value": 2})
    expect_equal("file before default", (found["keys"], found["trusted-proxy"]["value"], found["log-requests"]["value"]),
           ({"from": "file", "value": "required"}, ["10.0.0.0/8"], True))
    expect_equal("default", found["host"], {"from": "default", "value": "127.0.0.1"})
    expect_equal("passwords", found["database"]["value"], "postgresql://user:***@host:5432/index?sslpassword=***&sslmode=require")
    expect_equal("the file by variable", json.loads(program.run("--print-config", CONFIG=str(settings))[1])["keys"]["from"], "file")
    listed = json.loads(program.run("--print-config", TRUSTED_PROXY="10.0.0.1, ::1")[1])
    expect_equal("a list in a variable", listed["trusted-proxy"]["value"], ["10.0.0.1", "::1"])
    check_variables(program, found)
    options = set(re.findall(r"^  --([a-z-]+)", program.run("serve", "--help")[1], re.MULTILINE)) - OTHER_OPTIONS
    expect_equal("options that are no settings", sorted(options - set(found)), [])
    expect_equal("settings that are no options", sorted(set(found) - options), [])
    readme = (PACKAGE / "README.md").read_text(encoding="utf-8")
    expect_equal("settings that the README does not name", sorted(name for name in found if f"`--{name}" not in readme), [])
    for what, text, variables in (
        ("an unknown variable", PREFIX + "PROT", {"PROT": "1"}),
        *(("a variable of another kind", PREFIX + "PORT must be a whole number", {"PORT": value})
          for value in ("http", "1.5", "true", "0x10", "1 2", "NaN")),
        ("a flag of another kind", PREFIX + "LOG_REQUESTS must be true or false", {"LOG_REQUESTS": "2"}),
        ("a value that an option refuses too", "--port must be 0 to 65535", {"PORT": "70000"}),
    ):
        code, _, error = program.run("--print-config", **variables)
        expect_equal(what, (code, text in error), (64, True))
    number, words = '"port" in the file of settings must be a whole number', '"host" in the file of settings must be a text'
    flag, texts = '"log-requests" in the file of settings must be true or false', '"trusted-proxy" in the file of settings must be a list'
    for what, text, content in (
        ("an unknown name in the file", "prot", {"prot": 1}), ("no object", "one JSON object", []),
        *((f"a number that is {value!r}", number, {"port": value}) for value in (True, False, "8080", 1.5, 1e30, None, [1], {"a": 1})),
        *((f"a text that is {value!r}", words, {"host": value}) for value in (True, 1, None, ["::1"], {})),
        *((f"a flag that is {value!r}", flag, {"log-requests": value}) for value in (1, 0, "true", None, [True])),
        *((f"a list that is {value!r}", texts, {"trusted-proxy": value}) for value in ("::1", True, [1], [["::1"]], ["::1", None], {})),
    ):
        settings.write_text(json.dumps(content), encoding="utf-8")
        code, _, error = program.run("--print-config", "--config", str(settings))
        expect_equal(what, (code, text in error), (64, True))
    expect_equal("a missing file", program.run("--config", "nowhere.json", "--print-config")[0], 64)
    # Other mistakes of operators, and the words of their messages.
    (program.folder / "cut.json").write_text('{"port": 1,', encoding="utf-8")
    (program.folder / "text").write_text("This is no database. " * 100, encoding="utf-8")
    for status, text, arguments in (
        (64, "Is a directory", ("--config", ".")),
        (64, "is not JSON", ("--config", "cut.json")),
        (64, "Is a directory", ("--revoked-keys", ".")),
        (64, "postgresql://USER@HOST:PORT/DATABASE", ("--database", "postgresql:/host/index")),
        (64, "There is no file other.sqlite", ("keys", "add", "a", "--database", "other.sqlite")),
        (1, "not an SQLite database", ("--database", "text")),
        (1, "Does its folder exist", ("--database", "nowhere/index.sqlite")),
        (1, "Name an address of this machine", ("--host", "nowhere.invalid")),
    ):
        code, said, error = program.run(*arguments)
        expect_equal(" ".join(arguments), (code, text in error, said), (status, True, ""))
    expect_equal("a database that was not there", (program.folder / "other.sqlite").exists(), False)
    expect_equal("help beside a wrong variable", program.run("--help", PROT="1")[0], 0)


def check_variables(program, settings):
    """Each setting in a variable, with its own value where that can be written so."""
    values = {"trusted-proxy": "10.0.0.0/8", "forgetting-key": "editor"}
    for name, setting in settings.items():
        value = setting["value"]
        values.setdefault(name, "true" if isinstance(value, bool) else "1" if value is None else str(value))
    variables = {name.upper().replace("-", "_"): value for name, value in values.items()}
    code, said, error = program.run("--print-config", **variables)
    expect(code == 0, error)
    expect_equal("settings that no variable sets",
           [name for name, setting in json.loads(said).items() if setting["from"] != "environment"], [])


def check_logs(program):
    print("logs")
    process, base = program.start(LOG_FORMAT="json", LOG_REQUESTS="true")
    for _ in range(3):
        ask(base, PAGE)
    ask(base, "/v1/links")
    expect_equal("health and readiness", [ask(base, path)[0] for path in ("/health", "/ready")], [200, 200])
    expect_equal("a node ends when it is told to", stop(process), 0)
    lines = [json.loads(line) for line in (program.folder / "log").read_text(encoding="utf-8").splitlines()]
    requests = [line for line in lines if line["logger"] == "applinks-index.requests"]
    # The order is not defined, because each request has its own connection.
    expect_equal("requests", sorted((line["method"], line["route"], line["status"]) for line in requests),
           [("GET", "/health", 200), ("GET", "/ready", 200)] + [("GET", "/v1/links", 200)] * 3 + [("GET", "/v1/links", 400)])
    expect_equal("what was asked for is in no line", [line for line in lines if ("demo.example" if line in requests else "recipes") in json.dumps(line)],
                 [])


def check_keys(program):
    print("keys and back-ups")
    process, base = program.start(KEYS="required")
    keys = {}
    for name in ("good", "gone"):
        code, said, error = program.run("keys", "add", name)
        expect(code == 0, error)
        keys[name] = said.strip()
    expect_equal("both keys", [ask(base, PAGE, keys[name])[0] for name in keys], [200, 200])
    stop(process)
    # This makes a back-up of the file, like `.backup` does.
    database = program.folder / "applinks-index.sqlite"
    shutil.copy(database, program.folder / "copy.sqlite")
    expect_equal("keys revoke", program.run("keys", "revoke", "gone")[0], 0)
    shutil.copy(program.folder / "copy.sqlite", database)
    listed = program.run("keys", "list")[1].splitlines()
    expect_equal("keys in the restored database", sorted(line.split("\t")[0] for line in listed), ["gone", "good"])
    expect_equal("their last use is shown", ["used on" in line for line in listed], [True, True])
    process, base = program.start(KEYS="required")
    expect_equal("after the restore", [ask(base, PAGE, keys[name])[0] for name in keys], [200, 401])
    expect_equal("revoked once more", program.run("keys", "revoke", "gone")[0], 0)
    expect_equal("a key that is not there", program.run("keys", "revoke", "gone")[0], 64)
    stop(process)


def check_stopping(program):
    print("stopping")
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        process, base = program.start("--allow-private", "--stop-timeout", "1")
        page = f"/v1/links?url=http%3A%2F%2F127.0.0.1%3A{silent.getsockname()[1]}%2F"
        asked = threading.Thread(target=lambda: answers.append(attempt(base, page)))
        answers = []
        asked.start()
        silent.accept()
        start = time.monotonic()
        code = stop(process)
        asked.join()
    expect_equal("a node with a request that waits for a page", code, 0)
    # The page has ten seconds, and the files of its host another ten, so the request could wait for twenty.
    expect(time.monotonic() - start <= 16, f"it took {time.monotonic() - start:.1f} s to stop")


def attempt(base, path):
    try:
        return ask(base, path)
    except OSError as error:
        return error


def check(folder):
    program = Program(pathlib.Path(OPTIONS.binary or built()).resolve(), folder)
    for part in (check_settings, check_logs, check_keys, check_stopping):
        part(program)
    print("a node is operated as documented")


if __name__ == "__main__":
    OPTIONS = read_options(__doc__, binary=None)
    run(check)
