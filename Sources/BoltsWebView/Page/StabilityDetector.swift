import BoltsPageMetadata

/// Decides when the tags of a page that scripts may still change are stable.
///
/// The page is sampled repeatedly:
/// - while it is being parsed, more tags may come;
/// - tags that exist when it has loaded are stable after ``quietPeriod`` without a change;
/// - tags that appear, change or disappear later are stable after ``lateQuietPeriod`` without a change;
/// - a page without tags has ``patience`` after it has loaded to add some;
/// - a page with tags that has been parsed but still loads its resources also has ``patience``;
/// - after ``limit`` since the first parse, the current tags are used, unless another page is about to replace this one.
///
/// The waiting happens outside the page, because the page could replace timers and observers.
@_spi(Bolts) public struct StabilityDetector: Sendable {
    /// How long tags that existed at load must stay unchanged.
    @_spi(Bolts) public static let quietPeriod: Duration = .milliseconds(50)
    /// How long tags that appeared or changed later must stay unchanged.
    @_spi(Bolts) public static let lateQuietPeriod: Duration = .milliseconds(250)
    /// The time between two samples of a loaded page.
    @_spi(Bolts) public static let interval: Duration = .milliseconds(50)
    /// The time between two samples of a page that is being parsed.
    @_spi(Bolts) public static let shortInterval: Duration = .milliseconds(10)

    /// How long a page without tags may take to add some.
    @_spi(Bolts) public let patience: Duration
    /// How long a page is watched in total.
    @_spi(Bolts) public let limit: Duration

    private var last: BrowserPageAnswer?
    private var firstParsed: Duration?
    /// The times at which the current page was first seen parsed, and loaded.
    private var parsed: Duration?
    private var loaded: Duration?
    /// The time at which its tags last changed after it had loaded.
    private var changed: Duration?

    /// The next action after a snapshot.
    @_spi(Bolts) public enum Step: Sendable, Hashable {
        /// Use the tags of this snapshot.
        case done
        case lookAgain(after: Duration)
    }

    /// Creates a detector for one page: `patience` is how long it may take to add the first tags, `limit` how long it is watched
    /// in total.
    @_spi(Bolts) public init(patience: Duration, limit: Duration) {
        self.patience = patience
        self.limit = limit
    }

    /// Processes a snapshot; returns whether the tags are stable, or when to take the next one.
    ///
    /// `elapsed` is the time since the first snapshot.
    @_spi(Bolts) public mutating func saw(_ answer: BrowserPageAnswer, at elapsed: Duration) -> Step {
        note(answer, elapsed)
        guard let firstParsed, let due = due(answer) else { return .lookAgain(after: Self.shortInterval) }
        let end = min(due, firstParsed + limit)
        guard elapsed < end else { return .done }
        let interval = loaded == nil ? Self.shortInterval : Self.interval
        return .lookAgain(after: min(interval, end - elapsed))
    }

    private mutating func note(_ answer: BrowserPageAnswer, _ elapsed: Duration) {
        if let last, last.urlText != answer.urlText || loaded != nil && !answer.isLoaded {
            // For another page all times begin again, except the limit.
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

    /// The time at which to use the tags if nothing changes before; `nil` while the page is being parsed.
    private func due(_ answer: BrowserPageAnswer) -> Duration? {
        guard let parsed else { return nil }
        guard let loaded else { return answer.metadata.tags.isEmpty ? parsed + limit : parsed + patience }
        guard !answer.metadata.tags.isEmpty else {
            return max(loaded + patience, (changed ?? .zero) + Self.lateQuietPeriod)
        }
        return changed.map { $0 + Self.lateQuietPeriod } ?? loaded + Self.quietPeriod
    }
}
