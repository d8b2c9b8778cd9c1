import Foundation
import Hummingbird
import LinkIndexServer
import LinkIndexTestSupport
import SharedData
import Synchronization
import Testing

/// Tests Google's own cases of Digital Asset Links over HTTP.
@Suite(.timeLimit(.minutes(20))) struct GoogleCaseTests {
    /// The cases about web sources over HTTP; the statements of an app are in its package, which the index does not have.
    @Test(.enabled(if: SharedData.isUsable("associations/assetlinks-tests"), "Google's cases are not on this machine"))
    func googlesCasesHaveTheSameAnswersOverHTTP() async throws {
        let names = try SharedData.files(in: "associations/assetlinks-tests").filter { $0.hasSuffix(".json") }
        var count = 0
        var others: [String] = []
        for name in names.sorted() {
            let data = Data(try SharedData.bytes("associations/assetlinks-tests/\(name)"))
            let root = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
            for group in try #require(root["groups"] as? [[String: Any]]) {
                let cases = try #require(group["tests"] as? [[String: Any]]).filter { Self.isOfWeb($0) }
                guard !cases.isEmpty else { continue }
                let (asked, failures) = try await Self.run(cases, of: group)
                count += asked
                others += failures
            }
        }
        #expect(count >= 150)
        // Two cases expect success for requests for which two others expect an error, and some cases have different texts.
        #expect(others.isEmpty, "\(count) cases: \(others.joined(separator: "\n"))")
    }

    private static func isOfWeb(_ test: [String: Any]) -> Bool {
        let source = (test["request"] as? [String: Any])?["source"] as? [String: Any]
        return source?["web"] != nil
    }

    private static func run(_ cases: [[String: Any]], of group: [String: Any]) async throws -> (Int, [String]) {
        let requests = try cases.map {
            test -> (uri: String, isBad: Bool, linked: Bool?, codes: [String], label: String, count: Int?) in
            let request = try #require(test["request"] as? [String: Any])
            let isCheck = test["kind"] as? String == "check"
            var items: [(String, String)] = []
            for role in ["source", "target"] {
                guard let asset = request[role] as? [String: Any] else { continue }
                if let web = asset["web"] as? [String: Any] {
                    items.append(("\(role).web.site", web["site"] as? String ?? ""))
                } else if let app = asset["android_app"] as? [String: Any] {
                    items.append(("\(role).android_app.package_name", app["package_name"] as? String ?? ""))
                    let certificate = app["certificate"] as? [String: Any]
                    items.append(
                        (
                            "\(role).android_app.certificate.sha256_fingerprint",
                            certificate?["sha256_fingerprint"] as? String ?? ""
                        )
                    )
                }
            }
            if let relation = request["relation"] as? String { items.append(("relation", relation)) }
            let allowed = CharacterSet.alphanumerics.union(CharacterSet(charactersIn: "-._~/:"))
            let query = items.map { name, value in
                "\(name)=\(value.addingPercentEncoding(withAllowedCharacters: allowed) ?? "")"
            }
            let path = isCheck ? "/v1/assetlinks:check" : "/v1/statements:list"
            return (
                "\(path)?\(query.joined(separator: "&"))", test["outcome"] as? String == "QUERY_PARSING_ERROR",
                isCheck ? test["response"] as? Bool ?? false : nil, test["error_code"] as? [String] ?? [],
                "\(group["name"] as? String ?? ""): \(test["name"] as? String ?? "")",
                isCheck ? nil : (test["response"] as? [Any])?.count ?? 0
            )
        }
        let contents = (group["web_content"] as? [[String: Any]] ?? []).compactMap { page -> (String, String)? in
            guard let url = page["url"] as? String, let body = page["body"] as? String else { return nil }
            return (Self.key(url), body)
        }
        let failures = Mutex<[String]>([])
        try await ServerFixture.run(.with { $0.requestsPerMinute = 0 }) { server in
            for (url, body) in contents {
                var document = FakeSites.Document(body)
                document.type = "application/json"
                server.sites.set(url, document)
            }
            try await server.routes { client in
                for request in requests {
                    let response = try await client.get(request.uri)
                    let isBad = response.status == .badRequest
                    guard isBad == request.isBad else {
                        failures.withLock {
                            $0.append("\(request.label): \(response.status) \(response.text.prefix(300))")
                        }
                        continue
                    }
                    guard !isBad else { continue }
                    let object = try response.object
                    if let linked = request.linked, object["linked"] as? Bool != linked {
                        failures.withLock { $0.append("\(request.label): \(response.text.prefix(600))") }
                    }
                    if let count = request.count, (object["statements"] as? [Any])?.count ?? 0 != count {
                        failures.withLock { $0.append("\(request.label): \(response.text.prefix(600))") }
                    }
                    let codes = Set(object["errorCode"] as? [String] ?? [])
                    for code in request.codes where !codes.contains(code) {
                        failures.withLock { $0.append("\(request.label): no \(code) in \(codes)") }
                    }
                }
            }
        }
        return (requests.count, failures.withLock(\.self))
    }

    /// The requested URL, without the default port and without a dot after the host.
    private static func key(_ text: String) -> String {
        guard var parts = URLComponents(string: text) else { return text }
        if parts.port == (parts.scheme == "https" ? 443 : 80) { parts.port = nil }
        parts.host = parts.host.map {
            $0.lowercased().hasSuffix(".") ? String($0.lowercased().dropLast()) : $0.lowercased()
        }
        return parts.string ?? text
    }
}
