#!/usr/bin/env bash
# Fails if a program that uses BoltsTasks alone links Foundation.
set -euo pipefail
cd "$(dirname "$0")/.."

swift build --package-path IntegrationTests/Linkage --scratch-path IntegrationTests/Linkage/.build
program=$(swift build --package-path IntegrationTests/Linkage --scratch-path IntegrationTests/Linkage/.build --show-bin-path)/linkage
"$program"
libraries=$(ldd "$program")
if grep -i foundation <<<"$libraries"; then
    echo "BoltsTasks links Foundation: see the library above; a task must cost no more than Dispatch" >&2
    exit 1
fi
echo "BoltsTasks links no Foundation"
