"""The two packages of npm's usual shape: one for each kind of machine with its binary, and one that everybody installs."""
import json
import pathlib

import archives

LAUNCHER = pathlib.Path(__file__).resolve().parent.parent.parent / "Packaging/npm/applinks.js"
# Names of node's for what Python's `platform.machine()` says.
ARCHITECTURES = {"x86_64": "x64", "aarch64": "arm64"}


def packages(version, machine, summary, binary, license, parts, date):
    """The name and bytes of each file that `npm publish` or `npm install` takes. parts: the licences of what the binary has linked in."""
    architecture = ARCHITECTURES[machine]
    platform_name = f"@applinks/linux-{architecture}"
    shared = {"version": version, "license": "MIT"}
    platform = shared | {
        "name": platform_name,
        "description": f"The binary of applinks for Linux with glibc on {architecture}",
        "os": ["linux"], "cpu": [architecture], "libc": ["glibc"], "files": ["bin/applinks", "copyright"], "preferUnplugged": True,
    }
    main = shared | {
        "name": "applinks", "description": summary, "bin": {"applinks": "bin/applinks.js"}, "engines": {"node": ">=18"},
        "files": ["bin/applinks.js"], "optionalDependencies": {platform_name: version},
    }

    def pack(package, path, mode, content, more=()):
        text = (json.dumps(package, indent=2, sort_keys=True) + "\n").encode()
        files = [("package/LICENSE", 0o644, license), (f"package/{path}", mode, content), *more, ("package/package.json", 0o644, text)]
        return archives.compress(archives.tar(files, date))

    return [
        (f"applinks-{version}.tgz", pack(main, "bin/applinks.js", 0o755, LAUNCHER.read_bytes())),
        (f"applinks-linux-{architecture}-{version}.tgz",
         pack(platform, "bin/applinks", 0o755, binary, [("package/copyright", 0o644, parts)])),
    ]
