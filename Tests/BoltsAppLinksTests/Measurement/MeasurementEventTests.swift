import BoltsAppLinks
import Foundation
import Synchronization
import Testing

/// Tests the events of incoming links, and the delivery of events to listeners.
@Suite struct MeasurementEventTests {
    private let referrer: AppLinkValue = ["url": "notes://back", "app_name": "Notes"]

    private func inbound(_ json: [String: AppLinkValue]) throws -> String {
        try AppLinkDataCodec().encode(AppLinkData(json: json), into: "Recipes://42")
    }

    /// The events that a closure posts.
    private func events(of work: (MeasurementEventCenter) throws -> Void) async throws -> [MeasurementEvent] {
        let center = MeasurementEventCenter(notificationCenter: nil)
        let stream = center.events()
        try work(center)
        center.post(MeasurementEvent(name: .init(rawValue: "end")))
        var seen: [MeasurementEvent] = []
        for await event in stream {
            if event.name.rawValue == "end" { break }
            seen.append(event)
        }
        return seen
    }

    @Test(.tags(.oa09, .l8)) func anInboundLinkPostsTwoEvents() async throws {
        let text = try inbound(["target_url": "https://example.com/a?b=c", "referer_app_link": referrer])
        let events = try await events { center in
            _ = AppLinkURL(inboundText: text, sourceApplication: "com.example.referer", events: center)
        }
        #expect(events.map(\.name) == [.linkParse, .navigateIn])
        #expect(events.map(\.name.rawValue) == ["al_link_parse", "al_nav_in"])
        for event in events {
            #expect(
                event.arguments == [
                    "version": "1.0", "refererURL": "notes://back", "referrerURL": "notes://back",
                    "refererAppName": "Notes", "referrerAppName": "Notes", "sourceApplication": "com.example.referer",
                    "targetURL": "https://example.com/a?b=c", "inputURL": text, "inputURLScheme": "recipes",
                    "forRenderBackToReferrerBar": "0", "forOpenUrl": "1",
                ]
            )
            #expect(event.sourceApplication == "com.example.referer")
            #expect(event.inputURL == text)
            #expect(event.referrerURL == "notes://back")
            #expect(event.referrerAppName == "Notes")
            #expect(event.targetURL == "https://example.com/a?b=c")
            #expect(event.version == "1.0")
        }
    }

    @Test(.tags(.l8)) func plainReadingPostsOneEvent() async throws {
        let text = try inbound(["target_url": "https://example.com/"])
        let events = try await events { _ = AppLinkURL(text: text, events: $0) }
        #expect(events.map(\.name) == [.linkParse])
        #expect(events.first?.arguments["forOpenUrl"] != "1")
        #expect(events.first?.arguments["sourceApplication"] == nil)
        #expect(events.first?.arguments["refererURL"] == nil)
    }

    @Test(.tags(.l8)) func readingForTheBannerIsMarkedInTheEvent() async throws {
        let text = try inbound([:])
        let events = try await events { _ = AppLinkURL(forBackToReferrerBar: text, events: $0) }
        #expect(events.map(\.name) == [.linkParse])
        #expect(events.first?.arguments["forRenderBackToReferrerBar"] == "1")
    }

    @Test(.tags(.l8), arguments: ["recipes://42", "recipes://42?al_applink_data=", "recipes://?al_applink_data=%7B"])
    func nothingIsPostedWithoutUsableData(text: String) async throws {
        let events = try await events { center in
            _ = AppLinkURL(inboundText: text, sourceApplication: nil, events: center)
            _ = AppLinkURL(text: text, events: center)
        }
        #expect(events.isEmpty)
    }

    @Test(.tags(.l8)) func strictReadingPostsNothing() async throws {
        let text = try inbound([:])
        let before = MeasurementEventCenter.shared.events()
        #expect(try AppLinkURL(parsing: text).isAppLink)
        let marker = MeasurementEvent(name: .init(rawValue: UUID().uuidString))
        MeasurementEventCenter.shared.post(marker)
        for await event in before {
            if event == marker { break }
            #expect(event.inputURL != text)
        }
    }

    @Test(.tags(.l8)) func notificationsCarryBoltsNamesAndKeys() throws {
        let notifications = NotificationCenter()
        let center = MeasurementEventCenter(notificationCenter: notifications)
        let seen = Mutex<[(String?, [String: String]?, MeasurementEvent?)]>([])
        let observer = notifications.addObserver(
            forName: Notification.Name("com.parse.bolts.measurement_event"),
            object: nil,
            queue: nil
        ) { note in
            let name = note.userInfo?["event_name"] as? String
            let arguments = note.userInfo?["event_args"] as? [String: String]
            let event = note.object as? MeasurementEvent
            seen.withLock { $0.append((name, arguments, event)) }
        }
        let event = MeasurementEvent(name: .navigateOut, arguments: ["type": "app"])
        center.post(event)
        notifications.removeObserver(observer)
        center.post(event)
        seen.withLock { seen in
            #expect(seen.count == 1)
            #expect(seen.first?.0 == "al_nav_out")
            #expect(seen.first?.1 == ["type": "app"])
            #expect(seen.first?.2 == event)
        }
    }

    @Test(.tags(.l8)) func everySequenceGetsEveryEvent() async {
        let center = MeasurementEventCenter(notificationCenter: nil)
        let streams = (0..<5).map { _ in center.events() }
        for index in 0..<10 { center.post(MeasurementEvent(name: .linkParse, arguments: ["n": "\(index)"])) }
        for stream in streams {
            var seen: [String?] = []
            for await event in stream {
                seen.append(event.arguments["n"])
                if seen.count == 10 { break }
            }
            #expect(seen == (0..<10).map { "\($0)" })
        }
    }

    @Test(.tags(.l8)) func slowReadersKeepTheNewest() async {
        let center = MeasurementEventCenter(notificationCenter: nil)
        let stream = center.events(bufferingNewest: 2)
        for index in 0..<10 { center.post(MeasurementEvent(name: .linkParse, arguments: ["n": "\(index)"])) }
        var iterator = stream.makeAsyncIterator()
        #expect(await iterator.next()?.arguments["n"] == "8")
        #expect(await iterator.next()?.arguments["n"] == "9")
    }

    @Test(.tags(.l8), .timeLimit(.minutes(20))) func postingFromWithinAnObserverDoesNotDeadlock() {
        let notifications = NotificationCenter()
        let center = MeasurementEventCenter(notificationCenter: notifications)
        let count = Mutex(0)
        let observer = notifications.addObserver(
            forName: MeasurementEvent.notificationName,
            object: nil,
            queue: nil
        ) { _ in
            let isFirst = count.withLock { count in
                count += 1
                return count == 1
            }
            if isFirst {
                center.post(MeasurementEvent(name: .navigateIn))
                _ = center.events()
            }
        }
        center.post(MeasurementEvent(name: .linkParse))
        notifications.removeObserver(observer)
        #expect(count.withLock { $0 } == 2)
    }

    @Test(.tags(.l8), .timeLimit(.minutes(20))) func centersAreSafeFromManyThreads() async {
        let center = MeasurementEventCenter(notificationCenter: nil)
        let stream = center.events(bufferingNewest: 1_000)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<10 {
                group.addTask {
                    for _ in 0..<100 {
                        let short = center.events()
                        center.post(MeasurementEvent(name: .linkParse))
                        _ = short
                    }
                }
            }
        }
        var count = 0
        for await _ in stream {
            count += 1
            if count == 1_000 { break }
        }
        #expect(count == 1_000)
    }

    @Test func everyDocumentedEventFieldIsPosted() async throws {
        let notifications = NotificationCenter()
        let center = MeasurementEventCenter(notificationCenter: notifications)
        let heard = Mutex<[String: [String: String]]>([:])
        let observer = notifications.addObserver(forName: MeasurementEvent.notificationName, object: nil, queue: nil) {
            note in
            guard let name = note.userInfo?[MeasurementEvent.eventNameKey] as? String,
                let data = note.userInfo?[MeasurementEvent.eventArgumentsKey] as? [String: String]
            else { return }
            // Integrate to your logging/analytics component.
            heard.withLock { $0[name] = data }
        }
        defer { notifications.removeObserver(observer) }
        let data = AppLinkNavigation.callbackAppLinkData(
            appName: "Notes",
            url: try #require(URL(string: "notes://back"))
        )
        let page = try #require(URL(string: "https://example.com/a"))
        let target = AppLinkTarget(url: URL(string: "example://profiles/7"), appName: "Example")
        let link = AppLink(sourceURL: page, targets: [target], webURL: page)
        let opener = RecordingOpener(installed: ["example", "notes"])
        let out = try await AppLinkNavigation(appLink: link, appLinkData: data).navigate(opener: opener, events: center)
        let incoming = AppLinkURL(
            inboundText: try #require(out.openedURL).text,
            sourceApplication: "com.example.other",
            events: center
        )
        let referrer = try #require(incoming.appLinkReferrer)
        _ = try await AppLinkNavigation(appLink: referrer).navigate(opener: opener, events: center)

        let seen = heard.withLock { $0 }
        #expect(Set(seen.keys) == ["al_link_parse", "al_nav_in", "al_nav_out", "al_ref_back_out"])
        let navigatedIn = try #require(seen["al_nav_in"])
        for field in [
            "inputURL", "inputURLScheme", "refererURL", "referrerURL", "refererAppName", "referrerAppName",
            "sourceApplication", "targetURL", "version",
        ] {
            #expect(navigatedIn[field]?.isEmpty == false, "\(field)")
        }
        for name in ["al_nav_out", "al_ref_back_out"] {
            let navigatedOut = try #require(seen[name])
            for field in [
                "outputURL", "outputURLScheme", "sourceURL", "sourceURLHost", "sourceHost", "sourceScheme", "success",
                "type", "version",
            ] {
                #expect(navigatedOut[field]?.isEmpty == false, "\(name) \(field)")
            }
            #expect(navigatedOut["success"] == "1" && navigatedOut["type"] == "app")
        }
    }
}
