import BoltsSiteCheck
import SharedData

/// Makes random descriptions and links, the same ones in every run.
struct DescriptionGenerator: RandomNumberGenerator {
    private var random: SeededRandom

    init(seed: UInt64) { random = SeededRandom(seed: seed) }

    mutating func next() -> UInt64 { random.next() }

    private mutating func pick<Value>(_ values: [Value]) -> Value {
        values[Int.random(in: values.indices, using: &self)]
    }

    private mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &self) < percent }

    // MARK: - Apps

    private mutating func fingerprint() -> String {
        (0..<32).map { _ in
            let text = String(UInt8.random(in: 0...255, using: &self), radix: 16, uppercase: true)
            return text.count == 1 ? "0" + text : text
        }.joined(separator: ":")
    }

    private mutating func apple(_ index: Int) -> SiteDescription.AppleApp {
        let letters = Array("ABCDEFGHJKLMNPQRSTUVWXYZ23456789")
        let team = String((0..<9).map { _ in pick(letters) }) + "Q"
        return SiteDescription.AppleApp(
            team: team,
            bundle: "dk.lakrids.app\(index)",
            appStore: chance(60) ? String(Int.random(in: 100_000_000...999_999_999, using: &self)) : nil,
            scheme: chance(70) ? "kogebog" : nil,
            devices: pick([.all, .all, .iphone, .ipad])
        )
    }

    private mutating func android(_ index: Int) -> SiteDescription.AndroidApp {
        SiteDescription.AndroidApp(
            package: "dk.lakrids.app\(index)",
            fingerprints: (0..<Int.random(in: 1...3, using: &self)).map { _ in fingerprint() },
            scheme: chance(70) ? pick(["kogebog", "other"]) : nil,
            isInPlayStore: chance(50),
            writesDynamicRules: true
        )
    }

    private mutating func windows(_ index: Int) -> SiteDescription.WindowsApp {
        SiteDescription.WindowsApp(
            packageFamily: "Lakrids.App\(index)_8wekyb3d8bbwe",
            scheme: chance(70) ? "kogebog" : nil,
            id: chance(50) ? "0F0C46F4-3E1A-4D0E-9E2A-11B2C3D4E5F6" : nil
        )
    }

    // MARK: - Links

    private static let words = ["a", "ab", "b", "news", "p\u{F8}lse", "x.y", "1", "two words", "A"]

    private mutating func path() -> String {
        if chance(8) { return "*" }
        if chance(5) { return "/" }
        var text = ""
        for _ in 0..<Int.random(in: 1...3, using: &self) {
            text += "/" + pick(Self.words)
            if chance(10) { text += "?x" }
        }
        switch Int.random(in: 0..<8, using: &self) {
        case 0: return text + "/"
        case 1, 2, 3: return text + "/*"
        case 4: return text + "*"
        case 5: return text + "/?*"
        default: return text
        }
    }

    private mutating func link(hasWindows: Bool, isScoped: Bool, _ apps: [String]) -> SiteDescription.Link {
        var link = SiteDescription.Link(path: path())
        if isScoped {
            if chance(25) { link.apps = [pick(apps)] }
            if chance(25) { link.platforms = [pick([.apple, .android, .windows])] }
        }
        if !hasWindows {
            if chance(20) { link.query[pick(["q", "id"])] = pick(["?*", "1", "1*", "a?"]) }
            if chance(10) { link.fragment = pick(["top", "item/*", "?*"]) }
        }
        return link
    }

    /// Makes a description, which may be impossible to publish, because rules may cover each other; if `isScoped`, rules may be
    /// limited to some apps and platforms.
    mutating func description(isScoped: Bool) -> SiteDescription {
        let hasWindows = chance(40)
        let apps = (0..<Int.random(in: 1...3, using: &self)).map { index in
            var app = SiteDescription.App(name: pick(["Kogebog", "B\u{F8}ger & \"mere\"", "App"]) + " \(index)")
            if chance(70) { app.apple = apple(index) }
            if chance(70) { app.android = android(index) }
            if hasWindows, chance(60) { app.windows = windows(index) }
            if app.apple == nil, app.android == nil, app.windows == nil { app.apple = apple(index) }
            return app
        }
        let names = apps.map(\.name)
        func links(_ count: Int) -> [SiteDescription.Link] {
            (0..<count).map { _ in link(hasWindows: hasWindows, isScoped: isScoped, names) }
        }
        return SiteDescription(
            hosts: chance(50) ? ["lakrids.dk"] : ["lakrids.dk", "www.lakrids.dk", "*.lakrids.se"],
            apps: apps,
            open: links(Int.random(in: 1...3, using: &self)),
            exclude: links(Int.random(in: 0...2, using: &self)),
            webFallback: pick([.page, .page, .none, .origin("https://m.lakrids.dk")])
        )
    }

    /// Makes the text of a link of the site, which a rule often matches.
    mutating func url(for site: SiteDescription) -> String {
        var path = ""
        if chance(70) {
            for character in pick(site.open + site.exclude).path {
                switch character {
                case "*": path += pick(["", "x", "a/b", "z/", "news"])
                case "?": path += pick(["x", "7"])
                default: path.append(character)
                }
            }
        } else {
            for _ in 0..<Int.random(in: 0...3, using: &self) { path += "/" + pick(Self.words) }
        }
        if chance(20) { path += pick(["/", "x", "/x"]) }
        path = path.replacing("//", with: "/")
        if !path.hasPrefix("/") { path = "/" + path }
        path = path.replacing(" ", with: "%20").replacing("\u{F8}", with: "%C3%B8")
        if chance(30) { path += pick(["?q=1", "?id=1&q=ab", "?q=", "?x", "?q=1&id=ab"]) }
        if chance(20) { path += pick(["#top", "#item/7", "#"]) }
        return "https://lakrids.dk" + path
    }
}
