@_spi(Bolts) import BoltsPageFetching
internal import Foundation

/// The system calls on sockets that this module needs; none of them blocks.
enum SystemSocket {
    enum Transfer: Equatable {
        case moved(Int)
        /// The peer has shut down sending.
        case ended
        case blocked
        case failed(Int32)
    }

    struct Failure: Error {
        let code: Int32

        var text: String { unsafe String(cString: strerror(code)) }
    }

    /// Listens on 127.0.0.1, at a port that the system chooses.
    static func listen() throws(Failure) -> (descriptor: Int32, port: Int) {
        let descriptor = try open(AF_INET)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isListening = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                unsafe bind(descriptor, address, length) == 0 && systemListen(descriptor, 128) == 0
                    && getsockname(descriptor, address, &length) == 0
            }
        }
        guard isListening else {
            let code = errno
            close(descriptor)
            throw Failure(code: code)
        }
        return (descriptor, Int(UInt16(bigEndian: address.sin_port)))
    }

    /// Returns a socket that already listens, with its port.
    static func listening(_ descriptor: Int32) throws(Failure) -> (descriptor: Int32, port: Int) {
        var address = sockaddr_in()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isNamed = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe getsockname(descriptor, $0, &length) == 0
            }
        }
        guard isNamed else { throw Failure(code: errno) }
        prepare(descriptor)
        return (descriptor, Int(UInt16(bigEndian: address.sin_port)))
    }

    /// Creates two connected sockets: one for this process, one for another.
    static func pair() throws(Failure) -> (own: Int32, other: Int32) {
        var ends: [Int32] = [0, 0]
        #if canImport(Glibc)
        let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        #elseif canImport(Musl)
        let type = SOCK_STREAM | SOCK_CLOEXEC
        #else
        let type = SOCK_STREAM
        #endif
        guard unsafe socketpair(AF_UNIX, type, 0, &ends) == 0 else { throw Failure(code: errno) }
        prepare(ends[0])
        _ = fcntl(ends[1], F_SETFD, FD_CLOEXEC)
        return (ends[0], ends[1])
    }

    /// Accepts the next connection; returns `nil` if there is none.
    static func accept(_ listener: Int32) throws(Failure) -> Int32? {
        while true {
            let descriptor = systemAccept(listener)
            if descriptor < 0, errno == EINTR || errno == ECONNABORTED { continue }
            if descriptor < 0, errno == EAGAIN || errno == EWOULDBLOCK { return nil }
            guard descriptor >= 0 else { throw Failure(code: errno) }
            prepare(descriptor)
            return descriptor
        }
    }

    /// Begins to connect.
    ///
    /// The socket becomes writable when the attempt has succeeded or failed; see ``connectFailure(_:)``.
    static func connect(to address: HostAddress, port: Int) throws(Failure) -> Int32 {
        let descriptor = try open(address.family == .v4 ? AF_INET : AF_INET6)
        try begin(descriptor, address, port)
        return descriptor
    }

    /// Begins to connect a socket of the address's family; closes it on failure.
    static func connect(_ descriptor: Int32, to address: HostAddress, port: Int) throws(Failure) {
        prepare(descriptor)
        try begin(descriptor, address, port)
    }

    private static func begin(_ descriptor: Int32, _ address: HostAddress, _ port: Int) throws(Failure) {
        let result: Int32
        switch address.family {
        case .v4:
            var target = sockaddr_in()
            target.sin_family = sa_family_t(AF_INET)
            target.sin_port = UInt16(port).bigEndian
            target.sin_addr.s_addr = UInt32(truncatingIfNeeded: address.bits).bigEndian
            result = connect(descriptor, &target)
        case .v6:
            var target = sockaddr_in6()
            target.sin6_family = sa_family_t(AF_INET6)
            target.sin6_port = UInt16(port).bigEndian
            unsafe withUnsafeMutableBytes(of: &target.sin6_addr) { bytes in
                for index in 0..<16 {
                    unsafe bytes[index] = UInt8(truncatingIfNeeded: address.bits >> UInt128(120 - 8 * index))
                }
            }
            result = connect(descriptor, &target)
        }
        if result != 0, errno != EINPROGRESS, errno != EINTR {
            let code = errno
            close(descriptor)
            throw Failure(code: code)
        }
    }

    private static func connect<Address>(_ descriptor: Int32, _ address: inout Address) -> Int32 {
        unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe systemConnect(descriptor, $0, socklen_t(MemoryLayout<Address>.size))
            }
        }
    }

    /// Returns the error of a connection attempt, or `nil` if it succeeded.
    static func connectFailure(_ descriptor: Int32) -> Failure? {
        var code: Int32 = 0
        var length = socklen_t(MemoryLayout<Int32>.size)
        guard unsafe getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &length) == 0 else {
            return Failure(code: errno)
        }
        return code == 0 ? nil : Failure(code: code)
    }

    static func receive(_ descriptor: Int32, into buffer: inout [UInt8]) -> Transfer {
        while true {
            let count = unsafe buffer.withUnsafeMutableBytes { unsafe recv(descriptor, $0.baseAddress, $0.count, 0) }
            if count > 0 { return .moved(count) }
            if count == 0 { return .ended }
            if errno == EINTR { continue }
            return errno == EAGAIN || errno == EWOULDBLOCK ? .blocked : .failed(errno)
        }
    }

    static func send(_ descriptor: Int32, _ bytes: ArraySlice<UInt8>) -> Transfer {
        while true {
            let count = unsafe bytes.withUnsafeBytes { unsafe systemSend(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 { return .moved(count) }
            if errno == EINTR { continue }
            return errno == EAGAIN || errno == EWOULDBLOCK ? .blocked : .failed(errno)
        }
    }

    static func endSending(_ descriptor: Int32) {
        shutdown(descriptor, Int32(SHUT_WR))
    }

    static func close(_ descriptor: Int32) {
        systemClose(descriptor)
    }

    private static func open(_ family: Int32) throws(Failure) -> Int32 {
        #if canImport(Glibc)
        let descriptor = socket(family, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        #elseif canImport(Musl)
        let descriptor = socket(family, SOCK_STREAM | SOCK_CLOEXEC, 0)
        #else
        let descriptor = socket(family, SOCK_STREAM, 0)
        #endif
        guard descriptor >= 0 else { throw Failure(code: errno) }
        prepare(descriptor)
        return descriptor
    }

    private static func prepare(_ descriptor: Int32) {
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        var yes: Int32 = 1
        unsafe setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
        #if canImport(Darwin)
        unsafe setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &yes, socklen_t(MemoryLayout<Int32>.size))
        #endif
    }
}

// These wrappers are outside the type, where the system's names would mean its own methods.

private func systemListen(_ descriptor: Int32, _ backlog: Int32) -> Int32 { listen(descriptor, backlog) }

private func systemAccept(_ descriptor: Int32) -> Int32 { accept(descriptor, nil, nil) }

private func systemConnect(_ descriptor: Int32, _ address: UnsafePointer<sockaddr>, _ length: socklen_t) -> Int32 {
    unsafe connect(descriptor, address, length)
}

private func systemSend(_ descriptor: Int32, _ buffer: UnsafeRawPointer?, _ count: Int) -> Int {
    #if canImport(Darwin)
    unsafe send(descriptor, buffer, count, 0)
    #else
    unsafe send(descriptor, buffer, count, Int32(MSG_NOSIGNAL))
    #endif
}

private func systemClose(_ descriptor: Int32) { _ = close(descriptor) }
