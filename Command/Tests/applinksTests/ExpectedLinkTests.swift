import Foundation
import Testing

/// Tests `links:` of `.applinks.yaml` and `--expect`, which define expectations for links.
@Suite(.timeLimit(.minutes(20))) struct ExpectedLinkTests {
    private static let apple = """
        {"applinks": {"details": [{"appIDs": ["QX7SAMPLE1.org.sample.shelf"], "components":
        [{"/": "/oauth/*", "exclude": true}, {"/": "*"}]}]}}
        """

    /// A site for Apple's devices, with settings beside it.
    private static func project(_ links: String) throws -> Scratch {
        let scratch = try Scratch(["public/.well-known/apple-app-site-association": apple])
        try scratch.file(
            ".applinks.yaml",
            "version: 1\ncheck: public\nhost: shelf.example\nplatforms: apple\nlinks:\n\(links)"
        )
        return scratch
    }

    private static func run(_ links: String, _ more: [String] = []) async throws -> Tool.Run {
        let scratch = try project(links)
        defer { withExtendedLifetime(scratch) {} }
        return try await scratch.run(["check"] + more)
    }

    private static let good = """
          - url: https://shelf.example/item/42
            opens: org.sample.shelf
          - url: /oauth/callback
            stays: browser

        """
    private static let wrong = """
          - {url: /item/7, stays: browser}
          - {url: /oauth/7, opens: QX7SAMPLE1.org.sample.shelf}

        """

    @Test func aSuiteThatHoldsPasses() async throws {
        let run = try await Self.run(Self.good)
        #expect(run.status == 0 && run.output.contains("public: links: 2 as expected\n"), "\(run.output)\(run.errors)")
    }

    @Test func eachLinkThatFailsIsNamedWithItsLineCauseAndFix() async throws {
        let run = try await Self.run(Self.good + Self.wrong)
        #expect(run.status == 1, "\(run.output)\(run.errors)")
        #expect(
            run.output.contains(".applinks.yaml:10:5: error: https://shelf.example/item/7 must stay in the browser.")
        )
        #expect(run.output.contains(".applinks.yaml:11:5: error: https://shelf.example/oauth/7 must open QX7SAMPLE1"))
        #expect(run.flat.contains("fix: Put {\"/\": \"/item/7\", \"exclude\": true} before the other components"))
        #expect(run.output.contains("links: 2 as expected, 2 not\n"), "\(run.output)")
    }

    @Test func everyFormatNamesTheLinks() async throws {
        let links = Self.good + Self.wrong
        let junit = try await Self.run(links, ["--format", "junit"])
        #expect(
            junit.output.contains("name=\"https://shelf.example/item/42 opens org.sample.shelf\""),
            "\(junit.output)"
        )
        #expect(junit.output.contains("name=\"https://shelf.example/item/7 stays in the browser\""), "\(junit.output)")
        #expect(!junit.output.contains("name=\"link-must-stay\""), "\(junit.output)")
        #expect(junit.output.contains("failures=\"2\""), "\(junit.output)")
        let json = try await Self.run(links, ["--format", "json"])
        #expect(json.output.contains("\"status\":\"failed\"") && json.output.contains("\"stays\":\"browser\""))
        for format in ["sarif", "markdown", "html", "gitlab", "github"] {
            let run = try await Self.run(links, ["--format", format])
            #expect(run.status == 1 && run.output.contains("must stay in the browser"), "\(format): \(run.output)")
        }
    }

    @Test func whatAManifestDecidesThatWasNotReadEndsWithTwo() async throws {
        let scratch = try Self.project("")
        try scratch.file(
            ".applinks.yaml",
            "version: 1\ncheck: public\nhost: shelf.example\nlinks:\n  - {url: /oauth/1, stays: browser, platforms: android}\n"
        )
        let print =
            "AB:13:A0:5E:91:C4:2D:68:FE:07:39:B2:84:5C:D1:6A:20:EF:97:43:0B:8D:F6:51:C8:3A:75:E2:19:AC:64:D0"
        try scratch.file("public/.well-known/assetlinks.json", Samples.assetLinks("org.sample.shelf", print))
        let run = try await scratch.run(["check"])
        #expect(run.status == 2, "\(run.output)\(run.errors)")
        #expect(
            run.errors.contains("not decided whether https://shelf.example/oauth/1 stays in the browser"),
            "\(run.errors)"
        )
        let junit = try await scratch.run(["check", "--format", "junit"])
        #expect(
            junit.output.contains("<error message=\"Android: the answer depends on the manifest of org.sample.shelf"),
            "\(junit.output)"
        )
    }

    @Test func oneURLIsAskedOnTheCommandLine() async throws {
        let scratch = try Self.project(Self.good)
        func check(_ path: String, _ expected: String) async throws -> Tool.Run {
            try await scratch.run([
                "check", "https://shelf.example\(path)", "--offline", "public", "--expect", expected,
            ])
        }
        let stays = try await check("/oauth/1", "browser")
        #expect(stays.status == 0 && stays.output.contains("links: 1 as expected"), "\(stays.output)\(stays.errors)")
        #expect(try await check("/item/1", "org.sample.shelf").status == 0)
        let open = try await check("/item/1", "browser")
        #expect(open.status == 1 && open.output.contains("[link-must-stay]"), "\(open.output)")
        let other = try await check("/item/1", "org.sample.other")
        #expect(other.status == 1 && other.output.contains("[link-must-open]"), "\(other.output)")
        let folder = try await scratch.run(["check", "public", "--expect", "browser"])
        #expect(folder.status == 64, "\(folder.errors)")
    }

    @Test(arguments: [
        ("  - url: /a\n", "say what the link must do"), ("  - {url: /a, stays: app}\n", "write stays: browser"),
        ("  - {url: 'ftp://a.example/', stays: browser}\n", "write a URL"), ("  - {opens: a.b}\n", "name the link"),
        ("  - {url: /a, opens: QX7SAMPLE1.org.sample.shelf, platforms: android}\n", "of none of these platforms"),
        ("  - {url: /a, stays: browser, on: android}\n", "not a known member"),
        ("  - {url: /a, app: org.sample.shelf}\n", "did you mean opens?"),
    ])
    func aMistakeInTheListIsNamed(_ link: String, _ reason: String) async throws {
        let run = try await Self.run(link)
        #expect(run.status == 2 && run.errors.contains(reason), "\(run.errors)")
    }

    @Test func linksOfOtherHostsAreLeftOutWhereInputsAreNamed() async throws {
        let run = try await Self.run("  - {url: 'https://other.example/a', stays: browser}\n", ["public"])
        #expect(run.status == 0 && run.errors.contains("1 link of the settings left out"), "\(run.output)\(run.errors)")
        let accepted = try await Self.run(
            Self.wrong + "ignore:\n  - {rule: link-must-stay, reason: soon}\n  - {rule: link-must-open, reason: soon}\n"
        )
        #expect(accepted.status == 0, "\(accepted.output)")
    }

    @Test func aFirstListIsWrittenAndHolds() async throws {
        let scratch = try Self.project(Self.good)
        let path = scratch.url.appendingPathComponent(".applinks.yaml").path
        let kept = try await scratch.run(["init", "--links", "public", "--host", "shelf.example"])
        #expect(kept.status == 2 && kept.errors.contains("--force"), "\(kept.errors)")
        let run = try await scratch.run(["init", "--links", "public", "--host", "shelf.example", "--force"])
        #expect(run.status == 0 && run.output.contains("with 3 links"), "\(run.output)\(run.errors)")
        let text = try String(contentsOfFile: path, encoding: .utf8)
        #expect(text.contains("/oauth/x") && text.contains("stays: browser"), "\(text)")
        let check = try await scratch.run(["check"])
        #expect(check.status == 0 && check.output.contains("links: 3 as expected"), "\(check.output)\(check.errors)")
    }

    /// As in `check`, the project of the folder decides in `init`.
    @Test func theProjectOfTheFolderDecidesInAFirstList() async throws {
        let scratch = try Scratch(["public/.well-known/apple-app-site-association": Self.apple])
        let ios = "{\"bundleIdentifier\": \"org.sample.shelf\", \"appleTeamId\": \"QX7SAMPLE1\","
        let json = "{\"expo\": {\"ios\": \(ios) \"associatedDomains\": [\"applinks:other.example\"]}}}"
        try scratch.file("app.json", json)
        let arguments = ["init", "--links", "public", "--host", "shelf.example"]
        let written = try await scratch.run(arguments)
        #expect(written.status == 0, "\(written)")
        let check = try await scratch.run(["check"])
        #expect(check.output.contains("as expected") && !check.output.contains("link-must"), "\(check)")
    }

    /// The apps of the settings decide in `init` and `diff`, as they do in `check`.
    @Test(arguments: [("shelf.example", true), ("other.example", false)])
    func theAppsOfTheSettingsDecide(_ host: String, _ opens: Bool) async throws {
        let scratch = try Self.project(Self.good)
        let ios = "{\"bundleIdentifier\": \"org.sample.shelf\", \"appleTeamId\": \"QX7SAMPLE1\","
        let json = "{\"expo\": {\"ios\": \(ios) \"associatedDomains\": [\"applinks:\(host)\"]}}}"
        try scratch.file("app/app.json", json)
        try scratch.file(
            ".applinks.yaml",
            "version: 1\ncheck: public\nhost: shelf.example\napps: [app]\nplatforms: apple\nlinks:\n\(Self.good)"
        )
        try scratch.file(
            "next/.well-known/apple-app-site-association",
            Self.apple.replacing("{\"/\": \"*\"}", with: "{\"/\": \"*\", \"exclude\": true}")
        )
        let diff = try await scratch.run(["diff", "public", "next", "--host", "shelf.example"])
        #expect(diff.output.contains("broken: https://shelf.example/item/42") == opens, "\(diff)")
        let written = try await scratch.run(["init", "--links", "public", "--host", "shelf.example", "--force"])
        #expect(written.status == 0, "\(written)")
        let path = scratch.url.appendingPathComponent(".applinks.yaml").path
        let text = try String(contentsOfFile: path, encoding: .utf8)
        #expect(text.contains("opens:") == opens && text.contains("apps:\n  - \"app\"\n"), "\(text)")
        let check = try await scratch.run(["check"])
        #expect(check.errors.contains("as expected") || check.output.contains("as expected"), "\(check)")
    }

    @Test func aChangeThatBreaksAnExpectationIsNamed() async throws {
        let scratch = try Self.project(Self.good)
        try scratch.file(
            "next/.well-known/apple-app-site-association",
            Self.apple.replacingOccurrences(of: "{\"/\": \"/oauth/*\", \"exclude\": true}, ", with: "")
        )
        let arguments = ["diff", "public", "next", "--host", "shelf.example"]
        let run = try await scratch.run(arguments)
        let line = "broken: https://shelf.example/oauth/callback stays in the browser: "
        #expect(run.status == 1 && run.output.contains(line), "\(run.output)\(run.errors)")
        // More links open, which is a loss only if a link was expected to stay in the browser.
        #expect(try await scratch.run(arguments + ["--no-config"]).status == 0)
        let json = try await scratch.run(arguments + ["--format", "json"])
        #expect(json.output.contains("\"after\":\"failed\"") && json.output.contains("\"before\":\"met\""))
        let back = try await scratch.run([
            "diff", "next", "public", "--host", "shelf.example", "--fail-on", "never", "--format", "markdown",
        ])
        #expect(back.output.contains("✅"), "\(back.output)")
    }

    @Test func theAppsOfTheSettingsDecideInADifferenceToo() async throws {
        let scratch = try Scratch()
        for (folder, package) in [("old", "org.sample.other"), ("new", "org.sample.shelf")] {
            let file = Samples.assetLinks(package, Self.fingerprint)
            try scratch.file("\(folder)/.well-known/assetlinks.json", file)
        }
        let manifest = Samples.manifest("org.sample.shelf", data: "android:host=\"shelf.example\"")
        try scratch.file("app/AndroidManifest.xml", manifest)
        func diff(_ apps: String) async throws -> Tool.Run {
            try scratch.file(
                ".applinks.yaml",
                "version: 1\nhost: shelf.example\n\(apps)links:\n  - {url: /oauth/1, stays: browser, platforms: android}\n"
            )
            return try await scratch.run(["diff", "old", "new", "--host", "shelf.example", "--fail-on", "lost"])
        }
        let broken = try await diff("apps: [app]\n")
        let line = "broken: https://shelf.example/oauth/1 stays in the browser"
        #expect(broken.output.contains(line), "\(broken.output)\(broken.errors)")
        // Without the manifest nothing is decided, so no expectation fails.
        let open = try await diff("")
        #expect(!open.output.contains(line), "\(open.output)")
    }

    private static let fingerprint =
        "3A:7C:11:9E:52:D0:4B:8F:61:27:C9:AE:05:F3:9B:D8:74:1D:E2:36:88:5C:B0:49:97:AA:12:6E:F4:03:CD:5B"
}
