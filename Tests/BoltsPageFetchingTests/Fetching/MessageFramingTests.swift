import Testing

@testable import BoltsPageFetching

@Suite(.tags(.l7)) struct MessageFramingTests {
    @Test(
        .tags(.th48),
        arguments: [
            "31, 500", "31 junk", "+31", "-1", "0x1f", "", " ", "31,", "99999999999999999999", "3\u{301}", "１",
        ]
    )
    func invalidLengthIsAProblem(_ length: String) {
        #expect(MessageFraming.problem(in: ["content-length": length]) != nil)
    }

    @Test(arguments: ["0", "31", " 31\t", "31, 31", "0031"]) func validLengthIsNone(_ length: String) {
        #expect(MessageFraming.problem(in: ["content-length": length]) == nil)
    }

    @Test(.tags(.th48)) func lengthBesideChunksIsAProblem() {
        #expect(MessageFraming.problem(in: ["content-length": "3", "transfer-encoding": "Chunked"]) != nil)
        #expect(MessageFraming.problem(in: ["transfer-encoding": "chunked"]) == nil)
        #expect(MessageFraming.problem(in: [:]) == nil)
    }
}
