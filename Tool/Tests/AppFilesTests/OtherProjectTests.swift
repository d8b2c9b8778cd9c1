import BoltsSiteCheck
import Testing

@testable import AppFiles

struct OtherProjectTests {
    private static let expo = """
        {"expo": {"scheme": "shelf", "ios": {"bundleIdentifier": "com.example.shelf", "appleTeamId": "QX7SAMPLE1",
        "associatedDomains": ["applinks:shelf.example"]}, "android": {"package": "com.example.shelf", "intentFilters": [
        {"action": "VIEW", "autoVerify": true, "category": ["BROWSABLE", "DEFAULT"],
        "data": [{"scheme": "https", "host": "shelf.example", "port": 443, "pathPrefix": "/item"}, {"scheme": "https"}]}]}}}
        """

    @Test(arguments: ["app.json", "printed.json"])
    func expoConfigurationIsRead(name: String) throws {
        let folder = try TemporaryFolder([name: Self.expo])
        let claims = try folder.content(name).claims
        let android = try #require(claims.android.first)
        #expect(android.package == "com.example.shelf")
        #expect(android.filters?.map(\.schemes) == [["shelf"], ["https"]])
        let filter = try #require(android.filters?.last)
        #expect(filter.isComplete && filter.isVerified)
        #expect(filter.hosts == [AndroidIntentFilter.Host("shelf.example", port: "443")])
        #expect(filter.paths == [AndroidIntentFilter.Path(.prefix, "/item")])
        let apple = try #require(claims.apple.first)
        #expect(apple.identifier == "QX7SAMPLE1.com.example.shelf")
        #expect(apple.domains == ["applinks:shelf.example"])
        #expect(apple.schemes == ["shelf", "com.example.shelf"])
    }

    @Test func nativeProjectsGoBeforeExpoConfiguration() throws {
        let folder = try TemporaryFolder([
            "app.json": Self.expo,
            "android/app/src/main/AndroidManifest.xml": SampleManifest.text(package: "com.example.native", data: ""),
        ])
        let claims = try folder.content().claims
        #expect(claims.android.map(\.package) == ["com.example.native"])
        #expect(claims.apple.map(\.bundleIdentifier) == ["com.example.shelf"])
    }

    @Test(.tags(.th83)) func programsAreNotRunAndNoted() throws {
        let folder = try TemporaryFolder([
            "app.config.js": "process.exit(1)"
        ])
        let content = try folder.content()
        #expect(content.notes.contains { $0.contains("npx expo config --json") })
        #expect(content.claims.isEmpty)
    }

    @Test func textOfStrangersIsMadeSafeInNotes() throws {
        let folder = try TemporaryFolder([
            "a\u{1B}[31m/AndroidManifest.xml": "<manifest>", "b/app.json": "{\"expo\": [",
        ])
        let notes = try folder.content().notes
        #expect(notes.count == 2)
        #expect(!notes.contains { $0.unicodeScalars.contains("\u{1B}") })
    }

    @Test func emptyFolderSaysNothing() throws {
        #expect(try TemporaryFolder().content() == AppFileContent())
    }
}
