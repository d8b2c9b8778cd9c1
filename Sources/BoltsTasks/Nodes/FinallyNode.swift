// A node like those of ContinuationNode.swift, which has the outcome of the task it waited for.

/// The result of a closure that runs on any outcome and passes the outcome on.
@usableFromInline
enum FinallyNode {
    @_fixed_layout @usableFromInline
    final class BoltsTask<Success: Sendable>: BoltsTasks.BoltsTask<Success>, @unchecked Sendable {
        @usableFromInline typealias Body = @Sendable () throws -> Void
        @safe @usableFromInline @exclusivity(unchecked) final var body: Body?

        @inlinable @inline(__always)
        init(_ executor: BoltsExecutor, _ body: @escaping Body, operation: @escaping Operation) {
            self.body = body
            super.init(
                state: 0,
                status: .pending,
                flags: executor.flags,
                extra: executor.strategy,
                operation: operation
            )
        }

        /// Runs the closure once, and stores the outcome of the task before it, or the closure's own error.
        @inlinable @inline(__always)
        func run(after upstream: _TaskCore) -> Bool {
            guard let body = body.take() else { return false }
            do {
                try body()
                return adopt(upstream)
            } catch {
                write(error: error)
                return true
            }
        }

        /// Handles the events that do not run the closure.
        @inlinable @inline(__always)
        func respond(to event: NodeEvent, from other: _TaskCore) -> Bool {
            switch event {
            case .adopt: return adopt(other)
            case .discard:
                body = nil
                return false
            case .run, .accepts: return false
            }
        }
    }
}
