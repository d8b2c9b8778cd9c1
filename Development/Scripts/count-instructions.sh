#!/usr/bin/env bash
# Counts what one step of a task costs in instructions, with callgrind: the same on any load, and nearly so on any
# machine. Exits with 1 if a link takes more than LIMIT (1,100 unless told otherwise), or with diagnostics on (a step whose
# name begins with tracked-) more than three times as many as without.
. "$(dirname "$0")/project.sh"

limit=${LIMIT:-1100}
count=${COUNT:-20000}
if ! command -v valgrind >/dev/null; then
    echo "valgrind is needed: apt-get install valgrind" >&2
    exit 1
fi

build=(swift build --package-path "$BENCHMARKS" --configuration release --product links)
"${build[@]}" >&2
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
# Valgrind 3.19 stops at Swift's DWARF; the symbols are enough.
strip --strip-debug -o "$directory/links" "$("${build[@]}" --show-bin-path)/links"

# Instructions of the whole program, doing a step so many times.
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
link=0
for step in ${*:-create done link any adopt whenAll await tracked-link tracked-create}; do
    once=$(instructions "$step" "$count")
    twice=$(instructions "$step" $((2 * count)))
    each=$(((twice - once) / count))
    printf '%-14s %6d instructions each\n' "$step" "$each"
    if [ "$step" = link ] && [ "$each" -gt "$limit" ]; then
        echo "a link may take $limit" >&2
        over=1
    fi
    if [ "$step" = link ]; then link=$each; fi
    if [ "$step" = tracked-link ] && [ "$link" -gt 0 ] && [ "$each" -gt $((3 * link)) ]; then
        echo "with diagnostics on, a link may take $((3 * link))" >&2
        over=1
    fi
done
exit "$over"
