import BoltsAppLinks
import Foundation
import LoopbackServer
import Synchronization
import Testing

@testable import applinks

/// Tests `applinks mcp` by the messages that a client and the server exchange.
@Suite(.timeLimit(.minutes(20))) struct MCPTests {
    static let version = #""io.modelcontextprotocol/protocolVersion": "2026-07-28""#
    static let meta = #""_meta": {\#(version), "io.modelcontextprotocol/clientCapabilities": {}}"#

    /// Sends messages, a line each, and returns the answers by their ids; answers without an id are under `null`.
    func exchange(
        _ messages: [String],
        _ options: [String] = [],
        in folder: Scratch
    ) async throws -> [AppLinkValue: [AppLinkValue]] {
        let run = try await Tool.run(
            ["mcp"] + options,
            input: messages.joined(separator: "\n") + "\n",
            directory: folder.url
        )
        #expect(run.status == 0, "\(run.errors)")
        let answers = try run.output.split(separator: "\n").map { line in
            try AppLinkValue(jsonText: String(line), depthLimit: 64)
        }
        for answer in answers { #expect(answer["jsonrpc"] == "2.0") }
        return Dictionary(grouping: answers) { $0["id"] ?? .null }
    }

    func call(_ id: Int, _ tool: String, _ arguments: String) -> String {
        #"{"jsonrpc": "2.0", "id": \#(id), "method": "tools/call", "params": {"name": "\#(tool)", "#
            + #""arguments": \#(arguments), \#(Self.meta)}}"#
    }

    static func site() throws -> Scratch {
        let file = Samples.appleFile("ABCDE12345.com.example.app", #"{"/": "/buy/*"}"#)
        return try Scratch(["public/.well-known/apple-app-site-association": file])
    }

    @Test func discoveryNamesTheRevisionsAndEveryAnswerTheServer() async throws {
        let answers = try await exchange(
            [
                #"{"jsonrpc": "2.0", "id": "d", "method": "server/discover", "params": {\#(Self.meta)}}"#,
                #"{"jsonrpc": "2.0", "id": 2, "method": "tools/list", "params": {\#(Self.meta)}}"#,
            ],
            in: try Scratch()
        )
        let discovered = try #require(answers["d"]?.first?["result"])
        #expect(discovered["supportedVersions"]?[0] == "2026-07-28")
        #expect(discovered["capabilities"] == ["tools": [:]])
        let list = try #require(answers[2]?.first?["result"])
        for result in [discovered, list] {
            #expect(result["resultType"] == "complete")
            #expect(result["_meta"]?["io.modelcontextprotocol/serverInfo"]?["name"] == "applinks")
            #expect(result["ttlMs"]?.integer ?? 0 > 0)
            #expect(result["cacheScope"] == "public")
        }
        let tools = try #require(list["tools"]?.array)
        #expect(tools.compactMap { $0["name"]?.string } == ["check", "explain", "diff", "publish", "rule"])
        for tool in tools {
            #expect(tool["inputSchema"]?["additionalProperties"] == false)
            #expect(tool["annotations"]?["readOnlyHint"] == true)
        }
    }

    @Test func oldClientsInitializeAndGetAnswersOfTheirRevision() async throws {
        let answers = try await exchange(
            [
                #"{"jsonrpc": "2.0", "id": 0, "method": "ping"}"#,
                #"{"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": "2025-06-18", "#
                    + #""capabilities": {}, "clientInfo": {"name": "a", "version": "1"}}}"#,
                #"{"jsonrpc": "2.0", "method": "notifications/initialized"}"#,
                #"{"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "rule", "#
                    + #""arguments": {"id": "aasa-missing"}}}"#,
                #"{"jsonrpc": "2.0", "id": 3, "method": "initialize", "params": {"protocolVersion": "1999-01-01"}}"#,
            ],
            in: try Scratch()
        )
        #expect(answers[0]?.first?["result"] == [:])
        #expect(answers[1]?.first?["result"]?["protocolVersion"] == "2025-06-18")
        #expect(answers[3]?.first?["result"]?["protocolVersion"] == "2025-11-25")
        let result = try #require(answers[2]?.first?["result"])
        #expect(result["resultType"] == nil)
        #expect(result["content"]?[0]?["text"]?.string?.hasPrefix("aasa-missing (error)") == true)
    }

    static func initialize(_ version: String) -> String {
        #"{"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {"protocolVersion": "\#(version)"}}"#
    }

    /// The answers to lines; the first is the answer to `initialize`.
    func lines(_ version: String, _ messages: [String]) async throws -> [AppLinkValue] {
        let input = ([Self.initialize(version)] + messages).joined(separator: "\n") + "\n"
        let folder = try Scratch()
        let run = try await Tool.run(["mcp"], input: input, directory: folder.url)
        withExtendedLifetime(folder) {}
        return try run.output.split(separator: "\n").map { try AppLinkValue(jsonText: String($0), depthLimit: 64) }
    }

    @Test func messagesOfTheRevisionOfMarch2025MayComeAsAnArray() async throws {
        let ping = #"{"jsonrpc": "2.0", "id": 1, "method": "ping"}"#
        let call =
            #"{"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "rule", "arguments": {"id": "aasa-missing"}}}"#
        let note = #"{"jsonrpc": "2.0", "method": "notifications/initialized"}"#
        let batch = "[\(call), \(ping), \(note), 7, \(Self.initialize("2025-03-26"))]"
        let answers = try await lines("2025-03-26", [batch, "[\(note)]"])
        #expect(answers.count == 2, "\(answers)")
        guard answers.count == 2, case .array(let parts) = answers[1] else { return }
        #expect(parts.count == 4 && parts.last?["id"] == 2 && parts.last?["result"] != nil, "\(parts)")
        #expect(parts[0]["result"] == [:] && parts[1]["error"]?["code"] == -32600, "\(parts)")
        #expect(parts[2]["id"] == 0 && parts[2]["error"]?["code"] == -32600, "\(parts)")
    }

    @Test func anArrayHasABoundAndBelongsToOneRevision() async throws {
        let ping = #"{"jsonrpc": "2.0", "id": 1, "method": "ping"}"#
        let many = "[" + Array(repeating: ping, count: MCPServer.maximumBatch + 1).joined(separator: ",") + "]"
        for (version, message) in [("2025-03-26", many), ("2025-03-26", "[]"), ("2025-06-18", "[\(ping)]")] {
            let answers = try await lines(version, [message])
            #expect(answers.count == 2 && answers.last?["error"]?["code"] == -32600, "\(version): \(answers)")
        }
    }

    @Test func anArgumentIsNamedAsTheToolHasIt() async throws {
        let folder = try Self.site()
        let answers = try await exchange(
            [
                call(1, "check", #"{"input": "public"}"#), call(2, "check", #"{"input": "public", "host": "a b"}"#),
                call(3, "explain", #"{"url": "https://bob:URLSECRET@a.example/"}"#),
            ],
            in: folder
        )
        let texts = (1...3).map { id in
            answers[.integer(Int64(id))]?.first?["result"]?["content"]?[0]?["text"]?.string ?? ""
        }
        #expect(texts[0].contains("say with 'host' which host") && !texts[0].contains("--host"), "\(texts[0])")
        #expect(texts[1] == "'host' takes a host such as example.com, not a b.", "\(texts[1])")
        #expect(texts[2].contains("names a user or a password") && !texts[2].contains("URLSECRET"), "\(texts[2])")
        #expect(!texts[2].contains("Usage:"), "\(texts[2])")
    }

    @Test func aToolAnswersWhatItsCommandPrints() async throws {
        let scratch = try Self.site()
        let commands: [(id: Int, tool: String, arguments: String, line: [String])] = [
            (
                1, "check", #"{"input": "public", "host": "example.com"}"#,
                ["check", "public", "--host", "example.com", "--format", "json", "--all"]
            ),
            (
                2, "explain", #"{"url": "https://example.com/buy/1", "offline": "public", "trace": true}"#,
                ["explain", "https://example.com/buy/1", "--offline", "public", "--trace", "--json"]
            ),
            (3, "diff", #"{"from": "public", "to": "public"}"#, ["diff", "public", "public", "--format", "json"]),
        ]
        let answers = try await exchange(commands.map { call($0.id, $0.tool, $0.arguments) }, in: scratch)
        for command in commands {
            let printed = try await scratch.run(command.line).output
            let result = try #require(answers[.integer(Int64(command.id))]?.first?["result"])
            #expect(result["isError"] == false)
            #expect(result["structuredContent"] == (try AppLinkValue(jsonText: printed)))
            let text = try #require(result["content"]?[0]?["text"]?.string)
            #expect(result["structuredContent"] == (try AppLinkValue(jsonText: text)))
        }
    }

    @Test(
        .tags(.th85),
        arguments: [
            (#"{"input": "/etc/hostname"}"#, "may read"), (#"{"input": "../"}"#, "may read"),
            (#"{"input": "out"}"#, "may read"), (#"{"input": "file:///etc/hostname"}"#, "only http and https"),
            (#"{"input": "public", "offline": "/etc"}"#, "may read"),
            (#"{"input": "public", "app": ["/etc"]}"#, "may read"),
            (#"{"input": "http://127.0.0.1:9/"}"#, "127.0.0.1"), (#"{"input": "--help"}"#, "may read"),
            (#"{"input": "public", "host": "--help"}"#, "'host' takes a host"),
            (#"{}"#, "'input' is missing"), (#"{"input": 1}"#, "'input' takes a text"),
            (#"{"input": "public", "apple_cdn": "yes"}"#, "takes true or false"), (#"[]"#, "not an object"),
            (#"{"input": "public", "hosts": []}"#, "there is no argument 'hosts'"),
        ]
    )
    func whatAClientMayNotAskForIsAnErrorOfTheTool(arguments: String, part: String) async throws {
        let scratch = try Self.site()
        try scratch.link("out", to: "/etc")
        let answers = try await exchange([call(1, "check", arguments)], in: scratch)
        let result = try #require(answers[1]?.first?["result"])
        #expect(result["isError"] == true)
        #expect(result["content"]?[0]?["text"]?.string?.contains(part) == true, "\(result)")
    }

    @Test(
        .tags(.th85),
        arguments: [
            ("check", #"{"input": "./x://../outside.html"}"#),
            ("diff", #"{"from": "public", "to": "./x://../outside.html"}"#),
            ("diff", #"{"from": "git:HEAD:public", "to": "public"}"#),
            ("publish", #"{"description": "site.json", "compare": "./x://../outside.html"}"#),
            ("publish", #"{"description": "site.json", "compare": "file:///etc/hostname"}"#),
        ]
    )
    func aPathThatLooksLikeAURLStaysInTheFolder(tool: String, arguments: String) async throws {
        let scratch = try Scratch()
        // The name of a folder may end with a colon.
        try scratch.file("x:/a.html", "")
        try scratch.file("outside.html", #"<meta property="al:ios:url" content="s3cr3t">"#)
        try scratch.file("inside/site.json", "{}")
        try scratch.file("inside/public/.well-known/assetlinks.json", "[]")
        let answers = try await exchange([call(1, tool, arguments)], ["--folder", "inside"], in: scratch)
        let result = try #require(answers[1]?.first?["result"])
        let text = try #require(result["content"]?[0]?["text"]?.string)
        #expect(result["isError"] == true)
        #expect(text.contains("may read") && !text.contains("s3cr3t"), "\(text)")
    }

    @Test(.tags(.th85), arguments: ["apps: [../secret]", "check: ../secret", "LINK"])
    func settingsOfTheFolderReachNothingOutside(_ settings: String) async throws {
        let scratch = try Scratch()
        // The repository is larger than the folder that the server may read.
        try scratch.file(".git/HEAD", "")
        try scratch.file("secret/app/src/main/AndroidManifest.xml", "<manifest package=\"s3cr3t.app\"/>")
        try scratch.file("secret/outer.yaml", "version: 1\nhost: s3cr3t.example\n")
        try scratch.file("inside/public/.well-known/assetlinks.json", "[]")
        if settings == "LINK" {
            try scratch.link("inside/.applinks.yaml", to: "../secret/outer.yaml")
        } else {
            try scratch.file("inside/.applinks.yaml", "version: 1\nhost: a.example\n\(settings)\n")
        }
        let answers = try await exchange(
            [call(1, "check", #"{"input": "public"}"#)],
            ["--folder", "inside"],
            in: scratch
        )
        let result = try #require(answers[1]?.first?["result"])
        #expect(!"\(result)".contains("s3cr3t"), "\(result)")
        #expect("\(result)".contains("outside") || "\(result)".contains("leads out of"), "\(result)")
    }

    @Test func theDecisionsAreThoseOfTheFolder() async throws {
        let scratch = try Scratch()
        try scratch.file("inside/public/.well-known/assetlinks.json", "[]")
        try scratch.file("inside/.git/HEAD", "")
        try scratch.file(".applinks.yaml", "version: 1\nhost: outer.example\n")
        let message = call(1, "check", #"{"input": "public"}"#)
        let without = try await exchange([message], ["--folder", "inside"], in: scratch)
        #expect(without[1]?.first?["result"]?["isError"] == true, "\(without)")
        try scratch.file("inside/.applinks.yaml", "version: 1\nhost: inner.example\n")
        let with = try await exchange([message], ["--folder", "inside"], in: scratch)
        let result = try #require(with[1]?.first?["result"])
        #expect(result["isError"] == false)
        #expect(result["content"]?[0]?["text"]?.string?.contains("https://inner.example/") == true, "\(result)")
    }

    @Test(.tags(.th85)) func explainDoesNotTellWhichFilesThereAre() async throws {
        let scratch = try Scratch()
        let path = try scratch.file("outside.html", "")
        let answers = try await exchange([call(1, "explain", #"{"url": "\#(path)"}"#)], in: scratch)
        let result = try #require(answers[1]?.first?["result"])
        #expect(result["isError"] == true)
        #expect(result["content"]?[0]?["text"]?.string?.hasSuffix("not \(path).") == true, "\(result)")
    }

    @Test(.tags(.th85)) func aFolderIsNoDescription() async throws {
        let scratch = try Scratch(["site.yaml": "s3cr3t: [", "inside/public/.well-known/assetlinks.json": "[]"])
        let message = call(1, "publish", #"{"description": "public"}"#)
        let answers = try await exchange([message], ["--folder", "inside"], in: scratch)
        let result = try #require(answers[1]?.first?["result"])
        #expect(result["isError"] == true)
        #expect(result["content"]?[0]?["text"] == "public is a folder: name a file", "\(result)")
    }

    @Test(.tags(.th85)) func nothingIsWrittenUnlessAFolderIsNamed() async throws {
        let scratch = try Scratch()
        let described = try await scratch.run([
            "init", "site.json", "--host", "lakrids.dk", "--name", "Kogebog", "--package", "dk.lakrids.kogebog",
            "--fingerprint", Samples.fingerprint, "--open", "/buy/*",
        ])
        #expect(described.status == 0, "\(described)")
        try FileManager.default.createDirectory(
            at: scratch.url.appendingPathComponent("public"),
            withIntermediateDirectories: true
        )
        let file = scratch.url.appendingPathComponent("public/.well-known/assetlinks.json")
        let write = call(1, "publish", #"{"description": "site.json", "write": true}"#)
        let refused = try await exchange([write], in: scratch)
        #expect(refused[1]?.first?["result"]?["isError"] == true)
        #expect(!FileManager.default.fileExists(atPath: file.path))
        let compare = call(2, "publish", #"{"description": "site.json", "compare": "public"}"#)
        let before = try await exchange([compare], in: scratch)
        #expect(before[2]?.first?["result"]?["structuredContent"]?["differences"]?.array?.isEmpty == false)
        let written = try await exchange([write], ["--write", "public"], in: scratch)
        #expect(written[1]?.first?["result"]?["isError"] == false, "\(written)")
        #expect(FileManager.default.fileExists(atPath: file.path))
        let after = try await exchange([compare], in: scratch)
        #expect(after[2]?.first?["result"]?["structuredContent"]?["differences"] == [])
    }

    /// Xcode's project names files relative to its parent folder, which the server may not be allowed to read.
    @Test(.tags(.th85), arguments: ["project.pbxproj", "./project.pbxproj", "PATH/project.pbxproj", "."])
    func aProjectFileReadsNothingBesideTheFolder(_ input: String) async throws {
        let scratch = try Scratch()
        try scratch.file(
            "secret/App.entitlements",
            """
            <plist version="1.0"><dict><key>com.apple.developer.associated-domains</key>
            <array><string>applinks:s3cr3t.example</string></array></dict></plist>
            """
        )
        let project = """
            // !$*UTF8*$!
            { archiveVersion = 1; classes = {}; objectVersion = 56; rootObject = P1; objects = {
            P1 = { isa = PBXProject; buildConfigurationList = L0; targets = (T1); };
            T1 = { isa = PBXNativeTarget; name = Shelf; productType = "com.apple.product-type.application"; buildConfigurationList = L1; };
            L0 = { isa = XCConfigurationList; buildConfigurations = (C0); };
            L1 = { isa = XCConfigurationList; buildConfigurations = (C1); };
            C0 = { isa = XCBuildConfiguration; name = Release; buildSettings = {}; };
            C1 = { isa = XCBuildConfiguration; name = Release; buildSettings = { CODE_SIGN_ENTITLEMENTS = secret/App.entitlements;
            DEVELOPMENT_TEAM = QX7SAMPLE1; PRODUCT_BUNDLE_IDENTIFIER = example.shelf; }; };
            }; }
            """
        try scratch.file("inside/project.pbxproj", project)
        let path = input.replacingOccurrences(of: "PATH", with: scratch.url.path + "/inside")
        let answers = try await exchange(
            [call(1, "check", "{\"input\": \"\(path)\"}")],
            ["--folder", "inside"],
            in: scratch
        )
        #expect(!"\(answers)".contains("s3cr3t"), "\(answers)")
        // The folder of an Xcode project cannot limit the server, because the project's files are outside it.
        try scratch.file("Shelf.xcodeproj/project.pbxproj", project)
        let run = try await Tool.run(["mcp", "--folder", "Shelf.xcodeproj"], input: "", directory: scratch.url)
        #expect(run.status == 2 && run.errors.contains("beside itself"), "\(run)")
    }

    /// Clients must not learn the names of files in the folder in which the server was started.
    @Test(.tags(.th85), arguments: ["git:HEAD:public", "git:HEAD^{/(://)?}:public"])
    func aRevisionIsNoSource(_ revision: String) async throws {
        let scratch = try Scratch(["inside/public/.well-known/assetlinks.json": "[]"])
        let answers = try await exchange(
            [call(1, "diff", "{\"from\": \"\(revision)\", \"to\": \"public\"}")],
            ["--folder", "inside"],
            in: scratch
        )
        let text = try #require(answers[1]?.first?["result"]?["content"]?[0]?["text"]?.string)
        #expect(text.contains("is a revision of Git"), "\(text)")
    }

    @Test(.tags(.th85)) func aHostIsAskedWhateverFilesThereAreElsewhere() async throws {
        let scratch = try Scratch(["there.invalid": "s3cr3t", "inside/public/.well-known/assetlinks.json": "[]"])
        for host in ["there.invalid", "where.invalid"] {
            let answers = try await exchange(
                [call(1, "check", "{\"input\": \"\(host)\"}")],
                ["--folder", "inside"],
                in: scratch
            )
            let text = try #require(answers[1]?.first?["result"]?["content"]?[0]?["text"]?.string)
            #expect(text.contains("\(host)") && !text.contains("neither a URL") && !text.contains("s3cr3t"), "\(text)")
        }
    }
}
