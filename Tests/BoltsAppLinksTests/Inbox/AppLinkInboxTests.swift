import BoltsAppLinks
import BoltsTasks
import BoltsTestSupport
import Dispatch
import Foundation
import Synchronization
import Testing

/// Tests that links wait until they are received.
@Suite(.timeLimit(.minutes(20))) struct AppLinkInboxTests {
    private let events = MeasurementEventCenter(notificationCenter: nil)
    private let handled = Handled()

    private final class Handled: Sendable {
        private let texts = Mutex<[String]>([])

        var all: [String] { texts.withLock { $0 } }

        func add(_ link: AppLinkURL) { texts.withLock { $0.append(link.inputText) } }
    }

    private func link(_ number: Int) -> AppLinkURL { AppLinkURL(text: "app://\(number)", events: events) }

    @Test(.tags(.l6)) func linksThatCameBeforeTheHandlerAreDeliveredInOrder() {
        let inbox = AppLinkInbox()
        for number in 1...3 { #expect(inbox.receive(link(number)) == nil) }
        #expect(inbox.count == 3)
        inbox.setHandler { [handled] in handled.add($0) }
        #expect(handled.all == ["app://1", "app://2", "app://3"])
        inbox.receive(link(4))
        #expect(handled.all.last == "app://4")
        #expect(inbox.count == 0)
    }

    @Test(.tags(.l6)) func aURLIsReadAndReported() async throws {
        let stream = events.events()
        let inbox = AppLinkInbox()
        let text = "app://1?al_applink_data=%7B%22target_url%22%3A%22https%3A%2F%2Fexample.com%2F%22%7D"
        inbox.receive(try #require(URL(string: text)), sourceApplication: "com.example", events: events)
        let link = await inbox.links.first { _ in true }
        #expect(link?.targetURL?.absoluteString == "https://example.com/")
        var names: [String] = []
        for await event in stream.prefix(2) { names.append(event.name.rawValue) }
        #expect(names == ["al_link_parse", "al_nav_in"])
    }

    @Test(.tags(.l6)) func linksWaitAgainOnceTheirHandlerIsRemoved() {
        let inbox = AppLinkInbox()
        let first = inbox.setHandler { [handled] in handled.add($0) }
        first.dispose()
        inbox.receive(link(1))
        #expect(handled.all.isEmpty)
        let second = inbox.setHandler { [handled] in handled.add($0) }
        #expect(handled.all == ["app://1"])
        // A replaced registration does not remove its successor.
        first.dispose()
        inbox.receive(link(2))
        #expect(handled.all.count == 2)
        second.dispose()
        inbox.receive(link(3))
        #expect(inbox.count == 1)
    }

    @Test(.tags(.l6)) func aHandlerMayRemoveItselfAndReceive() {
        let inbox = AppLinkInbox()
        for number in 1...3 { inbox.receive(link(number)) }
        let late = link(4)
        let registration = Mutex<BoltsRegistration?>(nil)
        let queue = ManualExecutor()
        let set = inbox.setHandler(queue.executor) { [handled] link in
            handled.add(link)
            inbox.receive(late)
            registration.withLock { $0 }?.dispose()
        }
        registration.withLock { $0 = set }
        queue.runAll()
        #expect(handled.all == ["app://1"])
        #expect(inbox.count == 3)
        inbox.setHandler { [handled] in handled.add($0) }
        #expect(handled.all == ["app://1", "app://2", "app://3", "app://4"])
    }

    @Test(.tags(.l6)) func executorsMayRunWorkLateTwiceOrNever() {
        let inbox = AppLinkInbox()
        let manual = ManualExecutor()
        inbox.setHandler(manual.executor) { [handled] in handled.add($0) }
        inbox.receive(link(1))
        inbox.receive(link(2))
        #expect(manual.count == 1)
        #expect(inbox.count == 2)
        manual.dropAll()
        #expect(handled.all.isEmpty)
        inbox.receive(link(3))
        manual.runAll()
        #expect(handled.all == ["app://1", "app://2", "app://3"])
        inbox.setHandler(
            .custom { work in
                work()
                work()
            }
        ) { [handled] in handled.add($0) }
        inbox.receive(link(4))
        #expect(handled.all.count == 4)
    }

    @Test(.tags(.l6)) func linksScheduledForARemovedHandlerWait() {
        let inbox = AppLinkInbox()
        let manual = ManualExecutor()
        let registration = inbox.setHandler(manual.executor) { _ in Issue.record("a handler that is gone was called") }
        inbox.receive(link(1))
        registration.dispose()
        manual.runAll()
        #expect(inbox.count == 1)
    }

    @Test(.tags(.l6)) @MainActor func aLinkOnTheMainThreadIsHandledSynchronously() {
        let inbox = AppLinkInbox()
        inbox.receive(link(1))
        var shown: [String] = []
        inbox.setHandler { @MainActor in shown.append($0.inputText) }
        inbox.receive(link(2))
        #expect(shown == ["app://1", "app://2"])
    }

    @Test(.tags(.l6)) @MainActor func aHandlerStaysOnTheMainActorWhereItIsWritten() async {
        let inbox = AppLinkInbox()
        inbox.receive(link(1))
        var shown: [String] = []
        let done = TaskCompletionSource<Void>()
        inbox.setHandler { link in
            MainActor.assertIsolated()
            shown.append(link.inputText)
            if shown.count == 3 { done.set() }
        }
        inbox.receive(link(2))
        #expect(shown == ["app://1", "app://2"])
        DispatchQueue.global().async { [link = link(3)] in inbox.receive(link) }
        try? await done.task.value
        #expect(shown == ["app://1", "app://2", "app://3"])
    }

    private actor Screen {
        private(set) var shown: [String] = []

        func show(_ inbox: AppLinkInbox) -> BoltsTask<Void> {
            let done = TaskCompletionSource<Void>()
            inbox.setHandler { link in
                self.preconditionIsolated()
                self.shown.append(link.inputText)
                if self.shown.count == 3 { done.set() }
            }
            return done.task
        }
    }

    @Test(.tags(.l6)) func aHandlerStaysOnItsActor() async throws {
        let inbox = AppLinkInbox()
        let screen = Screen()
        inbox.receive(link(1))
        let shown = await screen.show(inbox)
        for number in 2...3 { inbox.receive(link(number)) }
        try await shown.value
        #expect(await screen.shown == ["app://1", "app://2", "app://3"])
    }

    @Test(.tags(.l6)) func theLatestHandlerReceivesTheLinks() {
        let inbox = AppLinkInbox()
        let (first, second) = (Handled(), Handled())
        inbox.setHandler { first.add($0) }
        inbox.receive(link(1))
        inbox.setHandler { second.add($0) }
        inbox.receive(link(2))
        inbox.receive(link(3))
        #expect(first.all == ["app://1"])
        #expect(second.all == ["app://2", "app://3"])
    }

    @Test(.tags(.l6)) func aHandlerRemovedDuringItsCallGetsNoOtherLink() async {
        let inbox = AppLinkInbox()
        let (began, mayEnd) = (TaskCompletionSource<Void>(), DispatchSemaphore(value: 0))
        for number in 1...3 { inbox.receive(link(number)) }
        let handled = handled
        let registration = inbox.setHandler(.queue(.global())) { link in
            handled.add(link)
            began.trySet(result: ())
            mayEnd.wait()
        }
        try? await began.task.value
        registration.dispose()
        #expect(inbox.count == 2)
        let next = Handled()
        inbox.setHandler { next.add($0) }
        // The order is kept: the second does not begin before the first has ended.
        #expect(next.all.isEmpty)
        mayEnd.signal()
        while next.all.count < 2 { await Task.yield() }
        #expect(handled.all == ["app://1"])
        #expect(next.all == ["app://2", "app://3"])
    }

    @Test(.tags(.l6)) func aLinkBeingHandledDoesNotCountTowardTheCapacity() {
        let inbox = AppLinkInbox(capacity: 1)
        let late = (2...3).map { link($0) }
        let dropped = Mutex<[String?]>([])
        inbox.setHandler { [handled] link in
            handled.add(link)
            guard link.inputText == "app://1" else { return }
            for link in late {
                let gone = inbox.receive(link)?.inputText
                dropped.withLock { $0.append(gone) }
            }
        }
        inbox.receive(link(1))
        #expect(dropped.withLock { $0 } == [nil, "app://2"])
        #expect(handled.all == ["app://1", "app://3"])
    }

    // MARK: - Overflow

    @Test(.tags(.th18, .l6)) func theOldestLinkIsDroppedAndReported() {
        let inbox = AppLinkInbox(capacity: 2) { [handled] in handled.add($0) }
        for number in 1...2 { #expect(inbox.receive(link(number)) == nil) }
        #expect(inbox.receive(link(3))?.inputText == "app://1")
        #expect(handled.all == ["app://1"])
        inbox.setHandler { [handled] in handled.add($0) }
        #expect(handled.all == ["app://1", "app://2", "app://3"])
    }

    // MARK: - Reading

    @Test(.tags(.l6)) func aReaderReceivesWaitingAndLaterLinks() async {
        let inbox = AppLinkInbox()
        inbox.receive(link(1))
        var reader = inbox.links.makeAsyncIterator()
        #expect(await reader.next()?.inputText == "app://1")
        inbox.receive(link(2))
        inbox.receive(link(3))
        #expect(await reader.next()?.inputText == "app://2")
        // A reader that stops leaves the remaining links.
        inbox.setHandler { [handled] in handled.add($0) }
        #expect(handled.all == ["app://3"])
        #expect(await reader.next() == nil)
    }

    @Test(.tags(.l6)) func cancellingAReaderLosesNoLink() async {
        let inbox = AppLinkInbox()
        let reading = Task { [handled] in
            for await link in inbox.links { handled.add(link) }
        }
        inbox.receive(link(1))
        while handled.all.isEmpty { await Task.yield() }
        reading.cancel()
        await reading.value
        inbox.receive(link(2))
        #expect(inbox.count == 1)
        #expect(handled.all == ["app://1"])
    }

    @Test(.tags(.l6)) func theLatestReaderReceivesTheLinks() async {
        let inbox = AppLinkInbox()
        let first = Task { [handled] in
            for await link in inbox.links { handled.add(link) }
        }
        inbox.receive(link(1))
        while handled.all.isEmpty { await Task.yield() }
        inbox.receive(link(2))
        while handled.all.count < 2 { await Task.yield() }
        let second = Task { await inbox.links.first { _ in true } }
        await first.value
        inbox.receive(link(3))
        #expect(await second.value?.inputText == "app://3")
    }

    // MARK: - Races

    @Test(.tags(.l6)) func linksAreDeliveredOnceFromManyThreads() async {
        let inbox = AppLinkInbox(capacity: .max)
        let links = (0..<4_000).map { link($0) }
        let handled = handled
        await withTaskGroup(of: Void.self) { group in
            for sender in 0..<4 {
                group.addTask {
                    for number in stride(from: sender, to: links.count, by: 4) { inbox.receive(links[number]) }
                }
            }
            group.addTask {
                for step in 0..<200 {
                    let executor: BoltsExecutor = step % 2 == 0 ? .queue(.global()) : .immediate
                    let registration = inbox.setHandler(executor) { handled.add($0) }
                    await Task.yield()
                    if step % 3 == 0 { registration.dispose() }
                    guard step % 5 == 0 else { continue }
                    let reading = Task {
                        for await link in inbox.links { handled.add(link) }
                    }
                    await Task.yield()
                    reading.cancel()
                    await reading.value
                }
            }
        }
        inbox.setHandler { handled.add($0) }
        while handled.all.count < links.count { await Task.yield() }
        #expect(inbox.count == 0)
        let numbers = handled.all.compactMap { Int($0.dropFirst(6)) }
        #expect(numbers.sorted() == Array(links.indices))
        for sender in 0..<4 {
            let own = numbers.filter { $0 % 4 == sender }
            #expect(own == own.sorted())
        }
    }
}
