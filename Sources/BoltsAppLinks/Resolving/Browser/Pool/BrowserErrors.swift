#if os(Linux) || os(macOS)
internal import BoltsTasks
internal import Foundation

/// What is said of a page that could not be read, in the words that the other resolvers use.
struct BrowserErrors {
    let url: URL
    let options: WebDriverOptions

    var timedOut: AppLinkResolutionError {
        AppLinkResolutionError(
            .timedOut,
            "\(url.absoluteString) could not be read in a browser within \(options.pageTimeout.plainSeconds)"
        )
    }

    /// Why a browser did not go to the page.
    func navigation(_ failure: WebDriverClient.Failure, _ log: FilteringProxy.Log) -> any Error {
        if case .refused(let error, let message) = failure, error != "timeout", let place = log.failures.last {
            if !["invalid session id", "no such window"].contains(error) {
                return self.failure(place, detail: "\(error): \(message)")
            }
        }
        return general(failure)
    }

    /// Why a page that the browser went to could not be read.
    func reading(_ failure: WebDriverClient.Failure, _ log: FilteringProxy.Log) -> any Error {
        switch failure {
        case .malformed, .connection(.tooLarge), .connection(.malformed): return unreadable("\(failure)")
        case .refused(let error, let message):
            switch error {
            case "timeout", "script timeout", "unexpected alert open": return timedOut
            case "invalid session id", "no such window": return general(failure)
            default: return unreadable("\(error): \(message)")
            }
        default: return general(failure)
        }
    }

    private func general(_ failure: WebDriverClient.Failure) -> any Error {
        switch failure {
        case .connection(.interrupted): return CancellationError()
        case .connection(.timedOut): return timedOut
        case .connection(.unreachable): return BrowserSession.Gone()
        case .connection(.malformed), .connection(.tooLarge), .malformed:
            return AppLinkResolutionError(
                .browserFailed,
                "the browser's driver does not speak WebDriver",
                detail: "\(failure)"
            )
        case .refused(let error, let message):
            switch error {
            case "timeout", "script timeout": return timedOut
            case "invalid session id", "no such window": return BrowserSession.Gone()
            case "insecure certificate": return untrusted(message)
            default:
                if message.contains("net::ERR_CERT") || message.contains("net::ERR_SSL") { return untrusted(message) }
                return noPage("\(error): \(message)")
            }
        }
    }

    /// Looks whether what the browser shows is the page that was asked for, and not what stands in its place.
    func check(_ answer: BrowserPageAnswer, _ proxy: FilteringProxy) throws {
        if let refused = proxy.refusalPage.failure(in: answer.metadata.tags) {
            let logged = proxy.log.failures.last { $0.authority == refused.authority }
            throw failure(logged ?? refused, detail: nil)
        }
        let scheme = answer.urlText.prefix { $0 != ":" }.lowercased()
        guard scheme == "http" || scheme == "https" else {
            // Browsers show pages of their own for what they could not load, or stay where they were.
            if let place = proxy.log.failures.last { throw failure(place, detail: nil) }
            throw noPage("the browser is at \(answer.urlText)")
        }
        if let status = answer.status, !(200..<300).contains(status), !options.readsErrorPages {
            throw AppLinkResolutionError(
                .httpStatus,
                "\(answer.urlText) answered with status \(status), not with a page",
                httpStatus: status
            )
        }
    }

    /// Why the proxy did not connect: one text for what is refused and what is not there, as everywhere.
    private func failure(_ failure: ProxyVerdict.Failure, detail: String?) -> AppLinkResolutionError {
        let details = [failure.detail, detail ?? ""].filter { !$0.isEmpty }.joined(separator: "; ")
        switch failure.problem {
        case .refused, .unreachable:
            return AppLinkResolutionError(
                .notReachableOrNotAllowed,
                "\(failure.authority) cannot be reached, or is not at a public address",
                detail: details
            )
        case .port:
            return AppLinkResolutionError(
                .portNotAllowed,
                "\(failure.authority) is at a port that is refused: 80 and 443 are allowed unless others are added",
                detail: details
            )
        case .exhausted:
            return AppLinkResolutionError(
                .interrupted,
                "\(url.absoluteString) loads more than \(options.transferLimit) bytes, which is the limit",
                detail: details
            )
        }
    }

    private func untrusted(_ detail: String) -> AppLinkResolutionError {
        AppLinkResolutionError(
            .untrustedConnection,
            "no trusted connection for \(url.absoluteString): its certificate or its encryption is not accepted",
            detail: detail
        )
    }

    private func unreadable(_ detail: String) -> AppLinkResolutionError {
        AppLinkResolutionError(
            .unreadablePage,
            "\(url.absoluteString): the page's own scripts keep it from being read: read it without them",
            detail: detail
        )
    }

    private func noPage(_ detail: String) -> AppLinkResolutionError {
        AppLinkResolutionError(
            .malformedResponse,
            "\(url.absoluteString) shows no page in a browser: it may be a download, lead to an app, or be unreachable",
            detail: detail
        )
    }
}

extension WebDriverClient.Failure {
    /// Whether the same may work in a moment.
    var isPassing: Bool {
        switch self {
        case .refused(let error, _): !["invalid session id", "no such window"].contains(error)
        case .malformed: true
        case .connection: false
        }
    }
}
#endif
