#!/usr/bin/env bash
# Counts what one step of a task costs in instructions, with callgrind: the same on any load, and nearly so on any
# machine. Exits with 1 if a step takes more than it did when its limit was written, with Swift 6.3.1 on x86-64. Steps whose
# names begin with tracked- have diagnostics on.
. "$(dirname "$0")/project.sh"

declare -A limits=([create]=483 [done]=557 [link]=769 [tracked-link]=2311)
count=${COUNT:-20000}
if ! command -v valgrind >/dev/null; then
    echo "valgrind is needed: apt-get install valgrind" >&2
    exit 1
fi

build=(swift build --package-path "$BENCHMARKS" --configuration release --product links)
"${build[@]}" >&2
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
# Valgrind 3.19 fails on Swift's DWARF, and the symbols are enough.
strip --strip-debug -o "$directory/links" "$("${build[@]}" --show-bin-path)/links"

# The number of instructions of the whole program for a number of repetitions of a step.
instructions() {
    local log="$directory/log"
    if ! valgrind --tool=callgrind --callgrind-out-file="${KEEP:-$directory}/callgrind.$1" \
        "$directory/links" "$1" "$2" >"$log" 2>&1; then
        cat "$log" >&2
        exit 1
    fi
    sed -n 's/.*Collected : \([0-9]*\).*/\1/p' "$log"
}

over=0
for step in ${*:-create done link any adopt whenAll await tracked-link tracked-create}; do
    once=$(instructions "$step" "$count")
    twice=$(instructions "$step" $((2 * count)))
    each=$(((twice - once) / count))
    limit=${limits[$step]:-}
    printf '%-14s %6d instructions each%s\n' "$step" "$each" "${limit:+, of $limit at most}"
    if [ -n "$limit" ] && [ "$each" -gt "$limit" ]; then
        echo "$step took $limit before" >&2
        over=1
    fi
done
exit "$over"
