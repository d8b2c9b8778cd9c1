public import BoltsPageFetching
public import Foundation

/// The failure of an opener; it is no failure if nothing opens the URL.
///
/// ```swift
/// if let error = error as? URLOpenerError, error.code == .toolMissing { print(error) }
/// ```
public struct URLOpenerError: Error, Sendable, Hashable, CustomStringConvertible, LocalizedError, DescribedError {
    /// What is wrong.
    ///
    /// More codes may be added, so a `switch` over them needs a default.
    public struct Code: Hashable, Sendable, CustomStringConvertible, NamedCode {
        package let name: String

        private init(_ name: String) { self.name = name }

        /// The platform cannot open URLs.
        public static let unavailable = Code("unavailable")

        /// A program that the desktop needs to open URLs is not installed.
        public static let toolMissing = Code("toolMissing")

        /// A program with which the desktop opens URLs did not run, or crashed.
        package static let toolFailed = Code("toolFailed")

        /// The program that handles the URL's scheme ended at once, with an error.
        package static let handlerFailed = Code("handlerFailed")
    }

    /// What is wrong.
    public let code: Code

    /// One line that says what is wrong and what to do.
    public let description: String

    /// Creates an error, for your own implementations of ``URLOpening``.
    ///
    /// - Parameters:
    ///   - code: What is wrong.
    ///   - description: One line that says what is wrong and what to do.
    public init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }
}
