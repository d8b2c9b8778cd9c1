import Foundation
import Testing

/// Tests that every format of `applinks check` stays valid, whatever the files and their names contain.
@Suite(.timeLimit(.minutes(20))) struct HostileReportTests {
    /// Text that would end its context in one of the formats: XML, a workflow command, SARIF's messages.
    private static let hostile =
        "a\\u0000\\u0008]]>\\ufffe\\uffff\\u2028<b x='1'>&amp;[x](https://a.example)|`\\n::error::x\\n%0A{0}"

    private static func hostileSite(_ folder: String) throws -> Scratch {
        let scratch = try Scratch()
        let statement =
            "{\"relation\": [\"\(hostile)\"], \"target\": {\"namespace\": \"\(hostile)\", \"package_name\": \"\(hostile)\"}}"
        try scratch.file("\(folder)/.well-known/assetlinks.json", "[\(statement),\n\(statement), \(statement)]")
        try scratch.file(
            "\(folder)/.well-known/apple-app-site-association",
            "{\"applinks\": {\"details\": [{\"appIDs\": [\"\(hostile)\"], \"components\": [{\"/\": \"\(hostile)\"}, {\"\(hostile)\": 1}]}]}}"
        )
        try scratch.file("\(folder)/a b.html", "<meta property='al:ios:url' content='\u{1}]]&gt;\u{FFFE}'>")
        return scratch
    }

    /// Runs a check that writes every format to a file, and returns what is wrong with each.
    private static func problems(
        _ arguments: [String],
        in folder: URL,
        input: String? = nil,
        environment: [String: String] = [:]
    ) async throws -> (run: Tool.Run, problems: [String], texts: [String: String]) {
        let formats = ["json", "sarif", "junit", "gitlab", "github", "markdown", "html"]
        let out = try Scratch()
        let run = try await Tool.run(
            ["check"] + arguments + formats.flatMap { ["--output", "\($0)=\(out.url.path)/\($0)"] },
            input: input,
            environment: environment,
            directory: folder
        )
        var texts: [String: String] = [:]
        for format in formats {
            texts[format] = try String(contentsOfFile: "\(out.url.path)/\(format)", encoding: .utf8)
        }
        let json = try JSONSerialization.jsonObject(with: Data((texts["json"] ?? "").utf8)) as? [String: Any]
        var problems = json?["inputs"] == nil ? ["json: no inputs"] : []
        for (format, check) in [
            ("sarif", ReportRules.sarif), ("junit", ReportRules.junit), ("gitlab", ReportRules.codeQuality),
        ] {
            problems += check(texts[format] ?? "").map { "\(format): \($0)" }
        }
        for line in (texts["github"] ?? "").split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
            let isCommand = ["::error ", "::warning ", "::notice "].contains { line.hasPrefix($0) }
            // A file without commands consists of one line end.
            if texts["github"] != "\n", !isCommand || !line.dropFirst(2).contains("::") {
                problems.append("github: \(line)")
            }
        }
        if texts["html"]?.hasPrefix("<!doctype html>") != true || texts["html"]?.hasSuffix("</html>\n") != true {
            problems.append("html: no whole page")
        }
        for (format, text) in texts where text.unicodeScalars.contains(where: { $0 != "\n" && $0.value < 0x20 }) {
            problems.append("\(format): control characters")
        }
        return (run, problems, texts)
    }

    @Test(arguments: BrokenSite.all.filter { $0.server == nil })
    func everyFormatOfABrokenSiteIsAsItsDefinitionSays(_ site: BrokenSite) async throws {
        let scratch = try Scratch()
        for (path, text) in site.files {
            let padding = [UInt8](repeating: 0x20, count: site.padding?[path] ?? 0)
            try scratch.file("public/\(path)", BrokenSite.bytes(text) + padding)
        }
        for (path, text) in site.app ?? [:] { try scratch.file("app/\(path)", text) }
        let input = site.url.map { [$0, "--offline", "public"] } ?? ["public", "--host", site.host ?? "shelf.example"]
        let app = site.app == nil ? [] : ["--app", "app"]
        let found = try await Self.problems(input + app + (site.arguments ?? []), in: scratch.url)
        #expect(found.problems.isEmpty && found.run.status == site.exit, "\(found.problems) \(found.run.errors)")
    }

    @Test(arguments: ["public", "caf\u{E9} 100%", "a:b", "-dash"])
    func hostileTextAndNamesOfFoldersLeaveEveryFormatWhole(_ folder: String) async throws {
        let scratch = try Self.hostileSite(folder)
        let input = ["--host", "shelf.example", "--", "./\(folder)"]
        let out = try Scratch()
        let names = ["sarif", "junit", "gitlab"]
        let files = names.flatMap { ["--output", "\($0)=\(out.url.path)/\($0)"] }
        let run = try await scratch.run(["check"] + files + input)
        #expect(run.status == 1, "\(run.errors)")
        for (name, check) in [
            ("sarif", ReportRules.sarif), ("junit", ReportRules.junit), ("gitlab", ReportRules.codeQuality),
        ] {
            let text = try String(contentsOfFile: "\(out.url.path)/\(name)", encoding: .utf8)
            #expect(check(text).isEmpty, "\(name): \(check(text))\n\(text)")
            let printed = try await scratch.run(["check", "--format", name] + input)
            #expect(check(printed.output).isEmpty, "\(name) printed: \(check(printed.output))")
        }
    }

    @Test func filesAreNamedFromTheRootOfTheRepository() async throws {
        let scratch = try Self.hostileSite("site/public")
        let site = scratch.url.appendingPathComponent("site")
        func paths(_ input: String, _ environment: [String: String]) async throws -> [String: Set<String>] {
            let found = try await Self.problems(
                [input, "--host", "shelf.example"],
                in: site,
                environment: ["GITHUB_WORKSPACE": "", "CI_PROJECT_DIR": ""].merging(environment) { $1 }
            )
            #expect(found.problems.isEmpty, "\(found.problems)")
            let issues =
                try JSONSerialization.jsonObject(with: Data((found.texts["gitlab"] ?? "").utf8)) as? [[String: Any]]
                ?? []
            let uris = (found.texts["sarif"] ?? "").matches(of: /"uri":"([^"]*)"/).map { String($0.1) }
            let files = (found.texts["github"] ?? "").matches(of: /file=([^,]*),/).map { String($0.1) }
            return [
                "gitlab": Set(issues.compactMap { ($0["location"] as? [String: Any])?["path"] as? String }),
                "sarif": Set(uris), "github": Set(files),
            ]
        }
        for input in ["public", "./public/", "../site/public", site.appendingPathComponent("public").path] {
            for (format, names) in try await paths(input, [:]) {
                #expect(names.contains("public/.well-known/assetlinks.json"), "\(format) of \(input): \(names)")
            }
            for variable in ["GITHUB_WORKSPACE", "CI_PROJECT_DIR"] {
                for (format, names) in try await paths(input, [variable: scratch.url.path]) {
                    #expect(names.contains("site/public/.well-known/assetlinks.json"), "\(format): \(names)")
                }
            }
        }
    }

    @Test func anInputThatCannotBeCheckedIsInEveryFormat() async throws {
        let scratch = try Self.hostileSite("public")
        let found = try await Self.problems(
            ["missing/a", "public", "--host", "shelf.example", "--write-baseline", "base.json"],
            in: scratch.url
        )
        #expect(found.problems.isEmpty, "\(found.problems)")
        let accepted = try await Self.problems(
            ["missing/a", "public", "--host", "shelf.example", "--baseline", "base.json"],
            in: scratch.url
        )
        #expect(accepted.problems.isEmpty && accepted.run.status == 2, "\(accepted.problems)")
        for (format, text) in accepted.texts {
            #expect(text.contains("there is no file or folder at missing/a"), "\(format): \(text)")
            // The other formats also have answers, which name their causes.
            guard !["json", "html", "markdown"].contains(format) else { continue }
            #expect(!text.contains("assetlinks-relation"), "\(format): \(text)")
        }
    }
}
