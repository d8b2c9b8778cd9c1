import Foundation
import SharedData
import Testing

@_spi(Bolts) @testable import BoltsAssociations
@_spi(Bolts) @testable import BoltsSiteCheck

/// Tests the answers for a link from the output of a device's tools.
struct DeviceReportTests {
    private func site() -> SiteAssociations {
        let input = AppSideInput()
        return SiteAssociations("shelf.example", apple: input.apple, android: input.android)
    }

    private func claims(_ text: String, _ apps: AppClaims = AppClaims()) throws -> AppClaims {
        var claims = apps
        claims.deviceReports = [try DeviceReport(Array(text.utf8), file: "phone.txt")]
        return claims
    }

    private func verdict(_ text: String, _ apps: AppClaims = AppClaims()) throws -> LinkVerdict {
        LinkVerdict(url: AppSideInput.url, site: site(), claims: try claims(text, apps), now: AppSideInput.now)
    }

    @Test(arguments: DeviceReportCases.android + DeviceReportCases.apple)
    func theOutputOfADeviceDecidesTheAnswer(_ item: DeviceReportCase) throws {
        let verdict = try verdict(item.text)
        let answer = try #require(verdict.answers.first { $0.devices.contains(item.device) })
        #expect(answer.outcome == item.outcome, "\(answer)")
        #expect(answer.finding?.rule.id == item.rule, "\(answer)")
        #expect(answer.description.contains(item.says), "\(answer)")
        if let finding = answer.finding { #expect(verdict.findings.contains(finding)) }
    }

    @Test(arguments: DeviceReportCases.android + DeviceReportCases.apple)
    func theConditionsThatTheDeviceDecidesAreFacts(_ item: DeviceReportCase) throws {
        let deviceRoutes = DeviceRoutes(url: AppSideInput.url, site: site())
            .decided(by: AppSide(try claims(item.text), site(), now: AppSideInput.now))
        let routes = try #require(deviceRoutes.devices.first { $0.device == item.device }?.routes)
        let facts = routes.flatMap(\.facts)
        if item.outcome == .opens { #expect(!facts.isEmpty && facts.allSatisfy(\.holds), "\(routes)") }
        if item.rule?.hasPrefix("device-") == true, item.outcome == .closed {
            #expect(facts.contains { !$0.holds }, "\(routes)")
        }
    }

    @Test func everyRuleAboutDevicesHasItsCase() {
        let tested = Set((DeviceReportCases.android + DeviceReportCases.apple).compactMap(\.rule))
        let missing = AssociationRule.deviceRules.map(\.id).filter { !tested.contains($0) }
        #expect(missing == ["device-decides-otherwise"])
    }

    @Test func whatAppleSToolDecidesOtherwiseIsFound() throws {
        func report(_ answer: String) -> String {
            "{ s = applinks, a = \(AppSideInput.identifier), d = shelf.example }:\n"
                + "Pattern \"https://shelf.example/item/42\" \(answer)."
        }
        let broken = try verdict(report("blocked match")).findings
        #expect(broken.contains { $0.rule.id == "device-decides-otherwise" }, "\(broken)")
        let fixed = try verdict(report("matched")).findings
        #expect(!fixed.contains { $0.rule.id == "device-decides-otherwise" }, "\(fixed)")
    }

    @Test func aReportIsAboutItsOwnDevicesOnly() throws {
        let android = try verdict(
            "[ro.build.version.sdk]: [33]\ncom.example.shelf:\n  Domain verification state:\n    shelf.example: 1024"
        )
        let outcomes = LinkDevice.allCases.filter(\.isAndroid).map { device in
            android.answers.first { $0.devices.contains(device) }?.outcome
        }
        #expect(outcomes == [.opens, .closed, .opens])
        let mac = try verdict(
            "ProductName:\t\tmacOS\nService: applinks\nApp ID: \(AppSideInput.identifier)\nDomain: shelf.example\n"
                + "Site/Fmwk Approval: denied"
        )
        #expect(mac.answers.first { $0.devices == [.mac] }?.outcome == .closed, "\(mac.answers)")
        #expect(mac.answers.first { $0.devices.contains(.iphone) }?.outcome == .opens)
    }

    @Test func whatTheDeviceHasCountsMoreThanAPackageThatWasBuiltHere() throws {
        let built = AppSideInput.android(host: "other.example").claims
        let text =
            "$ adb shell cmd package resolve-activity --brief -d \"https://shelf.example/item/42\"\n"
            + "com.example.shelf/.Main"
        let answer = try #require(try verdict(text, built).answers.first { $0.devices.contains(.android) })
        #expect(answer.outcome == .opens, "\(answer)")
        let android11 = try #require(try verdict(text, built).answers.first { $0.devices.contains(.android11) })
        #expect(android11.outcome == .closed, "\(android11)")
    }

    @Test func theSiteSMistakeComesFirst() throws {
        var site = AppSideInput()
        site.android = AppSideInput.androidFile(["REPLACE_WITH_PLAY_SHA256"])
        site.claims = try claims("com.example.shelf:\n Domain verification state:\n  shelf.example: 1024")
        let answer = try #require(site.verdict().answers.first { $0.devices.contains(.android) })
        #expect(answer.finding?.rule.id == "assetlinks-fingerprint-placeholder", "\(answer)")
    }

    @Test(arguments: ["", "hello\nworld", "Service: applinks", "$ adb shell pm get-app-links\n"])
    func aTextThatIsNoReportIsRefusedWithWhatToDo(_ text: String) {
        let error = #expect(throws: DeviceReportError.self) { try DeviceReport(Array(text.utf8), file: "phone.txt") }
        #expect(error?.description.hasPrefix("phone.txt has no output of pm get-app-links") == true)
    }

    @Test func aReportIsReadInUTF8AndUTF16WithItsMark() throws {
        let text = "  com.example.app:\r\n    Domain verification state:\r\n      b\u{FC}cher.example: verified\r\n"
        let plain = try DeviceReport(Array(text.utf8), file: "a")
        #expect(plain.apps == ["com.example.app"])
        let big = text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        let little = text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        for bytes in [
            [0xEF, 0xBB, 0xBF] + Array(text.utf8), [0xFF, 0xFE] + little, [0xFE, 0xFF] + big,
            [0xFF, 0xFE] + little + [0x20],
        ] {
            #expect(try DeviceReport(bytes, file: "a") == plain)
        }
        #expect(throws: DeviceReportError.self) { try DeviceReport([0xFF, 0xFE], file: "a") }
    }

    @Test func eachHostOfAReportIsNamedOnce() throws {
        let text = """
              com.example.shelf:
                Domain verification state:
                  b.example: verified
                User 0:
                  Selection state:
                    Enabled:
                      b.example
            """
        let answer = try verdict(text).answers.first { $0.devices.contains(.android) }
        #expect(answer?.text.contains("b.example, b.example") == false, "\(String(describing: answer))")
    }

    @Test func aReportIsBounded() throws {
        let large = [UInt8](repeating: 0x20, count: DeviceReport.maximumBytes + 1)
        #expect(throws: DeviceReportError.self) { try DeviceReport(large, file: "f") }
        let lines = (0..<60_000).map { "a.b\($0):\n Domain verification state:\n  h\($0).example: 1024" }
        let report = try DeviceReport(Array(lines.joined(separator: "\n").utf8), file: "f")
        #expect(report.androidApps.count == DeviceReportReader.maximumCount)
    }

    @Test func anyChangeOfAnyOutputIsReadAndJudgedNeverATrap() throws {
        var random = SeededRandom(seed: 20_261_125)
        let pieces = [
            "\n", "$ ", ":", "\"", "{ s = applinks, a = ", "Pattern \"", "Package: ", "User 0:", "Status:", "é",
        ]
        for item in DeviceReportCases.android + DeviceReportCases.apple {
            for _ in 0..<40 {
                let changed = Mutation.changed(Array(item.text.utf8), 1...4, pieces, &random)
                guard let report = try? DeviceReport(changed, file: "f") else { continue }
                var claims = AppClaims()
                claims.deviceReports = [report]
                let verdict = LinkVerdict(url: AppSideInput.url, site: site(), claims: claims)
                for answer in verdict.answers {
                    #expect(!answer.description.unicodeScalars.contains { $0.value < 0x20 }, "\(answer)")
                }
            }
        }
    }
}
