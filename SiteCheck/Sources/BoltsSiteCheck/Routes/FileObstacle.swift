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

    private static let invalidating: Set<String> = [
        AssociationRule.aasaTooLarge.id, AssociationRule.assetlinksContentType.id,
        AssociationRule.assetlinksTooLarge.id,
    ]
    private static let blocking: Set<String> = [
        AssociationRule.aasaPrivateHost.id, AssociationRule.aasaClientBlocked.id,
        AssociationRule.assetlinksClientBlocked.id,
    ]

    /// Returns the first obstacle among the findings on a file, or `nil` if there is none.
    init?(_ findings: [Finding], file: String) {
        for finding in findings where finding.file == file && finding.severity == .error {
            let isInvalid = Self.invalidating.contains(finding.rule.id)
            guard isInvalid || Self.blocking.contains(finding.rule.id) else { continue }
            outcome = isInvalid ? .fileInvalid : .fileUnreachable
            explanation = "\(finding.message) \(finding.rule.reason)"
            evidence = finding.rule.evidence
            return
        }
        return nil
    }
}
