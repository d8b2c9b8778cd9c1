import Foundation
import Testing

/// `applinks check --fix`, `--fix-unsafe` and `--dry-run`.
@Suite(.timeLimit(.minutes(20))) struct FixingTests {
    private static let fingerprint =
        "A3:C7:F9:39:87:E3:4D:C5:4B:DF:81:31:EF:BB:95:7D:73:77:89:A9:D7:13:5D:B5:1B:8F:11:A1:3F:EB:A5:6D"
    private static let apple = """
        {
          "applinks": {
            "details": [
              {
                "appIDs": ["r2tq9mz7k4.dk.lakrids.kogebog"],
                "components": [
                  { "/": "recipes/**", "comment": "all recipes" },
                  { "/": "/recipes/42" },
                  { "/": "/help/*" },
                  { "/": "/help/legal", "exclude": true }
                ]
              }
            ]
          }
        }

        """
    /// Its lines end with CR LF, except for the last one.
    private static let android = """
        [{
          "relation": ["delegate_permission/common.handle_all_urls"],
          "target": {
            "namespace": "android_app",
            "package_name": "dk.lakrids.kogebog",
            "sha256_cert_fingerprints": ["\(fingerprint.lowercased())",]
          }
        }]
        """.replacingOccurrences(of: "\n", with: "\r\n")
    private static let fixedAndroid = android.replacingOccurrences(of: fingerprint.lowercased(), with: fingerprint)
        .replacingOccurrences(of: "\",]", with: "\"]")
    private static let applePath = "public/.well-known/apple-app-site-association"
    private static let androidPath = "public/.well-known/assetlinks.json"

    private let scratch: Scratch

    init() throws {
        scratch = try Scratch()
        try scratch.file(Self.applePath, Self.apple)
        try scratch.file(Self.androidPath, Self.android)
        try scratch.file("public/index.html", "<html><head><title>x</title></head></html>")
    }

    private func check(_ arguments: String...) async throws -> Tool.Run {
        try await scratch.run(["check", "public", "--host", "lakrids.dk"] + arguments)
    }

    private func text(_ path: String) throws -> String {
        String(decoding: try Data(contentsOf: scratch.url.appendingPathComponent(path)), as: UTF8.self)
    }

    @Test func whatAnEditFixesIsNotLeftToAPerson() async throws {
        try scratch.file(Self.applePath, "{\"webcredentials\": {\"apps\": [\"R2TQ9MZ7K4.dk.lakrids.kogebog\"]}}")
        let link = "https://lakrids.dk/recipes/42"
        let run = try await scratch.run(["check", link, "--offline", "public", "--fix", "--dry-run"])
        // If there is a patch, standard output has nothing else.
        let text = run.output + run.errors
        #expect(text.contains("left, --fix-unsafe fixes: aasa-no-applinks"), "\(text)")
        #expect(!text.contains("needs your decision: aasa-no-applinks"), "\(text)")
    }

    private static var fixedApple: String {
        apple.replacingOccurrences(of: "r2tq9mz7k4", with: "R2TQ9MZ7K4").replacingOccurrences(
            of: "recipes/**",
            with: "/recipes/*"
        )
        .replacingOccurrences(of: "          { \"/\": \"/recipes/42\" },\n", with: "")
    }

    @Test func filesAreFixedAndEveryOtherByteStays() async throws {
        let run = try await check("--fix", "--all")
        #expect(try text(Self.applePath) == Self.fixedApple)
        #expect(try text(Self.androidPath) == Self.fixedAndroid)
        #expect(run.output.contains("\(Self.androidPath): fixed 2 findings\n"))
        #expect(
            run.output.contains("    6:101: A fingerprint has lower-case")
                || run.output.contains("[assetlinks-fingerprint-lowercase]")
        )
        #expect(
            run.output.contains("\(Self.applePath): left, --fix-unsafe fixes: aasa-unreachable-rule\n"),
            "\(run.output)"
        )
        #expect(run.errors.contains("fixed 6 findings in 2 files; left: 0 errors, 1 warning"), "\(run.errors)")
        // A warning is left, and only errors affect the status.
        #expect(run.status == 0)
        let strict = try await check("--fix", "--fail-on", "warning")
        #expect(strict.status == 1)
        #expect(strict.errors.contains("fixed 0 findings in 0 files"))
        #expect(try text(Self.applePath) == Self.fixedApple)
    }

    @Test(arguments: [["--fix", "--dry-run"], ["--fix"]])
    func aFileOfSeveralNamesIsFixedOnce(_ options: [String]) async throws {
        let link = scratch.url.appendingPathComponent("link").path
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "public")
        let run = try await scratch.run(
            ["check", "public", "public", "link", "--host", "lakrids.dk", "--no-config"] + options
        )
        // The remaining findings are the same for each name.
        #expect(run.status == 0, "\(run)")
        #expect(run.errors.contains(" 6 findings in 2 files; left: 0 errors, 3 warnings"), "\(run.errors)")
        #expect(!run.errors.contains("no association file"), "\(run.errors)")
    }

    @Test func whatIsUnsafeIsFixedOnlyWhenAsked() async throws {
        let run = try await check("--fix-unsafe")
        #expect(run.output.contains("[aasa-unreachable-rule] (unsafe)"), "\(run.output)")
        let rules = try text(Self.applePath).split(separator: "\n").filter { $0.contains("help") }
        #expect(rules.first?.contains("legal") == true, "\(rules)")
        #expect(!run.output.contains("left,"))
        #expect(run.status == 0)
    }

    @Test(arguments: ["patch", "git"], [["--fix"], ["--fix-unsafe"]])
    func theDifferenceOfADryRunMakesTheSameFiles(_ program: String, _ options: [String]) async throws {
        let arguments = ["check", "public", "--host", "lakrids.dk", "--dry-run"] + options
        let run = try await scratch.run(arguments)
        let patch = try scratch.file("fixes.patch", run.output)
        #expect(try text(Self.applePath) == Self.apple)
        #expect(try text(Self.androidPath) == Self.android)
        #expect(run.errors.contains("would fix"), "\(run.errors)")
        let copy = scratch.url.appendingPathComponent("copy")
        try FileManager.default.createDirectory(at: copy, withIntermediateDirectories: true)
        try FileManager.default.copyItem(
            at: scratch.url.appendingPathComponent("public"),
            to: copy.appendingPathComponent("public")
        )
        let command = program == "git" ? ["git", "apply", patch] : ["patch", "-p1", "--binary", "-i", patch]
        try await Self.run(command, in: copy)
        _ = try await scratch.run(["check", "public", "--host", "lakrids.dk"] + options)
        for path in [Self.applePath, Self.androidPath] { #expect(try text("copy/" + path) == text(path)) }
        #expect(try text(Self.androidPath) == Self.fixedAndroid)
    }

    private static func run(_ command: [String], in folder: URL) async throws {
        let run = try await Program.run(command, in: folder)
        #expect(run.status == 0, "\(command): \(run)")
    }

    /// The changes are in many places of a long file whose last line has no line end.
    @Test func aDifferenceHasSeveralHunksAndWholeLines() async throws {
        let long = String(repeating: "x", count: 3_000)
        let rules = (0..<120).map {
            "      {\"/\": \"/\($0)/\($0 % 40 == 7 ? "**" : "*")\", \"comment\": \"\($0 == 47 ? long : "é")\"}"
        }
        let file =
            "{\"applinks\": {\"details\": [{\"appIDs\": [\"R2TQ9MZ7K4.dk.lakrids.kogebog\"], \"components\": [\n"
            + rules.joined(separator: ",\n") + "\n]}, {}]}}"
        try scratch.file("folder with blanks/apple-app-site-association", file)
        let input = "folder with blanks/apple-app-site-association"
        let run = try await scratch.run(["check", input, "--fix", "--dry-run"])
        let patch = try scratch.file("fixes.patch", run.output)
        let lines = try text("fixes.patch").split(separator: "\n")
        #expect(lines.filter { $0.hasPrefix("@@ ") } == ["@@ -6,7 +6,7 @@", "@@ -46,7 +46,7 @@", "@@ -86,7 +86,7 @@"])
        #expect(lines.contains { $0.utf8.count > 3_000 })
        try await Self.run(["patch", "-p1", "--binary", "-i", patch], in: scratch.url)
        #expect(try text(input) == file.replacingOccurrences(of: "**", with: "*"))
    }

    @Test func aPatchOfFilesElsewhereSaysWhereItApplies() async throws {
        let before = try text(Self.androidPath)
        try scratch.file(".git/HEAD", "")
        let other = try Scratch()
        let site = scratch.url.appendingPathComponent("public").path
        for folder in [other.url, scratch.url.appendingPathComponent(".git")] {
            let arguments = ["check", site, "--host", "lakrids.dk", "--fix", "--dry-run", "--no-config"]
            let run = try await Tool.run(arguments, directory: folder)
            #expect(run.output.contains("--- a/public/.well-known/"), "\(run.output)")
            #expect(run.errors.contains("apply it there"), "\(run.errors)")
            let patch = try other.file("fixes.patch", run.output)
            try await Self.run(["git", "apply", "--check", patch], in: scratch.url)
        }
        #expect(try text(Self.androidPath) == before)
    }

    // MARK: - Fixes

    @Test func acceptedFindingsAreNotFixed() async throws {
        try scratch.file(
            ".applinks.yaml",
            "version: 1\nignore:\n  - rule: aasa-redundant-rule\n    reason: older versions need both\nseverities:\n  aasa-double-star: \"off\"\n"
        )
        let run = try await check("--fix", "--disable", "aasa-app-id-lowercase-prefix")
        let apple = try text(Self.applePath)
        #expect(
            apple.contains("\"/recipes/42\"") && apple.contains("\"/recipes/**\"") && apple.contains("r2tq9mz7k4"),
            "\(apple)"
        )
        #expect(!run.output.contains("aasa-redundant-rule"))
        #expect(try text(Self.androidPath) == Self.fixedAndroid)
    }

    @Test func findingsOfTheBaselineAreNotFixed() async throws {
        #expect(try await check("--write-baseline", "base.json").status == 0)
        try scratch.file(Self.androidPath, Self.fixedAndroid)
        let run = try await check("--fix", "--baseline", "base.json")
        #expect(try text(Self.applePath) == Self.apple)
        #expect(run.status == 0)
        #expect(run.errors.contains("fixed 0 findings in 0 files; left: 0 errors"), "\(run.errors)")
        // A second finding of an accepted kind is new.
        try scratch.file(Self.applePath, Self.apple.replacingOccurrences(of: "/help/*", with: "/help/**"))
        _ = try await check("--fix", "--baseline", "base.json")
        let stars = try text(Self.applePath).components(separatedBy: "**").count - 1
        #expect(stars == 1)
    }

    // MARK: - An app

    private static let manifestPath = "app/AndroidManifest.xml"
    private static let manifest = """
        <manifest xmlns:android="http://schemas.android.com/apk/res/android" package="dk.lakrids.kogebog">
          <application>
            <activity android:name=".Main" android:exported="true">
              <intent-filter>
                <action android:name="android.intent.action.VIEW"/>
                <category android:name="android.intent.category.DEFAULT"/>
                <category android:name="android.intent.category.BROWSABLE"/>
                <data android:scheme="https" android:host="lakrids.dk"/>
              </intent-filter>
            </activity>
          </application>
        </manifest>

        """
    private static let fixedManifest = manifest.replacingOccurrences(
        of: "<intent-filter>",
        with: "<intent-filter android:autoVerify=\"true\">"
    )

    /// One run edits the files of the site and of the app, or prints one patch for both.
    @Test func theFilesOfTheAppAreEditedWithThoseOfTheSite() async throws {
        try scratch.file(Self.manifestPath, Self.manifest)
        let dry = try await check("--app", "app", "--fix-unsafe", "--dry-run")
        #expect(
            dry.output.contains("+++ b/\(Self.manifestPath)\n") && dry.output.contains("+++ b/\(Self.androidPath)\n")
        )
        #expect(try text(Self.manifestPath) == Self.manifest)
        let safe = try await check("--app", "app", "--fix")
        #expect(try text(Self.manifestPath) == Self.manifest, "\(safe)")
        let run = try await check("--app", "app", "--fix-unsafe")
        #expect(try text(Self.manifestPath) == Self.fixedManifest, "\(run)")
        #expect(try text(Self.androidPath) == Self.fixedAndroid)
        #expect(!run.output.contains("opens no app"), "\(run)")
    }

    /// The site's file is edited with the project's file that is equal to it; notes that the answer holds back, only with `--all`.
    @Test(arguments: ["", "\n"], [[], ["--all"]])
    func theEditOfALinkIsMadeInTheProjectsFileToo(_ end: String, _ options: [String]) async throws {
        let rules = "{\"appID\": \"R2TQ9MZ7K4.dk.lakrids.kogebog\", \"paths\": [\"/\", \"/t/*\", \"/t/1\"]}"
        let file = "{\"applinks\": {\"details\": [\(rules)]}}"
        let copy = "app/web/apple-app-site-association"
        let domains =
            "<key>com.apple.developer.associated-domains</key><array><string>applinks:lakrids.dk</string></array>"
        try scratch.file(Self.applePath, file)
        try scratch.file(copy, file + end)
        try scratch.file("app/App.entitlements", "<plist version=\"1.0\"><dict>\(domains)</dict></plist>")
        try scratch.file(
            "app/project.yml",
            """
            name: Kogebog
            targets:
              Kogebog:
                type: application
                platform: iOS
                settings:
                  base:
                    DEVELOPMENT_TEAM: R2TQ9MZ7K4
                    PRODUCT_BUNDLE_IDENTIFIER: dk.lakrids.kogebog
                    CODE_SIGN_ENTITLEMENTS: App.entitlements

            """
        )
        let link = ["check", "https://lakrids.dk/deep/1", "--offline", "public", "--app", "app", "--no-config"]
        let run = try await scratch.run(link + ["--fix-unsafe"] + options)
        let edited = try text(Self.applePath)
        #expect(edited.contains("\"/deep/1\"") && edited.contains("\"/\""), "\(run)")
        #expect(edited.contains("\"/t/1\"") == options.isEmpty, "\(edited)")
        // Without the edit of the note, both files are still equal when the link is added.
        #expect(try text(copy).contains("\"/deep/1\"") == (end.isEmpty && options.isEmpty), "\(run)")
    }

    @Test func aFileOfTheAppBehindALinkIsLeftAlone() async throws {
        try scratch.file("elsewhere/AndroidManifest.xml", Self.manifest)
        try FileManager.default.createDirectory(
            at: scratch.url.appendingPathComponent("app"),
            withIntermediateDirectories: true
        )
        try scratch.link(Self.manifestPath, to: "../elsewhere/AndroidManifest.xml")
        try scratch.file("app/build.gradle", "apply plugin: 'com.android.application'")
        _ = try await check("--app", "app", "--fix-unsafe")
        #expect(try text("elsewhere/AndroidManifest.xml") == Self.manifest)
    }

    // MARK: - Refusals

    @Test(arguments: ["https://lakrids.dk/", "lakrids.dk", "-"])
    func whatIsNotOnThisMachineIsRefused(_ input: String) async throws {
        let run = try await Tool.run(["check", "--fix", input], input: "[]", directory: scratch.url)
        #expect(run.status == 2)
        #expect(run.errors.contains(input == "-" ? "name the file" : "run --fix on the folder"), "\(run.errors)")
    }

    @Test(arguments: [["--dry-run"], ["--fix", "--summary"], ["--fix", "--dry-run", "--format", "sarif"]])
    func optionsThatDoNotFitAreRefused(_ options: [String]) async throws {
        let run = try await scratch.run(["check", "public", "--host", "lakrids.dk"] + options)
        #expect(run.status == 64)
        #expect(try text(Self.androidPath) == Self.android)
    }

    @Test func aWriteProtectedFileKeepsAllFilesAsTheyAre() async throws {
        let path = scratch.url.appendingPathComponent(Self.androidPath).path
        try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: path)
        let run = try await check("--fix")
        #expect(run.status == 2)
        #expect(run.errors.contains("\(Self.androidPath) is write-protected, and nothing was fixed"), "\(run.errors)")
        #expect(try text(Self.applePath) == Self.apple)
    }

    @Test func whatWasFixedBeforeAFailureIsTold() async throws {
        let large = Self.android + String(repeating: "\n", count: 20_000)
        try scratch.file("a/assetlinks.json", Self.android)
        try scratch.file("b/assetlinks.json", large)
        // As on a full disk, no file may be larger than some kilobytes.
        let limited =
            "trap '' XFSZ; ulimit -f 8; exec '\(Tool.executable.path)' check a/assetlinks.json b/assetlinks.json --no-config --fix"
        let run = try await Program.run(["/bin/sh", "-c", limited], in: scratch.url)
        #expect(run.status == 2 && run.errors.contains(" cannot be written: "), "\(run)")
        #expect(run.errors.contains("; fixed before it: 1 file\n"), "\(run)")
        #expect(try text("a/assetlinks.json") == Self.fixedAndroid)
        #expect(try text("b/assetlinks.json") == large)
    }

    @Test func permissionsAreKeptAndNothingIsLeftBeside() async throws {
        let path = scratch.url.appendingPathComponent(Self.androidPath).path
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
        _ = try await check("--fix")
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o640)
        let names = try FileManager.default.contentsOfDirectory(
            atPath: scratch.url.appendingPathComponent("public/.well-known").path
        )
        #expect(names.sorted() == ["apple-app-site-association", "assetlinks.json"])
    }

    @Test func aFileWithTheLongestNameIsFixed() async throws {
        // File systems allow names of at most 255 bytes.
        let name = "assetlinks\(String(repeating: "x", count: 240)).json"
        try scratch.file(name, Self.android)
        let run = try await scratch.run(["check", name, "--fix", "--no-config"])
        #expect(run.status == 0, "\(run)")
        #expect(try text(name) == Self.fixedAndroid)
    }

    @Test func aLinkOutOfTheFolderIsNotFollowedAndOneInsideIs() async throws {
        let known = scratch.url.appendingPathComponent("public/.well-known")
        try scratch.file("elsewhere/assetlinks.json", Self.android)
        try scratch.file("public/apple.json", Self.apple)
        for (name, target) in [
            ("assetlinks.json", "../../elsewhere/assetlinks.json"), ("apple-app-site-association", "../apple.json"),
        ] {
            let link = known.appendingPathComponent(name)
            try FileManager.default.removeItem(at: link)
            try FileManager.default.createSymbolicLink(atPath: link.path, withDestinationPath: target)
        }
        let run = try await check("--fix")
        #expect(try text("elsewhere/assetlinks.json") == Self.android)
        #expect(try text("public/apple.json") == Self.fixedApple)
        let link = known.appendingPathComponent("apple-app-site-association").path
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "../apple.json")
        #expect(run.errors.contains("leads out of the folder"), "\(run.errors)")
    }

    @Test func aPageAloneHasNothingToFix() async throws {
        let run = try await scratch.run(["check", "public/index.html", "--fix"])
        #expect(run.errors.contains("public/index.html: no association file that can be fixed"), "\(run.errors)")
        #expect(run.status == 0)
    }

    // MARK: - Other formats

    @Test func JSONSaysWhatWasFixedAndWhatIsLeft() async throws {
        let run = try await check("--fix", "--dry-run", "--format", "json")
        let inputs = try #require(run.json.first?["inputs"] as? [[String: Any]])
        let repairs = try #require(inputs.first?["repairs"] as? [[String: Any]])
        let apple = try #require(repairs.first { $0["file"] as? String == Self.applePath })
        #expect(apple["written"] as? Bool == false)
        #expect((apple["difference"] as? String)?.hasPrefix("--- a/\(Self.applePath)\n+++ b/") == true)
        #expect(
            (apple["fixed"] as? [[String: Any]])?.compactMap { $0["rule"] as? String }.contains("aasa-double-star")
                == true
        )
        let left = try #require(apple["left"] as? [[String: Any]])
        #expect(left.compactMap { $0["reason"] as? String } == ["unsafe"])
        // The findings are those that would remain.
        let findings = try #require(inputs.first?["findings"] as? [[String: Any]])
        #expect(!findings.contains { $0["rule"] as? String == "aasa-double-star" })
        #expect(try text(Self.applePath) == Self.apple)
    }

    /// A generic reader of SARIF applies each replacement by its bytes.
    @Test(arguments: [true, false]) func SARIFHasTheFixesAsFixes(_ byBytes: Bool) async throws {
        let run = try await check("--format", "sarif")
        let runs = try #require(run.json.first?["runs"] as? [[String: Any]])
        let results = try #require(runs.first?["results"] as? [[String: Any]])
        let fixed = try results.reduce(into: [String: String]()) { fixed, result in
            guard let rule = result["ruleId"] as? String, let fixes = result["fixes"] as? [[String: Any]] else {
                return
            }
            let change = try #require((fixes.first?["artifactChanges"] as? [[String: Any]])?.first)
            let location = try #require(change["artifactLocation"] as? [String: Any])
            let path = try #require(location["uri"] as? String)
            let before = try text(path)
            let replacements = try #require(change["replacements"] as? [[String: Any]])
            fixed[rule] =
                try byBytes
                ? Self.applyingBytes(replacements, to: before) : Self.applyingLines(replacements, to: before)
        }
        #expect(fixed["aasa-double-star"] == Self.apple.replacingOccurrences(of: "**", with: "*"))
        #expect(
            fixed["aasa-app-id-lowercase-prefix"]
                == Self.apple.replacingOccurrences(of: "r2tq9mz7k4", with: "R2TQ9MZ7K4")
        )
        #expect(
            fixed["aasa-redundant-rule"]
                == Self.apple.replacingOccurrences(of: "          { \"/\": \"/recipes/42\" },\n", with: "")
        )
        #expect(fixed["assetlinks-invalid-json"] == Self.android.replacingOccurrences(of: "\",]", with: "\"]"))
        #expect(fixed["aasa-unreachable-rule"]?.contains("/help/legal") == true)
    }

    @Test func SARIFHasTheFixesOfAFolderThatStandsForAURLsHost() async throws {
        func fixes(_ run: Tool.Run) throws -> [String] {
            let runs = try #require(run.json.first?["runs"] as? [[String: Any]])
            let results = try #require(runs.first?["results"] as? [[String: Any]])
            return results.filter { $0["fixes"] != nil }.compactMap { $0["ruleId"] as? String }.sorted()
        }
        let alone = try await fixes(check("--format", "sarif"))
        let url = try await scratch.run([
            "check", "https://lakrids.dk/recipes/1", "--offline", "public", "--no-config", "--format", "sarif",
        ])
        #expect(try alone.contains("aasa-double-star") && fixes(url) == alone, "\(url.output)")
    }

    /// An edit is computed only when it is used, because each edit reads and holds the whole file.
    @Test(.timeLimit(.minutes(20))) func eachFindingOfALargeManifestCostsLittle() async throws {
        let project = try Scratch()
        let activities = (0..<2_000).map {
            "<activity android:name='.A\($0)'><intent-filter android:autoVerify='true'>"
                + "<action android:name='android.intent.action.VIEW'/><category android:name='android.intent.category.DEFAULT'/>"
                + "<data android:scheme='https' android:host='h\($0).lakrids.dk'/></intent-filter></activity>"
        }
        try project.file(
            "app/src/main/AndroidManifest.xml",
            "<manifest xmlns:android='http://schemas.android.com/apk/res/android' package='dk.lakrids.kogebog'>"
                + "<application>\n\(activities.joined(separator: "\n"))\n</application></manifest>"
        )
        let run = try await Tool.run(["check", project.url.path, "--app-only", "--no-config"])
        #expect(run.status == 1 && run.errors.contains("1000 errors"), "\(run.errors)")
    }

    private static func applyingBytes(_ replacements: [[String: Any]], to text: String) throws -> String {
        var bytes = Array(text.utf8)
        for replacement in replacements.reversed() {
            let region = try #require(replacement["deletedRegion"] as? [String: Any])
            let start = try #require(region["byteOffset"] as? Int)
            let length = try #require(region["byteLength"] as? Int)
            bytes.replaceSubrange(start..<start + length, with: inserted(replacement).utf8)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func applyingLines(_ replacements: [[String: Any]], to text: String) throws -> String {
        var scalars = Array(text.unicodeScalars)
        func offset(_ region: [String: Any], _ edge: String) throws -> Int {
            let line = try #require(region["\(edge)Line"] as? Int)
            let column = try #require(region["\(edge)Column"] as? Int)
            let starts = [0] + scalars.indices.filter { scalars[$0] == "\n" }.map { $0 + 1 }
            return starts[line - 1] + column - 1
        }
        for replacement in replacements.reversed() {
            let region = try #require(replacement["deletedRegion"] as? [String: Any])
            let range = try offset(region, "start")..<offset(region, "end")
            scalars.replaceSubrange(range, with: inserted(replacement).unicodeScalars)
        }
        return String(String.UnicodeScalarView(scalars))
    }

    private static func inserted(_ replacement: [String: Any]) -> String {
        (replacement["insertedContent"] as? [String: Any])?["text"] as? String ?? ""
    }
}
