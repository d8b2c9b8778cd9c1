#!/usr/bin/env bash
# Takes the pictures of the banner in docs/images again, in a real browser. Makes them smaller where pngquant is installed.
set -euo pipefail
cd "$(dirname "$0")/.."

mkdir -p docs/images
BOLTS_SCREENSHOTS=$PWD/docs/images swift test --package-path IntegrationTests/Desktop --filter Screenshots
if command -v pngquant >/dev/null; then
    pngquant --force --ext .png --skip-if-larger --strip 64 docs/images/banner-*.png
fi
ls -l docs/images
