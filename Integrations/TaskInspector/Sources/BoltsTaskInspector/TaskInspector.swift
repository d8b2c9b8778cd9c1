internal import BoltsTasks
internal import FlyingFox
internal import FlyingSocks
internal import Foundation

/// Serves a page on this machine that shows which tasks are pending, and what they wait for.
///
/// ```swift
/// func start() {
///     TaskDiagnostics.startTracking()
///     Task { try await TaskInspector(port: 8790).run() }
///     // then open http://127.0.0.1:8790/
/// }
/// ```
///
/// The page shows the current graph, which can be filtered, with cycles, blocked threads and abandoned tasks first. The same
/// data is available as text, JSON, Graphviz, Mermaid, and a trace. It needs no script and loads nothing from elsewhere.
///
/// It is for the user of this machine: the server listens on 127.0.0.1 only, and refuses requests from pages of other sites,
/// including requests by a name that resolves to this machine (DNS rebinding). Other users of the same machine can read it. Do
/// not start it in a program that others use.
///
/// The server needs a free thread of Swift's global executor. If a program blocks all of them, the server cannot answer; print
/// the snapshot with `TaskDiagnostics.printOnSignal()` instead.
public final class TaskInspector: Sendable {
    private let server: HTTPServer

    /// Creates a server that does not listen yet.
    ///
    /// - Parameter port: The port; 0 for any free one.
    public init(port: UInt16 = 0) {
        var address = sockaddr_in.inet(port: port)
        // 127.0.0.1
        address.sin_addr = in_addr(s_addr: UInt32(0x7F00_0001).bigEndian)
        server = HTTPServer(address: address, timeout: 5, logger: .disabled, handler: InspectorHandler())
    }

    /// Listens and answers until the Swift task that calls this is cancelled.
    ///
    /// Turns tracking on.
    ///
    /// - Throws: An error of the system if the port is taken; `CancellationError` or a socket's error when the Swift task
    ///   is cancelled.
    public func run() async throws {
        TaskDiagnostics.startTracking()
        try await server.run()
    }

    /// Waits until the server listens, and returns the page's address.
    ///
    /// - Returns: The address, such as `http://127.0.0.1:8790/`.
    /// - Throws: An error if it does not listen within a minute, and `CancellationError` if the Swift task is cancelled.
    public func address() async throws -> String {
        try await server.waitUntilListening(timeout: 60)
        guard case .ip4(_, let port) = await server.listeningAddress else { throw TaskInspectorError.isNotListening }
        return "http://127.0.0.1:\(port)/"
    }
}

enum TaskInspectorError: Error {
    case isNotListening
}

/// Passes requests on to the responder.
private struct InspectorHandler: HTTPHandler {
    func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
        let answer = InspectorResponder().answer(
            to: InspectorRequest(
                method: request.method.rawValue,
                path: request.path,
                query: request.query.map { ($0.name, $0.value) },
                host: request.headers[HTTPHeader("Host")],
                origin: request.headers[HTTPHeader("Origin")],
                fetchSite: request.headers[HTTPHeader("Sec-Fetch-Site")]
            )
        )
        var headers = HTTPHeaders()
        for (name, value) in answer.headers { headers[HTTPHeader(name)] = value }
        return HTTPResponse(
            statusCode: HTTPStatusCode(answer.status, phrase: answer.reason),
            headers: headers,
            body: Data(answer.body.utf8)
        )
    }
}
