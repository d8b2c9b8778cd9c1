import Foundation
import Testing

/// Sites whose files name far more than any report should list.
@Suite(.timeLimit(.minutes(20))) struct HostileSiteTests {
    /// A hundred apps and two thousand rules have two hundred thousand steps; the beginning is printed, and once that it is
    /// truncated.
    @Test(.tags(.th81), arguments: ["", "--json", "--format=html"])
    func aTraceOfManyAppsIsCut(_ format: String) async throws {
        let site = try Scratch()
        let apps = (0..<100).map { "\"R2TQ9MZ7K4.dk.lakrids.app\($0)\"" }.joined(separator: ",")
        let rules = (0..<2_000).map { "{\"/\": \"/a/\($0)\"}" }.joined(separator: ",")
        let file = "{\"applinks\": {\"details\": [{\"appIDs\": [\(apps)], \"components\": [\(rules)]}]}}"
        try site.file(".well-known/apple-app-site-association", file)
        try site.file("index.html", "<p>")
        let arguments = ["explain", "https://lakrids.dk/", "--offline", site.url.path, "--trace"]
        let run = try await Tool.run(arguments + (format.isEmpty ? [] : [format]))
        #expect(run.status == 0)
        #expect(run.output.utf8.count < 20 * file.utf8.count, "\(run.output.utf8.count) bytes about \(file.utf8.count)")
        #expect(run.errorLines.filter { $0.contains("ends after 1000 steps") }.count == 1, "\(run.errors)")
        if format == "--json" { #expect((run.json.first?["trace"] as? [Any])?.count == 1_000) }
        // For a named app, only its own steps are printed.
        let one = try await Tool.run(arguments + ["--app-id", "R2TQ9MZ7K4.dk.lakrids.app7"])
        #expect(one.errorLines.filter { $0.contains("ends after") }.count == 1)
    }
}
