import BoltsTasks
import BoltsTestSupport
import Synchronization

/// A fake of the server in Bolts' documents, with completion blocks like Parse's.
///
/// A test makes it answer one request at a time, on the test's thread.
final class ParseServer: Sendable {
    private struct State: Sendable {
        var objects: [String: [PFObject]]
        var failures: [String: any Error] = [:]
        var requests: [String] = []
    }

    private let requests = ManualExecutor()
    private let state: Mutex<State>

    init(_ objects: [String: [PFObject]] = [:]) { state = Mutex(State(objects: objects)) }

    /// The requests so far, in order: `find Student`, `save Ann`.
    var log: [String] { state.withLock { $0.requests } }

    func objects(of className: String) -> [PFObject] { state.withLock { $0.objects[className] ?? [] } }

    /// Makes one kind of request fail from now on.
    func fail(_ request: String, with error: any Error) { state.withLock { $0.failures[request] = error } }

    /// Answers the oldest request, and returns whether there was one.
    @discardableResult
    func answerNext() -> Bool { requests.runNext() }

    /// Answers requests until there are none.
    func answerAll() { requests.runAll() }

    func findInBackground(
        _ query: PFQuery,
        block: @escaping @Sendable (_ objects: [PFObject]?, _ error: (any Error)?) -> Void
    ) {
        request("find", query.className) { [self] error in
            block(error == nil ? query.matches(among: objects(of: query.className)) : nil, error)
        }
    }

    func saveInBackground(
        _ object: PFObject,
        block: @escaping @Sendable (_ object: PFObject?, _ error: (any Error)?) -> Void
    ) {
        request("save", name(of: object)) { error in block(error == nil ? object : nil, error) }
    }

    func fetchInBackground(
        _ object: PFObject,
        block: @escaping @Sendable (_ object: PFObject?, _ error: (any Error)?) -> Void
    ) {
        request("fetch", name(of: object)) { error in block(error == nil ? object : nil, error) }
    }

    func deleteInBackground(_ object: PFObject, block: @escaping @Sendable (_ error: (any Error)?) -> Void) {
        request("delete", name(of: object)) { [self] error in
            if error == nil {
                state.withLock { state in
                    for className in state.objects.keys { state.objects[className]?.removeAll { $0 === object } }
                }
            }
            block(error)
        }
    }

    private func name(of object: PFObject) -> String { object["name"] as? String ?? "nameless" }

    private func request(
        _ kind: String,
        _ name: String,
        answer: @escaping @Sendable (_ error: (any Error)?) -> Void
    ) {
        state.withLock { $0.requests.append("\(kind) \(name)") }
        requests.executor.execute { [self] in answer(state.withLock { $0.failures[kind] }) }
    }
}
