import BoltsTaskInspector
import BoltsTasks

// The samples of the documentation, word for word.

private enum StartSample {
    func start() {
        TaskDiagnostics.startTracking()
        Task { try await TaskInspector(port: 8790).run() }
        // then open http://127.0.0.1:8790/
    }
}
