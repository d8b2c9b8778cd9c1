/// The state machine of a banner: what it shows, and whether it is closed, hidden or being followed.
struct ReturnToReferrerState {
    /// Identifies what was shown when a navigation began, so that its end does not remove a banner shown since.
    typealias Generation = Int

    let staysClosed: Bool
    private(set) var referrer: ReturnToReferrer?
    private(set) var isClosed = false
    private(set) var isNavigating = false
    /// Whether the app hides the banner.
    var isHidden = false
    private var generation: Generation = 0
    /// What the banner showed when it was closed.
    private var closedReferrer: ReturnToReferrer?

    init(staysClosed: Bool) {
        self.staysClosed = staysClosed
    }

    var isVisible: Bool { visibleReferrer != nil }

    var visibleReferrer: ReturnToReferrer? { isClosed || isHidden ? nil : referrer }

    /// Replaces the referrer.
    mutating func show(_ referrer: ReturnToReferrer?) {
        generation += 1
        isNavigating = false
        self.referrer = referrer
        // Apps may show the same link again on each screen: that is no new visit.
        if !staysClosed, let referrer, referrer != closedReferrer { reopen() }
    }

    mutating func close() {
        isClosed = true
        closedReferrer = referrer
    }

    mutating func reopen() {
        isClosed = false
        closedReferrer = nil
    }

    /// Begins to navigate back.
    ///
    /// - Returns: The referrer to return to, or `nil` if none is visible or the user is already on the way.
    mutating func beginNavigation() -> (referrer: ReturnToReferrer, generation: Generation)? {
        guard let referrer = visibleReferrer, !isNavigating else { return nil }
        isNavigating = true
        return (referrer, generation)
    }

    /// Removes the referrer that was navigated to, unless another one has been shown since.
    mutating func endNavigation(_ generation: Generation) {
        guard generation == self.generation, isNavigating else { return }
        isNavigating = false
        referrer = nil
    }
}
