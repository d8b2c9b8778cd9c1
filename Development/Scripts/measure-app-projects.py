#!/usr/bin/env python3
"""Prints what reading a project or a package of n and of 2n parts costs, in seconds of CPU and megabytes.

Each kind has the parts that somebody hostile, or a large project, has many of. The count of steps is a test; this is for a person
who looks at the seconds. Twice the parts should cost at most 2.2 times as much.

    Development/Scripts/measure-app-projects.py [--command PATH] [KIND…]
"""

import argparse
import pathlib
import plistlib
import resource
import struct
import subprocess
import sys
import tempfile
import zipfile

from project import ROOT

FILTER = (
    '<activity android:name=".A{n}" android:exported="true"><intent-filter><action android:name="android.intent.action.VIEW"/>'
    '<category android:name="android.intent.category.DEFAULT"/><category android:name="android.intent.category.BROWSABLE"/>'
    '<data android:scheme="https" android:host="h{n}.shelf.example" android:pathPrefix="/p{n}"/></intent-filter></activity>'
)


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def manifest(filters):
    return (
        '<manifest xmlns:android="http://schemas.android.com/apk/res/android"><application>'
        + "".join(FILTER.format(n=n) for n in filters)
        + "</application></manifest>"
    )


def modules(folder, count):
    """Libraries, each with a filter and five dependencies, that one app uses."""
    write(folder / "settings.gradle", "")
    uses = "".join(f"implementation project(':m{n}')\n" for n in range(5))
    write(
        folder / "app/build.gradle",
        f'apply plugin: "com.android.application"\nandroid {{ defaultConfig {{ applicationId "org.sample.shelf" }} }}\n'
        f"dependencies {{ {uses} }}",
    )
    write(folder / "app/src/main/AndroidManifest.xml", manifest([0]))
    for module in range(count):
        uses = "".join(f"implementation project(':m{(module * 5 + n) % count}')\n" for n in range(1, 6))
        write(folder / f"m{module}/build.gradle", f'apply plugin: "com.android.library"\ndependencies {{ {uses} }}')
        write(folder / f"m{module}/src/main/AndroidManifest.xml", manifest([module]))
    return folder


def apps(folder, count):
    """Modules that are apps."""
    write(folder / "settings.gradle", "")
    for module in range(count):
        write(
            folder / f"a{module}/build.gradle",
            'apply plugin: "com.android.application"\n'
            f'android {{ defaultConfig {{ applicationId "org.sample.a{module}" }} }}',
        )
        write(folder / f"a{module}/src/main/AndroidManifest.xml", manifest([module]))
    return folder


def filters(folder, count):
    """Filters of one manifest, each with a host and a path of its own."""
    write(folder / "app/build.gradle", 'apply plugin: "com.android.application"\nandroid { namespace "org.sample.shelf" }')
    write(folder / "app/src/main/AndroidManifest.xml", manifest(range(count)))
    return folder


def flavors(folder, count):
    """Flavours of one dimension."""
    names = "".join(f'f{n} {{ dimension "a"\napplicationIdSuffix ".f{n}" }}\n' for n in range(count))
    write(
        folder / "app/build.gradle",
        'apply plugin: "com.android.application"\nandroid { defaultConfig { applicationId "org.sample.shelf" }\n'
        f'flavorDimensions "a"\nproductFlavors {{ {names} }} }}',
    )
    write(folder / "app/src/main/AndroidManifest.xml", manifest(range(20)))
    return folder


def targets(folder, count):
    """Targets of an Xcode project, each with its own entitlements."""
    objects = {"P": {"isa": "PBXProject", "targets": [f"T{n}" for n in range(count)], "buildConfigurationList": "L"}}
    objects["L"] = {"buildConfigurations": ["C"]}
    objects["C"] = {"name": "Release", "buildSettings": {"DEVELOPMENT_TEAM": "QX7SAMPLE1", "SDKROOT": "iphoneos"}}
    for n in range(count):
        objects[f"T{n}"] = {
            "isa": "PBXNativeTarget", "name": f"Shelf{n}", "productType": "com.apple.product-type.application",
            "buildConfigurationList": f"L{n}",
        }
        objects[f"L{n}"] = {"buildConfigurations": [f"C{n}"]}
        objects[f"C{n}"] = {
            "name": "Release",
            "buildSettings": {
                "PRODUCT_BUNDLE_IDENTIFIER": f"org.sample.s{n}", "CODE_SIGN_ENTITLEMENTS": f"s{n}.entitlements",
            },
        }
        write(folder / f"s{n}.entitlements", entitlements([f"applinks:s{n}.shelf.example"]))
    write(folder / "S.xcodeproj/project.pbxproj", plistlib.dumps({"rootObject": "P", "objects": objects}).decode())
    return folder


def entitlements(domains):
    return plistlib.dumps({"com.apple.developer.associated-domains": domains}).decode()


def domains(folder, count):
    """Lines of associated domains that are right."""
    write(folder / "s.entitlements", entitlements([f"applinks:h{n}.shelf.example" for n in range(count)]))
    return folder / "s.entitlements"


def malformed(folder, count):
    """Lines of associated domains that are wrong."""
    write(folder / "s.entitlements", entitlements([f"applinks:%%%{n}" for n in range(count)]))
    return folder / "s.entitlements"


def references(folder, count):
    """References of a binary property list to one long text, in each app of a package."""
    package = folder / "s.ipa"
    content = binary_list(count)
    with zipfile.ZipFile(package, "w", zipfile.ZIP_DEFLATED) as archive:
        for app in range(20):
            archive.writestr(f"Payload/S{app}.app/Info.plist", content)
            archive.writestr(f"Payload/S{app}.app/S", mach())
    return package


def binary_list(count):
    text = ("x" * 1_900_000).encode("utf-16-be")
    schemes = b"\xaf\x11" + struct.pack(">H", count) + b"\x03" * count
    objects = [
        b"\xd2\x01\x04\x02\x05", b"\x5f\x10\x12" + b"CFBundleExecutable", schemes,
        b"\x6f\x12" + struct.pack(">I", 1_900_000) + text, b"\x5f\x10\x12CFBundleExecutablX", b"\x51S",
    ]
    objects[0] = b"\xd2\x01\x04\x05\x02"
    content, places = b"bplist00", []
    for item in objects:
        places.append(len(content))
        content += item
    table = len(content)
    content += b"".join(struct.pack(">I", place) for place in places)
    return content + bytes(6) + bytes([4, 1]) + struct.pack(">QQQ", len(objects), 0, table)


def mach():
    return struct.pack("<IIIIIIII", 0xFEEDFACF, 0x0100000C, 0, 2, 0, 0, 0, 0) + bytes(64)


KINDS = {
    "modules": (modules, 500), "apps": (apps, 500), "filters": (filters, 1_000), "flavors": (flavors, 50),
    "targets": (targets, 250), "domains": (domains, 1_000), "malformed": (malformed, 1_000), "references": (references, 20),
}


def cost(command, path):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    result = subprocess.run(
        ["/usr/bin/time", "-f", "%M", command, "check", path, "--app-only", "--no-config"], capture_output=True, text=True,
        timeout=600, check=False,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return seconds, int(result.stderr.split()[-1]) / 1024


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--command", default=str(ROOT / "Command/.build/release/applinks"))
    parser.add_argument("--times", type=int, default=3, help="how often n is doubled")
    parser.add_argument("kinds", nargs="*", metavar="KIND", help=", ".join(KINDS))
    options = parser.parse_args()
    unknown = [kind for kind in options.kinds if kind not in KINDS]
    if unknown:
        parser.error(f"no such kind: {', '.join(unknown)}")
    worst = 0.0
    for kind in options.kinds or KINDS:
        make, count = KINDS[kind]
        earlier = None
        for step in range(options.times):
            number = count << step
            with tempfile.TemporaryDirectory() as folder:
                seconds, size = cost(options.command, make(pathlib.Path(folder), number))
            ratio = seconds / earlier if earlier else None
            # Starting the command costs more than little inputs do.
            if ratio and seconds > 0.5:
                worst = max(worst, ratio)
            shown = f"{ratio:5.2f} times" if ratio else ""
            print(f"{kind:12}{number:7}{seconds:9.2f} s{size:8.0f} MB  {shown}", flush=True)
            earlier = seconds
    return 1 if worst > 2.2 else 0


if __name__ == "__main__":
    sys.exit(main())
