internal import BoltsTasks

extension ObservedTask.Outcome {
    /// The name of the attribute and of the dimension.
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
