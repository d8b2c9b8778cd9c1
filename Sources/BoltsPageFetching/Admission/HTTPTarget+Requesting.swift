public import Foundation

extension HTTPTarget {
    /// Creates the target of a request, or fails if the URL cannot be requested.
    @_spi(Bolts) public init(requesting url: URL) throws {
        do {
            self = try HTTPTarget(url)
        } catch .scheme(let scheme) {
            throw PageError(
                .schemeNotAllowed,
                scheme.isEmpty
                    ? "\(url.absoluteString) has no scheme: write it with http:// or https://"
                    : "\(url.absoluteString) cannot be fetched: its scheme is \(scheme); use http or https"
            )
        } catch .userInformation {
            throw PageError(
                .userInformation,
                "the URL of \(url.host() ?? "a host") contains a user name or password: remove it"
            )
        } catch .malformed {
            throw PageError(.malformedURL, "\(url.absoluteString) is not a URL of a page: check its host and port")
        }
    }
}
