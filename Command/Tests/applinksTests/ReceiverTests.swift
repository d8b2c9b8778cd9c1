import Foundation
import Testing

/// Which method gets a link, in every format of the answer.
struct ReceiverTests {
    private static func project() throws -> Scratch {
        let project = try Scratch()
        try project.file(
            "app/src/main/AndroidManifest.xml",
            """
            <manifest xmlns:android="http://schemas.android.com/apk/res/android" package="example.alder"><application>
            <activity android:name=".MainActivity" android:launchMode="singleTask" android:exported="true">
            <intent-filter android:autoVerify="true"><action android:name="android.intent.action.VIEW"/>
            <category android:name="android.intent.category.DEFAULT"/>
            <category android:name="android.intent.category.BROWSABLE"/>
            <data android:scheme="https" android:host="alder.example"/></intent-filter></activity></application></manifest>
            """
        )
        try project.file("app/src/main/kotlin/MainActivity.kt", "class MainActivity : Activity()\n")
        return project
    }

    private static func run(_ format: String) async throws -> Tool.Run {
        let project = try project()
        return try await Tool.run(["check", project.url.path, "--app-only", "--no-config", "--format", format])
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

    @Test
    func jsonHasTheMomentsWithTheirPlaces() async throws {
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

    @Test
    func aRuleThatIsDisabledIsNotSaid() async throws {
        let project = try Self.project()
        let run = try await Tool.run([
            "check", project.url.path, "--app-only", "--no-config", "--disable", "android-app-link-warm",
        ])
        #expect(!run.output.contains("[android-app-link-warm]"), "\(run)")
        #expect(run.output.contains("no onNewIntent in MainActivity"), "\(run)")
    }
}
