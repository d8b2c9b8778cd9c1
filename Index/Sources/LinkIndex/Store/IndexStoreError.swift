/// A failure of a database.
package struct IndexStoreError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of failure.
    package enum Code: String, Sendable, Hashable, CaseIterable {
        /// The database cannot be reached, or the connection broke. The same call may succeed later.
        case unavailable
        /// The call did not end in time, or no connection was free in time. The same call may succeed later.
        case timedOut
        /// Other transactions prevented the call, even after it was repeated.
        case conflict
        /// A later version of the service created the tables.
        case schemaTooNew
        /// The database refused the call, or its response cannot be read.
        case failed
        case closed
    }

    /// The kind of failure.
    package let code: Code
    /// What was wrong, and what to do, in English sentences.
    package let description: String

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - code: The kind of failure.
    ///   - description: What was wrong, and what to do.
    package init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }
}
