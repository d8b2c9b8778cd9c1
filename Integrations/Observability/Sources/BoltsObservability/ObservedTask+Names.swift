internal import BoltsTasks

extension ObservedTask.Outcome {
    /// What attributes and dimensions call it.
    var name: String {
        switch self {
        case .success: "success"
        case .failure: "failure"
        case .cancelled: "cancelled"
        case .abandoned: "abandoned"
        @unknown default: "unknown"
        }
    }
}
