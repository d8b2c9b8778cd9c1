#if os(Linux) || os(macOS)
import BoltsPageMetadata

/// Decides when a page that scripts may still change has been watched for long enough.
///
/// A page is looked at again and again:
/// - while it is being parsed, there is more to come;
/// - tags that stand when it has loaded, and have not changed ``quietPeriod`` later, are the page's;
/// - tags that came, changed or went after that are, when they have not changed for ``lateQuietPeriod``;
/// - a page without tags is given ``patience``, from when it has loaded, to add some;
/// - a page with tags that has been parsed, and still waits for what belongs to it, is given ``patience``, too;
/// - whatever stands ``limit`` after it was first parsed counts, unless it is giving way to another page just then.
///
/// Whoever watches asks from outside and waits outside: timers and observers inside the page are the page's to replace.
package struct StabilityDetector: Sendable {
    /// How long tags that stood at once must not change.
    package static let quietPeriod: Duration = .milliseconds(50)
    /// How long tags must not change that have changed before.
    package static let lateQuietPeriod: Duration = .milliseconds(250)
    /// How long to wait between two looks.
    package static let interval: Duration = .milliseconds(50)
    /// How long to wait between two looks at a page that is just being parsed.
    package static let shortInterval: Duration = .milliseconds(10)

    /// How long a page without tags is given to add some.
    package let patience: Duration
    /// How long a page is watched in all.
    package let limit: Duration

    private var last: BrowserPageAnswer?
    private var firstParsed: Duration?
    /// Since when the page that is there now has been parsed, and loaded.
    private var parsed: Duration?
    private var loaded: Duration?
    /// When its tags changed last after it had loaded.
    private var changed: Duration?

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
    ///   - elapsed: The time since the watch began.
    /// - Returns: Whether that is all, or when to look again.
    package mutating func saw(_ answer: BrowserPageAnswer, at elapsed: Duration) -> Step {
        note(answer, elapsed)
        guard let firstParsed, let due = due(answer) else { return .lookAgain(after: Self.shortInterval) }
        let end = min(due, firstParsed + limit)
        guard elapsed < end else { return .done }
        let interval = loaded == nil ? Self.shortInterval : Self.interval
        return .lookAgain(after: min(interval, end - elapsed))
    }

    private mutating func note(_ answer: BrowserPageAnswer, _ elapsed: Duration) {
        if let last, last.urlText != answer.urlText || loaded != nil && !answer.isLoaded {
            // Another page, which has its own time, but for the limit.
            parsed = nil
            loaded = nil
            changed = nil
        } else if loaded != nil, last?.metadata != answer.metadata {
            changed = elapsed
        }
        last = answer
        if answer.isParsed {
            parsed = parsed ?? elapsed
            firstParsed = firstParsed ?? elapsed
        }
        if answer.isLoaded { loaded = loaded ?? elapsed }
    }

    /// When the page is what it is, if nothing happens any more; `nil` while it is being parsed.
    private func due(_ answer: BrowserPageAnswer) -> Duration? {
        guard let parsed else { return nil }
        guard let loaded else { return answer.metadata.tags.isEmpty ? parsed + limit : parsed + patience }
        guard !answer.metadata.tags.isEmpty else {
            return max(loaded + patience, (changed ?? .zero) + Self.lateQuietPeriod)
        }
        return changed.map { $0 + Self.lateQuietPeriod } ?? loaded + Self.quietPeriod
    }
}
#endif
