import BoltsAppLinks
@_spi(Bolts) import BoltsSiteCheck
import Foundation

/// The expectations about links, from the settings or the command line.
extension SiteChecker {
    /// Compares the expected outcomes of the input's links with what its site allows.
    func compareLinks(
        of host: String,
        _ site: SiteAssociations,
        _ claims: AppClaims,
        others: [SiteAssociations] = [],
        besides url: URL? = nil,
        _ result: inout CheckResult
    ) {
        let expected = (expectations[result.input] ?? []).filter { $0.host == host || $0.expectation.url == url }
        guard !expected.isEmpty else { return }
        var check = ExpectationCheck(site: site, claims: claims, others: others)
        let links = expected.map { CheckedLink($0, check.result(of: $0.expectation)) }
        if let url, let own = links.first(where: { $0.link.expectation.url == url }) {
            result.leaveAnswer(to: own.link.expectation)
        }
        result.links += links
        result.findings = links.compactMap(\.finding).map { CheckedFinding($0) } + result.findings
    }

    /// Reports expectations that could not be compared, or why they are not decided.
    func finishLinks(_ result: inout CheckResult) {
        let expected = expectations[result.input] ?? []
        guard result.failure == nil, !expected.isEmpty else { return }
        let compared = Set(result.links.map(\.link.expectation))
        if let open = expected.first(where: { !compared.contains($0.expectation) }) {
            result.failure =
                "not decided whether \(open.expectation.url.absoluteString) \(open.expectation.text): "
                + "\(result.input) was not checked as the site of its host"
        } else {
            result.failure = result.links.undecided
        }
    }
}

extension CheckResult {
    /// Turns findings about the link into notes, because the expectation decides instead.
    mutating func leaveAnswer(to expectation: LinkExpectation) {
        let causes = Set(answers.compactMap(\.finding).filter(FoldedFindings.isOfLink))
        findings = findings.map { checked in
            guard causes.contains(checked.finding) || checked.finding.rule.id == "cross-app-paths-differ" else {
                return checked
            }
            return CheckedFinding(checked.finding, severity: .note, file: checked.file)
        }
    }
}
