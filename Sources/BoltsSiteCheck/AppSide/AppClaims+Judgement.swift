import BoltsAssociations
public import Foundation

extension AppClaims {
    /// The hosts that the apps name for links, in small letters of ASCII and each once; of a wildcard the name behind the star.
    public var hosts: [String] {
        var names: [String] = []
        for app in android {
            names += AndroidAppCheck(app: app).webFilters.flatMap(\.hosts).map { $0.name.lowercased() }
                .filter { HostPattern($0).isDomain }
        }
        for app in apple where app.parentIdentifiers == nil {
            names += (app.domains ?? []).compactMap(AssociatedDomain.init).filter { $0.service == "applinks" }.map(
                \.host
            )
        }
        var seen = Set<String>()
        return names.map { ASCIIHost.name($0.hasPrefix("*.") ? String($0.dropFirst(2)) : $0) }
            .filter { seen.insert($0).inserted }
    }

    /// Returns the hosts that Android 11 and older verify together with a host, of which one that fails spoils all.
    ///
    /// - Parameter host: The host, with its port if it has one.
    /// - Returns: The other hosts, in small letters.
    public func hostsVerified(with host: String) -> [String] {
        var seen: Set<String> = [SiteAddress.name(of: host)]
        return android.flatMap { app -> [String] in
            guard let minimum = app.minimumSDK, minimum <= 30 else { return [] }
            let check = AndroidAppCheck(app: app)
            return check.webFilters.filter { $0.isVerified && $0.isComplete }.flatMap(\.hosts)
                .map { $0.name.lowercased() }.filter { HostPattern($0).isDomain }
                .map { $0.hasPrefix("*.") ? String($0.dropFirst(2)) : $0 }
        }
        .filter { seen.insert($0).inserted }
    }

    /// Returns what is wrong in the apps' own files, without any site.
    ///
    /// - Parameter now: The time that the ends of provisioning profiles are compared with.
    /// - Returns: The findings, each once.
    public func findings(now: Date = Date()) -> [Finding] {
        var seen = Set<Finding>()
        let all =
            android.flatMap { AndroidAppCheck(app: $0).findings() }
            + apple.flatMap { AppleAppCheck(app: $0, now: now).findings }
        return all.filter { seen.insert($0).inserted }
    }
}
