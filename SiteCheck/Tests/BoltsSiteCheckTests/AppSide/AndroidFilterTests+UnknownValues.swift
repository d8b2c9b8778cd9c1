import Foundation
import Testing

@_spi(Bolts) @testable import BoltsAssociations
@_spi(Bolts) @testable import BoltsSiteCheck

/// Values of intent filters that are not known.
extension AndroidFilterTests {
    @Test(arguments: [
        ["scheme": "https", "host": "shelf.example", "port": "${p}"],
        ["scheme": "https", "host": "shelf.example", "port": "@integer/p"],
        ["scheme": "${p}", "host": "shelf.example"], ["scheme": "@string/p", "host": "${h}"],
        ["scheme": "https", "host": "?attr/h"], ["scheme": "https", "host": "?android:attr/h"],
        ["scheme": "https", "host": "shelf.example", "pathPrefix": "${p}"],
    ])
    func aValueThatIsNotKnownDecidesNothing(_ data: [String: String]) throws {
        let answer = try answer(.android, manifest([data]))
        #expect(answer.outcome == .undecided && answer.finding?.rule.id == "android-app-unresolved", "\(answer)")
        #expect(answer.text.hasPrefix("may open an app or not: "), "\(answer)")
    }

    /// Whichever host an unknown one is, the link opens no app.
    @Test(arguments: [
        (Input.filter(verified: false), "no-auto-verify", "no intent filter with autoVerify names shelf.example"),
        (
            Input.filter { $0.categories = [AndroidIntentFilter.default] }, "filter-incomplete",
            "lacks the category BROWSABLE"
        ),
        (Input.filter(schemes: ["http"]), "path-missing", "takes http, not https"),
        (Input.filter { $0.isExported = false }, "not-exported", "has android:exported=\"false\""),
        (Input.filter(), nil, ""),
    ])
    func anUnknownHostHidesNoOtherFault(_ filter: AndroidIntentFilter, _ rule: String?, _ cause: String) throws {
        var filter = filter
        (filter.hosts, filter.unresolved, filter.unknownHosts) = ([], ["${a}", "${b}"], ["${a}", "${b}"])
        var input = Input.android([filter], rank: .source)
        let answer = try answer(.android, input)
        #expect(answer.outcome == (rule == nil ? .undecided : .closed), "\(answer)")
        #expect(answer.finding?.rule.id == "android-app-\(rule ?? "unresolved")", "\(answer)")
        guard rule != nil else { return }
        #expect(answer.text.contains("Whichever host ${a} or ${b} is, ") && answer.text.contains(cause), "\(answer)")
        #expect(answer.fix?.contains(" If not, add an intent filter with autoVerify") == true, "\(answer)")
        #expect(answer.finding?.change == nil)
        // Another filter may make Android verify the host, and what is not read may add one.
        var other = Input.filter(hosts: []) { $0.unresolved = ["${c}"] }
        other.unknownHosts = ["${c}"]
        #expect(try self.answer(.android, Input.android([filter, other], rank: .source)).outcome == .undecided)
        input.claims.android[0].gap = SourceGap("a module is not read")
        #expect(try self.answer(.android, input).outcome == .undecided)
    }

    @Test func aValueThatIsNotKnownAndDecidesNothingLeavesTheAnswer() throws {
        let known = ["scheme": "https", "host": "shelf.example"]
        let ports = manifest([known, ["host": "other.example", "port": "${p}"]])
        #expect(try answer(.android, ports).outcome == .opens)
        // The unknown scheme may prevent the verification of the host.
        #expect(try answer(.android, manifest([known, ["scheme": "${p}"]])).outcome == .undecided)
        // Filters for an app's own scheme are not for web links.
        for other in [["scheme": "${p}", "host": "login"], ["scheme": "${p}"]] {
            let answer = try answer(.android, manifest([other]))
            #expect(answer.outcome == .closed && answer.finding?.rule.id == "android-app-host-missing", "\(answer)")
        }
    }

    @Test(arguments: [["pathPrefix": "@string/p"], ["pathPrefix": "/item", "query": "${q}"]])
    func aGroupWhoseConditionIsNotKnownDecidesNothing(_ condition: [String: String]) throws {
        func group(_ allow: String, _ data: [String: String]) -> ManifestElement {
            let attributes = Dictionary(uniqueKeysWithValues: data.map { ("android:\($0.key)", $0.value) })
            return ManifestElement(
                "uri-relative-filter-group",
                ["android:allow": allow],
                [ManifestElement("data", attributes)]
            )
        }
        let data = [["scheme": "https", "host": "shelf.example"]]
        let all = group("true", ["pathPrefix": "/"])
        for allow in ["false", "true", "@bool/allow"] {
            let answer = try answer(.android, manifest(data, groups: [group(allow, condition), all]))
            #expect(answer.outcome == .undecided, "\(answer)")
        }
        #expect(try answer(.android, manifest(data, groups: [all])).outcome == .opens)
    }

    /// A filter with unknown values may open a link that another filter does not take.
    @Test func aValueOfAnotherFilterThatIsNotKnownLeavesTheLinkUndecided() throws {
        let known = Input.filter(paths: [.init(.prefix, "/list")])
        func other(_ value: String, _ change: @escaping (inout AndroidIntentFilter) -> Void) -> AndroidIntentFilter {
            Input.filter(hosts: []) {
                $0.unresolved = [value]
                $0.unknownHosts = [value]
                change(&$0)
            }
        }
        let host = other("${host}") { $0.paths = [.init(.prefix, "/item")] }
        let path = Input.filter(paths: [.init(.prefix, "/a")]) { $0.unresolved = ["${path}"] }
        for filter in [host, path] {
            for filters in [[known, filter], [filter, known]] {
                let answer = try answer(.android, Input.android(filters, rank: .source))
                #expect(answer.outcome == .undecided, "\(answer)")
                #expect(answer.finding?.rule.id == "android-app-unresolved", "\(answer)")
            }
        }
        // These filters do not take the link, whatever the host is.
        let closed = [
            other("${host}") { $0.paths = [.init(.prefix, "/list")] }, other("${host}") { $0.categories = [] },
            other("${host}") { $0.isExported = false }, other("${host}") { $0.schemes = ["http"] },
        ]
        for filter in closed {
            let answer = try answer(.android, Input.android([known, filter]))
            #expect(answer.finding?.rule.id == "android-app-path-missing", "\(answer)")
        }
        // Because of another filter, Android may verify the host.
        let plain = Input.filter(verified: false)
        let verifying = other("${host}") { $0.paths = [.init(.prefix, "/list")] }
        #expect(try answer(.android, Input.android([plain, verifying])).outcome == .undecided)
        let none = other("${host}") { $0.isVerified = false }
        #expect(try answer(.android, Input.android([plain, none])).outcome == .closed)
    }

    /// An app with a filter of a manifest, and with a filter without `autoVerify` that takes the link.
    private func besidePlainFilter(_ data: [[String: String]], verify: String = "true", target: Int? = nil)
        -> AppSideInput
    {
        var input = manifest(data, verify: verify)
        input.claims.android[0].filters?.append(Input.filter(verified: false))
        input.claims.android[0].targetSDK = target
        return input
    }

    @Test(arguments: [nil, 30, 31])
    func anAutoVerifyThatIsNotKnownMayVerifyNothingForAnotherFilter(_ target: Int?) throws {
        let list = [["scheme": "https", "host": "shelf.example", "pathPrefix": "/list"]]
        for device in [LinkDevice.android, .android12, .android11] {
            #expect(try answer(device, besidePlainFilter(list, target: target)).outcome == .opens)
            var input = besidePlainFilter(list, verify: "${verify}", target: target)
            let open = try answer(device, input)
            #expect(open.outcome == .undecided && open.text.contains("${verify}"), "\(open)")
            input.claims.android[0].filters?.append(Input.filter(paths: [.init(.prefix, "/a")]))
            #expect(try answer(device, input).outcome == .opens)
        }
    }

    /// Android tests all filters, and one that takes the link is enough.
    @Test(arguments: [["pathPrefix": "${path}"], ["path": "/list", "pathPrefix": ""]])
    func ofFiltersThatTakeALinkOneOfWhichAllIsKnownDecides(_ path: [String: String]) throws {
        let data = ["scheme": "https", "host": "shelf.example"].merging(path) { $1 }
        var input = manifest([data], verify: path["path"] == nil ? "true" : "@bool/verify")
        #expect(try answer(.android, input).outcome == .undecided)
        let known = Input.filter(paths: [.init(.prefix, "/item")])
        input.claims.android[0].filters?.append(known)
        #expect(try answer(.android, input).outcome == .opens)
        input.claims.android[0].filters?.reverse()
        #expect(try answer(.android, input).outcome == .opens)
    }

    @Test func aSchemeThatIsNotKnownMayKeepAHostFromBeingVerifiedForAnotherFilter() throws {
        let data = [["scheme": "https", "host": "shelf.example", "pathPrefix": "/list"], ["scheme": "${scheme}"]]
        for target in [30, 31] {
            let input = besidePlainFilter(data, target: target)
            for device in [LinkDevice.android, .android11] {
                #expect(try answer(device, input).outcome == .undecided, "\(target)")
            }
        }
    }
}
