@_spi(Bolts) import AppFiles
import BoltsSiteCheck
import Foundation

/// The file that describes a site's links: JSON if its name ends in `.json`, otherwise YAML.
struct DescriptionFile {
    /// Why a description cannot be published: one line for each problem.
    struct Failure: Error, CustomStringConvertible {
        let problems: [SiteDescriptionProblem]
        let lines: [String]

        var description: String { lines.joined(separator: "\n") }
    }

    let path: String
    let site: SiteDescription
    private let json: [UInt8]
    private let yaml: YAMLTree?

    init(path: String) throws {
        guard LocalPath.exists(path) else {
            throw InputError("there is no file \(path); 'applinks init' asks a few questions and writes it")
        }
        try self.init(path: path, text: try RegularFile.bytes(path))
    }

    init(path: String, text: [UInt8]) throws {
        self.path = path
        if (path as NSString).pathExtension.lowercased() == "json" {
            yaml = nil
            json = text
        } else {
            guard text.count <= SiteDescription.maximumBytes else {
                throw InputError("\(path) has more than 1 MiB, which is too large for a description")
            }
            guard let characters = String(validating: text.withoutByteOrderMark, as: UTF8.self) else {
                throw InputError("\(path) is not UTF-8; save it as UTF-8")
            }
            do {
                let tree = try YAMLTree(characters)
                yaml = tree
                json = try tree.json()
            } catch let failure as YAMLTree.Failure {
                let place = failure.position.map { ":\($0)" } ?? ""
                throw Failure(problems: [], lines: ["\(path)\(place): error: \(failure.description)"])
            }
        }
        do throws(SiteDescriptionError) {
            site = try SiteDescription(json: json)
        } catch {
            let problems = yaml.map { Self.located(error.problems, in: $0) } ?? error.problems
            throw Failure(problems, path: path)
        }
    }

    /// Judges the description and writes its files.
    func publication() throws -> SitePublication {
        do throws(SiteDescriptionError) {
            return try SitePublication(site)
        } catch {
            throw Failure(located(error.problems), path: path)
        }
    }

    /// Returns problems with their positions in the file.
    func located(_ problems: [SiteDescriptionProblem]) -> [SiteDescriptionProblem] {
        yaml.map { Self.located(problems, in: $0) } ?? SiteDescription.located(problems, in: json)
    }

    private static func located(_ problems: [SiteDescriptionProblem], in yaml: YAMLTree) -> [SiteDescriptionProblem] {
        problems.map { problem in
            var problem = problem
            problem.position = yaml.position(at: problem.pointer)
            return problem
        }
    }

    /// Returns the line for a person, in the form of compilers.
    static func line(_ problem: SiteDescriptionProblem, path: String) -> String {
        let place = problem.position.map { ":\($0)" } ?? ""
        let key = problem.keyPath.isEmpty ? "" : "\(problem.keyPath): "
        let kind = problem.isWarning ? "warning" : "error"
        return "\(path)\(place): \(kind): \(key)\(problem.message) \(problem.fix)"
    }
}

extension DescriptionFile.Failure {
    init(_ problems: [SiteDescriptionProblem], path: String) {
        self.problems = problems
        lines = problems.map { DescriptionFile.line($0, path: path) }
    }
}
