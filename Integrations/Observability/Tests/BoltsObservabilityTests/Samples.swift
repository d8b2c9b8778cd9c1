import BoltsObservability
import BoltsTasks
import Dispatch
import Logging
import Tracing

// The samples of the documentation, word for word.

private enum TracingSample {
    func start() -> BoltsRegistration { TaskDiagnostics.addObserver(TaskTracing()) }

    func title(of page: BoltsTask<String>) -> BoltsTask<String> {
        page.continueOnSuccessWith { $0.uppercased() }.named("title")
    }
}

private enum SpanSample {
    func load() -> BoltsTask<Int> {
        withTaskSpan("load") { span in
            span.attributes["pages"] = 2
            return BoltsTask { try await Task.sleep(for: .milliseconds(1)) }.continueOnSuccessWith { 2 }
        }
    }
}

private enum MetricsSample {
    func start() -> BoltsRegistration {
        TaskDiagnostics.addObserver(TaskMetrics(names: ["download", "render"]))
    }
}

private enum LoggingSample {
    func start(_ logger: Logger) -> BoltsRegistration {
        let logging = TaskLogging(logger, ageLimit: .seconds(60))
        Task { try await logging.watch(every: .seconds(10)) }
        return TaskDiagnostics.addObserver(logging)
    }
}

private enum ReadMeSample {
    func startObserving(_ logger: Logger) -> [BoltsRegistration] {
        let logging = TaskLogging(logger, ageLimit: .seconds(60))
        Task { try await logging.watch(every: .seconds(10)) }
        return [
            TaskDiagnostics.addObserver(TaskTracing()),
            TaskDiagnostics.addObserver(TaskMetrics(names: ["download"])),
            TaskDiagnostics.addObserver(logging),
        ]
    }

    func answer(_ request: String) -> BoltsTask<String> {
        withTaskSpan("answer") { span in
            span.attributes["request"] = request
            return download(request)
                .continueOnSuccessWith(.queue(.global())) { $0.uppercased() }
                .named("render")
        }
    }

    func download(_ name: String) -> BoltsTask<String> {
        let source = TaskCompletionSource<String>()
        source.task.named("download")
        source.set(result: name)
        return source.task
    }
}
