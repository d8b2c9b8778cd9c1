internal import BoltsBase
public import BoltsPageFetching
public import Foundation

/// Why there is no referrer to return to.
///
/// Most incoming links have none.
///
/// ```swift
/// do { _ = try ReturnToReferrer(link) } catch { print(error) }     // the referrer has no name to show: …
/// ```
public struct ReturnToReferrerError: Error, Sendable, Hashable, CustomStringConvertible, LocalizedError, DescribedError
{
    /// A kind of problem.
    public struct Code: Hashable, Sendable, CustomStringConvertible, NamedCode {
        package let name: String

        private init(_ name: String) {
            self.name = name
        }

        /// The link names no referrer.
        public static let noReferrer = Code("noReferrer")

        /// The referrer has no URL.
        public static let noURL = Code("noURL")

        /// The referrer has no name, or only invisible characters for one.
        public static let noName = Code("noName")

        /// The referrer's URL is malformed.
        public static let unusableURL = Code("unusableURL")

        /// The policy denies the scheme of the referrer's URL.
        public static let schemeDenied = Code("schemeDenied")
    }

    /// What is wrong.
    public let code: Code

    /// The referrer's URL, if the URL is what is wrong.
    public let urlText: String?

    init(_ code: Code, urlText: String? = nil) {
        self.code = code
        self.urlText = urlText
    }

    /// One line that says what is wrong and what to do.
    public var description: String {
        let url = (urlText ?? "").quoted()
        return switch code {
        case .noReferrer: "the link names no referrer: there is nothing to return to"
        case .noURL: "the referrer has no URL: write referer_app_link.url into the link"
        case .noName: "the referrer has no name to show: write referer_app_link.app_name into the link"
        case .unusableURL: "the referrer's URL \(url) is malformed: write a URL with a scheme"
        default: "the policy denies the scheme of the referrer's URL \(url): allow the scheme to open it"
        }
    }
}
