package import CoreMetrics
import Synchronization

/// A backend of swift-metrics that writes the text format of Prometheus.
///
/// Timers become histograms in seconds. The number of series is bounded: measurements of further ones are dropped, and
/// counted.
package final class PrometheusRegistry: MetricsFactory {
    private struct State {
        var series: [SeriesID: any Series] = [:]
        var dropped = 0
    }

    private let state = Mutex(State())
    private let seriesLimit: Int

    /// Creates a registry.
    ///
    /// - Parameter seriesLimit: How many series are kept.
    package init(seriesLimit: Int = 5_000) { self.seriesLimit = seriesLimit }

    package func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        series(label, dimensions) { CounterSeries() } ?? NOOPMetricsHandler.instance
    }

    package func makeRecorder(
        label: String,
        dimensions: [(String, String)],
        aggregate: Bool
    ) -> any RecorderHandler {
        if aggregate {
            return series(label, dimensions) { HistogramSeries(bounds: HistogramSeries.sizes) }
                ?? NOOPMetricsHandler.instance
        }
        return series(label, dimensions) { GaugeSeries() } ?? NOOPMetricsHandler.instance
    }

    package func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        series(label, dimensions) { GaugeSeries() } ?? NOOPMetricsHandler.instance
    }

    package func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        let name = label.hasSuffix("_seconds") ? label : label + "_seconds"
        return series(name, dimensions) { HistogramSeries(bounds: HistogramSeries.times) }
            ?? NOOPMetricsHandler.instance
    }

    // The series remains, because another handler with the same name may follow.
    package func destroyCounter(_ handler: any CounterHandler) {}
    package func destroyRecorder(_ handler: any RecorderHandler) {}
    package func destroyTimer(_ handler: any TimerHandler) {}
    package func destroyMeter(_ handler: any MeterHandler) {}

    private func series<Kind: Series>(
        _ label: String,
        _ dimensions: [(String, String)],
        _ make: () -> Kind
    ) -> Kind? {
        let id = SeriesID(label, dimensions)
        return state.withLock { state in
            // A name belongs to the kind that used it first.
            if let known = state.series[id] { return known as? Kind }
            guard state.series.count < seriesLimit else {
                state.dropped += 1
                return nil
            }
            let made = make()
            state.series[id] = made
            return made
        }
    }

    /// Writes every series.
    ///
    /// - Returns: The text; each line ends with a line feed.
    package func text() -> String {
        let (series, dropped) = state.withLock { ($0.series, $0.dropped) }
        var text = ""
        var name: String?
        for (id, series) in series.sorted(by: { $0.key < $1.key }) {
            if id.name != name, let help = MetricHelp.text(of: id.name) { text += "# HELP \(id.name) \(help)\n" }
            if id.name != name { text += "# TYPE \(id.name) \(series.type)\n" }
            name = id.name
            series.write(id, into: &text)
        }
        text +=
            "# HELP metrics_series_dropped_total Measurements that were dropped because there was no room for their series.\n"
        return text + "# TYPE metrics_series_dropped_total counter\nmetrics_series_dropped_total \(dropped)\n"
    }
}
