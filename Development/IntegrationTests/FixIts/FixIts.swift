// Old code whose names are gone. `check-fix-its.py` compiles this file and compares each error with the comment
// above the call: `// says:` in both language modes, `// Swift 5 says:` or `// Swift 6 says:` in one.
import Bolts
import BoltsObjCNames
import Foundation

let task = BFTask<Int>(error: CancellationError())
let strings = BFTask<String>(error: CancellationError())

func blocksAloneInSwift4() {
    // says: 'continueWith(block:)' has been renamed to 'continueWithBlock(_:)'
    _ = task.continueWith(block: { task in (task.result ?? 0) + 1 })
    // says: 'continueWith(block:)' has been renamed to 'continueWithTask(continuation:)'
    _ = task.continueWith(block: { task in strings })
    // says: 'continueWith(block:)' has been renamed to 'continueWithBlock(_:)'
    task.continueWith(block: { task in
        print(task)
        return nil
    })
    // says: 'continueOnSuccessWith(block:)' has been renamed to 'continueWithSuccessBlock(_:)'
    _ = task.continueOnSuccessWith(block: { task in (task.result ?? 0) + 1 })
    // says: 'continueOnSuccessWith(block:)' has been renamed to 'continueWithSuccessBlock(_:)'
    _ = task.continueOnSuccessWith(block: { task in strings })
    // says: 'continueOnSuccessWith(block:)' has been renamed to 'continueWithSuccessBlock(_:)'
    task.continueOnSuccessWith(block: { task in
        print(task)
        return nil
    })
}

// Xcode completed a block as `-> Any?`. Such a block may return a task, which `continueWith` would not wait for.
func blocksThatMayReturnTasks() {
    // Swift 5 says: 'continueWith(block:)' has been renamed to 'continueWithBlock(_:)'
    task.continueWith(block: { task -> Any? in strings })
    // Swift 5 says: 'continueWith(block:)' has been renamed to 'continueWithBlock(_:)'
    task.continueWith(block: { task -> AnyObject? in strings })
    // Swift 5 says: 'continueWith(block:)' has been renamed to 'continueWithBlock(_:)'
    task.continueWith(block: { task -> Any in strings })
    // says: 'continueWith(block:)' has been renamed to 'continueWithBlock(_:)'
    task.continueWith(block: { task -> (any Sendable)? in strings })
    // says: 'continueWith(block:)' has been renamed to 'continueWithBlock(_:)'
    task.continueWith(block: { task -> BFTask<String>? in strings })
    // Swift 5 says: 'continueOnSuccessWith(block:)' has been renamed to 'continueWithSuccessBlock(_:)'
    task.continueOnSuccessWith(block: { task -> Any? in strings })
}

func methodsAsInSwift3() {
    // says: 'continue' has been renamed to 'continueWithBlock(_:)'
    task.continue({ task in print(task) })
    // says: 'continue' has been renamed to 'continueWithBlock(_:)'
    task.continue({ task in
        print(task)
        return nil
    })
    // says: 'continue(successBlock:)' has been renamed to 'continueWithSuccessBlock(_:)'
    task.continue(successBlock: { task in strings })
    // says: 'continue(with:with:)' has been renamed to 'continueWithExecutor(_:withBlock:)'
    task.continue(with: BFExecutor.default(), with: { task in strings })
    // says: 'continue(with:withSuccessBlock:)' has been renamed to 'continueWithExecutor(_:withSuccessBlock:)'
    task.continue(with: BFExecutor.mainThread(), withSuccessBlock: { task in strings })
    // says: 'continue(_:cancellationToken:)' has been renamed to 'continueWithBlock(_:cancellationToken:)'
    task.continue({ task in print(task) }, cancellationToken: nil)
    // says: 'continue(with:block:cancellationToken:)' has been renamed to 'continueWithExecutor(_:block:cancellationToken:)'
    task.continue(with: BFExecutor.default(), block: { task in print(task) }, cancellationToken: nil)
}

func tasksWithoutAResult() {
    // says: 'init(result:)' is unavailable: Use 'BoltsTask<Void>(result: ())'
    _ = BFTask<String>(result: nil)
}

func sourcesGivenNil(source: BFTaskCompletionSource<String>, result: String?) {
    // says: 'set(result:)' is unavailable: Unwrap the result, or create a 'TaskCompletionSource<Value?>'.
    source.set(result: nil)
    // says: 'trySet(result:)' is unavailable: Unwrap the result, or create a 'TaskCompletionSource<Value?>'.
    source.trySet(result: result)
    // says: 'setResult' is unavailable: Unwrap the result, or create a 'TaskCompletionSource<Value?>'.
    source.setResult(nil)
    // says: 'trySetResult' is unavailable: Unwrap the result, or create a 'TaskCompletionSource<Value?>'.
    source.trySetResult(result)
    // says: 'set(error:)' is unavailable: Unwrap the error: a task fails with one.
    source.set(error: task.error)
    // The messages above do not hide those of other mistakes.
    // says: cannot convert value of type 'Int' to expected argument type 'String'
    source.set(result: 1)
}

func tasksThatHaveNoResult() {
    // says: A delay has no result: use 'BoltsTask<Void>(delay:)', or 'BoltsTask<Value?>(delay:)'.
    _ = BFTask<String>(delay: 10)
    // says: This task has no result: use 'BoltsTask<Void>(forCompletionOfAllTasks:)', or 'BoltsTask<Value?>'.
    _ = BFTask<String>(forCompletionOfAllTasks: [task])
    // says: Without tasks the result is nil: use 'BoltsTask<Value?>(forCompletionOfAnyTask:)' and 'cast(to:)'.
    _ = BFTask<String>(forCompletionOfAnyTask: [task])
}

func errorsOfNoDeclaredType() {
    // says: Declare the type: '{ (error: any Error) in … }' is given every error.
    task.continueOnErrorWith { error in
        print(error)
        return 0
    }
    // says: Declare the type: '{ (error: any Error) in … }' is given every error.
    task.continueOnErrorWith { _ in 0 }
    // says: Declare the type: '{ (error: any Error) in … }' is given every error.
    task.continueOnErrorWith(.mainThread) { _ in 0 }
    // says: Declare the type: '{ (error: any Error) in … }' is given every error.
    task.continueOnErrorWithTask { _ in BoltsTask(result: 0) }
    // says: Declare the type: '{ (error: any Error) in … }' is given every error.
    task.continueOnErrorWithTask(.mainThread) { _ in BoltsTask(result: 0) }
}

// New code that forgot `Task` at the end of the name is told so; it is not an old block.
func tasksOfTasks(queue: DispatchQueue) async throws {
    // says: 'continueOnSuccessWith(continuation:)' has been renamed to 'continueOnSuccessWithTask(continuation:)'
    let byType: BoltsTask<String> = task.continueOnSuccessWith { _ in strings }
    // says: 'continueOnSuccessWith(continuation:)' has been renamed to 'continueOnSuccessWithTask(continuation:)'
    let named: BoltsTask<String> = task.continueOnSuccessWith { number in strings }
    // says: cannot convert value of type 'BoltsTask<String>' to closure result type 'String'
    let onQueue: BoltsTask<String> = task.continueOnSuccessWith(.queue(queue)) { _ in strings }
    // says: 'continueWith(block:)' has been renamed to 'continueWithTask(continuation:)'
    let onAnyOutcome: BoltsTask<String> = task.continueWith { _ in strings }
    // says: 'continueOnSuccessWith(continuation:)' has been renamed to 'continueOnSuccessWithTask(continuation:)'
    let text: String = try await task.continueOnSuccessWith { _ in strings }.value
    print(byType, named, onQueue, onAnyOutcome, text)
}

func aTaskOfATask() -> BoltsTask<String> {
    // says: 'continueOnSuccessWith(continuation:)' has been renamed to 'continueOnSuccessWithTask(continuation:)'
    task.continueOnSuccessWith { _ in strings }
}

func untypedDictionaries(link: AppLink) {
    let extras: [String: Any] = ["from": "search"]
    // says: Use '[String: AppLinkValue]' for the extras, and 'AppLinkData(json: […])' for the data.
    _ = AppLinkNavigation(appLink: link, extras: extras, appLinkData: ["ref": 1])
}

func errorPointers(navigation: AppLinkNavigation) {
    var error: NSError?
    // says: Use 'navigate(cancellationToken: .none)': the task's result has the type, and an error fails it.
    let type = navigation.navigate(&error)
    print(type, error ?? "")
    // says: Use 'navigate(cancellationToken: .none)': the task's result has the type, and an error fails it.
    _ = navigation.navigate(nil)
    // says: Use the 'type' of the result of 'navigate(cancellationToken:)', or 'preview()'.
    _ = AppLinkNavigation.navigationType(for: navigation.appLink)
    // says: Use the 'type' of the result of 'navigate(cancellationToken:)', or 'preview()'.
    _ = navigation.navigationType()
    // says: Use 'AppLinkNavigation(appLink: link).navigate(cancellationToken: .none)': its result has the type, and an error fails it.
    _ = AppLinkNavigation.navigate(to: navigation.appLink, error: &error)
}

struct OldResolver {
    let url: URL
}

// says: type 'OldResolver' does not conform to protocol 'AppLinkResolving'
extension OldResolver: AppLinkResolving {
    func appLinkFromURL(inBackground url: URL) -> BoltsTask<AppLink> { BoltsTask(error: CancellationError()) }
}

// Whoever awaits the value of a task gets the result by itself, and is told so.
func valuesOfTasks(
    resolver: HTTPAppLinkResolver,
    navigation: AppLinkNavigation,
    opener: RecordingOpener,
    url: URL
) async throws {
    // says: 'appLink(for:)' is unavailable: write 'try await appLink(for:)', or pass a cancellationToken for a task
    _ = try await resolver.appLink(for: url).value
    // says: 'page(at:)' is unavailable: write 'try await page(at:)', or pass a cancellationToken for a task
    _ = try await resolver.page(at: url).value
    // says: write 'try await navigate(opener:)', or pass a cancellationToken for a task
    _ = try await navigation.navigate(opener: opener).value
    // says: write 'try await navigate()', or pass a cancellationToken for a task
    _ = try await navigation.navigate().value
    // says: write 'try await navigate(to:)', or pass a cancellationToken for a task
    _ = try await AppLinkNavigation.navigate(to: url).value
    // says: write 'try await navigate(to:opener:)', or pass a cancellationToken for a task
    _ = try await AppLinkNavigation.navigate(to: url, opener: opener).value
}
