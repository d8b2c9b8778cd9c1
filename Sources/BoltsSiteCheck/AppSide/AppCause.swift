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
    /// What was seen that lets the app open the link, each as a part of a sentence.
    var facts: [String] = []

    static func closed(_ finding: Finding) -> AppCause {
        AppCause(outcome: .closed, finding: finding.with(severity: .error))
    }

    static func unsure(_ finding: Finding) -> AppCause { AppCause(outcome: .unsure, finding: finding) }
}
