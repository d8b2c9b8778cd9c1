import Synchronization

/// A line on standard error that shows the progress of a long job, if standard error is a terminal.
final class Progress: Sendable {
    private let total: Int
    private let done = Mutex(0)
    private let isShown: Bool

    init(total: Int) {
        self.total = total
        isShown = total > 1 && Terminal.showsProgress
    }

    func advance() {
        guard isShown else { return }
        done.withLock { done in
            done += 1
            Terminal.showProgress("\(done) of \(total)")
        }
    }

    func finish() {
        if isShown { Terminal.showProgress("") }
    }
}
