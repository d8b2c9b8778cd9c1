import BoltsAppLinks
import BoltsPageFetching
import BoltsTasks
import FetchingStubs
import Foundation
import Synchronization
import Testing

/// Tests each row of the article "Moving from the Facebook SDK's App Links": the replacement of the old call has the same success
/// or failure as the SDK's call.
@Suite(.timeLimit(.minutes(20))) struct FacebookRowsTests {
    @Test(arguments: facebookRows, [true, false])
    func theCallThatReplacesTheOldOneEndsAlike(row: FacebookRow, isGood: Bool) async throws {
        #expect(try await row.replacement(Links(isGood)) == (isGood ? row.good : row.bad))
    }

    /// Two of the omitted rows need UIKit or WebKit: `Development/AppleStubs` compiles the classes that they name.
    @Test func theArticleHasARowForEach() throws {
        let article = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../Sources/BoltsAppLinks/Documentation.docc/MovingFromTheFacebookSDK.md")
        let lines = try String(contentsOf: article, encoding: .utf8).split(separator: "\n")
        let rows = lines.filter { $0.hasPrefix("| `") || $0.hasPrefix("| the ") }.map { line in
            line.dropFirst(2).components(separatedBy: " | ")[0]
        }
        let others = [
            "`WebViewAppLinkResolver.shared`", "`FBSDKAppLinkReturnToRefererController` (removed in 11.0)",
            "`AppLinkNavigation.defaultResolver = resolver`",
        ]
        #expect(rows.filter { !others.contains($0) } == facebookRows.map(\.name))
        #expect(rows.count == facebookRows.count + others.count)
    }

    #if !os(iOS) && !os(tvOS) && !os(watchOS) && !os(visionOS)
    /// `AppLinkNavigation.defaultResolver = resolver`: the default is global, so this runs in its own process.
    @Test func theDefaultResolverAnswersWhereNoneIsGiven() async {
        await #expect(processExitsWith: .success) {
            for isGood in [true, false] {
                let links = Links(isGood)
                AppLinkResolvers.default = links.resolver
                let task = AppLinkNavigation.navigate(
                    to: links.page,
                    opener: links.opener,
                    options: options,
                    events: events,
                    cancellationToken: .none
                )
                let end = await task.end.map { "\($0.type)" } ?? "failed"
                precondition(end == (isGood ? "app" : "failed"), end)
            }
        }
    }
    #endif
}

/// A row of the article's table, and the expected ends of the replacement.
struct FacebookRow: Sendable, CustomTestStringConvertible {
    let name: String, good: String, bad: String
    let replacement: @Sendable (Links) async throws -> String

    init(
        _ name: String,
        _ good: String,
        _ bad: String,
        replacement: @escaping @Sendable (Links) async throws -> String
    ) {
        (self.name, self.good, self.bad, self.replacement) = (name, good, bad, replacement)
    }

    var testDescription: String { name }
}

/// A page with a link, an app that opens it, and a link that opens this app, or none of these.
struct Links: Sendable {
    let page = URL(string: "https://recipes.example/cake")!
    let app = URL(string: "recipes://cake")!
    let isGood: Bool

    init(_ isGood: Bool) { self.isGood = isGood }

    var link: AppLink {
        AppLink(sourceURL: page, targets: [AppLinkTarget(url: app, appStoreID: "42", appName: "Recipes")], webURL: page)
    }

    var opener: RecordingOpener { RecordingOpener(installed: isGood ? ["recipes"] : []) }

    /// A resolver that reads the page, which answers with 404 if there is none.
    var resolver: HTTPAppLinkResolver {
        let body = """
            <meta property="al:ios:url" content="recipes://cake"><meta property="al:ios:app_name" content="Recipes">
            <meta property="al:ios:app_store_id" content="42">
            """
        let pages = StubPages { [isGood] _ in
            var page = StubPages.Page(body: body)
            page.status = isGood ? 200 : 404
            return page
        }
        return HTTPAppLinkResolver(fetcher: pages)
    }

    /// A URL that opened this app, with data, or without.
    var incoming: URL {
        let data = """
            {"target_url":"https://recipes.example/cake?id=7","is_auto_applink":true,
            "extras":{"promo":"spring","deeplink_context":"{\\"promo_code\\":\\"CAKE\\"}"},
            "referer_app_link":{"url":"shop://basket","app_name":"Shop"}}
            """
        var parts = URLComponents(string: "recipes://open")!
        parts.queryItems =
            isGood ? [URLQueryItem(name: "al_applink_data", value: data)] : [URLQueryItem(name: "id", value: "0")]
        return parts.url!
    }

    /// The data that the receiving app reads from the URL that was opened.
    func received(_ text: String?) -> String {
        let url = AppLinkURL(inboundURL: URL(string: text!)!, sourceApplication: nil, events: events)
        let referrer = url.appLinkReferrer?.targets.first?.appName ?? "nobody"
        return "\(url.inputURL!.scheme!) \(url.appLinkExtras?["promo"]?.string ?? "none") \(referrer)"
    }
}

private let options = AppLinkNavigationOptions(device: .iphone, withoutLink: .fail)
private let events = MeasurementEventCenter(notificationCenter: nil)

private let linkRows = [
    FacebookRow(
        "`AppLink(sourceURL:targets:webURL:)`",
        "recipes://cake https://recipes.example/cake",
        "recipes://cake https://recipes.example/cake"
    ) { links in "\(links.link.targets[0].url!) \(links.link.webURL!)" },
    FacebookRow("`AppLink(sourceURL: nil, …)`", "app", "failure") { links in
        let link = AppLink(sourceURL: links.app, targets: links.link.targets, webURL: nil)
        return "\(try await AppLinkNavigation(appLink: link).preview(opener: links.opener, options: options).type)"
    },
    FacebookRow("`AppLinkTarget(url:appStoreId:appName:)`, `target.appStoreId`", "42 Recipes", "42 Recipes") { links in
        let target = AppLinkTarget(url: links.app, appStoreID: "42", appName: "Recipes")
        return "\(target.appStoreID ?? "") \(target.appName ?? "")"
    },
    FacebookRow("`AppLinkResolver().appLink(from:handler:)`", "recipes://cake", "failed") { links in
        do { return try await links.resolver.appLink(for: links.page).targets[0].urlText! } catch is PageError {
            return "failed"
        }
    },
    FacebookRow("`AppLinkResolver().appLinks(from:handler:)`", "1", "0") { links in
        let tasks = [links.page].map { links.resolver.appLink(for: $0) }
        return "\(try await BoltsTask.whenAllSettled(tasks).value.filter { (try? $0.get()) != nil }.count)"
    },
]

private let navigationRows = [
    FacebookRow("`AppLinkNavigation(appLink:extras:appLinkData:)`", "recipes spring Shop", "https none Shop") { links in
        let opener = links.opener
        let data = AppLinkNavigation.callbackAppLinkData(appName: "Shop", urlText: "shop://basket")
        let navigation = AppLinkNavigation(appLink: links.link, extras: ["promo": "spring"], appLinkData: data)
        try await navigation.navigate(opener: opener, options: options, events: events)
        return links.received(opener.openedURLs.last?.text)
    },
    FacebookRow("`appLinkData: [:]`", "recipes none nobody", "https none nobody") { links in
        let opener = links.opener
        let navigation = AppLinkNavigation(appLink: links.link, extras: [:], appLinkData: AppLinkData())
        try await navigation.navigate(opener: opener, options: options, events: events)
        return links.received(opener.openedURLs.last?.text)
    },
    FacebookRow("`try navigation.navigate()`, `AppLinkNavigation.navigate(to: appLink)`", "app", "browser") { links in
        let navigation = AppLinkNavigation(appLink: links.link)
        return "\(try await navigation.navigate(opener: links.opener, options: options, events: events).type)"
    },
    FacebookRow("`AppLinkNavigation.navigate(to: url, handler:)`", "app", "failed") { links in
        let task = AppLinkNavigation.navigate(
            to: links.page,
            resolver: links.resolver,
            opener: links.opener,
            options: options,
            events: events,
            cancellationToken: .none
        )
        return await task.end.map { "\($0.type)" } ?? "failed"
    },
    FacebookRow("`AppLinkNavigation.callbackAppLinkData(forApp:url:)`", "Shop shop://basket", "Shop shop://basket") {
        _ in
        let data = AppLinkNavigation.callbackAppLinkData(appName: "Shop", urlText: "shop://basket")
        return "\(data.referrer!.appName!) \(data.referrer!.urlText!)"
    },
    FacebookRow("`AppLinkNavigation.navigationType(for:)`", "app", "browser") { links in
        "\(try await AppLinkNavigation(appLink: links.link).preview(opener: links.opener, options: options).type)"
    },
]

private let incomingRows = [
    FacebookRow(
        "`AppLinkURL(inboundURL:sourceApplication:)` (`FBSDKURL`)",
        "https://recipes.example/cake?id=7",
        "recipes://open?id=0"
    ) { links in "\(AppLinkURL(inboundURL: links.incoming, sourceApplication: nil, events: events).targetURL!)" },
    FacebookRow("`url.isAutoAppLink`", "true", "false") { links in
        let url = AppLinkURL(inboundURL: links.incoming, sourceApplication: nil, events: events)
        return "\(url.appLinkData?.isAutoAppLink ?? false)"
    },
    FacebookRow(
        "`url.appLinkExtras?[\"promo\"] as? String`, `url.targetQueryParameters[\"id\"] as? String`",
        "spring 7",
        "none 0"
    ) { links in
        let url = AppLinkURL(inboundURL: links.incoming, sourceApplication: nil, events: events)
        return "\(url.appLinkExtras?["promo"]?.string ?? "none") \(url.targetQueryParameters["id"] ?? "none")"
    },
    FacebookRow("`url.appLinkReferer`", "Shop shop://basket", "nobody") { links in
        let back = AppLinkURL(inboundURL: links.incoming, sourceApplication: nil, events: events).appLinkReferrer
        return back.map { "\($0.targets[0].appName!) \($0.targets[0].url!)" } ?? "nobody"
    },
    // The call stays; its URL goes to this package's type.
    FacebookRow("`AppLinkUtility.fetchDeferredAppLink`", "https://recipes.example/cake?id=7", "no deferred link") {
        links in
        let url = links.isGood ? links.incoming : nil
        let link = url.map { AppLinkURL(inboundURL: $0, sourceApplication: nil, events: events) }
        return link?.targetURL?.absoluteString ?? "no deferred link"
    },
    FacebookRow("`AppLinkUtility.appInvitePromotionCode(from:)`", "CAKE", "none") { links in
        let url = AppLinkURL(inboundURL: links.incoming, sourceApplication: nil, events: events)
        let context = url.appLinkExtras?["deeplink_context"]?.string
        return try context.flatMap { try AppLinkValue(jsonText: $0)["promo_code"]?.string } ?? "none"
    },
    FacebookRow("the notification `com.facebook.facebook-objc-sdk.measurement_event`", "al_link_parse al_nav_in", "") {
        links in
        names(of: MeasurementEvent.notificationName, key: MeasurementEvent.eventNameKey) { center in
            let events = MeasurementEventCenter(notificationCenter: center)
            _ = AppLinkURL(inboundURL: links.incoming, sourceApplication: nil, events: events)
        }
    },
]

let facebookRows = linkRows + navigationRows + incomingRows

/// The names of the events that are posted during the call.
private func names(of notification: Notification.Name, key: String, while body: (NotificationCenter) -> Void) -> String
{
    let center = NotificationCenter()
    let names = Mutex<[String]>([])
    let observer = center.addObserver(forName: notification, object: nil, queue: nil) { posted in
        names.withLock { $0.append(posted.userInfo?[key] as? String ?? "?") }
    }
    defer { center.removeObserver(observer) }
    body(center)
    return names.withLock { $0.joined(separator: " ") }
}

extension BoltsTask {
    /// The result, once the task has completed, or `nil` if it has none.
    fileprivate var end: Success? { get async { try? await value } }
}
