import BoltsAppLinks
@_spi(Bolts) import BoltsPageFetching

/// Sends commands of the Chrome DevTools Protocol over an inherited socket, and waits for each response.
///
/// Messages are JSON texts that end with a null byte. Only the browser has the other end, and there is no port.
final class DevToolsConnection {
    private let socket: Int32
    private let process: BrowserProcess
    private let thread: BrowserThread
    private let messageLimit: Int
    private var lastID: Int64 = 0
    private var received: [UInt8] = []
    /// The offset from which to search for the end of the next message.
    private var searched = 0
    private var buffer = [UInt8](repeating: 0, count: 64 * 1_024)
    /// Whether the rest of an overlong message is being skipped.
    private var isSkipping = false
    /// Called with the URL of each request that a page makes.
    var pageRequests: (String) -> Void = { _ in }

    /// The connection closes `socket`, whose other end the browser has.
    init(socket: Int32, process: BrowserProcess, thread: BrowserThread, messageLimit: Int) {
        self.socket = socket
        self.process = process
        self.thread = thread
        self.messageLimit = messageLimit
    }

    deinit { SystemSocket.close(socket) }

    func send(
        _ method: String,
        _ parameters: [String: AppLinkValue] = [:],
        session: String? = nil,
        deadline: ContinuousClock.Instant
    ) throws(BrowserCommandError) -> AppLinkValue {
        let id = try write(method, parameters, session, deadline)
        while true {
            let message = try nextMessage(deadline)
            if message["id"]?.integer == id {
                if let error = message["error"] { throw Self.failure(error) }
                return message["result"] ?? .null
            }
            try handle(message, deadline)
        }
    }

    func pause(deadline: ContinuousClock.Instant) throws(BrowserCommandError) {
        let end = ContinuousClock.now + .milliseconds(10)
        guard end < deadline else { throw .timedOut }
        if thread.poller.wait(until: end) == .woken, thread.isInterrupted() { throw .interrupted }
    }

    private func write(
        _ method: String,
        _ parameters: [String: AppLinkValue],
        _ session: String?,
        _ deadline: ContinuousClock.Instant
    ) throws(BrowserCommandError) -> Int64 {
        lastID += 1
        var command: [String: AppLinkValue] = [
            "id": .integer(lastID), "method": .string(method), "params": .object(parameters),
        ]
        if let session { command["sessionId"] = .string(session) }
        var unsent: ArraySlice<UInt8>
        do {
            unsent = Array(try AppLinkValue.object(command).jsonText().utf8 + [0])[...]
        } catch {
            throw .protocolError("\(error)")
        }
        while !unsent.isEmpty {
            switch SystemSocket.send(socket, unsent) {
            case .moved(let count): unsent = unsent.dropFirst(count)
            case .blocked: try wait(toWrite: true, deadline)
            case .ended, .failed: throw .unreachable
            }
        }
        return lastID
    }

    private func nextMessage(_ deadline: ContinuousClock.Instant) throws(BrowserCommandError) -> AppLinkValue {
        while true {
            if let end = received[searched...].firstIndex(of: 0) {
                let text = Array(received[..<end])
                received.removeFirst(end + 1)
                searched = 0
                if isSkipping || Self.isIgnored(text) {
                    isSkipping = false
                    continue
                }
                do {
                    return try AppLinkValue(jsonText: String(decoding: text, as: UTF8.self), depthLimit: 64)
                } catch {
                    throw .protocolError("\(error)")
                }
            }
            searched = received.count
            if received.count > messageLimit {
                // An event may contain text of the page, such as a long data URL, so a long one is skipped. A response must be read
                // completely.
                guard isSkipping || received.starts(with: Self.eventStart) else {
                    throw .protocolError("a message is too long")
                }
                isSkipping = true
                received.removeAll(keepingCapacity: true)
                searched = 0
            }
            switch SystemSocket.receive(socket, into: &buffer) {
            case .moved(let count): received += buffer[..<count]
            case .blocked: try wait(toWrite: false, deadline)
            case .ended, .failed: throw .unreachable
            }
        }
    }

    private static let eventStart = Array(#"{"method":"#.utf8)
    private static let networkStart = Array(#"{"method":"Network."#.utf8)
    private static let requestStarts = [
        #"{"method":"Network.requestWillBeSent","#, #"{"method":"Network.webSocketCreated","#,
    ].map { Array($0.utf8) }

    /// Whether a message is one of the frequent events about requests that are not needed.
    private static func isIgnored(_ text: [UInt8]) -> Bool {
        text.starts(with: networkStart) && !requestStarts.contains { text.starts(with: $0) }
    }

    private func wait(toWrite: Bool, _ deadline: ContinuousClock.Instant) throws(BrowserCommandError) {
        while true {
            switch thread.poller.wait(for: socket, toWrite: toWrite, or: process.endDescriptor, until: deadline) {
            case .ready:
                if process.hasEnded { throw .unreachable }
                return
            case .timedOut: throw .timedOut
            case .woken: if thread.isInterrupted() { throw .interrupted }
            }
        }
    }

    /// Handles an event; the responses to the commands that it causes are not needed, and are skipped like events.
    private func handle(_ message: AppLinkValue, _ deadline: ContinuousClock.Instant) throws(BrowserCommandError) {
        guard let method = message["method"]?.string, let session = message["sessionId"]?.string else { return }
        switch method {
        case "Page.javascriptDialogOpening":
            // A dialog would block the page. It is dismissed; leaving a page that asks is confirmed.
            let isLeaving = message["params"]?["type"]?.string == "beforeunload"
            _ = try write("Page.handleJavaScriptDialog", ["accept": .bool(isLeaving)], session, deadline)
        case "Network.requestWillBeSent":
            if let url = message["params"]?["request"]?["url"]?.string { pageRequests(url) }
        case "Network.webSocketCreated":
            if let url = message["params"]?["url"]?.string { pageRequests(url) }
        case "Target.attachedToTarget":
            // A frame or a worker of the page, which waits until its requests are also reported.
            guard let other = message["params"]?["sessionId"]?.string else { return }
            for (command, parameters) in Self.reporting { _ = try write(command, parameters, other, deadline) }
            _ = try write("Runtime.runIfWaitingForDebugger", [:], other, deadline)
        case "Inspector.targetCrashed":
            throw .pageClosed("the process of the page ended")
        default: break
        }
    }

    /// The commands that make a page, a frame or a worker report its requests, and the frames and workers that it creates.
    static let reporting: [(command: String, parameters: [String: AppLinkValue])] = [
        (
            "Network.enable",
            ["maxTotalBufferSize": 0, "maxResourceBufferSize": 0, "maxPostDataSize": 0]
        ),
        ("Target.setAutoAttach", ["autoAttach": true, "waitForDebuggerOnStart": true, "flatten": true]),
    ]

    private static func failure(_ error: AppLinkValue) -> BrowserCommandError {
        let message = error["message"]?.string ?? ""
        let code = error["code"]?.integer ?? 0
        // The page has closed, or its process has ended.
        if code == -32_001 || message.hasPrefix("Target crashed") || message.hasPrefix("Target closed") {
            return .pageClosed(message)
        }
        return .refused(name: "error \(code)", message: message)
    }
}
