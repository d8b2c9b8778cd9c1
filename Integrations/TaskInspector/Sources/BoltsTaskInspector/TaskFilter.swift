internal import BoltsTasks

/// Selects the tasks that the page shows.
struct TaskFilter {
    /// A part of the name, the type or the place; empty for all.
    var text = ""
    var state: PendingTask.State?
    /// The minimum age, in seconds.
    var age: Int?
    /// A part of the executor's name; empty for all.
    var executor = ""
    /// The interval at which the page reloads, in seconds.
    var refresh: Int?

    init() {}

    /// Reads the filter from the query of a URL; invalid values are ignored.
    init(_ query: [(name: String, value: String)]) {
        for (name, value) in query {
            let value = String(value.prefix(200))
            switch name {
            case "text": text = value
            case "state": state = PendingTask.State(rawValue: value)
            case "age": age = Int(value).flatMap { $0 > 0 ? $0 : nil }
            case "executor": executor = value
            case "refresh": refresh = Int(value).flatMap { (1...3_600).contains($0) ? $0 : nil }
            default: break
            }
        }
    }

    /// Whether every task is shown.
    var isEmpty: Bool { text.isEmpty && state == nil && age == nil && executor.isEmpty }

    func includes(_ task: PendingTask) -> Bool {
        if let state, task.state != state { return false }
        if let age, task.age < .seconds(age) { return false }
        if !executor.isEmpty, !contains(task.executor ?? "default", executor) { return false }
        return text.isEmpty
            || [task.name ?? "", task.type, task.place?.description ?? ""].contains { contains($0, text) }
    }

    private func contains(_ whole: String, _ part: String) -> Bool {
        whole.lowercased().contains(part.lowercased())
    }
}
