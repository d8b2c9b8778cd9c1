@_spi(Bolts) import BoltsSiteCheck
import Testing

@_spi(Bolts) @testable import AppFiles

/// Tests the variants of an app that its build script defines.
struct GradleVariantTests {
    /// The application ids and the hosts of the variants of an app, by their names.
    private func variants(_ android: String, more: String = "") throws -> [String: [String?]] {
        let module = GradleModule(
            "android { defaultConfig { applicationId = \"com.a\"\n"
                + "manifestPlaceholders[\"host\"] = \"a.example\" }\n\(android) }\n\(more)"
        )
        func text(_ value: SourceText?) -> String? { value?.known }
        return Dictionary(
            module.variants.map { ($0.name, [text($0.applicationID), text($0.placeholder("host"))]) }
        ) { $1 }
    }

    @Test(arguments: [
        "initWith(getByName(\"debug\"))", "initWith(buildTypes.getByName(\"debug\"))", "initWith(debug)",
        "initWith buildTypes.debug", "initWith(buildTypes[\"debug\"])", "initWith debug",
    ])
    func aBuildTypeTakesTheSettingsOfAnotherOne(_ call: String) throws {
        let found = try variants(
            """
            buildTypes {
                debug { applicationIdSuffix = ".debug"; manifestPlaceholders["host"] = "dev.example" }
                create("staging") { \(call); applicationIdSuffix = ".staging" }
                create("qa") { manifestPlaceholders["host"] = "qa.example"; \(call) }
                val demo by creating { \(call) }
            }
            """
        )
        #expect(found["staging"] == ["com.a.staging", "dev.example"])
        #expect(found["qa"] == ["com.a.debug", "dev.example"])
        #expect(found["demo"] == ["com.a.debug", "dev.example"])
        #expect(found["release"] == ["com.a", "a.example"])
    }

    @Test(
        arguments: [
            ("create(\"paid\")", "com.a", "a.example"), ("paid", "com.a", "a.example"),
            ("create(\"paid\").initWith(getByName(\"free\"))", "com.a.free", "a.example"),
            ("create(\"paid\") { with(manifestPlaceholders) { put(\"host\", \"b.example\") } }", "com.a", "b.example"),
            (
                "create(\"paid\") { val name = \"b.example\"\nwith(manifestPlaceholders) { put(\"host\", name) } }",
                "com.a",
                "b.example"
            ),
            (
                "create(\"paid\") { addManifestPlaceholders(mapOf(\"host\" to \"b.example\")) }", "com.a", "b.example"
            ),
            ("create(\"paid\") { manifestPlaceholders.apply { put(\"host\", \"b.example\") } }", "com.a", "b.example"),
            ("if (paid) { create(\"paid\") { applicationIdSuffix = \".paid\" } }", "com.a.paid", "a.example"),
            ("if (paid) { paid { applicationIdSuffix '.paid' } }", nil, "a.example"),
            ("create(\"paid\")\nif (x) { getByName(\"paid\") { applicationIdSuffix = \".x\" } }", nil, "a.example"),
        ] as [(String, String?, String)]
    )
    func aFlavorExistsHoweverItIsCreated(_ code: String, _ id: String?, _ host: String) throws {
        let found = try variants(
            "flavorDimensions += \"d\"\nproductFlavors { create(\"free\") { applicationIdSuffix = \".free\" }\n\(code) }"
        )
        #expect(found["paidRelease"] == [id, host] && found["freeRelease"] == ["com.a.free", "a.example"])
    }

    @Test func suffixesAreSeparatedByADotAndEmptyOnesAreNone() throws {
        let found = try variants(
            """
            flavorDimensions "d"
            productFlavors { north { applicationIdSuffix "n" }
            south { applicationIdSuffix "" } }
            buildTypes { debug { applicationIdSuffix ".debug" }
            release { applicationIdSuffix = "" } }
            """
        )
        #expect(found["northDebug"] == ["com.a.n.debug", "a.example"])
        #expect(found["northRelease"] == ["com.a.n", "a.example"])
        #expect(found["southDebug"] == ["com.a.debug", "a.example"])
        #expect(found["southRelease"] == ["com.a", "a.example"])
    }

    @Test func aFlavorTakesTheSettingsOfAnotherOneAndAnUnknownOneLeavesThemOpen() throws {
        let found = try variants(
            """
            flavorDimensions "d"
            productFlavors {
                north { dimension "d"; applicationId "com.n"; manifestPlaceholders = [host: "n.example"] }
                south { initWith north; applicationIdSuffix ".s" }
                west { initWith(flavorOf(project)) }
            }
            buildTypes { all { manifestPlaceholders.put("host", "every.example") } }
            """
        )
        #expect(found["southRelease"] == ["com.n.s", "every.example"])
        #expect(found["westDebug"] == [nil, "every.example"])
        let open = try variants(
            "buildTypes { create(\"x\") { initWith(some) }\n release { if (a) { applicationIdSuffix \".r\" } } }"
        )
        #expect(open["x"] == [nil, nil] && open["release"] == [nil, "a.example"])
    }

    @Test(
        arguments: [
            (
                "onVariants(selector().withBuildType(\"release\")) { v -> v.manifestPlaceholders.put(\"host\", \"b.example\") }",
                "b.example", "a.example"
            ),
            ("onVariants { it.manifestPlaceholders.put(\"host\", \"b.example\") }", "b.example", "b.example"),
            ("onVariants(selector().all()) { it.manifestPlaceholders.put(\"host\", hostOf(it)) }", nil, nil),
            (
                "onVariants(selector().withBuildType(type)) { it.manifestPlaceholders.put(\"host\", \"b.example\") }",
                nil, nil
            ),
            (
                "onVariants { v -> if (v.name == \"release\") { v.manifestPlaceholders.put(\"host\", \"b.example\") } }",
                nil, nil
            ),
            ("finalizeDsl { it.defaultConfig.manifestPlaceholders[\"host\"] = \"b.example\" }", nil, nil),
            ("onVariants { println(it.applicationId) }", "a.example", "a.example"),
        ] as [(String, String?, String?)]
    )
    func codeForSingleVariantsChangesThem(_ code: String, _ release: String?, _ debug: String?) throws {
        let found = try variants("", more: "androidComponents { \(code) }")
        #expect(found["release"] == ["com.a", release] && found["debug"] == ["com.a", debug], "\(found)")
    }

    @Test func codeForSingleVariantsChangesTheirIdsAndLeavesThemOut() throws {
        let found = try variants(
            "applicationVariants.all { variant -> variant.mergedFlavor.manifestPlaceholders = [host: x] }",
            more: """
                androidComponents {
                    beforeVariants(selector().withBuildType("debug")) { it.enable = false }
                    onVariants(selector().withName("release")) { v -> v.applicationId.set("com.b") }
                }
                """
        )
        #expect(found == ["release": ["com.b", nil]])
    }

    /// The variants that code leaves out, of those with one of two flavours and a build type.
    @Test(arguments: [
        ("if (it.buildType == \"debug\") { it.enable = false }", ["aDebug", "bDebug"]),
        ("if (it.buildType == \"debug\") it.enable = false", ["aDebug", "bDebug"]),
        ("if (it.buildType == \"debug\")\n  it.enable = false", ["aDebug", "bDebug"]),
        (
            "if (it.buildType == \"debug\" && it.productFlavors.contains(\"d\" to \"b\")) { it.enable = false }",
            ["bDebug"]
        ),
        (
            "if (it.name == \"aDebug\" || it.flavorName == \"b\") { it.enable = false }",
            ["aDebug", "bDebug", "bRelease"]
        ),
        ("if (it.flavorName == \"b\") { if (it.buildType == \"debug\") { it.enable = false } }", ["bDebug"]),
        (
            "val own = it.flavors*.name\nif (own.contains(\"b\") && (it.name == \"x\" || it.buildType.name == \"debug\")) "
                + "{ setIgnore(true) }", ["bDebug"]
        ),
        // Only running the code determines the others.
        ("if (it.buildType == type) { it.enable = false }", []),
        ("if (it.buildType != \"debug\") { it.enable = false }", []),
        ("if (!(it.name == \"aDebug\" || it.buildType == \"debug\")) { it.enable = false }", []),
        ("if ((it.name == x || it.buildType == \"debug\") && isCI) { it.enable = false }", []),
        ("if (isCI) return\nif (it.buildType == \"debug\") { it.enable = false }", []),
        ("if (isCI) { } else { it.enable = false }", []),
        // Another statement may switch it on again.
        ("it.enable = false\nif (it.buildType == \"debug\") { it.enable = true }", []),
    ])
    func codeLeavesOutTheVariantsThatItsConditionsName(_ code: String, _ names: [String]) throws {
        for (start, end) in [("androidComponents { beforeVariants {", "} }"), ("android.variantFilter {", "}")] {
            let flavors = "flavorDimensions += \"d\"\nproductFlavors { create(\"a\") { }\ncreate(\"b\") { } }"
            let found = try variants(flavors, more: "\(start)\n\(code)\n\(end)")
            #expect(
                Set(["aDebug", "bDebug", "aRelease", "bRelease"]).subtracting(found.keys) == Set(names),
                "\(found)"
            )
        }
    }

    @Test(
        arguments: [
            (
                "onVariants(selector().withBuildType(\"release\")) { v ->\n"
                    + "v.resValues.put(v.makeResValueKey(\"string\", \"host\"), ResValue(\"b.example\", \"why\")) }",
                "b.example", "a.example"
            ),
            (
                "onVariants { it.resValues.put(it.makeResValueKey(\"string\", \"host\"), ResValue(\"b.example\")) }",
                "b.example", "b.example"
            ),
            (
                "onVariants { it.resValues.put(it.makeResValueKey(\"bool\", \"host\"), ResValue(\"true\")) }",
                "a.example", "a.example"
            ),
            (
                "onVariants { it.resValues.put(it.makeResValueKey(\"string\", \"host\"), ResValue(hostOf(it))) }", nil,
                nil
            ),
        ] as [(String, String?, String?)]
    )
    func codeForSingleVariantsChangesTheirStrings(_ code: String, _ release: String?, _ debug: String?) {
        let script = "android { defaultConfig { resValue(\"string\", \"host\", \"a.example\") } }"
        let module = GradleModule("\(script)\nandroidComponents { \(code) }")
        let found = module.variants.reduce(into: [:]) { $0[$1.name] = $1.string("string/host") }
        #expect(found.mapValues { $0.known } == ["release": release, "debug": debug])
    }

    /// Nested templates, maps and assignments end, although nothing is known of them.
    @Test func nestedValuesOfScriptsAreBounded() {
        let templates = String(repeating: "\"${", count: 2_000) + "x" + String(repeating: "}\"", count: 2_000)
        let maps = String(repeating: "[a: ", count: 5_000) + "1" + String(repeating: "]", count: 5_000)
        let assignments = String(repeating: "x = [", count: 5_000) + String(repeating: "]", count: 5_000)
        for value in [templates, maps, assignments] {
            let script = "val host = \(value)\next.all = \(value)\nandroid { defaultConfig { applicationId = host } }"
            #expect(GradleModule(script).variants.allSatisfy { $0.applicationID?.known == nil })
        }
    }

    @Test func codeForSingleVariantsChangesTheirVersionsOfAndroid() {
        let module = GradleModule(
            """
            android { defaultConfig { minSdk = 24 } }
            androidComponents {
                beforeVariants(selector().withBuildType("release")) { it.minSdk = 31 }
                beforeVariants(selector().withBuildType("debug")) { it.minSdk = levelOf(it) }
                onVariants { println(it.minSdk == 3) }
            }
            """
        )
        let found = module.variants.reduce(into: [:]) { $0[$1.name] = $1.value(\.minimumSDK) }
        #expect(found.mapValues { $0.known } == ["release": "31", "debug": nil])
    }
}
