import AppLinkStubs
@_spi(Bolts) import BoltsAppLinks
import BoltsPageMetadata
import BoltsTasks
import Foundation
import Testing

/// Tests which URLs may be opened, which a page without a fallback allows, and how many targets are tried.
extension AppLinkNavigationTests {
    // MARK: - Allowed URLs

    @Test(
        .tags(.th1, .l4, .dl14),
        arguments: [
            ("javascript:alert(1)", AppLinkNavigationStep.Outcome.schemeDenied),
            ("JaVaScRiPt:alert(1)", .schemeDenied), (" javascript:alert(1)", .schemeDenied),
            ("java\tscript:alert(1)", .schemeDenied), ("data:text/html,<script>alert(1)</script>", .schemeDenied),
            ("data:,x", .schemeDenied), ("file:///etc/passwd", .schemeDenied), ("vbscript:x", .schemeDenied),
            ("blob:https://e.com/1", .schemeDenied), ("about:blank", .schemeDenied),
            ("view-source:https://e.com", .schemeDenied), ("tel:+15551234", .schemeDenied),
            ("itms-services://?action=download-manifest", .schemeDenied),
            ("intent://x#Intent;scheme=http;package=com.evil;end", .schemeDenied), ("ms-msdt:/id", .schemeDenied),
            ("ssh://-oProxyCommand=calc", .schemeDenied), ("-flag", .invalidURL), ("/", .invalidURL), ("", .noURL),
            ("bolts://x y", .invalidURL), ("12345", .invalidURL), ("%A0", .invalidURL), ("bolts", .invalidURL),
        ]
    )
    func hostileTargetsNeverReachTheOpener(text: String, outcome: AppLinkNavigationStep.Outcome) async throws {
        let everything = EverythingOpener()
        let result = try await AppLinkNavigation(appLink: link(text)).navigate(opener: everything, events: events)
        #expect(result.type == .failure)
        #expect(everything.openedTexts.isEmpty)
        #expect(result.steps.first?.outcome == outcome)
        #expect(result.steps.first?.urlText == (text.isEmpty ? nil : text))
    }

    @Test(.tags(.gx16, .l5, .a1)) func aTargetWithoutAURLIsSkipped() async throws {
        let result = try await navigate(link(nil, "bolts://"))
        #expect(result.steps.map(\.outcome) == [.noURL, .opened])
    }

    @Test(.tags(.th4, .l4)) func anUnsafeWebFallbackIsReplacedByThePage() async throws {
        let link = try page([("al:web:url", "javascript:alert(2)")])
        let result = try await navigate(link)
        #expect(result.type == .browser)
        #expect(result.steps.map(\.outcome) == [.schemeDenied, .opened])
        #expect(result.openedURL?.text.hasPrefix("https://example.com/page?") == true)
    }

    @Test(.tags(.th4, .l4)) func webFallbackMustBeHTTP() async throws {
        let link = AppLink(sourceURL: URL(fileURLWithPath: "/pages/x.html"), targets: [], webURL: nil)
        var options = AppLinkNavigationOptions(device: .iphone)
        options.withoutFallback = .web
        let result = try await navigate(link, options: options)
        #expect(result.type == .failure)
        #expect(result.steps.map(\.outcome) == [.schemeDenied])
    }

    @Test(.tags(.l4, .a12)) func underscoreSchemesAreOpened() async throws {
        let opener = RecordingOpener(installed: ["applinks_v2"])
        let result = try await AppLinkNavigation(appLink: link("applinks_v2://docs"))
            .navigate(opener: opener, events: events)
        #expect(result.type == .app)
        #expect(result.openedURL?.url == nil)
        #expect(try parsed(result).targetURL == source)
    }

    @Test(.tags(.l4, .a11)) func aWebTargetOpensOnlyAnAppThatClaimsItsHost() async throws {
        let tags = [("al:ios:url", "https://shop.example/item"), ("al:web:url", "https://www.example/item")]
        let without = try await navigate(try page(tags))
        #expect(without.type == .browser)
        #expect(without.steps.map(\.outcome) == [.notOpenable, .opened])
        let claiming = RecordingOpener(installed: ["shop.example"])
        let with = try await AppLinkNavigation(appLink: page(tags))
            .navigate(opener: claiming, options: AppLinkNavigationOptions(device: .ipad), events: events)
        #expect(with.type == .app)
        #expect(with.openedURL?.text.hasPrefix("https://shop.example/item?") == true)
    }

    @Test(.tags(.l5)) func anAndroidAppMayBeNamedByItsPackage() async throws {
        let opener = RecordingOpener(installed: ["com.example.app"])
        let result = try await AppLinkNavigation(appLink: page([("al:android:package", "com.example.app")]))
            .navigate(opener: opener, options: AppLinkNavigationOptions(device: .android), events: events)
        #expect(result.type == .app)
        #expect(result.openedURL?.text.hasPrefix("https://example.com/page?al_applink_data=") == true)
    }

    // MARK: - Without a fallback

    private static let noFallback: [(String, String?)] = [
        ("al:ios:url", "no://"), ("al:ios:app_store_id", "12345"), ("al:android:package", "com.example.app"),
        ("al:android:url", "no://"), ("al:web:should_fallback", "false"), ("al:web:url", "https://example.com/web"),
    ]

    @Test(
        .tags(.l4, .a3),
        arguments: [
            (AppLinkNavigationOptions.WithoutFallback.fail, AppLinkDevice.iphone, nil),
            (.web, .iphone, "https://example.com/web"), (.store, .iphone, "https://apps.apple.com/app/id12345"),
            (.store, .mac, "https://apps.apple.com/app/id12345"),
            (.store, .android, "https://play.google.com/store/apps/details?id=com.example.app"),
            (.store, .desktop, nil), (.store, .windows, nil),
        ] as [(AppLinkNavigationOptions.WithoutFallback, AppLinkDevice, String?)]
    )
    func noFallbackFollowsThePolicy(
        policy: AppLinkNavigationOptions.WithoutFallback,
        device kind: AppLinkDevice,
        expected: String?
    ) async throws {
        let options = AppLinkNavigationOptions(device: kind, withoutFallback: policy, webData: .none)
        let result = try await navigate(try page(Self.noFallback), options: options)
        #expect(result.openedURL?.text == expected)
        #expect(result.type == (expected == nil ? .failure : .browser))
    }

    @Test(.tags(.th8, .l4), arguments: ["x", "", "1/../../evil", "１２", "123456789012345678901"])
    func storeIDsAreChecked(id: String) async throws {
        let options = AppLinkNavigationOptions(device: .iphone, withoutFallback: .store)
        let link = try page([("al:ios:app_store_id", id), ("al:web:should_fallback", "no")])
        let result = try await navigate(link, options: options)
        #expect(result.type == .failure)
        #expect(result.steps.last?.outcome == .noStore)
    }

    // MARK: - Limits

    @Test(.tags(.th10, .l5, .a20)) func atMost32TargetsAreTried() async throws {
        let link = AppLink(sourceURL: source, targets: (0..<100).map { target("no\($0)://") }, webURL: web)
        let result = try await navigate(link)
        #expect(result.steps.count == 33)
        #expect(result.untriedTargetCount == 68)
        #expect(result.type == .browser)
    }

    @Test(.tags(.l5)) func skippedTargetsDoNotCountTowardTheLimit() async throws {
        let targets = (0..<100).map { _ in target("javascript:x") } + [target("bolts://")]
        let result = try await navigate(AppLink(sourceURL: source, targets: targets, webURL: nil))
        #expect(result.type == .app)
        #expect(result.untriedTargetCount == 0)
    }
}
