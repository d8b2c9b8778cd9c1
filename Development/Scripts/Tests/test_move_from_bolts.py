"""Tests of move-from-bolts."""
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


def objc(code):
    return move.moved("import Bolts\n" + code, "objc")[0].removeprefix("import Bolts\n")


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


class ObjectiveC(unittest.TestCase):
    def test_a_block_alone_keeps_its_meaning(self):
        self.assertEqual(objc("t.continueWith(block: { task in f(task) })"),
                         "t.continueWithBlock({ task -> BFResult in f(task) })")
        self.assertEqual(objc("t.continueWith { (task: BFTask<AnyObject>) -> Any? in\n    return nil\n}"),
                         "t.continueWithBlock { (task: BFTask<BFResult>) -> BFResult in\n    return nil\n}")
        self.assertEqual(objc("t.continueOnSuccessWith { [weak self] _ in nil }"),
                         "t.continueWithSuccessBlock { [weak self] _ -> BFResult in nil }")
        self.assertEqual(objc("t?.continueOnSuccessWith(block: handler)"), "t?.continueWithSuccessBlock(handler)")

    def test_blocks_with_executors_and_tokens_keep_their_names(self):
        self.assertEqual(objc("t.continueWith(executor: e, block: { t -> AnyObject? in nil }, cancellationToken: c)"),
                         "t.continueWith(executor: e, block: { t -> BFResult in nil }, cancellationToken: c)")
        self.assertEqual(objc("t.continueWith(executor: e) { t in nil }"),
                         "t.continueWith(executor: e) { t -> BFResult in nil }")
        self.assertEqual(objc("t.continueWith(block: { t in nil }, cancellationToken: c)"),
                         "t.continueWith(block: { t -> BFResult in nil }, cancellationToken: c)")

    def test_swift_3_names(self):
        for old, new in {
            "t.continue({ task in nil })": "t.continueWithBlock({ task -> BFResult in nil })",
            "t.continue { task in nil }": "t.continueWithBlock { task -> BFResult in nil }",
            "t.continue({ $0 }, cancellationToken: c)": "t.continueWithBlock({ $0 }, cancellationToken: c)",
            "t.continue(successBlock: { $0 })": "t.continueWithSuccessBlock({ $0 })",
            "t.continue(with: e, with: { $0 })": "t.continueWithExecutor(e, withBlock: { $0 })",
            "t.continue(with: BFExecutor.mainThread(), withSuccessBlock: { $0 })":
                "t.continueWithExecutor(BFExecutor.mainThread(), withSuccessBlock: { $0 })",
            "t.continue(with: e, block: { $0 }, cancellationToken: c)":
                "t.continueWithExecutor(e, block: { $0 }, cancellationToken: c)",
            "t.continue(with: e, successBlock: { $0 }, cancellationToken: c)":
                "t.continueWithExecutor(e, successBlock: { $0 }, cancellationToken: c)",
            "while true { continue }": "while true { continue }",
        }.items():
            self.assertEqual(objc(old), new)

    def test_continuations_inside_of_others_are_moved_too(self):
        self.assertEqual(
            objc("a.continue(with: e, with: { t in\n  return b.continue(successBlock: { u in nil })\n})"),
            "a.continueWithExecutor(e, withBlock: { t -> BFResult in\n"
            "  return b.continueWithSuccessBlock({ u -> BFResult in nil })\n})")

    def test_results_of_any_type(self):
        self.assertEqual(objc("func f() -> BFTask<AnyObject> { return BFTask(result: x as AnyObject?) }"),
                         "func f() -> BFTask<BFResult> { return BFTask(result: x as BFResult) }")
        self.assertEqual(objc("s.set(result: x as AnyObject); s.trySet(result: y)"), "s.set(result: x); s.trySet(result: y)")
        self.assertEqual(objc("BFTask(result: nil).continueWith { t in nil }"),
                         "BFTask<BFResult>(result: nil).continueWithBlock { t -> BFResult in nil }")
        self.assertEqual(objc("let a: [BFTask<AnyObject>] = []"), "let a: [BFTask<BFResult>] = []")
        for old in ("BFTask<NSArray>", "BFTask<AnyObject>", "BFTask"):
            self.assertEqual(objc(old + "(forCompletionOfAllTasksWithResults: ts)"),
                             "BFTask(forCompletionOfAllTasksWithResults: ts)")
        for kind in ("NSArray", "AnyObject"):
            self.assertEqual(objc(f"BFTask<{kind}>(forCompletionOfAllTasksWithResults: ts).continueWith {{ (task: BFTask<{kind}>) -> Any? in nil }}"),
                             "BFTask(forCompletionOfAllTasksWithResults: ts).continueWithBlock { task -> BFResult in nil }")
            self.assertEqual(
                objc(f"BFTask<{kind}>(forCompletionOfAllTasksWithResults: ts).continueWith(executor: e, block: {{ (t: BFTask<{kind}>) in nil }})"),
                "BFTask(forCompletionOfAllTasksWithResults: ts).continueWith(executor: e, block: { t -> BFResult in nil })")

    def test_nil_results_are_still_found(self):
        self.assertEqual(objc("if task.result == nil {}"), "if (task.result ?? nil) == nil {}")
        self.assertEqual(objc("if let user = task.result, user != nil {}"), "if let user = task.result ?? nil, user != nil {}")
        self.assertEqual(objc("guard let r = self.t.result else {}"), "guard let r = self.t.result ?? nil else {}")
        self.assertEqual(objc("if self.task?.result != nil {}"), "if (self.task?.result ?? nil) != nil {}")
        self.assertEqual(objc("let r = task.result\nuse(r)"), "let r = task.result ?? nil\nuse(r)")
        self.assertEqual(objc("done(task.result, task.error)"), "done(task.result ?? nil, task.error)")
        self.assertEqual(objc("s.set(result: task.result)"), "s.set(result: task.result ?? nil)")
        for same in ("let u = task.result as! User", "f(response.result)", "let n = task.result!.count", "task.result ?? nil"):
            self.assertEqual(objc(same), same)

    def test_nil_results_that_are_read_as_one_optional_are_still_nil(self):
        self.assertEqual(objc('let a = task.result ?? "d"'), 'let a = (task.result ?? nil) ?? "d"')
        self.assertEqual(objc("switch task.result {\ncase .none: break }"), "switch task.result ?? nil {\ncase .none: break }")
        self.assertEqual(objc("if case let v? = task.result {}"), "if case let v? = task.result ?? nil {}")
        self.assertEqual(objc("let m = task.result.map { f($0) }"), "let m = (task.result ?? nil).map { f($0) }")
        self.assertEqual(objc("tasks.compactMap { $0.result }"), "tasks.compactMap { $0.result ?? nil }")
        self.assertEqual(objc("tasks.filter { $0.result != nil }"), "tasks.filter { ($0.result ?? nil) != nil }")
        self.assertEqual(
            objc("func f(other: BFTask<User>) { use(other.result) }"), "func f(other: BFTask<User>) { use(other.result ?? nil) }")
        for same in ('response.result ?? "d"', "switch response.result {}", "use(other.result)", "results.map { $0.result }"):
            self.assertEqual(objc(same), same)

    def test_nil_results_in_other_words_are_still_nil(self):
        self.assertEqual(objc("if nil == task.result || nil != self.t?.result {}"), "if nil == (task.result ?? nil) || nil != (self.t?.result ?? nil) {}")
        self.assertEqual(objc("if t.result as Any? == nil {}"), "if (t.result ?? nil) as Any? == nil {}")
        self.assertEqual(objc("print(task.result as Any)"), "print((task.result ?? nil) as Any)")
        self.assertEqual(objc("tasks.compactMap(\\.result)"), "tasks.compactMap { $0.result ?? nil }")
        for same in ("nil == task.result!", "nil == task.result?.name", "nil != response.results", "response.result as Any", "task.result as? Any"):
            self.assertEqual(objc(same), same)

    def test_nil_results_that_are_passed_on_are_still_nil(self):
        self.assertEqual(objc("return task.result\n"), "return task.result ?? nil\n")
        self.assertEqual(objc("{ return task?.result }"), "{ return task?.result ?? nil }")
        self.assertEqual(objc("self.last = task.result\n"), "self.last = task.result ?? nil\n")
        self.assertEqual(objc("return ok ? task.result : nil"), "return ok ? task.result ?? nil : nil")
        self.assertEqual(objc("x = ok ? nil : t.result\n"), "x = ok ? nil : t.result ?? nil\n")
        for same in ("return response.result\n", "if a == task.result {}", "return task.result as? Int\n", "f(a: task.result!)"):
            self.assertEqual(objc(same), same)

    def test_nil_results_of_elements_and_calls_are_still_nil(self):
        for old, new in {
            "if tasks[0].result == nil {}": "if (tasks[0].result ?? nil) == nil {}",
            "return load().result != nil\n": "return (load().result ?? nil) != nil\n",
            "nil == load(x, y: { $0 }).result": "nil == (load(x, y: { $0 }).result ?? nil)",
            "if let x = load().result {}": "if let x = load().result ?? nil {}",
            "if case let v? = a.load().result {}": "if case let v? = a.load().result ?? nil {}",
            "load().result ?? 5": "(load().result ?? nil) ?? 5",
            "tasks[0].result.map { f($0) }": "(tasks[0].result ?? nil).map { f($0) }",
            "if (a ? t : u).result == nil {}": "if ((a ? t : u).result ?? nil) == nil {}",
            "switch tasks[1].result {}": "switch tasks[1].result ?? nil {}",
            "let x: Any? = tasks[0].result\n": "let x: Any? = tasks[0].result ?? nil\n",
            "[tasks[0].result, tasks.last!.result]": "[tasks[0].result ?? nil, tasks.last!.result ?? nil]",
            "use(BFTask<BFResult>(result: 1).result)": "use(BFTask<BFResult>(result: 1).result ?? nil)",
            "tasks.first(where: { $0.completed })?.result == nil": "(tasks.first(where: { $0.completed })?.result ?? nil) == nil",
            "t.continueWithBlock(f)\n  .result == nil": "(t.continueWithBlock(f)\n  .result ?? nil) == nil",
        }.items():
            self.assertEqual(objc(old), new)
            self.assertEqual(objc(new), new)
        for same in ("load().result!", "load().result?.name", "list[0].result as? Int", "a == load().result", "load().results == nil"):
            self.assertEqual(move.moved(same, "objc"), (same, []))

    def test_nil_results_in_closures_of_tasks_are_still_nil(self):
        self.assertEqual(objc("tasks.map { $0.result }.first! == nil"), "tasks.map { $0.result ?? nil }.first! == nil")
        self.assertEqual(objc("tasks.map(\\.result)"), "tasks.map { $0.result ?? nil }")
        self.assertEqual(objc("tasks.map { task in task.result }"), "tasks.map { task in task.result ?? nil }")
        self.assertEqual(objc("tasks.forEach { print($0.result) }"), "tasks.forEach { print($0.result ?? nil) }")
        self.assertEqual(objc("let all: [BFTask<User>]\nall.map { $0.result }"), "let all: [BFTask<User>]\nall.map { $0.result ?? nil }")

    def test_what_a_function_returns_is_a_task_if_it_says_so(self):
        task, other = "func load() -> BFTask<User> {}\n", "func load() -> Response {}\n"
        for use, new in {"let r = load().result; r == nil": "let r = load().result ?? nil; r == nil",
                         "return load().result\n": "return load().result ?? nil\n",
                         "x = ok ? load().result : nil\n": "x = ok ? load().result ?? nil : nil\n",
                         "f { load().result }": "f { load().result ?? nil }"}.items():
            self.assertEqual(move.moved(task + use, "objc"), (task + new, []))
            # Nobody knows.
            for code in (use, task + other + use):
                text, notes = move.moved(code, "objc")
                self.assertEqual(text, code)
                self.assertEqual([line for line, _ in notes], [code.count("\n", 0, code.index("load().result")) + 1])
        self.assertEqual(len(move.moved("results.map { $0.result }", "objc")[1]), 1)

    def test_a_result_that_a_block_hands_on_is_still_nil(self):
        self.assertEqual(objc("t.continueOnSuccessWith {$0.result}"),
                         "t.continueWithSuccessBlock { task -> BFResult in task.result ?? nil}")
        for old in ("t.continueOnSuccessWith { $0.result }", "t.continueOnSuccessWith { task in task.result }"):
            self.assertEqual(objc(old), "t.continueWithSuccessBlock { task -> BFResult in task.result ?? nil }")
        self.assertEqual(objc("t.continueWith { t in\n  t.result\n}"), "t.continueWithBlock { t -> BFResult in\n  t.result ?? nil\n}")
        self.assertEqual(objc("t.continueWith(block: { $0.error != nil ? $0.result : nil })"),
                         "t.continueWithBlock({ task -> BFResult in task.error != nil ? task.result ?? nil : nil })")
        for same in ("{ $0 }", "{ f { $0 } }", "{ g(task, $0) }", "{ nil }"):
            self.assertEqual(objc("t.continueWith " + same), "t.continueWithBlock " + same)

    def test_a_task_that_a_block_returns_gets_a_type(self):
        for old in ("BFTask<AnyObject>?", "AnyObject?", "Any?"):
            self.assertEqual(objc(f"t.continueWith {{ task -> {old} in\n  if bad {{ return BFTask(error: e) }}\n  return BFTask(result: nil)\n}}"),
                             "t.continueWithBlock { task -> BFResult in\n  if bad { return BFTask<BFResult>(error: e) }\n"
                             "  return BFTask<BFResult>(result: nil)\n}")
        self.assertEqual(objc("t.continueWith { _ in BFTask(error: e) }"), "t.continueWithBlock { _ -> BFResult in BFTask<BFResult>(error: e) }")
        self.assertEqual(objc("t.continueWith { _ -> Any? in return ok ? nil : BFTask.cancelled() }"),
                         "t.continueWithBlock { _ -> BFResult in return ok ? nil : BFTask<BFResult>.cancelled() }")
        # A result says its type, and a function inside has its own.
        for same in ("return BFTask(result: 5)", "func f() -> BFTask<Int> { return BFTask(error: e) }; return f()"):
            self.assertEqual(objc(f"t.continueWith {{ task in\n  {same}\n}}"), f"t.continueWithBlock {{ task -> BFResult in\n  {same}\n}}")

    def test_parameters_of_the_first_swift(self):
        self.assertEqual(objc("t.continue({ (t: BFTask!) -> AnyObject! in return nil })"),
                         "t.continueWithBlock({ (t: BFTask) -> BFResult in return nil })")

    def test_a_block_that_returns_nothing_stays(self):
        for result in ("Void", "()"):
            self.assertEqual(objc(f"t.continue({{ (t: BFTask<Int>) -> {result} in\n f()\n g()\n}})"),
                             f"t.continueWithBlock({{ (t: BFTask<Int>) -> {result} in\n f()\n g()\n}})")

    def test_extensions_of_tasks(self):
        self.assertEqual(objc("extension BFTask {\n  static func failed() -> BFTask { return BFTask(error: e) }\n}"),
                         "extension BFTask {\n  static func failed() -> BFTask<Success> { return BFTask(error: e) }\n}")
        self.assertEqual(objc("extension BFTask { func f(_ o: BFTask, _ all: [BFTask]) { g() as! BFTask } }"),
                         "extension BFTask { func f(_ o: BFTask<Success>, _ all: [BFTask<Success>]) "
                         "{ g().cast(to: BFTask<Success>.self) } }")
        self.assertEqual(objc("extension BFTask { func f() { return continueWith(block: { (t: BFTask) -> Any? in nil }) } }"),
                         "extension BFTask { func f() { return self.continueWithBlock({ (t: BFTask) -> BFResult in nil }) } }")
        self.assertEqual(objc("extension BFTask { func f(_ g: @escaping (BFTask) -> Void, _ h: (Int, @escaping (BFTask) -> BFTask) -> Void) {} }"),
                         "extension BFTask { func f(_ g: @escaping (BFTask<Success>) -> Void, "
                         "_ h: (Int, @escaping (BFTask<Success>) -> BFTask<Success>) -> Void) {} }")
        for same in ("extension BFTask { func continueWith(x: Int) {} }", "extension BFTask { let a: BFTask<Int>; let b = BFTask.self }",
                     "f { (task: BFTask) in }"):
            self.assertEqual(objc(same), same)

    def test_urls_that_were_optional(self):
        for use in ("url?.targetURL", "url!.targetURL", "if url != nil {}", "if let u = url {}", "guard let url = url else {}"):
            self.assertEqual(objc(f"let url = BFURL(inboundURL: u, sourceApplication: a)\n{use}"),
                             f"let url: BFURL? = BFURL(inboundURL: u, sourceApplication: a)\n{use}")
        self.assertEqual(objc("guard let a = b, let url = BFURL.init(url: u) else {}"),
                         "guard let a = b, let url = BFURL.init(url: u) as BFURL? else {}")
        self.assertEqual(objc("f(BFURL(url: u)!.targetURL)"), "f(BFURL(url: u).targetURL)")
        self.assertEqual(objc("let p = BFURL(url: u)!.targetURL\nf(p!.host)"), "let p = BFURL(url: u).targetURL\nf(p!.host)")
        for same in ("let url = BFURL(url: u)\nf(url.targetURL)", "let url: BFURL = BFURL(url: u)\nurl?.x", "let url: BFURL? = BFURL(url: u)"):
            self.assertEqual(objc(same), same)
        self.assertEqual([line for line, _ in move.moved('x(url.appLinkData["a"] as! NSDictionary)', "objc")[1]], [1])

    def test_casts_of_tasks(self):
        self.assertEqual(objc("return f(x) as! BFTask<BFTask<Int>>\n"), "return f(x).cast(to: BFTask<BFTask<Int>>.self)\n")
        self.assertEqual(objc("return f { x } as! BFTask<AnyObject>"), "return f { x }.cast(to: BFTask<BFResult>.self)")
        self.assertEqual(objc("f(tasks as! [BFTask<AnyObject>])"), "f(tasks.map { $0.cast(to: BFTask<BFResult>.self) })")
        self.assertEqual(objc("[a, b] as! [BFTask<Int>]"), "[a, b].map { $0.cast(to: BFTask<Int>.self) }")
        self.assertEqual(objc("f(tasks as [AnyObject] as! [BFTask<AnyObject>])"),
                         "f(tasks.map { $0.cast(to: BFTask<BFResult>.self) })")
        for same in ("let t = task.result as! BFTask<Int>", "let t = self?.task as! BFTask<Int>", "let t = x as? BFTask<Int>"):
            text, places = move.moved(same, "objc")
            self.assertEqual(text, same)
            self.assertEqual([line for line, _ in places], [1])
        for optional in ("let task: BFTask<AnyObject>?", "func f(task: BFTask<Int>!)"):
            self.assertIn("return task!.cast(to: BFTask<BFResult>.self)", objc(f"{optional}\nreturn task as! BFTask<AnyObject>\n"))

    def test_app_link_values(self):
        self.assertEqual(objc('url.appLinkExtras?["promo"] as? String ?? ""'), 'url.appLinkExtras?["promo"]?.string ?? ""')
        self.assertEqual(objc('url.appLinkData["n"] as? Int'), 'url.appLinkData["n"]?.integer.map(Int.init)')
        self.assertEqual(objc('url.appLinkData["n"] as? Integer'), 'url.appLinkData["n"] as? Integer')

    def test_app_link_values_of_a_variable(self):
        code = 'func f() {\n  let d = url.appLinkData\n  d["n"] as? Int\n  d?["referer_app_link"] as! NSDictionary\n}\nd["n"] as? Int\n'
        text, places = move.moved(code, "objc")
        self.assertEqual(text, code.replace('d["n"] as? Int', 'd["n"]?.integer.map(Int.init)', 1))
        self.assertEqual([line for line, _ in places], [4])
        for cast in ("url.targetQueryParameters as? [String: Any]", "url.inputQueryParameters as! [String: String]"):
            self.assertEqual([line for line, _ in move.moved("\n" + cast, "objc")[1]], [2])

    def test_app_link_values_of_objects(self):
        self.assertEqual(objc('if let r = d.appLinkData["r"] as? [String: Any], let n = r["n"] as? String { use(r["m"] as? Int) }'),
                         'if let r = d.appLinkData["r"]?.object, let n = r["n"]?.string { use(r["m"]?.integer.map(Int.init)) }')
        self.assertEqual(objc('func f() {\n  let a = url.appLinkData\n  let b = a["b"] as? [String: Any]\n  let c = b?["c"] as? [String: Any]\n  c?["d"] as? Bool\n}'),
                         'func f() {\n  let a = url.appLinkData\n  let b = a["b"]?.object\n  let c = b?["c"]?.object\n  c?["d"]?.bool\n}')

    def test_app_link_values_cast_as_a_whole(self):
        for dictionary in ("[String: Any]", "[AnyHashable: Any]", "[String: AnyObject]", "NSDictionary"):
            for cast, left in ((" as? ", ""), (" as! ", "!")):
                self.assertEqual(move.moved(f'let e = url.appLinkExtras{cast}{dictionary}\ne["n"] as? String', "objc"),
                                 (f'let e = url.appLinkExtras{left}\ne["n"]?.string', []))
        self.assertEqual(objc('(url.appLinkExtras as? [String: Any])?["n"] as? String'), 'url.appLinkExtras?["n"]?.string')

    def test_extras_that_are_passed_on(self):
        for line in ("track(url.appLinkExtras)", "self.extras = link?.appLinkExtras ?? [:]", "x = url.appLinkExtras as? [String: Any]",
                     "if let e = url.appLinkExtras as? [String: Any] { track(e) }", "let e = url.appLinkExtras; self.extras = e"):
            self.assertEqual([line for line, _ in move.moved("\n" + line, "objc")[1]], [2], line)
        for line in ("if url.appLinkExtras != nil {}", "f(url.appLinkExtras?.count)", "if let e = url.appLinkExtras { f(e.keys) }",
                     "let n = BFAppLinkNavigation(appLink: l, extras: url.appLinkExtras, appLinkData: url.appLinkData)",
                     "guard let e = url.appLinkExtras, let f = e else {}", "f(e: url.appLinkData)"):
            self.assertEqual(move.moved(line, "objc")[1], [], line)

    def test_values_that_are_taken_for_any(self):
        for line in ('UserDefaults.standard.set(url?.appLinkExtras?["promo"], forKey: "p")', '"\\(url?.appLinkExtras?["promo"] ?? "none")"',
                     'if let extras = url?.appLinkExtras { for (k, v) in extras { print("\\(k): \\(v)") } }', 'f(url.appLinkData?["a"]?["b"])',
                     'track("promo", url?.appLinkExtras?["promo"] as Any)', 'if let v = url.appLinkData?["a"] { f(v) }',
                     'let a = url.appLinkExtras ?? [:]; f(a["q"])', 'let d = url?.appLinkData; if let e = d { f(e["q"]) }'):
            self.assertEqual([line for line, _ in move.moved("\n" + line, "objc")[1]], [2], line)
        for line in ('f(url.appLinkExtras?["x"]?.string)', 'if url.appLinkExtras?["x"] == nil {}', 'f(url.appLinkData?["a"]?["b"]?.integer)',
                     'url.appLinkExtras?["x"] as AppLinkValue?', 'let v: AppLinkValue? = url.appLinkExtras?["x"]',
                     'if case .string(let v)? = url.appLinkExtras?["x"] {}', 'let a = url.appLinkExtras ?? [:]; a["q"] = 5',
                     'let e: [String: AppLinkValue] = ["a": 1]; f(e["a"])'):
            self.assertEqual(move.moved(line, "objc")[1], [], line)

    def test_values_of_a_variable_that_is_another(self):
        code = 'let d = url?.appLinkData; if let e = d {\n  e["referer_app_link"] as! NSDictionary\n  e["a"] as? String\n}'
        text, notes = move.moved(code, "objc")
        self.assertEqual(text, code.replace('e["a"] as? String', 'e["a"]?.string'))
        self.assertEqual([line for line, _ in notes], [2])

    def test_parameters_of_a_url(self):
        self.assertEqual(objc('url.targetQueryParameters?["id"] as? String ?? ""'), 'url.targetQueryParameters["id"] ?? ""')
        self.assertEqual(objc('let p = BFURL(url: u)!.inputQueryParameters\nif let q = p?["q"] as? String { f(p!["r"]) }'),
                         'let p = BFURL(url: u).inputQueryParameters\nif let q = p["q"] { f(p["r"]) }')

    def test_a_block_that_returns_nil_and_is_cast(self):
        for block in ("{ t in nil }", "{ t in return nil }", "{ t in\n if bad { return nil }\n return t\n}", "{ t in return ok ? user : nil }",
                      "{ t in return ok ? nil : user }"):
            for call in (f"t.continueWith {block} as! BFTask<User>", f"t.continueWith(executor: e, block: {block}) as! BFTask<User>"):
                self.assertEqual(len(move.moved(call, "objc")[1]), 1, call)
        for block in ("{ t in return g(nil) }", "{ t in return BFTask(error: E(userInfo: nil)) }", "{ t in return g { nil } }",
                      "{ t in\n let g = { (a: Int) -> Int? in\n  return nil\n }\n return g(1)\n}"):
            self.assertEqual(move.moved(f"t.continueWith {block} as! BFTask<User>", "objc")[1], [], block)
        for task in ("BFVoid", "AnyObject"):
            self.assertEqual(move.moved(f"t.continueWith {{ t in nil }} as! BFTask<{task}>", "objc")[1], [])

    def test_results_that_were_null(self):
        for use in ("results[0] is NSNull", "if results[0] as? NSNull == nil {}", "results.filter { $0 !== NSNull() }"):
            self.assertEqual(len(move.moved(f"BFTask(forCompletionOfAllTasksWithResults: ts)\n{use}", "objc")[1]), 1)
            self.assertEqual(move.moved(use, "objc")[1], [])

    def test_functions_that_are_given_as_blocks(self):
        self.assertEqual(objc("typealias B = (BFTask<AnyObject>) -> Any?\nfunc f(_ t: BFTask<User>) -> AnyObject? {}\nfunc g(t: BFTask<User>) -> Any {}"),
                         "typealias B = (BFTask<BFResult>) -> BFResult\nfunc f(_ t: BFTask<User>) -> BFResult {}\nfunc g(t: BFTask<User>) -> Any {}")

    def test_navigation_with_an_error(self):
        for call in ("n.navigate(&e)", "BFAppLinkNavigation.navigate(to: link, error: &e)", "BFAppLinkNavigation.navigateToAppLink(link, error: &e)"):
            self.assertEqual(len(move.moved(call, "objc")[1]), 1)
        self.assertEqual(move.moved("n.navigate(to: link)", "objc")[1], [])

    def test_members_of_untyped_results(self):
        places = move.moved("t.continueWith { (task: BFTask<AnyObject>) -> Any? in\n  return task.result!.count\n}", "objc")[1]
        self.assertEqual([line for line, _ in places], [2])
        self.assertEqual(move.moved("t.continueWith { (task: BFTask<NSArray>) -> Any? in return task.result!.count }", "objc")[1], [])

    def test_the_type_of_an_extension(self):
        for name in ("ResultType", "Success"):
            self.assertEqual(objc(f"extension BFTask where {name} == AnyObject {{}}"), f"extension BFTask where {name} == BFResult {{}}")

    def test_a_default_of_no_type(self):
        self.assertEqual(objc('"\\(task.result ?? "none" as AnyObject)"'), '"\\((task.result ?? nil) ?? "none")"')

    def test_comments_and_strings_stay(self):
        code = '// t.continueWith { BFTask<AnyObject> }\nlet s = "t.continueWith { BFTask<AnyObject> }"\n'
        self.assertEqual(objc(code), code)


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
        # Nothing old is in it, or it has the names.
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

        # The app's own type, which hides Bolts-Swift's.
        use = "let t = Task(); let b: BoltsSwift.Task<Int>"
        kept = "let t = Task(); let b: BoltsTask<Int>"
        self.assertEqual(moved("class Task {}\n", use), kept)
        self.assertEqual(moved("public struct Task<T> {}\n", use + "; let o: Task<Int>"), kept + "; let o: Task<Int>")
        self.assertEqual(moved("typealias Task = _Concurrency.Task\n", use), kept)
        # A type that is not visible here, and one of another module.
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
            # Looked at, and said so.
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
