import Foundation

#if canImport(FoundationXML)
import FoundationXML
#endif

/// The requirements of the published report formats; each check returns the mistakes of a document.
enum ReportRules {
    /// An element of an XML document.
    final class Element {
        let name: String
        let attributes: [String: String]
        var children: [Element] = []
        var text = ""

        init(name: String, attributes: [String: String]) {
            self.name = name
            self.attributes = attributes
        }
    }

    private final class Builder: NSObject, XMLParserDelegate {
        var open: [Element] = []
        var root: Element?

        func parser(
            _ parser: XMLParser,
            didStartElement name: String,
            namespaceURI: String?,
            qualifiedName: String?,
            attributes: [String: String]
        ) {
            let element = Element(name: name, attributes: attributes)
            open.last?.children.append(element)
            if root == nil { root = element }
            open.append(element)
        }

        func parser(_ parser: XMLParser, didEndElement: String, namespaceURI: String?, qualifiedName: String?) {
            open.removeLast()
        }

        func parser(_ parser: XMLParser, foundCharacters string: String) { open.last?.text += string }
    }

    static func xml(_ text: String) -> Element? {
        let parser = XMLParser(data: Data(text.utf8))
        let builder = Builder()
        parser.delegate = builder
        return parser.parse() ? builder.root : nil
    }

    // MARK: - JUnit

    /// The schema of Jenkins' xUnit plug-in: the possible attributes of an element (required ones have a star), and its children.
    private static let junit: [String: (attributes: [String], children: [String])] = [
        "testsuites": (["name", "tests", "failures", "errors", "time"], ["testsuite"]),
        "testsuite": (
            [
                "name*", "tests*", "failures*", "errors*", "skipped", "time", "timestamp", "hostname", "id", "package",
                "file",
            ],
            ["testsuite", "properties", "testcase", "system-out", "system-err"]
        ),
        "testcase": (
            ["name*", "classname", "time", "group"], ["skipped", "error", "failure", "system-out", "system-err"]
        ),
        "failure": (["type", "message"], []), "error": (["type", "message"], []), "skipped": (["type", "message"], []),
        "system-out": ([], []), "system-err": ([], []),
    ]

    static func junit(_ text: String) -> [String] {
        guard let root = xml(text) else { return ["the XML is not well-formed"] }
        guard root.name == "testsuites" else { return ["the root is \(root.name)"] }
        var problems: [String] = []
        func check(_ element: Element) {
            guard let rule = junit[element.name] else { return problems.append("unknown element \(element.name)") }
            let allowed = Set(rule.attributes.map { $0.replacing("*", with: "") })
            problems += element.attributes.keys.filter { !allowed.contains($0) }.map {
                "\(element.name) has the attribute \($0)"
            }
            problems += rule.attributes.filter { $0.hasSuffix("*") && element.attributes[String($0.dropLast())] == nil }
                .map { "\(element.name) has no \($0)" }
            problems += element.children.filter { !rule.children.contains($0.name) }.map {
                "\(element.name) has the child \($0.name)"
            }
            element.children.forEach(check)
        }
        check(root)
        for suite in root.children {
            let cases = suite.children.filter { $0.name == "testcase" }
            func count(_ name: String) -> Int { cases.count { $0.children.contains { $0.name == name } } }
            let counts = ["tests": cases.count, "failures": count("failure"), "errors": count("error")]
            for (name, count) in counts where suite.attributes[name] != "\(count)" {
                problems.append("a suite says \(suite.attributes[name] ?? "") \(name), and has \(count)")
            }
            let names = cases.map { "\($0.attributes["classname"] ?? "") \($0.attributes["name"] ?? "")" }
            if Set(names).count < names.count { problems.append("two cases have one name: \(names)") }
        }
        for name in ["tests", "failures", "errors"] {
            let sum = root.children.compactMap { $0.attributes[name].flatMap { Int($0) } }.reduce(0, +)
            if root.attributes[name] != "\(sum)" { problems.append("the sum of \(name) is wrong") }
        }
        return problems
    }

    // MARK: - GitLab

    static func codeQuality(_ text: String) -> [String] {
        guard let issues = (try? JSONSerialization.jsonObject(with: Data(text.utf8))) as? [[String: Any]] else {
            return ["it is no array of objects"]
        }
        var problems: [String] = []
        for issue in issues {
            for name in ["description", "check_name", "fingerprint"] where (issue[name] as? String)?.isEmpty != false {
                problems.append("no \(name)")
            }
            let severity = issue["severity"] as? String ?? ""
            if !["info", "minor", "major", "critical", "blocker"].contains(severity) {
                problems.append("the severity \(severity)")
            }
            let location = issue["location"] as? [String: Any] ?? [:]
            let path = location["path"] as? String ?? ""
            if path.isEmpty || path.hasPrefix("/") || path.hasPrefix("./") { problems.append("the path \(path)") }
            let line = (location["lines"] as? [String: Any])?["begin"] as? Int ?? 0
            if line < 1 { problems.append("line \(line)") }
        }
        let fingerprints = issues.compactMap { $0["fingerprint"] as? String }
        if Set(fingerprints).count < fingerprints.count { problems.append("a fingerprint is there twice") }
        return problems
    }

    // MARK: - SARIF

    /// Checks the requirements of the specification and of GitHub's code scanning that the schema does not contain.
    static func sarif(_ text: String) -> [String] {
        guard let log = (try? JSONSerialization.jsonObject(with: Data(text.utf8))) as? [String: Any],
            log["version"] as? String == "2.1.0", let runs = log["runs"] as? [[String: Any]], let run = runs.first,
            let driver = (run["tool"] as? [String: Any])?["driver"] as? [String: Any],
            let rules = driver["rules"] as? [[String: Any]], let results = run["results"] as? [[String: Any]]
        else { return ["it is no log of one run with rules and results"] }
        var problems: [String] = []
        let ids = rules.map { $0["id"] as? String ?? "" }
        if Set(ids).count < ids.count { problems.append("a rule is there twice") }
        for rule in rules {
            for name in ["shortDescription", "fullDescription", "help"] {
                let text = (rule[name] as? [String: Any])?["text"] as? String ?? ""
                if text.isEmpty || name != "help" && text.count > 1_024 {
                    problems.append("\(name): \(text.prefix(80))")
                }
            }
        }
        var fingerprints: [String] = []
        for result in results {
            let rule = result["ruleId"] as? String ?? ""
            if !ids.contains(rule) { problems.append("\(rule) is not among the rules") }
            if !["error", "warning", "note"].contains(result["level"] as? String ?? "") { problems.append("a level") }
            let message = (result["message"] as? [String: Any])?["text"] as? String ?? ""
            if message.isEmpty || message.contains("](") { problems.append("the message \(message)") }
            let partial = result["partialFingerprints"] as? [String: String] ?? [:]
            if partial.isEmpty { problems.append("no partial fingerprint") }
            fingerprints += partial.values
            let locations = result["locations"] as? [[String: Any]] ?? []
            if locations.count != 1 { problems.append("\(locations.count) locations") }
            for location in locations {
                let place = location["physicalLocation"] as? [String: Any] ?? [:]
                problems += uri((place["artifactLocation"] as? [String: Any])?["uri"] as? String)
                if let region = place["region"] as? [String: Any] {
                    for value in region.values where (value as? Int ?? 0) < 1 {
                        problems.append("the region \(region)")
                    }
                }
            }
        }
        if Set(fingerprints).count < fingerprints.count { problems.append("a fingerprint is there twice") }
        return problems
    }

    /// Checks that a text is a path from the repository's root, or a URL (RFC 3986).
    private static func uri(_ text: String?) -> [String] {
        guard let text, !text.isEmpty, URL(string: text) != nil else { return ["the URI \(text ?? "")"] }
        let allowed = Set("%-._~!$&'()*+,;=:@/?#[]".unicodeScalars)
        let isPlain = text.unicodeScalars.allSatisfy { scalar in
            scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
                || allowed.contains(scalar)
        }
        let first = text.split(separator: "/").first ?? ""
        let hasScheme = ["https:", "http:", "file:"].contains { text.hasPrefix($0 + "//") }
        return isPlain && !text.hasPrefix("/") && (hasScheme || !first.contains(":")) ? [] : ["the URI \(text)"]
    }
}
