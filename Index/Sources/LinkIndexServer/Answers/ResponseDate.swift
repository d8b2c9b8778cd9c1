import Foundation
import Synchronization

/// The `Date` field of responses (RFC 9110, section 5.6.7), formatted once a second.
final class ResponseDate: Sendable {
    private let formatted = Mutex((second: Int64.min, text: ""))

    /// The current value of the field.
    var text: String {
        let now = Date()
        let second = Int64(now.timeIntervalSince1970)
        return formatted.withLock { formatted in
            if formatted.second != second { formatted = (second, Self.text(now)) }
            return formatted.text
        }
    }

    private static func text(_ date: Date) -> String {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        return formatter.string(from: date)
    }
}
