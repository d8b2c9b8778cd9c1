#!/usr/bin/env bash
# Tries the packages that build-archives.py made, in the real thing: pip, npm, auditwheel, pre-commit, bare roots of two releases of Debian,
# and the image's file system. Prints a line for each, and how long the first finding takes.
#
# Usage: try-packages.sh [FOLDER], as root; the folder is .build-archives/packages. Needs debootstrap, python3-venv, npm, and a network that
# reaches Debian's mirror and PyPI. It takes some minutes, and is no gate. check-deb.sh tries the Debian package.
set -euo pipefail
# A pattern that matches no file is an error.
shopt -s failglob
# The path is relative to the caller's folder.
case ${1:-/} in /*) ;; *) set -- "$PWD/$1" ;; esac
cd "$(dirname "$0")/../../.."

packages=$(realpath "${1:-.build-archives/packages}")
work=$PWD/.build-archives/tried
site=$PWD/Examples/Site
mirror=http://deb.debian.org/debian
PATH=$PATH:/usr/sbin:/sbin

fail() { echo "try-packages: $*" >&2; exit 1; }
said() { printf '%-28s %s\n' "$1" "$2"; }
# Runs `applinks check` of the example by a command, and checks that it finds the three mistakes of the example.
finds() {
    local status=0 text start end
    start=$(date +%s%N)
    text=$("$@" check "${checked:-$site}" --host lakrids.dk 2>&1) || status=$?
    end=$(date +%s%N)
    [ $status = 1 ] && grep -q 'assetlinks-fingerprint-lowercase' <<<"$text" || fail "$* exits with $status: $text"
    took=$(((end - start) / 1000000))
}

[ "$(id -u)" = 0 ] || fail "chroot needs root"
compgen -G "$packages/applinks-*-image-*.tar" >/dev/null ||
    fail "$packages has no image: install mmdebstrap and run build-archives.py again"
(cd "$packages" && sha256sum --check --quiet SHA256SUMS)
rm -rf "$work/run"
mkdir -p "$work/run"
cd "$work/run"

wheel=$(echo "$packages"/*.whl)
python3 -m venv venv
venv/bin/pip install --quiet --no-index "$wheel"
finds venv/bin/applinks
said "pip" "installed; first finding after $took ms"

python3 -m venv tools
tools/bin/pip install --quiet auditwheel==6.8.2 pre-commit==4.7.0 check-jsonschema==0.39.0
audited=$(tools/bin/auditwheel show "$wheel" | tr '\n' ' ')
tag=$(basename "$wheel" .whl | sed 's/.*-none-//')
grep -q "consistent with the following platform tag: *\"$tag\"" <<<"$audited" || fail "auditwheel does not say $tag: $audited"
said "auditwheel" "accepts $tag"

mkdir node
(cd node && echo '{}' >package.json && npm install --silent --offline --no-audit --no-fund --cache "$work/run/cache" "$packages"/*.tgz)
finds node/node_modules/.bin/applinks
said "npm" "installed; first finding after $took ms"

# The hook is tried as in a user's repository.
cp -r "$site" repository
(
    cd repository
    export PATH=$work/run/venv/bin:$PATH HOME=$work/run/home GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@example.com
    export GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@example.com
    mkdir -p "$HOME"
    git init --quiet . && git add . && git commit --quiet -m site
    status=0
    text=$("$work/run/tools/bin/pre-commit" try-repo "$OLDPWD/../../.." applinks --all-files 2>&1) || status=$?
    [ $status = 1 ] && grep -q 'assetlinks-fingerprint-lowercase' <<<"$text" || fail "pre-commit exits with $status: $text"
)
said "pre-commit" "the hook finds the mistake"
tools/bin/check-jsonschema --builtin-schema vendor.github-actions "$OLDPWD/action.yml" >/dev/null
tools/bin/check-jsonschema --builtin-schema vendor.gitlab-ci --data-transform gitlab-ci "$OLDPWD/Command/Packaging/ci/applinks.gitlab-ci.yml" >/dev/null
said "check-jsonschema" "accepts action.yml and GitLab's job"

# A bare root has neither Swift nor libcurl nor certificates.
mounted=
leave() { if [ -n "$mounted" ]; then umount "$mounted" 2>/dev/null || true; fi; }
trap leave EXIT
inside() { chroot "$root" env -i PATH=/usr/bin:/bin HOME="${home:-/root}" NO_COLOR="${NO_COLOR-}" "$@"; }
bare() {
    root=$1 checked=/site
    mkdir -p "$root/proc" "$root/site"
    mount -t proc proc "$root/proc"
    mounted=$root/proc
    cp -r "$site/." "$root/site"
    finds inside /usr/bin/applinks
    local first=$took status=0 text
    if [ "$2" = without ]; then
        text=$(inside /usr/bin/applinks check no-such-host.invalid 2>&1) || status=$?
        [ $status = 2 ] && grep -q 'libcurl 7.68 or newer is not installed' <<<"$text" || fail "no libcurl: $status, $text"
    else
        text=$(inside /usr/bin/applinks resolve https://no-such-host.invalid/ 2>&1) || status=$?
        [ $status = 1 ] && grep -q 'no-such-host.invalid' <<<"$text" || fail "a host that does not exist: $status, $text"
    fi
    # The cases are a read-only home, a missing input, no terminal, and a reader that ends early.
    mkdir -p "$root/readonly"
    mount -t tmpfs -o ro none "$root/readonly"
    home=/readonly finds inside /usr/bin/applinks
    umount "$root/readonly"
    setsid chroot "$root" /usr/bin/applinks check /site --host lakrids.dk <&- >"$work/run/text" 2>&1 || true
    grep -q $'\e' "$work/run/text" && fail "colours without a terminal"
    NO_COLOR=1 script -qec "chroot $root /usr/bin/applinks check /site --host lakrids.dk" /dev/null >"$work/run/text" || true
    grep -q $'\e\[[0-9;]*m' "$work/run/text" && fail "colours in spite of NO_COLOR"
    status=$( (chroot "$root" /usr/bin/applinks check /site --host lakrids.dk --format json; echo $? >"$work/run/status") | true; cat "$work/run/status")
    umount "$root/proc"
    mounted=
    said "$3" "first finding after $first ms; a closed pipe ends it with $status"
}
for release in bookworm trixie; do
    base=$work/$release
    if [ ! -e "$base/complete" ]; then
        rm -rf "$base"
        debootstrap --variant=minbase $release "$base" $mirror >"$work/$release.log" 2>&1 || fail "debootstrap failed: $work/$release.log"
        touch "$base/complete"
    fi
    cp -a "$base" "$release"
    # In addition to a minimal system, the command needs only libstdc++.
    mkdir unpacked && tar -xzf "$packages"/applinks-*-linux-*.tar.gz -C unpacked --strip-components 1
    install -m 755 unpacked/applinks "$release/usr/bin/applinks"
    rm -rf unpacked
    bare "$release" without "Debian's $release, bare"
done

mkdir layout image
tar -xf "$packages"/applinks-*-image-*.tar -C layout
for digest in $(python3 -c '
import json
read = lambda digest: json.load(open("layout/blobs/" + digest.replace(":", "/")))
manifest = read(json.load(open("layout/index.json"))["manifests"][0]["digest"])
print(*(layer["digest"].replace(":", "/") for layer in manifest["layers"]))'); do
    tar -xzf layout/blobs/"$digest" -C image
done
[ ! -e image/bin/sh ] || fail "the image has a shell"
root=image checked=/site
mkdir -p image/proc image/site && cp -r "$site/." image/site
mount -t proc proc image/proc
mounted=image/proc
user=$(chroot --userspec=1000:1000 image /usr/bin/applinks --version)
finds chroot --userspec=1000:1000 image /usr/bin/applinks
status=0
text=$(chroot --userspec=1000:1000 image /usr/bin/applinks resolve https://no-such-host.invalid/ 2>&1) || status=$?
[ $status = 1 ] && grep -q 'no-such-host.invalid' <<<"$text" || fail "the image fetches nothing: $status, $text"
umount image/proc
mounted=
said "image" "$user as user 1000; first finding after $took ms; $(du -sm image | cut -f 1) MB"
