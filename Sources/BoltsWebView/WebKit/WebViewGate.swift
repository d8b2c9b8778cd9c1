#if canImport(WebKit) && !os(watchOS) && !os(tvOS)
/// Limits the number of web views that load at the same time; the others wait in order.
@MainActor
final class WebViewGate {
    private let limit: Int
    private var runningCount = 0
    private var waiting: [WebPageLoad] = []
    private var first = 0

    nonisolated init(limit: Int) { self.limit = max(limit, 1) }

    /// Starts a page, or queues it.
    func enter(_ load: WebPageLoad) {
        if runningCount < limit { start(load) } else { waiting.append(load) }
    }

    /// Starts the next page that is still awaited, after one has ended.
    private func leave() {
        runningCount -= 1
        while runningCount < limit, first < waiting.count {
            let next = waiting[first]
            first += 1
            if next.isWanted { start(next) }
        }
        if first == waiting.count {
            waiting = []
            first = 0
        } else if first > 64, first * 2 > waiting.count {
            waiting.removeFirst(first)
            first = 0
        }
    }

    private func start(_ load: WebPageLoad) {
        runningCount += 1
        load.start { self.leave() }
    }
}
#endif
