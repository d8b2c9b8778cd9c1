import Synchronization

/// Limits the memory of association files during a fetch: of one file, of one host, and of the node.
///
/// A page is read as it arrives and only its tags are kept, but a file is needed as a whole.
final class BodyBudget: Sendable {
    /// How many bytes a file may have; Apple reads 128 KiB.
    static let fileLimit = 512 << 10
    /// How many bytes the files of a host may have together; about as much is stored for a host.
    static let siteLimit = 1 << 20

    private let limit: Int
    private let used = Mutex(0)

    /// - Parameter limit: How many bytes of files the node may hold at the same time.
    init(limit: Int) { self.limit = limit }

    /// Takes bytes, unless that exceeds the limit.
    ///
    /// - Parameters:
    ///   - count: How many bytes.
    ///   - fileCount: The size of the file including them. Files that are too large for Apple have only half of the limit, so
    ///     that they do not block all others.
    /// - Returns: Whether the bytes were taken.
    func take(_ count: Int, ofFileWith fileCount: Int) -> Bool {
        let limit = fileCount > 128 << 10 ? limit / 2 : limit
        return used.withLock { used in
            guard used + count <= limit else { return false }
            used += count
            return true
        }
    }

    /// Gives bytes back.
    func give(_ count: Int) { used.withLock { $0 -= count } }
}
