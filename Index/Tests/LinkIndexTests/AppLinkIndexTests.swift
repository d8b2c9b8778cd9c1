import BoltsAppLinks
import BoltsSiteCheck
@_spi(Bolts) import BoltsPageFetching
import BoltsTasks
import Foundation
import LinkIndexTestSupport
import Testing

@testable import LinkIndex

@Suite(.timeLimit(.minutes(20))) struct AppLinkIndexTests {
    @Test func anAnswerHasTheLinkTheAppsWithTheirRuleAndTheSources() async throws {
        try await TwoNodes.run { nodes in
            let answer = await nodes.first.answer(for: .page, devices: [.iphone])
            #expect(answer.link?.targets.first?.urlText == "a://1")
            let route = try #require(answer.devices.first?.routes.first)
            #expect(route.kind == .universalLink && route.outcome == .eligible)
            #expect(route.app == "K7Q2M9X4ZP.com.example.a")
            #expect(route.place?.pointer == "/applinks/details/0/components/0")
            #expect(answer.sources.map(\.kind).first == "page" && answer.sources.count == 4)
            #expect(answer.sources.allSatisfy { $0.origin == "fetched" && $0.readAt != nil })
            #expect(answer.failures.isEmpty && answer.reusableUntil == nil)
        }
    }

    @Test func theSameQuestionIsAnsweredFromMemory() async throws {
        try await TwoNodes.run { nodes in
            _ = await nodes.first.answer(for: .page)
            let requests = nodes.sites.total
            let answer = await nodes.first.answer(for: .page)
            #expect(nodes.sites.total == requests)
            #expect(answer.sources.allSatisfy { $0.origin == "cache" } && answer.reusableUntil != nil)
        }
    }

    @Test func anotherNodeAnswersFromTheDatabaseWithTheSameWords() async throws {
        try await TwoNodes.run { nodes in
            let fetched = await nodes.first.answer(for: .page)
            let requests = nodes.sites.total
            let answer = await nodes.second.answer(for: .page)
            #expect(nodes.sites.total == requests)
            #expect(answer.devices == fetched.devices && answer.link == fetched.link)
            #expect(answer.sources.map(\.failure) == fetched.sources.map(\.failure))
            #expect(answer.sources.allSatisfy { $0.origin == "cache" })
        }
    }

    @Test func aThousandQuestionsOnTwoNodesAtOnceLeadToOneFetch() async throws {
        try await TwoNodes.run { nodes in
            let gate = nodes.sites.hold()
            try await withThrowingTaskGroup(of: LinkAnswer.self) { group in
                for number in 0..<1_000 {
                    let node = number.isMultiple(of: 2) ? nodes.first : nodes.second
                    group.addTask { await node.answer(for: .page, devices: [.iphone]) }
                }
                try await nodes.sites.waitForRequests(of: TwoNodes.page)
                gate.set(result: ())
                for try await answer in group {
                    #expect(answer.link?.targets.first?.urlText == "a://1")
                    #expect(answer.devices.first?.routes.first?.app == "K7Q2M9X4ZP.com.example.a")
                }
            }
            #expect(nodes.sites.count(TwoNodes.page) == 1)
            #expect(nodes.sites.count("https://a.example/.well-known/apple-app-site-association") == 1)
        }
    }

    @Test func theFilesOfAHostAreFetchedOnceForAllOfItsPages() async throws {
        try await TwoNodes.run { nodes in
            for number in 1...20 {
                nodes.sites.set("https://a.example/\(number)", "<title>\(number)</title>")
                _ = await nodes.first.answer(for: try #require(URL(string: "https://a.example/\(number)")))
            }
            #expect(nodes.sites.count("https://a.example/.well-known/apple-app-site-association") == 1)
        }
    }

    @Test func aNodeTakesOverFromOneThatDiedWhileItFetched() async throws {
        try await TwoNodes.run { nodes in
            // A node that was killed leaves this lease behind.
            let key = RecordKey(.page, TwoNodes.page)
            _ = try await nodes.store.lease(key, owner: "dead", duration: .seconds(1))
            let answer = await nodes.second.answer(for: .page)
            #expect(answer.link?.targets.first?.urlText == "a://1")
            #expect(nodes.sites.count(TwoNodes.page) == 1)
        }
    }

    @Test func aQuestionThatNobodyWaitsForAnyMoreLeavesNoLease() async throws {
        try await TwoNodes.run { nodes in
            let gate = nodes.sites.hold()
            let task = Task { await nodes.first.answer(for: .page) }
            try await nodes.sites.waitForRequests(of: TwoNodes.page)
            task.cancel()
            _ = await task.value
            gate.set(result: ())
            // Another node would wait for the 600 seconds of the lease otherwise.
            let answer = await nodes.second.answer(for: .page)
            #expect(answer.link != nil)
        }
    }

    @Test func aHostThatCannotBeReachedIsRememberedBrieflyOnEveryNode() async throws {
        try await TwoNodes.run { nodes in
            nodes.sites.isDown = true
            let answer = await nodes.first.answer(for: .page, devices: [.iphone])
            #expect(answer.link == nil && answer.failures == ["https://a.example/1 cannot be reached."])
            #expect(answer.devices.first?.routes.first?.outcome == .fileUnreachable)
            let requests = nodes.sites.total
            _ = await nodes.first.answer(for: .page)
            let other = await nodes.second.answer(for: .page, devices: [.iphone])
            #expect(nodes.sites.total == requests)
            #expect(other.failures == answer.failures)
            #expect(other.devices.first?.routes.first?.outcome == .fileUnreachable)
        }
    }

    @Test func aPageThatMustNotBeStoredIsAnsweredAndNotStored() async throws {
        try await TwoNodes.run { nodes in
            let document = FakeSites.Document("<meta property=al:ios:url content=a://1>", cacheControl: "no-store")
            nodes.sites.set(TwoNodes.page, document)
            for node in [nodes.first, nodes.second] {
                let answer = await node.answer(for: .page)
                #expect(answer.link?.targets.count == 1 && answer.reusableUntil == nil)
            }
            #expect(nodes.sites.count(TwoNodes.page) == 2)
            let records = try await nodes.store.records(for: [RecordKey(.page, TwoNodes.page)])
            #expect(records.isEmpty)
        }
    }

    @Test(
        arguments: ["no-store", "no-cache", "private", "max-age=0", "s-maxage=1", "must-revalidate", nil],
        [404, 500]
    )
    func aFailureIsRememberedBrieflyWhateverItsFieldsSay(_ control: String?, _ status: Int) async throws {
        try await TwoNodes.run { nodes in
            nodes.sites.set(TwoNodes.page, FakeSites.Document("", status: status, cacheControl: control))
            for node in [nodes.first, nodes.second, nodes.first] {
                let answer = await node.answer(for: .page)
                #expect(answer.link == nil && answer.sources.first?.status == status)
            }
            #expect(nodes.sites.count(TwoNodes.page) == 1)
            let record = try await nodes.store.records(for: [RecordKey(.page, TwoNodes.page)]).first?.value
            let time = try #require(record).freshUntil - .now
            #expect(time <= .seconds(30))
        }
    }

    @Test func aPageHasTheWholeDocumentedTimeForItsFirstByte() throws {
        let options = IndexOptions().fetch
        #expect(options.responseTimeout == options.totalTimeout)
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let document = try String(contentsOf: folder.appendingPathComponent("README.md"), encoding: .utf8)
        #expect(document.contains("\(options.totalTimeout.components.seconds) seconds and 2 MiB a page"))
    }

    @Test func aURLInUseIsRenewedBeforeItIsStaleByOneNode() async throws {
        try await TwoNodes.run(renewingBefore: .seconds(3_600)) { nodes in
            for _ in 0..<5 { _ = await nodes.first.answer(for: .page) }
            await nodes.first.renewDue()
            #expect(nodes.sites.count(TwoNodes.page) == 1, "the uses were not written yet")
            let maintenance = Task { await nodes.first.run() }
            try await nodes.sites.waitForRequests(2, of: TwoNodes.page)
            maintenance.cancel()
            await maintenance.value
            await nodes.second.renewDue()
            #expect(nodes.sites.count(TwoNodes.page) == 2)
        }
    }

    @Test func aSlowPageDoesNotDelayTheRenewalOfOthers() async throws {
        try await TwoNodes.run(renewingBefore: .seconds(3_600)) { nodes in
            let (slow, other) = ("https://slow.example/1", "https://other.example/1")
            func use(_ page: String) async throws {
                nodes.sites.set(page, "<title>a</title>")
                let url = try #require(URL(string: page))
                for _ in 0..<5 { _ = await nodes.first.page(at: url) }
                await nodes.first.parts.uses.flush()
            }
            try await use(slow)
            let gate = nodes.sites.hold(slow)
            let maintenance = Task { await nodes.first.run() }
            try await nodes.sites.waitForRequests(2, of: slow)
            try await use(other)
            try await nodes.sites.waitForRequests(2, of: other)
            #expect(nodes.first.renewals.withLock { $0.map(\.text) }.contains(slow))
            gate.set(result: ())
            maintenance.cancel()
            await maintenance.value
            #expect(nodes.first.renewals.withLock { $0.isEmpty })
        }
    }

    @Test func aFragmentMakesNoDifferenceButInTheAnswer() async throws {
        try await TwoNodes.run { nodes in
            let url = try #require(URL(string: TwoNodes.page + "#part"))
            _ = await nodes.first.answer(for: .page)
            let answer = await nodes.first.answer(for: url)
            #expect(answer.url == url && nodes.sites.count(TwoNodes.page) == 1)
        }
    }

    @Test func aDatabaseThatFailsKeepsNobodyFromAnAnswer() async throws {
        try await TwoNodes.run { nodes in
            await nodes.store.close()
            let answer = await nodes.first.answer(for: .page)
            #expect(answer.link?.targets.first?.urlText == "a://1" && answer.failures.isEmpty)
            // This answer comes from memory.
            _ = await nodes.first.answer(for: .page)
            #expect(nodes.sites.count(TwoNodes.page) == 1)
            #expect(nodes.first.statistics.pages.storeErrors > 0)
        }
    }
}
