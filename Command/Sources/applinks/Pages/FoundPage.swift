import BoltsAppLinks

struct FoundPage: Sendable {
    let page: ResolvedPage
    var origin: PageOrigin?
}

struct PageOrigin: Sendable {
    /// The name of the value in JSON.
    let name: String
    let text: String

    init(_ answer: HTTPCacheAnswer<ResolvedLink>) {
        switch answer.origin {
        case .hit:
            name = "hit"
            text = "from the cache, for \(Self.seconds(answer.timeToLive ?? .zero)) more"
        case .revalidated:
            name = "revalidated"
            text = "not changed since it was cached; \(Self.kept(answer.timeToLive))"
        case .stale(let error):
            name = "stale"
            text = "from the cache although it is stale" + (error.map { ", because \($0)" } ?? "")
        case .fetched:
            name = "fetched"
            text = "fetched; \(Self.kept(answer.timeToLive))"
        @unknown default:
            name = "unknown"
            text = "origin unknown; \(Self.kept(answer.timeToLive))"
        }
    }

    private static func kept(_ time: Duration?) -> String {
        guard let time else { return "it must not be cached" }
        return time > .zero ? "cached for \(seconds(time))" : "cached, to be revalidated each time"
    }

    private static func seconds(_ time: Duration) -> String {
        let (seconds, rest) = time.components
        return "\(seconds + (rest > 0 ? 1 : 0)) s"
    }
}
