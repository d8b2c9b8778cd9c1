// What the compiler says to code that stands on Bolts, where a name cannot be as it was. `Scripts/check-fix-its.py`
// compiles this and holds what is said against the comments.
import Bolts
import Foundation

let task = BFTask<Int>(error: CancellationError())
let strings = BFTask<String>(error: CancellationError())

func asSwiftSawTheMethods() {
    // says: 'continueWith(block:)' has been renamed to 'continueWith(continuation:)'
    _ = task.continueWith(block: { task in (task.result ?? 0) + 1 })
    // says: 'continueWith(block:)' has been renamed to 'continueWithTask(continuation:)'
    _ = task.continueWith(block: { task in strings })
    // says: 'continueWith(block:)' has been renamed to 'continueWithBlock(_:)'
    task.continueWith(block: { task in
        print(task)
        return nil
    })
    // says: 'continueOnSuccessWith(block:)' is unavailable: Use 'continueOnSuccessWith { result in … }'
    _ = task.continueOnSuccessWith(block: { task in (task.result ?? 0) + 1 })
    // says: 'continueOnSuccessWith(block:)' is unavailable: Use 'continueOnSuccessWithTask { result in … }'
    _ = task.continueOnSuccessWith(block: { task in strings })
    // says: 'continueOnSuccessWith(block:)' has been renamed to 'continueWithSuccessBlock(_:)'
    task.continueOnSuccessWith(block: { task in
        print(task)
        return nil
    })
    // says: 'init(result:)' is unavailable: Use 'BoltsTask<Void>(result: ())'
    _ = BFTask<String>(result: nil)
}

func withoutATypeOfErrors() {
    // says: Say which errors: '{ (error: any Error) in … }' is given all of them.
    task.continueOnErrorWith { error in
        print(error)
        return 0
    }
    // says: Say which errors: '{ (error: any Error) in … }' is given all of them.
    task.continueOnErrorWith { _ in 0 }
    // says: Say which errors: '{ (error: any Error) in … }' is given all of them.
    task.continueOnErrorWith(.mainThread) { _ in 0 }
    // says: Say which errors: '{ (error: any Error) in … }' is given all of them.
    task.continueOnErrorWithTask { _ in BoltsTask(result: 0) }
    // says: Say which errors: '{ (error: any Error) in … }' is given all of them.
    task.continueOnErrorWithTask(.mainThread) { _ in BoltsTask(result: 0) }
}

func withDictionariesOfAnything(link: AppLink) {
    let extras: [String: Any] = ["from": "search"]
    // says: Use '[String: JSONValue]' for the extras, and 'AppLinkData(json: […])' for the data.
    _ = AppLinkNavigation(appLink: link, extras: extras, appLinkData: ["ref": 1])
}

func withAnErrorPointer(navigation: AppLinkNavigation) {
    var error: NSError?
    // says: Use 'navigate()', a task whose result has the type; its error fails the task.
    let type = navigation.navigate(&error)
    print(type, error ?? "")
}
