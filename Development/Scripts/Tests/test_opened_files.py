"""What check-opened-files.py finds: calls outside of its list, entries that nobody needs, and no files."""
import pathlib
import subprocess
import tempfile
import unittest
import unittest.mock

import scripts
import project

opened = scripts.load("check-opened-files.py")


class OpenedFiles(unittest.TestCase):
    def calls(self, text):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "A.swift"
            path.write_text(text, encoding="utf-8")
            return opened.calls(path)

    def test_each_way_to_open_a_file_is_found(self):
        for text in ("FileManager.default.fileExists(atPath: path)", "let data = try Data(contentsOf: url)",
                     "try String(contentsOfFile: path, encoding: .utf8)", "FileHandle(forReadingAtPath: path)",
                     "try data.write(to: url)", "let file = open(path, O_RDONLY)", "fopen(path, \"r\")", "opendir(path)",
                     "mkdir(path, 0o700)", "unlink(path)", "InputStream(url: url)", "openat(folder, name, O_WRONLY | O_CREAT)",
                     "let data: Data = try .init(contentsOf: url)", "try Data.init(contentsOf: url)", "for try await line in url.lines {}",
                     "try FileDescriptor.open(path, .readOnly)", "Glibc.unlink(path)", "XMLDocument(contentsOf: url)", "Process()",
                     "try data.write (to: url)", "dlopen(path, RTLD_NOW)", "chmod(path, 0o700)"):
            with self.subTest(text):
                self.assertEqual([line for line, _ in self.calls(f"import Foundation\n{text}\n")], [2])

    def test_comments_texts_and_other_names_are_no_calls(self):
        for text in ("// FileManager.default", "/* fopen(path) */", 'let text = "Data(contentsOf: url)"', "try FolderWriter.write(to: place)",
                     "case open(String)", "func open() {}", "open()", "folder.unlink(name)", "bytes.append(contentsOf: text.utf8)",
                     '"""\nFileManager\n"""'):
            with self.subTest(text):
                self.assertEqual(self.calls(text), [])

    def test_a_call_of_another_file_and_an_entry_without_a_call_are_faults(self):
        found = {file: [(1, "FileManager")] for file in opened.PLACES}
        self.assertEqual(list(opened.faults(found)), [])
        self.assertEqual(len(list(opened.faults(found | {"Command/Sources/applinks/New.swift": [(7, "fopen(")]}))), 1)
        found.popitem()
        self.assertEqual(len(list(opened.faults(found))), 1)

    def test_every_listed_file_is_there(self):
        for file in opened.PLACES:
            self.assertTrue((project.ROOT / file).is_file(), file)

    def test_nothing_to_look_at_is_a_failure(self):
        with tempfile.TemporaryDirectory() as folder, unittest.mock.patch.object(opened, "PARTS", [pathlib.Path(folder)]):
            with self.assertRaises(SystemExit) as end:
                opened.main()
            self.assertNotIn(end.exception.code, (0, None))

    def test_the_script_passes_here(self):
        run = subprocess.run([project.SCRIPTS / "check-opened-files.py"], capture_output=True, text=True)
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)


if __name__ == "__main__":
    unittest.main()
