import Foundation
import Testing

/// Tests inputs of `applinks check` from a list.
@Suite(.timeLimit(.minutes(20))) struct ListTests {
    private static func folder() throws -> Scratch {
        let scratch = try Scratch()
        try scratch.file("sound/assetlinks.json", "[{\"include\": \"https://site.com/list.json\"}]")
        try scratch.file("broken/assetlinks.json", "[]")
        try scratch.file("list", "\u{FEFF}# files\n\n  sound/assetlinks.json\nbroken/assetlinks.json\r\n")
        return scratch
    }

    @Test func everyLineOfAListIsCheckedInItsOrder() async throws {
        let folder = try Self.folder()
        let arguments = ["check", "--no-config", "--format", "json", "--from"]
        let run = try await folder.run(arguments + ["list"])
        let inputs = run.json.first?["inputs"] as? [[String: Any]]
        #expect(inputs?.compactMap { $0["input"] as? String } == ["sound/assetlinks.json", "broken/assetlinks.json"])
        #expect(run.status == 1 && run.output.contains("assetlinks-empty"), "\(run.output)\(run.errors)")
        // The progress is not written if the output is not a terminal.
        #expect(!run.errors.contains(" of 2"), "\(run.errors)")
        // The second is a pipe with a path, as that of a shell's <(command).
        for name in ["-", "/dev/stdin"] {
            let piped = try await Tool.run(arguments + [name], input: "sound/assetlinks.json\n", directory: folder.url)
            #expect(
                piped.status == 0 && piped.output.contains("sound/assetlinks.json"),
                "\(name): \(piped.output)\(piped.errors)"
            )
        }
    }

    @Test func aListWithoutInputsAndOneThatIsMissingAreErrors() async throws {
        let folder = try Self.folder()
        try folder.file("empty", "# nothing\n")
        let empty = try await folder.run(["check", "--from", "empty", "--offline", "."])
        #expect(empty.status == 64 && empty.errors.contains("names nothing to check"), "\(empty.errors)")
        let missing = try await folder.run(["check", "--from", "no-such-list"])
        #expect(missing.status == 2 && missing.errors.contains("the list cannot be read"), "\(missing.errors)")
        let twice = try await Tool.run(["check", "-", "--from", "-"], input: "")
        #expect(twice.status == 64, "\(twice.errors)")
    }

    @Test(arguments: [[0xFF, 0xFE], [], [0xE9]] as [[UInt8]])
    func aListThatIsNotUTF8SaysSo(_ start: [UInt8]) async throws {
        let folder = try Self.folder()
        let text = "sound/assetlinks.json\n"
        let line = start == [0xE9] ? Array(text.utf8) : text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        try folder.file("list", start + line)
        for command in ["check", "resolve"] {
            let run = try await folder.run([command, "--from", "list"])
            #expect(run.status != 0 && run.errors.contains("list: the list is not UTF-8"), "\(command): \(run)")
        }
    }

    @Test func aTerminalShowsHowManyInputsAreDone() async throws {
        let folder = try Self.folder()
        let files = ["sound", "broken"].map { folder.url.appendingPathComponent("\($0)/assetlinks.json").path }
        let text = try await Tool.runOnTerminal(["check", "--no-config"] + files, environment: ["TERM": "xterm"])
        #expect(text.contains("1 of 2") && text.contains("2 of 2"), "\(text)")
        // Output begins on a new line, without the rest of the progress.
        for line in text.split(whereSeparator: \.isNewline) where line.contains("assetlinks-empty") {
            #expect(!line.contains(" of 2") || line.contains("\u{1B}[K"), "\(line)")
        }
        let one = try await Tool.runOnTerminal(["check", "--no-config", files[1]], environment: ["TERM": "xterm"])
        #expect(!one.contains("1 of 1"), "\(one)")
    }
}
