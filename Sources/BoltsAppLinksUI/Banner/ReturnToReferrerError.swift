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
    /// What is wrong.
    package enum Code {
        /// The link names no referrer.
        case noReferrer
        /// The referrer has no URL.
        case noURL
        /// The referrer has no name, or only invisible characters for one.
        case noName
        /// The referrer's URL is malformed.
        case unusableURL
        /// The policy denies the scheme of the referrer's URL.
        case schemeDenied
    }

    /// What is wrong.
    package let code: Code

    /// The referrer's URL, if the error is about the URL.
    package let urlText: String?

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
        case .schemeDenied: "the policy denies the scheme of the referrer's URL \(url): allow the scheme to open it"
        }
    }
}
