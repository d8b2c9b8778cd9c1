@_spi(Bolts) import BoltsSiteCheck
import Testing

@_spi(Bolts) @testable import AppFiles

/// Tests small sources that expand to much data: the expansion is limited, and the omitted part counts as unknown.
@Suite(.tags(.th82), .timeLimit(.minutes(20))) struct HostileSourceTests {
    // MARK: - Android

    private static func app(doublings: Int, _ twice: (String) -> String) throws -> AndroidAppClaims {
        let lines = (0..<doublings).map { "def a\($0 + 1) = \(twice("a\($0)"))" }
        let folder = try TemporaryFolder([
            "app/build.gradle": """
            plugins { id 'com.android.application' }
            def a0 = "shelfshelf"
            \(lines.joined(separator: "\n"))
            android { defaultConfig { applicationId a\(doublings) } }
            """,
            "app/src/main/AndroidManifest.xml": SampleManifest.text(data: ""),
        ])
        return try #require(try folder.content().claims.android.first)
    }

    @Test func namesThatDoubleEachOtherAreNotKnown() throws {
        for twice in [{ "\($0) + \($0)" }, { "\"$\($0)${\($0)}\"" }] as [(String) -> String] {
            #expect(try Self.app(doublings: 5, twice).package?.utf8.count == 320)
            let app = try Self.app(doublings: 12, twice)
            #expect(app.package == nil)
            #expect(app.id.known == nil)
        }
    }

    @Test func manyReferencesToALongTextAreNotAllReplaced() throws {
        let text = String(repeating: "x", count: 4_000)
        let data = [
            "<data a:scheme=\"https\" a:host=\"${host}\"/>", "<data a:scheme=\"https\" a:host=\"@string/host\"/>",
        ]
        for data in data {
            let folder = try TemporaryFolder([
                "app/build.gradle": """
                plugins { id 'com.android.application' }
                android { defaultConfig { manifestPlaceholders = [host: "\(text)"] } }
                """,
                "app/src/main/AndroidManifest.xml": SampleManifest.text(data: String(repeating: data, count: 300)),
                "app/src/main/res/values/strings.xml":
                    "<resources><string name=\"host\">\(text)</string></resources>",
            ])
            let filter = try #require(try folder.content().claims.android.first?.filters?.first)
            #expect(filter.hosts.count == 262)
            #expect(filter.hasUnknownHost)
            #expect(filter.unresolved.count == 38)
        }
    }

    @Test func manifestsBehindTooManyOthersAreNotRead() throws {
        let folder = try TemporaryFolder(["a/AndroidManifest.xml": SampleManifest.text(data: "")])
        var project = AndroidProject(try ProjectFolder(path: folder.path))
        #expect(project.known("a/AndroidManifest.xml") != nil)
        project.manifestSize = AndroidProject.maximumManifestSize
        project.manifests = [:]
        #expect(project.known("a/AndroidManifest.xml") == nil)
        #expect(project.unread["a/AndroidManifest.xml"]?.hasPrefix("is not read, because") == true)
    }

    // MARK: - Apple

    @Test func manyDomainsOfLongSettingsAreNotAllReplaced() throws {
        let targets = 0..<10
        let objects = targets.map {
            "T\($0) = {isa = PBXNativeTarget; name = T\($0); productType = \"com.apple.product-type.application\"; "
                + "buildConfigurationList = L; };"
        }
        let domain = "<string>applinks:$(HOST)</string>"
        let folder = try TemporaryFolder([
            "Shelf.xcodeproj/project.pbxproj": """
            { rootObject = P; objects = {
            P = {isa = PBXProject; targets = (\(targets.map { "T\($0)" }.joined(separator: ", "))); buildConfigurationList = L; };
            \(objects.joined(separator: "\n"))
            L = {isa = XCConfigurationList; buildConfigurations = (C); };
            C = {isa = XCBuildConfiguration; name = Release; buildSettings = { SDKROOT = iphoneos;
            CODE_SIGN_ENTITLEMENTS = Shelf.entitlements; HOST = "\(String(repeating: "x", count: 3_000))"; }; };
            }; }
            """,
            "Shelf.entitlements": """
            <plist version="1.0"><dict><key>com.apple.developer.associated-domains</key>
            <array>\(String(repeating: domain, count: 1_000))</array></dict></plist>
            """,
        ])
        let content = try folder.content()
        #expect(content.claims.apple.count == 10)
        #expect(content.claims.apple.first?.domains?.count == 1_000)
        #expect(content.claims.apple.last?.domains == [])
        #expect(content.claims.apple.last?.unresolvedDomains.count == 1_000)
        #expect(content.notes.contains { $0.contains("has too many values to read") })
    }

    @Test func aFileIsLookedForAmongManyFoldersOfATargetAtOnce() {
        let paths = PropertyList.array((0..<20_000).map { .string("Shelf/\($0)") })
        let sources = XcodeSources(paths, of: "Shelf", productType: "application", base: "ios")
        let found = (0..<20_000).count { sources.contains("ios/Shelf/\(2 * $0)/Link.swift") }
        #expect(found == 10_000)
        #expect(!sources.contains("ios/Shelf"))
    }

    // MARK: - Receivers

    private static let entitlements = """
        <plist version="1.0"><dict><key>com.apple.developer.associated-domains</key>
        <array><string>applinks:www.shelf.example</string></array></dict></plist>
        """

    /// Without the limit, each declaration would be looked up once for each one with the same name.
    @Test func manyDeclarationsOfOneNameCostLinearTime() throws {
        let folder = try TemporaryFolder([
            "Shelf.entitlements": Self.entitlements,
            "Shelf.swift": String(repeating: "@main class Shelf: Base {}\n", count: 30_000),
        ])
        let answers = AppFileReader().receivers(atPath: folder.path, of: try folder.content())
        #expect(answers.count == 1)
    }

    @Test func onlySoManyPlacesAreKept() throws {
        let text = String(repeating: ".onOpenURL", count: 30_000)
        let files = (0..<8).map { ("\($0).swift", text) }
        let folder = try TemporaryFolder(Dictionary(uniqueKeysWithValues: files))
        let code = CodeReader(try ProjectFolder(path: folder.path), activities: [])
        #expect(code.facts.count == 210_000)
        #expect(code.gap == "the folder has too many sources")
    }
}
