import Foundation
import Hummingbird
import Synchronization

/// The `Date` field of responses, formatted once a second.
final class ResponseDate: Sendable {
    private let formatted = Mutex((second: Int64.min, text: ""))

    /// The field's value now.
    var text: String {
        let now = Date()
        let second = Int64(now.timeIntervalSince1970)
        return formatted.withLock { formatted in
            if formatted.second != second { formatted = (second, now.httpHeader) }
            return formatted.text
        }
    }
}
