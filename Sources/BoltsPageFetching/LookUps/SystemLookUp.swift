#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

enum SystemLookUp {
    /// Calls `getaddrinfo`, and blocks the thread until it returns.
    static func addresses(of host: String) -> [HostAddress] {
        var hints = unsafe addrinfo()
        unsafe hints.ai_family = AF_UNSPEC
        unsafe hints.ai_flags = AI_ADDRCONFIG
        #if canImport(Glibc)
        unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        #else
        unsafe hints.ai_socktype = SOCK_STREAM
        #endif
        var list: UnsafeMutablePointer<addrinfo>?
        guard unsafe getaddrinfo(host, nil, &hints, &list) == 0 else { return [] }
        defer { unsafe freeaddrinfo(list) }
        var addresses: [HostAddress] = []
        var next = unsafe list
        while let entry = unsafe next {
            let length = unsafe Int(entry.pointee.ai_addrlen)
            if let raw = unsafe entry.pointee.ai_addr,
                let address = unsafe HostAddress(socketAddress: raw, length: length)
            {
                addresses.append(address)
            }
            unsafe next = unsafe entry.pointee.ai_next
        }
        return addresses
    }
}
