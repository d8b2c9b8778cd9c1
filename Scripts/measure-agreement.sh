#!/bin/sh
# Publishes 500 generated descriptions and compares what the files decide about 1,000,000 links with what the descriptions say.
# A link about which they disagree is printed, and the script fails. It also holds the memory and the output for 100 hostile sites to
# their limits; `swift test` does with 20.
set -eu
cd "$(dirname "$0")/.."
BOLTS_MEASURE_AGREEMENT=1 exec swift test --filter 'PublicationPropertyTests.*noSpellingOfALink|HostileInputTests' "$@"
