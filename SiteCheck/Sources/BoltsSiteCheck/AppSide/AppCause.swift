@_spi(Bolts) import BoltsAssociations

/// The effect of an app's own files on a link that the site's files let it open.
struct AppCause {
    enum Outcome {
        /// Nothing in the app's files prevents it.
        case opens
        /// The app's files do not decide it.
        case unsure
        /// The app's files prevent it.
        case closed
    }

    let outcome: Outcome
    /// The reason, or `nil` if nothing prevents it.
    var finding: Finding?
    /// The condition that the cause decides, or `nil` if nothing prevents the link.
    var condition: LinkCondition?
    /// The additional condition of the link according to the app's own files.
    var conditions: [LinkCondition] = []
    /// Whether the only cause is that the sources do not name the host, which the build may add.
    var isAbsence = false
    /// The observations in favour of the link.
    var facts: [LinkRoute.Fact] = []

    static func closed(_ finding: Finding, _ condition: LinkCondition, facts: [LinkRoute.Fact] = []) -> AppCause {
        AppCause(outcome: .closed, finding: finding.with(severity: .error), condition: condition, facts: facts)
    }

    /// The cause for a value that is missing from complete sources.
    static func absent(_ finding: Finding, _ condition: LinkCondition) -> AppCause {
        var cause = closed(finding, condition)
        cause.isAbsence = true
        return cause
    }

    /// The cause with a fix that first names Expo's configuration, which would let the link open if Expo applied it.
    func beside(expoFile file: String) -> AppCause {
        guard outcome == .closed, let finding else { return self }
        var cause = self
        let name = Clip.clip(file)
        cause.finding = finding.with(
            fix: "Run npx expo prebuild --clean, which makes the native project anew: \(name) has what is missing, but "
                + "Expo does not apply it to a project that exists. Or \(finding.fix.lowercasedFirst)"
        )
        return cause
    }

    static func unsure(_ finding: Finding) -> AppCause { AppCause(outcome: .unsure, finding: finding) }
}

extension SourceGap {
    /// The gap if it may add a host, otherwise `nil`.
    func about(_ host: String) -> SourceGap? {
        guard case .only(let names) = hosts else { return self }
        return names.contains { HostPattern($0).matches(host) } ? self : nil
    }
}
