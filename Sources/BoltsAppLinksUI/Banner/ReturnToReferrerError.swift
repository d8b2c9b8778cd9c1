import BoltsAppLinks
import BoltsPageFetching
public import Foundation

/// Why there is no way back to offer, which is no fault of anyone's: most links come without one.
///
/// ```swift
/// do { _ = try ReturnToReferrer(link) } catch { print(error) }     // the sender told no name: …
/// ```
public struct ReturnToReferrerError: Error, Sendable, Hashable, CustomStringConvertible, LocalizedError {
    /// What is missing, or wrong.
    public struct Code: Sendable, Hashable {
        private let name: String

        /// The link tells nothing of its sender.
        public static let noReferrer = Code(name: "noReferrer")

        /// The sender told no URL.
        public static let noURL = Code(name: "noURL")

        /// The sender told no name, or one of which nothing would be seen.
        public static let noName = Code(name: "noName")

        /// The sender's URL is not safe to hand to an opener.
        public static let unusableURL = Code(name: "unusableURL")

        /// The policy denies the scheme of the sender's URL.
        public static let schemeDenied = Code(name: "schemeDenied")
    }

    /// What is missing, or wrong.
    public let code: Code

    /// The sender's URL, where it is what is wrong.
    public let urlText: String?

    init(_ code: Code, _ urlText: String? = nil) {
        self.code = code
        self.urlText = urlText
    }

    /// One line that names what is wrong and what to do.
    public var description: String {
        let shown = (urlText ?? "").quoted()
        return switch code {
        case .noReferrer: "the link tells nothing of its sender: there is no banner to show"
        case .noURL: "the sender told no URL to return to: have it write referer_app_link.url"
        case .noName: "the sender told no name that can be shown: have it write referer_app_link.app_name"
        case .unusableURL: "\(shown) cannot be opened to return to the sender: it must be a URL with a scheme"
        default: "\(shown) is of a scheme that the policy denies: allow it by name if it is to be opened"
        }
    }

    /// The same line, for `localizedDescription`.
    public var errorDescription: String? { description }
}
