import BoltsSiteCheck
import Foundation

/// The result of `applinks publish`, by `Command/Sources/applinks/Help/Schemas/publish.schema.json`.
struct PublishReport: JSONReport {
    struct File: Encodable, Sendable {
        let path: String
        let status: String
    }

    struct Problem: Encodable, Sendable {
        let severity: String
        let code: String
        let keyPath: String
        let pointer: String
        let line: Int?
        let column: Int?
        let message: String
        let fix: String

        init(_ problem: SiteDescriptionProblem) {
            severity = problem.isWarning ? "warning" : "error"
            code = problem.code.rawValue
            keyPath = problem.keyPath
            pointer = problem.pointer
            line = problem.position?.line
            column = problem.position?.column
            message = problem.message
            fix = problem.fix
        }
    }

    struct Difference: Encodable, Sendable {
        let file: String
        let kind: String
        let message: String
        let line: Int?
        let column: Int?
        let pointer: String?

        /// Reports a difference of a file, or of a page, whose path is its address.
        init(_ difference: DeploymentDifference, of site: DeployedSite? = nil) {
            file = (site?.name ?? "") + difference.path
            kind = difference.kind.rawValue
            message = difference.message
            line = difference.place?.position.line
            column = difference.place?.position.column
            pointer = difference.place?.pointer
        }

        /// The problem as one line in the format of compiler messages.
        var text: String {
            let place = line.map { ":\($0):\(column ?? 1)" } ?? ""
            return "\(file)\(place): error: \(message)"
        }
    }

    struct Page: Encodable, Sendable {
        let url: String
        let html: String
    }

    let version = 1
    let description: String
    var problems: [Problem] = []
    /// Why the description could not be read, or `nil` if it could.
    var failure: String?
    var files: [File] = []
    /// The compared items, with `--check`.
    var compared: [String] = []
    var differences: [Difference] = []
    var pages: [Page] = []

    init(description: String) { self.description = description }
}
