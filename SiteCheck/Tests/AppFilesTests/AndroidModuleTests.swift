@_spi(Bolts) import BoltsSiteCheck
import Testing

@_spi(Bolts) @testable import AppFiles

/// Tests what an app gets from the modules of its Gradle project.
struct AndroidModuleTests {
    /// A manifest with a filter for a host.
    private static func manifest(_ host: String, _ name: String = ".Link") -> String {
        """
        <manifest xmlns:a="http://schemas.android.com/apk/res/android"><application><activity a:name="\(name)">
        <intent-filter><data a:scheme="https" a:host="\(host)"/></intent-filter></activity></application></manifest>
        """
    }

    private static let plain =
        "<manifest xmlns:a=\"http://schemas.android.com/apk/res/android\"><application/></manifest>"

    private static let app = """
        plugins { id("com.android.application") }
        android { namespace = "com.ex.app" }
        dependencies { implementation(project(":links")) }
        """

    private static let library = "plugins { id(\"com.android.library\") }\nandroid { namespace = \"com.ex.links\" }\n"

    /// The hosts and the gap of each variant.
    private func hosts(_ files: [String: String]) throws -> [String: [String]] {
        var files = files
        files["app/src/main/AndroidManifest.xml"] = files["app/src/main/AndroidManifest.xml"] ?? Self.plain
        let apps = try TemporaryFolder(files).content().claims.android
        return Dictionary(
            apps.map { app in
                let hosts = (app.filters ?? []).flatMap { $0.hosts.map(\.name) }
                return (app.variant ?? "", hosts + (app.gap.map { _ in ["?"] } ?? []))
            }
        ) { $0 + $1 }
    }

    @Test func aModuleWhoseNameIsOneCharacterIsRead() throws {
        for name in ["x", "é", "1"] {
            let content = try TemporaryFolder([
                "\(name)/build.gradle.kts": Self.app, "\(name)/src/main/AndroidManifest.xml": Self.plain,
                "settings.gradle.kts": "",
            ]).content()
            #expect(content.claims.android.map(\.package) == ["com.ex.app"])
        }
    }

    /// A module that is not in the build is no app of it; where only running the settings determines that, it may be one.
    @Test(arguments: [
        ("// include(\":old\")\ninclude(\":app\")", ["app"]),
        ("include ':app',\n    ':lib'", ["app"]),
        (
            "include(\":app\")\nplugins { id(\"org.gradle.toolchains.foojay-resolver-convention\") version \"1.0.0\" }",
            ["app"]
        ),
        ("include(\":app\")\ninclude(\":parts:kit\")\nproject(\":app\").projectDir = file(\"old\")", ["old"]),
        ("include ':app'\napply from: 'more.gradle'", ["app", "old"]),
        ("include(\":app\")\napply(from = place())", ["app", "old"]),
        ("include(\":app\")\napply { from(\"more.gradle\") }", ["app", "old"]),
        ("include ':app'\napply from: 'other.gradle'", ["app", "old"]),
        ("include(\":app\")\nlistOf(\"old\").forEach { include(\":$it\") }", ["app", "old"]),
        ("include(\":app\")\nif (all) include(\":old\")", ["app", "old"]),
        ("include(\":app\")\nplugins { id(\"org.sample.modules\") version \"1.0.0\" }", ["app", "old"]),
        ("include(\":app\")\nproject(\":app\").projectDir = place()", ["app", "old"]),
        ("include(\":old:sub\", \":app\")", ["app", "old"]),
        ("include(\":lib\")", ["app", "old"]),
        ("", ["app", "old"]),
    ])
    func anAppThatTheSettingsDoNotIncludeIsLeftOut(_ settings: String, _ expected: [String]) throws {
        var files = ["settings.gradle.kts": settings, "more.gradle": "include ':old'\n"]
        files["other.gradle"] = "apply from: 'more.gradle'\n"
        for module in ["app", "old"] {
            files["\(module)/build.gradle.kts"] = Self.app.replacing("com.ex.app", with: "com.ex.\(module)")
            files["\(module)/src/main/AndroidManifest.xml"] = Self.plain
        }
        let content = try TemporaryFolder(files).content()
        #expect(content.claims.android.compactMap(\.package).map { $0.dropFirst(7) } == expected.map { $0[...] })
        let notes = content.notes.filter { $0.contains("the settings of its build do not include it") }
        #expect(notes.count == 2 - expected.count, "\(content.notes)")
    }

    @Test(arguments: [
        ("a/b", "a"), ("a", ""), ("/a", "/"), ("/", "/"), ("a/", ""), ("a//b", "a"), ("/a/b//", "/a"), ("", ""),
        ("é/x", "é"),
    ])
    func theFolderOfAPathIsWhatStandsBeforeItsLastName(_ path: String, _ folder: String) {
        #expect(FilePath.folder(of: path) == folder)
    }

    @Test func manifestsOfALibrarysBuildTypesAreMerged() throws {
        let found = try hosts([
            "app/build.gradle.kts": Self.app, "links/build.gradle.kts": Self.library,
            "links/src/main/AndroidManifest.xml": Self.plain,
            "links/src/release/AndroidManifest.xml": Self.manifest("a.example"),
            "links/src/androidTest/AndroidManifest.xml": Self.manifest("test.example"),
        ])
        #expect(found == ["debug": [], "release": ["a.example"]])
    }

    /// The hosts of each variant of an app that uses its library by a given dependency.
    private func hosts(using dependency: String, _ android: String = "") throws -> [String: [String]] {
        let script = "plugins { id(\"com.android.application\") }\nandroid { namespace = \"com.ex.app\"\n\(android) }\n"
        return try hosts([
            "app/build.gradle.kts": "\(script)dependencies {\n\(dependency)\n}",
            "links/build.gradle.kts": Self.library,
            "links/src/main/AndroidManifest.xml": Self.manifest("a.example"),
        ])
    }

    @Test(arguments: [
        "releaseImplementation(project(\":links\"))", "releaseImplementation project(':links')",
        "\"releaseApi\"(projects.links)", "add(\"releaseRuntimeOnly\", project(\":links\"))",
        "releaseImplementation(project(\":links\")) { exclude(group = \"x\") }",
        "releaseCompile project(path: ':links')",
    ])
    func aLibraryOfOneBuildTypeIsMergedIntoItsVariants(_ dependency: String) throws {
        #expect(try hosts(using: dependency) == ["debug": [], "release": ["a.example"]])
        let flavored = try hosts(using: dependency, Self.flavors)
        #expect(flavored == ["devDebug, prodDebug": [], "devRelease, prodRelease": ["a.example"]])
    }

    @Test func aLibraryOfOneFlavorOrVariantIsMergedIntoItsVariants() throws {
        let flavor = try hosts(using: "prodImplementation(project(\":links\"))", Self.flavors)
        #expect(flavor == ["devDebug, devRelease": [], "prodDebug, prodRelease": ["a.example"]])
        let variant = try hosts(using: "\"prodReleaseImplementation\"(project(\":links\"))", Self.flavors)
        #expect(variant["prodRelease"] == ["a.example"] && variant.count == 2, "\(variant)")
    }

    @Test(arguments: [
        "testImplementation", "androidTestImplementation", "testFixturesApi", "compileOnly", "debugCompileOnly", "ksp",
        "kaptRelease", "lintChecks", "baselineProfile",
    ])
    func aLibraryThatIsNotInTheAppIsNotMerged(_ configuration: String) throws {
        #expect(try hosts(using: "\(configuration)(project(\":links\"))") == ["": []])
    }

    @Test(arguments: [
        "if (x) { implementation(project(\":links\")) }", "stagingImplementation(project(\":links\"))",
    ])
    func aLibraryThatMayBeUsedLeavesTheAppOpen(_ dependency: String) throws {
        #expect(try hosts(using: dependency) == ["": ["?"]])
        let folder = try TemporaryFolder([
            "app/build.gradle.kts": Self.app.replacing("implementation(project(\":links\"))", with: dependency),
            "app/src/main/AndroidManifest.xml": Self.plain, "links/build.gradle.kts": Self.library,
            "links/src/main/AndroidManifest.xml": Self.manifest("*").replacing("https", with: "wear"),
        ])
        #expect(try folder.content().claims.android.map(\.gap?.hosts) == [.noHost])
        // What the module uses counts too, and what of that is missing is not known.
        let more = try TemporaryFolder([
            "app/build.gradle.kts": Self.app.replacing("implementation(project(\":links\"))", with: dependency),
            "app/src/main/AndroidManifest.xml": Self.plain,
            "links/build.gradle.kts": Self.library + "dependencies { api(project(\":more\")) }",
        ])
        #expect(try more.content().claims.android.map(\.gap?.hosts) == [.any])
    }

    @Test func aLibraryOfALibraryIsMergedIntoTheVariantsThatHaveIt() throws {
        let found = try hosts([
            "app/build.gradle.kts": Self.app,
            "links/build.gradle.kts": Self.library + "dependencies { debugApi(project(\":more\")) }",
            "links/src/main/AndroidManifest.xml": Self.plain,
            "more/build.gradle.kts": Self.library,
            "more/src/main/AndroidManifest.xml": Self.manifest("more.example"),
        ])
        #expect(found == ["debug": ["more.example"], "release": []])
    }

    private static let flavors = """
        flavorDimensions += "env"
        productFlavors { create("dev") { dimension = "env" }; create("prod") { dimension = "env" } }
        """

    @Test func manifestsOfALibrarysFlavorsAreMerged() throws {
        let files = [
            "links/build.gradle.kts": Self.library + "android { \(Self.flavors) }",
            "links/src/dev/AndroidManifest.xml": Self.manifest("dev.example"),
            "links/src/prod/AndroidManifest.xml": Self.manifest("a.example"),
            "links/src/prodRelease/AndroidManifest.xml": Self.manifest("release.example", ".Other"),
        ]
        func found(_ android: String) throws -> [String: [String]] {
            try hosts(files.merging(["app/build.gradle.kts": Self.app + "\nandroid { \(android) }"]) { $1 })
        }
        let same = try found(Self.flavors)
        #expect(same["prodRelease"] == ["a.example", "release.example"], "\(same)")
        #expect(same["prodDebug"] == ["a.example"] && same["devDebug, devRelease"] == ["dev.example"], "\(same)")
        let strategy = try found("defaultConfig { missingDimensionStrategy(\"env\", \"qa\", \"prod\") }")
        #expect(strategy["debug"] == ["a.example"], "\(strategy)")
        let own = "flavorDimensions += \"env\"\nproductFlavors { create(\"qa\") { dimension = \"env\"; "
        let fallback = try found(own + "matchingFallbacks += listOf(\"prod\") } }")
        #expect(fallback["qaDebug"] == ["a.example"], "\(fallback)")
        // Without any of these settings the build fails, unless a script that is not read has them.
        #expect(try found(own + "} }") == ["": ["?"]])
        #expect(try found("") == ["": ["?"]])
    }

    @Test func aBuildTypeThatALibraryLacksHasFallbacks() throws {
        let files = [
            "links/build.gradle.kts": Self.library, "links/src/release/AndroidManifest.xml": Self.manifest("a.example"),
        ]
        for (call, hosts) in [("", ["?"]), ("matchingFallbacks += listOf(\"release\")", ["a.example"])] {
            let types = "\nandroid { buildTypes { create(\"staging\") { \(call) } } }"
            let found = try self.hosts(files.merging(["app/build.gradle.kts": Self.app + types]) { $1 })
            #expect(found.first { $0.key.contains("staging") }?.value == hosts, "\(found)")
        }
    }

    @Test(arguments: ["app", "links"]) func aManifestOfNoVariantThatIsKnownLeavesThemOpen(_ module: String) throws {
        let found = try hosts([
            "app/build.gradle.kts": Self.app, "links/build.gradle.kts": Self.library,
            "\(module)/src/google/AndroidManifest.xml": Self.manifest("a.example"),
        ])
        #expect(found == ["": ["?"]])
        // A manifest without filters affects no link; Flutter makes a build type for such a manifest.
        let profile = try hosts([
            "app/build.gradle.kts": Self.app, "links/build.gradle.kts": Self.library,
            "\(module)/src/profile/AndroidManifest.xml": Self.plain,
        ])
        #expect(profile == ["": []])
        // So it is with filters that take no links; those of other schemes take none of the web.
        let web = "a:scheme=\"https\""
        for (data, gap) in [
            ("a:mimeType=\"a/b\"", nil), ("a:scheme=\"${s}\"", .any), ("a:scheme=\"shelf\"", .noHost), (web, .any),
            ("\(web) a:host=\"b.example\"", .only(["b.example"])), ("\(web) a:host=\"${s}\"", .any),
            ("\(web) a:host=\"b.example\" tools:node=\"replace\"", .any),
        ] as [(String, SourceGap.Hosts?)] {
            let own = Self.manifest("a.example").replacing("a:scheme=\"https\" a:host=\"a.example\"", with: data)
            let files = [
                "app/build.gradle.kts": Self.app, "links/build.gradle.kts": Self.library,
                "app/src/main/AndroidManifest.xml": Self.plain, "\(module)/src/google/AndroidManifest.xml": own,
            ]
            #expect(try TemporaryFolder(files).content().claims.android.map(\.gap?.hosts) == [gap])
        }
    }

    @Test(arguments: [
        "plugins { kotlin(\"multiplatform\"); id(\"com.android.library\") }\nandroid { namespace = \"com.ex.links\" }",
        """
        plugins { id("com.android.kotlin.multiplatform.library") }
        kotlin { androidLibrary { namespace = "com.ex.links" } }
        """,
    ])
    func theManifestOfALibraryOfKotlinMultiplatformIsMerged(_ script: String) throws {
        let folder = try TemporaryFolder([
            "app/build.gradle.kts": Self.app, "app/src/main/AndroidManifest.xml": Self.plain,
            "links/build.gradle.kts": script
                + "\nkotlin { sourceSets { commonMain.dependencies { api(projects.more) } } }",
            "links/src/androidMain/AndroidManifest.xml": Self.manifest("@string/host"),
            "links/src/androidMain/res/values/s.xml": "<resources><string name=\"host\">a.example</string></resources>",
            "more/build.gradle.kts": Self.library,
            "more/src/main/AndroidManifest.xml": Self.manifest("more.example", ".More"),
        ])
        let filters = try #require(try folder.content().claims.android.first?.filters)
        #expect(filters.flatMap(\.hosts).map(\.name) == ["a.example", "more.example"])
        #expect(filters.first?.component == "com.ex.links.Link")
    }

    @Test func setsOfKotlinMultiplatformHaveNamesOfTheirOwn() throws {
        let found = try hosts([
            "app/build.gradle.kts":
                "plugins { alias(libs.plugins.androidApplication) }\nandroid { namespace = \"com.a\"\n"
                + "defaultConfig { applicationId = \"com.a\" } }",
            "app/src/main/AndroidManifest.xml": Self.plain,
            "app/src/androidMain/AndroidManifest.xml": Self.plain,
            "app/src/androidRelease/AndroidManifest.xml": Self.manifest("a.example"),
            "app/src/androidInstrumentedTest/AndroidManifest.xml": Self.manifest("test.example"),
        ])
        #expect(found == ["debug": [], "release": ["a.example"]])
    }

    @Test(arguments: [
        "dynamicFeatures += setOf(\":feature\")", "dynamicFeatures = [':feature']", "dynamicFeatures.add(\":feature\")",
    ])
    func theManifestOfAFeatureIsMerged(_ statement: String) throws {
        let found = try hosts([
            "app/build.gradle.kts":
                "plugins { id(\"com.android.application\") }\nandroid { namespace = \"com.a\"\n\(statement) }",
            "feature/build.gradle.kts":
                "plugins { id(\"com.android.dynamic-feature\") }\nandroid { namespace = \"com.f\" }\n"
                + "dependencies { implementation(project(\":app\")) }",
            "feature/src/main/AndroidManifest.xml": Self.manifest("a.example"),
        ])
        #expect(found == ["": ["a.example"]])
    }

    @Test func moreVariantsThanAreLookedAtAreAnAppOfTheirOwn() throws {
        for (count, hasRest) in [(64, false), (65, true)] {
            let content = try TemporaryFolder([
                "app/build.gradle.kts": Self.flavors(count), "app/src/main/AndroidManifest.xml": Self.plain,
            ]).content()
            let rest = content.claims.android.filter { $0.package == nil }
            #expect(rest.map { $0.filters == nil } == (hasRest ? [true] : []), "\(rest)")
            #expect(rest.allSatisfy { $0.id.gap?.text.contains("130 variants; only 128") == true })
            // All examined variants take the same links, so the others are assumed to take them too.
            #expect(content.claims.android.allSatisfy { ($0.gap != nil) == ($0.package == nil) })
            #expect(content.notes.isEmpty != hasRest)
        }
    }

    /// The script of an app with many flavours.
    private static func flavors(_ count: Int, _ last: String = "", code: String = "") -> String {
        let list = (0..<count).map { number in
            "create(\"f\(number)\") { applicationIdSuffix = \".f\(number)\"\n\(number == count - 1 ? last : "") }"
        }
        return "plugins { id(\"com.android.application\") }\nandroid { namespace = \"com.a\"\n"
            + "defaultConfig { applicationId = \"com.a\" }\nproductFlavors {\n\(list.joined(separator: "\n"))\n} }\n\(code)"
    }

    @Test(
        arguments: [
            ([:], false), (["src/f64/res/values/strings.xml": "<resources/>"], false),
            (["src/f64/AndroidManifest.xml": manifest("b.example")], true),
            (["src/f1/AndroidManifest.xml": manifest("b.example", ".Other")], true),
            (["src/main/AndroidManifest.xml": manifest("${host}")], true),
            (["build.gradle.kts": flavors(65, "minSdk = 31")], true),
            (["build.gradle.kts": flavors(65, "manifestPlaceholders[\"name\"] = \"b\"")], false),
            (
                [
                    "build.gradle.kts": flavors(
                        65,
                        code: "androidComponents { onVariants(selector().withName(\"f64Debug\")) { v -> "
                            + "v.manifestPlaceholders.put(\"host\", \"b.example\") } }"
                    )
                ], true
            ),
        ] as [([String: String], Bool)]
    )
    func variantsThatAreNotLookedAtLeaveLinksOpenOnlyIfTheyMayDiffer(_ files: [String: String], _ isOpen: Bool) throws {
        var all = ["build.gradle.kts": Self.flavors(65), "src/main/AndroidManifest.xml": Self.manifest("a.example")]
        all.merge(files) { $1 }
        let apps = try TemporaryFolder(Dictionary(uniqueKeysWithValues: all.map { ("app/\($0.key)", $0.value) }))
            .content().claims.android
        #expect(apps.count > 2)
        for app in apps where app.package != nil {
            #expect((app.gap?.text.contains("130 variants; only 128") == true) == isOpen, "\(app)")
        }
    }

    @Test(arguments: [
        "listOf(\"demo\", \"prod\").forEach { name -> create(name) { applicationIdSuffix = \".$name\" } }",
        "Flavor.values().forEach { create(it.name) { applicationIdSuffix = it.suffix } }",
    ])
    func flavorsThatALoopMakesLeaveTheIdOpen(_ loop: String) throws {
        let apps = try TemporaryFolder([
            "app/build.gradle.kts": "plugins { id(\"com.android.application\") }\nandroid { defaultConfig { "
                + "applicationId = \"com.a\" }\nproductFlavors { \(loop) } }",
            "app/src/main/AndroidManifest.xml": Self.plain,
        ]).content().claims.android
        #expect(apps.map(\.package) == [nil] && apps[0].id.gap != nil)
    }

    @Test(
        arguments: [
            ("subprojects { android { defaultConfig { applicationId = \"com.root\" } } }", "com.root"),
            (
                """
                allprojects { plugins.withId("com.android.application") { extensions.configure<AppExtension> {
                    defaultConfig { applicationId = "com.root" }
                } } }
                """, "com.root"
            ),
            ("project(\":app\") { android { defaultConfig { applicationId = \"com.root\" } } }", "com.root"),
            ("project(\":other\") { android { defaultConfig { applicationId = \"com.root\" } } }", "com.a"),
            ("subprojects { android { defaultConfig { applicationId = idOf(project) } } }", nil),
            ("subprojects { if (x) { android { defaultConfig { applicationId = \"com.root\" } } } }", nil),
        ] as [(String, String?)]
    )
    func theRootsScriptSetsWhatItSaysOfItsModules(_ root: String, _ package: String?) throws {
        func packages(_ android: String) throws -> [String?] {
            try TemporaryFolder([
                "settings.gradle.kts": "", "build.gradle.kts": root,
                "app/build.gradle.kts": "plugins { id(\"com.android.application\") }\nandroid { namespace = \"com.a\"\n"
                    + "\(android) }",
                "app/src/main/AndroidManifest.xml": Self.plain,
            ]).content().claims.android.map(\.package)
        }
        #expect(try packages("") == [package])
        #expect(try packages("defaultConfig { applicationId = \"com.own\" }") == ["com.own"])
    }
}
