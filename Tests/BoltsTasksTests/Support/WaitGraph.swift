@testable import BoltsTasks

extension PendingTask {
    /// Creates a pending task for a test.
    static func make(
        _ id: UInt64,
        _ name: String? = nil,
        kind: TaskKind = .continuation,
        age: Duration = .zero,
        waitsFor: [UInt64] = [],
        isOnMainThread: Bool = false
    ) -> PendingTask {
        PendingTask(
            id: id,
            name: name,
            type: "BoltsTask<Int>",
            kind: kind,
            state: .waiting,
            place: CreationPlace(file: "App/Loader.swift", line: Int(id), function: "load()"),
            age: age,
            executor: nil,
            thread: nil,
            isOnMainThread: isOnMainThread,
            waitsFor: waitsFor,
            awaitedBy: []
        )
    }
}

extension TaskSnapshot {
    func task(_ name: String) -> PendingTask? { tasks.first { $0.name == name } }

    func waits(_ name: String) -> [String] {
        (task(name)?.waitsFor ?? []).map { id in
            guard let task = tasks.first(where: { $0.id == id }) else { return "unknown" }
            return task.name ?? task.kind.rawValue
        }
    }

    /// The cycles, each as the names of its members.
    var namedCycles: [[String]] {
        cycles.map { cycle in
            cycle.map { id in
                guard let task = tasks.first(where: { $0.id == id }) else { return "unknown" }
                return task.name ?? task.kind.rawValue
            }
        }
    }
}
