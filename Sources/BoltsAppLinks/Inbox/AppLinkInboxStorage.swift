import Synchronization

struct AppLinkHandler: Sendable {
    /// Schedules work on the executor.
    let submit: @Sendable (@escaping @Sendable () -> Void) -> Void
    let handle: @Sendable (AppLinkURL) -> Void
}

/// An inbox's state behind its lock, and the execution of its actions.
///
/// No handler, executor or reader runs under the lock, and none is released there.
final class AppLinkInboxStorage: Sendable {
    typealias Reader = CheckedContinuation<AppLinkURL?, Never>
    typealias State = AppLinkInboxState<AppLinkHandler, Reader>

    private let state: Mutex<State>

    init(capacity: Int) {
        state = Mutex(State(capacity: capacity))
    }

    var count: Int { state.withLock { $0.count } }

    func receive(_ link: AppLinkURL) -> AppLinkURL? {
        let (dropped, action) = state.withLock { $0.receive(link) }
        perform(action)
        return dropped
    }

    // MARK: - Handlers

    func set(_ handler: AppLinkHandler) -> State.Number {
        let (number, ended, released, action) = state.withLock { $0.set(handler) }
        ended?.resume(returning: nil)
        perform(action)
        withExtendedLifetime(released) {}
        return number
    }

    func removeHandler(_ number: State.Number) {
        let released = state.withLock { $0.removeHandler(number) }
        withExtendedLifetime(released) {}
    }

    private func perform(_ action: State.Action) {
        switch action {
        case .none:
            break
        case .give(let link, let reader):
            reader.resume(returning: link)
        case .schedule(let handler, let number):
            let delivery = Delivery(number: number, storage: self)
            handler.submit { delivery.storage.run(delivery.number) }
        }
    }

    /// An object that the work of an executor retains, to notice if the work is released without running.
    private final class Delivery: Sendable {
        let number: State.Number
        let storage: AppLinkInboxStorage

        init(number: State.Number, storage: AppLinkInboxStorage) {
            self.number = number
            self.storage = storage
        }

        deinit { storage.state.withLock { $0.lose(number) } }
    }

    private func run(_ delivery: State.Number) {
        guard state.withLock({ $0.begin(delivery) }) else { return }
        while true {
            let (taken, action) = state.withLock { $0.take(delivery) }
            guard let (link, handler) = taken else { return perform(action) }
            handler.handle(link)
        }
    }

    // MARK: - Readers

    func makeNumber() -> State.Number { state.withLock { $0.makeNumber() } }

    /// The next link for a reader; `nil` if there is another consumer or the reading task is cancelled.
    func next(for reader: State.Number, isFirst: Bool) async -> AppLinkURL? {
        let wait = makeNumber()
        let link = await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: Reader) in
                let (reading, ended, released) = state.withLock {
                    $0.read(continuation, number: reader, isFirst: isFirst, wait: wait)
                }
                ended?.resume(returning: nil)
                withExtendedLifetime(released) {}
                switch reading {
                case .link(let link): continuation.resume(returning: link)
                case .over: continuation.resume(returning: nil)
                case .wait: break
                }
            }
        } onCancel: {
            let reader = state.withLock { $0.cancelWait(wait) }
            reader?.resume(returning: nil)
        }
        state.withLock { $0.endWait(wait) }
        return link
    }
}
