#!/usr/bin/env bash
# Builds the README's complete program as it stands there.
set -euo pipefail
cd "$(dirname "$0")/.."

program=Examples/Follow/Sources/Follow/Follow.swift
taken=$(awk '/^```swift$/ { inside = 1; next } /^```$/ && inside { exit } inside' README.md)
if [ "$taken" != "$(cat "$program")" ]; then
    echo "README.md and $program differ: the program in the README is the one that is built" >&2
    diff <(echo "$taken") "$program" >&2 || true
    exit 1
fi
swift build --package-path Examples/Follow --scratch-path Examples/Follow/.build
