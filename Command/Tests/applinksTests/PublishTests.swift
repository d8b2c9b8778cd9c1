import Foundation
import LoopbackServer
import Testing

@Suite(.timeLimit(.minutes(20))) struct PublishTests {
    static let fingerprint =
        "B1:8A:19:66:43:11:58:F5:97:F0:33:66:41:5F:C1:24:"
        + "1F:6E:99:91:9B:2E:37:63:13:DD:12:0A:17:C6:E7:90"

    static let site = """
        version: 1
        hosts: [lakrids.dk]
        apps:
          - name: Kogebog
            apple: {team: R2TQ9MZ7K4, bundle: dk.lakrids.kogebog, appStore: 1180541216, scheme: kogebog}
            android:
              package: dk.lakrids.kogebog
              fingerprints:
                - \(fingerprint)
              scheme: kogebog
        open:
          - /recipes/*
        exclude:
          - /recipes/drafts/*

        """

    private static func scratch(_ site: String = site) throws -> Scratch {
        let scratch = try Scratch(["site.yaml": site])
        return scratch
    }

    private func publish(_ scratch: Scratch, _ arguments: String...) async throws -> Tool.Run {
        try await publish(scratch, arguments)
    }

    private func publish(_ scratch: Scratch, _ arguments: [String]) async throws -> Tool.Run {
        try await Tool.run(["publish", scratch.url.path + "/site.yaml"] + arguments)
    }

    @Test func whatIsPublishedPassesTheCheckWithoutAFinding() async throws {
        let scratch = try Self.scratch()
        let out = scratch.url.path + "/public"
        let run = try await publish(scratch, "--out", out)
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.output.contains("public/.well-known/apple-app-site-association: written"))
        #expect(run.errors.contains("site.yaml:14:5: warning: exclude[0]: Android 14 and older open"), "\(run.errors)")
        let page = try await publish(scratch, "--page", "https://lakrids.dk/recipes/1.html")
        try scratch.file("public/recipes/1.html", "<!doctype html><head>\(page.output)</head>")
        let check = try await Tool.run(["check", out, "--host", "lakrids.dk", "--fail-on", "note"])
        #expect(check.status == 0, "\(check.output)")
    }

    /// The article's own description, word for word.
    @Test func theDocumentedDescriptionCanBePublished() async throws {
        let article = Tool.repository.appendingPathComponent(
            "SiteCheck/Sources/BoltsSiteCheck/Documentation.docc/PublishYourLinks.md"
        )
        let text = try String(contentsOf: article, encoding: .utf8)
        let start = try #require(text.range(of: "```yaml\n"))
        let end = try #require(text.range(of: "```\n", range: start.upperBound..<text.endIndex))
        let scratch = try Self.scratch(String(text[start.upperBound..<end.lowerBound]))
        let run = try await publish(scratch, "--out", scratch.url.path + "/public")
        #expect(run.status == 0 && run.output.contains("assetlinks.json: written"), "\(run.errors)")
        #expect(run.errors.split(separator: "\n").allSatisfy { $0.contains(": warning: ") }, "\(run.errors)")
        let check = try await Tool.run(["check", scratch.url.path + "/public", "--host", "lakrids.dk"])
        #expect(check.output.contains("no finding"), "\(check.output)")
    }

    @Test func filesAreReplacedInOneStepAndNothingElseIsTouched() async throws {
        let scratch = try Self.scratch()
        let out = scratch.url.path + "/public"
        let links = try scratch.file("public/.well-known/assetlinks.json", "[]")
        try scratch.file("public/.well-known/security.txt", "Contact: x")
        #expect(try await publish(scratch, "--out", out).output.contains("assetlinks.json: replaced"))
        #expect(try String(contentsOfFile: links, encoding: .utf8).contains(Self.fingerprint))
        let names = try FileManager.default.contentsOfDirectory(atPath: out + "/.well-known").sorted()
        #expect(names == ["apple-app-site-association", "assetlinks.json", "security.txt"])
        let permissions = try FileManager.default.attributesOfItem(
            atPath: out + "/.well-known/apple-app-site-association"
        )[.posixPermissions]
        #expect((permissions as? NSNumber).map { $0.intValue & 0o044 } == 0o044, "a server must be able to read it")
        let again = try await publish(scratch, "--out", out)
        #expect(again.output.contains("assetlinks.json: unchanged") && !again.output.contains("replaced"))
    }

    @Test func aFolderThatCannotBeWrittenIsOneClearLine() async throws {
        let scratch = try Self.scratch()
        try scratch.file("public/.well-known", "a file where a folder is wanted")
        let run = try await publish(scratch, "--out", scratch.url.path + "/public")
        #expect(run.status == 2)
        #expect(run.errors.contains("apple-app-site-association cannot be written"), "\(run.errors)")
    }

    @Test func theLinesForTheAppsGoToAFolderOfTheirOwn() async throws {
        let scratch = try Self.scratch()
        let run = try await publish(scratch, "--apps", scratch.url.path + "/mobile")
        #expect(run.status == 0)
        let path = scratch.url.path + "/mobile/android/dk.lakrids.kogebog.manifest.xml"
        #expect(try String(contentsOfFile: path, encoding: .utf8).contains("android:pathPrefix=\"/recipes/\""))
        #expect(!FileManager.default.fileExists(atPath: scratch.url.path + "/mobile/.well-known"))
    }

    @Test func aFolderIsComparedWithTheDescription() async throws {
        let scratch = try Self.scratch()
        let out = scratch.url.path + "/public"
        _ = try await publish(scratch, "--out", out)
        let same = try await publish(scratch, "--check", out)
        #expect(same.status == 0 && same.output == "\(out)/: as described\n", "\(same.output)")
        #expect(try await publish(scratch, "--check", "--out", out).status == 0)
        let empty = Samples.appleFile("R2TQ9MZ7K4.dk.lakrids.kogebog", "")
        try scratch.file("public/.well-known/apple-app-site-association", empty)
        let run = try await publish(scratch, "--check", out)
        #expect(run.status == 1)
        let file = "\(out)/.well-known/apple-app-site-association"
        let line = "\(file): error: R2TQ9MZ7K4.dk.lakrids.kogebog does not open https://"
        #expect(run.output.hasPrefix(line), "\(run.output)")
        #expect(run.output.split(separator: "\n").allSatisfy { $0.hasPrefix(line) })
    }

    /// A description with sign-in files, and the folder to which it is published.
    private static func publishedWithSignIn() async throws -> (Scratch, String) {
        let scratch = try Self.scratch(Self.site + "signIn:\n  relatedOrigins: [https://kogebog.example]\n")
        let out = scratch.url.path + "/public"
        let run = try await Tool.run(["publish", scratch.url.path + "/site.yaml", "--out", out])
        #expect(run.status == 0 && run.output.contains("webauthn: written"), "\(run)")
        return (scratch, out)
    }

    @Test func theFolderOfOutIsComparedBesideOthers() async throws {
        let scratch = try Self.scratch()
        let (out, other) = (scratch.url.path + "/public", scratch.url.path + "/other")
        for folder in [out, other] { #expect(try await publish(scratch, "--out", folder).status == 0) }
        #expect(try await publish(scratch, "--check", other, "--out", out).status == 0)
        try scratch.file("public/.well-known/assetlinks.json", "[]")
        let run = try await publish(scratch, "--check", other, "--out", out)
        #expect(run.status == 1 && run.output.contains("other/: as described"), "\(run)")
        let once = try await publish(scratch, "--check", out, "--out", out, "--json")
        #expect((once.json.first?["compared"] as? [String])?.count == 1, "\(once)")
    }

    @Test func signInFilesOfAFolderAreCompared() async throws {
        let (scratch, out) = try await Self.publishedWithSignIn()
        #expect(try await publish(scratch, "--check", out).status == 0)
        try scratch.file("public/.well-known/webauthn", #"{"origins": ["https://other.example"]}"#)
        let run = try await publish(scratch, "--check", out)
        #expect(run.status == 1)
        let line = "\(out)/.well-known/webauthn:1:13: error: The file lacks \"https://kogebog.example\".\n"
        #expect(run.output == line, "\(run)")
        #expect(try await publish(scratch, "--out", out).output.contains("webauthn: replaced"))
        #expect(try await publish(scratch, "--check", out).status == 0)
    }

    @Test func signInFilesOfAHostAreCompared() async throws {
        let (scratch, out) = try await Self.publishedWithSignIn()
        let server = try LoopbackServer { request, connection in
            guard !request.target.hasSuffix("webauthn"),
                let file = try? String(contentsOfFile: out + request.target, encoding: .utf8)
            else { return connection.respond(404, ["Content-Type: text/html"], body: "no") }
            connection.respond(200, ["Content-Type: application/json"], body: file)
        }
        defer { server.stop() }
        let run = try await publish(scratch, "--check", "--origin", server.url().absoluteString, "--allow-private")
        #expect(run.status == 1)
        #expect(
            run.output.hasPrefix("https://lakrids.dk/.well-known/webauthn: error: The file is not there."),
            "\(run)"
        )
    }

    @Test(arguments: [[], ["--read-error-pages"]]) func aHostThatFailsIsNotCompared(_ more: [String]) async throws {
        let (scratch, _) = try await Self.publishedWithSignIn()
        let server = try LoopbackServer { _, connection in connection.respond(500, body: "no") }
        defer { server.stop() }
        let closed = try ClosedPort()
        for (origin, reason) in [
            (server.url().absoluteString, "The server answered with status 500."),
            ("http://127.0.0.1:\(closed.port)", "cannot be reached"),
        ] {
            let run = try await publish(scratch, ["--check", "--origin", origin, "--allow-private"] + more)
            #expect(run.status == 2, "\(run)")
            let file = "https://lakrids.dk/.well-known/apple-app-site-association"
            #expect(run.output.contains("\(file): error: The file could not be read."), "\(run)")
            #expect(run.output.contains(reason) && !run.output.contains("is not there"), "\(run)")
        }
        withExtendedLifetime(closed) {}
    }

    @Test func aSignInFileThatTheServerFailsToServeIsNotCompared() async throws {
        let (scratch, out) = try await Self.publishedWithSignIn()
        let server = try LoopbackServer { request, connection in
            guard !request.target.hasSuffix("webauthn"),
                let file = try? String(contentsOfFile: out + request.target, encoding: .utf8)
            else { return connection.respond(500, body: "no") }
            connection.respond(200, ["Content-Type: application/json"], body: file)
        }
        defer { server.stop() }
        let origin = ["--origin", server.url().absoluteString, "--allow-private", "--json"]
        let run = try await publish(scratch, ["--check"] + origin)
        #expect(run.status == 2, "\(run)")
        #expect(run.output.contains("\"unreadable\"") && run.output.contains("\"failure\""), "\(run)")
        #expect(!run.output.contains("\"missing\""), "\(run)")
    }

    @Test func aHostIsComparedWithTheDescription() async throws {
        let scratch = try Self.scratch()
        let out = scratch.url.path + "/public"
        _ = try await publish(scratch, "--out", out)
        let file = try String(contentsOfFile: out + "/.well-known/apple-app-site-association", encoding: .utf8)
        let server = try LoopbackServer { request, connection in
            if request.target == "/.well-known/apple-app-site-association" {
                connection.respond(200, ["Content-Type: application/json"], body: file)
            } else {
                connection.respond(404, ["Content-Type: text/html"], body: "no")
            }
        }
        defer { server.stop() }
        let run = try await publish(scratch, "--check", "--origin", server.url().absoluteString, "--allow-private")
        #expect(run.status == 1)
        #expect(run.output.hasPrefix("https://lakrids.dk/.well-known/assetlinks.json: error: "), "\(run.output)")
        #expect(!run.output.contains("apple-app-site-association"))
    }

    @Test func theTagsOfAPageAreComparedWithTheDescription() async throws {
        let scratch = try Self.scratch()
        let server = try LoopbackServer { _, connection in
            connection.respond(
                200,
                ["Content-Type: text/html"],
                body: "<!doctype html><meta property='al:ios:url' content='old://1'>"
            )
        }
        defer { server.stop() }
        let address = server.url().absoluteString + "/recipes/1"
        let run = try await publish(scratch, "--check", "--page", address, "--allow-private")
        #expect(run.status == 1)
        #expect(run.output.hasPrefix("\(address): error: The page has property \"al:ios:url\""), "\(run)")
    }

    @Test func jsonHoldsFilesWarningsAndTags() async throws {
        let scratch = try Self.scratch()
        let run = try await publish(
            scratch,
            "--out",
            scratch.url.path + "/public",
            "--page",
            "https://lakrids.dk/recipes/1",
            "--json"
        )
        let report = try #require(run.json.first)
        #expect((report["files"] as? [[String: Any]])?.count == 2)
        #expect((report["problems"] as? [[String: Any]])?.first?["line"] as? Int == 14)
        #expect((report["pages"] as? [[String: Any]])?.first?["html"] as? String != "")
    }

    @Test(arguments: [
        ("hosts: [lakrids.dk]", "host: [lakrids.dk]", "2:1: error: host: \"host\" is not a known key."),
        ("name: Kogebog", "name: 7", "4:5: error: apps[0].name: This must be a string"),
        ("B1:8A", "b1:8a", "9:11: error: apps[0].android.fingerprints[0]: "),
        ("- /recipes/*", "- recipes/*", "12:5: error: open[0].path: \"recipes/*\" does not begin with a slash."),
        ("version: 1", "version: 1\nversion: 1", "1:1: error: \"version\" occurs twice here."),
        ("version: 1", "version: [", "3:1: error: This is not YAML"),
        ("version: 1", "? [a]\n: 1", "1:3: error: A key is not a text."),
    ])
    func mistakesAreNamedWithTheirLine(_ old: String, _ new: String, _ wanted: String) async throws {
        let scratch = try Self.scratch(Self.site.replacingOccurrences(of: old, with: new))
        let run = try await publish(scratch, "--out", scratch.url.path + "/public")
        #expect(run.status == 2)
        #expect(run.errors.contains("site.yaml:\(wanted)"), "\(run.errors)")
        #expect(!FileManager.default.fileExists(atPath: scratch.url.path + "/public"))
    }

    @Test func aRuleCanBeLimitedToAPlatform() async throws {
        let rule = "- path: /*/new\n    platforms: [apple]"
        let text = Self.site.replacingOccurrences(of: "- /recipes/*\n", with: "- /recipes/*\n  \(rule)\n")
        let scratch = try Self.scratch(text)
        let run = try await publish(scratch, "--out", scratch.url.path + "/public")
        #expect(run.status == 0 && run.errors.contains("site.yaml:13:5: warning: open[1]: "), "\(run.errors)")
        let refused = try Self.scratch(text.replacingOccurrences(of: "[apple]", with: "[apple, android]"))
        let second = try await publish(refused, "--out", refused.url.path + "/public")
        #expect(second.status == 2 && second.errors.contains("On Android a star ends"), "\(second.errors)")
    }

    @Test func aliasesThatMultiplyAreRefused() async throws {
        var text = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n"
        for level in 1..<9 {
            let list = Array(repeating: "*a\(level - 1)", count: 9).joined(separator: ", ")
            text += "a\(level): &a\(level) [\(list)]\n"
        }
        let scratch = try Self.scratch(text)
        let run = try await publish(scratch, "--out", scratch.url.path + "/public")
        #expect(run.status == 2 && run.errors.contains("more than 100000 values"), "\(run.errors)")
    }

    @Test func otherEncodingsAreRefused() async throws {
        let scratch = try Scratch()
        let path = try scratch.file("site.yaml", Array(Self.site.utf8) + [0xE9])
        let run = try await Tool.run(["publish", path, "--out", scratch.url.path + "/public"])
        #expect(run.status == 2 && run.errors.contains("is not UTF-8"), "\(run.errors)")
    }

    @Test func brokenNestingIsRefused() async throws {
        let scratch = try Self.scratch(String(repeating: "[", count: 100_000))
        let run = try await publish(scratch, "--out", scratch.url.path + "/public")
        #expect(run.status == 2 && run.errors.contains("This is not YAML"), "\(run.errors)")
    }

    /// The option is empty, as with an unset variable of a script.
    @Test(arguments: ["--out", "--apps"]) func anEmptyPathIsNoFolder(_ option: String) async throws {
        let run = try await publish(Self.scratch(), option, "")
        #expect(run.status == 64 && run.errors.contains("\(option) takes the path of a folder"), "\(run)")
    }

    @Test func theCommandLineIsChecked() async throws {
        let scratch = try Self.scratch()
        #expect(try await publish(scratch).status == 64)
        #expect(try await publish(scratch, scratch.url.path).status == 64)
        #expect(try await publish(scratch, "other.yaml", "--check").status == 64)
        let missing = try await Tool.run(["publish", "no-such.yaml", "--out", scratch.url.path])
        #expect(missing.status == 2 && missing.errors.contains("'applinks init'"), "\(missing.errors)")
    }
}
