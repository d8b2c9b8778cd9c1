import BoltsAppLinks
import Foundation
import Testing

@testable import applinks

/// Tests recorded exchanges of `applinks mcp`, in the current revision and after an initialization.
///
/// Each line has a request as a client sent it, or the answer to the previous request. The command's version may differ.
/// `BOLTS_UPDATE_DOCUMENTATION=1` records the answers again.
@Suite(.timeLimit(.minutes(20))) struct MCPExchangeTests {
    private static let folder = Tool.repository.appendingPathComponent("Command/Tests/applinksTests/Exchanges")

    private static let site = Samples.appleFile("ABCDE12345.com.example.app", #"{"/": "/buy/*"}"#)

    @Test(arguments: ["2026-07-28", "2025-11-25"]) func everyAnswerIsTheRecordedOne(_ revision: String) async throws {
        let file = Self.folder.appendingPathComponent("mcp-\(revision).jsonl")
        let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map { line in
            try AppLinkValue(jsonText: String(line), depthLimit: 64)
        }
        let requests = lines.compactMap { $0["request"] }
        let recorded = lines.compactMap { $0["answer"] }
        #expect(requests.count { $0["id"] != nil } == recorded.count && recorded.count > 8)
        let scratch = try Scratch(["public/.well-known/apple-app-site-association": Self.site])
        let input = try requests.map { String(decoding: try JSONEncoder().encode($0), as: UTF8.self) + "\n" }.joined()
        let run = try await Tool.run(["mcp"], input: input, directory: scratch.url)
        #expect(run.status == 0, "\(run.errors)")
        let version = "\"version\":\"\(BoltsVersion.current)\""
        let texts = run.output.replacing(version, with: "\"version\":\"VERSION\"").split(separator: "\n").map(
            String.init
        )
        let answers = try texts.map { try AppLinkValue(jsonText: $0, depthLimit: 64) }
        if ProcessInfo.processInfo.environment["BOLTS_UPDATE_DOCUMENTATION"] == "1" {
            try Self.record(requests, zip(answers, texts).map { ($0, $1) }, to: file)
            return
        }
        #expect(answers.count == recorded.count)
        // Calls run concurrently, so an answer is found by its id.
        for expected in recorded {
            let answer = answers.first { $0["id"] == expected["id"] }
            #expect(answer == expected, "the recorded answer is \(expected)")
        }
    }

    /// Writes the exchange again, after an intended change of the answers.
    private static func record(_ requests: [AppLinkValue], _ answers: [(AppLinkValue, String)], to file: URL) throws {
        var text = ""
        for request in requests {
            text += "{\"request\": \(String(decoding: try JSONEncoder().encode(request), as: UTF8.self))}\n"
            guard let id = request["id"], let answer = answers.first(where: { $0.0["id"] == id }) else { continue }
            text += "{\"answer\": \(answer.1)}\n"
        }
        try Data(text.utf8).write(to: file)
    }
}
