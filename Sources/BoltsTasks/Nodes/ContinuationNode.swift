// Nodes are tasks that are the result of a continuation. The closures that they store have the same layout for all types of input
// and output, so the nodes' fields have constant offsets and need no type metadata.
//
// The class of each kind of node is named BoltsTask, so that `type(of:)` prints `BoltsTask<Int>` for every task of an integer.
// The enum around it names the kind of node.

/// The result of a continuation that returns a value.
@usableFromInline
enum ContinuationNode<Input> {
    @_fixed_layout @usableFromInline
    final class BoltsTask<Output: Sendable>: BoltsTasks.BoltsTask<Output>, @unchecked Sendable {
        @usableFromInline typealias Body = @Sendable (Input) throws -> Output
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

        /// Runs the closure once, and stores its result or error.
        @inlinable @inline(__always)
        func run(with input: Input) -> Bool {
            guard let body = body.take() else { return false }
            do {
                let result = try body(input)
                assert(NestedTaskWarning.check(result, of: self))
                write(result: result)
            } catch {
                write(error: error)
            }
            return true
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

/// The result of a continuation that returns a task.
@usableFromInline
enum FlatteningNode<Input> {
    @_fixed_layout @usableFromInline
    final class BoltsTask<Output: Sendable>: BoltsTasks.BoltsTask<Output>, @unchecked Sendable {
        @usableFromInline typealias Body = @Sendable (Input) throws -> BoltsTasks.BoltsTask<Output>
        @safe @usableFromInline @exclusivity(unchecked) final var body: Body?

        @inlinable @inline(__always)
        init(
            _ executor: BoltsExecutor,
            forwarding: Forwarding,
            _ body: @escaping Body,
            operation: @escaping Operation
        ) {
            self.body = body
            super.init(
                state: 0,
                status: .pending,
                flags: executor.flags,
                forwarding: forwarding,
                extra: executor.strategy,
                operation: operation
            )
        }

        /// Runs the closure once, and waits for the task it returned.
        @inlinable @inline(__always)
        func run(with input: Input) -> Bool {
            guard let body = body.take() else { return false }
            do {
                let inner = try body(input)
                if inner.isDone, inner !== self { return adopt(inner) }
                return waitForReturned(inner)
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
