"""An image in the layout of the Open Container Initiative, made without a container engine.

The first layer holds what the command needs of Debian: the C and C++ libraries, libcurl and the certificates of authorities. It has no
shell and no package manager. mmdebstrap unpacks the packages; no script of theirs runs, so the file of certificates is put together
here as update-ca-certificates does. The second layer holds the command.
"""
import hashlib
import io
import json
import pathlib
import shutil
import subprocess
import tarfile
import tempfile
import time

import archives

RELEASE = "bookworm"
DEBIAN_PACKAGES = ["base-files", "netbase", "libc6", "libgcc-s1", "libstdc++6", "libcurl4", "zlib1g", "ca-certificates"]
# Files that only people read, or that are only for builds.
LEFT_OUT = ("usr/share/doc/", "usr/share/man/", "usr/share/locale/", "usr/share/info/", "usr/share/lintian/", "usr/share/gdb/",
            "var/cache/", "var/lib/apt/", "var/lib/dpkg/", "var/log/", "etc/apt/", "usr/share/bash-completion/", "usr/sbin/", "usr/bin/",
            "dev/")
ARCHITECTURES = {"x86_64": "amd64", "aarch64": "arm64"}


def mirror():
    """The mirror of the release that apt uses here."""
    lines = subprocess.check_output(
        ["apt-get", "indextargets", "--format", "$(SITE) $(RELEASE)", "Created-By: Packages"], text=True).splitlines()
    for line in lines:
        site, release = line.split()
        if release == RELEASE:
            return site
    raise SystemExit(f"apt names no mirror of {RELEASE} here")


def is_kept(name):
    """Whether the image has a file of Debian's packages. The licences of what is in it stay."""
    if name.startswith("usr/share/doc/") and name.endswith("/copyright"):
        return True
    return not any((name + "/").startswith(left) for left in LEFT_OUT)


def base_layer(date):
    """The tar archive of the first layer, with its entries in order and no date but one."""
    if shutil.which("mmdebstrap") is None:
        raise SystemExit("the image needs mmdebstrap: apt-get install mmdebstrap")
    with tempfile.TemporaryDirectory() as place:
        path = pathlib.Path(place) / "base.tar"
        subprocess.run(
            ["mmdebstrap", "--quiet", "--variant=extract", "--mode=root", "--include=" + ",".join(DEBIAN_PACKAGES), RELEASE, path,
             mirror()], check=True)
        certificates, entries = [], []
        with tarfile.open(path) as archive:
            for entry in archive:
                name = entry.name.removeprefix("./").rstrip("/")
                if not name or not is_kept(name) or entry.ischr() or entry.isblk():
                    continue
                content = archive.extractfile(entry).read() if entry.isreg() else None
                if name.startswith("usr/share/ca-certificates/") and name.endswith(".crt"):
                    certificates.append((name, content))
                entries.append((name, entry, content))
    if not certificates:
        raise SystemExit("the packages have no certificates of authorities")
    text = b"".join(content.rstrip() + b"\n" for _, content in sorted(certificates))
    extra = [("etc/passwd", 0o644, b"root:x:0:0:root:/root:/sbin/nologin\napplinks:x:1000:1000::/home/applinks:/sbin/nologin\n"),
             ("etc/group", 0o644, b"root:x:0:\napplinks:x:1000:\n"),
             ("etc/ssl/certs/ca-certificates.crt", 0o644, text)]
    for name, mode, content in extra:
        entry = tarfile.TarInfo(name)
        entry.mode = mode
        entries.append((name, entry, content))
    for name, mode, owner in [("etc/ssl/certs", 0o755, 0), ("home/applinks", 0o755, 1000), ("tmp", 0o1777, 0)]:
        entry = tarfile.TarInfo(name)
        entry.type, entry.mode, entry.uid, entry.gid = tarfile.DIRTYPE, mode, owner, owner
        entries.append((name, entry, None))
    # A later entry with a name replaces an earlier one.
    unique = {name: (entry, content) for name, entry, content in entries}
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w", format=tarfile.GNU_FORMAT) as archive:
        for name in sorted(unique):
            entry, content = unique[name]
            entry.name, entry.mtime, entry.uname, entry.gname, entry.pax_headers = name, date, "", "", {}
            if content is None:
                archive.addfile(entry)
            else:
                entry.type, entry.size = tarfile.REGTYPE, len(content)
                archive.addfile(entry, io.BytesIO(content))
    return buffer.getvalue()


def image(version, revision, machine, summary, layers, date):
    """The tar archive of the image's layout. layers: the tar archive of each."""
    blobs = {}

    def blob(data, media_type):
        digest = hashlib.sha256(data).hexdigest()
        blobs[digest] = data
        return {"mediaType": f"application/vnd.oci.image.{media_type}", "digest": f"sha256:{digest}", "size": len(data)}

    def written(value):
        return json.dumps(value, indent=1, sort_keys=True).encode()

    labels = {
        "org.opencontainers.image.title": "applinks", "org.opencontainers.image.description": summary,
        "org.opencontainers.image.version": version, "org.opencontainers.image.revision": revision,
        "org.opencontainers.image.licenses": "MIT",
    }
    created = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(date))
    packed = [blob(archives.compress(layer), "layer.v1.tar+gzip") for layer in layers]
    configuration = blob(written({
        "architecture": ARCHITECTURES[machine], "os": "linux", "created": created,
        "config": {"User": "1000:1000", "WorkingDir": "/home/applinks", "Entrypoint": ["/usr/bin/applinks"], "Cmd": ["--help"],
                   "Env": ["PATH=/usr/bin", "HOME=/home/applinks", "LC_ALL=C.UTF-8"], "Labels": labels},
        "rootfs": {"type": "layers", "diff_ids": ["sha256:" + hashlib.sha256(layer).hexdigest() for layer in layers]},
        "history": [{"created": created, "created_by": text} for text in ("Debian's libraries", "applinks")],
    }), "config.v1+json")
    manifest = blob(written({
        "schemaVersion": 2, "mediaType": "application/vnd.oci.image.manifest.v1+json", "config": configuration, "layers": packed,
        "annotations": labels,
    }), "manifest.v1+json")
    manifest["annotations"] = {"org.opencontainers.image.ref.name": version}
    index = written({"schemaVersion": 2, "mediaType": "application/vnd.oci.image.index.v1+json", "manifests": [manifest]})
    files = [("oci-layout", 0o644, b'{"imageLayoutVersion": "1.0.0"}'), ("index.json", 0o644, index)]
    files += [(f"blobs/sha256/{digest}", 0o644, blobs[digest]) for digest in sorted(blobs)]
    return archives.tar(files, date)
