public import BoltsTasks
public import Foundation
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// An HTTP server on this machine that sends exactly the bytes a test gives it, valid or not.
///
/// One thread accepts connections, and one serves each. Everything is closed when the server is stopped or released.
public final class LoopbackServer: Sendable {
    /// Answers a request on a connection.
    public typealias Script = @Sendable (LoopbackRequest, LoopbackConnection) -> Void

    /// The reason why no server could be started.
    public struct StartError: Error {
        let code: Int32
    }

    private struct State {
        var requests: [LoopbackRequest] = []
        var connectionCount = 0
        var activeRequestCount = 0
        var clientClosedCount = 0
        var closeWaiters: [(count: Int, source: TaskCompletionSource<Void>)] = []
        var open: Set<Int32> = []
        var isStopped = false
    }

    /// The port.
    public let port: Int
    private let listener: Int32
    private let scheme: String
    /// Shared with the threads, which must not retain the server itself.
    private let shared: Shared

    private final class Shared: Sendable {
        let state = Mutex(State())
        let remembersRequests: Bool

        init(remembersRequests: Bool) {
            self.remembersRequests = remembersRequests
        }

        func tellWaiters() {
            let ready = state.withLock { state in
                let ready = state.closeWaiters.filter { $0.count <= state.clientClosedCount }
                state.closeWaiters.removeAll { $0.count <= state.clientClosedCount }
                return ready
            }
            for waiter in ready { waiter.source.trySet(result: ()) }
        }
    }

    /// Starts a server.
    ///
    /// - Parameters:
    ///   - host: The address to listen at. Linux allows every address of 127.0.0.0/8, so that a test can have one that is
    ///     allowed and one that is not.
    ///   - greeting: Sent to each client as it connects.
    ///   - remembersRequests: Whether ``requests`` records them.
    ///   - certificate: The certificate to use for TLS; without one the server speaks plain http.
    ///   - script: Serves one request, on the connection's own thread. The connection is closed when it returns.
    /// - Throws: ``StartError`` if the server cannot be started.
    public init(
        address host: UInt32 = 0x7f00_0001,
        greeting: String = "",
        remembersRequests: Bool = true,
        certificate: SelfSignedCertificate? = nil,
        _ script: @escaping Script
    ) throws {
        let tls = try certificate.map { try LoopbackTLS($0) }
        let listener = systemSocket(AF_INET)
        guard listener >= 0 else { throw StartError(code: errno) }
        var yes: Int32 = 1
        setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = host.bigEndian
        guard systemBind(listener, &address), listen(listener, 128) == 0 else {
            let code = errno
            close(listener)
            throw StartError(code: code)
        }
        let shared = Shared(remembersRequests: remembersRequests)
        self.listener = listener
        self.shared = shared
        port = Int(UInt16(bigEndian: address.sin_port))
        scheme = tls == nil ? "http" : "https"
        Thread.detachNewThread { LoopbackServer.acceptAll(listener, shared, tls, greeting, script) }
    }

    deinit { stop() }

    /// The requests so far, in order.
    public var requests: [LoopbackRequest] { shared.state.withLock { $0.requests } }
    /// The number of connections that were accepted so far.
    public var connectionCount: Int { shared.state.withLock { $0.connectionCount } }

    /// The number of requests that are being served.
    public var activeRequestCount: Int { shared.state.withLock { $0.activeRequestCount } }

    /// A task that completes when clients have closed a number of connections that were being served.
    public func clientsClosed(_ count: Int = 1) -> BoltsTask<Void> {
        let source = TaskCompletionSource<Void>()
        shared.state.withLock { $0.closeWaiters.append((count, source)) }
        shared.tellWaiters()
        return source.task
    }

    /// The URL of a path on this server.
    public func url(_ path: String = "/", host: String = "127.0.0.1", scheme: String? = nil) -> URL {
        URL(string: "\(scheme ?? self.scheme)://\(host):\(port)\(path)")!
    }

    /// Stops accepting connections and closes the open ones.
    public func stop() {
        shared.state.withLock { state in
            guard !state.isStopped else { return }
            state.isStopped = true
            for descriptor in state.open { _ = shutdown(descriptor, Int32(SHUT_RDWR)) }
            // Wakes the accepting thread, which closes the descriptor.
            _ = shutdown(listener, Int32(SHUT_RDWR))
        }
    }

    private static func acceptAll(
        _ listener: Int32,
        _ shared: Shared,
        _ tls: LoopbackTLS?,
        _ greeting: String,
        _ script: @escaping Script
    ) {
        while true {
            let descriptor = accept(listener, nil, nil)
            if descriptor < 0, errno == EINTR || errno == ECONNABORTED { continue }
            if descriptor < 0, errno == EMFILE || errno == ENFILE {
                // The pause lets other tests close some descriptors.
                Thread.sleep(forTimeInterval: 0.01)
                continue
            }
            guard descriptor >= 0 else { break }
            let isStopped = shared.state.withLock { state in
                state.connectionCount += 1
                if !state.isStopped { state.open.insert(descriptor) }
                return state.isStopped
            }
            guard !isStopped else {
                close(descriptor)
                break
            }
            Thread.detachNewThread { serve(descriptor, shared, tls, greeting, script) }
        }
        close(listener)
    }

    private static func serve(
        _ descriptor: Int32,
        _ shared: Shared,
        _ tls: LoopbackTLS?,
        _ greeting: String,
        _ script: Script
    ) {
        #if canImport(Darwin)
        var yes: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &yes, socklen_t(MemoryLayout<Int32>.size))
        #endif
        let connection = LoopbackConnection(
            descriptor: descriptor,
            session: tls.flatMap { LoopbackTLS.Session($0, descriptor) }
        )
        if tls == nil || connection.isSecure {
            connection.send(greeting)
            if let request = connection.readRequest() {
                shared.state.withLock { state in
                    state.activeRequestCount += 1
                    if shared.remembersRequests { state.requests.append(request) }
                }
                script(request, connection)
                shared.state.withLock { $0.activeRequestCount -= 1 }
            }
            connection.end()
        }
        shared.state.withLock { state in
            if connection.sawClientClose { state.clientClosedCount += 1 }
            state.open.remove(descriptor)
            close(descriptor)
        }
        shared.tellWaiters()
    }
}

/// A request as it arrived.
public struct LoopbackRequest: Sendable {
    /// The method.
    public let method: String
    /// The target.
    public let target: String
    /// The header fields.
    public let fields: [(name: String, value: String)]
    /// The body, with as many bytes as `Content-Length` states.
    public let body: [UInt8]

    /// All values of a field.
    public func values(_ name: String) -> [String] {
        fields.filter { $0.name.lowercased() == name.lowercased() }.map(\.value)
    }
}

/// One connection, for the thread that serves it.
public final class LoopbackConnection {
    private let descriptor: Int32
    private let session: LoopbackTLS.Session?
    /// The number of bytes that were sent; some of them may still wait in sockets.
    public private(set) var sentCount = 0
    /// Whether the client closed the connection while it was being served.
    public private(set) var sawClientClose = false

    fileprivate init(descriptor: Int32, session: LoopbackTLS.Session?) {
        self.descriptor = descriptor
        self.session = session
    }

    fileprivate var isSecure: Bool { session != nil }

    fileprivate func end() { session?.end() }

    private func receive(_ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
        session?.receive(buffer, count) ?? systemReceive(descriptor, buffer, count)
    }

    /// - Returns: Whether the client still takes bytes.
    @discardableResult
    public func send(_ bytes: [UInt8]) -> Bool {
        var offset = 0
        while offset < bytes.count {
            let count = bytes[offset...].withUnsafeBytes {
                session?.send($0.baseAddress, $0.count) ?? systemSend(descriptor, $0.baseAddress, $0.count)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                sawClientClose = true
                return false
            }
            offset += count
            sentCount += count
        }
        return true
    }

    /// Sends text, and returns whether the client still reads.
    @discardableResult
    public func send(_ text: String) -> Bool { send(Array(text.utf8)) }

    /// Sends a complete response with its length.
    public func respond(_ status: Int = 200, _ fields: [String] = ["Content-Type: text/html"], body: String = "") {
        respond(status, fields, bytes: Array(body.utf8))
    }

    /// Sends a complete response with its length.
    public func respond(_ status: Int = 200, _ fields: [String] = ["Content-Type: text/html"], bytes: [UInt8]) {
        let lines = ["HTTP/1.1 \(status) X", "Content-Length: \(bytes.count)", "Connection: close"] + fields
        send(lines.joined(separator: "\r\n") + "\r\n\r\n")
        send(bytes)
    }

    /// Answers with a redirect.
    public func redirect(_ status: Int = 302, to location: String) {
        respond(status, ["Location: \(location)"])
    }

    /// Sends bytes one at a time until they are sent or the client has closed the connection.
    public func trickle(_ text: String, milliseconds: Int32) {
        for byte in text.utf8 {
            guard send([byte]), !waitForClose(milliseconds: milliseconds) else { return }
        }
    }

    /// Waits until the client closes the connection.
    ///
    /// - Returns: Whether it did in time.
    @discardableResult
    public func waitForClose(milliseconds: Int32 = 200_000) -> Bool {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&entry, 1, milliseconds) > 0 else { return false }
        var byte: UInt8 = 0
        if receive(&byte, 1) <= 0 { sawClientClose = true }
        return sawClientClose
    }

    fileprivate func readRequest() -> LoopbackRequest? {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4_096)
        var head: Range<Int>?
        while head == nil {
            let count = receive(&chunk, chunk.count)
            guard count > 0, bytes.count < 65_536 else { return nil }
            bytes += chunk[..<count]
            head = bytes.firstRange(of: [13, 10, 13, 10])
        }
        guard let head else { return nil }
        let lines = String(decoding: bytes[..<head.lowerBound], as: UTF8.self).split(separator: "\r\n").map(String.init)
        let start = (lines.first ?? "").split(separator: " ").map(String.init)
        guard start.count == 3 else { return nil }
        let fields = lines.dropFirst().map { line -> (name: String, value: String) in
            let parts = line.split(separator: ":", maxSplits: 1).map(String.init)
            return (parts[0], parts.count > 1 ? parts[1].trimmingCharacters(in: .whitespaces) : "")
        }
        let length = fields.first { $0.name.lowercased() == "content-length" }.flatMap { Int($0.value) } ?? 0
        var body = Array(bytes[head.upperBound...])
        while body.count < length {
            let count = receive(&chunk, chunk.count)
            guard count > 0 else { return nil }
            body += chunk[..<count]
        }
        return LoopbackRequest(method: start[0], target: start[1], fields: fields, body: body)
    }
}

/// Binds a socket to a free port, and stores the port in the address.
func systemBind(_ descriptor: Int32, _ address: inout sockaddr_in) -> Bool {
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    return withUnsafeMutablePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
            bind(descriptor, address, length) == 0 && getsockname(descriptor, address, &length) == 0
        }
    }
}

func systemConnect(_ descriptor: Int32, _ address: sockaddr_in) -> Bool {
    withUnsafePointer(to: address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
        }
    }
}

func systemSocket(_ family: Int32) -> Int32 {
    #if canImport(Glibc)
    socket(family, Int32(SOCK_STREAM.rawValue), 0)
    #else
    socket(family, SOCK_STREAM, 0)
    #endif
}

func systemSend(_ descriptor: Int32, _ buffer: UnsafeRawPointer?, _ count: Int) -> Int {
    #if canImport(Darwin)
    send(descriptor, buffer, count, 0)
    #else
    send(descriptor, buffer, count, Int32(MSG_NOSIGNAL))
    #endif
}

private func systemReceive(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    recv(descriptor, buffer, count, 0)
}

@available(*, unavailable)
extension LoopbackConnection: Sendable {}
