import Foundation
import Testing

/// Tests the answer about the method that gets a link, in every format.
struct ReceiverTests {
    private static func project() throws -> Scratch {
        let project = try Scratch()
        let activity = "android:name=\".MainActivity\" android:launchMode=\"singleTask\""
        try project.file(
            "app/src/main/AndroidManifest.xml",
            Samples.manifest("example.alder", activity: activity, data: "android:host=\"alder.example\"")
        )
        try project.file("app/src/main/kotlin/MainActivity.kt", "class MainActivity : Activity()\n")
        return project
    }

    private static func run(_ format: String) async throws -> Tool.Run {
        let project = try project()
        return try await Tool.run(["check", project.url.path, "--app-only", "--no-config", "--format", format])
    }

    /// Asks about a link of the site for the project's app.
    private static func check(_ site: Scratch, _ project: Scratch, _ more: String...) async throws -> Tool.Run {
        let (files, app) = (["--offline", site.url.path], ["--app", project.url.path, "--no-config"])
        return try await Tool.run(["check", "https://alder.example/x"] + files + app + more)
    }

    @Test(arguments: ["text", "markdown", "html"])
    func eachFormatForPeopleSaysBothTimes(_ format: String) async throws {
        let run = try await Self.run(format)
        #expect(run.status == 0, "\(run)")
        for text in [
            "onCreate of MainActivity", "no onNewIntent in MainActivity", "MainActivity.kt:1", "android-app-link-warm",
        ] {
            #expect(run.output.contains(text), "\(text): \(run)")
        }
    }

    @Test func jsonHasTheMomentsWithTheirPlaces() async throws {
        let run = try await Self.run("json")
        #expect(run.status == 0, "\(run)")
        let report = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
        let input = (report?["inputs"] as? [[String: Any]])?.first
        let app = try #require((input?["receivers"] as? [[String: Any]])?.first)
        let route = try #require((app["routes"] as? [[String: Any]])?.first)
        #expect(route["link"] as? String == "App Link")
        #expect((route["cold"] as? [String: Any])?["outcome"] as? String == "called")
        let warm = route["warm"] as? [String: Any]
        #expect(warm?["outcome"] as? String == "lost")
        #expect(warm?["line"] as? Int == 1)
        let findings = input?["findings"] as? [[String: Any]]
        let finding = findings?.first { $0["rule"] as? String == "android-app-link-warm" }
        #expect(finding?["severity"] as? String == "warning")
        #expect((finding?["file"] as? String)?.hasSuffix("MainActivity.kt") == true)
    }

    /// `explain` also says this, for the named apps.
    @Test(arguments: ["text", "html", "json"]) func explainSaysWhichMethodGetsTheLink(_ format: String) async throws {
        let project = try Self.project()
        let site = try Scratch([".well-known/assetlinks.json": "[]"])
        let run = try await Tool.run([
            "explain", "https://alder.example/x", "--offline", site.url.path, "--app", project.url.path, "--format",
            format,
        ])
        #expect(run.status == 0, "\(run)")
        #expect(run.flat.contains("no onNewIntent in MainActivity (launchMode singleTask)"), "\(run)")
    }

    /// The finding is followed by code to paste, and by a way to verify that it works.
    @Test func theMethodThatIsMissingIsPrintedToPaste() async throws {
        let run = try await Self.run("text")
        #expect(run.output.contains("    paste:\n      override fun onNewIntent(intent: Intent) {\n"), "\(run)")
        #expect(run.output.contains("    check with: applinks check PROJECT --app-only names a method"), "\(run)")
        let json = try await Self.run("json")
        #expect(json.output.contains("\"code\":[\"override fun onNewIntent(intent: Intent) {\""), "\(json)")
    }

    private static let filter = """
        <intent-filter><action android:name="android.intent.action.VIEW"/>
        <category android:name="android.intent.category.DEFAULT"/>
        <category android:name="android.intent.category.BROWSABLE"/><data android:scheme="alder"/></intent-filter>
        """

    /// Flutter's flags are data, so a tried edit sets them.
    @Test func theFlagsOfFlutterAreEdited() async throws {
        let project = try Scratch()
        let manifest = "android/app/src/main/AndroidManifest.xml"
        try project.file(
            "pubspec.yaml",
            "name: a\nenvironment:\n  flutter: \">=3.41.0\"\ndependencies:\n  app_links: ^7.0.0\n"
        )
        try project.file(
            "lib/main.dart",
            "import 'package:app_links/app_links.dart'; void main() { AppLinks().uriLinkStream.listen(print); }\n"
        )
        try project.file(
            manifest,
            """
            <manifest xmlns:android="http://schemas.android.com/apk/res/android" package="example.alder"><application>
                <activity android:name=".MainActivity" android:launchMode="singleTop" android:exported="true">
                    \(Self.filter)
                </activity>
            </application></manifest>
            """
        )
        try project.file("android/app/src/main/kotlin/MainActivity.kt", "class MainActivity : FlutterActivity()\n")
        let arguments = ["check", project.url.path, "--app-only", "--no-config"]
        let before = try await Tool.run(arguments)
        #expect(before.output.contains("[flutter-app-link-double]"), "\(before)")
        #expect(before.output.contains("edit: --fix-unsafe does that"), "\(before)")
        let fixed = try await Tool.run(arguments + ["--fix-unsafe"])
        #expect(fixed.status == 0 && !fixed.output.contains("warning: "), "\(fixed)")
        let text = try project.text(manifest)
        #expect(
            text.contains(
                "</intent-filter>\n        <meta-data android:name=\"flutter_deeplinking_enabled\" android:value=\"false\"/>"
            ),
            "\(text)"
        )
        let after = try await Tool.run(arguments)
        #expect(!after.output.contains("flutter-app-link-double"), "\(after)")
    }

    /// What may be on both platforms is one note.
    @Test func whatANewerFlutterDoesIsSaidOnce() async throws {
        let plist = "<plist version=\"1.0\"><dict>%</dict></plist>"
        let project = try Scratch([
            "pubspec.yaml": "name: a\nenvironment:\n  sdk: ^3.2.0\ndependencies:\n  flutter:\n  app_links: ^7.0.0\n",
            "lib/main.dart":
                "import 'package:app_links/app_links.dart'; void main() { AppLinks().uriLinkStream.listen(print); }\n",
            "ios/Runner.entitlements": plist.replacing(
                "%",
                with:
                    "<key>com.apple.developer.associated-domains</key><array><string>applinks:a.example</string></array>"
            ),
            "ios/Info.plist": plist.replacing("%", with: ""),
            "ios/AppDelegate.swift": "@main @objc class AppDelegate: FlutterAppDelegate { }",
            "android/app/src/main/AndroidManifest.xml": """
            <manifest xmlns:android="http://schemas.android.com/apk/res/android" package="example.alder"><application>
                <activity android:name=".MainActivity" android:launchMode="singleTop" android:exported="true">
                \(Self.filter)</activity></application></manifest>
            """,
            "android/app/src/main/kotlin/MainActivity.kt": "class MainActivity : FlutterActivity()\n",
        ])
        let run = try await Tool.run(["check", project.url.path, "--app-only", "--no-config"])
        #expect(run.output.components(separatedBy: "[flutter-app-link-double]").count == 2, "\(run)")
    }

    /// The code lacks its method before and after the entitlement names the host, so the edit is offered with what is left.
    @Test func whatTheCodeLacksDoesNotRefuseAnEdit() async throws {
        let plist = "<plist version=\"1.0\"><dict><key>%</key>$</dict></plist>\n"
        let project = try Scratch([
            "Alder.entitlements": plist.replacing("%", with: "com.apple.developer.associated-domains")
                .replacing("$", with: "<array/>"),
            "Info.plist": plist.replacing("%", with: "CFBundleIdentifier").replacing("$", with: "<string>a.b</string>"),
            "App.swift": "@main class Delegate: UIResponder, UIApplicationDelegate {}",
        ])
        let details = "{\"appIDs\": [\"QX7SAMPLE1.a.b\"], \"components\": [{\"/\": \"*\"}]}"
        let site = try Scratch([
            ".well-known/apple-app-site-association": "{\"applinks\": {\"details\": [\(details)]}}"
        ])
        let run = try await Self.check(site, project)
        let text = run.flat
        #expect(text.contains("edit: --fix-unsafe does that then: "), "\(run)")
        #expect(text.contains("no method in its sources takes one. [ios-app-link-unreceived]"), "\(run)")
        for (format, start) in [("json", "\"then\":[\""), ("sarif", " Then: ")] {
            let report = try await Self.check(site, project, "--format", format)
            #expect(report.output.contains(start), "\(report)")
        }
        _ = try await Self.check(site, project, "--fix-unsafe")
        #expect(try project.text("Alder.entitlements").contains("applinks:alder.example"))
    }

    /// Methods that take every link are listed only where no answer is an error.
    @Test(arguments: [("/other", false), ("/x", true)])
    func methodsAreListedWhereTheyDecide(_ path: String, _ opens: Bool) async throws {
        let project = try Scratch()
        let activity = "android:name=\".MainActivity\" android:launchMode=\"singleTask\""
        let data = "android:host=\"alder.example\" android:path=\"\(path)\""
        let manifest = Samples.manifest("example.alder", activity: activity, data: data)
        try project.file("app/src/main/AndroidManifest.xml", manifest)
        try project.file(
            "app/src/main/kotlin/MainActivity.kt",
            "class MainActivity : Activity() { override fun onNewIntent(intent: Intent) { setIntent(intent) } }\n"
        )
        let site = try Scratch([".well-known/assetlinks.json": Samples.assetLinks("example.alder", Samples.fingerprint)]
        )
        let run = try await Self.check(site, project)
        #expect(run.status == (opens ? 0 : 1) && run.output.contains("onNewIntent") == opens, "\(run)")
        #expect(run.output.contains("--all prints more: 1 method list") == !opens, "\(run)")
    }

    /// A lost link is lost whatever the app's id is, so it is said before the answers about other devices.
    @Test func aLostLinkFollowsTheAnswerThatTheIdIsNotKnown() async throws {
        let plist = "<plist version=\"1.0\"><dict>%</dict></plist>"
        let domains = """
            <key>com.apple.developer.associated-domains</key><array><string>applinks:alder.example</string></array>
            """
        let scenes = """
            <key>UIApplicationSceneManifest</key><dict>
            <key>UISceneConfigurations</key><dict><key>UIWindowSceneSessionRoleApplication</key><array><dict>
            <key>UISceneDelegateClassName</key><string>Scenes</string></dict></array></dict></dict>
            """
        let code = """
            @main class Delegate: UIResponder, UIApplicationDelegate {}
            class Scenes: UIResponder, UIWindowSceneDelegate {
                func scene(_ scene: UIScene, continue userActivity: NSUserActivity) {}
            }
            """
        let project = try Scratch([
            "Alder.entitlements": plist.replacing("%", with: domains), "Info.plist": plist.replacing("%", with: scenes),
            "Scenes.swift": code,
        ])
        let details = "{\"appIDs\": [\"QX7SAMPLE1.org.sample.alder\"], \"components\": [{\"/\": \"*\"}]}"
        let site = try Scratch([
            ".well-known/apple-app-site-association": "{\"applinks\": {\"details\": [\(details)]}}"
        ])
        let run = try await Self.check(site, project)
        let places = ["not decided", "[ios-app-link-unreceived]", "Android  "].map {
            run.output.range(of: $0)?.lowerBound
        }
        let found = places.compactMap(\.self)
        #expect(run.status == 2 && found.count == places.count && found == found.sorted(), "\(run)")
        #expect(run.output.components(separatedBy: "[ios-app-link-unreceived]").count == 2, "\(run)")
    }

    @Test func aRuleThatIsDisabledIsNotSaid() async throws {
        let project = try Self.project()
        let run = try await Tool.run([
            "check", project.url.path, "--app-only", "--no-config", "--disable", "android-app-link-warm",
        ])
        #expect(!run.output.contains("[android-app-link-warm]"), "\(run)")
        #expect(run.output.contains("no onNewIntent in MainActivity"), "\(run)")
    }
}
