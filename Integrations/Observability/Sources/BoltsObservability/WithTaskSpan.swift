public import BoltsTasks
internal import ServiceContextModule
public import Tracing

/// Starts a span, calls a closure within it, and ends it when the returned task has ended.
///
/// While the closure runs, `ServiceContext.current` is the span's context, so spans that it starts, and Swift tasks that it
/// starts, are children of this one. For the closures of continuations this requires that ``TaskTracing`` is registered.
///
/// ```swift
/// func load() -> BoltsTask<Int> {
///     withTaskSpan("load") { span in
///         span.attributes["pages"] = 2
///         return BoltsTask { try await Task.sleep(for: .milliseconds(1)) }.continueOnSuccessWith { 2 }
///     }
/// }
/// ```
///
/// - Parameters:
///   - name: The name of the span.
///   - kind: The kind of the span.
///   - tracer: The tracer; `nil` for the current tracer of `InstrumentationSystem`.
///   - work: Called with the span, before this function returns.
///   - function: The function around that line.
///   - file: The caller's file.
///   - line: The line in that file.
/// - Returns: The task that the closure returned; if the closure threw an error, a task with that error.
public func withTaskSpan<Success: Sendable>(
    _ name: String,
    ofKind kind: SpanKind = .internal,
    tracer: (any Tracer)? = nil,
    _ work: (any Span) throws -> BoltsTask<Success>,
    function: StaticString = #function,
    file: StaticString = #fileID,
    line: UInt = #line
) -> BoltsTask<Success> {
    let span = (tracer ?? InstrumentationSystem.tracer).startSpan(
        name,
        context: ServiceContext.current ?? .topLevel,
        ofKind: kind,
        at: DefaultTracerClock.now,
        function: "\(function)",
        file: "\(file)",
        line: line
    )
    let task: BoltsTask<Success>
    do {
        task = try ServiceContext.$current.withValue(span.context) { try work(span) }
    } catch {
        task = BoltsTask(error: error)
    }
    task.continueWith(
        .immediate,
        continuation: { task in
            if let error = task.error {
                span.recordError(error)
                span.setStatus(SpanStatus(code: .error))
            }
            span.attributes["bolts.task.outcome"] =
                task.isCancelled ? "cancelled" : task.error == nil ? "success" : "failure"
            span.end()
        },
        file: file,
        line: line,
        function: function
    )
    return task
}
