public import BoltsTasks
import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Bionic)
import Bionic
#else
import Darwin
#endif

/// Something that knows the addresses of names.
///
/// ```swift
/// struct Hosts: HostResolving {
///     let table: [String: [IPAddress]]
///     func addresses(of host: String, cancellationToken: CancellationToken) -> BoltsTask<[IPAddress]> {
///         BoltsTask(result: table[host] ?? [])
///     }
/// }
/// ```
public protocol HostResolving: Sendable {
    /// Looks a name up.
    ///
    /// - Parameters:
    ///   - host: A name in lower case, never an address.
    ///   - cancellationToken: Cancels the task at once; the look-up itself may go on unheard.
    /// - Returns: A task of the addresses, in the order of preference; none where the name has none.
    func addresses(of host: String, cancellationToken: CancellationToken) -> BoltsTask<[IPAddress]>
}

/// The system's own resolver, `getaddrinfo`.
///
/// It blocks a thread for as long as the system takes; nothing can shorten that. Whoever waits is released at once by the
/// token. Sixteen names are looked up at a time, so that a name server that is silent does not take every thread.
///
/// ```swift
/// let addresses = try await SystemHostResolver().addresses(of: "example.com", cancellationToken: .none).value
/// ```
public struct SystemHostResolver: HostResolving {
    private static let lookUps: OperationQueue = {
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = 16
        return queue
    }()

    /// Creates the resolver.
    public init() {}

    /// Looks a name up on a queue of its own.
    ///
    /// - Parameters:
    ///   - host: A name.
    ///   - cancellationToken: Cancels the task at once and abandons the look-up.
    /// - Returns: A task of the addresses. A name that cannot be found has none, and the task does not fail.
    public func addresses(of host: String, cancellationToken: CancellationToken) -> BoltsTask<[IPAddress]> {
        let source = TaskCompletionSource<[IPAddress]>()
        let registration = cancellationToken.register { source.tryCancel() }
        SystemHostResolver.lookUps.addOperation {
            // Nobody waits any longer: the thread is better used for another name.
            if source.task.isCompleted { return }
            let addresses = SystemHostResolver.lookUp(host)
            registration.dispose()
            source.trySet(result: addresses)
        }
        return source.task
    }

    private static func lookUp(_ host: String) -> [IPAddress] {
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
            if let raw = entry.pointee.ai_addr, let address = IPAddress(UnsafePointer(raw)) {
                addresses.append(address)
            }
            next = entry.pointee.ai_next
        }
        return addresses
    }
}
