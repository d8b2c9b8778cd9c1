#!/usr/bin/env bash
# Runs `applinks check` in a job of GitHub's or GitLab's: the findings as annotations of the change, and as files of reports.
#
# Usage: check-links.sh github|gitlab, with the arguments of `applinks check` in APPLINKS_ARGUMENTS, one a line. APPLINKS names the
# command; the default is the one on the path. The exit status is that of `applinks check`.
set -euo pipefail

format=${1:?say github or gitlab}
command=${APPLINKS:-applinks}
if ! command -v "$command" >/dev/null; then
    echo "there is no command $command: install applinks first, or name it in APPLINKS" >&2
    exit 127
fi
arguments=()
while IFS= read -r line; do
    # A line is one argument, whatever is in it.
    if [ -n "$line" ]; then arguments+=("$line"); fi
done <<<"${APPLINKS_ARGUMENTS:-}"

case $format in
    github)
        summary=$(mktemp)
        trap 'rm -f "$summary"' EXIT
        status=0
        "$command" check "${arguments[@]}" --format github --output "markdown=$summary" || status=$?
        if [ -n "${GITHUB_STEP_SUMMARY:-}" ]; then cat "$summary" >>"$GITHUB_STEP_SUMMARY"; fi
        exit "$status"
        ;;
    gitlab)
        exec "$command" check "${arguments[@]}" --output gitlab=gl-code-quality-report.json --output junit=applinks-junit.xml
        ;;
    *)
        echo "say github or gitlab, not $format" >&2
        exit 64
        ;;
esac
