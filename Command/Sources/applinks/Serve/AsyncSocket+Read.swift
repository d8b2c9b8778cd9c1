import FlyingSocks

extension AsyncSocket {
    /// How often the pool is asked again.
    private static let maximumTries = 8

    /// Reads what has arrived, at least one byte.
    ///
    /// The pool can deliver the end of a closed socket to the one that has its descriptor now. So the end counts only if the socket
    /// itself confirms it.
    ///
    /// - Parameter count: How many bytes to read at most.
    /// - Returns: The bytes.
    /// - Throws: `SocketError.disconnected` at the end of what the other side sends; `CancellationError`.
    func readArrived(atMost count: Int) async throws -> [UInt8] {
        for _ in 0..<Self.maximumTries {
            do {
                return try await read(atMost: count)
            } catch SocketError.disconnected {
                do { return try socket.read(atMost: count) } catch SocketError.blocked { continue }
            }
        }
        throw SocketError.disconnected
    }
}
