import BoltsPageFetching
public import Foundation

/// Why a text is not safe to open as a URL.
///
/// ```swift
/// do { _ = try OpenableURL(text) } catch { print(error) }  // "-flag" does not begin with a scheme: …
/// ```
public struct OpenableURLError: Error, Sendable, Hashable, CustomStringConvertible, LocalizedError {
    /// What is wrong.
    ///
    /// Codes may be added, so a `switch` over them needs a default.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        private let name: String

        private init(_ name: String) { self.name = name }

        /// The name of the code, as it is spelled here.
        public var description: String { name }

        /// There is no text at all.
        public static let empty = Code("empty")

        /// The text does not begin with a scheme and a colon.
        public static let noScheme = Code("noScheme")

        /// The text holds a control character, white space, or a mark that turns text around.
        public static let unsafeCharacter = Code("unsafeCharacter")

        /// A web URL has no host, or one that readers disagree on.
        public static let noHost = Code("noHost")
    }

    /// What is wrong.
    public let code: Code

    /// The text that was refused.
    public let text: String

    init(_ code: Code, _ text: String) {
        self.code = code
        self.text = text
    }

    /// One line that names what is wrong and what to do.
    public var description: String {
        let shown = text.quoted()
        return switch code {
        case .empty: "the URL is empty: give a scheme and what follows it"
        case .noScheme: "\(shown) does not begin with a scheme: write one in front, such as https:"
        case .unsafeCharacter: "\(shown) holds white space or control characters: percent-encode them"
        default: "\(shown) has no host that every reader agrees on: write it as https://host/path"
        }
    }

    /// The same line, for `localizedDescription`.
    public var errorDescription: String? { description }
}
