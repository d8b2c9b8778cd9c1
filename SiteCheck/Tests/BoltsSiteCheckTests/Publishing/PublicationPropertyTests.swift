@_spi(Bolts) import BoltsPageMetadata
import Foundation
import SharedData
import Testing

@_spi(Bolts) @testable import BoltsAssociations
@testable import BoltsSiteCheck

struct PublicationPropertyTests {
    private struct Sample {
        var site: SiteDescription
        var publication: SitePublication
        var files: SiteAssociations
        var links: [URL]
        /// The description as JSON, for messages.
        var text: String
    }

    /// The number of samples that most tests use for each seed.
    private static let count = 40
    private static let seeds = [1, 2, 3, 4] as [UInt64]
    /// Publishing takes most of the time, so the tests share the results.
    private static let plain = seeds.map { seed in Result { try publish(count, seed: seed, isScoped: false) } }
    private static let scoped = seeds.map { seed in Result { try publish(count, seed: seed, isScoped: true) } }

    /// The samples of one of ``seeds``.
    private static func samples(_ seed: UInt64, isScoped: Bool = false) throws -> [Sample] {
        let place = try #require(seeds.firstIndex(of: seed))
        return try (isScoped ? scoped : plain)[place].get()
    }

    /// Publishes generated descriptions until enough of them succeed.
    private static func publish(_ count: Int, seed: UInt64, isScoped: Bool) throws -> [Sample] {
        var generator = DescriptionGenerator(seed: seed)
        var samples: [Sample] = []
        for _ in 0..<count * 20 where samples.count < count {
            let site = generator.description(isScoped: isScoped)
            let publication: SitePublication
            do {
                publication = try SitePublication(site)
            } catch {
                // The only mistakes in generated descriptions are rules that cover each other or are repeated.
                for problem in error.problems {
                    let isUnused = isScoped && problem.message.hasPrefix("No ")
                    let isExpected = problem.code == .breaksRule || problem.code == .duplicate || isUnused
                    #expect(isExpected, "\(problem)\n\(site)")
                    let isRule = problem.pointer.hasPrefix("/open/") || problem.pointer.hasPrefix("/exclude/")
                    let closesAll = problem.message.contains("exclusions cover everything")
                    #expect(isRule || closesAll || isScoped, "\(problem)")
                }
                continue
            }
            let files = SiteAssociations(
                host: "lakrids.dk",
                appSiteAssociation: publication.appSiteAssociation,
                assetLinks: publication.assetLinks,
                windowsWebLinks: publication.windowsWebLinks
            )
            let links = try (0..<30).map { _ in try #require(URL(string: generator.url(for: site))) }
            samples.append(
                Sample(site: site, publication: publication, files: files, links: links, text: try site.json())
            )
        }
        #expect(samples.count == count)
        return samples
    }

    @Test(arguments: seeds, [false, true])
    func theFilesAndTheTagsPassTheCheckWithoutAFinding(_ seed: UInt64, isScoped: Bool) throws {
        for sample in try Self.samples(seed, isScoped: isScoped) {
            #expect(sample.files.findings == [], "\(sample.text)")
            for link in sample.links where !sample.site.apps(opening: link).isEmpty {
                let tags = sample.publication.tags(for: link)
                let page = PageTags(url: link, metas: tags)
                let findings = PageCheck.findings(in: page, sites: [sample.files]).filter { finding in
                    // Publishing warns of rules for one platform only, and the page's check notes them.
                    !isScoped || finding.rule != .crossAasaAndroid
                }
                #expect(findings == [], "\(link) \(sample.text)")
                let markup = "<!doctype html><head>\(sample.publication.markup(for: link))</head>"
                #expect(PageTags.read(Array(markup.utf8), url: link).metas == tags)
            }
        }
    }

    @Test(arguments: seeds, [false, true])
    func everyPlatformDecidesAboutEveryLinkAsTheDescriptionDoes(_ seed: UInt64, isScoped: Bool) throws {
        for sample in try Self.samples(seed, isScoped: isScoped) {
            for link in sample.links {
                let opening = SiteDescription.Platform.allCases.map { platform in
                    Set(sample.site.apps(opening: link, on: platform).map(\.name))
                }
                for app in sample.site.apps {
                    if let apple = app.apple {
                        let opens = opening[0].contains(app.name)
                        let decision = sample.files.appSiteAssociation?.decision(for: link, app: apple.identifier)
                        #expect((decision?.outcome == .match) == opens, "\(link) \(sample.text)")
                    }
                    if let android = app.android, !repeatsItem(link) {
                        let opens = opening[1].contains(app.name)
                        let decision = sample.files.androidDecision(for: link, package: android.package)
                        #expect((decision.outcome == .match) == opens, "\(link) \(sample.text)")
                    }
                    if let windows = app.windows {
                        let opens = opening[2].contains(app.name)
                        let name = windows.packageFamily
                        let decision = sample.files.windowsWebLinks?.decision(for: link, packageFamilyName: name)
                        #expect((decision?.outcome == .match) == opens, "\(link) \(sample.text)")
                    }
                }
            }
        }
    }

    /// Changes the spelling of a link: escapes letters, doubles slashes, and replaces letters where the site allows any text.
    private static func respelled(_ link: URL, _ random: inout SeededRandom) throws -> URL {
        let text = link.absoluteString
        let start = text.index(text.startIndex, offsetBy: "https://lakrids.dk".count)
        var result = text[..<start]
        let others = ["%C3%85", "%F0%9F%8D%B2", "%2F"]
        for character in text[start...] {
            let byte = character.asciiValue ?? 0
            switch Int.random(in: 0..<12, using: &random) {
            case 0 where character == "/": result += "//"
            case 1 where character.isASCII && (character.isLetter || character.isNumber):
                result += "%" + String(byte, radix: 16)
            case 2 where character == "x" || character == "7":
                result += others.randomElement(using: &random)!
            default: result.append(character)
            }
        }
        return URL(string: String(result)) ?? link
    }

    /// Whether the tests run for minutes with a million links, as with the command in docs/design/associations.md.
    private static let isLarge = ProcessInfo.processInfo.environment["BOLTS_MEASURE_AGREEMENT"] == "1"
    private static let linkCount = isLarge ? 2_000 : 200

    @Test(arguments: isLarge ? Array(11...20) : seeds)
    func noSpellingOfALinkLeadsAroundTheDescriptionUnlessItIsWarnedOf(_ seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        var unusual = 0
        let samples = try Self.isLarge ? Self.publish(50, seed: seed, isScoped: false) : Self.samples(seed)
        for sample in samples {
            let warned = Set(sample.publication.warnings.map(\.pointer))
            // Publishing warns of a question mark at the end of a rule's path.
            let isMarkWarned = warned.contains { $0.hasSuffix("/path") }
            for _ in 0..<Self.linkCount {
                let link = try Self.respelled(sample.links.randomElement(using: &random)!, &random)
                let path = link.absoluteString.dropFirst("https://".count)
                if path.contains("%") || path.contains("//") { unusual += 1 }
                let opening = SiteDescription.Platform.allCases.map { platform in
                    Set(sample.site.apps(opening: link, on: platform).map(\.name))
                }
                for (index, app) in sample.site.apps.enumerated() {
                    if let apple = app.apple, !warned.contains("/apps/\(index)/apple") {
                        let decision = sample.files.appSiteAssociation?.decision(for: link, app: apple.identifier)
                        #expect(
                            (decision?.outcome == .match) == opening[0].contains(app.name),
                            "\(link) \(sample.text)"
                        )
                    }
                    if let android = app.android, !warned.contains("/apps/\(index)/android"), !repeatsItem(link),
                        !isMarkWarned
                    {
                        let decision = sample.files.androidDecision(for: link, package: android.package)
                        #expect(decision.outcome != .match || opening[1].contains(app.name), "\(link) \(sample.text)")
                    }
                    if let windows = app.windows, !warned.contains("/apps/\(index)/windows"), !isMarkWarned {
                        let name = windows.packageFamily
                        let decision = sample.files.windowsWebLinks?.decision(for: link, packageFamilyName: name)
                        #expect(decision?.outcome != .match || opening[2].contains(app.name), "\(link) \(sample.text)")
                    }
                }
            }
        }
        let count = samples.count * Self.linkCount
        #expect(unusual * 2 > count)
        if Self.isLarge { print("seed \(seed): \(count) links, of which \(unusual) have escapes or slashes in a row") }
    }

    private func repeatsItem(_ link: URL) -> Bool {
        let names = (link.query() ?? "").split(separator: "&").map { $0.prefix { $0 != "=" } }
        return Set(names).count < names.count
    }

    @Test(arguments: seeds) func jsonReadsBackToTheSameValueAndPublishesTheSameBytes(_ seed: UInt64) throws {
        for sample in try Self.samples(seed, isScoped: true) {
            let read = try SiteDescription(json: Array(sample.text.utf8))
            #expect(read == sample.site)
            #expect(try SitePublication(read).files == sample.publication.files)
        }
    }

    @Test(arguments: seeds) func theFilesReadBackToTheAppsCertificatesAndRulesThatWereDescribed(_ seed: UInt64) throws {
        for sample in try Self.samples(seed) {
            let site = sample.site
            #expect(
                Set(sample.files.appSiteAssociation?.apps ?? []) == Set(site.apps.compactMap { $0.apple?.identifier })
            )
            for entry in sample.files.appSiteAssociation?.file.entries ?? [] {
                let rules = try #require(entry.node["components"]?.elements).map { try Self.link($0) }
                #expect(rules.filter(\.excludes).map(\.link) == site.exclude)
                #expect(rules.filter { !$0.excludes }.map(\.link) == site.open)
            }
            for app in site.apps.compactMap(\.android) {
                let prints = sample.files.assetStatements.compactMap { statement -> [String]? in
                    guard case .androidApp(app.package, let list) = statement.target else { return nil }
                    return list.map(\.description)
                }
                #expect(prints == [app.fingerprints])
            }
            #expect(
                sample.files.windowsWebLinks?.packageFamilyNames ?? []
                    == site.apps.compactMap { $0.windows?.packageFamily }
            )
        }
    }

    private static func link(_ node: JSONNode) throws -> (link: SiteDescription.Link, excludes: Bool) {
        var link = SiteDescription.Link(path: try #require(node["/"]?.string))
        for item in node["?"].map({ Array($0.children) }) ?? [] {
            link.query[try #require(item.name)] = item.string
        }
        link.fragment = node["#"]?.string
        return (link, node["exclude"]?.bool ?? false)
    }
}
