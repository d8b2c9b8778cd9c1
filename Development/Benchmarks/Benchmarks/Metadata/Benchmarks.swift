import Benchmark
import BoltsPageMetadata

let benchmarks: @Sendable () -> Void = {
    let megabyte = 1_000_000
    let articles = [
        ("article, 2 MB", Pages.article(byteCount: 2 * megabyte)),
        ("article, 4 MB", Pages.article(byteCount: 4 * megabyte)),
        ("dense article, 2 MB", Pages.article(byteCount: 2 * megabyte, isDense: true)),
    ]
    for (row, page) in articles {
        measure(row, "Bolts", page) { expect(tagCount(in: $0) == Pages.articleTagCount) }
        measure(row, "memchr", page) { expect(memchrHops(in: $0) > page.count / 100) }
        measure(row, "libxml2", page) { expect(libxml2TagCount(in: $0) == Pages.articleTagCount) }
    }
    for hostile in Pages.hostile {
        for size in [2, 4] {
            let page = hostile.make(size * megabyte)
            measure("\(hostile.name), \(size) MB", "Bolts", page) { blackHole(tagCount(in: $0)) }
        }
    }
}

/// The number of bytes that one iteration read, by which its time is divided.
private let byteCount = BenchmarkMetric.custom("bytes")

private func measure(_ row: String, _ library: String, _ page: [UInt8], _ body: @escaping ([UInt8]) -> Void) {
    let configuration = Benchmark.Configuration(
        metrics: [.wallClock, .throughput, byteCount],
        warmupIterations: 1,
        maxDuration: .milliseconds(200),
        maxIterations: 60
    )
    Benchmark("\(row)/\(library)", configuration: configuration) { benchmark in
        body(page)
        benchmark.stopMeasurement()
        benchmark.measurement(byteCount, page.count)
    }
}

/// Reads a page as a user would, but with limits that no page here reaches.
private func tagCount(in page: [UInt8]) -> Int {
    var options = PageMetadataReader.Options()
    options.byteLimit = page.count
    options.tagLimit = .max
    return PageMetadataReader.read(page, options: options).tags.count
}

private func expect(_ condition: Bool) {
    if !condition { fatalError("a page was not read as it should be") }
}
