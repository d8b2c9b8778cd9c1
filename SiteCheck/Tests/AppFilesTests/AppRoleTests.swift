@_spi(Bolts) import BoltsSiteCheck
import Foundation
import Testing

@_spi(Bolts) @testable import AppFiles

/// Tests how the purpose of an app follows from its place in the project, and the order of the list.
struct AppRoleTests: ProjectLayouts {
    // MARK: - Samples

    private static let example = project([("Example", "application", "PRODUCT_BUNDLE_IDENTIFIER = org.sample.shelf;")])

    @Test func theOnlyAppOfAPlatformIsJudgedWhereverItLies() throws {
        let folder = try TemporaryFolder([
            "app/build.gradle.kts": Self.gradle(#""org.sample.shelf""#),
            "app/src/main/AndroidManifest.xml": Self.manifest,
            "Example/Example.xcodeproj/project.pbxproj": Self.example,
        ])
        let content = try folder.content()
        #expect(content.claims.android.map(\.role) == [.app] && content.claims.apple.map(\.role) == [.app])
        #expect(content.others.android.isEmpty && content.others.apple.isEmpty)
        let beside = try TemporaryFolder([
            "demo-app/build.gradle.kts": Self.gradle(#""org.sample.shelf""#),
            "demo-app/src/main/AndroidManifest.xml": Self.manifest,
            "metrics/build.gradle.kts": Self.gradle(#""org.sample.metrics""#),
            "metrics/src/main/AndroidManifest.xml": "<manifest><application/></manifest>",
        ]).content()
        #expect(Set(beside.claims.android.map(\.package)) == ["org.sample.metrics", "org.sample.shelf"])
        let alone = try TemporaryFolder([
            "sample-app/build.gradle.kts": Self.gradle("idOf(project)"),
            "sample-app/src/main/AndroidManifest.xml": "<manifest>\n<<<<<<< HEAD\n</manifest>",
        ]).content()
        #expect(alone.claims.android.map(\.role) == [.app])
        #expect(alone.inventory.entries.map { $0.gaps.map(\.part) } == [[.id, .hosts]])
    }

    @Test func anAppForWatchesIsListedBesideTheOneForPhones() throws {
        let watch =
            "CODE_SIGN_ENTITLEMENTS = Shelf/Shelf.entitlements; SDKROOT = watchos; PRODUCT_BUNDLE_IDENTIFIER = org.sample.shelf.watch;"
        let targets = [
            (name: "Shelf", type: "application", settings: Self.ownSettings),
            (name: "Watch", type: "application", settings: watch),
        ]
        let content = try TemporaryFolder([
            "Shelf.xcodeproj/project.pbxproj": Self.project(targets), "Shelf/Shelf.entitlements": Self.entitlements,
        ]).content()
        #expect(content.claims.apple.map(\.target) == ["Shelf"])
        #expect(content.others.apple.map(\.role) == [.wear] && content.others.apple.map(\.target) == ["Watch"])
        #expect(content.inventory.entries.last?.line == "Apple watch app org.sample.shelf.watch (Watch); shelf.example")
    }

    @Test func configurationsWithDifferentHostsAreListedApart() throws {
        let debug = Self.ownSettings.replacing("Shelf/Shelf.entitlements", with: "Debug.entitlements")
        let project = Self.project([("Shelf", "application", Self.ownSettings)])
            .replacing("buildConfigurations = (C0);", with: "buildConfigurations = (C0, D0);")
            .replacing("C0 = {isa", with: "D0 = {isa = X; name = Debug; buildSettings = {\(debug)}; }; C0 = {isa")
        let content = try TemporaryFolder([
            "Shelf.xcodeproj/project.pbxproj": project, "Shelf/Shelf.entitlements": Self.entitlements,
            "Debug.entitlements": "<plist><dict/></plist>",
        ]).content()
        #expect(content.inventory.entries.map(\.variants) == [["Release"], ["Debug"]])
        #expect(content.inventory.entries.map { $0.hosts.map(\.name) } == [["shelf.example"], []])
    }

    @Test func theOnlyAppMayBeOneForWatches() throws {
        let manifest = Self.manifest.replacing(
            "<application>",
            with: "<uses-feature a:name=\"android.hardware.type.watch\"/><application>"
        )
        let content = try TemporaryFolder([
            "wear/build.gradle.kts": Self.gradle(#""org.sample.shelf""#), "wear/src/main/AndroidManifest.xml": manifest,
        ]).content()
        #expect(content.claims.android.map(\.role) == [.app])
    }

    @Test(
        arguments: [
            ("com.example.shelf", nil), ("example-shelf", .sample), ("shelf_sample", .sample), ("Shelf Demo", .sample),
            ("demos2", .sample), ("exampleshelf", nil),
        ] as [(String, AppRole?)]
    )
    func aFolderIsASamplesByAWordOfItsName(_ name: String, _ role: AppRole?) throws {
        let content = try TemporaryFolder([
            "app/build.gradle.kts": Self.gradle(#""org.sample.shelf""#),
            "app/src/main/AndroidManifest.xml": Self.manifest,
            "\(name)/build.gradle.kts": Self.gradle(#""org.sample.other""#),
            "\(name)/src/main/AndroidManifest.xml": Self.manifest,
        ]).content()
        #expect(content.others.android.map(\.role) == [role].compactMap { $0 })
        #expect(content.claims.android.count == (role == nil ? 2 : 1))
    }

    @Test func aHostThatIsUnknownIsNoHost() throws {
        let cases: [(String, AppInventory.Gap.Part)] = [
            ("", .hosts), (#"<data a:scheme="https" a:host="shelf.example"/>"#, .moreHosts),
        ]
        for (data, part) in cases {
            let manifest = SampleManifest.text(package: nil, data: data + #"<data a:scheme="https" a:host="${host}"/>"#)
            let content = try TemporaryFolder([
                "app/build.gradle.kts": Self.gradle(#""org.sample.shelf""#),
                "app/src/main/AndroidManifest.xml": manifest,
            ]).content()
            #expect(content.inventory.entries.map { $0.gaps.map(\.part) } == [[part]])
        }
    }

    // MARK: - Settings of Xcode

    @Test(arguments: [
        ("${PROJECT}/Shelf.entitlements", "org.sample.shelf", true),
        ("$PROJECT/$TARGET_NAME.entitlements", "org.sample.shelf", true),
        ("$(SRCROOT)/Shelf/Shelf$(NOTHING).entitlements", "org.sample.shelf", true),
        ("$(SOURCE:dir)/$(SOURCE:file)", "org.sample.shelf", true),
        ("$(SOURCE:dir)/$(SOURCE:base)$(SOURCE:suffix)", "org.sample.shelf$(NOTHING)", true),
        ("$(USER)/Shelf.entitlements", "org.sample.shelf", false),
    ])
    func settingsAreResolvedAsABuildDoes(_ path: String, _ bundle: String, _ isKnown: Bool) throws {
        let settings =
            "SOURCE = Shelf/Shelf.entitlements; CODE_SIGN_ENTITLEMENTS = \"\(path)\"; PRODUCT_BUNDLE_IDENTIFIER = \"\(bundle)\";"
        let folder = try TemporaryFolder([
            "Shelf.xcodeproj/project.pbxproj": Self.project([("Shelf", "application", settings)]),
            "Shelf/Shelf.entitlements": Self.entitlements,
        ])
        let app = try #require(try folder.content().claims.apple.first)
        #expect(app.domains == (isKnown ? ["applinks:shelf.example"] : nil), "\(String(describing: app.gap))")
        #expect(app.bundleIdentifier == "org.sample.shelf")
    }

    /// A target without the setting has the identifier that its Info.plist states.
    @Test(arguments: [
        ("", "org.sample.shelf", "org.sample.shelf"),
        ("", "org.sample.${PRODUCT_NAME:rfc1034identifier}", "org.sample.Shelf"),
        ("", "org.sample.$(ABSENT)", "org.sample.$(ABSENT)"),
        ("", "$(PRODUCT_BUNDLE_IDENTIFIER)", "…"),
        ("", "", "…"),
        ("INFOPLIST_PREPROCESS = YES;", "org.sample.shelf", "…"),
        ("PRODUCT_BUNDLE_IDENTIFIER = \"org.sample.$(USER)\";", "org.sample.shelf", "org.sample.$(USER)"),
        ("PRODUCT_BUNDLE_IDENTIFIER = org.sample.set;", "org.sample.shelf", "org.sample.set"),
    ])
    func theInformationOfATargetStatesItsIdentifier(_ setting: String, _ stated: String, _ bundle: String) throws {
        let settings = "INFOPLIST_FILE = Info.plist; \(setting)"
        let folder = try TemporaryFolder([
            "Shelf.xcodeproj/project.pbxproj": Self.project([("Shelf", "application", settings)]),
            "Info.plist":
                "<plist version=\"1.0\"><dict><key>CFBundleIdentifier</key><string>\(stated)</string></dict></plist>",
        ])
        let app = try #require(try folder.content().claims.apple.first)
        #expect(app.bundle.description == bundle)
        #expect((app.bundleIdentifier == nil) == (bundle.contains("$") || bundle == "…"))
    }

    @Test func anIdThatIsKnownInPartExcludesWhatItCannotBe() throws {
        let settings = "PRODUCT_BUNDLE_IDENTIFIER = \"$(BUNDLE_PREFIX).shelf\"; DEVELOPMENT_TEAM = QX7SAMPLE1;"
        let folder = try TemporaryFolder([
            "Shelf.xcodeproj/project.pbxproj": Self.project([("Shelf", "application", settings)])
        ])
        let app = try #require(try folder.content().claims.apple.first)
        #expect(app.identifier == nil && app.id.description == "QX7SAMPLE1.$(BUNDLE_PREFIX).shelf")
        #expect(app.id.matches("QX7SAMPLE1.org.sample.shelf") == .open)
        #expect(
            app.id.matches("ZZ9SAMPLE9.org.sample.shelf") == .no && app.id.matches("QX7SAMPLE1.org.sample.lend") == .no
        )
    }

    // MARK: - Order

    @Test func whatUsersGetIsListedFirst() throws {
        let more = """
            flavorDimensions += "store"
            productFlavors { create("beta") { applicationIdSuffix = ".beta" }
            create("play") { } }
            buildTypes { debug { applicationIdSuffix = ".debug" } }
            """
        let folder = try TemporaryFolder([
            "app/build.gradle.kts": Self.gradle(#""org.sample.shelf""#, more),
            "app/src/main/AndroidManifest.xml": Self.manifest,
            "a/build.gradle.kts": Self.gradle(#""org.sample.showcase""#),
            "a/src/main/AndroidManifest.xml": "<manifest><application/></manifest>",
        ])
        let ids = try folder.content().inventory.entries.map(\.id.description)
        #expect(
            ids == [
                "org.sample.shelf", "org.sample.shelf.beta", "org.sample.shelf.debug", "org.sample.shelf.beta.debug",
                "org.sample.showcase",
            ]
        )
    }

    @Test func targetsOfOneNameAreNamedWithTheirProjects() throws {
        let target = (name: "Runner", type: "application", settings: Self.ownSettings)
        let folder = try TemporaryFolder([
            "ios/Runner.xcodeproj/project.pbxproj": Self.project([target]),
            "ios/Shelf/Shelf.entitlements": Self.entitlements,
            "old/Runner.xcodeproj/project.pbxproj": Self.project([("Runner", "application", "")]),
        ])
        let places = try folder.content().inventory.entries.map(\.place)
        #expect(
            places == [
                "Runner of \(folder.file("ios/Runner.xcodeproj"))", "Runner of \(folder.file("old/Runner.xcodeproj"))",
            ]
        )
    }

    @Test func aHostForDevelopersAndEverybodyIsListedOnce() throws {
        let domains = Self.entitlements.replacing(
            "<array>",
            with: "<array><string>applinks:shelf.example?mode=developer</string>"
        )
        let folder = try TemporaryFolder([
            "Shelf.xcodeproj/project.pbxproj": Self.project([("Shelf", "application", Self.ownSettings)]),
            "Shelf/Shelf.entitlements": domains,
        ])
        #expect(try folder.content().inventory.entries.flatMap(\.hosts).map(\.name) == ["shelf.example"])
    }

    @Test func entitlementsThatNoTargetIsSignedWithAreAFinding() throws {
        let settings = "PRODUCT_BUNDLE_IDENTIFIER = org.sample.shelf; DEVELOPMENT_TEAM = QX7SAMPLE1;"
        let files = [
            "Shelf.xcodeproj/project.pbxproj": Self.project([("Shelf", "application", settings)]),
            "Shelf/Shelf.entitlements": Self.entitlements,
        ]
        let findings = try TemporaryFolder(files).content().claims.findings()
        #expect(findings.map(\.rule.id) == ["ios-app-domain-missing"])
        #expect(findings.first?.message.hasPrefix("Shelf/Shelf.entitlements has applinks:shelf.example, and") == true)
        let empty = files.merging(["Shelf/Shelf.entitlements": "<plist><dict/></plist>"]) { $1 }
        #expect(try TemporaryFolder(empty).content().claims.findings().isEmpty)
    }

    @Test func aSampleIsOneByTheEndOfItsName() throws {
        let settings = "PRODUCT_BUNDLE_IDENTIFIER = org.other.field;"
        let folder = try TemporaryFolder([
            "Shelf.xcodeproj/project.pbxproj": Self.project([("Shelf", "application", Self.ownSettings)]),
            "Shelf/Shelf.entitlements": Self.entitlements,
            "Shelf/FieldExample/FieldExample.xcodeproj/project.pbxproj": Self.project([
                ("Field", "application", settings)
            ]),
        ])
        let content = try folder.content()
        #expect(content.claims.apple.map(\.target) == ["Shelf"] && content.others.apple.map(\.role) == [.sample])
    }

    @Test func whatIsUnknownInEachConfigurationIsSaidOnce() throws {
        let project = Self.project([("Shelf", "application", "PRODUCT_BUNDLE_IDENTIFIER = \"$(inherited)..\";")])
            .replacing("buildConfigurations = (C0);", with: "buildConfigurations = (C0, D0, E0);")
            .replacing("C0 = {isa", with: "D0 = {isa = X; name = Beta; baseConfigurationReference = F; }; C0 = {isa")
            .replacing("C0 = {isa", with: "E0 = {isa = X; name = Debug; baseConfigurationReference = F; }; C0 = {isa")
            .replacing(
                "C0 = {isa",
                with: "F = {isa = PBXFileReference; path = No.xcconfig; sourceTree = \"<group>\"; }; C0 = {isa"
            )
            .replacing("C0 = {isa = XCBuildConfiguration;", with: "C0 = {isa = X; baseConfigurationReference = F;")
            .replacing("PRODUCT_BUNDLE_IDENTIFIER = \"$(inherited)..\";", with: "")
        for (base, end) in [("", "and 1 more is"), ("Sample/", "/Sample/Shelf.xcodeproj/project.pbxproj) is")] {
            let folder = try TemporaryFolder(["\(base)Shelf.xcodeproj/project.pbxproj": project])
            let notes = try folder.content().notes.filter { $0.hasPrefix("The bundle identifier of Shelf") }
            #expect(notes.count == 1 && notes[0].contains("in Release, Beta and 1 more"), "\(notes)")
            #expect(notes.first?.contains(end) == true, "\(notes)")
        }
    }
}
