@_spi(Bolts) import BoltsAppLinks
import BoltsPageFetching
import BoltsTasks
import BoltsTestSupport
import Foundation
import SharedData
import Synchronization
import Testing

/// Each random tap is compared with a model of the rules: the opened URLs, their order, their data, and the end.
@Suite(.timeLimit(.minutes(20))) struct TapModelTests {
    @Test(.tags(.l4, .l5, .l6, .th1), arguments: 1...8) func aTapEndsWhereTheRulesSay(seed: UInt64) async throws {
        var generator = SeededRandom(seed: seed)
        var ends: Set<String> = []
        for _ in 0..<500 {
            let tap = generator.tap()
            var model = tap
            let wanted = model.end()
            let found = try await Self.end(of: tap)
            #expect(found.end == wanted, "\(tap)")
            #expect(found.calls == model.calls, "\(tap)")
            #expect(found.eventTypes == Self.eventTypes(wanted), "\(tap)")
            #expect(found.isResolverAsked == (tap.cancellation != .before), "\(tap)")
            // A link that was followed has no error; a URL that was opened instead of it has the reason.
            if let hasLinkError = found.hasLinkError {
                #expect(hasLinkError == (tap.answer != .link || tap.isUnwritable), "\(tap)")
            }
            ends.insert(String("\(wanted)".prefix { $0 != "," }))
            guard found.end == wanted, found.calls == model.calls else { return }
        }
        // The generator reaches each kind of end.
        #expect(ends.count >= 6, "\(ends)")
    }

    /// A preview queries the URLs that a tap would open, in the same order, and ends in the same way.
    @Test(.tags(.l5, .l6), arguments: 1...4) func aPreviewSaysWhatATapWouldDo(seed: UInt64) async throws {
        var generator = SeededRandom(seed: seed)
        for _ in 0..<500 {
            var tap = generator.tap()
            tap.answer = .link
            tap.isUnwritable = false
            tap.cancellation = .never
            var model = tap
            let wanted = model.end()
            let cancellation = CancellationTokenSource()
            let opener = Opener(tap, cancellation, isAsked: true)
            let url = try #require(URL(string: tap.tapped.written ?? ""))
            let result = try await AppLinkNavigation(
                appLink: Resolver(tap, cancellation).link(of: url),
                extras: ["token": "s3cret"]
            )
            .preview(opener: opener, options: tap.options)
            #expect(Self.end(of: result) == wanted, "\(tap)")
            #expect(opener.calls.withLock { $0 } == model.calls, "\(tap)")
            #expect(result.event == nil)
        }
    }

    private static func end(of result: AppLinkNavigationResult) -> TapModel.End {
        result.openedURL.map { .opened(result.type, text: withoutData($0.text)) } ?? .failure
    }

    private static func eventTypes(_ end: TapModel.End) -> [String] {
        switch end {
        case .opened(let type, _): [type == .app ? "app" : "web"]
        case .failure, .thrown(.data): ["fail"]
        case .thrown: []
        }
    }

    private struct Found {
        let end: TapModel.End
        let calls: [TapModel.Call]
        let eventTypes: [String?]
        let isResolverAsked: Bool
        let hasLinkError: Bool?
    }

    private static func end(of tap: TapModel) async throws -> Found {
        let (recorded, clock, cancellation) = (RecordedEvents(), ManualClock(), CancellationTokenSource())
        let resolver = Resolver(tap, cancellation)
        let opener = Opener(tap, cancellation)
        if tap.cancellation == .before { cancellation.cancel() }
        let task = AppLinkNavigation.navigate(
            to: try #require(URL(string: tap.tapped.written ?? "")),
            extras: ["token": tap.isUnwritable ? .number(.nan) : "s3cret"],
            resolver: resolver,
            opener: opener,
            options: tap.options,
            events: recorded.center,
            clock: clock,
            cancellationToken: cancellation.token
        )
        if tap.answer == .silence, tap.cancellation != .before, tap.cancellation != .whileResolving {
            await clock.waitForSleepers(1)
            clock.advance(by: tap.options.linkTimeout)
        }
        let end: TapModel.End
        var hasLinkError: Bool?
        do {
            let result = try await task.value
            end = Self.end(of: result)
            hasLinkError = result.linkError != nil
            #expect(result.openedURL != nil || result.type == .failure)
        } catch is PageError {
            end = .thrown(.page)
        } catch is TaskTimeoutError {
            end = .thrown(.time)
        } catch is AppLinkDataError {
            end = .thrown(.data)
        } catch is CancellationError {
            end = .thrown(.cancellation)
        }
        // A late answer changes nothing.
        resolver.answerLate()
        return Found(
            end: end,
            calls: opener.calls.withLock { $0 },
            eventTypes: recorded.events.map(\.navigationType),
            isResolverAsked: resolver.isAsked.withLock { $0 },
            hasLinkError: hasLinkError
        )
    }

    /// A URL without the data that was put into it.
    private static func withoutData(_ text: String) -> String {
        guard let start = text.firstRange(of: "al_applink_data=") else { return text }
        let rest = text[start.lowerBound...].drop { $0 != "#" && $0 != "&" }
        return String(text[..<start.lowerBound].dropLast()) + String(rest)
    }

    /// A resolver that answers as the model of a tap says.
    private final class Resolver: AppLinkResolving {
        let isAsked = Mutex(false)
        private let tap: TapModel
        private let cancellation: CancellationTokenSource
        private let late = TaskCompletionSource<AppLink>()

        init(_ tap: TapModel, _ cancellation: CancellationTokenSource) {
            self.tap = tap
            self.cancellation = cancellation
        }

        func appLink(for url: URL, cancellationToken: CancellationToken) -> BoltsTask<AppLink> {
            isAsked.withLock { $0 = true }
            if tap.cancellation == .whileResolving { cancellation.cancel() }
            switch tap.answer {
            case .link: return BoltsTask(result: link(of: url))
            case .error: return BoltsTask(error: PageError(.httpStatus, "answered with status 404", httpStatus: 404))
            case .givesUp: return .cancelled()
            case .silence: return late.task
            }
        }

        func answerLate() {
            guard let url = URL(string: tap.tapped.written ?? "") else { return }
            _ = late.trySet(result: link(of: url))
        }

        func link(of url: URL) -> AppLink {
            let targets = tap.targets.map { target in
                AppLinkTarget(
                    platform: target.platform,
                    urlText: target.text.written,
                    appStoreID: target.appStoreID,
                    package: target.package
                )
            }
            var link = AppLink(sourceURL: url, targets: targets, webURL: nil)
            link.web.urlText = tap.webText.written
            link.web.shouldFallbackText = tap.shouldFallbackText
            return link
        }
    }

    private struct OpenerError: Error {}

    /// An opener that answers each call as the model of a tap says, alternately at once and later.
    private final class Opener: URLOpening {
        let calls = Mutex<[TapModel.Call]>([])
        private let tap: TapModel
        private let cancellation: CancellationTokenSource

        /// Whether the opener must only be queried, and must not open anything.
        private let isAsked: Bool

        init(_ tap: TapModel, _ cancellation: CancellationTokenSource, isAsked: Bool = false) {
            self.tap = tap
            self.cancellation = cancellation
            self.isAsked = isAsked
        }

        func open(_ url: OpenableURL, cancellationToken: CancellationToken) -> BoltsTask<Bool> {
            #expect(!isAsked)
            return take(url, isInApp: false)
        }

        func openInApp(
            _ url: OpenableURL,
            target: AppLinkTarget,
            cancellationToken: CancellationToken
        ) -> BoltsTask<Bool> {
            #expect(!isAsked)
            return take(url, isInApp: true)
        }

        func canOpen(_ url: OpenableURL, cancellationToken: CancellationToken) -> BoltsTask<Bool> {
            #expect(isAsked)
            return take(url, isInApp: false)
        }

        func canOpenInApp(
            _ url: OpenableURL,
            target: AppLinkTarget,
            cancellationToken: CancellationToken
        ) -> BoltsTask<Bool> {
            #expect(isAsked)
            return take(url, isInApp: true)
        }

        private func take(_ url: OpenableURL, isInApp: Bool) -> BoltsTask<Bool> {
            let call = TapModel.Call(
                isInApp: isInApp,
                text: withoutData(url.text),
                hasData: url.text.contains("al_applink_data="),
                hasExtras: url.text.contains("s3cret")
            )
            let number = calls.withLock { calls in
                calls.append(call)
                return calls.count - 1
            }
            if tap.cancellation == .whileOpening(number) { cancellation.cancel() }
            let opening = tap.openings[number]
            let answer: @Sendable () throws -> Bool = {
                switch opening {
                case .opened: true
                case .refused: false
                case .failed: throw OpenerError()
                case .givesUp: throw CancellationError()
                }
            }
            guard number.isMultiple(of: 2) else { return BoltsTask(answer) }
            do { return BoltsTask(result: try answer()) } catch { return BoltsTask(error: error) }
        }
    }
}

extension SeededRandom {
    private typealias Text = TapModel.Text

    private static let pageTexts = [
        Text("recipes://cake"), Text("recipes://cake"), Text("shop:item/7"),
        Text("https://app.example.com/cake?a=1#top"), Text("mailto:a@example.com"), Text("javascript:alert(1)"),
        Text(written: "\n recipes://x/a b ", read: "recipes://x/a%20b"), Text(written: "--help", read: nil),
        Text(written: "recipes://\u{202E}x", read: nil), Text(written: "", read: nil),
        Text(written: "https://", read: nil), .none, .none,
    ]

    fileprivate mutating func tap() -> TapModel {
        var tap = TapModel()
        tap.tapped =
            [
                "https://example.com/a?x=1&x=%2F#s", "https://example.com", "http://example.com/a",
                "recipes://tapped?q#f", "mailto:a@example.com", "javascript:alert(1)",
            ].randomElement(using: &self).map { Text($0) } ?? tap.tapped
        tap.targets = (0..<Int.random(in: 0...3, using: &self)).map { _ in
            TapModel.Target(
                platform: [nil, .ios, .iphone, .android, .windows].randomElement(using: &self) ?? nil,
                text: Self.pageTexts.randomElement(using: &self) ?? .none,
                appStoreID: Bool.random(using: &self) ? "12345" : nil,
                package: Bool.random(using: &self) ? "com.example.recipes" : nil
            )
        }
        tap.webText =
            [
                .none, .none, Text("https://m.example.com/w?y=2"), Text("http://m.example.com/w"), Text("shop:item"),
                Text(written: "https://example.com:x/a", read: nil), Text(written: "", read: nil),
            ].randomElement(using: &self) ?? .none
        tap.shouldFallbackText = [nil, nil, "yes", "no", "false", "0", " no"].randomElement(using: &self) ?? nil
        tap.answer = [.link, .link, .link, .link, .error, .givesUp, .silence].randomElement(using: &self) ?? .link
        tap.isUnwritable = Int.random(in: 0..<8, using: &self) == 0
        tap.options = AppLinkNavigationOptions(
            device: Bool.random(using: &self) ? .iphone : .android,
            schemePolicy: [
                .standard, .standard, SchemePolicy(denied: []), SchemePolicy(allowed: ["recipes"]),
                SchemePolicy(denied: ["https", "shop"]), SchemePolicy(denied: [], allowed: ["https", "javascript"]),
            ].randomElement(using: &self) ?? .standard,
            withoutFallback: [.fail, .store, .web].randomElement(using: &self) ?? .fail,
            webData: [.none, .withoutExtras, .all].randomElement(using: &self) ?? .none,
            withoutLink: Int.random(in: 0..<4, using: &self) == 0 ? .fail : .openURL
        )
        tap.openings = (0..<6).map { _ in
            [.opened, .refused, .refused, .failed, .givesUp].randomElement(using: &self) ?? .refused
        }
        tap.cancellation =
            [.never, .never, .never, .never, .before, .whileResolving, .whileOpening(0), .whileOpening(1)]
            .randomElement(using: &self) ?? .never
        return tap
    }
}
