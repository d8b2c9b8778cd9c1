import Testing

@_spi(Bolts) @testable import AppFiles
@_spi(Bolts) @testable import BoltsSiteCheck

extension ReceiverReaderTests {
    static func flutter(
        _ pubspec: String,
        plist: String = "",
        meta: String = "",
        behind: String = "",
        more: [String: String] = [:]
    ) throws -> [LinkReceivers] {
        let files = [
            "pubspec.yaml": pubspec,
            "lib/main.dart":
                "import 'package:app_links/app_links.dart'; void main() { AppLinks().uriLinkStream.listen(print); }",
            "ios/Runner.entitlements": domains,
            "ios/Info.plist": information(scenes("FlutterSceneDelegate") + plist),
            "ios/AppDelegate.swift": "@main @objc class AppDelegate: FlutterAppDelegate { }",
            "android/app/src/main/AndroidManifest.xml": manifest(
                "a:launchMode=\"singleTop\"",
                more: meta,
                behind: behind
            ),
            "android/app/src/main/kotlin/MainActivity.kt": "class MainActivity : FlutterActivity()",
        ]
        return try answers(files.merging(more) { $1 })
    }

    @Test(arguments: [
        (">=3.41.0", "app_links", "", LinkReceivers.Outcome.twice, ["warning"]),
        // The version may be 3.27 or newer.
        (">=3.24.0", "app_links", "", .called, ["note"]),
        (">=3.24.0", "app_links", "true", .twice, ["warning"]), (">=3.24.0", "app_links", "false", .called, []),
        (">=3.41.0", "other", "", .called, []), (">=3.41.0", "app_links", "false", .called, []),
    ])
    func aPluginAndFlutterTakeALinkTwiceUnlessOneIsOff(
        _ version: String,
        _ plugin: String,
        _ flag: String,
        _ outcome: LinkReceivers.Outcome,
        _ severities: [String]
    ) throws {
        let answers = try Self.flutter(
            "name: a\nenvironment:\n  flutter: \"\(version)\"\ndependencies:\n  \(plugin): ^7.0.0\n",
            plist: flag.isEmpty ? "" : "<key>FlutterDeepLinkingEnabled</key><\(flag)/>",
            meta: flag.isEmpty ? "" : "<meta-data a:name=\"flutter_deeplinking_enabled\" a:value=\"\(flag)\"/>"
        )
        #expect(answers.count == 2)
        for answer in answers {
            #expect(Self.outcomes(answer) == [[outcome, outcome]], "\(answer)")
            #expect(Self.rules(answer) == severities.map { "flutter-app-link-double \($0)" })
            #expect(answer.decidedBy.first?.contains("pubspec.yaml") == true)
        }
    }

    /// A plugin that Dart does not use takes nothing on Android, and may keep the link from Flutter on iOS.
    @Test(arguments: [
        ("import 'package:app_links/app_links.dart';", true, true),
        ("import 'none.dart' if (dart.library.io) 'package:app_links/app_links.dart';", true, true),
        ("export \"package:app_links/app_links.dart\" show AppLinks;", true, true),
        ("// import 'package:app_links/app_links.dart';", true, false), ("import 'app_links.dart';", true, false),
        ("import 'package:app_links_linux/app_links_linux.dart';", false, false), ("class AppLinks { }", false, false),
    ])
    func onlyAPluginThatDartImportsTakesALinkTwice(_ dart: String, _ isOn: Bool, _ isUsed: Bool) throws {
        let answers = try Self.flutter(
            "environment:\n  flutter: \">=3.41.0\"\ndependencies:\n  uni_links: ^1.0.0\n  app_links: ^7.0.0\n",
            meta: "<meta-data a:name=\"flutter_deeplinking_enabled\" a:value=\"\(isOn)\"/>",
            more: ["lib/main.dart": dart]
        )
        let outcomes: [LinkReceivers.Outcome] = isUsed ? [.twice, .twice] : [.undecided, isOn ? .called : .undecided]
        #expect(answers.map(Self.outcomes) == outcomes.map { [[$0, $0]] }, "\(answers)")
        #expect(answers.allSatisfy { $0.findings.isEmpty != isUsed })
    }

    /// A project that Dart 3.6 refuses is not built with Flutter 3.27.
    @Test(arguments: [
        ("sdk: '>=2.10.0 <3.0.0'", false), ("sdk: ^2.10.0", false), ("sdk: '>=2.10.0'", false), ("sdk: 3.3.0", false),
        ("sdk: '<3.0.0'", false), ("sdk: '>=2.12.0 <2.20.0'", false), ("sdk: '>=3.0.0 <3.6.0'", false),
        ("sdk: '>=3.0.0 <=3.5.4'", false),
        // Dart 3 reads this bound as <4.0.0.
        ("sdk: '>=2.12.0 <3.0.0'", true), ("sdk: ^2.17.0", true), ("sdk: ^3.2.0", true), ("sdk: '>=3.0.0'", true),
        ("sdk: '>=3.0.0 <3.6.1'", true), ("sdk: '>=3.0.0 <=3.6.0'", true), ("sdk: any", true),
        // The bound of Flutter is ignored.
        ("flutter: '>=3.3.0 <3.20.0'", true),
    ])
    func aRangeOfDartMayExcludeNewFlutter(_ environment: String, _ mayBeNew: Bool) throws {
        let answers = try Self.flutter(
            "environment:\n  \(environment)\ndependencies:\n  flutter:\n  app_links: ^7.0.0\n"
        )
        let notes = mayBeNew ? ["flutter-app-link-double note"] : []
        #expect(answers.map(Self.rules) == [notes, notes], "\(answers)")
        // The command prints one of equal messages.
        #expect(Set(answers.flatMap(\.findings).map(\.message)).count == notes.count)
    }

    @Test func aVersionOfFlutterThatIsNamedExactlyIsNoOther() throws {
        let pubspec = "environment:\n  flutter: \">=3.3.0\"\ndependencies:\n  app_links: ^7.0.0\n"
        for (version, outcome) in [("3.24.5", LinkReceivers.Outcome.called), ("3.44.1", .twice)] {
            let answers = try Self.flutter(pubspec, more: [".fvmrc": "{\"flutter\": \"\(version)\"}"])
            #expect(answers.map(Self.outcomes) == [[[outcome, outcome]], [[outcome, outcome]]])
            #expect(answers.allSatisfy { Self.rules($0).isEmpty == (outcome == .called) })
            #expect(answers.first?.decidedBy.first?.contains(" \(version), by ") == true)
        }
    }

    @Test func aVersionIsChosenInAFolderAroundTheProject() throws {
        let pubspec = "environment:\n  flutter: \">=3.3.0\"\ndependencies:\n  app_links: ^7.0.0\n"
        let files = ["apps/shelf/pubspec.yaml": pubspec, ".fvmrc": "{\"flutter\": \"3.44.1\"}"]
        let kept = try TemporaryFolder(files)
        let facts = FlutterProject(around: "apps/shelf/ios", in: try ProjectFolder(path: kept.path), .init(.init()))?
            .facts
        #expect(facts?.version?.text.contains("3.44.1, by \(kept.file(".fvmrc"))") == true)
    }

    @Test(arguments: ["{", "{\"flutter\": \"stable\"}"])
    func aVersionAroundTheProjectIsNotTakenForANearerOneThatIsUnknown(_ nearer: String) throws {
        let pubspec = "environment:\n  flutter: \">=3.3.0\"\ndependencies:\n  app_links: ^7.0.0\n"
        let files = [
            "apps/shelf/pubspec.yaml": pubspec, "apps/shelf/.fvmrc": nearer, ".fvmrc": "{\"flutter\": \"3.44.1\"}",
        ]
        let kept = try TemporaryFolder(files)
        let facts = FlutterProject(around: "apps/shelf/ios", in: try ProjectFolder(path: kept.path), .init(.init()))?
            .facts
        #expect(facts?.version?.text.contains("3.44.1") == false)
    }

    @Test func aListOfPluginsThatCannotBeReadIsNotEmpty() throws {
        let answers = try Self.flutter("environment:\n  flutter: \">=3.41.0\"\ndependencies: [\n")
        #expect(answers.map(Self.outcomes) == [[[.undecided, .undecided]], [[.undecided, .undecided]]])
        #expect(answers.allSatisfy { Self.rules($0).isEmpty })
    }

    /// Flutter's activity reads its own values instead of those of the application.
    @Test func aFlagOfTheWholeApplicationSwitchesNothingOff() throws {
        let answers = try Self.flutter(
            "environment:\n  flutter: \">=3.41.0\"\ndependencies:\n  app_links: ^7.0.0\n",
            plist: "<key>FlutterDeepLinkingEnabled</key><false/>",
            behind: "<meta-data a:name=\"flutter_deeplinking_enabled\" a:value=\"false\"/>"
        )
        let android = answers.first { $0.platform == "Android" }
        #expect(Self.outcomes(android) == [[.twice, .twice]])
        #expect(android?.findings.first?.fix.contains("does not read the one of the application") == true)
        #expect(answers.filter { $0.platform == "Apple" }.allSatisfy { $0.findings.isEmpty })
    }
}
