public import BoltsTasks
public import Foundation

extension BoltsTask where Success == Void {
    /// A task that completes after some milliseconds.
    @available(*, deprecated, message: "Use 'BoltsTask.withDelay(.milliseconds(…))'.")
    public convenience init(delay milliseconds: Int32, cancellationToken: CancellationToken? = nil) {
        self.init(endingAs: .taskDelayed(by: milliseconds, cancellationToken))
    }

    /// A task that completes after some milliseconds.
    @available(*, deprecated, message: "Use 'BoltsTask.withDelay(.milliseconds(…))'.")
    public static func taskWithDelay(
        _ milliseconds: Int32,
        cancellationToken: CancellationToken? = nil
    ) -> BoltsTask<Void> {
        taskDelayed(by: milliseconds, cancellationToken)
    }

    /// A task that completes after some seconds: Bolts-Swift's delay.
    @available(*, deprecated, message: "Use 'BoltsTask.withDelay(.seconds(…))'.")
    public static func withDelay(_ seconds: TimeInterval) -> BoltsTask<Void> {
        withDelay(.seconds(seconds))
    }

    fileprivate static func taskDelayed(by milliseconds: Int32, _ token: CancellationToken?) -> BoltsTask<Void> {
        withDelay(.milliseconds(Int64(milliseconds)), cancellationToken: token ?? .none)
    }
}
