import Foundation
import NIOCore

extension SocketAddress {
    /// The address of the other end of a socket, which its channel does not know before it is registered.
    ///
    /// It is `nil` if the other end is gone, or has an address of another kind.
    init?(peerOf socket: NIOBSDSocket.Handle) {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let address = withUnsafeMutableBytes(of: &storage) { bytes -> SocketAddress? in
            guard let base = bytes.baseAddress,
                getpeername(socket, base.assumingMemoryBound(to: sockaddr.self), &length) == 0
            else { return nil }
            switch Int32(base.load(as: sockaddr_storage.self).ss_family) {
            case AF_INET: return SocketAddress(base.load(as: sockaddr_in.self))
            case AF_INET6: return SocketAddress(base.load(as: sockaddr_in6.self))
            case AF_UNIX: return SocketAddress(base.load(as: sockaddr_un.self))
            default: return nil
            }
        }
        guard let address else { return nil }
        self = address
    }
}
