public import BoltsTasks
public import Foundation

extension BoltsTask where Success == Void {
    /// Creates a task that succeeds after a delay in milliseconds.
    @available(*, deprecated, message: "Use 'BoltsTask.withDelay(.milliseconds(…))'.")
    public convenience init(
        delay milliseconds: Int32,
        cancellationToken: CancellationToken? = nil,
        file: StaticString = #fileID,
        line: UInt = #line,
        function: StaticString = #function
    ) {
        let delay = BoltsTask.withDelay(
            .milliseconds(Int64(milliseconds)),
            cancellationToken: cancellationToken ?? .none
        )
        self.init(completingWith: delay, as: .delay, file: file, line: line, function: function)
    }

    /// Creates a task that succeeds after a delay in milliseconds.
    @available(*, deprecated, message: "Use 'BoltsTask.withDelay(.milliseconds(…))'.")
    public static func taskWithDelay(
        _ milliseconds: Int32,
        cancellationToken: CancellationToken? = nil,
        file: StaticString = #fileID,
        line: UInt = #line,
        function: StaticString = #function
    ) -> BoltsTask<Void> {
        withDelay(
            .milliseconds(Int64(milliseconds)),
            cancellationToken: cancellationToken ?? .none,
            file: file,
            line: line,
            function: function
        )
    }

    /// Creates a task that succeeds after a delay in seconds: Bolts-Swift's name.
    @available(*, deprecated, message: "Use 'BoltsTask.withDelay(.seconds(…))'.")
    public static func withDelay(
        _ seconds: TimeInterval,
        file: StaticString = #fileID,
        line: UInt = #line,
        function: StaticString = #function
    ) -> BoltsTask<Void> {
        withDelay(.seconds(seconds), file: file, line: line, function: function)
    }
}

extension BoltsTask {
    /// Creates a task that succeeds after a delay in milliseconds.
    ///
    /// It has no result; Objective-C's type did not state one.
    @available(
        *,
        unavailable,
        message: "A delay has no result: use 'BoltsTask<Void>(delay:)', or 'BoltsTask<Value?>(delay:)'."
    )
    public convenience init(delay milliseconds: Int32, cancellationToken: CancellationToken? = nil) {
        fatalError("unavailable")
    }

    /// Creates a task that succeeds after a delay in milliseconds, for code that expects a result that may be `nil`.
    @available(*, deprecated, message: "Use 'BoltsTask.withDelay(.milliseconds(…))', which has no result.")
    @_disfavoredOverload
    public convenience init<Value: Sendable>(
        delay milliseconds: Int32,
        cancellationToken: CancellationToken? = nil,
        file: StaticString = #fileID,
        line: UInt = #line,
        function: StaticString = #function
    ) where Success == Value? {
        let delay = BoltsTask<Void>
            .withDelay(.milliseconds(Int64(milliseconds)), cancellationToken: cancellationToken ?? .none)
        let withoutResult = delay.continueOnSuccessWith(.immediate) { Value?.none }
        self.init(completingWith: withoutResult, as: .delay, file: file, line: line, function: function)
    }
}
