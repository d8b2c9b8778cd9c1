import BoltsTasks
import Dispatch
import SharedData
import Testing

@testable import BoltsPageFetching

/// Tests that a host that never answers does not delay a hundred others; the tests use a manual clock.
@Suite(.tags(.l7)) struct FairnessTests {
    /// A transfer, and its duration once it runs.
    private struct Job {
        let host: String
        let address: String
        let start: Double
        let length: Double
    }

    /// Returns the time that each good job took from its start, sorted.
    private func run(_ jobs: [Job]) throws -> [Double] {
        var scheduler = TransferScheduler<Int, Int>(limit: 100)
        var arrivals = jobs.indices.sorted { jobs[$0].start < jobs[$1].start }[...]
        var ends: [(time: Double, id: Int)] = []
        var times: [Double] = []
        while !arrivals.isEmpty || !ends.isEmpty {
            let arrival = arrivals.first.map { jobs[$0].start } ?? .infinity
            let end = ends.indices.min { ends[$0].time < ends[$1].time }
            let now: Double
            if let end, ends[end].time <= arrival {
                let (time, id) = ends.remove(at: end)
                now = time
                scheduler.remove(id)
                if jobs[id].host != "bad.test" { times.append(time - jobs[id].start) }
            } else {
                now = arrival
                let id = arrivals.removeFirst()
                let network = AddressBlock(try #require(HostAddress(jobs[id].address)))
                scheduler.add(id, id, to: .init(host: jobs[id].host, network: network))
            }
            while let next = scheduler.next() { ends.append((now + jobs[next].length, next)) }
        }
        return times.sorted()
    }

    private func percentile99(_ times: [Double]) -> Double { times[times.count * 99 / 100] }

    @Test(.tags(.th46), arguments: 1...20) func aTricklingHostDelaysOthersAtMostTwofold(_ seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let good = (0..<2_000).map { number in
            Job(
                host: "good\(number % 100).test",
                address: "93.184.216.\(number % 100)",
                start: Double.random(in: 0..<10, using: &random),
                length: Double.random(in: 0.02..<0.2, using: &random)
            )
        }
        // Each takes the maximum time of a fetch.
        let bad = (0..<1_000).map { _ in Job(host: "bad.test", address: "203.0.113.1", start: 0, length: 10) }
        let alone = percentile99(try run(good))
        let beside = percentile99(try run(bad + good))
        #expect(beside <= 2 * alone, "\(beside) s beside the host, \(alone) s alone")
    }

    @Test func aBusyHostDelaysABurstOfHostsAtMostTwofold() throws {
        let good = (0..<100).map {
            Job(host: "good\($0).test", address: "93.184.216.\($0)", start: 0.001, length: 0.1)
        }
        let bad = (0..<100).map { _ in Job(host: "bad.test", address: "203.0.113.1", start: 0, length: 10) }
        #expect(percentile99(try run(bad + good)) <= 2 * percentile99(try run(good)) + 0.001)
    }

    @Test(.tags(.th47)) func aDomainWhoseNameServerIsSilentHoldsUpNoOther() {
        var scheduler = LookUpScheduler<Int>()
        for number in 0..<32 { _ = scheduler.add(number, for: "n\(number).silent.test") }
        for number in 0..<100 { _ = scheduler.add(100 + number, for: "good\(number).example") }
        for number in 0..<100 { _ = scheduler.add(200 + number, for: "www.fine\(number).com") }
        // Look-ups of good names answer at once; those of the silent domain never do.
        var finished = 0
        while let next = scheduler.next() {
            guard !next.name.hasSuffix("silent.test") else { continue }
            _ = scheduler.finish(next.name)
            finished += 1
        }
        #expect(finished == 200)
        #expect(scheduler.runningCount == 4)
    }

    @Test(.tags(.th47), .timeLimit(.minutes(20))) func silentLookUpsBlockOnlyFourThreads() async throws {
        let end = DispatchSemaphore(value: 0)
        let lookUps = HostLookUps { name in
            if name.hasSuffix("silent.test") { end.wait() }
            return [HostAddress("93.184.216.34")].compactMap(\.self)
        }
        let source = CancellationTokenSource()
        let silent = (0..<32).map {
            lookUps.addresses(of: "n\($0).silent.test", timeout: .seconds(600), cancellationToken: source.token)
        }
        let good = (0..<100).map {
            lookUps.addresses(of: "good\($0).example", timeout: .seconds(600), cancellationToken: .none)
        }
        for task in good { #expect(try await task.value.count == 1) }
        #expect(silent.allSatisfy { !$0.isCompleted })
        #expect(lookUps.runningCount == 4)
        source.cancel()
        #expect(silent.allSatisfy { $0.isCancelled })
        for _ in 0..<32 { end.signal() }
    }

    @Test(.timeLimit(.minutes(20))) func aSlowLookUpFailsAndFreesItsSlot() async throws {
        let end = DispatchSemaphore(value: 0)
        let lookUps = HostLookUps { _ in
            end.wait()
            return []
        }
        let task = lookUps.addresses(of: "silent.test", timeout: .milliseconds(10), cancellationToken: .none)
        let error = await #expect(throws: PageError.self) { _ = try await task.value }
        #expect(error?.code == .timedOut)
        #expect(error?.description.contains("silent.test was not found within 0 s") == true)
        #expect(lookUps.runningCount == 1)
        end.signal()
    }
}
