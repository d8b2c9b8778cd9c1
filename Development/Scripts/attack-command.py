#!/usr/bin/env python3
"""Attacks a built `applinks` with files of a hostile repository, and fails where it breaks a promise of SECURITY.md.

Usage: attack-command.py [--binary FILE] [--seed N] [--scale F] [PART…]; without a PART all of them:

    mutations   25,000 mutated files of sites and apps: the command ends by itself with a documented status
    bombs       files that are small and expand, nest, repeat or refer to themselves: bounded seconds and bytes
    paths       each place that names a path, with each form of a path that leads outside: no secret is read
    races       a link that turns into another while the command reads: counts how often a secret is read
    reports     hostile text in every name and value, in every format: no markup, no command, no escape sequence
    kills       SIGKILL at random times while files are written: each is the old one or the new one

The binary is Command/.build/debug/applinks unless another is given. --scale 0.01 makes a hundredth of the tries. Without a
network; the files are in a folder of its own, which is removed. Linux only.
"""
import argparse
import json
import os
import pathlib
import random
import re
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import threading
import time
import xml.dom.minidom
import zipfile
import zlib

from project import COMMAND

SECRET = "secret-7c1fd0"
STATUSES = {0, 1, 2, 64, 74}
# The limits of one run of a debug build; the time may be five times as long on a busy machine.
SECONDS, MEGABYTES = 60, 600

MANIFEST = """<?xml version="1.0" encoding="utf-8"?>
<manifest xmlns:android="http://schemas.android.com/apk/res/android" package="org.sample.shelf">
  <application><activity android:name=".Main" android:exported="true">
    <intent-filter android:autoVerify="true"><action android:name="android.intent.action.VIEW"/>
      <category android:name="android.intent.category.DEFAULT"/><category android:name="android.intent.category.BROWSABLE"/>
      <data android:scheme="https" android:host="shelf.example" android:pathPattern="/b/.*"/></intent-filter>
  </activity></application></manifest>
"""
GRADLE = """plugins { id("com.android.application") }
val prefix = "org.sample"
android { namespace = "org.sample.shelf"
  defaultConfig { applicationId = "$prefix.shelf"; minSdk = 24; targetSdk = 35; manifestPlaceholders["host"] = "shelf.example" }
  productFlavors { create("free") { applicationIdSuffix = ".free" } } }
"""
ENTITLEMENTS = """<?xml version="1.0" encoding="UTF-8"?>
<plist version="1.0"><dict><key>com.apple.developer.associated-domains</key>
<array><string>applinks:shelf.example</string><string>webcredentials:$(HOST)</string></array></dict></plist>
"""
PROJECT = """// !$*UTF8*$!
{ archiveVersion = 1; objectVersion = 56; rootObject = P; objects = {
P = {isa = PBXProject; buildConfigurationList = L; mainGroup = G; targets = (T); };
G = {isa = PBXGroup; children = (); sourceTree = "<group>"; };
T = {isa = PBXNativeTarget; name = Shelf; productType = "com.apple.product-type.application"; buildConfigurationList = L; buildPhases = (); };
L = {isa = XCConfigurationList; buildConfigurations = (C); };
C = {isa = XCBuildConfiguration; name = Release; buildSettings = { PRODUCT_BUNDLE_IDENTIFIER = org.sample.shelf;
  DEVELOPMENT_TEAM = QX7SAMPLE1; CODE_SIGN_ENTITLEMENTS = Shelf/Shelf.entitlements; HOST = shelf.example; }; };
}; }
"""
APPLE = json.dumps({"applinks": {"details": [
    {"appIDs": ["QX7SAMPLE1.org.sample.shelf"], "components": [{"/": "/b/*", "?": {"x": "?*"}}, {"/": "*", "exclude": True}]}]}}, indent=1)
GOOGLE = json.dumps([{"relation": ["delegate_permission/common.handle_all_urls"], "target": {
    "namespace": "android_app", "package_name": "org.sample.shelf", "sha256_cert_fingerprints": [":".join(["AB"] * 32)]}}], indent=1)
PAGE = '<html><head><meta property="al:ios:url" content="shelf://b/1"><meta property="al:android:package" content="org.sample.shelf"></head>'
# The smallest of each kind of file, at the place where a reader looks for it.
FILES = {
    "site/.well-known/apple-app-site-association": APPLE,
    "site/.well-known/assetlinks.json": GOOGLE,
    "site/.well-known/windows-app-web-link": '[{"packageFamilyName": "Shelf_1", "paths": ["*"], "excludePaths": ["/a"]}]',
    "site/index.html": PAGE,
    "site/.applinks.yaml": "version: 1\nhost: shelf.example\nignore:\n  - rule: aasa-redundant-rule\n    reason: tried\n",
    "android/settings.gradle.kts": 'include(":app")\n',
    "android/app/build.gradle.kts": GRADLE,
    "android/app/src/main/AndroidManifest.xml": MANIFEST,
    "android/gradle.properties": "host=shelf.example\n",
    "android/gradle/libs.versions.toml": '[versions]\nagp = "8.9"\n[plugins]\napp = { id = "com.android.application", version.ref = "agp" }\n',
    "ios/Shelf.xcodeproj/project.pbxproj": PROJECT,
    "ios/Shelf/Shelf.entitlements": ENTITLEMENTS,
    "ios/Base.xcconfig": '#include? "Other.xcconfig"\nHOST = shelf.example\n',
    "xcodegen/project.yml": "name: Shelf\ntargets:\n  Shelf:\n    type: application\n    platform: iOS\n    entitlements: {path: S.entitlements, properties: {com.apple.developer.associated-domains: ['applinks:shelf.example']}}\n",
    "expo/app.json": '{"expo": {"ios": {"bundleIdentifier": "org.sample.shelf", "associatedDomains": ["applinks:shelf.example"]}, "android": {"package": "org.sample.shelf", "intentFilters": [{"action": "VIEW", "autoVerify": true, "data": [{"scheme": "https", "host": "shelf.example"}], "category": ["BROWSABLE", "DEFAULT"]}]}}}',
    "expo/package.json": '{"dependencies": {"expo": "52"}}',
    "flutter/pubspec.yaml": "name: shelf\ndependencies: {flutter: {sdk: flutter}}\n",
    "maui/Shelf.csproj": "<Project><PropertyGroup><OutputType>Exe</OutputType><UseMaui>true</UseMaui><TargetFrameworks>net9.0-android</TargetFrameworks><ApplicationId>org.sample.shelf</ApplicationId></PropertyGroup></Project>",
}
APPS = ["android", "ios", "xcodegen", "expo", "flutter", "maui"]
PIECES = [b"{", b"[", b"}", b"]", b'"', b"\\", b"\0", b"\xff\xfe", b"\xed\xa0\x80", b"<!--", b"]]>", b"<![CDATA[", b"$(A)", b"${a}", b"/*", b"//",
          b"'", b'"""', b"&a;", b"*a", b"&a", b"<<: *a", b"%", b"../", b"\x1b[2J", b"\r", b"-1", b"1e999", b"9" * 40, b"{" * 400, b"[" * 400, b"(" * 400]


def write(folder, files):
    for path, content in files.items():
        place = folder / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content if isinstance(content, bytes) else content.encode())


class Attack:
    def __init__(self, binary, seed, scale, work):
        self.binary, self.random, self.scale, self.work = binary, random.Random(seed), scale, work
        self.faults = []
        self.slowest = (0.0, "")
        self.largest = (0, "")
        self.runs = 0

    def times(self, number):
        return max(1, int(number * self.scale))

    def fault(self, words):
        self.faults.append(words)
        print(f"FAULT {words}", flush=True)

    def run(self, what, *arguments, folder=None):
        """Runs the command; a status that is not documented, a signal, and more time or memory than it may take are faults."""
        self.runs += 1
        environment = {"PATH": os.environ["PATH"], "HOME": str(self.work), "TMPDIR": str(self.work), "SWIFT_BACKTRACE": "enable=no",
                       "NO_COLOR": "1"}
        with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as errors:
            process = subprocess.Popen([self.binary, *map(str, arguments)], cwd=folder or self.work, env=environment,
                                       stdin=subprocess.DEVNULL, stdout=output, stderr=errors)
            timer = threading.Timer(SECONDS * 5, os.kill, (process.pid, signal.SIGKILL))
            # An interrupted script does not wait for the timer.
            timer.daemon = True
            timer.start()
            # This is the usage of only this process; that of all children would be the maximum so far.
            _, status, used = os.wait4(process.pid, 0)
            timer.cancel()
            process.returncode = os.waitstatus_to_exitcode(status)
            output.seek(0)
            errors.seek(0)
            out, err = output.read(), errors.read()
        seconds = used.ru_utime + used.ru_stime
        self.slowest = max(self.slowest, (seconds, what))
        self.largest = max(self.largest, (used.ru_maxrss, what))
        if process.returncode not in STATUSES:
            self.fault(f"{what}: status {process.returncode}: {err[-300:]!r}")
        if seconds > SECONDS:
            self.fault(f"{what}: {seconds:.0f} s of processor time")
        if used.ru_maxrss > MEGABYTES * 1024:
            self.fault(f"{what}: {used.ru_maxrss // 1024} MB")
        return process.returncode, out, err

    def mutated(self, data):
        data = bytearray(data)
        for _ in range(self.random.choice([1, 1, 2, 3, 8])):
            at = self.random.randrange(len(data) + 1)
            match self.random.randrange(6):
                case 0: data[at:at] = self.random.choice(PIECES)
                case 1: del data[at:at + self.random.randrange(1, 40)]
                case 2: data[at:at] = data[at:at + self.random.randrange(1, 200)] * self.random.choice([1, 2, 50])
                case 3: data = data[:at] or bytearray(b"\n")
                case 4 if at < len(data): data[at] ^= 1 << self.random.randrange(8)
                case _: data[at:at] = bytes(self.random.randrange(256) for _ in range(self.random.randrange(1, 9)))
        return bytes(data)

    def mutations(self):
        """Each folder has every file, of which some are mutated, so that one run reads many."""
        wanted, made, number = self.times(25_000), 0, 0
        while made < wanted:
            folder = self.work / f"mutated-{number}"
            changed = {}
            for path, content in FILES.items():
                changed[path] = content
                if self.random.random() < 0.7:
                    changed[path] = self.mutated(content.encode())
                    made += 1
            write(folder, changed)
            self.run(f"mutations {number} (site)", "check", "site", "--offline", "site", "--format", "json", folder=folder)
            _, out, _ = self.run(f"mutations {number} (apps)", "check", *APPS, "--app-only", "--format", "json", folder=folder)
            if number == 0 and [result["input"] for result in json.loads(out)["inputs"]] != APPS:
                self.fault("mutations: not each app is checked, so these tries show nothing")
            shutil.rmtree(folder)
            number += 1
        print(f"mutations: {made} files in {self.runs} runs")

    def bombs(self):
        depth = self.times(100_000)
        def deflated(size):
            return zlib.compress(b"\0" * size, 9)
        entity = '<!DOCTYPE a [<!ENTITY a0 "aaaaaaaaaa">' + "".join(
            f'<!ENTITY a{i} "{("&a%d;" % (i - 1)) * 10}">' for i in range(1, 12)) + "]>"
        aliases = "a0: &a0 [x,x,x,x,x,x,x,x,x]\n" + "".join(f"a{i}: &a{i} [{','.join(['*a%d' % (i - 1)] * 9)}]\n" for i in range(1, 12))
        utf16 = b"bplist00\xd4\x01\x02" + b"\x6f\x11\x00\x40" + "a".encode("utf-16-be") * 64 + bytes([8, 9]) + struct.pack(">6xBBQQQ", 1, 1, 3, 0, 20)
        big = "b" * 2_000_000
        cases = {
            "deep JSON": {"site/.well-known/assetlinks.json": "[" * depth},
            "deep JSON, closed": {"site/.well-known/apple-app-site-association": '{"applinks":' * (depth // 4) + "1" + "}" * (depth // 4)},
            "wide JSON": {"site/.well-known/assetlinks.json": "[" + ",".join(['{"relation":[],"target":{}}'] * (depth // 2)) + "]"},
            "equal rules": {"site/.well-known/apple-app-site-association": json.dumps({"applinks": {"details": [
                {"appIDs": ["QX7SAMPLE1.org.sample.shelf"], "components": [{"/": "/b/*"}] * (depth // 50)}]}})},
            "patterns with stars": {"site/.well-known/apple-app-site-association": json.dumps({"applinks": {"details": [
                {"appIDs": ["QX7SAMPLE1.org.sample.shelf"], "components": [{"/": "*a" * 2000 + f"{i}"} for i in range(30)]}]}})},
            "long line": {"android/app/build.gradle.kts": GRADLE + "// " + big},
            "open string": {"android/app/build.gradle.kts": GRADLE + 'val x = "' + "$x" * (depth // 2)},
            "open braces": {"android/app/build.gradle.kts": "android {" * (depth // 5)},
            "constants of constants": {"android/app/build.gradle.kts": 'val a0 = "aaaaaaaaaa"\n' + "".join(
                f'val a{i} = "$a{i - 1}$a{i - 1}"\n' for i in range(1, 60)) + GRADLE.replace("$prefix", "$a59")},
            "constants that are added": {"android/app/build.gradle.kts": 'val a0 = "aaaaaaaaaa"\n' + "".join(
                f"val a{i} = a{i - 1} + a{i - 1}\n" for i in range(1, 60)) + GRADLE.replace("$prefix", "$a59")},
            "a long placeholder in many hosts": {
                "android/app/build.gradle.kts": GRADLE.replace('"shelf.example"', '"' + big[:500_000] + '"'),
                "android/app/src/main/AndroidManifest.xml": MANIFEST.replace("shelf.example", "${host}" * (depth // 5))},
            "a long string in many hosts": {
                "android/app/src/main/res/values/s.xml": f'<resources><string name="a">{big[:900_000]}</string></resources>',
                "android/app/src/main/AndroidManifest.xml": MANIFEST.replace("<data", '<data android:host="@string/a"/>' * (depth // 50) + "<data")},
            "many mistakes": {"android/app/src/main/AndroidManifest.xml": MANIFEST.replace("</activity>", "</activity>" + "".join(
                f'<activity android:name=".A{i}"><intent-filter android:autoVerify="true"><action android:name="android.intent.action.VIEW"/>'
                f'<data android:scheme="https" android:host="h{i}.shelf.example"/></intent-filter></activity>\n' for i in range(depth // 70)))},
            "many manifests": {f"android/m{i}/AndroidManifest.xml": MANIFEST.replace(
                "</application>", "<activity/>" * (depth // 3) + "</application>") for i in range(60)},
            "classes of one name": {"ios/Shelf/Shelf.swift": "@main class Shelf: Base {}\n" * (depth // 3)},
            "entities": {"android/app/src/main/AndroidManifest.xml": entity + MANIFEST.replace(".Main", "&a11;")},
            "deep XML": {"android/app/src/main/AndroidManifest.xml": "<a>" * depth},
            "many filters": {"android/app/src/main/AndroidManifest.xml": MANIFEST.replace("</activity>", re.search(
                r"<intent-filter.*</intent-filter>", MANIFEST, re.S)[0] * (depth // 50) + "</activity>")},
            "modules": {"android/settings.gradle.kts": "".join(f'include(":m{i}")\n' for i in range(depth // 10))},
            "aliases": {"xcodegen/project.yml": aliases + FILES["xcodegen/project.yml"]},
            "includes of itself": {"xcodegen/project.yml": "include: [project.yml]\n" + FILES["xcodegen/project.yml"]},
            "template of itself": {"xcodegen/project.yml": "targetTemplates: {a: {templates: [a]}}\ntargets: {S: {templates: [a], platform: iOS}}\n"},
            "settings of themselves": {"ios/Shelf.xcodeproj/project.pbxproj": PROJECT.replace("HOST = shelf.example", 'HOST = "$(HOST)$(HOST)"')},
            "settings that double": {"ios/Shelf.xcodeproj/project.pbxproj": PROJECT.replace("HOST = shelf.example;", "A0 = aaaaaaaaaa;" + "".join(
                f'A{i} = "$(A{i - 1})$(A{i - 1})";' for i in range(1, 60)) + 'HOST = "$(A59)";')},
            "deep project": {"ios/Shelf.xcodeproj/project.pbxproj": "{ objects = " + "{a=" * depth},
            "domains": {"ios/Shelf/Shelf.entitlements": ENTITLEMENTS.replace("<array>", "<array>" + "<string>applinks:%%%</string>" * (depth // 10))},
            "domains of a long setting in many targets": {
                "ios/Shelf.xcodeproj/project.pbxproj": PROJECT.replace("HOST = shelf.example", f'HOST = "{big[:3_000]}"')
                .replace("targets = (T)", "targets = (" + ",".join(f"T{i}" for i in range(200)) + ")")
                .replace("T = {isa", "\n".join(
                    f'T{i} = {{isa = PBXNativeTarget; name = S{i}; productType = "com.apple.product-type.application"; buildConfigurationList = L; }};'
                    for i in range(200)) + "\nT = {isa"),
                "ios/Shelf/Shelf.entitlements": ENTITLEMENTS.replace("<array>", "<array>" + "<string>applinks:$(HOST)</string>" * (depth // 70))},
            "deep plist": {"ios/Shelf/Shelf.entitlements": '<plist version="1.0">' + "<array>" * depth},
            "binary plist": {"ios/Shelf/Shelf.entitlements": utf16},
            "deep settings": {"site/.applinks.yaml": "a:\n" + "".join(" " * i + "- \n" for i in range(1, 1000))},
            "aliases in settings": {"site/.applinks.yaml": aliases},
            "tags": {"site/index.html": PAGE + '<meta property="al:ios:url" content="a://b">' * (depth // 2)},
            "csproj imports itself": {"maui/Shelf.csproj": FILES["maui/Shelf.csproj"].replace("<PropertyGroup>", '<Import Project="Shelf.csproj"/><PropertyGroup>')},
            "app.json, deep": {"expo/app.json": '{"expo":' * depth},
        }
        for name, changed in cases.items():
            folder = self.work / "bomb"
            write(folder, FILES | changed)
            self.run(f"bomb: {name} (site)", "check", "site", "--offline", "site", folder=folder)
            for app in APPS:
                if any(path.startswith(app) for path in changed):
                    self.run(f"bomb: {name}", "check", app, "--app-only", folder=folder)
            shutil.rmtree(folder)
        for name, entries in {
            "zip: one entry of a gigabyte": [("AndroidManifest.xml", 1 << 30)],
            "zip: a thousand of a megabyte": [(f"Payload/S.app/f{i}", 1 << 20) for i in range(1000)] + [("Payload/S.app/Info.plist", 1 << 20)],
            "zip: fifty thousand names": [(f"Payload/S.app/{i}", 0) for i in range(self.times(50_000))],
        }.items():
            for suffix in (".apk", ".ipa", ".aab"):
                package = self.work / f"bomb{suffix}"
                with zipfile.ZipFile(package, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
                    for entry, size in entries:
                        with archive.open(entry, "w") as file:
                            for _ in range(max(1, size >> 20) if size else 0):
                                file.write(b"\0" * min(size, 1 << 20))
                self.run(f"bomb: {name}, {suffix}", "check", package, "--app-only")
                package.unlink()
        print(f"bombs: {self.runs} runs")

    def outside(self):
        """A folder with the secrets that no file of the repository beside it may reach."""
        secret = self.work / "outside"
        write(secret, {
            "host.txt": f"{SECRET}.example\n",
            "assetlinks.json": GOOGLE.replace("org.sample.shelf", f"org.{SECRET}"),
            "apple-app-site-association": APPLE.replace("org.sample.shelf", f"org.{SECRET}"),
            "AndroidManifest.xml": MANIFEST.replace("shelf.example", f"{SECRET}.example"),
            "S.entitlements": ENTITLEMENTS.replace("shelf.example", f"{SECRET}.example"),
            "S.xcconfig": f"HOST = {SECRET}.example\n",
            "app.json": FILES["expo/app.json"].replace("shelf.example", f"{SECRET}.example"),
            "project.yml": FILES["xcodegen/project.yml"].replace("shelf.example", f"{SECRET}.example"),
            "S.csproj": FILES["maui/Shelf.csproj"].replace("org.sample.shelf", f"org.{SECRET}"),
            "settings.yaml": f"version: 1\nhost: {SECRET}.example\n",
            "index.html": f'<meta property="al:ios:app_store_id" content="{SECRET}"><meta property="al:ios:url" content="shelf://b/1">',
        })
        return secret

    def paths(self):
        secret = self.outside()
        tries = 0
        def forms(name):
            file = secret / name
            up = f"../outside/{name}"
            yield from (up, f"./{up}", f"a/../{up}", f"a/../../{'outside'}/{name}", str(file), f"file://{file}", f"{up}/", f"//{file}", f"../repo/{up}",
                        f"..\\outside\\{name}", f"link/{name}", f"link/../outside/{name}", f"direct-{name}", f"twice/{name}", f"%2e%2e/outside/{name}",
                        f"~/outside/{name}", f"$HOME/outside/{name}", f"/proc/self/cwd/{up}", f"/proc/self/root{file}", f"link/./../{up}", f"{up}\0")
        places = {
            "check": ("assetlinks.json", lambda form: {".applinks.yaml": f"version: 1\ncheck: {json.dumps(form)}\nhost: shelf.example\n"}, ["check"]),
            "apps": ("AndroidManifest.xml", lambda form: {".applinks.yaml": f"version: 1\ncheck: site\nhost: shelf.example\napps: [{json.dumps(form)}]\n"}, ["check"]),
            "sites": ("index.html", lambda form: {".applinks.yaml": f"version: 1\nsites:\n  - host: shelf.example\n    check: {json.dumps(form)}\n"}, ["check"]),
            "list": ("assetlinks.json", lambda form: {"list.txt": form + "\n"}, ["check", "--from", "list.txt"]),
            "xcconfig": ("S.xcconfig", lambda form: {"ios/Base.xcconfig": f'#include "{form}"\n', "ios/Shelf.xcodeproj/project.pbxproj": PROJECT.replace(
                "HOST = shelf.example;", "").replace("name = Release;", "name = Release; baseConfigurationReference = F;").replace("P = {", 'F = {isa = PBXFileReference; path = Base.xcconfig; sourceTree = "<group>"; };\nP = {').replace("children = ()", "children = (F)")}, ["check", "ios", "--app-only"]),
            "entitlements": ("S.entitlements", lambda form: {"ios/Shelf.xcodeproj/project.pbxproj": PROJECT.replace("Shelf/Shelf.entitlements", json.dumps(form))}, ["check", "ios", "--app-only"]),
            "srcFile": ("AndroidManifest.xml", lambda form: {"android/app/build.gradle.kts": GRADLE + f'android {{ sourceSets {{ getByName("main") {{ manifest.srcFile({json.dumps(form)}) }} }} }}\n'}, ["check", "android", "--app-only"]),
            "projectDir": ("AndroidManifest.xml", lambda form: {"android/settings.gradle.kts": f'include(":app")\nproject(":app").projectDir = file({json.dumps(form)})\n'}, ["check", "android", "--app-only"]),
            "include": ("project.yml", lambda form: {"xcodegen/project.yml": f"include: [{json.dumps(form)}]\nname: S\n"}, ["check", "xcodegen", "--app-only"]),
            "entitlements of XcodeGen": ("S.entitlements", lambda form: {"xcodegen/project.yml": f"name: S\ntargets: {{S: {{type: application, platform: iOS, settings: {{CODE_SIGN_ENTITLEMENTS: {json.dumps(form)}}}}}}}\n"}, ["check", "xcodegen", "--app-only"]),
            "Import": ("S.csproj", lambda form: {"maui/Shelf.csproj": FILES["maui/Shelf.csproj"].replace("<PropertyGroup>", f'<Import Project="{form.replace(chr(0), "")}"/><PropertyGroup>')}, ["check", "maui", "--app-only"]),
        }
        for place, (target, changed, arguments) in places.items():
            self.control(place, secret, target, changed, arguments)
            for form in forms(target):
                repository = self.work / "repo"
                write(repository, FILES | changed(form))
                (repository / ".git").mkdir(exist_ok=True)
                # A link in each folder that a reader may start from, a link to a link, and a link to the file.
                for folder in (".", "ios", "android", "android/app", "xcodegen", "maui", "site"):
                    for link, leads in (("link", secret), ("twice", repository / "link"), (f"direct-{target}", secret / target)):
                        (repository / folder / link).symlink_to(leads)
                for extra in (["--format", "json"], []):
                    _, out, err = self.run(f"path {form!r} in {place}", *arguments, *extra, folder=repository)
                    tries += 1
                    if SECRET.encode() in (out + err).replace(os.fsencode(self.work), b""):
                        self.fault(f"path {form!r} in {place}: the secret is in the output")
                shutil.rmtree(repository)
        # Files that are links themselves, at each place that is read.
        for path in FILES:
            repository = self.work / "repo"
            write(repository, FILES)
            (repository / ".git").mkdir()
            (repository / path).unlink()
            named = {"apple-app-site-association": "apple-app-site-association", "assetlinks.json": "assetlinks.json", "app.json": "app.json",
                     "Shelf.entitlements": "S.entitlements", "Base.xcconfig": "S.xcconfig", "project.yml": "project.yml", "Shelf.csproj": "S.csproj",
                     "AndroidManifest.xml": "AndroidManifest.xml", ".applinks.yaml": "settings.yaml", "index.html": "index.html"}
            (repository / path).symlink_to(secret / named.get(pathlib.Path(path).name, "host.txt"))
            for arguments in (["check", "site"], *(["check", app, "--app-only"] for app in ("android", "ios", "xcodegen", "expo", "maui"))):
                _, out, err = self.run(f"link at {path}", *arguments, folder=repository)
                tries += 1
                if SECRET.encode() in out + err:
                    self.fault(f"link at {path}: the secret is in the output")
            shutil.rmtree(repository)
        print(f"paths: {tries} tries")

    def control(self, place, secret, target, changed, arguments):
        """The same content inside of the repository is read and printed: otherwise its absence would show nothing."""
        repository = self.work / "repo"
        base = {"entitlements": "ios", "xcconfig": "ios", "srcFile": "android/app", "projectDir": "android", "include": "xcodegen",
                "entitlements of XcodeGen": "xcodegen", "Import": "maui"}.get(place, ".")
        write(repository, FILES | changed(f"inside/{target}"))
        (repository / ".git").mkdir()
        shutil.copytree(secret, repository / base / "inside")
        _, out, err = self.run(f"control of {place}", *arguments, "--format", "json", folder=repository)
        if SECRET.encode() not in out + err:
            self.fault(f"control of {place}: what the repository itself has is not in the output, so these tries show nothing")
        shutil.rmtree(repository)

    def races(self):
        secret = self.outside()
        repository = self.work / "repo"
        write(repository, FILES)
        (repository / ".git").mkdir()
        place, good = repository / "android/app/src/main", repository / "android/app/src/good"
        place.rename(good)
        # The target of a link inside the repository is read and printed: otherwise the absence of the secret would prove nothing.
        shutil.copytree(secret, repository / "android/app/src/inside")
        place.symlink_to(repository / "android/app/src/inside")
        _, out, err = self.run("control of races", "check", "android", "--app-only", folder=repository)
        if SECRET.encode() not in out + err:
            self.fault("control of races: what the repository itself has is not in the output, so these tries show nothing")
        shutil.rmtree(repository / "android/app/src/inside")
        place.unlink()
        place.symlink_to(good)
        stop = threading.Event()
        def turn():
            while not stop.is_set():
                for leads in (secret, good):
                    new = repository / "new"
                    new.symlink_to(leads)
                    os.replace(new, place)
        turner = threading.Thread(target=turn)
        turner.start()
        tries, reached = self.times(500), 0
        try:
            for number in range(tries):
                _, out, err = self.run(f"race {number}", "check", "android", "--app-only", folder=repository)
                reached += SECRET.encode() in out + err
        finally:
            stop.set()
            turner.join()
        shutil.rmtree(repository)
        print(f"races: the secret was read in {reached} of {tries} runs")
        if reached:
            self.fault(f"races: a link that turned was followed {reached} times")

    def reports(self):
        texts = ["<script>alert(1)</script>", "[a](http://evil.test/)", "http://evil.test/a", "@everyone", "#1", "GH-1", "::error::x", "##[error]x", "\x1b]8;;http://evil.test/\x07a",
                 "\u202eabc", "a|b|c", "`a`", "```\na\n```", "<!--", "]]>", "=cmd()", "\r\n::set-output name=a::b", "%0A::error::x", "![](http://evil.test/i.png)",
                 "<img src=x onerror=alert(1)>", "www.evil.test", "evil@evil.test", "a\u2028b", "\u009b31m", "&lt;script&gt;", "javascript:alert(1)", "\\[x\\](http://evil.test)",
                 "~~a~~", "<details>", "$x$", ":tada:", "0123456789abcdef0123456789abcdef01234567"]
        formats = ["text", "json", "sarif", "github", "junit", "gitlab", "markdown", "html"]
        places = ["package", "host", "path", "team", "rule", "tag", "comment"]
        tries = 0
        for text in texts:
            for place in places:
                quoted = json.dumps(text)[1:-1]
                def put(content, old): return content.replace(old, quoted)
                changed = {
                    "package": {"site/.well-known/assetlinks.json": put(GOOGLE, "org.sample.shelf")},
                    "host": {"site/.well-known/assetlinks.json": put(GOOGLE, "android_app")},
                    "path": {"site/.well-known/apple-app-site-association": put(APPLE, "/b/*")},
                    "team": {"site/.well-known/apple-app-site-association": put(APPLE, "QX7SAMPLE1.org.sample.shelf")},
                    "rule": {"site/.well-known/apple-app-site-association": put(APPLE, '"exclude"').replace(quoted, f'"{quoted}"', 1)},
                    "tag": {"site/index.html": f'<meta property="al:ios:url" content="{text.replace(chr(34), "&quot;")}"><meta property="al:android:app_name" content="x">'},
                    "comment": {"site/.well-known/apple-app-site-association": put(APPLE, '"x"').replace(quoted, f'"{quoted}"', 1)},
                }[place]
                folder = self.work / "report"
                write(folder, FILES | changed)
                for form in formats[: 8 if self.scale >= 1 else 2] * 2:
                    pages = ["site", "site/index.html"][tries % 2]
                    _, out, err = self.run(f"report {text!r} in {place}, {form}", "check", pages, "--host", "shelf.example", "--all", "--format", form, folder=folder)
                    tries += 1
                    self.look(out.decode(errors="replace"), text, f"report {text!r} in {place}, {form}", form)
                shutil.rmtree(folder)
        print(f"reports: {tries}")

    def look(self, out, text, what, form):
        if re.search(r"[\x1b\x9b\x07\u202e\u2028]", out):
            self.fault(f"{what}: a control character")
        if form in ("json", "sarif", "gitlab"):
            json.loads(out)
        elif form == "junit":
            xml.dom.minidom.parseString(out.encode())
        elif form == "html":
            if re.search(r"<script|<img|onerror=[^&]*>|href=\"(?:javascript|http://evil)", out):
                self.fault(f"{what}: untrusted markup")
        elif form == "markdown":
            # An entity, such as a zero-width space, and an escape separate the text around them.
            bare = re.sub(r"`+[^`]*`+|&[#\w]+;|\\.", "\0", out)
            if re.search(r"https?://evil|www\.evil|\]\(http://evil|@everyone|<(?:script|img|details|!--)|(?<![\w&])GH-1\b", bare):
                self.fault(f"{what}: an untrusted link, mention or markup")
        elif form == "github":
            for line in out.splitlines():
                if line.startswith("::") and not re.match(r"::(?:error|warning|notice|group|endgroup)\b", line) or line.startswith("##["):
                    self.fault(f"{what}: an untrusted command: {line[:100]!r}")
        elif form == "text" and any(line.startswith(("::", "##[")) for line in out.splitlines()):
            self.fault(f"{what}: an untrusted command")

    def kills(self):
        folder = self.work / "kill"
        wide = json.dumps({"applinks": {"details": [{"appIDs": ["QX7SAMPLE1.org.sample.shelf"],
                                                     "components": [{"/": f"/b/{i}/*"} for i in range(300)] + [{"/": "/b/*"}] * 2}]}}, indent=1)
        torn = 0
        for number in range(self.times(120)):
            write(folder, {"site/.well-known/apple-app-site-association": wide, "old.sarif": "old"})
            process = subprocess.Popen([self.binary, "check", "site", "--host", "shelf.example", "--fix", "--output", "sarif=old.sarif"], cwd=folder,
                                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env={"PATH": os.environ["PATH"], "HOME": str(folder)})
            time.sleep(self.random.random() * 2.5)
            process.send_signal(signal.SIGKILL)
            process.wait()
            for path in ("site/.well-known/apple-app-site-association", "old.sarif"):
                content = (folder / path).read_text()
                if content not in ("old",):
                    try:
                        json.loads(content)
                    except ValueError:
                        torn += 1
                        self.fault(f"kill {number}: {path} is neither the old file nor a whole one")
            shutil.rmtree(folder)
        print(f"kills: {torn} torn files of {self.times(120)} kills")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parts = ["mutations", "bombs", "paths", "races", "reports", "kills"]
    parser.add_argument("parts", nargs="*", metavar="PART", help=", ".join(parts))
    parser.add_argument("--binary", default=COMMAND / ".build/debug/applinks", type=pathlib.Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--scale", type=float, default=1, help="the share of the tries that is made")
    arguments = parser.parse_args()
    if unknown := [part for part in arguments.parts if part not in parts]:
        parser.error(f"there is no part {unknown[0]}: choose of {', '.join(parts)}")
    if not arguments.binary.is_file():
        parser.error(f"{arguments.binary} is missing: swift build --package-path Command")
    faults = 0
    for part in arguments.parts or parts:
        with tempfile.TemporaryDirectory(prefix="applinks-attack-") as work:
            attack = Attack(arguments.binary.resolve(), arguments.seed, arguments.scale, pathlib.Path(work).resolve())
            started = time.monotonic()
            getattr(attack, part)()
            print(f"{part}: {len(attack.faults)} faults, {time.monotonic() - started:.0f} s; the slowest run took {attack.slowest[0]:.1f} s of "
                  f"processor time ({attack.slowest[1]}), the largest {attack.largest[0] // 1024} MB ({attack.largest[1]})", flush=True)
            faults += len(attack.faults)
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
