@_spi(Bolts) import BoltsPageFetching
internal import BoltsAppLinks
internal import Foundation

/// WebKit's reason for failing to load a page.
struct WebPageFailure {
    let domain: String
    let code: Int
    let detail: String

    init(_ error: any Error) {
        let error = error as NSError
        self.init(domain: error.domain, code: error.code, detail: error.localizedDescription)
    }

    init(domain: String, code: Int, detail: String = "") {
        self.domain = domain
        self.code = code
        self.detail = detail
    }

    /// Whether the page did not fail, but was replaced by another or refused by this module.
    var isInterruption: Bool {
        (domain == Self.urlDomain && code == -999) || (domain == "WebKitErrorDomain" && code == 102)
    }

    /// Whether the app's `WKAppBoundDomains` keep it from opening the page, or from running a script in it.
    var isAppBound: Bool { domain == "WKErrorDomain" && (code == 13 || code == 14) }

    func error(at url: URL) -> PageError {
        let here = url.absoluteString
        let detail = "\(domain) \(code): \(detail)"
        guard !isAppBound else {
            return PageError(
                .browserFailed,
                "\(here) is not among the WKAppBoundDomains of this app: add its domain, or read it without a web view",
                detail: detail
            )
        }
        guard domain == Self.urlDomain else {
            return PageError(.interrupted, "\(here) could not be loaded completely: try again", detail: detail)
        }
        switch code {
        case -1001:
            return PageError(.timedOut, "\(here) took too long to respond", detail: detail)
        case -1206 ... -1200:
            return PageError(
                .untrustedConnection,
                "\(here) has no encrypted connection that can be trusted",
                detail: detail
            )
        case -1007:
            return PageError(.tooManyRedirects, "\(here) redirects too often", detail: detail)
        case -1022:
            return PageError(
                .schemeNotAllowed,
                "\(here) is not encrypted, which App Transport Security refuses: use https",
                detail: detail
            )
        case -1005:
            return PageError(
                .interrupted,
                "\(here) closed the connection before the end of the page: try again",
                detail: detail
            )
        default:
            return PageError.unreachable(url.host() ?? here, detail: detail)
        }
    }

    private static let urlDomain = "NSURLErrorDomain"
}
