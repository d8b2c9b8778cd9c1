import Foundation
import Testing

#if canImport(FoundationXML)
import FoundationXML
#endif

/// The formats of `applinks check` for other programs, and its baseline.
@Suite(.timeLimit(.minutes(20))) struct FormatTests {
    private static let url = "https://shelf.example/recipes/42"

    /// A folder whose Google file has a fingerprint in small letters, and a statement with a hostile name.
    private static func folder(_ name: String = "example.shelf") throws -> Scratch {
        let scratch = try Scratch()
        let print = (0..<32).map { String(format: "%02x", $0 + 160) }.joined(separator: ":")
        let file = """
            [{"relation": ["delegate_permission/common.handle_all_urls"], "target": {"namespace": "android_app",
            "package_name": "\(name)", "sha256_cert_fingerprints": ["\(print)"]}},
            {"relation": ["delegate_permission/common.handle_all_urls"], "target": {"namespace": "android_app",
            "package_name": "a\\u001b]]>&<b>|`\\n::error::x", "sha256_cert_fingerprints": ["\(print)"]}}]
            """
        try scratch.file(".well-known/assetlinks.json", Array(file.utf8))
        return scratch
    }

    private static func check(_ folder: Scratch, _ more: [String]) async throws -> Tool.Run {
        try await Tool.run(["check", url, "--offline", folder.url.path] + more)
    }

    /// Reads XML, and collects the attributes of its elements.
    private final class Elements: NSObject, XMLParserDelegate {
        var found: [(name: String, attributes: [String: String])] = []

        func parser(
            _ parser: XMLParser,
            didStartElement name: String,
            namespaceURI: String?,
            qualifiedName: String?,
            attributes: [String: String]
        ) {
            found.append((name, attributes))
        }
    }

    private static func elements(_ text: String) throws -> [(name: String, attributes: [String: String])] {
        let parser = XMLParser(data: Data(text.utf8))
        let elements = Elements()
        parser.delegate = elements
        try #require(parser.parse(), "\(String(describing: parser.parserError)) in \(text)")
        return elements.found
    }

    @Test(
        arguments: [
            ["check", url], ["explain", url], ["resolve", "page.html"], ["open", "page.html", "--installed", ""],
            ["publish", "--check", "site.yaml"], ["diff", ".", "."], ["parse", url], ["decode", "{}"],
            ["encode", "--target", url],
        ]
    )
    func jsonIsShortForItsFormatInEveryCommand(_ command: [String]) async throws {
        let folder = try Self.folder()
        try folder.file("page.html", "<meta property=\"al:ios:url\" content=\"a://b\">")
        try folder.file("site.yaml", "host: shelf.example\n")
        let place = ["check", "explain"].contains(command[0]) ? ["--offline", "."] : []
        let more = command[0] == "diff" ? ["--host", "shelf.example"] : place
        func run(_ form: [String]) async throws -> Tool.Run {
            try await Tool.run(command + more + form, directory: folder.url)
        }
        let short = try await run(["--json"])
        let long = try await run(["--format", "json"])
        #expect(short.output == long.output && short.status == long.status && short.output.hasPrefix("{"), "\(short)")
        let contrary = try await run(["--json", "--format", "text"])
        #expect(contrary.status == 64 && contrary.errors.contains("--json is short for --format json"), "\(contrary)")
    }

    @Test func junitHasAFailureForEachFindingThatFails() async throws {
        let folder = try Self.folder()
        let run = try await Self.check(folder, ["--format", "junit"])
        #expect(run.status == 1)
        let elements = try Self.elements(run.output)
        let root = try #require(elements.first)
        let failures = elements.filter { $0.name == "failure" }.count
        #expect(root.name == "testsuites" && root.attributes["failures"] == "\(failures)" && failures > 0)
        let cases = elements.filter { $0.name == "testcase" }
        #expect(root.attributes["tests"] == "\(cases.count)")
        #expect(
            cases.contains {
                $0.attributes["name"] == "assetlinks-fingerprint-lowercase"
                    && $0.attributes["classname"]?.hasSuffix("assetlinks.json") == true
            }
        )
        let never = try Self.elements(try await Self.check(folder, ["--format", "junit", "--fail-on", "never"]).output)
        #expect(never.first?.attributes["failures"] == "0")
    }

    @Test func checkstyleNamesEachFileOnceWithItsErrors() async throws {
        let run = try await Self.check(try Self.folder(), ["--format", "checkstyle"])
        let elements = try Self.elements(run.output)
        let files = elements.filter { $0.name == "file" }.compactMap { $0.attributes["name"] }
        #expect(Set(files).count == files.count && !files.isEmpty)
        let error = try #require(
            elements.first { $0.attributes["source"] == "applinks.assetlinks-fingerprint-lowercase" }
        )
        #expect(error.attributes["severity"] == "error" && error.attributes["line"] == "2")
    }

    @Test func codeQualityHasFingerprintsThatStayWhenLinesMove() async throws {
        func fingerprints(_ folder: Scratch) async throws -> [String] {
            let run = try await Self.check(folder, ["--format", "gitlab"])
            let issues = try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [[String: Any]])
            for issue in issues {
                #expect(["info", "minor", "major"].contains(issue["severity"] as? String ?? ""))
                #expect(issue["check_name"] is String && issue["description"] is String)
                let lines = (issue["location"] as? [String: Any])?["lines"] as? [String: Any]
                #expect(lines?["begin"] is Int)
            }
            return issues.compactMap { $0["fingerprint"] as? String }
        }
        let folder = try Self.folder()
        let first = try await fingerprints(folder)
        #expect(Set(first).count == first.count && !first.isEmpty)
        let path = folder.url.appendingPathComponent(".well-known/assetlinks.json")
        try ("\n\n" + String(contentsOf: path, encoding: .utf8)).write(to: path, atomically: true, encoding: .utf8)
        #expect(try await fingerprints(folder) == first)
    }

    @Test func markdownHasNoMarkupOfTheFiles() async throws {
        let run = try await Self.check(try Self.folder(), ["--format", "markdown"])
        #expect(run.output.hasPrefix("# Links\n") && run.output.contains("| error | "))
        #expect(!run.output.contains("<b>") && !run.output.contains("\n::error"), "\(run.output)")
        #expect(run.output.contains("Mac and Apple's other devices") && !run.output.contains("&#"), "\(run.output)")
        for line in run.output.split(separator: "\n") where line.hasPrefix("| ") {
            #expect(line.replacing("\\|", with: "").filter { $0 == "|" }.count == 5, "\(line)")
        }
    }

    /// Text that ends what it stands in, in one of the formats: of XML, of a workflow command, of SARIF's messages.
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
        let formats = ["json", "sarif", "junit", "gitlab", "checkstyle", "github", "markdown", "html"]
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
            ("checkstyle", ReportRules.checkstyle),
        ] {
            problems += check(texts[format] ?? "").map { "\(format): \($0)" }
        }
        for line in (texts["github"] ?? "").split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
            let isCommand = ["::error ", "::warning ", "::notice "].contains { line.hasPrefix($0) }
            // A file without a command has one line end.
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
        let names = ["sarif", "junit", "gitlab", "checkstyle"]
        let files = names.flatMap { ["--output", "\($0)=\(out.url.path)/\($0)"] }
        let run = try await Tool.run(["check"] + files + input, directory: scratch.url)
        #expect(run.status == 1, "\(run.errors)")
        for (name, check) in [
            ("sarif", ReportRules.sarif), ("junit", ReportRules.junit), ("gitlab", ReportRules.codeQuality),
            ("checkstyle", ReportRules.checkstyle),
        ] {
            let text = try String(contentsOfFile: "\(out.url.path)/\(name)", encoding: .utf8)
            #expect(check(text).isEmpty, "\(name): \(check(text))\n\(text)")
            let printed = try await Tool.run(["check", "--format", name] + input, directory: scratch.url)
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
            // The others have answers too, which name their causes.
            guard !["json", "html", "markdown"].contains(format) else { continue }
            #expect(!text.contains("assetlinks-relation"), "\(format): \(text)")
        }
    }

    // MARK: - Each way to end

    /// A way for a check to end, and the exit status that the help names.
    struct End: Sendable, CustomStringConvertible {
        let description: String
        let arguments: [String]
        let status: Int32
        /// The reason, also in the document.
        let reason: String
    }

    private static let ends = [
        End(description: "a missing input", arguments: ["none/x"], status: 2, reason: "no file or folder at none/x"),
        End(
            description: "one to mend",
            arguments: ["none/x", "--fix"],
            status: 2,
            reason: "no file or folder at none/x"
        ),
        End(
            description: "a URL to mend",
            arguments: ["https://a.example/", "--fix"],
            status: 2,
            reason: "is on the web"
        ),
        End(
            description: "a missing folder",
            arguments: ["https://a.example/", "--offline", "none"],
            status: 2,
            reason: "there is no folder at none"
        ),
        End(description: "a file that is none", arguments: ["/dev/null"], status: 2, reason: "not a regular file"),
        End(description: "a file of no kind", arguments: ["other.bin"], status: 2, reason: "other.bin"),
        End(
            description: "a broken configuration",
            arguments: ["file", "--config", "bad.yaml"],
            status: 2,
            reason: "bad.yaml"
        ),
        End(
            description: "a missing configuration",
            arguments: ["file", "--config", "none.yaml"],
            status: 2,
            reason: "none.yaml"
        ),
        End(
            description: "a broken configuration alone",
            arguments: ["--config", "bad.yaml"],
            status: 2,
            reason: "bad.yaml"
        ),
        End(
            description: "a broken baseline",
            arguments: ["file", "--baseline", "bad.yaml"],
            status: 2,
            reason: "no baseline"
        ),
        End(
            description: "a missing baseline",
            arguments: ["file", "--baseline", "none"],
            status: 2,
            reason: "none does not exist"
        ),
        End(description: "a missing app", arguments: ["file", "--app", "none.apk"], status: 2, reason: "none.apk"),
        End(description: "a missing list", arguments: ["--from", "none.txt"], status: 2, reason: "none.txt"),
        End(
            description: "a file to resume that is none",
            arguments: ["file", "--resume", "."],
            status: 2,
            reason: "cannot be opened"
        ),
        End(
            description: "a write-protected file",
            arguments: ["locked", "--fix"],
            status: 2,
            reason: "write-protected"
        ),
        End(description: "nothing to check", arguments: [], status: 64, reason: "Name what to check"),
        End(description: "an empty list", arguments: ["--from", "empty.txt"], status: 64, reason: "names nothing"),
        End(description: "a bad value", arguments: ["file", "--fail-on", "x"], status: 64, reason: "--fail-on"),
        End(
            description: "a rule that is none",
            arguments: ["file", "--disable", "x"],
            status: 64,
            reason: "no rule x"
        ),
        End(description: "an unknown option", arguments: ["file", "--x"], status: 64, reason: "--x"),
        End(
            description: "a configuration to print",
            arguments: ["--print-config"],
            status: 64,
            reason: "--print-config"
        ),
    ]

    /// An output that is not a document may be taken for one, as an empty report is for a good answer.
    @Test(arguments: ends)
    func eachWayToEndGivesADocumentOrAUsageError(_ end: End) async throws {
        let scratch = try Scratch()
        try scratch.file("file", "[]")
        try scratch.file("other.bin", [0, 1, 2])
        try scratch.file("bad.yaml", "version: 1\nchek: x\n")
        try scratch.file("empty.txt", "# nothing\n")
        let locked = try scratch.file("locked/.well-known/assetlinks.json", "[{\"relation\": [\"a\"],}]")
        chmod(locked, 0o444)
        let formats = ["sarif", "junit", "gitlab", "checkstyle", "github", "markdown", "html"]
        for format in formats { try scratch.file(format, "old") }
        let isConfigured = end.arguments.contains("--config") || end.arguments.contains("--print-config")
        let host = end.arguments.contains("locked") ? ["--host", "a.example"] : []
        let more = host + (isConfigured ? [] : ["--no-config"]) + ["--format", "json"]
        let run = try await Tool.run(
            ["check"] + end.arguments + more + formats.flatMap { ["--output", "\($0)=\($0)"] },
            directory: scratch.url
        )
        #expect(run.status == end.status && run.errors.contains(end.reason), "\(run)")
        guard end.status != 64 else { return #expect(run.output == "") }
        let inputs = run.json.first?["inputs"] as? [[String: Any]] ?? []
        #expect(inputs.contains { ($0["failure"] as? String)?.contains(end.reason) == true }, "\(run)")
        for format in formats {
            let text = try String(contentsOf: scratch.url.appendingPathComponent(format), encoding: .utf8)
            let problems =
                switch format {
                case "sarif": ReportRules.sarif(text)
                case "junit": ReportRules.junit(text)
                case "gitlab": ReportRules.codeQuality(text).filter { $0 != "the path /dev/null" }
                case "checkstyle": ReportRules.checkstyle(text)
                case "github": text.hasPrefix("::error ") && text.hasSuffix("\n") ? [] : ["no command"]
                case "markdown": text.hasPrefix("# Links\n") ? [] : ["no heading"]
                default: text.hasSuffix("</html>\n") ? [] : ["no page"]
                }
            #expect(problems.isEmpty, "\(format): \(problems)\n\(text)")
            #expect(text.replacing("\\", with: "").contains(end.reason), "\(format): \(text)")
        }
    }

    @Test(
        arguments: [
            ["explain", "https://a.example/", "--app", "none.apk"],
            ["explain", "https://a.example/", "--offline", "none"],
            ["explain", "https://a.example/", "--for", "sign-in", "--offline", "none"], ["diff", "none", "none"],
            ["publish", "none.yaml", "--out", "out"], ["resolve", "none.html"], ["resolve", "--from", "none.txt"],
            ["open", "none.html"],
        ]
    )
    func otherCommandsGiveADocumentForWhatCannotBeRead(_ arguments: [String]) async throws {
        let scratch = try Scratch()
        let run = try await Tool.run(arguments + ["--json"], directory: scratch.url)
        #expect([1, 2].contains(run.status) && run.json.count == 1, "\(run)")
        #expect(run.output.contains("none") && run.errors.contains("none"), "\(run)")
        let form = ["explain": "html", "diff": "markdown"][arguments[0]]
        guard let form else { return }
        let other = try await Tool.run(arguments + ["--format", form], directory: scratch.url)
        #expect(other.status == 2 && other.output.contains("none"), "\(other)")
    }

    @Test func severalFormatsAreWrittenInOneRun() async throws {
        let folder = try Self.folder()
        let out = try Scratch()
        let files = ["sarif", "junit", "json", "github"].map { ($0, out.url.appendingPathComponent("r.\($0)").path) }
        let run = try await Self.check(folder, files.flatMap { ["--output", "\($0)=\($1)"] })
        #expect(run.status == 1 && run.output.contains("opens no app"))
        for (format, path) in files {
            let text = try String(contentsOfFile: path, encoding: .utf8)
            #expect(text.hasSuffix("\n") && text.contains("assetlinks-fingerprint-lowercase"), "\(format): \(text)")
        }
        let wrong = try await Self.check(folder, ["--output", "xml=report.xml"])
        #expect(wrong.status == 64)
        let unwritable = try await Self.check(folder, ["--output", "json=/dev/null/x"])
        #expect(unwritable.status == 74 && unwritable.errors.contains("cannot be written"), "\(unwritable.errors)")
    }

    #if os(Linux)
    @Test(arguments: ["text", "json"]) func oneFileThatCannotBeWrittenKeepsNoOtherFromBeingWritten(
        _ format: String
    ) async throws {
        let folder = try Self.folder()
        let path = try folder.file("report.xml", "")
        let outputs = ["--output", "json=/dev/null/x", "--output", "junit=\(path)"]
        for file in [nil, "/dev/full"] {
            try folder.file("report.xml", "")
            let run = try await Tool.run(
                ["check", folder.url.path, "--host", "shelf.example", "--no-config", "--format", format]
                    + (file == nil ? outputs : ["--output", "junit=\(path)"]),
                outputFile: file
            )
            #expect(run.status == 74 && run.errors.contains("cannot be written"), "\(run)")
            #expect(try String(contentsOfFile: path, encoding: .utf8).hasSuffix("</testsuites>\n"))
        }
    }
    #endif

    @Test func aBaselineLetsOnlyNewFindingsCount() async throws {
        let folder = try Self.folder()
        let path = try Scratch().url.appendingPathComponent("base/line.json").path
        let written = try await Self.check(folder, ["--write-baseline", path])
        #expect(written.status == 0, "\(written.errors)")
        let same = try await Self.check(folder, ["--baseline", path])
        #expect(same.status == 0 && same.errors.contains("of the baseline not shown"), "\(same.output)\(same.errors)")
        // Another file breaks another rule: only that counts.
        try folder.file(".well-known/apple-app-site-association", Array("{".utf8))
        let other = try await Self.check(folder, ["--baseline", path])
        #expect(other.status == 1 && other.output.contains("aasa-invalid-json"), "\(other.output)")
        #expect(!other.output.contains(": error: A fingerprint"), "\(other.output)")
        try folder.file(".well-known/assetlinks.json", Array("[]".utf8))
        let gone = try await Self.check(folder, ["--baseline", path])
        #expect(gone.errors.contains("gone: ") && gone.errors.contains("write the baseline anew"), "\(gone.errors)")
        let broken = try await Self.check(folder, ["--baseline", folder.url.path + "/.well-known/assetlinks.json"])
        #expect(broken.status == 2 && broken.errors.contains("is no baseline"), "\(broken.errors)")
    }

    @Test func aBaselineOfManyFindingsIsReadAgain() async throws {
        let scratch = try Scratch()
        // More than is read of any file to check.
        let entry =
            "{\"rule\": \"assetlinks-empty\", \"file\": \"\(String(repeating: "f", count: 200))\", \"message\": \"m\"}"
        func baseline(_ count: Int) throws -> String {
            let entries = Array(repeating: entry, count: count).joined(separator: ",")
            return try scratch.file("baseline.json", "{\"version\": 2, \"findings\": [\(entries)]}")
        }
        try scratch.file("assetlinks.json", "[]")
        let arguments = ["check", "assetlinks.json", "--no-config", "--baseline", "baseline.json"]
        #expect(try FileManager.default.attributesOfItem(atPath: baseline(30_000))[.size] as? Int ?? 0 > 4 << 20)
        let run = try await Tool.run(arguments, directory: scratch.url)
        #expect(run.status == 1 && run.errors.contains("0 findings of the baseline not shown"), "\(run.errors)")
        _ = try baseline(100_001)
        let many = try await Tool.run(arguments, directory: scratch.url)
        #expect(
            many.status == 2 && many.errors.contains("at most 100000 findings, and these are 100001"),
            "\(many.errors)"
        )
    }
}
