#!/usr/bin/env bash
# Makes the packages of a commit twice, from two clones with another umask, time zone and language each, and compares the bytes.
#
# Usage: check-reproducible.sh [COMMIT], on Linux; HEAD without one. It takes ten minutes on two cores. The compiler has to be the same.
# Left out is the image, because its first layer is made of what Debian's mirror has at that time.
set -euo pipefail
# A pattern that matches no file is an error.
shopt -s failglob
cd "$(dirname "$0")/../../.."

commit=$(git rev-parse "${1:-HEAD}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
kinds=(tarball wheel npm formula)
if command -v dpkg-shlibdeps >/dev/null; then kinds+=(deb); else echo "without the Debian package, which needs dpkg-dev" >&2; fi
make() {
    git clone --quiet --no-checkout . "$work/clones/$1"
    git -C "$work/clones/$1" checkout --quiet "$commit"
    (
        umask "$2"
        export TZ=$3 LC_ALL=$4
        "$work/clones/$1/Command/Packaging/Scripts/build-archives.py" --tag "$commit" --out "$work/$1" "${kinds[@]}" >"$work/log" 2>&1
    ) || { tail -n 30 "$work/log" >&2; exit 1; }
}
make one 022 UTC C
make a-folder-with-a-longer-name 077 Asia/Kathmandu C.UTF-8
if ! diff "$work/one/SHA256SUMS" "$work/a-folder-with-a-longer-name/SHA256SUMS"; then
    for name in one a-folder-with-a-longer-name; do
        tar -xzf "$work/$name"/applinks-*.tar.gz -C "$work/$name" --strip-components 1
    done
    for section in $(objdump -hw "$work/one/applinks" | awk '$1 ~ /^[0-9]+$/ { print $2 }'); do
        for name in one a-folder-with-a-longer-name; do
            objcopy -O binary --only-section="$section" "$work/$name/applinks" "$work/$name.section" 2>/dev/null || true
        done
        cmp -s "$work/one.section" "$work/a-folder-with-a-longer-name.section" || echo "the binary's section $section differs" >&2
    done
    echo "two builds of one commit differ" >&2
    exit 1
fi
cat "$work/one/SHA256SUMS"
echo "two builds, the same bytes"
