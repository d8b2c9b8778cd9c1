// swift-format-ignore-file
import Bolts
import Foundation

/// An object of the server's database.
class StoredObject {
    let className: String
    var identifier: String?
    var fields: [String: Any]

    init(className: String, fields: [String: Any] = [:]) {
        self.className = className
        self.fields = fields
    }

    subscript(key: String) -> Any? {
        get { return fields[key] }
        set { fields[key] = newValue }
    }
}

class StoredList {
    let objects: [StoredObject]
    init(_ objects: [StoredObject]) { self.objects = objects }
}

/// Reads and writes objects, as Parse's client did in the time of Swift 3.
class ParseClient {
    private let network: Network
    private var cache: [String: StoredObject] = [:]
    private let cacheExecutor = BFExecutor.immediate()

    init(network: Network) {
        self.network = network
    }

    // MARK: Requests

    func send(_ path: String) -> BFTask<AnyObject> {
        let source = BFTaskCompletionSource<AnyObject>()
        network.request(path) { answer, error in
            if let error = error {
                source.setError(error)
            } else {
                source.setResult(answer as AnyObject)
            }
        }
        return source.task
    }

    func fetch(_ className: String, id: String) -> BFTask<StoredObject> {
        if let cached = cache[id] {
            return BFTask(result: cached)
        }
        return send("\(className)/\(id)").continue(successBlock: { (task: BFTask<AnyObject>) -> AnyObject? in
            let fields = task.result as! [String: Any]
            let object = StoredObject(className: className, fields: fields)
            object.identifier = id
            self.cache[id] = object
            return object
        }) as! BFTask<StoredObject>
    }

    func find(_ className: String) -> BFTask<StoredList> {
        let request = send(className)
        return request.continue(with: cacheExecutor, withSuccessBlock: { (task: BFTask<AnyObject>) -> AnyObject? in
            guard let answer = task.result as? [String: Any], let names = answer["results"] as? [String] else {
                return BFTask<AnyObject>(error: Network.Failure("no results"))
            }
            return StoredList(names.map { StoredObject(className: className, fields: ["name": $0]) })
        }) as! BFTask<StoredList>
    }

    func save(_ object: StoredObject) -> BFTask<AnyObject> {
        return send("save/\(object["name"] as? String ?? "unnamed")").continue({ task in
            if task.isFaulted {
                return task
            }
            object.identifier = (task.result as? [String: Any])?["objectId"] as? String
            return object
        })
    }

    func delete(_ object: StoredObject) -> BFTask<AnyObject> {
        let path = "delete/\(object["name"] as? String ?? "unnamed")"
        return send(path).continue({ (task: BFTask<AnyObject>) -> Any? in
            if let error = task.error {
                self.network.transcript.add("could not delete: \(error)")
            }
            return nil
        })
    }

    /// The answer is only known to be there if somebody has asked for it.
    func cachedName(of id: String) -> BFTask<AnyObject> {
        return BFTask<AnyObject>(result: cache[id]?["name"] as AnyObject?)
    }
}
