import AppLinkStubs
import BoltsAppLinks
import BoltsPageFetching
import BoltsPageMetadata
import BoltsTasks
import FetchingStubs
import Foundation
import Synchronization

@testable import BoltsBrowsers

/// A Chromium whose answers a test chooses: a real process that does nothing, and a thread that answers commands.
final class FakeChromium: Sendable {
    enum Answer: Sendable {
        case result(AppLinkValue)
        case error(code: Int64, String)
        /// Any message, before the usual answer.
        case event(AppLinkValue)
        /// Any message instead of an answer.
        case onlyEvent(AppLinkValue)
        /// Any bytes instead of an answer.
        case raw(String)
        case silence
        /// The end of the connection.
        case hangUp
    }

    typealias Script = @Sendable (_ command: String, _ parameters: AppLinkValue) -> Answer?

    private let script: Script
    private let commandList = Mutex<[String]>([])
    private let contextNumbers = Mutex((made: 0, open: Set<String>()))
    private let startNumber = Mutex(0)

    init(_ script: @escaping Script) { self.script = script }

    var commands: [String] { commandList.withLock { $0 } }
    func count(_ command: String) -> Int { commands.count { $0 == command } }
    var startCount: Int { startNumber.withLock { $0 } }
    /// The number of contexts that have not been disposed of.
    var openContextCount: Int { contextNumbers.withLock { $0.open.count } }
    var contextCount: Int { contextNumbers.withLock { $0.made } }

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
        let limits = options
        return BrowserAppLinkResolver(options: limits, readerOptions: PageMetadataReader.Options()) { thread in
            try self.start(limits, thread)
        }
    }

    private func start(_ options: BrowserOptions, _ thread: BrowserThread) throws -> any RunningBrowser {
        startNumber.withLock { $0 += 1 }
        contextNumbers.withLock { $0.open = [] }
        let ends = try SystemSocket.pair()
        var start = BrowserProcess.Options(path: "/bin/sleep")
        start.arguments = ["600"]
        let process = try BrowserProcess(start, directory: BrowserDirectory.make())
        Thread.detachNewThread { self.serve(ends.other) }
        return ChromiumBrowser(
            process: process,
            proxy: try FilteringProxy(policy: .publicOnly, hosts: StubHosts([:]), byteLimit: 1 << 20),
            connection: DevToolsConnection(
                socket: ends.own,
                process: process,
                thread: thread,
                messageLimit: 1 << 20
            ),
            pageLimit: options.pagesPerBrowser
        )
    }

    private func serve(_ socket: Int32) {
        defer { SystemSocket.close(socket) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 64 * 1_024)
        // This call blocks, because the library did not prepare this end of the socket.
        while case .moved(let count) = SystemSocket.receive(socket, into: &buffer) {
            bytes += buffer[..<count]
            while let end = bytes.firstIndex(of: 0) {
                let text = String(decoding: bytes[..<end], as: UTF8.self)
                bytes.removeFirst(end + 1)
                guard let message = try? AppLinkValue(jsonText: text), answer(message, socket) else { return }
            }
        }
    }

    /// Answers a message, and returns whether to continue.
    private func answer(_ message: AppLinkValue, _ socket: Int32) -> Bool {
        let command = message["method"]?.string ?? ""
        let parameters = message["params"] ?? .null
        commandList.withLock { $0.append(command) }
        var usual = usual(command, parameters)
        switch script(command, parameters) {
        case .result(let result): usual = ["result": result]
        case .error(let code, let text): usual = ["error": ["code": .integer(code), "message": .string(text)]]
        case .event(let event): send(event, socket)
        case .onlyEvent(let event):
            send(event, socket)
            return true
        case .raw(let text):
            send(text, socket)
            return true
        case .silence: return true
        case .hangUp: return false
        case nil: break
        }
        if case .object(var answer) = usual {
            answer["id"] = message["id"]
            send(.object(answer), socket)
        }
        return true
    }

    private func send(_ value: AppLinkValue, _ socket: Int32) {
        if let text = try? value.jsonText() { send(text, socket) }
    }

    private func send(_ text: String, _ socket: Int32) {
        var unsent = Array(text.utf8 + [0])[...]
        while !unsent.isEmpty, case .moved(let count) = SystemSocket.send(socket, unsent) {
            unsent = unsent.dropFirst(count)
        }
    }

    private func usual(_ command: String, _ parameters: AppLinkValue) -> AppLinkValue {
        switch command {
        case "Target.createBrowserContext":
            let context = contextNumbers.withLock { numbers in
                numbers.made += 1
                let name = "context\(numbers.made)"
                numbers.open.insert(name)
                return name
            }
            return ["result": ["browserContextId": .string(context)]]
        case "Target.disposeBrowserContext":
            contextNumbers.withLock { _ = $0.open.remove(parameters["browserContextId"]?.string ?? "") }
            return ["result": [:]]
        case "Target.createTarget":
            return ["result": ["targetId": .string("target " + (parameters["browserContextId"]?.string ?? ""))]]
        case "Target.attachToTarget":
            return ["result": ["sessionId": .string("session " + (parameters["targetId"]?.string ?? ""))]]
        case "Page.createIsolatedWorld": return ["result": ["executionContextId": 7]]
        case "Runtime.evaluate": return ["result": Self.page()]
        default: return ["result": [:]]
        }
    }

    /// The result of the script in a page.
    static func page(_ url: String = "http://example.com/", _ tags: MetaTag...) -> AppLinkValue {
        ["result": ["value": .string(StubPageAnswer.text(url: url, tags: tags))]]
    }
}
