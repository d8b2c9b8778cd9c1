/// The state machine of an inbox: the waiting links, the consumer, and the delivery.
///
/// It is a plain value without a lock, so that every interleaving can be tested without threads. A call returns what to
/// do after the lock was released, and the objects to release there.
///
/// A link leaves the queue when it is delivered, so a scheduled delivery that never runs, or runs twice, neither loses
/// nor duplicates a link. At most one delivery runs at a time, which preserves the order for any consumer.
struct AppLinkInboxState<Handler: Sendable, Reader: Sendable> {
    /// Identifies a consumer, a delivery or a wait.
    typealias Number = Int

    private enum Consumer: Sendable {
        case handler(Number, Handler)
        case reader(Number, waiting: (number: Number, reader: Reader)?)
    }

    private enum Delivery: Sendable {
        /// The delivery is scheduled on the handler's executor.
        case scheduled(Number, to: Number)
        case running(Number, to: Number)
    }

    enum Action: Sendable {
        case none
        /// Let the handler's executor run a delivery.
        case schedule(Handler, delivery: Number)
        /// Complete the wait of a reader with a link.
        case give(AppLinkURL, Reader)
    }

    /// The result of a reader's request for the next link.
    enum ReadOutcome: Sendable {
        case link(AppLinkURL)
        case wait
        /// The sequence has ended: another consumer has taken over, or the wait was cancelled before it began.
        case over
    }

    private let capacity: Int
    private var links = LinkQueue()
    private var consumer: Consumer?
    private var delivery: Delivery?
    private var nextNumber = 0
    /// Waits that were cancelled before they began.
    private var cancelledWaits: Set<Number> = []

    init(capacity: Int) {
        self.capacity = max(1, capacity)
    }

    /// The number of waiting links.
    var count: Int { links.count }

    mutating func makeNumber() -> Number {
        nextNumber += 1
        return nextNumber
    }

    // MARK: - Links

    /// Adds a link; returns the dropped link, which has waited longest, and what to do.
    mutating func receive(_ link: AppLinkURL) -> (dropped: AppLinkURL?, action: Action) {
        var dropped: AppLinkURL?
        if links.count >= capacity {
            dropped = links.popFirst()
        }
        links.append(link)
        return (dropped, next())
    }

    /// The action for the waiting links.
    private mutating func next() -> Action {
        guard delivery == nil, links.count > 0 else { return .none }
        switch consumer {
        case nil, .reader(_, waiting: nil):
            return .none
        case .handler(let number, let handler):
            let delivery = makeNumber()
            self.delivery = .scheduled(delivery, to: number)
            return .schedule(handler, delivery: delivery)
        case .reader(let number, let waiting?):
            guard let link = links.popFirst() else { return .none }
            consumer = .reader(number, waiting: nil)
            return .give(link, waiting.reader)
        }
    }

    // MARK: - Handlers

    /// Sets the handler; returns its number, a reader whose sequence ends, the earlier handler, and the action.
    mutating func set(
        _ handler: Handler
    ) -> (number: Number, ended: Reader?, released: Handler?, action: Action) {
        let number = makeNumber()
        let (ended, released) = replaceConsumer(by: .handler(number, handler))
        return (number, ended, released, next())
    }

    /// Removes the handler, if it is still the consumer.
    mutating func removeHandler(_ number: Number) -> Handler? {
        guard case .handler(number, _) = consumer else { return nil }
        return replaceConsumer(by: nil).released
    }

    private mutating func replaceConsumer(by new: Consumer?) -> (ended: Reader?, released: Handler?) {
        let old = consumer
        consumer = new
        // A delivery that was scheduled for another handler does nothing when it runs.
        if case .scheduled = delivery { delivery = nil }
        switch old {
        case nil: return (nil, nil)
        case .handler(_, let handler): return (nil, handler)
        case .reader(_, let waiting): return (waiting?.reader, nil)
        }
    }

    /// Begins a delivery on its executor; returns whether it is the scheduled one.
    mutating func begin(_ number: Number) -> Bool {
        guard case .scheduled(number, let handler) = delivery else { return false }
        delivery = .running(number, to: handler)
        return true
    }

    /// The next link of a running delivery and its handler, or the action if there is none.
    mutating func take(_ number: Number) -> (link: (AppLinkURL, Handler)?, action: Action) {
        guard case .running(number, let owner) = delivery else { return (nil, .none) }
        if case .handler(owner, let handler) = consumer, let link = links.popFirst() { return ((link, handler), .none) }
        delivery = nil
        return (nil, next())
    }

    /// Handles a delivery that its executor released without running it; the links keep waiting.
    mutating func lose(_ number: Number) {
        if case .scheduled(number, _) = delivery { delivery = nil }
    }

    // MARK: - Readers

    /// Requests the next link for a reader, which becomes the consumer.
    ///
    /// A request that is not the first ends if there is another consumer. `wait` is the number of this wait, for its
    /// cancellation. Returns the result, a reader whose sequence ends, and the earlier handler.
    mutating func read(
        _ reader: Reader,
        number: Number,
        isFirst: Bool,
        wait: Number
    ) -> (outcome: ReadOutcome, ended: Reader?, released: Handler?) {
        if cancelledWaits.remove(wait) != nil { return (.over, nil, nil) }
        var ended: Reader?
        var released: Handler?
        if isFirst {
            (ended, released) = replaceConsumer(by: .reader(number, waiting: nil))
        } else {
            guard case .reader(number, waiting: nil) = consumer else { return (.over, nil, nil) }
        }
        if delivery == nil, let link = links.popFirst() { return (.link(link), ended, released) }
        consumer = .reader(number, waiting: (wait, reader))
        return (.wait, ended, released)
    }

    /// Cancels a wait, now or as soon as it begins; returns the reader if it was waiting, and its links wait for the next
    /// consumer.
    mutating func cancelWait(_ wait: Number) -> Reader? {
        if case .reader(let number, let waiting?) = consumer, waiting.number == wait {
            consumer = .reader(number, waiting: nil)
            return waiting.reader
        }
        cancelledWaits.insert(wait)
        return nil
    }

    /// Ends a wait, which can no longer be cancelled.
    mutating func endWait(_ wait: Number) {
        cancelledWaits.remove(wait)
    }
}

/// Links in the order in which they came; taking the first one costs no more than adding one.
private struct LinkQueue {
    private var links: [AppLinkURL?] = []
    private var head = 0

    var count: Int { links.count - head }

    mutating func append(_ link: AppLinkURL) {
        links.append(link)
    }

    mutating func popFirst() -> AppLinkURL? {
        guard head < links.count else { return nil }
        let link = links[head].take()
        head += 1
        if head * 2 >= links.count {
            links.removeFirst(head)
            head = 0
        }
        return link
    }
}
