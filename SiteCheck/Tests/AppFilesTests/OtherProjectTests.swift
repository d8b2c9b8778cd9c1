@_spi(Bolts) import BoltsSiteCheck
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
        let files = ["app.config.js": "process.exit(1)"]
        // Other tools have a file of this name too.
        #expect(try TemporaryFolder(files).content() == AppFileContent())
        #expect(try TemporaryFolder(["app.config.ts": "export default {}"]).content() == AppFileContent())
        let package = ["package.json": #"{"dependencies": {"expo": "~54.0.0"}}"#]
        let content = try TemporaryFolder(files.merging(package) { $1 }).content()
        #expect(content.notes.contains { $0.contains("npx expo config --json") })
        #expect(content.claims.android.map(\.filters) == [nil] && content.claims.apple.map(\.domains) == [nil])
        #expect(
            content.claims.android.first?.gap?.text.hasSuffix("app.config.js is a program, which is not run") == true
        )
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

    @Test func manifestsOfTuistAreNotReadAndNamed() throws {
        let text = """
            import ProjectDescription
            let project = Project(name: "Shelf", targets: [.target(name: "Shelf", product: .app, bundleId: "com.example.shelf",
            entitlements: .dictionary(["com.apple.developer.associated-domains": ["applinks:shelf.example"]]))])
            """
        let folder = try TemporaryFolder(["Project.swift": text, "Kit/Project.swift": text])
        let gap = "\(folder.file("Kit/Project.swift")) and 1 more of Tuist is code, which is not read"
        let content = try folder.content()
        #expect(content.claims.apple.map(\.gap?.text) == [gap] && content.claims.apple.map(\.domains) == [nil])
        #expect(content.claims.apple.map(\.bundleIdentifier) == [nil])
        #expect(content.notes.map { $0.contains("(tuist generate) and ask again") } == [true], "\(content.notes)")
        let entitlements = """
            <plist version="1.0"><dict><key>com.apple.developer.associated-domains</key><array>
            <string>applinks:shelf.example</string></array></dict></plist>
            """
        try folder.write(Array(entitlements.utf8), to: "Shelf.entitlements")
        let alone = try folder.content().claims.apple
        #expect(alone.map(\.domains) == [["applinks:shelf.example"]] && alone.map(\.gap?.text) == [gap])
        // Another tool's file of this name is none.
        #expect(try TemporaryFolder(["Project.swift": "let project = 1"]).content() == AppFileContent())
    }

    @Test func theProjectThatTuistMadeIsRead() throws {
        let project = """
            // !$*UTF8*$!
            {archiveVersion = 1; objectVersion = 56; objects = {
            P = {isa = PBXProject; targets = (T); };
            T = {isa = PBXNativeTarget; name = Shelf; productType = "com.apple.product-type.application";
            buildConfigurationList = L; };
            L = {isa = XCConfigurationList; buildConfigurations = (C); };
            C = {isa = XCBuildConfiguration; name = Release; buildSettings = {DEVELOPMENT_TEAM = QX7SAMPLE1;
            PRODUCT_BUNDLE_IDENTIFIER = com.example.shelf; }; };
            }; rootObject = P; }
            """
        let description = "import ProjectDescription\n"
        let folder = try TemporaryFolder([
            "App/Project.swift": description, "App/Shelf.xcodeproj/project.pbxproj": project,
        ])
        let made = try folder.content()
        #expect(made.claims.apple.map(\.identifier) == ["QX7SAMPLE1.com.example.shelf"])
        #expect(made.claims.apple.map(\.gap) == [nil] && made.notes.isEmpty, "\(made.notes)")
        try folder.write(Array(description.utf8), to: "Other/Project.swift")
        let other = try folder.content()
        #expect(other.claims == made.claims && other.notes.count == 1, "\(other.notes)")
    }

    @Test func programsThatChangeAConfigurationAreAGap() throws {
        let folder = try TemporaryFolder(["app.json": Self.expo, "app.config.ts": "export default {}"])
        let claims = try folder.content().claims
        let gap = "\(folder.file("app.config.ts")) is a program, which is not run"
        #expect(claims.android.map(\.gap?.text) == [gap] && claims.apple.map(\.gap?.text) == [gap])
        let own = Self.expo.replacing(
            "{\"scheme\"",
            with: "{\"plugins\": [\"expo-font\", [\"./links\", {}]], \"scheme\""
        )
        let plugin = try TemporaryFolder(["app.json": own])
        #expect(try plugin.content().claims.apple.map(\.gap?.text) == ["./links is a program, which is not run"])
    }

    @Test func configurationOfCordovaIsAGapOfItsPlatforms() throws {
        let folder = try TemporaryFolder([
            "platforms/android/app/build.gradle": "apply plugin: 'com.android.application'",
            "platforms/android/app/src/main/AndroidManifest.xml": SampleManifest.text(data: ""),
            "config.xml": "<widget id=\"com.example.shelf\"><allow-navigation href=\"*\"/></widget>",
        ])
        #expect(try folder.content().claims.android.map(\.gap) == [nil])
        try folder.write(Array("<widget><universal-links/></widget>".utf8), to: "config.xml")
        #expect(try folder.content().claims.android.first?.gap?.fix.contains("cordova prepare") == true)
    }
}
