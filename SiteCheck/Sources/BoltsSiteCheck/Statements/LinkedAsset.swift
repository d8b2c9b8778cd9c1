@_spi(Bolts) import BoltsAssociations

/// The source or the target of a statement: a web site or an Android app.
enum LinkedAsset: Sendable, Hashable, CustomStringConvertible {
    case web(SiteOrigin)
    /// An Android app, by its package name and one of its signing certificates.
    case androidApp(package: String, fingerprint: CertificateFingerprint)

    /// Checks and creates an Android app.
    static func app(package: String, fingerprint: String) throws(AssetLinksError) -> LinkedAsset {
        guard !package.isEmpty, !package.contains(where: \.isWhitespace) else {
            throw AssetLinksError(.malformedContent, "Invalid package_name field \(Clip.quoted(package)).")
        }
        do throws(AssetLinksError) {
            return .androidApp(package: package, fingerprint: try CertificateFingerprint(fingerprint))
        } catch {
            throw AssetLinksError(error.code, "Invalid sha256_fingerprint field: \(error.message)")
        }
    }

    /// The site, or the package name and the fingerprint.
    var description: String {
        switch self {
        case .web(let site): site.description
        case .androidApp(let package, let fingerprint): "\(package) (\(fingerprint))"
        }
    }

    var byteCount: Int {
        switch self {
        case .web(let site): site.host.utf8.count + 20
        case .androidApp(let package, _): package.utf8.count + 100
        }
    }

    /// The asset for people.
    var sentence: String {
        switch self {
        case .web(let site): "Web asset with site \(Self.fullyQualified(site)) (which is equivalent to '\(site)')"
        case .androidApp(let package, let fingerprint):
            "Android app asset with package name \(package) and certificate fingerprint \(fingerprint)"
        }
    }
}

extension LinkedAsset {
    /// A site in the form of the Digital Asset Links API, with a dot after the host.
    static func fullyQualified(_ site: SiteOrigin) -> String {
        "\(site.scheme)://\(site.host)." + (site.port == (site.scheme == "https" ? 443 : 80) ? "" : ":\(site.port)")
    }

    func isTarget(of statement: AssetStatement) -> Bool {
        switch (statement.target, self) {
        case (.web(let site), .web(let other)): return site == other
        case (.androidApp(let package, let fingerprints), .androidApp(let other, let fingerprint)):
            return package == other && fingerprints.contains(fingerprint)
        default: return false
        }
    }

    /// The targets of a statement; an app is a target for each certificate.
    static func targets(of statement: AssetStatement) -> [LinkedAsset] {
        switch statement.target {
        case .web(let site): [.web(site)]
        case .androidApp(let package, let fingerprints):
            fingerprints.map { .androidApp(package: package, fingerprint: $0) }
        }
    }
}
