/// The reason why a device cannot use a file although its content can be read here.
///
/// It is taken from the findings on how the file is served, so that the answer and the check never disagree.
struct FileObstacle: Error {
    let outcome: LinkRoute.Outcome
    let explanation: String
    let evidence: [AssociationRule.Evidence]

    init(_ outcome: LinkRoute.Outcome, _ explanation: String) {
        self.outcome = outcome
        self.explanation = explanation
        evidence = []
    }

    private static let invalidating: Set<AssociationRule> = [
        .aasaTooLarge, .assetlinksContentType, .assetlinksTooLarge,
    ]
    private static let blocking: Set<AssociationRule> = [
        .aasaPrivateHost, .aasaClientBlocked, .assetlinksClientBlocked,
    ]

    /// Returns the first obstacle among the findings on a file, or `nil` if there is none.
    init?(_ findings: [Finding], file: String) {
        for finding in findings where finding.file == file && finding.severity == .error {
            let isInvalid = Self.invalidating.contains(finding.rule)
            guard isInvalid || Self.blocking.contains(finding.rule) else { continue }
            outcome = isInvalid ? .fileInvalid : .fileUnreachable
            explanation = "\(finding.message) \(finding.rule.reason)"
            evidence = finding.rule.evidence
            return
        }
        return nil
    }
}
