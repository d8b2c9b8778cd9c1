@_spi(Bolts) import BoltsSiteCheck
import Testing

@_spi(Bolts) @testable import AppFiles

/// Tests what is read of Expo's configurations, and of the programs that make them.
struct ExpoConfigurationTests {
    private static let expo = """
        {"expo": {"scheme": "shelf", "ios": {"bundleIdentifier": "com.example.shelf", "appleTeamId": "QX7SAMPLE1",
        "associatedDomains": ["applinks:shelf.example"]}, "android": {"package": "com.example.shelf", "intentFilters": [
        {"action": "VIEW", "autoVerify": true, "category": ["BROWSABLE", "DEFAULT"],
        "data": [{"scheme": "https", "host": "shelf.example", "port": 443, "pathPrefix": "/item"}, {"scheme": "https"}]}]}}}
        """

    @Test(arguments: ["app.json", "printed.json"]) func expoConfigurationIsRead(name: String) throws {
        let folder = try TemporaryFolder([name: Self.expo])
        let claims = try folder.content(name).claims
        let android = try #require(claims.android.first)
        #expect(android.package == "com.example.shelf")
        #expect(android.filters?.map(\.schemes) == [["shelf"], ["https"]])
        let filter = try #require(android.filters?.last)
        #expect(filter.isComplete && filter.isVerified)
        #expect(filter.hosts == [AndroidIntentFilter.Host("shelf.example", port: "443")])
        #expect(filter.paths == [AndroidIntentFilter.Path(.prefix, "/item")])
        let apple = try #require(claims.apple.first)
        #expect(apple.identifier == "QX7SAMPLE1.com.example.shelf")
        #expect(apple.domains == ["applinks:shelf.example"])
        #expect(apple.schemes == ["shelf", "com.example.shelf"])
    }

    /// Expo writes a list as one text, and puts the beginning of a name before every name.
    @Test func expoWritesWhatDevicesDoNotTake() throws {
        let list = Self.expo.replacing("\"/item\"", with: "[\"/item\", \"/list\"]")
        let path = try TemporaryFolder(["app.json": list]).content().claims.android.first?.filters?.last?.paths
        #expect(path == [AndroidIntentFilter.Path(.prefix, "/item,/list")])
        for (short, full) in [("VIEW", "action.VIEW"), ("BROWSABLE", "category.BROWSABLE")] {
            let text = Self.expo.replacing("\"\(short)\"", with: "\"android.intent.\(full)\"")
            let filter = try TemporaryFolder(["app.json": text]).content().claims.android.first?.filters?.last
            #expect(filter?.isComplete == false, "\(full)")
        }
    }

    /// The output of the program takes its place.
    @Test func theOutputOfAProgramIsReadInItsPlace() throws {
        let package = #"{"dependencies": {"expo": "~54.0.0"}}"#
        let folder = try TemporaryFolder(["package.json": package, "app.config.ts": "expo", "out.json": Self.expo])
        let output = try folder.content("out.json").claims
        let file = try #require(output.android.first).file
        for isGiven in [true, false] {
            var content = try folder.content()
            content.claims.android += output.android
            content.claims.apple += output.apple
            content.removeProgram(withOutputIn: isGiven ? [file] : [])
            let left = isGiven ? 1 : 2
            #expect(content.claims.android.count == left && content.claims.apple.count == left)
            if isGiven { #expect(content.claims.android == output.android && content.claims.apple == output.apple) }
            #expect(content.notes.isEmpty == isGiven, "\(content.notes)")
        }
    }

    @Test func nativeProjectsGoBeforeExpoConfiguration() throws {
        let folder = try TemporaryFolder([
            "app.json": Self.expo,
            "android/app/src/main/AndroidManifest.xml": SampleManifest.text(package: "com.example.native", data: ""),
        ])
        let claims = try folder.content().claims
        #expect(claims.android.map(\.package) == ["com.example.native"])
        #expect(claims.apple.map(\.bundleIdentifier) == ["com.example.shelf"])
    }

    @Test(.tags(.th83)) func programsAreNotRunAndNoted() throws {
        let files = ["app.config.js": "process.exit(1)"]
        // Other tools also use this file name.
        #expect(try TemporaryFolder(files).content() == AppFileContent())
        #expect(try TemporaryFolder(["app.config.ts": "export default {}"]).content() == AppFileContent())
        let package = ["package.json": #"{"dependencies": {"expo": "~54.0.0"}}"#]
        let content = try TemporaryFolder(files.merging(package) { $1 }).content()
        #expect(content.notes.contains { $0.contains("npx expo config --json") })
        #expect(content.claims.android.map(\.filters) == [nil] && content.claims.apple.map(\.domains) == [nil])
        #expect(
            content.claims.android.first?.gap?.text.hasSuffix("app.config.js is a program, which is not run") == true
        )
    }

    @Test func untrustedTextIsMadeSafeInNotes() throws {
        let folder = try TemporaryFolder([
            "a\u{1B}[31m/AndroidManifest.xml": "<manifest>", "b/app.json": "{\"expo\": [",
        ])
        let notes = try folder.content().notes
        #expect(notes.count == 2)
        #expect(!notes.contains { $0.unicodeScalars.contains("\u{1B}") })
    }

    @Test func programsThatChangeAConfigurationAreAGap() throws {
        let folder = try TemporaryFolder(["app.json": Self.expo, "app.config.ts": "export default {}"])
        let claims = try folder.content().claims
        let gap = "\(folder.file("app.config.ts")) is a program, which is not run"
        #expect(claims.android.map(\.gap?.text) == [gap] && claims.apple.map(\.gap?.text) == [gap])
        let own = Self.expo.replacing(
            "{\"scheme\"",
            with: "{\"plugins\": [\"expo-font\", [\"./links\", {}]], \"scheme\""
        )
        let plugin = try TemporaryFolder(["app.json": own])
        #expect(try plugin.content().claims.apple.map(\.gap?.text) == ["./links is a program, which is not run"])
    }

    /// Which platforms a plugin of the project leaves open.
    @Test(arguments: [
        ("own.js", "module.exports = (config) => config", ""),
        ("own.js", "// iOS needs nothing\n\(expoImport)\nmodule.exports = c => withAndroidManifest(c, m)", "android"),
        (
            "own.ts", "import { withInfoPlist } from 'expo/config-plugins'\nexport default c => withInfoPlist(c, m)",
            "apple"
        ),
        ("own/index.js", "\(expoImport)\nconst a = x['intent-filter'][0]; a.$['android:name'] = '.Main'", "android"),
        ("own.js", "module.exports = c => ({ ...c, ios: {}, android: {} })", "android apple"),
        ("own.js", "module.exports = c => { c[x] = 1; return c }", "android apple"),
        ("own.js", "module.exports = c => withDangerousMod(c, x)", "android apple"),
        ("own.js", "module.exports = require('./links')", "android apple"),
        ("own.js", "module.exports = c => withPlugins(c, ['../links'])", "android apple"),
        ("own.js", "module.exports = c => load(require, c)", "android apple"),
        ("own.js", "export { default } from 'shelf-links'", "android apple"),
        ("own.js", "module.exports = c => x.replace(/'/, '')", "android apple"),
        ("own.js", "module.exports = config => ({ ...config, extra: { ...config.extra, a: 1 } })", ""),
        ("own.js", "module.exports = config => ({ ...config, ...config.extra.native })", "android apple"),
        ("own.js", "module.exports = c => Object.assign(c, c.extra)", "android apple"),
        (
            "own.js",
            #"module.exports = (config, ...rest) => { log("a\n", [...(config.x || []), "a"]); return config }"#, ""
        ),
        ("own.js", "module.exports = config => ({ ...config, ['i' + 'os']: {} })", "android apple"),
        ("own.js", #"module.exports = c => { c.\u0069os = {}; return c }"#, "android apple"),
        ("other.js", "module.exports = (config) => config", "android apple"),
    ])
    func aPluginThatDoesNotNameAPlatformLeavesItAlone(_ file: String, _ text: String, _ open: String) throws {
        func platforms(_ plugin: String, more: [String: String] = [:]) throws -> String {
            let app = Self.expo.replacing("{\"scheme\"", with: "{\"plugins\": [\(plugin)], \"scheme\"")
            let files = ["app.json": app, "plugins/\(file)": text].merging(more) { $1 }
            let claims = try TemporaryFolder(files).content().claims
            let (android, apple) = (try #require(claims.android.first), try #require(claims.apple.first))
            return [android.gap.map { _ in "android" }, apple.gap.map { _ in "apple" }].compactMap(\.self).joined(
                separator: " "
            )
        }
        #expect(try platforms("\"./plugins/own\"") == open)
        // What the plugin gets may name a platform too, and another plugin or a package in its place may do anything.
        #expect(try platforms("[\"./plugins/own\", {\"ios\": {}, \"android\": {}}]") == "android apple")
        #expect(try platforms("\"./plugins/own\", \"./absent\"") == "android apple")
        #expect(try platforms("\"./plugins/own\"", more: ["plugins/own/package.json": "{}"]) == "android apple")
    }

    private static let expoImport = "const { withAndroidManifest } = require('@expo/config-plugins')"

    /// A value that the program names may be another in the build than in `app.json`.
    @Test(arguments: [
        ("({config}) => ({...config, extra: require('./package.json').version})", true, true),
        ("({config}) => ({...config, android: {...config.android, package: id}})", false, true),
        ("config.ios.bundleIdentifier = id", false, true),
        (
            "({config}) => ({...config, android: {...config.android, \"intentFilters\": filters}, "
                + "ios: {...config.ios, 'associatedDomains': domains}})", true, false
        ),
    ])
    func whatAProgramSetsIsNotKnown(_ program: String, _ isNamed: Bool, _ hasHosts: Bool) throws {
        let folder = try TemporaryFolder(["app.json": Self.expo, "app.config.js": "module.exports = \(program)"])
        let claims = try folder.content().claims
        let (android, apple) = (try #require(claims.android.first), try #require(claims.apple.first))
        #expect((android.package != nil && apple.identifier != nil) == isNamed)
        #expect((android.filters != nil && apple.domains != nil) == hasHosts)
        // What the program does not set is read from app.json.
        #expect(android.package != nil || apple.bundleIdentifier != nil)
    }

    /// What a program states in literals is read, and what it computes is unknown in that place only.
    @Test(arguments: [
        ("export default { android: { package: \"a.b\" } };", "a.b [], -"),
        (
            "module.exports = { expo: { ios: { 'bundleIdentifier': 'a.b', appleTeamId: `QX7SAMPLE1` } } }",
            "-, QX7SAMPLE1.a.b []"
        ),
        // Names
        (
            """
            import type { ExpoConfig } from 'expo/config'
            const id = 'a.b' as const, other = 'x'
            const domains = ['applinks:a.example']
            const config: ExpoConfig = { ios: { bundleIdentifier: id, associatedDomains: domains }, android: { package: id } }
            export default config satisfies ExpoConfig
            """, "a.b [], a.b [applinks:a.example]"
        ),
        ("const id = `a.b`\nexport default (): ExpoConfig => ({ android: { package: id } })", "a.b [], -"),
        ("const id = 'a.b' + x\nexport default { android: { package: id } }", "? [], -"),
        ("let id = 'a.b'\nexport default { android: { package: id } }", "? [], -"),
        ("const id = 'a.b'\nexport default ({ id }) => ({ android: { package: id } })", "? [], -"),
        (
            "const all = ['applinks:a.b']\nall.push(x)\nexport default { ios: { bundleIdentifier: 'a.b', associatedDomains: all } }",
            "-, a.b ?"
        ),
        ("const config = { android: { package: 'a.b' } }\nconfig.android = x\nexport default config", "? ?, ? ?"),
        ("const id = 'a.b' as string && process.env.ID\nexport default { android: { package: id } }", "? [], -"),
        ("module.exports = { android: { package: 'a.b' } }\nchange(module)", "? ?, ? ?"),
        // Values
        ("export default { android: { package: process.env.ID ?? 'a.b', intentFilters: [] } }", "? [], -"),
        (
            "export default { android: { package: x ? 'a.b' : 'c.d' }, ios: { bundleIdentifier: 'a.b' } }",
            "? [], a.b []"
        ),
        ("export default { android: { package: `a.${x}` } }", "? [], -"),
        ("export default { android: { package: 'a.\\x62' } }", "? [], -"),
        ("export default { ios: { bundleIdentifier: 'a.b', associatedDomains: [`applinks:${x}`] } }", "-, a.b ?"),
        (
            "export default { ios: { bundleIdentifier: 'a.b', associatedDomains: ['applinks:a.b', x] } }",
            "-, a.b [applinks:a.b]+"
        ),
        ("export default { android: { package: 'a.b', intentFilters: [{ data: [{ host: x }] }] } }", "a.b ?, -"),
        ("export default { x: a < b, android: { package: 'a.b' }, y: c > d }", "a.b [], -"),
        ("export default { android: { package: 'a.b' }, ios: ios() }", "a.b [], ? ?"),
        // Spreads and names that are computed
        ("export default { android: { package: 'a.b', ...x, versionCode: 1 } }", "? ?, -"),
        ("export default { android: { ...x, package: 'a.b' } }", "a.b ?, -"),
        ("export default { android: { package: 'a.b' }, [x]: 1, ios: {} }", "? ?, ? ?"),
        ("export default { ...x, android: { package: 'a.b' } }", "? ?, ? ?"),
        // Plugins of the project
        ("export default { android: { package: 'a.b' }, plugins: ['expo-font', ['x', { y: z }]] }", "a.b [], -"),
        ("export default { android: { package: 'a.b' }, plugins: [withLinks] }", "a.b []+, -"),
        ("export default { android: { package: 'a.b' }, plugins: ['./links'] }", "a.b []+, -"),
        ("export default { android: { package: 'a.b' }, mods: { android: { x: y } } }", "a.b []+, -"),
        // Other programs
        ("export default withLinks({ android: { package: 'a.b' } })", "? ?, ? ?"),
        ("export default () => { x(); return { android: { package: 'a.b' } } }", "? ?, ? ?"),
        ("export default () => { return { android: { package: 'a.b' } }; }", "a.b [], -"),
        ("export default function () { return { android: { package: 'a.b' } } }", "a.b [], -"),
        ("if (x)\n  y()\nmodule.exports = { android: {} }\nmodule.exports.android.package = 'a.b'", "? ?, ? ?"),
        ("const x = s.replace(/'/g, '')\nexport default { android: { package: 'a.b' } } // '", "? ?, ? ?"),
        ("({ config }) => ({ ...config, android: { package: 'a.b' } })", "? ?, ? ?"),
        // Without app.json, a program gets only what package.json says.
        ("export default ({ config }) => ({ ...config, android: { package: 'a.b' } })", "a.b [], -"),
        ("export default ({ config }) => ({ ...config, android: { package: config.slug } })", "? [], -"),
        ("export default (config) => ({ ...config, android: { package: 'a.b' } })", "? ?, ? ?"),
    ])
    func literalsOfAProgramAreRead(_ program: String, _ expected: String) throws {
        let folder = try TemporaryFolder(["app.config.ts": program, "package.json": "{\"x\": {\"expo\": \"1\"}}"])
        #expect(Self.summary(try folder.content()) == expected)
        // Another file of Expo's may have more than the program.
        try folder.write(Array("{}".utf8), to: "app.config.json")
        #expect(program.contains("...config") ? Self.summary(try folder.content()) == "? ?, ? ?" : true)
    }

    /// Beside app.json, whose values a program gets as `config`.
    @Test(arguments: [
        (
            "({ config }) => ({ ...config, android: { ...config.android, package: 'a.b' } })",
            "a.b [nil, shelf.example:443], "
        ),
        (
            "({ config }: Context): Config => ({ ...config, android: { package: config.android?.package } })",
            "com.example.shelf [nil], "
        ),
        ("({ config }) => ({ ...config, web: { ...config.web }, android: config.other })", "-, "),
        ("({ x: { config } }) => ({ ...config, android: {} })", nil), ("(config) => ({ ...config, android: {} })", nil),
    ])
    func aProgramAddsToTheConfigurationItGets(_ program: String, _ android: String?) throws {
        let folder = try TemporaryFolder(["app.json": Self.expo, "app.config.js": "module.exports = \(program)"])
        let content = try folder.content()
        guard let android else {
            #expect(content.claims.android.map { $0.gap?.mayChange } == [true])
            return
        }
        #expect(Self.summary(content) == "\(android)QX7SAMPLE1.com.example.shelf [applinks:shelf.example]")
        #expect(content.notes.isEmpty && content.claims.apple.map(\.file) == [folder.file("app.config.js")])
        // Of two programs, Expo takes one.
        try folder.write(Array("export default {}".utf8), to: "app.config.ts")
        #expect(try folder.content().claims.apple.map { $0.gap?.mayChange } == [true])
    }

    /// The identifiers, hosts and domains: `?` is unknown, `+` means that there may be more, `-` that there is no app.
    private static func summary(_ content: AppFileContent) -> String {
        let android = content.claims.android.map { app in
            let names = app.filters.map { $0.map { $0.hosts.first.map { "\($0.name):\($0.port ?? "")" } ?? "nil" } }
            let hosts = names.map { "[\($0.joined(separator: ", "))]\(app.gap == nil ? "" : "+")" } ?? "?"
            return "\(app.id.gap == nil ? app.package ?? "nil" : "?") \(hosts)"
        }
        let apple = content.claims.apple.map { app in
            let domains = app.domains.map { "[\($0.joined(separator: ", "))]\(app.gap == nil ? "" : "+")" } ?? "?"
            return "\(app.bundle.gap == nil ? app.identifier ?? app.bundleIdentifier ?? "nil" : "?") \(domains)"
        }
        return "\(android.first ?? "-"), \(apple.first ?? "-")"
    }

    @Test func anotherJSONIsNoFileOfAnApp() throws {
        for text in [
            "[]", "[{}]", "{}", "{\"deeplinks\": []}", "{\"associatedDomains\": [\"a.example\"]}",
            "[{\"buildSettings\": 1}]",
        ] {
            let folder = try TemporaryFolder(["a.json": text])
            #expect(throws: AppFileError.self) { try folder.content("a.json") }
        }
    }
}
