@_spi(Bolts) import BoltsAssociations
import Foundation

/// Whether a page of another host may use a host's passkeys.
struct RelatedOriginRoute {
    let route: LinkRoute
    /// The reason why the page may not use the passkeys, or `nil` if it may.
    let finding: Finding?
    /// The sentence that says so, or `nil` if it may.
    private let refusal: String?
    /// The reason, unless it is a finding on the file.
    var ownFinding: Finding? { finding?.rule == .signInRPHost ? finding : nil }

    /// The answer for all devices.
    func answer(_ page: URL, host: String, _ devices: [LinkDevice]) -> LinkVerdict.Answer {
        let outcome: LinkVerdict.Outcome =
            switch route.outcome {
            case .eligible: .opens
            case .labelLimit: .undecided
            default: .closed
            }
        let may =
            "Pages of \(Clip.clip(SiteAddress.host(of: page))) may use the passkeys of \(Clip.clip(host)): \(route.explanation)"
        return LinkVerdict.Answer(devices, outcome, page, refusal ?? may, finding)
    }

    /// Returns `nil` if the page's host is the given one or below it, because no list is needed then.
    ///
    /// `findings` are those of the association files, of which one may be about this file too.
    init?(page: URL, host: String, files: SignInFiles?, findings: [Finding]) {
        guard !RelatedOrigins.isOwn(ASCIIHost.of(page), of: host) else { return nil }
        let file = (files?.webauthnResponse.url ?? SiteAddress(host: host).url(SignInFiles.webauthnPath)).absoluteString
        let origin = RelatedOrigins.origin(of: page) ?? "\(page.scheme ?? "https")://\(SiteAddress.host(of: page))"
        let evidence = [AssociationRule.Evidence(.specification, "Web Authentication, level 3, 5.11")]
        let isAddress = HostRules.isAddress(ASCIIHost.of(page))
        let (outcome, text): (LinkRoute.Outcome, String) =
            switch isAddress ? .notListed : files?.relatedOrigins?.answer(for: page) {
            case .listed?: (.eligible, "webauthn lists \(Clip.clip(origin)).")
            case .beyondLabels?:
                (.labelLimit, "webauthn lists \(Clip.clip(origin)) after five other names, where browsers may skip it.")
            case .notListed? where isAddress: (.originNotListed, "a page on an IP address has no passkeys.")
            case .notListed?: (.originNotListed, "webauthn does not list \(Clip.clip(origin)).")
            case nil:
                if files?.webauthnResponse.bytes != nil {
                    (.fileInvalid, "Browsers do not read the file webauthn of \(Clip.clip(host)).")
                } else if files?.hasPageForWebAuthn == true {
                    (.fileUnreachable, "\(Clip.clip(host)) answers with a page in place of webauthn.")
                } else {
                    (.fileUnreachable, "\(Clip.clip(host)) serves no file webauthn.")
                }
            }
        route = LinkRoute(
            .relatedOrigin,
            outcome,
            conditions: outcome == .eligible ? [.relatedOrigins] : [],
            explanation: text,
            file: file,
            evidence: evidence
        )
        guard outcome != .eligible else {
            (finding, refusal) = (nil, nil)
            return
        }
        let start = "Pages of \(Clip.clip(SiteAddress.host(of: page))) may not use the passkeys of \(Clip.clip(host)):"
        // An entry for the page's host that is no origin, or that of another port or scheme.
        let near = files?.webauthnResponse.bytes.flatMap { try? JSONDocument($0) }?.root["origins"]?.elements?.first {
            node in
            node.string.flatMap(HostText.name) == ASCIIHost.of(page)
        }
        let isPage = files?.hasPageForWebAuthn == true
        let own =
            findings.first { isPage && $0.rule == .linkPageForFiles }
            ?? files?.findings.first { $0.file == file && $0.severity == .error }
        if let own, outcome == .fileInvalid || outcome == .fileUnreachable {
            (finding, refusal) = (own, "\(start) \(VerdictBuilder.placed(own))")
            return
        }
        if outcome == .originNotListed, !isAddress, let near, let entry = near.string {
            let message = "\(start) webauthn lists \(Clip.quoted(entry)) in place of \(Clip.clip(origin))."
            finding = Finding(
                .signInRPHost,
                message,
                file: file,
                place: near.place,
                fix: "Write \(Clip.quoted(origin))."
            )
        } else {
            finding = Finding(.signInRPHost, "\(start) \(text)", file: file)
        }
        refusal = finding?.message
    }
}
