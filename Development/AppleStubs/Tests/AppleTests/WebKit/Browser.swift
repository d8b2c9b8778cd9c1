import Foundation
import WebKit

/// An event of a page in a web view.
enum PageEvent: Sendable {
    /// The web view starts a navigation, in its own frame or in another.
    case go(String, frame: Frame = .main)
    /// A server answers.
    case answer(status: Int = 200, type: String = "text/html", isMainFrame: Bool = true)
    case commit
    case finish
    case fail(domain: String = "NSURLErrorDomain", code: Int)
    case failProvisionally(domain: String = "NSURLErrorDomain", code: Int)
    case terminate

    enum Frame: Sendable {
        case main
        case inner
        case window
    }
}

/// Simulates WebKit: causes the events of each web view's page, and records their results.
@MainActor
final class Browser {
    private(set) var webViews: [WKWebView] = []
    /// The policies that were decided, in order.
    private(set) var decisions: [String] = []
    /// The successive answers of the script; the last is repeated.
    var answers: [Result<String, any Error>] = []
    private let events: [PageEvent]
    private let onLoad: (() -> Void)?
    private(set) var isDone = false

    /// The page as the script returns it.
    static func answer(_ tags: [(String, String)] = [], url: String = "https://example.com/a") -> String {
        "bolts1;u\(url.count):\(url)l"
            + tags.map { "p\($0.0.count):\($0.0)c\($0.1.count):\($0.1)" }.joined() + "."
    }

    init(_ events: [PageEvent], onLoad: (() -> Void)? = nil) {
        self.events = events
        self.onLoad = onLoad
        WKContentRuleListStore.compileError = nil
        WKWebView.onMake = { [weak self] webView in self?.made(webView) }
    }

    private func made(_ webView: WKWebView) {
        webViews.append(webView)
        webView.answer = { [weak self] in
            guard let self, let next = answers.first else { return "" }
            if answers.count > 1 { answers.removeFirst() }
            return try next.get()
        }
        webView.onLoad = { [weak self, weak webView] _ in
            self?.onLoad?()
            Task { @MainActor in
                guard let self, let webView else { return }
                for event in self.events { await self.play(event, webView) }
                self.isDone = true
            }
        }
    }

    private func play(_ event: PageEvent, _ webView: WKWebView) async {
        guard let delegate = webView.navigationDelegate else {
            decisions.append("nobody listens")
            return
        }
        let navigation = WKNavigation()
        switch event {
        case .go(let text, let frame):
            guard let url = URL(string: text) else { return }
            let target: WKFrameInfo? =
                switch frame {
                case .main: WKFrameInfo(main: true)
                case .inner: WKFrameInfo(main: false)
                case .window: nil
                }
            let action = WKNavigationAction(given: URLRequest(url: url), frame: target)
            let policy = await delegate.webView(webView, decidePolicyFor: action)
            decisions.append("\(policy) \(text)")
        case .answer(let status, let type, let isMainFrame):
            let response = HTTPURLResponse(
                url: URL(fileURLWithPath: "/"),
                statusCode: status,
                httpVersion: nil,
                headerFields: ["Content-Type": type]
            )
            guard let response else { return }
            let wrapped = WKNavigationResponse(given: response, main: isMainFrame)
            let policy = await delegate.webView(webView, decidePolicyFor: wrapped)
            decisions.append("\(policy) \(status)")
        case .commit: delegate.webView(webView, didCommit: navigation)
        case .finish: delegate.webView(webView, didFinish: navigation)
        case .fail(let domain, let code):
            delegate.webView(webView, didFail: navigation, withError: NSError(domain: domain, code: code))
        case .failProvisionally(let domain, let code):
            let error = NSError(domain: domain, code: code)
            delegate.webView(webView, didFailProvisionalNavigation: navigation, withError: error)
        case .terminate: delegate.webViewWebContentProcessDidTerminate(webView)
        }
    }
}
