/// Elements in the order in which they came; each can be removed in constant time.
struct WaitingQueue<Element> {
    private var elements: [Int: Element] = [:]
    private var nextTicket = 0
    /// No element has a lower ticket.
    private var lowestTicket = 0

    var count: Int { elements.count }
    var isEmpty: Bool { elements.isEmpty }

    /// Adds an element at the end; returns the ticket for ``remove(_:)``.
    mutating func append(_ element: Element) -> Int {
        elements[nextTicket] = element
        nextTicket += 1
        return nextTicket - 1
    }

    @discardableResult
    mutating func remove(_ ticket: Int) -> Element? { elements.removeValue(forKey: ticket) }

    mutating func popFirst() -> Element? {
        while lowestTicket < nextTicket {
            defer { lowestTicket += 1 }
            if let element = elements.removeValue(forKey: lowestTicket) { return element }
        }
        return nil
    }
}
