import BoltsAppLinks
import BoltsObjCNames
import BoltsTasks
import Foundation
import Testing

/// Tests that Bolts' names for App Links do the same as the new names.
@Suite(.timeLimit(.minutes(20))) struct AppLinkNamesTests {
    private struct Index: AppLinkResolving {
        func appLink(for url: URL, cancellationToken: CancellationToken) -> BoltsTask<AppLink> {
            BoltsTask(result: AppLink(sourceURL: url, targets: [], webURL: nil))
        }
    }

    @available(*, deprecated)
    @Test func linksAndNavigationsAreCreatedByTheOldNames() throws {
        let url = try #require(URL(string: "https://example.com/path"))
        let target = BFAppLinkTarget.appLinkTargetWithURL(
            URL(string: "bolts://"),
            appStoreId: "12345",
            appName: "Bolts"
        )
        let link = BFAppLink.appLinkWithSourceURL(url, targets: [target], webURL: url)
        #expect(link.targets.map(\.appStoreId) == ["12345"])
        #expect(link.targets.map(\.URL) == [URL(string: "bolts://")])
        #expect(BFAppLinkVersion == "1.0" && BoltsFrameworkVersionString.hasPrefix("2."))
        let data = BFAppLinkNavigation.callbackAppLinkDataForAppWithName("Bolts", url: url)
        #expect(data.referrer?.appName == "Bolts")
        #expect(BFAppLinkNavigation.callbackAppLinkDataForAppWithName("Bolts", url: url.absoluteString) == data)
        let text = "https://example.com/path"
        #expect(BFAppLinkNavigation.callbackAppLinkDataForApp(withName: "Bolts", url: text) == data)
        let navigation = BFAppLinkNavigation.navigationWithAppLink(
            link,
            extras: ["access_token": "t0kEn"],
            appLinkData: ["ref": "12345"]
        )
        #expect(navigation.outgoingData["ref"] == "12345" && navigation.extras["access_token"] == "t0kEn")
    }

    @available(*, deprecated)
    @Test func theParametersOfAURLAreCountedAsThoseOfADictionary() throws {
        let url = BFURL(url: try #require(URL(string: "app://x?a=1&b=2&a=3")))
        #expect(!url.targetQueryParameters.isEmpty)
        #expect(url.targetQueryParameters.count == 2)
        #expect(url.targetQueryParameters.keys == ["a", "b"])
        let bare = BFURL(url: try #require(URL(string: "app://x")))
        #expect(bare.targetQueryParameters.isEmpty && bare.inputQueryParameters.count == 0)
    }

    @available(*, deprecated)
    @Test func aNavigationWithoutExtrasOrDataIsCreatedWithNil() throws {
        let url = try #require(URL(string: "https://example.com/path"))
        let link = AppLink(sourceURL: url, targets: [], webURL: nil)
        let literal = BFAppLinkNavigation(appLink: link, extras: nil, appLinkData: ["ref": ["id": 1]])
        #expect(literal.extras.isEmpty && literal.outgoingData["ref"] == ["id": 1])
        let data = BFAppLinkNavigation.callbackAppLinkDataForApp(withName: "Bolts", url: url)
        let back = BFAppLinkNavigation(appLink: link, extras: nil, appLinkData: data)
        #expect(back.outgoingData["referer_app_link"] != nil)
        #expect(BFAppLinkNavigation(appLink: link, extras: ["a": 1], appLinkData: nil).extras == ["a": 1])
    }

    @available(*, deprecated)
    @Test func incomingURLsAreParsedByTheOldNames() throws {
        let text = """
            bolts://?al_applink_data=%7B%22target_url%22%3A%22https%3A%5C/%5C/example.com%5C/profiles%3Fquery%3Da%22%2C\
            %22referer_app_link%22%3A%7B%22url%22%3A%22back%3A%5C/%5C/%22%2C%22app_name%22%3A%22Other%22%7D%7D
            """
        let url = try #require(URL(string: text))
        for parsedUrl in [BFURL.URLWithURL(url), .URLWithInboundURL(url, sourceApplication: "com.example.referer")] {
            #expect(parsedUrl.targetURL?.pathComponents.dropFirst() == ["profiles"])
            #expect(parsedUrl.targetQueryParameters["query"] == "a")
            #expect(parsedUrl.appLinkReferer?.targets.map(\.appName) == ["Other"])
        }
    }

    @available(*, deprecated)
    @Test func eachSpellingResolvesAndNavigates() async throws {
        let url = try #require(URL(string: "https://example.com/"))
        #expect(BFAppLinkNavigation.resolveAppLink(inBackground: url, resolver: Index()).result?.sourceURL == url)
        #expect(BFAppLinkNavigation.resolveAppLinkInBackground(url, resolver: Index()).result?.sourceURL == url)
        // The link has no targets and no web URL, so nothing is opened.
        for followed in [
            BFAppLinkNavigation.navigateToURL(inBackground: url, resolver: Index()),
            BFAppLinkNavigation.navigateToURLInBackground(url, resolver: Index()),
        ] {
            #expect(try await followed.value == .failure)
        }
        let data = BFAppLinkNavigation.callbackAppLinkDataForApp(withName: "Bolts", url: url)
        #expect(data.referrer?.appName == "Bolts" && data.referrer?.urlText == url.absoluteString)
    }

    /// These are the names that the compiler gave to the declarations of Bolts' headers.
    @available(*, deprecated)
    @Test func swiftsOwnSpellingsWork() throws {
        let url = try #require(URL(string: "https://example.com/"))
        let target = BFAppLinkTarget(url: url, appStoreId: nil, appName: nil)
        #expect(target.url == url && target.appStoreId == nil && target.appName == nil)
        let link = BFAppLink(sourceURL: url, targets: [target], webURL: nil)
        #expect(link.sourceURL == url && link.targets == [target] && link.webURL == nil)
        let resolver: any BFAppLinkResolving = Index()
        #expect(resolver.appLinkFromURL(inBackground: url).result?.sourceURL == url)
        #expect(BFAppLinkNavigation.resolveAppLink(inBackground: url, resolver: resolver).result?.sourceURL == url)
        #expect(BFAppLinkNavigation(appLink: link, extras: nil, appLinkData: nil).appLink == link)
        #expect(BFURL(url: url).inputURL == url)
        #expect(BFURL(inboundURL: url, sourceApplication: nil).targetURL == url)
        #expect(BFURL(forRenderBackToReferrerBarURL: url).targetURL == url)
        let type: BFAppLinkNavigationType = .browser
        #expect(type.rawValue == 1)
    }

    @available(*, deprecated)
    @Test func eventNamesAreUnchanged() {
        #expect(BFMeasurementEventNotificationName == "com.parse.bolts.measurement_event")
        #expect(BFMeasurementEventNameKey == "event_name" && BFMeasurementEventArgsKey == "event_args")
        #expect(
            [
                BFAppLinkParseEventName, BFAppLinkNavigateInEventName, BFAppLinkNavigateOutEventName,
                BFAppLinkNavigateBackToReferrerEventName,
            ] == ["al_link_parse", "al_nav_in", "al_nav_out", "al_ref_back_out"]
        )
    }

    // MARK: - The examples of Bolts' README, in Bolts' spellings

    @available(*, deprecated)
    @Test func anIncomingLinkHasItsTargetAndExtras() throws {
        let data: AppLinkValue = [
            "target_url": "https://example.com/profiles/7?query=abc",
            "extras": ["fb_access_token": "t0kEn", "referer": ["name": "Other"]],
        ]
        let value = try #require(try data.jsonText().addingPercentEncoding(withAllowedCharacters: .alphanumerics))
        let url = try #require(URL(string: "example://app/profiles?query=xyz&al_applink_data=\(value)"))

        let parsedUrl = BFURL.URLWithInboundURL(url, sourceApplication: "com.example.other")
        #expect(parsedUrl.targetURL?.pathComponents[1] == "profiles")
        #expect(parsedUrl.targetQueryParameters["query"] == "abc")
        #expect(parsedUrl.inputURL?.pathComponents[1] == "profiles")
        #expect(parsedUrl.inputQueryParameters["query"] == "xyz")
        #expect(parsedUrl.appLinkExtras?["fb_access_token"] == "t0kEn")
        #expect(parsedUrl.appLinkExtras?["referer"]?["name"] == "Other")
    }

    #if !os(iOS) && !os(tvOS) && !os(watchOS) && !os(visionOS)
    /// Runs in its own process, because the default resolver is global.
    @available(*, deprecated)
    @Test func theDefaultResolverCanBeReplaced() async {
        await #expect(processExitsWith: .success) {
            let url = try #require(URL(string: "https://example.com/"))
            BFAppLinkNavigation.setDefaultResolver(Index())
            #expect(BFAppLinkNavigation.defaultResolver() is Index)
            #expect(try await BFAppLinkNavigation.navigateToURLInBackground(url).value == .failure)
            #expect(BFAppLinkNavigation.resolveAppLinkInBackground(url).result?.sourceURL == url)
            BFAppLinkNavigation.setDefaultResolver(nil)
            #expect(BFAppLinkNavigation.defaultResolver() is HTTPAppLinkResolver)
        }
    }
    #endif

    @available(*, deprecated)
    @Test func aNavigationCarriesExtrasAndData() throws {
        let url = try #require(URL(string: "https://example.com/"))
        let made = BFAppLinkNavigation.resolveAppLinkInBackground(url, resolver: Index()).continueWithSuccessBlock {
            task in
            let link = task.result
            return BFAppLinkNavigation.navigationWithAppLink(
                link ?? BFAppLink.appLinkWithSourceURL(url, targets: [], webURL: nil),
                extras: ["access_token": "t0kEn"],
                appLinkData: ["ref": "12345"]
            )
        }
        let navigation = try #require(made.result as? BFAppLinkNavigation)
        #expect(navigation.appLink.sourceURL == url)
        #expect(navigation.outgoingData.extras == ["access_token": "t0kEn"])
        #expect(navigation.outgoingData["ref"] == "12345")
    }

    @available(*, deprecated)
    @Test func anIncomingLinkPostsItsEvent() async throws {
        let heard = TaskCompletionSource<[String: String]>()
        let mark = UUID().uuidString
        let observer = NotificationCenter.default
            .addObserver(forName: Notification.Name(BFMeasurementEventNotificationName), object: nil, queue: nil) {
                note in
                let event = note.userInfo
                let eventData = event?[BFMeasurementEventArgsKey] as? [String: String]
                // Integrate to your logging/analytics component.
                guard event?[BFMeasurementEventNameKey] as? String == BFAppLinkNavigateInEventName,
                    let eventData, eventData["sourceApplication"] == mark
                else { return }
                heard.trySet(result: eventData)
            }
        defer { NotificationCenter.default.removeObserver(observer) }
        let url = try #require(
            URL(string: "example://x?al_applink_data=%7B%22target_url%22%3A%22https%3A%2F%2Fe.com%2F%22%7D")
        )
        _ = BFURL.URLWithInboundURL(url, sourceApplication: mark)
        #expect(heard.task.result?["targetURL"] == "https://e.com/")
        #expect(heard.task.result?["inputURL"] == url.absoluteString)
        #expect(heard.task.result?["inputURLScheme"] == "example")
        #expect(heard.task.result?["version"] == "1.0")
    }
}
