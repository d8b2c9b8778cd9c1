#if !os(Linux) || URLSessionOnLinux
import Dispatch
import Foundation
import Synchronization

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Carries the requests of one fetch in a `URLSession` of its own.
///
/// The session is called on two queues only. On Linux, a call waits for the one queue that all sessions of the process
/// share, which a hostile page may keep busy for seconds. Timeouts and cancellation must not queue behind new requests,
/// and at most two threads may block.
final class URLSessionTransport: NSObject, Sendable {
    private struct State {
        var fetch: PageFetch?
        var session: URLSession?
        /// The fetch's request of each task of the session.
        var requests: [Int: Int] = [:]
        var isEnded = false
        /// Whether a request is being passed to the session, which must not be invalidated meanwhile.
        var isSending = false
    }

    private static let starts = DispatchQueue(label: "bolts.fetch.start")
    private static let ends = DispatchQueue(label: "bolts.fetch.end")

    private let state = Mutex(State())

    private func send(_ message: URLRequest, request: Int) {
        let isWanted = state.withLock { state in
            state.isSending = !state.isEnded
            return state.isSending
        }
        guard isWanted else { return }
        let session = state.withLock { $0.session } ?? makeSession()
        let task = session.dataTask(with: message)
        state.withLock { $0.requests[task.taskIdentifier] = request }
        task.resume()
        let isLate = state.withLock { state in
            state.isSending = false
            return state.isEnded
        }
        if isLate { endSession() }
    }

    /// Creates the session, which retains its delegate, this object, until it is invalidated.
    private func makeSession() -> URLSession {
        #if canImport(FoundationNetworking)
        let queue = InlineOperationQueue()
        #else
        let queue: OperationQueue? = nil
        #endif
        let session = URLSession(configuration: .forPages(), delegate: self, delegateQueue: queue)
        state.withLock { $0.session = session }
        return session
    }

    /// Closes the connection and releases the session.
    private func endSession() {
        guard let session = state.withLock({ $0.session.take() }) else { return }
        URLSessionTransport.ends.async { session.invalidateAndCancel() }
    }

    /// The fetch and the request that a task of the session is for; `nil` after the end.
    private func addressee(of task: URLSessionTask) -> (fetch: PageFetch, request: Int)? {
        state.withLock { state in
            guard !state.isEnded, let fetch = state.fetch, let request = state.requests[task.taskIdentifier] else {
                return nil
            }
            return (fetch, request)
        }
    }
}

extension URLSessionTransport: PageTransport {
    func load(_ request: PageRequest, for fetch: PageFetch) {
        let number = request.number
        guard let message = URLRequest(request) else {
            let problem = TransportProblem(kind: .unreachable, detail: "no URL for \(request.target.url)")
            return fetch.failed(problem, request: number)
        }
        let isWanted = state.withLock { state in
            guard !state.isEnded else { return false }
            state.fetch = fetch
            return true
        }
        // The time limit starts here, because the queue below may be blocked for longer.
        guard isWanted, fetch.began(request: number) else { return }
        URLSessionTransport.starts.async { self.send(message, request: number) }
    }

    func end(_ request: Int, of fetch: PageFetch) {
        let isIdle = state.withLock { state in
            state.isEnded = true
            state.fetch = nil
            return !state.isSending
        }
        if isIdle { endSession() }
    }
}

extension URLSessionTransport: URLSessionDataDelegate {
    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        // The handler is called under the lock, and so before any cancellation, because FoundationNetworking stops the program if
        // the handler is called for a cancelled task.
        let addressee = state.withLock { state -> (fetch: PageFetch, request: Int)? in
            guard !state.isEnded else { return nil }
            completionHandler(nil)
            guard let fetch = state.fetch, let request = state.requests[task.taskIdentifier] else { return nil }
            return (fetch, request)
        }
        guard let addressee else { return }
        addressee.fetch.report(response.head, request: addressee.request)
    }

    func urlSession(
        _ session: URLSession,
        dataTask: URLSessionDataTask,
        didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        completionHandler(.allow)
        guard let addressee = addressee(of: dataTask), let head = (response as? HTTPURLResponse)?.head else { return }
        addressee.fetch.report(head, request: addressee.request)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        guard let addressee = addressee(of: dataTask) else { return }
        unsafe data.withUnsafeBytes { _ = unsafe addressee.fetch.received($0, request: addressee.request) }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        guard let (fetch, request) = addressee(of: task) else { return }
        if let error {
            fetch.failed(TransportProblem(error), request: request)
            return
        }
        // A redirect without a valid `Location` is only seen here.
        if let head = (task.response as? HTTPURLResponse)?.head {
            fetch.report(head, request: request)
        }
        fetch.ended(request: request)
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        // The system checks certificates. Passwords are never sent.
        completionHandler(.performDefaultHandling, nil)
    }
}

extension URLRequest {
    /// The request for a session; it is sent to the address, if given, instead of the name.
    fileprivate init?(_ request: PageRequest) {
        let url = request.address.map { request.target.url(at: $0) } ?? request.target.url
        guard let url else { return nil }
        self.init(url: url)
        if request.address != nil { setValue(request.target.authority, forHTTPHeaderField: "Host") }
        for field in request.fields { setValue(field.value, forHTTPHeaderField: field.name) }
    }
}

extension URLSessionConfiguration {
    /// The configuration of a session without cookies, cache and credentials.
    fileprivate static func forPages() -> URLSessionConfiguration {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.httpCookieAcceptPolicy = .never
        configuration.urlCredentialStorage = nil
        configuration.urlCache = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        // The timers of the fetch enforce the limits. The session's timers, which have whole seconds, must not fire first.
        configuration.timeoutIntervalForRequest = 86_400
        configuration.timeoutIntervalForResource = 86_400
        return configuration
    }
}

extension HTTPURLResponse {
    /// The header in the state machine's form.
    fileprivate var head: FetchStateMachine.Head {
        var count = 0
        var fields: [String: String] = [:]
        for (name, value) in allHeaderFields {
            count += "\(name)".utf8.count + "\(value)".utf8.count + 4
            fields["\(name)".lowercased()] = "\(value)"
        }
        return FetchStateMachine.Head(
            status: statusCode,
            location: value(forHTTPHeaderField: "Location"),
            contentType: value(forHTTPHeaderField: "Content-Type"),
            byteCount: count,
            cacheFields: HTTPCacheFields { value(forHTTPHeaderField: $0) },
            fields: fields
        )
    }
}

extension TransportProblem {
    fileprivate init(_ error: any Error) {
        let error = error as NSError
        detail = "\(error.domain) \(error.code): \(error.localizedDescription)"
        if detail.contains("Too large response headers") {
            kind = .headerTooLarge
            return
        }
        switch URLError.Code(rawValue: error.code) {
        case .timedOut:
            kind = .timedOut
        case .networkConnectionLost:
            kind = .interrupted
        // On Linux a bad response over a good connection is `unknown` or `unsupportedURL` (HTTP/0.9).
        case .badServerResponse, .cannotParseResponse, .cannotDecodeRawData, .cannotDecodeContentData,
            .zeroByteResource,
            .unknown, .unsupportedURL:
            kind = .malformed
        case .secureConnectionFailed, .serverCertificateHasBadDate, .serverCertificateUntrusted,
            .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid, .clientCertificateRejected,
            .clientCertificateRequired, .appTransportSecurityRequiresSecureConnection:
            kind = .untrusted
            cause =
                switch URLError.Code(rawValue: error.code) {
                case .serverCertificateHasBadDate: "the certificate has expired, or is not valid yet"
                case .appTransportSecurityRequiresSecureConnection: "App Transport Security refuses http"
                case .serverCertificateNotYetValid: "the certificate is not valid yet"
                case .serverCertificateHasUnknownRoot:
                    "the certificate comes from an authority that this machine does not know"
                default: nil
                }
        default:
            kind = .unreachable
        }
    }
}
#endif
