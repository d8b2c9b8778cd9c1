/// A line that GitHub's runner carries out, such as `::error file=a,line=1::text`.
struct WorkflowCommand: Sendable, Equatable {
    /// The line behind its first two colons, escaped as the runner wants it.
    let text: String
}
