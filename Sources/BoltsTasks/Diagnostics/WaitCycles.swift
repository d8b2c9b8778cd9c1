/// Finds the cycles in a graph of waiting tasks.
///
/// Tarjan's algorithm finds the strongly connected components, and a search in each finds a shortest cycle. Both are iterative,
/// because a chain may be a million tasks long.
struct WaitCycles {
    private let tasks: [PendingTask]
    /// The indices of the tasks that each task waits for.
    private let next: [[Int]]

    init(_ tasks: [PendingTask]) {
        self.tasks = tasks
        let indices = Dictionary(tasks.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
        next = tasks.map { task in task.waitsFor.compactMap { indices[$0] } }
    }

    /// Returns one cycle for each group of tasks that wait for each other.
    func cycles() -> [[UInt64]] {
        components()
            .compactMap { component in
                if component.count == 1, !next[component[0]].contains(component[0]) { return nil }
                return circle(in: component).map { tasks[$0].id }
            }
            .sorted { ($0.first ?? 0) < ($1.first ?? 0) }
    }

    private func components() -> [[Int]] {
        var result: [[Int]] = []
        var order = [Int](repeating: -1, count: tasks.count)
        var lowest = order
        var isOnStack = [Bool](repeating: false, count: tasks.count)
        var stack: [Int] = []
        var count = 0
        for root in tasks.indices where order[root] < 0 {
            var path: [(task: Int, edge: Int)] = [(root, 0)]
            while let (task, edge) = path.last {
                if edge == 0 {
                    order[task] = count
                    lowest[task] = count
                    count += 1
                    stack.append(task)
                    isOnStack[task] = true
                }
                if edge < next[task].count {
                    path[path.count - 1].edge += 1
                    let other = next[task][edge]
                    if order[other] < 0 {
                        path.append((other, 0))
                    } else if isOnStack[other] {
                        lowest[task] = min(lowest[task], order[other])
                    }
                    // After the new task is popped below, this edge is examined again.
                    continue
                }
                path.removeLast()
                if let parent = path.last?.task { lowest[parent] = min(lowest[parent], lowest[task]) }
                if lowest[task] == order[task] {
                    var component: [Int] = []
                    while let member = stack.popLast() {
                        isOnStack[member] = false
                        component.append(member)
                        if member == task { break }
                    }
                    result.append(component)
                }
            }
        }
        return result
    }

    /// Returns a shortest cycle through the oldest member of a component.
    private func circle(in component: [Int]) -> [Int] {
        let start = component.min() ?? 0
        let members = Set(component)
        var cameFrom: [Int: Int] = [:]
        var queue = [start]
        var position = 0
        while position < queue.count {
            let task = queue[position]
            position += 1
            for other in next[task] where members.contains(other) {
                if other == start {
                    var circle = [task]
                    while let previous = cameFrom[circle[circle.count - 1]] { circle.append(previous) }
                    return circle.reversed()
                }
                guard cameFrom[other] == nil else { continue }
                cameFrom[other] = task
                queue.append(other)
            }
        }
        return component
    }
}
