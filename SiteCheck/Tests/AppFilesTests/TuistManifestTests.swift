@_spi(Bolts) import BoltsSiteCheck
import Testing

@_spi(Bolts) @testable import AppFiles

/// Tests what is read of Tuist's manifests, and which files of entitlements are their targets'.
struct TuistManifestTests {
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
}
