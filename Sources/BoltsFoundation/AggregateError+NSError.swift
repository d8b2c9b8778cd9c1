public import BoltsTasks
public import Foundation

/// Several failures, as Bolts told them to Objective-C: see ``errorDomain``.
///
/// `error as NSError` has Bolts' domain and code, and all errors, in input order, under `errors` in its user info:
///
/// ```swift
/// func codes(of error: any Error) -> [Int] {
///     let error = error as NSError
///     guard error.domain == AggregateError.errorDomain else { return [error.code] }
///     return (error.userInfo[AggregateError.errorsKey] as? [NSError] ?? []).map(\.code)
/// }
/// ```
extension AggregateError: CustomNSError, LocalizedError {
    /// The domain of several failures: `bolts`.
    public static let errorDomain = "bolts"

    /// The code of several failures.
    public static let multipleErrorsCode = 80_175_001

    /// The key of the errors in the user info, an array of `NSError` in input order: `errors`.
    public static let errorsKey = "errors"

    /// The code of several failures.
    public var errorCode: Int { AggregateError.multipleErrorsCode }

    /// The errors, under ``errorsKey``.
    public var errorUserInfo: [String: Any] {
        [AggregateError.errorsKey: errors.map { $0 as NSError }, NSLocalizedDescriptionKey: description]
    }

    /// All errors in one line.
    public var errorDescription: String? { description }
}
