#!/usr/bin/env bash
# Measures what the command's binary is made of: small programs with one library more each, stripped, and the code of each module.
#
# Usage: measure-parts.sh, on Linux. The modules are those of Command/.build-release, which build-command.sh makes. Times are processor time of
# one start, the mean of 50.
set -euo pipefail
# A pattern that matches no file is an error.
shopt -s failglob
cd "$(dirname "$0")/../../.."

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
libraries=$(dirname "$(dirname "$(readlink -f "$(command -v swift)")")")/lib/swift_static/linux
Command/Packaging/Scripts/trim_icu.py "$libraries/lib_FoundationICU.a" "$work/icu.o" >/dev/null
curl=$(ldconfig -p | awk '/libcurl\.so\.4 / { print $NF; exit }')
[ -z "$curl" ] || ln -s "$curl" "$work/libcurl.so"

# A name, the source of a program, and further arguments of the compiler.
program() {
    local name=$1 source=$2
    shift 2
    echo "$source" >"$work/main.swift"
    swiftc -O -static-stdlib -Xlinker --gc-sections "$work/main.swift" "$@" -o "$work/program" 2>/dev/null
    strip "$work/program"
    python3 - "$work/program" "$name" <<'END'
import os, resource, subprocess, sys
for _ in range(50):
    subprocess.run([sys.argv[1]], check=True, stdout=subprocess.DEVNULL)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(f"{sys.argv[2]:44} {os.path.getsize(sys.argv[1]) / 1e6:6.1f} MB {(used.ru_utime + used.ru_stime) * 20:5.1f} ms")
END
}
essentials='print(try JSONEncoder().encode([Date()]), URL(string: "https://example.com")!, FileManager.default.fileExists(atPath: "/"))'
all='print(" a ".trimmingCharacters(in: .whitespaces), Process().isRunning)'
program "Swift's runtime" 'print(CommandLine.arguments.count)'
program "and FoundationEssentials" "import FoundationEssentials
$essentials"
program "and all of Foundation" "import Foundation
$essentials
$all"
program "the same with ICU's data for English" "import Foundation
$essentials
$all" "$work/icu.o"
if [ -n "$curl" ]; then
    program "and FoundationNetworking" "import Foundation
import FoundationNetworking
$essentials
$all
URLSession(configuration: .ephemeral).invalidateAndCancel()" "$work/icu.o" "-L$work"
fi

echo
folders=(Command/.build-release/*/release/*.build)
[ -d "${folders[0]}" ] || { echo "there is no module in Command/.build-release: run build-command.sh first" >&2; exit 1; }
for folder in "${folders[@]}"; do
    find "$folder" -name '*.o' -exec size {} + 2>/dev/null \
        | awk -v name="$(basename "$folder" .build)" '$1 ~ /^[0-9]+$/ && $6 != "(TOTALS)" { sum += $1 + $2 } END { if (sum > 50000) printf "%6.2f MB  %s\n", sum / 1e6, name }'
done | sort -rn
