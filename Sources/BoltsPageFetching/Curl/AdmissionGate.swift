#if os(Linux)
/// Lets a number of visitors in at a time, the others in the order in which they came.
struct AdmissionGate<ID: Hashable, Visitor> {
    private let limit: Int
    private var inside: Set<ID> = []
    /// Those who wait, by the number they drew.
    private var waiting: [Int: (id: ID, visitor: Visitor)] = [:]
    private var numbers: [ID: Int] = [:]
    private var nextNumber = 0
    /// No lower number waits.
    private var lowestNumber = 0

    /// - Parameter limit: How many are let in at a time, at least one.
    init(limit: Int) {
        self.limit = limit
    }

    /// How many wait.
    var waitingCount: Int { waiting.count }

    /// - Returns: Whether the visitor is in; if not, a ``leave(_:)`` of another will return it.
    mutating func enter(_ id: ID, _ visitor: Visitor) -> Bool {
        if inside.count < limit {
            inside.insert(id)
            return true
        }
        waiting[nextNumber] = (id, visitor)
        numbers[id] = nextNumber
        nextNumber += 1
        return false
    }

    /// A visitor leaves, from inside or from the line; one who is in neither does no harm.
    ///
    /// - Returns: Who is in now, in its place.
    mutating func leave(_ id: ID) -> Visitor? {
        if let number = numbers.removeValue(forKey: id) {
            waiting[number] = nil
            return nil
        }
        guard inside.remove(id) != nil else { return nil }
        while lowestNumber < nextNumber {
            defer { lowestNumber += 1 }
            guard let (next, visitor) = waiting.removeValue(forKey: lowestNumber) else { continue }
            numbers[next] = nil
            inside.insert(next)
            return visitor
        }
        return nil
    }
}
#endif
