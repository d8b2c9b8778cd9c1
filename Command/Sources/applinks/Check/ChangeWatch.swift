/// Reports when a snapshot has changed and is stable again.
struct ChangeWatch<Snapshot: Equatable & Sendable>: Sendable {
    /// The minimum time between two snapshots.
    static var interval: Duration { .milliseconds(500) }
    /// The pause between two snapshots as a multiple of the time that a snapshot takes, so that many files do not keep the
    /// processor busy.
    static var restPerLook: Int { 20 }
    /// A change is reported when two snapshots this far apart are equal, because by then all of several files are written.
    static var rest: Duration { .milliseconds(200) }
    /// The number of snapshots after which a change is reported even if it continues.
    static var maximumLooks: Int { 25 }

    let clock: any Clock<Duration>
    let look: @Sendable () -> Snapshot

    func change(after last: Snapshot) async throws -> Snapshot {
        var interval = Self.interval
        while true {
            try await clock.sleep(for: interval)
            var seen = last
            interval = max(Self.interval, clock.measure { seen = look() } * Self.restPerLook)
            guard seen != last else { continue }
            for _ in 0..<Self.maximumLooks {
                try await clock.sleep(for: Self.rest)
                let next = look()
                if next == seen { break }
                seen = next
            }
            if seen != last { return seen }
        }
    }
}

/// The names, sizes and times of some files; two are equal if no file has changed, appeared or disappeared.
struct FolderSnapshot: Equatable, Sendable {
    private struct Entry: Equatable {
        let path: String
        let mark: FileMark
    }

    private let entries: [Entry]

    /// Omits missing files, and folders.
    init(of paths: [String]) {
        entries = paths.compactMap { path in
            FileMark(path).flatMap { $0.isFolder ? nil : Entry(path: path, mark: $0) }
        }
    }
}
