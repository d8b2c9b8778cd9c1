import Testing

@testable import BoltsAppLinks

@Suite struct MeasurementSubscribersTests {
    @Test(.tags(.l8)) func releasedSequencesAreUnsubscribed() {
        let center = MeasurementEventCenter(notificationCenter: nil)
        do {
            let kept = center.events()
            let other = center.events()
            #expect(center.subscriberCount == 2)
            withExtendedLifetime((kept, other)) {}
        }
        #expect(center.subscriberCount == 0)
    }

    @Test(.tags(.l8), .timeLimit(.minutes(20))) func cancelledReadersAreUnsubscribed() async {
        let center = MeasurementEventCenter(notificationCenter: nil)
        let stream = center.events()
        let reader = Task {
            var count = 0
            for await _ in stream { count += 1 }
            return count
        }
        center.post(MeasurementEvent(name: .linkParse))
        reader.cancel()
        _ = await reader.value
        #expect(center.subscriberCount == 0)
    }

    /// A link that launches the app arrives before there is a listener, in the same turn of the main actor.
    @Test(.tags(.l8), .timeLimit(.minutes(20))) @MainActor
    func eventsOfTheLaunchReachASubscriberThatComesLater() async {
        let center = MeasurementEventCenter(notificationCenter: nil)
        let reader = Task { () -> [String] in
            var seen: [String] = []
            for await event in center.events() {
                seen.append(event.name.rawValue)
                if seen.count == 3 { break }
            }
            return seen
        }
        center.post(MeasurementEvent(name: .linkParse))
        center.post(MeasurementEvent(name: .navigateIn))
        _ = await Task { center.post(MeasurementEvent(name: .navigateOut)) }.value
        #expect(await reader.value == ["al_link_parse", "al_nav_in", "al_nav_out"])
    }

    private func event(_ name: String) -> MeasurementEvent { MeasurementEvent(name: .init(rawValue: name)) }

    /// The events of a sequence up to an event that is posted now.
    private func read(_ events: AsyncStream<MeasurementEvent>, of center: MeasurementEventCenter) async -> [String] {
        center.post(event("end"))
        var seen: [String] = []
        for await event in events {
            if event.name.rawValue == "end" { break }
            seen.append(event.name.rawValue)
        }
        return seen
    }

    @Test(.tags(.l8), .timeLimit(.minutes(20)), arguments: [1, 256])
    func onlyTheNewestWaitAndOnlyForTheFirst(capacity: Int) async {
        let center = MeasurementEventCenter(notificationCenter: nil)
        for number in 0..<100 { center.post(event("\(number)")) }
        let first = center.events(bufferingNewest: capacity)
        let second = center.events()
        #expect(await read(first, of: center) == (36..<100).map { "\($0)" })
        var iterator = second.makeAsyncIterator()
        #expect(await iterator.next()?.name.rawValue == "end")
    }

    @Test(.tags(.l8), .timeLimit(.minutes(20))) func whatASequenceDidNotReadWaitsForTheNext() async {
        let center = MeasurementEventCenter(notificationCenter: nil)
        center.post(event("before"))
        do {
            var iterator = center.events().makeAsyncIterator()
            #expect(await iterator.next()?.name.rawValue == "before")
            center.post(event("unread"))
        }
        center.post(event("between"))
        _ = center.events()
        #expect(await read(center.events(), of: center) == ["unread", "between"])
    }

    /// A view that appears again subscribes again.
    @Test(.tags(.l8), .timeLimit(.minutes(20))) func whatIsPostedAfterAReaderWasCancelledWaits() async {
        let center = MeasurementEventCenter(notificationCenter: nil)
        let stream = center.events()
        let reader = Task {
            for await _ in stream {}
        }
        reader.cancel()
        await reader.value
        center.post(event("later"))
        #expect(await read(center.events(), of: center) == ["later"])
    }

    @Test(.tags(.l8), .timeLimit(.minutes(20))) func aSequenceEndsWithItsCenter() async {
        var center: MeasurementEventCenter? = MeasurementEventCenter(notificationCenter: nil)
        var iterator = center?.events().makeAsyncIterator()
        center?.post(event("last"))
        center = nil
        #expect(await iterator?.next()?.name.rawValue == "last")
        #expect(await iterator?.next() == nil)
    }
}
