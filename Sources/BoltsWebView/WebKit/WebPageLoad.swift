#if canImport(WebKit) && !os(watchOS) && !os(tvOS)
internal import BoltsAppLinks
internal import BoltsTasks
internal import Foundation
internal import WebKit

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// Loads one page in its own web view, according to ``WebPageLoadState``.
@MainActor
final class WebPageLoad: NSObject, WKNavigationDelegate {
    private let url: URL
    private let options: WebViewOptions
    private let check: URLAdmission
    private let clock: WebPageClock
    private let source: TaskCompletionSource<AppLink>
    private var state: WebPageLoadState
    private var webView: WKWebView?
    private var sleeps: [Task<Void, Never>] = []
    private var registration: BoltsRegistration?
    private let lookUps = CancellationTokenSource()
    private var timeSinceFirstLook: () -> Duration = { .zero }
    private let token: CancellationToken
    private var onEnd: (() -> Void)?
    /// Set while the page loads, because a web view does not retain its delegate.
    private var keptAlive: WebPageLoad?

    init(
        _ url: URL,
        options: WebViewOptions,
        check: URLAdmission,
        clock: WebPageClock,
        source: TaskCompletionSource<AppLink>,
        token: CancellationToken
    ) {
        self.url = url
        self.options = options
        self.check = check
        self.clock = clock
        self.source = source
        self.token = token
        self.state = WebPageLoadState(source: url, options: options)
        super.init()
    }

    /// Whether the link is still awaited.
    var isWanted: Bool { !source.task.isCompleted && !token.isCancellationRequested }

    /// Loads the page; `onEnd` is called once, after the web view was released.
    func start(onEnd: @escaping () -> Void) {
        keptAlive = self
        self.onEnd = onEnd
        // This is not isolated like the code around it, because the token may be cancelled on any thread.
        let cancel: @Sendable () -> Void = { [source] in
            source.tryCancel()
            Task { @MainActor in self.cancel() }
        }
        registration = token.register(cancel)
        guard !state.hasEnded else { return }
        sleep(options.pageTimeout) { $0.expired() }
        sleeps.append(
            Task { [self] in
                do {
                    // The address is checked before WebKit starts, and again for each navigation.
                    try await check.check(url, cancellationToken: lookUps.token).value
                    let rules = try await WebPageRuleList.compiled(publicOnly: options.addressPolicy == .publicOnly)
                    load(rules)
                } catch {
                    perform(state.impossible(error))
                }
            }
        )
    }

    private func cancel() {
        perform(state.cancelled())
    }

    private func load(_ rules: WKContentRuleList?) {
        guard !state.hasEnded else { return }
        let configuration = WKWebViewConfiguration()
        configuration.websiteDataStore = .nonPersistent()
        configuration.suppressesIncrementalRendering = true
        configuration.mediaTypesRequiringUserActionForPlayback = .all
        configuration.preferences.javaScriptCanOpenWindowsAutomatically = false
        // The web view is in no window, so WebKit would suspend the page.
        configuration.preferences.inactiveSchedulingPolicy = .none
        configuration.userContentController.addUserScript(
            WKUserScript(
                source: AnimationFrameScript.source,
                injectionTime: .atDocumentStart,
                forMainFrameOnly: true,
                in: .page
            )
        )
        if let rules { configuration.userContentController.add(rules) }
        let webView = WKWebView(frame: CGRect(x: 0, y: 0, width: 390, height: 844), configuration: configuration)
        webView.navigationDelegate = self
        self.webView = webView
        var request = URLRequest(url: url)
        request.setValue("al", forHTTPHeaderField: "Prefer-Html-Meta-Tags")
        webView.load(request)
    }

    private func perform(_ action: WebPageLoadState.Action) {
        switch action {
        case .none:
            break
        case .look(let pause, let number):
            if pause == .zero { timeSinceFirstLook = clock.measure() }
            let look = Task { [self] in
                if pause > .zero { try? await clock.sleep(pause) }
                await self.look(number)
            }
            sleeps.append(look)
        case .finish(let result):
            finish(result)
        }
    }

    private func look(_ number: Int) async {
        guard !state.hasEnded, let webView else { return }
        let said: Result<String, any Error>
        do {
            let body = BrowserPageScript.body(PageMetadataReader.Options())
            // The script runs in an isolated world, which the page's scripts cannot modify.
            let value = try await webView.callAsyncJavaScript(body, contentWorld: .defaultClient)
            said = .success(value as? String ?? "")
        } catch {
            said = .failure(error)
        }
        perform(state.saw(said, number: number, at: timeSinceFirstLook()))
    }

    private func finish(_ result: Result<AppLink, any Error>) {
        lookUps.cancel()
        for sleep in sleeps { sleep.cancel() }
        sleeps = []
        registration?.dispose()
        registration = nil
        webView?.navigationDelegate = nil
        webView?.stopLoading()
        webView = nil
        keptAlive = nil
        switch result {
        case .success(let link): source.trySet(result: link)
        case .failure(let error): source.trySet(error: error)
        }
        let onEnd = onEnd
        self.onEnd = nil
        onEnd?()
    }

    private func sleep(
        _ duration: Duration,
        then body: @escaping @MainActor (inout WebPageLoadState) -> WebPageLoadState.Action
    ) {
        sleeps.append(
            Task { [self] in
                guard (try? await clock.sleep(duration)) != nil else { return }
                perform(body(&state))
            }
        )
    }

    // MARK: - WKNavigationDelegate

    func webView(
        _ webView: WKWebView,
        decidePolicyFor navigationAction: WKNavigationAction
    ) async -> WKNavigationActionPolicy {
        let url = navigationAction.request.url
        switch state.wants(url, isMainFrame: navigationAction.targetFrame?.isMainFrame ?? false) {
        case .allow:
            return .allow
        case .refuse:
            return .cancel
        case .refuseAndFinish(let error):
            finish(.failure(error))
            return .cancel
        case .judge:
            guard let url else { return .cancel }
            let verdict: Result<Void, any Error>
            do {
                verdict = .success(try await check.check(url, cancellationToken: lookUps.token).value)
            } catch {
                verdict = .failure(error)
            }
            let (isAllowed, action) = state.judged(url, verdict)
            perform(action)
            return isAllowed ? .allow : .cancel
        }
    }

    func webView(
        _ webView: WKWebView,
        decidePolicyFor navigationResponse: WKNavigationResponse
    ) async -> WKNavigationResponsePolicy {
        let (isAllowed, action) = state.answered(
            status: (navigationResponse.response as? HTTPURLResponse)?.statusCode,
            mimeType: navigationResponse.response.mimeType,
            isMainFrame: navigationResponse.isForMainFrame
        )
        perform(action)
        return isAllowed ? .allow : .cancel
    }

    func webView(_ webView: WKWebView, didCommit navigation: WKNavigation!) {
        perform(state.committed())
    }

    func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!) {
        perform(state.loaded())
    }

    func webView(_ webView: WKWebView, didFail navigation: WKNavigation!, withError error: any Error) {
        perform(state.failed(WebPageFailure(error), isProvisional: false))
    }

    func webView(
        _ webView: WKWebView,
        didFailProvisionalNavigation navigation: WKNavigation!,
        withError error: any Error
    ) {
        perform(state.failed(WebPageFailure(error), isProvisional: true))
    }

    func webViewWebContentProcessDidTerminate(_ webView: WKWebView) {
        perform(state.processTerminated())
    }
}
#endif
