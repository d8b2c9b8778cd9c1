@_spi(AppFiles) import BoltsSiteCheck

/// A target in the description of which XcodeGen or Tuist makes an Xcode project.
struct DescribedTarget {
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
    private static let apps: Set<String> = ["application", ".app", "Product.app"]
    private static let clips: Set<String> = ["application.on-demand-install-capable", ".appClip", "Product.appClip"]
    private static let macNames: Set<String> = ["macOS", ".macOS", ".mac", "Destinations.macOS", "Platform.macOS"]

    private let tokens: ArraySlice<DescriptionToken>
    private let isSwift: Bool
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

    init(_ tokens: ArraySlice<DescriptionToken>, isSwift: Bool) {
        self.tokens = tokens
        self.isSwift = isSwift
        let type = Self.own(isSwift ? ["product"] : ["type"], of: tokens, isSwift)
        product =
            switch type.count == 1 ? type.first : nil {
            case nil: .unknown
            case let name? where Self.apps.contains(name): .app
            case let name? where Self.clips.contains(name): .clip
            default: .other
            }
        let platforms = Self.own(["platform", "destinations", "supportedDestinations"], of: tokens, isSwift)
        isForMac = !platforms.isEmpty && platforms.allSatisfy(Self.macNames.contains)
        bundleIdentifier = Self.bundleIdentifier(in: tokens, isSwift)
        teams = Self.values(["DEVELOPMENT_TEAM"], in: tokens, isSwift)
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

    static func bundleIdentifier(in tokens: ArraySlice<DescriptionToken>, _ isSwift: Bool) -> String? {
        let all = values(["PRODUCT_BUNDLE_IDENTIFIER", "bundleId"], in: tokens, isSwift)
        let known = all.compactMap { $0 }
        guard known.count == all.count else { return nil }
        return known.min { $0.utf8.count < $1.utf8.count }.flatMap { first in
            known.allSatisfy { $0 == first || $0.hasPrefix(first + ".") } ? first : nil
        }
    }

    /// The values behind a name and a colon; what is no plain text is `nil`.
    static func values(_ names: Set<String>, in tokens: ArraySlice<DescriptionToken>, _ isSwift: Bool) -> [String?] {
        var values: [String?] = []
        for index in tokens.indices.dropLast(2)
        where tokens[index].kind != .symbol && names.contains(tokens[index].text)
            && tokens[index + 1].isSymbol(":")
        {
            let value = tokens[index + 2]
            guard isSwift else {
                // A name without a value has nothing on its line.
                if value.startsLine { continue }
                let next = index + 3 < tokens.endIndex ? tokens[index + 3] : nil
                let isAlone = next.map { $0.startsLine || $0.kind == .symbol && ",}".contains($0.text) } ?? true
                values.append(isAlone && value.kind != .symbol && value.isPlain ? value.text : nil)
                continue
            }
            values.append(string(at: index + 2, in: tokens)?.text)
        }
        return values
    }

    /// A plain string of Swift, perhaps in `.string(…)`, and the place behind it.
    private static func string(
        at index: Int,
        in tokens: ArraySlice<DescriptionToken>
    ) -> (text: String, next: Int)? {
        func token(_ index: Int) -> DescriptionToken? { tokens.indices.contains(index) ? tokens[index] : nil }
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
    private static func own(_ names: Set<String>, of tokens: ArraySlice<DescriptionToken>, _ isSwift: Bool) -> [String]
    {
        var depth = 0
        var column: Int?
        var isBlock = false
        var values: [String] = []
        for index in tokens.indices {
            let token = tokens[index]
            if token.kind == .symbol {
                if "([{".contains(token.text) { depth += 1 }
                if ")]}".contains(token.text) { depth -= 1 }
            }
            if index == tokens.startIndex + 2 {
                isBlock = !isSwift && token.startsLine
                column = token.column
            }
            let isDirect = isBlock ? token.startsLine && token.column == column && depth == 0 : depth == 1
            guard isDirect, token.kind != .symbol, names.contains(token.text), index + 1 < tokens.endIndex,
                tokens[index + 1].isSymbol(":")
            else { continue }
            var inner = 0
            for value in tokens[(index + 2)...] {
                if value.kind == .symbol {
                    if "([{".contains(value.text) { inner += 1 }
                    if ")]}".contains(value.text) { inner -= 1 }
                    if inner < 0 || inner == 0 && value.text == "," { break }
                } else if isBlock, value.startsLine, value.column <= column ?? 0 {
                    break
                } else {
                    values.append(value.text)
                }
            }
        }
        return values
    }

    // MARK: - Domains

    private var writtenDomains: Domains {
        let places = tokens.indices.filter { tokens[$0].text == "com.apple.developer.associated-domains" }
        guard let place = places.first else { return .none }
        guard places.count == 1, place + 1 < tokens.endIndex, tokens[place + 1].isSymbol(":") else { return .unknown }
        guard let list = isSwift ? array(at: place + 2) : list(at: place + 2, below: tokens[place].column) else {
            return .unknown
        }
        return list.count <= Self.maximumDomainCount ? .known(list) : .unknown
    }

    private func token(_ index: Int) -> DescriptionToken? { tokens.indices.contains(index) ? tokens[index] : nil }

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

    /// A list of YAML of which each item is plain.
    private func list(at start: Int, below column: Int) -> [String]? {
        var index = start
        var values: [String] = []
        if token(index)?.isSymbol("[") == true {
            index += 1
            while let token = token(index), !token.isSymbol("]") {
                guard token.kind != .symbol, token.isPlain, let next = self.token(index + 1),
                    next.isSymbol(",") || next.isSymbol("]")
                else { return nil }
                values.append(token.text)
                index += next.isSymbol(",") ? 2 : 1
            }
            return token(index) == nil ? nil : values
        }
        while let mark = token(index), mark.isSymbol("-"), mark.startsLine, mark.column >= column {
            guard let value = token(index + 1), value.kind != .symbol, value.isPlain, !value.startsLine,
                token(index + 2)?.startsLine ?? true
            else { return nil }
            values.append(value.text)
            index += 2
        }
        return values.isEmpty ? nil : values
    }
}
