import BoltsTasks
import Dispatch
import Synchronization

/// One fetch: performs what ``FetchStateMachine`` decides, over whatever transport.
///
/// The lock guards the machine and the handles; the consumer, the transport and the result are only touched outside it.
final class PageFetch: Sendable {
    private struct State {
        var machine: FetchStateMachine
        /// Until the end: it keeps this object while it has something to report.
        var transport: (any PageTransport)?
        /// The request whose answer is limited in time by the last timer.
        var limitedRequest = 0
        var timers: [CancellationTokenSource] = []
        var registration: CancellationTokenRegistration?
        var isFinished = false
    }

    private let state: Mutex<State>
    private let options: PageFetchOptions
    private let hosts: any HostResolving
    private let consumer: any PageConsuming
    private let source = TaskCompletionSource<FetchedPage>()
    private let lookUps = CancellationTokenSource()

    init(
        _ machine: FetchStateMachine,
        options: PageFetchOptions,
        hosts: any HostResolving,
        consumer: any PageConsuming,
        transport: any PageTransport
    ) {
        self.state = Mutex(State(machine: machine, transport: transport))
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
        state.withLock { $0.transport }?.admit(self)
        return source.task
    }

    // MARK: - What a transport reports

    /// The fetch may use the network.
    func admitted() {
        perform { $0.enter() }
    }

    /// Whether what comes of a request still matters.
    func wants(_ request: Int) -> Bool {
        state.withLock { !$0.isFinished && $0.machine.isCurrent(request) }
    }

    /// An answer's header is there.
    func received(_ head: FetchStateMachine.Head, request: Int) {
        perform { $0.received(head, request: request) }
    }

    /// Bytes of an answer's body are there, decompressed.
    func received(_ bytes: UnsafeRawBufferPointer, request: Int) {
        let (accepted, isFull) = state.withLock { state -> (Int, Bool) in
            guard !state.isFinished else { return (0, false) }
            let accepted = state.machine.received(byteCount: bytes.count, request: request)
            return (accepted, state.machine.isFull)
        }
        // With a limit of nothing the first byte is one too many.
        guard accepted > 0 else {
            return perform { $0.consumed(wantsMore: true, isFull: isFull, request: request) }
        }
        do {
            let chunk = UnsafeRawBufferPointer(rebasing: bytes[..<accepted])
            let wantsMore = try chunk.withMemoryRebound(to: UInt8.self) { try consumer.consume($0.span) }
            perform { $0.consumed(wantsMore: wantsMore, isFull: isFull, request: request) }
        } catch {
            perform { $0.refused(error, request: request) }
        }
    }

    /// The answer came to its end.
    func ended(request: Int) {
        perform { $0.ended(request: request) }
    }

    /// The transport gave up.
    func failed(_ problem: TransportProblem, request: Int) {
        perform { $0.failed(problem, request: request) }
    }

    // MARK: - What the machine decides

    /// Lets the machine decide, then does what it said.
    private func perform(_ decide: (inout FetchStateMachine) -> FetchStateMachine.Action) {
        perform(state.withLock { $0.isFinished ? .none : decide(&$0.machine) })
    }

    private func perform(_ action: FetchStateMachine.Action) {
        switch action {
        case .none:
            break
        case .resolve(let name, let request):
            limitResponse(of: request)
            DispatchQueue.global().async { self.resolve(name, request: request) }
        case .load(let request):
            limitResponse(of: request.number)
            state.withLock { $0.transport }?.load(request, for: self)
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
        _ expire: @escaping @Sendable (inout FetchStateMachine) -> FetchStateMachine.Action
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
        let ended = state.withLock { state -> State? in
            guard !state.isFinished else { return nil }
            state.isFinished = true
            defer {
                state.transport = nil
                state.timers = []
                state.registration = nil
            }
            return state
        }
        guard let ended else { return }
        ended.registration?.dispose()
        for timer in ended.timers { timer.dispose() }
        lookUps.cancel()
        ended.transport?.end()
        if case .failure(let error) = result, error is CancellationError {
            // Whoever cancels is on a thread of their own, and finds the task cancelled when they are done.
            source.tryCancel()
            return
        }
        // Continuations may block, or fetch themselves: they never run on a transport's thread.
        DispatchQueue.global().async {
            switch result {
            case .success(let page): self.source.trySet(result: page)
            case .failure(let error): self.source.trySet(error: error)
            }
        }
    }
}
