internal import BoltsBase
internal import BoltsTasks

extension String {
    /// The text as HTML, for an element or a quoted attribute, with visible forms of invisible characters.
    ///
    /// The names of tasks may come from untrusted input.
    var html: String { sanitized().htmlEscaped() }

    /// The text, truncated to a number of characters.
    func cut(_ count: Int) -> String { self.count > count ? prefix(count - 1) + "…" : self }
}

extension PendingTask {
    /// The name, or the type if there is no name.
    var title: String {
        switch kind {
        case .blockedThread: isOnMainThread ? "the main thread" : "thread \(thread ?? 0)"
        case .suspendedTask: "a Swift task"
        default: name ?? type
        }
    }

    /// A description of the task's state.
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
