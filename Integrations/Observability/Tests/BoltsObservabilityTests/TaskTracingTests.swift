import BoltsObservability
import BoltsTasks
import BoltsTestSupport
import Dispatch
import InMemoryTracing
import ServiceContextModule
import Synchronization
import Testing
import Tracing

extension ObservabilityTests {
    @Suite struct TaskTracingTests {
        /// Calls a closure while spans of named tasks go to a tracer.
        private func traced(_ body: (InMemoryTracer) async throws -> Void) async rethrows {
            let tracer = InMemoryTracer()
            let registration = TaskDiagnostics.addObserver(TaskTracing(tracer: tracer))
            defer { registration.dispose() }
            try await body(tracer)
            #expect(tracer.activeSpans.isEmpty)
        }

        @Test func aNamedTaskIsASpan() async throws {
            try await traced { tracer in
                let source = TaskCompletionSource<Int>()
                source.task.named("down").named("download")
                let manual = ManualExecutor()
                let measure = source.task.continueOnSuccessWith(manual.executor) { $0 }.named("measure")
                _ = source.task.continueOnSuccessWith { $0 }
                #expect(tracer.activeSpans.count == 2)
                source.set(result: 1)
                #expect(tracer.finishedSpans.map(\.operationName) == ["download"])
                manual.runAll()
                #expect(measure.result == 1)
                let spans = tracer.finishedSpans
                #expect(spans.map(\.operationName) == ["download", "measure"])
                let (download, second) = (try #require(spans.first), try #require(spans.last))
                #expect(second.links.map(\.context.inMemorySpanContext) == [download.spanContext])
                #expect(download.links.isEmpty)
                #expect(download.attributes.get("bolts.task.kind") == .string("source"))
                #expect(second.attributes.get("bolts.task.kind") == .string("continuation"))
                #expect(second.attributes.get("bolts.task.executor") == .string("manual"))
                #expect(second.attributes.get("bolts.task.outcome") == .string("success"))
                #expect(spans.allSatisfy { $0.status == nil && $0.errors.isEmpty })
                #expect(spans.allSatisfy { start($0) <= end($0) } && start(download) <= start(second))
            }
        }

        @Test func aSpanSaysHowItsTaskEnded() async throws {
            await traced { tracer in
                BoltsTask<Int>(result: 1).continueWith { _ in throw Fault() }.named("failed")
                let token = CancellationTokenSource()
                let endless = TaskCompletionSource<Int>()
                endless.task.continueWith(cancellationToken: token.token) { _ in }.named("cancelled")
                token.cancel()
                var forgotten: TaskCompletionSource<Int>? = TaskCompletionSource<Int>()
                forgotten?.task.named("abandoned")
                forgotten = nil
                endless.set(result: 1)
                let spans = Dictionary(uniqueKeysWithValues: tracer.finishedSpans.map { ($0.operationName, $0) })
                func outcome(_ name: String) -> SpanAttribute? {
                    spans[name]?.attributes.get("bolts.task.outcome")
                }
                #expect(outcome("failed") == .string("failure"))
                #expect(spans["failed"]?.errors.first?.error is Fault && spans["failed"]?.status?.code == .error)
                #expect(outcome("cancelled") == .string("cancelled"))
                #expect(spans["cancelled"]?.status == nil)
                #expect(outcome("abandoned") == .string("abandoned"))
                #expect(spans["abandoned"]?.status?.code == .error)
            }
        }

        @Test func aTaskThatEndedBeforeItWasNamedIsASpanOfItsTime() async throws {
            try await traced { tracer in
                let before = DefaultTracerClock.now
                let task = BoltsTask { 1 }
                let after = DefaultTracerClock.now
                task.named("at once").named("too late")
                let span = try #require(tracer.finishedSpans.first)
                #expect(tracer.finishedSpans.map(\.operationName) == ["at once"])
                // The clock of spans may be set while this runs; the clock of tasks may not.
                let slack: UInt64 = 10_000_000_000
                #expect(start(span) + slack >= before.nanosecondsSinceEpoch && start(span) <= end(span))
                #expect(end(span) <= after.nanosecondsSinceEpoch + slack)
            }
        }

        /// Each closure starts a span, whose parent must be the span in which the closure was added.
        @Test func closuresRunInTheContextInWhichTheyWereAdded() async throws {
            try await traced { tracer in
                let source = TaskCompletionSource<Int>()
                let token = CancellationTokenSource()
                let group = DispatchGroup()
                @Sendable func note(_ name: String) { tracer.startSpan(name).end() }
                let rest = tracer.withSpan("request") { span -> [BoltsTask<Void>] in
                    token.token.register { note("observer") }
                    group.enter()
                    BoltsExecutor.queue(.global()).execute {
                        note("work")
                        group.leave()
                    }
                    return [
                        source.task.continueOnSuccessWith(.immediate) { _ in note("immediate") },
                        source.task.continueOnSuccessWith { _ in note("default") },
                        source.task.continueOnSuccessWith(.queue(.global())) { _ in note("queue") },
                        source.task.continueOnSuccessWith(.actor(Desk())) { _ in note("actor") },
                        source.task.continueOnSuccessWith(cancellationToken: token.token) { _ in note("token") },
                        source.task.continueOnSuccessWithTask { _ in
                            BoltsTask { () async in note("async in a closure") }
                        },
                        BoltsTask { () async in
                            _ = try? await source.task.value
                            note("async")
                        },
                        BoltsTask(.queue(.global())) { note("started on a queue") },
                        source.task.continueOnSuccessWith { _ in }.named("named").continueWith { _ in
                            note("after named")
                        },
                        source.task.continueOnSuccessWithTask(.queue(.global())) { _ in
                            source.task.continueOnSuccessWith { _ in note("inner") }
                        },
                        BoltsTask.whenAll([source.task]).continueWith { _ in note("whenAll") },
                    ]
                }
                let outside = source.task.continueOnSuccessWith { _ in note("outside") }
                // The task is completed within another span, which the continuations must ignore.
                tracer.withSpan("completer") { _ in source.set(result: 1) }
                for task in rest { try await task.value }
                try await outside.value
                token.cancel()
                await withCheckedContinuation { continuation in
                    group.notify(queue: .global()) { continuation.resume() }
                }
                let spans = Dictionary(uniqueKeysWithValues: tracer.finishedSpans.map { ($0.operationName, $0) })
                let request = try #require(spans["request"])
                let inRequest = [
                    "observer", "work", "immediate", "default", "queue", "actor", "token", "async in a closure",
                    "async", "started on a queue", "named", "after named", "inner", "whenAll",
                ]
                for name in inRequest { #expect(spans[name]?.parentSpanID == request.spanID, "\(name)") }
                #expect(spans["outside"]?.parentSpanID == nil)
                #expect(spans["completer"]?.parentSpanID == nil)
            }
        }

        @Test func theClosureOfANamedContinuationRunsWithinItsSpan() async throws {
            await traced { tracer in
                let source = TaskCompletionSource<Int>()
                let name = Mutex<String?>(nil)
                let outer = source.task.continueOnSuccessWith { _ in
                    tracer.startSpan("inner").end()
                    name.withLock { $0 = ServiceContext.current?.inMemorySpanContext?.spanID }
                }
                .named("outer")
                source.set(result: 1)
                #expect(outer.isCompleted)
                let spans = Dictionary(uniqueKeysWithValues: tracer.finishedSpans.map { ($0.operationName, $0) })
                #expect(spans["inner"]?.parentSpanID == spans["outer"]?.spanID)
                #expect(name.withLock { $0 } == spans["outer"]?.spanID)
                #expect(ServiceContext.current == nil)
            }
        }

        @Test func aSpanAroundATaskEndsWithIt() async throws {
            await traced { tracer in
                let source = TaskCompletionSource<Int>()
                let task = withTaskSpan("load", tracer: tracer) { span in
                    span.attributes["pages"] = 2
                    return source.task.continueOnSuccessWith { number in
                        tracer.startSpan("inner").end()
                        return number
                    }
                }
                let failed: BoltsTask<Int> = withTaskSpan("failed", tracer: tracer) { _ in throw Fault() }
                #expect(failed.error is Fault)
                #expect(tracer.finishedSpans.map(\.operationName) == ["failed"])
                #expect(tracer.finishedSpans.first?.status?.code == .error)
                source.set(result: 1)
                #expect(task.result == 1)
                let spans = Dictionary(uniqueKeysWithValues: tracer.finishedSpans.map { ($0.operationName, $0) })
                #expect(spans["inner"]?.parentSpanID == spans["load"]?.spanID)
                #expect(spans["load"]?.attributes.get("pages") == .int64(2))
                #expect(spans["load"]?.attributes.get("bolts.task.outcome") == .string("success"))
            }
        }

        @Test func spansOfManyThreadsAllEnd() async throws {
            await traced { tracer in
                let sources = (0..<500).map { _ in TaskCompletionSource<Int>() }
                DispatchQueue.concurrentPerform(iterations: 3) { thread in
                    for (index, source) in sources.enumerated() {
                        switch thread {
                        case 0: source.task.named("\(index)")
                        case 1: source.task.continueWith { _ in }.named("after \(index)")
                        default: source.set(result: index)
                        }
                    }
                }
                #expect(tracer.finishedSpans.count == 1_000)
                withExtendedLifetime(sources) {}
            }
        }
    }
}

private actor Desk {}

private func start(_ span: FinishedInMemorySpan) -> UInt64 { span.startInstant.nanosecondsSinceEpoch }
private func end(_ span: FinishedInMemorySpan) -> UInt64 { span.endInstant.nanosecondsSinceEpoch }
