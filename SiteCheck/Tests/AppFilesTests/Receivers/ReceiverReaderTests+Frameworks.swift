import Testing

@_spi(Bolts) @testable import AppFiles
@_spi(Bolts) @testable import BoltsSiteCheck

extension ReceiverReaderTests {
    @Test(arguments: [
        (
            "{\"dependencies\": {\"react-native\": \"0.80.0\"}}", "class AppDelegate: RCTAppDelegate",
            LinkReceivers.Outcome.called, LinkReceivers.Outcome.lost
        ),
        (
            "{\"dependencies\": {\"react-native\": \"0.80.0\", \"expo\": \"54\"}}",
            "class AppDelegate: ExpoAppDelegate", .called, .called
        ),
        // This library replaces methods at run time.
        (
            "{\"dependencies\": {\"react-native\": \"0.80.0\", \"@react-native-firebase/dynamic-links\": \"18\"}}",
            "class AppDelegate: RCTAppDelegate", .called, .undecided
        ),
        // Expo takes links only by its class of the delegate.
        (
            "{\"dependencies\": {\"react-native\": \"0.63.4\", \"expo\": \"39\"}}",
            "class AppDelegate: UMAppDelegateWrapper", .called, .lost
        ),
        (
            "{\"dependencies\": {\"react-native\": \"0.80.0\", \"expo\": \"54\"}}", "class AppDelegate: UIResponder",
            .called, .lost
        ),
        ("{\"dependencies\": {\"@capacitor/ios\": \"8\"}}", "class AppDelegate: UIResponder", .lost, .lost),
    ])
    func frameworksHandLinksOn(
        _ package: String,
        _ head: String,
        _ cold: LinkReceivers.Outcome,
        _ warm: LinkReceivers.Outcome
    ) throws {
        let answer = try Self.apple(["A.swift": "@main \(head) { }"], more: ["package.json": package])
        #expect(Self.outcomes(answer) == [[cold, warm]])
        let missing = warm == .lost ? ["ios-app-link-unreceived warning"] : []
        #expect(Self.rules(answer).sorted() == missing + ["ios-app-scene-required note"])
        let message = answer?.findings.first { $0.rule == .iosAppLinkUnreceived }?.message
        #expect(
            message?.hasSuffix(cold == .lost ? "a link is lost." : "a link to the running app is lost.")
                ?? missing.isEmpty
        )
        // A scene's delegate of the app's own would keep the links from the framework.
        #expect(answer?.findings.first?.code == nil)
        #expect(answer?.findings.first?.fix.hasPrefix("Move the app to scenes as the documentation of ") == true)
    }

    /// A method of the app that does not hand the link on keeps it from the framework.
    @Test(
        arguments: [
            ("FlutterAppDelegate", "return false", LinkReceivers.Outcome.lost, "warning", "return super."),
            (
                "FlutterAppDelegate",
                "guard let h = b.handle else { return false }; return super.application(a, continue: b)", .lost,
                "warning",
                "return super."
            ),
            ("FlutterAppDelegate", "return take(b)", .called, "warning", "return super."),
            ("FlutterAppDelegate", "return super.application(a, continue: b)", .called, nil, nil),
            ("ExpoAppDelegate", "return take(b)", .called, "warning", "return super."),
            ("RCTAppDelegate", "return true", .lost, "warning", "func application"),
            ("UIResponder, UIApplicationDelegate", "return false", .lost, "warning", "func application"),
            ("UIResponder, UIApplicationDelegate", "return take(b)", .called, nil, nil),
        ] as [(String, String, LinkReceivers.Outcome, String?, String?)]
    )
    func aDelegateHandsTheLinkOn(
        _ base: String,
        _ body: String,
        _ warm: LinkReceivers.Outcome,
        _ severity: String?,
        _ code: String?
    ) throws {
        let method = Self.oldMethod.replacing("use(b)", with: body)
        let package = base.hasPrefix("UIResponder") ? "{\"dependencies\": {\"@capacitor/ios\": \"8\"}}" : "{}"
        let answer = try Self.apple(
            ["A.swift": "@main class AppDelegate: \(base) {\noverride \(method) }"],
            more: ["package.json": package]
        )
        let finding = answer?.findings.first { $0.rule == .iosAppLinkUnreceived }
        #expect(answer?.routes.first?.warm.outcome == warm)
        #expect(finding.map { "\($0.severity)" } == severity)
        #expect(finding.map { $0.place?.position.line } == severity.map { _ in 2 })
        #expect(finding?.code?.first?.contains(code ?? "") ?? (code == nil))
    }

    /// In C# only the absence of the method is certain, and a package may take links too.
    @Test(
        arguments: [
            ("", "Microsoft.Maui.Controls", LinkReceivers.Outcome.lost, "warning"),
            ("ios.ContinueUserActivity((a, b, c) => Take(b))", "Microsoft.Maui.Controls", .undecided, nil),
            (
                "[Export(\"application:continueUserActivity:restorationHandler:\")]", "Microsoft.Maui.Controls",
                .undecided, nil
            ),
            ("", "Other.Links", .undecided, "note"),
        ] as [(String, String, LinkReceivers.Outcome, String?)]
    )
    func anAppOfMauiNeedsAnEvent(
        _ code: String,
        _ package: String,
        _ outcome: LinkReceivers.Outcome,
        _ severity: String?
    ) throws {
        let project = """
            <Project><PropertyGroup><TargetFramework>net9.0-ios</TargetFramework><OutputType>Exe</OutputType>
            <UseMaui>true</UseMaui><ApplicationId>example.alder</ApplicationId></PropertyGroup>
            <ItemGroup><PackageReference Include="\(package)" Version="9" /></ItemGroup></Project>
            """
        let answer = try Self.answers([
            "Alder.csproj": project, "Platforms/iOS/Entitlements.plist": Self.domains, "MauiProgram.cs": code,
        ]).first
        #expect(Self.outcomes(answer) == [[outcome, outcome]])
        #expect(Self.rules(answer) == severity.map { ["ios-app-link-unreceived \($0)"] } ?? [])
        let finding = answer?.findings.first
        #expect(finding?.file.hasSuffix("MauiProgram.cs") ?? (severity == nil))
        #expect(finding?.code?.isEmpty == (severity == nil ? nil : false))
    }

    /// An app whose half for Android names hosts should open their links on Apple's devices too.
    @Test(arguments: [("example.alder", ["ios-app-link-unreceived note"]), ("example.birch", [])])
    func theHalfForAndroidShowsThatAnAppOfMauiOpensLinks(_ package: String, _ rules: [String]) throws {
        let project = """
            <Project><PropertyGroup><TargetFrameworks>net9.0-android;net9.0-ios</TargetFrameworks><OutputType>Exe</OutputType>
            <UseMaui>true</UseMaui><ApplicationId>example.alder</ApplicationId></PropertyGroup></Project>
            """
        let answers = try Self.answers([
            "Alder.csproj": project,
            "Platforms/Android/AndroidManifest.xml": SampleManifest.text(
                package: package,
                data: #"<data a:scheme="https" a:host="alder.example"/>"#
            ),
        ])
        let answer = answers.first { $0.platform == "Apple" }
        #expect(Self.rules(answer) == rules && answer?.routes.isEmpty ?? true)
        let text =
            "No C# file has ContinueUserActivity: once the entitlement names a host, the link opens the app, and is lost."
        #expect(answer?.findings.allSatisfy { $0.message == text } ?? rules.isEmpty)
    }

    static let sceneInformation = information(scenes("SceneDelegate"))

    /// Before version 0.88 React Native reads only the options of the launch, which a scene leaves empty.
    @Test(arguments: [
        ("0.83.5", ["ios-app-link-cold warning"]), ("^0.87.2", ["ios-app-link-cold warning"]), ("0.88.0", []),
    ])
    func theVersionOfReactNativeDecidesWhetherAScenesOptionsMayBeRead(_ version: String, _ rules: [String]) throws {
        let answer = try Self.apple(
            ["A.swift": "\(Self.delegate) }", "S.swift": "\(Self.scene) \(Self.connect) { } \(Self.newMethod) }"],
            information: Self.sceneInformation,
            more: ["package.json": "{\"dependencies\": {\"react-native\": \"\(version)\"}}"]
        )
        #expect(Self.rules(answer) == rules)
        #expect(answer?.findings.first?.code?.contains { $0.contains("launch[.url]") } ?? rules.isEmpty)
        let number = version.drop { $0 == "^" }
        #expect(answer?.decidedBy.first?.hasPrefix("React Native \(number), by ") == true)
    }

    /// The scene delegates of the frameworks' templates: the framework's class, one that is derived from it, or one that calls it.
    @Test(arguments: [
        // Expo uses the Objective-C name of its class.
        ("EXExpoAppSceneDelegate", "", LinkReceivers.Outcome.called, LinkReceivers.Outcome.called),
        ("SceneDelegate", "class SceneDelegate: ExpoAppSceneDelegate { }", .called, .called),
        (
            "SceneDelegate",
            """
            class SceneDelegate: UIResponder, UIWindowSceneDelegate {
            func scene(_ scene: UIScene, willConnectTo s: UISceneSession, options connectionOptions: UIScene.ConnectionOptions) {
            SceneDelegateProxy.shared.scene(scene, willConnectTo: s, options: connectionOptions) }
            func scene(_ scene: UIScene, continue userActivity: NSUserActivity) {
            SceneDelegateProxy.shared.scene(scene, continue: userActivity) } }
            """, .called, .called
        ),
        // Cordova's class takes custom schemes.
        ("CDVSceneDelegate", "", .undecided, .undecided),
        ("RCTSceneDelegate", "", .called, .called),
    ])
    func scenesOfFrameworksHandLinksOn(
        _ name: String,
        _ source: String,
        _ cold: LinkReceivers.Outcome,
        _ warm: LinkReceivers.Outcome
    ) throws {
        let answer = try Self.apple(
            ["A.swift": "\(Self.delegate) }", "S.swift": source],
            information: Self.information(Self.scenes(name))
        )
        #expect(Self.outcomes(answer) == [[cold, warm]], "\(String(describing: answer))")
        #expect(Self.rules(answer).isEmpty)
    }
}
