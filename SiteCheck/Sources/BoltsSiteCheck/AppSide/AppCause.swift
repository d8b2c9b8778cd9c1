/// What an app's own files do with a link that the site's files let it open.
struct AppCause {
    enum Outcome {
        /// Nothing in them stands against it.
        case opens
        /// They do not say.
        case unsure
        /// They keep it from opening.
        case closed
    }

    let outcome: Outcome
    /// Why, or `nil` if nothing stands against it.
    var finding: Finding?
    /// The condition that the cause decides, or `nil` if nothing stands against the link.
    var condition: LinkCondition?
    /// What the app's own files make the link depend on beside what every link does.
    var conditions: [LinkCondition] = []
    /// Whether the cause is only that sources do not name the host, which the build may add.
    var isAbsence = false
    /// What was seen that stands for the link.
    var facts: [LinkRoute.Fact] = []

    static func closed(_ finding: Finding, _ condition: LinkCondition, facts: [LinkRoute.Fact] = []) -> AppCause {
        AppCause(outcome: .closed, finding: finding.with(severity: .error), condition: condition, facts: facts)
    }

    /// What is absent from sources that leave nothing open: it closes a link that is asked for, and of a whole site says nothing.
    static func absent(_ finding: Finding, _ condition: LinkCondition) -> AppCause {
        var cause = closed(finding, condition)
        cause.isAbsence = true
        return cause
    }

    /// The cause where no link is asked for.
    var withoutLink: AppCause {
        guard isAbsence, let finding else { return self }
        return AppCause(outcome: .unsure, finding: finding.with(severity: .warning), isAbsence: true)
    }

    static func unsure(_ finding: Finding) -> AppCause { AppCause(outcome: .unsure, finding: finding) }
}
