"""Tests of Packaging/Scripts with data made here."""
import hashlib
import io
import json
import pathlib
import struct
import sys
import tarfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent.parent / "Packaging/Scripts"))
import archives  # noqa: E402
import oci  # noqa: E402
import trim_icu  # noqa: E402


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


if __name__ == "__main__":
    unittest.main()
