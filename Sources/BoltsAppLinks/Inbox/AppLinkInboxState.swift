/// What an inbox knows: the links that wait, who takes them, and whether a delivery is under way.
///
/// A plain value without a lock, so that every interleaving can be tested without threads. A call says what is to be
/// done about it, after the lock, and hands over whatever is to be let go there.
///
/// A link leaves the queue only at the moment it is handed over: a delivery that was scheduled and never runs, or runs
/// twice, loses and doubles nothing. At most one delivery runs at a time, which keeps the order whoever takes the
/// links.
struct AppLinkInboxState<Handler: Sendable, Reader: Sendable> {
    /// Names a consumer, a delivery or a wait.
    typealias Number = Int

    private enum Consumer: Sendable {
        case handler(Number, Handler)
        case reader(Number, waiting: (number: Number, reader: Reader)?)
    }

    private enum Delivery: Sendable {
        /// Asked of the handler's executor.
        case scheduled(Number, to: Number)
        /// On its way through the queue.
        case running(Number, to: Number)
    }

    enum Action: Sendable {
        case none
        /// Have the handler's executor run a delivery.
        case schedule(Handler, delivery: Number)
        /// Give a link to a reader that waits.
        case give(AppLinkURL, Reader)
    }

    /// What a reader that asks for the next link gets.
    enum ReadOutcome: Sendable {
        case link(AppLinkURL)
        case wait
        /// The sequence has ended: another consumer has taken over, or the wait was cancelled before it began.
        case over
    }

    private let capacity: Int
    private let overflow: AppLinkInbox.OverflowPolicy
    private var links = LinkQueue()
    private var consumer: Consumer?
    private var delivery: Delivery?
    private var nextNumber = 0
    /// Waits that were cancelled before they began.
    private var cancelledWaits: Set<Number> = []
    private(set) var droppedCount = 0

    init(capacity: Int, overflow: AppLinkInbox.OverflowPolicy) {
        self.capacity = max(1, capacity)
        self.overflow = overflow
    }

    /// How many links wait.
    var count: Int { links.count }

    mutating func makeNumber() -> Number {
        nextNumber += 1
        return nextNumber
    }

    // MARK: - Links

    /// Takes a link in.
    ///
    /// - Returns: The link that had no place, this one or an older one, and what to do.
    mutating func receive(_ link: AppLinkURL) -> (dropped: AppLinkURL?, action: Action) {
        var dropped: AppLinkURL?
        if links.count >= capacity {
            droppedCount += 1
            guard overflow == .dropOldest else { return (link, .none) }
            dropped = links.popFirst()
        }
        links.append(link)
        return (dropped, next())
    }

    /// What to do about the links that wait.
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

    /// Has a handler take the links from now on.
    ///
    /// - Returns: Its number, a reader whose sequence is over, the handler from before, and what to do.
    mutating func set(
        _ handler: Handler
    ) -> (number: Number, ended: Reader?, released: Handler?, action: Action) {
        let number = makeNumber()
        let (ended, released) = replaceConsumer(by: .handler(number, handler))
        return (number, ended, released, next())
    }

    /// Removes the handler, if it is still the consumer.
    mutating func removeHandler(_ number: Number?) -> Handler? {
        guard case .handler(let current, _) = consumer, number == nil || number == current else { return nil }
        return replaceConsumer(by: nil).released
    }

    private mutating func replaceConsumer(by new: Consumer?) -> (ended: Reader?, released: Handler?) {
        let old = consumer
        consumer = new
        // What was scheduled for another finds, when it runs, that it is not the delivery any more.
        if case .scheduled = delivery { delivery = nil }
        switch old {
        case nil: return (nil, nil)
        case .handler(_, let handler): return (nil, handler)
        case .reader(_, let waiting): return (waiting?.reader, nil)
        }
    }

    /// A delivery runs on its executor.
    ///
    /// - Returns: Whether it is the one that was scheduled.
    mutating func begin(_ number: Number) -> Bool {
        guard case .scheduled(number, let handler) = delivery else { return false }
        delivery = .running(number, to: handler)
        return true
    }

    /// The next link of a delivery that runs, and the handler to give it to; or, where there is none, what to do next.
    mutating func take(_ number: Number) -> (link: (AppLinkURL, Handler)?, action: Action) {
        guard case .running(number, let owner) = delivery else { return (nil, .none) }
        if case .handler(owner, let handler) = consumer, let link = links.popFirst() { return ((link, handler), .none) }
        delivery = nil
        return (nil, next())
    }

    /// An executor let go of a delivery without running it: the links wait for the next occasion.
    mutating func lose(_ number: Number) {
        if case .scheduled(number, _) = delivery { delivery = nil }
    }

    // MARK: - Readers

    /// A reader asks for the next link, which makes it the consumer.
    ///
    /// - Parameters:
    ///   - reader: The reader.
    ///   - number: The reader's number.
    ///   - isFirst: Whether it asks for the first time. Later on, it is over when another has taken over.
    ///   - wait: The number of this wait, by which it can be cancelled.
    /// - Returns: What becomes of it, a reader whose sequence is over, and the handler from before.
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

    /// Calls a wait off, now or as soon as it begins.
    ///
    /// - Parameter wait: The number of the wait.
    /// - Returns: The reader, if it did wait. The links wait for the next consumer.
    mutating func cancelWait(_ wait: Number) -> Reader? {
        if case .reader(let number, let waiting?) = consumer, waiting.number == wait {
            consumer = .reader(number, waiting: nil)
            return waiting.reader
        }
        cancelledWaits.insert(wait)
        return nil
    }

    /// A wait is over and will not be cancelled any more.
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
