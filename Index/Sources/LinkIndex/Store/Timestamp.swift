import Foundation

/// A time of day: milliseconds since the start of 1970, UTC, which databases keep as a 64-bit integer.
package struct Timestamp: Hashable, Comparable, Sendable {
    /// Milliseconds since the start of 1970, UTC.
    package var milliseconds: Int64

    /// Creates a time.
    ///
    /// - Parameter milliseconds: Milliseconds since the start of 1970, UTC.
    package init(milliseconds: Int64) { self.milliseconds = milliseconds }

    /// The time of day on this node.
    package static var now: Self { Self(milliseconds: Int64(Date().timeIntervalSince1970 * 1_000)) }

    /// The start of this time's day, UTC.
    package var startOfDay: Self { Self(milliseconds: milliseconds - milliseconds % 86_400_000) }

    /// Whether one time is before another.
    package static func < (left: Self, right: Self) -> Bool { left.milliseconds < right.milliseconds }

    /// Returns a later time.
    ///
    /// If the result does not fit a 64-bit integer, it is the last time that does.
    ///
    /// - Parameters:
    ///   - time: The time.
    ///   - duration: How much later. Fractions of a millisecond are dropped.
    /// - Returns: The later time.
    package static func + (time: Self, duration: Duration) -> Self {
        let (sum, isTooLarge) = time.milliseconds.addingReportingOverflow(duration.wholeMilliseconds)
        return Self(milliseconds: isTooLarge ? (duration < .zero ? .min : .max) : sum)
    }

    /// Returns the time between two times.
    ///
    /// - Parameters:
    ///   - end: The later time.
    ///   - start: The earlier time.
    /// - Returns: The duration from the earlier to the later one.
    package static func - (end: Self, start: Self) -> Duration {
        .milliseconds(end.milliseconds) - .milliseconds(start.milliseconds)
    }
}

extension Duration {
    /// The duration in whole milliseconds.
    ///
    /// If the duration does not fit a 64-bit integer, the result is the nearest value that does.
    package var wholeMilliseconds: Int64 {
        let (seconds, attoseconds) = components
        let (product, isTooLarge) = seconds.multipliedReportingOverflow(by: 1_000)
        if isTooLarge { return seconds < 0 ? .min : .max }
        let (sum, isStillTooLarge) = product.addingReportingOverflow(attoseconds / 1_000_000_000_000_000)
        return isStillTooLarge ? (seconds < 0 ? .min : .max) : sum
    }
}
