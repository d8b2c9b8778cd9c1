import BoltsAppLinks
import BoltsSiteCheck
import Foundation

/// Keeps the report on a folder up to date, and notifies listeners of each new version.
actor SiteMonitor {
    struct Report: Sendable {
        /// The number of the snapshot, from 1.
        let version: Int
        let result: CheckResult
        /// The answer for the URL of each page, in the order of their paths; at most ``SiteMonitor/maximumPages``.
        let verdicts: [LinkVerdict]
        let pageCount: Int
    }

    static let maximumPages = 200
    private static let interval = Duration.milliseconds(500)
    /// The number of snapshots after which the version is sent again, so that a dead connection is noticed.
    private static let looksBetweenBeats = 30

    private let directory: String
    private let host: String
    private let disabled: Set<String>
    private let followed = FollowedFiles()
    private var snapshot: FolderSnapshot?
    private var report: Report?
    private var listeners: [Int: AsyncStream<Int>.Continuation] = [:]
    private var lastListener = 0

    init(directory: String, host: String, disabled: Set<String>) {
        self.directory = directory
        self.host = host
        self.disabled = disabled
    }

    func current() async -> Report {
        let now = FolderSnapshot(of: followed.files(at: directory))
        if let report, now == snapshot { return report }
        let read = await read()
        // A report that was created meanwhile may describe an earlier or a later state of the folder; if there is one, the folder
        // is read again.
        let new = Report(
            version: (report?.version ?? 0) + 1,
            result: read.result,
            verdicts: read.verdicts,
            pageCount: read.pageCount
        )
        snapshot = now
        report = new
        for listener in listeners.values { listener.yield(new.version) }
        return new
    }

    /// Checks the folder repeatedly, until the surrounding task is cancelled.
    func run() async throws {
        var looks = 0
        while true {
            try await Task.sleep(for: Self.interval)
            let version = await current().version
            looks += 1
            guard looks % Self.looksBetweenBeats == 0 else { continue }
            for listener in listeners.values { listener.yield(version) }
        }
    }

    /// The current version and each later one, some of them repeatedly; ends when the stream is released.
    func versions() async -> AsyncStream<Int> {
        let version = await current().version
        let (stream, continuation) = AsyncStream.makeStream(of: Int.self, bufferingPolicy: .bufferingNewest(1))
        lastListener += 1
        let number = lastListener
        listeners[number] = continuation
        continuation.onTermination = { _ in Task { await self.remove(number) } }
        continuation.yield(version)
        return stream
    }

    private func remove(_ listener: Int) { listeners[listener] = nil }

    private struct Look {
        var result: CheckResult
        var verdicts: [LinkVerdict] = []
        var pageCount = 0
    }

    private func read() async -> Look {
        var result = CheckResult(input: directory)
        do {
            let local = try await LocalSite(
                directory: directory,
                host: host,
                readerOptions: PageTags.readerOptions()
            )
            let verdict = local.verdict()
            result.answers = verdict.answers.filter { !($0.finding.map { disabled.contains($0.rule.id) } ?? false) }
            result.host = host
            result.findings = verdict.findings.filter { !disabled.contains($0.rule.id) }.map {
                CheckedFinding($0, file: local.paths[$0.file])
            }
            result.sources = local.paths.values.sorted()
            if local.isTruncated { result.failure = "\(directory) has \(LocalSite.cutMessage)" }
            let pages = local.pages.prefix(Self.maximumPages).map(\.tags)
            return Look(
                result: result,
                verdicts: pages.map { LinkVerdict(url: $0.url, site: local.site, page: $0) },
                pageCount: local.pages.count
            )
        } catch {
            result.failure = "\(error)"
            return Look(result: result)
        }
    }
}
