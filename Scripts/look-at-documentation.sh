#!/usr/bin/env bash
# Takes pictures of the documentation, as Scripts/build-documentation.sh built it, in Chromium at three widths.
#
# Usage: look-at-documentation.sh FOLDER [PAGE...]        (PAGE: a path of the site, such as documentation/boltstasks)
set -euo pipefail
cd "$(dirname "$0")/.."

folder=${1:?usage: look-at-documentation.sh FOLDER [PAGE...]}
shift
pages=("$@")
[ ${#pages[@]} -gt 0 ] || pages=(documentation/bolts documentation/boltstasks/wrapacallback tutorials/boltsapplinks/followalink)
site=.build-documentation/site
[ -d "$site" ] || { echo "there is no $site: run Scripts/build-documentation.sh first" >&2; exit 1; }
mkdir -p "$folder"

# DocC's pages are made by a script, which needs a server. The system chooses the port.
python3 -u - "$site" >"$folder/server.txt" 2>/dev/null <<'PYTHON' &
import functools, http.server, sys
handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory=sys.argv[1])
server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
print(server.server_port, flush=True)
server.serve_forever()
PYTHON
server=$!
trap 'kill $server; rm -f "$folder/server.txt"' EXIT
until [ -s "$folder/server.txt" ]; do kill -0 $server && sleep 0.1; done
port=$(cat "$folder/server.txt")

for page in "${pages[@]}"; do
    for width in 390 800 1280; do
        picture=$folder/$(basename "$page")-$width.png
        chromium --headless --no-sandbox --disable-gpu --hide-scrollbars --window-size=$width,900 \
            --virtual-time-budget=15000 --screenshot="$picture" "http://127.0.0.1:$port/$page" >/dev/null 2>&1
        echo "$picture"
    done
done
