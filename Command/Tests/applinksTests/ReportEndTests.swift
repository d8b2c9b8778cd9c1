import Foundation
import Testing

/// Tests each way for a run to end, with the document that it prints and the files that it writes.
@Suite(.timeLimit(.minutes(20))) struct ReportEndTests {
    /// A way for a check to end, and the documented exit status.
    struct End: Sendable, CustomStringConvertible {
        let description: String
        let arguments: [String]
        let status: Int32
        /// The reason, which is also in the document.
        let reason: String
    }

    private static let ends = [
        End(description: "a missing input", arguments: ["none/x"], status: 2, reason: "no file or folder at none/x"),
        End(
            description: "one to fix",
            arguments: ["none/x", "--fix"],
            status: 2,
            reason: "no file or folder at none/x"
        ),
        End(
            description: "a URL to fix",
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
            reason: "is not a baseline"
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
            description: "a write-protected file",
            arguments: ["locked", "--fix"],
            status: 2,
            reason: "write-protected"
        ),
        End(description: "nothing to check", arguments: [], status: 64, reason: "Name the input"),
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

    /// Output that is not a document may be mistaken for one, as an empty report may be for a good answer.
    @Test(arguments: ends) func eachWayToEndGivesADocumentOrAUsageError(_ end: End) async throws {
        let scratch = try Scratch()
        try scratch.file("file", "[]")
        try scratch.file("other.bin", [0, 1, 2])
        try scratch.file("bad.yaml", "version: 1\nchek: x\n")
        try scratch.file("empty.txt", "# nothing\n")
        let locked = try scratch.file("locked/.well-known/assetlinks.json", "[{\"relation\": [\"a\"],}]")
        chmod(locked, 0o444)
        let formats = ["sarif", "junit", "gitlab", "github", "markdown", "html"]
        for format in formats { try scratch.file(format, "old") }
        let isConfigured = end.arguments.contains("--config") || end.arguments.contains("--print-config")
        let host = end.arguments.contains("locked") ? ["--host", "a.example"] : []
        let more = host + (isConfigured ? [] : ["--no-config"]) + ["--format", "json"]
        let run = try await scratch.run(
            ["check"] + end.arguments + more + formats.flatMap { ["--output", "\($0)=\($0)"] }
        )
        #expect(run.status == end.status && run.errors.contains(end.reason), "\(run)")
        guard end.status != 64 else { return #expect(run.output == "") }
        let inputs = run.json.first?["inputs"] as? [[String: Any]] ?? []
        #expect(inputs.contains { ($0["failure"] as? String)?.contains(end.reason) == true }, "\(run)")
        for format in formats {
            let text = try scratch.text(format)
            let problems =
                switch format {
                case "sarif": ReportRules.sarif(text)
                case "junit": ReportRules.junit(text)
                case "gitlab": ReportRules.codeQuality(text).filter { $0 != "the path /dev/null" }
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
        let run = try await scratch.run(arguments + ["--json"])
        #expect([1, 2].contains(run.status) && run.json.count == 1, "\(run)")
        #expect(run.output.contains("none") && run.errors.contains("none"), "\(run)")
        let form = ["explain": "html", "diff": "markdown"][arguments[0]]
        guard let form else { return }
        let other = try await scratch.run(arguments + ["--format", form])
        #expect(other.status == 2 && other.output.contains("none"), "\(other)")
    }

    @Test func severalFormatsAreWrittenInOneRun() async throws {
        let folder = try FoundSite.folder()
        let out = try Scratch()
        let files = ["sarif", "junit", "json", "github"].map { ($0, out.url.appendingPathComponent("r.\($0)").path) }
        let run = try await FoundSite.check(folder, files.flatMap { ["--output", "\($0)=\($1)"] })
        #expect(run.status == 1 && run.output.contains("opens no app"))
        for (format, path) in files {
            let text = try String(contentsOfFile: path, encoding: .utf8)
            #expect(text.hasSuffix("\n") && text.contains("assetlinks-fingerprint-lowercase"), "\(format): \(text)")
        }
        let wrong = try await FoundSite.check(folder, ["--output", "xml=report.xml"])
        #expect(wrong.status == 64)
        let unwritable = try await FoundSite.check(folder, ["--output", "json=/dev/null/x"])
        #expect(unwritable.status == 74 && unwritable.errors.contains("cannot be written"), "\(unwritable.errors)")
    }

    @Test(arguments: [["--output", "sarif=-"], ["--write-baseline", "-"]])
    func standardOutputIsNoFile(_ options: [String]) async throws {
        let folder = try FoundSite.folder()
        let run = try await folder.run(["check", folder.url.path, "--host", "shelf.example", "--no-config"] + options)
        #expect(run.status == 64 && run.errors.contains("take files, not '-'"), "\(run)")
        #expect(!FileManager.default.fileExists(atPath: folder.url.appendingPathComponent("-").path))
    }

    @Test(arguments: ["text", "json"])
    func filesAreWrittenAlsoWhereNobodyReadsTheOutput(_ format: String) async throws {
        let folder = try FoundSite.folder()
        let command = [
            Tool.executable.path, "check", ".", "--host", "shelf.example", "--no-config", "--format", format,
            "--output", "junit=report.xml", "--write-baseline", "b.json",
        ]
        // The reader has ended when the command begins.
        let script = "{ sleep 1; \"$@\"; echo $? >status; } | true"
        _ = try await Program.run(["/bin/sh", "-c", script, "sh"] + command, in: folder.url)
        func text(_ name: String) throws -> String {
            try folder.text(name)
        }
        #expect(try text("status") == "74\n")
        #expect(try text("report.xml").hasSuffix("</testsuites>\n"))
        #expect(try text("b.json").hasSuffix("}\n"))
    }

    #if os(Linux)
    @Test(arguments: ["text", "json"])
    func oneFileThatCannotBeWrittenKeepsNoOtherFromBeingWritten(_ format: String) async throws {
        let folder = try FoundSite.folder()
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
}
