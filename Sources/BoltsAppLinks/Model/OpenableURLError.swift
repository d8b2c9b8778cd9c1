import BoltsBase
public import BoltsPageFetching
public import Foundation

/// The reason why text is not safe to open as a URL.
///
/// ```swift
/// do { _ = try OpenableURL(text) } catch { print(error) }  // "-flag" does not begin with a scheme: …
/// ```
public struct OpenableURLError: Error, Sendable, Hashable, CustomStringConvertible, LocalizedError, DescribedError {
    /// What is wrong.
    @_spi(Bolts) public enum Code: Sendable {
        /// The text is empty.
        case empty
        /// The text does not begin with a scheme and a colon.
        case noScheme
        /// The text contains a control character, white space, or a bidirectional control.
        case unsafeCharacter
        /// A web URL has no host, or one on which parsers disagree.
        case noHost
    }

    /// What is wrong.
    @_spi(Bolts) public let code: Code

    /// The refused text.
    public let text: String

    init(_ code: Code, _ text: String) {
        self.code = code
        self.text = text
    }

    /// One line that says what is wrong and what to do.
    public var description: String {
        let shown = text.quoted()
        return switch code {
        case .empty: "the URL is empty: give a whole URL, such as https://example.com/"
        case .noScheme: "\(shown) does not begin with a scheme: add one, such as https:"
        case .unsafeCharacter: "\(shown) contains white space or control characters: percent-encode them"
        case .noHost: "\(shown) has no host, or an ambiguous one: write it as https://host/path"
        }
    }
}
