#!/usr/bin/env bash
# Runs `applinks check` in a job of GitHub's: the findings as annotations of the change, and the answers in the summary of the job.
#
# Usage: check-links.sh, with the arguments of `applinks check` in APPLINKS_ARGUMENTS, one a line. APPLINKS names the command; the
# default is the one on the path. The exit status is that of `applinks check`. The job of GitLab needs no script.
set -euo pipefail

command=${APPLINKS:-applinks}
if ! command -v "$command" >/dev/null; then
    echo "there is no command $command: install applinks first, or name it in APPLINKS" >&2
    exit 127
fi
# GitHub accepts a summary of at most 1 MiB, and does not show a larger one.
limit=1000000
arguments=()
while IFS= read -r line; do
    # Each line is one argument, whatever it contains.
    if [ -n "$line" ]; then arguments+=("$line"); fi
done <<<"${APPLINKS_ARGUMENTS:-}"

summary=$(mktemp)
trap 'rm -f "$summary"' EXIT
status=0
# Bash 3.2 of macOS treats an empty array as unset.
"$command" check ${arguments[@]+"${arguments[@]}"} --format github --output "markdown=$summary" || status=$?
if [ -n "${GITHUB_STEP_SUMMARY:-}" ]; then
    if [ "$(wc -c <"$summary")" -le "$limit" ]; then
        cat "$summary" >>"$GITHUB_STEP_SUMMARY"
    else
        # The last line may be incomplete.
        head -c "$limit" "$summary" | LC_ALL=C sed '$d' >>"$GITHUB_STEP_SUMMARY"
        printf '\nThe rest is left out, because GitHub shows at most 1 MiB: see the log of the job.\n' >>"$GITHUB_STEP_SUMMARY"
    fi
fi
exit "$status"
