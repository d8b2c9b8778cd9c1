import Foundation
import LinkIndex
import LinkIndexTestSupport
import Logging
import Testing

@testable import LinkIndex

/// Which versions of a host's files are kept, and what changed between them.
@Suite(.timeLimit(.minutes(20)))
struct SiteHistoryTests {
    private static let apple = "https://a.example/.well-known/apple-app-site-association"
    private static let android = "https://a.example/.well-known/assetlinks.json"
    private static let key = RecordKey(.site, "https://a.example")

    private static func file(_ components: String, note: String = "") -> FakeSites.Document {
        let details = #"[{"appIDs": ["K7Q2M9X4ZP.com.example.a"], "components": [\#(components)]}]"#
        return FakeSites.Document(#"{\#(note)"applinks": {"details": \#(details)}}"#)
    }

    private static func statement(_ package: String) -> FakeSites.Document {
        let fingerprint = Array(repeating: "AB", count: 32).joined(separator: ":")
        return FakeSites.Document(
            """
            [{"relation": ["delegate_permission/common.handle_all_urls"], "target": {"namespace": "android_app",
            "package_name": "\(package)", "sha256_cert_fingerprints": ["\(fingerprint)"]}}]
            """
        )
    }

    /// Has the files read again, and waits until their version is stored.
    private static func read(_ nodes: TwoNodes, by node: AppLinkIndex? = nil) async {
        let node = node ?? nodes.first
        _ = await node.answer(for: .page, renews: true)
        await node.settleVersions()
    }

    private static func changes(_ node: AppLinkIndex, since: Timestamp? = nil, limit: Int = 16) async throws -> [String]
    {
        let found = try #require(try await node.changes(of: .page, since: since, limit: limit))
        return found.changes.map { String(decoding: $0.document, as: UTF8.self) }
    }

    @Test func whatChangesForLinksIsToldWithALinkAndTimesByEachNode() async throws {
        try await TwoNodes.run { nodes in
            #expect(try await nodes.first.changes(of: .page, since: nil, limit: 16) == nil)
            nodes.sites.set(Self.apple, Self.file(#"{"/": "/buy/*"}, {"/": "/old/*"}"#))
            await Self.read(nodes)
            #expect(try await Self.changes(nodes.first).isEmpty)
            let first = try #require(try await nodes.store.versions(of: Self.key).first)
            nodes.sites.set(Self.apple, Self.file(#"{"/": "/buy/*"}, {"/": "/offers/*"}"#))
            await Self.read(nodes, by: nodes.second)
            for node in [nodes.first, nodes.second] {
                let found = try #require(try await node.changes(of: .page, since: nil, limit: 16))
                #expect(found.host == "a.example" && found.firstReadAt == first.firstReadAt && !found.hasMore)
                let change = try #require(found.changes.first)
                #expect(found.changes.count == 1 && change.from == first.firstReadAt && change.from < change.to)
                let text = String(decoding: change.document, as: UTF8.self)
                #expect(text.contains(#""effect":"gained","example":"https://a.example/offers"#), "\(text)")
                #expect(text.contains(#""effect":"lost","example":"https://a.example/old"#), "\(text)")
                #expect(
                    text.contains(#""from":"\#(change.from.text)""#) && text.contains(#""to":"\#(change.to.text)""#)
                )
                #expect(try await Self.changes(node, since: change.to).isEmpty)
                #expect(try await Self.changes(node, since: change.from).count == 1)
            }
        }
    }

    @Test func whatIsOnlyWrittenDifferentlyIsNoNewVersion() async throws {
        try await TwoNodes.run { nodes in
            nodes.sites.set(Self.apple, Self.file(#"{"/": "/buy/*"}, {"/": "/offers/*"}"#))
            await Self.read(nodes)
            let first = try #require(try await nodes.store.versions(of: Self.key).first)
            for (number, components) in [
                #"{"/": "/offers/*"}, {"/": "/buy/*"}"#, #"{"/": "/buy/*"}, {"/": "/offers/*"}"#,
            ].enumerated() {
                nodes.sites.set(Self.apple, Self.file(components, note: #""made": \#(number), "#))
                await Self.read(nodes)
                let versions = try await nodes.store.versions(of: Self.key)
                #expect(versions.count == 1 && versions.first?.firstReadAt == first.firstReadAt)
                #expect(versions.first?.content != first.content, "what is kept is what is served")
            }
            #expect(try await Self.changes(nodes.first).isEmpty)
        }
    }

    @Test func theSameFilesReadAgainCostNoCallOfTheDatabase() async throws {
        try await TwoNodes.run { nodes in
            let store = CountingStore(nodes.store)
            var options = IndexOptions()
            options.leaseDuration = .seconds(50)
            let node = AppLinkIndex(store: store, options: options, fetcher: nodes.sites, logger: .silent)
            await Self.read(nodes, by: node)
            #expect(store.calls["versions"] == 1 && store.calls["addVersion"] == 1)
            store.reset()
            await Self.read(nodes, by: node)
            #expect(store.calls["write"] == 2, "\(store.calls)")
            for name in ["versions", "payloads", "addVersion", "replaceVersion", "keepVersion"] {
                #expect(store.calls[name] == nil)
            }
            // Another node asks once, and finds them.
            await Self.read(nodes, by: nodes.second)
            let versions = try await nodes.store.versions(of: Self.key)
            #expect(versions.count == 1)
        }
    }

    @Test func whatAnotherNodeWasFasterThanIsKeptWhenItIsReadAgain() async throws {
        try await TwoNodes.run { nodes in
            let (shared, store) = (nodes.store, CountingStore(nodes.store))
            var options = IndexOptions()
            options.leaseDuration = .seconds(50)
            let node = AppLinkIndex(store: store, options: options, fetcher: nodes.sites, logger: .silent)
            await Self.read(nodes, by: node)
            var other = try #require(try await shared.versions(of: Self.key).first)
            let payload = try #require(try await shared.payloads(ofVersions: [1], of: Self.key)[1])
            other.number = 2
            store.beforeNextVersion { [other] in
                _ = try await shared.addVersion(other, payload: payload, of: Self.key)
            }
            nodes.sites.set(Self.apple, Self.file(#"{"/": "/new/*"}"#))
            await Self.read(nodes, by: node)
            #expect(try await shared.versions(of: Self.key).map(\.number) == [1, 2])
            await Self.read(nodes, by: node)
            #expect(try await shared.versions(of: Self.key).map(\.number) == [1, 2, 3])
            #expect(try await Self.changes(node).count == 1)
        }
    }

    @Test func aFileThatIsNotAnsweredForAWhileIsNoChangeAndOneThatIsMissingIs() async throws {
        try await TwoNodes.run { nodes in
            nodes.sites.set(Self.android, Self.statement("com.example.one"))
            await Self.read(nodes)
            nodes.sites.set(Self.android, FakeSites.Document("", status: 503))
            await Self.read(nodes)
            #expect(try await nodes.store.versions(of: Self.key).count == 1)
            nodes.sites.set(Self.android, Self.statement("com.example.one"))
            await Self.read(nodes)
            #expect(try await nodes.store.versions(of: Self.key).count == 1)
            nodes.sites.set(Self.android, nil)
            await Self.read(nodes)
            let changes = try await Self.changes(nodes.first)
            #expect(changes.count == 1)
            #expect(changes.first?.contains(#""app":"com.example.one","effect":"lost""#) == true, "\(changes)")
            #expect(changes.first?.contains("apple") == false, "\(changes)")
        }
    }

    @Test func aFileThatWasNeverAnsweredHasNotChangedWhenItIs() async throws {
        try await TwoNodes.run { nodes in
            nodes.sites.set(Self.android, FakeSites.Document("", status: 500))
            await Self.read(nodes)
            nodes.sites.set(Self.android, Self.statement("com.example.one"))
            await Self.read(nodes)
            #expect(try await Self.changes(nodes.first).isEmpty)
            nodes.sites.set(Self.android, Self.statement("com.example.two"))
            await Self.read(nodes)
            let changes = try await Self.changes(nodes.first)
            #expect(changes.count == 1 && changes.first?.contains("com.example.two") == true, "\(changes)")
        }
    }

    @Test func filesThatMayNotBeStoredHaveNoHistory() async throws {
        try await TwoNodes.run { nodes in
            for url in [Self.apple, Self.android] {
                var document = Self.file(#"{"/": "/buy/*"}"#)
                document.cacheControl = "no-store"
                nodes.sites.set(url, document)
            }
            await Self.read(nodes)
            let versions = try await nodes.store.versions(of: Self.key)
            #expect(versions.isEmpty)
        }
    }

    @Test func versionsAreBoundedByTheirNumberAndTheirBytes() async throws {
        for (count, bytes, expected) in [(3, 1 << 20, 3), (16, 1, 1), (0, 1 << 20, 0)] {
            try await TwoNodes.run { nodes in
                var options = IndexOptions()
                options.leaseDuration = .seconds(50)
                options.versions.count = count
                options.versions.byteCount = bytes
                let node = AppLinkIndex(store: nodes.store, options: options, fetcher: nodes.sites, logger: .silent)
                for number in 1...6 {
                    nodes.sites.set(Self.apple, Self.file(#"{"/": "/\#(number)/*"}"#))
                    await Self.read(nodes, by: node)
                }
                let versions = try await nodes.store.versions(of: Self.key)
                #expect(versions.count == expected)
                guard expected > 1 else { return }
                #expect(versions.map(\.number) == [4, 5, 6])
                let changes = try await Self.changes(node)
                #expect(changes.count == 2 && changes[1].contains("https://a.example/6"), "\(changes)")
            }
        }
    }

    @Test func aLimitLeavesOutLaterChangesAndSaysSo() async throws {
        try await TwoNodes.run { nodes in
            for number in 1...4 {
                nodes.sites.set(Self.apple, Self.file(#"{"/": "/\#(number)/*"}"#))
                await Self.read(nodes)
            }
            let some = try #require(try await nodes.first.changes(of: .page, since: nil, limit: 2))
            #expect(some.changes.count == 2 && some.hasMore)
            let rest = try #require(try await nodes.first.changes(of: .page, since: some.changes.last?.to, limit: 2))
            #expect(rest.changes.count == 1 && !rest.hasMore)
        }
    }

    @Test func whatIsForgottenHasNoVersionsAndAFetchThatBeganBeforeLeavesNone() async throws {
        try await TwoNodes.run { nodes in
            await Self.read(nodes)
            #expect(try await nodes.store.versions(of: Self.key).count == 1)
            let gate = nodes.sites.hold(Self.apple)
            async let fetch: Void = Self.read(nodes)
            try await nodes.sites.waitForRequests(2, of: Self.apple)
            try await nodes.first.forget(.page)
            gate.trySet(result: ())
            _ = await fetch
            #expect(try await nodes.store.versions(of: Self.key).isEmpty)
            #expect(try await nodes.first.changes(of: .page, since: nil, limit: 16) == nil)
        }
    }

    @Test func whatAnotherNodeHasForgottenHasAVersionAgainOnceItIsRead() async throws {
        try await TwoNodes.run { nodes in
            await Self.read(nodes, by: nodes.second)
            try await nodes.first.forget(.page)
            #expect(try await nodes.store.versions(of: Self.key).isEmpty)
            // It still has the files in memory, and the same ones are served.
            await Self.read(nodes, by: nodes.second)
            #expect(try await nodes.store.versions(of: Self.key).count == 1)
        }
    }

    @Test func aVersionThatIsReadAgainIsKeptForLonger() async throws {
        try await TwoNodes.run { nodes in
            await Self.read(nodes)
            var version = try #require(try await nodes.store.versions(of: Self.key).first)
            let payload = try #require(try await nodes.store.payloads(ofVersions: [1], of: Self.key)[1])
            let end = version.keepUntil
            version.keepUntil = .now + .seconds(3_600)
            try await nodes.store.replaceVersion(version, payload: payload, of: Self.key)
            await Self.read(nodes, by: nodes.second)
            let kept = try #require(try await nodes.store.versions(of: Self.key).first)
            #expect(kept.keepUntil >= end && kept.number == 1)
        }
    }

    @Test func aVersionOfAnotherFormIsFollowedByOneAndNotCompared() async throws {
        try await TwoNodes.run { nodes in
            await Self.read(nodes)
            var version = try #require(try await nodes.store.versions(of: Self.key).first)
            version.format -= 1
            try await nodes.store.replaceVersion(version, payload: [1, 2], of: Self.key)
            await Self.read(nodes, by: nodes.second)
            #expect(try await nodes.store.versions(of: Self.key).map(\.number) == [1, 2])
            #expect(try await Self.changes(nodes.second).isEmpty)
        }
    }
}
