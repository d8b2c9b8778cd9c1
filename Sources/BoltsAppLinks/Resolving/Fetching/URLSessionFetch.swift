import BoltsTasks
import Dispatch
import Foundation
import Synchronization

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// One fetch over `URLSession`: performs what ``PageFetchMachine`` decides.
///
/// The lock guards the machine and the handles; the consumer and the result are only touched outside it.
///
/// The session is only called on two queues for that. On Linux such calls wait for the one queue that all sessions of the
/// process share, and that a hostile page may keep busy for seconds: no time limit is to be late for it, what ends that
/// page is not to stand in line behind what begins others, and no more than two threads are to stand there at all.
final class URLSessionFetch: NSObject, Sendable {
    private struct State {
        var machine: PageFetchMachine
        var session: URLSession?
        /// Which request of the machine each task of the session is.
        var requests: [Int: Int] = [:]
        /// The request whose answer is limited in time by the last timer.
        var limitedRequest = 0
        var timers: [CancellationTokenSource] = []
        var registration: CancellationTokenRegistration?
        var isFinished = false
        /// Whether the session is being told to send, and may not be invalidated until it has been.
        var isSending = false
    }

    private static let beginnings = DispatchQueue(label: "bolts.applinks.fetch.begin")
    private static let endings = DispatchQueue(label: "bolts.applinks.fetch.end")

    private let state: Mutex<State>
    private let options: PageFetchOptions
    private let hosts: any HostResolving
    private let consumer: any PageConsuming
    private let source = TaskCompletionSource<FetchedPage>()
    private let lookUps = CancellationTokenSource()

    init(
        _ machine: PageFetchMachine,
        options: PageFetchOptions,
        hosts: any HostResolving,
        consumer: any PageConsuming
    ) {
        self.state = Mutex(State(machine: machine))
        self.options = options
        self.hosts = hosts
        self.consumer = consumer
    }

    func start(_ token: CancellationToken) -> BoltsTask<FetchedPage> {
        startTimer(options.totalTimeout) { $0.expired(total: true) }
        let registration = token.register { self.perform { $0.cancelled() } }
        let isLate = state.withLock { state in
            if !state.isFinished { state.registration = registration }
            return state.isFinished
        }
        if isLate { registration.dispose() }
        perform { $0.enter() }
        return source.task
    }

    /// Lets the machine decide, then does what it said.
    private func perform(_ decide: (inout PageFetchMachine) -> PageFetchMachine.Action) {
        perform(state.withLock { $0.isFinished ? .none : decide(&$0.machine) })
    }

    private func perform(_ action: PageFetchMachine.Action) {
        switch action {
        case .none:
            break
        case .resolve(let name, let request):
            limitResponse(of: request)
            DispatchQueue.global().async { self.resolve(name, request: request) }
        case .load(let url, let host, let request):
            limitResponse(of: request)
            load(url, host: host, request: request)
        case .begin(let response, let request):
            do {
                try consumer.begin(response)
            } catch {
                perform { $0.refused(error, request: request) }
            }
        case .fail(let error):
            complete(.failure(error))
        case .finish(let page):
            complete(.success(page))
        }
    }

    private func resolve(_ name: String, request: Int) {
        hosts.addresses(of: name, cancellationToken: lookUps.token).continueWith(.immediate) { task in
            guard let outcome = task.outcome else { return }
            self.perform { $0.resolved(outcome, request: request) }
        }
    }

    private func load(_ url: URL, host: String?, request: Int) {
        var message = URLRequest(url: url)
        message.setValue("text/html,application/xhtml+xml,*/*;q=0.8", forHTTPHeaderField: "Accept")
        message.setValue("al", forHTTPHeaderField: "Prefer-Html-Meta-Tags")
        message.setValue(options.userAgent.headerText, forHTTPHeaderField: "User-Agent")
        if let host { message.setValue(host, forHTTPHeaderField: "Host") }
        if let validator = state.withLock({ $0.machine.validator }) {
            message.setValue(validator.entityTag?.headerText, forHTTPHeaderField: "If-None-Match")
            message.setValue(validator.lastModified?.headerText, forHTTPHeaderField: "If-Modified-Since")
        }
        let prepared = message
        URLSessionFetch.beginnings.async { self.send(prepared, request: request) }
    }

    private func send(_ message: URLRequest, request: Int) {
        let isWanted = state.withLock { state in
            state.isSending = !state.isFinished
            return state.isSending
        }
        guard isWanted else { return }
        let session = state.withLock { $0.session } ?? makeSession()
        let task = session.dataTask(with: message)
        state.withLock { $0.requests[task.taskIdentifier] = request }
        task.resume()
        let isLate = state.withLock { state in
            state.isSending = false
            return state.isFinished
        }
        if isLate { endSession() }
    }

    /// The session keeps its delegate, this object, until it is invalidated.
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

    // MARK: - Time

    private func limitResponse(of request: Int) {
        let isNew = state.withLock { state in
            defer { state.limitedRequest = request }
            return state.limitedRequest != request
        }
        guard isNew else { return }
        startTimer(options.responseTimeout) { machine in
            machine.isAwaitingHead(of: request) ? machine.expired(total: false) : .none
        }
    }

    private func startTimer(
        _ delay: Duration,
        _ expire: @escaping @Sendable (inout PageFetchMachine) -> PageFetchMachine.Action
    ) {
        let timer = CancellationTokenSource()
        let isFinished = state.withLock { state in
            if !state.isFinished { state.timers.append(timer) }
            return state.isFinished
        }
        guard !isFinished else { return }
        timer.token.register { [weak self] in self?.perform(expire) }
        timer.cancel(after: delay)
    }

    // MARK: - The end

    private func complete(_ result: Result<FetchedPage, any Error>) {
        let ended = state.withLock {
            state -> (timers: [CancellationTokenSource], registration: Registration?, isIdle: Bool)? in
            guard !state.isFinished else { return nil }
            state.isFinished = true
            defer {
                state.timers = []
                state.registration = nil
            }
            return (state.timers, state.registration, !state.isSending)
        }
        guard let ended else { return }
        ended.registration?.dispose()
        for timer in ended.timers { timer.dispose() }
        lookUps.cancel()
        if ended.isIdle { endSession() }
        if case .failure(let error) = result, error is CancellationError {
            // Whoever cancels is on a thread of their own, and finds the task cancelled when they are done.
            source.tryCancel()
            return
        }
        // Continuations may block, or use sessions themselves: they never run on a session's thread.
        DispatchQueue.global().async {
            switch result {
            case .success(let page): self.source.trySet(result: page)
            case .failure(let error): self.source.trySet(error: error)
            }
        }
    }
}

extension URLSessionFetch {
    fileprivate typealias Registration = CancellationTokenRegistration

    /// Closes the connection and lets go of the session.
    fileprivate func endSession() {
        guard let session = state.withLock({ $0.session.take() }) else { return }
        URLSessionFetch.endings.async { session.invalidateAndCancel() }
    }
}

extension URLSessionFetch: URLSessionDataDelegate {
    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        // Under the lock, so that it comes before any cancelling: FoundationNetworking stops the program when a task that
        // was cancelled meanwhile is answered.
        let number = state.withLock { state -> Int? in
            guard !state.isFinished else { return nil }
            completionHandler(nil)
            return state.requests[task.taskIdentifier]
        }
        guard let number else { return }
        perform { $0.received(response.head, request: number) }
    }

    func urlSession(
        _ session: URLSession,
        dataTask: URLSessionDataTask,
        didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        completionHandler(.allow)
        guard let number = number(of: dataTask), let head = (response as? HTTPURLResponse)?.head else { return }
        perform { $0.received(head, request: number) }
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let (number, accepted, isFull) = state.withLock { state -> (Int, Int, Bool) in
            guard !state.isFinished, let number = state.requests[dataTask.taskIdentifier] else { return (0, 0, false) }
            let accepted = state.machine.received(byteCount: data.count, request: number)
            return (number, accepted, state.machine.isFull)
        }
        guard accepted > 0 else { return }
        do {
            let wantsMore = try data.withUnsafeBytes { bytes in
                try consumer.consume(
                    UnsafeRawBufferPointer(rebasing: bytes[..<accepted]).bindMemory(to: UInt8.self).span
                )
            }
            perform { $0.consumed(wantsMore: wantsMore, isFull: isFull, request: number) }
        } catch {
            perform { $0.refused(error, request: number) }
        }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        guard let number = number(of: task) else { return }
        if let error {
            perform { $0.failed(TransportProblem(error), request: number) }
            return
        }
        // A redirect that leads nowhere is only seen here.
        if let head = (task.response as? HTTPURLResponse)?.head {
            perform { $0.received(head, request: number) }
        }
        perform { $0.ended(request: number) }
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        // The system judges certificates; passwords are never sent.
        completionHandler(.performDefaultHandling, nil)
    }

    private func number(of task: URLSessionTask) -> Int? {
        state.withLock { $0.isFinished ? nil : $0.requests[task.taskIdentifier] }
    }
}

extension URLSessionConfiguration {
    /// A session that remembers nothing and is told nothing.
    fileprivate static func forPages() -> URLSessionConfiguration {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.httpCookieAcceptPolicy = .never
        configuration.urlCredentialStorage = nil
        configuration.urlCache = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        // The timers of the fetch decide; the session's own, in whole seconds, must not come first.
        configuration.timeoutIntervalForRequest = 86_400
        configuration.timeoutIntervalForResource = 86_400
        return configuration
    }
}

extension HTTPURLResponse {
    /// What the rules look at.
    fileprivate var head: PageFetchMachine.Head {
        var count = 0
        for (name, value) in allHeaderFields {
            count += "\(name)".utf8.count + "\(value)".utf8.count + 4
        }
        return PageFetchMachine.Head(
            status: statusCode,
            location: value(forHTTPHeaderField: "Location"),
            contentType: value(forHTTPHeaderField: "Content-Type"),
            byteCount: count,
            cacheFields: HTTPCacheFields { value(forHTTPHeaderField: $0) }
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
        // On Linux `unknown` and `unsupportedURL` (HTTP/0.9) are what is left when a connection stood and its answer was bad.
        case .badServerResponse, .cannotParseResponse, .cannotDecodeRawData, .cannotDecodeContentData,
            .zeroByteResource,
            .unknown, .unsupportedURL:
            kind = .malformed
        case .secureConnectionFailed, .serverCertificateHasBadDate, .serverCertificateUntrusted,
            .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid, .clientCertificateRejected,
            .clientCertificateRequired, .appTransportSecurityRequiresSecureConnection:
            kind = .untrusted
        default:
            kind = .unreachable
        }
    }
}

extension String {
    /// The text as a header field may hold it: visible ASCII and spaces.
    fileprivate var headerText: String {
        String(String.UnicodeScalarView(unicodeScalars.filter { (0x20...0x7e).contains($0.value) }))
    }
}
