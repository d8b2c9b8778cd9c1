import BoltsAppLinks
import BoltsPageFetching
import Foundation
import Testing

@testable import BoltsWebView

/// Tests that a page in a web view has one end, whatever the order of events (rule L6).
@Suite struct WebPageLoadStateTests {
    private let source = URL(string: "https://example.com/a")!
    private let tags = "bolts1;u21:https://example.com/al" + "p10:al:ios:urlc11:recipes://1."
    private let noTags = "bolts1;u21:https://example.com/al."

    private func state(_ change: (inout WebViewOptions) -> Void = { _ in }) -> WebPageLoadState {
        var options = WebViewOptions()
        change(&options)
        return WebPageLoadState(source: source, options: options)
    }

    /// A page whose load was allowed.
    private func answered(_ change: (inout WebViewOptions) -> Void = { _ in }) -> WebPageLoadState {
        var state = state(change)
        guard case .judge = state.wants(source, isMainFrame: true) else {
            Issue.record("the page itself was refused")
            return state
        }
        _ = state.judged(source, .success(()))
        _ = state.answered(status: 200, mimeType: "text/html", isMainFrame: true)
        return state
    }

    private func seen(_ change: (inout WebViewOptions) -> Void = { _ in }) -> WebPageLoadState {
        var state = answered(change)
        _ = state.committed()
        return state
    }

    private func look(_ action: WebPageLoadState.Action) throws -> (pause: Duration, number: Int) {
        guard case .look(let pause, let number) = action else {
            throw Unexpected(action: action)
        }
        return (pause, number)
    }

    private func link(_ action: WebPageLoadState.Action) throws -> AppLink {
        guard case .finish(.success(let link)) = action else { throw Unexpected(action: action) }
        return link
    }

    private func code(_ action: WebPageLoadState.Action) -> PageError.Code? {
        guard case .finish(.failure(let error)) = action else { return nil }
        return (error as? PageError)?.code
    }

    private func code(_ decision: WebPageLoadState.Decision) -> PageError.Code? {
        guard case .refuseAndFinish(let error) = decision else { return nil }
        return error.code
    }

    private func isNothing(_ action: WebPageLoadState.Action) -> Bool {
        if case .none = action { true } else { false }
    }

    private struct Unexpected: Error {
        let action: WebPageLoadState.Action
    }

    // MARK: - A page

    @Test(.tags(.l6, .dl6)) func aPageIsReadOnceItsTagsAreStable() throws {
        var state = answered()
        let first = try look(state.committed())
        #expect(first.pause == .zero)
        let second = try look(state.saw(.success(tags), number: first.number, at: .zero))
        #expect(second.pause == .milliseconds(50))
        let link = try link(state.saw(.success(tags), number: second.number, at: .milliseconds(50)))
        #expect(link.sourceURL == source)
        #expect(link.targets.map(\.urlText) == ["recipes://1"])
        #expect(state.hasEnded)
        #expect(isNothing(state.saw(.success(tags), number: second.number, at: .seconds(1))))
        #expect(
            isNothing(state.loaded()) && isNothing(state.committed()) && isNothing(state.expired())
                && isNothing(state.cancelled())
        )
        #expect(isNothing(state.processTerminated()))
        #expect(isNothing(state.failed(WebPageFailure(domain: "x", code: 1), isProvisional: false)))
        guard case .refuse = state.wants(source, isMainFrame: true) else { return #expect(Bool(false)) }
        #expect(!state.judged(source, .success(())).isAllowed)
        #expect(!state.answered(status: 200, mimeType: "text/html", isMainFrame: true).isAllowed)
    }

    @Test(.tags(.l6)) func aPageWithoutTags() throws {
        var state = answered()
        var next = try look(state.committed())
        next = try look(state.saw(.success(noTags), number: next.number, at: .zero))
        next = try look(state.saw(.success(noTags), number: next.number, at: .milliseconds(900)))
        let link = try link(state.saw(.success(noTags), number: next.number, at: .seconds(1)))
        #expect(link.targets.isEmpty && link.webURL == source)
    }

    @Test(.tags(.l6)) func outdatedSnapshotsAreIgnored() throws {
        var state = answered()
        let old = try look(state.committed())
        let next = URL(string: "https://example.com/b")!
        _ = state.wants(next, isMainFrame: true)
        #expect(state.judged(next, .success(())).isAllowed)
        #expect(isNothing(state.saw(.success(tags), number: old.number, at: .seconds(9))))
        let new = try look(state.committed())
        #expect(new.number != old.number)
    }

    @Test(.tags(.l6)) func slowPagesTimeOut() throws {
        var state = answered()
        let unfinished = tags.replacing("/al", with: "/ai")
        var next = try look(state.committed())
        next = try look(state.saw(.success(unfinished), number: next.number, at: .zero))
        next = try look(state.saw(.success(unfinished), number: next.number, at: .milliseconds(999)))
        #expect(try link(state.saw(.success(unfinished), number: next.number, at: .seconds(1))).targets.count == 1)
    }

    @Test(.tags(.l6)) func endlessPagesTimeOut() throws {
        var state = answered()
        let beginning = tags.replacing("/al", with: "/a")
        let first = try look(state.committed())
        _ = try look(state.saw(.success(beginning), number: first.number, at: .seconds(9)))
        #expect(try link(state.expired()).targets.count == 1)

        var empty = answered()
        let second = try look(empty.committed())
        _ = try look(empty.saw(.success(noTags.replacing("/al", with: "/a")), number: second.number, at: .seconds(9)))
        #expect(code(empty.expired()) == .timedOut)
    }

    // MARK: - Allowed navigations

    @Test(
        .tags(.l7),
        arguments: ["recipes://1", "javascript:alert(1)", "file:///etc/passwd", "data:text/html,x", "about:blank", "x"]
    )
    func otherSchemesAreNotLoaded(text: String) throws {
        var early = state()
        #expect(code(early.wants(URL(string: text), isMainFrame: true)) == .redirectRefused)
        #expect(early.hasEnded)
        // A page that tries to open its app is still read.
        var late = seen()
        guard case .refuse = late.wants(URL(string: text), isMainFrame: true) else { return #expect(Bool(false)) }
        #expect(!late.hasEnded)
    }

    @Test(.tags(.l7)) func framesAreNotLoaded() {
        var state = seen()
        guard case .refuse = state.wants(source, isMainFrame: false) else { return #expect(Bool(false)) }
        #expect(!state.answered(status: 200, mimeType: "text/html", isMainFrame: false).isAllowed)
        #expect(!state.hasEnded)
    }

    @Test(.tags(.l7)) func refusedAddressesFail() throws {
        let refusal = PageError(.notReachableOrNotAllowed, "no")
        var early = state()
        _ = early.wants(source, isMainFrame: true)
        let (isAllowed, action) = early.judged(source, .failure(refusal))
        #expect(!isAllowed && code(action) == .notReachableOrNotAllowed)
        var late = seen()
        let verdict = late.judged(source, .failure(refusal))
        #expect(!verdict.isAllowed && isNothing(verdict.action) && !late.hasEnded)
    }

    @Test(.tags(.l7)) func redirectLimit() {
        var state = state()
        for number in 0...5 {
            let url = URL(string: "https://example.com/\(number)")!
            guard case .judge = state.wants(url, isMainFrame: true) else { return #expect(Bool(false), "\(number)") }
            #expect(state.judged(url, .success(())).isAllowed)
        }
        #expect(code(state.wants(source, isMainFrame: true)) == .tooManyRedirects)
    }

    @Test(.tags(.l6)) func fragmentChangesAreNotNavigations() throws {
        var state = answered()
        let looking = try look(state.committed())
        guard case .allow = state.wants(URL(string: "https://example.com/a#b"), isMainFrame: true) else {
            return #expect(Bool(false))
        }
        _ = try look(state.saw(.success(tags), number: looking.number, at: .zero))
        guard case .judge = state.wants(URL(string: "https://example.com/b#b"), isMainFrame: true) else {
            return #expect(Bool(false))
        }
        guard case .judge = state.wants(source, isMainFrame: true) else { return #expect(Bool(false)) }
    }

    // MARK: - Answers of servers

    @Test(.tags(.l7), arguments: [304, 404, 500])
    func errorStatusesAreErrors(status: Int) {
        var state = state()
        let answer = state.answered(status: status, mimeType: "text/html", isMainFrame: true)
        #expect(!answer.isAllowed && code(answer.action) == .httpStatus)
    }

    @Test(.tags(.l7)) func otherContentTypesFail() {
        for type in ["text/html", "application/xhtml+xml", "text/plain", "TEXT/HTML", nil] {
            var state = state()
            #expect(state.answered(status: 200, mimeType: type, isMainFrame: true).isAllowed, "\(type ?? "none")")
        }
        for type in ["image/png", "application/pdf", "video/mp4", "application/zip"] {
            var state = state()
            let answer = state.answered(status: 200, mimeType: type, isMainFrame: true)
            #expect(!answer.isAllowed && code(answer.action) == .notText, "\(type)")
        }
    }

    @Test(.tags(.l6)) func failedLaterNavigationsKeepTheLoadedPage() throws {
        var state = seen()
        _ = try look(state.answered(status: 404, mimeType: "text/html", isMainFrame: true).action)
        state = seen()
        _ = try look(state.answered(status: 200, mimeType: "image/png", isMainFrame: true).action)
        state = seen()
        let unreachable = WebPageFailure(domain: "NSURLErrorDomain", code: -1003)
        _ = try look(state.failed(unreachable, isProvisional: true))
    }

    // MARK: - Other ends

    @Test(
        .tags(.l7),
        arguments: [
            (-1001, .timedOut), (-1003, .notReachableOrNotAllowed), (-1004, .notReachableOrNotAllowed),
            (-1009, .notReachableOrNotAllowed), (-1005, .interrupted), (-1202, .untrustedConnection),
            (-1200, .untrustedConnection), (-1206, .untrustedConnection), (-1007, .tooManyRedirects),
            (-1022, .schemeNotAllowed),
        ] as [(Int, PageError.Code)]
    )
    func systemErrorsAreMapped(number: Int, expected: PageError.Code) {
        for isProvisional in [true, false] {
            var state = state()
            let failure = WebPageFailure(NSError(domain: "NSURLErrorDomain", code: number))
            #expect(code(state.failed(failure, isProvisional: isProvisional)) == expected)
        }
        var state = seen()
        #expect(code(state.failed(WebPageFailure(domain: "other", code: number), isProvisional: false)) == .interrupted)
    }

    /// A load that the app's own list forbids is not a failure of the page.
    @Test(.tags(.l7)) func anAppBoundDomainIsNamedAsTheReason() throws {
        let refused = NSError(domain: "WKErrorDomain", code: 13)
        var state = state()
        #expect(code(state.failed(WebPageFailure(refused), isProvisional: true)) == .browserFailed)
        var shown = self.state()
        let first = try look(shown.committed())
        let script = NSError(domain: "WKErrorDomain", code: 14)
        #expect(code(shown.saw(.failure(script), number: first.number, at: .zero)) == .browserFailed)
    }

    @Test(.tags(.l6)) func interruptionsAreIgnored() {
        var state = seen()
        for failure in [
            WebPageFailure(domain: "NSURLErrorDomain", code: -999),
            WebPageFailure(domain: "WebKitErrorDomain", code: 102),
        ] {
            #expect(isNothing(state.failed(failure, isProvisional: true)))
            #expect(isNothing(state.failed(failure, isProvisional: false)))
        }
        #expect(!state.hasEnded)
    }

    @Test(.tags(.l6)) func timeoutTerminationAndCancellationEndTheLoad() {
        var state = state()
        #expect(code(state.expired()) == .timedOut && isNothing(state.processTerminated()))
        state = seen()
        #expect(code(state.processTerminated()) == .browserFailed && isNothing(state.expired()))
        state = self.state()
        guard case .finish(.failure(let error)) = state.cancelled() else { return #expect(Bool(false)) }
        #expect(error is CancellationError)
        #expect(isNothing(state.impossible(error)))
    }

    @Test(.tags(.l6), arguments: ["", "x", "bolts1;f"]) func malformedAnswersFail(text: String) throws {
        var state = answered()
        let first = try look(state.committed())
        #expect(code(state.saw(.success(text), number: first.number, at: .zero)) == .unreadablePage)
        state = answered()
        let second = try look(state.committed())
        let failure = NSError(domain: "WKErrorDomain", code: 4)
        #expect(code(state.saw(.failure(failure), number: second.number, at: .zero)) == .unreadablePage)
    }
}
