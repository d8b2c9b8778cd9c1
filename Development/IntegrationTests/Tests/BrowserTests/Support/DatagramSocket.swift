import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A UDP socket on 127.0.0.1 that knows whether anything arrived.
final class DatagramSocket: Sendable {
    let port: Int
    private let descriptor: Int32

    struct Failure: Error {
        let code: Int32
    }

    init() throws {
        #if canImport(Glibc)
        descriptor = socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
        #else
        descriptor = socket(AF_INET, SOCK_DGRAM, 0)
        #endif
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let socket = descriptor
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(socket, $0, length) == 0 && getsockname(socket, $0, &length) == 0
            }
        }
        guard isBound else { throw Failure(code: errno) }
        port = Int(UInt16(bigEndian: address.sin_port))
    }

    deinit { close(descriptor) }

    var hasReceived: Bool {
        var bytes = [UInt8](repeating: 0, count: 2_048)
        return recv(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT)) > 0
    }
}
