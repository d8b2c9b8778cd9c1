@_spi(Bolts) import BoltsTasks
import Dispatch
import Synchronization

/// Performs one fetch over any transport, as ``FetchStateMachine`` decides.
///
/// The lock guards the state machine and the handles. The consumer, the transport and the result are used outside it.
final class PageFetch: Sendable {
    private struct State {
        var machine: FetchStateMachine
        /// Set to `nil` at the end, because a transport retains this object while it has something to report.
        var transport: (any PageTransport)?
        /// The request whose response the last timer limits.
        var limitedRequest = 0
        var timers: [CancellationTokenSource] = []
        var isFinished = false
    }

    private let state: Mutex<State>
    private let options: PageFetchOptions
    private let hosts: any HostResolving
    private let consumer: any PageConsuming
    private let resultExecutor: BoltsExecutor
    private let source = TaskCompletionSource<FetchedPage>()
    private let lookUps = CancellationTokenSource()

    init(
        _ machine: FetchStateMachine,
        options: PageFetchOptions,
        hosts: any HostResolving,
        consumer: any PageConsuming,
        transport: any PageTransport,
        resultExecutor: BoltsExecutor = .queue(.global())
    ) {
        self.state = Mutex(State(machine: machine, transport: transport))
        self.options = options
        self.hosts = hosts
        self.consumer = consumer
        self.resultExecutor = resultExecutor
    }

    func start(_ token: CancellationToken) -> BoltsTask<FetchedPage> {
        startTimer(options.totalTimeout) { $0.expired(total: true) }
        let registration = token.register {
            self.perform { $0.cancelled() }
            // The result of a fetch that has just ended may still be on its way.
            self.source.tryCancel()
        }
        // A token that outlives the fetch must not keep it alive.
        source.task.onCompletion { registration.dispose() }
        perform { $0.enter() }
        return source.task
    }

    // MARK: - Events of the transport

    func wants(_ request: Int) -> Bool {
        state.withLock { !$0.isFinished && $0.machine.isCurrent(request) }
    }

    /// The request is about to be sent, and its time limit starts; returns whether it is still wanted.
    func began(request: Int) -> Bool {
        let (isWanted, isFirst) = state.withLock { state -> (Bool, Bool) in
            guard !state.isFinished, state.machine.began(request: request) else { return (false, false) }
            defer { state.limitedRequest = request }
            return (true, state.limitedRequest != request)
        }
        if isFirst {
            startTimer(options.responseTimeout) { machine in
                machine.isAwaitingHead(of: request) ? machine.expired(total: false) : .none
            }
        }
        return isWanted
    }

    /// The header of a response arrived; returns whether the body is wanted.
    func received(_ head: FetchStateMachine.Head, request: Int) -> Bool {
        report(head, request: request)
        return wants(request)
    }

    /// The header of a response arrived, on a transport that cannot stop by itself.
    func report(_ head: FetchStateMachine.Head, request: Int) {
        perform { $0.received(head, request: request) }
    }

    /// Bytes of a body arrived, decompressed; returns whether more are wanted.
    func received(_ bytes: UnsafeRawBufferPointer, request: Int) -> Bool {
        let (accepted, isFull) = state.withLock { state -> (Int, Bool) in
            guard !state.isFinished else { return (0, true) }
            let accepted = state.machine.received(byteCount: bytes.count, request: request)
            return (accepted, accepted < bytes.count)
        }
        // With a limit of 0, the first byte exceeds it.
        guard accepted > 0 else {
            perform { $0.consumed(wantsMore: true, isFull: isFull, request: request) }
            return false
        }
        do {
            let chunk = unsafe UnsafeRawBufferPointer(rebasing: bytes[..<accepted])
            let wantsMore = try unsafe chunk.withMemoryRebound(to: UInt8.self) { try unsafe consumer.consume($0.span) }
            if wantsMore, !isFull { return true }
            perform { $0.consumed(wantsMore: wantsMore, isFull: isFull, request: request) }
        } catch {
            perform { $0.refused(error, request: request) }
        }
        return false
    }

    func ended(request: Int) {
        perform { $0.ended(request: request) }
    }

    func failed(_ problem: TransportProblem, request: Int) {
        perform { $0.failed(problem, request: request) }
    }

    // MARK: - Actions of the state machine

    /// Passes an event to the state machine, and performs the action that it returns.
    private func perform(_ decide: (inout FetchStateMachine) -> FetchStateMachine.Action) {
        perform(state.withLock { $0.isFinished ? .none : decide(&$0.machine) })
    }

    private func perform(_ action: FetchStateMachine.Action) {
        switch action {
        case .none:
            break
        case .resolve(let name, let request):
            DispatchQueue.global().async { self.resolve(name, request: request) }
        case .load(let request):
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

    // MARK: - Time limits

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
            }
            return state
        }
        guard let ended else { return }
        for timer in ended.timers { timer.dispose() }
        lookUps.cancel()
        ended.transport?.end(ended.machine.request, of: self)
        if case .failure(let error) = result, error is CancellationError {
            // The task is cancelled on the calling thread, so that it is cancelled when `cancel()` returns.
            source.tryCancel()
            return
        }
        // Continuations may block or start fetches, so they never run on a transport's thread.
        resultExecutor.execute {
            switch result {
            case .success(let page): self.source.trySet(result: page)
            case .failure(let error): self.source.trySet(error: error)
            }
        }
    }
}
