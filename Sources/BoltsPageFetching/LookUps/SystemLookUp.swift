#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Bionic)
import Bionic
#else
import Darwin
#endif

enum SystemLookUp {
    /// Calls `getaddrinfo`, and blocks the thread until it returns.
    static func addresses(of host: String) -> [IPAddress] {
        var hints = addrinfo()
        hints.ai_family = AF_UNSPEC
        hints.ai_flags = AI_ADDRCONFIG
        #if canImport(Glibc)
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        #else
        hints.ai_socktype = SOCK_STREAM
        #endif
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, nil, &hints, &list) == 0 else { return [] }
        defer { freeaddrinfo(list) }
        var addresses: [IPAddress] = []
        var next = list
        while let entry = next {
            let length = Int(entry.pointee.ai_addrlen)
            if let raw = entry.pointee.ai_addr, let address = IPAddress(socketAddress: raw, length: length) {
                addresses.append(address)
            }
            next = entry.pointee.ai_next
        }
        return addresses
    }
}
