public import BoltsTasks
internal import ServiceContextModule
internal import Synchronization
public import Tracing

/// Creates a span for each task that has a name, and runs closures in the service context in which they were added.
///
/// ```swift
/// func start() -> BoltsRegistration { TaskDiagnostics.addObserver(TaskTracing()) }
///
/// func title(of page: BoltsTask<String>) -> BoltsTask<String> {
///     page.continueOnSuccessWith { $0.uppercased() }.named("title")
/// }
/// ```
///
/// **Context.** While the closure of a continuation runs, `ServiceContext.current` is the context in which the continuation was
/// added, or the context of the continuation's own span. This is true for every executor, for work given to an executor, and
/// for observers of cancellation tokens. An `async` closure has the context in which its task was created, because Swift passes
/// it on.
///
/// **Spans.** A span lasts from the creation of the task until its end, and its parent is the span in whose context the task
/// was created. It is linked to the spans of the pending tasks that the task waits for. A task gets its span when it gets its
/// name. The closure of a continuation therefore runs within its span if the name is given at once, as above. Work that starts
/// at once, `BoltsTask { … }`, has often begun before it has a name; to run it within a span, use
/// ``withTaskSpan(_:ofKind:tracer:_:function:file:line:)``.
///
/// **Outcome.** A failure is recorded in the span, whose status is then an error. The attribute `bolts.task.outcome` states how the
/// task ended: `success`, `failure`, `cancelled` or `abandoned`.
public final class TaskTracing: TaskObserver {
    /// The context in which a pending task was created, and the task's span.
    private struct Entry {
        var context: ServiceContext?
        var span: (any Span)?
    }

    private let tracer: (any Tracer)?
    private let entries = ShardedDictionary<Entry>()

    /// Creates an observer for `TaskDiagnostics.addObserver`.
    ///
    /// - Parameter tracer: The tracer; `nil` for the tracer of `InstrumentationSystem` when a span starts.
    public init(tracer: (any Tracer)? = nil) { self.tracer = tracer }

    /// Remembers the current context.
    public func taskWasCreated(_ task: ObservedTask) {
        guard let context = ServiceContext.current else { return }
        entries.set(Entry(context: context, span: nil), for: task.id)
    }

    /// Starts the span of a task, or renames it.
    public func taskWasNamed(_ task: ObservedTask) {
        if let outcome = task.outcome {
            // A span that has ended keeps its name.
            if task.isRenamed { return }
            let span = startSpan(task, ServiceContext.current)
            end(span, outcome, at: instant(task, before: task.age - (task.lifetime ?? task.age)))
            return
        }
        let entry = entries.value(for: task.id)
        if let span = entry?.span {
            span.operationName = task.name ?? span.operationName
            return
        }
        let span = startSpan(task, entry?.context)
        link(span, to: task.waitsFor)
        entries.set(Entry(context: entry?.context, span: span), for: task.id)
    }

    /// Links the span of a task to those of the tasks that it waits for.
    public func taskWaits(_ task: ObservedTask) {
        guard let span = entries.value(for: task.id)?.span else { return }
        link(span, to: task.waitsFor)
    }

    /// Ends the span of a task.
    public func taskDidEnd(_ task: ObservedTask, _ outcome: ObservedTask.Outcome) {
        guard let span = entries.remove(task.id)?.span else { return }
        end(span, outcome, at: DefaultTracerClock.now)
    }

    /// Runs the closure of a task in the context of its span, or in the context in which the task was created.
    public func run(_ task: ObservedTask, _ closure: () -> Void) {
        let entry = entries.value(for: task.id)
        ServiceContext.$current.withValue(entry?.span?.context ?? entry?.context, operation: closure)
    }

    /// Returns a closure that runs in the current context.
    public func wrap(_ closure: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
        let context = ServiceContext.current
        return { ServiceContext.$current.withValue(context, operation: closure) }
    }

    private func startSpan(_ task: ObservedTask, _ context: ServiceContext?) -> any Span {
        let place = task.place
        let span = (tracer ?? InstrumentationSystem.tracer).startSpan(
            task.name ?? task.type,
            context: context ?? .topLevel,
            ofKind: .internal,
            at: instant(task, before: task.age),
            function: place?.function ?? "",
            file: place?.file ?? "",
            line: UInt(place?.line ?? 0)
        )
        span.updateAttributes { attributes in
            attributes["bolts.task.id"] = Int64(clamping: task.id)
            attributes["bolts.task.kind"] = task.kind.rawValue
            if let executor = task.executor { attributes["bolts.task.executor"] = executor }
        }
        return span
    }

    private func link(_ span: any Span, to tasks: [ObservedTask.ID]) {
        for task in tasks {
            if let other = entries.value(for: task)?.span {
                span.addLink(SpanLink(context: other.context, attributes: [:]))
            }
        }
    }

    private func end(_ span: any Span, _ outcome: ObservedTask.Outcome, at instant: DefaultTracerClock.Timestamp) {
        span.attributes["bolts.task.outcome"] = outcome.name
        switch outcome {
        case .success, .cancelled: break
        case .failure(let error):
            span.recordError(error, attributes: [:], at: instant)
            span.setStatus(SpanStatus(code: .error))
        case .abandoned: span.setStatus(SpanStatus(code: .error, message: "nobody was left to complete the task"))
        @unknown default: span.setStatus(SpanStatus(code: .error, message: "the outcome is unknown"))
        }
        span.end(at: instant)
    }

    private func instant(_ task: ObservedTask, before duration: Duration) -> DefaultTracerClock.Timestamp {
        let (seconds, attoseconds) = duration.components
        let nanoseconds = UInt64(clamping: seconds) * 1_000_000_000 + UInt64(clamping: attoseconds / 1_000_000_000)
        let now = DefaultTracerClock.now.nanosecondsSinceEpoch
        return DefaultTracerClock.Timestamp(nanosecondsSinceEpoch: now - min(now, nanoseconds))
    }
}
