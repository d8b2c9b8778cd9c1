// swift-format-ignore-file
import Bolts
import Foundation

/// An object of the server's database.
final class StoredObject {
    let className: String
    var identifier: String?
    var fields: [String: any Sendable]

    init(className: String, fields: [String: any Sendable] = [:]) {
        self.className = className
        self.fields = fields
    }

    subscript(key: String) -> (any Sendable)? {
        get { return fields[key] }
        set { fields[key] = newValue }
    }
}

final class StoredList: Sendable {
    let objects: [StoredObject]
    init(_ objects: [StoredObject]) { self.objects = objects }
}

/// Reads and writes objects, as Parse's client did in the time of Swift 3.
final class ParseClient {
    private let network: Network
    private var cache: [String: StoredObject] = [:]

    init(network: Network) {
        self.network = network
    }

    // MARK: Requests

    func send(_ path: String) -> BFTask<BFResult> {
        let source = BFTaskCompletionSource<BFResult>()
        network.request(path) { answer, error in
            if let error = error {
                source.setError(error)
            } else {
                source.setResult(answer)
            }
        }
        return source.task
    }

    func fetch(_ className: String, id: String) -> BFTask<StoredObject> {
        if let cached = cache[id] {
            return BFTask(result: cached)
        }
        return send("\(className)/\(id)").then { answer in
            let fields = answer as! [String: any Sendable]
            let object = StoredObject(className: className, fields: fields)
            object.identifier = id
            self.cache[id] = object
            return object
        }
    }

    func find(_ className: String) -> BFTask<StoredList> {
        let request = send(className)
        return request.then { answer in
            guard let answer = answer as? [String: Any], let names = answer["results"] as? [String] else {
                throw Network.Failure("no results")
            }
            return StoredList(names.map { StoredObject(className: className, fields: ["name": $0]) })
        }
    }

    func save(_ object: StoredObject) -> BFTask<BFResult> {
        return send("save/\(object["name"] as? String ?? "unnamed")").always({ task -> BFResult in
            if task.isFaulted {
                return task
            }
            object.identifier = (task.result as? [String: Any])?["objectId"] as? String
            return object
        })
    }

    func delete(_ object: StoredObject) -> BFTask<BFResult> {
        let path = "delete/\(object["name"] as? String ?? "unnamed")"
        return send(path).always({ (task: BFTask<BFResult>) -> BFResult in
            if let error = task.error {
                self.network.transcript.add("could not delete: \(error)")
            }
            return nil
        })
    }

    /// The answer is only known to be there if somebody has asked for it.
    func cachedName(of id: String) -> BFTask<BFResult> {
        return BFTask<BFResult>(result: cache[id]?["name"])
    }
}
