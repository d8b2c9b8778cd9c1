public import BoltsTasks
public import Foundation

/// Bridges several failures to `NSError`, with the domain and code of Bolts for Objective-C.
///
/// The user info of `error as NSError` has all errors, in input order, under the key `errors`:
///
/// ```swift
/// func codes(of error: any Error) -> [Int] {
///     let error = error as NSError
///     guard error.domain == AggregateError.errorDomain else { return [error.code] }
///     return (error.userInfo[AggregateError.errorsKey] as? [NSError] ?? []).map(\.code)
/// }
/// ```
extension AggregateError: CustomNSError, LocalizedError {
    /// The error domain: `bolts`.
    public static let errorDomain = "bolts"

    /// The error code of several failures.
    public static let multipleErrorsCode = 80_175_001

    /// The user info key of the errors, an array of `NSError` in input order: `errors`.
    public static let errorsKey = "errors"

    /// The error code of several failures.
    public var errorCode: Int { AggregateError.multipleErrorsCode }

    /// The errors under ``errorsKey``, and a description.
    public var errorUserInfo: [String: Any] {
        [AggregateError.errorsKey: errors.map { $0 as NSError }, NSLocalizedDescriptionKey: description]
    }

    /// All errors on one line.
    public var errorDescription: String? { description }
}
