// Old code that compiles. `check-fix-its.py` checks that no fix-it changes what it does: `// no fix-it` above a call
// means that the compiler's warning must not offer to rename it, because the new method does not do the same.
import Bolts
import BoltsObjCNames
import Foundation

func blocksThatMayReturnTasks(_ task: BFTask<Int>, _ strings: BFTask<String>, _ token: BFCancellationToken) {
    // no fix-it
    task.continueWithBlock { task -> Any? in strings }
    // no fix-it
    task.continueWithBlock { task -> AnyObject? in strings }
    // no fix-it
    task.continueWithBlock { task -> Any in strings }
    // no fix-it
    task.continueWithBlock { task -> BFTask<String>? in strings }
    // no fix-it
    task.continueWith(executor: .default, block: { task -> Any? in strings })
    // no fix-it
    task.continueWithExecutor(.default, withBlock: { task -> Any? in strings })
    // no fix-it
    task.continueWith(executor: BFExecutor.mainThread()) { task -> Any? in strings }
    // no fix-it
    task.continueWithBlock({ task -> Any? in strings }, cancellationToken: token)
    // renamed: continueWithTask(continuation:file:line:function:)
    task.continueWithBlock { task in strings }
    // renamed: continueWithTask(_:continuation:file:line:function:)
    task.continueWith(executor: .default, block: { task in strings })
}

/// The closure of the new method is given the result and not the task.
func blocksOnSuccess(_ task: BFTask<Int>, _ strings: BFTask<String>) {
    // no fix-it
    task.continueWithSuccessBlock { task in print(task) }
    // no fix-it
    task.continueWithSuccessBlock { task in strings }
    // no fix-it
    task.continueOnSuccessWith(executor: .default, block: { task in strings })
    // no fix-it
    task.continueWithExecutor(.default, withSuccessBlock: { task in strings })
}

/// `whenAny` of BoltsTasks is another question: the first task to succeed.
func theFirstToComplete(_ strings: [BFTask<String>], _ voids: [BFTask<Void>]) {
    // no fix-it
    BoltsTask.whenAny(strings).continueWith { task in print(task) }
    // no fix-it
    BoltsTask.whenAny(strings[0], strings[1])
    // no fix-it
    BoltsTask.whenAny(voids).continueWith { task in print(task) }
}
