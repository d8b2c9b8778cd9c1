/// Words of commands that people copy to a shell.
enum ShellWord {
    /// Returns a text as one word for a shell: unchanged if no character has a meaning there, otherwise in quotes.
    static func quoted(_ text: String) -> String {
        let isPlain =
            !text.isEmpty && !text.hasPrefix("-")
            && text.utf8.allSatisfy { byte in
                (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                    || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || "-._/:@%+,".utf8.contains(byte)
            }
        return isPlain ? text : "'" + text.replacingScalars { $0 == "'" ? "'\\''" : nil } + "'"
    }

    /// Returns a command for use in a sentence: in quotation marks, unless one of its words contains some.
    static func command(_ words: String...) -> String {
        let text = words.map(quoted).joined(separator: " ")
        return text.contains("'") ? text : "'\(text)'"
    }
}
