import Testing

@_spi(Bolts) @testable import BoltsPageMetadata

/// Tests the memory of the values of a page's tags.
struct KeptValueTests {
    /// The buffers for attributes are reused, so a long value leaves room in them that no later value needs.
    @Test(.tags(.th21, .l1)) func aShortValueBehindALongOneTakesLittleMemory() {
        let long = String(repeating: "x", count: 50_000)
        func tags(_ value: String) -> String {
            "<meta property=\"al:\(value)\" content=\"\(value)\">"
                + "<link rel=\"me \(value)\" href=\"x:\(value)\" hreflang=\"\(value)\" type=\"\(value)\">"
                + "<a href=\"x:\(value)\"></a>"
        }
        var options = PageMetadataReader.Options()
        options.linkRelations = ["me"]
        options.hyperlinkSchemes = ["x"]
        var tokenizer = HTMLTokenizer(
            handler: DocumentHandler(
                sink: MetaCollector(options: options),
                isScriptingEnabled: true,
                valueByteLimit: options.valueByteLimit,
                reportsLinks: true,
                reportsHyperlinks: true
            )
        )
        let page = Array((tags(long) + tags("y") + tags("z") + "<base href=y>").utf8)[...]
        _ = tokenizer.feed(page.span)

        let sink = tokenizer.handler.sink
        #expect(sink.kept.count == 3)
        #expect(sink.links.kept.count == 3)
        #expect(sink.hyperlinks.kept.count == 3)
        var values = sink.kept.dropFirst().flatMap { [$0.property, $0.content ?? []] }
        for link in sink.links.kept.dropFirst() {
            values += [link.rel, link.href, link.hreflang ?? [], link.type ?? []]
        }
        values += sink.hyperlinks.kept.dropFirst().map(\.href)
        values.append(sink.links.base?.href ?? [])
        #expect(values.count == 15)
        #expect(values.allSatisfy { !$0.isEmpty && $0.capacity < 1_000 })
    }
}
