#!/usr/bin/env python3
"""Calls the tools of `applinks mcp` with the Python client of the Model Context Protocol, which validates each answer.

Usage: check-mcp.py, with Python's mcp and jsonschema installed. It builds the command. The client is of the protocol's own project:
it holds each message to the schema of the revision that is spoken, and what a tool returns to the tool's own schema. Every tool
is called in the current revision and after an initialization.
"""
import asyncio
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

from mcp import Client, StdioServerParameters

import products
from project import EXAMPLES

FINGERPRINT = ":".join(f"{(37 * octet * octet + 11) % 256:02X}" for octet in range(32))
SITE = [
    "--host", "lakrids.dk", "--name", "Kogebog", "--team", "R2TQ9MZ7K4", "--bundle", "dk.lakrids.kogebog",
    "--package", "dk.lakrids.kogebog", "--fingerprint", FINGERPRINT, "--open", "/recipes/*",
]
# A tool, its arguments, whether the call fails, and a part of the answer.
CALLS = [
    ("check", {"input": "Site", "host": "lakrids.dk"}, False, '"inputs"'),
    ("check", {"input": "http://127.0.0.1:9/"}, True, "127.0.0.1"),
    ("check", {"input": "../.."}, True, "may read"),
    ("check", {"input": "Site", "hosts": "lakrids.dk"}, True, "no argument 'hosts'"),
    ("explain", {"url": "https://lakrids.dk/recipes/rye-bread.html", "offline": "Site", "device": ["iphone"]}, False, '"iPhone"'),
    ("explain", {"url": "lakrids.dk/recipes/rye-bread.html", "offline": "Site", "device": ["iphone"]}, False, '"iPhone"'),
    ("explain", {"url": "rye bread"}, True, "https URL"),
    ("diff", {"from": "Site", "to": "Site", "host": "lakrids.dk"}, False, '"links":[]'),
    ("publish", {"description": "site.json", "compare": "Site"}, False, '"differences"'),
    ("rule", {"id": "aasa-missing"}, False, "aasa-missing (error)"),
]


async def session(tool, folder, mode):
    """Calls every tool. Returns the revision that was spoken, and what was wrong."""
    wrong = []
    server = StdioServerParameters(command=tool, args=["mcp", "--folder", str(folder)])
    async with Client(server, mode=mode, read_timeout_seconds=600) as client:
        tools = {tool.name for tool in (await client.list_tools()).tools}
        if tools != {name for name, *_ in CALLS}:
            wrong.append(f"the tools are {sorted(tools)}")
        for name, arguments, fails, part in CALLS:
            result = await client.call_tool(name, arguments)
            text = result.content[0].text
            if result.is_error != fails or part not in text:
                wrong.append(f"{name} {arguments}: {'failed' if result.is_error else 'did not fail'}: {text[:500]}")
            structured = result.structured_content
            if structured is not None and structured != json.loads(text):
                wrong.append(f"{name} {arguments}: the text and the structured content differ")
            if not fails and name != "rule" and structured is None:
                wrong.append(f"{name} {arguments}: there is no structured content")
        return client.protocol_version, wrong


def main():
    tool = products.command()
    with tempfile.TemporaryDirectory() as place:
        folder = pathlib.Path(place)
        # The site is copied and not linked, because a link that leads out of the folder is refused.
        shutil.copytree(EXAMPLES / "Site", folder / "Site")
        subprocess.run([tool, "init", str(folder / "site.json"), *SITE], check=True, stdout=subprocess.DEVNULL)
        for mode in ["auto", "2026-07-28", "legacy"]:
            version, wrong = asyncio.run(session(tool, folder, mode))
            if wrong:
                sys.exit("\n".join(wrong))
            print(f"applinks mcp: {len(CALLS)} calls by the client's mode '{mode}', revision {version}")


main()
