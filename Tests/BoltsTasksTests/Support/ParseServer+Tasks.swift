import BoltsTasks
import ParseFakes

/// The methods that Bolts' documents assume: each returns a task.
extension ParseServer {
    func findAsync(_ query: PFQuery) -> BoltsTask<[PFObject]> {
        let source = TaskCompletionSource<[PFObject]>()
        findInBackground(query) { objects, error in source.complete(objects, error) }
        return source.task
    }

    func saveAsync(_ object: PFObject) -> BoltsTask<PFObject> {
        let source = TaskCompletionSource<PFObject>()
        saveInBackground(object) { object, error in source.complete(object, error) }
        return source.task
    }

    func fetchAsync(_ object: PFObject) -> BoltsTask<PFObject> {
        let source = TaskCompletionSource<PFObject>()
        fetchInBackground(object) { object, error in source.complete(object, error) }
        return source.task
    }

    func deleteAsync(_ object: PFObject) -> BoltsTask<Void> {
        let source = TaskCompletionSource<Void>()
        deleteInBackground(object) { error in source.complete((), error) }
        return source.task
    }
}

extension TaskCompletionSource {
    fileprivate func complete(_ result: Success?, _ error: (any Error)?) {
        if let error {
            set(error: error)
        } else if let result {
            set(result: result)
        }
    }
}
