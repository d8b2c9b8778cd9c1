#!/usr/bin/env bash
# Runs the task tests in a release build, where chains have a million links and values are released earlier.
set -euo pipefail
cd "$(dirname "$0")/.."

swift test --configuration release -Xswiftc -enable-testing --scratch-path .build-release --filter BoltsTasksTests 2>&1 \
    | Scripts/summarize-tests.py --log .build-logs/release.log
