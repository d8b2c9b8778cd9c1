import BoltsTasks
import Foundation
import LoopbackServer
import Synchronization
import Testing

/// Tests pages that are kept between runs.
@Suite(.timeLimit(.minutes(20))) struct CacheTests {
    /// A server whose pages state how long they are fresh.
    private func server(_ fields: [String: String], body: String = "<meta property=al:ios:url content='app://x'>")
        throws
        -> LoopbackServer
    {
        try LoopbackServer { request, connection in
            if request.values("If-None-Match") == ["\"v1\""] { return connection.respond(304, ["ETag: \"v1\""]) }
            let control = fields[request.target] ?? "max-age=600"
            connection.respond(
                200,
                ["Content-Type: text/html", "ETag: \"v1\"", "Cache-Control: \(control)"],
                body: body
            )
        }
    }

    private func run(_ url: URL, _ scratch: Scratch, _ more: String...) async throws -> Tool.Run {
        try await Tool.run(
            ["resolve", url.absoluteString, "--allow-private", "--cache-directory", scratch.url.path, "--json"] + more
        )
    }

    private func files(_ scratch: Scratch) throws -> [URL] {
        try FileManager.default.contentsOfDirectory(at: scratch.url, includingPropertiesForKeys: nil)
    }

    @Test func aFreshPageIsNotRequestedAgain() async throws {
        let server = try server([:])
        let scratch = try Scratch()
        let first = try await run(server.url("/page"), scratch)
        #expect(first.status == 0 && first.errors == "")
        #expect(first.json.first?["cache"] as? String == "fetched")
        let second = try await run(server.url("/page#other"), scratch, "-v")
        #expect(server.requests.count == 1)
        #expect(second.json.first?["cache"] as? String == "hit")
        #expect(second.errors.contains("from the cache, for "))
        // The results differ only in the fragment of the URL in each run.
        #expect((second.json.first?["web_url"] as? String)?.hasSuffix("/page#other") == true)
        #expect(second.json.first?["devices"] as? NSDictionary == first.json.first?["devices"] as? NSDictionary)
    }

    @Test func noCachePagesAreRevalidated() async throws {
        let server = try server(["/page": "no-cache"])
        let scratch = try Scratch()
        _ = try await run(server.url("/page"), scratch)
        let second = try await run(server.url("/page"), scratch, "-v")
        #expect(server.requests.map { $0.values("If-None-Match") } == [[], ["\"v1\""]])
        #expect(second.json.first?["cache"] as? String == "revalidated")
        #expect(second.errors.contains("  304  ") && second.errors.contains("not changed since it was cached"))
        let devices = second.json.first?["devices"] as? [String: [[String: Any]]]
        #expect(devices?["mac"]?.first?["url"] as? String == "app://x")
    }

    @Test func noStorePagesAreNotStored() async throws {
        let server = try server(["/page": "no-store"])
        let scratch = try Scratch()
        for _ in 0..<2 {
            let run = try await run(server.url("/page"), scratch, "-v")
            #expect(run.json.first?["cache"] as? String == "fetched")
            #expect(run.errors.contains("it must not be cached"))
        }
        #expect(server.requests.count == 2)
        #expect(try files(scratch).isEmpty)
    }

    @Test(arguments: ["", "{", "[]", "{\"format\":1}", "\u{0}\u{0}"])
    func corruptEntriesAreIgnoredAndReplaced(contents: String) async throws {
        let server = try server([:])
        let scratch = try Scratch()
        _ = try await run(server.url("/page"), scratch)
        let file = try #require(try files(scratch).first)
        try Data(contents.utf8).write(to: file)
        let second = try await run(server.url("/page"), scratch)
        #expect(second.status == 0)
        #expect(second.json.first?["cache"] as? String == "fetched")
        #expect(
            second.errorLines.count == 1
                && second.errors.contains("\(file.path) in the cache cannot be read and is ignored")
        )
        #expect(try await run(server.url("/page"), scratch).json.first?["cache"] as? String == "hit")
    }

    @Test func pagesReadUnderOtherRulesAreOtherEntries() async throws {
        let server = try server([:])
        let scratch = try Scratch()
        _ = try await run(server.url("/page"), scratch)
        _ = try await run(server.url("/page"), scratch, "--strict")
        #expect(server.requests.count == 2)
        let denied = try await Tool.run([
            "resolve", server.url("/page").absoluteString, "--cache-directory", scratch.url.path,
        ])
        #expect(denied.status == 1 && denied.output == "")
        // A refusal does not remove another entry.
        #expect(try await run(server.url("/page"), scratch).json.first?["cache"] as? String == "hit")
    }

    @Test func aStalePageIsUsedIfTheServerFails() async throws {
        let isDown = Atomic(false)
        let server = try LoopbackServer { _, connection in
            if isDown.load(ordering: .relaxed) { return connection.respond(503, body: "busy") }
            connection.respond(
                200,
                ["Content-Type: text/html", "Cache-Control: max-age=0, stale-if-error=600"],
                body: "<meta property=al:ios:url content='app://x'>"
            )
        }
        let scratch = try Scratch()
        _ = try await run(server.url("/page"), scratch, "--cache-at-least", "0")
        isDown.store(true, ordering: .relaxed)
        let run = try await run(server.url("/page"), scratch, "--cache-at-least", "0", "-v")
        #expect(run.status == 0)
        #expect(run.json.first?["cache"] as? String == "stale")
        #expect(run.errors.contains("from the cache although it is stale") && run.errors.contains("503"))
    }

    @Test func manyRunsShareADirectory() async throws {
        let server = try server(
            [:],
            body: String(repeating: "<meta property=al:ios:url content='app://x'>", count: 500)
        )
        let scratch = try Scratch()
        try await withThrowingTaskGroup(of: Tool.Run.self) { group in
            for _ in 0..<8 { group.addTask { try await run(server.url("/page"), scratch) } }
            for try await run in group {
                #expect(run.status == 0 && run.errors == "")
                let devices = run.json.first?["devices"] as? [String: [[String: Any]]]
                #expect(devices?["mac"]?.count == 500)
            }
        }
        #expect(try files(scratch).count == 1)
    }

    @Test func theLeastRecentlyUsedEntryIsRemovedFirst() async throws {
        let server = try server(
            [:],
            body: String(repeating: "<meta property=al:ios:url content='app://x'>", count: 500)
        )
        let scratch = try Scratch()
        for number in 0..<6 {
            _ = try await run(server.url("/\(number)"), scratch, "--cache-size", "65536")
        }
        let sizes = try files(scratch).map { try $0.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0 }
        #expect((1...65_536).contains(sizes.reduce(0, +)))
        #expect(try await run(server.url("/5"), scratch).json.first?["cache"] as? String == "hit")
        #expect(try await run(server.url("/0"), scratch).json.first?["cache"] as? String == "fetched")
    }

    @Test func entriesFromTheFutureOrAnotherFormatAreNotUsed() async throws {
        let server = try server([:])
        let scratch = try Scratch()
        _ = try await run(server.url("/page"), scratch)
        let file = try #require(try files(scratch).first)
        let kept = try #require(JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any])
        let now = Date().timeIntervalSince1970
        let entry = try #require(kept["entry"] as? [String: Any])
        let later = entry.merging(["storedAt": now + 5_000, "freshUntil": now + 9_000]) { $1 }
        let foreign = entry.merging(["format": 99]) { $1 }
        for (change, origin) in [
            (["entry": later], "revalidated"), (["entry": foreign], "fetched"), (["key": "another"], "fetched"),
            ([:], "hit"),
        ] as [([String: Any], String)] {
            let changed = kept.merging(change) { $1 }
            try JSONSerialization.data(withJSONObject: changed).write(to: file)
            let run = try await run(server.url("/page"), scratch)
            #expect(run.json.first?["cache"] as? String == origin)
            #expect(run.errors == "")
        }
    }

    @Test(.tags(.th58)) func leftoversOfAKilledRunAreRemoved() async throws {
        let server = try server([:])
        let scratch = try Scratch()
        let old = try scratch.file(".applinks-1-1.tmp", "half a page")
        let young = try scratch.file(".applinks-2-1.tmp", "half a page")
        let own = try scratch.file("notes.txt", "not of the cache")
        let hours = Date(timeIntervalSinceNow: -7_200)
        for path in [old, own] { try FileManager.default.setAttributes([.modificationDate: hours], ofItemAtPath: path) }
        _ = try await run(server.url("/page"), scratch)
        #expect(!FileManager.default.fileExists(atPath: old))
        #expect(FileManager.default.fileExists(atPath: young))
        #expect(FileManager.default.fileExists(atPath: own))
    }

    @Test func theDefaultDirectoryIsTheSystemsCacheDirectory() async throws {
        let server = try server([:])
        let scratch = try Scratch()
        _ = try await Tool.run(
            ["resolve", server.url("/page").absoluteString, "--allow-private", "--cache"],
            environment: ["XDG_CACHE_HOME": scratch.url.path]
        )
        #if os(Linux)
        #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.url.path + "/applinks").count == 1)
        #endif
    }

    @Test func anUnusableDirectoryIsReported() async throws {
        let scratch = try Scratch()
        let file = try scratch.file("file", "")
        let run = try await Tool.run(["resolve", examplePage("plain"), "--cache-directory", file + "/c"])
        #expect(run.status == 1 && run.output == "")
        #expect(
            run.errors
                == "applinks: the cache directory \(file)/c cannot be created: choose another with --cache-directory\n"
        )
    }

    @Test(.tags(.th56)) func aDirectoryWritableByOthersIsRefused() async throws {
        let scratch = try Scratch()
        let path = scratch.url.path
        try FileManager.default.setAttributes([.posixPermissions: 0o775], ofItemAtPath: path)
        let open = try await Tool.run(["resolve", examplePage("plain"), "--cache-directory", path])
        #expect(open.status == 1 && open.output == "")
        #expect(open.errors.contains("others can write to the cache directory \(path)"))
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
        #expect(try await Tool.run(["resolve", examplePage("plain"), "--cache-directory", path]).status == 0)
        // Only the superuser can give a directory away.
        guard geteuid() == 0 else { return }
        #expect(chown(path, 65_534, 65_534) == 0)
        let foreign = try await Tool.run(["resolve", examplePage("plain"), "--cache-directory", path])
        #expect(foreign.status == 1 && foreign.errors.contains("belongs to another user"))
    }

    @Test(.tags(.th57)) func anEntryThatIsALinkOrAPipeIsIgnored() async throws {
        let server = try server([:])
        let scratch = try Scratch()
        _ = try await run(server.url("/page"), scratch)
        let entry = try #require(try files(scratch).first)
        let elsewhere = try Scratch()
        let moved = elsewhere.url.appendingPathComponent("entry")
        try FileManager.default.moveItem(at: entry, to: moved)
        try FileManager.default.createSymbolicLink(at: entry, withDestinationURL: moved)
        let linked = try await run(server.url("/page"), scratch)
        #expect(linked.json.first?["cache"] as? String == "fetched")
        #expect(linked.errors.contains("cannot be read and is ignored"))
        // The entry is written again, and the target of the link is not changed.
        #expect(FileManager.default.fileExists(atPath: moved.path))
        try FileManager.default.removeItem(at: entry)
        #expect(mkfifo(entry.path, 0o600) == 0)
        let piped = try await run(server.url("/page"), scratch)
        #expect(piped.json.first?["cache"] as? String == "fetched")
        #expect(piped.errors.contains("it belongs to another user, or is not a file"))
        #expect(try await run(server.url("/page"), scratch).json.first?["cache"] as? String == "hit")
    }

    @Test(
        arguments: [
            (["--timeout", "0"], "--timeout takes a number of seconds from 0.001 to 86400, not 0.0."),
            (
                ["--response-timeout=-1"],
                "--response-timeout takes a number of seconds from 0.001 to 86400, not -1.0."
            ),
            (
                ["--connect-timeout", "86401"],
                "--connect-timeout takes a number of seconds from 0.001 to 86400, not 86401.0."
            ),
            (["--max-redirects", "101"], "--max-redirects takes a number from 0 to 100, not 101."),
            (["--max-bytes", "0"], "--max-bytes takes a number from 1 to 1073741824, not 0."),
            (["--allow-port", "70000"], "--allow-port takes a number from 1 to 65535, not 70000."),
            (["--user-agent", "a\nb"], "--user-agent takes printable ASCII characters."),
            (["--max-bytes", "many"], "The value 'many' is invalid for '--max-bytes <bytes>'"),
            (["--cache-directory", ""], "--cache-directory takes the path of a directory, which cannot be empty."),
            (
                ["--cache", "--browser", "auto"],
                "--cache stores pages as servers send them, and cannot be used with --browser."
            ),
            (["--cache-size", "1"], "--cache-size takes a number of bytes from 65536 to 1099511627776."),
            (["--cache-at-least=-1"], "--cache-at-least takes a number of seconds from 0 to 31536000."),
        ] as [([String], String)]
    )
    func limitsOutOfRangeAreNamed(options: [String], line: String) async throws {
        let run = try await Tool.run(["resolve", "a.html"] + options)
        #expect(run.status == 64 && run.output == "")
        #expect(run.errors.hasPrefix("Error: \(line)"), "\(run.errors)")
    }

    @Test func optionsOfFetchingApply() async throws {
        let server = try LoopbackServer { request, connection in
            if request.target == "/status" {
                return connection.respond(404, body: "<meta property=al:ios:url content=a:>")
            }
            connection.respond(200, body: "<meta property=al:ios:url content=b:>")
        }
        func urls(_ path: String, _ options: String...) async throws -> [String]? {
            let run = try await Tool.run(
                ["resolve", server.url(path).absoluteString, "--allow-private", "--json", "--device", "mac"] + options
            )
            let devices = run.json.first?["devices"] as? [String: [[String: Any]]]
            return devices?["mac"]?.compactMap { $0["url"] as? String }
        }
        #expect(try await urls("/") == ["b:"])
        #expect(try await urls("/status") == nil)
        #expect(try await urls("/status", "--read-error-pages") == ["a:"])
        _ = try await urls("/", "--user-agent", "Checker/1")
        #expect(server.requests.last?.values("User-Agent") == ["Checker/1"])
    }
}
