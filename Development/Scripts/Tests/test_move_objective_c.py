"""Tests of move-from-bolts: code of Bolts for Objective-C, as Swift has it."""
import unittest

import scripts

move = scripts.load("move-from-bolts")


def objc(code):
    return move.moved("import Bolts\n" + code, "objc")[0].removeprefix("import Bolts\n")


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
            # The type of the task is unknown or ambiguous, so the script only notes the line.
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
        # A result has its own type, and so has a nested function.
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


if __name__ == "__main__":
    unittest.main()
