import Testing

@_spi(Bolts) @testable import AppFiles
@_spi(Bolts) @testable import BoltsSiteCheck

/// Tests the answers about whole projects, one of each kind.
struct ReceiverReaderTests {
    static func answers(_ files: [String: String]) throws -> [LinkReceivers] {
        let folder = try TemporaryFolder(files)
        return AppFileReader().receivers(atPath: folder.path, of: try folder.content())
    }

    static func outcomes(_ answer: LinkReceivers?) -> [[LinkReceivers.Outcome]] {
        answer?.routes.map { [$0.cold.outcome, $0.warm.outcome] } ?? []
    }

    static func rules(_ answer: LinkReceivers?) -> [String] {
        answer?.findings.map { "\($0.rule.id) \($0.severity)" } ?? []
    }

    // MARK: - Apple's projects

    static let domains = entitlements("applinks:www.alder.example")

    static func entitlements(_ domain: String) -> String {
        """
        <plist version="1.0"><dict><key>com.apple.developer.associated-domains</key>
        <array><string>\(domain)</string></array></dict></plist>
        """
    }

    static func information(_ body: String) -> String { "<plist version=\"1.0\"><dict>\(body)</dict></plist>" }

    static func scenes(_ name: String) -> String {
        """
        <key>UIApplicationSceneManifest</key><dict><key>UISceneConfigurations</key><dict>
        <key>UIWindowSceneSessionRoleApplication</key><array><dict>
        <key>UISceneDelegateClassName</key><string>\(name)</string></dict></array></dict></dict>
        """
    }

    /// A project with a target whose sources are the folder `Alder`.
    static func project(_ settings: String = "INFOPLIST_FILE = Alder/Info.plist;", more: String = "") -> String {
        """
        // !$*UTF8*$!
        { rootObject = P; objects = {
        P = {isa = PBXProject; targets = (T); buildConfigurationList = L; mainGroup = M; };
        M = {isa = PBXGroup; sourceTree = "<group>"; children = (S); };
        S = {isa = PBXFileSystemSynchronizedRootGroup; path = Alder; sourceTree = "<group>"; };
        T = {isa = PBXNativeTarget; name = Alder; productType = "com.apple.product-type.application";
        buildConfigurationList = K; fileSystemSynchronizedGroups = (S); };
        L = {isa = XCConfigurationList; buildConfigurations = (C); };
        K = {isa = XCConfigurationList; buildConfigurations = (D); };
        C = {isa = XCBuildConfiguration; name = Release; buildSettings = { SDKROOT = iphoneos; }; };
        D = {isa = XCBuildConfiguration; name = Release; buildSettings = {
        CODE_SIGN_ENTITLEMENTS = Alder.entitlements; PRODUCT_BUNDLE_IDENTIFIER = example.alder; \(settings) }; };
        \(more)
        }; }
        """
    }

    static func apple(
        _ sources: [String: String],
        information: String = information(""),
        project: String = project(),
        domains: String = domains,
        more: [String: String] = [:]
    ) throws -> LinkReceivers? {
        var files = more
        for (name, text) in sources { files["Alder/\(name)"] = text }
        files["Alder/Info.plist"] = information
        files["Alder.entitlements"] = domains
        files["Alder.xcodeproj/project.pbxproj"] = project
        return try answers(files).first { $0.platform == "Apple" }
    }

    static let delegate = "@main final class AppDelegate: UIResponder, UIApplicationDelegate {"
    static let oldMethod =
        "func application(_ a: UIApplication, continue b: NSUserActivity, restorationHandler c: @escaping (D) -> Void) -> Bool { use(b) }"
    static let scene = "final class SceneDelegate: UIResponder, UIWindowSceneDelegate {"
    static let connect =
        "func scene(_ s: UIScene, willConnectTo t: UISceneSession, options o: UIScene.ConnectionOptions)"
    static let newMethod = "func scene(_ s: UIScene, continue a: NSUserActivity) { use(a) }"

    @Test func anAppDelegateWithoutScenesGetsTheLinkAndNeedsScenes() throws {
        let answer = try Self.apple(["A.swift": "\(Self.delegate)\n\(Self.oldMethod) }"])
        #expect(Self.outcomes(answer) == [[.called, .called]])
        #expect(answer?.routes.first?.warm.place?.line == 2)
        #expect(answer?.lifeCycle == "UIKit without scenes")
        #expect(Self.rules(answer) == ["ios-app-scene-required note"])
    }

    @Test(arguments: [("27.0", "warning"), ("26.2", "note"), ("latest", "note")])
    func theVersionOfXcodeDecidesHowBadItIsToHaveNoScenes(_ version: String, _ severity: String) throws {
        let answer = try Self.apple(
            ["A.swift": "\(Self.delegate)\n\(Self.oldMethod) }"],
            more: [".github/workflows/build.yml": "with:\n  xcode-version: '\(version)'\n"]
        )
        #expect(Self.rules(answer) == ["ios-app-scene-required \(severity)"])
        #expect(answer?.decidedBy.isEmpty == (version == "latest"))
    }

    @Test(arguments: ["", "/"]) func theFilesOfAnAppOfExpoLieInTheProjectsOwnFolder(_ end: String) throws {
        let folder = try TemporaryFolder(["app.json": #"{"expo": {"android": {"package": "example.alder"}}}"#])
        // The search for a project around the app ends at the folder.
        _ = AppFileReader().receivers(atPath: folder.path + end, of: try folder.content())
        #expect(ProjectFolder.folders(from: "a/./b") == ["a/b", "a", ""])
        #expect(ProjectFolder.folders(from: "/a").isEmpty && ProjectFolder.folders(from: "../a").isEmpty)
    }

    @Test func aBuiltAppNamesItsSDK() throws {
        let folder = try TemporaryFolder([
            "Alder/A.swift": "\(Self.delegate)\n\(Self.oldMethod) }", "Alder/Info.plist": Self.information(""),
            "Alder.entitlements": Self.domains, "Alder.xcodeproj/project.pbxproj": Self.project(),
        ])
        var build = AppleAppClaims(identifier: "ABCDE12345.example.alder", file: "Alder.ipa", rank: .built)
        build.sdkName = "iphoneos27.1"
        let answer = AppFileReader().receivers(atPath: folder.path, of: try folder.content(), builds: [build]).first
        #expect(Self.rules(answer) == ["ios-app-scene-required warning"])
        #expect(answer?.decidedBy == ["built with iphoneos27.1, by Alder.ipa"])
    }

    @Test(arguments: [
        // The app delegate's method is never called.
        ("", "", true, LinkReceivers.Outcome.lost, LinkReceivers.Outcome.lost, ["ios-app-link-lifecycle warning"]),
        ("\(connect) { use(o) }", newMethod, true, .called, .called, []),
        ("\(connect) { use(o) }", newMethod, false, .called, .called, []),
        ("\(connect) { }", newMethod, false, .lost, .called, ["ios-app-link-cold warning"]),
        ("\(connect) { use(o.urlContexts) }", newMethod, false, .lost, .called, ["ios-app-link-cold warning"]),
        ("\(connect) { use(o.userActivities) }", newMethod, false, .called, .called, []),
        (
            "\(connect) { use(o) }", newMethod.replacing("use(a)", with: ""), false, .called, .lost,
            ["ios-app-link-unreceived warning"]
        ),
        ("", newMethod, false, .lost, .called, ["ios-app-link-cold warning"]),
        ("\(connect) { use(o) }", "", false, .called, .lost, ["ios-app-link-warm warning"]),
        ("\(connect) { }", "", false, .lost, .lost, ["ios-app-link-unreceived warning"]),
    ])
    func scenesNeedTheirOwnMethods(
        _ connect: String,
        _ method: String,
        _ hasOld: Bool,
        _ cold: LinkReceivers.Outcome,
        _ warm: LinkReceivers.Outcome,
        _ rules: [String]
    ) throws {
        let answer = try Self.apple(
            [
                "A.swift": "\(Self.delegate) \(hasOld ? Self.oldMethod : "") }",
                "S.swift": "\(Self.scene)\n\(connect)\n}\nextension SceneDelegate { \(method) }",
            ],
            information: Self.information(Self.scenes("$(PRODUCT_MODULE_NAME).SceneDelegate"))
        )
        #expect(Self.outcomes(answer) == [[cold, warm]])
        #expect(Self.rules(answer) == rules)
        // Code to paste calls only methods that it or the class has, and none is there twice.
        let code = (answer?.findings ?? []).compactMap(\.code).flatMap(\.self).joined(separator: "\n")
        for (call, name) in [
            ("scene(scene, continue:", ", continue "), ("scene(scene, openURLContexts:", ", openURLContexts "),
        ] {
            let count = (code + method).ranges(of: name).count
            #expect(code.contains(call) ? count == 1 : count <= 1, "\(code)")
        }
        #expect(connect.isEmpty || !code.contains("willConnectTo session"), "\(code)")
    }

    /// The code to paste has only what is missing for the scheme.
    @Test(arguments: [
        (
            "", information(""),
            "\(connect) { }\nfunc scene(_ s: UIScene, openURLContexts c: Set<UIOpenURLContext>) { use(c) }",
            "ios-app-link-cold", "a link of a custom scheme that starts the app is lost", 2
        ),
        (
            openMethod, domains, "\(connect) { use(o.userActivities) }\n\(newMethod)", "ios-app-link-lifecycle",
            "iOS 13 and later never call application(_:open:options:)", 5
        ),
    ])
    func aLostLinkOfACustomSchemeIsCalledOne(
        _ old: String,
        _ domains: String,
        _ methods: String,
        _ rule: String,
        _ message: String,
        _ lines: Int
    ) throws {
        let types =
            "<key>CFBundleURLTypes</key><array><dict><key>CFBundleURLSchemes</key><array><string>shelf</string></array></dict></array>"
        let answer = try Self.apple(
            ["A.swift": "\(Self.delegate) \(old) }", "S.swift": "\(Self.scene)\n\(methods) }"],
            information: Self.information(types + Self.scenes("SceneDelegate")),
            domains: domains
        )
        let finding = try #require(answer?.findings.first)
        #expect(Self.rules(answer) == ["\(rule) warning"] && finding.isAboutCustomScheme)
        #expect(finding.message.contains(message), "\(finding)")
        let code = finding.code ?? []
        #expect(code.count == lines && code.last?.hasSuffix("openURLContexts: connectionOptions.urlContexts)") == true)
    }

    @Test(arguments: [("INFOPLIST_KEY_UIApplicationSceneManifest_Generation = YES;", true), ("", false)])
    func aBuildSettingEmptiesTheScenesOfTheFile(_ setting: String, _ isOverwritten: Bool) throws {
        let answer = try Self.apple(
            [
                "A.swift": "\(Self.delegate) \(Self.oldMethod) }",
                "S.swift": "\(Self.scene)\n\(Self.connect) { use(o) }\n\(Self.newMethod) }",
            ],
            information: Self.information(Self.scenes("SceneDelegate")),
            project: Self.project("GENERATE_INFOPLIST_FILE = YES; INFOPLIST_FILE = Alder/Info.plist; \(setting)")
        )
        #expect(Self.rules(answer).contains("ios-app-scene-overwritten warning") == isOverwritten)
    }

    @Test(arguments: [
        (
            "final class SceneDelegate: PodSceneDelegate { }",
            "the base class PodSceneDelegate of SceneDelegate is not in the sources"
        ),
        ("", "the class SceneDelegate of the scene's delegate is not in the sources"),
    ])
    func aClassThatIsNotThereDecidesNothing(_ text: String, _ reason: String) throws {
        let answer = try Self.apple(
            ["A.swift": "\(Self.delegate) \(Self.oldMethod) }", "S.swift": text],
            information: Self.information(Self.scenes("SceneDelegate"))
        )
        #expect(Self.outcomes(answer) == [[.undecided, .undecided]])
        #expect(answer?.routes.first?.cold.text == reason)
        #expect(Self.rules(answer).isEmpty)
    }

    @Test func theBaseOfASceneDelegateMayHaveTheMethods() throws {
        let answer = try Self.apple(
            [
                "A.swift": "\(Self.delegate) }", "S.swift": "final class SceneDelegate: Base { }",
                "B.swift":
                    "class Base: UIResponder, UIWindowSceneDelegate { \(Self.connect) { use(o) } \(Self.newMethod) }",
            ],
            information: Self.information(Self.scenes("SceneDelegate"))
        )
        #expect(Self.outcomes(answer) == [[.called, .called]])
    }

    @Test(arguments: [
        ("extension NSObject", "a", true), ("extension UIView", "UIApplication.shared.delegate", true),
        ("extension UIAlertView", "a", false),
    ])
    func exchangedMethodsDecideNothing(_ type: String, _ method: String, _ isOpen: Bool) throws {
        let answer = try Self.apple(
            [
                "A.swift": "\(Self.delegate) \(Self.oldMethod) }",
                "E.swift": "\(type) { func f() { method_exchangeImplementations(\(method), b) } }",
                "S.swift": "\(Self.scene) }",
            ],
            information: Self.information(Self.scenes("SceneDelegate"))
        )
        #expect(Self.outcomes(answer) == (isOpen ? [[.undecided, .undecided]] : [[.lost, .lost]]))
        #expect(Self.rules(answer).isEmpty == isOpen)
    }

    @Test(arguments: [
        (".onOpenURL { _ in }", LinkReceivers.Outcome.called, [String]()),
        (".receivesAppLinks(into: inbox)", .called, []),
        (".onContinueUserActivity(NSUserActivityTypeBrowsingWeb) { _ in }", .called, []),
        ("", .lost, ["ios-app-link-swiftui warning"]),
    ])
    func anAppOfSwiftUINeedsAModifier(_ modifier: String, _ outcome: LinkReceivers.Outcome, _ rules: [String]) throws {
        let answer = try Self.apple([
            "A.swift": "@main struct Alder: App { var body: some Scene { WindowGroup { Text(\"\")\(modifier) } } }",
            "D.swift": "final class D: NSObject, UIApplicationDelegate { \(Self.oldMethod) }",
        ])
        #expect(Self.outcomes(answer) == [[outcome, outcome]])
        #expect(Self.rules(answer) == rules)
        #expect(answer?.lifeCycle == "SwiftUI")
    }

    /// The code to paste is that of the app's life cycle, whatever other methods the app has.
    @Test func theCodeForAnAppWithoutAMethodIsThatOfItsLifeCycle() throws {
        func code(_ sources: [String: String], _ information: String = "") throws -> [String] {
            let answer = try Self.apple(sources, information: Self.information(information))
            let finding = try #require(answer?.findings.last { $0.rule == .iosAppLinkUnreceived })
            return try #require(finding.code)
        }
        let schemes = "\(Self.delegate) \(Self.openMethod) }"
        let scenes = try code(
            ["A.swift": schemes, "S.swift": "\(Self.scene) \(Self.connect) { } }"],
            Self.scenes("SceneDelegate")
        )
        #expect(scenes.first?.hasPrefix("func scene(") == true)
        #expect(try code(["A.swift": schemes]).first?.hasPrefix("func application(") == true)
        let app = "@main struct Alder: App { var body: some Scene { WindowGroup { Text(\"\") } } }"
        let delegate = "final class D: NSObject, UIApplicationDelegate { \(Self.openMethod) }"
        #expect(try code(["A.swift": app]).first?.hasPrefix(".onOpenURL") == true)
        #expect(try code(["A.swift": app, "D.swift": delegate]).first?.hasPrefix(".onOpenURL") == true)
    }

    /// A widget or a Watch app of the same project is another program.
    @Test func theEntryIsThatOfTheTargetAndReceiversCountEverywhere() throws {
        let answer = try Self.apple(
            ["A.swift": "\(Self.delegate) }", "S.swift": "\(Self.scene) \(Self.connect) { use(o) } }"],
            information: Self.information(Self.scenes("SceneDelegate")),
            more: [
                "Watch/W.swift": "@main struct Watch: App { }",
                "Packages/Links/Sources/L.swift": "extension SceneDelegate { \(Self.newMethod) }",
                "Pods/P.swift": "class P { \(Self.oldMethod) }", "AlderTests/T.swift": "class T { \(Self.oldMethod) }",
            ]
        )
        #expect(answer?.lifeCycle == "UIKit with scenes")
        #expect(Self.outcomes(answer) == [[.called, .called]])
        #expect(Self.rules(answer).isEmpty)
    }

    /// The answer is about the configuration that users probably get, with its own Info.plist.
    @Test(arguments: ["example", "example.alder"]) func theConfigurationThatUsersGetIsAnswered(_ debug: String) throws {
        func configuration(_ object: String, _ name: String, _ id: String) -> String {
            """
            \(object) = {isa = XCBuildConfiguration; name = "\(name)"; buildSettings = { INFOPLIST_FILE = Alder/Dev.plist;
            CODE_SIGN_ENTITLEMENTS = Alder.entitlements; PRODUCT_BUNDLE_IDENTIFIER = \(id); }; };
            """
        }
        let more =
            configuration("E", "Debug", debug) + configuration("F", "Release-Dev", "example.alder.dev")
            + configuration("G", "Release-Test", "example.alder.test")
        let answer = try Self.apple(
            [
                "A.swift": "\(Self.delegate) }",
                "S.swift": "\(Self.scene) \(Self.connect) { use(o) } \(Self.newMethod) }",
                "Dev.plist": Self.information(""),
            ],
            information: Self.information(Self.scenes("SceneDelegate")),
            project: Self.project(more: more).replacing(
                "buildConfigurations = (D)",
                with: "buildConfigurations = (E, F, D, G)"
            )
        )
        #expect(answer?.id.description == "example.alder")
        #expect(Self.outcomes(answer) == [[.called, .called]])
    }

    @Test func aPackageBesideTheFolderLeavesItOpenWhetherAMethodIsThere() throws {
        let answer = try Self.apple(
            ["A.swift": "@main struct Alder: App { }"],
            project: Self.project(more: "R = {isa = XCLocalSwiftPackageReference; relativePath = ../Links; };")
        )
        #expect(Self.outcomes(answer) == [[.undecided, .undecided]])
        #expect(Self.rules(answer).isEmpty)
    }

    @Test func anEmptyManifestIsNotDecided() throws {
        let settings =
            "GENERATE_INFOPLIST_FILE = YES; \"INFOPLIST_KEY_UIApplicationSceneManifest_Generation[sdk=iphoneos*]\" = YES;"
        let answer = try Self.apple(
            ["A.swift": "\(Self.delegate) \(Self.oldMethod) }"],
            project: Self.project(settings)
        )
        #expect(Self.outcomes(answer) == [[.undecided, .undecided]])
        #expect(Self.rules(answer) == ["ios-app-scene-required note"])
    }

    @Test func objectiveCIsReadToo() throws {
        let answer = try Self.apple(
            [
                "main.m": "int main(int c, char **v) { return UIApplicationMain(c, v, nil, @\"A\"); }",
                "S.h": "@interface S : UIResponder <UIWindowSceneDelegate>\n@end",
                "S.m":
                    "@implementation S\n- (void)scene:(UIScene *)s willConnectToSession:(UISceneSession *)t options:(UISceneConnectionOptions *)o { }\n- (void)scene:(UIScene *)s continueUserActivity:(NSUserActivity *)a { use(a); }\n@end",
            ],
            information: Self.information(Self.scenes("S"))
        )
        #expect(Self.outcomes(answer) == [[.lost, .called]])
        #expect(Self.rules(answer) == ["ios-app-link-cold warning"])
    }

    static let openMethod =
        "func application(_ a: UIApplication, open u: URL, options o: [UIApplication.OpenURLOptionsKey: Any]) -> Bool { use(u) }"

    @Test func aMethodForSchemesTakesNoLinkOfAHost() throws {
        let answer = try Self.apple(["A.swift": "\(Self.delegate)\n\(Self.openMethod) }"])
        #expect(Self.outcomes(answer) == [[.lost, .lost]])
        #expect(Self.rules(answer) == ["ios-app-scene-required note", "ios-app-link-unreceived warning"])
        let finding = answer?.findings.last
        #expect(finding?.message.contains("only application(_:open:options:), which takes custom schemes") == true)
        #expect(finding?.place?.position.line == 2)
    }

    /// The link that opens a clip is a link of a host.
    @Test func anAppClipIsAnsweredToo() throws {
        let clip = Self.project().replacing(
            "product-type.application",
            with: "product-type.application.on-demand-install-capable"
        )
        func answer(_ domain: String) throws -> LinkReceivers? {
            try Self.apple(
                [
                    "A.swift": "@main struct Alder: App { var body: some Scene { W()",
                    "B.swift":
                        "extension W { var more: some View { self.onContinueUserActivity(NSUserActivityTypeBrowsingWeb) { } } }",
                ],
                project: clip,
                domains: Self.entitlements(domain)
            )
        }
        #expect(Self.outcomes(try answer("appclips:www.alder.example")) == [[.called, .called]])
        #expect(try answer("appclips:www.alder.example")?.title.hasPrefix("Apple App Clip ") == true)
        #expect(try answer("webcredentials:www.alder.example") == nil)
    }

    @Test func aSharedActionOfABuildServerNamesXcodeToo() throws {
        let answer = try Self.apple(
            ["A.swift": "\(Self.delegate)\n\(Self.oldMethod) }"],
            more: [".github/actions/set-up/action.yml": "inputs:\n  with:\n    xcode-version: '27.1'\n"]
        )
        #expect(Self.rules(answer) == ["ios-app-scene-required warning"])
    }

    @Test func otherServicesOfTheEntitlementAreNoLinks() throws {
        let answer = try Self.apple(
            ["A.swift": "\(Self.delegate) }"],
            domains: Self.entitlements("webcredentials:www.alder.example")
        )
        #expect(answer == nil)
    }
}
