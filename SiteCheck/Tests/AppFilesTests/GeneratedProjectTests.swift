@_spi(Bolts) import BoltsSiteCheck
import Foundation
import Testing

@_spi(Bolts) @testable import AppFiles

/// Tests projects that a tool generates and that are missing: the tool's input is read if it is data, and named otherwise.
struct GeneratedProjectTests: ProjectLayouts {
    @Test func unitysSettingsDecideOverTheManifestOfItsTemplate() throws {
        let manifest = SampleManifest.text(package: "com.unity3d.player", data: "")
        let settings = "PlayerSettings:\n  applicationIdentifier:\n    Android: org.sample.shelf\n"
        let folder = try TemporaryFolder([
            "Assets/Plugins/Android/AndroidManifest.xml": manifest,
            "ProjectSettings/ProjectSettings.asset": settings,
        ])
        #expect(try folder.content().claims.android.map(\.package) == ["org.sample.shelf"])
        let alone = try TemporaryFolder(["Assets/Plugins/Android/AndroidManifest.xml": manifest])
        #expect(try alone.content().claims.android.map { $0.package == nil && $0.id.gap != nil } == [true])
    }

    @Test func unityWritesWhatItsSettingsDoNotSay() throws {
        let settings = """
            PlayerSettings:
              companyName: Alder
              applicationIdentifier:
                Android: org.sample.shelf
                Standalone: org.sample.Desk
                iPhone: org.sample.Shelf
              buildNumber:
                Standalone: 9
              appleDeveloperTeamID: QX7SAMPLE1
            """
        let folder = try TemporaryFolder(["ProjectSettings/ProjectSettings.asset": settings])
        let content = try folder.content()
        #expect(content.claims.android.map(\.package) == ["org.sample.shelf"])
        #expect(content.claims.apple.map(\.identifier) == ["QX7SAMPLE1.org.sample.Shelf"])
        #expect(content.inventory.entries.map { $0.gaps.map(\.part) } == [[.hosts], [.hosts]])
        // A missing part of another app is no gap of this one.
        try folder.write(Array(Self.gradle(#""org.sample.other""#).utf8), to: "app/build.gradle.kts")
        try folder.write(Array(Self.manifest.utf8), to: "app/src/main/AndroidManifest.xml")
        #expect(try folder.content().claims.android.map(\.package) == ["org.sample.other"])
    }

    @Test func theProjectOfASampleIsNotThatOfTuist() throws {
        let folder = try TemporaryFolder([
            "Project.swift": "import ProjectDescription\n",
            "Kit/Examples/Small/Small.xcodeproj/project.pbxproj": Self.project([
                ("Small", "application", "PRODUCT_BUNDLE_IDENTIFIER = org.sample.small;")
            ]),
        ])
        let content = try folder.content()
        #expect(content.others.apple.map(\.role) == [.sample])
        let text = "\(folder.file("Project.swift")) of Tuist is code, which is not read"
        #expect(content.claims.apple.map(\.gap?.text) == [text] && content.claims.apple[0].gap?.mayChange == true)
    }

    @Test func aProjectWithoutItsFileIsNoAbsence() throws {
        let folder = try TemporaryFolder([
            "ios/Shelf.xcodeproj/project.template.pbxproj": "", "ios/Shelf/Shelf.entitlements": Self.entitlements,
        ])
        let apple = try folder.content().claims.apple
        #expect(apple.map(\.domains) == [["applinks:shelf.example"]])
        #expect(apple.map(\.gap?.text) == ["\(folder.file("ios/Shelf.xcodeproj")) has no project.pbxproj"])
        // XcodeGen makes its project from its description.
        let description = "targets: {Shelf: {type: application, platform: iOS}}"
        try folder.write(Array(description.utf8), to: "ios/project.yml")
        #expect(try folder.content().claims.apple.map(\.gap) == [nil])
    }

    @Test func aTemplateOfAManifestIsNoAbsence() throws {
        let file = "android/app/src/main/AndroidManifest.template.xml"
        let folder = try TemporaryFolder([file: Self.manifest])
        let app = try #require(try folder.content().claims.android.first)
        #expect(app.gap?.text == "\(folder.file(file)) is a template, and no manifest was generated from it")
        #expect(app.id.gap == app.gap && app.filters == nil)
    }

    /// A copy of the description belongs where the files that it includes are.
    @Test func whatADescriptionIncludesTellsWhereItIsUsed() throws {
        let description = """
            include: [Shared/app.yml]
            targets:
              App:
                entitlements: {path: Apps/Shelf/Shelf.entitlements, properties: {com.apple.developer.associated-domains: [applinks:shelf.example]}}
                settings: {base: {PRODUCT_BUNDLE_IDENTIFIER: org.sample.shelf, DEVELOPMENT_TEAM: QX7SAMPLE1}}
            """
        let shared = "targets: {App: {type: application, platform: iOS}}"
        let folder = try TemporaryFolder(["Apps/Shelf/project.yml": description, "Shared/app.yml": shared])
        let app = try #require(try folder.content().claims.apple.first)
        #expect(app.identifier == "QX7SAMPLE1.org.sample.shelf" && app.domains == ["applinks:shelf.example"])
        let alone = try TemporaryFolder(["Apps/Shelf/project.yml": description])
        let unread = try #require(try alone.content().claims.apple.first)
        let reason = "includes \(alone.file("Apps/Shelf/Shared/app.yml")), which does not exist"
        #expect(unread.gap?.text == "\(alone.file("Apps/Shelf/project.yml")) \(reason)")
    }

    @Test func aDescriptionOfAnotherNameIsReadUnlessAnotherOneIncludesIt() throws {
        let target = "{type: application, platform: iOS, settings: {PRODUCT_BUNDLE_IDENTIFIER: org.sample.shelf}}"
        let folder = try TemporaryFolder([
            "ios/shelf-project.yml": "include: [base-project.yml]\ntargets: {Shelf: \(target)}",
            "ios/base-project.yml": "targets: {Kiosk: \(target)}", "web/project.yml": "targets: {all: {cmd: build}}",
            "web/other-project.yml": "targets: [",
        ])
        let content = try folder.content()
        #expect(
            content.claims.apple.map(\.target) == ["Kiosk", "Shelf"] && content.notes.count == 1,
            "\(content.notes)"
        )
    }

    @Test func targetsOfADescriptionThatAreNoAppsAreListed() throws {
        let folder = try TemporaryFolder([
            "project.yml": """
            targets:
              Shelf: {type: application, platform: iOS, settings: {PRODUCT_BUNDLE_IDENTIFIER: org.sample.shelf}}
              Share: {type: app-extension, platform: iOS, settings: {PRODUCT_BUNDLE_IDENTIFIER: org.sample.shelf.share}}
              Tests: {type: bundle.unit-test, platform: iOS}
              Kit: {type: framework, platform: iOS}
            """
        ])
        #expect(try folder.content().others.apple.map(\.role) == [.appExtension, .test])
    }

    // MARK: - Modules whose folders the settings name

    private static let library = "apply plugin: \"com.android.library\""

    private static func capacitor(_ place: String) -> [String: String] {
        [
            "android/settings.gradle": "include ':app'\napply from: 'more.settings.gradle'",
            "android/more.settings.gradle":
                "include ':alder-reader'\nproject(':alder-reader').projectDir = new File('../\(place)')",
            "android/app/build.gradle": """
            apply plugin: 'com.android.application'
            android { defaultConfig { applicationId "org.sample.shelf" } }
            dependencies { implementation project(':alder-reader') }
            """,
            "android/app/src/main/AndroidManifest.xml": SampleManifest.text(package: nil, data: ""),
        ]
    }

    @Test(arguments: ["packages/reader/android", "node_modules/@alder/reader/android"])
    func theSettingsNameTheFolderOfAModule(_ place: String) throws {
        let files = ["\(place)/build.gradle": Self.library, "\(place)/src/main/AndroidManifest.xml": Self.manifest]
        let folder = try TemporaryFolder(Self.capacitor(place).merging(files) { $1 })
        let app = try #require(try folder.content().claims.android.first)
        #expect(app.gap == nil && app.filters?.flatMap(\.hosts).map(\.name) == ["shelf.example"])
    }

    /// The plugin adds the hosts that the projects do not name yet.
    @Test(arguments: [
        (
            #"{"plugins": {"deep-link": {"mobile": [{"host": "shelf.example"}, {"host": "*.alder.example"}]}}}"#,
            "names *.alder.example for"
        ),
        (
            #"{"plugins": {"deep-link": {"mobile": [{"host": "b.example"}, {"host": "c.example"}]}}}"#,
            "names b.example and 1 more for"
        ),
        (#"{"plugins": {"deep-link": {"mobile": [{"host": "shelf.example", "scheme": ["https"]}]}}}"#, nil),
        (#"{"plugins": {"deep-link": {"mobile": [{"host": "b.example", "scheme": ["alder"]}]}}}"#, nil),
        (#"{"plugins": {"deep-link": {"desktop": {"schemes": ["alder"]}}}}"#, nil),
        ("{", "is not a JSON object"),
    ])
    func theHostsThatTauriAddsAreAGap(_ configuration: String, _ text: String?) throws {
        let project = "src-tauri/gen/apple"
        let folder = try TemporaryFolder([
            "src-tauri/tauri.conf.json": configuration,
            "src-tauri/gen/android/app/build.gradle.kts": "plugins { id(\"com.android.application\") }",
            "src-tauri/gen/android/app/src/main/AndroidManifest.xml": Self.manifest,
            "\(project)/project.yml":
                "targets: {Shelf: {type: application, platform: iOS, settings: {CODE_SIGN_ENTITLEMENTS: Shelf.entitlements}}}",
            "\(project)/Shelf.entitlements": Self.entitlements,
        ])
        let content = try folder.content()
        let gaps = content.claims.android.map(\.gap?.text) + content.claims.apple.map(\.gap?.text)
        let file = folder.file("src-tauri/tauri.conf.json")
        #expect(gaps.count == 2 && gaps[0] == gaps[1] && (gaps[0] == nil) == (text == nil), "\(gaps)")
        #expect(text.map { gaps[0]?.hasPrefix("\(file) \($0)") } != false, "\(gaps)")
        #expect(content.files.contains(file))
        try folder.write([], to: "src-tauri/Tauri.toml")
        #expect(try folder.content().claims.android.map { $0.gap == nil } == [false])
    }

    /// Capacitor's own packages, and its module for Cordova's plugins without any, declare no filters.
    @Test(arguments: [
        ("alder-reader", "node_modules/@capacitor/app/android", "{}", true),
        ("capacitor-cordova-android-plugins", "capacitor-cordova-android-plugins", "{}", true),
        (
            "capacitor-cordova-android-plugins", "capacitor-cordova-android-plugins",
            "{\"dependencies\": {\"cordova-plugin-x\": \"1\"}}", false
        ),
    ])
    func aMissingModuleOfCapacitorHidesNothing(
        _ name: String,
        _ place: String,
        _ package: String,
        _ isKnown: Bool
    ) throws {
        let files = Self.capacitor(place).mapValues { $0.replacingOccurrences(of: "alder-reader", with: name) }
        let folder = try TemporaryFolder(files.merging(["package.json": package]) { $1 })
        #expect((try folder.content().claims.android.first?.gap == nil) == isKnown)
    }

    @Test func aModuleOfPackagesThatAreNotInstalledIsNamed() throws {
        let gap = try TemporaryFolder(Self.capacitor("node_modules/alder-app-links/android")).content().claims.android
            .first?.gap
        #expect(gap?.text.hasSuffix("which it uses, is in node_modules, which is not installed") == true)
        #expect(gap?.fix.contains("(npm install)") == true && gap?.hosts == .others)
        var both = Self.capacitor("node_modules/@alder/reader/android")
        both["android/app/build.gradle"]? += "\ndependencies { implementation project(':links') }"
        #expect(try TemporaryFolder(both).content().claims.android.first?.gap?.hosts == .any)
        let other = try TemporaryFolder(Self.capacitor("packages/reader/android")).content().claims.android.first?.gap
        #expect(other?.text.hasSuffix("which it uses, is not found") == true)
    }

    /// A package that is not for links names no host, nor do those of Cordova if none is for links.
    @Test(arguments: [
        ("node_modules/@alder/reader/android", "alder-reader", "{}", SourceGap.Hosts.noHost),
        ("node_modules/@alder/reader/android", "alder-oauth2", "{}", .others),
        ("node_modules/react-native-app-auth/android", "alder-reader", "{}", .others),
        (
            "cordova", "capacitor-cordova-android-plugins", "{\"dependencies\": {\"cordova-plugin-audio\": \"3\"}}",
            .noHost
        ),
        (
            "cordova", "capacitor-cordova-android-plugins",
            "{\"dependencies\": {\"cordova-plugin-deep-links\": \"3\"}}", .others
        ),
        ("packages/reader", "alder-reader", "{}", .any), ("shared/reader", "alder-reader", "{}", .any),
        (
            "node_modules/@alder/reader/android", "alder-reader",
            "{\"dependencies\": {\"@alder/reader\": \"workspace:*\"}}", .any
        ),
        // Beside a package of the project's own, only those that are named are known to be published.
        (
            "node_modules/@alder/reader/android", "alder-reader",
            "{\"dependencies\": {\"@alder/reader\": \"1\", \"own\": \"github:alder/own\"}}", .noHost
        ),
        (
            "node_modules/@alder/reader/android", "alder-reader",
            "{\"dependencies\": {\"own\": \"github:alder/own\"}}", .any
        ),
        (
            "node_modules/@alder/reader/android", "alder-reader",
            "{\"name\": \"@alder/reader\"}", .any
        ),
        (
            "node_modules/@alder/reader/android", "alder-reader",
            "{\"dependencies\": {\"@alder/reader\": \"1\"}, \"resolutions\": {\"a/@alder/reader\": \"link:./reader\"}}",
            .any
        ),
        (
            "cordova", "capacitor-cordova-android-plugins",
            "{\"dependencies\": {\"cordova-plugin-a\": \"2\", \"@ionic-native/deeplinks\": \"5\"}}", .noHost
        ),
        ("cordova", "capacitor-cordova-android-plugins", "<<<<<<< cordova", .any),
        (
            "node_modules/@alder/reader/android", "alder-reader",
            "{\"dependencies\": {\"a\": \"1\"}, \"pnpm\": {\"overrides\": {\"@alder/reader@^1\": \"link:../a\"}}}", .any
        ),
        (
            "cordova", "capacitor-cordova-android-plugins",
            "{\"dependencies\": {\"cordova-plugin-audio\": \"file:../audio\"}}", .any
        ),
    ])
    func theNameOfAMissingPackageSaysWhetherItIsForLinks(
        _ place: String,
        _ name: String,
        _ package: String,
        _ hosts: SourceGap.Hosts
    ) throws {
        let files = Self.capacitor(place).mapValues { $0.replacing("alder-reader", with: name) }
        let modules = "[submodule \"shared\"]\n\tpath = shared\n"
        let folder = try TemporaryFolder(files.merging(["package.json": package, ".gitmodules": modules]) { $1 })
        #expect(try folder.content().claims.android.map(\.gap?.hosts) == [hosts])
    }
}
