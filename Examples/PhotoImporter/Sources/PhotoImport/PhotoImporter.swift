public import BoltsTasks
import Dispatch

/// Imports pictures, several at a time.
public struct PhotoImporter: Sendable {
    /// What came of one picture.
    public enum Outcome: Sendable {
        case imported
        case failed(any Error)
    }

    /// The limits of an import.
    public struct Limits: Sendable {
        /// How many pictures are read at a time.
        public var concurrency = 4
        /// How often a picture is tried.
        public var attempts = 3
        /// How long a picture may take at each attempt.
        public var timeLimit = Duration.seconds(5)
        /// The delay before the second attempt; it doubles with each attempt.
        public var firstDelay = Duration.milliseconds(100)

        /// The limits that suit a camera.
        public init() {}
    }

    private let source: any PhotoSource
    private let library: PhotoLibrary
    private let limits: Limits
    private let clock: any Clock<Duration>

    /// Creates an importer.
    ///
    /// - Parameters:
    ///   - source: Where the pictures come from.
    ///   - library: Where they go.
    ///   - limits: The limits.
    ///   - clock: The clock that measures time limits and delays.
    public init(
        from source: any PhotoSource,
        into library: PhotoLibrary,
        limits: Limits = Limits(),
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.source = source
        self.library = library
        self.limits = limits
        self.clock = clock
    }

    /// Imports pictures.
    ///
    /// A picture that fails does not stop the others. After a cancellation no other picture is begun, and those that are
    /// being written are finished: the library never holds half a picture.
    ///
    /// - Parameters:
    ///   - names: The names of the pictures.
    ///   - cancellationToken: Stops the import.
    ///   - report: Called for each picture that is done, on any thread.
    /// - Returns: A task that completes when no picture is being worked on any more; it is cancelled if the token is.
    public func run(
        _ names: [String],
        cancellationToken: CancellationToken,
        report: @escaping @Sendable (_ name: String, _ outcome: Outcome) -> Void
    ) -> BoltsTask<Void> {
        // The token goes to the work and not to the map: the map completes when its running work has, and so does this.
        BoltsTask.map(names, atMost: limits.concurrency) { name in
            importPicture(name, cancellationToken).continueWith(.immediate) { task in
                if task.isCancelled { throw CancellationError() }
                report(name, task.error.map(Outcome.failed) ?? .imported)
            }
        }
        .continueOnSuccessWith(.immediate) { _ in }
    }

    private func importPicture(_ name: String, _ token: CancellationToken) -> BoltsTask<Void> {
        let policy = TaskRetryPolicy(attempts: limits.attempts, firstDelay: limits.firstDelay) { $0 is SourceBusyError }
        return BoltsTask<[UInt8]>.retry(policy, clock: clock, cancellationToken: token) { _ in
            BoltsTask<[UInt8]>.timeout(after: limits.timeLimit, clock: clock, cancellationToken: token) { _ in
                try await source.read(name)
            }
        }
        // Scaling keeps a processor busy, so that it runs on a queue. It is not cancelled in the middle.
        .continueOnSuccessWith(.queue(.global())) { file in
            try token.throwIfCancellationRequested()
            try library.add(name, file: file)
        }
    }
}
