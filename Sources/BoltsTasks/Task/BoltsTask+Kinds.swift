internal import CBoltsTasks

// Tasks that consist of others, and that diagnostics show with another kind.

extension BoltsTask {
    /// Starts work that returns a task, as a kind of task in diagnostics; cancellation ends the result unless the closure is
    /// running.
    ///
    /// File, line and function are those of the caller of this package.
    package static func started(
        as kind: TaskKind,
        _ executor: BoltsExecutor = .default,
        cancellationToken: CancellationToken = .none,
        file: StaticString,
        line: UInt,
        function: StaticString,
        start: @escaping @Sendable () throws -> BoltsTask<Success>
    ) -> BoltsTask<Success> {
        typealias Node = FlatteningNode<Void>.BoltsTask<Success>
        let body: Node.Body = { _ in try start() }
        let node = Node(executor, forwarding: cancellationToken.forwarding, body) { node, upstream, event in
            let node = unsafe unsafeDowncast(node, to: Node.self)
            switch event {
            case .run: return node.flags.contains(.adopting) ? node.adopt(upstream) : node.run(with: ())
            case .accepts: return true
            case .adopt, .discard: return node.respond(to: event, from: upstream)
            }
        }
        BoltsTask<Void>(result: ()).attach(node, cancellationToken, SourceLocation(file, line, function), kind)
        return node
    }

    /// Creates a task that has the outcome of another one, and that diagnostics show as one of `kind`, made where `file`, `line`
    /// and `function` say.
    package convenience init(
        completingWith other: BoltsTask<Success>,
        as kind: TaskKind,
        file: StaticString,
        line: UInt,
        function: StaticString
    ) {
        self.init(pending: ())
        if bolts_diagnostics_enabled() {
            DiagnosticRegistry.record(self, kind, waitsFor: [other], SourceLocation(file, line, function))
        }
        other.complete(self)
    }
}
