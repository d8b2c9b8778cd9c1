// Nodes as in ContinuationNode.swift, whose closures are given the task itself.

/// The result of a continuation that is given the whole task, and returns a value.
///
/// Not a `ContinuationNode` whose input is a task: the closure would be wrapped in one that takes it by reference to a
/// value of any type, at the price of an allocation.
@usableFromInline
final class WholeTaskNode<Success: Sendable, Output: Sendable>: BoltsTask<Output>, @unchecked Sendable {
    @usableFromInline typealias Body = @Sendable (BoltsTask<Success>) throws -> Output
    @usableFromInline @exclusivity(unchecked) final var body: Body?

    @inlinable @inline(__always)
    init(_ executor: BoltsExecutor, _ body: @escaping Body, operation: @escaping Operation) {
        self.body = body
        super.init(
            state: 0,
            end: .pending,
            flags: executor.flags,
            extra: executor.strategy,
            operation: operation
        )
    }

    /// Runs the closure, once, and writes what it returned or threw.
    @inlinable @inline(__always)
    func run(with input: BoltsTask<Success>) -> Bool {
        guard let body = body.take() else { return false }
        do {
            write(result: try body(input))
        } catch {
            write(error: error)
        }
        return true
    }

    /// Everything that does not run the closure.
    @inlinable @inline(__always)
    func respond(to event: NodeEvent, from other: TaskCore) -> Bool {
        switch event {
        case .adopt: return adopt(other)
        case .discard:
            body = nil
            return false
        case .run, .accepts: return false
        }
    }
}

/// The result of a continuation that is given the whole task, and returns a task.
@usableFromInline
final class WholeTaskFlatteningNode<Success: Sendable, Output: Sendable>: BoltsTask<Output>, @unchecked Sendable {
    @usableFromInline typealias Body = @Sendable (BoltsTask<Success>) throws -> BoltsTask<Output>
    @usableFromInline @exclusivity(unchecked) final var body: Body?

    @inlinable @inline(__always)
    init(
        _ executor: BoltsExecutor,
        isLinkable: Bool,
        _ body: @escaping Body,
        operation: @escaping Operation
    ) {
        self.body = body
        super.init(
            state: 0,
            end: .pending,
            flags: executor.flags,
            isLinkable: isLinkable,
            extra: executor.strategy,
            operation: operation
        )
    }

    /// Runs the closure, once, and follows the task it returned.
    @inlinable @inline(__always)
    func run(with input: BoltsTask<Success>) -> Bool {
        guard let body = body.take() else { return false }
        do {
            let inner = try body(input)
            if inner.isDone, inner !== self { return adopt(inner) }
            return follow(inner)
        } catch {
            write(error: error)
            return true
        }
    }

    /// Everything that does not run the closure.
    @inlinable @inline(__always)
    func respond(to event: NodeEvent, from other: TaskCore) -> Bool {
        switch event {
        case .adopt: return adopt(other)
        case .discard:
            body = nil
            return false
        case .run, .accepts: return false
        }
    }
}
