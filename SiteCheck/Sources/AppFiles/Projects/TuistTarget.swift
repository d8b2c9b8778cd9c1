@_spi(Bolts) import BoltsSiteCheck

/// A target in the description of which Tuist makes an Xcode project.
struct TuistTarget {
    /// What a target makes, as far as links go.
    enum Product {
        case app, clip, other
        /// The description does not tell it in plain words.
        case unknown
    }

    /// The domains that the description itself writes for a target.
    enum Domains: Equatable {
        case none
        case known([String])
        case unknown
    }

    private static let maximumDomainCount = 2_000
    private static let apps: Set<String> = [".app", "Product.app"]
    private static let clips: Set<String> = [".appClip", "Product.appClip"]
    private static let macNames: Set<String> = [".macOS", ".mac", "Destinations.macOS", "Platform.macOS"]

    private let tokens: ArraySlice<SwiftToken>
    let product: Product
    /// Whether it is made for the Mac and for nothing else.
    let isForMac: Bool
    /// The bundle identifier: of several, as for tests, the one that the others begin with; `nil` if that cannot be told.
    let bundleIdentifier: String?
    /// The teams that it names; one that cannot be told is `nil`.
    let teams: [String?]
    /// The domains that the description itself writes for the target.
    private(set) var domains = Domains.none
    /// The files of entitlements that it names, as they are written.
    private let files: Set<String>

    init(_ tokens: ArraySlice<SwiftToken>) {
        self.tokens = tokens
        let type = Self.own(["product"], of: tokens)
        product =
            switch type.count == 1 ? type.first : nil {
            case nil: .unknown
            case let name? where Self.apps.contains(name): .app
            case let name? where Self.clips.contains(name): .clip
            default: .other
            }
        let platforms = Self.own(["platform", "destinations"], of: tokens)
        isForMac = !platforms.isEmpty && platforms.allSatisfy(Self.macNames.contains)
        bundleIdentifier = Self.bundleIdentifier(in: tokens)
        teams = Self.values(["DEVELOPMENT_TEAM"], in: tokens)
        let written = tokens.lazy.filter { $0.kind != .symbol }.map(\.text).filter { text in
            text.hasSuffix("ntitlements") || text.hasSuffix(".plist")
        }
        files = Set(written.map { $0.hasPrefix("./") ? String($0.dropFirst(2)) : $0 })
        domains = writtenDomains
    }

    var writesKnownDomains: Bool {
        if case .known = domains { true } else { false }
    }

    /// Whether it names a file, by its path within the folder.
    func names(_ file: String) -> Bool {
        var rest = file[...]
        while true {
            if files.contains(String(rest)) { return true }
            guard let slash = rest.firstIndex(of: "/") else { return false }
            rest = rest[rest.index(after: slash)...]
        }
    }

    static func bundleIdentifier(in tokens: ArraySlice<SwiftToken>) -> String? {
        let all = values(["PRODUCT_BUNDLE_IDENTIFIER", "bundleId"], in: tokens)
        let known = all.compactMap { $0 }
        guard known.count == all.count else { return nil }
        return known.min { $0.utf8.count < $1.utf8.count }.flatMap { first in
            known.allSatisfy { $0 == first || $0.hasPrefix(first + ".") } ? first : nil
        }
    }

    /// The values behind a name and a colon; what is no plain text is `nil`.
    static func values(_ names: Set<String>, in tokens: ArraySlice<SwiftToken>) -> [String?] {
        var values: [String?] = []
        for index in tokens.indices.dropLast(2)
        where tokens[index].kind != .symbol && names.contains(tokens[index].text)
            && tokens[index + 1].isSymbol(":")
        {
            values.append(string(at: index + 2, in: tokens)?.text)
        }
        return values
    }

    /// A plain string of Swift, perhaps in `.string(…)`, and the place behind it.
    private static func string(
        at index: Int,
        in tokens: ArraySlice<SwiftToken>
    ) -> (text: String, next: Int)? {
        func token(_ index: Int) -> SwiftToken? { tokens.indices.contains(index) ? tokens[index] : nil }
        let isWrapped = token(index)?.text == ".string" && token(index + 1)?.isSymbol("(") == true
        let place = isWrapped ? index + 2 : index
        guard let value = token(place), value.kind == .string, value.isPlain else { return nil }
        if isWrapped { return token(place + 1)?.isSymbol(")") == true ? (value.text, place + 2) : nil }
        // What follows may make another text of it.
        guard let next = token(place + 1) else { return (value.text, place + 1) }
        return next.kind == .symbol && ",])}".contains(next.text) || next.startsLine && next.kind != .symbol
            ? (value.text, place + 1) : nil
    }

    /// The words behind a name that stands directly in the target, not deeper.
    private static func own(_ names: Set<String>, of tokens: ArraySlice<SwiftToken>) -> [String] {
        var depth = 0
        var values: [String] = []
        var isValue = false
        for index in tokens.indices {
            let token = tokens[index]
            if token.kind == .symbol {
                if "([{".contains(token.text) { depth += 1 }
                if ")]}".contains(token.text) { depth -= 1 }
                // A value goes up to the next comma, or to the end of the call.
                if depth < 1 || depth == 1 && token.text == "," { isValue = false }
            } else if depth == 1, names.contains(token.text), index + 1 < tokens.endIndex,
                tokens[index + 1].isSymbol(":")
            {
                isValue = true
            } else if isValue {
                values.append(token.text)
            }
        }
        return values
    }

    // MARK: - Domains

    private var writtenDomains: Domains {
        let places = tokens.indices.filter { tokens[$0].text == "com.apple.developer.associated-domains" }
        guard let place = places.first else { return .none }
        guard places.count == 1, place + 1 < tokens.endIndex, tokens[place + 1].isSymbol(":") else { return .unknown }
        guard let list = array(at: place + 2) else { return .unknown }
        return list.count <= Self.maximumDomainCount ? .known(list) : .unknown
    }

    private func token(_ index: Int) -> SwiftToken? { tokens.indices.contains(index) ? tokens[index] : nil }

    /// An array of Swift, perhaps in `.array(…)`, of which each element is plain.
    private func array(at start: Int) -> [String]? {
        var index = start
        if token(index)?.text == ".array", token(index + 1)?.isSymbol("(") == true { index += 2 }
        guard token(index)?.isSymbol("[") == true else { return nil }
        index += 1
        var values: [String] = []
        while let token = token(index), !token.isSymbol("]") {
            guard let (text, next) = Self.string(at: index, in: tokens) else { return nil }
            values.append(text)
            index = next
            if self.token(index)?.isSymbol(",") == true { index += 1 }
        }
        return isEnd(index + 1) ? values : nil
    }

    /// Whether nothing is added to an array that ends before a place.
    private func isEnd(_ index: Int) -> Bool {
        guard let next = token(index) else { return true }
        return next.kind == .symbol ? ",])}".contains(next.text) : next.startsLine
    }
}
