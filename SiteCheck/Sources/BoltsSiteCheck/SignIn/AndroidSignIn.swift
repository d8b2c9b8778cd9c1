@_spi(Bolts) import BoltsAssociations
import Foundation

/// The apps in which Android offers a site's passwords and passkeys.
struct AndroidSignIn {
    let site: SiteAssociations

    private var address: String { site.androidResponse.url.absoluteString }

    var routes: [LinkRoute] {
        do throws(FileObstacle) {
            _ = try AndroidRoutes.file(of: site)
        } catch {
            let text = error.explanation
            return [LinkRoute(.passwords, error.outcome, explanation: text, file: address, evidence: error.evidence)]
        }
        let stated = SignInPackages(site)
        let packages = stated.all
        if packages.isEmpty, let finding = Self.unread(site) {
            let text = finding.message
            return [LinkRoute(.passwords, .undecided, explanation: text, file: address, evidence: Self.evidence)]
        }
        guard !packages.isEmpty else {
            let text =
                stated.dropped?.explanation
                ?? "No statement gives an Android app get_login_creds or handle_all_urls."
            return [
                LinkRoute(
                    .passwords,
                    .appNotListed,
                    explanation: text,
                    file: stated.dropped?.source ?? address,
                    place: stated.dropped?.place,
                    evidence: Self.evidence
                )
            ]
        }
        return packages.flatMap { [passwords($0), passkeys($0)] }
    }

    /// The gap for an unread list that may name an app, as in a folder that represents the site; `nil` if every list was read.
    static func unread(_ site: SiteAssociations) -> Finding? {
        site.unreadIncludes.first.map { list in
            Finding(
                .linkUndecided,
                "The file includes \(Clip.clip(list)), which was not read.",
                file: site.androidResponse.url.absoluteString,
                fix: "Check the host itself in place of its files, so that the list is read.",
                detail: .unread
            )
        }
    }

    private static let evidence = [
        AssociationRule.Evidence(.googleDocumentation, "Credential Manager prerequisites")
    ]

    private func passwords(_ package: SignInPackages.Package) -> LinkRoute {
        guard !package.passwords.isEmpty else {
            return route(.passwords, .relationMissing, package, "The statement of the app lacks get_login_creds.")
        }
        let conditions: [LinkCondition] = [.appInstalled, .certificate, .assetStatements, .passwordManager]
        return route(.passwords, .eligible, package, "A statement gives the app get_login_creds.", conditions)
    }

    private func passkeys(_ package: SignInPackages.Package) -> LinkRoute {
        let conditions: [LinkCondition] = [.appInstalled, .certificate, .relyingParty, .passwordManager]
        guard !package.passkeys.isEmpty else {
            let text =
                "The statement of the app has get_login_creds without handle_all_urls: Google's codelab requires both, several "
                + "apps report that one is enough."
            return route(.passkeys, .undecided, package, text, conditions)
        }
        guard !package.passwords.isEmpty else {
            let text =
                "The statement of the app has handle_all_urls without get_login_creds: Google's prerequisites list both, and "
                + "passkeys fail without it in many reports."
            return route(.passkeys, .undecided, package, text, conditions)
        }
        let origins = package.passkeys.prefix(Self.maximumOrigins).map(Self.origin)
        let rest = package.passkeys.count - origins.count
        let text =
            "A statement gives the app handle_all_urls. The server must accept the origin "
            + origins.joined(separator: " or ") + (rest > 0 ? " and those of \(rest) more certificates." : ".")
        return route(.passkeys, .eligible, package, text, conditions)
    }

    /// The maximum number of origins of one app to name.
    private static let maximumOrigins = 5

    /// The origin in an app's passkey requests: the certificate's SHA-256 in base64url without padding.
    static func origin(_ fingerprint: CertificateFingerprint) -> String {
        let octets = fingerprint.description.split(separator: ":").compactMap { UInt8($0, radix: 16) }
        let text = Data(octets).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
            .replacing("=", with: "")
        return "android:apk-key-hash:\(text)"
    }

    private func route(
        _ kind: LinkRoute.Kind,
        _ outcome: LinkRoute.Outcome,
        _ package: SignInPackages.Package,
        _ explanation: String,
        _ conditions: [LinkCondition] = []
    ) -> LinkRoute {
        LinkRoute(
            kind,
            outcome,
            app: package.name,
            conditions: conditions,
            explanation: explanation,
            file: package.source ?? address,
            place: package.place,
            evidence: Self.evidence
        )
    }
}
