import Foundation

/// A site whose Google file has findings, for the tests of how findings are reported.
enum FoundSite {
    static let url = "https://shelf.example/recipes/42"

    /// A folder whose Google file has a fingerprint in small letters, and a statement with a hostile name.
    static func folder(_ name: String = "example.shelf") throws -> Scratch {
        let scratch = try Scratch()
        let print = (0..<32).map { String(format: "%02x", $0 + 160) }.joined(separator: ":")
        let file = """
            [{"relation": ["delegate_permission/common.handle_all_urls"], "target": {"namespace": "android_app",
            "package_name": "\(name)", "sha256_cert_fingerprints": ["\(print)"]}},
            {"relation": ["delegate_permission/common.handle_all_urls"], "target": {"namespace": "android_app",
            "package_name": "a\\u001b]]>&<b>|`\\n::error::x", "sha256_cert_fingerprints": ["\(print)"]}}]
            """
        try scratch.file(".well-known/assetlinks.json", Array(file.utf8))
        return scratch
    }

    static func check(_ folder: Scratch, _ more: [String]) async throws -> Tool.Run {
        try await Tool.run(["check", url, "--offline", folder.url.path] + more)
    }
}
