@_spi(Bolts) import BoltsAssociations
import Foundation

extension SiteDescription {
    /// The maximum size of a description in bytes.
    public static let maximumBytes = 1 << 20

    /// Reads a description from strict JSON of at most 1 MiB; ``SitePublication`` judges it.
    public init(json bytes: [UInt8]) throws(SiteDescriptionError) {
        let document = try Self.document(bytes)
        if let member = document.duplicateMembers.first {
            let message = "The key \(Clip.quoted(member.name ?? "")) occurs twice."
            var problem = SiteDescriptionProblem(.duplicate, at: member.pointer, message, fix: "Keep one.")
            problem.position = member.memberPlace.position
            throw SiteDescriptionError([problem])
        }
        do {
            self = try JSONDecoder().decode(SiteDescription.self, from: Data(bytes))
        } catch {
            let problem: SiteDescriptionProblem
            if let known = error as? SiteDescriptionProblem {
                problem = known
            } else if let decoding = error as? DecodingError {
                problem = StrictMembers.problem(decoding, fallback: "")
            } else {
                problem = SiteDescriptionProblem(.badValue, at: "", "\(error)", fix: "Correct it.")
            }
            throw SiteDescriptionError([Self.located(problem, in: document)])
        }
    }

    /// Returns the problems with their positions in a text.
    public static func located(_ problems: [SiteDescriptionProblem], in bytes: [UInt8]) -> [SiteDescriptionProblem] {
        guard let document = try? JSONDocument(bytes, maximumBytes: maximumBytes) else { return problems }
        return problems.map { located($0, in: document) }
    }

    private static func located(
        _ problem: SiteDescriptionProblem,
        in document: JSONDocument
    ) -> SiteDescriptionProblem {
        var problem = problem
        problem.position = problem.position ?? document.position(at: problem.pointer)
        return problem
    }

    private static func document(_ bytes: [UInt8]) throws(SiteDescriptionError) -> JSONDocument {
        do throws(JSONSyntaxError) {
            return try JSONDocument(bytes, maximumBytes: maximumBytes)
        } catch {
            var problem = SiteDescriptionProblem(.syntax, at: "", error.message, fix: "Write strict JSON.")
            problem.position = error.position
            throw SiteDescriptionError([problem])
        }
    }

    /// Returns the description as JSON with sorted keys, which ``init(json:)`` reads back to an equal value.
    public func json() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
    }
}

extension JSONDocument {
    /// Returns the position of the value of a JSON pointer, or of the nearest value around it.
    func position(at pointer: String) -> TextPosition {
        var node = root
        for step in pointer.split(separator: "/", omittingEmptySubsequences: false).dropFirst() {
            let name = step.replacing("~1", with: "/").replacing("~0", with: "~")
            if let member = node[String(name)] {
                node = member
            } else if let index = Int(step), index >= 0,
                let element = node.elements?.dropFirst(index).first(where: { _ in true })
            {
                node = element
            } else {
                break
            }
        }
        return node.memberPlace.position
    }
}
