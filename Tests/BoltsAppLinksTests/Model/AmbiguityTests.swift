@_spi(Bolts) import BoltsAppLinks
import BoltsPageFetching
import BoltsPageMetadata
import BoltsTasks
import FetchingStubs
import Foundation
import LoopbackServer
import Testing

/// Tests the answers to questions that the protocol leaves open and that no rule's test covers, in the order of
/// `docs/design/app-links.md`.
@Suite(.timeLimit(.minutes(20))) struct AmbiguityTests {
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
        extras: [String: AppLinkValue] = [:],
        _ set: (inout AppLinkNavigationOptions) -> Void = { _ in }
    ) async throws -> AppLinkNavigationResult {
        var options = AppLinkNavigationOptions(device: device)
        set(&options)
        return try await AppLinkNavigation(appLink: link, extras: extras)
            .navigate(opener: RecordingOpener(installed: installed), options: options, events: events)
    }

    // MARK: - From tags to a link

    @Test(.tags(.a2)) func unevenListsPairByIndex() {
        let link = link(
            meta("al:ios:url", "a://") + meta("al:ios:url", "b://") + meta("al:ios:app_name", "A")
                + meta("al:ipad:app_name", "P") + meta("al:ipad:app_name", "Q") + meta("al:ipad:url", "p://")
        )
        #expect(link.targets(for: .iphone).map(\.urlText) == ["a://", "b://"])
        #expect(link.targets(for: .iphone).map(\.appName) == ["A", nil])
        #expect(link.targets(for: .ipad).prefix(2).map(\.urlText) == ["p://", nil])
        #expect(link.targets(for: .ipad).prefix(2).map(\.appName) == ["P", "Q"])
    }

    @Test(.tags(.a8)) func theSourceIsTheRequestedURL() async throws {
        let server = try LoopbackServer { request, connection in
            guard request.target != "/short" else { return connection.redirect(301, to: "/long") }
            connection.respond(
                body: "<link rel=canonical href='https://c.example/'><meta property=og:url content=https://o.example/>"
            )
        }
        defer { server.stop() }
        let link = try await HTTPAppLinkResolver(fetchOptions: .loopback).appLink(for: server.url("/short"))
        #expect(link.sourceURL == server.url("/short"))
        #expect(link.webURL == server.url("/short"))
    }

    @Test(.tags(.a13)) func propertyAndNameAreReadAndThePrefixIsLowerCase() {
        let html =
            "<META PROPERTY=al:ios:url CONTENT=a://><meta name=al:ios:url content=b://>"
            + "<meta property=AL:ios:url content=c://><meta property=al:IOS:url content=d://><meta itemprop=al:ios:url content=e://>"
        #expect(link(html).targets.map(\.urlText) == ["a://", "b://"])
        #expect(link(html, acceptsName: false).targets.map(\.urlText) == ["a://"])
        #expect(link(html).unusedTags.map(\.property) == ["al:IOS:url"])
    }

    @Test(.tags(.a14)) func tagsInTheBodyCountLikeThoseInTheHead() {
        let html =
            "<html><head>\(meta("al:ios:url", "h://"))</head><body><p>\(meta("al:ios:url", "b://"))</p></body></html>"
            + meta("al:ios:url", "after://")
        #expect(link(html).targets.map(\.urlText) == ["h://", "b://", "after://"])
    }

    // MARK: - From a URL to a page

    @Test(.tags(.a15)) func metaRefreshIsNotFollowed() async throws {
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
        let page = try await HTTPAppLinkResolver(fetchOptions: .loopback).page(at: server.url("/"))
        #expect(page.link.targets.map(\.urlText) == ["app://first"])
        #expect(page.fetched.hops.count == 1)
        #expect(server.requests.map(\.target) == ["/"])
    }

    @Test(.tags(.a16)) func anErrorStatusIsAnErrorUnlessAllowed() async throws {
        let server = try LoopbackServer { request, connection in
            let tag = "<meta property=al:ios:url content='app://x'>"
            if request.target == "/image" { return connection.respond(200, ["Content-Type: image/png"], body: tag) }
            connection.respond(404, ["Content-Type: text/html"], body: tag)
        }
        defer { server.stop() }
        var options = PageFetchOptions.loopback
        let resolver = HTTPAppLinkResolver(fetchOptions: options)
        #expect(try await resolver.appLink(for: server.url("/image")).targets.map(\.urlText) == ["app://x"])
        let error = await #expect(throws: PageError.self) { try await resolver.appLink(for: server.url("/gone")) }
        #expect(error?.httpStatus == 404)
        options.readsErrorPages = true
        let lenient = HTTPAppLinkResolver(fetchOptions: options)
        #expect(try await lenient.appLink(for: server.url("/gone")).targets.map(\.urlText) == ["app://x"])
    }

    // MARK: - Following a link

    /// An opener that, like iOS for undeclared schemes, says that it cannot open a URL but opens it anyway.
    private struct ReticentOpener: URLOpening {
        func open(_ url: OpenableURL, cancellationToken: CancellationToken) -> BoltsTask<Bool> {
            BoltsTask(result: url.scheme == "app")
        }

        func canOpen(_ url: OpenableURL, cancellationToken: CancellationToken) -> BoltsTask<Bool> {
            BoltsTask(result: false)
        }
    }

    @Test(.tags(.a17)) func targetsAreTriedByOpening() async throws {
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
}
