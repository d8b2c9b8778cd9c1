import BoltsAppLinks
import Foundation
import Testing

@testable import BoltsAssociations
@testable import BoltsSiteCheck

/// Sites made at random to cost much: whatever they are, what is said of them is at most a multiple of what they are.
@Suite
struct HostileInputTests {
    private struct Generator: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var z = state
            z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
            z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
            return z ^ (z >> 31)
        }
    }

    /// How many bytes may be said for each byte of the files and the page; what is said of the smallest is a constant.
    private static let multiple = 60
    private static let constant = 40_000

    private static func text(_ random: inout Generator) -> String {
        let pieces = [
            "*", "?", "/", "a", "é", "%20", "%", "$(x)", "$(lang)", "NOT ", "\u{202E}", "&", "<", "##[error]", "*a?",
        ]
        return (0..<Int.random(in: 1..<12, using: &random)).map { _ in
            String(repeating: pieces.randomElement(using: &random)!, count: Bool.random(using: &random) ? 1 : 30)
        }
        .joined()
    }

    private static func json(_ text: String) -> String {
        let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        return "\"\(escaped)\""
    }

    private static func list(_ count: Int, _ random: inout Generator, _ item: (inout Generator) -> String) -> String {
        "[" + (0..<count).map { _ in item(&random) }.joined(separator: ",") + "]"
    }

    private static func apple(_ random: inout Generator) -> String {
        let sizes = [1, 3, 40, 300]
        let entries = list(sizes[Int.random(in: 0..<3, using: &random)], &random) { random in
            let apps = list(sizes.randomElement(using: &random)!, &random) { random in
                Bool.random(using: &random)
                    ? json("R2TQ9MZ7K4.dk.lakrids.a\(Int.random(in: 0..<50, using: &random))") : json(text(&random))
            }
            let count = Int.random(in: 0..<4, using: &random) == 0 ? 300 : Int.random(in: 0..<6, using: &random)
            let rules = list(count, &random) { random in
                "{\(json(["/", "#", "?", "x"].randomElement(using: &random)!)): \(json(text(&random))), \"exclude\": \(Bool.random(using: &random))}"
            }
            let paths = list(Int.random(in: 0..<5, using: &random), &random) { json(text(&$0)) }
            let extra = Bool.random(using: &random) ? "" : ", \"paths\": \(paths)"
            return "{\"appIDs\": \(apps), \"components\": \(rules)\(extra)}"
        }
        return "{\"applinks\": {\"substitutionVariables\": {\"x\": [\"a\", \"*b\"]}, \"details\": \(entries)}}"
    }

    private static func android(_ random: inout Generator) -> String {
        list([1, 5, 200].randomElement(using: &random)!, &random) { random in
            let relation = "delegate_permission/common.handle_all_urls"
            guard Int.random(in: 0..<5, using: &random) > 0 else { return "{\"include\": \(json(text(&random)))}" }
            let rules = list([1, 4, 100].randomElement(using: &random)!, &random) { random in
                "{\"/\": \(json(text(&random))), \"?\": {\(json(text(&random))): \(json(text(&random)))}}"
            }
            return """
                {"relation": ["\(relation)"], "target": {"namespace": "android_app",
                "package_name": "a.b\(Int.random(in: 0..<30, using: &random))",
                "sha256_cert_fingerprints": [\(json(text(&random)))]},
                "relation_extensions": {"\(relation)": {"dynamic_app_link_components": \(rules)}}}
                """
        }
    }

    private static func page(_ random: inout Generator) -> String {
        (0..<[0, 3, 50, 1_000].randomElement(using: &random)!).map { _ in
            let names = [
                "al:ios:url", "al:android:package", "al:web:url", "twitter:app:url:iphone", "al:x", "apple-itunes-app",
            ]
            let content = text(&random).replacing("<", with: "&lt;").replacing("\"", with: "&quot;")
            return "<meta property=\"\(names.randomElement(using: &random)!)\" content=\"\(content)\">"
        }
        .joined()
    }

    private func count(_ finding: Finding) -> Int {
        finding.message.utf8.count + finding.file.utf8.count + (finding.element?.utf8.count ?? 0)
            + (finding.place?.pointer.utf8.count ?? 0)
    }

    @Test(.tags(.th81), arguments: 0..<60 as Range<UInt64>)
    func whatIsSaidIsAMultipleOfWhatIsRead(_ seed: UInt64) throws {
        var random = Generator(state: seed)
        let apple = Array(Self.apple(&random).utf8)
        let android = Array(Self.android(&random).utf8)
        let page = Array(Self.page(&random).utf8)
        let url = try #require(
            URL(string: "https://lakrids.dk/" + String(repeating: "a/", count: Int(seed) * 5) + "?a=b&c#d")
        )
        let site = SiteAssociations(host: "lakrids.dk", appSiteAssociation: apple, assetLinks: android)
        let tags = PageTags.read(page, url: url)
        let size = apple.count + android.count + page.count + url.absoluteString.utf8.count
        let findings = site.findings + PageCheck.findings(in: tags, sites: [site])
        let said = findings.reduce(0) { $0 + count($1) }
        #expect(said <= Self.multiple * size + Self.constant, "\(said) bytes of findings about \(size)")
        let outlook = LinkOutlook(url: url, site: site, page: tags)
        let routes = outlook.devices.flatMap(\.routes)
        let told = routes.reduce(0) {
            $0 + $1.explanation.utf8.count + ($1.app?.utf8.count ?? 0) + ($1.target?.utf8.count ?? 0)
        }
        #expect(told <= Self.multiple * size + Self.constant, "\(told) bytes of routes about \(size)")
        let file = try #require(site.appSiteAssociation)
        for app in file.apps.prefix(3) {
            let trace = file.decision(for: url, app: app, tracing: true).trace
            let traced = trace.reduce(0) { $0 + $1.mismatch.explanation.utf8.count + $1.rule.summary.utf8.count }
            #expect(traced <= Self.multiple * size + Self.constant, "\(traced) bytes of a trace about \(size)")
        }
    }
}
