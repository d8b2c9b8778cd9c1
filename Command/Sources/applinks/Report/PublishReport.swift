import BoltsSiteCheck
import Foundation

/// The result of `applinks publish`, by `Command/Sources/applinks/Help/Schemas/publish.schema.json`.
struct PublishReport: Encodable {
    let version = 1
    let description: String
    private var problems: [JSONObject] = []
    /// Why the description could not be read, or `nil` if it could.
    var failure: String?
    var files: [[String: String]] = []
    /// The compared items, with `--check`.
    private var compared: [String] = []
    private(set) var differences: [JSONObject] = []
    var pages: [[String: String]] = []

    init(description: String) { self.description = description }

    mutating func setProblems(_ found: [SiteDescriptionProblem]) {
        problems = found.map { problem in
            [
                "severity": problem.isWarning ? "warning" : "error",
                "code": problem.code.rawValue,
                "keyPath": problem.keyPath,
                "pointer": problem.pointer,
                "line": problem.position?.line,
                "column": problem.position?.column,
                "message": problem.message,
                "fix": problem.fix,
            ]
        }
    }

    /// Adds the differences of a site, or of a page, whose path is its address; returns them in the format of compiler messages.
    mutating func add(_ found: [DeploymentDifference], of site: DeployedSite?, named name: String) -> [String] {
        compared.append(name)
        var lines: [String] = []
        for difference in found {
            let file = (site?.name ?? "") + difference.path
            let position = difference.place?.position
            differences.append([
                "file": file,
                "kind": difference.kind.rawValue,
                "message": difference.message,
                "line": position?.line,
                "column": position?.column,
                "pointer": difference.place?.pointer,
            ])
            lines.append("\(file)\(position.map { ":\($0)" } ?? ""): error: \(difference.message)")
        }
        return lines.isEmpty ? ["\(name): as described"] : lines
    }
}
