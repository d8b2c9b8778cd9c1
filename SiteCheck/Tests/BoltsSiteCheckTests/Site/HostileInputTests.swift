import BoltsAppLinks
import Foundation
import SharedData
import Testing

@_spi(Bolts) @testable import BoltsAssociations
@testable import BoltsSiteCheck

/// Tests random sites that are built to be expensive: the size of the output is at most a multiple of the size of the input.
struct HostileInputTests {
    /// The seeds of the random sites; the command in docs/design/associations.md runs for minutes with more.
    private static let seeds =
        0..<(ProcessInfo.processInfo.environment["BOLTS_MEASURE_AGREEMENT"] == "1" ? 100 : 20) as Range<UInt64>

    /// The maximum number of output bytes for each byte of the files and the page; there is also a constant for the smallest input.
    private static let multiple = 60
    private static let constant = 40_000

    private static func text(_ random: inout SeededRandom) -> String {
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

    private static func list(_ count: Int, _ random: inout SeededRandom, _ item: (inout SeededRandom) -> String)
        -> String
    {
        "[" + (0..<count).map { _ in item(&random) }.joined(separator: ",") + "]"
    }

    private static func apple(_ random: inout SeededRandom) -> String {
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

    private static func android(_ random: inout SeededRandom) -> String {
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

    private static func page(_ random: inout SeededRandom) -> String {
        (0..<[0, 3, 50, 1_000].randomElement(using: &random)!).map { _ in
            let names = [
                "al:ios:url", "al:android:package", "al:web:url", "twitter:app:url:iphone", "al:x", "apple-itunes-app",
            ]
            let content = text(&random).replacing("<", with: "&lt;").replacing("\"", with: "&quot;")
            return "<meta property=\"\(names.randomElement(using: &random)!)\" content=\"\(content)\">"
        }
        .joined()
    }

    /// The files of a site, a page of it, and a URL.
    private struct Input {
        let apple: [UInt8]
        let android: [UInt8]
        let page: [UInt8]
        let url: URL

        init(seed: UInt64) throws {
            var random = SeededRandom(seed: seed)
            apple = Array(HostileInputTests.apple(&random).utf8)
            android = Array(HostileInputTests.android(&random).utf8)
            page = Array(HostileInputTests.page(&random).utf8)
            let path = String(repeating: "a/", count: Int(seed) * 5)
            url = try #require(URL(string: "https://lakrids.dk/\(path)?a=b&c#d"))
        }

        var size: Int { apple.count + android.count + page.count + url.absoluteString.utf8.count }
    }

    /// The number of output bytes for an input: in findings, in routes, and in the traces of its first apps.
    private static func output(_ input: Input) -> (findings: Int, routes: Int, traces: [Int]) {
        let site = SiteAssociations(host: "lakrids.dk", appSiteAssociation: input.apple, assetLinks: input.android)
        let tags = PageTags.read(input.page, url: input.url)
        let findings = site.findings + PageCheck.findings(in: tags, sites: [site])
        let routes = DeviceRoutes(url: input.url, site: site, page: tags).devices.flatMap(\.routes)
        let told = routes.reduce(0) {
            $0 + $1.explanation.utf8.count + ($1.app?.utf8.count ?? 0) + ($1.target?.utf8.count ?? 0)
        }
        let traces = (site.appSiteAssociation?.apps ?? []).prefix(3).map { app in
            let trace = site.appSiteAssociation?.decision(for: input.url, app: app, tracing: true).trace ?? []
            return trace.reduce(0) { $0 + $1.mismatch.explanation.utf8.count + $1.rule.summary.utf8.count }
        }
        return (findings.reduce(0) { $0 + count($1) }, told, traces)
    }

    private static func count(_ finding: Finding) -> Int {
        finding.message.utf8.count + finding.file.utf8.count + (finding.element?.utf8.count ?? 0)
            + (finding.place?.pointer.utf8.count ?? 0)
    }

    /// The parts of the output for an input that are longer than the limit, or missing.
    private static func excesses(_ output: (findings: Int, routes: Int, traces: [Int]), of input: Input) -> [String] {
        let limit = multiple * input.size + constant
        var excesses: [String] = []
        if output.findings > limit { excesses.append("\(output.findings) bytes of findings about \(input.size)") }
        if output.routes > limit { excesses.append("\(output.routes) bytes of routes about \(input.size)") }
        if output.traces.isEmpty { excesses.append("no trace") }
        for traced in output.traces where traced > limit {
            excesses.append("\(traced) bytes of a trace about \(input.size)")
        }
        return excesses
    }

    #if !os(Linux)
    @Test(.tags(.th81), arguments: seeds) func whatIsSaidIsAMultipleOfWhatIsRead(_ seed: UInt64) throws {
        let input = try Input(seed: seed)
        #expect(Self.excesses(Self.output(input), of: input).isEmpty)
    }
    #endif

    #if os(Linux)
    /// The maximum number of bytes of memory for each byte of an input, and a constant in addition.
    private static let memoryMultiple = 40
    private static let memoryConstant = 2 << 20

    /// A number of `/proc/self/status`, in bytes.
    private static func status(_ name: String) throws -> Int {
        let lines = try String(contentsOfFile: "/proc/self/status", encoding: .utf8).split(separator: "\n")
        let line = try #require(lines.first { $0.hasPrefix(name + ":") })
        return try #require(line.split(whereSeparator: { !$0.isNumber }).first.flatMap { Int($0) }) * 1_024
    }

    /// glibc's `malloc_trim`, which Swift's module of glibc does not declare.
    private static let giveBack = unsafeBitCast(dlsym(nil, "malloc_trim"), to: (@convention(c) (Int) -> Int32).self)

    /// Measures the peak of the additional memory for the output of an input, and returns it with the parts of the output that are
    /// too long.
    private static func peak(of input: Input) throws -> (bytes: Int, excesses: [String]) {
        // Free memory is given back, and the peak is reset: see proc_pid_clear_refs(5).
        _ = giveBack(0)
        try "5".write(toFile: "/proc/self/clear_refs", atomically: false, encoding: .utf8)
        let before = try status("VmRSS")
        let output = output(input)
        return (try status("VmHWM") - before, excesses(output, of: input))
    }

    /// Checks both limits in one process, which makes the output once and runs no other test.
    @Test(.tags(.th81)) func memoryAndWhatIsSaidAreMultiplesOfWhatIsRead() async throws {
        let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
            // Data that is created once, such as tables of rules, counts for no input.
            _ = HostileInputTests.output(try Input(seed: 0))
            var greatest = (ratio: 0.0, text: "")
            for seed in HostileInputTests.seeds {
                let input = try Input(seed: seed)
                let (peak, excesses) = try HostileInputTests.peak(of: input)
                for excess in excesses { print("seed \(seed): \(excess)") }
                let limit = HostileInputTests.memoryMultiple * input.size + HostileInputTests.memoryConstant
                if peak > limit { print("seed \(seed): \(peak) bytes of memory for \(input.size)") }
                let text = "\(peak >> 10) KiB for the \(input.size >> 10) KiB of seed \(seed)"
                greatest =
                    [greatest, (Double(peak) / Double(input.size + 40_000), text)].max { $0.ratio < $1.ratio }
                    ?? greatest
            }
            print("peak memory: \(greatest.text)")
            exit(EXIT_SUCCESS)
        }
        let output = String(decoding: try #require(result).standardOutputContent, as: UTF8.self)
        let said = output.split(separator: "\n").filter { $0.hasPrefix("seed ") }
        #expect(said.isEmpty, "\(said)")
        let figure = try #require(output.split(separator: "\n").last { $0.hasPrefix("peak memory: ") })
        print(figure)
    }
    #endif
}
