import BoltsObservability
import BoltsTasks
import MetricsTestKit
import Testing

extension ObservabilityTests {
    @Suite struct TaskMetricsTests {
        @Test func tasksAreCountedByKindAndOutcome() async throws {
            let metrics = TestMetrics()
            let registration = TaskDiagnostics.addObserver(TaskMetrics(names: ["slow", "late"], factory: metrics))
            let source = TaskCompletionSource<Int>()
            source.task.named("slow")
            let pending = TaskCompletionSource<Int>()
            source.task.continueOnSuccessWith { $0 }
            source.task.continueOnSuccessWith { _ in throw Fault() }
            let token = CancellationTokenSource()
            pending.task.continueWith(cancellationToken: token.token) { _ in }
            token.cancel()
            do { _ = TaskCompletionSource<Int>() }
            source.set(result: 1)
            BoltsTask { 1 }.named("late")
            _ = try await BoltsTask { () async in 1 }.value
            func total(_ name: String, _ kind: String) -> Int64 {
                metrics.counterTotal(label: "bolts.tasks.\(name)", dimensions: [("kind", kind)])
            }
            #expect(total("created", "source") == 3)
            #expect(total("completed", "source") == 1)
            #expect(total("abandoned", "source") == 1)
            #expect(total("created", "continuation") == 3)
            #expect(total("completed", "continuation") == 1)
            #expect(total("failed", "continuation") == 1)
            #expect(total("cancelled", "continuation") == 1)
            #expect(total("created", "work") == 1 && total("completed", "work") == 1)
            #expect(total("created", "asyncWork") == 1 && total("completed", "asyncWork") == 1)
            #expect(try metrics.expectMeter("bolts.tasks.pending", [("kind", "source")]).lastValue == 1)
            #expect(try metrics.expectMeter("bolts.tasks.pending", [("kind", "continuation")]).lastValue == 0)
            let failed = [("kind", "continuation"), ("outcome", "failure")]
            #expect(try metrics.expectTimer("bolts.tasks.duration", failed).values.count == 1)
            for name in ["slow", "late"] {
                let dimensions = [("name", name), ("outcome", "success")]
                let durations = try metrics.expectTimer("bolts.tasks.named.duration", dimensions).values
                #expect(durations.count == 1 && durations.allSatisfy { $0 >= 0 })
            }
            pending.set(result: 1)
            registration.dispose()
        }
    }
}
