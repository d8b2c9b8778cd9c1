/// What a banner knows: whom it leads back to, and whether it is there.
///
/// A plain value, so that every order of events can be tested without a screen.
struct ReturnToReferrerState {
    /// Names one showing of a banner, so that the end of a way back that was taken does not take a later one away.
    typealias Showing = Int

    let closing: ReturnToReferrerOptions.Closing
    private(set) var referrer: ReturnToReferrer?
    private(set) var isClosed = false
    private(set) var isNavigating = false
    /// Whether the app keeps the banner from being seen, whatever else holds.
    var isHidden = false
    private var showing: Showing = 0
    /// Whom it led back to when it was closed.
    private var closedFor: ReturnToReferrer?

    init(closing: ReturnToReferrerOptions.Closing) {
        self.closing = closing
    }

    var isVisible: Bool { referrer != nil && !isClosed && !isHidden }

    /// What is seen of it.
    var visible: ReturnToReferrer? { isVisible ? referrer : nil }

    /// Leads back to someone else, or to nobody.
    mutating func show(_ referrer: ReturnToReferrer?) {
        showing += 1
        isNavigating = false
        self.referrer = referrer
        // An app may show the same link again with every screen, which is no new visit.
        if closing == .untilNextReferrer, let referrer, referrer != closedFor { reopen() }
    }

    /// The user, or the app, wants it gone.
    mutating func close() {
        isClosed = true
        closedFor = referrer
    }

    /// The app wants it back after all.
    mutating func reopen() {
        isClosed = false
        closedFor = nil
    }

    /// The user wants to go back.
    ///
    /// - Returns: Where to, or `nil` where nothing is shown or the way is being taken already.
    mutating func tap() -> (referrer: ReturnToReferrer, showing: Showing)? {
        guard let referrer = visible, !isNavigating else { return nil }
        isNavigating = true
        return (referrer, showing)
    }

    /// The way back has been taken, wherever it led: what was shown collapses, and is not closed by it.
    mutating func didNavigate(_ showing: Showing) {
        guard showing == self.showing, isNavigating else { return }
        isNavigating = false
        referrer = nil
    }
}
