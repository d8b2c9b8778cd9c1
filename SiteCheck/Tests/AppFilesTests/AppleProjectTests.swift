@_spi(Bolts) import BoltsSiteCheck
import Testing

@_spi(Bolts) @testable import AppFiles

struct AppleProjectTests {
    private static func entitlements(_ domains: [String], more: String = "") -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0"><dict><key>com.apple.developer.associated-domains</key><array>
        \(domains.map { "<string>\($0)</string>" }.joined())
        </array>\(more)</dict></plist>
        """
    }

    /// A project with one app of two configurations.
    private static func project(debug: String, release: String, project: String = "", more: String = "") -> String {
        """
        // !$*UTF8*$!
        { archiveVersion = 1; objects = {
          P /* Project */ = { isa = PBXProject; buildConfigurationList = PL; mainGroup = G; targets = ( T, X, ); };
          PL = { isa = XCConfigurationList; buildConfigurations = ( PD, PR ); };
          PD = { isa = XCBuildConfiguration; name = Debug; buildSettings = { \(project) }; };
          PR = { isa = XCBuildConfiguration; name = Release; buildSettings = { \(project) }; };
          T = { isa = PBXNativeTarget; name = Shelf; productType = "com.apple.product-type.application"; buildConfigurationList = TL; };
          X = { isa = PBXNativeTarget; name = Tests; productType = "com.apple.product-type.bundle.unit-test"; };
          TL = { isa = XCConfigurationList; buildConfigurations = ( TD, TR ); };
          TD = { isa = XCBuildConfiguration; name = Debug; baseConfigurationReference = F; buildSettings = { \(debug) }; };
          TR = { isa = XCBuildConfiguration; name = Release; buildSettings = { \(release) }; };
          G = { isa = PBXGroup; children = ( H ); sourceTree = "<group>"; };
          H = { isa = PBXGroup; children = ( F ); path = Flutter; sourceTree = "<group>"; };
          F = { isa = PBXFileReference; path = Debug.xcconfig; sourceTree = "<group>"; };
          \(more)
        }; rootObject = P; }
        """
    }

    @Test(arguments: ["com.apple.developer.associated-domain", "com.apple.developer.AssociatedDomains"])
    func aKeyThatIsNearlyTheRightOneIsNamed(_ key: String) throws {
        let text = Self.entitlements(["applinks:shelf.example"])
        let folder = try TemporaryFolder([
            "App.entitlements": text.replacing("com.apple.developer.associated-domains", with: key),
            "Right.entitlements": text,
        ])
        let broken = try folder.content("App.entitlements")
        let fix = "write com.apple.developer.associated-domains"
        #expect(broken.notes.contains { $0.contains(key) && $0.contains(fix) })
        #expect(try folder.content("Right.entitlements").notes.isEmpty)
    }

    @Test func entitlementsAloneAreRead() throws {
        let folder = try TemporaryFolder([
            "Shelf.entitlements": Self.entitlements(["applinks:shelf.example", "applinks:$(HOST)"])
        ])
        let content = try folder.content("Shelf.entitlements")
        let app = try #require(content.claims.apple.first)
        #expect(app.domains == ["applinks:shelf.example"])
        #expect(app.identifier == nil)
        #expect(app.rank == .source)
        #expect(content.notes.count == 1)
    }

    @Test func entitlementsThatAreNoneAreAnError() throws {
        let folder = try TemporaryFolder(["a.entitlements": "<plist><array/></plist>", "b.entitlements": "hello"])
        #expect(throws: AppFileError.self) { try folder.content("a.entitlements") }
        #expect(throws: AppFileError.self) { try folder.content("b.entitlements") }
    }

    @Test func conditionsOfSettingsAreComparedAndWhatOneConfigurationLacksIsEmpty() throws {
        let folder = try TemporaryFolder([
            "Runner.xcodeproj/project.pbxproj": Self.project(
                debug: "",
                release: #"PRODUCT_BUNDLE_IDENTIFIER = "com.example.shelf$(SUFFIX)"; LAST = "";"#
            ),
            "Flutter/Debug.xcconfig":
                "PRODUCT_BUNDLE_IDENTIFIER = com.example.shelf$(SUFFIX)$(LAST)\nSUFFIX[sdk=macosx*] = .mac\nSUFFIX[config=Debug] = .debug\n",
        ])
        let apps = try folder.content().claims.apple
        let others = ["com.example.shelf.mac", "com.example.shelf"]
        #expect(apps.map(\.bundleIdentifier) == ["com.example.shelf.debug", "com.example.shelf"] + others)
        #expect(apps.map { $0.devices?.contains(.mac) } == [false, false, true, true])
    }

    @Test func aTargetThatMakesAnAppClipIsOneWithoutTheEntitlementThatXcodeWrites() throws {
        let settings = "PRODUCT_BUNDLE_IDENTIFIER = com.example.shelf.Clip; DEVELOPMENT_TEAM = QX7SAMPLE1;"
        let text = Self.project(debug: settings, release: settings)
        let types = ["product-type.application", "product-type.application.on-demand-install-capable"]
        let parents = try types.map { type in
            try TemporaryFolder([
                "Runner.xcodeproj/project.pbxproj": text.replacing("product-type.application", with: type),
                "Flutter/Debug.xcconfig": "",
            ]).content().claims.apple.map(\.parentIdentifiers)
        }
        #expect(parents == [[nil], [["QX7SAMPLE1.com.example.shelf"]]])
    }

    @Test func aProjectThatCannotBeReadIsAFailureWhateverElseIsThere() throws {
        let broken = "<<<<<<< HEAD\n" + Self.project(debug: "", release: "")
        let folder = try TemporaryFolder([
            "Runner.xcodeproj/project.pbxproj": broken,
            "Runner/Runner.entitlements": Self.entitlements(["applinks:shelf.example"]),
        ])
        #expect(try folder.content().claims.apple.map { $0.gap?.text.contains("project.pbxproj") } == [true])
        let manifest = try TemporaryFolder([
            "app/build.gradle.kts": "plugins { id(\"com.android.application\") }",
            "app/src/main/AndroidManifest.xml": "<manifest><application></manifest>",
        ])
        #expect(try manifest.content().claims.android.map { $0.gap?.text.contains("AndroidManifest.xml") } == [true])
    }

    @Test(arguments: [
        ("NAME = com.example.shelf;", ""), ("NAME = com.example.shelf ; // a comment", ""),
        ("NAME = \\\ncom.example.shelf\nOTHER = x", ""), ("NAME = com.example.shelf \\\n\nOTHER = x", ""),
        ("NAME = com.example\nNAME = $(inherited).shelf", ""), ("NAME = com.example\nNAME = ${NAME}.shelf", ""),
        ("#include \"Base.xcconfig\"\nNAME = $(inherited).shelf", "NAME = com.example"),
        ("NAME = com.example\nNAME[sdk=iphoneos*] = $(inherited).shelf", ""),
        ("NAME = com.example.$(NOPE:default=$(Q))\nQ = shelf", ""),
        ("NAME = com.example.$(NOPE:default=${NOPE:default=Shelf}:lower)", ""),
        ("NAME = $(ID_$(KIND))\nKIND = app\nID_app = com.example.shelf", ""),
    ])
    func valuesOfConfigurationFilesAreReadAsXcodeDoes(_ text: String, _ base: String) throws {
        let folder = try TemporaryFolder([
            "Runner.xcodeproj/project.pbxproj": Self.project(
                debug: #"PRODUCT_BUNDLE_IDENTIFIER = "$(NAME)"; SDKROOT = iphoneos;"#,
                release: #"PRODUCT_BUNDLE_IDENTIFIER = "com.example.shelf"; SDKROOT = iphoneos;"#
            ),
            "Flutter/Debug.xcconfig": text, "Flutter/Base.xcconfig": base,
        ])
        #expect(try Set(folder.content().claims.apple.map(\.bundleIdentifier)) == ["com.example.shelf"])
    }

    @Test func valuesThatGrowWithEachLineOrNestWithoutEndAreNotKnown() throws {
        let nested = String(repeating: "$(A:default=", count: 300) + String(repeating: ")", count: 300)
        for text in [
            "NAME = xxxxxxxx" + String(repeating: "\nNAME = $(inherited)$(inherited)", count: 100), "NAME = \(nested)",
        ] {
            let folder = try TemporaryFolder([
                "Runner.xcodeproj/project.pbxproj": Self.project(
                    debug: #"PRODUCT_BUNDLE_IDENTIFIER = "$(NAME)"; SDKROOT = iphoneos;"#,
                    release: "SDKROOT = iphoneos;"
                ),
                "Flutter/Debug.xcconfig": text,
            ])
            #expect(try folder.content().claims.apple.allSatisfy { $0.bundleIdentifier?.isEmpty ?? true })
        }
    }

    @Test func entitlementsOfOnePlatformAreNotThoseOfAnother() throws {
        let common = "PRODUCT_BUNDLE_IDENTIFIER = com.example.shelf;"
        let (name, every) = ("CODE_SIGN_ENTITLEMENTS", "CODE_SIGN_ENTITLEMENTS = a.entitlements;")
        let own = "\"\(name)[sdk=iphoneos*]\" = a.entitlements; \"\(name)[sdk=macosx*]\" = b.entitlements;"
        func apps(_ settings: String, release: String? = nil) throws -> [AppleAppClaims] {
            try TemporaryFolder([
                "Runner.xcodeproj/project.pbxproj": Self.project(
                    debug: common + settings,
                    release: common + (release ?? settings)
                ),
                "Flutter/Debug.xcconfig": "",
                "a.entitlements": Self.entitlements(["applinks:shelf.example"]),
                "b.entitlements": Self.entitlements(["webcredentials:shelf.example"]),
            ]).content().claims.apple
        }
        let (phone, computer) = (["applinks:shelf.example"], ["webcredentials:shelf.example"])
        for platforms in ["SDKROOT = auto; SUPPORTED_PLATFORMS = \"iphoneos iphonesimulator macosx\";", ""] {
            let both = try apps(own + platforms)
            #expect(
                both.map(\.domains) == [phone, computer] && both.map { $0.devices?.contains(.mac) } == [false, true]
            )
            #expect(both.map(\.configuration) == [nil, nil])
        }
        // Settings that differ only in another configuration count for both apps.
        let some = try apps(every + own, release: every + "SUPPORTED_PLATFORMS = \"iphoneos macosx\";")
        #expect(some.filter { $0.devices == [.mac] }.map(\.domains) == [computer, phone])
        #expect(try apps(own + "SDKROOT = iphoneos;").map(\.domains) == [phone])
        #expect(try apps(own + "SDKROOT = iphoneos; SUPPORTS_MACCATALYST = YES;").map(\.domains) == [phone, computer])
        let mac = try apps(own + "SDKROOT = macosx;")
        #expect(mac.map(\.domains) == [computer] && mac.map(\.devices) == [[.mac]])
        let same = try apps(every + "SUPPORTED_PLATFORMS = \"iphoneos macosx\";")
        #expect(same.map(\.devices) == [nil])
    }

    @Test func aWatchAppIsNoVariantOfItsApp() throws {
        let settings = "SUPPORTED_PLATFORMS = \"iphoneos watchos\"; PRODUCT_BUNDLE_IDENTIFIER = com.example.shelf;"
        let folder = try TemporaryFolder([
            "Runner.xcodeproj/project.pbxproj": Self.project(debug: settings, release: settings),
            "Flutter/Debug.xcconfig": "",
        ])
        #expect(try folder.content().claims.apple.map(\.devices) == [nil])
    }

    @Test func configurationsAreResolvedFromTargetProjectAndFiles() throws {
        let folder = try TemporaryFolder([
            "ios/Runner.xcodeproj/project.pbxproj": Self.project(
                debug:
                    #"CODE_SIGN_ENTITLEMENTS = "Runner/$(NAME).entitlements"; PRODUCT_BUNDLE_IDENTIFIER = "$(inherited).debug"; INFOPLIST_FILE = Runner/Info.plist;"#,
                release: #"PRODUCT_BUNDLE_IDENTIFIER = "com.example.${TARGET_NAME:lower}"; "#,
                project: "DEVELOPMENT_TEAM = QX7SAMPLE1;"
            ),
            "ios/Flutter/Debug.xcconfig":
                "#include? \"Generated.xcconfig\"\n#include \"Base.xcconfig\"\nNAME = Runner // comment\n",
            "ios/Flutter/Base.xcconfig":
                "PRODUCT_BUNDLE_IDENTIFIER = com.example.shelf\nHOST[sdk=iphoneos*] = shelf.example\n",
            "ios/Runner/Runner.entitlements": Self.entitlements(["applinks:$(HOST)", "applinks:$(NOWHERE)"]),
            "ios/Runner/Info.plist": """
            <plist><dict><key>CFBundleURLTypes</key><array><dict><key>CFBundleURLSchemes</key><array><string>shelf</string>
            <string>$(PRODUCT_BUNDLE_IDENTIFIER)</string></array></dict></array>
            <key>LSApplicationQueriesSchemes</key><array><string>maps</string></array></dict></plist>
            """,
        ])
        for content in [
            try folder.content(), try folder.content("ios/Runner.xcodeproj"),
            try folder.content("ios/Runner.xcodeproj/project.pbxproj"),
        ] {
            let apps = content.claims.apple
            #expect(apps.map(\.configuration) == ["Debug", "Release"])
            #expect(apps.map(\.identifier) == ["QX7SAMPLE1.com.example.shelf.debug", "QX7SAMPLE1.com.example.shelf"])
            #expect(apps.map(\.teamIdentifier) == ["QX7SAMPLE1", "QX7SAMPLE1"])
            #expect(apps.map(\.domains) == [["applinks:shelf.example"], []])
            #expect(apps[0].schemes == ["shelf", "com.example.shelf.debug"])
            #expect(apps[0].queriedSchemes == ["maps"])
            #expect(apps[0].file.hasSuffix("ios/Runner/Runner.entitlements"))
            #expect(content.notes.contains { $0.contains("$(NOWHERE)") })
            #expect(content.files.contains(folder.file("ios/Runner/Runner.entitlements")))
        }
    }

    @Test func equalConfigurationsAreJoined() throws {
        let settings = "CODE_SIGN_ENTITLEMENTS = Shelf.entitlements; PRODUCT_BUNDLE_IDENTIFIER = com.example.shelf;"
        let folder = try TemporaryFolder([
            "Shelf.xcodeproj/project.pbxproj": Self.project(debug: settings, release: settings),
            "Shelf.entitlements": Self.entitlements(["applinks:shelf.example"]),
        ])
        // A Mac's disk has one folder for both spellings.
        let other = settings.replacing("Shelf.ent", with: "SHELF/shelf.ent")
        let mac = try TemporaryFolder([
            "Shelf.xcodeproj/project.pbxproj": Self.project(debug: other, release: other),
            "Shelf/Shelf.entitlements": Self.entitlements(["applinks:shelf.example"]),
        ])
        #expect(try mac.content().claims.apple.map(\.domains) == [["applinks:shelf.example"]])
        let content = try folder.content()
        #expect(content.claims.apple.count == 1)
        #expect(content.claims.apple.first?.configuration == nil)
        #expect(content.claims.apple.first?.bundleIdentifier == "com.example.shelf")
        #expect(content.claims.apple.first?.identifier == nil)
    }

    @Test func configurationFileInAFolderThatXcodeKeepsInStepIsFoundByItsAnchor() throws {
        let text = Self.project(debug: "", release: "").replacing(
            "baseConfigurationReference = F;",
            with: "baseConfigurationReferenceAnchor = S; baseConfigurationReferenceRelativePath = Config/App.xcconfig;"
        ).replacing(
            "path = Debug.xcconfig; sourceTree = \"<group>\"; };",
            with: "sourceTree = \"<group>\"; }; S = { isa = PBXFileSystemSynchronizedRootGroup; path = Shelf; "
                + "sourceTree = \"<group>\"; };"
        )
        let folder = try TemporaryFolder([
            "Shelf.xcodeproj/project.pbxproj": text,
            "Shelf/Config/App.xcconfig": "PRODUCT_BUNDLE_IDENTIFIER = com.example.shelf",
        ])
        #expect(try folder.content().claims.apple.map(\.bundleIdentifier) == ["com.example.shelf", nil])
    }

    @Test func configurationFileThatIsMissingIsAGap() throws {
        func gaps(_ text: String?) throws -> [String?] {
            let folder = try TemporaryFolder(["Shelf.xcodeproj/project.pbxproj": Self.project(debug: "", release: "")])
            if let text { try folder.write(Array(text.utf8), to: "Flutter/Debug.xcconfig") }
            return try folder.content().claims.apple.map { $0.gap?.text.replacing(folder.path + "/", with: "") }
        }
        let end = "which may name its entitlements, does not exist"
        #expect(try gaps(nil) == ["Flutter/Debug.xcconfig, \(end)", nil])
        #expect(try gaps("#include \"Base.xcconfig\"") == ["Flutter/Base.xcconfig, \(end)", nil])
        // A tool makes these files, and it writes no entitlements.
        #expect(try gaps("#include \"Generated.xcconfig\"\n#include? \"Local.xcconfig\"") == [nil])
    }

    @Test func entitlementsThatNoTargetNamesAreTold() throws {
        let files = [
            "Shelf.xcodeproj/project.pbxproj": Self.project(debug: "", release: ""), "Flutter/Debug.xcconfig": "",
        ]
        let one = try TemporaryFolder(files.merging(["Shelf/Shelf.entitlements": Self.entitlements([])]) { $1 })
        #expect(try one.content().claims.apple.map(\.domainSource) == [.project(unused: "Shelf/Shelf.entitlements")])
        try one.write(Array(Self.entitlements([]).utf8), to: "Shelf/Other.entitlements")
        #expect(try one.content().claims.apple.map(\.domainSource) == [.project(unused: nil)])
    }

    @Test(.tags(.th83)) func unknownSettingsMakeClaimsUnknown() throws {
        let folder = try TemporaryFolder([
            "Shelf.xcodeproj/project.pbxproj": Self.project(
                debug:
                    #"CODE_SIGN_ENTITLEMENTS = "$(ABSENT).entitlements"; A = "$(B)"; B = "$(A)"; DEVELOPMENT_TEAM = "$(ABSENT)"; PRODUCT_BUNDLE_IDENTIFIER = "$(A)";"#,
                release: "CODE_SIGN_ENTITLEMENTS = ../../../outside.entitlements;"
            )
        ])
        let content = try folder.content()
        let team = content.claims.apple.map { $0.id.gap?.text.replacing(folder.path + "/", with: "") }
        #expect(
            team == [
                "Flutter/Debug.xcconfig, which may set it, does not exist", "the project does not set DEVELOPMENT_TEAM",
            ]
        )
        // The same facts are unknown for both, for different reasons.
        #expect(content.claims.apple.map(\.domains) == [nil, nil])
        #expect(content.claims.apple.map(\.bundleIdentifier) == [nil, nil])
        #expect(
            content.claims.apple.first?.gap?.text.replacing(folder.path + "/", with: "")
                == "the entitlements of Shelf are in \"$(ABSENT).entitlements\": Flutter/Debug.xcconfig, which may set it, "
                + "does not exist"
        )
        #expect(
            content.claims.apple.last?.gap?.text.hasSuffix(
                "outside.entitlements, which the project names for Shelf, is outside the project's folder"
            ) == true
        )
        #expect(content.notes.contains { $0.contains("is outside the project's folder") })
    }

    @Test(.tags(.th83)) func entitlementsBehindALinkAreNotRead() throws {
        let other = try TemporaryFolder(["a.entitlements": Self.entitlements(["applinks:outside.example"])])
        let folder = try TemporaryFolder([
            "Shelf.xcodeproj/project.pbxproj": Self.project(
                debug: "CODE_SIGN_ENTITLEMENTS = link/a.entitlements;",
                release: "CODE_SIGN_ENTITLEMENTS = b.entitlements;"
            )
        ])
        try folder.link("link", to: other.path)
        try folder.link("b.entitlements", to: other.file("a.entitlements"))
        let content = try folder.content()
        #expect(content.claims.apple.allSatisfy { $0.domains == nil })
        #expect(content.notes.count >= 2)
    }

    /// Each setting names the next one a thousand times, and the last one is empty: 1,000⁸ replacements.
    @Test(.tags(.th82)) func settingsThatMultiplyAreUnknown() {
        var layer: [String: String] = ["S8": ""]
        for index in 0..<8 { layer["S\(index)"] = String(repeating: "$(S\(index + 1))", count: 800) }
        #expect(BuildSettings(layers: [HeldSettings(layer)]).value("S0") == nil)
        #expect(BuildSettings(layers: [HeldSettings(layer)]).value("S8") == "")
        // A dollar that begins no reference costs as much as one that does.
        let dollars = ["A": String(repeating: "$", count: 4_000), "B": String(repeating: "$(A:lower)", count: 190)]
        #expect(BuildSettings(layers: [HeldSettings(dollars)]).text("B")?.parts == [.open("$")])
    }
}
