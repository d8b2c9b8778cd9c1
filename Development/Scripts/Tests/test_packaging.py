"""Tests of Command/Packaging/Scripts with data made here."""
import hashlib
import io
import json
import os
import pathlib
import platform
import shutil
import struct
import subprocess
import sys
import tarfile
import tempfile
import unittest

import scripts
from project import PACKAGING, ROOT, SCRIPTS, name

sys.path.insert(0, str(PACKAGING / "Scripts"))
import archives
import oci
import trim_icu


def common_data(items):
    """ICU's common data with a header of 32 bytes. items: name and bytes, sorted."""
    head = struct.pack("<HHHH4BccccBBBB", 32, 0x27DA, 20, 0, 0, 0, 2, 0, b"C", b"m", b"n", b"D", 1, 0, 0, 0).ljust(32, b"\0")
    return trim_icu.write(head, items)


class TrimICU(unittest.TestCase):
    def test_what_is_written_is_read_again(self):
        items = [("icudt76l/a.res", b"x" * 16), ("icudt76l/b.nrm", b"y" * 32)]
        self.assertEqual(trim_icu.items(common_data(items)), (32, items))

    def test_other_languages_and_converters_go_and_shared_tables_stay(self):
        names = ["brkitr/cjdict.dict", "coll/de.res", "coll/root.res", "coll/ucadata.icu", "curr/en.res", "curr/pool.res", "de.res",
                 "de_AT.res", "en.res", "en_001.res", "gb18030-2022.cnv", "likelySubtags.res", "nfkc.nrm", "root.res", "zoneinfo64.res"]
        data = common_data([(f"icudt76l/{name}", bytes([index]) * 16) for index, name in enumerate(names)])
        kept = [name.split("/", 1)[1] for name, _ in trim_icu.items(trim_icu.trim(data))[1]]
        self.assertEqual(kept, ["en.res", "en_001.res", "likelySubtags.res", "nfkc.nrm", "root.res", "zoneinfo64.res"])

    def test_other_data_is_refused(self):
        with self.assertRaises(ValueError):
            trim_icu.trim(b"\0" * 200)


class Image(unittest.TestCase):
    def test_licences_stay_and_other_documents_go(self):
        names = ["usr/share/doc/libcurl4/copyright", "usr/share/doc/libcurl4/changelog.gz", "usr/share/doc", "usr/bin/sh", "usr/lib/libz.so.1"]
        self.assertEqual([name for name in names if oci.is_kept(name)], ["usr/share/doc/libcurl4/copyright", "usr/lib/libz.so.1"])

    def test_each_digest_is_that_of_its_blob(self):
        layer = archives.tar([("usr/bin/applinks", 0o755, b"binary")], 1)
        packed = oci.image("1.2.3", "abc", "x86_64", "summary", [layer], 1)
        self.assertEqual(packed, oci.image("1.2.3", "abc", "x86_64", "summary", [layer], 1))
        with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
            files = {entry.name: archive.extractfile(entry).read() for entry in archive}

        def blob(descriptor):
            content = files["blobs/" + descriptor["digest"].replace(":", "/")]
            self.assertEqual(descriptor["digest"], "sha256:" + hashlib.sha256(content).hexdigest())
            self.assertEqual(descriptor["size"], len(content))
            return content

        manifest = json.loads(blob(json.loads(files["index.json"])["manifests"][0]))
        configuration = json.loads(blob(manifest["config"]))
        self.assertEqual(configuration["rootfs"]["diff_ids"], ["sha256:" + hashlib.sha256(layer).hexdigest()])
        self.assertEqual(blob(manifest["layers"][0]), archives.compress(layer))
        self.assertEqual(configuration["config"]["User"], "1000:1000")


@unittest.skipUnless(platform.system() == "Linux", "the package is made on Linux only")
class DebianPackage(unittest.TestCase):
    """build-deb.sh in a copy of what it reads, with scripts in place of the binary and of Debian's programs."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.repository = self.folder / "repository"
        for place in ["Command/Packaging/Scripts", "Command/Packaging/debian", "Command/Sources/applinks/Help/Schemas"]:
            shutil.copytree(ROOT / place, self.repository / place, ignore=shutil.ignore_patterns("__pycache__"))
        for place in ["LICENSE", "docs/licenses.md", "docs/rules.md", "SiteCheck/Package.swift", "Command/Package.swift"]:
            (self.repository / place).parent.mkdir(exist_ok=True)
            shutil.copy(ROOT / place, self.repository / place)
        self.program(self.repository / name(SCRIPTS / "generate-manual.py"), 'mkdir -p "$2" && echo >"$2/applinks.1"')
        self.program(self.folder / "programs/dpkg", "echo amd64")
        self.program(self.folder / "programs/dpkg-shlibdeps", "echo 'shlibs:Depends=libc6'")
        self.program(self.folder / "programs/dpkg-deb", 'case $* in *--build*) for file; do :; done; echo >"$file" ;; esac')
        self.program(self.folder / "caller/built/applinks", "echo applinks 1.2.3")

    def program(self, path, text):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"#!/bin/sh\n{text}\n")
        path.chmod(0o755)

    def build(self, *arguments, status=0, **environment):
        """Calls the script from a folder of its own, and returns what standard error has."""
        search = f"{self.folder / 'programs'}:{os.environ['PATH']}"
        run = subprocess.run([self.repository / "Command/Packaging/Scripts/build-deb.sh", *arguments], cwd=self.folder / "caller",
                             capture_output=True, text=True,
                             env=dict(os.environ, PATH=search, SOURCE_DATE_EPOCH="1700000000") | environment)
        self.assertEqual(run.returncode, status, run.stderr)
        return run.stderr

    def in_package(self, name):
        return self.repository / ".build-deb/tree" / name

    def test_paths_are_those_of_the_folder_where_it_is_called(self):
        self.build("built/applinks", "out")
        self.assertTrue((self.folder / "caller/out/applinks_1.2.3-1_amd64.deb").exists())
        self.assertEqual(self.in_package("usr/bin/applinks").read_text(), "#!/bin/sh\necho applinks 1.2.3\n")

    def test_the_versions_that_are_linked_in_are_those_of_the_binary(self):
        document = self.in_package("usr/share/doc/applinks/Package.resolved")
        pins = '{"pins": [{"location": "https://github.com/jpsim/Yams.git"}]}'
        (self.folder / "caller/built/applinks.resolved").write_text(pins)
        self.assertEqual(self.build("built/applinks", "out"), "")
        self.assertEqual(document.read_text(), pins)
        # The build is repeated with the script's own copy of the binary, as check-deb.sh calls it, and then with another binary.
        self.assertEqual(self.build(self.repository / ".build-deb/applinks", "out"), "")
        self.assertEqual(document.read_text(), pins)
        (self.folder / "caller/built/applinks.resolved").unlink()
        self.assertIn("the package does not name the versions that are linked in", self.build("built/applinks", "out"))
        self.assertFalse(document.exists())

    def test_a_manifest_that_names_no_package_has_no_licences_to_look_for(self):
        for package in ["SiteCheck", "Command"]:
            (self.repository / package / "Package.swift").write_text("")
        self.assertIn("no manifest names a package", self.build("built/applinks", "out", status=1))

    def test_a_home_page_is_named_only_if_there_is_one(self):
        self.build("built/applinks", "out", PROJECT_URL="")
        control = self.in_package("DEBIAN/control").read_text()
        self.assertNotIn("Homepage", control)
        self.assertNotIn("\n\n", control)
        self.build("built/applinks", "out", PROJECT_URL="https://git.example.org/bolts")
        self.assertIn("\nHomepage: https://git.example.org/bolts\n", self.in_package("DEBIAN/control").read_text())


if __name__ == "__main__":
    unittest.main()
