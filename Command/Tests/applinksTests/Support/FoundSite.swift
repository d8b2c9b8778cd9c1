import Foundation

/// A site whose Google file has findings, for tests of reports.
enum FoundSite {
    static let url = "https://shelf.example/recipes/42"

    /// A folder whose Google file has a fingerprint in small letters, and a statement with a hostile name.
    static func folder(_ name: String = "example.shelf") throws -> Scratch {
        let scratch = try Scratch()
        let statements = [name, "a\\u001b]]>&<b>|`\\n::error::x"].map {
            Samples.statement($0, Samples.lowercaseFingerprint)
        }
        try scratch.file(".well-known/assetlinks.json", "[\(statements.joined(separator: ",\n"))]")
        return scratch
    }

    static func check(_ folder: Scratch, _ more: [String]) async throws -> Tool.Run {
        try await Tool.run(["check", url, "--offline", folder.url.path] + more)
    }
}
