import Bolts
import Foundation

// Code written for Bolts for Objective-C, in Swift 3 to 5. Comments show the old code where it had to change.

enum StoreError: Error { case gone }

class Post {
    let title: String
    init(title: String) { self.title = title }
}

@available(*, deprecated)
class PostStore {
    private let queue = DispatchQueue(label: "store")
    private(set) var shown: [String] = []
    private(set) var deleted: [Int] = []

    func fetch(_ id: Int) -> BFTask<Post> {
        let source = BFTaskCompletionSource<Post>()
        queue.async {
            if id < 0 {
                source.set(error: StoreError.gone)
            } else {
                source.set(result: Post(title: "post \(id)"))
            }
        }
        return source.task
    }

    // Was: continueWith(block:).
    func copy(_ id: Int) -> BFTask<Post> {
        fetch(id).continueWithBlock { task in
            let post = task.result!
            return Post(title: "copy of \(post.title)")
        }
    }

    // Was: BFTask<AnyObject>.
    func title(_ id: Int) -> BFTask<Any?> {
        fetch(id).continueWith(
            executor: BFExecutor.default(),
            block: { (task: BFTask<Post>) -> Any? in
                if task.isFaulted { return "nothing" }
                return self.fetch(id + 1)
            }
        )
    }

    @discardableResult
    func show(_ id: Int) -> BFTask<(any Sendable)?> {  // Was: BFTask<AnyObject>.
        fetch(id).continueWith(executor: BFExecutor.mainThread()) { task in
            if task.isCancelled {
                self.shown.append("cancelled")
            } else if let error = task.error {
                self.shown.append("\(error)")
            } else {
                self.shown.append(task.result!.title)
            }
            return nil
        }
    }

    func delete(_ id: Int) -> BFTask<BFVoid> {
        BFTask(delay: 1).continueWithBlock { _ in
            self.queue.sync { self.deleted.append(id) }
        }
    }

    // Was: BFTask<AnyObject>(result: nil).
    func deleteInOrder(_ ids: [Int]) -> BFTask<BFVoid> {
        var task = BFTask<BFVoid>(result: ())
        for id in ids {
            task = task.continueWithSuccessBlock { _ in self.delete(id) }
        }
        return task
    }

    func deleteAtOnce(_ ids: [Int]) -> BFTask<BFVoid> {
        BFTask(forCompletionOfAllTasks: ids.map { delete($0) })
    }

    func fetch(_ id: Int, token: BFCancellationToken) -> BFTask<Post> {
        fetch(id).continueWith(block: { task in task }, cancellationToken: token)
    }

    /// Returns the state of the continuation's task for each way to declare a block that returns `task`.
    func everyDeclarationOfABlock(returning task: BFTask<String>) -> [() -> String] {
        let fetched = BFTask(result: 1)
        return [
            standing(fetched.continueWithBlock { _ -> Any? in task }),
            standing(fetched.continueWithBlock { _ -> AnyObject? in task }),
            standing(fetched.continueWithBlock { _ -> Any in task }),
            standing(fetched.continueWithBlock { _ -> AnyObject in task }),
            standing(fetched.continueWithBlock { _ -> BFTask<String>? in task }),
            standing(fetched.continueWithBlock { _ -> BFTask<String> in task }),
            standing(fetched.continueWithSuccessBlock { _ -> Any? in task }),
            standing(fetched.continueWith(executor: .default, block: { _ -> Any? in task })),
            standing(fetched.continueWithExecutor(.immediate, withSuccessBlock: { _ -> AnyObject? in task })),
            standing(fetched.continueWith(block: { _ -> Any? in task }, cancellationToken: nil)),
        ]
    }

    /// The same with the new methods, to which a closure is passed without its old label.
    func everyDeclarationOfAClosure(returning task: BFTask<String>) -> [() -> String] {
        let fetched = BFTask(result: 1)
        return [
            standing(fetched.continueWith { _ -> Any? in task }),
            standing(fetched.continueWith { _ -> AnyObject? in task }),
            standing(fetched.continueWith { _ -> Any in task }),
            standing(fetched.continueWith { _ -> AnyObject in task }),
            standing(fetched.continueWith(.immediate) { _ -> Any? in task }),
            standing(fetched.continueOnSuccessWith { _ -> Any? in task }),
            standing(fetched.then { _ -> Any? in task }),
            standing(fetched.always { _ -> Any? in task }),
        ]
    }

    private func standing<Result>(_ task: BFTask<Result>) -> () -> String {
        { task.isCompleted ? task.error == nil ? "succeeded" : "failed" : "pending" }
    }
}
