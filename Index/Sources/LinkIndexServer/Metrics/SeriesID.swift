/// The name and the labels of a series, in the form of Prometheus.
struct SeriesID: Hashable, Comparable, Sendable {
    let name: String
    /// The labels with their values, escaped: `status="200"`.
    let labels: String

    init(_ label: String, _ dimensions: [(String, String)]) {
        name = Self.name(label)
        labels = dimensions.sorted { $0.0 < $1.0 }
            .map { "\(Self.name($0.0))=\"\(Self.escaped($0.1))\"" }
            .joined(separator: ",")
    }

    static func < (left: Self, right: Self) -> Bool { (left.name, left.labels) < (right.name, right.labels) }

    /// One line: the name with a suffix, the labels with another one, and a value.
    func line(_ suffix: String = "", label: String = "", value: String) -> String {
        let all = [labels, label].filter { !$0.isEmpty }.joined(separator: ",")
        return "\(name)\(suffix)\(all.isEmpty ? "" : "{\(all)}") \(value)\n"
    }

    private static func name(_ text: String) -> String {
        var name = String(text.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") ? $0 : "_" })
        if name.first?.isNumber ?? true { name = "_" + name }
        return name
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
    }
}
