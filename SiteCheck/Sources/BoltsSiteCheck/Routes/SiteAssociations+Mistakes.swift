import Foundation

extension SiteAssociations {
    private static let misplacing: Set<AssociationRule> = [
        .aasaRootOnly, .aasaFileExtension, .aasaMissing, .assetlinksMissing,
    ]

    /// Returns a sentence that says why a file could not be fetched, and where it is if it is elsewhere.
    func absence(of response: AssociationResponse) -> String {
        let reason = response.failure ?? "The file could not be fetched."
        let file = response.url.absoluteString
        guard let finding = findings.first(where: { $0.file == file && Self.misplacing.contains($0.rule) }),
            finding.message != reason
        else { return reason }
        return finding.message.hasPrefix(reason) ? finding.message : "\(reason) \(finding.message)"
    }

    /// Returns the first mistake of a file that names no app, as a sentence after a space, or an empty string.
    func firstMistake(in file: String) -> String {
        let mistake = findings.first { $0.file == file && $0.severity == .error && $0.place != nil }
        guard let mistake, let place = mistake.place else { return "" }
        return " At \(place.position): \(mistake.message)"
    }
}
