internal import CBoltsTasks

extension BoltsTask: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// `BoltsTask<Int>(pending)`, `(success: 5)`, `(failure: …)` or `(cancelled)`.
    public var description: String {
        let outcome =
            switch outcome {
            case nil: "pending"
            case .success(let result): "success: \(result)"
            case .failure(let error): error is CancellationError ? "cancelled" : "failure: \(error)"
            }
        return "BoltsTask<\(Success.self)>(\(outcome))"
    }

    /// The same as ``description``, with the task's name in front if diagnostics know one.
    ///
    /// It does not count as observing a failure.
    public var debugDescription: String {
        let name = bolts_diagnostics_enabled() ? DiagnosticRegistry.name(of: self) : nil
        let outcome =
            switch currentStatus {
            case .pending: "pending"
            case .success: "success: \(typedResolved.success)"
            case .failure: "failure: \(typedResolved.failure.map { "\($0)" } ?? "unknown")"
            case .cancelled: "cancelled"
            }
        return (name.map { "\($0): " } ?? "") + "BoltsTask<\(Success.self)>(\(outcome))"
    }

    /// The state as `dump` and debuggers show it: the status, and the result or the error.
    ///
    /// It does not count as observing a failure.
    public var customMirror: Mirror {
        let task = typedResolved
        let children: KeyValuePairs<String, Any> =
            switch task.isDone ? task.status : .pending {
            case .pending: ["status": "pending"]
            case .success: ["status": "success", "result": task.success]
            case .failure: ["status": "failure", "error": task.failure as Any]
            case .cancelled: ["status": "cancelled"]
            }
        return Mirror(self, children: children, displayStyle: .class, ancestorRepresentation: .suppressed)
    }
}
