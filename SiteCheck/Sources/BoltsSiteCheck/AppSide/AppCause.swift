/// The effect of an app's own files on a link that the site's files let it open.
struct AppCause {
    enum Outcome {
        /// Nothing in them prevents it.
        case opens
        /// They do not decide it.
        case unsure
        /// They prevent it.
        case closed
    }

    let outcome: Outcome
    /// The reason, or `nil` if nothing prevents it.
    var finding: Finding?
    /// The condition that the cause decides, or `nil` if nothing prevents the link.
    var condition: LinkCondition?
    /// The additional condition of the link according to the app's own files.
    var conditions: [LinkCondition] = []
    /// Whether the cause is only that sources do not name the host, which the build may add.
    var isAbsence = false
    /// The observation in favour of the link.
    var facts: [LinkRoute.Fact] = []

    static func closed(_ finding: Finding, _ condition: LinkCondition, facts: [LinkRoute.Fact] = []) -> AppCause {
        AppCause(outcome: .closed, finding: finding.with(severity: .error), condition: condition, facts: facts)
    }

    /// A value that is missing from complete sources: it closes a requested link, but means nothing for a whole site.
    static func absent(_ finding: Finding, _ condition: LinkCondition) -> AppCause {
        var cause = closed(finding, condition)
        cause.isAbsence = true
        return cause
    }

    /// The cause if no link is requested.
    var withoutLink: AppCause {
        guard isAbsence, let finding else { return self }
        return AppCause(outcome: .unsure, finding: finding.with(severity: .warning), isAbsence: true)
    }

    static func unsure(_ finding: Finding) -> AppCause { AppCause(outcome: .unsure, finding: finding) }
}
