import BoltsAppLinks
import Foundation
import Testing

@testable import BoltsAppLinksUI

/// Tests whether the banner is visible, for any order of events.
@Suite(.tags(.l9)) struct ReturnToReferrerStateTests {
    private let notes: ReturnToReferrer
    private let mail: ReturnToReferrer

    init() throws {
        func referrer(_ name: String) throws -> ReturnToReferrer {
            let target = AppLinkTarget(platform: nil, urlText: "\(name)://", appName: name)
            return try ReturnToReferrer(AppLink(sourceURL: URL(fileURLWithPath: "/"), targets: [target], webURL: nil))
        }
        notes = try referrer("notes")
        mail = try referrer("mail")
    }

    private func tap(_ state: inout ReturnToReferrerState) throws -> (
        referrer: ReturnToReferrer, generation: ReturnToReferrerState.Generation
    ) {
        let tap = state.beginNavigation()
        return try #require(tap)
    }

    @Test func showsLatestReferrer() {
        var state = ReturnToReferrerState(staysClosed: true)
        #expect(!state.isVisible && state.visibleReferrer == nil)
        state.show(notes)
        #expect(state.visibleReferrer == notes)
        state.show(mail)
        #expect(state.visibleReferrer == mail)
        state.show(nil)
        #expect(!state.isVisible)
    }

    @Test(.tags(.dl12)) func closedForGoodHidesLaterReferrers() {
        var state = ReturnToReferrerState(staysClosed: true)
        state.show(notes)
        state.close()
        #expect(!state.isVisible && state.isClosed)
        state.show(mail)
        #expect(!state.isVisible)
        state.reopen()
        #expect(state.visibleReferrer == mail)
    }

    @Test func closedUntilNextReferrerHidesOnlyTheSame() {
        var state = ReturnToReferrerState(staysClosed: false)
        state.show(notes)
        state.close()
        state.show(notes)
        #expect(!state.isVisible)
        state.show(nil)
        #expect(state.isClosed)
        state.show(mail)
        #expect(state.visibleReferrer == mail && !state.isClosed)
        state.close()
        state.show(notes)
        #expect(state.visibleReferrer == notes)
    }

    @Test func hiddenIsNotClosed() {
        var state = ReturnToReferrerState(staysClosed: true)
        state.isHidden = true
        state.show(notes)
        #expect(!state.isVisible && !state.isClosed)
        #expect(state.beginNavigation() == nil)
        state.isHidden = false
        #expect(state.isVisible)
    }

    @Test func onlyOneNavigationRunsAtATime() throws {
        var state = ReturnToReferrerState(staysClosed: true)
        #expect(state.beginNavigation() == nil)
        state.show(notes)
        let tap = try tap(&state)
        #expect(tap.referrer == notes && state.isNavigating && state.isVisible)
        #expect(state.beginNavigation() == nil)
        state.endNavigation(tap.generation)
        #expect(!state.isVisible && !state.isClosed && !state.isNavigating)
        #expect(state.beginNavigation() == nil)
        state.show(notes)
        #expect(state.isVisible)
    }

    @Test func endOfEarlierNavigationKeepsLaterReferrer() throws {
        var state = ReturnToReferrerState(staysClosed: true)
        state.show(notes)
        let first = try tap(&state)
        state.show(mail)
        let second = try tap(&state)
        state.endNavigation(first.generation)
        #expect(state.visibleReferrer == mail && state.isNavigating)
        state.endNavigation(second.generation)
        #expect(!state.isVisible)
    }

    @Test func closingDuringNavigationStaysClosed() throws {
        var state = ReturnToReferrerState(staysClosed: true)
        state.show(notes)
        let tap = try tap(&state)
        state.close()
        #expect(!state.isVisible)
        state.endNavigation(tap.generation)
        #expect(state.isClosed && !state.isVisible)
    }
}
