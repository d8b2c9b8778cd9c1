import Foundation

extension Timestamp {
    /// The time of day on this node.
    package static var now: Self { Self(milliseconds: Int64(Date().timeIntervalSince1970 * 1_000)) }
}
