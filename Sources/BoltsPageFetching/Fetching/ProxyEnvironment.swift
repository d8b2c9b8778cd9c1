import Foundation

/// The proxies in the environment variables that libcurl reads.
struct ProxyEnvironment {
    /// Whether there is a proxy for http.
    let forHTTP: Bool
    /// Whether there is any proxy.
    let forAnything: Bool

    init(_ environment: [String: String] = ProcessInfo.processInfo.environment) {
        func names(_ variables: String...) -> Bool {
            variables.contains { !environment[$0, default: ""].isEmpty }
        }
        // CGI sets `HTTP_PROXY` from a request's field `Proxy`, so that variable is ignored.
        forHTTP = names("http_proxy", "all_proxy", "ALL_PROXY")
        forAnything = forHTTP || names("https_proxy", "HTTPS_PROXY")
    }
}
