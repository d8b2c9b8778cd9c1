import Synchronization

/// Counts evaluations in a task, so that tests can require that nothing is evaluated twice.
///
/// Only tasks within a binding of ``current`` are counted.
@_spi(Bolts)
public final class EvaluationCount: Sendable {
    /// The kinds of evaluation for a link.
    public enum Kind: Sendable, Hashable {
        /// The check of the tags of a page by ``PageCheck``.
        case pageCheck
        /// The computation of the routes of a link by ``DeviceRoutes``.
        case routes
        /// The computation of an answer by ``LinkVerdict``.
        case verdict
        /// The judgement of the apps with a site.
        case apps
    }

    /// The counter of this task, or `nil` if nothing is counted.
    @TaskLocal public static var current: EvaluationCount?

    private let counts = Mutex<[Kind: Int]>([:])

    /// Creates a counter at zero.
    public init() {}

    /// How often something was evaluated.
    public subscript(kind: Kind) -> Int { counts.withLock { $0[kind, default: 0] } }

    static func add(_ kind: Kind) { current?.counts.withLock { $0[kind, default: 0] += 1 } }
}
