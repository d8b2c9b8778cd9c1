import BoltsPageFetching
import Foundation

/// What a log says of an error: nothing of the URL that it is about, which tells what somebody reads and may be secret.
///
/// A failure of a store is told in full, since its texts have no values. Of other errors the kind is written.
///
/// ```swift
/// logger.warning("The page was not read: \(LoggedError(error))")
/// ```
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
