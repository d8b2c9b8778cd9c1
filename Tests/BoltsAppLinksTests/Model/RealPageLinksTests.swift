import BoltsAppLinks
import BoltsPageMetadata
import Foundation
import SharedData
import Testing

/// Tests the link of every recorded page, from its recorded tags; skipped if the recordings are absent.
@Suite(.enabled(if: SharedData.isUsable("pages/expected_applinks.json"), "the recorded pages are not on this machine"))
struct RealPageLinksTests {
    /// The tags that another parser saw on a page.
    private struct Expected: Decodable {
        var bolts_rule: [[String?]]
        var all: [[String?]]
        var chromium: [[String?]]?
    }

    /// The fields of each target, or only how many there are.
    private enum Targets: Decodable {
        case fields([[String: String?]])
        case count(Int)

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let count = try? container.decode(Int.self) {
                self = .count(count)
            } else {
                self = .fields(try container.decode([[String: String?]].self))
            }
        }
    }

    private struct Links: Decodable {
        struct Link: Decodable {
            var devices: [String: Targets]
            var web_url: String?
        }

        var strict: Link
        var with_name_attribute: Link?
    }

    private func read<T: Decodable>(_ path: String) throws -> [String: T] {
        try JSONDecoder().decode([String: T].self, from: Data(SharedData.bytes(path)))
    }

    @Test(.tags(.l2), arguments: [("pages/", 93), ("pages/derived/", 39)])
    func everyPageGivesTheRecordedLink(folder: String, atLeast: Int) throws {
        let pages: [String: Expected] = try read(folder + "expected.json")
        let links: [String: Links] = try read(folder + "expected_applinks.json")
        var checked = 0
        for (name, expected) in links {
            let page = try #require(pages[name])
            // If parsers differ, the browsers decide.
            let strict = (page.chromium ?? page.bolts_rule).map { MetaTag(property: $0[0] ?? "", content: $0[1]) }
            check(strict, expected.strict, name)
            if let byName = expected.with_name_attribute {
                let all = page.all.filter { ($0[1] ?? "").hasPrefix("al:") }.map {
                    MetaTag(property: $0[1] ?? "", content: $0[2], attribute: $0[0] == "name" ? .name : .property)
                }
                check(all, byName, name + ", name attributes too")
            }
            checked += 1
        }
        #expect(checked >= atLeast)
    }

    private func check(_ tags: [MetaTag], _ expected: Links.Link, _ page: String) {
        let source = URL(string: "https://source.example/page")!
        let link = AppLink(sourceURL: source, metadata: PageMetadata(tags: tags))
        let devices: [String: AppLinkDevice] = [
            "iphone": .iphone, "ipad": .ipad, "other_apple": .mac, "android": .android, "windows": .windows,
            "windows_phone": .windowsPhone, "windows_universal": .windowsUniversal,
        ]
        for (name, targets) in expected.devices {
            guard let device = devices[name] else {
                Issue.record("\(page): unknown device \(name)")
                continue
            }
            let found = link.targets(for: device)
            guard case .fields(let expected) = targets else {
                if case .count(let count) = targets { #expect(found.count == count, "\(page), \(name)") }
                continue
            }
            #expect(found.count == expected.count, "\(page), \(name)")
            for (target, fields) in zip(found, expected) {
                let values: [String: String?] = [
                    "url": target.urlText, "app_store_id": target.appStoreID, "app_name": target.appName,
                    "package": target.package, "class": target.className, "app_id": target.appID,
                ]
                for (field, value) in fields { #expect(values[field] == .some(value), "\(page), \(name), \(field)") }
                for (field, value) in values where fields[field] == nil {
                    #expect(value == nil, "\(page), \(name), \(field)")
                }
            }
        }
        let web = expected.web_url == "SOURCE" ? source.absoluteString : expected.web_url
        #expect(link.webURLText == web, "\(page), web")
    }
}
