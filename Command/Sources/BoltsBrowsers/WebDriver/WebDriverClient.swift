import BoltsAppLinks
internal import BoltsBase
internal import Foundation

/// Sends W3C WebDriver commands to a driver, and waits for each response.
struct WebDriverClient {
    let connection: WebDriverConnection

    /// Returns whether the driver can start a browser now.
    func isReady(deadline: ContinuousClock.Instant) throws(BrowserCommandError) -> Bool {
        try command("GET", "/status", nil, deadline)["ready"]?.bool == true
    }

    /// Starts a browser, and returns the session's path.
    func newSession(
        _ capabilities: AppLinkValue,
        deadline: ContinuousClock.Instant
    ) throws(BrowserCommandError) -> String {
        let value = try command("POST", "/session", capabilities, deadline)
        guard let id = value["sessionId"]?.string, (1...256).contains(id.utf8.count),
            id.utf8.allSatisfy({ $0 == 0x2d || $0 == 0x5f || $0.isASCIILetter || $0.isASCIIDigit })
        else { throw .unusableResult("a session without an id") }
        return "/session/\(id)"
    }

    func navigate(_ session: String, to url: String, deadline: ContinuousClock.Instant) throws(BrowserCommandError) {
        _ = try command("POST", "\(session)/url", ["url": .string(url)], deadline)
    }

    /// Runs the body of a function in the page and returns its value.
    func execute(
        _ session: String,
        _ script: String,
        deadline: ContinuousClock.Instant
    ) throws(BrowserCommandError) -> AppLinkValue {
        try command("POST", "\(session)/execute/sync", ["script": .string(script), "args": []], deadline)
    }

    func currentURL(_ session: String, deadline: ContinuousClock.Instant) throws(BrowserCommandError) -> String {
        guard let url = try command("GET", "\(session)/url", nil, deadline).string else {
            throw .unusableResult("no URL")
        }
        return url
    }

    /// Sends a command, and returns the `value` of the response.
    func command(
        _ method: String,
        _ path: String,
        _ body: AppLinkValue?,
        _ deadline: ContinuousClock.Instant
    ) throws(BrowserCommandError) -> AppLinkValue {
        var text: String?
        if let body {
            do {
                text = try body.jsonText()
            } catch {
                throw .unusableResult("\(error)")
            }
        }
        let answer = try connection.exchange(method, path, body: text, deadline: deadline)
        let value: AppLinkValue
        do {
            let document = try AppLinkValue(jsonText: String(decoding: answer.body, as: UTF8.self), depthLimit: 64)
            guard let found = document["value"] else {
                throw BrowserCommandError.unusableResult("a response without a value")
            }
            value = found
        } catch let failure as BrowserCommandError {
            throw failure
        } catch {
            throw .unusableResult("\(error)")
        }
        if let error = value["error"]?.string, answer.status != 200 {
            // Some drivers append a stack trace.
            let message = value["message"]?.string?.split(separator: "\n").first.map(String.init) ?? ""
            switch error {
            case "invalid session id", "no such window": throw .pageClosed(message.isEmpty ? error : message)
            case "timeout", "script timeout": throw .timedOut
            default: throw .refused(name: error, message: message)
            }
        }
        guard answer.status == 200 else { throw .unusableResult("status \(answer.status) without an error") }
        return value
    }
}
