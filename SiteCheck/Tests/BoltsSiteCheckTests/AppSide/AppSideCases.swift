import BoltsPageMetadata
import Foundation
import Testing

@_spi(Bolts) @testable import BoltsAssociations
@_spi(Bolts) @testable import BoltsSiteCheck

/// An app and a site that break a rule together, and the same after the fix.
typealias AppSideCase = RulePair<AppSideInput>

/// The input of a verdict.
struct AppSideInput: Sendable {
    var apple: String? = AppSideInput.appleFile(AppSideInput.identifier)
    var android: String? = AppSideInput.androidFile([AppSideInput.fingerprint])
    var page: PageTags?
    var claims = AppClaims()
    /// Google's file of other.example, or `nil` if that host is not known.
    var other: String?

    static let identifier = "QX7SAMPLE1.com.example.shelf"
    static let package = "com.example.shelf"
    static let print: [UInt8] = (0..<32).map { UInt8((37 * $0 * $0 + 11) % 256) }
    static let fingerprint = AppCertificate(fingerprint: print).fingerprint
    static let other = AppCertificate(fingerprint: print.reversed())
    static let url = URL(string: "https://shelf.example/item/42")!
    static let now = Date(timeIntervalSince1970: 1_800_000_000)

    static func appleFile(_ identifiers: String..., passwords: [String] = [], path: String = "*") -> String {
        let list = identifiers.map { "\"\($0)\"" }.joined(separator: ", ")
        let apps = passwords.map { "\"\($0)\"" }.joined(separator: ", ")
        let service = passwords.isEmpty ? "" : ", \"webcredentials\": {\"apps\": [\(apps)]}"
        return
            "{\"applinks\": {\"details\": [{\"appIDs\": [\(list)], \"components\": [{\"/\": \"\(path)\"}]}]}\(service)}"
    }

    static func androidFile(_ fingerprints: [String], package: String = package, extra: String = "") -> String {
        let list = fingerprints.map { "\"\($0)\"" }.joined(separator: ", ")
        return "[{\"relation\": [\"delegate_permission/common.handle_all_urls\"], \"target\": {\"namespace\": "
            + "\"android_app\", \"package_name\": \"\(package)\", \"sha256_cert_fingerprints\": [\(list)]}\(extra)}]"
    }

    func verdict(host: String = "shelf.example", isOfLink: Bool = true) -> LinkVerdict {
        let site = SiteAssociations(host, apple: apple, android: android)
        let url = URL(string: "https://\(host)/item/42")!
        let others = other.map { file in
            [
                SiteAssociations(
                    host: "other.example",
                    appSiteAssociation: nil,
                    assetLinks: file.isEmpty ? nil : Array(file.utf8)
                )
            ]
        }
        guard isOfLink else { return LinkVerdict(site: site, claims: claims, others: others ?? []) }
        return LinkVerdict(url: url, site: site, page: page, claims: claims, others: others ?? [], now: Self.now)
    }

    // MARK: - Apps

    static func filter(
        verified: Bool = true,
        schemes: [String] = ["https"],
        hosts: [AndroidIntentFilter.Host] = [AndroidIntentFilter.Host("shelf.example")],
        paths: [AndroidIntentFilter.Path] = [],
        _ change: (inout AndroidIntentFilter) -> Void = { _ in }
    ) -> AndroidIntentFilter {
        var filter = AndroidIntentFilter(
            component: ".Main",
            isVerified: verified,
            schemes: schemes,
            hosts: hosts,
            paths: paths,
            line: 12
        )
        change(&filter)
        return filter
    }

    static func android(
        _ filters: [AndroidIntentFilter]? = [filter()],
        certificates: [AppCertificate]? = nil,
        package: String? = package,
        rank: AppFileRank = .built,
        file: String = "app.apk",
        minimum: Int? = nil,
        target: Int? = nil,
        isBundle: Bool = false
    ) -> AppSideInput {
        var app = AndroidAppClaims(
            package: package,
            file: file,
            rank: rank,
            filters: filters,
            certificates: certificates,
            isBundle: isBundle
        )
        app.minimumSDK = minimum
        app.targetSDK = target
        return AppSideInput(claims: AppClaims(android: [app]))
    }

    static func android(host: String) -> AppSideInput { android([filter(hosts: [AndroidIntentFilter.Host(host)])]) }

    static func android(path kind: AndroidIntentFilter.Path.Kind, _ text: String, minimum: Int? = nil) -> AppSideInput {
        android([filter(paths: [AndroidIntentFilter.Path(kind, text)])], minimum: minimum)
    }

    static func apple(
        _ domains: [String]? = ["applinks:shelf.example"],
        identifier: String? = identifier,
        rank: AppFileRank = .built,
        _ change: (inout AppleAppClaims) -> Void = { _ in }
    ) -> AppSideInput {
        var app = AppleAppClaims(identifier: identifier, domains: domains, file: "Shelf.ipa", rank: rank)
        change(&app)
        return AppSideInput(claims: AppClaims(apple: [app]))
    }

    func with(apple: String?) -> AppSideInput {
        var input = self
        input.apple = apple
        return input
    }

    func with(android: String?) -> AppSideInput {
        var input = self
        input.android = android
        return input
    }

    func with(page: PageTags) -> AppSideInput {
        var input = self
        input.page = page
        return input
    }

    func keeping(_ file: String) -> AppSideInput {
        var input = self
        input.claims.associationFiles = [ProjectAssociationFile(path: "web/assetlinks.json", bytes: Array(file.utf8))]
        return input
    }

    func with(other: String) -> AppSideInput {
        var input = self
        input.other = other
        return input
    }

    func and(_ other: AppSideInput) -> AppSideInput {
        var input = self
        input.claims.android += other.claims.android
        input.claims.apple += other.claims.apple
        return input
    }
}

/// The smallest pair for each rule about apps.
enum AppSideCases {
    private typealias Input = AppSideInput
    private typealias Host = AndroidIntentFilter.Host
    private typealias Path = AndroidIntentFilter.Path

    private static func changed(_ change: (inout AndroidIntentFilter) -> Void) -> AppSideInput {
        Input.android([Input.filter(change)])
    }

    private static func profile(
        allows: Bool = true,
        identifier: String = "QX7SAMPLE1.*",
        days: Double = 10
    ) -> AppSideInput {
        Input.apple { app in
            app.profile = AppleAppClaims.Profile(
                file: "embedded.mobileprovision",
                allowsAssociatedDomains: allows,
                identifier: identifier,
                expirationDate: Input.now.addingTimeInterval(days * 86_400)
            )
        }
    }

    static let android: [AppSideCase] = [
        AppSideCase("android-app-host-missing", Input.android(host: "other.example"), Input.android()),
        AppSideCase(
            "android-app-path-missing",
            Input.android(path: .prefix, "/list/"),
            Input.android(path: .prefix, "/item/")
        ),
        AppSideCase(
            "android-app-filter-incomplete",
            changed { $0.categories = [AndroidIntentFilter.default] },
            Input.android()
        ),
        AppSideCase("android-app-no-auto-verify", Input.android([Input.filter(verified: false)]), Input.android()),
        AppSideCase(
            "android-app-mixed-schemes",
            Input.android([Input.filter(schemes: ["https", "shelf"])]),
            Input.android([Input.filter(), Input.filter(schemes: ["shelf"])])
        ),
        AppSideCase("android-app-no-host", Input.android([Input.filter(), Input.filter(hosts: [])]), Input.android()),
        AppSideCase("android-app-host-malformed", Input.android(host: "https://shelf.example"), Input.android()),
        AppSideCase("android-app-host-case", Input.android(host: "SHELF.example"), Input.android()),
        AppSideCase("android-app-scheme-case", Input.android([Input.filter(schemes: ["HTTPS"])]), Input.android()),
        AppSideCase(
            "android-app-port",
            Input.android([Input.filter(hosts: [Host("shelf.example", port: "443")])]),
            Input.android()
        ),
        AppSideCase(
            "android-app-cross-product",
            Input.android([
                Input.filter(
                    hosts: [Host("shelf.example"), Host("b.example")],
                    paths: [Path(.prefix, "/item"), Path(.prefix, "/x")]
                )
            ]),
            Input.android([
                Input.filter(paths: [Path(.prefix, "/item")]),
                Input.filter(hosts: [Host("b.example")], paths: [Path(.prefix, "/x")]),
            ])
        ),
        AppSideCase(
            "android-app-path-no-slash",
            Input.android(path: .prefix, "item"),
            Input.android(path: .prefix, "/item")
        ),
        AppSideCase(
            "android-app-prefix-wildcard",
            Input.android(path: .prefix, "/item/*"),
            Input.android(path: .prefix, "/item/")
        ),
        AppSideCase(
            "android-app-pattern-star",
            Input.android(path: .pattern, "/item/*"),
            Input.android(path: .pattern, "/item/.*")
        ),
        AppSideCase(
            "android-app-pattern-backtrack",
            Input.android(path: .pattern, ".*/edit"),
            Input.android(path: .suffix, "/edit")
        ),
        AppSideCase(
            "android-app-path-literal",
            Input.android(path: .prefix, "/item?number="),
            Input.android(path: .prefix, "/item")
        ),
        AppSideCase(
            "android-app-pattern-group",
            Input.android(path: .advancedPattern, "/(item|list)/[0-9]+"),
            Input.android(path: .advancedPattern, "/item/[0-9]+")
        ),
        AppSideCase(
            "android-app-path-encoded",
            Input.android(path: .path, "/caf%C3%A9"),
            Input.android(path: .path, "/café")
        ),
        AppSideCase(
            "android-app-newer-attribute",
            Input.android(path: .suffix, "/42", minimum: 24),
            Input.android(path: .suffix, "/42", minimum: 31)
        ),
        AppSideCase("android-app-not-exported", changed { $0.isExported = false }, Input.android()),
        AppSideCase("android-app-unresolved", changed { $0.unresolved = ["${host}"] }, Input.android()),
        AppSideCase(
            "android-app-debug-certificate",
            Input.android(certificates: [AppCertificate(fingerprint: Input.print, isDebug: true)]),
            Input.android(certificates: [AppCertificate(fingerprint: Input.print)])
        ),
    ]

    static let apple: [AppSideCase] = [
        AppSideCase("ios-app-domain-missing", Input.apple([]), Input.apple()),
        AppSideCase("ios-app-domain-malformed", Input.apple(["applinks:https://shelf.example"]), Input.apple()),
        AppSideCase("ios-app-wildcard-file", Input.apple(["applinks:*.shelf.example"]), Input.apple()),
        AppSideCase(
            "ios-app-mode",
            Input.apple(["applinks:shelf.example?mode=developer"]),
            Input.apple(["applinks:shelf.example?mode=developer", "applinks:shelf.example"])
        ),
        AppSideCase(
            "ios-app-mode",
            Input.apple(["applinks:shelf.example?mode=Managed"]),
            Input.apple(["applinks:shelf.example?mode=Managed+developer", "applinks:shelf.example"])
        ),
        AppSideCase(
            "ios-app-domain-malformed",
            Input.apple(["applinks:shelf.example?mode=development"]),
            Input.apple()
        ),
        AppSideCase(
            "ios-app-configuration",
            Input.apple(rank: .source) { $0.configuration = "Debug" }
                .and(Input.apple([], rank: .source) { $0.configuration = "Release" }),
            Input.apple(rank: .source) { $0.configuration = "Debug" }
                .and(Input.apple(rank: .source) { $0.configuration = "Release" })
        ),
        AppSideCase("ios-app-profile", profile(allows: false), profile()),
        AppSideCase("ios-app-profile", profile(days: -1), profile()),
        AppSideCase("ios-app-profile", profile(identifier: "QX7SAMPLE1.com.example.other"), profile()),
        AppSideCase("ios-app-browser", Input.apple { $0.isBrowser = true }, Input.apple()),
        AppSideCase("ios-app-stripped", Input.apple([]).and(Input.apple(rank: .source)), Input.apple()),
        AppSideCase(
            "ios-app-prefix",
            Input.apple(identifier: "OLDSEED001.com.example.shelf") { $0.teamIdentifier = "QX7SAMPLE1" },
            Input.apple { $0.teamIdentifier = "QX7SAMPLE1" }
        ),
        AppSideCase(
            "ios-app-clip-parent",
            Input.apple(identifier: Input.identifier + ".Clip") { $0.parentIdentifiers = [Input.identifier, "A.b"] },
            Input.apple(identifier: Input.identifier + ".Clip") { $0.parentIdentifiers = [Input.identifier] }
        ),
        AppSideCase(
            "ios-app-scheme",
            Input.apple { app in
                app.schemes = []
                app.queriedSchemes = ["app"]
            }.with(page: PageRuleCases.page("al:ios:url=app://recipes/42")),
            Input.apple { $0.schemes = ["app"] }.with(page: PageRuleCases.page("al:ios:url=app://recipes/42"))
        ),
    ]

    private static let twoHosts = Input.android(
        [Input.filter(hosts: [Host("shelf.example"), Host("other.example")])],
        minimum: 24
    )

    private static func dynamic(_ path: String) -> String {
        let rules = "{\"dynamic_app_link_components\": [{\"/\": \"\(path)\"}]}"
        let extensions = ", \"relation_extensions\": {\"delegate_permission/common.handle_all_urls\": \(rules)}"
        return Input.androidFile([Input.fingerprint], extra: extensions)
    }

    static let cross: [AppSideCase] = [
        AppSideCase("cross-app-host-unserved", Input.android().with(android: nil), Input.android()),
        AppSideCase("cross-app-host-unserved", Input.apple().with(apple: nil), Input.apple()),
        AppSideCase(
            "cross-app-not-deployed",
            Input.android().keeping(Input.androidFile([Input.other.fingerprint])),
            Input.android().keeping(Input.androidFile([Input.fingerprint]))
        ),
        AppSideCase(
            "cross-app-not-listed",
            Input.apple().with(apple: Input.appleFile("QX7SAMPLE1.org.example.other")),
            Input.apple()
        ),
        AppSideCase("cross-app-near-id", Input.android(package: Input.package + ".debug"), Input.android()),
        AppSideCase("cross-app-near-id", Input.apple(identifier: "QX8SAMPLE1.com.example.shelf"), Input.apple()),
        AppSideCase(
            "cross-app-certificate",
            Input.android(certificates: [Input.other]),
            Input.android(certificates: [Input.other])
                .with(android: Input.androidFile([Input.fingerprint, Input.other.fingerprint]))
        ),
        AppSideCase(
            "cross-app-upload-key",
            Input.android(certificates: [AppCertificate(fingerprint: Input.print)], isBundle: true),
            Input.android(certificates: [AppCertificate(fingerprint: Input.print)], isBundle: true)
                .with(android: Input.androidFile([Input.fingerprint, Input.other.fingerprint]))
        ),
        AppSideCase(
            "cross-app-variant",
            Input.android().and(Input.android(package: Input.package + ".beta")),
            Input.android()
        ),
        AppSideCase(
            "cross-app-legacy-host",
            twoHosts.with(other: ""),
            twoHosts.with(other: Input.androidFile([Input.fingerprint]))
        ),
        AppSideCase(
            "cross-app-dynamic-outside",
            Input.android(path: .prefix, "/item").with(android: dynamic("/promo/*")),
            Input.android(path: .prefix, "/item").with(android: dynamic("/item/*"))
        ),
        AppSideCase(
            "cross-app-paths-differ",
            Input.android(path: .prefix, "/list/").and(Input.apple()),
            Input.android(path: .prefix, "/item/").and(Input.apple())
        ),
        AppSideCase(
            "cross-app-credentials",
            Input.apple(["applinks:shelf.example", "webcredentials:shelf.example"]),
            Input.apple(["applinks:shelf.example", "webcredentials:shelf.example"])
                .with(apple: Input.appleFile(Input.identifier, passwords: [Input.identifier]))
        ),
        AppSideCase("cross-app-clip-not-listed", clip(), clip().with(apple: clipFile)),
    ]

    private static let clipFile =
        "{\"applinks\": {\"details\": [{\"appIDs\": [\"\(Input.identifier)\"], \"components\": [{\"/\": \"*\"}]}]}, "
        + "\"appclips\": {\"apps\": [\"\(Input.identifier).Clip\"]}}"

    private static func clip() -> AppSideInput {
        Input.apple(["appclips:shelf.example"], identifier: Input.identifier + ".Clip") {
            $0.parentIdentifiers = [Input.identifier]
        }
    }
}

/// Tests of what an app does with a link.
protocol AppSideSuite {}

extension AppSideSuite {
    /// The answer for a kind of device.
    func answer(_ device: LinkDevice, _ input: AppSideInput) throws -> LinkVerdict.Answer {
        try #require(input.verdict().answers.first { $0.devices.contains(device) })
    }
}
