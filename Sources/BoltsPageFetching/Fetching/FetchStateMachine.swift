import BoltsBase
import Foundation

/// The states of one fetch, without sockets, timers and locks.
///
/// Every event returns the action to take. Events carry the number of the request they belong to. Those of an earlier
/// request are ignored, because transports may report late.
struct FetchStateMachine {
    enum Action {
        case none
        /// Look up a name.
        case resolve(name: String, request: Int)
        case load(PageRequest)
        /// Announce the page to the consumer.
        case begin(PageResponse, request: Int)
        case fail(any Error)
        case finish(FetchedPage)
    }

    /// The parts of a response's header that the rules need.
    struct Head {
        var status: Int
        var location: String?
        var contentType: String?
        var byteCount: Int
        var cacheFields = HTTPCacheFields()
        /// Every field by its name in lower case.
        var fields: [String: String] = [:]
    }

    /// The connections that a transport can make to a given address while the URL keeps its name.
    enum AddressPinning {
        /// No connection: the system looks up the name again.
        case none
        /// Connections over http: the address replaces the name in the URL, and the `Host` field keeps the name.
        case plainHTTP
        case all
    }

    private enum Phase {
        case resolving
        /// The request is queued until a transfer may start.
        case queued
        /// The request was sent, and its response has not begun.
        case waiting
        case reading(PageResponse)
        case finished
    }

    private let requestedURL: URL
    private let options: PageFetchOptions
    private let admission: Admission
    private let pinning: AddressPinning
    private let looksUpNames: Bool
    private let proxies: ProxySettings
    private var chain: RedirectChain
    private var phase: Phase = .resolving
    /// The number of the current request, from 1.
    private(set) var request = 0
    /// Addresses to try if the current one cannot be reached.
    private var addresses: ArraySlice<HostAddress> = []
    /// How long connecting to one address may take.
    private var connectTimeout: Duration
    private var byteCount = 0
    /// Whether a request went to another origin than that of ``PageFetchOptions/originFields``.
    private var hasLeftOrigin = false
    /// The proxy of the current request, or `nil` for the server itself.
    private var proxy: ProxyServer?

    /// Creates a machine, or fails if the URL cannot be fetched at all.
    ///
    /// If names cannot be looked up, only literal addresses and local names are checked.
    init(
        _ url: URL,
        options: PageFetchOptions,
        pinning: AddressPinning,
        looksUpNames: Bool = true,
        proxies: ProxySettings = .none
    ) throws {
        self.requestedURL = url
        self.options = options
        self.admission = Admission(policy: options.addressPolicy)
        self.pinning = pinning
        self.looksUpNames = looksUpNames
        self.proxies = proxies
        self.connectTimeout = options.connectTimeout
        self.chain = try RedirectChain(from: url, options: options)
    }

    /// Whether a request was sent and its response has not begun, so that its time limit applies.
    func isAwaitingHead(of request: Int) -> Bool {
        switch phase {
        case .waiting: request == self.request
        case .resolving, .queued, .reading, .finished: false
        }
    }

    /// Whether a request is still wanted.
    func isCurrent(_ request: Int) -> Bool {
        switch phase {
        case .queued, .waiting, .reading: request == self.request
        case .resolving, .finished: false
        }
    }

    /// The validator that makes the current request conditional, if the redirect chain is at its URL.
    private var validator: PageValidator? {
        guard let validator = options.validator, (try? HTTPTarget(validator.url))?.url == chain.current.url else {
            return nil
        }
        return validator
    }

    /// Starts with the current URL of the redirect chain.
    mutating func enter() -> Action {
        request += 1
        addresses = []
        phase = .resolving
        switch proxies.route(to: chain.current) {
        case .direct: proxy = nil
        case .proxy(let server): proxy = server
        case .malformed(let name):
            return fail(error(.proxyFailed, "\(name) is not the address of a proxy, such as http://proxy.example:3128"))
        }
        switch chain.current.host {
        case .address(let address):
            return judge([address])
        case .name(let name):
            if let refusal = admission.refusal(of: chain.current.host) {
                return fail(PageError.refused(chain.current.authority, refusal, hops: chain.hops))
            }
            guard looksUpNames else { return loadUnresolved() }
            // If no address is checked, only a transport that connects to given addresses needs a look-up.
            guard judgesAddresses(of: chain.current.host) || (pinning == .all && proxy == nil) else {
                return load(at: nil)
            }
            return .resolve(name: name, request: request)
        }
    }

    mutating func resolved(_ result: Result<[HostAddress], any Error>, request: Int) -> Action {
        guard case .resolving = phase, request == self.request else { return .none }
        switch result {
        // The proxy looks up the name, and this machine may be unable to.
        case .success(let addresses) where proxy != nil && addresses.isEmpty: return loadUnresolved()
        case .failure where proxy != nil: return loadUnresolved()
        case .success(let addresses): return judge(addresses)
        case .failure(let timeout as PageError) where timeout.code == .timedOut:
            return fail(error(.timedOut, timeout.description, detail: timeout.detail))
        case .failure(let error):
            return fail(unreachable("\(chain.current.host.text) was not found: \(error)"))
        }
    }

    /// If the name cannot be looked up, the fetch continues unless the name is local to a network or the port is not allowed.
    private mutating func loadUnresolved() -> Action {
        if let refusal = admission.refusal(ofUnresolved: chain.current) {
            return fail(PageError.refused(chain.current.authority, refusal, hops: chain.hops))
        }
        return load(at: nil)
    }

    /// The fetch continues only if every address is allowed: without pinning, the system may connect to any of them.
    private mutating func judge(_ candidates: [HostAddress]) -> Action {
        let target = chain.current
        chain.addresses = candidates
        let admitted: [HostAddress]
        switch admission.admit(candidates, of: target.host, port: target.port) {
        case .failure(let refusal): return fail(PageError.refused(target.authority, refusal, hops: chain.hops))
        case .success(let addresses): admitted = addresses
        }
        guard proxy == nil, isPinned(target) else { return load(at: nil) }
        addresses = admitted[...]
        connectTimeout = options.connectTimeout / addresses.count
        return loadNextAddress() ?? fail(unreachable("\(target.host.text) has no address"))
    }

    private func judgesAddresses(of host: HTTPHost) -> Bool { options.addressPolicy.policy(for: host).judgesAddresses }

    private func isPinned(_ target: HTTPTarget) -> Bool {
        switch pinning {
        case .none: false
        case .plainHTTP: target.scheme == .http && judgesAddresses(of: target.host)
        case .all: true
        }
    }

    private mutating func loadNextAddress() -> Action? {
        addresses.popFirst().map { load(at: $0) }
    }

    private mutating func load(at address: HostAddress?) -> Action {
        phase = .queued
        return .load(
            PageRequest(
                number: request,
                target: chain.current,
                address: address,
                proxy: proxy,
                connectTimeout: connectTimeout,
                fields: PageRequest.fields(
                    for: options.resource,
                    host: options.sendsTrailingDot ? chain.current.authorityWithTrailingDot : nil,
                    userAgent: options.userAgent,
                    validator: validator
                ) + originFields()
            )
        )
    }

    /// The fields for the origin, until a request goes elsewhere: another server must not decide where they are sent.
    private mutating func originFields() -> [HeaderField] {
        guard let fields = options.originFields, !hasLeftOrigin else { return [] }
        hasLeftOrigin = !fields.isOrigin(of: chain.current)
        return fields.fields(for: chain.current)
    }

    /// The transport is about to send the request; returns whether it is still wanted.
    mutating func began(request: Int) -> Bool {
        guard case .queued = phase, request == self.request else { return false }
        phase = .waiting
        return true
    }

    /// The header of a response arrived.
    mutating func received(_ head: Head, request: Int) -> Action {
        // The real response follows an informational one (103 Early Hints).
        guard case .waiting = phase, request == self.request, head.status >= 200 else { return .none }
        guard head.byteCount <= options.headerLimit else {
            chain.arrive(head)
            return fail(headerTooLarge)
        }
        // For a plain request this is the proxy's own response; a refused tunnel is an error of the transport.
        if head.status == 407, chain.current.scheme == .http, proxy?.speaksHTTP == true {
            return fail(proxyFailed(", because \(ProxyServer.reason(of: 407))", detail: "status 407"))
        }
        if let problem = MessageFraming.problem(in: head.fields) {
            chain.arrive(head)
            return fail(malformed(problem))
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
        if head.status == 304, validator != nil { return finishUnmodified() }
        // A 304 has no body.
        let isLasting = !PageError.passingStatuses.contains(head.status)
        let readsErrors = options.readsErrorPages || (options.readsLastingErrorPages && isLasting)
        guard (readsErrors && head.status != 304) || (200..<300).contains(head.status) else {
            return fail(
                PageError(
                    .httpStatus,
                    "\(chain.current.url.absoluteString) has the status \(head.status) and not a page",
                    httpStatus: head.status,
                    retryAfter: chain.hops.last.flatMap { HTTPFreshness.retryAfter($0, now: .now) }
                        .map { .seconds($0) },
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

    /// Returns how many of the bytes that arrived to pass on.
    mutating func received(byteCount count: Int, request: Int) -> Int {
        guard case .reading = phase, request == self.request else { return 0 }
        let accepted = max(0, min(count, options.bodyLimit - byteCount))
        byteCount += accepted
        return accepted
    }

    /// The consumer has read its bytes.
    mutating func consumed(wantsMore: Bool, isFull: Bool, request: Int) -> Action {
        guard case .reading(let response) = phase, request == self.request, !wantsMore || isFull else { return .none }
        return finish(response, .truncated)
    }

    /// The consumer refused the page.
    mutating func refused(_ error: any Error, request: Int) -> Action {
        guard request == self.request else { return .none }
        return fail(error)
    }

    mutating func ended(request: Int) -> Action {
        guard case .reading(let response) = phase, request == self.request else { return .none }
        return finish(response, .complete)
    }

    mutating func failed(_ problem: TransportProblem, request: Int) -> Action {
        guard request == self.request else { return .none }
        switch (phase, problem.kind) {
        case (.finished, _), (.resolving, _):
            return .none
        case (.queued, _), (.waiting, .unreachable):
            return loadNextAddress() ?? fail(unreachable(problem.detail))
        case (.waiting, .proxyFailed):
            return fail(proxyFailed(problem.cause.map { ", because \($0)" } ?? "", detail: problem.detail))
        // Through a proxy, the time also includes the proxy's connection to the host.
        case (.waiting, .connectTimedOut) where proxy != nil:
            return fail(proxyFailed(" within \(options.connectTimeout.plainSeconds)", detail: problem.detail))
        case (.waiting, .connectTimedOut):
            return loadNextAddress()
                ?? fail(
                    error(
                        .timedOut,
                        "\(chain.current.authority) accepted no connection within "
                            + "\(options.connectTimeout.plainSeconds)",
                        detail: problem.detail
                    )
                )
        case (.waiting, .untrusted):
            return fail(
                error(
                    .untrustedConnection,
                    "there is no trusted connection to \(chain.current.authority): "
                        + "its certificate or encryption was rejected\(problem.cause.map { ": \($0)" } ?? "")",
                    detail: problem.detail
                )
            )
        case (.waiting, .noAuthorities):
            return fail(
                error(
                    .notInstalled,
                    "there is no trusted connection to \(chain.current.authority): the certificates of authorities are "
                        + "not installed on this machine. Install ca-certificates",
                    detail: problem.detail
                )
            )
        case (.waiting, .timedOut), (.reading, .timedOut):
            return expired(total: true)
        case (.waiting, .headerTooLarge), (.reading, .headerTooLarge):
            return fail(headerTooLarge)
        case (.waiting, .malformed), (.reading, .malformed):
            return fail(malformed(problem.detail))
        case (.waiting, .interrupted):
            return fail(
                error(
                    .interrupted,
                    "\(chain.current.url.absoluteString) closed the connection without an answer: try again",
                    detail: problem.detail
                )
            )
        case (.reading, _):
            return fail(
                error(
                    .interrupted,
                    "\(chain.current.url.absoluteString) closed the connection before the end of the page: try again",
                    detail: problem.detail
                )
            )
        }
    }

    /// A time limit passed.
    mutating func expired(total: Bool) -> Action {
        if case .finished = phase { return .none }
        let limit = total ? options.statedTimeout ?? options.totalTimeout : options.responseTimeout
        let place = chain.current.url.absoluteString
        let text: String
        switch phase {
        case .queued:
            text = "\(place) was not requested within \(limit.plainSeconds): too many pages are being fetched at once"
        case .resolving: text = "the address of \(chain.current.host.text) was not found within \(limit.plainSeconds)"
        case .reading: text = "\(place) did not send the whole page within \(limit.plainSeconds)"
        case .waiting, .finished: text = "\(place) did not answer within \(limit.plainSeconds)"
        }
        return fail(error(.timedOut, text))
    }

    mutating func cancelled() -> Action {
        if case .finished = phase { return .none }
        return fail(CancellationError())
    }

    private mutating func finishUnmodified() -> Action {
        finish(PageResponse(url: chain.current.url, status: 304, contentType: nil), .notModified)
    }

    private mutating func finish(_ response: PageResponse, _ body: FetchedPage.Body) -> Action {
        phase = .finished
        return .finish(
            FetchedPage(
                requestedURL: requestedURL,
                response: response,
                hops: chain.hops,
                byteCount: byteCount,
                body: body
            )
        )
    }

    private mutating func fail(_ error: any Error) -> Action {
        if case .finished = phase { return .none }
        phase = .finished
        return .fail(error)
    }

    private func proxyFailed(_ reason: String, detail: String) -> PageError {
        let name = proxy.map { " \($0.name)" } ?? ""
        return error(
            .proxyFailed,
            "the proxy\(name) made no connection to \(chain.current.authority)\(reason): see that it runs and allows this host",
            detail: detail
        )
    }

    private func unreachable(_ detail: String) -> PageError {
        PageError.unreachable(chain.current.authority, hops: chain.hops, detail: detail)
    }

    private func malformed(_ detail: String) -> PageError {
        error(
            .malformedResponse,
            "\(chain.current.url.absoluteString) sent a response that does not follow HTTP",
            detail: detail
        )
    }

    private var headerTooLarge: PageError {
        error(
            .headerTooLarge,
            "\(chain.current.url.absoluteString) sent a header of more than \(options.headerLimit) bytes"
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
