import BoltsTasks

extension HostResolving {
    /// Looks up the addresses of a name.
    ///
    /// Cancelling the Swift task that awaits this ends the wait; the look-up itself may go on in the background.
    ///
    /// - Parameter host: A name in lower case, never an address.
    /// - Returns: The addresses in order of preference, empty if the name has none.
    /// - Throws: The resolver's error, or `CancellationError`.
    public func addresses(of host: String) async throws -> [IPAddress] {
        let cancellation = CancellationTokenSource()
        return try await withTaskCancellationHandler {
            try await addresses(of: host, cancellationToken: cancellation.token).value
        } onCancel: {
            cancellation.cancel()
        }
    }
}
