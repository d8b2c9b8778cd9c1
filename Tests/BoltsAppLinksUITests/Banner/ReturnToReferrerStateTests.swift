import Foundation
import Testing

@testable import BoltsAppLinks
@testable import BoltsAppLinksUI


/// Whether the banner is there, whatever the order of events (rule L9).
@Suite struct ReturnToReferrerStateTests {
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
        referrer: ReturnToReferrer, showing: ReturnToReferrerState.Showing
    ) {
        let tap = state.tap()
        return try #require(tap)
    }

    @Test("L9: there is nothing at first, then what is shown, then nothing again")
    func L9_showing() {
        var state = ReturnToReferrerState(closing: .forGood)
        #expect(!state.isVisible && state.visible == nil)
        state.show(notes)
        #expect(state.visible == notes)
        state.show(mail)
        #expect(state.visible == mail)
        state.show(nil)
        #expect(!state.isVisible)
    }

    @Test("D-L12: closed for good is closed for the next one too, until the app reopens it")
    func L9_closedForGood() {
        var state = ReturnToReferrerState(closing: .forGood)
        state.show(notes)
        state.close()
        #expect(!state.isVisible && state.isClosed)
        state.show(mail)
        #expect(!state.isVisible)
        state.reopen()
        #expect(state.visible == mail)
    }

    @Test("L9: closed until the next one is closed for the same one only")
    func L9_closedUntilNextReferrer() {
        var state = ReturnToReferrerState(closing: .untilNextReferrer)
        state.show(notes)
        state.close()
        state.show(notes)
        #expect(!state.isVisible)
        state.show(nil)
        #expect(state.isClosed)
        state.show(mail)
        #expect(state.visible == mail && !state.isClosed)
        state.close()
        state.show(notes)
        #expect(state.visible == notes)
    }

    @Test("L9: hidden is not closed")
    func L9_hidden() {
        var state = ReturnToReferrerState(closing: .forGood)
        state.isHidden = true
        state.show(notes)
        #expect(!state.isVisible && !state.isClosed)
        #expect(state.tap() == nil)
        state.isHidden = false
        #expect(state.isVisible)
    }

    @Test("L9: a tap counts where something is shown, and once")
    func L9_oneTapCounts() throws {
        var state = ReturnToReferrerState(closing: .forGood)
        #expect(state.tap() == nil)
        state.show(notes)
        let tap = try tap(&state)
        #expect(tap.referrer == notes && state.isNavigating && state.isVisible)
        #expect(state.tap() == nil)
        state.didNavigate(tap.showing)
        #expect(!state.isVisible && !state.isClosed && !state.isNavigating)
        #expect(state.tap() == nil)
        state.show(notes)
        #expect(state.isVisible)
    }

    @Test("L9: the end of an earlier way back leaves what is shown since")
    func L9_lateEndsChangeNothing() throws {
        var state = ReturnToReferrerState(closing: .forGood)
        state.show(notes)
        let first = try tap(&state)
        state.show(mail)
        let second = try tap(&state)
        state.didNavigate(first.showing)
        #expect(state.visible == mail && state.isNavigating)
        state.didNavigate(second.showing)
        #expect(!state.isVisible)
    }

    @Test("L9: closing while the way back is taken stays closed")
    func L9_closingWhileNavigating() throws {
        var state = ReturnToReferrerState(closing: .forGood)
        state.show(notes)
        let tap = try tap(&state)
        state.close()
        #expect(!state.isVisible)
        state.didNavigate(tap.showing)
        #expect(state.isClosed && !state.isVisible)
    }
}
