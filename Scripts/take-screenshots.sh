#!/usr/bin/env bash
# Takes the pictures in the documentation again, in a real browser: the banner, and the page of `applinks serve`. Makes them
# smaller where pngquant is installed.
#
#     Scripts/take-screenshots.sh            all of them
#     Scripts/take-screenshots.sh banner     or serve: only these
set -euo pipefail
cd "$(dirname "$0")/.."
which=${1:-all}
pictures=()

if [ "$which" != serve ]; then
    mkdir -p docs/images
    BOLTS_SCREENSHOTS=$PWD/docs/images swift test --package-path IntegrationTests/Desktop --filter Screenshots
    pictures+=(docs/images/banner-*.png)
fi

if [ "$which" != banner ]; then
    place=$PWD/Sources/BoltsAssociations/Documentation.docc/Resources
    mkdir -p "$place"
    swift build --package-path Tool --product applinks
    applinks=$(swift build --package-path Tool --show-bin-path)/applinks
    work=$(mktemp -d)
    "$applinks" serve Examples/Site --host lakrids.dk --port 0 >"$work/output" &
    server=$!
    trap 'kill "$server"; rm -rf "$work"' EXIT
    until grep -q _applinks "$work/output"; do
        kill -0 "$server"
        sleep 0.2
    done
    page=$(sed -n 's/^its findings are at //p' "$work/output")
    # A name, a width and a height, and 0 for dark or 1 for light.
    picture() {
        chromium --headless --no-sandbox --hide-scrollbars --user-data-dir="$work/profile" \
            --blink-settings=preferredColorScheme="$4" --window-size="$2,$3" --screenshot="$place/$1.png" "$page"
        pictures+=("$place/$1.png")
    }
    picture serve-phone-light 390 1060 1
    picture serve-desktop-dark 1100 1000 0
fi

if command -v pngquant >/dev/null; then
    pngquant --force --ext .png --skip-if-larger --strip 64 "${pictures[@]}"
fi
ls -l "${pictures[@]}"
