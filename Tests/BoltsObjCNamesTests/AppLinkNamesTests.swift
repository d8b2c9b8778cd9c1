import BoltsAppLinks
import BoltsObjCNames
import BoltsTasks
import Foundation
import Testing

/// The names of Bolts' App Links.
struct AppLinkNamesTests {
    private struct Index: AppLinkResolving {
        func appLink(for url: URL, cancellationToken: CancellationToken) -> BoltsTask<AppLink> {
            BoltsTask(result: AppLink(sourceURL: url, targets: [], webURL: nil))
        }
    }

    @available(*, deprecated)
    @Test func links() throws {
        let url = try #require(URL(string: "https://example.com/path"))
        let target = BFAppLinkTarget.appLinkTargetWithURL(
            URL(string: "bolts://"),
            appStoreId: "12345",
            appName: "Bolts"
        )
        let link = BFAppLink.appLinkWithSourceURL(url, targets: [target], webURL: url)
        #expect(link.targets.map(\.appStoreId) == ["12345"])
        #expect(link.targets.map(\.URL) == [URL(string: "bolts://")])
        #expect(BFAppLinkVersion == "1.0")
        let data = BFAppLinkNavigation.callbackAppLinkDataForAppWithName("Bolts", url: url)
        #expect(data.referrer?.appName == "Bolts")
        let navigation = BFAppLinkNavigation.navigationWithAppLink(
            link,
            extras: ["access_token": "t0kEn"],
            appLinkData: ["ref": "12345"]
        )
        #expect(navigation.outgoingData["ref"] == "12345" && navigation.extras["access_token"] == "t0kEn")
    }

    @available(*, deprecated)
    @Test func incomingURLs() throws {
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
    @Test func resolving() throws {
        let url = try #require(URL(string: "https://example.com/"))
        let found = BFAppLinkNavigation.resolveAppLinkInBackground(url, resolver: Index())
        #expect(found.result?.sourceURL == url)
    }

    @available(*, deprecated)
    @Test func events() {
        #expect(BFMeasurementEventNotificationName.rawValue == "com.parse.bolts.measurement_event")
        #expect(BFMeasurementEventNameKey == "event_name" && BFMeasurementEventArgsKey == "event_args")
        #expect(
            [
                BFAppLinkParseEventName, BFAppLinkNavigateInEventName, BFAppLinkNavigateOutEventName,
                BFAppLinkNavigateBackToReferrerEventName,
            ] == ["al_link_parse", "al_nav_in", "al_nav_out", "al_ref_back_out"]
        )
    }
}
