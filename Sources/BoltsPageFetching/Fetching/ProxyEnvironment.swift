import Foundation

/// Whether the environment names proxies, in the variables that libcurl reads.
struct ProxyEnvironment {
    /// Whether one is named for http.
    let forHTTP: Bool
    /// Whether one is named at all.
    let forAnything: Bool

    init(_ environment: [String: String] = ProcessInfo.processInfo.environment) {
        func names(_ variables: String...) -> Bool {
            variables.contains { !environment[$0, default: ""].isEmpty }
        }
        // CGI turns a request's field `Proxy` into `HTTP_PROXY`, so nobody reads that one.
        forHTTP = names("http_proxy", "all_proxy", "ALL_PROXY")
        forAnything = forHTTP || names("https_proxy", "HTTPS_PROXY")
    }
}
