#if os(Linux) || os(macOS)
#if canImport(Glibc)
import BoltsPageFetching
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// The few calls on sockets that are needed here, all of which return at once.
enum SystemSocket {
    /// What became of an attempt to move bytes.
    enum Transfer: Equatable {
        case moved(Int)
        /// The other side sends no more.
        case ended
        /// Not now.
        case blocked
        case failed(Int32)
    }

    struct Failure: Error {
        let code: Int32

        /// The system's words.
        var text: String { String(cString: strerror(code)) }
    }

    /// Listens on 127.0.0.1, at a port of the system's choice.
    static func listen() throws(Failure) -> (descriptor: Int32, port: Int) {
        let descriptor = try open(AF_INET)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isListening = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(descriptor, address, length) == 0 && systemListen(descriptor, 128) == 0
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

    /// Takes the next connection, or `nil` where none waits.
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
    /// The socket is writable when it is decided.
    static func connect(to address: IPAddress, port: Int) throws(Failure) -> Int32 {
        let descriptor = try open(address.family == .v4 ? AF_INET : AF_INET6)
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
            withUnsafeMutableBytes(of: &target.sin6_addr) { bytes in
                for index in 0..<16 {
                    bytes[index] = UInt8(truncatingIfNeeded: address.bits >> UInt128(120 - 8 * index))
                }
            }
            result = connect(descriptor, &target)
        }
        if result != 0, errno != EINPROGRESS, errno != EINTR {
            let code = errno
            close(descriptor)
            throw Failure(code: code)
        }
        return descriptor
    }

    private static func connect<Address>(_ descriptor: Int32, _ address: inout Address) -> Int32 {
        withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                systemConnect(descriptor, $0, socklen_t(MemoryLayout<Address>.size))
            }
        }
    }

    /// Why a connection that was begun failed, or `nil` where it stands.
    static func connectFailure(_ descriptor: Int32) -> Failure? {
        var code: Int32 = 0
        var length = socklen_t(MemoryLayout<Int32>.size)
        guard getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &length) == 0 else { return Failure(code: errno) }
        return code == 0 ? nil : Failure(code: code)
    }

    static func receive(_ descriptor: Int32, into buffer: inout [UInt8]) -> Transfer {
        while true {
            let count = buffer.withUnsafeMutableBytes { recv(descriptor, $0.baseAddress, $0.count, 0) }
            if count > 0 { return .moved(count) }
            if count == 0 { return .ended }
            if errno == EINTR { continue }
            return errno == EAGAIN || errno == EWOULDBLOCK ? .blocked : .failed(errno)
        }
    }

    static func send(_ descriptor: Int32, _ bytes: ArraySlice<UInt8>) -> Transfer {
        while true {
            let count = bytes.withUnsafeBytes { systemSend(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 { return .moved(count) }
            if errno == EINTR { continue }
            return errno == EAGAIN || errno == EWOULDBLOCK ? .blocked : .failed(errno)
        }
    }

    /// Says that no more will be sent.
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
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
        #if canImport(Darwin)
        setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &yes, socklen_t(MemoryLayout<Int32>.size))
        #endif
    }
}

// The names of the system's calls are those of our own methods above.

private func systemListen(_ descriptor: Int32, _ backlog: Int32) -> Int32 { listen(descriptor, backlog) }

private func systemAccept(_ descriptor: Int32) -> Int32 { accept(descriptor, nil, nil) }

private func systemConnect(_ descriptor: Int32, _ address: UnsafePointer<sockaddr>, _ length: socklen_t) -> Int32 {
    connect(descriptor, address, length)
}

private func systemSend(_ descriptor: Int32, _ buffer: UnsafeRawPointer?, _ count: Int) -> Int {
    #if canImport(Darwin)
    send(descriptor, buffer, count, 0)
    #else
    send(descriptor, buffer, count, Int32(MSG_NOSIGNAL))
    #endif
}

private func systemClose(_ descriptor: Int32) { _ = close(descriptor) }
#endif
