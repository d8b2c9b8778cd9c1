import CoreMetrics
import Synchronization

protocol Series: AnyObject, Sendable {
    /// The type in Prometheus' terms.
    var type: String { get }
    func write(_ id: SeriesID, into text: inout String)
}

/// A number that grows.
final class CounterSeries: Series, CounterHandler {
    private let value = Atomic<Int64>(0)

    let type = "counter"

    func increment(by amount: Int64) { value.wrappingAdd(amount, ordering: .relaxed) }

    func reset() { value.store(0, ordering: .relaxed) }

    func write(_ id: SeriesID, into text: inout String) { text += id.line(value: "\(value.load(ordering: .relaxed))") }
}

/// A number that goes up and down.
final class GaugeSeries: Series, RecorderHandler, MeterHandler {
    private let value = Mutex(0.0)

    let type = "gauge"

    func record(_ value: Int64) { record(Double(value)) }

    func record(_ value: Double) { self.value.withLock { $0 = value } }

    func set(_ value: Int64) { record(Double(value)) }

    func set(_ value: Double) { record(value) }

    func increment(by amount: Double) { value.withLock { $0 += amount } }

    func decrement(by amount: Double) { value.withLock { $0 -= amount } }

    func write(_ id: SeriesID, into text: inout String) { text += id.line(value: "\(value.withLock { $0 })") }
}

/// Counts, for each bound, the values that do not exceed it.
final class HistogramSeries: Series, RecorderHandler, TimerHandler {
    static let times = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30]
    static let sizes = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000.0]

    private struct State {
        var counts: [Int]
        var sum = 0.0
    }

    private let bounds: [Double]
    private let state: Mutex<State>

    let type = "histogram"

    init(bounds: [Double]) {
        self.bounds = bounds
        state = Mutex(State(counts: Array(repeating: 0, count: bounds.count + 1)))
    }

    func record(_ value: Int64) { record(Double(value)) }

    func record(_ value: Double) {
        let place = bounds.firstIndex { value <= $0 } ?? bounds.count
        state.withLock {
            $0.counts[place] += 1
            $0.sum += value
        }
    }

    func recordNanoseconds(_ duration: Int64) { record(Double(duration) / 1e9) }

    func write(_ id: SeriesID, into text: inout String) {
        let state = state.withLock { $0 }
        var count = 0
        for (bound, one) in zip(bounds, state.counts) {
            count += one
            text += id.line("_bucket", label: "le=\"\(bound)\"", value: "\(count)")
        }
        count += state.counts[bounds.count]
        text += id.line("_bucket", label: "le=\"+Inf\"", value: "\(count)")
        text += id.line("_sum", value: "\(state.sum)") + id.line("_count", value: "\(count)")
    }
}

/// The name and the labels of a series, as Prometheus writes them.
struct SeriesID: Hashable, Comparable, Sendable {
    let name: String
    /// The labels with their values, escaped: `status="200"`.
    let labels: String

    init(_ label: String, _ dimensions: [(String, String)]) {
        name = Self.name(label)
        labels = dimensions.sorted { $0.0 < $1.0 }
            .map { "\(Self.name($0.0))=\"\(Self.escaped($0.1))\"" }
            .joined(separator: ",")
    }

    static func < (left: Self, right: Self) -> Bool { (left.name, left.labels) < (right.name, right.labels) }

    /// One line: the name with a suffix, the labels with another one, and a value.
    func line(_ suffix: String = "", label: String = "", value: String) -> String {
        let all = [labels, label].filter { !$0.isEmpty }.joined(separator: ",")
        return "\(name)\(suffix)\(all.isEmpty ? "" : "{\(all)}") \(value)\n"
    }

    private static func name(_ text: String) -> String {
        var name = String(text.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") ? $0 : "_" })
        if name.first?.isNumber ?? true { name = "_" + name }
        return name
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
    }
}
