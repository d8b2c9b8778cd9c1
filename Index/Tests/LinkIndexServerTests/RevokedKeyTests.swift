import Foundation
import HTTPTypes
import Hummingbird
import LinkIndex
import LinkIndexServer
import Testing

/// Tests keys that an older database still has.
@Suite(.timeLimit(.minutes(20))) struct RevokedKeyTests {
    @Test func aRestoredDatabaseDoesNotBringARevokedKeyBack() async throws {
        try await withPath { path in
            var options = IndexServerOptions()
            options.keys = .required
            options.revokedKeys = try RevokedKeys(path: path)
            try await ServerFixture.run(options) { server in
                // As after a restore, both keys are in the database, but one was revoked since the back-up.
                let (good, revoked) = (try await server.addKey("good"), try await server.addKey("revoked"))
                let key = try #require(try await server.store.apiKeys().first { $0.name == "revoked" })
                try RevokedKeys(path: path).add(key)
                try await server.routes { client in
                    for (secret, status) in [(good, HTTPResponse.Status.ok), (revoked, .unauthorized)] {
                        let fields: HTTPFields = [.authorization: "Bearer \(secret.text)"]
                        let response = try await client.get(ServerFixture.links, fields)
                        #expect(response.status == status)
                    }
                }
            }
        }
    }

    @Test func aKeyIsReadWhereClientsOfGooglesServiceSendIt() async throws {
        try await ServerFixture.run(.with { ($0.keys, $0.requestsPerMinute) = (.optional, 2) }) { server in
            let secret = try await server.addKey("a")
            try await server.routes { client in
                let path = "/v1/statements:list?prettyPrint=false&source.web.site=https://a.example&key="
                // A Google key is not a key of the index, so the limit of the address applies.
                for status in [HTTPResponse.Status.ok, .ok, .tooManyRequests] {
                    let response = try await client.get(path + "AIzaSyA")
                    #expect(response.status == status)
                }
                let response = try await client.get(path + secret.text)
                #expect(response.status == .ok)
            }
        }
    }

    @Test func theFileGrowsByALineAndIsReadAgainWhenItHas() throws {
        try withPathNow { path in
            let keys = try RevokedKeys(path: path)
            let all = ["a", "b b"].map { APIKey(hash: APIKeySecret($0).hash, name: $0, createdAt: .now) }
            for key in all {
                #expect(try !keys.contains(key.hash))
                try RevokedKeys(path: path).add(key)
                #expect(try keys.contains(key.hash))
            }
            let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
            #expect(lines.count == 2 && lines[1].hasSuffix(" b b") && lines[1].hasPrefix(all[1].id))
            let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
            #expect(mode == 0o600)
        }
    }

    @Test func aKeyHasALineOfItsOwnBehindOneWithoutAnEnd() throws {
        try withPathNow { path in
            let hash = APIKeySecret("a").hash
            try Data("\(hash.hexadecimal) 2026-11-25T09:00:00.000Z a".utf8).write(to: URL(fileURLWithPath: path))
            let keys = try RevokedKeys(path: path)
            let all = ["b", "c"].map { APIKey(hash: APIKeySecret($0).hash, name: $0, createdAt: .now) }
            for key in all { try keys.add(key) }
            for hash in [hash] + all.map(\.hash) { #expect(try keys.contains(hash)) }
            let lines = try String(contentsOfFile: path, encoding: .utf8).split(
                separator: "\n",
                omittingEmptySubsequences: false
            )
            #expect(lines.count == 4 && lines.last == "")
        }
    }

    @Test func keysThatAreRevokedInTheSameMomentHaveALineEach() async throws {
        try await withPath { path in
            let all = (0..<200).map { APIKey(hash: APIKeySecret("\($0)").hash, name: "\($0)", createdAt: .now) }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for key in all { group.addTask { try RevokedKeys(path: path).add(key) } }
                try await group.waitForAll()
            }
            let keys = try RevokedKeys(path: path)
            for key in all { #expect(try keys.contains(key.hash), "\(key.name)") }
            let lines = try String(contentsOfFile: path, encoding: .utf8).split(
                separator: "\n",
                omittingEmptySubsequences: false
            )
            #expect(lines.count == all.count + 1 && lines.last == "")
        }
    }

    @Test func aFileThatCannotBeWrittenIsAnErrorWithItsReason() throws {
        try withPathNow { path in
            let keys = try RevokedKeys(path: path + "/none")
            let key = APIKey(hash: APIKeySecret("a").hash, name: "a", createdAt: .now)
            let error = #expect(throws: CocoaError.self) { try keys.add(key) }
            #expect((error?.underlying as? POSIXError)?.code == .ENOENT)
        }
    }

    @Test func everyLineCountsWhateverItsEnd() throws {
        try withPathNow { path in
            let hashes = ["a", "b", "c"].map { APIKeySecret($0).hash }
            let lines = hashes.map { "\($0.hexadecimal) 2026-11-25T09:00:00.000Z a" }
            try Data(lines.joined(separator: "\r\n").utf8).write(to: URL(fileURLWithPath: path))
            let keys = try RevokedKeys(path: path)
            for hash in hashes { #expect(try keys.contains(hash)) }
            #expect(try !keys.contains(APIKeySecret("d").hash))
        }
    }

    @Test func aFileThatCannotBeReadIsAnError() throws {
        try withPathNow { path in
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
            #expect(throws: (any Error).self) { try RevokedKeys(path: path) }
        }
    }

    private func withPathNow<Result>(_ body: (String) throws -> Result) rethrows -> Result {
        let path = Self.path
        defer { try? FileManager.default.removeItem(atPath: path) }
        return try body(path)
    }

    private func withPath(_ body: (String) async throws -> Void) async rethrows {
        let path = Self.path
        defer { try? FileManager.default.removeItem(atPath: path) }
        try await body(path)
    }

    private static var path: String {
        FileManager.default.temporaryDirectory.appendingPathComponent("revoked-\(UUID().uuidString)").path
    }
}
