public import BoltsTasks
public import Foundation

extension BoltsTask where Success == Void {
    /// Creates a task that succeeds after a delay in milliseconds.
    @available(*, deprecated, message: "Use 'BoltsTask.withDelay(.milliseconds(…))'.")
    public convenience init(delay milliseconds: Int32, cancellationToken: CancellationToken? = nil) {
        self.init(completingWith: taskDelayed(by: milliseconds, cancellationToken))
    }

    /// Creates a task that succeeds after a delay in milliseconds.
    @available(*, deprecated, message: "Use 'BoltsTask.withDelay(.milliseconds(…))'.")
    public static func taskWithDelay(
        _ milliseconds: Int32,
        cancellationToken: CancellationToken? = nil
    ) -> BoltsTask<Void> {
        taskDelayed(by: milliseconds, cancellationToken)
    }

    /// Creates a task that succeeds after a delay in seconds: Bolts-Swift's name.
    @available(*, deprecated, message: "Use 'BoltsTask.withDelay(.seconds(…))'.")
    public static func withDelay(_ seconds: TimeInterval) -> BoltsTask<Void> {
        withDelay(.seconds(seconds))
    }
}

extension BoltsTask {
    /// Creates a task that succeeds after a delay in milliseconds, in a place that expects a result that may be `nil`.
    @available(*, deprecated, message: "Use 'BoltsTask.withDelay(.milliseconds(…))', which has no result.")
    @_disfavoredOverload
    public convenience init<Value: Sendable>(
        delay milliseconds: Int32,
        cancellationToken: CancellationToken? = nil
    ) where Success == Value? {
        let delay = taskDelayed(by: milliseconds, cancellationToken).continueOnSuccessWith(.immediate) { Value?.none }
        self.init(completingWith: delay)
    }
}

private func taskDelayed(by milliseconds: Int32, _ token: CancellationToken?) -> BoltsTask<Void> {
    BoltsTask.withDelay(.milliseconds(Int64(milliseconds)), cancellationToken: token ?? .none)
}
