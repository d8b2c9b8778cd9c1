#!/usr/bin/env bash
# Makes the command's Debian package: .build-deb/applinks_VERSION_ARCHITECTURE.deb.
#
# Usage: build-deb.sh [BINARY [FOLDER]]; without BINARY, build-command.sh builds one; FOLDER is where the package goes.
# MAINTAINER='Name <address>' names who answers for the package, and PROJECT_URL=https://… its home page. Needs dpkg-dev. What goes in: the
# binary, manual pages, completions for bash, zsh and fish, JSON Schemas, licences and changelogs.
set -euo pipefail
# A pattern that matches no file is an error.
shopt -s failglob
# The paths are relative to the caller's folder.
paths=()
for path in "$@"; do
    case $path in /*) paths+=("$path") ;; *) paths+=("$PWD/$path") ;; esac
done
set -- "${paths[@]}"
cd "$(dirname "$0")/../../.."

work=.build-deb
tree=$work/tree
maintainer=${MAINTAINER:-The Bolts maintainers <maintainers@example.com>}
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
export SOURCE_DATE_EPOCH

if [ $# -ge 1 ]; then
    mkdir -p $work
    if ! [ "$1" -ef $work/applinks ]; then
        install -m 755 "$1" $work/applinks
        rm -f $work/applinks.resolved
        if [ -e "$1.resolved" ]; then cp "$1.resolved" $work/applinks.resolved; fi
    fi
else
    Command/Packaging/Scripts/build-command.sh $work/applinks
fi
folder=${2:-$work}
version=$($work/applinks --version | cut -d ' ' -f 2)
revision=$version-1
architecture=$(dpkg --print-architecture)

rm -rf $tree
mkdir -p $tree/DEBIAN
install -D -m 755 $work/applinks $tree/usr/bin/applinks

Development/Scripts/generate-manual.py $work/applinks $tree/usr/share/man/man1
gzip -9n $tree/usr/share/man/man1/*.1

completions() {
    mkdir -p "$tree/$(dirname "$2")"
    # A file that is sourced needs no interpreter line.
    $work/applinks --generate-completion-script "$1" | sed '1{/^#!/d}' >"$tree/$2"
}
completions bash usr/share/bash-completion/completions/applinks
completions zsh usr/share/zsh/vendor-completions/_applinks
completions fish usr/share/fish/vendor_completions.d/applinks.fish

install -D -m 644 -t $tree/usr/share/applinks/schema Command/Sources/applinks/Help/Schemas/*.json

documents=$tree/usr/share/doc/applinks
mkdir -p $documents
Command/Packaging/Scripts/licenses.py >$documents/copyright
install -m 644 docs/licenses.md docs/rules.md $documents
if [ -e $work/applinks.resolved ]; then
    install -m 644 $work/applinks.resolved $documents/Package.resolved
else
    echo "the package does not name the versions that are linked in: there is no ${1:-$work/applinks}.resolved" >&2
fi
if [ -e CHANGELOG.md ]; then gzip -9nc CHANGELOG.md >$documents/changelog.gz; fi
# The copyright file has a paragraph for every linked package: those that the manifest names, and their dependencies.
linked=$(sed -n 's/.*\.package(url: "\([^"]*\)".*/\1/p' Command/Package.swift SiteCheck/Package.swift)
[ -n "$linked" ] || { echo "no manifest names a package, whose licence would be looked for" >&2; exit 1; }
if [ -e $work/applinks.resolved ]; then
    linked+=" "$(python3 -c 'import json, sys
print(*(pin["location"] for pin in json.load(open(sys.argv[1]))["pins"]))' $work/applinks.resolved)
fi
for location in $linked; do
    name=$(basename "$location" .git)
    grep -q "^Files:.*\b$name\b" Command/Packaging/debian/copyright \
        || { echo "Command/Packaging/debian/copyright does not name the licence of $name" >&2; exit 1; }
done
{
    echo "applinks ($revision) unstable; urgency=medium"
    echo
    echo "  * New upstream version $version; see changelog.gz."
    echo
    echo " -- $maintainer  $(date -u -R -d "@$SOURCE_DATE_EPOCH")"
} | gzip -9n >$documents/changelog.Debian.gz

# The packages of the libraries that the binary links. dpkg-shlibdeps must be called in a source package.
source=$work/source
mkdir -p $source/debian
printf 'Source: applinks\n\nPackage: applinks\nArchitecture: any\n' >$source/debian/control
libraries=$(cd $source && dpkg-shlibdeps -O ../tree/usr/bin/applinks | sed -n 's/^shlibs:Depends=//p')

# The size is the sum of the file sizes, as dpkg-gencontrol counts, because the space on the disk depends on the file system.
installed=$(cd $tree && find usr -type f -printf '%s\n' -o -printf '1024\n' | awk '{ sum += int(($1 + 1023) / 1024) } END { print sum }')
url=$(PYTHONPATH=Command/Packaging/Scripts python3 -c 'import about; print(about.project_url() or "")')
homepage=${url:+$'\n'Homepage: $url}
cat >$tree/DEBIAN/control <<END
Package: applinks
Version: $revision
Section: web
Priority: optional$homepage
Architecture: $architecture
Maintainer: $maintainer
Installed-Size: $installed
Depends: $libraries
Recommends: libcurl4t64 | libcurl4, ca-certificates
Suggests: chromium, publicsuffix
Description: check and follow links that open apps
 An App Link is a URL that an app opens in place of the browser.
 The command finds what keeps links from opening apps: universal links, Android
 App Links, Windows web-to-app links and App Links tags. It explains what each
 device may do with a link, follows links as a device would, and reads and
 writes the data that they carry.
 .
 It checks a link, a host, a folder of a site before it is deployed, and the
 project or package of an app. Each finding names its place and what to write
 instead; the exit status and the formats SARIF, JUnit and JSON are for CI.
 .
 Folders and files are checked without a network. To check a host, libcurl4 and
 ca-certificates must be installed.
END
(cd $tree && find usr -type f -print0 | LC_ALL=C sort -z | xargs -0 md5sum >DEBIAN/md5sums)
find $tree -type d -exec chmod 755 {} +
find $tree/usr/share -type f -exec chmod 644 {} +
# The files get the date of the source, so that the same source gives the same package.
find $tree -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +

package=$folder/applinks_${revision}_$architecture.deb
mkdir -p "$folder"
# Packages of other versions are removed, because check-deb.sh would also find them. Other packages in the folder stay.
find "$folder" -maxdepth 1 -name 'applinks_*.deb' -delete
dpkg-deb --root-owner-group -Zxz --build $tree "$package" >/dev/null
echo "$package $(wc -c <"$package") bytes"
dpkg-deb --field "$package" Depends
