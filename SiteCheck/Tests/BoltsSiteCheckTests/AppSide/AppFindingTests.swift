import Testing

@_spi(Bolts) @testable import BoltsAssociations
@_spi(Bolts) @testable import BoltsSiteCheck

/// Tests what is found beside the answer: other apps, files and platforms of a project.
struct AppFindingTests: AppSideSuite {
    private typealias Input = AppSideInput

    /// The path of an association file in the project, the package in it, and what its fix says beside the file's path.
    @Test(arguments: [
        ("site/.well-known/assetlinks.json", AppSideInput.package, "leave out names that begin with a dot"),
        ("site/assetlinks.json", AppSideInput.package, ""), ("site/assetlinks.json", "org.sample.other", nil),
        ("site/apple-app-site-association", AppSideInput.package, nil),
    ])
    func theProjectsFileIsDeployedWhereTheHostServesNone(_ path: String, _ package: String, _ fix: String?) throws {
        var input = AppSideInput.android().with(android: nil)
        let text = "[{\"target\": {\"package_name\": \"\(package)\"}}]"
        input.claims.associationFiles = [ProjectAssociationFile(path: path, bytes: Array(text.utf8))]
        let finding = try #require(input.verdict().findings.first { $0.rule == .crossAppHostUnserved })
        #expect(finding.fix.hasPrefix("Deploy \(path), ") == (fix != nil), "\(finding.fix)")
        #expect(finding.fix.contains("begin with a dot") == (fix?.isEmpty == false), "\(finding.fix)")
        #expect((Fix(of: finding, host: "shelf.example", claims: input.claims).name == "instruction") == (fix != nil))
    }

    /// The served file, the project's, what is said about both, and the fix: the better file for the app is the one to have.
    @Test(
        arguments: [
            (
                file(), file("\"paths\": [\"*\"], "), "the project's file has aasa-components-with-paths",
                "Change the project's"
            ),
            (
                file("\"paths\": [\"*\"], "), file(), "the served one has aasa-components-with-paths",
                "Deploy the project's file."
            ),
            (
                file(path: "/a/*"), file(), "the served one does not let \(Input.identifier) open https",
                "Deploy the project's file."
            ),
            (
                file(), file(path: "/a/*"), "the project's file does not let \(Input.identifier) open https",
                "Change the project's"
            ),
            (
                file("\"paths\": [\"*\"], "), file(path: "/a/*"),
                "/, and the served one has aasa-components-with-paths", "Write a file"
            ),
            (
                file(more: ", \"webcredentials\": {\"apps\": [\"\(Input.identifier)\"]}"), file(),
                "the project's file does not name \(Input.identifier) for webcredentials", "Change the project's"
            ),
            (file(more: ", \"x\": 1"), file(), "serves.", "Deploy the project's file, or change it"),
            (
                file(more: ", \"webcredentials\": {\"apps\": [\"QX7SAMPLE1.org.sample.other\"]}"), file(), "serves.",
                "Deploy the project's file, or change it"
            ),
            ("{}", "[", "serves", "Write a file"),
        ] as [(String, String, String, String)]
    )
    func theBetterOfTheProjectsFileAndTheServedOneIsNamed(
        _ served: String,
        _ own: String,
        _ message: String,
        _ fix: String
    ) throws {
        var input = Input.apple().with(apple: served)
        input.claims.associationFiles = [
            ProjectAssociationFile(path: "web/apple-app-site-association", bytes: Array(own.utf8))
        ]
        if own == "[" { input.claims.apple[0].identifier = nil }
        let finding = try #require(input.verdict().findings.first { $0.rule == .crossAppNotDeployed })
        #expect(finding.message.contains(message), "\(finding.message)")
        #expect(finding.fix.hasPrefix(fix), "\(finding.fix)")
        // The file may be that of another host.
        input.claims.apple[0].domains = ["applinks:other.example"]
        let foreign = try #require(input.verdict().findings.first { $0.rule == .crossAppNotDeployed })
        #expect(foreign.severity == .note && foreign.fix.hasPrefix("If the project's file is for this host"))
    }

    private static func file(_ members: String = "", path: String = "/*", more: String = "") -> String {
        "{\"applinks\": {\"details\": [{\"appIDs\": [\"\(Input.identifier)\"], \(members)"
            + "\"components\": [{\"/\": \"\(path)\"}]}]}\(more)}"
    }

    /// If a project is set up on one platform only, and the site has no file for the other one, the other one is named.
    @Test(arguments: [("other.example", true), ("shelf.example", false)])
    func thePlatformThatIsNotSetUpIsNamed(_ host: String, _ isMissing: Bool) {
        var android = Input.android()
        android.claims.apple = Input.apple(["applinks:\(host)"]).claims.apple
        var apple = Input.apple()
        apple.claims.android = Input.android(host: host).claims.android
        // What the Mac's part of the app names does not matter where it is not known.
        var parts = android
        var mac = parts.claims.apple[0]
        (mac.devices, mac.domains, mac.gap) = ([.mac], nil, SourceGap("the entitlements cannot be read"))
        parts.claims.apple.insert(mac, at: 0)
        for (input, rule) in [
            (android.with(apple: nil), "ios-app-domain-missing"), (parts.with(apple: nil), "ios-app-domain-missing"),
            (apple.with(android: nil), "android-app-host-missing"),
        ] {
            let verdict = input.verdict()
            let found = verdict.findings.filter { $0.rule.id == rule && $0.message.hasPrefix("Only ") }
            let closed = verdict.answers.filter { $0.outcome == .closed && $0.finding == found.first }
            #expect(closed.count == (isMissing ? 1 : 0), "\(verdict.answers)")
            #expect(found.map(\.severity) == (isMissing ? [.error] : []), "\(rule)")
        }
        var open = Input.apple()
        open.claims.android = Input.android(host: host).claims.android
        open.claims.android[0].gap = SourceGap("the module :links is not found")
        let error = open.with(android: nil).verdict().findings.filter {
            $0.message.contains(" are known to be set up ")
        }
        #expect(error.map(\.severity) == (isMissing ? [.error] : []), "\(error)")
        // A program may add the host, but not the file that the site lacks.
        android.claims.apple[0].gap = SourceGap("app.config.ts is a program, which is not run")
        let verdict = android.with(apple: nil).verdict()
        let unread = verdict.findings.filter { $0.message.contains("which serves no apple-app-site-association: ") }
        #expect(unread.map(\.severity) == (isMissing ? [.error] : []), "\(unread)")
        #expect(verdict.answers.contains { $0.outcome == .closed && $0.finding == unread.first } == isMissing)
        // The site's file for Apple shows that the link is meant for apps, though the app names another host.
        var neither = Input.apple(["applinks:www.shelf.example"])
        neither.claims.android = Input.android(host: host).claims.android
        let found = neither.with(android: nil).verdict().findings.filter {
            $0.message.hasPrefix("Android is not set up ")
        }
        #expect(found.map(\.rule) == (isMissing ? [.androidAppHostMissing] : []))
    }

    /// What is said beside or instead of the answer of the app that the file lists.
    @Test(arguments: [
        ("clip", "cross-app-clip-not-listed error", "Add QX7SAMPLE1.com.example.shelf.Clip to appclips.apps"),
        ("listed", "ios-app-domain-missing warning", "Add applinks:shelf.example"),
        ("exported", "ios-app-configuration warning", "list PRDSAMPLE1.com.example.shelf too"),
        ("unused", "ios-app-domain-missing error", "Add applinks:shelf.example to Shelf.entitlements"),
    ])
    func anotherAppOrFileIsNamed(_ kind: String, _ rule: String, _ fix: String) throws {
        var input = Input.apple(["applinks:shelf.example"])
        var other = input.claims.apple[0]
        switch kind {
        case "clip":
            other.identifier = "\(Input.identifier).Clip"
            other.domains = nil
            input.claims.apple = [other]
        case "listed":
            input.claims.apple.append(
                AppleAppClaims(
                    identifier: "QX7SAMPLE1.com.example.inner",
                    domains: ["webcredentials:shelf.example"],
                    file: "Inner.ipa",
                    rank: .built
                )
            )
            input = input.with(apple: Input.appleFile(Input.identifier, "QX7SAMPLE1.com.example.inner"))
        case "exported":
            input.claims.apple[0].bundleIdentifier = "com.example.shelf"
            input.claims.apple[0].teamIdentifier = "QX7SAMPLE1"
            input.claims.apple[0].exported = .init(team: "PRDSAMPLE1", file: "ExportOptions.plist")
        default:
            (other.domains, other.file, other.rank) = ([], "Shelf.entitlements", .source)
            (other.unusedFile, other.unusedDomains) = ("Old.entitlements", ["applinks:shelf.example"])
            input.claims.apple = [other]
        }
        let finding = try #require(input.verdict().findings.first { "\($0.rule.id) \($0.severity)" == rule })
        #expect(finding.fix.contains(fix), "\(finding)")
        guard input.claims.apple[0].exported != nil else { return }
        input.claims.apple[0].exported = .init(team: "YourTeamID", file: "ExportOptions.plist")
        #expect(!input.verdict().findings.contains { "\($0.rule.id) \($0.severity)" == rule })
    }

    /// A generated project would lose what Xcode adds.
    @Test(arguments: [
        ("Shelf.xcodeproj/project.pbxproj", "Add the capability Associated Domains to Shelf in Xcode"),
        ("project.yml", "properties: {com.apple.developer.associated-domains: [\"applinks:shelf.example\"]}"),
        ("Project.swift", "entitlements: .dictionary([\"com.apple.developer.associated-domains\": "),
    ])
    func entitlementsAreAddedWhereTheProjectIsWritten(_ file: String, _ fix: String) {
        let input = AppSideInput.apple([], rank: .source) { app in
            (app.target, app.file, app.domainSource) = ("Shelf", file, .project(unused: nil))
        }
        let found = input.verdict().findings.filter { $0.rule == .iosAppDomainMissing }
        #expect(found.count == 1 && found[0].fix.contains(fix), "\(found)")
    }

    /// A file that no target names is the fix, whether or not configurations differ; nobody decides whose app the site's file lists.
    @Test(
        arguments: [
            (
                .project(unused: "Shelf/Shelf.entitlements"), "shelf.example",
                " to Shelf/Shelf.entitlements, and build"
            ),
            (
                .project(unused: "Shelf/Shelf.entitlements"), "other.example", "applinks:shelf.example in that file"
            ),
            (.otherConfiguration, "shelf.example", "there too, to a file with"),
        ] as [(AppleAppClaims.DomainSource, String, String)],
        [nil, "Release"]
    )
    func entitlementsThatNoTargetNamesAreReportedOnce(
        _ row: (source: AppleAppClaims.DomainSource, host: String, fix: String),
        _ configuration: String?
    ) {
        let input = AppSideInput.apple([], rank: .source) { app in
            (app.target, app.configuration, app.domainSource) = ("Shelf", configuration, row.source)
            app.unusedDomains = ["applinks:\(row.host)"]
        }
        let found = input.verdict().findings.filter { $0.rule == .iosAppDomainMissing }
        #expect(found.count == 1 && found[0].fix.contains(row.fix), "\(found)")
        #expect(found.map { Fix(of: $0, host: "shelf.example", claims: input.claims).name } == ["instruction"])
    }
}
