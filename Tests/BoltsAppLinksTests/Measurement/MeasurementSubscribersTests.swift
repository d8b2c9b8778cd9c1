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
}
