import BoltsAppLinksUI
import HTTPTypes
import Hummingbird
import NIOCore

/// Writes a page, and adds an inserter's tags to it.
struct PageWriter: ResponseBodyWriter {
    // This is a class, because the inserter cannot be copied and a writer must be copyable. Only one task writes.
    private final class Page {
        var inserter: ReturnToReferrerHTMLInserter

        init(_ inserter: consuming ReturnToReferrerHTMLInserter) { self.inserter = inserter }
    }

    private var parent: any ResponseBodyWriter
    private let page: Page

    init(_ parent: any ResponseBodyWriter, inserter: consuming ReturnToReferrerHTMLInserter) {
        self.parent = parent
        page = Page(inserter)
    }

    @concurrent
    mutating func write(_ buffer: ByteBuffer) async throws {
        // Once the place is found, the rest of the page is passed on without a copy.
        guard page.inserter.outcome == .undecided else { return try await parent.write(buffer) }
        try await write(page.inserter.feed(Array(buffer.readableBytesView)))
    }

    @concurrent
    consuming func finish(_ trailingHeaders: HTTPFields?) async throws {
        let rest = page.inserter.finish()
        try await write(rest)
        try await parent.finish(trailingHeaders)
    }

    @concurrent
    private mutating func write(_ bytes: [UInt8]) async throws {
        if !bytes.isEmpty { try await parent.write(ByteBuffer(bytes: bytes)) }
    }
}
