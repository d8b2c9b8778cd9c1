#!/usr/bin/env bash
# Takes the pictures in the documentation again, in a real browser: the banner, the page of `applinks serve`, the report of
# `applinks check` in a terminal and as a page, and the page of pending tasks. Makes them smaller where pngquant is installed.
#
#     take-screenshots.sh            all of them
#     take-screenshots.sh banner     or serve, check, inspector: only these; APPLINKS names a command that is built already
. "$(dirname "$0")/project.sh"
which=${1:-all}
pictures=()

if [ "$which" = all ] || [ "$which" = banner ]; then
    place=$PWD/$LIBRARY/BoltsAppLinksUI/Documentation.docc/Resources
    BOLTS_SCREENSHOTS=$place swift test --package-path "$INTEGRATION_TESTS" --filter Screenshots
    pictures+=("$place"/banner-*.png)
fi

work=$(mktemp -d)
server=
trap 'kill $server 2>/dev/null || true; rm -rf "$work"' EXIT

# Starts a server, and waits until it has printed a line with a given text.
start() {
    local text=$1
    shift
    "$@" <&0 >"$work/output" &
    server=$!
    until grep -q "$text" "$work/output"; do
        kill -0 "$server"
        sleep 0.2
    done
}

# Takes a picture of $page in $place: a name, a width and a height, and 0 for dark or 1 for light.
picture() {
    chromium --headless --no-sandbox --hide-scrollbars --user-data-dir="$work/profile" \
        --blink-settings=preferredColorScheme="$4" --window-size="$2,$3" --screenshot="$place/$1.png" "$page"
    pictures+=("$place/$1.png")
}

if [ "$which" = all ] || [ "$which" = serve ]; then
    place=$PWD/$SITE_CHECK/Sources/BoltsSiteCheck/Documentation.docc/Resources
    mkdir -p "$place"
    swift build --package-path "$COMMAND" --product applinks
    start _applinks "$(swift build --package-path "$COMMAND" --show-bin-path)/applinks" \
        serve "$EXAMPLES/Site" --host lakrids.dk --port 0
    page=$(sed -n 's/^its findings are at //p' "$work/output")
    picture serve-phone-light 390 1060 1
    picture serve-desktop-dark 1100 1000 0
    kill "$server"
fi

# A page that looks like a terminal, with the output of the command and its colors.
if [ "$which" = all ] || [ "$which" = check ]; then
    place=$PWD/docs/images
    applinks=${APPLINKS:-$(swift build --package-path "$COMMAND" --show-bin-path)/applinks}
    [ -n "${APPLINKS:-}" ] || swift build --package-path "$COMMAND" --product applinks
    script -qec "'$applinks' check Examples/Site --host lakrids.dk" /dev/null </dev/null >"$work/terminal" || true
    python3 - "$work/terminal" >"$work/terminal.html" <<'PYTHON'
import html, re, sys
colours = {"31": "#ff7b72", "32": "#7ee787", "33": "#f0c05a", "1": "", "2": "#8b949e"}
text = re.sub(r"\x1b\[K|\r", "", open(sys.argv[1], encoding="utf-8", newline="").read())

def span(match):
    codes = match[1].split(";")
    if codes == ["0"]:
        return "</span>"
    return '<span style="%s%s">' % ("font-weight:600;" if "1" in codes else "",
                                    "".join(f"color:{colours[code]};" for code in codes if colours.get(code)))

body = re.sub(r"\x1b\[([0-9;]*)m", span, html.escape(text, quote=False))
print('<!doctype html><meta charset="utf-8"><style>body{margin:0;background:#0d1117}pre{margin:0;padding:22px 26px;color:#e6edf3;'
      'font:15px/1.5 "DejaVu Sans Mono",monospace;white-space:pre-wrap;overflow-wrap:anywhere}</style>'
      '<pre><span style="color:#8b949e">$</span> applinks check Examples/Site --host lakrids.dk\n' + body + "</pre>")
PYTHON
    page=file://$work/terminal.html
    picture check-terminal 1000 640 0
    # A test compares the text of the picture with the output of the command.
    "$applinks" check Examples/Site --host lakrids.dk >"$place/check-terminal.txt" || true
    "$applinks" check Examples/Site --host lakrids.dk --format html >"$work/report.html" || true
    page=file://$work/report.html
    picture check-page 1000 1100 1
fi

if [ "$which" = all ] || [ "$which" = inspector ]; then
    place=$PWD/$LIBRARY/BoltsTasks/Documentation.docc/Resources
    swift build --package-path "$TASK_INSPECTOR" --product hanging-program
    start 'the page is at' "$(swift build --package-path "$TASK_INSPECTOR" --show-bin-path)/hanging-program" 0
    page=$(sed -n 's/^the page is at //p' "$work/output")
    # The pause makes the shown ages those of a program that hangs.
    sleep 12
    picture inspector-desktop 1100 1150 1
    picture inspector-phone 390 1240 0
fi

if command -v pngquant >/dev/null; then
    pngquant --force --ext .png --skip-if-larger --strip 64 "${pictures[@]}"
fi
ls -l "${pictures[@]}"
