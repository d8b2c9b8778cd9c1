public import CBoltsTasks

/// Waits for many tasks with one node, which waits for one pending task after another.
///
/// Because of this, waiting for a task needs no allocation, and completing tasks do not contend for shared state.
@usableFromInline
enum WaitAllNode<Input: Sendable> {
    @_fixed_layout @usableFromInline
    final class BoltsTask<Output: Sendable>: BoltsTasks.BoltsTask<Output>, @unchecked Sendable {
        @safe @usableFromInline @exclusivity(unchecked) final var tasks: [BoltsTasks.BoltsTask<Input>]
        @safe @usableFromInline @exclusivity(unchecked) final var position = 0
        @usableFromInline let gather: @Sendable ([BoltsTasks.BoltsTask<Input>]) throws -> Output

        // `gather` computes the result once all tasks are complete.
        @inlinable
        init(
            _ tasks: [BoltsTasks.BoltsTask<Input>],
            gather: @escaping @Sendable ([BoltsTasks.BoltsTask<Input>]) throws -> Output
        ) {
            self.tasks = tasks
            self.gather = gather
            super.init(state: 0, status: .pending, flags: .immediate, extra: nil) { node, upstream, event in
                let node = unsafe unsafeDowncast(node, to: BoltsTask<Output>.self)
                switch event {
                case .run: return node.walk()
                case .accepts: return true
                case .adopt: return node.adopt(upstream)
                case .discard:
                    node.tasks = []
                    return false
                }
            }
        }

        /// Starts to wait for the tasks.
        @inlinable
        func begin(as kind: TaskKind, _ token: CancellationToken, _ place: SourceLocation) {
            if bolts_diagnostics_enabled() { DiagnosticRegistry.record(self, kind, waitsFor: tasks, place) }
            if let storage = token.storage {
                if register(with: storage), walk() { finishRegistered() }
            } else if walk() {
                finish()
            }
        }

        @inlinable
        func walk() -> Bool {
            while position < tasks.count {
                let task = tasks[position]
                position += 1
                if task.isDone { continue }
                if flags.contains(.token) ? waitsAgain(for: task) : task.push(self) { return false }
            }
            let done = tasks
            tasks = []
            do {
                // The tasks may have completed because the token is cancelled, and were notified first.
                if flags.contains(.token), isTokenCancelled { throw CancellationError() }
                write(result: try gather(done))
            } catch {
                write(error: error)
            }
            return true
        }
    }
}
