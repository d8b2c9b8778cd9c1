#!/bin/sh
# Publishes 500 generated descriptions and compares what the files decide about 1,000,000 links with what the descriptions say.
# A link about which they disagree is printed, and the script fails.
set -eu
cd "$(dirname "$0")/.."
BOLTS_MEASURE_AGREEMENT=1 exec swift test --filter 'PublicationPropertyTests.*noSpellingOfALink' "$@"
