/// A failure of a database.
///
/// ```swift
/// let error = IndexStoreError(.unavailable, "The database does not answer: connection refused.")
/// print(error)
/// ```
package struct IndexStoreError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What kind of failure it is.
    package enum Code: String, Sendable, Hashable, CaseIterable {
        /// The database cannot be reached, or the connection broke. The same call may succeed later.
        case unavailable
        /// The call did not end in time, or no connection was free in time. The same call may succeed later.
        case timedOut
        /// Other transactions kept the call from being carried out, also after it was repeated.
        case conflict
        /// The tables were made by a later version of the service.
        case schemaTooNew
        /// The database refused the call, or what it answered cannot be read.
        case failed
        case closed
    }

    /// What kind of failure it is.
    package let code: Code
    /// What was wrong, and what to do, in English sentences.
    package let description: String

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - code: What kind of failure it is.
    ///   - description: What was wrong, and what to do.
    package init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }
}
