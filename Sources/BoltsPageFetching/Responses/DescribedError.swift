package import Foundation

/// An error whose description is what `localizedDescription` shows.
package protocol DescribedError: LocalizedError, CustomStringConvertible {}

extension DescribedError {
    /// The description, for `localizedDescription`.
    public var errorDescription: String? { description }
}
