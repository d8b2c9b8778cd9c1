internal import BoltsBase
internal import BoltsTasks

extension String {
    /// The text as it is in HTML, in an element or in an attribute in quotes, with invisible characters shown.
    ///
    /// Names of tasks may come from strangers.
    var html: String { sanitized().htmlEscaped() }

    /// The text, cut after a number of characters.
    func cut(_ count: Int) -> String { self.count > count ? prefix(count - 1) + "…" : self }
}

extension PendingTask {
    /// The name, or else the type.
    var title: String {
        switch kind {
        case .blockedThread: isOnMainThread ? "the main thread" : "thread \(thread ?? 0)"
        case .suspendedTask: "a Swift task"
        default: name ?? type
        }
    }

    /// How far it is, for people.
    var stateWords: String {
        switch kind {
        case .blockedThread: "blocked"
        case .suspendedTask: "suspended"
        default: state.rawValue
        }
    }
}

extension TaskKind {
    var words: String {
        switch self {
        case .asyncWork: "async work"
        case .blockedThread: "blocked thread"
        case .suspendedTask: "suspended Swift task"
        case .untracked: "created before tracking started"
        default: rawValue
        }
    }
}
