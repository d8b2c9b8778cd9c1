import FlyingSocks

/// Versions as server-sent events, the body of an answer that ends when the client is gone.
struct VersionEvents: AsyncBufferedSequence {
    typealias Element = UInt8

    let versions: AsyncStream<Int>

    func makeAsyncIterator() -> Iterator { Iterator(versions: versions.makeAsyncIterator()) }

    struct Iterator: AsyncBufferedIteratorProtocol {
        fileprivate var versions: AsyncStream<Int>.Iterator

        mutating func next() async throws -> UInt8? {
            // The server reads buffers only.
            throw SocketError.disconnected
        }

        mutating func nextBuffer(suggested count: Int) async throws -> [UInt8]? {
            await versions.next(isolation: nil).map { Array("event: version\ndata: \($0)\n\n".utf8) }
        }
    }
}
