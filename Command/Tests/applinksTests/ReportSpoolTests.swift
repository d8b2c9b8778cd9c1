import Foundation
import Testing

@testable import applinks

/// Tests reports that are longer than the part that is kept in memory.
@Suite(.timeLimit(.minutes(20))) struct ReportSpoolTests {
    @Test func textsComeBackFromMemoryAndFromTheFile() throws {
        let spool = ReportSpool()
        let texts = (0..<40).map { String(repeating: "\($0)é😀", count: $0 % 7 == 0 ? 60_000 : $0) }
        for text in texts { spool.append(text) }
        #expect(texts.reduce(0) { $0 + $1.utf8.count } > 2 * ReportSpool.maximumBuffered)
        func joined() throws -> String {
            var joined = ""
            try spool.passOn(separator: ",") { joined += $0 }
            return joined
        }
        #expect(try joined() == texts.joined(separator: ","))
        // Reading does not change the position of the next text.
        spool.append("last")
        #expect(try joined() == (texts + ["last"]).joined(separator: ","))
    }

    /// A folder with a file that has so many findings that its report, named several times, needs a temporary file.
    private static func folder() throws -> Scratch {
        let scratch = try Scratch()
        let statement = Samples.statement("##[error]é", "a")
        let file = Array(repeating: statement, count: 300).joined(separator: ",")
        try scratch.file("assetlinks.json", "[\(file)]")
        return scratch
    }

    private static let inputs = Array(repeating: "assetlinks.json", count: 12)

    @Test func aReportNeedsNoTemporaryFileThatCannotBeMade() async throws {
        let scratch = try Self.folder()
        let temporary = try Scratch()
        let arguments = ["check", "--no-config", "--format", "json", "--output", "json=copy.json"] + Self.inputs
        let whole = try await Tool.run(arguments, environment: ["TMPDIR": temporary.url.path], directory: scratch.url)
        #expect(whole.output.utf8.count > 2 * ReportSpool.maximumBuffered && !whole.errors.contains("in memory"))
        #expect(whole.json.count == 1 && (whole.json[0]["inputs"] as? [Any])?.count == Self.inputs.count)
        // The temporary file is removed.
        #expect(try FileManager.default.contentsOfDirectory(atPath: temporary.url.path).isEmpty)
        let missing = try await Tool.run(
            arguments,
            environment: ["TMPDIR": temporary.url.appendingPathComponent("missing").path],
            directory: scratch.url
        )
        #expect(missing.output == whole.output && missing.status == whole.status)
        let note = "missing: No such file or directory; TMPDIR names another folder"
        #expect(missing.errorLines.count { $0.hasSuffix(note) } == 1, "\(missing.errors)")
        // Outside the log, no character is escaped.
        let copy = try scratch.text("copy.json")
        #expect(copy.replacing("##", with: "#\\u0023") == whole.output)
    }

    /// As on a disk that becomes full, files of this process have a maximum size.
    @Test func aReportIsWholeIfTheTemporaryFileCannotGrow() async throws {
        let scratch = try Self.folder()
        let command = [Tool.executable.path, "check", "--no-config", "--format", "sarif"] + Self.inputs
        func run(_ limit: String) async throws -> Program.Run {
            let script = "trap '' XFSZ; ulimit -f \(limit); \"$@\""
            return try await Program.run(["/bin/bash", "-c", script, "bash"] + command, in: scratch.url)
        }
        let whole = try await run("unlimited")
        #expect(whole.output.utf8.count > 2 * ReportSpool.maximumBuffered && !whole.errors.contains("in memory"))
        // The limit is in units of 1,024 bytes; the second write exceeds it.
        let limited = try await run("1500")
        #expect(limited.output == whole.output && limited.errors.contains("kept in memory"), "\(limited.errors)")
        let path = scratch.url.appendingPathComponent("report.sarif").path
        let file = try await scratch.run(["check", "--no-config", "--output", "sarif=\(path)"] + Self.inputs)
        #expect(file.status == 1)
        // The existing file is not touched: it has the same content, and keeps its date.
        let date = try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
        let inode = try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? Int
        _ = try await scratch.run(["check", "--no-config", "--output", "sarif=\(path)"] + Self.inputs)
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.modificationDate] as? Date == date && attributes[.systemFileNumber] as? Int == inode)
        let names = try FileManager.default.contentsOfDirectory(atPath: scratch.url.path)
        #expect(!names.contains { $0.hasPrefix(".applinks-") }, "\(names)")
    }
}
