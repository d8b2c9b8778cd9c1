/// A stand-in for the task of the AWS SDK, a copy of Bolts for Objective-C: its classes are not `Sendable`, and a block is not
/// `@Sendable`.
final class AWSTask<ResultType: AnyObject> {
    private(set) var result: ResultType?
    private(set) var error: (any Error)?
    private(set) var isCancelled = false
    private var isCompleted = false
    private var blocks: [(AWSTask<ResultType>) -> Any?] = []

    func complete(result: ResultType? = nil, error: (any Error)? = nil, isCancelled: Bool = false) {
        (self.result, self.error, self.isCancelled, isCompleted) = (result, error, isCancelled, true)
        for block in blocks { _ = block(self) }
        blocks = []
    }

    @discardableResult
    func continueWith(block: @escaping (AWSTask<ResultType>) -> Any?) -> AWSTask<AnyObject> {
        if isCompleted { _ = block(self) } else { blocks.append(block) }
        return AWSTask<AnyObject>()
    }
}

/// An answer of the AWS SDK: a class with properties that change.
final class AWSListOutput {
    var names: [String]?

    init(_ names: [String]?) { self.names = names }
}
