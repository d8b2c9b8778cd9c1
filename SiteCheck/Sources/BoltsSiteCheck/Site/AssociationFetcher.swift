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
        options.readsLastingErrorPages = true
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
            guard page.response.status < 300 else {
                let (status, body) = (page.response.status, collector.body)
                answer.isErrorWithFile = AssociationResponse.isAssociationFile(body)
                let failure = Self.failure(
                    status: status,
                    isFile: answer.isErrorWithFile,
                    reason: page.response.contentType?.mediaType == "text/plain" ? body : []
                )
                answer.failure = failure
                answer.error = PageError(.httpStatus, failure, httpStatus: status, hops: page.hops)
                return answer
            }
            answer.cacheability = PageCacheability(hops: page.hops)
            answer.mediaType = page.response.contentType?.mediaType
            answer.charset = page.response.contentType?.charset
            answer.finalURL = page.response.url
            if page.response.status == 200 {
                answer.bytes = collector.body
            } else {
                answer.failure = Self.failure(status: page.response.status)
            }
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

    /// Says that a request failed; one line of plain text is quoted from the page of an error of the server's own.
    private static func failure(status: Int, isFile: Bool = false, reason: [UInt8] = []) -> String {
        if isFile { return "The server answered with status \(status), although it sent the file." }
        let text =
            status < 500 ? "" : String(decoding: reason, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        let isLine = !text.isEmpty && text.utf8.count <= 200 && !text.contains(where: \.isNewline)
        return "The server answered with status \(status)\(isLine ? " (\(Clip.quoted(text)))" : "")."
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
    /// The maximum number of bytes of an error's page that are read.
    private static let errorLimit = 65_536

    private let state = Mutex((bytes: [UInt8](), limit: Int.max))

    var body: [UInt8] { state.withLock { $0.bytes } }
    var count: Int { state.withLock { $0.bytes.count } }

    func begin(_ response: PageResponse) {
        state.withLock { $0 = ([], response.status < 300 ? .max : Self.errorLimit) }
    }

    func consume(_ chunk: Span<UInt8>) -> Bool {
        state.withLock { state in
            state.bytes.reserveCapacity(state.bytes.count + chunk.count)
            for index in chunk.indices { state.bytes.append(chunk[index]) }
            return state.bytes.count < state.limit
        }
    }
}
