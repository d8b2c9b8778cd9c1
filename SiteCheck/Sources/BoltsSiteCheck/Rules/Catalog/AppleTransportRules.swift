/// The rules about how Apple's file is served.
extension AssociationRule {
    static let appleTransportRules: [AssociationRule] = [
        .aasaMissing, .aasaRootOnly, .aasaNotHttps, .aasaRedirect, .aasaFileExtension, .aasaHtml, .aasaContentType,
        .aasaBom, .aasaTooLarge, .aasaNearLimit, .aasaClientBlocked, .aasaSlow, .aasaPrivateHost, .aasaCdnFailure,
        .aasaCdnStale, .aasaSigned,
    ]

    static let aasaMissing = Severity.error.rule(
        "aasa-missing",
        summary: "The host does not answer with status 200 at /.well-known/apple-app-site-association.",
        reason: "Without the file no app is associated with the host.",
        fix: "Serve the file at that path of a public server, with status 200.",
        evidence: [.init(.appleDocumentation, "Supporting associated domains")]
    )

    static let aasaRootOnly = Severity.warning.rule(
        "aasa-root-only",
        summary: "The file is served only at the root path.",
        reason: "Apple's servers ask for the path under /.well-known only.",
        fix:
            "Move or copy the file to /.well-known/apple-app-site-association; if the project has it there, deploy folders "
            + "whose names begin with a dot too.",
        evidence: [.init(.appleCDN, "answers of Apple's CDN")]
    )

    static let aasaNotHttps = Severity.error.rule(
        "aasa-not-https",
        summary: "The file is not served over https with a certificate that ordinary clients accept.",
        reason: "The fetch fails, so no app is associated.",
        fix: "Serve the file over https with a valid certificate and its full chain.",
        evidence: [.init(.appleDocumentation, "Supporting associated domains")]
    )

    static let aasaRedirect = Severity.error.rule(
        "aasa-redirect",
        summary: "The server answers the request for the file with a redirect.",
        reason: "Apple documents that the file must be served without redirects, and redirects fail in practice.",
        fix: "Serve the file itself at this URL, with status 200, at each host that links have.",
        evidence: [
            .init(.appleDocumentation, "Supporting associated domains"),
            .init(.convention, "sources disagree: redirects of the file"),
        ]
    )

    static let aasaFileExtension = Severity.error.rule(
        "aasa-file-extension",
        summary: "The file is served only with the extension .json.",
        reason: "A file with an extension has another name, which nobody asks for.",
        fix: "Drop the extension.",
        evidence: [.init(.appleDocumentation, "Supporting associated domains")]
    )

    static let aasaHtml = Severity.error.rule(
        "aasa-html",
        summary: "The answer is an HTML page instead of the file.",
        reason: "A fallback for single-page sites answers for every path, this one included.",
        fix: "Serve /.well-known/apple-app-site-association itself, as JSON, before the fallback.",
        evidence: [.init(.observed, "servers and repositories")]
    )

    static let aasaContentType = Severity.note.rule(
        "aasa-content-type",
        summary: "The media type is neither application/json nor application/octet-stream.",
        reason: "The media type does not decide, but other values are unusual.",
        fix: "Send Content-Type: application/json.",
        evidence: [.init(.appleCDN, "answers of Apple's CDN")]
    )

    static let aasaBom = Severity.warning.rule(
        "aasa-bom",
        summary: "The file begins with a UTF-8 byte order mark.",
        reason: "No source says that Apple's reader accepts one.",
        fix: "Save the file without a byte order mark.",
        evidence: [.init(.observed, "servers and repositories")]
    )

    static let aasaTooLarge = Severity.error.rule(
        "aasa-too-large",
        summary: "The file is larger than 131,072 bytes.",
        reason: "Apple's software refuses larger files.",
        fix: "Remove blanks, or use fewer rules, with wildcards and substitution variables.",
        evidence: [.init(.appleDaemon, "swcd")]
    )

    static let aasaNearLimit = Severity.note.rule(
        "aasa-near-limit",
        summary: "The file is larger than 100,000 bytes.",
        reason: "It is close to the limit of 131,072 bytes.",
        fix: "Use fewer rules, with wildcards and substitution variables.",
        evidence: [.init(.observed, "servers and repositories")]
    )

    static let aasaClientBlocked = Severity.error.rule(
        "aasa-client-blocked",
        summary: "The server answers Apple's clients differently from others.",
        reason: "Apple's crawler then sees the block instead of the file.",
        fix: "Open the path to every user agent and country.",
        evidence: [.init(.appleDocumentation, "TN3155: Debugging universal links, App Clips: supporting invocations")]
    )

    static let aasaSlow = Severity.warning.rule(
        "aasa-slow",
        summary: "The server takes longer than five seconds to answer.",
        reason: "Apple's crawler is reported to give up after that time.",
        fix: "Serve the file from a cache at the edge.",
        evidence: [.init(.appleCDN, "answers of Apple's CDN")]
    )

    static let aasaPrivateHost = Severity.error.rule(
        "aasa-private-host",
        summary: "The host is an IP address, a private name, a name of one label, or has a port.",
        reason: "Apple's crawler does not connect to such hosts.",
        fix: "Use a public host name on port 443.",
        evidence: [.init(.appleCDN, "answers of Apple's CDN")]
    )

    static let aasaCdnFailure = Severity.error.rule(
        "aasa-cdn-failure",
        summary: "Apple's CDN reports that it could not fetch the file.",
        reason: "Devices get the CDN's answer, not the site's.",
        fix: "Fix the cause that the CDN names, then wait until its copy expires.",
        evidence: [.init(.appleCDN, "answers of Apple's CDN")]
    )

    static let aasaCdnStale = Severity.warning.rule(
        "aasa-cdn-stale",
        summary: "Apple's CDN has another copy than the site serves now.",
        reason: "Devices still use the CDN's copy.",
        fix: "Wait; the CDN renews its copy within hours, devices within a week.",
        evidence: [.init(.appleDocumentation, "TN3155: Debugging universal links")]
    )

    static let aasaSigned = Severity.note.rule(
        "aasa-signed",
        summary: "The file is wrapped in a CMS signature.",
        reason: "Signing dates from iOS 8 and is not needed with https; readers must unwrap it.",
        fix: "Serve plain JSON.",
        evidence: [.init(.appleDaemon, "swcd")]
    )
}
