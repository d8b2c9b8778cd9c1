#!/usr/bin/env python3
"""Prints how long a built `applinks` takes for large projects of apps, and fails where twice the project takes more than 2.2 times.

Usage: measure-projects.py [--binary FILE] [--count N] [--sources N]

For each kind of part a project with half of them and one with all of them is made and judged; the seconds are those of the processor,
less those for an empty project. --sources makes a project with so many source files too, and prints the ratio of its time to that of
reading each file once, with the processor's cache of them warm. The binary is Command/.build-release/release/applinks unless another
is given; a build for debugging takes many times as long.
"""
import argparse
import os
import pathlib
import resource
import subprocess
import sys
import tempfile

from project import COMMAND

LIMIT = 2.2
VIEW = (
    '<intent-filter a:autoVerify="true"><action a:name="android.intent.action.VIEW"/><category a:name="android.intent.category.DEFAULT"/>'
    '<category a:name="android.intent.category.BROWSABLE"/>{}</intent-filter>'
)
APP = "apply plugin: 'com.android.application'\nandroid {{ defaultConfig {{ applicationId 'org.sample.shelf' }} }}\ndependencies {{ {} }}\n"


def manifest(activities):
    return f'<manifest xmlns:a="http://schemas.android.com/apk/res/android"><application>{activities}</application></manifest>'


def activity(name, data):
    return f'<activity a:name="{name}" a:exported="true">{VIEW.format(data)}</activity>'


def data(number):
    return f'<data a:scheme="https" a:host="h{number}.shelf.example" a:pathPrefix="/p{number}"/>'


def app(uses, activities):
    return {"settings.gradle": "", "app/build.gradle": APP.format(uses), "app/src/main/AndroidManifest.xml": manifest(activities)}


def modules(count):
    """An app that uses each of its modules through others."""
    def uses(first):
        return "\n".join(f"implementation project(':m{other}')" for other in range(first, min(first + 5, count)))

    files = app(uses(0), activity(".Main", data(0)))
    for module in range(count):
        files[f"m{module}/build.gradle"] = f"apply plugin: 'com.android.library'\ndependencies {{ {uses(module + 1)} }}\n"
        files[f"m{module}/src/main/AndroidManifest.xml"] = manifest(activity(f"org.sample.M{module}", data(module)))
    return files


def apps(count):
    return {f"a{number}/{path}": text for number in range(count) for path, text in app("", activity(".Main", data(number))).items()}


def filters(count):
    return app("", "".join(activity(f".A{number}", data(number)) for number in range(count)))


def hosts(count):
    return app("", activity(".Main", "".join(map(data, range(count)))))


def domains(count):
    lines = "".join(f"<string>applinks:h{number}.shelf.example</string>" for number in range(count))
    return {"S.entitlements": f"<plist><dict><key>com.apple.developer.associated-domains</key><array>{lines}</array></dict></plist>"}


def targets(count):
    objects = f"P = {{isa = PBXProject; targets = ({', '.join(f'T{number}' for number in range(count))}); }};\n"
    for number in range(count):
        objects += (
            f'T{number} = {{isa = PBXNativeTarget; name = S{number}; productType = "com.apple.product-type.application"; buildConfigurationList = L{number}; }};\n'
            f"L{number} = {{buildConfigurations = (C{number}); }};\n"
            f"C{number} = {{name = Release; buildSettings = {{PRODUCT_BUNDLE_IDENTIFIER = org.sample.s{number}; CODE_SIGN_ENTITLEMENTS = S.entitlements; SDKROOT = iphoneos; }}; }};\n"
        )
    return domains(1) | {"S.xcodeproj/project.pbxproj": f"// !$*UTF8*$!\n{{ objects = {{ {objects} }}; rootObject = P; }}"}


def sources(count):
    """An app with so many files of Kotlin, of which every second one names an activity, as in large apps: these are read as programs."""
    files = app("", activity("org.sample.Main", data(0)))
    body = "\n".join(f"    fun value{line}(input: Int): Int = input * {line} + offset // the next one" for line in range(60))
    for number in range(count):
        base = " : Activity()" if number % 2 == 0 else ""
        path = f"app/src/main/kotlin/org/sample/p{number // 100}/C{number}.kt"
        files[path] = f"package org.sample.p{number // 100}\n\nclass C{number}{base} {{\n    val offset = {number}\n{body}\n}}\n"
    return files


def write(folder, files):
    for path, text in files.items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)


def seconds(command):
    """The processor's seconds of a command."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def check(binary, files, runs=3):
    """The seconds of judging a project, the least of some runs; and the least of reading each of its files once."""
    with tempfile.TemporaryDirectory() as folder:
        write(pathlib.Path(folder), files)
        judged = min(seconds([binary, "check", folder, "--app-only", "--no-config"]) for _ in range(runs))
        read = min(seconds(["find", folder, "-type", "f", "-exec", "cat", "{}", "+"]) for _ in range(runs))
    return judged, read


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--binary", default=str(COMMAND / ".build-release" / "release" / "applinks"))
    parser.add_argument("--count", type=int, default=2_000)
    parser.add_argument("--sources", type=int, default=0)
    arguments = parser.parse_args()
    binary = os.path.abspath(arguments.binary)
    empty, start = check(binary, {"S.entitlements": domains(0)["S.entitlements"]})
    failed = False
    for kind in (modules, apps, filters, hosts, targets, domains):
        half, all_of_them = (check(binary, kind(count))[0] - empty for count in (arguments.count // 2, arguments.count))
        # A time below the clock's resolution has no meaning.
        ratio = all_of_them / half if half > 0.05 else None
        failed = failed or (ratio or 0) > LIMIT
        print(f"{kind.__name__:9} {half:6.2f} s for half, {all_of_them:6.2f} s for {arguments.count}: {f'{ratio:.2f} times' if ratio else 'too short to tell'}")
    if arguments.sources:
        judged, read = check(binary, sources(arguments.sources))
        print(f"sources   {judged - empty:6.2f} s for {arguments.sources}, {read - start:6.2f} s to read them once: {(judged - empty) / (read - start):.2f} times")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
