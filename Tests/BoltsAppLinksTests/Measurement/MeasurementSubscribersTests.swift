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

    @Test(.tags(.l8), .timeLimit(.minutes(20)))
    func cancelledReadersAreUnsubscribed() async {
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

    /// A link that launches the app comes before anybody listens, in the same turn of the main actor.
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

    @Test(.tags(.l8), .timeLimit(.minutes(20)))
    func onlyTheNewestWaitAndOnlyForTheFirst() async {
        let center = MeasurementEventCenter(notificationCenter: nil)
        for number in 0..<100 { center.post(MeasurementEvent(name: .init(rawValue: "\(number)"))) }
        let first = center.events()
        let second = center.events()
        center.post(MeasurementEvent(name: .init(rawValue: "end")))
        var seen: [String] = []
        for await event in first {
            if event.name.rawValue == "end" { break }
            seen.append(event.name.rawValue)
        }
        #expect(seen == (36..<100).map { "\($0)" })
        var iterator = second.makeAsyncIterator()
        #expect(await iterator.next()?.name.rawValue == "end")
    }
}
