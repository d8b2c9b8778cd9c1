"""Tests of move-from-bolts: code of Bolts-Swift, and files."""
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

import scripts
from project import ROOT, SCRIPTS, TESTS

SCRIPT = SCRIPTS / "move-from-bolts"
move = scripts.load(SCRIPT.name)
from moving import places as move_places
from moving.source import masked


def swift(code):
    return move.moved("import BoltsSwift\n" + code, "swift")[0].removeprefix("import Bolts\n")


class Masking(unittest.TestCase):
    def test_comments_and_strings_are_blank_and_interpolations_are_not(self):
        text = 'a // Task(1)\nb /* Task( /* x */ */ c "Task( \\(Task(1)) \\" x" #"Task("\\("#\n"""\n Task(\n""" d'
        mask = masked(text)
        self.assertEqual(len(mask), len(text))
        self.assertEqual(mask.count("Task("), 1)
        self.assertEqual(mask.count("\n"), text.count("\n"))
        self.assertTrue(mask.endswith("d"))


class Swift(unittest.TestCase):
    def test_types_are_renamed(self):
        self.assertEqual(swift("func f() -> Task<Int> { return Task(5) }"), "func f() -> BoltsTask<Int> { return BoltsTask(5) }")
        self.assertEqual(swift("extension Task where TResult == Int { var r: TResult? { result } }"),
                         "extension BoltsTask where Success == Int { var r: Success? { result } }")
        self.assertEqual(swift("extension Task {\n}"), "extension BoltsTask {\n}")
        self.assertEqual(swift("let e: Executor = Executor.queue(q)"), "let e: BoltsExecutor = BoltsExecutor.queue(q)")
        self.assertEqual(swift("BoltsSwift.Task<Int>.cancelledTask(); BoltsSwift.AggregateError.self"),
                         "BoltsTask<Int>.cancelledTask(); AggregateError.self")
        self.assertEqual(swift("Task<String>.withDelay(1)"), "BoltsTask<Void>.withDelay(1)")

    def test_a_closure_is_run_before_the_initializer_returns(self):
        self.assertEqual(swift("let t = Task { work() }"), "let t = BoltsTask(.default) { work() }")
        self.assertEqual(swift("return Task<Int> { 5 }"), "return BoltsTask<Int>(.default) { 5 }")
        self.assertEqual(swift("func f() -> Task<Int> {\n}"), "func f() -> BoltsTask<Int> {\n}")
        self.assertEqual(swift("var t: Task<Int> { f() }"), "var t: BoltsTask<Int> { f() }")

    def test_an_initializer_that_is_named_is_the_same(self):
        self.assertEqual(swift("return Task.init(error: e)"), "return BoltsTask.init(error: e)")
        self.assertEqual(swift("return Task<Int>.init(5)"), "return BoltsTask<Int>.init(5)")
        self.assertEqual(swift("let t = Task.init { work() }"), "let t = BoltsTask.init(.default) { work() }")
        self.assertEqual(swift("ids.map(Task.init)"), "ids.map(BoltsTask.init)")
        self.assertEqual(swift("let t = Task.init { await work() }"), "let t = _Concurrency.Task.init { await work() }")
        self.assertEqual(swift("Task.init(priority: .low) { f() }"), "Task.init(priority: .low) { f() }")

    def test_swifts_own_tasks_stay(self):
        code = "try await Task.sleep(1); _Concurrency.Task { x }; struct TaskList {}; run(Task: 1)"
        self.assertEqual(swift(code), code)
        self.assertEqual(swift("Task { await work() }"), "_Concurrency.Task { await work() }")

    def test_a_function_that_awaits_and_returns_a_task_is_no_closure(self):
        code = "func f() -> Task<Int> {\n  g { await h() }\n}"
        self.assertEqual(move.moved("import BoltsSwift\n" + code), ("import Bolts\n" + code.replace("Task", "BoltsTask"), []))

    def test_calls_of_an_extension_have_no_dot(self):
        self.assertEqual(swift("extension Task { func f() { return continueOnErrorWithTask(.mainThread) { _ in g() } } }"),
                         "extension BoltsTask { func f() { return continueOnErrorWithTask(on: .mainThread) { (_: any Error) in g() } } }")
        same = "func continueOnErrorWith(_ f: F) { error in }"
        self.assertEqual(swift(same), same)

    def test_a_type_of_ones_own_stays(self):
        code = "struct Task {}\nlet t = Task()\nlet e: Executor? = nil"
        self.assertEqual(swift(code), "struct Task {}\nlet t = Task()\nlet e: BoltsExecutor? = nil")

    def test_a_nested_type_hides_the_name_in_its_outer_type_only(self):
        self.assertEqual(swift("class List {\n  struct Task {}\n  let t = Task()\n}\nextension List { let u: Task }\nlet t: Task<Int> = Task { 1 }"),
                         "class List {\n  struct Task {}\n  let t = Task()\n}\nextension List { let u: Task }\n"
                         "let t: BoltsTask<Int> = BoltsTask(.default) { 1 }")
        self.assertEqual(swift("enum E { enum Executor {}; var e: Executor }\nlet e: Executor"),
                         "enum E { enum Executor {}; var e: Executor }\nlet e: BoltsExecutor")

    def test_cases_and_labels_stay(self):
        self.assertEqual(swift("enum Kind {\n  case Task, Executor\n  case a(Task<Int>), Task2, Task\n}"),
                         "enum Kind {\n  case Task, Executor\n  case a(BoltsTask<Int>), Task2, Task\n}")
        self.assertEqual(swift("func f(Executor e: Executor, Task t: Task<Int>) {}"),
                         "func f(Executor e: BoltsExecutor, Task t: BoltsTask<Int>) {}")
        self.assertEqual(swift("switch t { case let t as Task<Int>: f(t) }"), "switch t { case let t as BoltsTask<Int>: f(t) }")
        for same in ("var Task = 1", "let Executor: Int", "func Task() {}"):
            self.assertEqual(swift(same), same)
        self.assertEqual(swift("switch t { case is Task<Int>: f() }"), "switch t { case is BoltsTask<Int>: f() }")

    def test_regular_expressions_stay(self):
        for same in ("let r = /Task<Int>/", "f(/Executor e/)", "let r = #/\n  Task<Int>\n/#"):
            self.assertEqual(swift(same), same)
        self.assertEqual(swift("let a = b / c; let t: Task<Int> // d / e"), "let a = b / c; let t: BoltsTask<Int> // d / e")

    def test_swifts_own_tasks_are_told_apart(self):
        self.assertEqual(swift("var t: Task<Void, Never>?; let u: Task<(Int, Int)>"),
                         "var t: _Concurrency.Task<Void, Never>?; let u: BoltsTask<(Int, Int)>")
        self.assertEqual(swift("Task { @MainActor in f() }"), "_Concurrency.Task { @MainActor in f() }")
        self.assertEqual(swift("Task(priority: .high) { f() }"), "Task(priority: .high) { f() }")

    def test_a_type_before_a_body_is_no_closure(self):
        for old in ("extension Array where Element == Task<Void> {\n}", "if x is Task<Int> { f() }", "if let t = x as? Task<Int> { f() }"):
            self.assertEqual(swift(old), old.replace("Task", "BoltsTask"))

    def test_other_names_of_the_type(self):
        self.assertEqual(swift("typealias BTask = BoltsSwift.Task\nlet a = BTask { f() }; BTask<Int>.withDelay(1)"),
                         "typealias BTask = BoltsTask\nlet a = BTask(.default) { f() }; BTask<Void>.withDelay(1)")
        self.assertEqual(swift("typealias Task = BoltsSwift.Task\nlet a: Task<Int> = Task { 1 }"),
                         "typealias Task = BoltsTask\nlet a: BoltsTask<Int> = BoltsTask(.default) { 1 }")
        self.assertEqual(swift("typealias CountTask = Task<Int>\nlet a = CountTask { 1 }"),
                         "typealias CountTask = BoltsTask<Int>\nlet a = CountTask(.default) { 1 }")
        self.assertEqual(swift("let a = BoltsSwift.Task { 1 }"), "let a = BoltsTask(.default) { 1 }")
        # An alias must not refer to itself.
        self.assertEqual(swift("typealias BoltsTask = BoltsSwift.Task\ntypealias BoltsExecutor = BoltsSwift.Executor\n"),
                         "typealias BoltsTask = Bolts.BoltsTask\ntypealias BoltsExecutor = Bolts.BoltsExecutor\n")
        self.assertEqual(swift("typealias BoltsTask<T> = BoltsSwift.Task<T>"), "typealias BoltsTask<T> = Bolts.BoltsTask<T>")

    def test_errors_without_a_name_get_one(self):
        self.assertEqual(swift("t.continueOnErrorWith { print($0) }"), "t.continueOnErrorWith { (error: any Error) in print(error) }")
        self.assertEqual(swift("t.continueOnErrorWith(.mainThread) {\n  f($0.x, $0)\n}"),
                         "t.continueOnErrorWith(on: .mainThread) { (error: any Error) in\n  f(error.x, error)\n}")
        for same in ("t.continueOnErrorWith { a.map { $0 } }", "t.continueOnErrorWith { f($0, error) }"):
            self.assertEqual(swift(same), same)

    def test_errors_get_a_type(self):
        self.assertEqual(swift("t.continueOnErrorWith { error in 0 }"), "t.continueOnErrorWith { (error: any Error) in 0 }")
        self.assertEqual(swift("t.continueOnErrorWithTask(.mainThread) { [weak self] _ -> T in x }"),
                         "t.continueOnErrorWithTask(on: .mainThread) { [weak self] (_: any Error) -> T in x }")
        typed = "t.continueOnErrorWith { (error: NSError) in 0 }"
        self.assertEqual(swift(typed), typed)

    def test_the_main_thread_gets_a_label(self):
        self.assertEqual(swift("t.continueWith(.mainThread) { _ in f(.mainThread) }"),
                         "t.continueWith(on: .mainThread) { _ in f(.mainThread) }")
        for code in ["t.continueWith(.queue(q)) { _ in 0 }", "t.continueWith(executor) { _ in 0 }"]:
            self.assertEqual(swift(code), code)

    def test_errors_of_whenAll_have_one_shape(self):
        self.assertEqual(swift("let e = (task.error as? AggregateError)?.errors ?? []"), "let e = task.errors")
        _, notes = move.moved("import BoltsSwift\nif t.error is AggregateError {}\ns.set(error: CancelledError())\n"
                              "switch e { case let a as AggregateError: f(a) }\n")
        self.assertEqual([line for line, _ in notes], [2, 3, 4])

    def test_the_import(self):
        self.assertEqual(move.moved("import BoltsSwift\nimport Foundation\n")[0], "import Bolts\nimport Foundation\n")
        self.assertEqual(move.moved("import Bolts\nimport BoltsSwift\n")[0], "import Bolts\n")
        self.assertEqual(move.moved("@testable import BoltsSwift\n")[0], "@testable import Bolts\n")

    def test_every_form_of_the_import(self):
        code = "let t: Task<Int>\n"
        moved = "let t: BoltsTask<Int>\n"
        for old in ("\ufeffimport BoltsSwift\n", "internal import BoltsSwift\n", "public import BoltsSwift\n", "@preconcurrency import BoltsSwift\n",
                    "import Foundation; import BoltsSwift\n", "import BoltsSwift; import Foundation\n", "import class BoltsSwift.Task\n"):
            new = old.replace("class ", "").replace("BoltsSwift.Task", "BoltsSwift").replace("BoltsSwift", "Bolts")
            self.assertEqual(move.moved(old + code)[0], new + moved)
        self.assertEqual(move.moved("import Bolts; import BoltsSwift\n" + code)[0], "import Bolts\n" + moved)
        self.assertEqual(move.moved("import BoltsSwift; import Bolts\n" + code)[0].split(), ("import Bolts " + moved).split())
        # A name that only looks like an import.
        self.assertIsNone(move.moved("let important = 1 // import BoltsSwift\n"))


class Files(unittest.TestCase):
    OBJC = "import Bolts\nlet t: BFTask<AnyObject> = f().continueWith { task in nil }\n"
    SWIFT = "import BoltsSwift\nlet t: Task<Int> = f().continueWith { task in 1 }\n"
    OTHER = "let t = f().continueWith { task in 1 }\n"

    def run_script(self, folder, *options):
        return subprocess.run([sys.executable, str(SCRIPT), *options, str(folder)], capture_output=True, text=True, check=False)

    def in_folder(self, files, check):
        with tempfile.TemporaryDirectory() as root:
            folder = pathlib.Path(root) / "My App's Sources"
            folder.mkdir()
            for name, text in files.items():
                (folder / name).write_bytes(text.encode())
            check(folder)

    def test_a_dry_run_prints_a_diff_and_changes_nothing(self):
        def check(folder):
            run = self.run_script(folder)
            self.assertEqual(run.returncode, 0, run.stderr)
            self.assertIn("+let t: BFTask<BFResult> = f().continueWithBlock { task -> BFResult in nil }", run.stdout)
            self.assertIn("+let t: BoltsTask<Int> = f().continueWith { task in 1 }", run.stdout)
            self.assertEqual((folder / "a b.swift").read_text(), self.OBJC)
        self.in_folder({"a b.swift": self.OBJC, "c.swift": self.SWIFT}, check)

    def test_writing_twice_changes_nothing_more(self):
        def check(folder):
            self.assertEqual(self.run_script(folder, "--write").returncode, 0)
            first = {path.name: path.read_text() for path in folder.iterdir()}
            self.assertNotEqual(first["a b.swift"], self.OBJC)
            self.assertNotEqual(first["c.swift"], self.SWIFT)
            run = self.run_script(folder, "--write")
            self.assertIn("0 changed", run.stderr)
            self.assertEqual(first, {path.name: path.read_text() for path in folder.iterdir()})
        # The chain of the third names no type, so only the import tells its dialect.
        self.in_folder({"a b.swift": self.OBJC, "c.swift": self.SWIFT,
                        "d.swift": "import BoltsSwift\nf().continueWith { t in g() }\n"}, check)

    def test_a_module_gets_one_file_with_the_old_names(self):
        """Which of them a run on `paths` adds to these files; a second run adds none."""
        def added(files, *paths, working="."):
            with tempfile.TemporaryDirectory() as root:
                root = pathlib.Path(root).resolve()
                for name, text in files.items():
                    (root / name).parent.mkdir(parents=True, exist_ok=True)
                    (root / name).write_text(text)
                results = []
                for options in ([], ["--write"], ["--write"]):
                    before = {*root.rglob("*")}
                    run = subprocess.run([sys.executable, str(SCRIPT), *options, *paths], cwd=root / working,
                                         capture_output=True, text=True, check=False)
                    new = sorted(str(path.relative_to(root)) for path in {*root.rglob("*")} - before)
                    shown = re.findall(r"^\+\+\+ b/(.*BoltsOldNames.swift)$", run.stdout, re.M)
                    results.append(new or sorted(str((root / working / path).resolve().relative_to(root)) for path in shown))
                dry, first, second = results
                self.assertEqual((dry, second), (first, []))
                for path in first:
                    self.assertEqual((root / path).read_text(), move.OLD_NAMES_TEXT)
                return first

        code = self.OBJC
        exports = "@_exported public import BoltsObjCNames\n"
        package = {"Package.swift": "", "Sources/App/a.swift": code, "Sources/App/Sub/b.swift": self.SWIFT, "Sources/New/c.swift": "",
                   "Tests/AppTests/d.swift": code}
        each = ["Sources/App/BoltsOldNames.swift", "Tests/AppTests/BoltsOldNames.swift"]
        self.assertEqual(added(package, "."), each)
        self.assertEqual(added(package, "Sources/App/Sub"), each[:1])
        self.assertEqual(added(package, "Sub/b.swift", working="Sources/App"), each[:1])
        self.assertEqual(added({**package, "Sources/App/Sub/Names.swift": exports}, "."), each[1:])
        # The folder of a package's only target may be Sources itself, and one outside may be anywhere.
        self.assertEqual(added({"Package.swift": "", "Sources/a.swift": "", "Sources/Sub/b.swift": code}, "."), ["Sources/BoltsOldNames.swift"])
        self.assertEqual(added({"Package.swift": "", "App/A/a.swift": code, "App/B/b.swift": code}, "."), ["App/BoltsOldNames.swift"])
        # A project of Xcode.
        app = {"App/A/a.swift": code, "App/B/b.swift": code, "Other/c.swift": ""}
        self.assertEqual(added(app, "."), ["App/BoltsOldNames.swift"])
        self.assertEqual(added(app, "App/A", "App/B"), ["App/BoltsOldNames.swift"])
        self.assertEqual(added(app, "a.swift", working="App/A"), ["App/A/BoltsOldNames.swift"])
        for there in ({"BoltsOldNames.swift": exports}, {"Other/Names.swift": exports}):
            self.assertEqual(added({**app, **there}, "."), [])
        # The file has no old names, or already imports them.
        for text in ("import Bolts\nlet t: BoltsTask<Int>\n", "import Bolts\nimport BoltsObjCNames\nlet t: BFTask<Int>\n", "import Parse\n" + code):
            self.assertEqual(added({"a.swift": text}, "."), [])

    def test_the_file_with_the_old_names_is_compiled(self):
        self.assertEqual(move.OLD_NAMES_TEXT, (TESTS / "BoltsTests" / move.OLD_NAMES).read_text())

    def test_files_that_do_not_import_bolts_stay(self):
        def check(folder):
            run = self.run_script(folder, "--write")
            self.assertEqual((folder / "a.swift").read_text(), self.OTHER)
            self.assertIn("a.swift: not changed", run.stderr)
            self.assertEqual(self.run_script(folder, "--force").returncode, 2)
            self.run_script(folder, "--write", "--force", "--dialect", "objc")
            self.assertIn("continueWithBlock", (folder / "a.swift").read_text())
            self.assertTrue((folder / "a.swift").read_text().startswith("import Bolts\n"))
        self.in_folder({"a.swift": self.OTHER, "b.swift": "import Boltsy\n" + self.SWIFT.split("\n", 1)[1]}, check)

    def test_types_and_aliases_of_other_files_are_known(self):
        def moved(declaration, code):
            def check(folder):
                self.run_script(folder, "--write")
                results.append((folder / "a.swift").read_text().removeprefix("import Bolts\n"))
            results = []
            self.in_folder({"a.swift": "import BoltsSwift\n" + code, "b.swift": declaration}, check)
            return results[0]

        # The app's own type hides that of Bolts-Swift.
        use = "let t = Task(); let b: BoltsSwift.Task<Int>"
        kept = "let t = Task(); let b: BoltsTask<Int>"
        self.assertEqual(moved("class Task {}\n", use), kept)
        self.assertEqual(moved("public struct Task<T> {}\n", use + "; let o: Task<Int>"), kept + "; let o: Task<Int>")
        self.assertEqual(moved("typealias Task = _Concurrency.Task\n", use), kept)
        # These types are not visible here, or belong to another module.
        for declaration in ("private class Task {}\n", "struct List { struct Task {} }\n"):
            self.assertEqual(moved(declaration, "let t = Task(5)"), "let t = BoltsTask(5)")
        self.assertEqual(moved("class Task {}\n", "let t: Task<Int> = Task(5)"), "let t: BoltsTask<Int> = BoltsTask(5)")
        for alias in ("import BoltsSwift\ntypealias BTask = BoltsSwift.Task\n", "import Bolts\ntypealias BTask = BoltsTask\n"):
            self.assertEqual(moved(alias, "let t = BTask { 1 }"), "let t = BTask(.default) { 1 }")

    def test_files_that_use_tasks_of_parse_stay(self):
        text = "import Parse\n" + self.OBJC

        def check(folder):
            run = self.run_script(folder, "--write")
            self.assertEqual((folder / "a.swift").read_text(), text)
            self.assertIn("a.swift: not changed: it imports Parse", run.stderr)
            self.assertIn("\n1 new, 1 changed, 1 left out", run.stderr)
            self.run_script(folder / "a.swift", "--write", "--force", "--dialect", "objc")
            self.assertIn("continueWithBlock", (folder / "a.swift").read_text())
        self.in_folder({"a.swift": text, "b.swift": "import ParseSwift\n" + self.OBJC}, check)

    def test_a_file_of_unknown_dialect_is_reported(self):
        def check(folder):
            run = self.run_script(folder, "--write")
            self.assertEqual((folder / "a.swift").read_text(), "import Bolts\n" + self.OTHER)
            self.assertIn("a.swift:2: written for which Bolts?", run.stderr)
            self.assertEqual(run.returncode, 1)
        self.in_folder({"a.swift": "import Bolts\n" + self.OTHER}, check)

    def test_a_chain_without_types_follows_the_other_files(self):
        def check(folder):
            self.run_script(folder, "--write")
            self.assertIn("continueWithBlock", (folder / "a.swift").read_text())
        self.in_folder({"a.swift": "import Bolts\n" + self.OTHER, "b.swift": self.OBJC}, check)

    def test_line_ends_and_other_encodings_stay(self):
        def check(folder):
            (folder / "latin.swift").write_bytes(b"import Bolts\n// \xe9\n")
            run = self.run_script(folder, "--write")
            self.assertEqual(run.returncode, 0, run.stderr)
            self.assertIn("latin.swift: not changed", run.stderr)
            self.assertEqual((folder / "a.swift").read_bytes().count(b"\r\n"), 2)
        self.in_folder({"a.swift": self.OBJC.replace("\n", "\r\n")}, check)

    def lists(self, run):
        """The names in the three lists, and the exit status."""
        found, current = {}, None
        for line in run.stderr.splitlines():
            if line.startswith("  "):
                found[current].append(line.split("Sources/")[1])
            else:
                current = line.split(":")[0]
                found[current] = []
        return [found.get(key, []) for key in ("changed", "left out", "for you to look at")], run.returncode

    def test_a_function_of_another_file_returns_a_task(self):
        def check(folder):
            self.run_script(folder, "--write")
            self.assertIn("return load().result ?? nil\n", (folder / "a.swift").read_text())
        self.in_folder({"a.swift": "import Bolts\nfunc f(t: BFTask<AnyObject>) {\n  return load().result\n}\n",
                        "b.swift": "import Bolts\nfunc load() -> BFTask<AnyObject> { f() }\n"}, check)

    def test_every_file_is_in_one_of_three_lists(self):
        def check(folder):
            (changed, left, to_look_at), status = self.lists(self.run_script(folder, "--write"))
            self.assertEqual(changed, ["a.swift", "b.swift"])
            self.assertEqual([line.split(": not changed: ")[0] for line in left], ["c.swift", "d.swift", "e.swift", "f.swift"])
            self.assertEqual([line.split(": ")[0] for line in to_look_at], ["b.swift:2"])
            self.assertIn("see the row `set(error: CancelledError())`", to_look_at[0])
            self.assertEqual(status, 1)
            # A comment says that the line was checked.
            path = folder / "b.swift"
            path.write_text(path.read_text().replace("CancelledError())", "CancelledError()) // moved: it is cancelled"))
            (changed, left, to_look_at), status = self.lists(self.run_script(folder, "--write"))
            self.assertEqual((changed, to_look_at, status), ([], [], 0))
            self.assertEqual(len(left), 6)
        self.in_folder({
            "a.swift": self.OBJC, "b.swift": "import BoltsSwift\nlet t = Task<Int>(error: CancelledError())\n",
            "c.swift": "let t: BFTask<AnyObject>\n", "d.swift": "// BoltsSwift\n", "e.swift": "x.continue({ nil })\n",
            "f.swift": "import Bolts\nlet t: BoltsTask<Int>\n", "g.swift": "import Foundation\n",
        }, check)

    def test_places_of_files_that_have_been_moved_are_listed(self):
        def check(folder):
            _, status = self.lists(self.run_script(folder))
            self.assertEqual(status, 1)
        self.in_folder({"a.swift": "import Bolts\nlet t: BoltsTask<Int>\nlet e = t.error as? AggregateError\n"}, check)

    def test_a_bridging_header_imports_bolts_for_all_files(self):
        def check(folder):
            self.assertEqual(self.run_script(folder, "--write").returncode, 0)
            self.assertEqual((folder / "a.swift").read_text(),
                             "// A file.\nimport Bolts\nimport UIKit\nf().continueWithBlock({ (t: BFTask) -> BFResult in return nil })\n")
            self.assertEqual((folder / "b.swift").read_text(), "import Bolts\n#if os(iOS)\nimport UIKit\n#endif\nlet t: BFTask<BFResult>\n")
            self.assertIn("0 changed", self.run_script(folder, "--write").stderr)
        for header in ("#import <Bolts/Bolts.h>", '#import "BFTask.h"', "@import Bolts;"):
            self.in_folder({"App-Bridging-Header.h": f"#import <UIKit/UIKit.h>\n{header}\n",
                            "a.swift": "// A file.\nimport UIKit\nf().continue({ (t: BFTask!) -> AnyObject! in return nil })\n",
                            "b.swift": "#if os(iOS)\nimport UIKit\n#endif\nlet t: BFTask<AnyObject>\n"}, check)

    def test_a_task_of_bolts_swift_is_not_one_of_parse(self):
        def check(folder):
            (changed, left, _), status = self.lists(self.run_script(folder, "--write"))
            self.assertEqual((changed, status), (["a.swift"], 0))
            self.assertEqual((folder / "a.swift").read_text(), "import Parse\nimport Bolts\nlet t: BoltsTask<Int> = f()\n")
            self.assertEqual(len(left), 1)
            self.assertIn("b.swift: not changed: it imports Parse", left[0])
        self.in_folder({"a.swift": "import Parse\nimport BoltsSwift\nlet t: Task<Int> = f()\n",
                        "b.swift": "import Parse\nimport BoltsSwift\nlet t: Task<Int> = f(); let b: BFTask<PFObject>\n"}, check)

    def test_a_place_names_a_row_of_the_article(self):
        article = (ROOT / move_places.ARTICLE).read_text(encoding="utf-8")
        for key, (_, row) in move_places.PLACES.items():
            self.assertIn(f"\n| {row}", article, key)
        self.assertEqual(set(move_places.PATTERNS) - set(move_places.PLACES), set())

    def test_a_byte_order_mark_stays(self):
        def check(folder):
            self.assertEqual(self.run_script(folder, "--write").returncode, 0)
            self.assertEqual((folder / "a.swift").read_bytes()[:15], b"\xef\xbb\xbfimport Bolts")
            self.assertIn("BoltsTask<Int>", (folder / "a.swift").read_text(encoding="utf-8"))
        self.in_folder({"a.swift": "\ufeff" + self.SWIFT}, check)

    def test_a_path_without_swift_files_is_an_error(self):
        run = self.run_script("/nowhere at all")
        self.assertNotEqual(run.returncode, 0)
        self.assertIn("no such file", run.stderr)
        with tempfile.TemporaryDirectory() as folder:
            run = self.run_script(folder)
        self.assertEqual(run.returncode, 2)
        self.assertIn(f"{folder}: no Swift file is in this folder", run.stderr)
        run = self.run_script(SCRIPT)
        self.assertEqual(run.returncode, 2)
        self.assertIn("neither a folder nor a Swift file", run.stderr)


if __name__ == "__main__":
    unittest.main()
