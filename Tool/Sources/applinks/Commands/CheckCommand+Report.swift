import BoltsAppLinks
import BoltsBase
@_spi(Repairing) import BoltsSiteCheck
import Foundation

/// What `applinks check` prints and writes, in each of its formats.
extension CheckCommand {
    /// Prints the counts of `--summary`.
    func show(_ survey: SurveyReport) throws {
        switch format {
        case .json: Terminal.print(json: try survey.json())
        case .markdown: Terminal.print(survey.markdown)
        default:
            Terminal.print(survey.lines)
            Terminal.note([survey.counts.text])
        }
    }

    /// Prints the findings, or what is said after the text that each input had.
    func show(_ results: [CheckResult], _ counts: CheckCounts) throws {
        switch format {
        case .text:
            let files = results.flatMap(\.repairs).filter(\.isChanged)
            let count = files.reduce(0) { $0 + $1.repair.mended.count }
            let mended =
                "\(repair.dryRun ? "would mend" : "mended") \(RepairReport.counted(count, "finding")) in "
                + RepairReport.counted(files.count, "file")
            Terminal.note([repair.isAsked ? "\(mended); left: \(counts.text)" : counts.text]
            )
        case .json, .sarif, .gitlab: Terminal.print(json: try text(results, format))
        case .github: Terminal.print(GitHubReport.lines(results))
        case .html, .junit, .checkstyle: Terminal.print(html: try text(results, format))
        case .markdown:
            Terminal.print(
                MarkdownReport.text(results, showsAll: all).split(separator: "\n", omittingEmptySubsequences: false)
                    .map(String.init)
            )
        }
    }

    /// The findings as a file, which ends with a line break.
    func fileText(_ results: [CheckResult], _ format: Format) throws -> String {
        let text = try text(results, format)
        return text.hasSuffix("\n") ? text : text + "\n"
    }

    /// The findings in a format that is a document.
    private func text(_ results: [CheckResult], _ format: Format) throws -> String {
        switch format {
        case .text: ""
        case .json: try FindingReport(results, isRepaired: repair.isAsked).json()
        case .sarif: try SARIFReport(results, toolVersion: BoltsVersion.current).json()
        case .gitlab: try CodeQualityReport(results).json()
        case .github: GitHubReport.lines(results).map { "::\($0.text.sanitized())\n" }.joined()
        case .html: HTMLReport.page(results, showsAll: all)
        case .junit: XMLReport.junit(results, failOn: failOn.severity)
        case .checkstyle: XMLReport.checkstyle(results)
        case .markdown: MarkdownReport.text(results, showsAll: all)
        }
    }
}
