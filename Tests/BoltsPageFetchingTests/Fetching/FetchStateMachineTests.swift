import BoltsBase
import Foundation
import Testing

@_spi(Bolts) @testable import BoltsPageFetching

/// Tests a fetch without a network, with events that arrive late, twice or out of order.
@Suite(.tags(.l7)) struct FetchStateMachineTests {
    private static let ok = FetchStateMachine.Head(status: 200, location: nil, contentType: "text/html", byteCount: 100)

    private func machine(
        _ text: String = "http://example.com/",
        pinning: FetchStateMachine.AddressPinning = .plainHTTP,
        _ change: (inout PageFetchOptions) -> Void = { _ in }
    ) throws -> FetchStateMachine {
        var options = PageFetchOptions()
        change(&options)
        return try FetchStateMachine(try #require(URL(string: text)), options: options, pinning: pinning)
    }

    private func addresses(_ texts: String...) throws -> Result<[HostAddress], any Error> {
        .success(try texts.map { try #require(HostAddress($0)) })
    }

    private func failure(_ action: FetchStateMachine.Action) -> PageError? {
        guard case .fail(let error) = action else { return nil }
        return error as? PageError
    }

    private func loaded(_ action: FetchStateMachine.Action) -> String? {
        guard case .load(let request) = action else { return nil }
        return "\(request.number) \(request.target.url.absoluteString) \(request.address?.description ?? "-")"
    }

    private func lookedUp(_ action: FetchStateMachine.Action) -> String? {
        guard case .resolve(let name, let request) = action else { return nil }
        return "\(request) \(name)"
    }

    private func finished(_ action: FetchStateMachine.Action) -> FetchedPage? {
        guard case .finish(let page) = action else { return nil }
        return page
    }

    private func isNone(_ action: FetchStateMachine.Action) -> Bool {
        if case .none = action { true } else { false }
    }

    @Test func plainHTTPIsPinned() throws {
        var machine = try machine("http://example.com/a?b")
        #expect(lookedUp(machine.enter()) == "1 example.com")
        let action = machine.resolved(try addresses("93.184.216.34"), request: 1)
        #expect(loaded(action) == "1 http://example.com/a?b 93.184.216.34")
    }

    @Test func unpinnedRequestsUseTheName() throws {
        var secure = try machine("https://example.com/")
        _ = secure.enter()
        #expect(loaded(secure.resolved(try addresses("93.184.216.34"), request: 1)) == "1 https://example.com/ -")
        var unpinned = try machine(pinning: .none)
        _ = unpinned.enter()
        #expect(loaded(unpinned.resolved(try addresses("93.184.216.34"), request: 1)) == "1 http://example.com/ -")
    }

    @Test(.tags(.th26)) func oneRefusedAddressRefusesTheName() throws {
        var machine = try machine()
        _ = machine.enter()
        let error = try #require(failure(machine.resolved(try addresses("93.184.216.34", "10.0.0.1"), request: 1)))
        #expect(error.code == .notReachableOrNotAllowed)
        #expect(!error.description.contains("10.0.0.1"))
        #expect(error.detail?.contains("10.0.0.1") == true)
    }

    @Test func nextAddressFollowsAnUnreachableOne() throws {
        var machine = try machine()
        _ = machine.enter()
        let first = machine.resolved(try addresses("2606:4700::1", "1.1.1.1"), request: 1)
        #expect(loaded(first) == "1 http://example.com/ 1.1.1.1")
        let problem = TransportProblem(kind: .unreachable, detail: "refused")
        #expect(loaded(machine.failed(problem, request: 1)) == "1 http://example.com/ 2606:4700::1")
        let error = try #require(failure(machine.failed(problem, request: 1)))
        #expect(error.code == .notReachableOrNotAllowed)
    }

    @Test func everyHopIsJudged() throws {
        var machine = try machine("http://example.com/a")
        _ = machine.enter()
        _ = machine.resolved(try addresses("1.1.1.1"), request: 1)
        let redirect = FetchStateMachine.Head(status: 302, location: "/b", contentType: nil, byteCount: 10)
        #expect(lookedUp(machine.respond(redirect, request: 1)) == "2 example.com")
        let error = try #require(failure(machine.resolved(try addresses("127.0.0.1"), request: 2)))
        #expect(error.code == .notReachableOrNotAllowed)
        #expect(error.hops.map(\.status) == [302])
    }

    @Test func lateEventsAreIgnored() throws {
        var machine = try machine("http://1.1.1.1/a")
        _ = machine.enter()
        let redirect = FetchStateMachine.Head(status: 302, location: "/b", contentType: nil, byteCount: 10)
        #expect(loaded(machine.respond(redirect, request: 1)) == "2 http://1.1.1.1/b 1.1.1.1")
        #expect(isNone(machine.respond(Self.ok, request: 1)))
        #expect(machine.received(byteCount: 10, request: 1) == 0)
        #expect(isNone(machine.ended(request: 1)))
        #expect(isNone(machine.failed(TransportProblem(kind: .interrupted, detail: ""), request: 1)))
        let late = machine.began(request: 1)
        #expect(!late)
        #expect(!machine.isAwaitingHead(of: 2))
        let next = machine.began(request: 2)
        #expect(next)
        #expect(!machine.isAwaitingHead(of: 1))
        #expect(machine.isAwaitingHead(of: 2))
    }

    @Test func eventsAfterTheEndAreIgnored() throws {
        var machine = try machine("http://1.1.1.1/a")
        _ = machine.enter()
        guard case .begin(let response, request: 1) = machine.respond(Self.ok, request: 1) else {
            Issue.record("no page began")
            return
        }
        #expect(response.contentType?.mediaType == "text/html")
        let page = try #require(finished(machine.ended(request: 1)))
        #expect(page.hops.map(\.status) == [200])
        #expect(isNone(machine.expired(total: true)))
        #expect(isNone(machine.cancelled()))
        #expect(isNone(machine.ended(request: 1)))
        #expect(isNone(machine.refused(CancellationError(), request: 1)))
        #expect(machine.received(byteCount: 10, request: 1) == 0)
    }

    @Test func bodyIsCutAtTheLimit() throws {
        var machine = try machine("http://1.1.1.1/a") { $0.bodyLimit = 100 }
        _ = machine.enter()
        _ = machine.respond(Self.ok, request: 1)
        #expect(machine.received(byteCount: 60, request: 1) == 60)
        #expect(isNone(machine.consumed(wantsMore: true, isFull: false, request: 1)))
        #expect(machine.received(byteCount: 60, request: 1) == 40)
        let page = try #require(finished(machine.consumed(wantsMore: true, isFull: true, request: 1)))
        #expect(page.byteCount == 100)
        #expect(page.isTruncated)
    }

    @Test func pageOfExactlyTheLimitIsComplete() throws {
        var machine = try machine("http://1.1.1.1/a") { $0.bodyLimit = 100 }
        _ = machine.enter()
        _ = machine.respond(Self.ok, request: 1)
        #expect(machine.received(byteCount: 100, request: 1) == 100)
        #expect(isNone(machine.consumed(wantsMore: true, isFull: false, request: 1)))
        let page = try #require(finished(machine.ended(request: 1)))
        #expect(page.byteCount == 100 && !page.isTruncated)
    }

    @Test(.tags(.th30)) func otherPortsAreRefused() throws {
        var machine = try machine("http://1.1.1.1:8080/")
        #expect(failure(machine.enter())?.code == .portNotAllowed)
        var local = try self.machine("http://127.0.0.1:8080/")
        #expect(failure(local.enter())?.code == .notReachableOrNotAllowed)
    }

    @Test func anyPolicyNeedsNoLookUp() throws {
        var machine = try machine("http://localhost:8080/") { $0.addressPolicy = .any }
        #expect(loaded(machine.enter()) == "1 http://localhost:8080/ -")
    }

    @Test(.tags(.th28)) func pinningCoversHTTPS() throws {
        var secure = try machine("https://example.com/", pinning: .all)
        _ = secure.enter()
        let action = secure.resolved(try addresses("93.184.216.34"), request: 1)
        #expect(loaded(action) == "1 https://example.com/ 93.184.216.34")
        var unjudged = try machine("http://localhost:8080/", pinning: .all) { $0.addressPolicy = .any }
        #expect(lookedUp(unjudged.enter()) == "1 localhost")
        #expect(
            loaded(unjudged.resolved(try addresses("127.0.0.1"), request: 1)) == "1 http://localhost:8080/ 127.0.0.1"
        )
        var literal = try machine("https://93.184.216.34/", pinning: .all)
        #expect(loaded(literal.enter()) == "1 https://93.184.216.34/ 93.184.216.34")
    }

    @Test func addressesShareTheConnectTimeout() throws {
        var machine = try machine("https://example.com/", pinning: .all) { $0.connectTimeout = .seconds(3) }
        _ = machine.enter()
        let found = try addresses("1.1.1.1", "1.0.0.1", "2606:4700::1")
        let silent = TransportProblem(kind: .connectTimedOut, detail: "")
        var action = machine.resolved(found, request: 1)
        for address in ["1.1.1.1", "1.0.0.1", "2606:4700::1"] {
            guard case .load(let request) = action else {
                Issue.record("\(address) was not tried")
                return
            }
            #expect(request.address == HostAddress(address))
            #expect(request.connectTimeout == .seconds(1))
            let isWanted = machine.began(request: 1)
            #expect(isWanted)
            action = machine.failed(silent, request: 1)
        }
        let error = try #require(failure(action))
        #expect(error.code == .timedOut)
        #expect(error.description == "example.com accepted no connection within 3 s")
    }

    @Test func timeoutInTheQueueSaysSo() throws {
        var machine = try machine()
        #expect(!machine.isAwaitingHead(of: 0))
        _ = machine.enter()
        _ = machine.resolved(try addresses("1.1.1.1"), request: 1)
        let action = machine.expired(total: true)
        let error = try #require(failure(action))
        #expect(error.code == .timedOut)
        #expect(error.description.contains("was not requested within 10 s"))
    }

    @Test func onlyTheCurrentRequestIsWanted() throws {
        var machine = try machine("http://1.1.1.1/a")
        #expect(!machine.isCurrent(0))
        _ = machine.enter()
        #expect(machine.isCurrent(1))
        _ = machine.respond(Self.ok, request: 1)
        #expect(machine.isCurrent(1))
        _ = machine.failed(TransportProblem(kind: .headerTooLarge, detail: "trailers"), request: 1)
        #expect(!machine.isCurrent(1))
    }

    @Test(arguments: [
        (Duration.seconds(5), "5 s"), (.milliseconds(300), "0.3 s"), (.milliseconds(1_250), "1.2 s"), (.zero, "0 s"),
        (.milliseconds(-1_250), "-1.2 s"), (.seconds(-5), "-5 s"), (.milliseconds(-50), "0 s"),
    ])
    func durationsReadNaturally(_ duration: Duration, _ text: String) {
        #expect(duration.plainSeconds == text)
    }

    @Test(.tags(.th33)) func validatorsGoOnlyToTheirURL() throws {
        let start = try #require(URL(string: "https://example.com/start"))
        var options = PageFetchOptions()
        options.validator = PageValidator(
            url: try #require(URL(string: "https://EXAMPLE.com/page#x")),
            entityTag: "\"v1\""
        )
        options.addressPolicy = .any
        var machine = try FetchStateMachine(start, options: options, pinning: .none)
        func condition(_ action: FetchStateMachine.Action) throws -> String? {
            guard case .load(let request) = action else {
                Issue.record("nothing was asked for")
                return nil
            }
            return request.fields.first { $0.name == "If-None-Match" }?.value
        }
        #expect(try condition(machine.enter()) == nil)
        let elsewhere = FetchStateMachine.Head(status: 302, location: "/other", byteCount: 9)
        #expect(try condition(machine.respond(elsewhere, request: 1)) == nil)
        let there = FetchStateMachine.Head(status: 302, location: "//example.com/page", byteCount: 9)
        #expect(try condition(machine.respond(there, request: 2)) == "\"v1\"")
    }
}

extension FetchStateMachineTests {
    private func conditional(_ change: (inout PageFetchOptions) -> Void = { _ in }) throws -> FetchStateMachine {
        try machine("http://1.1.1.1/a") { options in
            options.validator = URL(string: "http://1.1.1.1/a").map { PageValidator(url: $0, entityTag: "\"v1\"") }
            change(&options)
        }
    }

    @Test func notModifiedIsAValue() throws {
        var machine = try conditional()
        _ = machine.enter()
        let page = try #require(finished(machine.respond(.init(status: 304, byteCount: 9), request: 1)))
        #expect(page.body == .notModified)
        #expect(page.response.status == 304)
        #expect(page.hops.map(\.status) == [304])
        #expect(!page.isTruncated && page.byteCount == 0)
    }

    @Test(arguments: [false, true]) func anUnconditionalRequestHasNoUseForNotModified(_ readsErrorPages: Bool) throws {
        var machine = try machine("http://1.1.1.1/a") { $0.readsErrorPages = readsErrorPages }
        _ = machine.enter()
        #expect(failure(machine.respond(.init(status: 304, byteCount: 9), request: 1))?.httpStatus == 304)
    }

    @Test(arguments: [
        ("http://printer.local/", false), ("http://localhost/", false), ("http://intranet/", false),
        ("http://10.0.0.1/", false), ("http://example.com/", true), ("http://8.8.8.8/", true),
    ])
    func withoutLookUpsLocalNamesAreRefused(_ text: String, _ isLoaded: Bool) throws {
        let url = try #require(URL(string: text))
        var machine = try FetchStateMachine(url, options: PageFetchOptions(), pinning: .none, looksUpNames: false)
        let action = machine.enter()
        #expect((loaded(action) != nil) == isLoaded)
        #expect(failure(action)?.code == (isLoaded ? nil : .notReachableOrNotAllowed))
    }

    @Test func aLookUpThatTimedOutIsATimeout() throws {
        var machine = try machine()
        _ = machine.enter()
        let timeout = PageError(.timedOut, "the address of example.com was not found within 3 s")
        #expect(failure(machine.resolved(.failure(timeout), request: 1))?.description == timeout.description)
        var other = try self.machine()
        _ = other.enter()
        let error = failure(other.resolved(.failure(CancellationError()), request: 1))
        #expect(error?.code == .notReachableOrNotAllowed)
    }
}

extension FetchStateMachine {
    /// Sends the request if it is waiting, and receives the header of its response.
    fileprivate mutating func respond(_ head: Head, request: Int) -> Action {
        _ = began(request: request)
        return received(head, request: request)
    }
}
