import Foundation
import NIOCore

/// A connection to a port of this machine, for bytes that no client would send.
final class RawSocket: Sendable {
    private let descriptor: Int32

    /// - Parameters:
    ///   - port: The port.
    ///   - source: The address of this end, any by default.
    ///   - hasSmallBuffers: Whether the system takes at most about 100 KB of a response that is not read.
    /// - Throws: `POSIXError` if nothing listens at the port.
    init(port: Int, from source: UInt32? = nil, hasSmallBuffers: Bool = false) throws {
        let address = try SocketAddress(ipAddress: "127.0.0.1", port: port)
        #if canImport(Darwin)
        let kind = SOCK_STREAM
        #else
        let kind = Int32(SOCK_STREAM.rawValue)
        #endif
        let descriptor = socket(CInt(address.protocol.rawValue), kind, 0)
        self.descriptor = descriptor
        // A test whose connection stays open fails with what has arrived, and does not wait for ever.
        var patience = timeval(tv_sec: 300, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        if hasSmallBuffers {
            var (segment, buffer): (CInt, CInt) = (536, 4_096)
            setsockopt(descriptor, CInt(IPPROTO_TCP), TCP_MAXSEG, &segment, socklen_t(MemoryLayout<CInt>.size))
            setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &buffer, socklen_t(MemoryLayout<CInt>.size))
        }
        if let source {
            var local = sockaddr_in()
            local.sin_family = sa_family_t(AF_INET)
            local.sin_addr.s_addr = in_addr_t(source).bigEndian
            let bound = withUnsafePointer(to: &local) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                    bind(descriptor, address, socklen_t(MemoryLayout<sockaddr_in>.size))
                }
            }
            guard bound == 0 else { throw POSIXError(.EADDRNOTAVAIL) }
        }
        let result = address.withSockAddr { connect(descriptor, $0, socklen_t($1)) }
        guard result == 0 else { throw POSIXError(.ECONNREFUSED) }
    }

    deinit { close(descriptor) }

    func send(_ text: String) throws { _ = try sends(text) }

    /// Sends a text, and returns whether the other side took all of it.
    func sends(_ text: String) throws -> Bool {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            // The server may already have ended the connection.
            guard count > 0 else { return false }
            bytes = bytes.dropFirst(count)
        }
        return true
    }

    /// Closes the connection for sending.
    func endSending() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// Makes closing reset the connection.
    func resetAtEnd() {
        var option = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    }

    /// Sends a text repeatedly, on a separate thread, until the other side takes no more.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - limit: The maximum number of bytes to send.
    /// - Returns: How many bytes the system took.
    func sendRepeatedly(_ text: String, limit: Int) async -> Int {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { [self] in
                var count = 0
                while count < limit, (try? sends(text)) == true { count += text.utf8.count }
                continuation.resume(returning: count)
            }
        }
    }

    /// Reads what has arrived, and returns whether the other side has closed the connection.
    func readsEnd() -> Bool {
        var byte: UInt8 = 0
        while true {
            let count = recv(descriptor, &byte, 1, Int32(MSG_DONTWAIT))
            if count <= 0 { return count == 0 }
        }
    }

    /// Reads the next bytes, on a separate thread; an empty text is the end.
    func receive() async -> String {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { [self] in
                var buffer = [UInt8](repeating: 0, count: 4_096)
                let count = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
                continuation.resume(returning: String(decoding: buffer.prefix(max(0, count)), as: UTF8.self))
            }
        }
    }

    /// Reads until the other side closes the connection, on a separate thread.
    @discardableResult
    func waitForEnd() async -> String {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { [self] in
                var text: [UInt8] = []
                var buffer = [UInt8](repeating: 0, count: 4_096)
                while true {
                    let count = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
                    if count <= 0 { break }
                    text += buffer.prefix(count)
                }
                continuation.resume(returning: String(decoding: text, as: UTF8.self))
            }
        }
    }
}
