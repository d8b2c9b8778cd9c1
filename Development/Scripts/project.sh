# For the scripts of a shell: stops at the first error, also at a pattern that matches no file, names the rooms as project.py
# does, and goes to the root of the repository.
set -euo pipefail
shopt -s failglob
rooms=$("$(dirname "${BASH_SOURCE[0]}")/project.py" rooms)
eval "$rooms"
cd "$ROOT"
