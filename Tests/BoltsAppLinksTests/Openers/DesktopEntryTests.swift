#if os(Linux)
import Testing

@testable import BoltsAppLinks

/// Tests how the command of a desktop entry is read.
@Suite(.timeLimit(.minutes(20))) struct DesktopEntryTests {
    private func parse(_ exec: String, _ more: String = "") -> DesktopEntry {
        DesktopEntry("# a comment\n[Desktop Entry]\nName=x\nExec=\(exec)\n\(more)\n[Desktop Action new]\nExec=other\n")
    }

    @Test(
        .tags(.l5),
        arguments: [
            ("firefox %u", "firefox", ["app:x"]), ("/opt/a/b --x=%% %U", "/opt/a/b", ["--x=%", "app:x"]),
            (
                #""/opt/with space/b" "a \\"quoted\\" \\\\ word" %f"#, "/opt/with space/b",
                [#"a "quoted" \ word"#, "app:x"]
            ),
            ("b %i --name %c -- %F", "b", ["--name", "--", "app:x"]), (#"b "" %u"#, "b", ["", "app:x"]),
        ]
    )
    func theURLReplacesItsFieldCode(exec: String, program: String, arguments: [String]) {
        let entry = parse(exec)
        #expect(entry.program == program)
        #expect(entry.arguments(for: "app:x") == arguments)
    }

    @Test(.tags(.l5), arguments: ["b", "b --url=%u", "b %z"]) func aCommandThatTakesNoURLIsNotUsed(exec: String) {
        #expect(parse(exec).arguments(for: "app:x") == nil)
    }

    @Test(
        .tags(.l5),
        arguments: [("b \"%u", ""), ("%u", ""), ("", ""), ("b %u", "Terminal=true"), ("b %u", "DBusActivatable=true")]
    )
    func anEntryThatIsNotAPlainProgramIsNotUsed(exec: String, more: String) {
        #expect(parse(exec, more).program == nil)
    }

    @Test(.tags(.l5)) func categoriesAreReadOfEveryProgram() {
        #expect(parse("b %u", "Categories=System;TerminalEmulator;").categories == ["System", "TerminalEmulator"])
        #expect(parse("b %u", "Terminal=true\nCategories=IDE").categories == ["IDE"])
        #expect(parse("b %u").categories.isEmpty)
    }

    @Test(
        .tags(.th70, .l5),
        arguments: [
            ([:], ["/usr/local/share", "/usr/share"]),
            (["HOME": "/h"], ["/h/.local/share", "/usr/local/share", "/usr/share"]),
            // Empty variables count as unset.
            (
                ["HOME": "/h", "XDG_DATA_HOME": "", "XDG_DATA_DIRS": ""],
                ["/h/.local/share", "/usr/local/share", "/usr/share"]
            ),
            (["HOME": "/h", "XDG_DATA_HOME": "/d", "XDG_DATA_DIRS": "/a:b:/c"], ["/d", "/a", "/c"]),
        ] as [([String: String], [String])]
    )
    func entriesAreFoundWhereTheSpecificationSays(environment: [String: String], directories: [String]) {
        #expect(DesktopHandlers(environment: environment).dataDirectories == directories)
    }

    @Test(.tags(.l5)) func aURLIsAlwaysOneArgument() {
        let url = #"app:"; rm %u %% $(id) \"#
        #expect(parse("b %u").arguments(for: url) == [url])
    }
}
#endif
