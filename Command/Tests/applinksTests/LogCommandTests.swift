import Foundation
import Testing

@testable import applinks

/// Tests that text of a page or an argument never becomes a command for the program that records the output.
@Suite(.timeLimit(.minutes(20))) struct LogCommandTests {
    private static let commands = [
        "##vso[task.setvariable variable=x]y", "##[error]x", "##teamcity[buildStop]", "a ##[group]x", "###[warning]x",
    ]

    /// The lines that a runner would execute as commands.
    private func commands(in text: String) -> [Substring] {
        text.split(whereSeparator: \.isNewline).filter { line in
            line.contains("##vso[") || line.contains("##[") || line.contains("##teamcity[")
                || line.contains("section_start:") || line.contains("section_end:")
                || line.drop(while: \.isWhitespace).hasPrefix("::")
        }
    }

    @Test(.tags(.th78), arguments: [["text"], ["json"], ["sarif"], ["github"], ["html"]])
    func noFormatCarriesACommandOn(_ format: [String]) async throws {
        let site = try Scratch()
        let tags = Self.commands.map {
            "<meta property=\"al:ios:url\" content=\"\($0)\"><meta property=\"al:\($0)\" content=1>"
        }
        let page = try site.file("a.html", tags.joined())
        let names = Self.commands.map { "{\"/\": \"\($0)\", \"\($0)\": \"?\"}" }.joined(separator: ",")
        let file = try site.file(
            ".well-known/apple-app-site-association",
            "{\"applinks\": {\"details\": [{\"appIDs\": [\"##[error]x\"], \"components\": [\(names)]}]}}"
        )
        for input in [page, file, site.url.path] {
            let run = try await Tool.run(["check", input, "--host", "lakrids.dk", "--format", format[0]])
            let expected = format[0] == "github" ? "::" : nil
            for line in commands(in: run.output) + commands(in: run.errors) {
                let isOwn = expected != nil && line.hasPrefix("::") && commands(in: String(line.dropFirst(2))).isEmpty
                #expect(isOwn, "\(line)")
            }
        }
    }

    @Test(.tags(.th78)) func noCommandAndNoStreamCarriesACommandOn() async throws {
        let site = try Scratch()
        let tags = Self.commands.map { "<meta property=\"al:ios:url\" content=\"x://a/\($0)\">" }.joined()
        let page = try site.file("a.html", tags + "<meta property=al:ios:app_name content='::set-output name=a::b'>")
        for arguments in [
            ["resolve", page], ["resolve", page, "--json"], ["open", page, "--device", "iphone", "--installed", "x"],
            ["explain", "https://lakrids.dk/a", "--offline", site.url.path],
            ["explain", "https://lakrids.dk/a", "--offline", site.url.path, "--json"],
            ["explain", "https://lakrids.dk/a", "--offline", site.url.path, "--format", "html"],
            ["decode", "{\"target_url\": \"##[error]x\", \"::error\": \"##vso[a]\"}"],
            ["decode", "##vso[a]"], ["check", "##[error]x"], ["check", "::error::x"], ["::error::x"], ["##vso[task]"],
            ["check", "--fail-on", "::error::x"], ["parse", "x://a?##vso[a]"],
            ["encode", "x://a/#", "--extra", "##[error]x=##vso[a]"], ["help", "::error::x"],
            ["check", "section_start:1:a[collapsed=true]\r\u{1B}[0K"], ["resolve", "no\n::error::x"],
        ] {
            let run = try await Tool.run(arguments)
            #expect(commands(in: run.output).isEmpty && commands(in: run.errors).isEmpty, "\(arguments): \(run)")
        }
        // JSON means the same as before.
        let run = try await Tool.run(["decode", "{\"target_url\": \"##[error]x\"}", "--json"])
        #expect(run.output.contains("#\\u0023[error]x"))
        #expect((run.json.first?["data"] as? [String: Any])?["target_url"] as? String == "##[error]x")
    }

    /// U+0D4E combines with the following character and U+0301 with the preceding one, but other programs read scalars.
    @Test(.tags(.th78), arguments: ["\u{0D4E}", "\u{111C2}"]) func noCharacterBeforeASignHidesIt(_ letter: String) {
        #expect(
            LogCommands.neutralized("\(letter)##[error]x", .text).unicodeScalars.elementsEqual(
                "\(letter)#\\u{23}[error]x".unicodeScalars
            )
        )
        let section = LogCommands.neutralized("\(letter)section_start:1", .text)
        #expect(section.unicodeScalars.elementsEqual("\(letter)section_start\\u{3A}1".unicodeScalars))
        let markdown = MarkdownText.plain("\(letter)<b> a|\u{301} \(letter)@me")
        #expect(
            markdown.unicodeScalars.elementsEqual("\(letter)\\<b\\> a\\|\u{301} \(letter)\\@&#8203;me".unicodeScalars)
        )
        #expect(MarkdownText.code("\(letter)``x").hasPrefix("``` "))
        #expect(ShellWord.quoted("\(letter)'; x").unicodeScalars.elementsEqual("'\(letter)'\\''; x'".unicodeScalars))
    }

    @Test(.tags(.th78)) func onlyWhatARunnerReadsIsEscaped() {
        let plain = "a: b::c http://[::1]/#a # b\n  x: :y\n* ## heading"
        #expect(LogCommands.neutralized(plain, .text) == plain.replacing("##", with: "#\\u{23}"))
        for (text, escaped) in [
            ("::a", ":\\u{3A}a"), (" \t::a", " \t:\\u{3A}a"), ("a\n::b", "a\n:\\u{3A}b"), (":::", ":\\u{3A}:"),
            ("####[", "#\\u{23}#\\u{23}["), ("section_start:1", "section_start\\u{3A}1"),
        ] {
            #expect(LogCommands.neutralized(text, .text) == escaped)
        }
        #expect(LogCommands.neutralized("##[", .html) == "#&#35;[" && LogCommands.neutralized("##[", .url) == "#%23[")
    }

    /// GitHub and GitLab search the text of a page for these after Markdown was converted.
    @Test(
        .tags(.th78),
        arguments: [
            "$x^2$ and $`y`$", "$$z$$", ":tada: :+1: a:b:c",
            "0123456 and 72ac1e33 and 72AC1E33deadbeefdeadbeefdeadbeefdeadbeef", "#123 GH-123 a/b#4",
            "[issue:1] [work_item:a/b/2] [[page]] *iteration:3 **x**", "@me &5 !6 ~bug %\"1.0\" $7",
        ]
    )
    func markdownMakesNothingOfUntrustedText(_ text: String) throws {
        let markdown = MarkdownText.plain(text)
        // Formulas are searched for in Markdown's input, everything else in its output.
        #expect(!markdown.contains("$"))
        var made = markdown.replacing(/\\(.)/) { String($0.output.1) }
        made = made.replacing("&#36;", with: "$").replacing("&#8203;", with: "\u{200B}")
        let marks: [Regex<Substring>] = [
            /:[\w+-]+:/, /\b[0-9a-fA-F]{7,40}\b/, /\[[a-z_]+:/, /\[\[/, /\*[a-z]+:/, /\$[^\s\u{200B}]/, /[@#&!~%][\w"]/,
            /-[0-9]/,
        ]
        for mark in marks { #expect(made.firstMatch(of: mark) == nil, "\(made)") }
        #expect(made.replacing("\u{200B}", with: "") == text)
    }
}
