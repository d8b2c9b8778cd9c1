import Foundation

/// Decides by trying each rule in order with a backtracking glob.
func naiveDecision(_ url: String, _ rules: [BenchmarkRule]) -> Bool {
    let afterHost = url.dropFirst("https://".count).drop { $0 != "/" }
    let path = Array(normalized(String(afterHost.prefix { $0 != "?" })).utf8)
    return rules.contains { globMatches($0.comparedPattern[...], path[...]) }
}

/// Adds the slash that Apple's comparison adds.
func normalized(_ path: String) -> String {
    path.hasSuffix("/") || path.hasSuffix("*") ? path : path + "/"
}

private func globMatches(_ pattern: ArraySlice<UInt8>, _ text: ArraySlice<UInt8>) -> Bool {
    guard let first = pattern.first else { return text.isEmpty }
    if first == UInt8(ascii: "*") {
        return (text.startIndex...text.endIndex).contains { globMatches(pattern.dropFirst(), text[$0...]) }
    }
    guard let byte = text.first, first == byte || first == UInt8(ascii: "?") else { return false }
    return globMatches(pattern.dropFirst(), text.dropFirst())
}
