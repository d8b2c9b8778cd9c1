import BoltsAppLinks
import BoltsPageFetching
import BoltsPageMetadata
import BoltsTasks
import FetchingStubs
import Foundation
import LoopbackServer
import Testing

/// The twenty questions that the protocol leaves open, in the order of `docs/design/app-links.md`, one test for each.
@Suite(.timeLimit(.minutes(20)))
struct AmbiguityTests {
    private let page = URL(string: "https://example.com/page")!
    private let events = MeasurementEventCenter(notificationCenter: nil)

    /// The link of a page as HTML, as it would come from the web.
    private func link(_ html: String, acceptsName: Bool = true) -> AppLink {
        let options = PageMetadataReader.Options(acceptsNameAttribute: acceptsName)
        return AppLink(sourceURL: page, metadata: PageMetadataReader.read(Array(html.utf8), options: options))
    }

    private func meta(_ property: String, _ content: String? = nil) -> String {
        "<meta property='\(property)'\(content.map { " content='\($0)'" } ?? "")>"
    }

    private func follow(
        _ link: AppLink,
        installed: [String] = [],
        device: AppLinkDevice = .iphone,
        extras: [String: JSONValue] = [:],
        _ set: (inout AppLinkNavigationOptions) -> Void = { _ in }
    ) async throws -> AppLinkNavigationResult {
        var options = AppLinkNavigationOptions(device: device)
        set(&options)
        return try await AppLinkNavigation(appLink: link, extras: extras)
            .navigate(opener: RecordingOpener(installed: installed), options: options, events: events)
    }

    // MARK: - From tags to a link

    @Test(.tags(.a1))
    func aTargetWithoutAURLIsKeptAndSkippedWhenNavigating() async throws {
        let link = link(
            meta("al:ios:app_store_id", "1108187390") + meta("al:ios:app_name", "Music") + meta("al:ios")
                + meta("al:ios:url", "music2://x")
        )
        #expect(link.targets.map(\.urlText) == [nil, "music2://x"])
        #expect(link.targets.map(\.appStoreID) == ["1108187390", nil])
        let result = try await follow(link, installed: ["music2"])
        #expect(result.steps.map(\.outcome) == [.noURL, .opened])
    }

    @Test(.tags(.a2))
    func unevenListsPairByIndex() {
        let link = link(
            meta("al:ios:url", "a://") + meta("al:ios:url", "b://") + meta("al:ios:app_name", "A")
                + meta("al:ipad:app_name", "P") + meta("al:ipad:app_name", "Q") + meta("al:ipad:url", "p://")
        )
        #expect(link.targets(for: .iphone).map(\.urlText) == ["a://", "b://"])
        #expect(link.targets(for: .iphone).map(\.appName) == ["A", nil])
        #expect(link.targets(for: .ipad).prefix(2).map(\.urlText) == ["p://", nil])
        #expect(link.targets(for: .ipad).prefix(2).map(\.appName) == ["P", "Q"])
    }

    @Test(.tags(.a3))
    func shouldFallbackFalseFailsUnlessTheCallerChoosesWebOrStore() async throws {
        let link = link(
            meta("al:ios:url", "no://") + meta("al:ios:app_store_id", "42") + meta("al:web:should_fallback", "false")
        )
        #expect(try await follow(link).type == .failure)
        let web = try await follow(link) { $0.withoutFallback = .web }
        #expect(web.openedURL?.text.hasPrefix("https://example.com/page?") == true)
        let store = try await follow(link) { $0.withoutFallback = .store }
        #expect(store.openedURL?.text == "https://apps.apple.com/app/id42")
    }

    @Test(.tags(.a4))
    func dataGoesToTheWebWithoutExtrasByDefault() async throws {
        let link = link("")
        let shy = try await follow(link, extras: ["token": "secret"])
        let opened = try #require(shy.openedURL)
        let data = try #require(try AppLinkDataCodec().decode(from: opened.text))
        #expect(data.targetURLText == "https://example.com/page")
        #expect(data.extras == [:])
        #expect(try await follow(link, extras: ["token": "s"]) { $0.webData = .all }.sentData?.extras == ["token": "s"])
        let silent = try await follow(link) { $0.webData = .none }
        #expect(silent.openedURL?.text == "https://example.com/page")
    }

    @Test(.tags(.a5))
    func theParameterGoesBeforeTheFragment() throws {
        let codec = AppLinkDataCodec()
        let value = "al_applink_data=%7B%7D"
        #expect(try codec.encode(AppLinkData(), into: "app://x#top") == "app://x?\(value)#top")
        #expect(try codec.encode(AppLinkData(), into: "app://x?#top") == "app://x?\(value)#top")
        #expect(
            try codec.encode(AppLinkData(), into: "intent://x?a=1#Intent;scheme=app;end")
                == "intent://x?a=1&\(value)#Intent;scheme=app;end"
        )
    }

    @Test(.tags(.a6))
    func writtenDataIsEscapedAndReadsBack() throws {
        let codec = AppLinkDataCodec()
        let data = AppLinkData(json: ["target_url": "https://e.com/?a=1&b=2+c#d", "é": "&=+?/#%~-._"])
        let text = try codec.encode(data, into: "app://x")
        let value = text.dropFirst("app://x?al_applink_data=".count)
        let allowed = CharacterSet(charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~%")
        #expect(value.unicodeScalars.allSatisfy { allowed.contains($0) })
        #expect(try codec.decode(from: text) == data)
    }

    @Test(.tags(.a7))
    func earlierDataIsReplacedInAnySpelling() throws {
        let data = AppLinkData(json: ["n": 1])
        let base = "app://x?a=1&al_applink_data=%7B%22old%22%3A1%7D&%61l_applink_data=%7B%7D&b=2"
        let text = try AppLinkDataCodec().encode(data, into: base)
        #expect(text == "app://x?a=1&b=2&al_applink_data=%7B%22n%22%3A1%7D")
    }

    @Test(.tags(.a8))
    func theSourceIsTheRequestedURL() async throws {
        let server = try LoopbackServer { request, connection in
            guard request.target != "/short" else { return connection.redirect(301, to: "/long") }
            connection.respond(
                body: "<link rel=canonical href='https://c.example/'><meta property=og:url content=https://o.example/>"
            )
        }
        defer { server.stop() }
        var options = PageFetchOptions.loopback
        options.addressPolicy = .any
        let link = try await HTTPAppLinkResolver(fetchOptions: options).appLink(for: server.url("/short"))
        #expect(link.sourceURL == server.url("/short"))
        #expect(link.webURL == server.url("/short"))
    }

    @Test(.tags(.a9))
    func aRelativeWebURLIsResolvedAndANonWebURLIgnored() {
        #expect(link(meta("al:web:url", "/other?x=1")).webURL?.absoluteString == "https://example.com/other?x=1")
        for text in ["javascript:alert(1)", "app://x", "ftp://e.com/"] {
            #expect(link(meta("al:web:url", text)).webURL == page)
            #expect(link(meta("al:web:url", text)).web.urlText == text)
        }
    }

    @Test(
        .tags(.a10),
        arguments: [
            AppLinkDevice.mac, .tv, .vision, .watch,
        ]
    )
    func applesOtherDevicesReadIosAndNothingElse(device: AppLinkDevice) {
        let link = link(meta("al:iphone:url", "p://") + meta("al:ios:url", "i://") + meta("al:ipad:url", "t://"))
        #expect(link.targets(for: device).map(\.urlText) == ["i://"])
        #expect(link.targets(for: .desktop).isEmpty)
    }

    @Test(.tags(.a11))
    func aWebURLInATargetOpensAnAppOrNothing() async throws {
        let link = link(meta("al:ios:url", "https://shop.example/1") + meta("al:web:url", "https://www.example/1"))
        let without = try await follow(link)
        #expect(without.type == .browser)
        #expect(without.openedURL?.text.hasPrefix("https://www.example/1?") == true)
        let with = try await follow(link, installed: ["shop.example"])
        #expect(with.type == .app)
        #expect(with.openedURL?.text.hasPrefix("https://shop.example/1?") == true)
    }

    @Test(.tags(.a12))
    func underscoresInSchemesAreTolerated() async throws {
        let link = link(meta("al:ios:url", "applinks_v2://docs"))
        #expect(link.targets.map(\.urlText) == ["applinks_v2://docs"])
        let result = try await follow(link, installed: ["applinks_v2"])
        #expect(result.openedURL?.text.hasPrefix("applinks_v2://docs?al_applink_data=") == true)
    }

    @Test(.tags(.a13))
    func propertyAndNameAreReadAndThePrefixIsLowerCase() {
        let html =
            "<META PROPERTY=al:ios:url CONTENT=a://><meta name=al:ios:url content=b://>"
            + "<meta property=AL:ios:url content=c://><meta property=al:IOS:url content=d://><meta itemprop=al:ios:url content=e://>"
        #expect(link(html).targets.map(\.urlText) == ["a://", "b://"])
        #expect(link(html, acceptsName: false).targets.map(\.urlText) == ["a://"])
        #expect(link(html).unusedTags.map(\.property) == ["al:IOS:url"])
    }

    @Test(.tags(.a14))
    func tagsInTheBodyCountLikeThoseInTheHead() {
        let html =
            "<html><head>\(meta("al:ios:url", "h://"))</head><body><p>\(meta("al:ios:url", "b://"))</p></body></html>"
            + meta("al:ios:url", "after://")
        #expect(link(html).targets.map(\.urlText) == ["h://", "b://", "after://"])
    }

    // MARK: - From a URL to a page

    @Test(.tags(.a15))
    func metaRefreshIsNotFollowed() async throws {
        let server = try LoopbackServer { request, connection in
            connection.respond(
                200,
                ["Content-Type: text/html", "Refresh: 0; url=/header"],
                body: request.target == "/"
                    ? "<meta http-equiv=refresh content='0; url=/tag'><meta property=al:ios:url content='app://first'>"
                    : "<meta property=al:ios:url content='app://second'>"
            )
        }
        defer { server.stop() }
        var options = PageFetchOptions.loopback
        options.addressPolicy = .any
        let page = try await HTTPAppLinkResolver(fetchOptions: options).page(at: server.url("/"))
        #expect(page.link.targets.map(\.urlText) == ["app://first"])
        #expect(page.fetched.hops.count == 1)
        #expect(server.requests.map(\.target) == ["/"])
    }

    @Test(.tags(.a16))
    func anErrorStatusIsAnErrorUnlessAllowed() async throws {
        let server = try LoopbackServer { request, connection in
            let tag = "<meta property=al:ios:url content='app://x'>"
            if request.target == "/image" { return connection.respond(200, ["Content-Type: image/png"], body: tag) }
            connection.respond(404, ["Content-Type: text/html"], body: tag)
        }
        defer { server.stop() }
        var options = PageFetchOptions.loopback
        options.addressPolicy = .any
        let resolver = HTTPAppLinkResolver(fetchOptions: options)
        #expect(try await resolver.appLink(for: server.url("/image")).targets.map(\.urlText) == ["app://x"])
        let error = await #expect(throws: PageError.self) {
            try await resolver.appLink(for: server.url("/gone"))
        }
        #expect(error?.httpStatus == 404)
        options.readsErrorPages = true
        let lenient = HTTPAppLinkResolver(fetchOptions: options)
        #expect(try await lenient.appLink(for: server.url("/gone")).targets.map(\.urlText) == ["app://x"])
    }

    // MARK: - Following a link

    /// As iOS does for schemes that an app has not declared: it says no, and opens all the same.
    private struct ReticentOpener: URLOpening {
        func open(_ url: OpenableURL, cancellationToken: CancellationToken) -> BoltsTask<Bool> {
            BoltsTask(result: url.scheme == "app")
        }

        func canOpen(_ url: OpenableURL, cancellationToken: CancellationToken) -> BoltsTask<Bool> {
            BoltsTask(result: false)
        }
    }

    @Test(.tags(.a17))
    func targetsAreTriedByOpening() async throws {
        let link = link(meta("al:ios:url", "no://") + meta("al:ios") + meta("al:ios:url", "app://x"))
        let navigation = AppLinkNavigation(appLink: link)
        let options = AppLinkNavigationOptions(device: .iphone)
        let result = try await navigation.navigate(opener: ReticentOpener(), options: options, events: events)
        #expect(result.type == .app)
        #expect(result.steps.map(\.outcome) == [.notOpenable, .opened])
        #expect(try await navigation.preview(opener: ReticentOpener(), options: options).type == .failure)
    }

    @Test(
        .tags(.a18),
        arguments: [
            (nil, true), ("\"1.0\"", true), ("\"1\"", true), ("1", true), ("1.0", true), ("null", true),
            ("\"1.1\"", false), ("\"2.0\"", false), ("2", false), ("true", false), ("{}", false),
        ] as [(String?, Bool)]
    )
    func onlyVersion1IsRead(version: String?, isRead: Bool) throws {
        let json = "{\"target_url\":\"https://e.com/\"\(version.map { ",\"version\":\($0)" } ?? "")}"
        let url = AppLinkURL(text: "app://x?al_applink_data=\(json)", events: events)
        #expect(url.isAppLink == isRead)
        #expect(url.targetURLText == (isRead ? "https://e.com/" : url.inputText))
        #expect(url.appLinkDataError?.code == (isRead ? nil : .unsupportedVersion))
    }

    @Test(
        .tags(.a19),
        arguments: [
            (AppLinkDevice.windows, "windows"), (.windowsUniversal, "windows_universal"),
            (.windowsPhone, "windows_phone"),
        ]
    )
    func windowsTargetsAreTriedBeforeTheWeb(device: AppLinkDevice, platform: String) async throws {
        let link = link(
            meta("al:\(platform):url", "one://") + meta("al:\(platform)") + meta("al:\(platform):url", "two://")
        )
        let app = try await follow(link, installed: ["two"], device: device)
        #expect(app.openedURL?.scheme == "two")
        #expect(app.steps.map(\.outcome) == [.notOpenable, .opened])
        #expect(try await follow(link, device: device).type == .browser)
    }

    @Test(.tags(.a20))
    func atMost32TargetsAreTried() async throws {
        let tags = (0..<40).map { meta("al:ios") + meta("al:ios:url", "no\($0)://") }.joined()
        let result = try await follow(link(tags))
        #expect(result.steps.filter { $0.outcome == .notOpenable }.count == 32)
        #expect(result.untriedTargetCount == 8)
        #expect(result.type == .browser)
    }
}
