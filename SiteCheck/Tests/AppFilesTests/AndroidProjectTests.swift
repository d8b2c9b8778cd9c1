@_spi(Bolts) import BoltsSiteCheck
import Foundation
import Testing

@testable import AppFiles

struct AndroidProjectTests {
    private typealias Host = AndroidIntentFilter.Host

    @Test func manifestAloneIsReadWithItsStringsAndLines() throws {
        let folder = try TemporaryFolder([
            "AndroidManifest.xml": SampleManifest.text(
                data: #"<data a:scheme="https" a:host="@string/host" a:pathPrefix="/item"/>"#
            ),
            "res/values/any.xml":
                #"<resources><string name="host">@string/real</string><string name="real"> it\u0027s.example </string></resources>"#,
        ])
        let content = try folder.content("AndroidManifest.xml")
        let app = try #require(content.claims.android.first)
        #expect(app.package == "com.example.shelf")
        #expect(app.rank == .source)
        #expect((app.minimumSDK, app.targetSDK) == (24, 35))
        let filter = try #require(app.filters?.first)
        #expect(filter.hosts == [Host("it's.example")])
        #expect(filter.line == 6)
        #expect(filter.isVerified && filter.isComplete)
        #expect(content.files == [folder.file("AndroidManifest.xml"), folder.file("res/values/any.xml")])
        #expect(content.notes.isEmpty)
    }

    @Test func manifestThatIsNoneIsAnError() throws {
        let folder = try TemporaryFolder(["AndroidManifest.xml": "<resources/>", "a/AndroidManifest.xml": "<manifest>"])
        #expect(throws: AppFileError.self) { try folder.content("AndroidManifest.xml") }
        #expect(throws: AppFileError.self) { try folder.content("a/AndroidManifest.xml") }
        #expect(throws: AppFileError.self) { try folder.content("absent.apk") }
        let notes = try folder.content().notes
        #expect(notes.count == 2, "\(notes)")
    }

    private static let groovy = """
        plugins { id 'com.android.application' } // { not a block
        android {
            namespace "com.example.shelf.code"
            /* applicationId "com.example.wrong" */
            flavorDimensions "customer"
            defaultConfig {
                applicationId "com.example.shelf"
                minSdkVersion 26
                targetSdk = 36
                manifestPlaceholders = [host: "shelf.example", other: System.getenv("X")]
                resValue "string", "made", "made.example"
            }
            buildTypes {
                debug { applicationIdSuffix ".debug" }
                release { minifyEnabled true }
            }
            productFlavors {
                north { dimension "customer"
                    manifestPlaceholders += [
                        host: "north.example",
                    ]
                }
                create("south") { applicationId = "com.example.south"; manifestPlaceholders.host = 'south.example' }
            }
        }
        """

    /// A value that a script computes is not one that no file sets.
    @Test(arguments: [
        (#"resValue "string", "host", config.host"#, "@string/host", "build.gradle:2 computes @string/host"),
        (#"resValue "bool", "host", config.host"#, "@bool/host", "build.gradle:2 computes @bool/host"),
        (#"manifestPlaceholders = [host: config.host]"#, "a-${host}", "the build script computes a-${host}"),
        (#"manifestPlaceholders.host = config.host"#, "a-${host}", "the build script computes a-${host}"),
        (#"resValue "string", "other", config.host"#, "@string/host", nil),
    ])
    func aComputedValueIsSaidToBeComputed(_ statement: String, _ host: String, _ gap: String?) throws {
        let folder = try TemporaryFolder([
            "app/build.gradle":
                "plugins { id 'com.android.application' }\nandroid { defaultConfig { \(statement) } }",
            "app/src/main/AndroidManifest.xml": SampleManifest.text(
                data: "<data a:scheme=\"https\" a:host=\"\(host)\"/>"
            ),
        ])
        let content = try folder.content()
        let text = try #require(content.claims.android.first).valueGap?.text
        #expect(gap.map { text?.hasSuffix($0) == true } ?? (text == nil), "\(text ?? "")")
        #expect(content.notes.contains { $0.contains("the sources do not set") } == (gap == nil))
    }

    @Test func variantsHaveTheirOwnIdentifierAndHosts() throws {
        let folder = try TemporaryFolder([
            "app/build.gradle": Self.groovy,
            "app/src/main/AndroidManifest.xml": SampleManifest.text(
                package: nil,
                data:
                    #"<data a:scheme="https"/><data a:host="${host}"/><data a:host="@string/made"/><data a:host="${other}"/>"#
            ),
        ])
        let content = try folder.content()
        let apps = content.claims.android
        #expect(apps.map(\.variant) == ["northDebug", "northRelease", "southDebug", "southRelease"])
        #expect(
            apps.map(\.package) == [
                "com.example.shelf.debug", "com.example.shelf", "com.example.south.debug", "com.example.south",
            ]
        )
        #expect(apps[0].filters?.first?.hosts == [Host("north.example"), Host("made.example")])
        #expect(apps[3].filters?.first?.hosts == [Host("south.example"), Host("made.example")])
        #expect(apps[0].filters?.first?.unresolved == ["${other}"])
        #expect((apps[0].minimumSDK, apps[0].targetSDK) == (26, 36))
        #expect(content.notes.contains { $0.contains("${other}") })
    }

    @Test func kotlinScriptsAreRead() throws {
        let folder = try TemporaryFolder([
            "app/build.gradle.kts": #"""
            plugins { alias(libs.plugins.android.application) }
            android {
                defaultConfig {
                    applicationId = "com.example.shelf"
                    minSdk = flutter.minSdkVersion
                    manifestPlaceholders["host"] = "shelf.example"
                    manifestPlaceholders.put("path", "/item")
                }
                buildTypes {
                    getByName("debug") { manifestPlaceholders += mapOf("host" to "debug.example") }
                    create("staging") { applicationIdSuffix = ".stage"; manifestPlaceholders["host"] = "$prefix.example" }
                }
            }
            """#,
            "app/src/main/AndroidManifest.xml": SampleManifest.text(
                package: nil,
                data: #"<data a:scheme="https" a:host="${host}" a:pathPrefix="${path}"/>"#
            ),
        ])
        let apps = try folder.content().claims.android
        #expect(apps.map(\.variant) == ["debug", "staging", "release"])
        #expect(apps.map { $0.filters?.first?.hosts.first?.name } == ["debug.example", nil, "shelf.example"])
        #expect(apps[1].filters?.first?.unresolved == ["${host}"])
        #expect(apps[0].filters?.first?.paths.first?.text == "/item")
        #expect(apps[0].minimumSDK == nil)
    }

    @Test func theNamespaceStandsForTheApplicationIDWithItsSuffixes() throws {
        func packages(_ android: String, package: String? = nil) throws -> [String: String?] {
            let apps = try TemporaryFolder([
                "app/build.gradle": "apply plugin: 'com.android.application'\nandroid { \(android) }",
                "app/src/main/AndroidManifest.xml": SampleManifest.text(package: package, data: ""),
            ]).content().claims.android
            return Dictionary(apps.map { ($0.variant ?? "", $0.package) }) { $1 }
        }
        let suffix = "\nbuildTypes { debug { applicationIdSuffix '.debug' } }"
        let expected: [String: String?] = ["debug": "com.example.shelf.debug", "release": "com.example.shelf"]
        #expect(try packages("namespace 'com.example.shelf'" + suffix) == expected)
        #expect(try packages(suffix, package: "com.example.shelf") == expected)
        let computed = "\nbuildTypes { debug { applicationIdSuffix suffixOf(it) } }"
        let open: [String: String?] = ["debug": nil, "release": "com.example.shelf"]
        #expect(try packages("namespace 'com.example.shelf'" + computed) == open)
    }

    @Test func computedIdentifierIsUnknown() throws {
        let folder = try TemporaryFolder([
            "app/build.gradle": "android { defaultConfig { applicationId project.property('id') } }",
            "app/src/main/AndroidManifest.xml": SampleManifest.text(data: ""),
        ])
        let content = try folder.content()
        #expect(content.claims.android.map(\.package) == [nil])
        #expect(content.claims.android.map(\.variant) == [nil])
        #expect(content.notes.contains { $0.contains("computed") })
    }

    @Test func escapesAndBooleansOfTheSourcesAreReplacedAsTheBuildDoes() throws {
        let filter = SampleManifest.text(
            data: #"<data a:scheme="https" a:host="shelf.example" a:pathPattern="/a/.*\\.html"/>"#
        )
        let folder = try TemporaryFolder([
            "AndroidManifest.xml": filter.replacing("autoVerify=\"true\"", with: "autoVerify=\"@bool/links\"")
                .replacing("exported=\"true\"", with: "exported=\"@bool/absent\""),
            "res/values/bools.xml": #"<resources><bool name="links">true</bool></resources>"#,
        ])
        let found = try #require(try folder.content("AndroidManifest.xml").claims.android.first?.filters?.first)
        #expect(found.paths.map(\.text) == [#"/a/.*\.html"#])
        #expect(found.isVerified && found.isUncertain && found.unresolved == ["@bool/absent"])
    }

    @Test func integersOfTheSourcesAreRead() throws {
        let folder = try TemporaryFolder([
            "AndroidManifest.xml": SampleManifest.text(
                data: #"<data a:scheme="https" a:host="shelf.example" a:port="@integer/port"/>"#
            ),
            "res/values/integers.xml":
                #"<resources><integer name="port">8443</integer><string name="port">1</string></resources>"#,
        ])
        let filter = try #require(try folder.content("AndroidManifest.xml").claims.android.first?.filters?.first)
        #expect(filter.hosts == [Host("shelf.example", port: "8443")] && filter.unresolved.isEmpty)
    }

    @Test(arguments: [
        ("resValue \"bool\", \"links\", \"true\"", true), ("resValue(\"bool\", \"links\", \"false\")", false),
    ])
    func aBooleanThatAScriptMakesIsRead(_ statement: String, _ isEnabled: Bool) throws {
        let manifest = SampleManifest.text(data: #"<data a:scheme="https" a:host="shelf.example"/>"#)
        let folder = try TemporaryFolder([
            "app/build.gradle":
                "plugins { id 'com.android.application' }\nandroid { defaultConfig { \(statement) } }",
            "app/src/main/AndroidManifest.xml": manifest.replacing(
                "<application",
                with: "<application a:enabled=\"@bool/links\""
            ),
        ])
        let filter = try #require(try folder.content().claims.android.first?.filters?.first)
        #expect(filter.isEnabled == isEnabled && filter.unresolved.isEmpty)
    }

    @Test func aManifestOfUnityHasTheIdOfItsSettings() throws {
        let folder = try TemporaryFolder([
            "Assets/Plugins/Android/AndroidManifest.xml": SampleManifest.text(package: nil, data: ""),
            "ProjectSettings/ProjectSettings.asset":
                "PlayerSettings:\n  applicationIdentifier:\n    iPhone: com.example.ios\n    Android: com.example.shelf\n",
        ])
        #expect(try folder.content().claims.android.map(\.package) == ["com.example.shelf"])
    }

    @Test func anIdThatABuildReplacesIsNotKnown() throws {
        let folder = try TemporaryFolder([
            "App_Resources/Android/src/main/AndroidManifest.xml": SampleManifest.text(package: "__PACKAGE__", data: ""),
            "nativescript.config.ts": "export default { id: 'com.example.shelf' }",
        ])
        let content = try folder.content()
        let reason = "the application id is written \"__PACKAGE__\", which the build replaces"
        #expect(content.claims.android.map(\.package) == [nil])
        #expect(content.claims.android.map(\.id.gap?.text) == [reason])
        #expect(content.notes.contains { $0.contains("give the built package") }, "\(content.notes)")
    }

    @Test func anIdThatBazelMaySetIsNotKnown() throws {
        for (build, isKnown) in [("app/BUILD.bazel", false), ("app/src/main/BUILD", false), ("BUILD", true)] {
            let folder = try TemporaryFolder([
                build: "android_binary(name = \"app\", manifest_values = {\"applicationId\": \"com.example.built\"})",
                "app/src/main/AndroidManifest.xml": SampleManifest.text(data: ""),
            ])
            let app = try #require(try folder.content().claims.android.first)
            #expect((app.package != nil) == isKnown && (app.id.gap == nil) == isKnown, "\(build)")
            if !isKnown { #expect(app.id.gap?.text.contains("\(build), which is code and is not read") == true) }
        }
    }

    @Test func cordovasScriptsTakeTheIdFromItsConfiguration() throws {
        let folder = try TemporaryFolder([
            "config.xml": "<widget id='com.example.shelf'><universal-links/></widget>",
            "platforms/android/app/build.gradle":
                "apply plugin: 'com.android.application'\nandroid { defaultConfig { applicationId cordovaConfig.X } }\n",
            "platforms/android/app/src/main/AndroidManifest.xml": SampleManifest.text(package: nil, data: ""),
        ])
        #expect(try folder.content().claims.android.map(\.package) == ["com.example.shelf"])
    }

    @Test func sourceSetsAreMerged() throws {
        let filter = """
            <intent-filter><action a:name="android.intent.action.VIEW"/><data a:scheme="shelf"/></intent-filter>
            """
        let folder = try TemporaryFolder([
            "app/build.gradle":
                "android { namespace 'com.example.shelf'\n defaultConfig { applicationId 'com.example.shelf' } }",
            "app/src/main/AndroidManifest.xml": SampleManifest.text(
                data: #"<data a:scheme="https" a:host="shelf.example"/>"#,
                more: #"<activity a:name=".Old">\#(filter)</activity>"#
            ),
            "app/src/debug/AndroidManifest.xml": """
            <manifest xmlns:a="http://schemas.android.com/apk/res/android" xmlns:t="http://schemas.android.com/tools"><application>
            <activity a:name="com.example.shelf.MainActivity">\(filter)</activity><activity a:name=".Old" t:node="remove"/>
            </application></manifest>
            """,
        ])
        let apps = try folder.content().claims.android
        #expect(apps.map(\.variant) == ["debug", "release"])
        #expect(apps[0].filters?.map(\.schemes) == [["https"], ["shelf"]])
        #expect(apps[0].filters?.map(\.line) == [6, 2])
        #expect(
            apps[0].filters?.map(\.file) == [
                folder.file("app/src/main/AndroidManifest.xml"), folder.file("app/src/debug/AndroidManifest.xml"),
            ]
        )
        #expect(apps[1].filters?.map(\.component) == [".MainActivity", ".Old"])
    }

    @Test func mergedManifestIsBuiltAndOtherResultsAreSkipped() throws {
        let manifest = SampleManifest.text(data: #"<data a:scheme="https" a:host="shelf.example"/>"#)
        let folder = try TemporaryFolder([
            "app/build/intermediates/merged_manifests/release/processReleaseManifest/AndroidManifest.xml": manifest,
            "build/app/intermediates/merged_manifest/debug/AndroidManifest.xml": manifest,
            "app/build/intermediates/other/AndroidManifest.xml": manifest,
            "node_modules/x/android/src/main/AndroidManifest.xml": manifest, ".git/AndroidManifest.xml": manifest,
            "vendor/x/AndroidManifest.xml": manifest, "settings.gradle": "include ':app'",
        ])
        let apps = try folder.content().claims.android
        #expect(Set(apps.map(\.variant)) == ["release", "debug"])
        #expect(apps.allSatisfy { $0.rank == .built })
        let file = "app/build/intermediates/merged_manifests/release/processReleaseManifest/AndroidManifest.xml"
        #expect(try folder.content(file).claims.android.map(\.rank) == [.built])
    }

    @Test(.tags(.th83)) func linksOutOfTheFolderAreNotFollowed() throws {
        let other = try TemporaryFolder(["src/main/AndroidManifest.xml": SampleManifest.text(data: "")])
        let folder = try TemporaryFolder()
        try folder.link("app", to: other.path)
        try folder.link("AndroidManifest.xml", to: other.file("src/main/AndroidManifest.xml"))
        let content = try folder.content()
        #expect(content.claims.isEmpty)
        #expect(content.files.isEmpty)
    }

    private static func link(_ name: String, _ data: String) -> String {
        """
        <manifest xmlns:a="http://schemas.android.com/apk/res/android"><application><activity a:name="\(name)">
        <intent-filter><data a:scheme="https" \(data)/></intent-filter></activity></application></manifest>
        """
    }

    @Test func librariesThatTheAppUsesAreMergedIntoIt() throws {
        let library = "apply plugin: 'com.android.library'\n"
        let folder = try TemporaryFolder([
            "app/build.gradle": """
            apply plugin: 'com.android.application'
            dependencies { implementation project(':core'); implementation(project(path: ":away")) }
            """,
            "app/src/main/AndroidManifest.xml": SampleManifest.text(
                data: "",
                more: #"<activity a:name="com.example.removed.Links" t:node="remove"/>"#
            ),
            "core/build.gradle": library + "dependencies { api projects.features.deepLinks; api project(':removed') }",
            "features/deep-links/build.gradle": library + "android { namespace 'com.example.links' }",
            "features/deep-links/src/main/AndroidManifest.xml": Self.link(".Links", #"a:host="links.example""#),
            "removed/build.gradle": library + "android { namespace 'com.example.removed' }",
            "removed/src/main/AndroidManifest.xml": Self.link(".Links", #"a:host="removed.example""#),
            "other/build.gradle": library,
            "other/src/main/AndroidManifest.xml": Self.link(".Links", #"a:host="other.example""#),
        ])
        let apps = try folder.content().claims.android
        #expect(apps.count == 1)
        let filter = try #require(apps.first?.filters?.last)
        #expect(apps.first?.filters?.flatMap(\.hosts) == [Host("links.example")])
        #expect(filter.component == "com.example.links.Links")
        #expect(apps.first?.gap?.text == "the module \":away\", which it uses, is not found")
        #expect(filter.file == folder.file("features/deep-links/src/main/AndroidManifest.xml") && filter.line == 2)
    }

    @Test func aModuleInAFolderThatIsOtherwiseSkippedIsRead() throws {
        let folder = try TemporaryFolder([
            "settings.gradle": "include ':app', ':vendor:links'",
            "app/build.gradle":
                "apply plugin: 'com.android.application'\ndependencies { implementation project(':vendor:links') }",
            "app/src/main/AndroidManifest.xml": SampleManifest.text(data: ""),
            "vendor/links/build.gradle": "apply plugin: 'com.android.library'",
            "vendor/links/src/main/AndroidManifest.xml": Self.link(".Links", #"a:host="links.example""#),
        ])
        let app = try #require(try folder.content().claims.android.first)
        #expect(app.filters?.last?.hosts == [Host("links.example")] && app.gap == nil, "\(app)")
    }

    @Test func severalAppsShareALibraryAndOneOfALongerPathIsAnother() throws {
        func app(_ id: String) -> String {
            "apply plugin: 'com.android.application'\nandroid { defaultConfig { applicationId '\(id)' } }\n"
                + "dependencies { implementation project(':links') }"
        }
        let library = "apply plugin: 'com.android.library'\n"
        let folder = try TemporaryFolder([
            "app/build.gradle": app("com.example.phone"), "wear/build.gradle": app("com.example.wear"),
            "app/src/main/AndroidManifest.xml": SampleManifest.text(data: ""),
            "wear/src/main/AndroidManifest.xml": SampleManifest.text(data: ""), "links/build.gradle": library,
            "links/src/main/AndroidManifest.xml": Self.link(".Links", #"a:host="links.example""#),
            "feature/links/build.gradle": library,
            "feature/links/src/main/AndroidManifest.xml": Self.link(".Links", #"a:host="feature.example""#),
        ])
        let apps = try folder.content().claims.android
        #expect(apps.map(\.package) == ["com.example.phone", "com.example.wear"])
        #expect(apps.allSatisfy { $0.filters?.last?.hosts == [Host("links.example")] && $0.gap == nil }, "\(apps)")
    }

    @Test func scriptsThatAreAppliedBelongToTheBuildScript() throws {
        let folder = try TemporaryFolder([
            "app/build.gradle": "apply plugin: 'com.android.application'\napply from: '../ids.gradle'",
            "ids.gradle": "android { defaultConfig { applicationId 'com.example.applied' } }",
            "app/src/main/AndroidManifest.xml": SampleManifest.text(data: ""),
        ])
        #expect(try folder.content().claims.android.map(\.package) == ["com.example.applied"])
    }

    @Test func manifestsOfLibrariesMakeNoApp() throws {
        let folder = try TemporaryFolder([
            "app/build.gradle": "apply plugin: 'com.android.application'",
            "app/src/main/AndroidManifest.xml": SampleManifest.text(data: ""),
            "library/build.gradle": "apply plugin: 'com.android.library'",
            "library/src/main/AndroidManifest.xml": SampleManifest.text(package: "com.example.library", data: ""),
        ])
        #expect(try folder.content().claims.android.map(\.package) == ["com.example.shelf"])
    }

    @Test(arguments: [
        "{", "}", "android {", "android { defaultConfig { applicationId \"", "/*", "'''", "\\", "a(((", "android{}}}}{",
    ])
    func brokenScriptsAreNoFailure(script: String) throws {
        let folder = try TemporaryFolder([
            "app/build.gradle": script, "app/src/main/AndroidManifest.xml": SampleManifest.text(data: ""),
        ])
        #expect(try folder.content().claims.android.count == 1)
    }

    @Test(.tags(.th82)) func deepScriptCostsLittle() {
        let script = GradleScript(
            String(repeating: "a {", count: 100_000) + "x 1" + String(repeating: "}", count: 100_000) + "\nb 2"
        )
        #expect(script.root.statements == ["b 2"])
    }

    @Test(.tags(.th82)) func variantsAndNamesAreBounded() {
        let flavors = (0..<20_000).map { "f\($0) { dimension 'd\($0 % 20)' }" }.joined(separator: "\n")
        let dimensions = (0..<20).map { "'d\($0)'" }.joined(separator: ", ")
        let module = GradleModule("android { flavorDimensions \(dimensions)\nproductFlavors {\n\(flavors)\n} }")
        #expect(module.flavors.count == 100)
        #expect(module.variants.count == GradleModule.maximumVariantCount)
    }
}
