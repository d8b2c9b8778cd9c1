import BoltsObjCNames
import BoltsTasks
import Foundation
import Synchronization

/// The asynchronous methods that the examples of Bolts' README assume, written as the README shows.
extension ParseServer {
    @available(*, deprecated)
    func findAsync(_ query: PFQuery) -> BFTask<[PFObject]> {
        let task = BFTaskCompletionSource<[PFObject]>()
        findInBackground(query) { objects, error in
            if error == nil {
                task.setResult(objects!)
            } else {
                task.setError(error!)
            }
        }
        return task.task
    }

    @available(*, deprecated)
    func saveAsync(_ object: PFObject) -> BFTask<PFObject> {
        let task = BFTaskCompletionSource<PFObject>()
        saveInBackground(object) { object, error in
            if error == nil {
                task.setResult(object!)
            } else {
                task.setError(error!)
            }
        }
        return task.task
    }

    @available(*, deprecated)
    func deleteAsync(_ object: PFObject) -> BFTask<BFVoid> {
        let task = BFTaskCompletionSource<BFVoid>()
        deleteInBackground(object) { error in
            if error == nil {
                task.setResult(())
            } else {
                task.setError(error!)
            }
        }
        return task.task
    }

    @available(*, deprecated)
    func fetchAsync(_ object: PFObject) -> BFTask<PFObject> {
        let task = BFTaskCompletionSource<PFObject>()
        fetchInBackground(object) {
            (object: PFObject?, error: (any Error)?) -> Void in
            if error == nil {
                task.setResult(object!)
            } else {
                task.setError(error!)
            }
        }
        return task.task
    }
}

/// Records texts in order.
final class Notes: Sendable {
    private let storage = Mutex<[String]>([])

    func add(_ note: String) { storage.withLock { $0.append(note) } }
    var all: [String] { storage.withLock { $0 } }
}

let anError = NSError(domain: "example.com", code: -1)
