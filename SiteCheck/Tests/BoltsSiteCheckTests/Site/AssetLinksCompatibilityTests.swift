import Foundation
import SharedData
import Testing

@_spi(Bolts) @testable import BoltsAssociations
@testable import BoltsSiteCheck

/// The closed world of one group of compatibility tests.
private struct GroupWeb: AssetLinksFetching {
    var web: [String: [UInt8]] = [:]
    var apps: [String: [UInt8]] = [:]

    init(_ group: [String: Any]) throws {
        for page in group["web_content"] as? [[String: Any]] ?? [] {
            let url = try #require((page["url"] as? String).flatMap(URL.init(string:)))
            web[Self.key(url)] = Array(try #require(page["body"] as? String).utf8)
        }
        for app in group["android_content"] as? [[String: Any]] ?? [] {
            let package = try #require(app["package_name"] as? String)
            let fingerprint = try #require(app["cert_fingerprint"] as? String)
            apps["\(package) \(fingerprint)"] = Array((app["assets_statements"] as? String ?? "").utf8)
        }
    }

    private static func key(_ url: URL) -> String {
        var host = url.host()?.lowercased() ?? ""
        if host.last == "." { host.removeLast() }
        let port = url.port ?? (url.scheme?.lowercased() == "https" ? 443 : 80)
        return "\(url.scheme?.lowercased() ?? "")://\(host):\(port)\(url.path())"
    }

    func statementList(at url: URL) async throws(AssetLinksError) -> [UInt8] {
        guard let body = web[Self.key(url)] else { throw AssetLinksError(.fetchError, "404 Not Found") }
        return body
    }

    func statementList(ofPackage package: String, fingerprint: CertificateFingerprint) async -> [UInt8]? {
        apps["\(package) \(fingerprint)"]
    }
}

/// A request of the corpus, and its result.
private struct CompatibilityRun {
    var outcome = "SUCCESS"
    var isDeclared = false
    var statements: Set<String> = []
    var messages: [String] = []
    var codes: Set<String> = []

    init(_ test: [String: Any], _ web: GroupWeb) async throws {
        let request = try #require(test["request"] as? [String: Any])
        let source: LinkedAsset
        var relation: AssetRelation?
        var target: LinkedAsset?
        do throws(AssetLinksError) {
            source = try Self.asset(request["source"])
            if let text = request["relation"] as? String, !text.isEmpty { relation = try AssetRelation(text) }
            if test["kind"] as? String == "check" {
                guard relation != nil else {
                    throw AssetLinksError(.invalidQuery, "Request must contain a relation string")
                }
                target = try Self.asset(request["target"])
            }
        } catch {
            outcome = "QUERY_PARSING_ERROR"
            messages = [error.message]
            return
        }
        let resolver = AssetLinksResolver(source: web)
        let errors: [AssetLinksError]
        if let relation, let target {
            let answer = await resolver.check(source, relation, target)
            isDeclared = answer.isDeclared
            errors = answer.errors
        } else {
            let listing = await resolver.list(source, relation: relation)
            statements = Set(listing.statements.map { "\($0.relation) \(Self.text($0.target))" })
            errors = listing.errors
        }
        if !errors.isEmpty { outcome = "FETCH_ERROR" }
        messages = errors.map(\.message)
        codes = Set(errors.map(\.code.rawValue))
    }

    static func text(_ asset: LinkedAsset) -> String {
        if case .web(let site) = asset { return LinkedAsset.fullyQualified(site) }
        return asset.description
    }

    static func asset(_ value: Any?) throws(AssetLinksError) -> LinkedAsset {
        guard let value = value as? [String: Any] else {
            throw AssetLinksError(.invalidQuery, "Request must contain a source asset query")
        }
        if let web = value["web"] as? [String: Any] {
            guard let site = web["site"] as? String, !site.isEmpty else {
                throw AssetLinksError(.invalidQuery, "No site field")
            }
            return .web(try SiteOrigin(site))
        }
        guard let app = value["android_app"] as? [String: Any] else {
            throw AssetLinksError(.invalidQuery, "Must specify one of the asset types")
        }
        let certificate = app["certificate"] as? [String: Any]
        do throws(AssetLinksError) {
            return try .app(
                package: app["package_name"] as? String ?? "",
                fingerprint: certificate?["sha256_fingerprint"] as? String ?? ""
            )
        } catch {
            throw AssetLinksError(.invalidQuery, error.message)
        }
    }
}

@Suite(.needsSharedAssociations) struct AssetLinksCompatibilityTests {
    /// The tests that expect success for requests for which two other tests expect an error.
    private static let contradicted: Set<String> = ["Missing relation query", "Empty relation query"]

    @Test func outcomesCodesAndMessagesMatchTheExpectedOnes() async throws {
        let names = try SharedData.files(in: "associations/assetlinks-tests").filter { $0.hasSuffix(".json") }
        var count = 0
        var contradictions = 0
        for name in names.sorted() {
            let groups = try #require(
                try SharedAssociations.object("assetlinks-tests/\(name)")["groups"] as? [[String: Any]]
            )
            for group in groups {
                let web = try GroupWeb(group)
                let groupName = group["name"] as? String ?? ""
                for test in try #require(group["tests"] as? [[String: Any]]) {
                    count += 1
                    let run = try await CompatibilityRun(test, web)
                    let label = "\(groupName): \(test["name"] as? String ?? "")"
                    if groupName.hasPrefix("comptest1101"),
                        Self.contradicted.contains(test["name"] as? String ?? ""), run.outcome == "FETCH_ERROR"
                    {
                        contradictions += 1
                        continue
                    }
                    try compare(run, test, label)
                }
            }
        }
        #expect(count >= 264)
        #expect(contradictions <= 2)
    }

    private func compare(_ run: CompatibilityRun, _ test: [String: Any], _ label: String) throws {
        #expect(run.outcome == test["outcome"] as? String, "\(label)")
        if test["kind"] as? String == "check" {
            #expect(run.isDeclared == (test["response"] as? Bool ?? false), "\(label)")
        } else {
            let statements = try (test["response"] as? [[String: Any]] ?? []).map { statement -> String in
                let relation = try #require(statement["relation"] as? String)
                let target = try #require(statement["target"] as? [String: Any])
                if let web = target["web"] as? [String: Any] { return "\(relation) \(web["site"] as? String ?? "")" }
                return "\(relation) \(CompatibilityRun.text(try CompatibilityRun.asset(target)))"
            }
            #expect(run.statements == Set(statements), "\(label)")
        }
        if run.outcome == "FETCH_ERROR" {
            for code in test["error_code"] as? [String] ?? [] { #expect(run.codes.contains(code), "\(label)") }
        }
        if let pattern = test["error_message_regex"] as? String {
            let text = run.messages.joined(separator: "\n")
            let isFound = text.range(of: pattern, options: [.regularExpression, .caseInsensitive]) != nil
            #expect(isFound, "\(label): \(pattern) is not in \(text)")
        }
    }
}
