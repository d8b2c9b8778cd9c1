"""How the scripts beside this one begin, judge and end."""
import argparse
import asyncio
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile

PACKAGE = pathlib.Path(__file__).resolve().parent.parent


class Failure(Exception):
    pass


def expect(condition, text):
    if not condition:
        raise Failure(text)


def expect_equal(what, found, expected):
    """Prints what was found, which must be what is expected."""
    expect(found == expected, f"{what}: expected {expected!r}, found {found!r}")
    print(f"  {what}: {found}")


def read_options(documentation, **defaults):
    """The options of the command line: flags, numbers and texts, by their defaults."""
    parser = argparse.ArgumentParser(description=documentation, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name, default in defaults.items():
        kind = {"action": "store_true"} if default is False else {"type": str if default is None else type(default), "default": default}
        parser.add_argument("--" + name.replace("_", "-"), **kind)
    return parser.parse_args()


def run(body, needs=()):
    """Calls a function, perhaps an asynchronous one, with a temporary folder that is removed. A failure ends the script."""
    name = pathlib.Path(sys.argv[0]).stem
    missing = [tool for tool in needs if not shutil.which(tool)]
    if missing:
        sys.exit(f"{name}: not installed: {', '.join(missing)}")
    random.seed(1)
    folder = pathlib.Path(tempfile.mkdtemp(prefix=f"{name}-", dir="/tmp"))
    folder.chmod(0o755)
    try:
        result = body(folder)
        if asyncio.iscoroutine(result):
            asyncio.run(result)
    except Failure as failure:
        sys.exit(f"{name}: {failure}")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def built(release=False):
    """The program, built."""
    command = ["swift", "build", "--package-path", str(PACKAGE), "--product", "applinks-index"]
    command += ["--configuration", "release"] if release else []
    subprocess.run(command, check=True, stdout=sys.stderr)
    place = subprocess.run([*command, "--show-bin-path"], check=True, capture_output=True, text=True)
    return f"{place.stdout.strip()}/applinks-index"


def address(process, log):
    """The address at which a node that was started listens."""
    found = re.search(r"listens on (http://\S+)", process.stdout.readline())
    expect(found, f"the node did not start: {pathlib.Path(log).read_text(encoding='utf-8')[-2000:]}")
    return found[1]
