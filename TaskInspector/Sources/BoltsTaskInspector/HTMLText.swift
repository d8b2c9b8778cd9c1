internal import BoltsTasks

extension String {
    /// The text as it stands in HTML, in an element or in an attribute in quotes, with invisible characters shown.
    ///
    /// Names of tasks may come from strangers.
    var html: String {
        var result = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            default:
                switch scalar.properties.generalCategory {
                case .control, .lineSeparator, .paragraphSeparator, .format, .privateUse, .surrogate, .unassigned:
                    result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
                default: result.unicodeScalars.append(scalar)
                }
            }
        }
        return result
    }

    /// The text, cut after a number of characters.
    func cut(_ count: Int) -> String { self.count > count ? prefix(count - 1) + "…" : self }
}

extension Duration {
    /// The duration for people, rounded down: `350 ms`, `2.1 s`, `3 min 5 s`, `2 h 10 min`.
    var short: String {
        let (seconds, attoseconds) = components
        if seconds < 1 { return "\(attoseconds / 1_000_000_000_000_000) ms" }
        if seconds < 60 { return "\(seconds).\(attoseconds / 100_000_000_000_000_000) s" }
        if seconds < 3_600 { return "\(seconds / 60) min \(seconds % 60) s" }
        return "\(seconds / 3_600) h \(seconds / 60 % 60) min"
    }
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
    /// The kind for people.
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
