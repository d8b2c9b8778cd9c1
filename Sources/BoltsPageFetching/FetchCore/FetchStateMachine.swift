import Foundation

/// The course of one fetch, without its sockets, timers and locks.
///
/// Every event returns what is to be done about it. Events carry the number of the request they belong to, and those of
/// an earlier request are ignored: a transport may well report late.
struct FetchStateMachine {
    enum Action {
        case none
        /// Look a name up.
        case resolve(name: String, request: Int)
        /// Ask for a page.
        case load(PageRequest)
        /// Tell the consumer what was found.
        case begin(PageResponse, request: Int)
        case fail(any Error)
        case finish(FetchedPage)
    }

    /// What an answer's header said.
    struct Head {
        var status: Int
        var location: String?
        var contentType: String?
        var byteCount: Int
        var cacheFields = HTTPCacheFields()
    }

    /// Which connections a transport can make to an address while the URL keeps its name.
    enum AddressPinning {
        /// None: the system looks the name up again.
        case none
        /// Those of http, where the address takes the place of the name in the URL and the `Host` field keeps it.
        case plainHTTP
        /// All of them.
        case all
    }

    private enum Phase {
        /// Other fetches come first.
        case queued
        case resolving
        case waiting
        case reading(PageResponse)
        case finished
    }

    private let requestedURL: URL
    private let options: PageFetchOptions
    private let pinning: AddressPinning
    private var trail: RedirectChain
    private var phase: Phase = .queued
    private var request = 0
    /// Addresses still to be tried when one cannot be reached.
    private var addresses: ArraySlice<IPAddress> = []
    /// How long connecting to each of them may take.
    private var connectTimeout: Duration
    private var byteCount = 0
    /// Whether more of the page came than is to be read.
    private(set) var isFull = false

    init(_ url: URL, options: PageFetchOptions, pinning: AddressPinning) throws {
        self.requestedURL = url
        self.options = options
        self.pinning = pinning
        self.connectTimeout = options.connectTimeout
        self.trail = try RedirectChain(from: url, options: options)
    }

    /// Whether the header of this request has yet to come, so that its time limit applies.
    func isAwaitingHead(of request: Int) -> Bool {
        switch phase {
        case .resolving, .waiting: request == self.request
        case .queued, .reading, .finished: false
        }
    }

    /// Whether what comes of this request still matters.
    func isCurrent(_ request: Int) -> Bool {
        switch phase {
        case .waiting, .reading: request == self.request
        case .queued, .resolving, .finished: false
        }
    }

    /// What the request to the URL that the trail stands at is made conditional on.
    private var validator: PageValidator? {
        guard let validator = options.validator, (try? HTTPTarget(validator.url))?.url == trail.current.url else {
            return nil
        }
        return validator
    }

    /// Turns to the URL that the trail stands at.
    mutating func enter() -> Action {
        request += 1
        addresses = []
        phase = .resolving
        switch trail.current.host {
        case .address(let address):
            return judge([address])
        case .name(let name):
            if let reason = options.addressPolicy.refusal(ofName: name) {
                return fail(unreachable("\(name) is refused: \(reason)"))
            }
            // Where nothing is judged, a look-up serves only to tell the transport where to connect.
            guard options.addressPolicy.judgesAddresses || pinning == .all else { return load(at: nil) }
            return .resolve(name: name, request: request)
        }
    }

    mutating func resolved(_ result: Result<[IPAddress], any Error>, request: Int) -> Action {
        guard case .resolving = phase, request == self.request else { return .none }
        switch result {
        case .success(let addresses): return judge(addresses)
        case .failure(let error): return fail(unreachable("\(trail.current.host.text) was not found: \(error)"))
        }
    }

    /// Goes on only where every address is allowed: without pinning, any of them may be the one connected to.
    private mutating func judge(_ candidates: [IPAddress]) -> Action {
        let target = trail.current
        trail.addresses = candidates
        guard !candidates.isEmpty else {
            return fail(unreachable("\(target.host.text) has no address"))
        }
        for address in candidates {
            if let reason = options.addressPolicy.refusal(of: address) {
                return fail(unreachable("\(target.host.text) is \(address), which is refused: \(reason)"))
            }
        }
        for address in candidates where !options.addressPolicy.allowsPort(target.port, at: address) {
            return fail(
                error(
                    .portNotAllowed,
                    "\(target.url.absoluteString) is at port \(target.port), which is refused: 80 and 443 are allowed unless others are added"
                )
            )
        }
        guard isPinned(target) else { return load(at: nil) }
        // IPv4 first: an IPv6 route that leads nowhere is the usual reason for a connection that hangs.
        addresses = (candidates.filter { $0.family == .v4 } + candidates.filter { $0.family == .v6 }).prefix(4)[...]
        connectTimeout = options.connectTimeout / addresses.count
        return loadNextAddress() ?? fail(unreachable("\(target.host.text) has no address"))
    }

    private func isPinned(_ target: HTTPTarget) -> Bool {
        switch pinning {
        case .none: false
        case .plainHTTP: target.scheme == .http && options.addressPolicy.judgesAddresses
        case .all: true
        }
    }

    private mutating func loadNextAddress() -> Action? {
        addresses.popFirst().map { load(at: $0) }
    }

    private mutating func load(at address: IPAddress?) -> Action {
        phase = .waiting
        return .load(
            PageRequest(
                number: request,
                target: trail.current,
                address: address,
                connectTimeout: connectTimeout,
                fields: PageRequest.fields(userAgent: options.userAgent, validator: validator)
            )
        )
    }

    /// An answer's header is there.
    mutating func received(_ head: Head, request: Int) -> Action {
        // Of informational answers (103 Early Hints) more may come; the real one is yet to come.
        guard case .waiting = phase, request == self.request, head.status >= 200 else { return .none }
        guard head.byteCount <= options.headerLimit else {
            trail.arrive(status: head.status, location: head.location, cacheFields: head.cacheFields)
            return fail(headerTooLarge)
        }
        if RedirectChain.isRedirect(head.status) {
            do {
                try trail.follow(status: head.status, location: head.location, cacheFields: head.cacheFields)
            } catch {
                return fail(error)
            }
            return enter()
        }
        trail.arrive(status: head.status, location: head.location, cacheFields: head.cacheFields)
        // What has not been modified (304) has no body to read.
        guard (options.readsErrorPages && head.status != 304) || (200..<300).contains(head.status) else {
            return fail(
                PageError(
                    .httpStatus,
                    "\(trail.current.url.absoluteString) answered with status \(head.status), not with a page",
                    httpStatus: head.status,
                    hops: trail.hops
                )
            )
        }
        let response = PageResponse(
            url: trail.current.url,
            status: head.status,
            contentType: head.contentType.flatMap { PageContentType($0) }
        )
        phase = .reading(response)
        return .begin(response, request: request)
    }

    /// How many of the bytes that came are to be handed on.
    mutating func received(byteCount count: Int, request: Int) -> Int {
        guard case .reading = phase, request == self.request else { return 0 }
        let accepted = max(0, min(count, options.bodyLimit - byteCount))
        byteCount += accepted
        isFull = accepted < count
        return accepted
    }

    /// The consumer has taken all it was given.
    mutating func consumed(wantsMore: Bool, isFull: Bool, request: Int) -> Action {
        guard case .reading(let response) = phase, request == self.request, !wantsMore || isFull else { return .none }
        return finish(response, isCut: true)
    }

    /// The consumer refused the page.
    mutating func refused(_ error: any Error, request: Int) -> Action {
        guard request == self.request else { return .none }
        return fail(error)
    }

    /// The answer came to its end.
    mutating func ended(request: Int) -> Action {
        guard case .reading(let response) = phase, request == self.request else { return .none }
        return finish(response, isCut: false)
    }

    /// The transport gave up.
    mutating func failed(_ problem: TransportProblem, request: Int) -> Action {
        guard request == self.request else { return .none }
        switch (phase, problem.kind) {
        case (.finished, _), (.resolving, _), (.queued, _):
            return .none
        case (.waiting, .unreachable):
            return loadNextAddress() ?? fail(unreachable(problem.detail))
        case (.waiting, .connectTimedOut):
            return loadNextAddress()
                ?? fail(
                    error(
                        .timedOut,
                        "\(trail.current.authority) took no connection within \(options.connectTimeout.plainSeconds)",
                        detail: problem.detail
                    )
                )
        case (.waiting, .untrusted):
            return fail(
                error(
                    .untrustedConnection,
                    "no trusted connection to \(trail.current.authority): its certificate or its encryption is not accepted",
                    detail: problem.detail
                )
            )
        case (.waiting, .timedOut), (.reading, .timedOut):
            return expired(total: true)
        case (.waiting, .headerTooLarge), (.reading, .headerTooLarge):
            return fail(headerTooLarge)
        case (.waiting, .malformed), (.reading, .malformed):
            return fail(
                error(
                    .malformedResponse,
                    "\(trail.current.url.absoluteString) gave no answer that follows HTTP",
                    detail: problem.detail
                )
            )
        case (.waiting, .interrupted), (.reading, _):
            return fail(
                error(
                    .interrupted,
                    "\(trail.current.url.absoluteString) broke off before the page was complete; try again",
                    detail: problem.detail
                )
            )
        }
    }

    /// A time limit passed.
    mutating func expired(total: Bool) -> Action {
        if case .finished = phase { return .none }
        let limit = total ? options.totalTimeout : options.responseTimeout
        let place = trail.current.url.absoluteString
        let text: String
        switch phase {
        case .queued: text = "\(place) was not asked within \(limit.plainSeconds): too many pages are being fetched"
        case .reading: text = "\(place) did not send the whole page within \(limit.plainSeconds)"
        case .resolving, .waiting, .finished: text = "\(place) did not answer within \(limit.plainSeconds)"
        }
        return fail(error(.timedOut, text))
    }

    mutating func cancelled() -> Action {
        if case .finished = phase { return .none }
        return fail(CancellationError())
    }

    private mutating func finish(_ response: PageResponse, isCut: Bool) -> Action {
        phase = .finished
        return .finish(
            FetchedPage(
                requestedURL: requestedURL,
                response: response,
                hops: trail.hops,
                byteCount: byteCount,
                isCut: isCut
            )
        )
    }

    private mutating func fail(_ error: any Error) -> Action {
        if case .finished = phase { return .none }
        phase = .finished
        return .fail(error)
    }

    /// The one error for a host that is not there and one that may not be asked, so that nobody can map a network by it.
    private func unreachable(_ detail: String) -> PageError {
        error(
            .notReachableOrNotAllowed,
            "\(trail.current.authority) cannot be reached, or is not at a public address",
            detail: detail
        )
    }

    private var headerTooLarge: PageError {
        error(
            .headerTooLarge,
            "\(trail.current.url.absoluteString) answered with a header of more than \(options.headerLimit) bytes"
        )
    }

    private func error(
        _ code: PageError.Code,
        _ description: String,
        detail: String? = nil
    ) -> PageError {
        PageError(code, description, hops: trail.hops, detail: detail)
    }
}

extension Duration {
    /// The length in seconds as people write it, such as `5 s` or `0.3 s`.
    package var plainSeconds: String {
        let (seconds, attoseconds) = components
        let tenths = attoseconds / 100_000_000_000_000_000
        return tenths == 0 ? "\(seconds) s" : "\(seconds).\(tenths) s"
    }
}
