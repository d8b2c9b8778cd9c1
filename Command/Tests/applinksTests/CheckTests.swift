import Foundation
import Testing

/// `applinks check` and `applinks explain`, on folders and on the test's own server.
@Suite(.timeLimit(.minutes(20))) struct CheckTests {
    private static let apple = """
        {"applinks": {"details": [{"appIDs": ["R2TQ9MZ7K4.dk.lakrids.kogebog"], "components": [
          {"/": "/recipes/drafts/*", "exclude": true},
          {"/": "/recipes/*"}
        ]}]}}
        """
    private static let fingerprint =
        "B1:8A:19:66:43:11:58:F5:97:F0:33:66:41:5F:C1:24:"
        + "1F:6E:99:91:9B:2E:37:63:13:DD:12:0A:17:C6:E7:90"

    private static func android(_ fingerprint: String = fingerprint) -> String {
        """
        [{"relation": ["delegate_permission/common.handle_all_urls"],
          "target": {"namespace": "android_app", "package_name": "dk.lakrids.kogebog",
                     "sha256_cert_fingerprints": ["\(fingerprint)"]}}]
        """
    }

    /// A folder with both association files and a page.
    private func site(android: String = android(), apple: String = apple) throws -> Scratch {
        let scratch = try Scratch()
        try scratch.file(".well-known/apple-app-site-association", apple)
        try scratch.file(".well-known/assetlinks.json", android)
        try scratch.file(
            "recipes/1.html",
            """
            <!doctype html><meta property=al:android:package content=dk.lakrids.kogebog>
            <meta property=al:android:url content=kogebog://1>
            """
        )
        return scratch
    }

    @Test func aFileOnStandardInputIsCheckedUnderItsName() async throws {
        let broken = Self.android("not a fingerprint")
        let named = try await Tool.run(
            ["check", "-", "--stdin-filename", "site/assetlinks.json", "--no-config"],
            input: broken
        )
        #expect(named.status == 1, "\(named.output)\(named.errors)")
        #expect(named.output.contains("site/assetlinks.json:3:"), "\(named.output)")
        // The content shows which kind of file it is.
        let unnamed = try await Tool.run(["check", "-", "--no-config"], input: Self.apple)
        #expect(unnamed.status == 0, "\(unnamed.output)\(unnamed.errors)")
        let page = try await Tool.run(
            ["check", "-", "--stdin-filename", "page.html", "--no-config"],
            input: "<!doctype html><meta property=al:android:url content=x://1>"
        )
        #expect(page.output.contains("page.html") && page.output.contains("[al-"), "\(page.output)\(page.errors)")
    }

    @Test func standardInputIsBoundedAndNamedOnce() async throws {
        let tooLong = String(repeating: " ", count: (4 << 20) + 1)
        let long = try await Tool.run(["check", "-", "--no-config"], input: tooLong)
        #expect(long.status == 2 && long.errors.contains("more than 4 MiB"), "\(long.errors)")
        let unknown = try await Tool.run(["check", "-", "--no-config"], input: "hello")
        #expect(unknown.status == 2 && unknown.errors.contains("--stdin-filename"), "\(unknown.errors)")
        let app = try await Tool.run(["check", "-", "--stdin-filename", "a.apk", "--no-config"], input: "PK")
        #expect(app.status == 2 && app.errors.contains("not from standard input"), "\(app.errors)")
        let twice = try await Tool.run(["check", "-", "-"], input: "[]")
        #expect(twice.status == 64 && twice.errors.contains("once"), "\(twice.errors)")
        let useless = try await Tool.run(["check", "example.com", "--stdin-filename", "assetlinks.json"])
        #expect(useless.status == 64 && useless.errors.contains("--stdin-filename"), "\(useless.errors)")
    }

    @Test func aSiteWithoutAFindingExitsWithZero() async throws {
        let site = try site()
        let run = try await Tool.run(["check", site.url.path, "--host", "lakrids.dk", "--fail-on", "warning"])
        #expect(run.status == 0, "\(run.output)\(run.errors)")
    }

    @Test func aLowerCaseFingerprintIsFoundAtItsPlace() async throws {
        let site = try site(android: Self.android(Self.fingerprint.lowercased()))
        let run = try await Tool.run(["check", site.url.path, "--host", "lakrids.dk"])
        #expect(run.status == 1)
        let path = site.url.path + "/.well-known/assetlinks.json"
        #expect(run.output.contains("\(path):3:43"), "\(run.output)")
        #expect(run.output.contains("[assetlinks-fingerprint-lowercase]"))
        #expect(run.output.contains("    fix: "))
    }

    @Test func disabledRulesAndSeveritiesDecideTheStatus() async throws {
        let site = try site(android: Self.android(Self.fingerprint.lowercased()))
        let arguments = ["check", site.url.path, "--host", "lakrids.dk"]
        let disabled = try await Tool.run(arguments + ["--disable", "assetlinks-fingerprint-lowercase"])
        #expect(!disabled.output.contains("assetlinks-fingerprint-lowercase"))
        #expect(try await Tool.run(arguments + ["--fail-on", "never"]).status == 0)
        let unknown = try await Tool.run(arguments + ["--disable", "no-such-rule"])
        #expect(unknown.status == 64 && unknown.errors.contains("no-such-rule"))
    }

    @Test func aRequiredMissingFileExitsWithTwo() async throws {
        let scratch = try Scratch([".well-known/assetlinks.json": Self.android()])
        let run = try await Tool.run(
            ["check", scratch.url.path, "--host", "lakrids.dk", "--require", "al,aasa,assetlinks"]
        )
        #expect(run.status == 2)
        #expect(run.errors.contains("App Links tags, apple-app-site-association"))
        #expect(!run.errors.contains("assetlinks.json\n"))
    }

    @Test func jsonHoldsTheFindingAndItsPlace() async throws {
        let site = try site(android: Self.android(Self.fingerprint.lowercased()))
        let run = try await Tool.run(["check", site.url.path, "--host", "lakrids.dk", "--format", "json"])
        let report = try #require(run.json.first)
        #expect(report["version"] as? Int == 1)
        let inputs = try #require(report["inputs"] as? [[String: Any]])
        let findings = try #require(inputs.first?["findings"] as? [[String: Any]])
        let finding = try #require(findings.first { $0["rule"] as? String == "assetlinks-fingerprint-lowercase" })
        #expect(finding["line"] as? Int == 3)
        #expect(finding["pointer"] as? String == "/0/target/sha256_cert_fingerprints/0")
    }

    @Test func htmlHasNoScriptAndEscapesFileContent() async throws {
        let site = try site(apple: #"{"applinks": {"details": [{"appIDs": ["<script>x</script>"], "paths": ["*"]}]}}"#)
        let run = try await Tool.run(["check", site.url.path, "--host", "lakrids.dk", "--format", "html"])
        #expect(run.output.hasPrefix("<!doctype html>"))
        #expect(!run.output.contains("<script") && !run.output.contains("http://") && !run.output.contains("src="))
    }

    @Test func aFileIsCheckedByItsNameOrItsContent() async throws {
        let scratch = try Scratch(["assetlinks.json": "[]", "copy.json": #"{"applinks": {}}"#, "note.txt": "hello"])
        let run = try await Tool.run(
            [
                "check", scratch.url.appendingPathComponent("assetlinks.json").path,
                scratch.url.appendingPathComponent("copy.json").path,
                scratch.url.appendingPathComponent("note.txt").path,
            ]
        )
        #expect(run.output.contains("[assetlinks-empty]") && run.output.contains("[aasa-"))
        #expect(run.status == 2 && run.errors.contains("note.txt is neither a page nor an association file"))
        try scratch.file("old.yaml", "version: 1\n")
        let settings = try await Tool.run(["check", scratch.url.appendingPathComponent("old.yaml").path])
        #expect(settings.status == 2 && settings.errors.contains("--config"), "\(settings.errors)")
    }

    @Test func aMistakeOnTheCommandLineNamesTheCommandAndTheHost() async throws {
        let scratch = try Scratch()
        let nothing = try await scratch.run(["check"])
        #expect(nothing.status == 64 && nothing.errors.contains("See 'applinks check --help'"), "\(nothing.errors)")
        let absent = try await scratch.run(["serve", "nowhere"])
        #expect(absent.status == 1 && absent.errors.contains("there is no folder nowhere"), "\(absent.errors)")
        let url = try await Tool.run(["check", scratch.url.path, "--host", "https://lakrids.dk/x"])
        #expect(url.status == 64 && url.errors.contains("--host takes a host such as lakrids.dk"), "\(url.errors)")
    }

    @Test(arguments: ["ftp://example.com/", "no-such-host", "no/such/file", "https:///x"])
    func uncheckableInputIsReportedInOneLine(_ input: String) async throws {
        let run = try await Tool.run(["check", input])
        #expect(run.status == 2)
        #expect(run.errorLines.filter { $0.contains("applinks: ") }.count == 1, "\(run.errors)")
    }

    @Test func aBannerThatCannotShowIsFoundOnAPage() async throws {
        let scratch = try Scratch()
        let page = try scratch.file("page.html", "<!doctype html><meta name=apple-itunes-app content='app-id=abc'>")
        let run = try await Tool.run(["check", page, "--host", "lakrids.dk"])
        #expect(run.output.contains("\(page): error: ") && run.output.contains("[banner-"), "\(run.output)")
    }

    @Test(arguments: [["lakrids.dk"], ["https://lakrids.dk/recipes/1.html"], ["--host", "lakrids.dk"]])
    func aFolderStandsForTheSiteOffline(_ arguments: [String]) async throws {
        let site = try site(android: Self.android(Self.fingerprint.lowercased()))
        let run = try await Tool.run(["check", "--offline", site.url.path] + arguments)
        #expect(run.status == 1, "\(run.output)\(run.errors)")
        let path = site.url.path + "/.well-known/assetlinks.json"
        #expect(run.output.contains("\(path):3:43"), "\(run.output)")
    }

    @Test func withoutAnInputNothingIsChecked() async throws {
        let run = try await Tool.run(["check", "--fail-on", "error"])
        #expect(run.status == 64 && run.errors.contains("Name the input"), "\(run.errors)")
    }

    @Test func explainNamesTheRuleThatExcludes() async throws {
        let site = try site()
        let run = try await Tool.run([
            "explain", "https://lakrids.dk/recipes/drafts/1", "--offline", site.url.path, "--device", "iphone",
        ])
        #expect(run.status == 0)
        #expect(run.flat.contains("universal link: R2TQ9MZ7K4.dk.lakrids.kogebog: excluded."), "\(run.output)")
        #expect(run.flat.contains("apple-app-site-association:2:3 /applinks/details/0/components/0"))
    }

    @Test func explainNeverSaysThatAnAppOpens() async throws {
        let site = try site()
        let run = try await Tool.run([
            "explain", "https://lakrids.dk/recipes/1.html", "--offline", site.url.path, "--trace",
        ])
        #expect(run.output.contains("     provided that\n     - the app is installed\n"), "\(run.output)")
        #expect(run.output.contains("rules of apple-app-site-association that were skipped:"))
        #expect(!run.output.contains("app opens"))
        #expect(run.output.contains("  1. Windows app: There is no such file.\n"), "\(run.output)")
    }

    @Test func explainGivesJSONForEveryKindOfDevice() async throws {
        let site = try site()
        let run = try await Tool.run([
            "explain", "https://lakrids.dk/recipes/1.html", "--offline", site.url.path, "--json",
        ])
        let report = try #require(run.json.first)
        let devices = try #require(report["devices"] as? [[String: Any]])
        #expect(devices.count == 11)
        for device in devices {
            let routes = try #require(device["routes"] as? [[String: Any]])
            #expect(routes.last?["kind"] as? String == "web")
        }
    }

    @Test func explainWithoutAnythingToReadExitsWithTwo() async throws {
        let run = try await Tool.run(["explain", "https://lakrids.dk/x", "--offline", "no-such-folder"])
        #expect(run.status == 2)
        #expect(run.errors.contains("no-such-folder"))
    }

    @Test func aURLThatTheFilesCloseIsAnErrorWithTheReasonThoughNothingElseIsWrong() async throws {
        let site = try site()
        try site.file("drafts/1.html", "<!doctype html><title>x</title>")
        let run = try await Tool.run(["check", "--offline", site.url.path, "https://lakrids.dk/drafts/1.html"])
        #expect(run.status == 1)
        let file = site.url.path + "/.well-known/apple-app-site-association"
        let reason = "opens no app no rule allows the path /drafts/1.html, only /recipes/* (\(file):"
        #expect(run.flat.hasPrefix("\u{2717} Apple's devices \(reason)"), "\(run.output)")
        #expect(run.flat.contains("Android may open dk.lakrids.kogebog by the statement at assetlinks.json:1:2."))
    }

    @Test(arguments: ["https://lakrids.dk/recipes/1.html", "https://lakrids.dk/recipes/1", "https://lakrids.dk/"])
    func offlineAPathMeansTheFileThatServersGiveForIt(_ url: String) async throws {
        let site = try site()
        try site.file("index.html", "<!doctype html><title>x</title>")
        let run = try await Tool.run(["explain", "--offline", site.url.path, url])
        #expect(run.status == 0 && !run.errors.contains("has no page"), "\(run.errors)")
        let index = try await Tool.run(["explain", "--offline", site.url.path, "https://lakrids.dk/index.html"])
        #expect(!index.errors.contains("has no page"), "\(index.errors)")
    }

    @Test func filesInTheWrongPlaceOfAFolderAreFound() async throws {
        let scratch = try Scratch(["index.html": "<!doctype html><meta property=al:ios:url content=kogebog://1>"])
        let none = try await Tool.run(["check", scratch.url.path, "--host", "lakrids.dk"])
        let remark =
            "no finding; the folder has no .well-known/apple-app-site-association and no .well-known/assetlinks.json"
        #expect(none.status == 0 && none.output.contains(remark), "\(none.output)")
        try scratch.file(".well-known/apple-app-site-association.json", Self.apple)
        try scratch.file("assetlinks.json", Self.android())
        let run = try await Tool.run(["check", scratch.url.path, "--host", "lakrids.dk"])
        #expect(run.status == 1)
        #expect(run.output.contains("[aasa-file-extension]") && run.output.contains("[assetlinks-missing]"))
        #expect(run.flat.contains("the file is at assetlinks.json, and Android asks for .well-known/assetlinks.json."))
    }

    @Test(arguments: ["applinks:lakrids.dk", "*.lakrids.dk", "applinks:*.lakrids.dk?mode=developer"])
    func aLineOfAnEntitlementIsAnsweredWithItsHost(_ line: String) async throws {
        let run = try await Tool.run(["check", line])
        #expect(run.status == 2 && run.errors.contains("'applinks check lakrids.dk' checks it"), "\(run.errors)")
    }
}
