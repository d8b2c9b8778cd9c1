@_spi(Bolts) import BoltsAssociations
import Foundation

/// The certificates of an Android app, compared with those that the site's statements name for it.
struct AndroidAppCertificates {
    let app: AndroidAppClaims
    let site: SiteAssociations

    /// The fingerprints that the site's statements name for the app.
    private var stated: [String] {
        var list: [String] = []
        for statement in site.assetStatements where statement.relations.contains(.handleAllURLs) {
            guard case .androidApp(let package, let fingerprints) = statement.target, package == app.package else {
                continue
            }
            list += fingerprints.map(\.description)
        }
        return list
    }

    /// The first of the app's certificates that a statement lists, or `nil` if none does.
    var listedFingerprint: String? {
        let stated = Set(self.stated)
        return app.certificates?.first { stated.contains($0.fingerprint) }?.fingerprint
    }

    /// The file whose signature has the certificates.
    private var signed: AndroidAppClaims.Signed {
        app.signed ?? .init(file: app.file, rank: app.rank, isInstalled: app.isInstalled)
    }

    /// The effect of the certificates on every link, or `nil` if it is unknown.
    var cause: AppCause? {
        guard let certificates = app.certificates, !certificates.isEmpty, app.package != nil, !stated.isEmpty else {
            return nil
        }
        let file = Clip.clip(signed.file)
        if certificates.contains(where: { stated.contains($0.fingerprint) }) {
            let fact = LinkRoute.Fact(
                condition: .certificate,
                holds: true,
                text: "the certificate of \(file) is listed"
            )
            return AppCause(outcome: .opens, facts: [fact])
        }
        // A store signs the packages that it builds from a bundle with another key.
        guard !app.isBundle else { return nil }
        return .closed(refused(certificates) ?? finding(certificates), .certificate)
    }

    /// The finding that the app's statements have a certificate in a form that Android refuses, or `nil` if they do not.
    private func refused(_ certificates: [AppCertificate]) -> Finding? {
        let own = Set(certificates.map(\.fingerprint))
        for list in site.allAssetLinks {
            let file = list.source ?? site.androidResponse.url.absoluteString
            for statement in list.document.root.elements.map(Array.init) ?? []
            where statement["target"]?["package_name"]?.string == app.package {
                let relations = statement["relation"]?.elements.map(Array.init) ?? []
                let isForLinks = relations.contains { $0.string == AssetRelation.handleAllURLs.description }
                guard isForLinks else { continue }
                for element in statement["target"]?["sha256_cert_fingerprints"]?.elements.map(Array.init) ?? [] {
                    guard let text = element.string, let meant = AssetLinksTargetCheck.meant(text), own.contains(meant)
                    else { continue }
                    let place = element.place.byteRange
                    return site.findings.first { $0.file == file && $0.place?.byteRange == place }
                }
            }
        }
        return nil
    }

    private func finding(_ certificates: [AppCertificate]) -> Finding {
        let address = site.androidResponse.url.absoluteString
        let decision = app.package.map {
            site.androidDecision(for: URL(string: "https://\(site.host)/") ?? site.androidResponse.url, package: $0)
        }
        let fingerprint = certificates.last?.fingerprint ?? ""
        let signer =
            if signed.isInstalled {
                "the certificate of the app on the device"
            } else if signed.rank == .delivered {
                "the certificate of users' apps"
            } else {
                "that of \(Clip.clip(signed.file))"
            }
        let debug = signed.isInstalled ? " A debug build has another certificate than users' apps." : ""
        let operated = " If the host belongs to a provider of links, add it in the provider's settings."
        return Finding(
            .crossAppCertificate,
            "The fingerprints for \(Clip.clip(app.package ?? "the app")) do not include \(signer).",
            file: decision?.source ?? address,
            place: decision?.place,
            fix: "Add \(fingerprint) to sha256_cert_fingerprints.\(debug)\(operated)",
            change: certificates.last?.isDebug == false
                ? app.package.map { SuggestedChange.fingerprint(fingerprint, package: $0) } : nil
        )
    }

    /// The finding that a statement lists some of the certificates but not all.
    ///
    /// The certificates of a package belong to one signer, so one of them is enough there.
    private func unlistedCertificates(_ certificates: [AppCertificate], _ stated: Set<String>) -> [Finding] {
        let listed = certificates.filter { stated.contains($0.fingerprint) }
        let others = certificates.filter { !stated.contains($0.fingerprint) }
        guard signed.file == "--fingerprint", !listed.isEmpty, let first = others.first, let package = app.package
        else {
            return []
        }
        func names(_ list: [AppCertificate]) -> String { list.map { "\($0.fingerprint.prefix(11))…" }.joinedWithAnd() }
        return [
            Finding(
                .crossAppCertificate,
                "The fingerprints for \(Clip.clip(package)) include \(names(listed)), not \(names(others)).",
                file: site.androidResponse.url.absoluteString,
                severity: .error,
                fix: "Add \(others.map(\.fingerprint).joinedWithAnd()) to sha256_cert_fingerprints.",
                change: others.count == 1 ? .fingerprint(first.fingerprint, package: package) : nil
            )
        ]
    }

    /// The findings about the certificates that do not depend on a link.
    var findings: [Finding] {
        guard let certificates = app.certificates, !certificates.isEmpty else { return [] }
        let stated = Set(self.stated)
        guard signed.rank != .delivered else { return unlistedCertificates(certificates, stated) }
        guard stated.count == 1, let only = stated.first, certificates.contains(where: { $0.fingerprint == only })
        else {
            return []
        }
        let kind = app.isBundle ? "upload key" : "key that signs \(Clip.clip(signed.file))"
        return [
            Finding(
                .crossAppUploadKey,
                "The file lists only the certificate of the \(kind).",
                file: site.androidResponse.url.absoluteString
            )
        ]
    }
}
