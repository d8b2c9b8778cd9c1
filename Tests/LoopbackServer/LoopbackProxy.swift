import Foundation
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A forward proxy on this machine, for tunnels and for plain http.
///
/// Every host that it knows leads to a port of this machine.
public final class LoopbackProxy: Sendable {
    private struct State {
        var heads: [String] = []
        var open: Set<Int32> = []
        var isStopped = false
    }

    /// The port.
    public let port: Int
    private let listener: Int32
    private let shared: Shared

    private final class Shared: Sendable {
        let state = Mutex(State())
        let ports: [String: Int]
        let credentials: String?

        init(_ ports: [String: Int], _ credentials: String?) {
            self.ports = ports
            self.credentials = credentials
        }
    }

    /// Starts a proxy.
    ///
    /// - Parameters:
    ///   - ports: The port of this machine for each host that the proxy reaches, by its name and port.
    ///   - credentials: The required value of `Proxy-Authorization`, or `nil` for none.
    /// - Throws: ``LoopbackServer/StartError`` if the port cannot be opened.
    public init(_ ports: [String: Int], credentials: String? = nil) throws {
        var place = sockaddr_in()
        place.sin_family = sa_family_t(AF_INET)
        place.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        let listener = systemSocket(AF_INET)
        guard listener >= 0, systemBind(listener, &place), listen(listener, 128) == 0 else {
            throw LoopbackServer.StartError(code: errno)
        }
        self.listener = listener
        port = Int(UInt16(bigEndian: place.sin_port))
        let shared = Shared(ports, credentials)
        self.shared = shared
        Thread.detachNewThread { Self.acceptAll(listener, shared) }
    }

    deinit { stop() }

    /// The heads of the requests to the proxy so far, in order.
    public var heads: [String] { shared.state.withLock { $0.heads } }

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

    private static func acceptAll(_ listener: Int32, _ shared: Shared) {
        while true {
            let client = accept(listener, nil, nil)
            if client < 0, errno == EINTR || errno == ECONNABORTED { continue }
            if client < 0, errno == EMFILE || errno == ENFILE {
                // The pause lets other tests close some descriptors.
                Thread.sleep(forTimeInterval: 0.01)
                continue
            }
            guard client >= 0 else { break }
            Thread.detachNewThread { serve(client, shared) }
        }
        close(listener)
    }

    private static func serve(_ client: Int32, _ shared: Shared) {
        guard open(client, shared) else { return }
        defer { end(client, shared) }
        guard let (head, rest) = head(from: client) else { return }
        shared.state.withLock { $0.heads.append(head) }
        if let credentials = shared.credentials,
            !head.contains("\r\nProxy-Authorization: \(credentials)\r\n")
        {
            return send(Array("HTTP/1.1 407 No\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".utf8), to: client)
        }
        let words = head.split(separator: " ").map(String.init)
        let isTunnel = words.first == "CONNECT"
        let url = words.count > 1 && !isTunnel ? URL(string: words[1]) : nil
        let place = isTunnel ? words[1] : "\(url?.host() ?? ""):\(url?.port ?? 80)"
        guard let port = shared.ports[place] else {
            return send(Array("HTTP/1.1 403 No\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".utf8), to: client)
        }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        address.sin_port = in_port_t(port).bigEndian
        let server = systemSocket(AF_INET)
        guard open(server, shared) else { return }
        defer { end(server, shared) }
        guard systemConnect(server, address) else { return }
        if isTunnel {
            send(Array("HTTP/1.1 200 Connected\r\n\r\n".utf8), to: client)
            send(rest, to: server)
        } else {
            send(Array((head + "\r\n").utf8) + rest, to: server)
        }
        relay(client, server)
    }

    /// Copies bytes both ways until either side ends.
    private static func relay(_ first: Int32, _ second: Int32) {
        var buffer = [UInt8](repeating: 0, count: 16_384)
        while true {
            var entries = [first, second].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            guard poll(&entries, 2, 200_000) > 0 else { return }
            for (entry, target) in zip(entries, [second, first]) where entry.revents != 0 {
                let count = recv(entry.fd, &buffer, buffer.count, 0)
                guard count > 0 else { return }
                send(Array(buffer[..<count]), to: target)
            }
        }
    }

    /// The head of a request with the line end of its last field, and the bytes after it.
    private static func head(from client: Int32) -> (head: String, rest: [UInt8])? {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4_096)
        while true {
            if let end = bytes.firstRange(of: [13, 10, 13, 10]) {
                let head = String(decoding: bytes[..<end.lowerBound], as: UTF8.self) + "\r\n"
                return (head, Array(bytes[end.upperBound...]))
            }
            let count = recv(client, &chunk, chunk.count, 0)
            guard count > 0, bytes.count < 65_536 else { return nil }
            bytes += chunk[..<count]
        }
    }

    private static func send(_ bytes: [UInt8], to descriptor: Int32) {
        var offset = 0
        while offset < bytes.count {
            let count = bytes[offset...].withUnsafeBytes { systemSend(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            offset += count
        }
    }

    private static func open(_ descriptor: Int32, _ shared: Shared) -> Bool {
        let isOpen = shared.state.withLock { state in
            if !state.isStopped { state.open.insert(descriptor) }
            return !state.isStopped
        }
        if !isOpen { close(descriptor) }
        return isOpen
    }

    private static func end(_ descriptor: Int32, _ shared: Shared) {
        shared.state.withLock { state in
            state.open.remove(descriptor)
            close(descriptor)
        }
    }
}
