@_spi(Bolts) import BoltsSiteCheck
import Foundation
import Testing

@_spi(Bolts) @testable import AppFiles

/// Tests which apps are read from layouts of real projects (with invented names), and which are only listed.
struct AppLayoutTests: ProjectLayouts {
    // MARK: - Ids

    @Test(arguments: [
        (#""org.sample.shelf""#, "", ""),
        ("APP", "private val APP = \"org.sample.shelf\"", ""),
        ("APP", "val APP: String = \"org.sample.shelf\"", ""),
        (#""$BASE.shelf""#, "val BASE = \"org.sample\"", ""),
        (#"BASE + ".shelf""#, "val BASE = \"org.sample\"", ""),
        (#"property("shelf.id") as String"#, "", "shelf.id=org.sample.shelf"),
        (#"providers.gradleProperty("shelfId").get()"#, "", "# comment\nshelfId = org.sample.shelf"),
        ("libs.versions.app.id.get()", "", ""),
        (
            #""org.sample.shelf""#,
            "androidComponents { onVariants { v -> val applicationId = v.applicationId.get(); println(applicationId) } }",
            ""
        ),
        (
            #""org.sample.shelf""#,
            "androidComponents { onVariants { v -> tasks.register<Ids>(\"ids\") { applicationId.set(v.applicationId) } } }",
            ""
        ),
    ])
    func literalIdsAreFoundWhereverTheyAreWritten(_ id: String, _ before: String, _ properties: String) throws {
        let folder = try TemporaryFolder([
            "settings.gradle.kts": "",
            "gradle.properties": properties,
            "gradle/libs.versions.toml": "[versions]\napp-id = \"org.sample.shelf\"\n",
            "app/build.gradle.kts": before + "\n" + Self.gradle(id),
            "app/src/main/AndroidManifest.xml": Self.manifest,
        ])
        let content = try folder.content()
        #expect(content.claims.android.map(\.package) == ["org.sample.shelf"], "\(content.notes)")
    }

    /// If users' variants have a known id, that of testers' variants does not matter.
    @Test(arguments: [
        ("if (!ci) { buildTypes { debug { applicationIdSuffix = \".debug\" } } }", 0),
        ("if (!ci) { buildTypes { release { applicationIdSuffix = \".store\" } } }", 1),
        ("if (!ci) { defaultConfig { applicationIdSuffix = \".store\" } }", 1),
        ("defaultConfig { applicationId = computed() }", 1),
    ])
    func anIdIsNotedAsUnknownOnlyIfUsersGetIt(_ condition: String, _ count: Int) throws {
        let script = Self.gradle(#""org.sample.shelf""#) + "\nandroid { \(condition) }\n"
        let content = try TemporaryFolder([
            "app/build.gradle.kts": script, "app/src/main/AndroidManifest.xml": Self.manifest,
        ]).content()
        #expect(content.notes.count { $0.contains("application id") } == count, "\(content.notes)")
    }

    @Test func flavoursWithinTheDefaultSettingsAreFlavours() throws {
        let folder = try TemporaryFolder([
            "app/build.gradle.kts": """
            \(Self.application)
            android {
                defaultConfig {
                    applicationId = "org.sample.shelf"
                    flavorDimensions += "store"
                    productFlavors {
                        register("play") { dimension = "store" }
                        register("beta") { applicationId = "org.sample.shelf.beta"; dimension = "store" }
                    }
                }
            }
            """,
            "app/src/main/AndroidManifest.xml": Self.manifest,
        ])
        let ids = Set(try folder.content().claims.android.map(\.package))
        #expect(ids == ["org.sample.shelf", "org.sample.shelf.beta"])
    }

    @Test func whatIsComputedIsUnknownWithItsLine() throws {
        let folder = try TemporaryFolder([
            "app/build.gradle.kts": Self.gradle("idOf(project)"),
            "app/src/main/AndroidManifest.xml": Self.manifest,
        ])
        let app = try #require(try folder.content().claims.android.first)
        #expect(app.package == nil)
        #expect(
            app.id.gap?.text
                == "the application id is computed by the build script at \(folder.file("app/build.gradle.kts")):3"
        )
        let part = try TemporaryFolder([
            "app/build.gradle.kts": Self.gradle(#""${idOf(project)}.shelf""#),
            "app/src/main/AndroidManifest.xml": Self.manifest,
        ])
        let id = try #require(try part.content().claims.android.first).id
        #expect(id.isKnownInPart && id.matches("org.sample.shelf") == .open && id.matches("org.sample.other") == .no)
    }

    @Test func aStringOfAnotherNameLeavesTheOthersKnown() throws {
        let folder = try TemporaryFolder([
            "app/build.gradle": """
            plugins { id "com.android.application" }
            android {
                defaultConfig { applicationId "org.sample.shelf"; resValue "string", "link_host", "shelf.example" }
                applicationVariants.all { variant -> variant.resValue "string", "app_id", applicationId }
            }
            """,
            "app/src/main/AndroidManifest.xml": SampleManifest.text(
                package: nil,
                data: #"<data a:scheme="https" a:host="@string/link_host"/>"#
            ),
        ])
        let app = try #require(try folder.content().claims.android.first)
        #expect(app.filters?.first?.hosts == [AndroidIntentFilter.Host("shelf.example")])
    }

    // MARK: - No other app replaces an unreadable one

    /// The module of a build without others has the name of the project's folder.
    @Test func aModuleInTheFolderItselfHasAName() throws {
        let folder = try TemporaryFolder([
            "build.gradle.kts": Self.gradle(#""org.sample.shelf""#),
            "src/main/AndroidManifest.xml": Self.manifest,
        ])
        #expect(try folder.content().claims.android.first?.module == folder.path)
    }

    @Test func aScriptThatIsTooLargeIsNotAbsent() throws {
        let folder = try TemporaryFolder([
            "app/build.gradle.kts": Self.gradle(#""org.sample.shelf""#)
                + String(repeating: "\n// more", count: 150_000),
            "app/src/main/AndroidManifest.xml": Self.manifest.replacing(
                "</activity>",
                with: Self.launcher + "</activity>"
            ),
            "probe/build.gradle.kts": Self.gradle(#""org.sample.probe""#),
            "probe/src/main/AndroidManifest.xml": "<manifest><application/></manifest>",
        ])
        let content = try folder.content()
        let app = try #require(content.claims.android.first { $0.module == folder.file("app") })
        #expect(app.package == nil && app.filters?.first?.hosts.map(\.name) == ["shelf.example"])
        #expect(app.id.gap?.text.contains("\(folder.file("app/build.gradle.kts")), which has ") == true)
        #expect(content.notes.contains { $0.contains("app/build.gradle.kts has ") }, "\(content.notes)")
    }

    @Test func whatManyModulesShareIsNotAbsentWhereItIsTooLarge() throws {
        for name in ["gradle.properties", "gradle/libs.versions.toml", "build.gradle"] {
            let folder = try TemporaryFolder([
                "settings.gradle.kts": "", name: String(repeating: "# more\n", count: 200_000),
                "app/build.gradle.kts": "\(Self.application)\nandroid { namespace = \"org.sample.code\" }",
                "app/src/main/AndroidManifest.xml": Self.manifest,
            ])
            let id = try #require(try folder.content().claims.android.first).id
            #expect(id.gap?.text.contains("may be set by \(folder.file(name)), which has ") == true, "\(name)")
        }
    }

    @Test func whereCodeComputesThePlaceOfAManifestNothingIsKnownOfIt() throws {
        for source in [
            "sourceSets { getByName(\"main\") { manifest.srcFile(\"$rootDir/AndroidManifest.xml\") } }",
            "sourceSets { main { manifest.srcFile(place()) } }",
        ] {
            let folder = try TemporaryFolder([
                "app/build.gradle.kts": Self.gradle(#""org.sample.shelf""#, source),
                "probe/build.gradle.kts": Self.gradle(#""org.sample.probe""#),
                "probe/src/main/AndroidManifest.xml": "<manifest><application/></manifest>",
            ])
            let app = try #require(try folder.content().claims.android.first { $0.package == "org.sample.shelf" })
            #expect(app.filters == nil, "\(source)")
            #expect(app.gap?.text == "the build script computes the path of the manifest of main", "\(source)")
        }
    }

    @Test func aConditionOfTheRootsScriptLeavesWhatItSetsOpen() throws {
        let condition =
            "if (isBeta) { subprojects { android { defaultConfig { applicationId \"org.sample.beta\" } } } }"
        let folder = try TemporaryFolder([
            "settings.gradle": "", "build.gradle": condition,
            "app/build.gradle":
                "plugins { id \"com.android.application\" }\nandroid { namespace \"org.sample.shelf\" }",
            "app/src/main/AndroidManifest.xml": Self.manifest,
        ])
        #expect(try folder.content().claims.android.map(\.package) == [nil])
    }

    @Test func aFolderThatCannotBeReadMayAddAnything() throws {
        let folder = try TemporaryFolder([
            "app/build.gradle.kts": Self.gradle(#""org.sample.shelf""#),
            "app/src/main/AndroidManifest.xml": Self.manifest, "more/a.txt": "",
        ])
        // Nobody can read a path that is too long, not even the superuser.
        let name = String(repeating: "d", count: 250)
        var descriptors = [open(folder.file("more"), O_RDONLY | O_DIRECTORY)]
        for _ in 0..<17 {
            mkdirat(descriptors[descriptors.count - 1], name, 0o755)
            descriptors.append(openat(descriptors[descriptors.count - 1], name, O_RDONLY | O_DIRECTORY))
        }
        defer {
            for (outer, inner) in zip(descriptors, descriptors.dropFirst()).reversed() {
                close(inner)
                unlinkat(outer, name, AT_REMOVEDIR)
            }
            close(descriptors[0])
        }
        #expect(!descriptors.contains { $0 < 0 })
        let content = try folder.content()
        #expect(content.claims.android.map { $0.gap?.text.hasSuffix(" cannot be read") } == [true])
        #expect(content.notes.contains { $0.hasPrefix("\(folder.file("more"))/ddd") }, "\(content.notes)")
    }

    @Test func manifestsOfOtherToolsAndPartsOfAModuleAreNoApps() throws {
        let other = try TemporaryFolder([
            "app/build.gradle.kts": Self.gradle(#""org.sample.shelf""#),
            "app/src/main/AndroidManifest.xml": Self.manifest,
            "kit/java/AndroidManifest.xml": "<manifest package=\"org.sample.kit\"><application/></manifest>",
        ])
        #expect(try other.content().claims.android.map(\.package) == ["org.sample.shelf"])
        let bare = "<manifest><application/></manifest>"
        let parts = try TemporaryFolder([
            "app/build.gradle.prod.kts": Self.gradle(#""org.sample.shelf""#),
            "app/src/main/AndroidManifest.xml": Self.manifest, "app/src/debug/AndroidManifest.xml": bare,
            "app/src/profile/AndroidManifest.xml": bare,
        ])
        #expect(try parts.content().claims.android.map(\.file) == [parts.file("app/src/main/AndroidManifest.xml")])
    }

    @Test func aManifestBesideTheScriptOfALibraryIsNoApp() throws {
        let folder = try TemporaryFolder([
            "app/build.gradle.kts": Self.gradle(#""org.sample.shelf""#),
            "app/src/main/AndroidManifest.xml": Self.manifest,
            "kit/build.gradle.kts": "plugins { id(\"shelf.library\") }", "kit/AndroidManifest.xml": "<manifest/>",
        ])
        #expect(try folder.content().claims.android.map(\.package) == ["org.sample.shelf"])
    }

    @Test func aManifestThatCannotBeReadIsNotAbsent() throws {
        let folder = try TemporaryFolder([
            "app/build.gradle.kts": Self.gradle(#""org.sample.shelf""#),
            "app/src/main/AndroidManifest.xml": "<manifest>\n<<<<<<< HEAD\n</manifest>",
            "probe/build.gradle.kts": Self.gradle(#""org.sample.probe""#),
            "probe/src/main/AndroidManifest.xml": "<manifest><application/></manifest>",
        ])
        let apps = try folder.content().claims.android
        let app = try #require(apps.first { $0.package == "org.sample.shelf" })
        #expect(app.filters == nil && app.gap?.text.contains("app/src/main/AndroidManifest.xml") == true)
        #expect(apps.first { $0.package == "org.sample.probe" }?.filters == [])
    }

    @Test func aProjectThatCannotBeReadIsNotAbsent() throws {
        let folder = try TemporaryFolder([
            "Shelf.xcodeproj/project.pbxproj": "// !$*UTF8*$!\n{ objects = {\n<<<<<<< HEAD\n",
            "app/build.gradle.kts": Self.gradle(#""org.sample.shelf""#),
            "app/src/main/AndroidManifest.xml": Self.manifest,
        ])
        let content = try folder.content()
        #expect(content.claims.android.map(\.package) == ["org.sample.shelf"])
        #expect(content.claims.apple.map(\.domains) == [nil])
        #expect(content.inventory.entries.last?.gaps.map(\.part) == [.hosts])
    }

    @Test func aScriptNamesWhereTheManifestLies() throws {
        for source in [
            #"sourceSets { getByName("main") { manifest.srcFile("AndroidManifest.xml") } }"#,
            #"sourceSets { main { manifest { srcFile "AndroidManifest.xml" } } }"#,
            #"sourceSets { main.manifest.srcFile "AndroidManifest.xml" }"#,
            #"sourceSets { getByName("main").manifest.srcFile("AndroidManifest.xml") }"#,
        ] {
            let folder = try TemporaryFolder([
                "app/build.gradle.kts": Self.gradle(#""org.sample.shelf""#, source),
                "app/AndroidManifest.xml": Self.manifest,
                "wear/build.gradle.kts": Self.gradle(#""org.sample.shelf""#),
                "wear/src/main/AndroidManifest.xml":
                    #"<manifest xmlns:a="http://schemas.android.com/apk/res/android"><uses-feature a:name="android.hardware.type.watch"/><application/></manifest>"#,
            ])
            let content = try folder.content()
            let hosts = content.claims.android.flatMap { $0.filters ?? [] }.flatMap(\.hosts).map(\.name)
            #expect(hosts == ["shelf.example"], "\(source)")
            #expect(
                content.claims.android.map(\.role) == [.app] && content.others.android.map(\.role) == [.wear],
                "\(source)"
            )
        }
    }

    private static let expo = """
        {"expo": {"ios": {"bundleIdentifier": "org.sample.shelf", "associatedDomains": ["applinks:shelf.example"]},
          "android": {"package": "org.sample.shelf", "intentFilters": [{"action": "VIEW", "autoVerify": true,
          "category": ["BROWSABLE", "DEFAULT"], "data": [{"scheme": "https", "host": "shelf.example"}]}]}}}
        """

    @Test func theConfigurationOfExpoDecidesWhateverIsBesideIt() throws {
        let folder = try TemporaryFolder([
            "app.json": Self.expo,
            "modules/audio/android/build.gradle":
                "apply plugin: \"com.android.library\"\nandroid { namespace \"org.sample.audio\" }",
            "modules/audio/android/src/main/AndroidManifest.xml": "<manifest/>",
            "modules/audio/example/ios/Example.xcodeproj/project.pbxproj": Self.project([
                ("Example", "application", "PRODUCT_BUNDLE_IDENTIFIER = org.sample.example;")
            ]),
            "ShareExtension/Share.entitlements": "<plist version=\"1.0\"><dict/></plist>",
        ])
        let content = try folder.content()
        #expect(content.claims.android.map(\.package) == ["org.sample.shelf"])
        #expect(content.claims.apple.map(\.bundleIdentifier) == ["org.sample.shelf"])
        #expect(content.others.android.map(\.role) == [.library] && content.others.apple.map(\.role) == [.sample])
    }

    @Test func aConfigurationThatIsAProgramLeavesItsHostsOpen() throws {
        let folder = try TemporaryFolder([
            "app.config.ts": "export default {}", "package.json": #"{"dependencies": {"expo": "~52.0.0"}}"#,
        ])
        let content = try folder.content()
        #expect(content.claims.android.map(\.filters) == [nil] && content.claims.apple.map(\.domains) == [nil])
        let fixes = content.inventory.entries.flatMap(\.gaps).map(\.fix)
        #expect(!fixes.isEmpty && fixes.allSatisfy { $0.contains("npx expo config --json") }, "\(fixes)")
    }

    @Test func theDescriptionOfAProjectIsReadBesideAnExamplesProject() throws {
        let folder = try TemporaryFolder([
            "project.yml": """
            name: Shelf
            targets:
              Shelf:
                type: application
                platform: iOS
                settings:
                  PRODUCT_BUNDLE_IDENTIFIER: org.sample.shelf
                  CODE_SIGN_ENTITLEMENTS: Shelf/Shelf.entitlements
            """,
            "Shelf/Shelf.entitlements": Self.entitlements,
            "Sample/Shelf.xcodeproj/project.pbxproj": Self.project([
                ("Sample", "application", "PRODUCT_BUNDLE_IDENTIFIER = org.sample.sample;")
            ]),
        ])
        let content = try folder.content()
        #expect(content.claims.apple.map(\.bundleIdentifier) == ["org.sample.shelf"])
        #expect(content.claims.apple.map(\.domains) == [["applinks:shelf.example"]])
        #expect(content.others.apple.map(\.role) == [.sample])
    }

    @Test func extensionsAndTestsAreListedBesideTheApp() throws {
        let folder = try TemporaryFolder([
            "Shelf.xcodeproj/project.pbxproj": Self.project([
                ("Shelf", "application", Self.ownSettings),
                ("Share", "app-extension", "PRODUCT_BUNDLE_IDENTIFIER = org.sample.shelf.share;"),
                ("Tests", "bundle.unit-test", "PRODUCT_BUNDLE_IDENTIFIER = org.sample.tests;"),
            ]),
            "Shelf/Shelf.entitlements": Self.entitlements,
        ])
        let content = try folder.content()
        #expect(content.claims.apple.map(\.identifier) == ["QX7SAMPLE1.org.sample.shelf"])
        #expect(content.others.apple.map(\.role) == [.appExtension, .test])
        #expect(content.inventory.entries.map(\.place) == ["Shelf", "Share", "Tests"])
    }
}
