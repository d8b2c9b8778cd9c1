@_spi(Bolts) import BoltsAssociations
import Foundation

extension AppSide.App {
    var androidJudge: AndroidAppJudge? { if case .android(let judge) = judge { judge } else { nil } }
    var appleJudge: AppleAppJudge? { if case .apple(let judge) = judge { judge } else { nil } }

    /// Whether the app's own files name the host; `nil` if they are not known.
    var namesHost: Bool? {
        switch judge {
        case .android(let judge): judge.namesHost
        case .apple(let judge): judge.namesHost
        }
    }

    /// Where the app's own files name a host.
    func place(naming host: String) -> String { androidJudge?.place(naming: host) ?? Clip.clip(file) }

    /// Whether the sources of an app for Apple's devices are known to name no host at all, not even by mistake.
    var namesNoHost: Bool {
        guard let app = appleJudge?.app else { return false }
        return app.rank == .source && app.domains?.isEmpty == true && app.gap == nil && app.unresolvedDomains.isEmpty
            && app.unusedDomains.isEmpty && app.misspelledKey == nil
    }

    /// The parent domain of the only wildcard by which the app names the host, if that domain's files are not available; otherwise
    /// `nil`.
    var wildcardDomain: String? {
        guard parent == nil else { return nil }
        return switch judge {
        case .android(let judge): judge.wildcardDomains.first
        case .apple(let judge): judge.wildcardDomains.first
        }
    }

    var findings: [Finding] {
        switch judge {
        case .android(let judge): judge.findings
        // The finding that another file decides is needed only if that file was not read.
        case .apple(let judge): judge.findings.filter { parent == nil || $0.rule != .iosAppWildcardFile }
        }
    }

    /// The effect of the app's own files on a link that the site lets it open.
    func cause(_ url: URL, on device: LinkDevice) -> AppCause {
        switch judge {
        case .android(let judge): asked(judge.cause(url, on: device))
        case .apple(let judge): asked(judge.cause())
        }
    }

    /// A cause that does not ask whether the app belongs to the host, if the host's file lists it.
    func asked(_ cause: AppCause) -> AppCause {
        guard let finding = cause.finding, finding.detail == nil, Self.hostRules.contains(finding.rule), isListed else {
            return cause
        }
        var cause = cause
        cause.finding = finding.with(detail: .listed)
        return cause
    }

    private static let hostRules: Set<AssociationRule> = [
        .androidAppHostMissing, .iosAppDomainMissing, .iosAppDomainMalformed,
    ]

    /// Whether the host's file lists the app.
    private var isListed: Bool {
        switch judge {
        case .android(let judge): judge.app.package.map(StatedPackages(judge.site).associated.contains) ?? false
        case .apple(let judge): judge.isListed
        }
    }

    /// The beginning of a sentence about the certificate: that of a file, or the one that the store shows.
    var certificateName: String {
        guard case .android(let judge) = judge, let signed = judge.app.signed else {
            return "The certificate of \(Clip.clip(file))"
        }
        return signed.rank == .delivered
            ? "The certificate of users' apps" : "The certificate of \(Clip.clip(signed.file))"
    }

    /// The certificate of the app that a statement of the site lists, or `nil` if none does.
    var listedFingerprint: String? {
        if case .android(let judge) = judge { judge.certificates.listedFingerprint } else { nil }
    }

    /// The fingerprints of the certificates that the app is signed with.
    var fingerprints: [String] {
        guard case .android(let judge) = judge else { return [] }
        return judge.app.certificates?.map(\.fingerprint) ?? []
    }
}

extension AppSide {
    /// What keeps other apps for Apple's devices closed that the site's file lists, beside an app that opens.
    static func closed(_ allowed: [(app: App, cause: AppCause?)], beside app: App) -> [Finding] {
        allowed.compactMap { other, cause in
            guard other.appleJudge != nil, other.identifier != nil, other.identifier != app.identifier,
                cause?.outcome == .closed
            else { return nil }
            return cause?.finding?.with(severity: .warning)
        }
    }

    /// The sentence that a statement may be for the old name of an app: it has the app's certificate and names no app that was
    /// given; empty if there is none.
    func renaming(_ app: App, in site: SiteAssociations) -> String {
        let own = Set(app.fingerprints)
        let given = android.map(\.identifier)
        guard let name = app.identifier, !own.isEmpty, !given.contains(nil) else { return "" }
        for statement in site.assetStatements {
            guard case .androidApp(let package, let listed) = statement.target, !given.contains(package),
                listed.contains(where: { own.contains($0.description) })
            else { continue }
            let (old, new) = (Clip.clip(package), Clip.clip(name))
            return " If \(old), which has the same key, is the app's old name, write \(new) in its place."
        }
        return ""
    }
}
