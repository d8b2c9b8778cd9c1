import BoltsAppLinks

final class ChromiumPage: OpenPage {
    let context: String
    private let connection: DevToolsConnection
    /// The id of the main frame, which does not change when the page navigates.
    private let frame: String
    private let session: String

    init(connection: DevToolsConnection, context: String, frame: String, session: String) {
        self.connection = connection
        self.context = context
        self.frame = frame
        self.session = session
    }

    func navigate(to url: String, deadline: ContinuousClock.Instant) throws(BrowserCommandError) {
        let answer = try send("Page.navigate", ["url": .string(url)], deadline)
        // An error status without a body is recognized later, when the page is read.
        if let error = answer["errorText"]?.string, !error.hasSuffix("ERR_HTTP_RESPONSE_CODE_FAILURE") {
            throw .refused(name: error, message: try currentURL(deadline) ?? "")
        }
    }

    func run(_ script: String, deadline: ContinuousClock.Instant) throws(BrowserCommandError) -> String {
        // In an isolated world, the page's scripts can affect this script only through the document.
        let world = try send(
            "Page.createIsolatedWorld",
            ["frameId": .string(frame), "worldName": "bolts"],
            deadline
        )
        guard let world = world["executionContextId"]?.integer else { throw .unusableResult("no isolated world") }
        let answer = try send(
            "Runtime.evaluate",
            [
                "expression": .string("(function () { \(script) })()"), "contextId": .integer(world),
                "returnByValue": true,
            ],
            deadline
        )
        guard let text = answer["result"]?["value"]?.string else {
            throw .unusableResult("the script returned no text")
        }
        return text
    }

    func location(deadline: ContinuousClock.Instant) throws(BrowserCommandError) -> (url: String, error: String?) {
        let url = try currentURL(deadline) ?? ""
        // Chromium's error page contains the name of the error.
        let answer = try send(
            "Runtime.evaluate",
            ["expression": "document.querySelector('.error-code').textContent", "returnByValue": true],
            deadline
        )
        return (url, answer["result"]?["value"]?.string)
    }

    private func currentURL(_ deadline: ContinuousClock.Instant) throws(BrowserCommandError) -> String? {
        let history = try navigationHistory(deadline)
        guard let index = history["currentIndex"]?.integer, let entries = history["entries"]?.array,
            let position = Int(exactly: index), entries.indices.contains(position)
        else { return nil }
        return entries[position]["url"]?.string
    }

    private func navigationHistory(_ deadline: ContinuousClock.Instant) throws(BrowserCommandError) -> AppLinkValue {
        while true {
            do {
                return try send("Page.getNavigationHistory", [:], deadline)
            } catch .refused {
                // While another page, such as the error page, replaces this one, there is no history.
                try connection.pause(deadline: deadline)
            }
        }
    }

    private func send(
        _ method: String,
        _ parameters: [String: AppLinkValue],
        _ deadline: ContinuousClock.Instant
    ) throws(BrowserCommandError) -> AppLinkValue {
        try connection.send(method, parameters, session: session, deadline: deadline)
    }
}
