#!/usr/bin/env bash
# Builds the command of a commit twice, in two folders with another umask and time zone each, and compares the bytes.
#
# Usage: check-reproducible.sh [COMMIT], on Linux; HEAD without one. It takes ten minutes on two cores. The compiler has to be the same.
set -euo pipefail
cd "$(dirname "$0")/../.."

commit=$(git rev-parse "${1:-HEAD}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
build() {
    mkdir -p "$work/$1"
    git archive "$commit" | tar -x -C "$work/$1"
    (umask "$2" && TZ=$3 "$work/$1/Packaging/Scripts/build-command.sh" "$work/$1.binary" >"$work/log" 2>&1) \
        || { tail -n 30 "$work/log" >&2; exit 1; }
    # One copy of the products at a time.
    rm -rf "${work:?}/$1"
}
build one 022 UTC
build a-folder-with-a-longer-name 077 Asia/Kathmandu
if ! cmp "$work/one.binary" "$work/a-folder-with-a-longer-name.binary"; then
    for name in one a-folder-with-a-longer-name; do
        echo "$name: the folder is named $(strings -a "$work/$name.binary" | grep -cF "$work" || true) times" >&2
    done
    for section in $(objdump -hw "$work/one.binary" | awk '$1 ~ /^[0-9]+$/ { print $2 }'); do
        for name in one a-folder-with-a-longer-name; do
            objcopy -O binary --only-section="$section" "$work/$name.binary" "$work/$name.section" 2>/dev/null || true
        done
        cmp -s "$work/one.section" "$work/a-folder-with-a-longer-name.section" || echo "the section $section differs" >&2
    done
    echo "two builds of one commit differ" >&2
    exit 1
fi
if strings -a "$work/one.binary" | grep -F "$work"; then
    echo "the binary names the folder in which it was built" >&2
    exit 1
fi
sha256sum <"$work/one.binary" | sed 's/-$/two builds, the same bytes/'
