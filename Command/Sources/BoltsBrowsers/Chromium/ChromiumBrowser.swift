import BoltsAppLinks
import BoltsPageFetching

/// Chromium, driven by its own protocol over an inherited socket, with a separate browser context for each page.
final class ChromiumBrowser: RunningBrowser {
    let process: BrowserProcess
    let proxy: FilteringProxy
    let pageLimit: Int
    let reportsFailedNavigation = true
    private let connection: DevToolsConnection

    init(process: BrowserProcess, proxy: FilteringProxy, connection: DevToolsConnection, pageLimit: Int) {
        self.process = process
        self.proxy = proxy
        self.connection = connection
        self.pageLimit = pageLimit
        connection.pageRequests = { [proxy] url in
            if let authority = ProxyRequest.authority(of: url) { proxy.pageAsked(for: authority) }
        }
    }

    func beginPage(at url: String) {
        proxy.beginPage(asked: Set(ProxyRequest.authority(of: url).map { [$0] } ?? []))
    }

    func openPage(deadline: ContinuousClock.Instant) throws(BrowserCommandError) -> any OpenPage {
        // The proxy is the context's only way to the network; requests of the browser itself fail.
        let context = try text(
            "browserContextId",
            connection.send(
                "Target.createBrowserContext",
                [
                    "disposeOnDetach": true, "proxyServer": .string("http://127.0.0.1:\(proxy.port)"),
                    "proxyBypassList": "<-loopback>",
                ],
                deadline: deadline
            )
        )
        _ = try connection.send(
            "Browser.setDownloadBehavior",
            ["behavior": "deny", "browserContextId": .string(context)],
            deadline: deadline
        )
        let target = try text(
            "targetId",
            connection.send(
                "Target.createTarget",
                ["url": "about:blank", "browserContextId": .string(context)],
                deadline: deadline
            )
        )
        let session = try text(
            "sessionId",
            connection.send(
                "Target.attachToTarget",
                ["targetId": .string(target), "flatten": true],
                deadline: deadline
            )
        )
        // Enables the events of alerts, of a page whose process ends, and of requests: the proxy connects only to hosts of
        // reported requests.
        for domain in ["Page.enable", "Inspector.enable"] {
            _ = try connection.send(domain, session: session, deadline: deadline)
        }
        for (command, parameters) in DevToolsConnection.reporting {
            _ = try connection.send(command, parameters, session: session, deadline: deadline)
        }
        return ChromiumPage(connection: connection, context: context, frame: target, session: session)
    }

    func close(_ page: any OpenPage, deadline: ContinuousClock.Instant) throws(BrowserCommandError) {
        guard let page = page as? ChromiumPage else { return }
        _ = try connection.send(
            "Target.disposeBrowserContext",
            ["browserContextId": .string(page.context)],
            deadline: deadline
        )
    }

    private func text(_ name: String, _ result: AppLinkValue) throws(BrowserCommandError) -> String {
        guard let text = result[name]?.string else { throw .unusableResult("a response without \(name)") }
        return text
    }
}
