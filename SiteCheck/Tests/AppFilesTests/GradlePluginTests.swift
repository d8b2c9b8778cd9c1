@_spi(Bolts) import BoltsSiteCheck
import Testing

@testable import AppFiles

/// Application ids that a plugin of the project sets.
@Suite(.timeLimit(.minutes(20))) struct GradlePluginTests {
    private static let manifest = SampleManifest.text(
        package: nil,
        data: #"<data a:scheme="https" a:host="shelf.example"/>"#
    )

    private func app(_ plugin: String, _ files: [String: String]) throws -> (app: AndroidAppClaims, notes: [String]) {
        let own = [
            "app/build.gradle.kts": "plugins { \(plugin) }\nandroid { namespace = \"com.example.code\" }\n",
            "app/src/main/AndroidManifest.xml": Self.manifest,
        ]
        let content = try TemporaryFolder(own.merging(files) { $1 }).content()
        return (try #require(content.claims.android.first), content.notes)
    }

    @Test(arguments: [
        ("buildSrc/src/main/kotlin/shelf.app.gradle.kts", "plugins { id(\"com.android.application\") }\n"),
        ("buildSrc/src/main/groovy/shelf.app.gradle", "apply plugin: 'com.android.application'\n"),
    ])
    func aScriptThatIsAPluginSetsTheIdAndPlaceholders(_ path: String, _ start: String) throws {
        let script = start + "android { defaultConfig { applicationId = \"com.example.shelf\"\n targetSdk = 36 } }\n"
        let (app, notes) = try app("id(\"shelf.app\")", [path: script])
        #expect(app.package == "com.example.shelf" && app.targetSDK == 36 && app.packageGap == nil)
        #expect(notes.isEmpty, "\(notes)")
    }

    @Test func aPluginThatAnotherOneAppliesSetsTheId() throws {
        let (app, _) = try app(
            "id(\"shelf.app\")",
            [
                "settings.gradle.kts": "pluginManagement { includeBuild(\"build-logic\") }\n",
                "build-logic/src/main/kotlin/shelf.app.gradle.kts": "plugins { id(\"shelf.base\") }\n",
                "build-logic/src/main/kotlin/shelf.base.gradle.kts":
                    "android { defaultConfig { applicationId = \"com.example.shelf\" } }\n",
            ]
        )
        #expect(app.package == "com.example.shelf")
    }

    /// A build whose plugin is a class, named by the catalogue.
    private static func build(_ source: String, register: String = "id = \"shelf.app\"") -> [String: String] {
        [
            "settings.gradle": "includeBuild 'build-logic'\n",
            "gradle/libs.versions.toml": "[versions]\na = \"1\"\n[plugins]\nshelf-app = { id = \"shelf.app\" }\n",
            "build-logic/convention/build.gradle.kts": """
            gradlePlugin { plugins {
                register("other") { id = "shelf.other"; implementationClass = "com.example.Other" }
                register("app") {
                    \(register)
                    implementationClass = "com.example.AppPlugin"
                }
            } }
            """,
            "build-logic/convention/src/main/kotlin/com/example/AppPlugin.kt": source,
            "build-logic/convention/src/main/kotlin/com/example/Other.kt": "class Other : Plugin<Project>\n",
        ]
    }

    private static func plugin(_ body: String) -> String {
        """
        class AppPlugin : Plugin<Project> {
            override fun apply(target: Project) {
                with(target) {
                    pluginManager.apply("com.android.application")
                    extensions.configure<ApplicationExtension> {
                        \(body)
                    }
                }
            }
        }
        """
    }

    @Test(arguments: [
        "id = \"shelf.app\"", "id = libs.plugins.shelf.app.get().pluginId",
    ])
    func aClassThatIsAPluginSetsTheId(_ register: String) throws {
        let source = Self.plugin("defaultConfig { applicationId = \"com.example.shelf\" }")
        let (app, notes) = try app("alias(libs.plugins.shelf.app)", Self.build(source, register: register))
        #expect(app.package == "com.example.shelf" && app.packageGap == nil, "\(notes)")
    }

    @Test(arguments: [
        "defaultConfig { applicationId = \"com.example.${target.name}\" }",
        "defaultConfig.applicationId = idOf(target)",
        "defaultConfig { applicationId = \"com.a\" }\ndefaultConfig { applicationId = \"com.b\" }",
    ])
    func anIdThatAClassComputesIsNotKnown(_ body: String) throws {
        let (app, _) = try app("alias(libs.plugins.shelf.app)", Self.build(Self.plugin(body)))
        #expect(app.package == nil)
        #expect(app.packageGap?.text == "the application id is computed by the build script")
    }

    private static let placeholder = SampleManifest.text(
        package: nil,
        data: ##"<data a:scheme="https" a:host="${host}"/>"##
    )

    private func apps(_ body: String, _ more: [String: String] = [:]) throws -> [AndroidAppClaims] {
        var files = Self.build(Self.plugin(body)).merging(more) { $1 }
        files["app/build.gradle.kts"] =
            "plugins { alias(libs.plugins.shelf.app) }\nandroid { namespace = \"com.example.code\" }\n"
        files["app/src/main/AndroidManifest.xml"] = Self.placeholder
        return try TemporaryFolder(files).content().claims.android
    }

    @Test func aClassThatIsAPluginSetsWhatAScriptSets() throws {
        let apps = try apps(
            """
            defaultConfig { applicationId = "com.example.shelf"; manifestPlaceholders["host"] = "shelf.example" }
            defaultConfig.targetSdk = 36
            buildTypes { getByName("release") { applicationIdSuffix = ".store" } }
            buildTypes.getByName("debug") { manifestPlaceholders["host"] = "dev.shelf.example" }
            """
        )
        #expect(apps.map(\.package) == ["com.example.shelf.store", "com.example.shelf"])
        #expect(apps.map(\.targetSDK) == [36, 36])
        #expect(apps.map { $0.filters?.first?.hosts.first?.name } == ["shelf.example", "dev.shelf.example"])
    }

    @Test func whatAConditionOrAFunctionOfAnotherFileSetsIsOpen() throws {
        let condition = try apps(
            """
            defaultConfig { applicationId = "com.example.shelf"; manifestPlaceholders["host"] = "shelf.example" }
            if (target.hasProperty("dev")) {
                defaultConfig { manifestPlaceholders["host"] = "dev.shelf.example" }
            }
            """
        )
        #expect(condition.map { $0.filters?.first?.unresolved } == [["${host}"]])
        let path = "build-logic/convention/src/main/kotlin/com/example/Hosts.kt"
        let called = try apps(
            "defaultConfig { applicationId = \"com.example.shelf\" }\nconfigureHosts(this)",
            [
                path: """
                // What isn't read.
                fun Project.configureHosts(e: ApplicationExtension) {
                    e.defaultConfig { manifestPlaceholders["host"] = "shelf.example" }
                }
                """
            ]
        )
        #expect(called.map(\.package) == ["com.example.shelf"])
        #expect(called.map { $0.filters?.first?.unresolved } == [["${host}"]])
        #expect(called.first?.valueGap?.text.hasSuffix("Hosts.kt may set it, and is not run") == true)
        let other = try apps(
            "defaultConfig { applicationId = \"com.example.shelf\"; manifestPlaceholders[\"host\"] = \"a.example\" }",
            [path: "fun configureHosts(e: ApplicationExtension) { e.manifestPlaceholders[\"host\"] = \"b.example\" }"]
        )
        #expect(other.map { $0.filters?.first?.hosts.first?.name } == ["a.example"])
    }

    @Test func aFunctionOfAnotherFileMaySetTheId() throws {
        var files = Self.build(Self.plugin("configureAndroid(this)"))
        files["build-logic/convention/src/main/kotlin/com/example/Android.kt"] =
            "fun configureAndroid(e: ApplicationExtension) { e.defaultConfig { applicationId = \"com.example.shelf\" } }\n"
        #expect(try app("alias(libs.plugins.shelf.app)", files).app.packageGap != nil)
    }

    @Test(arguments: ["id(\"com.example.build.app\") version \"3\"", "alias(libs.plugins.absent.app)"])
    func aPluginThatIsNotInTheProjectLeavesTheIdOpen(_ plugin: String) throws {
        let (app, notes) = try app(plugin, [:])
        #expect(app.package == nil && app.packageGap?.text.contains("whose source is not in the project") == true)
        #expect(notes.contains { $0.contains("give the built package") }, "\(notes)")
    }

    @Test(arguments: [
        "id(\"com.android.application\")\n kotlin(\"android\")\n id(\"com.google.gms.google-services\")",
        "alias(libs.plugins.android.application)",
        "id(\"com.android.application\")\n id(\"com.example.build.app\") apply false",
    ])
    func aPluginThatIsKnownLeavesTheNamespaceAsTheId(_ plugin: String) throws {
        let (app, _) = try app(plugin, [:])
        #expect(app.package == "com.example.code" && app.packageGap == nil)
    }

    @Test func theScriptsOwnIdIsStronger() throws {
        let files = [
            "app/build.gradle.kts":
                "plugins { id(\"com.example.build.app\") }\nandroid { defaultConfig { applicationId = \"com.example.own\" } }"
        ]
        #expect(try app("", files).app.package == "com.example.own")
    }
}
