import Bolts  // The SDK's.
import BoltsTasks

extension BFTask {
    /// The same outcome as a task of this package.
    public func boltsTask() -> BoltsTask<ResultType?> {
        let source = TaskCompletionSource<ResultType?>()
        continueWith { task in
            if task.isCancelled {
                source.cancel()
            } else if let error = task.error {
                source.set(error: error)
            } else {
                source.set(result: task.result)
            }
            return nil
        }
        return source.task
    }
}
