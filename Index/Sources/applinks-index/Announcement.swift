import Foundation

/// The text that is printed once the service listens.
enum Announcement {
    static func print(host: String, port: Int, needsKey: Bool, hasPage: Bool) {
        let name = host.contains(":") ? "[\(host)]" : host
        let base = "http://\(name):\(port)"
        let request = "'\(base)/v1/links?url=https%3A%2F%2Fdemo.example%2Frecipes%2F42'"
        // The key is on its own line, so that the command can be copied.
        let command =
            needsKey
            ? "curl -H 'Authorization: Bearer KEY' \(request)\nKEY is what 'applinks-index keys add NAME' prints for this database."
            : "curl \(request)"
        let text = """
            applinks-index listens on \(base)
            Try it: \(command)
            \(hasPage && !needsKey ? "Or open \(base)/\n" : "")
            """
        // The text is written without a buffer, so that a program that reads it through a pipe gets it at once.
        FileHandle.standardOutput.write(Data(text.utf8))
    }
}
