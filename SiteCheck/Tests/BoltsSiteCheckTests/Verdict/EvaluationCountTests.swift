import BoltsAppLinks
import Foundation
import Testing

@_spi(Bolts) @testable import BoltsAssociations
@_spi(Bolts) @testable import BoltsSiteCheck

/// Tests that each part of an answer is evaluated only once, however often it is used.
struct EvaluationCountTests {
    private typealias Input = AppSideInput

    private static let page = PageTags.read(
        Array("<!DOCTYPE html><meta property='al:ios:url' content='app://recipes/42'><title>x</title>".utf8),
        url: Input.url
    )

    private func counts(_ body: () -> LinkVerdict) -> [Int] {
        let count = EvaluationCount()
        let verdict = EvaluationCount.$current.withValue(count, operation: body)
        #expect(!verdict.answers.isEmpty)
        return [count[.pageCheck], count[.routes], count[.verdict], count[.apps]]
    }

    private func site() -> SiteAssociations {
        SiteAssociations(
            "shelf.example",
            apple: Input.appleFile(Input.identifier),
            android: Input.androidFile([Input.fingerprint], package: Input.package)
        )
    }

    @Test func theAnswerAboutALinkIsMadeOnce() {
        #expect(counts { LinkVerdict(url: Input.url, site: site(), page: Self.page) } == [1, 1, 1, 0])
        let claims = Input.android().and(Input.apple()).claims
        #expect(
            counts { LinkVerdict(url: Input.url, site: site(), page: Self.page, claims: claims, now: Input.now) }
                == [1, 1, 1, 1]
        )
    }

    @Test func aWholeSiteHasNoRoutesOfALink() {
        #expect(counts { LinkVerdict(site: site(), pages: [Self.page]) } == [1, 0, 1, 0])
    }

    @Test(arguments: [[LinkDevice.android11], [.mac, .windows], [.desktop]])
    func onlyTheDevicesThatAreAskedForAreJudged(_ devices: [LinkDevice]) {
        let verdict = LinkVerdict(url: Input.url, site: site(), devices: devices)
        #expect(verdict.devices.map(\.device) == devices)
        #expect(verdict.answers.flatMap(\.devices).allSatisfy(devices.contains), "\(verdict.answers)")
        let all = LinkVerdict(url: Input.url, site: site())
        for answer in verdict.answers { #expect(all.answers.contains { $0.text == answer.text }) }
    }

    @Test(arguments: [20, 200]) func eachExpectationCostsOneAnswerAndAllOfThemShareTheApps(_ count: Int) throws {
        let claims = Input.android().and(Input.apple()).claims
        let links = try (0..<count).map { index in
            let url = try #require(URL(string: "https://shelf.example/item/\(index)"))
            return LinkExpectation(url: url, .opens([Input.identifier, Input.package]))
        }
        let counter = EvaluationCount()
        EvaluationCount.$current.withValue(counter) {
            var check = ExpectationCheck(site: site(), claims: claims, now: Input.now)
            for link in links { #expect(check.result(of: link).status == .met) }
        }
        // There is one evaluation for each platform.
        #expect(counter[.verdict] == 2 * count && counter[.apps] == 2)
    }
}
