import BoltsBase
import Foundation

/// The build settings of a target in a configuration, where they are written literally.
struct BuildSettings {
    private static let depthLimit = 12
    fileprivate static let maximumLength = 4_096
    /// One value may refer to others so many times: each of them may refer to many again.
    private static let maximumReferenceCount = 200

    /// The layers, strongest first: the target's, its file's, the project's, its file's, and what is built in.
    let layers: [HeldSettings]
    /// The layers of all configurations: where a name that one of them sets is not set, it is empty, as Xcode has it.
    var own: [SettingsLayer] = []

    /// The value of a setting with its references replaced, or `nil` if it is not set or not known.
    func value(_ name: String) -> String? {
        var budget = Self.maximumReferenceCount
        return value(name, from: 0, depth: 0, &budget)
    }

    /// Whether the setting is set, if only to something unknown or empty.
    func isSet(_ name: String) -> Bool { layers.contains { $0[name] != nil } }

    /// The text with its references replaced, or `nil` if one is not known.
    func expanded(_ text: String) -> String? {
        var budget = Self.maximumReferenceCount
        return expanded(text, inherited: nil, depth: 0, &budget)
    }

    private func value(_ name: String, from layer: Int, depth: Int, _ budget: inout Int) -> String? {
        budget -= 1
        guard depth < Self.depthLimit, budget >= 0 else { return nil }
        for index in layers.indices.dropFirst(layer) {
            guard let text = layers[index][name] else { continue }
            return expanded(text, inherited: (name, index + 1), depth: depth + 1, &budget)
        }
        return own.contains { $0.names(name) } ? "" : nil
    }

    /// The name of a setting without its conditions.
    static func plainName(_ key: String) -> String { String(key.prefix { $0 != "[" }) }

    private func expanded(
        _ text: String,
        inherited: (name: String, layer: Int)?,
        depth: Int,
        _ budget: inout Int
    ) -> String? {
        guard text.utf8.count <= Self.maximumLength else { return nil }
        var result = ""
        var rest = Substring(text)
        while let dollar = rest.firstIndex(of: "$") {
            result += rest[..<dollar]
            let start = rest.index(after: dollar)
            guard start < rest.endIndex, rest[start] == "(" || rest[start] == "{",
                let end = Self.end(of: rest[start...])
            else { return nil }
            guard
                let value = reference(
                    rest[rest.index(after: start)..<end],
                    inherited: inherited,
                    depth: depth,
                    &budget
                ),
                result.utf8.count + value.utf8.count <= Self.maximumLength
            else { return nil }
            result += value
            rest = rest[rest.index(after: end)...]
        }
        return result + rest
    }

    /// The bracket that closes the one at the beginning of a text; a reference within it has brackets of its own.
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

    /// The parts of a reference between colons: its name and what is done with the value.
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
    ) -> String? {
        let parts = Self.parts(of: text)
        func expanded(_ text: Substring) -> String? {
            guard text.contains("$") else { return String(text) }
            guard depth < Self.depthLimit else { return nil }
            return self.expanded(String(text), inherited: inherited, depth: depth + 1, &budget)
        }
        guard let name = expanded(parts.first ?? "") else { return nil }
        var result: String?
        if let inherited, name == "inherited" || name == inherited.name {
            result =
                value(inherited.name, from: inherited.layer, depth: depth, &budget) ?? (name == "inherited" ? "" : nil)
        } else {
            result = value(name, from: 0, depth: depth, &budget)
        }
        for modifier in parts.dropFirst() {
            switch modifier {
            case "lower": result = result?.lowercased()
            case "upper": result = result?.uppercased()
            case "rfc1034identifier", "c99extidentifier":
                let other = modifier == "rfc1034identifier" ? "-" : "_"
                result = result.map { text in
                    text.utf8.map { byte in
                        let isKept =
                            byte.isASCIILetter || byte.isASCIIDigit || (other == "-" && byte == UInt8(ascii: "."))
                        return isKept ? String(decoding: [byte], as: UTF8.self) : other
                    }.joined()
                }
            case _ where modifier.hasPrefix("default="):
                if result?.isEmpty != false { result = expanded(modifier.dropFirst("default=".count)) }
            default: return nil
            }
        }
        return result
    }
}

/// The settings of an `.xcconfig` file and of those that it includes.
struct ConfigurationFile {
    private static let maximumIncludeDepth = 6
    private static let maximumIncludeCount = 64

    private(set) var settings: [String: String] = [:]
    /// The first file that should be there and is not, or `nil` if none is missing.
    private(set) var missing: String?
    private var count = 0

    init(_ file: String, in folder: ProjectFolder) { read(file, in: folder, depth: 0) }

    /// The settings of a file as a layer, and the file that is missing as it is shown.
    static func layer(_ file: String, in folder: ProjectFolder) -> (layer: SettingsLayer, missing: String?) {
        let read = ConfigurationFile(file, in: folder)
        return (SettingsLayer(read.settings), read.missing.map(folder.shown))
    }

    /// Whether a tool makes the file while it prepares a build, and sets nothing that matters to links in it.
    private static func isMade(_ file: String) -> Bool {
        let name = (file as NSString).lastPathComponent
        return name.hasPrefix("Pods-") || name == "Generated.xcconfig"
    }

    private mutating func read(_ file: String, in folder: ProjectFolder, isOptional: Bool = false, depth: Int) {
        count += 1
        guard depth < Self.maximumIncludeDepth, count <= Self.maximumIncludeCount else { return }
        guard let text = folder.text(file) else {
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

    /// Returns a value, without the semicolon that may end it, with the lines in which it goes on behind a backslash.
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
                // A value that grows with each line is none that is known.
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
