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
        /// Every field by its name in small letters.
        var fields: [String: String] = [:]
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
    private let admission: Admission
    private let pinning: AddressPinning
    private var chain: RedirectChain
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
        self.admission = Admission(policy: options.addressPolicy)
        self.pinning = pinning
        self.connectTimeout = options.connectTimeout
        self.chain = try RedirectChain(from: url, options: options)
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

    /// What the request to the URL that the chain stands at is made conditional on.
    private var validator: PageValidator? {
        guard let validator = options.validator, (try? HTTPTarget(validator.url))?.url == chain.current.url else {
            return nil
        }
        return validator
    }

    /// Turns to the URL that the chain stands at.
    mutating func enter() -> Action {
        request += 1
        addresses = []
        phase = .resolving
        switch chain.current.host {
        case .address(let address):
            return judge([address])
        case .name(let name):
            if let refusal = admission.refusal(of: chain.current.host) {
                return fail(PageError.refused(chain.current.authority, refusal, hops: chain.hops))
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
        case .failure(let error): return fail(unreachable("\(chain.current.host.text) was not found: \(error)"))
        }
    }

    /// Goes on only where every address is allowed: without pinning, any of them may be the one connected to.
    private mutating func judge(_ candidates: [IPAddress]) -> Action {
        let target = chain.current
        chain.addresses = candidates
        let admitted: [IPAddress]
        switch admission.admit(candidates, of: target.host, port: target.port) {
        case .failure(let refusal): return fail(PageError.refused(target.authority, refusal, hops: chain.hops))
        case .success(let addresses): admitted = addresses
        }
        guard isPinned(target) else { return load(at: nil) }
        addresses = admitted[...]
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
                target: chain.current,
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
            chain.arrive(head)
            return fail(headerTooLarge)
        }
        if RedirectChain.isRedirect(head.status) {
            do {
                try chain.follow(head)
            } catch {
                return fail(error)
            }
            return enter()
        }
        chain.arrive(head)
        // What has not been modified (304) has no body to read.
        guard (options.readsErrorPages && head.status != 304) || (200..<300).contains(head.status) else {
            return fail(
                PageError(
                    .httpStatus,
                    "\(chain.current.url.absoluteString) answered with status \(head.status), not with a page",
                    httpStatus: head.status,
                    hops: chain.hops
                )
            )
        }
        let response = PageResponse(
            url: chain.current.url,
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
                        "\(chain.current.authority) took no connection within \(options.connectTimeout.plainSeconds)",
                        detail: problem.detail
                    )
                )
        case (.waiting, .untrusted):
            return fail(
                error(
                    .untrustedConnection,
                    "no trusted connection to \(chain.current.authority): its certificate or its encryption is not accepted",
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
                    "\(chain.current.url.absoluteString) gave no answer that follows HTTP",
                    detail: problem.detail
                )
            )
        case (.waiting, .interrupted), (.reading, _):
            return fail(
                error(
                    .interrupted,
                    "\(chain.current.url.absoluteString) broke off before the page was complete; try again",
                    detail: problem.detail
                )
            )
        }
    }

    /// A time limit passed.
    mutating func expired(total: Bool) -> Action {
        if case .finished = phase { return .none }
        let limit = total ? options.totalTimeout : options.responseTimeout
        let place = chain.current.url.absoluteString
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
                hops: chain.hops,
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

    private func unreachable(_ detail: String) -> PageError {
        PageError.unreachable(chain.current.authority, hops: chain.hops, detail: detail)
    }

    private var headerTooLarge: PageError {
        error(
            .headerTooLarge,
            "\(chain.current.url.absoluteString) answered with a header of more than \(options.headerLimit) bytes"
        )
    }

    private func error(
        _ code: PageError.Code,
        _ description: String,
        detail: String? = nil
    ) -> PageError {
        PageError(code, description, hops: chain.hops, detail: detail)
    }
}
