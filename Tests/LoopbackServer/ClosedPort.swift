#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A port of this machine that refuses connections until this is released.
///
/// The port of a stopped server would not do: the next server, even of another test, may get it.
public final class ClosedPort: Sendable {
    /// The port.
    public let port: Int
    private let descriptor: Int32

    /// - Throws: ``LoopbackServer/StartError`` if there is no free port.
    public init() throws {
        var place = sockaddr_in()
        place.sin_family = sa_family_t(AF_INET)
        place.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        let descriptor = systemSocket(AF_INET)
        // The socket is bound, but does not listen.
        guard systemBind(descriptor, &place) else {
            let code = errno
            if descriptor >= 0 { close(descriptor) }
            throw LoopbackServer.StartError(code: code)
        }
        self.descriptor = descriptor
        port = Int(UInt16(bigEndian: place.sin_port))
    }

    deinit { close(descriptor) }
}
