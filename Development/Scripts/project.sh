# The common part of shell scripts: stops at the first error, even at a pattern that matches no file, sets the names of folders from
# project.py, and goes to the root of the repository.
set -euo pipefail
shopt -s failglob
parts=$("$(dirname "${BASH_SOURCE[0]}")/project.py" parts)
eval "$parts"
cd "$ROOT"
