@_spi(Bolts) import BoltsSiteCheck
import Foundation
import Synchronization

/// Keeps versions of the association files of hosts, and tells what changed between them.
///
/// A version is added when what the files mean for links and apps changed, not when only their bytes did. It happens after the
/// files were fetched, and no answer waits for it; what cannot be stored or is too much at a time is left to the next fetch.
final class SiteHistory: Sendable {
    /// How many bytes of changes one version's document has at most.
    private static let documentBytes = 64 << 10
    /// How often a version that is read again is kept for longer.
    private static let confirmation = Duration.seconds(86_400)

    private let store: any IndexStore
    private let limits: VersionLimits
    private let metrics: IndexMetrics
    private let failures: QuietLog
    private let comparisons = ComparisonQueue()
    /// What is known of the newest version of a host, so that reading the same again asks nothing of the database.
    private let newest = ByteBoundedCache<RecordKey, Newest>(byteCapacity: 4 << 20)
    private let documents = ByteBoundedCache<Pair, [UInt8]>(byteCapacity: 8 << 20)
    private let pending = Mutex(Pending())
    private let forgotten = Atomic(0)

    private struct Newest: Sendable {
        /// The digest of the files as they were read.
        let digest: [UInt8]
        /// When it is to be kept for longer.
        let confirmAt: Timestamp
    }

    private struct Pair: Hashable, Sendable {
        let key: RecordKey
        let from: SiteVersion
        let to: SiteVersion
    }

    /// What is being looked at after a fetch.
    private struct Pending {
        static let byteLimit = 32 << 20

        var tasks: [RecordKey: Task<Void, Never>] = [:]
        var byteCount = 0
    }

    init(_ store: any IndexStore, limits: VersionLimits, metrics: IndexMetrics, failures: QuietLog) {
        self.store = store
        self.limits = limits
        self.metrics = metrics
        self.failures = failures
    }

    /// How often hosts were forgotten; files whose fetch began before are not kept.
    var epoch: Int { forgotten.load(ordering: .sequentiallyConsistent) }

    // MARK: - Versions

    /// Takes files that were fetched, and returns at once.
    ///
    /// - Parameters:
    ///   - files: The files.
    ///   - key: The key of the host's record.
    ///   - epoch: The ``epoch`` when the fetch began.
    func note(_ files: SiteFiles, of key: RecordKey, since epoch: Int) {
        guard limits.count > 0, epoch == self.epoch else { return }
        pending.withLock { pending in
            guard pending.tasks[key] == nil, pending.byteCount + files.byteCount <= Pending.byteLimit else { return }
            pending.byteCount += files.byteCount
            pending.tasks[key] = Task {
                await self.keep(files.site, of: key, since: epoch)
                self.pending.withLock { pending in
                    pending.tasks[key] = nil
                    pending.byteCount -= files.byteCount
                }
            }
        }
    }

    /// Waits until what was noted is stored.
    func settle() async {
        while let task = pending.withLock({ $0.tasks.values.first }) { await task.value }
    }

    private func keep(_ site: SiteAssociations, of key: RecordKey, since epoch: Int) async {
        do {
            let read = VersionPayload(StoredSite(site), unread: site.unreadPlatforms)
            let digest = try read.encoded().digest
            let now = Timestamp.now
            if let known = newest.value(for: key), known.digest == digest, now < known.confirmAt { return }
            guard try await keep(read, of: key, at: now, since: epoch), epoch == self.epoch else { return }
            newest.set(
                Newest(digest: digest, confirmAt: now + Self.confirmation),
                for: key,
                byteCount: key.text.utf8.count + 256
            )
        } catch let error as IndexStoreError {
            metrics.storeFailed()
            failures.warning("versions", "A version of a host's files was not stored: \(error)")
        } catch {
            failures.warning("versions", "A version of a host's files was not kept: \(LoggedError(error))")
        }
    }

    /// - Returns: Whether the newest version is what was read. It is not if another node has added one meanwhile, with which the next
    ///   fetch is compared.
    private func keep(
        _ read: VersionPayload,
        of key: RecordKey,
        at now: Timestamp,
        since epoch: Int
    ) async throws -> Bool {
        let versions = try await store.versions(of: key)
        let end = now + limits.age
        guard let last = versions.last, let earlier = try await payload(of: last, key) else {
            let (bytes, digest) = try read.encoded()
            return try await add(
                version(after: versions.last, digest, bytes, now, end),
                bytes,
                to: versions,
                of: key,
                since: epoch
            )
        }
        let current = read.completed(by: earlier)
        let (bytes, digest) = try current.encoded()
        if digest == last.content {
            if last.keepUntil < end + (.zero - Self.confirmation) {
                try await store.keepVersion(last.number, of: key, until: end)
            }
            return true
        }
        let difference = try await comparisons.run { try earlier.difference(to: current) }
        metrics.compared(difference)
        if difference.isEmpty {
            var same = version(after: nil, digest, bytes, last.firstReadAt, end)
            same.number = last.number
            guard epoch == self.epoch else { return false }
            try await store.replaceVersion(same, payload: bytes, of: key)
            return true
        }
        let next = version(after: last, digest, bytes, now, end)
        return try await add(next, bytes, to: versions, of: key, since: epoch)
    }

    private func version(
        after last: SiteVersion?,
        _ digest: [UInt8],
        _ bytes: [UInt8],
        _ now: Timestamp,
        _ end: Timestamp
    ) -> SiteVersion {
        SiteVersion(
            number: (last?.number ?? 0) + 1,
            content: digest,
            format: VersionPayload.format,
            byteCount: bytes.count,
            // A clock that was set back must not change their order.
            firstReadAt: max(now, last.map { $0.firstReadAt + .milliseconds(1) } ?? now),
            keepUntil: end
        )
    }

    private func add(
        _ version: SiteVersion,
        _ bytes: [UInt8],
        to versions: [SiteVersion],
        of key: RecordKey,
        since epoch: Int
    ) async throws -> Bool {
        guard epoch == self.epoch, try await store.addVersion(version, payload: bytes, of: key) else { return false }
        metrics.keptVersion(bytes.count)
        let kept = limits.firstKept(of: versions + [version]) ?? version.number
        if let first = versions.first, kept > first.number {
            try await store.removeVersions(of: key, through: kept - 1)
        }
        return true
    }

    /// The payload of a version, or `nil` if this version of the service cannot read it.
    private func payload(of version: SiteVersion, _ key: RecordKey) async throws -> VersionPayload? {
        guard version.format == VersionPayload.format else { return nil }
        let payloads = try await store.payloads(ofVersions: [version.number], of: key)
        return payloads[version.number].flatMap { try? VersionPayload(bytes: $0) }
    }

    /// Forgets what is known of the newest version of a host, so that the database is asked after the next fetch.
    func forgetNewest(of key: RecordKey) { newest.remove(key) }

    /// Forgets the versions of a host, also those that are being looked at.
    func forget(_ key: RecordKey) async throws {
        forgotten.add(1, ordering: .sequentiallyConsistent)
        newest.remove(key)
        documents.removeAll()
        try await store.removeVersions(of: key, through: .max)
    }

    // MARK: - Changes

    /// Returns what changed between the versions of a host.
    ///
    /// - Parameters:
    ///   - key: The key of the host's record.
    ///   - host: The host, for URLs.
    ///   - since: Changes until then are left out, or `nil`.
    ///   - limit: How many changes are returned at most.
    /// - Returns: The changes, or `nil` if no version is kept.
    /// - Throws: An ``IndexStoreError``; `CancellationError`.
    func changes(of key: RecordKey, host: String, since: Timestamp?, limit: Int) async throws -> SiteChanges? {
        let versions = try await store.versions(of: key).filter { $0.format == VersionPayload.format }
        guard let first = versions.first else { return nil }
        var changes: [SiteChanges.Change] = []
        var hasMore = false
        var earlier: (number: Int64, payload: VersionPayload)?
        for (from, to) in zip(versions, versions.dropFirst()) where since.map({ to.firstReadAt > $0 }) ?? true {
            let pair = Pair(key: key, from: from, to: to)
            let document: [UInt8]
            if let known = documents.value(for: pair) {
                document = known
            } else {
                try Task.checkCancellation()
                let before = earlier?.number == from.number ? earlier?.payload : try await payload(of: from, key)
                let after = try await payload(of: to, key)
                // One of them was removed meanwhile, or cannot be read.
                guard let before, let after else { continue }
                earlier = (to.number, after)
                document = try await compare(before, after, pair)
            }
            if document.isEmpty { continue }
            guard changes.count < limit else {
                hasMore = true
                break
            }
            changes.append(SiteChanges.Change(from: from.firstReadAt, to: to.firstReadAt, document: document))
        }
        return SiteChanges(host: host, firstReadAt: first.firstReadAt, changes: changes, hasMore: hasMore)
    }

    /// The document of a difference, empty if there is none.
    private func compare(_ before: VersionPayload, _ after: VersionPayload, _ pair: Pair) async throws -> [UInt8] {
        try await comparisons.run {
            // Another request may have waited for the same.
            if let known = self.documents.value(for: pair) { return known }
            let difference = try before.difference(to: after)
            self.metrics.compared(difference)
            var document: [UInt8] = []
            if !difference.isEmpty {
                let encoder = JSONEncoder()
                encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
                let value = SiteDifference.Document(
                    difference,
                    from: pair.from.firstReadAt.text,
                    to: pair.to.firstReadAt.text,
                    byteLimit: Self.documentBytes
                )
                document = [UInt8](try encoder.encode(value))
            }
            self.documents.set(document, for: pair, byteCount: document.count + 512)
            return document
        }
    }
}
