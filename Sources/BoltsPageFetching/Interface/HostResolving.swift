public import BoltsTasks

/// A source of the addresses of host names.
///
/// ```swift
/// struct Hosts: HostResolving {
///     let table: [String: [HostAddress]]
///     func addresses(of host: String, cancellationToken: CancellationToken) -> BoltsTask<[HostAddress]> {
///         BoltsTask(result: table[host] ?? [])
///     }
/// }
/// ```
public protocol HostResolving: Sendable {
    /// Looks up the addresses of a name.
    ///
    /// - Parameters:
    ///   - host: A name in lower case, never an address.
    ///   - cancellationToken: Cancels the task immediately. The look-up itself may continue in the background.
    /// - Returns: A task of the addresses in order of preference, empty if the name has none. It may complete on any
    ///   thread.
    func addresses(of host: String, cancellationToken: CancellationToken) -> BoltsTask<[HostAddress]>
}
