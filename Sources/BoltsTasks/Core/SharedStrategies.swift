internal import CBoltsTasks
internal import Dispatch
internal import Synchronization

/// The strategies of queues and actors: one for each queue or actor in the whole program, so that continuations combine.
///
/// An entry is weak. A strategy, which retains its queue or actor, lives as long as an executor or a node that uses it.
struct SharedStrategies: ~Copyable, Sendable {
    private struct Entry {
        weak var strategy: ExecutorStrategy?
        /// The strategy's address, which is not used again before the strategy has removed its entry.
        var address: UInt = 0
    }

    private struct State: ~Copyable {
        var numbers = AddressTable()
        var entries: [Entry] = []
        var free: [Int] = []
    }

    static let all = SharedStrategies()

    private let state = Mutex(State())

    /// Returns the strategy of a key, which is created if there is none.
    func strategy(of key: UInt, make: () -> ExecutorStrategy) -> ExecutorStrategy {
        if let known = find(key) { return known }
        // The strategy is created outside the lock, because that reads the name of the queue or the actor.
        let new = make()
        return state.withLock { state in
            if let number = state.numbers.value(at: key) {
                // Another thread was first, or the old one is being released and finds that the entry is no longer its own.
                if let known = state.entries[number].strategy { return known }
                state.entries[number] = Entry(strategy: new, address: SharedStrategies.address(of: new))
            } else {
                let number = state.free.popLast() ?? state.entries.count
                if number == state.entries.count { state.entries.append(Entry()) }
                state.entries[number] = Entry(strategy: new, address: SharedStrategies.address(of: new))
                state.numbers.insert(key, number)
            }
            return new
        }
    }

    private func find(_ key: UInt) -> ExecutorStrategy? {
        state.withLock { state in state.numbers.value(at: key).flatMap { state.entries[$0].strategy } }
    }

    /// Removes the entry of a strategy that is being released.
    func remove(_ strategy: ExecutorStrategy, of key: UInt) {
        let address = SharedStrategies.address(of: strategy)
        state.withLock { state in
            guard let number = state.numbers.value(at: key), state.entries[number].address == address else { return }
            _ = state.numbers.remove(key)
            state.entries[number] = Entry()
            state.free.append(number)
        }
    }

    var count: Int { state.withLock { $0.numbers.count } }

    private static func address(of strategy: ExecutorStrategy) -> UInt {
        unsafe UInt(bitPattern: Unmanaged.passUnretained(strategy).toOpaque())
    }
}

extension ExecutorStrategy {
    static func shared(_ queue: DispatchQueue) -> ExecutorStrategy {
        // The process's first reflection needs up to 48 KiB of stack.
        let key = unsafe bolts_stack_has_room(bolts_thread_current(), 64 * 1024) ? QueueAddress.known(queue) : 0
        guard key != 0 else { return ExecutorStrategy(queue, key: 0) }
        return SharedStrategies.all.strategy(of: key) { ExecutorStrategy(queue, key: key) }
    }

    private convenience init(_ queue: DispatchQueue, key: UInt) {
        let label = queue.label
        // The main queue also serves events, which get their turn between two continuations. It is recognized by its label, the
        // only identity that a queue has on every platform.
        let isMain = label == DispatchQueue.main.label
        self.init(name: "queue(\(label))", .queue(queue), combinesContinuations: !isMain, key: key)
    }

    static func shared(_ actor: any Actor, runsInPlace: Bool) -> ExecutorStrategy {
        // Objects are aligned to 16 bytes, so the lowest bit can distinguish the two strategies of an actor.
        let key = UInt(bitPattern: ObjectIdentifier(actor)) | (runsInPlace ? 1 : 0)
        return SharedStrategies.all.strategy(of: key) {
            let combines = !runsInPlace && !(actor is MainActor)
            return ExecutorStrategy(
                name: "actor(\(type(of: actor)))",
                .actor(actor),
                combinesContinuations: combines,
                runsInPlace: runsInPlace,
                key: key
            )
        }
    }
}
