internal import BoltsBase
internal import BoltsTasks

/// Draws the graph of waits: columns of boxes, with arrows to the right, to the tasks that a task waits for.
struct GraphDrawing {
    /// The maximum number of tasks in a picture; a larger picture would be unreadable.
    static let limit = 40

    private static let box = (width: 180, height: 44)
    private static let gap = (width: 60, height: 16)

    private let tasks: [PendingTask]
    private let inCycle: Set<UInt64>
    private let places: [UInt64: (x: Int, y: Int)]
    private let size: (width: Int, height: Int)

    /// Draws tasks and the tasks that they wait for.
    init(_ snapshot: TaskSnapshot, _ included: [PendingTask]) {
        let all = Dictionary(snapshot.tasks.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        var shown: [UInt64: PendingTask] = [:]
        var order: [PendingTask] = []
        // Tasks that others wait for come last, so that they are drawn with the tasks that wait for them.
        var rest = Array(included.prefix(Self.limit + 1).reversed())
        while let task = rest.popLast(), order.count <= Self.limit {
            if shown.updateValue(task, forKey: task.id) != nil { continue }
            order.append(task)
            rest += task.waitsFor.compactMap { all[$0] }
        }
        tasks = order
        inCycle = Set(snapshot.cycles.joined())
        let columns = Self.columns(order, shown)
        var rows: [Int: Int] = [:]
        var places: [UInt64: (x: Int, y: Int)] = [:]
        for task in order {
            let column = columns[task.id] ?? 0
            let row = rows[column, default: 0]
            rows[column] = row + 1
            places[task.id] = (column * (Self.box.width + Self.gap.width), row * (Self.box.height + Self.gap.height))
        }
        self.places = places
        size = (
            ((columns.values.max() ?? 0) + 1) * (Self.box.width + Self.gap.width) - Self.gap.width,
            (rows.values.max() ?? 0) * (Self.box.height + Self.gap.height) - Self.gap.height
        )
    }

    /// The column of each task, which is one more than the column of the task that waits for it.
    ///
    /// The last edge of a cycle goes back.
    private static func columns(_ order: [PendingTask], _ shown: [UInt64: PendingTask]) -> [UInt64: Int] {
        var columns: [UInt64: Int] = [:]
        var path: Set<UInt64> = []
        // The function calls itself again for each longer path; the limit of the picture bounds the number of calls.
        func place(_ task: PendingTask, _ column: Int) {
            if let known = columns[task.id], known >= column { return }
            columns[task.id] = column
            path.insert(task.id)
            for other in task.waitsFor.compactMap({ shown[$0] }) where !path.contains(other.id) {
                place(other, column + 1)
            }
            path.remove(task.id)
        }
        for task in order { place(task, 0) }
        return columns
    }

    /// The picture; `nil` if there are too many tasks, or no task waits for another.
    var svg: String? {
        if tasks.count > Self.limit || !tasks.contains(where: { !$0.waitsFor.isEmpty }) { return nil }
        let arrows = tasks.map { task in task.waitsFor.compactMap { arrow(task.id, $0) }.joined() }.joined()
        return """
            <svg role="img" aria-label="Which task waits for which" viewBox="-2 -2 \(size.width + 4) \(size.height + 24)" \
            width="\(size.width + 4)" height="\(size.height + 24)">\
            <defs><marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">\
            <path d="M0 0L8 4L0 8z"/></marker></defs>\(arrows)\(tasks.map(boxed).joined())</svg>
            """
    }

    private func boxed(_ task: PendingTask) -> String {
        guard let (x, y) = places[task.id] else { return "" }
        let classes = inCycle.contains(task.id) ? "box cycle" : "box \(task.stateWords)"
        return """
            <a href="#task-\(task.id)"><g class="\(classes)"><title>\(task.title.html)</title>\
            <rect x="\(x)" y="\(y)" width="\(Self.box.width)" height="\(Self.box.height)" rx="6"/>\
            <text x="\(x + 10)" y="\(y + 18)">\(task.title.cut(22).html)</text>\
            <text class="small" x="\(x + 10)" y="\(y + 35)">\(task.stateWords), \(task.age.short)</text></g></a>
            """
    }

    private func arrow(_ from: UInt64, _ to: UInt64) -> String? {
        guard let start = places[from], let end = places[to] else { return nil }
        let isInCycle = inCycle.contains(from) && inCycle.contains(to)
        let (x1, y1) = (start.x + Self.box.width, start.y + Self.box.height / 2)
        let (x2, y2) = (end.x, end.y + Self.box.height / 2)
        let path: String
        if end.x > start.x {
            let middle = (x1 + x2) / 2
            path = "M\(x1) \(y1)C\(middle) \(y1) \(middle) \(y2) \(x2 - 1) \(y2)"
        } else {
            // The arrow goes back, below both boxes.
            let low = max(start.y, end.y) + Self.box.height + 14
            let (right, left) = (start.x + Self.box.width / 2, end.x + Self.box.width / 2 + (from == to ? -40 : 0))
            path =
                "M\(right) \(start.y + Self.box.height)C\(right) \(low + 6) \(left) \(low + 6) \(left) "
                + "\(end.y + Self.box.height + 1)"
        }
        return "<path class=\"\(isInCycle ? "arrow cycle" : "arrow")\" marker-end=\"url(#head)\" d=\"\(path)\"/>"
    }
}
