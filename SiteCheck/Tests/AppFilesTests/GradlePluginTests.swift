@_spi(Bolts) import BoltsSiteCheck
import Testing

@_spi(Bolts) @testable import AppFiles

/// Tests how plugins, which are code and are not read, affect the kind of a module and its application id.
@Suite(.timeLimit(.minutes(20))) struct GradlePluginTests {
    private static let link = #"<data a:scheme="https" a:host="shelf.example"/>"#
    private static let manifest = SampleManifest.text(package: nil, data: link)
    private static let launcher = SampleManifest.text(
        package: nil,
        data: link,
        more: """
            <activity a:name=".Start"><intent-filter><action a:name="android.intent.action.MAIN"/>
            <category a:name="android.intent.category.LAUNCHER"/></intent-filter></activity>
            """
    )

    /// The content of a project with a module for an app, and with other files.
    private func content(
        _ plugin: String,
        _ android: String = "namespace = \"com.example.code\"",
        manifest: String = launcher,
        files: [String: String] = [:]
    ) throws -> AppFileContent {
        let own = [
            "app/build.gradle.kts": "plugins { \(plugin) }\nandroid { \(android) }\n",
            "app/src/main/AndroidManifest.xml": manifest,
        ]
        return try TemporaryFolder(own.merging(files) { $1 }).content()
    }

    @Test(arguments: ["com.github.triplet.play", "com.mikepenz.aboutlibraries.plugin", "com.github.ben-manes.versions"])
    func aPublishedPluginThatSetsNoIdLeavesTheNamespace(_ plugin: String) throws {
        let app = try content("id(\"com.android.application\"); id(\"\(plugin)\")").claims.android.first
        #expect(app?.package == "com.example.code")
    }

    /// A build of convention plugins, whose kinds of modules only running them determines; one names the plugin for apps.
    private static let build = [
        "settings.gradle.kts": "pluginManagement { includeBuild(\"build-logic\") }\ninclude(\":app\", \":feature\")\n",
        "gradle/libs.versions.toml": "[versions]\na = \"1\"\n[plugins]\nshelf-app = { id = \"shelf.app\" }\n",
        "build-logic/build.gradle.kts": """
        gradlePlugin { plugins {
            register("app") { id = "shelf.app"; implementationClass = "AppPlugin" }
            register("lint") { id = "shelf.lint"; implementationClass = "LintPlugin" }
            register("library") { id = "shelf.library"; implementationClass = "LibraryPlugin" }
        } }
        """,
        "build-logic/src/main/kotlin/AppPlugin.kt": """
        class AppPlugin : Plugin<Project> { override fun apply(target: Project) {
            target.pluginManager.apply(kindOfModule)
            target.extensions.configure<ApplicationExtension> { defaultConfig { applicationId = idOfApps } }
        } }
        """,
        "build-logic/src/main/kotlin/LibraryPlugin.kt": """
        class LibraryPlugin : Plugin<Project> { override fun apply(target: Project) {
            target.pluginManager.apply(kindOfModule)
            target.pluginManager.apply("shelf.lint")
            target.tasks.register("print") { doLast { println(variant.applicationId) } }
        } }
        """,
        "build-logic/src/main/kotlin/LintPlugin.kt": """
        class LintPlugin : Plugin<Project> { override fun apply(target: Project) {
            if (target.pluginManager.hasPlugin("com.android.application")) { target.configure<ApplicationExtension> { } }
        } }
        """,
        "feature/build.gradle.kts": "plugins { id(\"shelf.library\") }\nandroid { namespace = \"com.example.lib\" }\n",
        "feature/src/main/AndroidManifest.xml": "<manifest/>",
    ]

    // MARK: - Kinds of modules

    @Test(arguments: ["id(\"shelf.app\")", "alias(libs.plugins.shelf.app)"])
    func aModuleWithAnIdIsAnAppAndItsLibrariesAreNone(_ plugin: String) throws {
        let id = "defaultConfig { applicationId = \"com.example.shelf\" }"
        let content = try content(plugin, id, manifest: Self.manifest, files: Self.build)
        #expect(content.claims.android.map(\.package) == ["com.example.shelf"])
        #expect(content.claims.android.map(\.gap) == [nil])
        // A module without intent filters takes no links, whatever its kind.
        #expect(content.notes.isEmpty, "\(content.notes)")
    }

    @Test func aModuleThatALauncherShowsIsAnAppWhoseIdAPluginMaySet() throws {
        let content = try content("id(\"shelf.app\")", files: Self.build)
        let app = try #require(content.claims.android.first)
        #expect(content.claims.android.count == 1 && app.package == nil && app.filters?.count == 2)
        // The place of the build's own plugin that sets one is named.
        let reason = "the application id may be set by the plugin \"shelf.app\", which is code and is not read: "
        let text = app.id.gap?.text ?? ""
        #expect(
            text.hasPrefix(reason) && text.hasSuffix("build-logic/src/main/kotlin/AppPlugin.kt:3 sets one"),
            "\(text)"
        )
    }

    @Test(
        arguments: [
            ("apply(from = \"more.gradle\")", "android { defaultConfig { applicationId 'com.b' } }", "com.b"),
            (
                "apply(from = \"$rootDir/app/more.gradle\")", "android { defaultConfig { applicationId 'com.b' } }",
                "com.b"
            ),
            (
                "apply from: rootProject.file('app/more.gradle')",
                "android { defaultConfig { applicationId 'com.b' } }",
                "com.b"
            ),
            ("apply(from = \"more.gradle\")", "ext.a = { 1 }", "com.example.code"),
            ("apply(from = \"more.gradle\")", "files.each { own -> apply from: own }", nil),
            ("apply(from = file(name))", "", nil), ("if (ci) { apply(from = \"more.gradle\") }", "", nil),
        ] as [(String, String, String?)]
    )
    func aScriptThatOnlyCodeNamesLeavesTheIdOpen(_ call: String, _ script: String, _ id: String?) throws {
        let app = try content(
            "id(\"com.android.application\") }\n\(call)\nandroid {",
            files: ["app/more.gradle": script, "settings.gradle": ""]
        ).claims.android.first
        #expect(app?.package == id)
        if id == nil {
            #expect(app?.id.gap?.text.contains("may be set by the script that ") == true, "\(app?.id.gap as Any)")
        }
    }

    @Test func aModuleWithoutEitherIsNotJudgedAndItsLinksMayBeThoseOfTheApp() throws {
        let id = "defaultConfig { applicationId = \"com.example.shelf\" }"
        let files = Self.build.merging(["feature/src/main/AndroidManifest.xml": Self.manifest]) { $1 }
        let open = try content("id(\"shelf.app\")", id, manifest: Self.manifest, files: files).claims.android
        #expect(open.map(\.package) == ["com.example.shelf"])
        #expect(open.first?.gap?.text.contains("only the plugin \"shelf.library\" decides whether") == true)
        let notes = try content("id(\"shelf.app\")", id, manifest: Self.manifest, files: files).notes
        #expect(
            notes.count { $0.contains("feature is an app: only the plugin \"shelf.library\" decides it") }
                == 1
        )
        // A module that an app uses is a library.
        let use = "}\ndependencies { implementation(project(\":feature\"))"
        let used = try content("id(\"shelf.app\")", id + use, manifest: Self.manifest, files: files)
        #expect(used.claims.android.map(\.gap) == [nil] && used.claims.android.map { $0.filters?.count } == [2])
        #expect(used.notes.isEmpty, "\(used.notes)")
        // So it is with a launcher activity, as a module of other icons has, whichever is read first.
        let icons = files.merging(["feature/src/main/AndroidManifest.xml": Self.launcher]) { $1 }
        for (app, count) in [(id + use, 1), (id, 2)] {
            let content = try content("id(\"shelf.app\")", app, files: icons)
            #expect(content.claims.android.count == count, "\(content.claims.android)")
        }
    }

    @Test func aProjectOfModulesWithoutEitherIsUnknown() throws {
        let content = try content("id(\"shelf.app\")", manifest: Self.manifest, files: Self.build)
        let app = try #require(content.claims.android.first)
        #expect(content.claims.android.count == 1 && app.filters == nil && app.package == nil)
        #expect(app.gap?.text.hasPrefix("only the plugin \"shelf.app\" decides whether") == true)
        #expect(app.id.gap == app.gap)
        #expect(content.notes.contains { $0.hasPrefix("It is not known whether ") }, "\(content.notes)")
    }

    @Test(arguments: ["com.android.library", "com.android.dynamic-feature", "com.android.test"])
    func aPluginOfAndroidsDecides(_ plugin: String) throws {
        let library = "plugins { id(\"\(plugin)\"); id(\"shelf.library\") }\nval applicationId = \"a\"\n"
        let content = try content(
            "id(\"com.android.application\")",
            files: ["feature/build.gradle.kts": library, "feature/src/main/AndroidManifest.xml": Self.launcher]
        )
        #expect(content.claims.android.map(\.package) == ["com.example.code"])
        #expect(content.notes.isEmpty, "\(content.notes)")
    }

    // MARK: - The build's own code

    /// The id of an app that a constant or a plugin of the build's own code sets, or `nil` if the code is not read.
    @Test(arguments: [
        ("buildSrc/src/main/kotlin/Build.kt", "object Build { const val ID = \"com.example.shelf\" }", true),
        (
            "buildSrc/src/main/kotlin/Build.kt", "object Build {\n  const val ID: String = \"com.example.shelf\"\n}",
            true
        ),
        (
            "buildSrc/src/main/java/Build.java",
            "public final class Build { public static final String ID = \"com.example.shelf\"; }", true
        ),
        (
            "build-logic/code/src/main/kotlin/a/Build.kt",
            "class Build { companion object { const val ID = \"com.example.shelf\" } }", true
        ),
        ("buildSrc/src/main/kotlin/Build.kt", "object Build { const val ID = BASE + \".shelf\" }", false),
        ("buildSrc/src/main/kotlin/Build.kt", "object Build { val ID get() = \"com.example.shelf\" }", false),
        ("buildSrc/src/test/kotlin/Build.kt", "object Build { const val ID = \"com.example.shelf\" }", false),
        ("other/src/main/kotlin/Build.kt", "object Build { const val ID = \"com.example.shelf\" }", false),
    ])
    func aConstantOfTheBuildsOwnCodeIsRead(_ file: String, _ code: String, isRead: Bool) throws {
        let files = [file: code, "settings.gradle": "includeBuild 'build-logic'\ninclude ':app'\n"]
        let id = "defaultConfig { applicationId = Build.ID }"
        let app = try content("id(\"com.android.application\")", id, files: files).claims.android.first
        #expect(app?.package == (isRead ? "com.example.shelf" : nil))
        // With two values it is not known which one the build uses.
        let twice = files.merging(["buildSrc/src/main/kotlin/Two.kt": "object Build { const val ID = \"a.b\" }"]) { $1 }
        let other = try content("id(\"com.android.application\")", id, files: twice).claims.android.first
        #expect(other?.package == (isRead ? nil : "a.b"))
    }

    /// The ids of a module that sets its own, beside code of the build: `…` is a part that the code may set.
    @Test(
        arguments: [
            ("AppPlugin.kt", "buildTypes { debug { applicationIdSuffix = \".x\" } }", ["com.a", "com.a.x"]),
            (
                "AppPlugin.kt", "own -> own.buildTypes { debug { applicationIdSuffix = Kind.B.end } }",
                ["com.a", "com.a.b"]
            ),
            ("AppPlugin.kt", "defaultConfig { applicationId = \"com.b\" }", ["com.a"]),
            ("AppPlugin.kt", "defaultConfig { applicationId = idOfApps }", ["com.a"]),
            ("AppPlugin.kt", "println(defaultConfig.applicationIdSuffix)", ["com.a"]),
            (
                "AppPlugin.kt", "Kind.values().forEach { buildTypes.create(it.name) { applicationIdSuffix = it.end } }",
                ["com.a…"]
            ),
            ("AppPlugin.kt", "if (x) { buildTypes { debug { applicationIdSuffix = \".x\" } } }", ["com.a…"]),
            ("AppPlugin.kt", "if (x) buildTypes { debug { applicationIdSuffix = \".x\" } }", ["com.a…"]),
            (
                "AppPlugin.kt",
                "} ; if (x) configure<AppExtension> { buildTypes { debug { applicationIdSuffix = \".x\" } }",
                ["com.a…"]
            ),
            (
                "AppPlugin.kt",
                "} ; rootProject.configure<AppExtension> { buildTypes { debug { applicationIdSuffix = \".x\" } }",
                ["com.a…"]
            ),
            ("AppPlugin.kt", "} ; val end = name; buildTypes { debug { applicationIdSuffix = end }", ["com.a…"]),
            ("AppPlugin.kt", "} ; afterEvaluate { android { defaultConfig { applicationId = \"com.b\" } }", ["…"]),
            ("AppPlugin.kt", "buildTypes.getByName(\"debug\").applicationIdSuffix = \".x\"", ["com.a…"]),
            (
                "AppPlugin.kt", "} }; fun unused(target: Project) { target.configure<X> { applicationIdSuffix = \".x\"",
                ["com.a…"]
            ),
            ("AppPlugin.kt", "setIDs(this)", ["com.a…"]),
            ("AppPlugin.kt", "productFlavors { setFlavors(this) }", ["…"]),
            (
                "AppPlugin.kt",
                "} ; onVariants { tasks.register<X>(it.name) { applicationId = own; id.set(it.applicationId) }",
                ["com.a"]
            ),
            ("AppPlugin.kt", "} ; onVariants { it.applicationId.set(own)", ["…"]),
            (
                "AppPlugin.kt", "productFlavors { create(\"x\"); val all = productFlavors.joinToString { it.name } }",
                ["com.a"]
            ),
            ("OtherPlugin.kt", "applicationIdSuffix = \".x\"", ["com.a"]),
            ("own.gradle.kts", "buildTypes { create(\"x\") { applicationIdSuffix(\".x\") } }", ["com.a", "com.a.x"]),
            ("own.gradle.kts", "setIDs(this)", ["com.a…"]),
            ("app.gradle.kts", "buildTypes { debug { applicationIdSuffix = \".y\" } }", ["com.a", "com.a.y"]),
            ("app.gradle.kts", "buildTypes { debug { applicationIdSuffix = Kind.B.end } }", ["com.a", "com.a.b"]),
            ("app.gradle.kts", "buildTypes { debug { applicationIdSuffix = Kind.A.end } }", ["com.a"]),
            ("app.gradle.kts", "buildTypes { debug { applicationIdSuffix = Kind.D.end } }", ["com.a", "com.a…"]),
            ("app.gradle.kts", "setIDs(this)", ["com.a…"]),
        ] as [(String, String, [String])]
    )
    func codeOfTheBuildSetsPartsOfAnId(_ file: String, _ code: String, _ ids: [String]) throws {
        let place = "build-logic/src/main/kotlin/"
        let calls = ["configure<ApplicationExtension>", "project.extensions.configure(BaseExtension::class.java)"]
        for call in calls + ["extensions.configure(\"android\")", "extensions.getByType<AppExtension>().apply"] {
            func plugin(_ name: String) -> String {
                let code = file == "\(name).kt" ? "with(target) { \(call) { \(code) } }" : ""
                return "class \(name) : Plugin<Project> { override fun apply(target: Project) { \(code) } }"
            }
            let script = "\(call) {\n buildTypes { debug { applicationIdSuffix = \".own\" } }\n\(code)\n}"
            let files = [
                place + "AppPlugin.kt": plugin("AppPlugin"), place + "OtherPlugin.kt": plugin("OtherPlugin"),
                place + "LibraryPlugin.kt": "", place + "own.gradle.kts": file == "own.gradle.kts" ? script : "",
                place + "Kind.kt": """
                enum class Kind(id: Int, val end: String? = null) { A(1), B(2, end = ".b"), D(3, start + "d"); }
                const val end = ".c"
                fun setIDs(own: CommonExtension, more: Own.() -> Unit = {}) { own.buildTypes { configureEach { applicationIdSuffix = ".x" } } }
                fun setFlavors(own: Flavors) { own.create("a") { applicationId = "com.b" } }
                """,
            ]
            let own = file == "own.gradle.kts" ? "buildTypes { debug { applicationIdSuffix = \"\" } }" : ""
            let more = file == "app.gradle.kts" ? code : own
            let content = try content(
                "id(\"com.android.application\"); id(\"shelf.app\"); id(\"own\")",
                "defaultConfig { applicationId = \"com.a\" }\n\(more)",
                manifest: Self.manifest,
                files: Self.build.merging(files) { $1 }
            )
            #expect(content.claims.android.map(\.id.description).sorted() == ids, "\(call)")
            let reasons = content.claims.android.compactMap(\.id.gap?.text).filter { $0.contains("may be changed by") }
            #expect(reasons.isEmpty == !ids.contains { $0 == "…" || $0 == "com.a…" && ids.count == 1 }, "\(reasons)")
        }
    }

    @Test(arguments: [
        "build-logic/src/main/kotlin/shelf.app.gradle.kts", "build-logic/x/src/main/groovy/shelf.app.gradle",
    ])
    func aPluginThatIsAScriptIsRead(_ file: String) throws {
        let script = """
            plugins { id("com.android.application") }
            android { defaultConfig { applicationId = "com.example.shelf" } }
            """
        let content = try content("id(\"shelf.app\")", files: Self.build.merging([file: script]) { $1 })
        #expect(content.claims.android.map(\.package) == ["com.example.shelf"])
        #expect(content.claims.android.map(\.gap) == [nil] && content.files.contains { $0.hasSuffix(file) })
    }

    /// The application id of a module with a convention plugin, or `nil` if it is unknown, and whether the module is known to be
    /// an app.
    ///
    /// Another module with a launcher activity has a plugin for libraries.
    @Test(
        arguments: [
            ("with(target) { with(pluginManager) { apply(\"com.android.application\") } }", true, "com.example.code"),
            ("target.run { apply(plugin = \"shelf.base\") }", true, "com.example.code"),
            ("target.getPluginManager().apply(\"com.android.application\");", true, "com.example.code"),
            ("target.apply(plugin = \"com.android.application\"); target.apply(plugin = \"com.ex.own\")", true, nil),
            ("target.apply(plugin = \"com.android.application\"); target.apply(plugin = own)", true, nil),
            ("target.apply(plugin = \"com.android.application\"); applicationIdSuffix = \".x\"", true, nil),
            ("if (isApp) { target.apply(plugin = \"com.android.application\") }", false, nil),
            ("target.plugins.withId(\"x\") { apply(plugin = \"com.android.application\") }", false, nil),
            ("} fun unused() { target.apply(plugin = \"com.android.application\")", false, nil),
        ] as [(String, Bool, String?)]
    )
    func theClassOfAPluginSaysWhatItApplies(_ code: String, _ isApp: Bool, _ id: String?) throws {
        func plugin(_ name: String, _ code: String) -> String {
            "class \(name) : Plugin<Project> { override fun apply(target: Project) {\n\(code)\n} }"
        }
        let code = [
            "build-logic/src/main/kotlin/AppPlugin.kt": plugin("AppPlugin", code),
            "build-logic/src/main/kotlin/BasePlugin.kt": plugin(
                "BasePlugin",
                "target.apply(\"com.android.application\")"
            ),
            "build-logic/src/main/kotlin/LibraryPlugin.kt": plugin(
                "LibraryPlugin",
                "target.apply(\"com.android.library\")"
            ),
            "build-logic/src/main/resources/META-INF/gradle-plugins/shelf.base.properties":
                "implementation-class=org.sample.BasePlugin\n",
            "feature/src/main/AndroidManifest.xml": Self.launcher,
        ]
        let files = Self.build.merging(code) { $1 }
        let content = try content("id(\"shelf.app\")", manifest: Self.manifest, files: files)
        let app = try #require(content.claims.android.first)
        #expect(content.claims.android.count == 1 && (app.filters != nil) == isApp && app.package == id)
        #expect(content.others.android.map(\.role) == [.library], "\(content.others)")
        // The folder of a package may be named like one of results.
        let place = "build-logic/src/main/kotlin/org/sample/build/Own.kt"
        let hidden = files.merging([place: "fun own() { applicationId = \"b\" }"]) { $1 }
        let open = try self.content("id(\"shelf.app\")", manifest: Self.manifest, files: hidden)
        #expect(open.claims.android.map(\.package) == [nil])
        // Without a namespace the id is the package of the manifest, unless code may set one.
        let old = SampleManifest.text(package: "com.example.old", data: Self.link)
        for (code, package) in [("val a = 1", id.map { _ in "com.example.old" }), ("namespace = \"b\"", nil)] {
            let files = files.merging([place: code]) { $1 }
            let content = try self.content("id(\"shelf.app\")", "", manifest: old, files: files)
            #expect(content.claims.android.map(\.package) == [package])
        }
    }

    @Test func oneOfSeveralPluginsIsNotSaidToDecideAlone() throws {
        let content = try content(
            "id(\"shelf.app\"); id(\"shelf.library\")",
            manifest: Self.manifest,
            files: Self.build
        )
        let text = content.claims.android.first?.gap?.text ?? ""
        #expect(text.hasPrefix("only a plugin such as \"shelf.app\" decides whether"), "\(text)")
    }

    // MARK: - Settings of plugins

    @Test func whatAPluginMaySetIsOpen() throws {
        let app = try #require(
            try content(
                "id(\"com.android.application\"); id(\"shelf.app\")",
                "defaultConfig { applicationId = \"com.example.shelf\" }",
                manifest: SampleManifest.text(package: nil, data: ##"<data a:scheme="https" a:host="${host}"/>"##)
            ).claims.android.first
        )
        #expect(app.package == "com.example.shelf" && app.filters?.first?.unresolved == ["${host}"])
        #expect(app.valueGap?.text == "the plugin \"shelf.app\" may set it, and is code, which is not read")
    }

    @Test(arguments: [
        "id(\"com.example.build.app\") version \"3\"", "alias(libs.plugins.absent.app)", "id(\"shelf.app\")",
    ])
    func aPluginLeavesTheIdOpen(_ plugin: String) throws {
        let content = try content("id(\"com.android.application\"); \(plugin)", files: Self.build)
        let app = try #require(content.claims.android.first)
        #expect(app.package == nil && app.id.gap?.text.contains("which is code and is not read") == true)
        #expect(content.notes.contains { $0.contains("give the built package") }, "\(content.notes)")
    }

    @Test(arguments: [
        "id(\"com.android.application\")\n kotlin(\"android\")\n id(\"com.google.gms.google-services\")",
        "alias(libs.plugins.android.application)",
        "id(\"com.android.application\")\n id(\"com.example.build.app\") apply false",
    ])
    func aPluginThatIsKnownLeavesTheNamespaceAsTheId(_ plugin: String) throws {
        let app = try #require(try content(plugin, manifest: Self.manifest).claims.android.first)
        #expect(app.package == "com.example.code" && app.id.gap == nil)
    }

    @Test func theCatalogOfTheProjectNamesPlugins() throws {
        let catalog = "[plugins]\nphone-app = { id = \"com.android.application\", version = \"8.7.0\" }\n"
        let content = try content(
            "alias(libs.plugins.phone.app)",
            manifest: Self.manifest,
            files: ["settings.gradle": "include ':app'\n", "gradle/libs.versions.toml": catalog]
        )
        #expect(content.claims.android.map(\.package) == ["com.example.code"])
    }
}
