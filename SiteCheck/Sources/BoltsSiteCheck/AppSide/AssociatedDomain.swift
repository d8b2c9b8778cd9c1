/// A value of `com.apple.developer.associated-domains`: `SERVICE:HOST[?mode=MODE]` (Apple's documentation of the
/// entitlement).
struct AssociatedDomain {
    static let services = ["applinks", "webcredentials", "appclips", "activitycontinuation"]

    let service: String
    /// The host in lower case, without the star of a wildcard.
    let host: String
    let isWildcard: Bool
    /// The modes in lower case, empty if there are none.
    let modes: Set<String>

    /// The value as written, with the host in lower case.
    var text: String {
        let mode = modes.isEmpty ? "" : "?mode=" + modes.sorted().joined(separator: "+")
        return "\(service):\(isWildcard ? "*." : "")\(host)\(mode)"
    }

    /// Whether it applies to users' devices, which get the site's file from Apple's servers.
    var isForEverybody: Bool { modes.isEmpty }

    /// Reads a value, or returns `nil` if it is malformed.
    init?(_ text: String) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, Self.services.contains(String(parts[0])) else { return nil }
        service = String(parts[0])
        var host = parts[1]
        var modes: Set<String> = []
        if let mark = host.firstIndex(of: "?") {
            let query = host[host.index(after: mark)...]
            guard query.hasPrefix("mode=") else { return nil }
            // Apple's daemon accepts them in any order and letter case.
            modes = Set(
                query.dropFirst(5).lowercased().split(separator: "+", omittingEmptySubsequences: false).map(String.init)
            )
            guard modes.isSubset(of: ["developer", "managed"]) else { return nil }
            host = host[..<mark]
        }
        self.modes = modes
        isWildcard = host.hasPrefix("*.")
        if isWildcard { host = host.dropFirst(2) }
        self.host = host.lowercased()
        guard HostPattern(self.host).isDomain, !self.host.hasPrefix("*") else { return nil }
    }

    /// Whether it covers a host.
    func covers(_ name: String) -> Bool {
        // Apple's daemon also accepts the name after the star.
        isWildcard ? name.hasSuffix("." + host) || name == host : name == host
    }
}
