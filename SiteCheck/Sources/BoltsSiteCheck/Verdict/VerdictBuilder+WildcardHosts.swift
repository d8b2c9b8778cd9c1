import BoltsAppLinks
@_spi(Bolts) import BoltsAssociations
import Foundation

/// The answer about an app that names the host by a wildcard: the files of the wildcard's domain decide.
extension VerdictBuilder {
    /// The answer about an app that names the host only by a wildcard, from the files of the parent domain.
    mutating func answer(
        _ app: AppSide.App,
        by parent: AppSide.ParentSite,
        _ family: LinkFamily,
        _ devices: [LinkDevice],
        _ link: URL
    ) -> LinkVerdict.Answer? {
        var builder = VerdictBuilder(parent: parent.site, url: url, side: side)
        guard let answer = builder.answer([app], family, devices, link) else { return nil }
        // If no app needs the host's own file, that file and the CDN's copy of it may be missing.
        let apps = side?.apps(family).filter { $0.namesHost != false } ?? []
        if let own = family.response(site), own.isAbsent, apps.allSatisfy({ $0.parent != nil }) {
            let copy = family == .apple ? site.appleCDNResponse?.url.absoluteString : nil
            findings.removeAll { finding in
                finding.rule == family.missing && finding.file == own.url.absoluteString
                    || finding.rule == .aasaCdnFailure && finding.file == copy
            }
        }
        if let finding = answer.finding { putCause(finding) }
        return answer
    }

    /// The answer about an app that names the host only by a wildcard, for which devices read the parent domain's file; `nil` if
    /// the app names the host itself, or if the host has no own file that could be mistaken for it.
    mutating func byOtherFile(
        _ judged: Judged,
        _ family: LinkFamily,
        _ devices: [LinkDevice],
        _ link: URL
    ) -> LinkVerdict.Answer? {
        guard let domain = judged.app.wildcardDomain, family.response(site)?.isAbsent == false,
            let device = devices.first, let route = judged.open ?? judged.routes.first,
            let cause = side?.cause(judged.app, link, on: device)
        else { return nil }
        // If a device has verified the host, its report decides.
        let verified: Set<LinkCondition> = [.verified, .allHostsVerified, .appleCopy]
        if cause.facts.contains(where: { $0.holds && verified.contains($0.condition) }) { return nil }
        if cause.outcome == .closed, cause.condition != .certificate, let finding = cause.finding {
            putCause(finding)
            return answer(devices, .closed, route, link, finding, verb: Self.verb(cause))
        }
        let finding = unread(domain, of: judged.app, file: route.file, nil)
        return undecided(devices, route, link, finding)
    }

    /// The answer that the file of the wildcard's domain decides but was not read.
    mutating func unread(_ domain: String, of app: AppSide.App, file: String, _ known: Finding?) -> Finding {
        if let wildcard = findings.first(where: { $0.rule == .iosAppWildcardFile && $0.file == app.file }) {
            findings.removeAll { $0 == known }
            return wildcard
        }
        let name = Clip.clip(domain)
        let finding = Finding(
            .crossAppHostUnserved,
            "\(app.place(naming: "*.\(domain.lowercased())")) names *.\(name); devices then read the file of \(name), "
                + "which was not read.",
            file: file.replacing("//\(site.host)/", with: "//\(name)/"),
            severity: .warning,
            fix: "Check a link to \(name), and serve the file there.",
            detail: .refused
        )
        put(finding, inPlaceOf: known)
        return finding
    }
}
