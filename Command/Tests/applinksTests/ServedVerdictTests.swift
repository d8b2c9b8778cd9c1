import Foundation
import Testing

/// Tests that `applinks serve` says the same about a page as `applinks check` about its URL.
@Suite(.timeLimit(.minutes(20))) struct ServedVerdictTests {
    private static let page = "recipes/42.html"

    /// Every third folder of the table, since each needs two processes.
    private static let sites = BrokenSite.all
        .filter { $0.server == nil && $0.app == nil && $0.padding == nil && $0.arguments == nil }
        .enumerated().filter { $0.offset.isMultiple(of: 3) }.map(\.element)

    /// The visible text of a page.
    private static func text(_ page: String) -> String {
        var text = page.replacing(#/<[^>]*>/#, with: " ")
        for (escape, character) in [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")] {
            text = text.replacing(escape, with: character)
        }
        return words(text)
    }

    private static func words(_ text: String) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    @Test(arguments: sites) func aPageHasTheAnswersOfTheCommand(_ site: BrokenSite) async throws {
        let folder = try Scratch()
        for (path, text) in site.files { try folder.file(path, BrokenSite.bytes(text)) }
        if site.files[Self.page] == nil { try folder.file(Self.page, "<!doctype html><title>x</title>") }
        let url = "https://shelf.example/" + Self.page
        let checked = try await Tool.run(["check", url, "--offline", folder.url.path, "--format", "json"])
        let input = try #require((checked.json.first?["inputs"] as? [[String: Any]])?.first, "\(checked)")
        let answers = try #require(input["answers"] as? [[String: Any]])
        #expect(!answers.isEmpty)

        let server = try await RunningServer(folder.url.path, host: "shelf.example")
        let body = try await server.get("/_applinks/").body
        let served = Self.text(body)
        for answer in answers {
            let text = Self.words(try #require(answer["text"] as? String))
            // A sentence begins with a capital on the page.
            #expect(served.contains(text.dropFirst()), "\(served)")
        }
        let outcomes = answers.compactMap { $0["outcome"] as? String }
        for outcome in Set(outcomes) {
            #expect(body.contains("<article class=\"card \(outcome)\">"), "\(outcome): \(body)")
        }
    }
}
