@_spi(Bolts) import BoltsSiteCheck
import Testing

@_spi(Bolts) @testable import AppFiles

struct OtherProjectTests {
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

    @Test func emptyFolderSaysNothing() throws {
        #expect(try TemporaryFolder().content() == AppFileContent())
    }

    @Test func manifestsOfTuistAreNotReadAndNamed() throws {
        let text = """
            import ProjectDescription
            let project = Project(name: "Shelf", targets: [.target(name: "Shelf", product: .app, bundleId: "com.example.shelf",
            entitlements: .dictionary(["com.apple.developer.associated-domains": domains()]))])
            """
        let folder = try TemporaryFolder(["Project.swift": text, "Kit/Project.swift": text])
        let gap = "\(folder.file("Kit/Project.swift")) and 1 more of Tuist is code, which is not read"
        let content = try folder.content()
        #expect(content.claims.apple.map(\.gap?.text) == [gap] && content.claims.apple.map(\.domains) == [nil])
        #expect(content.claims.apple.map(\.bundleIdentifier) == [nil])
        #expect(content.notes.map { $0.contains("(tuist generate) and ask again") } == [true], "\(content.notes)")
        let entitlements = """
            <plist version="1.0"><dict><key>com.apple.developer.associated-domains</key><array>
            <string>applinks:shelf.example</string></array></dict></plist>
            """
        try folder.write(Array(entitlements.utf8), to: "Shelf.entitlements")
        let alone = try folder.content().claims.apple
        #expect(alone.map(\.domains) == [["applinks:shelf.example"]] && alone.map(\.gap?.text) == [gap])
        // A file of another tool with this name is not read.
        #expect(try TemporaryFolder(["Project.swift": "let project = 1"]).content() == AppFileContent())
    }

    /// A manifest of literals states which app the entitlements are of; one that computes anything states nothing.
    @Test(arguments: [
        ("", "devTeam: \"QX7SAMPLE1\"", "QX7SAMPLE1.com.example.shelf", "com.example.shelf"),
        ("", "", nil, "com.example.shelf"),
        ("let isTest = Environment.isTest.getBoolean(default: false) ? 1 : 2", "", nil, nil),
        ("func base() -> SettingsDictionary { [:] }", "", nil, nil),
        ("#if os(macOS)\n#endif", "", nil, nil),
        ("", "merge: appSettings", nil, nil),
        ("", "base: [\"DEVELOPMENT_TEAM\": \"$(TEAM)\"]", nil, "com.example.shelf"),
        (
            "", "base: [\"DEVELOPMENT_TEAM\": \"QX7SAMPLE1\", \"DEVELOPMENT_TEAM[sdk=iphoneos*]\": \"A\"]", nil,
            "com.example.shelf"
        ),
        ("", "base: [\"PRODUCT_BUNDLE_IDENTIFIER\": \"com.example.other\"]", nil, nil),
    ])
    func literalsOfTuistAreRead(_ code: String, _ settings: String, _ id: String?, _ bundle: String?) throws {
        for entitlements in ["\"App/App.entitlements\"", ".file(path: \"App/App.entitlements\")"] {
            let manifest = """
                import ProjectDescription
                \(code)
                let project = Project(name: "Shelf", targets: [
                    .target(name: "Kit", product: .framework, bundleId: "com.example.kit", dependencies: []),
                    .target(name: "Shelf", product: .app, bundleId: "com.example.shelf", entitlements: \(entitlements),
                            dependencies: [.target(name: "Kit")], settings: .settings(\(settings))),
                ])
                """
            let list = """
                <plist version="1.0"><dict><key>com.apple.developer.associated-domains</key><array>
                <string>applinks:shelf.example</string></array></dict></plist>
                """
            let folder = try TemporaryFolder(["Project.swift": manifest, "App/App.entitlements": list])
            let content = try folder.content()
            let app = try #require(content.claims.apple.first)
            #expect(content.claims.apple.count == 1 && app.domains == ["applinks:shelf.example"])
            #expect(app.identifier == id && app.bundleIdentifier == bundle, "\(app)")
            #expect((app.gap == nil) == (bundle != nil) && content.notes.isEmpty == (bundle != nil), "\(content.notes)")
            try folder.write(Array(manifest.replacing(entitlements, with: "path").utf8), to: "Project.swift")
            #expect(try folder.content().claims.apple.map(\.bundleIdentifier) == [nil])
        }
    }

    /// What a manifest states inline is the target's; what it computes, or what another module may add, is not known.
    @Test(arguments: [
        ("", #"entitlements: .dictionary([D: ["applinks:shelf.example"]]),"#, ["applinks:shelf.example"]),
        (
            "let host: String = \"shelf.example\"; let link = \"applinks:\\(host)\"",
            #"entitlements: .dictionary([D: .array([.string("applinks:www.\(host)"), .string(link)]), "x": own]),"#,
            ["applinks:www.shelf.example", "applinks:shelf.example"]
        ),
        ("", "entitlements: .dictionary([:]),", []),
        ("", "", []),
        ("let host = \"shelf\"\n    + \".example\"", #"entitlements: .dictionary([D: ["applinks:\(host)"]]),"#, nil),
        ("let host = Environment.host", #"entitlements: .dictionary([D: ["applinks:\(host)"]]),"#, nil),
        ("var host = \"shelf.example\"", #"entitlements: .dictionary([D: ["applinks:\(host)"]]),"#, nil),
        ("", ##"entitlements: .dictionary([D: [#"applinks:\(host)"#]]),"##, nil),
        ("", #"entitlements: .dictionary([D: ["applinks:$(HOST)"]]),"#, nil),
        ("", #"entitlements: .dictionary([key: ["applinks:shelf.example"]]),"#, nil),
        ("", "entitlements: .dictionary(own),", nil),
        ("import ProjectDescriptionHelpers", "", nil),
        ("", #"settings: .settings(configurations: [.debug(name: "Debug", xcconfig: "Debug.xcconfig")]),"#, nil),
    ])
    func entitlementsInManifestsOfTuistAreRead(_ code: String, _ arguments: String, _ domains: [String]?) throws {
        let manifest = """
            import ProjectDescription
            let team = "QX7SAMPLE1"
            \(code)
            let project = Project(
                name: "Shelf",
                settings: .settings(base: ["DEVELOPMENT_TEAM": .string(team)]),
                targets: [.target(name: "Shelf", product: .app, bundleId: "com.example.shelf",
                    \(arguments.replacing("D:", with: "\"com.apple.developer.associated-domains\":")))])
            """
        let content = try TemporaryFolder(["Project.swift": manifest]).content()
        #expect(content.claims.apple.map(\.domains) == [domains] && content.notes.isEmpty == (domains != nil))
        #expect(content.claims.apple.map(\.identifier) == [domains.map { _ in "QX7SAMPLE1.com.example.shelf" }])
        let isAbsent = arguments.isEmpty && domains != nil
        #expect((content.claims.apple.first?.domainSource == .project(unused: nil)) == isAbsent)
        // The file of an extension is not that of another app.
        let part = ".target(name: \"Share\", product: .appExtension, entitlements: \"Share.entitlements\"), .target("
        let both = try TemporaryFolder([
            "Project.swift": manifest.replacing(".target(", with: part),
            "Share.entitlements": "<plist version=\"1.0\"><dict/></plist>",
        ]).content()
        #expect(both.others.apple.map(\.role) == (domains == nil ? [] : [.appExtension]))
        #expect(both.claims.apple.count == 1 && both.claims.apple[0].domains == domains ?? [])
        // Settings of the project may name entitlements for a target without the argument.
        let open = manifest.replacing(".settings(base: [", with: ".settings(base: [\"CODE_SIGN_FLAGS\": flags, ")
        let second = try TemporaryFolder(["Project.swift": open]).content().claims.apple
        #expect(second.map(\.domains) == [arguments.isEmpty ? nil : domains] && second.map(\.identifier) == [nil])
    }

    /// What other expressions make may have any file, and texts that contain each other are bounded.
    @Test(arguments: [
        ("", ".target(name: \"Watch\", destinations: .macOS, product: .app, bundleId: \"org.sample.b\")"),
        ("", "shelfApp(entitlements: \"b.entitlements\")"),
        ("", ".init(name: \"B\", product: .app, bundleId: \"org.sample.b\")"),
        (
            (1..<9).map { "let a\($0) = \"\(String(repeating: "\\(a\($0 - 1))", count: 40))\"\n" }.joined(),
            ".target(name: a8, product: .app, bundleId: a8)"
        ),
    ])
    func aManifestWithOtherTargetsIsNotRead(_ code: String, _ target: String) throws {
        let manifest = """
            import ProjectDescription
            let a0 = "org.sample"
            \(code)
            let project = Project(targets: [.target(name: "A", product: .app, bundleId: "a", entitlements: "a.plist"), \(target)])
            """
        let list = "<plist version=\"1.0\"><dict/></plist>"
        let folder = try TemporaryFolder(["Project.swift": manifest, "a.entitlements": list, "b.entitlements": list])
        #expect(try folder.content().claims.apple.allSatisfy { $0.bundleIdentifier == nil && $0.gap != nil })
    }

    @Test func eachAppOfAManifestHasItsOwnEntitlements() throws {
        let targets = ["c", "a", "b"].map { name in
            ".target(name: \"\(name)\", product: .app, bundleId: \"org.sample.\(name)\", entitlements: \"\(name).entitlements\")"
        }
        var files = [
            "Project.swift":
                "import ProjectDescription\nlet project = Project(targets: [\(targets.joined(separator: ", "))])"
        ]
        for name in ["a", "b", "c", "d"] {
            files["\(name).entitlements"] = """
                <plist version="1.0"><dict><key>com.apple.developer.associated-domains</key>
                <array><string>applinks:\(name).example</string></array></dict></plist>
                """
        }
        // No target has the last file.
        let apps = try TemporaryFolder(files).content().claims.apple
        #expect(
            Set(apps.map { "\($0.bundleIdentifier ?? "") \($0.domains ?? [])" }) == [
                "org.sample.a [\"applinks:a.example\"]", "org.sample.b [\"applinks:b.example\"]",
                "org.sample.c [\"applinks:c.example\"]",
            ]
        )
    }

    @Test func entitlementsBesideTheInformationOfAnExtensionAreThatExtensions() throws {
        let entitlements = "<plist version=\"1.0\"><dict/></plist>"
        let folder = try TemporaryFolder([
            "Shelf/Shelf.entitlements": entitlements, "Share/Share.entitlements": entitlements,
            "Share/Info.plist": "<plist version=\"1.0\"><dict><key>NSExtension</key><dict/></dict></plist>",
        ])
        let content = try folder.content()
        #expect(content.claims.apple.map(\.file) == [folder.file("Shelf/Shelf.entitlements")])
        #expect(content.others.apple.map(\.role) == [.appExtension])
    }

    @Test func anUnreadableInformationBesideEntitlementsLeavesTheRoleOpen() throws {
        let folder = try TemporaryFolder([
            "Share/Share.entitlements": "<plist version=\"1.0\"><dict/></plist>", "Share/Info.plist": "<plist",
        ])
        let content = try folder.content()
        let app = try #require(content.claims.apple.first)
        #expect(app.gap?.text.hasPrefix(folder.file("Share/Info.plist")) == true)
        #expect(content.notes.contains { $0.hasPrefix(folder.file("Share/Info.plist")) }, "\(content.notes)")
    }

    @Test func theProjectThatTuistMadeIsRead() throws {
        let project = """
            // !$*UTF8*$!
            {archiveVersion = 1; objectVersion = 56; objects = {
            P = {isa = PBXProject; targets = (T); };
            T = {isa = PBXNativeTarget; name = Shelf; productType = "com.apple.product-type.application";
            buildConfigurationList = L; };
            L = {isa = XCConfigurationList; buildConfigurations = (C); };
            C = {isa = XCBuildConfiguration; name = Release; buildSettings = {DEVELOPMENT_TEAM = QX7SAMPLE1;
            PRODUCT_BUNDLE_IDENTIFIER = com.example.shelf; }; };
            }; rootObject = P; }
            """
        let description = "import ProjectDescription\n"
        let folder = try TemporaryFolder([
            "App/Project.swift": description, "App/Shelf.xcodeproj/project.pbxproj": project,
        ])
        let made = try folder.content()
        #expect(made.claims.apple.map(\.identifier) == ["QX7SAMPLE1.com.example.shelf"])
        #expect(made.claims.apple.map(\.gap) == [nil] && made.notes.isEmpty, "\(made.notes)")
        // A manifest beside it may make an app of its own, unless it states only other products.
        for (text, count) in [(description, 1), (description + "let kit = kit(product: .framework)", 0)] {
            try folder.write(Array(text.utf8), to: "Other/Project.swift")
            let other = try folder.content()
            #expect(Array(other.claims.apple.prefix(1)) == made.claims.apple && other.notes.count == 1, "\(other)")
            #expect(other.claims.apple.dropFirst().map { $0.id.gap != nil } == Array(repeating: true, count: count))
        }
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
        ("export default ({ config }) => ({ ...config, android: { package: 'a.b' } })", "? ?, ? ?"),
    ])
    func literalsOfAProgramAreRead(_ program: String, _ expected: String) throws {
        let folder = try TemporaryFolder(["app.config.ts": program, "package.json": "{\"x\": {\"expo\": \"1\"}}"])
        #expect(Self.summary(try folder.content()) == expected)
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

    @Test func configurationOfCordovaIsAGapOfItsPlatforms() throws {
        let folder = try TemporaryFolder([
            "platforms/android/app/build.gradle": "apply plugin: 'com.android.application'",
            "platforms/android/app/src/main/AndroidManifest.xml": SampleManifest.text(data: ""),
            "config.xml": "<widget id=\"com.example.shelf\"><allow-navigation href=\"*\"/></widget>",
        ])
        #expect(try folder.content().claims.android.map(\.gap) == [nil])
        try folder.write(Array("<widget><universal-links/></widget>".utf8), to: "config.xml")
        #expect(try folder.content().claims.android.first?.gap?.fix.contains("cordova prepare") == true)
    }

    @Test func configurationOfCordovaIsAnAppUntilItsPlatformsArePrepared() throws {
        let android = """
            <config-file parent="application/activity" target="AndroidManifest.xml"><intent-filter>
            <action android:name="android.intent.action.VIEW"/><category android:name="android.intent.category.DEFAULT"/>
            <category android:name="android.intent.category.BROWSABLE"/>
            <data android:scheme="https" android:host="shelf.example"/></intent-filter></config-file>
            """
        let ios = """
            <config-file parent="com.apple.developer.associated-domains" target="*/Entitlements-Release.plist">
            <array><string>applinks:shelf.example</string></array></config-file>
            """
        let widget = { (content: String) in
            """
            <!-- A licence --><?xml version="1.0"?>
            <widget id="org.sample.shelf" ios-CFBundleIdentifier="org.sample.Shelf" xmlns="http://www.w3.org/ns/widgets"
            xmlns:android="http://schemas.android.com/apk/res/android" xmlns:cdv="http://cordova.apache.org/ns/1.0">\(content)</widget>
            """
        }
        let both = "<platform name=\"android\">\(android)</platform><platform name=\"ios\">\(ios)</platform>"
        for place in ["config.xml", "client/config.xml", "client/www/config.xml"] {
            let claims = try TemporaryFolder([place: widget(both)]).content().claims
            let app = try #require(claims.android.first)
            #expect(app.package == "org.sample.shelf" && app.filters?.flatMap(\.hosts).map(\.name) == ["shelf.example"])
            #expect(app.filters?.allSatisfy { $0.activity == nil } == true)
            #expect(claims.apple.map(\.bundleIdentifier) == ["org.sample.Shelf"])
            #expect(claims.apple.map(\.domains) == [["applinks:shelf.example"]])
            #expect([app.gap, claims.apple.first?.gap].allSatisfy { $0?.fix.contains("cordova prepare") == true })
            #expect(
                [app.gap, claims.apple.first?.gap].map(\.?.hosts) == [SourceGap.Hosts.noHost, SourceGap.Hosts.noHost]
            )
        }
        // These may add links that the file does not contain.
        for more in ["<hook src='a.js'/>", "<plugin name='ionic-plugin-deeplinks'/>"] {
            let claims = try TemporaryFolder(["config.xml": widget(both + more)]).content().claims
            #expect(claims.android.map(\.gap?.hosts) == [.any] && claims.apple.map(\.gap?.hosts) == [.any])
        }
        let one = try TemporaryFolder(["config.xml": widget("<platform name=\"android\"/>")]).content().claims
        #expect(one.apple.isEmpty && one.android.map(\.filters) == [nil] && one.android.first?.gap != nil)
        // Copies below the platforms, and those of Capacitor, are no projects.
        for copy in ["platforms/android/app/src/main/res/xml/config.xml", "android/app/src/main/res/xml/config.xml"] {
            #expect(try TemporaryFolder([copy: widget(both)]).content() == AppFileContent())
        }
    }

    /// What cordova-universal-links-plugin writes for a host.
    @Test(arguments: [
        ("", nil), ("<path url='/a'/><path url='*'/>", nil),
        ("<path url='read'/>", AndroidIntentFilter.Path(.path, "/read")),
        ("<path url='/read/*'/>", AndroidIntentFilter.Path(.pattern, "/read/.*")),
    ])
    func theHostsOfThePluginForUniversalLinksAreRead(_ paths: String, _ path: AndroidIntentFilter.Path?) throws {
        let widget = """
            <widget id="org.sample.shelf" xmlns:cdv="http://cordova.apache.org/ns/1.0">
            <universal-links><host name="shelf.example" scheme="https">\(paths)</host></universal-links></widget>
            """
        for file in ["config.xml", "config-staging.xml"] {
            let folder = try TemporaryFolder([file: widget])
            let content = try folder.content()
            #expect(!AppFileReader().receivers(atPath: folder.path, of: content).contains { $0.platform == "Apple" })
            let claims = content.claims
            let filter = try #require(claims.android.first?.filters?.first)
            #expect(filter.schemes == ["https"] && filter.hosts.map(\.name) == ["shelf.example"] && filter.isComplete)
            #expect(filter.paths == (path.map { [$0] } ?? []))
            #expect(filter.unresolved == ["autoVerify for <universal-links>"])
            #expect(claims.android.first?.valueGap?.text.contains("names cordova-universal-links-plugin") == true)
            #expect(claims.apple.map(\.domains) == [["applinks:shelf.example"]])
        }
        let two = ["config-a.xml": widget, "config-b.xml": widget.replacing("sample.shelf", with: "sample.other")]
        #expect(Set(try TemporaryFolder(two).content().claims.android.map(\.package)).count == 2)
        #expect(try TemporaryFolder(two.merging(["config.xml": widget]) { $1 }).content().claims.apple.count == 1)
    }

    /// The plugin writes http for a host without a scheme, in the platform too once it is prepared.
    @Test(arguments: [
        ("", #"{"devDependencies": {"cordova-plugin-deeplinks": "1"}, "cordova": {"platforms": ["android"]}}"#, true),
        ("<plugin name='cordova-universal-links-plugin' spec='1'/>", "{}", true),
        ("", #"{"dependencies": {"@ionic-native/universal-links": "5"}, "cordova": {}}"#, false),
    ])
    func thePluginForUniversalLinksDecidesByItsHosts(_ plugin: String, _ package: String, _ isKnown: Bool) throws {
        let folder = try TemporaryFolder([
            "package.json": package,
            "config.xml": """
            <?xml version="1.0"?>
            <widget id="org.sample.shelf" xmlns="http://www.w3.org/ns/widgets">\(plugin)<universal-links>
            <host name="shelf.example"><path scheme="https" url="/read"/></host></universal-links></widget>
            """,
        ])
        let app = try #require(try folder.content().claims.android.first)
        let filter = try #require(app.filters?.first)
        #expect(filter.schemes == ["http"] && filter.isVerified && filter.origin == .host && filter.line == 3)
        #expect(filter.unresolved.isEmpty == isKnown && (app.gap?.hosts == SourceGap.Hosts.noHost) == isKnown)
        try folder.write(
            Array("apply plugin: 'com.android.application'".utf8),
            to: "platforms/android/app/build.gradle"
        )
        for (path, isNew) in [("/read", true), ("/other", false)] {
            let data = "<data a:scheme=\"http\" a:host=\"shelf.example\" a:path=\"\(path)\"/>"
            let manifest = SampleManifest.text(data: data)
            try folder.write(Array(manifest.utf8), to: "platforms/android/app/src/main/AndroidManifest.xml")
            let prepared = try #require(try folder.content().claims.android.first)
            #expect((prepared.gap?.hosts == SourceGap.Hosts.noHost) == (isKnown && isNew))
            #expect((prepared.filters?.first?.origin == .host) == (isKnown && isNew))
        }
    }

    /// What Cordova writes into other files than the target's own does not reach the app.
    @Test(arguments: [("*-Release.plist", false), ("*.entitlements", true), ("*/Shelf.entitlements", true)])
    func cordovaWritesDomainsIntoTheFilesThatItsConfigurationNames(_ target: String, _ isOpen: Bool) throws {
        func entitlements(_ domains: String) -> String {
            "<plist><dict><key>com.apple.developer.associated-domains</key><array>\(domains)</array></dict></plist>"
        }
        let project = """
            { rootObject = P; objects = { P = {isa = PBXProject; targets = (T); buildConfigurationList = L; };
            T = {isa = PBXNativeTarget; name = Shelf; productType = "com.apple.product-type.application";
            buildConfigurationList = K; }; L = {isa = XCConfigurationList; buildConfigurations = (C); };
            K = {isa = XCConfigurationList; buildConfigurations = (D); };
            C = {isa = XCBuildConfiguration; name = Release; buildSettings = { SDKROOT = iphoneos; }; };
            D = {isa = XCBuildConfiguration; name = Release; buildSettings = { PRODUCT_BUNDLE_IDENTIFIER = a.b;
            CODE_SIGN_ENTITLEMENTS = Shelf/Shelf.entitlements; }; }; }; }
            """
        let folder = try TemporaryFolder([
            "config.xml": """
            <widget id="a.b"><platform name="ios"><config-file parent="com.apple.developer.associated-domains"
            target="\(target)"><array><string>applinks:shelf.example</string></array></config-file></platform></widget>
            """,
            "platforms/ios/Shelf.xcodeproj/project.pbxproj": project,
            "platforms/ios/Shelf/Shelf.entitlements": entitlements(""),
            "platforms/ios/Shelf/Entitlements-Release.plist": entitlements("<string>applinks:shelf.example</string>"),
        ])
        let app = try #require(try folder.content().claims.apple.first)
        #expect((app.gap != nil) == isOpen)
        #expect(app.unusedFile?.hasSuffix("Entitlements-Release.plist") == true)
        #expect(app.unusedDomains == ["applinks:shelf.example"])
    }

    @Test func entitlementsOfCordovasPluginsAreNoApps() throws {
        let entitlements = "<plist version=\"1.0\"><dict/></plist>"
        let folder = try TemporaryFolder([
            "app/config.xml": "<widget id=\"a.b\"/>", "app/plugins/kit/src/ios/Kit.entitlements": entitlements,
        ])
        #expect(try folder.content().claims.apple.allSatisfy { !$0.file.contains("Kit") })
        try folder.write(Array(entitlements.utf8), to: "plugins/kit/Kit.entitlements")
        #expect(try folder.content().claims.apple.contains { $0.file.contains("Kit") })
        // Capacitor's projects are not below platforms/, but Cordova's are, as long as there is its configuration.
        for (file, isApp) in [("old/capacitor.config.ts", false), ("old/config.xml", true)] {
            try folder.write(Array("<widget/>".utf8), to: file)
            try folder.write(Array(entitlements.utf8), to: "old/platforms/ios/Old.entitlements")
            #expect(try folder.content().claims.apple.contains { $0.file.contains("Old") } == isApp)
        }
    }

    /// Several files of options are for several channels.
    @Test(arguments: [
        (["ExportOptions.plist"], "PRDSAMPLE1"), (["a/exportOptions.plist", "b/exportOptions.plist"], nil),
    ])
    func theTeamOfAnExportIsRead(_ names: [String], _ team: String?) throws {
        var files = [
            "project.yml": """
            name: Shelf
            targets: {Shelf: {type: application, platform: iOS, settings: {PRODUCT_BUNDLE_IDENTIFIER: a.b}}}
            """
        ]
        for name in names { files[name] = "<plist><dict><key>teamID</key><string>PRDSAMPLE1</string></dict></plist>" }
        let apps = try TemporaryFolder(files).content().claims.apple
        #expect(apps.map(\.exported?.team) == [team])
    }

    // MARK: - Output of tools The forms are those of the tools' sources; the tools were not run.

    @Test func settingsThatXcodeResolvedAreTaken() throws {
        let settings = """
            [{"action": "build", "target": "Kit", "buildSettings": {"PRODUCT_TYPE": "com.apple.product-type.framework"}},
             {"action": "build", "target": "Shelf", "buildSettings": {
                "CODE_SIGN_ENTITLEMENTS": "Shelf/Shelf.entitlements", "CONFIGURATION": "Release",
                "DEVELOPMENT_TEAM": "QX7SAMPLE1", "PLATFORM_NAME": "iphoneos", "PROJECT_NAME": "Shelf",
                "PRODUCT_BUNDLE_IDENTIFIER": "org.sample.shelf", "PRODUCT_TYPE": "com.apple.product-type.application",
                "SDKROOT": "/Applications/Xcode.app/iPhoneOS.sdk", "SRCROOT": "/Users/somebody/Shelf"}}]
            """
        let entitlements = """
            <plist><dict><key>com.apple.developer.associated-domains</key><array><string>applinks:shelf.example</string>
            </array></dict></plist>
            """
        let files = ["settings.json": settings, "Shelf/Shelf.entitlements": entitlements]
        let app = try #require(try TemporaryFolder(files).content("settings.json").claims.apple.first)
        #expect(app.identifier == "QX7SAMPLE1.org.sample.shelf" && app.domains == ["applinks:shelf.example"])
        #expect(app.target == "Shelf")
        // The file that an absolute path of another machine names is found in this folder.
        let absolute = settings.replacing("Shelf/Shelf.ent", with: "/Users/somebody/Shelf/Shelf/Shelf.ent")
        let moved = try TemporaryFolder(files.merging(["settings.json": absolute]) { $1 }).content("settings.json")
        #expect(moved.claims.apple.map(\.domains) == [["applinks:shelf.example"]])
        let alone = try TemporaryFolder(["settings.json": settings]).content("settings.json").claims.apple
        #expect(alone.map(\.domains) == [nil] && alone.first?.gap?.text.hasSuffix("does not exist") == true)
        let elsewhere = settings.replacing("Shelf/Shelf.ent", with: "../secret/Shelf.ent")
        let outside = try TemporaryFolder(["settings.json": elsewhere]).content("settings.json").claims.apple
        #expect(outside.first?.gap?.text.contains("is outside the project's folder") == true)
    }

    @Test func linkSettingsOfFlutterAreTaken() throws {
        func link(_ host: String, _ path: String, _ scheme: String = "https") -> String {
            """
            {"scheme": "\(scheme)", "host": "\(host)", "path": "\(path)", "intentFilterCheck": {"hasAutoVerify": true,
             "hasActionView": true, "hasDefaultCategory": true, "hasBrowsableCategory": true}}
            """
        }
        let links = [
            link("shelf.example", "/x.*"), link("shelf.example", "/x.*", "http"), link("shelf.example", "/y"),
            link("other.example", "/a.b"), link("all.example", ".*"),
        ].joined(separator: ", ")
        let folder = try TemporaryFolder([
            "android.json":
                "{\"applicationId\": \"org.sample.shelf\", \"deeplinkingFlagEnabled\": true, \"deeplinks\": [\(links)]}",
            "ios.json": """
            {"bundleIdentifier": "org.sample.shelf", "teamIdentifier": "QX7SAMPLE1", "associatedDomains": ["shelf.example"]}
            """,
        ])
        let app = try #require(try folder.content("android.json").claims.android.first)
        let filters = try #require(app.filters)
        #expect(app.package == "org.sample.shelf" && app.rank == .built && filters.count == 3)
        #expect(filters.allSatisfy { $0.isVerified && $0.isComplete })
        #expect(
            filters[0].schemes == ["http", "https"] && filters[0].paths == [.init(.prefix, "/x"), .init(.path, "/y")]
        )
        // A dot may be a literal dot or match any character.
        #expect(filters[1].isUncertain && filters[1].unresolved == ["/a.b"])
        #expect(filters[2].paths.isEmpty && !filters[2].isUncertain)
        let apple = try #require(try folder.content("ios.json").claims.apple.first)
        #expect(apple.identifier == "QX7SAMPLE1.org.sample.shelf" && apple.domains == ["applinks:shelf.example"])
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
