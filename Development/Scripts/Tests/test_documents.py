"""Tests of check-documents.py and of how check-samples.py makes a file of a sample."""
import json
import pathlib
import tempfile
import unittest
import unittest.mock

import scripts
import project

documents = scripts.load("check-documents.py")
samples = scripts.load("check-samples.py")


class NamedTests(unittest.TestCase):
    PAGE = "| what | it may do | tests |\n|---|---|---|\n| reads | none | {} |\n"
    SUITES = {"FileTests": {"aLinkIsRefused"}}

    def faults(self, tests):
        return list(documents.missing_tests(self.PAGE.format(tests), self.SUITES))

    def test_a_test_that_is_there_holds_a_row(self):
        self.assertEqual(self.faults("`FileTests.aLinkIsRefused`"), [])

    def test_a_row_without_a_test_and_a_test_that_nobody_has_are_faults(self):
        for tests in ("", "`FileTests.other`", "`Other.aLinkIsRefused`", "`FileTests.aLinkIsRefused`, `FileTests.other`"):
            self.assertEqual(len(self.faults(tests)), 1, tests)

    def test_a_page_without_a_table_is_a_fault(self):
        self.assertEqual(len(list(documents.missing_tests("# Security\n", self.SUITES))), 1)

    def test_suites_of_both_languages_are_found(self):
        found = documents.suites()
        self.assertIn("nothingIsWrittenThroughALink", found["FileSafetyTests"])
        self.assertIn("test_a_page_without_a_table_is_a_fault", found["NamedTests"])


class Links(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.root = pathlib.Path(self.folder.name)
        patch = unittest.mock.patch.multiple(documents, ROOT=self.root, VERSION_FILE=self.root / "BoltsVersion.swift",
                                             DOCUMENTS=self.root / "docs", place_of=lambda module: self.root / module)
        patch.start()
        self.addCleanup(patch.stop)

    def page(self, text, name="page.md"):
        path = self.root / name
        path.write_text(text, encoding="utf-8")
        return path

    def faults(self, text):
        return list(documents.broken_links(self.page(text)))

    def test_links_to_files_and_headings_that_are_there_are_right(self):
        self.page("# One\n\n## What `this` is, and why\n", "other.md")
        self.assertEqual(self.faults("[a](other.md) [b](other.md#what-this-is-and-why) [c](https://a.example/x)"), [])

    def test_a_missing_file_a_missing_heading_and_a_missing_picture_are_faults(self):
        self.page("# One\n", "other.md")
        self.assertEqual(len(self.faults("[a](none.md) [b](other.md#two) ![c](none.png)")), 3)

    def test_the_target_of_a_link_by_reference_must_be_there(self):
        self.assertEqual(self.faults("# [One]\n\n[One]: #one\n[far]: https://a.example/x\n"), [])
        self.assertEqual(len(self.faults("# [One]\n\n[One]: #two\n[other]: none.md\n")), 2)

    def test_what_stands_in_code_is_no_link(self):
        self.assertEqual(self.faults("```\n[a](none.md)\n```\n"), [])

    def test_paths_of_the_repository_in_backticks_must_be_there(self):
        self.assertEqual(len(self.faults(f"`{project.name(project.SCRIPTS)}/no-such-script.py` and `other/thing`")), 1)

    def test_a_file_or_a_declaration_that_nobody_has_is_a_fault(self):
        code = ["/Sources/Core/TaskCore.swift"], "TaskCore\nrunLoop\ncontinueWithTask"
        page = self.page("`TaskCore.swift`, `Core/TaskCore.swift`, `TaskCore.runLoop(list:)`, `…WithTask`, `swift test`")
        self.assertEqual(list(documents.stale_names(page, *code)), [])
        page = self.page("`Task/TaskCore.swift`, `TaskCore.runAll()` and, which is no code font, taskPool\n```\ntaskPool\n```\n")
        self.assertEqual(len(list(documents.stale_names(page, *code))), 2)

    def test_an_option_that_the_command_does_not_have_is_a_fault(self):
        page = self.page("`applinks check a/ --fail-on error`, `applinks-index --port 1`, `swift run applinks open --mend --page-path`\n")
        self.assertEqual(len(list(documents.unknown_options(page, {"fail-on"}))), 2)
        self.assertIn("fail-on", documents.options())
        self.assertIn("for", documents.options())

    def versions(self, code, changelog, readme, **entry):
        self.page(f'static let current = "{code}"', "BoltsVersion.swift")
        self.page(f"## [Unreleased]\n\n## [{changelog}] - 2026-01-01\n", "CHANGELOG.md")
        self.page(f'.package(url: "u", from: "{readme}")\n', "README.md")
        self.page(json.dumps({"name": "com.example/a", "title": "A", "description": "What it does.", "version": code} | entry), "server.json")
        return list(documents.version_faults())

    def test_one_version_in_code_changelog_and_readme(self):
        self.assertEqual(self.versions("2.0.0", "2.0.0", "2.0.0"), [])
        self.assertEqual(len(self.versions("2.0.1", "2.0.0", "2.0.1")), 1)
        self.assertEqual(len(self.versions("2.0.1", "2.0.1", "2.0.0")), 1)

    def test_the_entry_for_the_registry_has_the_version_and_no_package(self):
        for entry in ({"version": "1.9.0"}, {"name": "applinks"}, {"description": "a" * 101}, {"packages": []}):
            self.assertEqual(len(self.versions("2.0.0", "2.0.0", "2.0.0", **entry)), 1, entry)

    def test_a_long_readme_is_a_fault(self):
        (self.root / "Command").mkdir()
        (self.root / "Index").mkdir()
        for name, limit in documents.LINE_LIMITS.items():
            self.page("line\n" * limit, name)
        self.assertEqual(list(documents.long_doors()), [])
        for name, limit in documents.LINE_LIMITS.items():
            self.page("line\n" * (limit + 1), name)
        self.assertEqual(len(list(documents.long_doors())), len(documents.LINE_LIMITS))

    def test_a_readme_without_the_command_of_the_tests_is_a_fault(self):
        self.page("Run them:\n\n```sh\nswift test\n```\n", "README.md")
        self.assertEqual(list(documents.missing_commands()), [])
        self.page("Run `swift test`.\n", "README.md")
        self.assertEqual(len(list(documents.missing_commands())), 1)


class Samples(unittest.TestCase):
    def rewritten(self, text):
        sample = samples.Sample(pathlib.Path("page.md"), 10, text.splitlines(), "page", "linux")
        return samples.rewritten(0, sample, False)

    def test_statements_stand_in_a_function_and_keep_their_lines(self):
        lines = self.rewritten("import BoltsTasks\n\nprint(1)")
        self.assertEqual(lines[1], "import BoltsTasks")
        function = lines.index("func sample0() async throws {")
        self.assertIn('#sourceLocation(file: "page.md", line: 13)', lines[function:])
        self.assertIn("print(1)", lines[function:])

    def test_a_test_stands_at_file_scope_with_what_it_calls(self):
        lines = self.rewritten("func one() -> Int { 1 }\n\n@Test func isOne() {\n    #expect(one() == 1)\n}")
        function = lines.index("func sample0() async throws {")
        self.assertIn("fileprivate func one() -> Int { 1 }", lines[:function])
        self.assertIn("@Test fileprivate func isOne() {", lines[:function])

    def test_an_article_uses_what_its_module_declares(self):
        path = project.module("BoltsTasks") / "Documentation.docc/Articles/Executors.md"
        self.assertEqual({sample.preamble for sample in samples.samples_of(path)}, {"BoltsTasks"})

    def test_code_of_tutorials_is_told_from_sources(self):
        resources = project.module("BoltsAppLinks") / "Documentation.docc/Resources"
        self.assertTrue(samples.is_tutorial_code(resources / "follow-01.swift"))
        self.assertFalse(samples.is_tutorial_code(project.module("BoltsAppLinks") / "Model/AppLink.swift"))
        self.assertEqual(samples.tutorial_platform(resources / "opened-04.swift"), "phone")
        self.assertEqual(samples.tutorial_platform(resources / "follow-01.swift"), "linux")


if __name__ == "__main__":
    unittest.main()
