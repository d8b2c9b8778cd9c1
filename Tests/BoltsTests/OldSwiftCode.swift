import Bolts  // Was: BoltsSwift.
import Foundation

// Code written for Bolts-Swift. `Task` and `Executor` became `BoltsTask` and `BoltsExecutor`.

struct User {
    var name: String
}

@available(*, deprecated)
final class UserStore {
    private(set) var users: [Int: User] = [:]
    private let executor: BoltsExecutor

    init(executor: BoltsExecutor = BoltsExecutor.mainThread) { self.executor = executor }

    func user(_ id: Int) -> BoltsTask<User> {
        let source = TaskCompletionSource<User>()
        DispatchQueue.global().async {
            if id > 0 {
                source.set(result: User(name: "user \(id)"))
            } else if id == 0 {
                source.cancel()
            } else {
                source.set(error: StoreError.gone)
            }
        }
        return source.task
    }

    func names(_ ids: [Int]) -> BoltsTask<[String]> {
        BoltsTask.whenAllResult(ids.map { user($0) }).continueOnSuccessWith { $0.map { $0.name } }
    }

    // Was: continueOnErrorWith { error in.
    func remember(_ id: Int) -> BoltsTask<Void> {
        user(id).continueOnSuccessWith(.mainThread) { user in
            self.users[id] = user
        }.continueOnErrorWith(.mainThread) { (_: any Error) in
            self.users[id] = User(name: "unknown")
        }
    }

    func next(after number: Int) -> BoltsTask<Int> {
        BoltsTask(number).continueWithTask { task in
            BoltsTask<Void>.withDelay(0.001).continueWith { _ in (task.result ?? 0) + 1 }
        }.continueWith(.queue(.main)) { task in
            if task.faulted || task.cancelled { return 0 }
            return task.result!
        }
    }

    func isOnMainThread() -> BoltsTask<Bool> {
        user(1).continueWith(executor) { _ in MainActor.assumeIsolated { true } }
    }

    func answer() -> BoltsTask<Int> { BoltsTask.execute(.default) { 42 } }
    func broken() -> BoltsTask<Int> { BoltsTask(error: StoreError.gone) }
    func cancelled() -> BoltsTask<Int> { BoltsTask.cancelledTask() }
}
