#!/bin/sh
# Prints what an Android device says of a link, as a report for: applinks explain URL --device-report FILE
#
#     sh android-links.sh https://www.example.com/recipes/42 com.example.app > phone.txt
#
# It needs adb, and a device on which debugging is allowed. Nothing on the device is changed and no app is started.
# Without a package all apps are listed. ADB names another program, or adb with options: ADB="adb -s SERIAL".
set -eu

usage() {
    echo "usage: $0 URL [PACKAGE...] > REPORT" >&2
    exit 64
}
[ $# -ge 1 ] || usage
url=$1
shift
case $url in
http://* | https://*) ;;
*) usage ;;
esac
# The URL passes through two shells: this one and the device's.
case $url in
*[\'\"\ \`\$\\]*)
    echo "$0: the URL has a character that a shell reads: write it percent-encoded" >&2
    exit 64
    ;;
esac
for package in "$@"; do
    case $package in
    *[!A-Za-z0-9._]*) usage ;;
    esac
done

ask() {
    echo "\$ adb shell $1"
    # Error messages of the command are part of the report.
    ${ADB:-adb} shell "$1" 2>&1 | tr -d '\r' || true
}
if ! ${ADB:-adb} get-state >/dev/null; then
    echo "$0: no device answers: connect one, allow debugging, and try again" >&2
    exit 2
fi

ask 'getprop ro.build.version.sdk'
if [ $# -eq 0 ]; then
    ask 'pm get-app-links --user cur'
else
    for package in "$@"; do
        ask "pm get-app-links --user cur $package"
    done
fi
# The equivalent on Android 11 and older.
ask 'dumpsys package domain-preferred-apps'
ask "cmd package resolve-activity --brief -a android.intent.action.VIEW -c android.intent.category.DEFAULT -c android.intent.category.BROWSABLE -d '$url'"
