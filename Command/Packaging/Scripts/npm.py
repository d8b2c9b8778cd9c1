"""The two packages of npm's usual shape: one for each kind of machine with its binary, and one that everybody installs."""
import json
import pathlib

import about
import archives

LAUNCHER = pathlib.Path(__file__).resolve().parent.parent.parent / "Packaging/npm/applinks.js"
# Node's names for the values of Python's `platform.machine()`.
ARCHITECTURES = {"x86_64": "x64", "aarch64": "arm64"}


def packages(version, machine, binary, license, parts, date):
    """The name and bytes of each file that `npm publish` or `npm install` takes. parts: the licences of what the binary has linked in."""
    architecture = ARCHITECTURES[machine]
    platform_name = f"@applinks/linux-{architecture}"
    shared = {"version": version, "keywords": about.KEYWORDS}
    url = about.project_url()
    if url:
        shared |= {"homepage": url, "repository": {"type": "git", "url": url}}
    platform = shared | {
        "name": platform_name, "license": about.BINARY_LICENSE,
        "description": f"The binary of applinks for Linux with glibc on {architecture}",
        "os": ["linux"], "cpu": [architecture], "libc": ["glibc"], "files": ["bin/applinks", "copyright"], "preferUnplugged": True,
    }
    main = shared | {
        "name": "applinks", "license": about.LICENSE, "description": about.SUMMARY,
        "bin": {"applinks": "bin/applinks.js"}, "engines": {"node": ">=18"},
        "files": ["bin/applinks.js"], "optionalDependencies": {platform_name: version},
    }

    def pack(package, readme, path, mode, content, more=()):
        text = (json.dumps(package, indent=2, sort_keys=True) + "\n").encode()
        files = [("package/LICENSE", 0o644, license), ("package/README.md", 0o644, readme.encode()), (f"package/{path}", mode, content),
                 *more, ("package/package.json", 0o644, text)]
        return archives.compress(archives.tar(files, date))

    short = f"{platform['description']}. Install the package `applinks`, which brings this one along.\n"
    return [
        (f"applinks-{version}.tgz", pack(main, about.description(), "bin/applinks.js", 0o755, LAUNCHER.read_bytes())),
        (f"applinks-linux-{architecture}-{version}.tgz",
         pack(platform, short, "bin/applinks", 0o755, binary, [("package/copyright", 0o644, parts)])),
    ]
