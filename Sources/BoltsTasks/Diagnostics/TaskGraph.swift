/// The tasks that are pending at one moment, and which of them waits for which.
///
/// ```swift
/// let graph = TaskDiagnostics.pendingTasks()
/// print(graph)            // as a tree
/// print(graph.graphviz)   // for `dot -Tsvg`
/// ```
public struct TaskGraph: Sendable, Hashable, CustomStringConvertible {
    /// One pending task.
    public struct PendingTask: Sendable, Hashable {
        /// Its name, if it has one, and its type.
        public let name: String

        /// The indices of the pending tasks that it waits for.
        public let waitsFor: [Int]
    }

    /// The tasks.
    public let tasks: [PendingTask]

    /// The graph as an indented tree: each task that no other waits for, and below it the tasks it waits for.
    public var description: String {
        var lines = [tasks.count == 1 ? "1 pending task" : "\(tasks.count) pending tasks"]
        let awaited = Set(tasks.flatMap(\.waitsFor))
        var shown: Set<Int> = []
        // Depth first, with an explicit stack: a chain may be a million tasks long.
        var rest: [(index: Int, depth: Int)] = tasks.indices.reversed().filter { !awaited.contains($0) }.map { ($0, 0) }
        func show() {
            while let (index, depth) = rest.popLast() {
                let indent = String(repeating: "  ", count: min(depth, 40))
                let line = indent + (depth == 0 ? "" : "waits for ") + tasks[index].name
                guard shown.insert(index).inserted else {
                    lines.append(line + " (see above)")
                    continue
                }
                lines.append(line)
                rest += tasks[index].waitsFor.reversed().map { ($0, depth + 1) }
            }
        }
        show()
        // A cycle of tasks has none that no other waits for.
        for index in tasks.indices where !shown.contains(index) {
            rest = [(index, 0)]
            show()
        }
        return lines.joined(separator: "\n")
    }

    /// The graph in Graphviz' DOT language, with an arrow from each task to those it waits for.
    public var graphviz: String {
        var lines = ["digraph tasks {", "  rankdir=LR;", "  node [shape=box];"]
        for (index, task) in tasks.enumerated() {
            let label = task.name.reduce(into: "") { label, character in
                if character == "\"" || character == "\\" { label.append("\\") }
                label.append(character)
            }
            lines.append("  t\(index) [label=\"\(label)\"];")
            for other in task.waitsFor { lines.append("  t\(index) -> t\(other);") }
        }
        return (lines + ["}"]).joined(separator: "\n")
    }
}
