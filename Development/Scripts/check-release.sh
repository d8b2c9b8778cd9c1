#!/usr/bin/env bash
# Checks before a release what takes too long for each run of the gates, and prints what each part took.
#
# Usage: check-release.sh [PART…], as root, on Linux; without a PART all of them:
#   fuzzing       each reader of untrusted bytes for five minutes, with libFuzzer and the address sanitizer
#   benchmarks    a debug build, which shows that they compile
#   instructions  what a link, a creation and a completion cost, against their limits; needs valgrind
#   memory        the tests of tasks with the address sanitizer
#   packages      makes every package of the command and tries each where it is installed; needs debootstrap and mmdebstrap
#   attacks       attack-command.py with a debug build of the command
#   answers       compare-with-check.py: the index answers as the command does
#   reproducible  makes the packages twice and compares the bytes
. "$(dirname "$0")/project.sh"

fuzzing() { "$SCRIPTS/fuzz.py" --seconds 300; }

benchmarks() { swift build --package-path "$BENCHMARKS" --scratch-path .build-beside; }

instructions() { "$SCRIPTS/count-instructions.sh"; }

# Leak detection is off, because it would report the test runner's leaks; the tests detect leaks themselves.
memory() {
    local alone=$INTEGRATION_TESTS/TasksAlone
    ASAN_OPTIONS=detect_leaks=0 swift test --package-path "$alone" --sanitize=address --scratch-path "$alone/.build-address" 2>&1 |
        "$SCRIPTS/summarize-tests.py" --log .build-logs/address.log
}

packages() {
    "$PACKAGING"/Scripts/build-archives.py
    "$PACKAGING"/Scripts/try-packages.sh
    "$PACKAGING"/Scripts/check-deb.sh
}

attacks() {
    swift build --package-path "$COMMAND"
    "$SCRIPTS/attack-command.py"
}

answers() { "$INDEX/Scripts/compare-with-check.py"; }

reproducible() { "$PACKAGING"/Scripts/check-reproducible.sh; }

if [ $# = 0 ]; then set -- fuzzing benchmarks instructions memory attacks answers packages reproducible; fi
for part in "$@"; do
    case $part in
    fuzzing | benchmarks | instructions | memory | attacks | answers | packages | reproducible) ;;
    *)
        echo "check-release: no part is called '$part'; the parts are fuzzing, benchmarks, instructions, memory, attacks, answers, packages and reproducible" >&2
        exit 64
        ;;
    esac
done
mkdir -p .build-logs
for part in "$@"; do
    started=$SECONDS
    "$part"
    echo "== $part passed in $((SECONDS - started)) s"
done
