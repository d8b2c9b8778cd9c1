import Foundation
import Testing

@_spi(Bolts) @testable import BoltsAssociations
@_spi(Bolts) @testable import BoltsSiteCheck

/// Tests apps that name a host only by a star; for these, platforms read the files of the domain after the star.
struct WildcardHostTests {
    private typealias Input = AppSideInput

    @Test(arguments: ["com.example.shelf", "com.example.other"])
    func theFileOfTheHostDoesNotDecideForAWildcard(_ listed: String) throws {
        let file = Input.androidFile([Input.fingerprint], package: listed)
        let apple = Input.appleFile("QX7SAMPLE1.\(listed)")
        func answer(_ device: LinkDevice, _ android: [String], apple domains: [String]) throws -> LinkVerdict.Answer {
            let filter = Input.filter(hosts: android.map { AndroidIntentFilter.Host($0) })
            let input = Input.android([filter]).and(Input.apple(domains)).with(android: file).with(apple: apple)
            return try #require(input.verdict(host: "www.shelf.example").answers.first { $0.devices.contains(device) })
        }
        for (device, rule) in [(LinkDevice.android, "cross-app-host-unserved"), (.iphone, "ios-app-wildcard-file")] {
            let open = try answer(device, ["*.shelf.example"], apple: ["applinks:*.shelf.example"])
            #expect(open.outcome == .undecided && open.finding?.rule.id == rule, "\(open)")
            let own = try answer(
                device,
                ["*.shelf.example", "www.shelf.example"],
                apple: ["applinks:*.shelf.example", "applinks:www.shelf.example"]
            )
            #expect(own.outcome == (listed == Input.package ? .opens : .closed), "\(own)")
        }
        let site = SiteAssociations("www.shelf.example", android: file)
        let url = try #require(URL(string: "https://www.shelf.example/item/42"))
        let deviceRoutes = DeviceRoutes(url: url, site: site, apps: [Input.package], devices: [.android])
            .decided(by: AppSide(Input.android(host: "*.shelf.example").claims, site, now: Input.now))
        #expect(deviceRoutes.devices[0].routes[0].outcome == .undecided, "\(deviceRoutes.devices[0].routes[0])")
    }

    /// An app that names the host by a star, a host without files, and the files of the domain after the star.
    private func starred(
        _ android: String?,
        _ apple: String?,
        hosts: [String] = ["*.shelf.example"],
        path: String = "/item/42",
        host: String = "www.shelf.example",
        others: Bool = true
    ) throws -> LinkVerdict {
        let url = try #require(URL(string: "https://\(host)\(path)"))
        let claims = Input.android([Input.filter(hosts: hosts.map { AndroidIntentFilter.Host($0) })])
            .and(Input.apple(hosts.map { "applinks:\($0)" })).claims
        let parent = SiteAssociations("shelf.example", apple: apple, android: android)
        let site = SiteAssociations(host: host, appSiteAssociation: nil, assetLinks: nil)
        return LinkVerdict(url: url, site: site, claims: claims, others: others ? [parent] : [])
    }

    @Test func theFileOfTheDomainDecidesForAWildcard() throws {
        let android = Input.androidFile([Input.fingerprint], package: Input.package)
        let apple = Input.appleFile(Input.identifier, path: "/item/*")
        let right = try starred(android, apple)
        for device in [LinkDevice.iphone, .android, .android11] {
            let answer = try #require(right.answers.first { $0.devices.contains(device) })
            #expect(answer.outcome == .opens && answer.text.contains("the file of shelf.example for *."), "\(answer)")
        }
        // No device requests the files that the host does not serve.
        #expect(right.findings.allSatisfy { $0.severity == .note }, "\(right.findings)")
        func isOfPhone(_ answer: LinkVerdict.Answer) -> Bool {
            answer.devices.contains { $0 == .iphone || $0 == .android }
        }
        let unread = try starred(android, apple, others: false)
        #expect(unread.answers.filter(isOfPhone).allSatisfy { $0.outcome == .undecided }, "\(unread.answers)")
        // The file to ask for is that of the domain, also where a command shows that it is served.
        let missing = try #require(unread.findings.first { $0.rule == .crossAppHostUnserved })
        #expect(missing.file == "https://shelf.example/.well-known/assetlinks.json", "\(missing)")
        // If there are several stars, it is unknown which one counts.
        let several = try starred(
            android,
            apple,
            hosts: ["*.shelf.example", "*.www.shelf.example"],
            host: "m.www.shelf.example"
        )
        #expect(several.answers.filter(isOfPhone).allSatisfy { $0.outcome == .undecided }, "\(several.answers)")
    }

    @Test func theCDNsCopyForAHostOfAWildcardIsNotNeeded() throws {
        func verdict(_ domain: String) throws -> LinkVerdict {
            let apple = Array(Input.appleFile(Input.identifier, path: "/item/*").utf8)
            let parent = SiteAssociations(host: "shelf.example", appSiteAssociation: apple, assetLinks: nil)
            var site = SiteAssociations(host: "www.shelf.example", appSiteAssociation: nil, assetLinks: nil)
            let cdn = try #require(URL(string: "https://app-site-association.cdn-apple.com/a/v1/www.shelf.example"))
            var copy = AssociationResponse(url: cdn)
            copy.status = 404
            site.appleCDNResponse = copy
            site.findings.append(Finding(.aasaCdnFailure, nil, file: cdn.absoluteString))
            let url = try #require(URL(string: "https://www.shelf.example/item/42"))
            let claims = Input.apple(["applinks:\(domain)"]).claims
            return LinkVerdict(url: url, site: site, claims: claims, others: [parent], now: Input.now)
        }
        let starred = try verdict("*.shelf.example")
        #expect(starred.answers.first?.outcome == .opens, "\(starred.answers)")
        #expect(!starred.findings.contains { $0.rule == .aasaCdnFailure }, "\(starred.findings)")
        #expect(try verdict("www.shelf.example").findings.contains { $0.rule == .aasaCdnFailure })
    }

    @Test func whatIsWrongInTheFileOfTheDomainIsTheCauseForAWildcard() throws {
        let android = Input.androidFile([Input.fingerprint], package: Input.package)
        let other = Input.androidFile([Input.fingerprint], package: "com.example.other")
        let apple = Input.appleFile(Input.identifier, path: "/item/*")
        let cases: [(verdict: LinkVerdict, device: LinkDevice, rule: String)] = [
            (try starred(other, apple), .android, "cross-app-not-listed"),
            (try starred(android, Input.appleFile("QX7SAMPLE1.com.other")), .iphone, "cross-app-not-listed"),
            (try starred(nil, apple), .android, "cross-app-host-unserved"),
            (try starred(android, nil), .iphone, "cross-app-host-unserved"),
            (try starred(android, "{"), .iphone, "aasa-invalid-json"),
            (try starred(android, apple, path: "/none"), .iphone, "link-no-match"),
        ]
        for (verdict, device, rule) in cases {
            let answer = try #require(verdict.answers.first { $0.devices.contains(device) })
            #expect(answer.outcome == .closed && answer.finding?.rule.id == rule, "\(rule): \(answer)")
            let file = try #require(answer.finding?.file)
            #expect(file.hasPrefix("https://shelf.example/"), "\(rule): \(file)")
            #expect(answer.finding.map(verdict.findings.contains) == true, "\(verdict.findings)")
            #expect(!answer.text.contains("www.shelf.example") && answer.fix?.contains("www.") == false, "\(answer)")
        }
    }

    @Test func theRoutesOfAWildcardAreThoseOfTheDomainsFile() throws {
        let url = try #require(URL(string: "https://www.shelf.example/item/42"))
        let site = SiteAssociations(host: "www.shelf.example", appSiteAssociation: nil, assetLinks: nil)
        let file = Array(Input.androidFile([Input.fingerprint], package: Input.package).utf8)
        let parent = SiteAssociations(host: "shelf.example", appSiteAssociation: nil, assetLinks: file)
        let claims = Input.android(host: "*.shelf.example").claims
        #expect(claims.domainsDeciding(for: "www.shelf.example") == ["shelf.example"])
        #expect(claims.domainsDeciding(for: "shelf.example").isEmpty)
        let deviceRoutes = DeviceRoutes(url: url, site: site, apps: [Input.package], devices: [.android])
        let side = AppSide(claims, site, others: [parent], now: Input.now)
        let route = deviceRoutes.decided(by: side).devices[0].routes[0]
        #expect(route.outcome == .eligible && route.file.hasPrefix("https://shelf.example/"), "\(route)")
        #expect(route.facts.contains { $0.condition == .manifest && $0.holds }, "\(route.facts)")
    }

    @Test func aHostBelowTheDomainStandsForAWildcard() {
        func sample(_ hosts: [String]) -> String? {
            Input.android([Input.filter(hosts: hosts.map { AndroidIntentFilter.Host($0) })]).claims
                .sampleHost(below: "shelf.example")
        }
        #expect(sample(["*.shelf.example"]) == "www.shelf.example")
        #expect(sample(["*.shelf.example", "www.shelf.example"]) == "link.shelf.example")
        #expect(sample(["*.shelf.example", "shelf.example"]) == nil && sample(["www.shelf.example"]) == nil)
    }
}
