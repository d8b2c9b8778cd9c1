#!/usr/bin/env bash
# Builds and runs the complete program of README.md, and checks that a page that is not there is an error and no crash.
set -euo pipefail
cd "$(dirname "$0")/.."

program=Examples/Follow/Sources/Follow/Follow.swift
shown=$(awk '/^```swift$/ { inside = 1; next } /^```$/ && inside { exit } inside' README.md)
if [ "$shown" != "$(cat "$program")" ]; then
    echo "README.md and $program differ: copy the program into README.md" >&2
    diff <(echo "$shown") "$program" >&2 || true
    exit 1
fi
package=(--package-path Examples/Follow --scratch-path Examples/Follow/.build)
swift build "${package[@]}"
follow=$(swift build "${package[@]}" --show-bin-path)/Follow
"$follow" | grep '^app: recipes://'
if "$follow" no-such-page.html; then
    echo "a page that is not there must end with an error" >&2
    exit 1
fi
