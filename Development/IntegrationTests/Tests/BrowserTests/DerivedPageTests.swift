import BoltsAppLinks
import BoltsBrowsers
import BoltsTasks
import Foundation
import LoopbackServer
import Testing

/// Pages that were made to show the differences between readers, with the tags that two browsers see.
private enum Derived {
    static let directory: URL? = {
        var candidates: [URL] = []
        if let path = ProcessInfo.processInfo.environment["BOLTS_SHARED"] {
            candidates.append(URL(fileURLWithPath: path, isDirectory: true))
        }
        var repository = URL(fileURLWithPath: #filePath)
        for _ in 0..<5 { repository.deleteLastPathComponent() }
        candidates.append(repository.deletingLastPathComponent().appendingPathComponent("shared"))
        return candidates.map { $0.appendingPathComponent("pages/derived") }
            .first { FileManager.default.fileExists(atPath: $0.appendingPathComponent("expected.json").path) }
    }()

    static func json(_ name: String) throws -> Any {
        guard let directory else { throw CocoaError(.fileNoSuchFile) }
        return try JSONSerialization.jsonObject(with: Data(contentsOf: directory.appendingPathComponent(name)))
    }
}

extension BrowserTests {
    @Suite struct DerivedPages {
        @Test(
            .tags(.l6),
            .enabled(if: Derived.directory != nil, "the shared pages are not here: nothing to compare with"),
            arguments: TestBrowser.installed
        )
        func derivedPages(_ browser: TestBrowser) async throws {
            let directory = try #require(Derived.directory)
            let expected = try #require(try Derived.json("expected.json") as? [String: [String: Any]])
            let manifest = try #require(try Derived.json("manifest.json") as? [[String: Any]])
            var types: [String: String] = [:]
            for entry in manifest {
                if let file = entry["file"] as? String { types[file] = entry["content_type"] as? String }
            }
            let typesByFile = types
            let server = try LoopbackServer { request, connection in
                let name = String(request.target.dropFirst())
                guard let data = try? Data(contentsOf: directory.appendingPathComponent(name)) else {
                    return connection.respond(404)
                }
                let type = typesByFile["derived/\(name)"] ?? "text/html"
                connection.respond(200, ["Content-Type: \(type)"], bytes: Array(data))
            }
            let resolver = browser.resolver { $0.patience = .milliseconds(100) }
            var count = 0
            for (file, entry) in expected.sorted(by: { $0.key < $1.key }) {
                let name = String(file.dropFirst("derived/".count))
                // This page tests readers' limits, and is too large for the browser's limits.
                guard let wanted = (entry["after_scripts"] as? [[String]]) ?? Self.all(entry) else { continue }
                let found: [[String]]
                do {
                    found = try await resolver.page(at: server.url("/\(name)")).metadata.tags
                        .map { [$0.property, $0.content ?? ""] }
                } catch let error as PageError {
                    Issue.record("\(name): \(error) \(error.detail ?? "")")
                    continue
                }
                #expect(found == wanted, "\(name)")
                count += 1
            }
            #expect(count > 30)
            try await resolver.stop().value
        }

        /// Returns the tags that count; each is `[attribute, property, content, place]`.
        private static func all(_ entry: [String: Any]) -> [[String]]? {
            (entry["all"] as? [[Any]])?.compactMap { tag in
                guard tag.count >= 3, let property = tag[1] as? String, property.hasPrefix("al:") else { return nil }
                // The content of a template is not in the document.
                if tag.count > 3, (tag[3] as? String)?.contains("template") == true { return nil }
                return [property, tag[2] as? String ?? ""]
            }
        }
    }
}
