@_spi(Bolts) import BoltsSiteCheck
import Testing

@_spi(Bolts) @testable import AppFiles

struct OtherProjectTests {
    @Test func emptyFolderSaysNothing() throws {
        #expect(try TemporaryFolder().content() == AppFileContent())
    }

    @Test func entitlementsBesideTheInformationOfAnExtensionAreThatExtensions() throws {
        let entitlements = "<plist version=\"1.0\"><dict/></plist>"
        let folder = try TemporaryFolder([
            "Shelf/Shelf.entitlements": entitlements, "Share/Share.entitlements": entitlements,
            "Share/Info.plist": "<plist version=\"1.0\"><dict><key>NSExtension</key><dict/></dict></plist>",
        ])
        let content = try folder.content()
        #expect(content.claims.apple.map(\.file) == [folder.file("Shelf/Shelf.entitlements")])
        #expect(content.others.apple.map(\.role) == [.appExtension])
    }

    @Test func anUnreadableInformationBesideEntitlementsLeavesTheRoleOpen() throws {
        let folder = try TemporaryFolder([
            "Share/Share.entitlements": "<plist version=\"1.0\"><dict/></plist>", "Share/Info.plist": "<plist",
        ])
        let content = try folder.content()
        let app = try #require(content.claims.apple.first)
        #expect(app.gap?.text.hasPrefix(folder.file("Share/Info.plist")) == true)
        #expect(content.notes.contains { $0.hasPrefix(folder.file("Share/Info.plist")) }, "\(content.notes)")
    }

    /// Several files of options are for several channels.
    @Test(arguments: [
        (["ExportOptions.plist"], "PRDSAMPLE1"), (["a/exportOptions.plist", "b/exportOptions.plist"], nil),
    ])
    func theTeamOfAnExportIsRead(_ names: [String], _ team: String?) throws {
        var files = [
            "project.yml": """
            name: Shelf
            targets: {Shelf: {type: application, platform: iOS, settings: {PRODUCT_BUNDLE_IDENTIFIER: a.b}}}
            """
        ]
        for name in names { files[name] = "<plist><dict><key>teamID</key><string>PRDSAMPLE1</string></dict></plist>" }
        let apps = try TemporaryFolder(files).content().claims.apple
        #expect(apps.map(\.exported?.team) == [team])
    }

    // MARK: - Output of tools The forms are those of the tools' sources; the tools were not run.

    @Test func settingsThatXcodeResolvedAreTaken() throws {
        let settings = """
            [{"action": "build", "target": "Kit", "buildSettings": {"PRODUCT_TYPE": "com.apple.product-type.framework"}},
             {"action": "build", "target": "Shelf", "buildSettings": {
                "CODE_SIGN_ENTITLEMENTS": "Shelf/Shelf.entitlements", "CONFIGURATION": "Release",
                "DEVELOPMENT_TEAM": "QX7SAMPLE1", "PLATFORM_NAME": "iphoneos", "PROJECT_NAME": "Shelf",
                "PRODUCT_BUNDLE_IDENTIFIER": "org.sample.shelf", "PRODUCT_TYPE": "com.apple.product-type.application",
                "SDKROOT": "/Applications/Xcode.app/iPhoneOS.sdk", "SRCROOT": "/Users/somebody/Shelf"}}]
            """
        let entitlements = """
            <plist><dict><key>com.apple.developer.associated-domains</key><array><string>applinks:shelf.example</string>
            </array></dict></plist>
            """
        let files = ["settings.json": settings, "Shelf/Shelf.entitlements": entitlements]
        let app = try #require(try TemporaryFolder(files).content("settings.json").claims.apple.first)
        #expect(app.identifier == "QX7SAMPLE1.org.sample.shelf" && app.domains == ["applinks:shelf.example"])
        #expect(app.target == "Shelf")
        // The file that an absolute path of another machine names is found in this folder.
        let absolute = settings.replacing("Shelf/Shelf.ent", with: "/Users/somebody/Shelf/Shelf/Shelf.ent")
        let moved = try TemporaryFolder(files.merging(["settings.json": absolute]) { $1 }).content("settings.json")
        #expect(moved.claims.apple.map(\.domains) == [["applinks:shelf.example"]])
        let alone = try TemporaryFolder(["settings.json": settings]).content("settings.json").claims.apple
        #expect(alone.map(\.domains) == [nil] && alone.first?.gap?.text.hasSuffix("does not exist") == true)
        let elsewhere = settings.replacing("Shelf/Shelf.ent", with: "../secret/Shelf.ent")
        let outside = try TemporaryFolder(["settings.json": elsewhere]).content("settings.json").claims.apple
        #expect(outside.first?.gap?.text.contains("is outside the project's folder") == true)
    }

    @Test func linkSettingsOfFlutterAreTaken() throws {
        func link(_ host: String, _ path: String, _ scheme: String = "https") -> String {
            """
            {"scheme": "\(scheme)", "host": "\(host)", "path": "\(path)", "intentFilterCheck": {"hasAutoVerify": true,
             "hasActionView": true, "hasDefaultCategory": true, "hasBrowsableCategory": true}}
            """
        }
        let links = [
            link("shelf.example", "/x.*"), link("shelf.example", "/x.*", "http"), link("shelf.example", "/y"),
            link("other.example", "/a.b"), link("all.example", ".*"),
        ].joined(separator: ", ")
        let folder = try TemporaryFolder([
            "android.json":
                "{\"applicationId\": \"org.sample.shelf\", \"deeplinkingFlagEnabled\": true, \"deeplinks\": [\(links)]}",
            "ios.json": """
            {"bundleIdentifier": "org.sample.shelf", "teamIdentifier": "QX7SAMPLE1", "associatedDomains": ["shelf.example"]}
            """,
        ])
        let app = try #require(try folder.content("android.json").claims.android.first)
        let filters = try #require(app.filters)
        #expect(app.package == "org.sample.shelf" && app.rank == .built && filters.count == 3)
        #expect(filters.allSatisfy { $0.isVerified && $0.isComplete })
        #expect(
            filters[0].schemes == ["http", "https"] && filters[0].paths == [.init(.prefix, "/x"), .init(.path, "/y")]
        )
        // A dot may be a literal dot or match any character.
        #expect(filters[1].isUncertain && filters[1].unresolved == ["/a.b"])
        #expect(filters[2].paths.isEmpty && !filters[2].isUncertain)
        let apple = try #require(try folder.content("ios.json").claims.apple.first)
        #expect(apple.identifier == "QX7SAMPLE1.org.sample.shelf" && apple.domains == ["applinks:shelf.example"])
    }
}
