import Foundation
import HTTPTypes
import Hummingbird
import LinkIndexServer
import LinkIndexTestSupport
import NIOCore
import ServerTestClient
import Testing

/// Tests the Digital Asset Links API in the form of Google's service.
@Suite(.timeLimit(.minutes(20))) struct StatementsTests {
    private static let print =
        "01:CD:30:9F:58:5B:A8:3F:20:4B:C0:7F:88:DB:78:5F:90:0B:D0:DF:38:DB:C8:FF:80:4B:60:BF:68:5B:98:1F"
    private static let file = """
        [{"relation": ["delegate_permission/common.handle_all_urls"], "target": {"namespace": "android_app",
        "package_name": "org.example.links", "sha256_cert_fingerprints": ["\(print)"]},
        "relation_extensions": {"delegate_permission/common.handle_all_urls": {"dynamic_app_link_components": [{"/": "/a"}]}}},
        {"relation": ["delegate_permission/common.get_login_creds"], "target": {"namespace": "web",
        "site": "https://b.example"}}]
        """

    private static func set(_ server: ServerFixture, _ host: String, _ body: String, type: String = "application/json")
    {
        var document = FakeSites.Document(body)
        document.type = type
        server.sites.set("\(host)/.well-known/assetlinks.json", document)
    }

    private static func run(
        _ options: IndexServerOptions = IndexServerOptions(),
        _ body: @escaping @Sendable (ServerFixture, ServerTestClient) async throws -> Void
    ) async throws {
        try await ServerFixture.run(options) { server in
            set(server, "https://a.example", file)
            try await server.routes { try await body(server, $0) }
        }
    }

    private static func target(_ names: (String, String) = ("packageName", "sha256Fingerprint")) -> String {
        "target.androidApp.\(names.0)=org.example.links&target.androidApp.certificate.\(names.1)=\(print)"
    }

    private static let all = "relation=delegate_permission/common.handle_all_urls"

    @Test func aListIsWrittenInGooglesFormByteForByte() async throws {
        try await Self.run { _, client in
            let uri = "/v1/statements:list?source.web.site=https://A.example:443&\(Self.all)"
            let response = try await client.get(uri)
            #expect(response.status == .ok)
            #expect(response.headers[.contentType] == "application/json; charset=UTF-8")
            #expect(response.headers[.cacheControl]?.contains("max-age=") == true)
            let text = response.text
            let start = """
                {
                  "statements": [
                    {
                      "source": {
                        "web": {
                          "site": "https://a.example."
                        }
                      },
                      "relation": "delegate_permission/common.handle_all_urls",
                      "target": {
                        "androidApp": {
                          "packageName": "org.example.links",
                          "certificate": {
                            "sha256Fingerprint": "\(Self.print)"
                          }
                        }
                      }
                    }
                  ],
                  "maxAge": "
                """
            #expect(text.hasPrefix(start), "\(text)")
            let debug = "  \"debugString\": \"********************* ERRORS *********************\\nNone!\\n"
            #expect(text.contains(debug) && text.contains("    \\u003cNone\\u003e\\nMatches source query: Yes"))
            #expect(text.hasSuffix("\\n--- End of statement list. ---\\n\\n\\n\\n\"\n}\n"), "\(text)")
            let seconds = try #require(text.firstMatch(of: /"maxAge": "([0-9]+)(\.[0-9]{3})?s"/)?.1)
            #expect((1...600).contains(Int(seconds) ?? 0))
        }
    }

    /// Each relation is listed with each certificate, so the product of both is very large for a small file.
    @Test func aLargeProductIsToldInPart() async throws {
        try await Self.run { server, client in
            let relations = (0..<1_500).map { "\"r\($0)/x\"" }.joined(separator: ",")
            let prints = (0..<1_500).map { index in
                "\"\(String(format: "%02X:%02X", index / 256, index % 256))\(Self.print.dropFirst(5))\""
            }
            let target = """
                {"namespace": "android_app", "package_name": "org.example.links",
                "sha256_cert_fingerprints": [\(prints.joined(separator: ","))]}
                """
            let rules = (0..<2_000).map { "{\"/\": \"/\($0)\"}" }.joined(separator: ",")
            let file = """
                [{"relation": [\(relations)], "target": \(target)}, {"relation": ["r0/y"], "target": \(target),
                "relation_extensions": {"r0/y": {"dynamic_app_link_components": [\(rules)]}}}]
                """
            Self.set(server, "https://large.example", file)
            let list = try await client.get("/v1/statements:list?source.web.site=https://large.example")
            #expect(list.status == .ok && list.text.contains("ERROR_CODE_TOO_LARGE"))
            #expect(list.text.contains("\"r0/x\"") && list.body.readableBytes < 8 << 20)
            let one = try await client.get("/v1/statements:list?source.web.site=https://large.example&relation=r7/x")
            #expect(one.text.contains("\"r7/x\"") && !one.text.contains("ERROR_CODE"))
            let certificate = "{\"sha256Fingerprint\": \(prints[3])}"
            let body = """
                {"returnRelationExtensions": true, "defaultSource": {"web": {"site": "https://large.example"}},
                "defaultTarget": {"androidApp": {"packageName": "org.example.links", "certificate": \(certificate)}},
                "defaultRelation": "r0/y",
                "statements": [\((0..<1_000).map { _ in "{}" }.joined(separator: ","))]}
                """
            let bulk = try await client.post("/v1/assetlinks:bulkCheck", body)
            #expect(bulk.status == .ok && bulk.body.readableBytes < 8 << 20)
            #expect(bulk.text.ranges(of: "\"linked\": true").count == 1_000)
            #expect(bulk.text.contains("relationExtensions") && bulk.text.contains("ERROR_CODE_TOO_LARGE"))
        }
    }

    /// Comparing each requested relation with each relation of a file would take 10⁸ comparisons here.
    @Test func manyRelationsAreComparedInLinearTime() async throws {
        try await Self.run { server, client in
            let relations = (0..<10_000).map { "\"r\($0)/x\"" }.joined(separator: ",")
            let target = #"{"namespace": "web", "site": "https://b.example"}"#
            Self.set(server, "https://many.example", #"[{"relation": [\#(relations)], "target": \#(target)}]"#)
            let asked = (0..<7_000).map { "&relation=r\(9_999 - $0)/x" }.joined()
            let base = "source.web.site=https://many.example"
            let check = "/v1/assetlinks:check?\(base)&target.web.site=https://b.example"
            for (uri, isLinked) in [(check + asked, true), (check + asked + "&relation=none/x", false)] {
                let response = try await client.get(uri)
                #expect(response.text.contains("\"linked\": \(isLinked)"))
            }
            let list = try await client.get("/v1/statements:list?\(base)\(asked)")
            #expect(list.text.contains("\"r3000/x\"") && !list.text.contains("\"r2999/x\""))
            let twice = "&relation=r7/x&relation=r7/x&relation=r5/x"
            let found = try await client.get("\(check)\(twice)")
            let order = found.text.components(separatedBy: "Relation: ").dropFirst().map { $0.prefix(4) }
            #expect(order == ["r7/x", "r5/x"], "each once, in the order of the question")
        }
    }

    /// Each answer about a site includes the errors in its file.
    @Test func theErrorsOfAFileMakeNoLargeAnswer() async throws {
        try await Self.run { server, client in
            let name = String(repeating: "x", count: 200)
            let statements = (0..<100).map {
                "{\"relation\": [\"\(name)\($0)\"], \"target\": {\"namespace\": \"\(name)\"}}"
            }
            Self.set(server, "https://wrong.example", "[\(statements.joined(separator: ","))]")
            let question = #"{"target": {"web": {"site": "https://b.example"}}}"#
            let questions = Array(repeating: question, count: 1_000).joined(separator: ",")
            let site = #""defaultSource": {"web": {"site": "https://wrong.example"}}, "defaultRelation": "a/b""#
            let response = try await client.post(
                "/v1/assetlinks:bulkCheck",
                "{\(site), \"statements\": [\(questions)]}"
            )
            #expect(response.status == .ok && response.body.readableBytes < 8 << 20, "\(response.body.readableBytes)")
            #expect(response.text.ranges(of: "ERROR_CODE_MALFORMED_CONTENT").count == 1_000)
        }
    }

    @Test func aSiteOfOtherLettersIsAskedByItsASCIIName() async throws {
        try await Self.run { server, client in
            Self.set(server, "https://xn--bcher-kva.example", Self.file)
            for site in ["b%C3%BCcher.example", "xn--bcher-kva.example", "B%C3%BCcher.example"] {
                let uri = "/v1/statements:list?source.web.site=https://\(site)&\(Self.all)"
                let text = try await client.get(uri).text
                #expect(text.contains("\"packageName\": \"org.example.links\""), "\(site): \(text)")
            }
        }
    }

    /// If the files must not be cached, the answer must not be cached either.
    @Test func anAnswerThatRestsOnFilesThatMayNotBeKeptIsNotKept() async throws {
        try await Self.run { server, client in
            var document = FakeSites.Document("[]")
            document.type = "application/json"
            document.cacheControl = "no-store"
            server.sites.set("https://secret.example/.well-known/assetlinks.json", document)
            for uri in [
                "/v1/statements:list?source.web.site=https://secret.example",
                "/v1/assetlinks:check?source.web.site=https://secret.example&\(Self.target())&\(Self.all)",
            ] {
                let response = try await client.get(uri)
                #expect(response.status == .ok && response.text.contains("\"maxAge\": \"1s\""), "\(response.text)")
                #expect(response.headers[.cacheControl] == "public, no-cache", "\(response.headers)")
            }
        }
    }

    /// The request lines of public clients, in both spellings.
    @Test(arguments: [
        "source.web.site=https://a.example&\(target())&\(all)",
        "source.web.site=https%3A%2F%2Fa.example&\(target(("package_name", "sha256_fingerprint")))&\(all)",
        "prettyPrint=true&key=K&$.xgafv=2&\(all)&\(target())&source.web.site=https://a.example",
        "source.web.site=https://a.example%20&\(target())&\(all)",
        "source.web.site=HTTPS://A.EXAMPLE.:443&\(target())&\(all)",
        // A blank that a client wrote as a plus sign, and a colon without a port.
        "source.web.site=https://a.example+&\(target())&\(all)",
        "source.web.site=https://a.example:&\(target())&\(all)",
        "source.web.site=%20https://a.example&\(target())&\(all)&alt=json&fields=linked&quotaUser=u&callback=f",
    ])
    func theRequestLinesOfClientsAreAnswered(_ query: String) async throws {
        try await Self.run { _, client in
            let snake = query.replacingOccurrences(of: "androidApp.package_name", with: "android_app.package_name")
                .replacingOccurrences(of: "androidApp.certificate.sha256_", with: "android_app.certificate.sha256_")
            let response = try await client.get("/v1/assetlinks:check?\(snake)")
            #expect(response.status == .ok && response.text.contains("\"linked\": true,\n"), "\(response.text)")
        }
    }

    @Test func everyRelationThatIsAskedForMustBeDeclared() async throws {
        try await Self.run { _, client in
            let base = "/v1/assetlinks:check?source.web.site=https://a.example&\(Self.target())"
            let creds = "relation=delegate_permission/common.get_login_creds"
            for (query, isLinked) in [("\(Self.all)", true), ("\(Self.all)&\(creds)", false), (creds, false)] {
                let response = try await client.get("\(base)&\(query)&prettyPrint=false")
                #expect(response.text.hasPrefix("{\"linked\":\(isLinked),\"maxAge\":\""), "\(response.text)")
            }
        }
    }

    @Test func extensionsAreGivenOnlyToWhoeverAsks() async throws {
        try await Self.run { _, client in
            let uri = "/v1/assetlinks:check?source.web.site=https://a.example&\(Self.target())&\(Self.all)"
            #expect(try await client.get(uri).object["relationExtensions"] == nil)
            let asked = try await client.get(uri + "&return_relation_extensions=true").object
            #expect((asked["relationExtensions"] as? [Any])?.count == 1, "\(asked)")
            let list = "/v1/statements:list?source.web.site=https://a.example&returnRelationExtensions=true"
            let statements = try await client.get(list).object["statements"] as? [[String: Any]]
            #expect(statements?.map { $0["relationExtensions"] != nil } == [true, false])
        }
    }

    @Test(arguments: [
        ("source.web.site=https://a.example/", "Invalid site"), ("source.web.site=", "No site field"),
        ("\(all)", "Request must contain a source asset query"),
        ("source.web.site=https://a.example", "Request must contain a relation string"),
        ("source.web.site=https://a.example&\(all)", "Request must contain a target asset query"),
        (
            "source.web.site=https://a.example&\(all)&target.androidApp.packageName=a.b",
            "Invalid sha256_fingerprint field"
        ),
        ("source.web.site=https://a.example:99999&\(all)", "Invalid site"),
        ("source.web.site=https://*.a.example&\(all)", "Invalid site"),
        ("source.web.site=a.example&\(all)", "Invalid site"), ("source.web.site=+&\(all)", "No site field"),
        ("source.web.site=https://a.example&relation=links&\(target())", "Invalid relation string"),
        ("source.web.site=https://a.example%FF&\(all)", "not UTF-8"),
        ("source.web.site=https://a.example&relation=A/b", "Invalid 'kind' field in relation string"),
    ])
    func aQuestionThatCannotBeReadIsAnErrorOfGooglesShape(_ query: String, _ message: String) async throws {
        try await Self.run { server, client in
            let response = try await client.get("/v1/assetlinks:check?\(query)")
            #expect(response.status == .badRequest)
            let error = try #require(try response.object["error"] as? [String: Any])
            #expect(error["code"] as? Int == 400 && error["status"] as? String == "INVALID_ARGUMENT")
            #expect((error["message"] as? String)?.contains(message) == true, "\(error)")
            #expect(server.sites.total == 0)
        }
    }

    @Test func whatCannotBeFetchedOrReadHasItsErrorCode() async throws {
        try await Self.run { server, client in
            Self.set(server, "https://c.example", "<html>", type: "text/html")
            Self.set(server, "https://d.example", "[1]")
            Self.set(server, "https://e.example", "not JSON")
            Self.set(server, "https://f.example", "[" + String(repeating: " ", count: 512 << 10) + "]")
            Self.set(server, "https://g.example", #"[{"include": "https://f.example/.well-known/assetlinks.json"}]"#)
            let codes = [
                "https://f.example": "TOO_LARGE", "https://g.example": "TOO_LARGE",
                "https://missing.example": "FETCH_ERROR", "https://c.example": "WRONG_CONTENT_TYPE",
                "https://d.example": "MALFORMED_CONTENT", "https://e.example": "MALFORMED_CONTENT",
            ]
            for (site, code) in codes {
                let uri = "/v1/statements:list?source.web.site=\(site)&\(Self.all)"
                let response = try await client.get(uri)
                #expect(response.status == .ok, "\(site)")
                #expect(
                    try response.object["errorCode"] as? [String] == ["ERROR_CODE_\(code)"],
                    "\(site) \(response.text)"
                )
                #expect(try response.object["statements"] == nil)
            }
            let app = "source.androidApp.packageName=a.b&source.androidApp.certificate.sha256Fingerprint=\(Self.print)"
            let response = try await client.get("/v1/statements:list?\(app)")
            #expect(try response.object["errorCode"] as? [String] == ["ERROR_CODE_FETCH_ERROR"])
        }
    }

    @Test func manyQuestionsAreAnsweredInTheirOrderWithOneFetchForEachSite() async throws {
        try await Self.run { server, client in
            let app = """
                {"android_app": {"package_name": "org.example.links", "certificate": {"sha256_fingerprint": "\(Self.print)"}}}
                """
            let source = "\"defaultSource\": {\"web\": {\"site\": \"https://a.example\"}}"
            let relation = "\"default_relation\": \"delegate_permission/common.handle_all_urls\""
            let statements =
                Array(repeating: "{\"target\": \(app)}", count: 20)
                + ["{\"target\": {\"web\": {\"site\": \"https://b.example\"}}}", "{\"target\": {}}"]
            let body = "{\(source), \(relation), \"statements\": [\(statements.joined(separator: ","))]}"
            let response = try await client.post("/v1/assetlinks:bulkCheck", body)
            let results = try #require(try response.object["checkResults"] as? [[String: Any]])
            #expect(results.map { $0["linked"] as? Bool } == Array(repeating: true, count: 20) + [false, false])
            #expect(results.last?["errorCode"] as? [String] == ["ERROR_CODE_INVALID_QUERY"])
            #expect(server.sites.count("https://a.example/.well-known/assetlinks.json") == 1)
            let wrong = try await client.post("/v1/assetlinks:bulkCheck", "{}")
            #expect(wrong.status == .badRequest && wrong.text.contains("\"status\": \"INVALID_ARGUMENT\""))
        }
    }

    @Test func limitsAndKeysHoldHereTooAndNothingIsFetchedBefore() async throws {
        var options = IndexServerOptions()
        options.keys = .required
        try await Self.run(options) { server, client in
            let uri = "/v1/statements:list?source.web.site=https://a.example"
            let response = try await client.get(uri)
            #expect(response.status == .unauthorized && response.text.contains("\"status\": \"UNAUTHENTICATED\""))
            #expect(server.sites.total == 0)
            let secret = try await server.addKey("reader")
            var fields = HTTPFields()
            fields[.authorization] = "Bearer \(secret.text)"
            let answer = try await client.get(uri, fields)
            #expect(answer.status == .ok && answer.headers[.cacheControl]?.hasPrefix("private, ") == true)
        }
        options.keys = .none
        options.requestsPerMinute = 1
        try await Self.run(options) { _, client in
            let uri = "/v1/statements:list?source.web.site=https://a.example"
            _ = try await client.get(uri)
            let response = try await client.get(uri)
            #expect(response.status == .tooManyRequests && response.text.contains("\"status\": \"RESOURCE_EXHAUSTED\""))
            #expect(response.headers[.retryAfter] != nil)
        }
    }

    @Test func anotherMethodIsRefusedWithThoseThatThereAre() async throws {
        try await Self.run { _, client in
            let response = try await client.get("/v1/assetlinks:bulkCheck")
            #expect(response.status == .methodNotAllowed && response.headers[.allow] == "POST, OPTIONS")
        }
    }

    @Test func whatIsIgnoredOfASiteIsSaid() async throws {
        try await Self.run { _, client in
            for (site, note) in [("https://a.example+", "Stray characters"), ("https://a.example%20", "Blanks")] {
                let uri = "/v1/statements:list?source.web.site=\(site)"
                let text = try await client.get(uri).text
                #expect(text.contains("* Info: \(note) around the site of the source were ignored."), "\(text)")
            }
        }
    }

    @Test func aRelationThatCannotBeReadIsAQuestionThatCannot() async throws {
        try await Self.run { server, client in
            let question = #"{"relation": "links", "target": {"web": {"site": "https://b.example"}}}"#
            let body = #"{"defaultSource": {"web": {"site": "https://a.example"}}, "statements": [\#(question)]}"#
            let response = try await client.post("/v1/assetlinks:bulkCheck", body)
            let results = try #require(try response.object["checkResults"] as? [[String: Any]])
            #expect(results.map { $0["errorCode"] as? [String] } == [["ERROR_CODE_INVALID_QUERY"]])
            #expect(server.sites.total == 0)
        }
    }

    /// A browser sends a preflight request before a page may send a key or a body of JSON.
    @Test(arguments: ["/v1/statements:list", "/v1/assetlinks:check", "/v1/assetlinks:bulkCheck"])
    func aPageOfAnotherSiteMayAsk(_ path: String) async throws {
        try await Self.run(.with { $0.keys = .required }) { _, client in
            let response = try await client.execute(uri: path, method: .options)
            #expect(response.status == .noContent && response.body.readableBytes == 0)
            #expect(response.headers[.accessControlAllowOrigin] == "*")
            #expect(response.headers[.accessControlAllowHeaders] == "Authorization, Content-Type")
            #expect(response.headers[.accessControlAllowMethods]?.contains("POST") == true)
        }
    }
}
