import BoltsPageFetching
import Foundation

/// The text of an error for a log, without its URL, which reveals what somebody reads and may be secret.
///
/// A failure of a store is logged in full, because its texts contain no values. For other errors only the kind is logged.
package struct LoggedError: CustomStringConvertible {
    /// The text for the log.
    package let description: String

    /// - Parameter error: The error.
    package init(_ error: any Error) {
        switch error {
        case let error as IndexStoreError: description = error.description
        case let error as PageError: description = "\(error.code)"
        case is CancellationError: description = "cancelled"
        default:
            let bridged = error as NSError
            description = "\(bridged.domain) \(bridged.code)"
        }
    }
}
