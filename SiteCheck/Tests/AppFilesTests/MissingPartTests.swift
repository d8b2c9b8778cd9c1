@_spi(Bolts) import BoltsSiteCheck
import Foundation
import Testing

@_spi(Bolts) @testable import AppFiles

/// Tests layouts of real projects (with invented names) in which a part is elsewhere, generated or shared: the part is named, and
/// never counts as absent.
struct MissingPartTests: ProjectLayouts {
    private static let application = #"plugins { id("com.android.application") }"#
    private static let id = #"applicationId = "org.sample.shelf""#
    private static let host = #"<data a:scheme="https" a:host="shelf.example"/>"#

    private static func gradle(_ more: String = "", _ id: String = Self.id) -> String {
        "\(application)\nandroid { namespace = \"org.sample.code\"\ndefaultConfig { \(id) } }\n\(more)"
    }

    private static func entries(_ files: [String: String]) throws -> [AppInventory.Entry] {
        try TemporaryFolder(files).content().inventory.entries
    }

    /// The gaps of an app as they are printed, without the folder.
    private static func gaps(_ files: [String: String]) throws -> [String] {
        let folder = try TemporaryFolder(files)
        return try folder.content().inventory.entries.flatMap(\.gaps).map {
            "\($0.part): \($0.reason.replacing(folder.path + "/", with: ""))"
        }
    }

    // MARK: - Android

    @Test(arguments: [
        ["android/app/src/debug/AndroidManifest.xml": "<manifest/>"],
        ["android/app/src/main/AndroidManifestBase.xml": SampleManifest.text(package: nil, data: host)], [:],
    ])
    func anAppWhoseManifestAToolMakesDoesNotNameNoHost(_ others: [String: String]) throws {
        var files = others
        files["android/app/build.gradle.kts"] = Self.gradle()
        #expect(try Self.gaps(files) == ["hosts: android/app/src/main/AndroidManifest.xml does not exist"])
        let entry = try #require(try Self.entries(files).first)
        #expect(entry.id.known == "org.sample.shelf" && !entry.line.contains("names no host"))
        files["android/app/src/main/AndroidManifest.xml"] = SampleManifest.text(package: nil, data: Self.host)
        #expect(try Self.gaps(files).isEmpty)
    }

    @Test func whereAManifestIsNamedThatOneIsMissing() throws {
        let sets = #"android { sourceSets { getByName("main") { manifest.srcFile("shelf/AndroidManifest.xml") } } }"#
        let gaps = try Self.gaps(["app/build.gradle.kts": Self.gradle(sets)])
        #expect(gaps == ["hosts: app/shelf/AndroidManifest.xml does not exist"])
    }

    @Test func theScriptOfARootThatNamesPluginsIsNoApp() throws {
        let entries = try Self.entries([
            "settings.gradle.kts": #"include(":app")"#,
            "build.gradle.kts": """
            plugins { id("com.android.application") apply false }
            subprojects { apply(plugin = "com.android.application") }
            val note = "applicationId"
            """,
            "app/build.gradle.kts": Self.gradle(),
            "app/src/main/AndroidManifest.xml": SampleManifest.text(package: nil, data: Self.host),
        ])
        #expect(entries.map(\.role) == [.app])
    }

    @Test func anAppThatUsesModulesThatAreNotInstalledDoesNotNameNoHost() throws {
        let files = [
            "android/settings.gradle": "include ':app', ':react-native-shelf'",
            "android/app/build.gradle":
                "\(Self.application)\nandroid { defaultConfig { \(Self.id) } }\ndependencies { implementation project(':react-native-shelf') }",
            "android/app/src/main/AndroidManifest.xml": SampleManifest.text(
                package: nil,
                data: #"<data a:scheme="shelf"/>"#
            ),
        ]
        let entry = try #require(try Self.entries(files).first)
        #expect(entry.gaps.map(\.part) == [.hosts] && entry.schemes == ["shelf"])
        #expect(!entry.line.contains("names no host") && entry.line.contains("hosts not known: the module"))
    }

    @Test func aModuleThatTestsTheAppIsListedAsWhatItIs() throws {
        let entries = try Self.entries([
            "app/build.gradle.kts": Self.gradle(),
            "app/src/main/AndroidManifest.xml": SampleManifest.text(package: nil, data: Self.host),
            "baselineprofile/build.gradle.kts":
                "plugins { id(\"com.android.test\") }\nandroid { namespace = \"org.sample.profile\" }",
            "baselineprofile/src/main/AndroidManifest.xml": "<manifest/>",
        ])
        #expect(entries.map(\.role) == [.app, .test])
    }

    @Test func anIdThatCodeForAVariantMakesIsUnknownWithItsLine() throws {
        let code = """
            androidComponents {
                onVariants(selector().withBuildType("debug")) { variant ->
                    variant.flavorName?.let { flavor -> variant.applicationId.set("org.sample.$flavor.debug") }
                }
            }
            """
        let folder = try TemporaryFolder([
            "app/build.gradle.kts": Self.gradle(code),
            "app/src/main/AndroidManifest.xml": SampleManifest.text(package: nil, data: Self.host),
        ])
        let apps = try folder.content().inventory.entries
        #expect(apps.map(\.variants) == [["release"], ["debug"]])
        #expect(apps.first?.gaps.isEmpty == true)
        #expect(apps.last?.gaps.first?.reason.hasSuffix("app/build.gradle.kts:6") == true, "\(apps)")
    }

    /// A build may wrap Android's block in its own function.
    @Test func flavoursWithinAFunctionOfTheBuildAreRead() throws {
        let flavors = """
            android(
                minSdk = 23,
            ) {
                flavorDimensions("default")
                productFlavors {
                    register("production") { applicationId = "org.sample.shelf" }
                    register("beta") { applicationId = "org.sample.shelf.beta" }
                    register("other") { }
                }
            }
            """
        let entries = try Self.entries([
            "app/build.gradle.kts": "\(Self.application)\n\(flavors)",
            "app/src/main/AndroidManifest.xml": SampleManifest.text(package: "org.sample.code", data: Self.host),
        ])
        let ids = Set(entries.map { $0.id.known ?? $0.gaps.first?.reason ?? "" })
        let open = "the application id may be set by the function \"android\", which is code and is not read"
        #expect(ids == ["org.sample.shelf", "org.sample.shelf.beta", open])
    }

    @Test func allVariantsAreNamedOrCounted() throws {
        let names = ["play", "amazon", "full"].map { "create(\"\($0)\") {}" }.joined(separator: "\n")
        let flavors = "flavorDimensions += \"store\"\nproductFlavors { \(names) }"
        let entries = try Self.entries([
            "app/build.gradle.kts": Self.gradle("android { \(flavors) }"),
            "app/src/main/AndroidManifest.xml": SampleManifest.text(package: nil, data: Self.host),
            "app/src/playDebug/AndroidManifest.xml": SampleManifest.text(
                package: nil,
                data: #"<data a:scheme="https" a:host="shelf.example" a:pathPrefix="/two"/>"#
            ),
        ])
        let line = try #require(entries.first).line
        #expect(line.contains("amazonRelease") && line.contains(" and 2 more)"), "\(line)")
    }

    /// A client of a federated network names servers of others in addition to its own.
    @Test func aFederatedClientIsJudgedForItsOwnHost() throws {
        func filter(_ hosts: [String], _ verifies: Bool) -> String {
            """
            <activity a:name=".\(verifies ? "Own" : "Other")" a:exported="true"><intent-filter a:autoVerify="\(verifies)">
            <action a:name="android.intent.action.VIEW"/><category a:name="android.intent.category.DEFAULT"/>
            <category a:name="android.intent.category.BROWSABLE"/><data a:scheme="https"/>
            \(hosts.map { "<data a:host=\"\($0)\"/>" }.joined())</intent-filter></activity>
            """
        }
        let others = (1...60).map { "server\($0).example" }
        let manifest =
            "<manifest xmlns:a=\"http://schemas.android.com/apk/res/android\"><application>"
            + filter(others, false) + filter(["shelf.example"], true) + "</application></manifest>"
        let content = try TemporaryFolder([
            "app/build.gradle.kts": Self.gradle(), "app/src/main/AndroidManifest.xml": manifest,
        ]).content()
        let entry = try #require(content.inventory.entries.first)
        #expect(entry.hosts.count == 61 && entry.hosts.first?.name == "shelf.example")
        #expect(entry.line.contains("shelf.example; not verified: server1.example"), "\(entry.line)")
        let findings = content.claims.findings()
        #expect(findings.map(\.rule.id) == ["android-app-no-auto-verify"] && findings.map(\.severity) == [.note])
    }

    // MARK: - Apple

    private static func project(_ targets: [(name: String, settings: String)]) -> String {
        project(targets.map { (name: $0.name, type: "application", settings: $0.settings) })
    }

    private static func settings(_ name: String, team: String = "DEVELOPMENT_TEAM = QX7SAMPLE1;") -> String {
        "\(team) PRODUCT_BUNDLE_IDENTIFIER = org.sample.\(name); CODE_SIGN_ENTITLEMENTS = Shelf/Shelf.entitlements;"
    }

    @Test func targetsWithOneEntitlementsFileAreAllListed() throws {
        let entries = try Self.entries([
            "Shelf.xcodeproj/project.pbxproj": Self.project([
                ("Shelf", Self.settings("shelf")), ("ShelfBeta", Self.settings("beta")),
            ]),
            "Shelf/Shelf.entitlements": Self.entitlements,
        ])
        #expect(entries.map(\.id.known) == ["QX7SAMPLE1.org.sample.shelf", "QX7SAMPLE1.org.sample.beta"])
        #expect(entries.map { $0.hosts.map(\.name) } == [["shelf.example"], ["shelf.example"]])
    }

    @Test(arguments: [
        ("", "sets DEVELOPMENT_TEAM to nothing"), ("$TEAM", "sets DEVELOPMENT_TEAM to \"$TEAM\", which is no team"),
    ])
    func aTeamThatIsKeptInAFileOfEachDeveloperIsUnknown(_ team: String, _ reason: String) throws {
        let entries = try Self.entries([
            "Shelf.xcodeproj/project.pbxproj": Self.project([
                ("Shelf", Self.settings("shelf", team: "DEVELOPMENT_TEAM = \"\(team)\";"))
            ]),
            "Shelf/Shelf.entitlements": Self.entitlements,
        ])
        let entry = try #require(entries.first)
        #expect(entry.id.known == "org.sample.shelf" && entry.gaps.map(\.part) == [.id])
        let line = entry.line
        #expect(line.hasSuffix("; its team not known: the project \(reason)"), "\(line)")
    }

    @Test func aNameIsFoundAsAMacFindsIt() throws {
        let entries = try Self.entries([
            "Shelf.xcodeproj/project.pbxproj": Self.project([("Shelf", Self.settings("shelf"))]),
            "Shelf/shelf.entitlements": Self.entitlements,
        ])
        #expect(entries.flatMap(\.gaps).isEmpty && entries.flatMap(\.hosts).map(\.name) == ["shelf.example"])
    }

    @Test func anOddIdentifierThatStandsThereIsKnown() throws {
        let entries = try Self.entries([
            "Shelf.xcodeproj/project.pbxproj": Self.project([("Shelf", Self.settings(".shelf"))]),
            "Shelf/Shelf.entitlements": Self.entitlements,
        ])
        #expect(entries.map(\.id.known) == ["QX7SAMPLE1.org.sample..shelf"])
    }

    // MARK: - Several projects

    @Test func eachAppOfARepositoryWithManyIsListed() throws {
        let entries = try Self.entries([
            "apps/shelf/android/app/build.gradle.kts": Self.gradle(),
            "apps/shelf/android/app/src/main/AndroidManifest.xml": SampleManifest.text(package: nil, data: Self.host),
            "apps/shelf/ios/Shelf.xcodeproj/project.pbxproj": Self.project([("Shelf", Self.settings("shelf"))]),
            "apps/shelf/ios/Shelf/Shelf.entitlements": Self.entitlements,
            "apps/reader/app.json": """
            {"expo": {"android": {"package": "org.sample.reader"}, "ios": {"bundleIdentifier": "org.sample.reader",
             "associatedDomains": ["applinks:reader.example"]}}}
            """,
            "packages/player/android/build.gradle":
                "apply plugin: \"com.android.library\"\nandroid { namespace \"org.sample.player\" }",
            "packages/player/android/src/main/AndroidManifest.xml": "<manifest/>",
        ])
        let apps = entries.filter { $0.role == .app }
        let ids = Set(apps.map(\.id.description))
        #expect(ids == ["org.sample.shelf", "QX7SAMPLE1.org.sample.shelf", "org.sample.reader"])
        #expect(apps.count == 4 && entries.count == 5)
        #expect(Set(apps.flatMap(\.hosts).map(\.name)) == ["shelf.example", "reader.example"])
    }
}
