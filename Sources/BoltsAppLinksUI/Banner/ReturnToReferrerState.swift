/// The state machine of a banner: what it shows, and whether it is closed, hidden or being followed.
struct ReturnToReferrerState {
    /// Identifies the banner that was shown when a navigation began, so that the navigation's end does not remove a later banner.
    typealias Generation = Int

    let staysClosed: Bool
    private(set) var referrer: ReturnToReferrer?
    private(set) var isClosed = false
    private(set) var isNavigating = false
    /// Whether the app hides the banner.
    var isHidden = false
    private var generation: Generation = 0
    /// The number of the opening of the app that brought the referrer, or `nil`.
    private var arrival: Int?
    /// The referrer and the opening for which the banner was closed.
    private var closed: (referrer: ReturnToReferrer?, arrival: Int?)?

    init(staysClosed: Bool) {
        self.staysClosed = staysClosed
    }

    var isVisible: Bool { visibleReferrer != nil }

    var visibleReferrer: ReturnToReferrer? { isClosed || isHidden ? nil : referrer }

    /// Replaces the referrer; `arrival` is the number of the opening that brought it, or `nil` if that is unknown.
    mutating func show(_ referrer: ReturnToReferrer?, arrival: Int? = nil) {
        generation += 1
        isNavigating = false
        self.referrer = referrer
        self.arrival = arrival
        // An app may show the same link again on each screen; that is no new visit.
        if !staysClosed, let referrer, (referrer, arrival) != (closed?.referrer, closed?.arrival) { reopen() }
    }

    mutating func close() {
        isClosed = true
        closed = (referrer, arrival)
    }

    mutating func reopen() {
        isClosed = false
        closed = nil
    }

    /// Begins to navigate back; `nil` if no referrer is visible or the user is already on the way.
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
