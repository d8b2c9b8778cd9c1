#!/usr/bin/env bash
# Fails if a program that uses BoltsTasks alone, or BoltsPageMetadata alone, links Foundation.
set -euo pipefail
cd "$(dirname "$0")/.."

package=(--package-path IntegrationTests/Linkage --scratch-path IntegrationTests/Linkage/.build)
swift build "${package[@]}"
products=$(swift build "${package[@]}" --show-bin-path)
for module in tasks:BoltsTasks metadata:BoltsPageMetadata; do
    program=$products/${module%%:*}-linkage
    "$program"
    libraries=$(ldd "$program")
    if grep -i foundation <<<"$libraries"; then
        echo "${module##*:} links Foundation: see the library above" >&2
        exit 1
    fi
    echo "${module##*:} links no Foundation"
done
