public import Foundation

/// The proxies of a program, and the hosts that it connects to without one.
///
/// It follows curl's environment variables. The proxy looks up names and connects. The address policy still judges addresses in
/// URLs, names that are local to a network, ports, and the addresses of names that this machine can look up; it cannot judge
/// where the proxy connects.
@_spi(Bolts)
public struct ProxySettings: Hashable, Sendable, CustomStringConvertible {
    /// The proxy for the servers of a scheme.
    enum Route: Hashable {
        case direct
        case proxy(ProxyServer)
        /// The setting with this name is not a valid proxy address.
        case malformed(String)
    }

    private var http = Route.direct
    private var https = Route.direct
    private var exceptions: [Exception] = []

    private enum Exception: Hashable {
        case everything
        /// The name and all its subdomains.
        case name(String)
        case addresses(HostAddressRange)
    }

    static let none = ProxySettings()

    private init() {}

    /// Uses one proxy for all servers except those in `no_proxy`, or the proxies of the variables.
    ///
    /// - Parameters:
    ///   - environment: The variables. If a value is not the address of a proxy, each fetch that would use it fails.
    ///   - proxy: The address of the proxy, such as `http://user:password@proxy.example:3128`; an empty text for no proxy, and
    ///     `nil` for the proxies of the variables. The initializer returns `nil` if the text is not the address of a proxy.
    public init?(environment: [String: String] = ProcessInfo.processInfo.environment, proxy: String?) {
        self.init(environment: proxy == nil ? environment : [:])
        guard let proxy, !proxy.isEmpty else { return }
        guard let server = ProxyServer(proxy) else { return nil }
        http = .proxy(server)
        https = http
        exceptions = Self.exceptions(in: environment)
    }

    /// Reads `http_proxy`, `https_proxy`, `HTTPS_PROXY`, `all_proxy`, `ALL_PROXY`, `no_proxy` and `NO_PROXY` as curl does.
    ///
    /// `HTTP_PROXY` is ignored, because in a CGI program it contains a field of the request. If the value is not a valid proxy
    /// address, every fetch that would use it fails.
    init(environment: [String: String] = ProcessInfo.processInfo.environment) {
        func first(_ names: String...) -> (name: String, value: String)? { Self.first(names, in: environment) }
        func route(_ setting: (name: String, value: String)?) -> Route {
            guard let (name, value) = setting else { return .direct }
            return ProxyServer(value).map { .proxy($0) } ?? .malformed(name)
        }
        let rest = first("all_proxy", "ALL_PROXY")
        http = route(first("http_proxy") ?? rest)
        https = route(first("https_proxy", "HTTPS_PROXY") ?? rest)
        exceptions = Self.exceptions(in: environment)
    }

    /// The first non-empty variable with one of these names.
    private static func first(_ names: [String], in environment: [String: String]) -> (name: String, value: String)? {
        names.lazy.compactMap { name in environment[name].flatMap { $0.isEmpty ? nil : (name, $0) } }.first
    }

    private static func exceptions(in environment: [String: String]) -> [Exception] {
        first(["no_proxy", "NO_PROXY"], in: environment).map { exceptions($0.value) } ?? []
    }

    var usesProxyForHTTP: Bool { http != .direct }

    /// The proxy for a server.
    func route(to target: HTTPTarget) -> Route {
        let route = target.scheme == .http ? http : https
        guard route != .direct, !exceptions.contains(where: { Self.fits($0, target.host) }) else { return .direct }
        return route
    }

    /// The hosts and ports of the proxies, without users and passwords.
    public var description: String {
        func text(_ route: Route) -> String {
            switch route {
            case .direct: "none"
            case .proxy(let server): server.name
            case .malformed: "malformed"
            }
        }
        return "http \(text(http)), https \(text(https)), \(exceptions.count) exceptions"
    }

    // MARK: - Hosts without a proxy

    private static func exceptions(_ text: String) -> [Exception] {
        if text.trimmingCharacters(in: .whitespaces) == "*" { return [.everything] }
        return text.split(whereSeparator: { $0 == "," || $0.isWhitespace }).compactMap { entry in
            let bare = entry.hasPrefix("[") && entry.hasSuffix("]") ? entry.dropFirst().dropLast() : entry
            if let range = HostAddressRange(String(bare)) { return .addresses(range) }
            // A dot before or after the name has no meaning.
            let name = bare.lowercased().drop { $0 == "." }
            let trimmed = name.hasSuffix(".") ? name.dropLast() : name
            return trimmed.isEmpty ? nil : .name(String(trimmed))
        }
    }

    private static func fits(_ exception: Exception, _ host: HTTPHost) -> Bool {
        switch (exception, host) {
        case (.everything, _): true
        case (.name(let name), .name(let host)): host == name || host.hasSuffix(".\(name)")
        case (.addresses(let range), .address(let address)): range.contains(address)
        case (.name, .address), (.addresses, .name): false
        }
    }
}
