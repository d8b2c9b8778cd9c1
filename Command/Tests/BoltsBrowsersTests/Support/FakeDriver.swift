import AppLinkStubs
import BoltsPageFetching
import BoltsPageMetadata
import FetchingStubs
import Foundation
import LoopbackServer
import Synchronization

@testable import BoltsAppLinks
@testable import BoltsBrowsers

/// A driver whose answers a test chooses: a real process that does nothing, and a server instead of it.
final class FakeDriver: Sendable {
    enum Answer: Sendable {
        case value(AppLinkValue)
        case error(String, String = "", status: Int = 500)
        /// Any bytes, after which the connection is closed.
        case raw(String)
        /// No answer, until the client has closed the connection.
        case silence
    }

    typealias Script = @Sendable (_ command: String, _ body: AppLinkValue) -> Answer?

    let server: LoopbackServer
    let directory: URL
    private let path: String

    /// Starts a shell script, which must keep running, because ``processes()`` finds it by its arguments.
    ///
    /// `script` answers commands such as `POST /session`; if it returns `nil`, the answer is that of a driver with one page without
    /// tags.
    init(program: String = "sleep 600; true", _ script: @escaping Script) throws {
        directory = FileManager.default.temporaryDirectory.appendingPathComponent("driver-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        let file = directory.appendingPathComponent("somedriver")
        try Data("#!/bin/sh\n\(program)\n".utf8).write(to: file)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
        path = file.path
        let sessionCount = Mutex(0)
        server = try LoopbackServer { request, connection in
            let body = (try? AppLinkValue(jsonText: String(decoding: request.body, as: UTF8.self))) ?? .null
            let command = FakeDriver.command(request)
            var usual = FakeDriver.usual(command)
            if command == "POST /session" {
                let number = sessionCount.withLock { count in
                    count += 1
                    return count
                }
                usual = .value(["sessionId": .string("s\(number)"), "capabilities": [:]])
            }
            switch script(command, body) ?? usual {
            case .value(let value):
                let text = (try? AppLinkValue.object(["value": value]).jsonText()) ?? ""
                connection.respond(200, ["Content-Type: application/json"], body: text)
            case .error(let error, let message, let status):
                let value: AppLinkValue = ["value": ["error": .string(error), "message": .string(message)]]
                connection.respond(status, ["Content-Type: application/json"], body: (try? value.jsonText()) ?? "")
            case .raw(let text):
                connection.send(text)
            case .silence:
                connection.waitForClose()
            }
        }
    }

    deinit {
        server.stop()
        try? FileManager.default.removeItem(at: directory)
    }

    /// The command of a request, without its session.
    private static func command(_ request: LoopbackRequest) -> String {
        let prefix = "/session/"
        guard request.target.hasPrefix(prefix) else { return "\(request.method) \(request.target)" }
        let session = request.target.dropFirst(prefix.count).prefix { $0 != "/" }
        return "\(request.method) \(request.target.dropFirst(prefix.count + session.count))"
    }

    private static func usual(_ command: String) -> Answer {
        switch command {
        case "GET /status": .value(["ready": true])
        case "POST /execute/sync": page()
        case "POST /url": .value(.null)
        default: .error("unknown command", command, status: 404)
        }
    }

    /// The result of the script in a page.
    static func page(
        _ url: String = "http://example.com/",
        status: Int? = nil,
        state: String = "l",
        _ tags: MetaTag...
    ) -> Answer {
        .value(.string(StubPageAnswer.text(url: url, state: state, status: status, tags: tags)))
    }

    func count(_ command: String) -> Int {
        server.requests.count { Self.command($0) == command }
    }

    /// A resolver that uses this for every browser.
    func resolver(_ change: (inout BrowserOptions) -> Void = { _ in }) -> BrowserAppLinkResolver {
        var options = BrowserOptions()
        options.concurrency = 1
        options.patience = .milliseconds(100)
        // The limits are long: a test about a limit sets it, and no other test reaches one on a busy machine.
        options.pageTimeout = .seconds(200)
        options.startTimeout = .seconds(200)
        options.idleTimeout = .seconds(200)
        change(&options)
        var driver = InstalledBrowser(.other, path)
        driver.fixedPort = server.port
        let (installed, limits) = (driver, options)
        return BrowserAppLinkResolver(options: limits, readerOptions: PageMetadataReader.Options()) { thread in
            try BrowserStart(
                installed: installed,
                options: limits,
                readerOptions: PageMetadataReader.Options(),
                hosts: StubHosts([:]),
                thread: thread
            ).run()
        }
    }

    /// The numbers of the processes that run below the directory of this driver.
    func processes() -> [Int] {
        Processes.all().filter { $0.arguments.contains(path) }.map(\.id)
    }
}
