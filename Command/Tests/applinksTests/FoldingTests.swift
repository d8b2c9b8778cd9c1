import Foundation
import Testing

/// Tests that one cause has one finding, and that repetitions are counted, in every format for people.
@Suite(.timeLimit(.minutes(20))) struct FoldingTests {
    private static let ruleCount = 1_000
    private static let statementCount = 300

    /// A site with many redundant rules and broken statements.
    private static func bigSite() throws -> Scratch {
        let site = try Scratch()
        let rules = (0..<ruleCount).map { ", {\"/\": \"/item/\($0)\"}" }.joined(separator: "\n")
        let apple = Samples.appleFile("QX7SAMPLE1.org.shelfware.shelf", "{\"/\": \"/item/*\"}\n\(rules)")
        try site.file(".well-known/apple-app-site-association", apple)
        let statements = (0..<statementCount).map {
            Samples.statement("org.shelfware.shelf\($0)", "7B:13:A0:5E:\($0)")
        }
        try site.file(".well-known/assetlinks.json", "[\(statements.joined(separator: ",\n"))]")
        return site
    }

    private static func check(_ site: Scratch, _ more: String...) async throws -> Tool.Run {
        try await Tool.run(["check", site.url.path, "--host", "shelf.example"] + more)
    }

    private static func count(_ text: String, _ part: String) -> Int { text.components(separatedBy: part).count - 1 }

    @Test(arguments: [
        ("text", "--all prints more: "), ("markdown", "; `--all` prints them"),
        ("html", "check --all</code> prints them"),
    ])
    func repetitionsAreCountedWherePeopleRead(_ format: String, _ hint: String) async throws {
        let site = try Self.bigSite()
        let run = try await Self.check(site, "--format", format)
        #expect(run.status == 1)
        // The answer names the first finding as its cause, and three others follow.
        #expect(
            run.flat.contains("\(Self.statementCount - 4) more of assetlinks-fingerprint-malformed"),
            "\(run.output)"
        )
        #expect(run.flat.contains("\(Self.ruleCount - 3) more of aasa-redundant-rule"))
        #expect(run.output.contains(hint), "\(run.output)")
        #expect(Self.count(run.output, "The rule at ") == 3)
        if format == "text" { #expect(run.output.split(separator: "\n").count <= 25) }
        let all = try await Self.check(site, "--format", format, "--all")
        #expect(Self.count(all.output, "The rule at ") == Self.ruleCount)
        #expect(!all.output.contains("more of") && !all.output.contains(hint))
    }

    /// Rules of the same text are printed once for all apps, and a note waits while a link opens no app.
    @Test func theSameRulesOfSeveralAppsAreOneFinding() async throws {
        let site = try Scratch()
        let entries = (0..<3).map { number in
            """
            {"appIDs": ["QX7SAMPLE1.org.shelfware.shelf\(number)"], "components": [{"/": "/item/*"},
            {"/": "/item/beta/*", "exclude": true}, {"/": "/item/1"}]}
            """
        }
        let file = "{\"applinks\": {\"details\": [\(entries.joined(separator: ",\n"))]}}"
        try site.file(".well-known/apple-app-site-association", file)
        let run = try await Self.check(site)
        let rule =
            "covers this one (path \"/item/beta/*\", with exclude), so it is never read. It is the same in 2 more entries."
        #expect(run.flat.contains(rule) && Self.count(run.output, "[aasa-unreachable-rule]") == 1, "\(run.output)")
        #expect(
            Self.count(run.output, "[aasa-redundant-rule]") == 1 && run.errors.contains("3 warnings, 3 notes"),
            "\(run)"
        )
        let closed = try await Tool.run(["check", "https://shelf.example/none", "--offline", site.url.path])
        #expect(
            closed.status == 1 && closed.flat.contains("--all prints more: 1 more of aasa-redundant-rule"),
            "\(closed.output)"
        )
    }

    @Test func programsGetEveryFinding() async throws {
        let site = try Self.bigSite()
        let total = Self.ruleCount + Self.statementCount
        let json = try #require(try await Self.check(site, "--format", "json").json.first)
        let input = try #require((json["inputs"] as? [[String: Any]])?.first)
        #expect((input["findings"] as? [Any])?.count == total)
        #expect((input["answers"] as? [Any])?.count == 2)
        let sarif = try #require(try await Self.check(site, "--format", "sarif").json.first)
        let run = try #require((sarif["runs"] as? [[String: Any]])?.first)
        let results = try #require(run["results"] as? [[String: Any]])
        #expect(results.count == total)
    }

    @Test(arguments: ["text", "markdown", "html", "json", "sarif", "github", "junit"])
    func aLoginPageInPlaceOfEveryFileIsOneFinding(format: String) async throws {
        let site = try Scratch()
        let page = "<!doctype html><title>Sign in</title><form action=\"/login\"><input name=\"user\"></form>"
        let names = [
            "apple-app-site-association", "assetlinks.json", "windows-app-web-link", "webauthn", "passkey-endpoints",
            "web-app-origin-association",
        ]
        for name in names { try site.file(".well-known/\(name)", page) }
        let run = try await Self.check(site, "--format", format)
        #expect(run.status == 1)
        #expect(run.output.contains("link-page-for-files"), "\(run.output)")
        #expect(run.output.contains("apple-app-site-association, assetlinks.json and windows-app-web-link"))
        for rule in [
            "windows-invalid-json", "webauthn-invalid", "passkey-endpoints-invalid", "origin-association-format",
        ] {
            #expect(!run.output.contains(rule), "\(run.output)")
        }
        if format == "text" { #expect(run.errors.contains("1 error, 0 warnings, 0 notes"), "\(run.errors)") }
    }

    @Test func eachPlatformsMissingFileHasARow() async throws {
        let scratch = try Scratch(["public/index.html": "<p>Shelf</p>"])
        let filter = Samples.manifest("org.sample.shelf", data: "android:host=\"shelf.example\"")
        let manifest = try scratch.file("app/AndroidManifest.xml", filter)
        let config = """
            {"expo": {"ios": {"bundleIdentifier": "org.sample.shelf", "appleTeamId": "QX7SAMPLE1",
            "associatedDomains": ["applinks:shelf.example"]}}}
            """
        let expo = try scratch.file("app/app.json", config)
        let run = try await Tool.run([
            "check", "https://shelf.example/x", "--app", manifest, "--app", expo, "--offline",
            "\(scratch.url.path)/public",
        ])
        let lines = run.output.split(separator: "\n")
        #expect(lines.count { $0.hasPrefix("\u{2717} ") } == 2, "\(run.output)")
        #expect(lines.contains { $0.hasSuffix("file: .well-known/apple-app-site-association") }, "\(run.output)")
        #expect(lines.contains { $0.hasSuffix("file: .well-known/assetlinks.json") }, "\(run.output)")
        #expect(Self.count(run.output, "[cross-app-host-unserved]") == 1 && lines.count <= 25, "\(run.output)")
    }

    private static let project = """
        <Project Sdk="Microsoft.NET.Sdk"><PropertyGroup><TargetFrameworks>net8.0-android;net8.0-ios</TargetFrameworks>
        <OutputType>Exe</OutputType><UseMaui>true</UseMaui><ApplicationId>org.sample.shelf</ApplicationId>
        </PropertyGroup></Project>
        """
    private static let activity = """
        [Activity(MainLauncher = true, Exported = true)]
        [IntentFilter([Intent.ActionView], AutoVerify = true, DataScheme = "https", DataHost = "shelf.example",
        Categories = [Intent.CategoryDefault, Intent.CategoryBrowsable])]
        public class MainActivity : MauiAppCompatActivity { }
        """

    /// Adds the files of a site that lets an app open every link.
    private static func addFiles(to scratch: Scratch) throws {
        try scratch.file(
            "public/.well-known/assetlinks.json",
            Samples.assetLinks("org.sample.shelf", Samples.fingerprint)
        )
        try scratch.file(
            "public/.well-known/apple-app-site-association",
            Samples.appleFile("QX7SAMPLE1.org.sample.shelf")
        )
    }

    /// Each device has its row; code of notes, and methods that take the links, wait until the errors are gone.
    @Test func whatWaitsIsCounted() async throws {
        let scratch = try Scratch()
        try scratch.file("app/Shelf.csproj", Self.project)
        try scratch.file(
            "app/MauiProgram.cs",
            "public static class MauiProgram { static MauiApp Make() => MauiApp.CreateBuilder().Build(); }\n"
        )
        try scratch.file("app/Platforms/Android/MainActivity.cs", Self.activity)
        try scratch.file("app/Platforms/iOS/Info.plist", "<plist version=\"1.0\"><dict/></plist>\n")
        try Self.addFiles(to: scratch)
        let folder = scratch.url.path
        let run = try await Tool.run([
            "check", "https://shelf.example/x", "--app", "\(folder)/app", "--offline", "\(folder)/public",
        ])
        #expect(run.status == 1 && run.output.contains("\u{2713} Android          may open org.sample.shelf"), "\(run)")
        #expect(run.output.contains("--all prints more: the rest of this, "), "\(run)")
        #expect(run.output.contains("the code to paste\n") && !run.output.contains("ConfigureLifecycle"), "\(run)")
        #expect(run.output.split(separator: "\n").count <= 25 && !run.flat.contains("as below"), "\(run)")
    }

    @Test func aFixOfTwoRowsIsPrintedOnce() async throws {
        let scratch = try Scratch()
        try scratch.file("app/package.json", "{\"dependencies\": {\"expo\": \"54.0.0\"}}")
        try scratch.file("app/app.config.js", "module.exports = require(\"./shelf\")({ ios: {}, android: {} })\n")
        try Self.addFiles(to: scratch)
        let folder = scratch.url.path
        let run = try await Tool.run([
            "check", "https://www.shelf.example/x", "--app", "\(folder)/app", "--offline", "\(folder)/public",
        ])
        let text = run.output + run.errors
        #expect(run.status == 2 && Self.count(run.output, "npx expo config --json >") == 1, "\(text)")
        #expect(run.output.contains("fix: the same."), "\(run.output)")
    }

    @Test func onePageAmongGoodFilesIsStillFound() async throws {
        let site = try Self.bigSite()
        try site.file(".well-known/webauthn", "<!doctype html><title>Sign in</title>")
        #expect(try await Self.check(site, "--all").output.contains("[webauthn-invalid]"))
    }

    @Test func theBrowserAndDevicesWithTheSameAnswerAreNamedOnce() async throws {
        let site = try Self.bigSite()
        let run = try await Tool.run(["check", "https://shelf.example/other", "--offline", site.url.path])
        let answers = run.output.split(separator: "\n").filter { $0.contains(#/^[\u{2713}\u{2717}?\u{2013}] /#) }
        #expect(answers.count == 2, "\(run.output)")
        #expect(Self.count(run.output, "eligible") <= 1)
    }
}
