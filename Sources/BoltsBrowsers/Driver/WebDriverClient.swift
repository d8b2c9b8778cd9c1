#if os(Linux) || os(macOS)
import BoltsAppLinks
internal import Foundation

/// Speaks W3C WebDriver to one driver, on the thread that calls.
struct WebDriverClient {
    enum Failure: Error, Equatable {
        /// The driver answered with an error of the standard's, such as `timeout`, and its own words.
        case refused(error: String, message: String)
        case connection(DriverConnection.Failure)
        /// The driver answered with something that is not WebDriver's.
        case malformed(String)
    }

    let connection: DriverConnection

    /// Whether the driver takes sessions now.
    func isReady(deadline: ContinuousClock.Instant) throws(Failure) -> Bool {
        try command("GET", "/status", nil, deadline)["ready"]?.bool == true
    }

    /// Asks for a browser.
    func newSession(
        _ capabilities: JSONValue,
        deadline: ContinuousClock.Instant
    ) throws(Failure) -> (path: String, capabilities: JSONValue) {
        let value = try command("POST", "/session", capabilities, deadline)
        guard let id = value["sessionId"]?.string, (1...256).contains(id.utf8.count),
            id.utf8.allSatisfy({ $0 == 0x2d || $0 == 0x5f || Self.isAlphanumeric($0) })
        else { throw .malformed("a session without an id") }
        return ("/session/\(id)", value["capabilities"] ?? .null)
    }

    /// Goes to a page.
    func navigate(_ session: String, to url: String, deadline: ContinuousClock.Instant) throws(Failure) {
        _ = try command("POST", "\(session)/url", ["url": .string(url)], deadline)
    }

    /// Runs a script in the page and returns its answer.
    func execute(_ session: String, _ script: String, deadline: ContinuousClock.Instant) throws(Failure) -> JSONValue {
        try command("POST", "\(session)/execute/sync", ["script": .string(script), "args": []], deadline)
    }

    /// The browser's window, and how many there are.
    func windows(_ session: String, deadline: ContinuousClock.Instant) throws(Failure) -> [String] {
        guard let handles = try command("GET", "\(session)/window/handles", nil, deadline).array else {
            throw .malformed("no list of windows")
        }
        return handles.compactMap(\.string)
    }

    func deleteCookies(_ session: String, deadline: ContinuousClock.Instant) throws(Failure) {
        _ = try command("DELETE", "\(session)/cookie", nil, deadline)
    }

    /// Sends Chromium a command of its own protocol.
    func chromium(
        _ session: String,
        _ name: String,
        _ parameters: JSONValue,
        deadline: ContinuousClock.Instant
    ) throws(Failure) -> JSONValue {
        try command("POST", "\(session)/goog/cdp/execute", ["cmd": .string(name), "params": parameters], deadline)
    }

    /// The world in a page of Chromium's that its scripts cannot see, made where it is not there yet.
    ///
    /// - Parameters:
    ///   - session: The session's path.
    ///   - window: The window, by whose name its main frame is known, too.
    ///   - deadline: When to give up.
    /// - Returns: Its number.
    /// - Throws: ``Failure``.
    func isolatedWorld(
        _ session: String,
        _ window: String,
        deadline: ContinuousClock.Instant
    ) throws(Failure) -> Int64 {
        let world = try chromium(
            session,
            "Page.createIsolatedWorld",
            ["frameId": .string(window), "worldName": "bolts"],
            deadline: deadline
        )
        guard let context = world["executionContextId"]?.integer else { throw .malformed("no world to read in") }
        return context
    }

    /// Where the browser says that it is.
    func currentURL(_ session: String, deadline: ContinuousClock.Instant) throws(Failure) -> String {
        guard let url = try command("GET", "\(session)/url", nil, deadline).string else {
            throw .malformed("no URL")
        }
        return url
    }

    /// Sends a command.
    ///
    /// - Returns: The `value` of the answer.
    func command(
        _ method: String,
        _ path: String,
        _ body: JSONValue?,
        _ deadline: ContinuousClock.Instant
    ) throws(Failure) -> JSONValue {
        var text: String?
        if let body {
            do {
                text = try body.jsonText()
            } catch {
                throw .malformed("\(error)")
            }
        }
        let answer: (status: Int, body: [UInt8])
        do {
            answer = try connection.exchange(method, path, body: text, deadline: deadline)
        } catch {
            throw .connection(error)
        }
        let value: JSONValue
        do {
            var reader = JSONReader(answer.body, maximumDepth: 64)
            guard let found = try reader.readDocument()["value"] else {
                throw Failure.malformed("an answer without a value")
            }
            value = found
        } catch let failure as Failure {
            throw failure
        } catch {
            throw .malformed("\(error)")
        }
        if let error = value["error"]?.string, answer.status != 200 {
            // A driver's words may be as long as the stack they came from.
            let message = value["message"]?.string?.split(separator: "\n").first.map(String.init) ?? ""
            throw .refused(error: error, message: message)
        }
        guard answer.status == 200 else { throw .malformed("status \(answer.status) without an error") }
        return value
    }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5a).contains(byte) || (0x61...0x7a).contains(byte)
    }
}
#endif
