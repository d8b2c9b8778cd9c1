import Foundation
import LoopbackServer
import Testing

/// A site on which a link does not open its app, with the expected answers of `applinks check`.
struct BrokenSite: Decodable, Sendable, CustomStringConvertible {
    /// How a server answers a path; `*` stands for every path without an answer of its own.
    struct Answer: Decodable, Sendable {
        var status: Int?
        var type: String?
        var body: String?
        var redirect: String?
        /// Whether there is never an answer.
        var hangs: Bool?
        /// The text that the user agent of a client must (or must not) contain to get the answer; other clients get the file.
        var agent: String?
        var notAgent: String?
    }

    let name: String
    /// The link, or `nil` if the host is checked.
    let url: String?
    let host: String?
    /// The files of the site by their paths.
    private(set) var files: [String: String]
    /// The number of blanks after a file.
    let padding: [String: Int]?
    /// The answers of a server; without them the site is a folder.
    let server: [String: Answer]?
    let arguments: [String]?
    /// The files of the app's project by their paths; without it there is only the site.
    private(set) var app: [String: String]?
    /// The files of the project that the fix changes.
    private(set) var fixedApp: [String: String]?
    /// The texts that the answers contain.
    let cause: [String]
    /// The rule that the output names.
    let rule: String
    let exit: Int32
    /// The files that the printed fix changes.
    private(set) var fixed: [String: String]?
    /// The state after the edits: `opens` if each platform opens the link, otherwise the kinds of the remaining fixes.
    let afterEdits: String?

    var description: String { name }

    /// The sites, and the files that several of them share: `$apple` instead of a file is the text with that name.
    private struct Table: Decodable {
        let texts: [String: String]
        let sites: [BrokenSite]
    }

    static let all: [BrokenSite] = {
        let file = Tool.repository.appendingPathComponent("Command/Tests/BrokenSites/sites.json")
        do {
            let table = try JSONDecoder().decode(Table.self, from: Data(contentsOf: file))
            func whole(_ text: String) -> String {
                guard text.hasPrefix("$") else { return text }
                guard let named = table.texts[String(text.dropFirst())] else {
                    preconditionFailure("the table of broken sites has no text of the name \(text)")
                }
                return named
            }
            return table.sites.map { site in
                var site = site
                site.files = site.files.mapValues(whole)
                site.fixed = site.fixed?.mapValues(whole)
                site.app = site.app?.mapValues(whole)
                site.fixedApp = site.fixedApp?.mapValues(whole)
                return site
            }
        } catch {
            preconditionFailure("the table of broken sites cannot be read: \(error)")
        }
    }()

    /// The bytes of a file; if its text begins like UTF-16, each character is one byte.
    static func bytes(_ text: String) -> [UInt8] {
        text.hasPrefix("\u{FF}\u{FE}")
            ? text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) } : Array(text.utf8)
    }
}

/// Tests each row of the table of broken sites: the cause comes first, the exit status is right, the lines are few, and the fix
/// works.
@Suite(.timeLimit(.minutes(20))) struct BrokenSiteTests {
    /// The text before the findings, with a blank between words and without the folder before a place.
    private static func answers(_ run: Tool.Run) -> String {
        run.output.split(separator: "\n").prefix { !$0.contains(#/: (error|warning|note): /#) }
            .flatMap { $0.split(separator: " ") }.joined(separator: " ")
            .replacing(#/[^ (]*\/\.well-known\/(?=[a-z.-]+:[0-9])/#, with: "")
    }

    private static func folder(_ site: BrokenSite, fixed: Bool) throws -> Scratch {
        let scratch = try Scratch()
        var files = site.files
        if fixed {
            let names = Set((site.fixed ?? [:]).keys.map { ($0 as NSString).lastPathComponent.lowercased() })
            // The fix renames a misnamed file.
            files = files.filter { path, _ in
                let name = (path as NSString).lastPathComponent.lowercased()
                return !names.contains(name) && !names.contains(name.replacing(".json", with: ""))
            }
            files.merge(site.fixed ?? [:]) { $1 }
        }
        for (path, text) in files {
            let pad = fixed ? 0 : site.padding?[path] ?? 0
            try scratch.file(path, BrokenSite.bytes(text) + [UInt8](repeating: 0x20, count: pad))
        }
        return scratch
    }

    private static func run(
        _ site: BrokenSite,
        in folder: Scratch,
        fixed: Bool = false,
        _ more: [String] = []
    ) async throws -> Tool.Run {
        var more = more + (site.server == nil ? site.arguments ?? [] : [])
        let project = try Scratch()
        if var files = site.app {
            if fixed { files.merge(site.fixedApp ?? [:]) { $1 } }
            for (path, text) in files { try project.file(path, Array(text.utf8)) }
            more += ["--app", project.url.path]
        }
        defer { withExtendedLifetime(project) {} }
        if let url = site.url { return try await Tool.run(["check", url, "--offline", folder.url.path] + more) }
        return try await Tool.run(["check", folder.url.path, "--host", site.host ?? "shelf.example"] + more)
    }

    private static func expect(_ run: Tool.Run, of site: BrokenSite) {
        #expect(run.status == site.exit, "\(site): \(run.output)\(run.errors)")
        let first = answers(run)
        for cause in site.cause {
            #expect(first.contains(cause), "\(site): \(cause) is not in\n\(run.output)\(run.errors)")
        }
        #expect(run.output.contains("[\(site.rule)]"), "\(site): \(run.output)")
        // What an answer leaves open is said there, and nowhere else.
        if site.app != nil, site.exit == 2 {
            for cause in site.cause { #expect(!run.errors.contains(cause), "\(site): \(run.errors)") }
        }
        let lines = run.output.split(separator: "\n").count
        #expect(lines <= 25, "\(site): \(lines) lines")
        if site.exit == 1 { #expect(first.contains("opens no app"), "\(site): \(run.output)") }
    }

    @Test(arguments: BrokenSite.all.filter { $0.server == nil })
    func aFolderIsAnsweredWithTheCauseAndTheExitStatus(_ site: BrokenSite) async throws {
        let folder = try Self.folder(site, fixed: false)
        Self.expect(try await Self.run(site, in: folder), of: site)
    }

    @Test(arguments: BrokenSite.all.filter { $0.fixed != nil || $0.fixedApp != nil })
    func theFixThatIsPrintedFixes(_ site: BrokenSite) async throws {
        let folder = try Self.folder(site, fixed: true)
        let run = try await Self.run(site, in: folder, fixed: true)
        #expect(run.status == 0, "\(site): \(run.output)")
        #expect(!Self.answers(run).contains("\u{2717}"), "\(site): \(run.output)")
        #expect(!run.output.contains("[\(site.rule)]"), "\(site): \(run.output)")
    }

    // MARK: - Edits

    /// The findings of a check of a site in one folder, with the app in another.
    private static func findings(_ site: BrokenSite, _ folder: Scratch, _ project: Scratch) async throws -> [Found] {
        let app = site.app == nil ? [] : ["--app", project.url.path]
        let input =
            site.url.map { ["check", $0, "--offline", folder.url.path] }
            ?? ["check", folder.url.path, "--host", site.host ?? "shelf.example"]
        let run = try await Tool.run(input + app + (site.arguments ?? []) + ["--format", "json"])
        let inputs = run.json.first?["inputs"] as? [[String: Any]]
        let findings = try #require(inputs?.first?["findings"] as? [[String: Any]], "\(site): \(run.errors)")
        return findings.map(Found.init)
    }

    private struct Found {
        let rule: String
        let message: String
        let isSevere: Bool
        let kind: String?
        let changes: [[String: Any]]

        init(_ finding: [String: Any]) {
            let how = finding["how"] as? [String: Any]
            rule = finding["rule"] as? String ?? ""
            message = finding["message"] as? String ?? ""
            isSevere = finding["severity"] as? String != "note"
            kind = how?["kind"] as? String
            changes = how?["changes"] as? [[String: Any]] ?? []
        }
    }

    /// Makes the changes of an edit, and returns the previous contents of the files.
    private static func make(_ changes: [[String: Any]]) throws -> [(URL, Data)] {
        try changes.map { change in
            let file = URL(fileURLWithPath: try #require(change["file"] as? String))
            let before = try Data(contentsOf: file)
            var text = Array(String(decoding: before, as: UTF8.self).unicodeScalars)
            let lines = [0] + text.indices.filter { text[$0] == "\n" }.map { $0 + 1 }
            func offset(_ item: [String: Any], _ line: String, _ column: String) throws -> Int {
                lines[try #require(item[line] as? Int) - 1] + (try #require(item[column] as? Int)) - 1
            }
            for item in (change["replacements"] as? [[String: Any]] ?? []).reversed() {
                let range = try offset(item, "line", "column")..<offset(item, "endLine", "endColumn")
                text.replaceSubrange(range, with: (item["text"] as? String ?? "").unicodeScalars)
            }
            var result = String.UnicodeScalarView()
            result.append(contentsOf: text)
            try Data(String(result).utf8).write(to: file)
            return (file, before)
        }
    }

    /// One printed edit of each rule, made alone, ends its finding and causes no new error or warning.
    @Test(arguments: BrokenSite.all.filter { $0.server == nil })
    func eachEditThatIsPrintedEndsItsFinding(_ site: BrokenSite) async throws {
        let folder = try Self.folder(site, fixed: false)
        let project = try Scratch()
        for (path, text) in site.app ?? [:] { try project.file(path, Array(text.utf8)) }
        let before = try await Self.findings(site, folder, project)
        #expect(before.allSatisfy { $0.kind != nil }, "\(site)")
        // A file that is not valid JSON may have findings that its mistake hides.
        let isRead = !before.contains { $0.rule.hasSuffix("-invalid-json") || $0.rule == "aasa-root-not-object" }
        // One site has hundreds of findings of one rule.
        var tried = Set<String>()
        for finding in before where finding.kind == "edit" && tried.insert(finding.rule).inserted {
            let files = try Self.make(finding.changes)
            let after = try await Self.findings(site, folder, project)
            for (file, bytes) in files { try bytes.write(to: file) }
            #expect(
                !after.contains { $0.rule == finding.rule && $0.message == finding.message && $0.isSevere },
                "\(site): \(finding.rule)"
            )
            // After an edit removed a mistake, findings about unknown parts of the app may remain.
            let known = Set(before.map(\.rule) + ["link-undecided", "android-app-unresolved"])
            let new = after.filter { $0.isSevere && !known.contains($0.rule) }
            #expect(!isRead || new.isEmpty, "\(site): \(finding.rule) brings \(new.map(\.rule))")
        }
    }

    /// The first sites of the table, each with the expected state after `--fix-unsafe`.
    private static let first = BrokenSite.all.prefix(44)

    /// An edit follows from data; otherwise a person must decide, or a server must change, which a command can verify.
    @Test(arguments: first) func theEditsOpenTheLinkOrLeaveAQuestionOrAnInstruction(_ site: BrokenSite) async throws {
        let folder = try Self.folder(site, fixed: false)
        _ = try await Self.run(site, in: folder, ["--fix-unsafe"])
        let run = try await Self.run(site, in: folder, ["--format", "json"])
        let input = try #require((run.json.first?["inputs"] as? [[String: Any]])?.first, "\(site): \(run.errors)")
        let outcomes = (input["answers"] as? [[String: Any]] ?? []).map { $0["outcome"] as? String ?? "" }
        let left = (input["findings"] as? [[String: Any]] ?? []).filter { $0["severity"] as? String != "note" }
        let fixes = left.compactMap { $0["how"] as? [String: Any] }
        let kinds = Set(fixes.compactMap { $0["kind"] as? String }).sorted().joined(separator: ", ")
        let isOpen = !outcomes.isEmpty && outcomes.allSatisfy { $0 == "opens" }
        let state = isOpen ? "opens" : outcomes.contains("excluded") ? "stays" : kinds
        #expect(state == site.afterEdits, "\(site): \(run.output)")
        let proofs = fixes.filter { $0["kind"] as? String == "instruction" }.map { $0["proof"] as? String ?? "" }
        #expect(proofs.allSatisfy { $0.contains("curl ") || $0.contains("applinks check ") }, "\(site): \(proofs)")
    }

    @Test func theEditsOpenMostOfTheFirstSites() {
        let counts = Dictionary(Self.first.map { ($0.afterEdits ?? "not said", 1) }, uniquingKeysWith: +)
        #expect(counts == ["opens": 31, "question": 6, "instruction": 6, "stays": 1])
    }

    @Test(arguments: BrokenSite.all.filter { $0.server != nil })
    func aServerIsAnsweredWithTheCauseAndTheExitStatus(_ site: BrokenSite) async throws {
        let server = try LoopbackServer { request, connection in
            let path = request.target
            let agent = request.values("User-Agent").joined()
            let json = ["Content-Type: application/json"]
            let own = site.files[String(path.dropFirst())]
            let rule = site.server?[path] ?? (own == nil || path == "*" ? nil : site.server?["*"]) ?? site.server?["*"]
            if let rule, rule.agent.map(agent.contains) ?? true, !(rule.notAgent.map(agent.contains) ?? false) {
                if rule.hangs == true {
                    connection.waitForClose()
                    return
                }
                if let target = rule.redirect { return connection.redirect(to: target) }
                let type = rule.type.map { ["Content-Type: \($0)"] } ?? []
                return connection.respond(rule.status ?? 200, type, body: rule.body ?? "no")
            }
            guard let own else { return connection.respond(404, body: "no") }
            connection.respond(200, json, body: own)
        }
        defer { server.stop() }
        let origin = ["--origin", server.url().absoluteString, "--allow-private"]
        let run = try await Tool.run(["check", site.url ?? "shelf.example"] + origin + (site.arguments ?? []))
        Self.expect(run, of: site)
    }

    @Test func theTableHasAtLeastSixtySites() {
        #expect(BrokenSite.all.count >= 60)
        #expect(Set(BrokenSite.all.map(\.name)).count == BrokenSite.all.count)
    }

    @Test func everyFormatNamesTheRuleAndItsSeverity() async throws {
        let site = try #require(BrokenSite.all.first { $0.name == "path in capitals" })
        let folder = try Self.folder(site, fixed: false)
        let json = try #require(try await Self.run(site, in: folder, ["--format", "json"]).json.first)
        let input = try #require((json["inputs"] as? [[String: Any]])?.first)
        let answer = try #require((input["answers"] as? [[String: Any]])?.first)
        #expect(answer["outcome"] as? String == "closed" && answer["severity"] as? String == "error")
        #expect(answer["rule"] as? String == "link-no-match" && answer["line"] as? Int == 1)
        let findings = try #require(input["findings"] as? [[String: Any]])
        #expect(findings.contains { $0["rule"] as? String == "link-no-match" && $0["severity"] as? String == "error" })
        let sarif = try await Self.run(site, in: folder, ["--format", "sarif"])
        #expect(sarif.status == 1 && sarif.output.contains("\"ruleId\":\"link-no-match\""))
        let github = try await Self.run(site, in: folder, ["--format", "github"])
        #expect(github.output.contains("::error file=") && github.output.contains("title=link-no-match::"))
        let html = try await Self.run(site, in: folder, ["--format", "html"])
        #expect(html.output.contains("<article class=\"card closed\">") && html.output.contains("write /recipes/*"))
        #expect(html.output.contains("<title>shelf.example, 20"))
    }

    @Test(arguments: [
        (
            "AndroidManifest.xml",
            "<?xml version=\"1.0\"?><manifest xmlns:android=\"http://schemas.android.com/apk/res/android\"/>"
        ),
        ("App.entitlements", "<?xml version=\"1.0\"?><!DOCTYPE plist><plist version=\"1.0\"><dict/></plist>"),
    ])
    func aFileOfAnAppThatNamesNoHostIsSaidTo(_ name: String, _ text: String) async throws {
        let scratch = try Scratch()
        let run = try await Tool.run(["check", try scratch.file(name, text)])
        #expect(
            run.status == 0 && run.output.contains("the app declares no host for links"),
            "\(run.output)\(run.errors)"
        )
    }

    @Test func aFileOfNoKnownKindIsRefused() async throws {
        let scratch = try Scratch()
        let run = try await Tool.run(["check", try scratch.file("data.xml", "<data/>")])
        #expect(run.status == 2 && run.errorLines.first?.contains("data.xml") == true, "\(run.output)\(run.errors)")
    }

    @Test func anAppAloneIsJudgedWithTheSitesThatItNames() async throws {
        let site = try #require(BrokenSite.all.first { $0.name == "hosts of customers without autoVerify" })
        let folder = try Self.folder(site, fixed: false)
        let project = try Scratch()
        for (path, text) in site.app ?? [:] { try project.file(path, Array(text.utf8)) }
        let run = try await Tool.run(["check", project.url.path, "--offline", folder.url.path])
        #expect(run.status == 1 && run.output.contains("[android-app-no-auto-verify]"), "\(run.output)\(run.errors)")
        let explained = try await Tool.run(
            ["explain", site.url ?? "", "--offline", folder.url.path, "--app", project.url.path, "--json"]
        )
        #expect(explained.status == 0 && explained.output.contains("\"holds\":false"), "\(explained.output)")
    }

    @Test(arguments: [
        (["--fingerprint", "AB"], "--fingerprint takes"), (["--app", "/nowhere/app.apk"], "/nowhere/app.apk"),
        (
            ["--fingerprint", String(repeating: "AB", count: 32)],
            "add --app-id com.example.app, or --app with the path"
        ),
    ])
    func whatIsWrongWithTheAppsOptionsIsSaid(_ arguments: [String], _ message: String) async throws {
        let run = try await Tool.run(["check", "https://shelf.example/"] + arguments)
        #expect(run.status == 64 || run.status == 2)
        #expect(run.errors.contains(message), "\(run.errors)")
    }

    @Test func explainBeginsWithTheAnswerAndItsFixAndNamesTheBrowserOnce() async throws {
        let site = try #require(BrokenSite.all.first { $0.name == "path in capitals" })
        let folder = try Self.folder(site, fixed: false)
        let run = try await Tool.run(["explain", site.url ?? "", "--offline", folder.url.path])
        let lines = run.output.split(separator: "\n")
        #expect(lines.dropFirst().first?.hasPrefix("\u{2717} Apple's devices") == true, "\(run.output)")
        #expect(run.flat.contains("fix: Link to /Recipes/42, write /recipes/*"), "\(run.output)")
        #expect(lines.filter { $0.contains("The browser opens the page") }.count == 1, "\(run.output)")
        let json = try await Tool.run(["explain", site.url ?? "", "--offline", folder.url.path, "--json"])
        let answers = try #require(json.json.first?["answers"] as? [[String: Any]])
        #expect((answers.first?["fix"] as? String)?.contains("write /recipes/*") == true)
    }
}
