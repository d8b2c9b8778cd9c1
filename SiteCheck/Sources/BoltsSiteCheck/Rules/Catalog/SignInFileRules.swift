/// The rules about sign-in files, and about web apps that extend to an origin.
extension AssociationRule {
    static let signInFileRules: [AssociationRule] = [
        .webauthnMissing, .webauthnContentType, .webauthnHTML, .webauthnRedirect, .webauthnTooLarge,
        .webauthnInvalid, .webauthnOrigin, .webauthnOriginPath, .webauthnLabels, .webauthnSelf, .webauthnAppOrigin,
        .passkeyEndpointsInvalid, .passkeyEndpointsRedirect, .passkeyEndpointsUnknown, .changePasswordMissing,
        .changePasswordFallback, .changePasswordForm, .originAssociationFormat, .originAssociationScope,
    ]

    static let webauthnMissing = Severity.note.rule(
        "webauthn-missing",
        summary: "The host serves no webauthn file.",
        reason: "Pages of other domains cannot use the passkeys of this host; one domain alone needs no file.",
        fix: "Serve /.well-known/webauthn if people sign in on other domains too.",
        evidence: [.init(.specification, "Web Authentication, level 3, 5.11")]
    )

    static let webauthnContentType = Severity.error.rule(
        "webauthn-content-type",
        summary: "webauthn is not served as application/json.",
        reason: "Browsers read the list only with that media type.",
        fix: "Send Content-Type: application/json.",
        evidence: [.init(.specification, "Web Authentication, level 3, 5.11")]
    )

    static let webauthnHTML = Severity.error.rule(
        "webauthn-html",
        summary: "The server answers with a page instead of webauthn.",
        reason: "Browsers read no list of origins.",
        fix: "Serve the file itself at this address, or answer 404 if there is none.",
        evidence: [.init(.observed, "threads about single-page sites")]
    )

    static let webauthnRedirect = Severity.warning.rule(
        "webauthn-redirect",
        summary: "webauthn is redirected.",
        reason: "Browsers follow it only if every step is https, and clients that follow none find no list.",
        fix: "Answer with status 200 at the address itself.",
        evidence: [.init(.specification, "Web Authentication, level 3, 5.11")]
    )

    static let webauthnTooLarge = Severity.error.rule(
        "webauthn-too-large",
        summary: "webauthn has more than 262,144 bytes.",
        reason: "Chromium reads no more.",
        fix: "List fewer origins.",
        evidence: [.init(.observed, "Chromium, remote_validation.cc")]
    )

    static let webauthnInvalid = Severity.error.rule(
        "webauthn-invalid",
        summary: "webauthn is not an object with an array of strings named origins.",
        reason: "Browsers discard the whole file.",
        fix: "Write { \"origins\": [\"https://example.com\"] }.",
        evidence: [.init(.specification, "Web Authentication, level 3, 5.11")]
    )

    static let webauthnOrigin = Severity.warning.rule(
        "webauthn-origin",
        summary: "An entry of webauthn is not an https origin.",
        reason: "Browsers skip the entry.",
        fix: "Write the scheme and the host, such as https://example.com.",
        evidence: [.init(.specification, "Web Authentication, level 3, 5.11")]
    )

    static let webauthnOriginPath = Severity.note.rule(
        "webauthn-origin-path",
        summary: "An entry of webauthn has more than an origin.",
        reason: "Only scheme, host and port are compared.",
        fix: "Write the origin alone, without a slash after it.",
        evidence: [.init(.specification, "Web Authentication, level 3, 5.11")]
    )

    static let webauthnLabels = Severity.warning.rule(
        "webauthn-labels",
        summary: "The origins of webauthn have more than five different names.",
        reason:
            "Browsers need not accept more than five names such as the example of example.com and example.de; "
            + "those that come later may be skipped.",
        fix: "Put the domains that people use most first, or give the others a relying party identifier of their own.",
        evidence: [.init(.specification, "Web Authentication, level 3, 5.11")]
    )

    static let webauthnSelf = Severity.note.rule(
        "webauthn-self",
        summary: "webauthn lists an origin of its own host.",
        reason: "Pages of the host and below it need no entry.",
        fix: "Remove the entry.",
        evidence: [.init(.specification, "Web Authentication, level 3, 5.11")]
    )

    static let webauthnAppOrigin = Severity.warning.rule(
        "webauthn-app-origin",
        summary: "webauthn lists the origin of an app.",
        reason: "The file is for web pages; apps are named by apple-app-site-association and assetlinks.json.",
        fix: "Remove the entry, and name the app in those files."
    )

    static let passkeyEndpointsInvalid = Severity.error.rule(
        "passkey-endpoints-invalid",
        summary: "passkey-endpoints is not a JSON object of https URLs.",
        reason: "Password managers cannot lead people to the place where passkeys are made or managed.",
        fix: "Serve an object with enroll and manage, each an https URL, as application/json.",
        evidence: [.init(.specification, "Passkey Endpoints")]
    )

    static let passkeyEndpointsRedirect = Severity.error.rule(
        "passkey-endpoints-redirect",
        summary: "passkey-endpoints is redirected in a way that clients do not follow.",
        reason: "They follow the status 302, 303 and 307 to the same registrable domain.",
        fix: "Answer with status 200, or with such a redirect.",
        evidence: [.init(.specification, "Passkey Endpoints")]
    )

    static let passkeyEndpointsUnknown = Severity.note.rule(
        "passkey-endpoints-unknown",
        summary: "A member of passkey-endpoints is not known.",
        reason: "Password managers do not read it.",
        fix: "Correct its spelling, or remove it.",
        evidence: [.init(.specification, "Passkey Endpoints")]
    )

    static let changePasswordMissing = Severity.note.rule(
        "change-password-missing",
        summary: "The host has no change-password address.",
        reason: "Browsers and password managers cannot lead people to the form that changes a password.",
        fix: "Redirect /.well-known/change-password to the form, if people have passwords here.",
        evidence: [.init(.specification, "A well-known URL for changing passwords")]
    )

    static let changePasswordFallback = Severity.warning.rule(
        "change-password-fallback",
        summary: "The server answers with status 200 for addresses below /.well-known that do not exist.",
        reason:
            "Clients ask for such an address first, and then do not trust change-password; a page in place of a "
            + "file is read as the file.",
        fix: "Answer with 404 for unknown addresses below /.well-known.",
        evidence: [.init(.specification, "Detecting the reliability of HTTP status codes")]
    )

    static let changePasswordForm = Severity.warning.rule(
        "change-password-form",
        summary: "change-password answers with a page that leads nowhere.",
        reason: "The address is to lead to the form: by a redirect, or by a page with a refresh.",
        fix: "Redirect /.well-known/change-password to the form with status 302 or 303.",
        evidence: [.init(.specification, "A well-known URL for changing passwords")]
    )

    static let originAssociationFormat = Severity.error.rule(
        "origin-association-format",
        summary: "web-app-origin-association has another form than an object whose keys are URLs of web apps.",
        reason: "Chromium lets no web app extend to this origin.",
        fix: "Write { \"https://app.example/\": { \"scope\": \"/\" } }, with the id of the web app.",
        evidence: [.init(.observed, "Chromium 138")]
    )

    static let originAssociationScope = Severity.error.rule(
        "origin-association-scope",
        summary: "A scope of web-app-origin-association is outside the origin that serves it.",
        reason: "Chromium discards the entry.",
        fix: "Write a path of this origin.",
        evidence: [.init(.observed, "Chromium 138")]
    )
}
