@_spi(Bolts) import BoltsAssociations

/// Explains why the content of a file cannot be read.
enum UnreadableFile {
    /// Returns the mistake and its place, as one or two sentences.
    static func explanation(_ bytes: [UInt8]) -> String {
        if FileSize.isBeyondReading(bytes) { return "The file has \(FileSize.text(bytes)), which is too large." }
        do throws(JSONSyntaxError) {
            _ = try JSONDocument(bytes)
            return "The file cannot be read."
        } catch {
            if let content = NonJSONContent(bytes) { return content.explanation }
            return "The file is not JSON: \(error)"
        }
    }
}
