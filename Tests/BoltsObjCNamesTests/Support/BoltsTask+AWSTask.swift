import BoltsTasks

extension BoltsTask {
    /// A task of what `read` copies out of the result of a task of the AWS SDK.
    static func from<Answer>(_ task: AWSTask<Answer>, _ read: @escaping (Answer?) throws -> Success) -> BoltsTask {
        let source = TaskCompletionSource<Success>()
        task.continueWith { task in
            if task.isCancelled {
                source.cancel()
            } else if let error = task.error {
                source.set(error: error)
            } else {
                source.set(Result { try read(task.result) })
            }
            return nil
        }
        return source.task
    }
}
