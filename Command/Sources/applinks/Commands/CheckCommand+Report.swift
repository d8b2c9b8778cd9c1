@_spi(Bolts) import AppFiles
import ArgumentParser
import BoltsAppLinks
import BoltsBase
@_spi(Bolts) import BoltsSiteCheck
import Foundation

extension CheckCommand {
    func show(_ survey: SummaryReport) throws {
        if format == .json { return Terminal.print(json: try survey.json()) }
        Terminal.print(survey.lines)
        Terminal.note([survey.counts.text])
    }

    /// The documents of this run, without results: those to print and those to write to files.
    func documents() -> [Format: any ResultDocument] {
        let formats = Set((summary ? [] : [format]) + output.map(\.format))
        return Dictionary(uniqueKeysWithValues: formats.compactMap { format in document(format).map { (format, $0) } })
    }

    /// A format that is a document; `nil` for text, which is printed when each input is done.
    private func document(_ format: Format) -> (any ResultDocument)? {
        switch format {
        case .text: nil
        case .json: CheckReportWriter(isFixed: fixing.isAsked)
        case .sarif: SARIFReport()
        case .gitlab: CodeQualityReport()
        case .github: GitHubReport()
        case .html: HTMLReport(showsAll: all)
        case .junit: JUnitReport(failOn: failOn.severity)
        case .markdown: MarkdownReport(showsAll: all)
        }
    }

    func show(_ document: any ResultDocument, _ counts: CheckCounts) throws {
        let form: Terminal.Document =
            switch format {
            case .json, .sarif, .gitlab: .json
            case .github: .commands
            case .markdown, .text: .lines
            case .html, .junit: .markup
            }
        try document.write(counts) { Terminal.print(part: $0, of: form) }
        // These two formats do not end with a line break.
        if form == .json || form == .lines { Terminal.print(part: "\n", of: .lines) }
    }

    /// Ends a run that could not begin or fixed nothing.
    ///
    /// The documents also state why, so that no program mistakes empty output, or an earlier run's file, for an answer.
    func fail(_ error: any Error, of inputs: [String]) throws -> Never {
        let source = list.from ?? configurationPath ?? "."
        var (documents, survey, counts) = (self.documents(), SummaryReport(), CheckCounts([]))
        for input in inputs.isEmpty ? [source] : inputs {
            var result = CheckResult(input: input)
            result.failure = "\(error)"
            for format in Array(documents.keys) { try documents[format]?.add(result) }
            survey.add(result)
            counts.add(CheckCounts([result]))
        }
        Terminal.complain("\(error)")
        if summary {
            if format != .text { try show(survey.sorted) }
        } else if let document = documents[format] {
            try show(document, counts)
        }
        for one in output {
            guard let document = documents[one.format] else { continue }
            do { try write(document, counts, to: one.path) } catch { Terminal.complain("\(error)") }
        }
        throw ExitCode(Terminal.hasLostOutput ? 74 : 2)
    }

    /// Writes a document to a file, with a final line break.
    func write(_ document: any ResultDocument, _ counts: CheckCounts, to path: String) throws {
        _ = try FolderWriter.write(to: WrittenPlace(path), named: path) { write in
            var endsLine = false
            try document.write(counts) { part in
                try write(Data(part.utf8))
                if !part.isEmpty { endsLine = part.utf8.last == UInt8(ascii: "\n") }
            }
            if !endsLine { try write(Data("\n".utf8)) }
        }
    }

    /// Prints the apps of the inputs and of `--app`, one a line.
    func printApps(_ decisions: CheckDecisions) throws {
        var entries = decisions.checkers.checker(of: "").apps.inventory.entries
        for input in decisions.inputs {
            do {
                switch try CheckInput(input) {
                case .file(let path), .directory(let path):
                    let content = try AppFileReader().claims(atPath: path)
                    let found = content.inventory.entries
                    guard !found.isEmpty else { throw InputError("\(path) has no app that can be read") }
                    entries += found
                    for note in content.notes { Terminal.complain(note) }
                case .url, .scheme, .host, .standardInput: continue
                }
            } catch {
                try fail(error, of: [input])
            }
        }
        Terminal.print(entries.map { StyledText("\($0.line).") })
        if entries.contains(where: { $0.role.isJudged && $0.gaps.contains { $0.part == .hosts } }) {
            throw ExitCode(2)
        }
    }
}
