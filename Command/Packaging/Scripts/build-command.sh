#!/usr/bin/env bash
# Builds the command for release with the Swift runtime linked in, and prints the size and the start time of the binary.
#
# Usage: build-command.sh [OUTPUT]; the default is .build-deb/applinks. OUTPUT.resolved names the versions that are linked in. On
# Linux the binary needs the C and C++ libraries and zlib of the system; the script fails if it needs another, or has more bytes
# than the limit below.
set -euo pipefail
# The path is relative to the caller's folder.
case ${1:-/} in /*) ;; *) set -- "$PWD/$1" ;; esac
cd "$(dirname "$0")/../../.."

# The limit in bytes. Command/Packaging/README.md describes the content of the binary.
limit=40000000
output=${1:-.build-deb/applinks}
build=(--configuration release --package-path Command --scratch-path Command/.build-release --product applinks)
if [ "$(uname)" = Linux ]; then
    build+=(--static-swift-stdlib)
    # Foundation links ICU with the data of all languages, of which English is enough.
    mkdir -p Command/.build-release/libraries
    icu=$PWD/Command/.build-release/libraries/icu-data.o
    libraries=$(dirname "$(dirname "$(readlink -f "$(command -v swift)")")")/lib/swift_static/linux
    Command/Packaging/Scripts/trim_icu.py "$libraries/lib_FoundationICU.a" "$icu"
    export APPLINKS_ICU_DATA=$icu
    # Each function has its own section, so that the linker omits unused functions, and keeps only one of several functions with the
    # same code. No program loads symbols of a command.
    build+=(-Xswiftc -Osize -Xswiftc -Xfrontend -Xswiftc -function-sections)
    build+=(-Xlinker --gc-sections -Xlinker --icf=safe -Xlinker --no-export-dynamic -Xlinker --exclude-libs=ALL)
    # The binary does not name the folder of the sources: no debug information, and neither the assertions of C nor the failures of
    # Swift name it. Modules in the mode of Swift 6 already have that feature and warn of it, which must not end the build. Without
    # the third option each object file has a hash of the compiler's arguments, which include the folder.
    build+=(-debug-info-format none -Xcc "-ffile-prefix-map=$PWD=." -Xswiftc -file-prefix-map -Xswiftc "$PWD=.")
    build+=(-Xswiftc -enable-upcoming-feature -Xswiftc ConciseMagicFile)
    build+=(-Xswiftc -Xfrontend -Xswiftc -disable-incremental-llvm-codegen)
    unset BOLTS_STRICT
fi
swift build "${build[@]}"
mkdir -p "$(dirname "$output")"
strip -o "$output" "$(swift build "${build[@]}" --show-bin-path)/applinks"
# The versions of the packages that are linked in; the manifest names the lowest ones only. The packages of the command have this file.
cp Command/Package.resolved "$output.resolved"

if [ "$(uname)" = Linux ]; then
    needed=$(objdump -p "$output" | awk '$1 == "NEEDED" { print $2 }')
    others=$(grep -vE '^(libc|libm|libstdc\+\+|libgcc_s|libz|libdl|libpthread|ld-linux.*)\.so\.' <<<"$needed" || true)
    if [ -n "$others" ]; then
        echo "$output needs libraries that it should not: $others" >&2
        exit 1
    fi
    echo "needs ${needed//$'\n'/ }"
fi
size=$(wc -c <"$output")
echo "size  $size bytes"
if [ "$(uname)" = Linux ] && [ "$size" -gt $limit ]; then
    echo "$output has more than $limit bytes: Command/Packaging/README.md says what was tried to make it smaller" >&2
    exit 1
fi
python3 - "$output" <<'END'
import resource, statistics, subprocess, sys, time
times = []
for _ in range(21):
    start = time.perf_counter()
    subprocess.run([sys.argv[1], "--version"], check=True, stdout=subprocess.DEVNULL)
    times.append((time.perf_counter() - start) * 1000)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
processor = (used.ru_utime + used.ru_stime) / len(times) * 1000
print(f"start {statistics.median(times):.1f} ms, the median of {len(times)} runs of --version; {min(times):.1f} ms the shortest;")
print(f"      {processor:.1f} ms of processor time")
END
