@_spi(Bolts) import BoltsAssociations
@_spi(Bolts) import BoltsPageFetching
import BoltsTasks
import Foundation
import Synchronization

/// Requests one file from a server, and records the result; never throws.
struct AssociationFetcher: Sendable {
    // One byte more than the limit, which distinguishes a truncated file from a complete one.
    static let bodyLimit = JSONDocument.maximumBytes + 1

    let fetcher: any PageFetching
    let options: PageFetchOptions
    /// The common budget of all requests for a site.
    let budget: FetchBudget

    init(fetcher: any PageFetching, options: PageFetchOptions, budget: FetchBudget? = nil) {
        self.fetcher = fetcher
        self.options = options
        self.budget = budget ?? FetchBudget(requestTime: options.totalTimeout)
    }

    /// Fetches a file, with at most `redirects` redirects.
    func answer(
        at url: URL,
        withTrailingDot: Bool = false,
        redirects: Int = 0,
        userAgent: String? = nil,
        recordedFields: Set<String> = [],
        readsErrorPages: Bool = false,
        for purpose: FetchBudget.Purpose = .site
    ) async -> AssociationResponse {
        var options = options
        guard let time = budget.begin(purpose) else {
            var answer = AssociationResponse(url: url)
            answer.failure = FetchBudget.exhausted
            return answer
        }
        options.totalTimeout = min(options.totalTimeout, time)
        options.resource = .file
        options.sendsTrailingDot = withTrailingDot
        options.redirectLimit = redirects
        options.bodyLimit = Self.bodyLimit
        options.readsErrorPages = readsErrorPages
        options.recordedFields = recordedFields
        if let userAgent { options.userAgent = userAgent }
        let collector = BodyCollector()
        let source = CancellationTokenSource()
        let task = fetcher.fetch(url, options: options, into: collector, cancellationToken: source.token)
        var answer = AssociationResponse(url: url)
        defer { budget.end(bytes: collector.count) }
        do {
            let page = try await withTaskCancellationHandler {
                try await task.value
            } onCancel: {
                source.cancel()
            }
            answer.note(page.hops)
            answer.status = page.response.status
            guard page.response.status == 200 else {
                let isFile = AssociationResponse.isAssociationFile(collector.body)
                answer.failure = Self.failure(status: page.response.status, isFile: isFile)
                answer.isErrorWithFile = isFile
                return answer
            }
            answer.cacheability = PageCacheability(hops: page.hops)
            answer.mediaType = page.response.contentType?.mediaType
            answer.charset = page.response.contentType?.charset
            answer.finalURL = page.response.url
            answer.bytes = collector.body
        } catch let error as PageError {
            answer.error = error
            answer.note(error.hops)
            answer.status = error.httpStatus ?? error.hops.last?.status
            answer.isUntrusted = error.code == .untrustedConnection
            let failed = answer.status.flatMap { $0 >= 400 ? $0 : nil }
            answer.isTooLarge = error.code == .bodyTooLarge && failed == nil
            answer.failure =
                (error.httpStatus ?? failed).map { Self.failure(status: $0) } ?? Self.sentence(error.description)
        } catch {
            answer.failure = error is CancellationError ? "The fetch was cancelled." : "\(error)"
        }
        return answer
    }

    private static func failure(status: Int, isFile: Bool = false) -> String {
        "The server answered with status \(status)\(isFile ? ", although it sent the file" : "")."
    }

    private static func sentence(_ text: String) -> String {
        guard let first = text.first else { return text }
        // Some messages begin with the host or URL, whose letter case must not change.
        let start = text.hasPrefix("there is") ? first.uppercased() + text.dropFirst() : text
        return start.hasSuffix(".") ? start : start + "."
    }
}

extension AssociationResponse {
    fileprivate mutating func note(_ hops: [PageHop]) {
        redirect = hops.first { (300..<400).contains($0.status) && $0.status != 304 }.map { $0.location ?? "nowhere" }
        duration = hops.compactMap(\.duration).reduce(nil) { ($0 ?? .zero) + $1 }
        fields = hops.last?.fields ?? [:]
    }
}

final class BodyCollector: RestartablePageConsuming {
    private let bytes = Mutex<[UInt8]>([])

    var body: [UInt8] { bytes.withLock { $0 } }
    var count: Int { bytes.withLock { $0.count } }

    func begin(_ response: PageResponse) { bytes.withLock { $0 = [] } }

    func consume(_ chunk: Span<UInt8>) -> Bool {
        bytes.withLock { bytes in
            bytes.reserveCapacity(bytes.count + chunk.count)
            for index in chunk.indices { bytes.append(chunk[index]) }
        }
        return true
    }
}
