#!/bin/sh
# Prints what a Mac says of a link, as a report for: applinks explain URL --device-report FILE
#
#     sh mac-links.sh https://www.example.com/recipes/42 > mac.txt
#
# swcutil asks for an administrator's password. Nothing on the Mac is changed and no app is started. The report lists all
# apps that have associated domains. For an iPhone, an iPad, an Apple TV or an Apple Watch, take a sysdiagnose on it: its
# file swcutil_show.txt is the report.
set -eu

usage() {
    echo "usage: $0 URL [FILE] > REPORT" >&2
    exit 64
}
[ $# -ge 1 ] && [ $# -le 2 ] || usage
url=$1
case $url in
http://* | https://*) ;;
*) usage ;;
esac
host=${url#*://}
host=${host%%[/?#]*}

ask() {
    echo "\$ $*"
    # Error messages of the command are part of the report.
    "$@" 2>&1 || true
}
ask sw_vers
ask sudo swcutil show
# Given the association file as it is served, Apple's own matcher prints what the file decides.
if [ $# -eq 2 ]; then
    ask sudo swcutil verify -d "$host" -j "$2" -u "$url"
fi
