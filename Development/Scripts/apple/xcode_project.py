"""Checks the Xcode project of the SwiftUI example as far as that is possible without Xcode.

- project.pbxproj is a property list in which each reference leads to an object of the right kind, each object is used, and
  each folder and file is there.
- The deployment target is that of Package.swift, and each package product exists.
- Info.plist and the entitlements are property lists that name the scheme and the host that the example's link uses.
- The UI test type-checks against the declarations in AppleStubs/Stubs/XCUIAutomation. The app itself is compiled and tested
  against stubs in AppleStubs.
"""
import plistlib
import re
import subprocess
import sys
import tempfile

from project import APPLE_STUBS, EXAMPLES, ROOT, files

APPS = EXAMPLES / "AppleApps"
PROJECT = APPS / "Recipes.xcodeproj/project.pbxproj"
STUBS = APPLE_STUBS / "Stubs/XCUIAutomation"
TOKEN = re.compile(r'\s+|//[^\n]*|/\*.*?\*/|(?P<mark>[{}()=;,])|"(?P<quoted>(?:\\.|[^"\\])*)"|(?P<bare>[\w./$:<>-]+)', re.S)
IDENTIFIER = re.compile(r"[0-9A-F]{24}")
# The kind of object to which each key refers.
KINDS = {
    "productRef": {"XCSwiftPackageProductDependency"},
    "containerPortal": {"PBXProject"},
    "remoteGlobalIDString": {"PBXNativeTarget"},
    "files": {"PBXBuildFile"},
    "children": {"PBXFileReference", "PBXGroup", "PBXFileSystemSynchronizedRootGroup"},
    "buildConfigurationList": {"XCConfigurationList"},
    "buildPhases": {"PBXSourcesBuildPhase", "PBXFrameworksBuildPhase", "PBXResourcesBuildPhase"},
    "dependencies": {"PBXTargetDependency"},
    "fileSystemSynchronizedGroups": {"PBXFileSystemSynchronizedRootGroup"},
    "packageProductDependencies": {"XCSwiftPackageProductDependency"},
    "productReference": {"PBXFileReference"},
    "mainGroup": {"PBXGroup"},
    "productRefGroup": {"PBXGroup"},
    "packageReferences": {"XCLocalSwiftPackageReference"},
    "targets": {"PBXNativeTarget"},
    "target": {"PBXNativeTarget"},
    "targetProxy": {"PBXContainerItemProxy"},
    "buildConfigurations": {"XCBuildConfiguration"},
    "package": {"XCLocalSwiftPackageReference"},
    "TestTargetID": {"PBXNativeTarget"},
    "rootObject": {"PBXProject"},
}
faults = []


def fault(text):
    faults.append(text)


def parsed(text):
    """An old-style property list of dictionaries, arrays and strings. A key that comes twice is an error."""
    tokens, place = [], 0
    while place < len(text):
        match = TOKEN.match(text, place)
        if match is None:
            sys.exit(f"{PROJECT}: line {text.count(chr(10), 0, place) + 1}: unexpected {text[place]!r}")
        if match["mark"]:
            tokens.append(match["mark"])
        elif match["quoted"] is not None or match["bare"]:
            tokens.append(("string", match["bare"] or re.sub(r"\\(.)", r"\1", match["quoted"])))
        place = match.end()
    tokens.append("end")
    tokens.reverse()

    def expect(mark):
        found = tokens.pop()
        if found != mark:
            sys.exit(f"{PROJECT}: expected {mark!r} and found {found!r}")

    def string():
        found = tokens.pop()
        if not isinstance(found, tuple):
            sys.exit(f"{PROJECT}: expected a string and found {found!r}")
        return found[1]

    def value():
        if tokens[-1] == "{":
            tokens.pop()
            result = {}
            while tokens[-1] != "}":
                key = string()
                if key in result:
                    sys.exit(f"{PROJECT}: {key} comes twice")
                expect("=")
                result[key] = value()
                expect(";")
        elif tokens[-1] == "(":
            tokens.pop()
            result = []
            while tokens[-1] != ")":
                result.append(value())
                if tokens[-1] != ")":
                    expect(",")
        else:
            return string()
        tokens.pop()
        return result

    result = value()
    expect("end")
    return result


def check_references(project):
    objects, used = project["objects"], set()

    def look(value, key, where):
        if isinstance(value, dict):
            for name, inner in value.items():
                # Targets are the keys of their attributes.
                if key == "TargetAttributes":
                    look(name, "target", where)
                look(inner, name, where)
        elif isinstance(value, list):
            for inner in value:
                look(inner, key, where)
        elif IDENTIFIER.fullmatch(value):
            used.add(value)
            kind = objects.get(value, {}).get("isa")
            if kind not in KINDS.get(key, set()):
                fault(f"{where}: {key} leads to {kind or 'nothing'} ({value})")

    look(project["rootObject"], "rootObject", "project")
    for identifier, entry in objects.items():
        if not IDENTIFIER.fullmatch(identifier):
            fault(f"{identifier} is not an identifier")
        look(entry, "", f"{entry['isa']} {identifier}")
    for identifier in objects.keys() - used:
        fault(f"{objects[identifier]['isa']} {identifier} is not used")


def check_files(project):
    manifest = (ROOT / "Package.swift").read_text(encoding="utf-8")
    for entry in project["objects"].values():
        kind = entry["isa"]
        if kind == "PBXFileSystemSynchronizedRootGroup":
            files(APPS / entry["path"], "*.swift")
        if kind == "PBXFileReference" and entry["sourceTree"] == "<group>" and not (APPS / entry["path"]).is_file():
            fault(f"{entry['path']} is not there")
        if kind == "XCLocalSwiftPackageReference" and (APPS / entry["relativePath"]).resolve() != ROOT:
            fault(f"{entry['relativePath']} is not this package")
        if kind == "XCSwiftPackageProductDependency" and f'name: "{entry["productName"]}"' not in manifest:
            fault(f"the package has no product {entry['productName']}")
        if kind == "XCBuildConfiguration":
            settings = entry["buildSettings"]
            for key in ("INFOPLIST_FILE", "CODE_SIGN_ENTITLEMENTS"):
                if key in settings and not (APPS / settings[key]).is_file():
                    fault(f"{key} leads to nothing: {settings[key]}")
            target = settings.get("IPHONEOS_DEPLOYMENT_TARGET")
            if target and f".iOS(.v{target.removesuffix('.0')})" not in manifest:
                fault(f"the deployment target {target} is not that of Package.swift")
    names = {entry["name"] for entry in project["objects"].values() if entry["isa"] == "PBXNativeTarget"}
    if names != {"Recipes", "RecipesUITests"}:
        fault(f"the targets are {names}")


def check_property_lists():
    info = plistlib.loads((APPS / "Recipes-Info.plist").read_bytes())
    schemes = [scheme for entry in info["CFBundleURLTypes"] for scheme in entry["CFBundleURLSchemes"]]
    entitlements = plistlib.loads((APPS / "Recipes.entitlements").read_bytes())
    domains = entitlements["com.apple.developer.associated-domains"]
    test = (APPS / "RecipesUITests/RecipesUITests.swift").read_text(encoding="utf-8")
    if not any(f'"{scheme}://' in test for scheme in schemes):
        fault(f"the UI test uses none of the schemes {schemes}")
    if not any(f"https://{domain.removeprefix('applinks:')}/" in test for domain in domains):
        fault(f"the UI test uses none of the domains {domains}")


def check_test():
    with tempfile.TemporaryDirectory() as place:
        stub = ["swiftc", "-emit-module", "-module-name", "XCUIAutomation", "-swift-version", "6",
                "-enable-upcoming-feature", "InternalImportsByDefault", "-o", f"{place}/XCUIAutomation.swiftmodule"]
        subprocess.run(stub + files(STUBS, "*.swift"), check=True)
        sources = files(APPS / "RecipesUITests", "*.swift")
        done = subprocess.run(["swiftc", "-typecheck", "-swift-version", "6", "-warnings-as-errors", "-I", place, *sources])
        if done.returncode:
            fault("the UI test does not type-check")


def main():
    project = parsed(PROJECT.read_text(encoding="utf-8"))
    check_references(project)
    check_files(project)
    check_property_lists()
    check_test()
    for text in faults:
        print(f"{PROJECT.relative_to(ROOT)}: {text}", file=sys.stderr)
    print(f"{len(project['objects'])} objects, {len(faults)} faults")
    return 1 if faults else 0

