internal import BoltsBase

extension TaskSnapshot: CustomStringConvertible {
    /// The snapshot as an indented tree: each task that no other waits for, and below it the tasks it waits for.
    ///
    /// After the tree come cycles, blocked threads and abandoned tasks. Names are escaped so that each task is one line.
    public var description: String {
        var lines = [tasks.count == 1 ? "1 pending task" : "\(tasks.count) pending tasks"]
        lines += tree()
        let names = Dictionary(tasks.map { ($0.id, $0.label) }, uniquingKeysWith: { first, _ in first })
        for cycle in cycles {
            let members = (cycle + cycle.prefix(1)).map { names[$0] ?? "#\($0)" }
            lines.append("cycle of tasks that can never complete: " + members.joined(separator: " -> "))
        }
        for thread in blockedThreads {
            let awaited = thread.waitsFor.map { names[$0] ?? "#\($0)" }.joined(separator: ", ")
            lines.append("\(thread.label) is blocked" + (awaited.isEmpty ? "" : " until \(awaited) completes"))
        }
        if abandonedCount > 0 {
            lines.append(abandonedCount == 1 ? "1 abandoned task" : "\(abandonedCount) abandoned tasks")
            lines += abandoned.map { "  \($0.line)" }
        }
        return lines.joined(separator: "\n")
    }

    private func tree() -> [String] {
        var lines: [String] = []
        let indices = Dictionary(tasks.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
        let next = tasks.map { task in task.waitsFor.compactMap { indices[$0] } }
        let awaited = Set(next.joined())
        var shown: Set<Int> = []
        // Depth first, with an explicit stack, because a chain may be a million tasks long.
        func show(_ root: Int) {
            var rest: [(index: Int, depth: Int)] = [(root, 0)]
            while let (index, depth) = rest.popLast() {
                let indent = String(repeating: "  ", count: min(depth, 40)) + (depth == 0 ? "" : "waits for ")
                guard shown.insert(index).inserted else {
                    lines.append(indent + tasks[index].label + " (see above)")
                    continue
                }
                lines.append(indent + tasks[index].line)
                rest += next[index].reversed().map { ($0, depth + 1) }
            }
        }
        for index in tasks.indices where !awaited.contains(index) { show(index) }
        // In a cycle, another task waits for each task.
        for index in tasks.indices where !shown.contains(index) { show(index) }
        return lines
    }
}

extension PendingTask {
    /// The name and the type, on one line.
    var label: String {
        let type =
            switch kind {
            case .blockedThread: isOnMainThread ? "the main thread" : "thread \(thread ?? 0)"
            case .suspendedTask: "a Swift task"
            default: type.visible
            }
        return name.map { "\($0.visible) (\(type))" } ?? type
    }

    /// All known facts about the task except its waits, on one line.
    var line: String {
        var parts = [label]
        switch kind {
        case .blockedThread: parts.append("blocked")
        case .suspendedTask: parts.append("suspended")
        default: parts.append(kind.words)
        }
        switch state {
        case .waiting: break
        case .ready: parts.append("ready")
        case .queued: parts.append("queued")
        case .running: parts.append("running on thread \(thread ?? 0)")
        }
        if let executor { parts.append("on \(executor.visible)") }
        parts.append(age.short)
        if let place { parts.append(place.description.visible) }
        return parts.joined(separator: ", ")
    }
}

extension AbandonedTask {
    /// All known facts about the task, on one line.
    var line: String {
        var parts = [name.map { "\($0.visible) (\(type.visible))" } ?? type.visible, kind.words]
        parts.append("after \(lifetime.short), \(age.short) ago")
        if let place { parts.append(place.description.visible) }
        return parts.joined(separator: ", ")
    }
}

extension TaskKind {
    var words: String {
        switch self {
        case .source, .continuation, .whenAll, .whenAllResult, .whenAllSettled, .whenAllSucceed, .zip, .whenAny,
            .whenFirst,
            .timeout, .retry, .map, .continueWhile, .work, .delay:
            rawValue
        case .asyncWork: "async work"
        case .blockedThread: "blocked thread"
        case .suspendedTask: "suspended Swift task"
        case .untracked: "created before tracking started"
        }
    }
}
