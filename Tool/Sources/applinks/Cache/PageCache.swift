import BoltsAppLinks
import BoltsTasks
import Foundation
import Synchronization

/// Where a page came from.
enum PageOrigin: Sendable {
    /// It was kept, and is still fresh for so many seconds.
    case hit(Double)
    /// It was kept, and the server said that it has not changed.
    case revalidated(keptFor: Double?)
    /// It was kept, and stands in for a server in trouble.
    case stale(any Error)
    /// It was fetched, and is kept for so many seconds; `nil` where it may not be.
    case fetched(keptFor: Double?)

    /// In JSON.
    var name: String {
        switch self {
        case .hit: "hit"
        case .revalidated: "revalidated"
        case .stale: "stale"
        case .fetched: "fetched"
        }
    }

    /// For people.
    var text: String {
        switch self {
        case .hit(let seconds): "from the cache, for \(Self.text(seconds)) more"
        case .revalidated(let seconds): "not changed since it was kept; \(Self.kept(seconds))"
        case .stale(let error): "from the cache although it is stale, because \(error)"
        case .fetched(let seconds): "fetched; \(Self.kept(seconds))"
        }
    }

    private static func kept(_ seconds: Double?) -> String {
        guard let seconds else { return "it may not be kept" }
        return seconds > 0 ? "kept for \(text(seconds))" : "kept, to be asked for again each time"
    }

    private static func text(_ seconds: Double) -> String {
        "\(Int(min(seconds.rounded(.up), 1e12))) s"
    }
}

/// Pages that are kept between runs, by the rules of HTTP.
final class PageCache: Sendable {
    private let directory: CacheDirectory
    private let options: AppLinkCacheOptions
    private let hasWritten = Atomic(false)

    init(_ directory: CacheDirectory, options: AppLinkCacheOptions) {
        self.directory = directory
        self.options = options
    }

    /// Finds a page: the one that is kept, or else by asking.
    ///
    /// `variant` names everything but the URL that the answer depends on: what was read under other rules is another page.
    func page(
        at url: URL,
        variant: String,
        resolver: HTTPAppLinkResolver,
        cancellationToken: CancellationToken
    ) -> BoltsTask<(page: ResolvedPage, origin: PageOrigin)> {
        let key = "\(variant)\n\(AppLinkCacheKey(url).text)"
        let file = directory.file(for: key)
        let kept = read(file, key: key)
        let asked = Self.now
        if let kept, kept.isFresh(at: asked) {
            return BoltsTask(result: (kept.page(for: url), .hit(kept.freshUntil - asked.seconds)))
        }
        return resolver.page(at: url, revalidating: kept?.pageValidator, cancellationToken: cancellationToken)
            .continueWith { [self] task in
                guard let outcome = task.outcome else { throw CancellationError() }
                do {
                    let answer = try outcome.get()
                    let now = Self.now
                    let terms = options.terms(of: answer.cacheability, asked: asked, now: now)
                        .flatMap { $0.isOfUse(at: now) || answer.cacheability.validator != nil ? $0 : nil }
                    let keptFor = terms.map { max(0, ($0.expiry - now).seconds) }
                    let validator = answer.cacheability.validator
                    if let page = answer.page {
                        let entry = terms.map { CachedPage(page, key: key, terms: $0, validator: validator, now: now) }
                        write(entry, to: file)
                        return (page, .fetched(keptFor: keptFor))
                    }
                    guard var kept else { throw InputError("\(url) did not send its page: try without --cache") }
                    if let terms { kept.renew(terms, validator: validator, now: now) }
                    write(terms == nil ? nil : kept, to: file)
                    return (kept.page(for: url, by: answer.hops), .revalidated(keptFor: keptFor))
                } catch let error as PageError where error.isPassing {
                    guard let kept, kept.isUsable(at: Self.now) else { throw error }
                    return (kept.page(for: url), .stale(error))
                }
            }
    }

    /// Takes out what is too much, once at the end of a run that kept something.
    func prune() {
        if hasWritten.load(ordering: .relaxed) { directory.prune() }
    }

    /// Since 1970, by the clock that other runs have, too.
    private static var now: Duration { .milliseconds(Int64(Date().timeIntervalSince1970 * 1_000)) }

    private func read(_ file: URL, key: String) -> CachedPage? {
        do {
            guard let data = try directory.read(file) else { return nil }
            let page = try JSONDecoder().decode(CachedPage.self, from: data)
            // Of another version of the tool, or of another page: as if it were not there.
            return page.format == CachedPage.format && page.key == key ? page : nil
        } catch {
            let reason = (error as? InputError)?.description ?? "it is not what was written"
            Terminal.complain("\(file.path) in the cache cannot be read and is ignored: \(reason)")
            return nil
        }
    }

    /// Keeps a page, or takes out the one that was kept.
    private func write(_ page: CachedPage?, to file: URL) {
        guard let page else { return directory.remove(file) }
        do {
            hasWritten.store(true, ordering: .relaxed)
            try directory.write(try JSONEncoder().encode(page), to: file)
        } catch {
            Terminal.complain("\(file.path) could not be written, so that nothing is kept of the page: \(error)")
        }
    }
}
