import BoltsAppLinks
import BoltsPageFetching
import BoltsPageMetadata
import BoltsTasks
import Foundation
import LoopbackServer
import Testing

/// The twenty questions that the protocol leaves open, in the order of `docs/app-links.md`, one test for each.
@Suite(.timeLimit(.minutes(5)))
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
            .navigate(opener: RecordingOpener(installed: installed), options: options, events: events).value
    }

    // MARK: - From tags to a link

    @Test("A1: a target without its URL is kept, and passed over when the link is followed")
    func A1() async throws {
        let link = link(
            meta("al:ios:app_store_id", "1108187390") + meta("al:ios:app_name", "Music") + meta("al:ios")
                + meta("al:ios:url", "music2://x")
        )
        #expect(link.targets.map(\.urlText) == [nil, "music2://x"])
        #expect(link.targets.map(\.appStoreID) == ["1108187390", nil])
        let result = try await follow(link, installed: ["music2"])
        #expect(result.steps.map(\.outcome) == [.noURL, .opened])
    }

    @Test("A2: lists of unequal length pair by index up to the longest, and what is missing is nil")
    func A2() {
        let link = link(
            meta("al:ios:url", "a://") + meta("al:ios:url", "b://") + meta("al:ios:app_name", "A")
                + meta("al:ipad:app_name", "P") + meta("al:ipad:app_name", "Q") + meta("al:ipad:url", "p://")
        )
        #expect(link.targets(for: .iphone).map(\.urlText) == ["a://", "b://"])
        #expect(link.targets(for: .iphone).map(\.appName) == ["A", nil])
        #expect(link.targets(for: .ipad).prefix(2).map(\.urlText) == ["p://", nil])
        #expect(link.targets(for: .ipad).prefix(2).map(\.appName) == ["P", "Q"])
    }

    @Test(
        "A3: should_fallback=false and no app fails as the protocol says, unless the caller wants the web or the store"
    )
    func A3() async throws {
        let link = link(
            meta("al:ios:url", "no://") + meta("al:ios:app_store_id", "42") + meta("al:web:should_fallback", "false")
        )
        #expect(try await follow(link).type == .failure)
        let web = try await follow(link) { $0.withoutFallback = .web }
        #expect(web.openedURL?.text.hasPrefix("https://example.com/page?") == true)
        let store = try await follow(link) { $0.withoutFallback = .store }
        #expect(store.openedURL?.text == "https://apps.apple.com/app/id42")
    }

    @Test("A4: the data goes along to the web as prescribed, without extras unless the caller sends them")
    func A4() async throws {
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

    @Test("A5: the parameter stands before the fragment, and intent: keeps its own")
    func A5() throws {
        let codec = AppLinkDataCodec()
        let value = "al_applink_data=%7B%7D"
        #expect(try codec.encode(AppLinkData(), into: "app://x#top") == "app://x?\(value)#top")
        #expect(try codec.encode(AppLinkData(), into: "app://x?#top") == "app://x?\(value)#top")
        #expect(
            try codec.encode(AppLinkData(), into: "intent://x?a=1#Intent;scheme=app;end")
                == "intent://x?a=1&\(value)#Intent;scheme=app;end"
        )
    }

    @Test("A6: everything but unreserved characters is escaped, and what is written reads back to the same")
    func A6() throws {
        let codec = AppLinkDataCodec()
        let data = AppLinkData(json: ["target_url": "https://e.com/?a=1&b=2+c#d", "é": "&=+?/#%~-._"])
        let text = try codec.encode(data, into: "app://x")
        let value = text.dropFirst("app://x?al_applink_data=".count)
        let allowed = CharacterSet(charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~%")
        #expect(value.unicodeScalars.allSatisfy { allowed.contains($0) })
        #expect(try codec.decode(from: text) == data)
    }

    @Test("A7: data that is there already is replaced, in any spelling of its name")
    func A7() throws {
        let data = AppLinkData(json: ["n": 1])
        let base = "app://x?a=1&al_applink_data=%7B%22old%22%3A1%7D&%61l_applink_data=%7B%7D&b=2"
        let text = try AppLinkDataCodec().encode(data, into: base)
        #expect(text == "app://x?a=1&b=2&al_applink_data=%7B%22n%22%3A1%7D")
    }

    @Test("A8: the source is the URL that was asked for, not the one that a redirect led to")
    func A8() async throws {
        let server = try LoopbackServer { request, connection in
            guard request.target != "/short" else { return connection.redirect(301, to: "/long") }
            connection.respond(
                body: "<link rel=canonical href='https://c.example/'><meta property=og:url content=https://o.example/>"
            )
        }
        defer { server.stop() }
        var options = PageFetchOptions()
        options.addressPolicy = .any
        let link = try await HTTPAppLinkResolver(fetchOptions: options).appLink(for: server.url("/short")).value
        #expect(link.sourceURL == server.url("/short"))
        #expect(link.webURL == server.url("/short"))
    }

    @Test("A9: a relative al:web:url is resolved against the page, one that is not http or https counts as not given")
    func A9() {
        #expect(link(meta("al:web:url", "/other?x=1")).webURL?.absoluteString == "https://example.com/other?x=1")
        for text in ["javascript:alert(1)", "app://x", "ftp://e.com/"] {
            #expect(link(meta("al:web:url", text)).webURL == page)
            #expect(link(meta("al:web:url", text)).web.urlText == text)
        }
    }

    @Test(
        "A10: Apple's other devices read ios, and nothing else",
        arguments: [
            AppLinkDevice.mac, .tv, .vision, .watch,
        ]
    )
    func A10(device: AppLinkDevice) {
        let link = link(meta("al:iphone:url", "p://") + meta("al:ios:url", "i://") + meta("al:ipad:url", "t://"))
        #expect(link.targets(for: device).map(\.urlText) == ["i://"])
        #expect(link.targets(for: .desktop).isEmpty)
    }

    @Test("A11: a web URL in an app's target opens an app that claims its host, or nothing")
    func A11() async throws {
        let link = link(meta("al:ios:url", "https://shop.example/1") + meta("al:web:url", "https://www.example/1"))
        let without = try await follow(link)
        #expect(without.type == .browser)
        #expect(without.openedURL?.text.hasPrefix("https://www.example/1?") == true)
        let with = try await follow(link, installed: ["shop.example"])
        #expect(with.type == .app)
        #expect(with.openedURL?.text.hasPrefix("https://shop.example/1?") == true)
    }

    @Test("A12: underscores in schemes are tolerated, and the text is what is opened")
    func A12() async throws {
        let link = link(meta("al:ios:url", "applinks_v2://docs"))
        #expect(link.targets.map(\.urlText) == ["applinks_v2://docs"])
        let result = try await follow(link, installed: ["applinks_v2"])
        #expect(result.openedURL?.text.hasPrefix("applinks_v2://docs?al_applink_data=") == true)
    }

    @Test("A13: property counts, and name unless told otherwise; both begin with al: in lower case")
    func A13() {
        let html =
            "<META PROPERTY=al:ios:url CONTENT=a://><meta name=al:ios:url content=b://>"
            + "<meta property=AL:ios:url content=c://><meta property=al:IOS:url content=d://><meta itemprop=al:ios:url content=e://>"
        #expect(link(html).targets.map(\.urlText) == ["a://", "b://"])
        #expect(link(html, acceptsName: false).targets.map(\.urlText) == ["a://"])
        #expect(link(html).unusedTags.map(\.property) == ["al:IOS:url"])
    }

    @Test("A14: tags in the body count like those in the head")
    func A14() {
        let html =
            "<html><head>\(meta("al:ios:url", "h://"))</head><body><p>\(meta("al:ios:url", "b://"))</p></body></html>"
            + meta("al:ios:url", "after://")
        #expect(link(html).targets.map(\.urlText) == ["h://", "b://", "after://"])
    }

    // MARK: - From a URL to a page

    @Test("A15: a page that refreshes is read, and the refresh is not followed")
    func A15() async throws {
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
        var options = PageFetchOptions()
        options.addressPolicy = .any
        let page = try await HTTPAppLinkResolver(fetchOptions: options).page(at: server.url("/")).value
        #expect(page.link.targets.map(\.urlText) == ["app://first"])
        #expect(page.fetched.hops.count == 1)
        #expect(server.requests.map(\.target) == ["/"])
    }

    @Test("A16: tags in place of an image are read; a status that says there is no page is an error unless allowed")
    func A16() async throws {
        let server = try LoopbackServer { request, connection in
            let tag = "<meta property=al:ios:url content='app://x'>"
            if request.target == "/image" { return connection.respond(200, ["Content-Type: image/png"], body: tag) }
            connection.respond(404, ["Content-Type: text/html"], body: tag)
        }
        defer { server.stop() }
        var options = PageFetchOptions()
        options.addressPolicy = .any
        let resolver = HTTPAppLinkResolver(fetchOptions: options)
        #expect(try await resolver.appLink(for: server.url("/image")).value.targets.map(\.urlText) == ["app://x"])
        let error = await #expect(throws: PageError.self) {
            try await resolver.appLink(for: server.url("/gone")).value
        }
        #expect(error?.httpStatus == 404)
        options.readsErrorPages = true
        let lenient = HTTPAppLinkResolver(fetchOptions: options)
        #expect(try await lenient.appLink(for: server.url("/gone")).value.targets.map(\.urlText) == ["app://x"])
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

    @Test("A17: targets are tried by opening; whether one can be opened is only asked where nothing may be opened")
    func A17() async throws {
        let link = link(meta("al:ios:url", "no://") + meta("al:ios") + meta("al:ios:url", "app://x"))
        let navigation = AppLinkNavigation(appLink: link)
        let options = AppLinkNavigationOptions(device: .iphone)
        let result = try await navigation.navigate(opener: ReticentOpener(), options: options, events: events).value
        #expect(result.type == .app)
        #expect(result.steps.map(\.outcome) == [.notOpenable, .opened])
        #expect(try await navigation.navigationType(opener: ReticentOpener(), options: options).value == .failure)
    }

    @Test(
        "A18: version 1 in any of its shapes is read; of any other the URL is its own target, and the error says why",
        arguments: [
            (nil, true), ("\"1.0\"", true), ("\"1\"", true), ("1", true), ("1.0", true), ("null", true),
            ("\"1.1\"", false), ("\"2.0\"", false), ("2", false), ("true", false), ("{}", false),
        ] as [(String?, Bool)]
    )
    func A18(version: String?, isRead: Bool) throws {
        let json = "{\"target_url\":\"https://e.com/\"\(version.map { ",\"version\":\($0)" } ?? "")}"
        let url = AppLinkURL(text: "app://x?al_applink_data=\(json)", events: events)
        #expect(url.isAppLink == isRead)
        #expect(url.targetURLText == (isRead ? "https://e.com/" : url.inputText))
        #expect(url.appLinkDataError?.code == (isRead ? nil : .unsupportedVersion))
    }

    @Test(
        "A19: windows and windows_universal are followed by the rule of windows_phone: try each, then the web",
        arguments: [
            (AppLinkDevice.windows, "windows"), (.windowsUniversal, "windows_universal"),
            (.windowsPhone, "windows_phone"),
        ]
    )
    func A19(device: AppLinkDevice, platform: String) async throws {
        let link = link(
            meta("al:\(platform):url", "one://") + meta("al:\(platform)") + meta("al:\(platform):url", "two://")
        )
        let app = try await follow(link, installed: ["two"], device: device)
        #expect(app.openedURL?.scheme == "two")
        #expect(app.steps.map(\.outcome) == [.notOpenable, .opened])
        #expect(try await follow(link, device: device).type == .browser)
    }

    @Test("A20: at most 32 targets are handed to the opener, and those left over are told")
    func A20() async throws {
        let tags = (0..<40).map { meta("al:ios") + meta("al:ios:url", "no\($0)://") }.joined()
        let result = try await follow(link(tags))
        #expect(result.steps.filter { $0.outcome == .notOpenable }.count == 32)
        #expect(result.untriedTargetCount == 8)
        #expect(result.type == .browser)
    }
}
