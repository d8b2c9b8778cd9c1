@_spi(Bolts) import BoltsSiteCheck
import Foundation
import Testing

@_spi(Bolts) @testable import AppFiles

/// Tests which values of Gradle scripts and properties are known.
struct GradleConstantsTests: ProjectLayouts {
    @Test(arguments: [
        "if (x) { appId = \"org.sample.beta\" } else { appId = \"org.sample.shelf\" }",
        "appId += \".shelf\"", "appId -= \".old\"", "appId = \"org.sample.shelf\"",
        "if (x) appId = \"org.sample.shelf\"", "if (x == \"a\") appId = \"org.sample.shelf\"",
        "switch (x) { case \"a\": appId = \"org.sample.shelf\"; break }",
        "android { if (x) { appId = \"org.sample.shelf\" } }",
    ])
    func aConstantThatIsSetAgainIsUnknown(_ change: String) throws {
        let script =
            "plugins { id \"com.android.application\" }\ndef appId = \"org.sample.old\"\n\(change)\n"
            + "android { defaultConfig {\napplicationId appId\n} }"
        let folder = try TemporaryFolder([
            "app/build.gradle": script, "app/src/main/AndroidManifest.xml": Self.manifest,
        ])
        let app = try #require(try folder.content().claims.android.first)
        #expect(app.package == nil, "\(change)")
        let place = "\(folder.file("app/build.gradle")):5"
        #expect(app.id.gap?.text == "the application id is computed by the build script at \(place)", "\(change)")
    }

    private static let appMap = "ext { app = [sdk: 33, id: 'org.sample.shelf'] }"
    private static let appID = "ext { appId = 'org.sample.shelf' }"
    private static let file = "apply from: 'more.gradle'"

    /// The root's script, the one that it may apply, the beginning of the module's, the id, and whether it is known.
    @Test(
        arguments: [
            (appID, "", "", "rootProject.ext.appId", true), (appID, "", "", "rootProject.appId", true),
            (appID, "", "", "appId", true), (appID, "", "def own = rootProject.ext", "own.appId", true),
            ("buildscript { \(appID) }", "", "", "\"${rootProject.ext.appId}\"", true),
            ("buildscript { ext.appId = 'org.sample.shelf' }", "", "", "appId", true),
            ("allprojects { ext.appId = 'org.sample.shelf' }", "", "", "appId", true),
            (file, appID, "", "rootProject.ext.appId", true), (file, appMap, "", "rootProject.ext.app.id", true),
            (appMap, "", "def own = rootProject.ext.app", "own['id']", true),
            ("extra[\"appId\"] = \"org.sample.shelf\"", "", "", "rootProject.extra[\"appId\"] as String", true),
            ("val appId by extra(\"org.sample.shelf\")", "", "", "rootProject.extra.get(\"appId\") as String", true),
            ("\(appID)\nif (x) { ext.appId = 'b' }", "", "", "rootProject.ext.appId", false),
            ("ext { appId = 'org.sample.shelf'\nif (x) { appId = 'b' } }", "", "", "rootProject.ext.appId", false),
            ("if (x) { \(appID) }", "", "", "rootProject.ext.appId", false),
            ("\(appID)\n['a'].each { ext.appId = it }", "", "", "rootProject.ext.appId", false),
            ("ext { appId = x ? 'org.sample.shelf' : 'b' }", "", "", "rootProject.ext.appId", false),
            ("\(appID)\next.set('appId', 'b')", "", "", "rootProject.ext.appId", false),
            ("\(appID)\n\(file)", "ext.appId = 'b'", "", "rootProject.ext.appId", false),
            ("\(appMap)\next.app.id = 'b'", "", "", "rootProject.ext.app.id", false),
            ("\(appMap)\nif (x) { ext.app = [id: 'b'] }", "", "", "rootProject.ext.app.id", false),
            ("val appId by extra(\"org.sample.shelf\")\nextra[\"appId\"] = \"b\"", "", "", "appId", false),
            ("\(appID)\nproject(':app').ext.appId = 'b'", "", "", "appId", false),
            ("\(appID)\nsubprojects { own -> own.ext.appId = 'b' }", "", "", "appId", false),
            ("\(appID)\nproject.extensions.extraProperties.set('appId', 'b')", "", "", "appId", false),
            ("\(appID)\napply from: '../more.gradle'", "", "", "rootProject.ext.appId", false),
            (appID, "", "['a'].each { rootProject.ext.appId = it }", "rootProject.ext.appId", false),
            (appID, "", "rootProject.ext.set('appId', 'b')", "rootProject.ext.appId", false),
            (appID, "", "def own = rootProject.ext\nown.appId = 'b'", "own.appId", false),
            (appID, "", "def own = rootProject.ext\nif (x) { own = [appId: 'b'] }", "own.appId", false),
        ]
    )
    func anExtraPropertyOfTheRootIsKnownIfItIsSetOnce(
        _ root: String,
        _ more: String,
        _ start: String,
        _ value: String,
        _ isKnown: Bool
    ) throws {
        let folder = try TemporaryFolder([
            "settings.gradle": "include ':app'", "build.gradle": root, "more.gradle": more,
            "app/build.gradle":
                "plugins { id \"com.android.application\" }\n\(start)\nandroid { defaultConfig { applicationId \(value) } }",
            "app/src/main/AndroidManifest.xml": Self.manifest,
        ])
        #expect(try folder.content().claims.android.map(\.package) == [isKnown ? "org.sample.shelf" : nil])
    }

    @Test func whatOnlyLooksLikeSettingAConstantLeavesItKnown() throws {
        for change in [
            "if (appId == \"org.sample.shelf\") { println(appId) }", "def isBeta = appId == \"org.sample.beta\"",
            "if (x) { manifestPlaceholders[\"appId\"] = \"a\" }",
        ] {
            let script =
                "def appId = \"org.sample.shelf\"\n\(change)\n" + "android { defaultConfig { applicationId appId } }"
            #expect(GradleModule(script).defaults.applicationID?.known == "org.sample.shelf", "\(change)")
        }
    }

    @Test(
        arguments: [
            ("base + 4", nil), ("base + other", nil), ("1 + 2 + \"x\"", nil), ("base + \"4\"", "204"),
            ("\"2\" + 4", "24"), ("base", "20"),
        ] as [(String, String?)]
    )
    func numbersAreAddedAndNotJoined(_ value: String, _ expected: String?) {
        let script = "ext.base = 20\next.other = 4\nandroid { defaultConfig { minSdk = \(value) } }"
        #expect(GradleModule(script).defaults.minimumSDK?.known == expected)
    }

    @Test(
        arguments: [
            ("props.getProperty(\"appId\")", nil), ("System.getProperty(\"appId\")", nil),
            ("props.property(\"appId\")", nil), ("property(\"appId\")", "org.sample.shelf"),
            ("findProperty(\"appId\") as String", "org.sample.shelf"),
            ("project.findProperty(\"appId\")", "org.sample.shelf"),
            ("rootProject.property(\"appId\")", "org.sample.shelf"),
            ("providers.gradleProperty(\"appId\").get()", "org.sample.shelf"),
        ] as [(String, String?)]
    )
    func onlyPropertiesOfTheProjectAreThoseOfItsFile(_ value: String, _ package: String?) throws {
        let folder = try TemporaryFolder([
            "settings.gradle.kts": "", "gradle.properties": "appId=org.sample.shelf",
            "app/build.gradle.kts": Self.gradle(value), "app/src/main/AndroidManifest.xml": Self.manifest,
        ])
        #expect(try folder.content().claims.android.map(\.package) == [package])
    }

    /// The value of an id, the statements before it, the file gradle.properties and the root's script.
    @Test(
        arguments: [
            (#"if (hasProperty("a")) "org.b" else "org.sample.shelf""#, "", "", "", "org.sample.shelf"),
            (#"if (hasProperty("a")) "org.b" else "org.sample.shelf""#, "", "a: 1", "", "org.b"),
            (#"findProperty("a") as String? ?: "org.sample.shelf""#, "", "# a = b", "", "org.sample.shelf"),
            (#"(findProperty("a") as? String) ?: "org.sample.shelf""#, "", "a = org.b", "", "org.b"),
            (#"findProperty("a") ?: findProperty("b") ?: "org.sample.shelf""#, "", "b=org.b", "", "org.b"),
            (#"System.getenv("a") ?: "org.sample.shelf""#, "", "", "", nil),
            (#"hasProperty("a") ? a : "org.sample.shelf""#, "", "", "", "org.sample.shelf"),
            (#"findProperty("a") == "b" ? "org.b" : "org.sample.shelf""#, "", "", "", "org.sample.shelf"),
            (#"providers.gradleProperty("a").orElse("org.sample.shelf").get()"#, "", "", "", "org.sample.shelf"),
            (#"providers.gradleProperty("a").getOrElse("org.sample.shelf")"#, "", "a org.b", "", "org.b"),
            (#"providers.gradleProperty("a").getOrElse("org") + ".b""#, "", "", "", nil),
            (#"findProperty("a") == System.getenv("A") ? "org.b" : "org.c""#, "", "", "", nil),
            (#"findProperty("a").toString() ?: "org.b""#, "", "", "", nil),
            (#"findProperty("a") ?: "org.b""#, "", "a=", "", nil),
            (#"findProperty("a") ?: "org.c""#, "", "# a\\\r\na=org\\\r\n  .\\u0062", "", "org.b"),
            ("id", "if (hasProperty(\"a\")) ext.id = \"org.a\"\nelse\n ext.id = \"org.b\"", "", "", "org.b"),
            ("id", "ext.id = \"org.a\"\nif (a()) ext.id = \"org.b\"", "", "", nil),
            ("id", "ext.id = \"org.a\"\nif (a())\n// nothing\nelse b = 2", "", "", "org.a"),
            ("id", "ext.id = \"org.a\"\nif (a(\")\")); else ext.id = \"org.b\"", "", "", nil),
            ("id", "ext.id = \"org.a\"\nif (all.any { it }) ext.id = \"org.b\"", "", "", nil),
            (#""org.a""#, "if (!hasProperty(\"a\")) android { defaultConfig { minSdk = 21 } }", "", "", "org.a"),
            (
                "id",
                "ext.id = \"org.a\"\ntasks.\"$b\" { }\nSystem.setProperty(c, d)\nif (!hasProperty(\"a\")) ext.b = 1",
                "", "", "org.a"
            ),
            (
                "id", "ext.id = \"org.a\"\nif (!hasProperty(\"a\")) { b = 1 }\nc()\nelse { ext.id = \"org.b\" }", "",
                "",
                nil
            ),
            (#"!!hasProperty("a") ? "org.b" : "org.c""#, "", "", "", "org.c"),
            // Another script may set it, it is one of each project, or a script is not read.
            (#"findProperty("a") ?: "org.b""#, "project.ext.set(name, value)", "", "", nil),
            (#"findProperty("a") ?: "org.b""#, "all.each { ext[it] = 1 }", "", "", nil),
            (#"findProperty("a") ?: "org.b""#, "", "", "ext.\"$name\" = 1", nil),
            (#"findProperty("a") ?: "org.b""#, "", "", "project(\":app\").extra.set(\"a\", 1)", nil),
            (#"findProperty("a") ?: "org.b""#, "val a by extra { 1 }", "", "", nil),
            (#"findProperty("a") ?: "org.b""#, "ext.set(\"${name}a\", 1)", "", "", nil),
            (#"findProperty("a") ?: "org.b""#, "ext.set(\"${name}b\", 1)", "", "", "org.b"),
            (#"findProperty("a") ?: "org.b""#, "task a { }", "", "", nil),
            (#"findProperty("a") ?: "org.b""#, "", "", "plugins { id 'own.properties' }", nil),
            (#"hasProperty("a") ? "org.b" : "org.sample.shelf""#, "", "", "ext.a = 1", nil),
            (#"hasProperty("android") ? "org.b" : "org.sample.shelf""#, "", "", "", nil),
            (#"hasProperty("a") ? "org.b" : "org.sample.shelf""#, "apply from: file(name)", "", "", nil),
            ("id", "ext.id = hasProperty(\"id\") ? id : \"org.sample.shelf\"", "", "", "org.sample.shelf"),
            ("id", "ext { id = \"org.b\" }\nif (hasProperty(\"a\")) { id += \".a\" }", "", "", "org.b"),
            ("id", "ext { id = \"org.b\" }\nif (hasProperty(\"a\")) { id += \".a\" }", "a=", "", nil),
            ("id", "ext { id = \"org.b\" }\nif (hasProperty(\"a\") && b) id += \".a\"", "", "", "org.b"),
            (
                "id",
                "if (hasProperty(\"a\")) { ext.id = \"org.a\" } else if (hasProperty(\"b\")) { ext.id = \"org.b\" } else { ext.id = \"org.c\" }",
                "b=1", "", "org.b"
            ),
            ("id", "if (c) { ext.id = \"org.a\" } else if (!hasProperty(\"b\")) { ext.id = \"org.b\" }", "", "", nil),
            ("id", "ext { id = \"org.b\" }\nid += \".a\"", "", "", nil),
            // A script's own property hides that of a file, which hides the root's.
            ("id", "ext.id = \"org.b\"", "id=org.c", "", "org.b"), ("id", "", "id=org.c", "ext.id = \"org.b\"", nil),
        ] as [(String, String, String, String, String?)]
    )
    func aPropertyThatNoFileSetsIsNotSet(
        _ value: String,
        _ before: String,
        _ properties: String,
        _ root: String,
        _ package: String?
    ) throws {
        let folder = try TemporaryFolder([
            "settings.gradle.kts": "", "gradle.properties": properties, "build.gradle": root,
            "app/build.gradle": "\(before)\n\(Self.gradle(value))", "app/src/main/AndroidManifest.xml": Self.manifest,
        ])
        #expect(try folder.content().claims.android.map(\.package) == [package])
    }

    /// Another file of the project, and the id then.
    @Test(
        arguments: [
            ("lib/a.txt", "ext.a = 1", "org.b"), ("lib/build.gradle", "rootProject.ext.a = 1", nil),
            ("settings.gradle", "gradle.beforeProject { it.ext.a = 1 }", nil),
            ("gradle.properties", "a=org.c", "org.c"),
            ("main/gradle.properties", "a=org.c", nil), ("main/build.gradle", "ext.a = 1", nil),
            ("buildSrc/src/main/java/A.java", "p.getExtensions().getExtraProperties().set(A, 1);", nil),
            ("build.gradle", "subprojects { ext.b = findProperty('a') ?: 'org.c' }", "org.b"),
        ] as [(String, String, String?)]
    )
    func anotherFileMaySetAProperty(_ file: String, _ text: String, _ package: String?) throws {
        let own = [
            "settings.gradle": "", "main/app/build.gradle": Self.gradle(#"findProperty("a") ?: "org.b""#),
            "main/app/src/main/AndroidManifest.xml": Self.manifest,
        ]
        let folder = try TemporaryFolder(own.merging([file: text]) { $1 })
        #expect(try folder.content().claims.android.map(\.package) == [package])
    }

    @Test func theScriptOfAModuleThatIsTheRootIsReadOnce() throws {
        let folder = try TemporaryFolder([
            "settings.gradle": "",
            "build.gradle":
                "plugins { id \"com.android.application\" }\next.appId = \"org.sample.shelf\"\n"
                + "android { defaultConfig { applicationId appId } }",
            "src/main/AndroidManifest.xml": Self.manifest,
        ])
        #expect(try folder.content().claims.android.map(\.package) == ["org.sample.shelf"])
    }

    @Test func anIdDoesNotShowTheStatementThatMakesAPartOfIt() throws {
        let more = "buildTypes { release {\napplicationIdSuffix = \".a\" + project.name\n} }"
        let folder = try TemporaryFolder([
            "app/build.gradle.kts": Self.gradle(#""org.sample.shelf""#, more),
            "app/src/main/AndroidManifest.xml": Self.manifest,
        ])
        let id = try #require(try folder.content().claims.android.first { $0.package == nil }).id
        #expect(id.description == "org.sample.shelf…")
        let place = "\(folder.file("app/build.gradle.kts")):5"
        #expect(id.gap?.text == "the application id is computed by the build script at \(place)")
    }
}
