#!/usr/bin/env bash
# Builds the documentation of every library and fails on a warning, such as a link to a symbol that is not there.
set -euo pipefail
cd "$(dirname "$0")/.."

# The plugin is asked for here only, so that nobody who depends on the package resolves it.
export BOLTS_DOCUMENTATION=1
for target in BoltsTasks BoltsFoundation BoltsPageMetadata BoltsPageFetching BoltsAppLinks BoltsAssociations \
    BoltsBrowsers BoltsAppLinksUI BoltsObjCNames BoltsTestSupport; do
    swift package --scratch-path .build-documentation --allow-writing-to-package-directory \
        generate-documentation --target "$target" --warnings-as-errors --output-path ".build-documentation/$target"
done
