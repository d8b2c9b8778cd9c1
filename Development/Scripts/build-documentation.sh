#!/usr/bin/env bash
# Builds the documentation of all libraries as one site, in .build-documentation/site, and fails on a warning, such as a
# link to a symbol that is not there.
#
# Usage: build-documentation.sh [--no-build]       (--no-build: use the modules that were built before)
#
# The compiler's own `docc` does this without a plugin, so that the package has no dependency, not even here. What only
# Apple's platforms have is in the reference too: the modules come from AppleStubs, which builds them against stubs.
# To look at the site: python3 -m http.server --directory .build-documentation/site --bind 127.0.0.1 8000
# and open http://127.0.0.1:8000/documentation/
. "$(dirname "$0")/project.sh"

place=.build-documentation
# A module's dependencies come before it, so that its pages can link to theirs.
with_stubs=(BoltsTasks BoltsFoundation BoltsTestSupport BoltsPageMetadata BoltsPageFetching BoltsAppLinks
    BoltsWebView BoltsAppLinksUI BoltsObjCNames)
elsewhere=(BoltsTesting BoltsAssociations)
of_the_command=(BoltsSiteCheck BoltsBrowsers)

if [ "${1:-}" != --no-build ]; then
    swift build --package-path "$APPLE_STUBS"
    swift build
    swift build --package-path "$COMMAND"
fi
rm -rf "$place"
mkdir -p "$place"

maps=()
for header in "$ROOT/$LIBRARY"/C*/include/*.h "$ROOT/$COMMAND"/Sources/C*/include/*.h; do
    name=$(basename "$header" .h)
    echo "module $name { header \"$header\" export * }" >"$place/$name.modulemap"
    maps+=(-Xcc "-fmodule-map-file=$ROOT/$place/$name.modulemap")
done
target=$(swiftc -print-target-info | python3 -c 'import json, sys; print(json.load(sys.stdin)["target"]["triple"])')

# The folder of a module of any package.
folder_of() {
    local place
    for place in "$LIBRARY" "$SITE_CHECK/Sources" "$COMMAND/Sources"; do
        if [ -d "$place/$1" ]; then echo "$place/$1"; return; fi
    done
    echo "there is no module $1" >&2
    return 1
}

# Fails if a type or function of a module is in no topic group of its landing page.
check_topics() {
    python3 - "$1" "$(folder_of "$1")/Documentation.docc/$1.md" "$2/$1.symbols.json" <<'PYTHON'
import json, pathlib, sys
module, place, graph = sys.argv[1:]
page = pathlib.Path(place).read_text(encoding="utf-8")
topics = page[page.index("## Topics"):]
symbols = json.loads(pathlib.Path(graph).read_text(encoding="utf-8"))["symbols"]
names = sorted({symbol["pathComponents"][0] for symbol in symbols if len(symbol["pathComponents"]) == 1})
missing = [name for name in names if f"``{name}``" not in topics]
if missing:
    sys.exit(f"{place} has no topic for {', '.join(missing)}")
PYTHON
}

dependencies=()
# Writes the documentation of a module whose .swiftmodule is in a folder.
document() {
    local module=$1 modules=$2 graphs=$place/graphs/$1
    mkdir -p "$graphs"
    swift symbolgraph-extract -module-name "$module" -I "$modules" "${maps[@]}" -target "$target" \
        -output-dir "$graphs" -minimum-access-level public -skip-synthesized-members -emit-extension-block-symbols
    check_topics "$module" "$graphs"
    mkdir -p "$place/archives"
    docc convert "$(folder_of "$module")/Documentation.docc" --additional-symbol-graph-dir "$graphs" \
        --fallback-display-name "$module" --fallback-bundle-identifier "$module" --warnings-as-errors \
        --fallback-default-module-kind Library --enable-experimental-external-link-support "${dependencies[@]}" \
        --output-path "$place/archives/$module.doccarchive"
    dependencies+=(--dependency "$place/archives/$module.doccarchive")
}

# Makes the side bar of each page lead through the whole site.
#
# A page that is loaded by its address shows the tree of the first node whose type is module and whose path is its module's.
# After a merge that is the childless reference from the landing page of Bolts, and the side bar says "No data available.".
# So references to other modules are left out, and the only module is the root: then all modules are in each page's side bar.
arrange_navigation() {
    python3 - "$1" <<'PYTHON'
import json, pathlib, sys
path = pathlib.Path(sys.argv[1])
index = json.loads(path.read_text(encoding="utf-8"))
def without_references(nodes):
    kept = [node for node in nodes if not node.get("external")]
    for node in kept:
        if "children" in node:
            node["children"] = without_references(node["children"])
    # A heading without following nodes is also omitted.
    return [node for node, next in zip(kept, kept[1:] + [None])
            if node["type"] != "groupMarker" or next and next["type"] != "groupMarker"]
for roots in index["interfaceLanguages"].values():
    for root in roots:
        root["children"] = without_references(root["children"])
        for module in root["children"]:
            module["type"] = "collection"
path.write_text(json.dumps(index, ensure_ascii=False, separators=(",", ":")), encoding="utf-8")
PYTHON
}

for module in "${with_stubs[@]}"; do document "$module" "$APPLE_STUBS/.build/debug/Modules"; done
for module in "${elsewhere[@]}"; do document "$module" .build/debug/Modules; done
for module in "${of_the_command[@]}"; do document "$module" "$COMMAND/.build/debug/Modules"; done
document Bolts .build/debug/Modules
docc merge "$place"/archives/*.doccarchive --synthesized-landing-page-name Bolts \
    --synthesized-landing-page-kind Package --synthesized-landing-page-topics-style list --output-path "$place/site"
arrange_navigation "$place/site/index/index.json"
echo "the documentation is in $place/site"
