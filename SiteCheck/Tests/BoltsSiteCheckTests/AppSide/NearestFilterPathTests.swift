@_spi(Bolts) import BoltsAssociations
import Foundation
import SharedData
import Testing

@testable import BoltsSiteCheck

/// Tests the proposed change for a link whose path no intent filter takes.
struct NearestFilterPathTests {
    private typealias Input = AppSideInput
    typealias Path = AndroidIntentFilter.Path

    struct Case: CustomTestStringConvertible {
        var paths: [Path]
        var link: String
        var fix: String
        /// The paths of Apple's file, or `nil` if the site has none.
        var apple: [String]?

        init(_ paths: [Path], _ link: String, _ fix: String, apple: [String]? = nil) {
            self.paths = paths
            self.link = link
            self.fix = fix
            self.apple = apple
        }

        var testDescription: String { "\(link) by \(paths)" }
    }

    @Test(arguments: [
        Case(
            [Path(.path, "/Item/42")],
            "/item/42",
            "Link to /Item/42, or add <data android:path=\"/item/42\"/> to it."
        ),
        Case(
            [Path(.prefix, "/Item/")],
            "/item/42",
            "Link to /Item/42, or add <data android:pathPrefix=\"/item/\"/> to it."
        ),
        Case(
            [Path(.suffix, ".HTML")],
            "/item/42.html",
            "Link to /item/42.HTML, or add <data android:pathSuffix=\".html\"/> to it."
        ),
        Case(
            [Path(.pattern, "/item/{id}")],
            "/item/42",
            "Write android:pathPrefix=\"/item/\" in place of android:pathPattern=\"/item/{id}\"."
        ),
        Case(
            [Path(.path, "/item/:id/reviews")],
            "/item/42/reviews",
            "Write android:pathPattern=\"/item/.*/reviews\" in place of android:path=\"/item/:id/reviews\"."
        ),
        Case([Path(.path, "/item")], "/item/42", "Add <data android:pathPrefix=\"/item/\"/> to it."),
        Case(
            [Path(.path, "/item/")],
            "/item/42",
            "Write android:pathPrefix=\"/item/\" in place of android:path=\"/item/\"."
        ),
        // The home page is not the beginning of every path.
        Case([Path(.path, "/")], "/item/42", "Add <data android:path=\"/item/42\"/> to it, or a pathPrefix."),
        Case(
            [Path(.path, "/"), Path(.path, "/item")],
            "/item/42",
            "Add <data android:pathPrefix=\"/item/\"/> to it."
        ),
        Case(
            [Path(.prefix, "/items/")],
            "/item/42",
            "Add <data android:path=\"/item/42\"/> to it, or a pathPrefix, or link to /items/42."
        ),
        Case(
            [Path(.pattern, "/items/.*")],
            "/item/42?a=b",
            "Add <data android:path=\"/item/42\"/> to it, or a pathPrefix, or link to /items/42?a=b."
        ),
        Case(
            [Path(.advancedPattern, "/items/[0-9]+")],
            "/item/42",
            "Add <data android:path=\"/item/42\"/> to it, or a pathPrefix."
        ),
        // The links beside it are meant too.
        Case(
            [Path(.prefix, "/join"), Path(.prefix, "/auth/reset")],
            "/item/42",
            "Add <data android:pathPrefix=\"/item\"/> to it."
        ),
        Case([Path(.prefix, "/books/")], "/item/42", "Add <data android:path=\"/item/42\"/> to it, or a pathPrefix."),
        // Other links of the rule's form are meant too.
        Case(
            [Path(.pattern, "/.*/program/.*")],
            "/pocket/project/8",
            "Add <data android:pathPattern=\"/.*/project/.*\"/> to it."
        ),
        Case([Path(.prefix, "/a/view/")], "/a/edit/8", "Add <data android:pathPrefix=\"/a/edit/\"/> to it."),
        Case([Path(.prefix, "/a/")], "/shop/a/8", "Add <data android:pathPrefix=\"/shop/a/\"/> to it."),
        // A prefix is not the beginning of another word.
        Case([Path(.prefix, "/map")], "/aarhus/", "Add <data android:path=\"/aarhus/\"/> to it, or a pathPrefix."),
        Case(
            [Path(.prefix, "/maps")],
            "/mapz/aarhus",
            "Add <data android:path=\"/mapz/aarhus\"/> to it, or a pathPrefix, or link to /maps/aarhus."
        ),
        Case([Path(.pattern, "/m.*")], "/zap/x", "Add <data android:path=\"/zap/x\"/> to it, or a pathPrefix."),
        // Apple's file shows which links are meant.
        Case([Path(.prefix, "/map")], "/aarhus/", "Add <data android:pathPrefix=\"/\"/> to it.", apple: ["*"]),
        Case(
            [Path(.prefix, "/map")],
            "/town/aarhus",
            "Add <data android:pathPrefix=\"/town/\"/> to it.",
            apple: ["NOT /help/*", "/town/*"]
        ),
        Case(
            [Path(.prefix, "/map")],
            "/aarhus/",
            "Add <data android:path=\"/aarhus/\"/> to it, or a pathPrefix.",
            apple: ["NOT /help/*", "*"]
        ),
    ])
    func theChangeIsNamed(_ test: Case) throws {
        let finding = try finding(test.paths, test.link, apple: test.apple)
        #expect(finding.rule == .androidAppPathMissing && finding.fix == test.fix)
    }

    @Test(arguments: [1, 2] as [UInt64]) func whatIsProposedTakesTheLinkByAndroidsMatcher(_ seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let pieces = ["a", "b", "A", "/", "é", "1", ".*", ".", "\\."]
        func text(_ pieces: [String]) -> String {
            "/"
                + (0..<Int.random(in: 1...5, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }
                .joined()
        }
        let kinds: [Path.Kind] = [.path, .prefix, .suffix, .pattern]
        var changes = 0
        var links = 0
        for _ in 0..<600 {
            let kind = kinds.randomElement(using: &random) ?? .path
            let path = Path(kind, text(kind == .pattern ? pieces : Array(pieces.prefix(6))))
            let link = text(Array(pieces.prefix(6)))
            let filter = AppSideInput.filter(paths: [path])
            guard !IntentFilterMatch.matches(path, link) else { continue }
            let url = try #require(URL(string: "https://shelf.example")?.appending(path: link))
            let nearest = NearestFilterPath(filter, url, path: link)
            switch nearest.change {
            case .write(let new, let old):
                changes += 1
                #expect(IntentFilterMatch.matches(new, link) && old == path, "\(link) \(path)")
            case .add(let new):
                changes += 1
                #expect(IntentFilterMatch.matches(new, link), "\(link) \(path)")
            case nil: break
            }
            guard let other = nearest.link?.removingPercentEncoding else { continue }
            links += 1
            #expect(IntentFilterMatch.matches(path, other), "\(link) \(path) \(other)")
        }
        #expect(changes > 2 && links > 30, "\(changes) \(links)")
    }

    @Test(arguments: [("/foo/1", ["/map", "/nodes"]), ("/e/1", ["e/"]), ("/c/d/1", ["/c/e/"])])
    func theNearestOfSeveralFiltersIsNamed(_ link: String, _ named: [String]) throws {
        let filters = [["/x/"], ["/c/e/"], ["e/"], ["/map", "/map", "/nodes"]].map { paths in
            Input.filter(paths: paths.map { Path(.prefix, $0) })
        }
        let input = Input.android(filters)
        let site = SiteAssociations("shelf.example", android: input.android)
        let (app, url) = (
            try #require(input.claims.android.first), try #require(URL(string: "https://shelf.example\(link)"))
        )
        let text = try #require(AndroidAppJudge(app, site).cause(url, on: .android).finding).message
        for path in filters.flatMap(\.paths).map(\.text) {
            #expect(text.ranges(of: "\"\(path)\"").count == (named.contains(path) ? 1 : 0), "\(text)")
        }
    }

    @Test func aFilterForTheHostWithWWWIsNamed() throws {
        let filter = Input.filter(hosts: [AndroidIntentFilter.Host("www.shelf.example")])
        let verdict = AppSideInput.android([filter]).verdict()
        let finding = try #require(verdict.findings.first { $0.rule == .androidAppHostMissing })
        #expect(
            finding.fix
                == "Add <data android:host=\"shelf.example\"/> to the filter for www.shelf.example: they are two hosts."
        )
    }

    /// A host may have a new name, or the app may have two.
    @Test(arguments: [
        (["old.example"], ", only old.example.", "in place of \"old.example\" if the host has a new name. If the app"),
        (["old.example", "more.example"], " names shelf.example.", "Add an intent filter"),
        (["*.old.example"], " names shelf.example.", "Add an intent filter"),
    ])
    func theOnlyOtherHostIsNamed(_ hosts: [String], _ message: String, _ fix: String) throws {
        let filter = Input.filter(hosts: hosts.map { AndroidIntentFilter.Host($0) })
        let verdict = AppSideInput.android([filter]).verdict()
        let finding = try #require(verdict.findings.first { $0.rule == .androidAppHostMissing })
        #expect(finding.message.hasSuffix(message) && finding.fix.contains(fix), "\(finding.message) \(finding.fix)")
        #expect(finding.fix.hasSuffix("android:host=\"shelf.example\"/> to \(filter.component)."), "\(finding.fix)")
    }

    /// The paths of the filter for another host, that of Apple's file, and what the new filter for the link /item/42 has.
    @Test(
        arguments: [
            ([Path(.prefix, "/item/")], nil, " android:pathPrefix=\"/item/\"/> to .Main."),
            (
                [Path(.prefix, "/i"), Path(.path, "/x")], "*",
                "/>, <data android:pathPrefix=\"/i\"/>, <data android:path=\"/x\"/> to .Main."
            ),
            (
                [Path(.prefix, "/x/")], nil,
                "/>, <data android:pathPrefix=\"/x/\"/>, <data android:path=\"/item/42\"/> to .Main."
            ),
            (
                (1...7).map { Path(.prefix, "/i\($0)") } + [Path(.prefix, "/item")], nil,
                "<data android:pathPrefix=\"/i5\"/>, with 3 more paths of the other filter, to .Main."
            ),
            ([], "/item/*", " android:pathPrefix=\"/item/\"/> to .Main."), ([], "*", "\"/> to .Main."),
            ([], nil, "\"/> to .Main."),
        ] as [([Path], String?, String)]
    )
    func aNewFilterHasThePathsOfTheOtherOne(_ paths: [Path], _ apple: String?, _ fix: String) throws {
        let input = AppSideInput.android([Input.filter(hosts: [AndroidIntentFilter.Host("old.example")], paths: paths)])
        let verdict = input.with(apple: apple.map { AppSideInput.appleFile("QX7SAMPLE1.com.example.shelf", path: $0) })
            .verdict()
        let finding = try #require(verdict.findings.first { $0.rule == .androidAppHostMissing })
        #expect(finding.fix.hasSuffix(fix), "\(finding.fix)")
        // A new name of the host alone does not help a link whose path the filter does not take.
        let isTaken = paths.isEmpty || paths.contains { IntentFilterMatch.matches($0, "/item/42") }
        #expect(finding.fix.contains("has a new name. That filter takes") == !isTaken)
    }

    @Test func noVariantIsNamedWhereEachLacksTheHost() throws {
        var input = Input.android([Input.filter(hosts: [AndroidIntentFilter.Host("old.example")])], rank: .source)
        input.claims.android[0].variant = "betaDebug, betaRelease"
        let finding = try #require(input.verdict().findings.first { $0.rule == .androidAppHostMissing })
        #expect(!finding.message.contains("beta"), "\(finding.message)")
    }

    private func finding(_ paths: [Path], _ link: String, apple: [String]? = nil) throws -> Finding {
        let input = AppSideInput.android([Input.filter(paths: paths)])
        let app = try #require(input.claims.android.first)
        let file = apple.map { paths in
            let list = paths.map { "\"\($0)\"" }.joined(separator: ", ")
            return
                "{\"applinks\": {\"details\": [{\"appID\": \"QX7SAMPLE1.com.example.shelf\", \"paths\": [\(list)]}]}}"
        }
        let site = SiteAssociations("shelf.example", apple: file, android: input.android)
        let url = try #require(URL(string: "https://shelf.example\(link)"))
        return try #require(AndroidAppJudge(app, site).cause(url, on: .android).finding)
    }
}
