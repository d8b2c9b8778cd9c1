/// Decides when a page that scripts may still change has been watched for long enough.
///
/// A page is read as soon as it has loaded, and again until its tags are quiet:
/// - tags that stand when it has loaded, and have not changed for ``quietPeriod``, are the page's;
/// - tags that came, changed or went after it had loaded are, when they have not changed for ``lateQuietPeriod``;
/// - a page without tags is given ``patience`` to add some;
/// - whatever stands when ``limit`` has passed counts.
///
/// Whoever watches asks from outside and waits outside: timers and observers inside the page are the page's to replace.
package struct PageSettling: Sendable {
    /// How long tags that stood at once must not change.
    package static let quietPeriod: Duration = .milliseconds(50)
    /// How long tags must not change that have changed before.
    package static let lateQuietPeriod: Duration = .milliseconds(250)
    /// How long to wait between two looks.
    package static let interval: Duration = .milliseconds(50)

    /// How long a page without tags is given to add some.
    package let patience: Duration
    /// How long a page is watched in all.
    package let limit: Duration

    private var last: BrowserPageAnswer?
    private var lastChange: Duration = .zero
    private var hasChanged = false

    /// What to do after a look.
    package enum Step: Sendable, Hashable {
        /// The page is what it was at this look.
        case done
        /// Look again after a while.
        case lookAgain(after: Duration)
    }

    /// Makes the watch of one page.
    ///
    /// - Parameters:
    ///   - patience: How long a page without tags is given to add some.
    ///   - limit: How long a page is watched in all.
    package init(patience: Duration, limit: Duration) {
        self.patience = patience
        self.limit = limit
    }

    /// Takes what was seen.
    ///
    /// - Parameters:
    ///   - answer: What the page said.
    ///   - elapsed: The time since the page had loaded.
    /// - Returns: Whether that is all, or when to look again.
    package mutating func saw(_ answer: BrowserPageAnswer, at elapsed: Duration) -> Step {
        if let last, last != answer {
            hasChanged = true
            lastChange = elapsed
        }
        last = answer
        guard elapsed < limit else { return .done }
        let due: Duration
        if !answer.isLoaded {
            // It is on its way to another page.
            due = limit
        } else if hasChanged {
            // Tags that went away may come back, and a page that moved on may yet add some.
            let quiet = lastChange + Self.lateQuietPeriod
            due = answer.metadata.tags.isEmpty ? max(quiet, patience) : quiet
        } else {
            due = answer.metadata.tags.isEmpty ? patience : Self.quietPeriod
        }
        guard elapsed < min(due, limit) else { return .done }
        return .lookAgain(after: min(Self.interval, min(due, limit) - elapsed))
    }
}
