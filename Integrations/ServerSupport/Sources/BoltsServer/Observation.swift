import BoltsAppLinks
import BoltsTasks
import Foundation
import Logging
import Metrics
import Tracing

/// Measures one kind of work: a timer and a counter for each result, the number of running operations, a span and a log line.
struct Observation: Sendable {
    private let instrumentation: ServerInstrumentation
    private let label: String
    private let spanName: String
    private let kind: SpanKind
    private let active: Meter
    private let now: @Sendable () -> Duration

    /// - Parameters:
    ///   - instrumentation: Where logs, metrics and spans are written.
    ///   - name: The name of the work in metrics, such as `fetch`.
    ///   - spanName: The name of the spans.
    ///   - kind: The kind of the spans.
    ///   - clock: Measures the time.
    init(
        _ instrumentation: ServerInstrumentation,
        name: String,
        spanName: String,
        kind: SpanKind,
        clock: some Clock<Duration>
    ) {
        self.instrumentation = instrumentation
        self.spanName = spanName
        self.kind = kind
        label = "\(instrumentation.metricPrefix)_\(name)"
        active = Meter(label: "\(label)_active", factory: instrumentation.metricsFactory)
        let start = clock.now
        now = { start.duration(to: clock.now) }
    }

    /// How a piece of work ended.
    struct Outcome {
        /// A word from a short list, for a dimension of the metrics.
        let result: String
        var attributes: SpanAttributes = [:]
    }

    /// Starts work and observes it.
    ///
    /// - Parameters:
    ///   - url: The URL that the work is about.
    ///   - work: Starts the work. Spans that it starts on this thread are children of this one.
    ///   - describe: Describes a success.
    /// - Returns: The task of the work, which completes after everything is written.
    func callAsFunction<Value: Sendable>(
        _ url: URL,
        _ work: () -> BoltsTask<Value>,
        describe: @escaping @Sendable (Value) -> Outcome
    ) -> BoltsTask<Value> {
        let span = startSpan(url)
        let began = now()
        active.increment()
        let task = ServiceContext.$current.withValue(span.context, operation: work)
        return task.continueWithTask(.immediate) { task in
            self.active.decrement()
            let outcome = task.result.map(describe) ?? self.failure(task.error, of: url, span)
            self.finish(span, outcome, after: self.now() - began)
            return task
        }
    }

    private func startSpan(_ url: URL) -> any Span {
        func start(_ tracer: some Tracer) -> any Span { tracer.startSpan(spanName, ofKind: kind) }
        let tracer: any Tracer = instrumentation.tracer ?? InstrumentationSystem.tracer
        let span = start(tracer)
        span.updateAttributes { attributes in
            attributes["server.address"] = url.host()
            if instrumentation.recordsURLs { attributes["url.full"] = url.absoluteString }
        }
        return span
    }

    private func failure(_ error: (any Error)?, of url: URL, _ span: any Span) -> Outcome {
        guard let error, !(error is CancellationError) else { return Outcome(result: "cancelled") }
        let pageError = error as? PageError
        let code = pageError.map { "\($0.code)" } ?? "other"
        // The text of a PageError contains the URL.
        span.setStatus(SpanStatus(code: .error, message: instrumentation.recordsURLs ? "\(error)" : code))
        var metadata: Logger.Metadata = ["host": "\(url.host() ?? "")", "error.type": "\(code)"]
        if instrumentation.recordsURLs {
            metadata["url"] = "\(url.absoluteString)"
            metadata["error"] = "\(error)"
            if let detail = pageError?.detail { metadata["detail"] = "\(detail)" }
        }
        instrumentation.logger.debug("\(spanName) failed", metadata: metadata)
        var outcome = Outcome(result: code)
        outcome.attributes["error.type"] = code
        outcome.attributes["http.response.status_code"] = pageError?.httpStatus
        return outcome
    }

    private func finish(_ span: any Span, _ outcome: Outcome, after duration: Duration) {
        let dimensions = [("result", outcome.result)]
        let factory = instrumentation.metricsFactory
        Counter(label: "\(label)_total", dimensions: dimensions, factory: factory).increment()
        Metrics.Timer(label: "\(label)_duration", dimensions: dimensions, factory: factory).record(duration: duration)
        span.updateAttributes { $0.merge(outcome.attributes) }
        span.end()
    }
}
