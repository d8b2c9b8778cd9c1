#!/usr/bin/env bash
# Fetches every hostile page, each in a process of its own, and prints what the rest of the process had of it. Fails where
# libcurl's promises are broken. `hostile-pages.sh URLSession` shows the same of the other transport.
. "$(dirname "$0")/project.sh"

swift build --product hostile-pages >&2
program=$(swift build --show-bin-path)/hostile-pages
echo "transport | page | its own task | other pages meanwhile | memory grown"
status=0
for transport in "${@:-libcurl}"; do
    for page in none body-without-end body-one-byte-a-second gzip gzip-in-gzip redirect-with-body \
        tags-without-end header-without-end hints-without-end chunk-extension-without-end heap; do
        "$program" "$transport" "$page" || status=1
    done
done
exit $status
