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

    @Test func descriptionForTuistNamesTheAppOfEntitlements() throws {
        let entitlements = """
            <plist version="1.0"><dict><key>com.apple.developer.associated-domains</key><array>
            <string>applinks:shelf.example</string></array></dict></plist>
            """
        let text = """
            import ProjectDescription
            let project = Project(name: "Shelf", targets: [
            .target(name: "Kit", product: .framework, bundleId: "com.example"),
            .target(name: "Shelf", product: .app, bundleId: "com.example.shelf", dependencies: [.target(name: "Kit")],
            entitlements: "Shelf.entitlements", settings: .settings(base: ["DEVELOPMENT_TEAM": "QX7SAMPLE1"]))])
            """
        let folder = try TemporaryFolder(["Project.swift": text, "Shelf.entitlements": entitlements])
        let app = try #require(try folder.content().claims.apple.first)
        #expect(app.identifier == "QX7SAMPLE1.com.example.shelf" && app.domains == ["applinks:shelf.example"])
        #expect(app.gap == nil)
        let comment = "// bundleId: \"com\"\n/* /* \n\"a */ */"
        try folder.write(Array("\(comment)\n\(text)\n\(comment)".utf8), to: "Project.swift")
        #expect(try folder.content().claims.apple.first?.identifier == "QX7SAMPLE1.com.example.shelf")
        try folder.write(Array("\(text)\nlet more = \"associated-domains\"".utf8), to: "Project.swift")
        let gap = "\(folder.file("Project.swift")) writes the entitlements"
        #expect(try folder.content().claims.apple.first?.gap?.text == gap)
    }

    @Test(.tags(.th82)) func manyArgumentsOfATargetOfTuistCostLittle() throws {
        for argument in ["product: ", "product: .app, ", "product: [", "bundleId: \"a\" "] {
            let text = "import ProjectDescription\n.target(" + String(repeating: argument, count: 40_000)
            let project = try #require(TuistProject(text, file: "Project.swift"))
            #expect(project.claims.isEmpty)
        }
    }

    @Test(arguments: [
        ("[\"applinks:shelf.example\"]", true), (".array([.string(\"applinks:shelf.example\"),])", true),
        ("[\"applinks:\\(host)\"]", false), ("[\"applinks:shelf.example\"] + more", false), ("hosts", false),
    ])
    func domainsThatTuistWritesPlainlyCount(_ list: String, _ isPlain: Bool) throws {
        let text = """
            import ProjectDescription
            let project = Project(name: "Shelf", targets: [.target(name: "Shelf", product: .app, bundleId: "com.example.shelf",
            entitlements: .dictionary(["com.apple.developer.associated-domains": \(list)]))])
            """
        let folder = try TemporaryFolder(["Project.swift": text])
        let apps = try folder.content().claims.apple
        #expect(apps.map(\.domains) == [isPlain ? ["applinks:shelf.example"] : nil])
        #expect(apps.map(\.bundleIdentifier) == ["com.example.shelf"] && apps.map { $0.gap == nil } == [isPlain])
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
