import BoltsBase
@_spi(Bolts) import BoltsSiteCheck
import Foundation

/// The build settings of a target in a configuration, resolved as in swift-build: undefined settings are empty.
///
/// Source: swift-build, MacroExpressionParser and MacroEvaluationProgram of SWBMacro, and Settings.swift of SWBCore.
struct BuildSettings {
    private static let depthLimit = 12
    fileprivate static let maximumLength = 4_096
    /// The maximum number of references from one value, because each of them may refer to many others.
    private static let maximumReferenceCount = 400
    /// The cost of looking up a reference, in bytes of text.
    private static let referenceCost = 64

    /// Settings of Xcode itself whose values depend on the machine or the build.
    private static let ofXcode: Set<String> = [
        "ARCHS", "BUILD_DIR", "BUILD_ROOT", "BUILT_PRODUCTS_DIR", "CONFIGURATION_BUILD_DIR", "CURRENT_ARCH",
        "CURRENT_PROJECT_VERSION", "DERIVED_FILE_DIR", "DEVELOPER_DIR", "HOME", "MARKETING_VERSION", "OBJROOT",
        "PROJECT_TEMP_DIR", "SDK_NAME", "SDK_VERSION", "SYMROOT", "TARGET_BUILD_DIR", "TARGET_TEMP_DIR", "USER",
        "WRAPPER_NAME", "XCODE_VERSION_ACTUAL", "XCODE_VERSION_MAJOR", "AppIdentifierPrefix", "TeamIdentifierPrefix",
        "CFBundleIdentifier",
    ]

    /// The layers, strongest first: the target's settings, those of the target's file, the project's, those of the project's file,
    /// and the built-in ones.
    let layers: [HeldSettings]
    /// The unread file that may set more, or `nil` if all settings are read.
    var gap: SourceGap?
    /// Whether undefined settings are empty, as in a build without settings from outside.
    var undefinedIsEmpty = true

    /// The value of a setting with its references replaced, or `nil` if it is not set or not known.
    func value(_ name: String) -> String? { text(name)?.known }

    /// The value of a setting as far as it is known, or `nil` if it is not set.
    func text(_ name: String) -> SourceText? {
        var budget = Self.maximumReferenceCount
        return value(name, from: 0, depth: 0, &budget)
    }

    /// Whether the setting is set, even to an unknown or empty value.
    func isSet(_ name: String) -> Bool { layers.contains { $0[name] != nil } }

    /// The text with its references replaced, as far as these are known.
    func expanded(_ text: String) -> SourceText {
        var cost = 0
        return expanded(text, cost: &cost)
    }

    /// The text with its references replaced; adds the cost to `cost`: the bytes of the text and of each reference that was looked
    /// up.
    func expanded(_ text: String, cost: inout Int) -> SourceText {
        var budget = Self.maximumReferenceCount
        let result = expanded(text, inherited: nil, depth: 0, &budget)
        cost += result.description.utf8.count + (Self.maximumReferenceCount - budget) * Self.referenceCost
        return result
    }

    private func value(_ name: String, from layer: Int, depth: Int, _ budget: inout Int) -> SourceText? {
        budget -= 1
        ReadingSteps.add()
        guard depth < Self.depthLimit, budget >= 0 else { return open("$(\(name))") }
        for index in layers.indices.dropFirst(layer) {
            guard let text = layers[index][name] else { continue }
            return expanded(text, inherited: (name, index + 1), depth: depth + 1, &budget)
        }
        return nil
    }

    private func open(_ written: some StringProtocol) -> SourceText {
        let reason = SourceGap("the project does not set \(written.prefix(100))")
        return .unknown(gap ?? reason, written: String(written.prefix(100)))
    }

    /// The value of a setting that is not set.
    private func undefined(_ name: String) -> SourceText {
        undefinedIsEmpty && gap == nil && !Self.ofXcode.contains(name) ? SourceText("") : open("$(\(name))")
    }

    /// The name of a setting without its conditions.
    static func plainName(_ key: String) -> String { String(key.prefix { $0 != "[" }) }

    private func expanded(
        _ text: String,
        inherited: (name: String, layer: Int)?,
        depth: Int,
        _ budget: inout Int
    ) -> SourceText {
        guard text.utf8.count <= Self.maximumLength else { return open("$") }
        var parts: [SourceText.Part] = []
        var missing: SourceGap?
        func add(_ text: SourceText) {
            parts += text.parts
            missing = missing ?? text.gap
        }
        var rest = Substring(text)
        var length = 0
        while let dollar = rest.firstIndex(of: "$") {
            budget -= 1
            guard budget >= 0 else { return open("$") }
            add(SourceText(String(rest[..<dollar])))
            let start = rest.index(after: dollar)
            let name = rest[start...].prefix { $0 == "_" || $0.isASCII && ($0.isLetter || $0.isNumber) }
            let value: SourceText
            if start < rest.endIndex, rest[start] == "(" || rest[start] == "{" {
                guard let end = Self.end(of: rest[start...]) else {
                    rest = rest[dollar...]
                    break
                }
                value = reference(
                    rest[rest.index(after: start)..<end],
                    inherited: inherited,
                    depth: depth,
                    &budget
                )
                rest = rest[rest.index(after: end)...]
            } else if !name.isEmpty {
                value = reference(name, inherited: inherited, depth: depth, &budget)
                rest = rest[name.endIndex...]
            } else {
                value = open("$")
                rest = rest[start...]
            }
            length += value.description.utf8.count
            guard length <= Self.maximumLength else { return open("$") }
            add(value)
        }
        add(rest.first == "$" ? open(rest) : SourceText(String(rest)))
        return SourceText(parts: parts, gap: missing ?? SourceGap(""))
    }

    /// The closing bracket that matches the bracket at the beginning of a text; references within it have brackets of their own.
    private static func end(of text: Substring) -> Substring.Index? {
        var open: [Character] = []
        var previous: Character = "$"
        for index in text.indices {
            let character = text[index]
            if previous == "$", character == "(" || character == "{" {
                open.append(character == "(" ? ")" : "}")
            } else if character == open.last {
                open.removeLast()
                if open.isEmpty { return index }
            }
            previous = character
        }
        return nil
    }

    /// The parts of a reference between colons: its name and its operators.
    private static func parts(of text: Substring) -> [Substring] {
        var parts: [Substring] = []
        var start = text.startIndex
        var index = start
        while index < text.endIndex {
            if text[index] == ":" {
                parts.append(text[start..<index])
                start = text.index(after: index)
            } else if text[index] == "$" {
                let next = text.index(after: index)
                if next < text.endIndex, "({".contains(text[next]), let end = end(of: text[next...]) { index = end }
            }
            index = text.index(after: index)
        }
        return parts + [text[start...]]
    }

    private func reference(
        _ text: Substring,
        inherited: (name: String, layer: Int)?,
        depth: Int,
        _ budget: inout Int
    ) -> SourceText {
        let parts = Self.parts(of: text)
        func expanded(_ text: Substring) -> SourceText {
            guard text.contains("$") else { return SourceText(String(text)) }
            guard depth < Self.depthLimit else { return open(text) }
            return self.expanded(String(text), inherited: inherited, depth: depth + 1, &budget)
        }
        guard let name = expanded(parts.first ?? "").known else { return open("$(\(text))") }
        var result: SourceText
        if let inherited, name == "inherited" || name == inherited.name {
            result = value(inherited.name, from: inherited.layer, depth: depth, &budget) ?? SourceText("")
        } else {
            result = value(name, from: 0, depth: depth, &budget) ?? undefined(name)
        }
        for modifier in parts.dropFirst() {
            if modifier.hasPrefix("default=") {
                if result.known?.isEmpty == true || Self.isUndefined(result, name) {
                    result = expanded(modifier.dropFirst("default=".count))
                }
                continue
            }
            guard let text = result.known, let changed = Self.applying(modifier, to: text) else {
                return open("$(\(parts.map(String.init).joined(separator: ":")))")
            }
            result = SourceText(changed)
        }
        return result
    }

    /// Whether a text consists only of the placeholder for an undefined setting.
    private static func isUndefined(_ text: SourceText, _ name: String) -> Bool { text.parts == [.open("$(\(name))")] }

    /// The result of an operator of swift-build, or `nil` for an unknown operator.
    private static func applying(_ modifier: Substring, to text: String) -> String? {
        let path = text as NSString
        switch modifier {
        case "lower": return text.lowercased()
        case "upper": return text.uppercased()
        case "file": return path.lastPathComponent
        case "dir": return text.contains("/") ? FilePath.folder(of: text) : "."
        case "base": return (path.lastPathComponent as NSString).deletingPathExtension
        case "suffix": return path.pathExtension.isEmpty ? "" : "." + path.pathExtension
        case "standardizepath": return path.standardizingPath
        case "rfc1034identifier", "identifier", "c99extidentifier":
            let other = modifier == "rfc1034identifier" ? "-" : "_"
            return text.utf8.map { byte in
                let isKept = byte.isASCIILetter || byte.isASCIIDigit || (other == "-" && byte == UInt8(ascii: "."))
                return isKept ? String(decoding: [byte], as: UTF8.self) : other
            }.joined()
        default: return nil
        }
    }
}

/// The settings of an `.xcconfig` file and of those that it includes.
struct ConfigurationFile {
    private static let maximumIncludeDepth = 6
    private static let maximumIncludeCount = 64

    private(set) var settings: [String: String] = [:]
    /// The first required file that is missing, or `nil` if there is none.
    private(set) var missing: String?
    private var count = 0

    init(_ file: String, in folder: ProjectFolder) { read(file, in: folder, depth: 0) }

    /// The settings of a file as a layer, and the display name of a missing file.
    static func layer(_ file: String, in folder: ProjectFolder) -> (layer: SettingsLayer, missing: String?) {
        let read = ConfigurationFile(file, in: folder)
        return (SettingsLayer(read.settings, in: folder.asOnMac(file)), read.missing.map(folder.shown))
    }

    /// Whether a tool creates the file when it prepares a build, and the file sets nothing that is relevant to links.
    private static func isMade(_ file: String) -> Bool {
        let name = (file as NSString).lastPathComponent
        return name.hasPrefix("Pods-") || name == "Generated.xcconfig"
    }

    private mutating func read(_ file: String, in folder: ProjectFolder, isOptional: Bool = false, depth: Int) {
        count += 1
        guard depth < Self.maximumIncludeDepth, count <= Self.maximumIncludeCount else { return }
        guard let text = folder.text(folder.asOnMac(file)) else {
            if !isOptional, !Self.isMade(file), missing == nil { missing = file }
            return
        }
        var lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)[...]
        while let first = lines.popFirst() {
            let line = Self.withoutComment(first)
            if line.hasPrefix("#include") {
                let parts = line.split(separator: "\"", omittingEmptySubsequences: false)
                guard parts.count >= 2 else { continue }
                let other = ProjectFolder.joined(ProjectFolder.parent(of: file), String(parts[1]))
                read(other, in: folder, isOptional: line.hasPrefix("#include?"), depth: depth + 1)
            } else if let equals = Self.separator(in: line) {
                let value = Self.value(line[line.index(after: equals)...].trimmed, &lines)
                set(String(line[..<equals].trimmed), value)
            }
        }
    }

    private static func withoutComment(_ line: Substring) -> Substring {
        (line.range(of: "//").map { line[..<$0.lowerBound] } ?? line).trimmed
    }

    /// Returns a value with its continuation lines, which follow a backslash, and without a final semicolon.
    private static func value(_ first: Substring, _ lines: inout ArraySlice<Substring>) -> String {
        var chunks: [Substring] = []
        var next: Substring? = first
        while var chunk = next {
            if chunk.last == ";" { chunk = chunk.dropLast().trimmed }
            guard chunk.last == "\\" else {
                chunks.append(chunk)
                break
            }
            chunks.append(chunk.dropLast().trimmed)
            next = lines.popFirst().map(withoutComment)
        }
        return chunks.filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// Sets a setting; `$(inherited)` is the value that it has from an earlier line or an included file.
    private mutating func set(_ key: String, _ value: String) {
        let name = BuildSettings.plainName(key)
        guard let earlier = settings[key] ?? settings[name] else {
            settings[key] = value
            return
        }
        var value = value
        for reference in ["$(inherited)", "${inherited}", "$(\(name))", "${\(name)}"] where value.contains(reference) {
            let count = value.split(separator: reference, omittingEmptySubsequences: false).count - 1
            guard value.utf8.count + count * earlier.utf8.count <= BuildSettings.maximumLength else {
                // A value that grows with each line counts as unknown.
                value = "$"
                break
            }
            value = value.replacing(reference, with: earlier)
        }
        settings[key] = value
    }

    /// The equals sign that is not within the brackets of a condition.
    private static func separator(in line: Substring) -> Substring.Index? {
        var depth = 0
        for index in line.indices {
            switch line[index] {
            case "[": depth += 1
            case "]": depth -= 1
            case "=" where depth == 0: return index
            default: break
            }
        }
        return nil
    }
}

extension Substring {
    /// The text without white space at both ends.
    fileprivate var trimmed: Substring {
        var result = self
        while result.first?.isWhitespace == true { result.removeFirst() }
        while result.last?.isWhitespace == true { result.removeLast() }
        return result
    }
}
