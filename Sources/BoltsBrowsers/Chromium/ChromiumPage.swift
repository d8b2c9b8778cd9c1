#if os(Linux) || os(macOS)
import BoltsAppLinks

/// A page in Chromium.
final class ChromiumPage: OpenPage {
    let context: String
    private let connection: DevToolsConnection
    /// The main frame, which keeps its name wherever the page goes.
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
        // A status without a page is found out by reading it.
        if let error = answer["errorText"]?.string, !error.hasSuffix("ERR_HTTP_RESPONSE_CODE_FAILURE") {
            throw .refused(name: error, message: try currentURL(deadline) ?? "")
        }
    }

    func run(_ script: String, deadline: ContinuousClock.Instant) throws(BrowserCommandError) -> String {
        // In a world of its own, the script sees nothing of the page's scripts but what they did to the document.
        let world = try send(
            "Page.createIsolatedWorld",
            ["frameId": .string(frame), "worldName": "bolts"],
            deadline
        )
        guard let world = world["executionContextId"]?.integer else { throw .unusableResult("no world to read in") }
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
        // The page that Chromium shows in place of one that it cannot show names the error.
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

    private func navigationHistory(_ deadline: ContinuousClock.Instant) throws(BrowserCommandError) -> JSONValue {
        while true {
            do {
                return try send("Page.getNavigationHistory", [:], deadline)
            } catch .refused {
                // While the page is replaced by another, such as the one for an error, it has no history.
                try connection.pause(deadline: deadline)
            }
        }
    }

    private func send(
        _ method: String,
        _ parameters: [String: JSONValue],
        _ deadline: ContinuousClock.Instant
    ) throws(BrowserCommandError) -> JSONValue {
        try connection.send(method, parameters, session: session, deadline: deadline)
    }
}
#endif
