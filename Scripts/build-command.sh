#!/usr/bin/env bash
# Builds the command for release with the Swift runtime linked in, and prints the size and the start time of the binary.
#
# Usage: build-command.sh [OUTPUT]; the default is .build-deb/applinks. On Linux the binary needs the C and C++ libraries,
# libcurl and zlib of the system, and no Swift library; the script fails if it needs another.
set -euo pipefail
cd "$(dirname "$0")/.."

output=${1:-.build-deb/applinks}
build=(--configuration release --package-path Tool --scratch-path Tool/.build-release --product applinks)
if [ "$(uname)" = Linux ]; then
    build+=(--static-swift-stdlib)
    # Foundation's networking links libcurl. The linker wants libcurl.so, which only Debian's development packages have.
    curl=$(ldconfig -p | awk '/libcurl\.so\.4 / { print $NF; exit }')
    [ -n "$curl" ] || { echo "libcurl.so.4 is not installed; on Debian it is in libcurl4" >&2; exit 1; }
    mkdir -p Tool/.build-release/libraries
    ln -sfn "$curl" Tool/.build-release/libraries/libcurl.so
    build+=(-Xlinker "-L$PWD/Tool/.build-release/libraries" -Xlinker --gc-sections)
fi
swift build "${build[@]}"
mkdir -p "$(dirname "$output")"
strip -o "$output" "$(swift build "${build[@]}" --show-bin-path)/applinks"

if [ "$(uname)" = Linux ]; then
    needed=$(objdump -p "$output" | awk '$1 == "NEEDED" { print $2 }')
    others=$(grep -vE '^(libc|libm|libstdc\+\+|libgcc_s|libcurl|libz|libdl|libpthread|ld-linux.*)\.so\.' <<<"$needed" || true)
    if [ -n "$others" ]; then
        echo "$output needs libraries that it should not: $others" >&2
        exit 1
    fi
    echo "needs ${needed//$'\n'/ }"
fi
echo "size  $(wc -c <"$output") bytes"
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
