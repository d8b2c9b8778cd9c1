import Metrics
import Synchronization

/// Keeps metrics in memory and writes them in Prometheus' text format.
///
/// It is as small as an example needs: timers and recorders become a sum and a count, without buckets or quantiles.
final class PrometheusMetrics: MetricsFactory {
    private struct Key: Hashable {
        let name: String
        let dimensions: [[String]]

        init(_ label: String, _ dimensions: [(String, String)]) {
            name = label.replacing("-", with: "_").replacing(".", with: "_")
            self.dimensions = dimensions.map { [$0.0, $0.1] }
        }

        /// The dimensions as they are after the name, such as `{result="hit"}`.
        var labels: String {
            let pairs = dimensions.map { pair in
                let value = pair[1].replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
                return "\(pair[0])=\"\(value.replacing("\n", with: "\\n"))\""
            }
            return pairs.isEmpty ? "" : "{\(pairs.joined(separator: ","))}"
        }
    }

    private struct Series {
        var type: String
        var sum = 0.0
        var count = 0
    }

    /// One metric with its dimensions.
    private final class Handler: CounterHandler, MeterHandler, RecorderHandler, TimerHandler {
        private let metrics: PrometheusMetrics
        private let key: Key
        private let type: String

        init(_ metrics: PrometheusMetrics, _ key: Key, type: String) {
            (self.metrics, self.key, self.type) = (metrics, key, type)
            change { _ in }
        }

        private func change(_ body: (inout Series) -> Void) {
            metrics.series.withLock { body(&$0[key, default: Series(type: type)]) }
        }

        private func add(_ value: Double) {
            change { series in
                series.sum += value
                series.count += 1
            }
        }

        func increment(by amount: Int64) { add(Double(amount)) }
        func increment(by amount: Double) { add(amount) }
        func decrement(by amount: Double) { add(-amount) }
        func reset() { set(0.0) }
        func set(_ value: Int64) { set(Double(value)) }
        func set(_ value: Double) { change { $0.sum = value } }
        func record(_ value: Int64) { add(Double(value)) }
        func record(_ value: Double) { add(value) }
        func recordNanoseconds(_ duration: Int64) { add(Double(duration) / 1e9) }
    }

    private let series = Mutex<[Key: Series]>([:])

    /// All metrics, a line for each number.
    var text: String {
        let series = series.withLock { $0 }
        var lines: [String] = []
        var lastName = ""
        for (key, value) in series.sorted(by: { ($0.key.name, $0.key.labels) < ($1.key.name, $1.key.labels) }) {
            if key.name != lastName { lines.append("# TYPE \(key.name) \(value.type)") }
            lastName = key.name
            if value.type == "summary" {
                lines.append("\(key.name)_sum\(key.labels) \(value.sum)")
                lines.append("\(key.name)_count\(key.labels) \(value.count)")
            } else {
                lines.append("\(key.name)\(key.labels) \(value.sum)")
            }
        }
        return lines.map { $0 + "\n" }.joined()
    }

    func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        Handler(self, Key(label, dimensions), type: "counter")
    }

    func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        Handler(self, Key(label, dimensions), type: "gauge")
    }

    func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
        Handler(self, Key(label, dimensions), type: aggregate ? "summary" : "gauge")
    }

    func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        Handler(self, Key(label + "_seconds", dimensions), type: "summary")
    }

    // Metrics stay for as long as the process runs: their numbers only grow.
    func destroyCounter(_ handler: any CounterHandler) {}
    func destroyMeter(_ handler: any MeterHandler) {}
    func destroyRecorder(_ handler: any RecorderHandler) {}
    func destroyTimer(_ handler: any TimerHandler) {}
}
