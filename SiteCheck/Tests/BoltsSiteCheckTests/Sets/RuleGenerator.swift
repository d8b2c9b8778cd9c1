@_spi(Bolts) import BoltsAssociations
import SharedData

/// Makes random rules of every platform and URLs similar to them, the same ones in every run.
struct RuleGenerator: RandomNumberGenerator {
    private var random: SeededRandom

    init(seed: UInt64) { random = SeededRandom(seed: seed) }

    mutating func next() -> UInt64 { random.next() }

    mutating func pick<Value>(_ values: [Value]) -> Value { values[Int.random(in: values.indices, using: &self)] }

    mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &self) < percent }

    /// Makes a pattern of a few pieces, so that patterns overlap often.
    mutating func pattern(_ pieces: [String], isPath: Bool) -> String {
        var text = isPath && !chance(15) ? "/" : ""
        for _ in 0..<Int.random(in: 0...4, using: &self) { text += pick(pieces) }
        return text
    }

    static let applePieces = ["a", "b", "/", "/", "*", "?", "é", "A", "%61", "%C3%A9", "1", "$(v)", "$(digit)"]
    static let plainPieces = ["a", "b", "/", "/", "*", "?", "A", "1", "x"]

    /// Makes an Apple file with one app.
    mutating func appleFile() -> String {
        let components = (0..<Int.random(in: 1...4, using: &self)).map { _ -> String in
            var members = ["\"/\": \"\(pattern(Self.applePieces, isPath: true))\""]
            if chance(20) { members.append("\"#\": \"\(pattern(Self.applePieces, isPath: false))\"") }
            if chance(15) { members.append("\"?\": {\"q\": \"\(pattern(Self.applePieces, isPath: false))\"}") }
            if chance(30) { members.append("\"exclude\": true") }
            if chance(25) { members.append("\"caseSensitive\": false") }
            if chance(50) { members.append("\"percentEncoded\": false") }
            return "{" + members.joined(separator: ", ") + "}"
        }
        return """
            {"applinks": {"substitutionVariables": {"v": ["a", "b/a", "", "a*1"]}, "details": [
                {"appIDs": ["R2TQ9MZ7K4.dk.lakrids.app"], "components": [\(components.joined(separator: ", "))]}
            ]}}
            """
    }

    /// Makes a statement with dynamic rules.
    mutating func assetLinks() -> String {
        let rules = (0..<Int.random(in: 1...4, using: &self)).map { _ -> String in
            let path = pattern(Self.plainPieces, isPath: true)
            var members = ["\"/\": \"\(path.isEmpty ? "/" : path)\""]
            if chance(15) { members.append("\"?\": {\"q\": \"x\(pattern(Self.plainPieces, isPath: false))\"}") }
            if chance(15) { members.append("\"#\": \"x\(pattern(Self.plainPieces, isPath: false))\"") }
            if chance(30) { members.append("\"exclude\": true") }
            return "{" + members.joined(separator: ", ") + "}"
        }
        return AssetLinksRuleCases.dynamic("[\(rules.joined(separator: ", "))]", package: "dk.lakrids.app")
    }

    /// Makes a Windows file with one app.
    mutating func windowsFile() -> String {
        func list(_ count: Int) -> String {
            (0..<count).map { _ in "\"\(pattern(Self.plainPieces, isPath: true))\"" }.joined(separator: ", ")
        }
        return """
            [{"packageFamilyName": "Lakrids_8wekyb3d8bbwe", "paths": [\(list(3))], "excludePaths": [\(list(1))]}]
            """
    }

    /// Makes a path, a query and a fragment; half of them have escapes, double slashes or characters beyond ASCII.
    mutating func spelling() -> String {
        let plain = ["a", "b", "/", "/", "1", "A", "x", "*", "da"]
        let hard = ["%61", "%2F", "//", "%C3%A9", "%c3%a9", "%F0%9F%98%80", "%41", "%C3%85", "%3F", "%2a", "é"]
        let pieces = chance(50) ? plain : plain + hard
        func text(_ length: Int) -> String { (0..<length).map { _ in pick(pieces) }.joined() }
        var result = "/" + text(Int.random(in: 0...5, using: &self))
        if chance(30) { result += "?q=" + text(Int.random(in: 0...3, using: &self)).replacing("é", with: "") }
        if chance(5) { result += result.contains("?") ? "&%71=a" : "?q" }
        if chance(20) { result += "#" + text(Int.random(in: 0...3, using: &self)) }
        return result.replacing("é", with: "%C3%A9")
    }
}
