@_spi(Bolts) import BoltsAssociations

/// The size of a file of which a server may have sent more than is read.
enum FileSize {
    /// Whether the file is larger than anything that is read, so that its end may be missing here.
    static func isBeyondReading(_ bytes: [UInt8]) -> Bool { bytes.count > JSONDocument.maximumBytes }

    /// The size in words, such as `140000 bytes` or `more than 4 MiB`.
    static func text(_ bytes: [UInt8]) -> String {
        isBeyondReading(bytes) ? "more than \(JSONDocument.maximumBytes >> 20) MiB" : "\(bytes.count) bytes"
    }
}
