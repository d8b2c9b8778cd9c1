import Foundation

/// A Chromium that its own driver controls; both end when this is released.
struct Chromedriver {
    /// The path of the driver, or `nil`: suites that need it are then skipped, with a message.
    static let path: String? = [
        "/usr/bin/chromedriver", "/usr/local/bin/chromedriver", "/opt/homebrew/bin/chromedriver",
    ]
    .first { FileManager.default.isExecutableFile(atPath: $0) }

    struct DriverError: Error {
        let text: String
    }

    private let program: RunningTool
    private let port: UInt16
    private let session: String

    /// Starts the driver and a browser without windows.
    init(profile: URL) async throws {
        (program, port) = try await Self.start()
        let arguments = ["--headless=new", "--no-sandbox", "--disable-gpu", "--user-data-dir=\(profile.path)"]
        let options: [String: Any] = ["alwaysMatch": ["goog:chromeOptions": ["args": arguments]]]
        let value = try await Self.ask(port, "POST", "/session", ["capabilities": options])
        guard let session = (value as? [String: Any])?["sessionId"] as? String else {
            throw DriverError(text: "there is no session: \(value)")
        }
        self.session = session
        _ = try await Self.ask(port, "POST", "/session/\(session)/timeouts", ["script": 600_000, "pageLoad": 600_000])
    }

    /// Starts the driver.
    ///
    /// It ends at once if the port that it was given for IPv4 is in use for IPv6, so it is started again.
    private static func start() async throws -> (RunningTool, UInt16) {
        var lines: [String] = []
        for _ in 0..<5 {
            let program = try RunningTool(["--port=0"], executable: URL(fileURLWithPath: path ?? ""))
            while let line = await program.lines(1).first {
                lines.append(line)
                guard line.contains("started successfully on port"), let word = line.split(separator: " ").last,
                    let port = UInt16(word.trimmingCharacters(in: .punctuationCharacters))
                else { continue }
                return (program, port)
            }
        }
        throw DriverError(text: "chromedriver did not start: \(lines.joined(separator: "\n"))")
    }

    func open(_ url: String) async throws {
        _ = try await Self.ask(port, "POST", "/session/\(session)/url", ["url": url])
    }

    /// Waits until a JavaScript expression is true in the page, however long that takes.
    func wait(until expression: String) async throws {
        let script =
            "const done = arguments[0]; (function look() { (\(expression)) ? done(true) : setTimeout(look, 50) })();"
        _ = try await Self.ask(
            port,
            "POST",
            "/session/\(session)/execute/async",
            ["script": script, "args": [String]()]
        )
    }

    /// The value of an expression of JavaScript.
    func text(_ expression: String) async throws -> String {
        let body: [String: Any] = ["script": "return String(\(expression))", "args": [String]()]
        return try await Self.ask(port, "POST", "/session/\(session)/execute/sync", body) as? String ?? ""
    }

    func close() async throws { _ = try await Self.ask(port, "DELETE", "/session/\(session)", nil) }

    private static func ask(_ port: UInt16, _ method: String, _ path: String, _ body: [String: Any]?) async throws
        -> Any
    {
        let data = try body.map { try JSONSerialization.data(withJSONObject: $0) } ?? Data()
        let answer = try await HTTPAnswer(
            of: "\(method) \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nConnection: close\r\n"
                + "Content-Type: application/json\r\nContent-Length: \(data.count)\r\n\r\n"
                + String(decoding: data, as: UTF8.self),
            port: port
        )
        let json = try JSONSerialization.jsonObject(with: Data(answer.body.utf8)) as? [String: Any]
        guard answer.status == 200, let value = json?["value"] else { throw DriverError(text: answer.body) }
        return value
    }
}
