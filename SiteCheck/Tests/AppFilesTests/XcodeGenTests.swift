import Testing

@testable import AppFiles
@_spi(Bolts) import BoltsSiteCheck

@Suite(.timeLimit(.minutes(20))) struct XcodeGenTests {
    private static let entitlements = """
        <plist version="1.0"><dict><key>com.apple.developer.associated-domains</key><array>
        <string>applinks:file.example</string></array></dict></plist>
        """

    /// The folder of a description, with a file of entitlements, and other files.
    private static func folder(_ text: String, _ others: [String: String] = [:]) throws -> TemporaryFolder {
        var files = others
        files["project.yml"] = text
        files["Shelf/Shelf.entitlements"] = entitlements
        return try TemporaryFolder(files)
    }

    private static func apps(_ text: String, _ others: [String: String] = [:]) throws -> [AppleAppClaims] {
        try folder(text, others).content().claims.apple
    }

    @Test func theTargetThatIsAnAppNamesItsEntitlements() throws {
        let apps = try Self.apps(
            """
            name: Shelf # PRODUCT_BUNDLE_IDENTIFIER: com
            settings: {DEVELOPMENT_TEAM: 0123456789}
            targets:
              Kit: {type: framework, platform: iOS, settings: {PRODUCT_BUNDLE_IDENTIFIER: com.example}}
              Shelf:
                type: application
                platform: iOS
                settings: {PRODUCT_BUNDLE_IDENTIFIER: com.example.shelf, CODE_SIGN_ENTITLEMENTS: Shelf/Shelf.entitlements}
              Share: {type: app-extension, settings: {PRODUCT_BUNDLE_IDENTIFIER: com.example.shelf.share}}
            """
        )
        #expect(apps.map(\.identifier) == ["0123456789.com.example.shelf"])
        #expect(apps.map(\.domains) == [["applinks:file.example"]] && apps.map(\.gap) == [nil])
    }

    @Test func aFileThatNoTargetNamesIsNotTheApps() throws {
        let apps = try Self.apps("targets: {Shelf: {type: application, platform: iOS}}")
        #expect(apps.map(\.domains) == [[]])
        #expect(apps.map(\.domainSource) == [.project(unused: "Shelf/Shelf.entitlements")])
    }

    /// The file of nearly the name of one that does not exist is named with the setting's place, and is no other target's.
    @Test(arguments: [("Shelf/Shelf.entitlement", true), ("Shelf/Wrong.entitlements", false)])
    func aFileThatDoesNotExistIsNoOtherTargets(_ named: String, isNear: Bool) throws {
        let apps = try Self.apps(
            """
            targets:
              Other: {type: application, platform: iOS}
              Shelf:
                type: application
                platform: iOS
                settings:
                  CODE_SIGN_ENTITLEMENTS: \(named)
            """
        )
        #expect(apps.map(\.domainSource) == [.project(unused: nil), .entitlements])
        let gap = try #require(apps.last?.gap)
        #expect(gap.text.hasSuffix("Shelf/Shelf.entitlements does") == isNear, "\(gap)")
        #expect(gap.fix.hasPrefix("Set CODE_SIGN_ENTITLEMENTS of Shelf to Shelf/Shelf.entitlements (") == isNear)
        #expect(gap.fix.hasSuffix("/project.yml:7).") == isNear, "\(gap)")
        #expect(apps.last?.unusedDomains == (isNear ? ["applinks:file.example"] : []))
    }

    /// One configuration lacks what another has, or all lack the file that no target names.
    @Test(
        arguments: [
            ("CODE_SIGN_ENTITLEMENTS: Shelf/Shelf.entitlements", [.entitlements, .otherConfiguration]),
            ("", Array(repeating: .project(unused: "Shelf/Shelf.entitlements"), count: 2)),
        ] as [(String, [AppleAppClaims.DomainSource])]
    )
    func configurationsWithoutEntitlementsAreTold(_ debug: String, _ sources: [AppleAppClaims.DomainSource]) throws {
        let apps = try Self.apps(
            """
            targets:
              Shelf:
                type: application
                platform: iOS
                settings:
                  configs:
                    Debug: {PRODUCT_BUNDLE_IDENTIFIER: com.example.debug, \(debug)}
                    Release: {PRODUCT_BUNDLE_IDENTIFIER: com.example.shelf}
            """
        )
        #expect(apps.map(\.configuration) == ["Debug", "Release"] && apps.map(\.domainSource) == sources)
    }

    /// The values of the description replace those that the file has now.
    @Test(arguments: [
        (" [\"applinks:a.example\", webcredentials:b.example]", ["applinks:a.example", "webcredentials:b.example"]),
        ("\n  - applinks:a.example\n  - applinks:b.example # both", ["applinks:a.example", "applinks:b.example"]),
        (" *hosts", ["applinks:anchor.example"]), (" [applinks:$(HOST)]", ["applinks:setting.example"]),
        (" [applinks:$(OTHER), \"applinks:${SECRET}\"]", []),
    ])
    func theDescriptionWritesTheDomains(_ list: String, _ domains: [String]) throws {
        let folder = try Self.folder(
            """
            hosts: &hosts [applinks:anchor.example]
            targets:
              Shelf:
                type: application
                platform: macOS
                entitlements:
                  path: Shelf/Shelf.entitlements
                  properties:
                    com.apple.developer.associated-domains:\(list.replacing("\n", with: "\n          "))
                settings: {base: {PRODUCT_BUNDLE_IDENTIFIER: com.example.shelf, HOST: setting.example}}
            """
        )
        let apps = try folder.content().claims.apple
        #expect(apps.map(\.bundleIdentifier) == ["com.example.shelf"] && apps.map(\.devices) == [[.mac]])
        #expect(apps.map(\.domains) == [domains])
        #expect(apps.map(\.file) == [folder.file("project.yml")])
        #expect(apps.map { $0.unresolvedDomains.isEmpty } == [!domains.isEmpty])
    }

    @Test func entitlementsWithoutPropertiesAreWrittenEmpty() throws {
        let apps = try Self.apps(
            "targets: {Shelf: {type: application, platform: iOS, entitlements: {path: Shelf/Shelf.entitlements}}}"
        )
        #expect(apps.map(\.domains) == [[]])
    }

    @Test func eachAppHasTheEntitlementsThatItNames() throws {
        func text(_ first: String, _ second: String) -> String {
            """
            targets:
              Shelf:
                type: application
                settings: {PRODUCT_BUNDLE_IDENTIFIER: com.example.shelf, CODE_SIGN_ENTITLEMENTS: \(first)}
              Other:
                type: \(second)
                settings: {PRODUCT_BUNDLE_IDENTIFIER: com.example.other, CODE_SIGN_ENTITLEMENTS: Shelf/Shelf.entitlements}
            """
        }
        let other = try Self.apps(text("Other.entitlements", "application"))
        #expect(other.map(\.bundleIdentifier) == ["com.example.other", "com.example.shelf"])
        #expect(other.map(\.domains) == [["applinks:file.example"], nil])
        #expect(other.map { $0.gap == nil } == [true, false])
        let both = try Self.apps(text("Shelf/Shelf.entitlements", "application"))
        #expect(both.map(\.domains) == [["applinks:file.example"], ["applinks:file.example"]])
        // The entitlements of an extension are not the app's.
        let none = try Self.apps(text("\"\"", "app-extension"))
        #expect(none.map(\.bundleIdentifier) == ["com.example.shelf"] && none.map(\.domains) == [[]])
    }

    @Test func templatesAndGroupsAreMergedIntoATarget() throws {
        let apps = try Self.apps(
            """
            options: {bundleIdPrefix: com.example}
            settingGroups:
              team: {DEVELOPMENT_TEAM: QX7SAMPLE1}
              signing: {groups: [team], base: {CODE_SIGN_ENTITLEMENTS: "${target_name}.entitlements"}}
            targetTemplates:
              Base:
                platform: iOS
                settings: {groups: [signing], base: {CODE_SIGN_ENTITLEMENTS: "${place}/${target_name}.entitlements"}}
              App: {templates: [Base], type: application}
            targets:
              Shelf:
                templates: [App]
                templateAttributes: {place: Shelf}
              my_App 2:
                templates: [App]
                entitlements: &written
                  path: Other.entitlements
                  properties: {com.apple.developer.associated-domains: [applinks:other.example]}
              Third:
                <<: {type: application, platform: iOS}
                entitlements: *written
                settings: {configs: {release: {PRODUCT_BUNDLE_IDENTIFIER: org.third}, Debug: {PRODUCT_BUNDLE_IDENTIFIER: org.debug}}}
            """
        )
        #expect(
            apps.map(\.bundleIdentifier)
                == ["com.example.Shelf", "org.debug", "org.third", "com.example.my-App2"]
        )
        #expect(apps.map(\.teamIdentifier) == ["QX7SAMPLE1", nil, nil, "QX7SAMPLE1"])
        #expect(apps.map(\.configuration) == [nil, "Debug", "Release", nil])
        let other = ["applinks:other.example"]
        #expect(apps.map(\.domains) == [["applinks:file.example"], other, other, other])
    }

    @Test func includedFilesAndSettingsFilesCount() throws {
        let files = [
            "parts/app.yml": """
            include: ../common.yml
            targets:
              Shelf:
                entitlements: {path: Shelf.entitlements, properties: {com.apple.developer.associated-domains: [applinks:one.example]}}
                configFiles: {Release: Release.xcconfig, Debug: Release.xcconfig}
            """,
            "common.yml": "settings: {DEVELOPMENT_TEAM: QX7SAMPLE1}",
            "parts/Release.xcconfig": "PRODUCT_BUNDLE_IDENTIFIER = com.example.$(TARGET_NAME:lower)",
        ]
        let text = """
            include: [{path: parts/app.yml}, {path: off.yml, enable: false}]
            targets:
              Shelf:
                type: application
                platform: [iOS, macOS]
                platformSuffix: ""
                entitlements: {properties: {com.apple.developer.associated-domains: [applinks:two.example]}}
            """
        let folder = try Self.folder(text, files)
        let content = try folder.content()
        let apps = content.claims.apple
        #expect(apps.map(\.identifier) == ["QX7SAMPLE1.com.example.shelf", "QX7SAMPLE1.com.example.shelf"])
        #expect(apps.map(\.devices) == [nil, [.mac]])
        let both = ["applinks:one.example", "applinks:two.example"]
        #expect(apps.map(\.domains) == [both, both] && apps.map(\.gap) == [nil, nil])
        #expect(
            content.files.contains(folder.file("parts/app.yml")) && content.files.contains(folder.file("common.yml"))
        )
        let missing = try Self.apps(
            "include: gone.yml\n" + text.split(separator: "\n").dropFirst(1).joined(separator: "\n")
        )
        // The path of the entitlements may be in the file that is missing.
        #expect(missing.allSatisfy { $0.domains == nil && $0.gap?.text.contains("gone.yml") == true })
        let open = try Self.apps("include: gone.yml\ntargets: {Shelf: {type: application}}")
        #expect(open.first?.gap?.text.hasSuffix("gone.yml, which may name its entitlements, does not exist") == true)
    }

    @Test func whatIsNoDescriptionIsLeftAlone() throws {
        for text in ["targets:", "targets: {}", "targets: [a]", "name: x", "targets: {a: {kind: b}}"] {
            #expect(try Self.apps(text).map(\.domains) == [["applinks:file.example"]], "\(text)")
        }
        let notes = try Self.folder("targets: {a: {type: application}\n").content().notes
        #expect(notes.count == 1 && notes.first?.contains("project.yml cannot be read: ") == true, "\(notes)")
    }

    /// Each value is read once, however deeply it is nested.
    @Test func deepMappingsCostLittle() throws {
        let depth = 200
        let deep = String(repeating: "{a: ", count: depth) + "b" + String(repeating: "}", count: depth)
        let apps = try Self.apps("deep: \(deep)\ntargets: {Shelf: {type: application, platform: iOS}}")
        #expect(apps.map(\.domains) == [[]])
    }

    /// Data that many targets share is not read again for each of them without a limit.
    @Test(
        .tags(.th82),
        arguments: [
            ("settingGroups:\n  g:\n    base: {A: b}\n    configs:\n", "      c%: {A: b}\n", "settings: {groups: [g]}"),
            ("settingGroups:\n  g:\n    base: {A: b}\n    groups:\n", "      - c%\n", "settings: {groups: [g]}"),
            ("targetTemplates:\n  t:\n    templates:\n", "      - c%\n", "templates: [t]"),
        ]
    )
    func longListsThatTargetsShareCostLittle(_ head: String, _ line: String, _ use: String) throws {
        let lines = (0..<20_000).map { line.replacing("%", with: "\($0)") }
        let configs = (0..<5).map { "  n\($0): release\n" }
        let targets = (0..<200).map { "  a\($0): {type: application, platform: iOS, \(use)}\n" }
        let text = head + lines.joined() + "configs:\n" + configs.joined() + "targets:\n" + targets.joined()
        let content = try Self.folder(text).content()
        #expect(content.notes.contains { $0.contains("has too many settings") }, "\(content.notes)")
    }

    @Test func circlesAndCopiesEnd() throws {
        let groups = (0..<60).map { "  g\($0): {groups: [\((0..<60).map { "g\($0)" }.joined(separator: ", "))]}" }
        let templates = (0..<200).map { index in
            "  t\(index): {templates: [\((0..<200).map { "t\($0)" }.joined(separator: ", "))], s: [\(index)]}"
        }
        let targets = (0..<200).map { "  a\($0): {type: application, templates: [t0], settings: {groups: [g0]}}" }
        let text =
            "include: [project.yml, ./project.yml]\nsettingGroups:\n" + groups.joined(separator: "\n")
            + "\ntargetTemplates:\n"
            + templates.joined(separator: "\n") + "\ntargets:\n" + targets.joined(separator: "\n")
        let content = try Self.folder(text).content()
        #expect(content.notes.contains { $0.contains("has too many settings") })
    }
}
