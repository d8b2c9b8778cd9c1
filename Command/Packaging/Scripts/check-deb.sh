#!/usr/bin/env bash
# Installs the Debian package in a bare Debian, and shows that the command runs there without any Swift library.
#
# Usage: check-deb.sh [BINARY], as root. Makes the package twice with build-deb.sh and compares the bytes. The bare system is made by
# debootstrap from the mirror that apt uses here, and kept in .build-deb/base; each run installs into a copy of it.
set -euo pipefail
# A pattern that matches no file is an error.
shopt -s failglob
# The path is relative to the caller's folder.
case ${1:-/} in /*) ;; *) set -- "$PWD/$1" ;; esac
cd "$(dirname "$0")/../../.."

work=.build-deb
base=$work/base
tree=$work/tree
release=bookworm

fail() { echo "check-deb: $*" >&2; exit 1; }
inside() { chroot $tree env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"; }
# Compares what a command wrote with a pattern.
expect() { grep -qE -- "$1" <<<"$2" || fail "no line matches '$1' in: $2"; }

[ "$(id -u)" = 0 ] || fail "debootstrap and chroot need root"
# debootstrap and chroot are in sbin, which a plain user's path lacks.
PATH=$PATH:/usr/sbin:/sbin
mkdir -p $work
if [ ! -e $base/complete ]; then
    rm -rf $base
    mirror=$(apt-get indextargets --format '$(SITE) $(RELEASE)' 'Created-By: Packages' | awk -v r=$release '$2 == r { print $1; exit }')
    [ -n "$mirror" ] || fail "apt names no mirror of $release here"
    debootstrap --variant=minbase $release $base "$mirror" >$work/debootstrap.log 2>&1 \
        || { tail -n 20 $work/debootstrap.log >&2; fail "debootstrap failed"; }
    # apt in the bare system uses the proxies of apt here.
    apt-config dump Acquire | grep -iE '^Acquire::(https?|ftp)::Proxy|::Verify|::CaInfo' >$base/etc/apt/apt.conf.d/90proxy || true
    touch $base/complete
fi

Command/Packaging/Scripts/build-deb.sh "$@"
deb=$(echo $work/applinks_*.deb)
echo "-- the same bytes again"
# The second package is made later, with another umask and time zone, on which the package must not depend.
mkdir -p $work/again
(umask 077 && TZ=Asia/Tokyo Command/Packaging/Scripts/build-deb.sh $work/applinks $work/again >/dev/null)
cmp "$deb" $work/again/*.deb || fail "the same binary gave another package"
version=$($work/applinks --version)

# A Swift program reads its arguments from /proc, which every system has but a bare tree does not.
remove_tree() {
    if mountpoint -q $tree/proc; then umount $tree/proc; fi
    rm -rf --one-file-system $tree
}
remove_tree
cp -a $base $tree
trap remove_tree EXIT
mount -t proc proc $tree/proc
mkdir -p $tree/site
cp -r Examples/Site/. $tree/site
cp "$deb" $tree/tmp/

echo "-- install"
inside apt-get update -qq
before=$(inside dpkg-query -W -f '${Package}\n' | sort)
# The path must begin with a dot or a slash, or apt takes it for the name of a package.
inside apt-get install -y -qq --no-install-recommends "/tmp/$(basename "$deb")" >$work/install.log 2>&1 \
    || { cat $work/install.log >&2; fail "the package cannot be installed"; }
installed=$(comm -13 <(echo "$before") <(inside dpkg-query -W -f '${Package}\n' | sort))
echo "installed: ${installed//$'\n'/ }"
inside dpkg --verify applinks

echo "-- no Swift"
swift=$(find $tree -xdev \( -name '*swift*' -o -name '*Foundation*' \) -not -path '*/proc/*' -print)
[ -z "$swift" ] || fail "files of Swift's are there: $swift"
if inside ldd /usr/bin/applinks | grep -E 'swift|Foundation|not found'; then fail "see the library above"; fi

echo "-- the command"
printed=$(inside applinks --version)
[ "$printed" = "$version" ] || fail "applinks --version prints this, and not $version: $printed"
status=0
findings=$(inside applinks check /site --host lakrids.dk 2>&1) || status=$?
expected=0
here=$($work/applinks check Examples/Site --host lakrids.dk 2>&1) || expected=$?
[ $status = $expected ] || fail "check exits with $status, and with $expected outside: $findings"
[ "${findings//\/site/Examples\/Site}" = "$here" ] || fail "check finds something else than outside: $findings"
expect '^[0-9]+ errors?, ' "$findings"
opened=$(inside applinks open /site/recipes/rye-bread.html --page-url https://lakrids.dk/recipes/rye-bread.html \
    --device iphone --installed kogebog)
expect '^Would open ' "$opened"

echo "-- without libcurl, without certificates, with both"
status=0
missing=$(inside applinks check no-such-host.invalid 2>&1) || status=$?
[ $status = 2 ] || fail "check of a host without libcurl exits with $status: $missing"
expect 'libcurl 7\.68 or newer is not installed' "$missing"
inside apt-get install -y -qq --no-install-recommends libcurl4 >$work/install.log 2>&1 \
    || { cat $work/install.log >&2; fail "libcurl cannot be installed"; }
[ ! -e $tree/etc/ssl/certs/ca-certificates.crt ] || fail "certificates are there already"
openssl req -x509 -newkey rsa:2048 -nodes -keyout $work/key.pem -out $work/certificate.pem -days 1 -subj /CN=localhost 2>/dev/null
rm -f $work/port
python3 - $work >$work/port <<'END' &
import http.server, ssl, sys
server = http.server.HTTPServer(("127.0.0.1", 0), http.server.BaseHTTPRequestHandler)
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(f"{sys.argv[1]}/certificate.pem", f"{sys.argv[1]}/key.pem")
server.socket = context.wrap_socket(server.socket, server_side=True)
print(server.server_port, flush=True)
while True:
    server.handle_request()
END
server=$!
trap 'kill $server 2>/dev/null || true; remove_tree' EXIT
until [ -s $work/port ]; do kill -0 $server; sleep 0.1; done
# The URL has an address, because a bare root has no /etc/hosts.
page=https://127.0.0.1:$(cat $work/port)/
# The default limits are too short for a busy machine.
patient=(--timeout 300 --response-timeout 300 --connect-timeout 300)
status=0
unknown=$(inside applinks resolve --allow-private "${patient[@]}" "$page" 2>&1) || status=$?
[ $status = 1 ] || fail "resolve without certificates exits with $status: $unknown"
expect 'Install ca-certificates' "$unknown"
inside apt-get install -y -qq --no-install-recommends ca-certificates >$work/install.log 2>&1 \
    || { cat $work/install.log >&2; fail "the certificates cannot be installed"; }
status=0
untrusted=$(inside applinks resolve --allow-private "${patient[@]}" "$page" 2>&1) || status=$?
[ $status = 1 ] || fail "resolve of a server that nobody vouches for exits with $status: $untrusted"
expect 'its certificate or encryption was rejected' "$untrusted"
kill $server
status=0
unreachable=$(inside applinks resolve "${patient[@]}" https://no-such-host.invalid/ 2>&1) || status=$?
[ $status = 1 ] || fail "resolve of a host that does not exist exits with $status: $unreachable"
expect 'no-such-host\.invalid' "$unreachable"

echo "-- manual pages"
inside apt-get install -y -qq --no-install-recommends mandoc man-db zsh fish bash-completion >$work/install.log 2>&1 \
    || { cat $work/install.log >&2; fail "the tools of this check cannot be installed"; }
pages=("$tree"/usr/share/man/man1/applinks*.1.gz)
[ -e "${pages[0]}" ] || fail "there is no manual page"
for page in "${pages[@]}"; do
    page=/usr/share/man/man1/$(basename "$page")
    inside mandoc -T lint -W warning "$page" || fail "mandoc warns of $page"
    warnings=$(inside man --warnings=w -l "$page" 2>&1 >/dev/null)
    [ -z "$warnings" ] || fail "man warns of $page: $warnings"
done
commands=$(inside applinks --experimental-dump-help \
    | python3 -c 'import json,sys; print(*(c["commandName"] for c in json.load(sys.stdin)["command"]["subcommands"]))')
[ -n "$commands" ] || fail "the help names no subcommand"
for name in $commands; do
    [ "$name" = help ] || [ -e "$tree/usr/share/man/man1/applinks-$name.1.gz" ] || fail "applinks $name has no manual page"
done
rendered=$(inside man -P cat applinks-check)
expect '^ *applinks-check - ' "$rendered"
expect 'EXIT STATUS' "$rendered"
expect 'applinks check example.com --apple-cdn' "$rendered"

echo "-- completions"
bash=$(inside bash -c '
    . /usr/share/bash-completion/bash_completion
    . /usr/share/bash-completion/completions/applinks
    function=$(complete -p applinks | sed -E "s/.*-F ([^ ]+).*/\1/")
    COMP_WORDS=(applinks ex) COMP_CWORD=1 COMP_LINE="applinks ex" COMP_POINT=11 COMP_TYPE=9
    $function applinks ex applinks
    echo "${COMPREPLY[*]}"')
[ "$bash" = explain ] || fail "bash completes 'applinks ex' to '$bash'"
fish=$(inside fish -c 'complete -C "applinks ex"')
expect '^explain' "$fish"
inside zsh -n /usr/share/zsh/vendor-completions/_applinks
zsh=$(inside zsh -fc 'autoload -Uz compinit && compinit -u && echo $_comps[applinks]')
[ "$zsh" = _applinks ] || fail "zsh completes applinks by '$zsh'"

echo "-- removal"
inside apt-get purge -y -qq applinks >/dev/null 2>&1
left=$(find $tree/usr -iname '*applinks*')
[ -z "$left" ] || fail "left behind: $left"
echo "$deb installs and runs in a bare $release without Swift"
