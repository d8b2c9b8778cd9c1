/// Tells when what is looked at has changed and is at rest again.
struct ChangeWatch<Snapshot: Equatable & Sendable>: Sendable {
    /// How often is looked, at most.
    static var interval: Duration { .milliseconds(500) }
    /// Between two looks is so many times what one took, so that looking at many files leaves the processor to others.
    static var restPerLook: Int { 20 }
    /// A change counts when two looks this far apart see the same, as after the last of several files was written.
    static var rest: Duration { .milliseconds(200) }
    /// After so many looks a change counts also if it goes on.
    static var maximumLooks: Int { 25 }

    let clock: any Clock<Duration>
    let look: @Sendable () -> Snapshot

    /// Waits for a change.
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

/// The names, sizes and times of some files; two are equal if no file has changed, come or gone.
struct FolderSnapshot: Equatable, Sendable {
    private struct Entry: Equatable {
        let path: String
        let mark: FileMark
    }

    private let entries: [Entry]

    /// Leaves out files that are gone, and folders.
    init(of paths: [String]) {
        entries = paths.compactMap { path in
            FileMark(path).flatMap { $0.isFolder ? nil : Entry(path: path, mark: $0) }
        }
    }
}
