import BoltsAppLinks
import Foundation
import LoopbackServer
import SharedData
import Synchronization
import Testing

@testable import applinks

/// Tests wrong messages, messages of random bytes, and messages of a cancelled call.
extension MCPTests {
    @Test(.tags(.th86)) func aMessageThatIsWrongIsAnsweredWithItsCode() async throws {
        let capabilities = #""io.modelcontextprotocol/clientCapabilities": {}"#
        let cases: [(message: String, id: AppLinkValue, code: Int64)] = [
            ("nonsense", .null, -32700), ("[]", .null, -32600),
            (#"{"jsonrpc": "2.0", "id": null, "method": "x"}"#, .null, -32600),
            (#"{"jsonrpc": "1.0", "id": 3, "method": "x"}"#, 3, -32600), (#"{"jsonrpc": "2.0", "id": 4}"#, 4, -32600),
            (#"{"jsonrpc": "2.0", "id": 5, "method": "tools/list", "params": []}"#, 5, -32602),
            (#"{"jsonrpc": "2.0", "id": 6, "method": "tools/list"}"#, 6, -32602),
            (
                #"{"jsonrpc": "2.0", "id": 7, "method": "tools/list", "params": {"_meta": {\#(Self.version)}}}"#, 7,
                -32602
            ),
            (
                #"{"jsonrpc": "2.0", "id": 8, "method": "tools/list", "params": {"_meta": {"#
                    + #""io.modelcontextprotocol/protocolVersion": "1900-01-01", \#(capabilities)}}}"#, 8, -32022
            ),
            (#"{"jsonrpc": "2.0", "id": 9, "method": "prompts/list", "params": {\#(Self.meta)}}"#, 9, -32601),
            (call(10, "delete", "{}"), 10, -32602),
            (
                #"{"jsonrpc": "2.0", "id": 11, "method": "tools/list", "params": {"cursor": "a", \#(Self.meta)}}"#, 11,
                -32602
            ),
            ("{\"a\": \"" + String(repeating: "x", count: MCPLineReader.maximumLine) + "\"}", .null, -32600),
            (String(repeating: "[", count: 100_000), .null, -32700),
        ]
        // Notifications and responses are not answered, whatever they contain.
        let unanswered = [
            #"{"jsonrpc": "2.0", "method": "no/such/method", "params": {}}"#,
            #"{"jsonrpc": "2.0", "method": "notifications/cancelled", "params": [1]}"#,
            #"{"jsonrpc": "2.0", "id": 12, "result": {}}"#,
            #"{"jsonrpc": "2.0", "id": 13, "error": {"code": 1, "message": "a"}}"#,
        ]
        let answers = try await exchange(unanswered + cases.map(\.message), in: try Scratch())
        for (id, group) in Dictionary(grouping: cases, by: \.id) {
            #expect((answers[id] ?? []).compactMap { $0["error"]?["code"]?.integer } == group.map(\.code))
        }
        #expect(answers.values.map(\.count).reduce(0, +) == cases.count)
        #expect(answers[8]?.first?["error"]?["data"]?["requested"] == "1900-01-01")
    }

    @Test(.tags(.th86)) func messagesOfAnyBytesAreAnsweredOrRefused() async throws {
        var random = SeededRandom(seed: 0x3C9)
        let seeds = [
            call(1, "rule", #"{"id": "aasa-missing"}"#), call(2, "rule", #"{"id": ["a", {"b": -1.5e9}]}"#),
            #"{"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": "2025-11-25"}}"#,
            #"{"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}}"#,
        ].map { Array($0.utf8) }
        var input: [UInt8] = []
        for _ in 0..<400 {
            var line = seeds.randomElement(using: &random)!
            for _ in 0..<Int.random(in: 0..<4, using: &random) {
                let index = Int.random(in: 0..<line.count, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: line[index] = UInt8.random(in: .min ... .max, using: &random)
                case 1: line.remove(at: index)
                case 2: line.insert(contentsOf: line[index...].prefix(9), at: index)
                default: line = Array(line[..<max(index, 1)])
                }
            }
            input += line + [0x0A]
        }
        input += Array(#"{"jsonrpc": "2.0", "id": "last", "method": "ping"}"#.utf8)
        let rest = Mutex(input[...])
        let folder = try Scratch()
        let toolbox = MCPToolbox(folder: try MCPFolder(folder.url.path), writeFolder: nil, allowsPrivate: false)
        let sent = Mutex<[AppLinkValue]>([])
        let messages = MCPLineReader {
            rest.withLock { rest in
                defer { rest = rest.dropFirst(100) }
                return Array(rest.prefix(100))
            }
        }
        await MCPServer(toolbox: toolbox, execute: { await AppLinksCommand.execute($0) }) { answer in
            sent.withLock { $0.append(answer) }
        }.run(messages)
        let answers = sent.withLock { $0 }
        #expect(answers.contains { $0["id"] == "last" && $0["result"] == [:] })
        for answer in answers { #expect((answer["result"] == nil) != (answer["error"] == nil)) }
    }

    @Test(.tags(.th86)) func aCancelledCallDoesNotAnswerALaterOneWithItsID() async throws {
        let line = call(1, "rule", #"{"id": "aasa-missing"}"#) + "\n"
        let cancellation = #"{"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}}"#
        let folder = try Scratch()
        let toolbox = MCPToolbox(folder: try MCPFolder(folder.url.path), writeFolder: nil, allowsPrivate: false)
        let firstHasStarted = DispatchSemaphore(value: 0)
        let reads = Mutex(0)
        let messages = MCPLineReader {
            let number = reads.withLock { count in
                count += 1
                return count
            }
            switch number {
            case 1: return Array(line.utf8)
            case 2:
                firstHasStarted.wait()
                return Array("\(cancellation)\n\(line)".utf8)
            default: return []
            }
        }
        // The number of calls that have started, and of those that have ended.
        let state = Mutex((started: 0, ended: 0))
        let sent = Mutex<[AppLinkValue]>([])
        let server = MCPServer(
            toolbox: toolbox,
            execute: { _ in
                let number = state.withLock { state in
                    state.started += 1
                    return state.started
                }
                if number == 1 {
                    firstHasStarted.signal()
                    while state.withLock({ $0.started }) < 2 { await Task.yield() }
                } else {
                    while state.withLock({ $0.ended }) < 1 { await Task.yield() }
                    // By then the first call's output is delivered.
                    for _ in 0..<1_000 { await Task.yield() }
                }
                Terminal.print(["call \(number)"])
                state.withLock { $0.ended += 1 }
                return 0
            },
            send: { answer in sent.withLock { $0.append(answer) } }
        )
        await server.run(messages)
        let texts = sent.withLock { $0 }.compactMap { $0["result"]?["content"]?[0]?["text"]?.string }
        #expect(texts == ["call 2"])
    }

    @Test func aCancelledCallIsNotAnswered() async throws {
        let port = try SilentPort()
        let answers = try await exchange(
            [
                call(1, "check", #"{"input": "http://127.0.0.1:\#(port.port)/"}"#),
                #"{"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}}"#,
                #"{"jsonrpc": "2.0", "id": 2, "method": "ping"}"#,
            ],
            ["--allow-private"],
            in: try Scratch()
        )
        #expect(answers[1] == nil)
        #expect(answers[2]?.count == 1)
    }
}
