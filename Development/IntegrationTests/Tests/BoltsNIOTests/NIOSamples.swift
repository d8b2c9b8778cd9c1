import BoltsNIO
import BoltsTasks
import Dispatch
import NIOCore
import NIOPosix
import Testing

// The sample of the documentation of BoltsFoundation, word for word: check-samples.py compares.

private func reply(to request: EventLoopFuture<String>, token: CancellationToken) -> EventLoopFuture<ByteBuffer> {
    let loop = request.eventLoop
    return
        request
        .task(cancellationToken: token)
        .continueOnSuccessWith(.queue(.global())) { $0.uppercased() }  // off the loop
        .continueOnSuccessWith(.eventLoop(loop)) { ByteBuffer(string: $0) }  // and back
        .future(on: loop)
}

@Suite(.timeLimit(.minutes(20))) struct NIOSamples {
    @Test(.tags(.t11)) func nio() async throws {
        let loop = MultiThreadedEventLoopGroup.singleton.next()
        let request = loop.makeSucceededFuture("ping")
        let buffer = try await reply(to: request, token: .none).task().value
        #expect(String(buffer: buffer) == "PING")
    }
}
