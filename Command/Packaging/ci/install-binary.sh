#!/usr/bin/env bash
# Puts the command of a tarball on the path of the job's later steps, if the tarball is the one that was pinned.
#
# Usage: install-binary.sh TARBALL SHA256. TARBALL is a path or an https URL. Nothing is unpacked from a file with another SHA-256.
# The tarballs are for Linux; on another system the script says so and downloads nothing.
set -euo pipefail

tarball=${1:?say which tarball}
pinned=${2:?say the SHA-256 of the tarball, which SHA256SUMS beside it has}
system=$(uname -s)
if [ "$system" != Linux ]; then
    echo "the tarball has a binary for Linux, and this runner is $system: run the job on ubuntu-latest, or build the command and name it as binary" >&2
    exit 1
fi
# Hexadecimal digits are the same in both cases.
pinned=$(tr 'A-F' 'a-f' <<<"$pinned")
folder=$(mktemp -d "${RUNNER_TEMP:-/tmp}/applinks.XXXXXX")
case $tarball in
    https://*) curl --fail --silent --show-error --location --proto '=https' --retry 3 --output "$folder/applinks.tar.gz" "$tarball" ;;
    *) cp -- "$tarball" "$folder/applinks.tar.gz" ;;
esac
actual=$(sha256sum "$folder/applinks.tar.gz" | cut -d ' ' -f 1)
if [ "$actual" != "$pinned" ]; then
    echo "$tarball has the SHA-256 $actual, and not $pinned: it is not the file that was pinned" >&2
    exit 1
fi
tar -xzf "$folder/applinks.tar.gz" -C "$folder" --strip-components 1
"$folder/applinks" --version
if [ -n "${GITHUB_PATH:-}" ]; then echo "$folder" >>"$GITHUB_PATH"; fi
