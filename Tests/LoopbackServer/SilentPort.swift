import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A port of this machine at which no connection is ever completed, like at a host that is switched off.
///
/// Its queue of connections to accept is full, and the system drops further ones.
public final class SilentPort: Sendable {
    /// The port.
    public let port: Int
    private let descriptors: [Int32]

    /// - Parameters:
    ///   - address: An address of 127.0.0.0/8.
    ///   - port: A port, or 0 for any that is free.
    /// - Throws: ``LoopbackServer/StartError`` if the port cannot be opened.
    public init(at address: String = "127.0.0.1", port: Int = 0) throws {
        var place = sockaddr_in()
        place.sin_family = sa_family_t(AF_INET)
        place.sin_addr.s_addr = inet_addr(address)
        place.sin_port = in_port_t(port).bigEndian
        let listener = systemSocket(AF_INET)
        guard systemBind(listener, &place), listen(listener, 0) == 0 else {
            throw LoopbackServer.StartError(code: errno)
        }
        self.port = Int(UInt16(bigEndian: place.sin_port))
        // One waiting connection fills the queue.
        let waiting = (0..<4).map { _ in systemSocket(AF_INET) }
        for descriptor in waiting {
            _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
            _ = systemConnect(descriptor, place)
        }
        descriptors = [listener] + waiting
    }

    deinit {
        for descriptor in descriptors { close(descriptor) }
    }
}
