import BoltsPageMetadata
@_spi(Bolts) import BoltsPageFetching
import Foundation
import Synchronization

/// Passes the bytes of one page to a reader, and refuses content that is not a page.
final class PageMetadataConsumer: RestartablePageConsuming {
    private struct State: ~Copyable {
        var reader: PageMetadataReader?
        var sniffer = TextSniffer(contentType: nil)
    }

    private let state = Mutex(State())
    private let options: PageMetadataReader.Options
    private let name: String

    init(options: PageMetadataReader.Options, name: String) {
        self.options = options
        self.name = name
    }

    func begin(_ response: PageResponse) {
        state.withLock { state in
            state.reader = PageMetadataReader(options: options, declaredCharset: response.contentType?.charset)
            state.sniffer = TextSniffer(contentType: response.contentType)
        }
    }

    func consume(_ chunk: Span<UInt8>) throws -> Bool {
        let (verdict, wantsMore) = state.withLock { state in
            state.reader?.feed(chunk)
            return (state.sniffer.look(at: chunk), state.reader?.wantsMore ?? false)
        }
        if verdict == .binary { throw notText }
        return wantsMore
    }

    /// Ends the page; fails if it was empty or was not text.
    func finish(isTruncated: Bool) throws -> PageMetadata {
        // The state is read under the lock; errors are thrown outside it.
        let (verdict, isBlank, metadata) = state.withLock { state in
            (state.sniffer.finish(), state.sniffer.isBlank, state.reader.take()?.finish())
        }
        if verdict == .binary { throw notText }
        guard var metadata, !isBlank else {
            throw PageError(.emptyPage, "\(name) is empty: there is no page to read")
        }
        metadata.isTruncated = metadata.isTruncated || isTruncated
        return metadata
    }

    private var notText: PageError {
        PageError(.notText, "\(name) is not a page: its content is not text")
    }
}
