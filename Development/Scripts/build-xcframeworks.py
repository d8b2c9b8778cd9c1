#!/usr/bin/env python3
"""Builds the modules of tasks and App Links as XCFrameworks, which a binary SDK can carry.

Usage: build-xcframeworks.py [--out FOLDER] [--platform NAME]... [--dry-run]
       build-xcframeworks.py --check

Each module becomes a framework of its own for each platform, compiled with library evolution. The first form needs a Mac with Xcode; with
--dry-run it prints the commands and the information property lists, and runs nothing, on any machine. --platform builds for these
platforms only.

--check compiles the same modules for this machine by the same options, but without optimization, into shared libraries. It removes what only
this compiler can read, and builds and runs a program with what is left: the libraries and their interfaces.
"""
import argparse
import collections
import pathlib
import plistlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

from project import ROOT, files, module as place_of, sources

# Each module follows those that it needs, as in Package.swift.
DEPENDENCIES = {
    "BoltsBase": [],
    "CBoltsTasks": [],
    "BoltsTasks": ["BoltsBase", "CBoltsTasks"],
    "BoltsFoundation": ["BoltsTasks"],
    "BoltsPageMetadata": ["BoltsBase"],
    "CBoltsCurl": [],
    "BoltsPageFetching": ["BoltsBase", "BoltsTasks", "CBoltsCurl"],
    "BoltsAppLinks": ["BoltsBase", "BoltsTasks", "BoltsPageMetadata", "BoltsPageFetching"],
}
LINUX_ONLY = ["CBoltsCurl"]
MODULES = [module for module in DEPENDENCIES if module not in LINUX_ONLY]
IDENTIFIER = "org.bolts"
# CBoltsTasks calls Swift's runtime. Apple's linker requires a library that has the symbol, although it is weak, and looks for the
# library in the SDK's folder of this name.
RUNTIME = ["-L/usr/lib/swift", "-lswift_Concurrency"]

# sdk: xcrun's name; system: in the compiler's target; platform: in Info.plist.
Platform = collections.namedtuple("Platform", "name sdk system suffix architectures platform version")
PLATFORMS = [
    Platform("ios", "iphoneos", "ios", "", ["arm64"], "iPhoneOS", "18.0"),
    Platform("ios-simulator", "iphonesimulator", "ios", "-simulator", ["arm64", "x86_64"], "iPhoneSimulator", "18.0"),
    Platform("macos", "macosx", "macosx", "", ["arm64", "x86_64"], "MacOSX", "15.0"),
    Platform("tvos", "appletvos", "tvos", "", ["arm64"], "AppleTVOS", "18.0"),
    Platform("tvos-simulator", "appletvsimulator", "tvos", "-simulator", ["arm64", "x86_64"], "AppleTVSimulator", "18.0"),
    Platform("watchos", "watchos", "watchos", "", ["arm64", "arm64_32"], "WatchOS", "11.0"),
    Platform("watchos-simulator", "watchsimulator", "watchos", "-simulator", ["arm64", "x86_64"], "WatchSimulator", "11.0"),
    Platform("visionos", "xros", "xros", "", ["arm64"], "XROS", "2.0"),
    Platform("visionos-simulator", "xrsimulator", "xros", "-simulator", ["arm64"], "XRSimulator", "2.0"),
]


def swift_options(optimization="-O"):
    """How each Swift module is compiled: as Package.swift says, and with library evolution."""
    features = re.findall(r'enableUpcomingFeature\("(\w+)"\)', (ROOT / "Package.swift").read_text(encoding="utf-8"))
    options = ["-parse-as-library", "-wmo", optimization, "-swift-version", "6", "-package-name", "bolts", "-enable-library-evolution"]
    return options + [option for feature in features for option in ("-enable-upcoming-feature", feature)]


def version():
    return re.search(r"^## \[(\d+\.\d+\.\d+)\]", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.M)[1]


class Steps:
    """Runs commands and writes files, or prints them."""

    def __init__(self, dry):
        self.dry = dry

    def run(self, *command):
        command = [str(part) for part in command]
        if self.dry:
            print(shlex.join(command))
        else:
            subprocess.run(command, check=True)

    def write(self, path, content):
        if self.dry:
            print(f"cat > {shlex.quote(str(path))} <<'END'\n{content.decode().rstrip()}\nEND")
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)

    def copy(self, source, target):
        self.run("mkdir", "-p", target.parent)
        self.run("cp", source, target)


def information(module, platform):
    """A framework's information property list."""
    least = "LSMinimumSystemVersion" if platform.name == "macos" else "MinimumOSVersion"
    return plistlib.dumps({
        "CFBundleExecutable": module, "CFBundleIdentifier": f"{IDENTIFIER}.{module}", "CFBundleInfoDictionaryVersion": "6.0",
        "CFBundleName": module, "CFBundlePackageType": "FMWK", "CFBundleShortVersionString": version(), "CFBundleVersion": "1",
        "CFBundleSupportedPlatforms": [platform.platform], least: platform.version,
    })


def framework(place, module, platform):
    """The framework's folder, and the folder of its files: macOS keeps them in a version."""
    bundle = place / platform.name / f"{module}.framework"
    return bundle, bundle / "Versions/A" if platform.name == "macos" else bundle


def build_framework(steps, place, module, platform):
    bundle, files = framework(place, module, platform)
    resources = files / "Resources" if platform.name == "macos" else files
    name = f"@rpath/{module}.framework/{'Versions/A/' if platform.name == 'macos' else ''}{module}"
    steps.run("mkdir", "-p", files / "Modules", resources, place / "thin")
    thin = []
    for architecture in platform.architectures:
        target = f"{architecture}-apple-{platform.system}{platform.version}{platform.suffix}"
        library = place / "thin" / f"{module}-{platform.name}-{architecture}"
        thin.append(library)
        if module.startswith("C"):
            steps.run("xcrun", "--sdk", platform.sdk, "clang", "-target", target, "-O2", "-dynamiclib", "-install_name", name,
                      "-I", ROOT / "Sources" / module / "include", *sources(place_of(module), ".c"), *RUNTIME, "-o", library)
            continue
        # The compiler looks for a module by the target without a version.
        interface = files / f"Modules/{module}.swiftmodule" / f"{architecture}-apple-{platform.system.replace('macosx', 'macos')}{platform.suffix}"
        steps.run("mkdir", "-p", interface.parent)
        needed = [option for name in DEPENDENCIES[module] if name in MODULES for option in ("-framework", name)]
        steps.run("xcrun", "--sdk", platform.sdk, "swiftc", "-target", target, "-module-name", module, *swift_options(),
                  "-emit-library", "-emit-module", "-emit-module-path", f"{interface}.swiftmodule",
                  "-emit-module-interface-path", f"{interface}.swiftinterface", "-F", place / platform.name, *needed,
                  "-Xlinker", "-install_name", "-Xlinker", name, *sources(place_of(module)), "-o", library)
    steps.run("lipo", "-create", *thin, "-output", files / module)
    if module.startswith("C"):
        steps.copy(ROOT / "Sources" / module / "include" / f"{module}.h", files / f"Headers/{module}.h")
        text = f'framework module {module} {{\n    header "{module}.h"\n    export *\n}}\n'
        steps.write(files / "Modules/module.modulemap", text.encode())
    steps.write(resources / "Info.plist", information(module, platform))
    privacy = ROOT / "Sources" / module / "PrivacyInfo.xcprivacy"
    if privacy.exists():
        steps.copy(privacy, resources / privacy.name)
    if platform.name == "macos":
        steps.run("ln", "-sfn", "A", bundle / "Versions/Current")
        for entry in [module, "Modules", "Resources", *(["Headers"] if module.startswith("C") else [])]:
            steps.run("ln", "-sfn", f"Versions/Current/{entry}", bundle / entry)
    return bundle


def build(steps, out, place, platforms):
    for platform in platforms:
        for module in MODULES:
            build_framework(steps, place, module, platform)
    steps.run("mkdir", "-p", out)
    for module in MODULES:
        result = out / f"{module}.xcframework"
        bundles = [part for platform in platforms for part in ("-framework", framework(place, module, platform)[0])]
        steps.run("rm", "-rf", result)
        steps.run("xcodebuild", "-create-xcframework", *bundles, "-output", result)
        steps.run("ditto", "-c", "-k", "--sequesterRsrc", "--keepParent", result, out / f"{module}.xcframework.zip")
        steps.run("swift", "package", "compute-checksum", out / f"{module}.xcframework.zip")


PROGRAM = """\
import BoltsAppLinks
import BoltsFoundation
import BoltsTasks
import Foundation

let source = TaskCompletionSource<Int>()
let sum = BoltsTask.whenAllResult([source.task, BoltsTask(result: 2)]).then { numbers in numbers.reduce(0, +) }
source.set(result: 40)
let link = AppLinkURL(url: URL(string: "recipes://pie?al_applink_data=%7B%22target_url%22%3A%22https%3A%2F%2Frecipes.example%2Fpie%22%7D")!)
print(try await sum.value, link.targetURL?.absoluteString ?? "no target")
"""
PRINTED = "42 https://recipes.example/pie\n"


def check():
    """Builds the libraries for this machine, and a program that knows nothing of them but their interfaces."""
    with tempfile.TemporaryDirectory() as temporary:
        place = pathlib.Path(temporary)
        modules = list(DEPENDENCIES) if sys.platform == "linux" else MODULES
        flags = []
        for module in (module for module in modules if module.startswith("C")):
            folder = place / module
            folder.mkdir()
            shutil.copy(place_of(module) / "include" / f"{module}.h", folder)
            (folder / "module.modulemap").write_text(f'module {module} {{\n    header "{module}.h"\n    export *\n}}\n', encoding="utf-8")
            flags += ["-I", str(folder)]
        for module in modules:
            library = place / f"lib{module}.so"
            if module.startswith("C"):
                command = ["clang", "-shared", "-fPIC", "-O2", "-I", place / module, *sources(place_of(module), ".c"), "-o", library]
            else:
                before = [f"-l{name}" for name in DEPENDENCIES[module] if name in modules]
                command = ["swiftc", "-module-name", module, *swift_options("-Onone"), "-emit-library", "-emit-module", "-emit-module-path",
                           place / f"{module}.swiftmodule", "-emit-module-interface-path", place / f"{module}.swiftinterface",
                           "-diagnostic-style", "llvm", "-I", place, *flags, "-L", place, *before, *sources(place_of(module)),
                           "-o", library]
            done = subprocess.run([str(part) for part in command], capture_output=True, text=True, check=False)
            # The compiler warns that Dispatch and Foundation have no library evolution on Linux, which is not counted.
            if done.returncode != 0:
                errors = sorted(set(re.findall(r"^.*error: .*$", done.stderr, re.M)))
                sys.exit(f"{module} does not compile with library evolution:\n" + ("\n".join(errors) or done.stderr[-2000:]))
        for path in files(place, "*.swiftmodule"):
            path.unlink()
        (place / "main.swift").write_text(PROGRAM, encoding="utf-8")
        libraries = [f"-l{name}" for name in modules]
        subprocess.run(["swiftc", "-swift-version", "6", "-module-cache-path", place / "cache", "-suppress-warnings", "-I", place, *flags,
                        "-L", place, *libraries, "-Xlinker", "-rpath", "-Xlinker", place, place / "main.swift", "-o", place / "program"],
                       check=True)
        printed = subprocess.run([place / "program"], capture_output=True, text=True, check=True, timeout=300).stdout
        if printed != PRINTED:
            sys.exit(f"a program with the libraries prints {printed!r} in place of {PRINTED!r}")
        print(f"{len(modules)} libraries with library evolution, and a program that was compiled with their interfaces alone, runs.")


def main():
    parser = argparse.ArgumentParser(description="Builds the modules of tasks and App Links as XCFrameworks.")
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / ".build-xcframeworks", help="where the XCFrameworks are written")
    parser.add_argument("--platform", action="append", choices=[platform.name for platform in PLATFORMS], help="only this one; repeatable")
    parser.add_argument("--dry-run", action="store_true", help="print the commands, and run nothing")
    parser.add_argument("--check", action="store_true", help="compile for this machine, and run a program")
    options = parser.parse_args()
    if options.check:
        check()
        return
    if not options.dry_run and sys.platform != "darwin":
        sys.exit("frameworks are built on a Mac; use --dry-run to see the commands, or --check to compile the modules here")
    chosen = [platform for platform in PLATFORMS if not options.platform or platform.name in options.platform]
    out = options.out.resolve()
    build(Steps(options.dry_run), out, out / "frameworks", chosen)


if __name__ == "__main__":
    main()
