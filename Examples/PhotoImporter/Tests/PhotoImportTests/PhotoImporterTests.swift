import BoltsTasks
import BoltsTestSupport
import Foundation
import PhotoImport
import Synchronization
import Testing

/// A source whose answers the test gives, and which counts who waits for one.
private final class ManualSource: PhotoSource {
    private struct State {
        var waiting: [(name: String, answer: TaskCompletionSource<[UInt8]>)] = []
        var mostAtATime = 0
        var reads: [String] = []
    }

    private let state = Mutex(State())
    let asked = AsyncStream<String>.makeStream()

    var mostAtATime: Int { state.withLock(\.mostAtATime) }
    var reads: [String] { state.withLock(\.reads) }

    func read(_ name: String) async throws -> [UInt8] {
        let answer = TaskCompletionSource<[UInt8]>()
        state.withLock { state in
            state.waiting.append((name, answer))
            state.reads.append(name)
            state.mostAtATime = max(state.mostAtATime, state.waiting.count)
        }
        asked.continuation.yield(name)
        return try await answer.task.value
    }

    /// Answers whoever waits longest.
    func answer(_ outcome: Result<[UInt8], any Error>) {
        let first = state.withLock { $0.waiting.removeFirst() }
        switch outcome {
        case .success(let file): first.answer.trySet(result: file)
        case .failure(let error): first.answer.trySet(error: error)
        }
    }
}

@Suite(.timeLimit(.minutes(20)))
struct PhotoImporterTests {
    private let place = FileManager.default.temporaryDirectory.appendingPathComponent("photos-\(UUID().uuidString)")
    private let clock = ManualClock()
    private let source = ManualSource()
    private let done = AsyncStream<(String, PhotoImporter.Outcome)>.makeStream()

    private func start(
        _ names: [String],
        token: CancellationToken = .none,
        limits: PhotoImporter.Limits = PhotoImporter.Limits()
    ) throws -> BoltsTask<Void> {
        PhotoImporter(from: source, into: try PhotoLibrary(place), limits: limits, clock: clock)
            .run(names, cancellationToken: token) { done.continuation.yield(($0, $1)) }
    }

    /// The pictures and thumbnails in the library, and what may have been left there.
    private func files() throws -> Set<String> {
        Set(try FileManager.default.subpathsOfDirectory(atPath: place.path).filter { $0 != "thumbnails" })
    }

    private func removeFiles() { try? FileManager.default.removeItem(at: place) }

    @Test func picturesAreImportedSeveralAtATime() async throws {
        defer { removeFiles() }
        let names = (1...10).map { "\($0).ppm" }
        var limits = PhotoImporter.Limits()
        limits.concurrency = 3
        let task = try start(names, limits: limits)
        var asked = source.asked.stream.makeAsyncIterator()
        // Three are asked for before any answer; each answer lets one more begin.
        for _ in 0..<3 { _ = await asked.next() }
        for number in 1...10 {
            source.answer(.success(Picture.sample(number).file))
            if number <= 7 { _ = await asked.next() }
        }
        try await task.value
        #expect(source.mostAtATime == 3)
        #expect(try files() == Set(names + names.map { "thumbnails/" + $0 }))
        let thumbnail = try Data(contentsOf: place.appendingPathComponent("thumbnails/1.ppm"))
        #expect(try Picture(file: Array(thumbnail)).width == 64)
    }

    @Test func aBusyCameraIsTriedAgain() async throws {
        defer { removeFiles() }
        var limits = PhotoImporter.Limits()
        limits.firstDelay = .zero
        let task = try start(["1.ppm"], limits: limits)
        var asked = source.asked.stream.makeAsyncIterator()
        _ = await asked.next()
        source.answer(.failure(SourceBusyError()))
        _ = await asked.next()
        source.answer(.success(Picture.sample(1).file))
        try await task.value
        #expect(source.reads == ["1.ppm", "1.ppm"])
        #expect(try files() == ["1.ppm", "thumbnails/1.ppm"])
    }

    @Test func aPictureThatIsDamagedOrTakesTooLongStopsNoOther() async throws {
        defer { removeFiles() }
        var limits = PhotoImporter.Limits()
        limits.concurrency = 1
        let task = try start(["1.ppm", "2.ppm", "3.ppm"], limits: limits)
        var asked = source.asked.stream.makeAsyncIterator()
        var done = done.stream.makeAsyncIterator()
        _ = await asked.next()
        source.answer(.success([1, 2, 3]))
        let damaged = await done.next()
        #expect(damaged?.0 == "1.ppm")
        if case .failed(let error)? = damaged?.1 { #expect(error is PictureError) } else { Issue.record("not failed") }
        _ = await asked.next()
        await clock.waitForSleepers(1)
        clock.advance(by: limits.timeLimit)
        let late = await done.next()
        if case .failed(let error)? = late?.1 { #expect(error is TaskTimeoutError) } else { Issue.record("not late") }
        _ = await asked.next()
        source.answer(.success([]))
        source.answer(.success(Picture.sample(3).file))
        try await task.value
        #expect(try files() == ["3.ppm", "thumbnails/3.ppm"])
    }

    @Test func aCancelledImportBeginsNoOtherPictureAndLeavesNoHalfOne() async throws {
        defer { removeFiles() }
        var limits = PhotoImporter.Limits()
        limits.concurrency = 2
        let cancellation = CancellationTokenSource()
        let task = try start((1...10).map { "\($0).ppm" }, token: cancellation.token, limits: limits)
        var asked = source.asked.stream.makeAsyncIterator()
        var done = done.stream.makeAsyncIterator()
        for _ in 0..<2 { _ = await asked.next() }
        source.answer(.success(Picture.sample(1).file))
        _ = await done.next()
        _ = await asked.next()
        cancellation.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(source.reads.count == 3)
        #expect(try files() == ["1.ppm", "thumbnails/1.ppm"])
    }

    @Test func aDamagedFileIsAnError() throws {
        for file in ["", "P6", "P6\n2 2\n255\n123", "P6 0 1 255\n", "P6\n99999 1\n255\n", "P6 1 1 65535\n123456"] {
            #expect(throws: PictureError.self, "\(file)") { try Picture(file: Array(file.utf8)) }
        }
        let picture = Picture.sample(1, width: 3, height: 5)
        #expect(try Picture(file: picture.file) == picture)
        let grey = Picture(width: 2, height: 2, pixels: [10, 20, 30, 10, 20, 30, 30, 40, 50, 30, 40, 50])
        #expect(grey.scaled(toFit: 1) == Picture(width: 1, height: 1, pixels: [20, 30, 40]))
    }
}
