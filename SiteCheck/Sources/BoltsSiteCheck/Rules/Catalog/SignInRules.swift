/// The rules about passwords and passkeys in apps, which are checked on request.
extension AssociationRule {
    static let signInRules: [AssociationRule] = [
        .signInNoWebcredentials, .signInWebcredentialsAppMissing, .signInWebcredentialsPatterns,
        .signInNoLoginCreds, .signInNoPasskeyRelation, .signInCertificatesDiffer, .signInOnePlatform, .signInRPHost,
    ]

    static let signInNoWebcredentials = Severity.error.rule(
        "signin-no-webcredentials",
        summary: "apple-app-site-association names no app in webcredentials.",
        reason:
            "Apple's devices offer the site's passwords and passkeys in no app, and no ASWebAuthenticationSession may end at an "
            + "https address of the site.",
        fix: "Add webcredentials with the identifiers of the apps.",
        evidence: [.init(.appleDocumentation, "Supporting associated domains")]
    )

    static let signInWebcredentialsAppMissing = Severity.warning.rule(
        "signin-webcredentials-app-missing",
        summary: "An app is in applinks and not in webcredentials.",
        reason: "The app opens the site's links, but devices offer neither its passwords nor its passkeys in the app.",
        fix: "Add the app to the apps of webcredentials, if people sign in there."
    )

    static let signInWebcredentialsPatterns = Severity.warning.rule(
        "signin-webcredentials-patterns",
        summary: "webcredentials has rules for URLs, which nothing reads.",
        reason: "An app gets the passwords and passkeys of the whole host or none.",
        fix: "Keep only apps in webcredentials.",
        evidence: [.init(.appleDocumentation, "Supporting associated domains")]
    )

    static let signInNoLoginCreds = Severity.error.rule(
        "signin-no-login-creds",
        summary: "assetlinks.json has no valid statement that gives an Android app get_login_creds.",
        reason: "Android offers the site's passwords in no app.",
        fix: "Add the relation delegate_permission/common.get_login_creds to the statement of the app.",
        evidence: [.init(.googleDocumentation, "Credential Manager prerequisites")]
    )

    static let signInNoPasskeyRelation = Severity.warning.rule(
        "signin-no-passkey-relation",
        summary: "An app has get_login_creds without handle_all_urls.",
        reason:
            "Google's codelab requires handle_all_urls for passkeys; several apps report that they work without it, so this is "
            + "undecided.",
        fix: "Put both relations into the statement of the app.",
        evidence: [.init(.googleDocumentation, "Seamless credential sharing codelab")]
    )

    static let signInCertificatesDiffer = Severity.warning.rule(
        "signin-certificates-differ",
        summary: "The statements for passwords and for passkeys name different certificates of one app.",
        reason: "A build that is signed with one of them gets passwords or passkeys, but not both.",
        fix: "Name the same certificates for both relations."
    )

    static let signInOnePlatform = Severity.note.rule(
        "signin-one-platform",
        summary: "The site names apps for signing in on one platform only.",
        reason: "On the other platform people sign in with the browser's passwords and passkeys.",
        fix: "Serve the other platform's file too, if the app exists there."
    )

    static let signInRPHost = Severity.error.rule(
        "signin-rp-host",
        summary: "The page may not use the passkeys of the relying party identifier.",
        reason:
            "A browser lets a page use the passkeys of its own host, of a domain above it, or of a host whose "
            + "webauthn file lists its origin.",
        fix:
            "Use a relying party identifier that is the host of the page or a domain above it, or list the origin "
            + "in /.well-known/webauthn of the identifier.",
        evidence: [.init(.specification, "Web Authentication, level 3, 5.1.2 and 5.11")]
    )
}
