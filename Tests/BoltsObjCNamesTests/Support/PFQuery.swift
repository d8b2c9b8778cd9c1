import Synchronization

/// A query, as in Bolts' documents.
final class PFQuery: Sendable {
    private struct State: Sendable {
        var ordering: String?
        var conditions: [String: Int] = [:]
    }

    let className: String
    private let state = Mutex(State())

    init(className: String) { self.className = className }

    func orderByDescending(_ key: String) { state.withLock { $0.ordering = key } }

    func whereKey(_ key: String, equalTo value: Int) { state.withLock { $0.conditions[key] = value } }

    func matches(among objects: [PFObject]) -> [PFObject] {
        let state = state.withLock { $0 }
        let found = objects.filter { object in
            state.conditions.allSatisfy { key, value in object[key] as? Int == value }
        }
        guard let key = state.ordering else { return found }
        return found.sorted { ($0[key] as? Double ?? 0) > ($1[key] as? Double ?? 0) }
    }
}
