/// The rules about how Google's file is served.
extension AssociationRule {
    static let assetLinksTransportRules: [AssociationRule] = [
        .assetlinksMissing, .assetlinksRedirect, .assetlinksNotHttps, .assetlinksContentType, .assetlinksTooLarge,
        .assetlinksSlow, .assetlinksHostWithDot, .assetlinksClientBlocked,
    ]

    static let assetlinksMissing = Severity.error.rule(
        "assetlinks-missing",
        summary: "The host does not answer with status 200 at /.well-known/assetlinks.json.",
        reason: "Without the file there are no statements.",
        fix: "Serve the file at that path of a public server, with status 200.",
        evidence: [.init(.googleDocumentation, "Digital Asset Links: statements")]
    )

    static let assetlinksRedirect = Severity.error.rule(
        "assetlinks-redirect",
        summary: "The server answers the request for the file with a redirect.",
        reason: "Redirects are refused.",
        fix: "Serve the file itself at this URL, with status 200, at each host that links have.",
        evidence: [.init(.googleDocumentation, "Configure assetlinks.json")]
    )

    static let assetlinksNotHttps = Severity.error.rule(
        "assetlinks-not-https",
        summary: "The file is not served over https with a trusted certificate chain.",
        reason: "Verification fails.",
        fix: "Serve it over https with the full chain.",
        evidence: [.init(.googleDocumentation, "Troubleshoot App Links")]
    )

    static let assetlinksContentType = Severity.error.rule(
        "assetlinks-content-type",
        summary: "The media type is not application/json.",
        reason: "The file is refused because of its type.",
        fix: "Send Content-Type: application/json.",
        evidence: [.init(.googleDocumentation, "Configure assetlinks.json")]
    )

    static let assetlinksTooLarge = Severity.error.rule(
        "assetlinks-too-large",
        summary: "The file is larger than 1 MiB.",
        reason: "The device's verifier stops reading.",
        fix: "Split the statements by host.",
        evidence: [.init(.observed, "Android open source")]
    )

    static let assetlinksSlow = Severity.warning.rule(
        "assetlinks-slow",
        summary: "The server takes longer than five seconds to answer.",
        reason: "The device's verifier gives up.",
        fix: "Serve the file from a cache.",
        evidence: [.init(.observed, "Android open source")]
    )

    static let assetlinksHostWithDot = Severity.note.rule(
        "assetlinks-host-with-dot",
        summary: "The host name with a trailing dot is answered differently.",
        reason: "Google may ask under that name.",
        fix: "Serve the same virtual host under both names.",
        evidence: [.init(.googleDocumentation, "Troubleshoot App Links")]
    )

    static let assetlinksClientBlocked = Severity.error.rule(
        "assetlinks-client-blocked",
        summary: "The server answers Google's service differently from others.",
        reason:
            "Google's service, which verifies links for devices and for the Play Store, then sees the block instead of the file.",
        fix: "Open the path to every user agent and country.",
        evidence: [.init(.observed, "requests of GoogleAssociationService in logs of public servers")]
    )
}
