@_spi(Bolts) import BoltsAssociations

/// Checks association files by the rules of ``AssociationRule``.
///
/// Each check reads a file as its platform does, and reports probable mistakes, in the order of the file, with at most 1,000
/// findings. A check runs synchronously. Its time is linear in the size of the file, except for comparisons between rules,
/// whose work is bounded.
public enum AssociationCheck {
    /// Checks Apple's file.
    public static func findings(inAppSiteAssociation bytes: [UInt8], file: String) -> [Finding] {
        var collector = FindingCollector(file: file)
        AppleCheck.check(bytes, &collector)
        return collector.sorted
    }

    /// Checks Google's file as served over https, without the lists that it includes.
    public static func findings(inAssetLinks bytes: [UInt8], file: String) -> [Finding] {
        var collector = FindingCollector(file: file)
        AssetLinksCheck.check(bytes, &collector)
        return collector.sorted
    }

    /// Checks Windows' file.
    public static func findings(inWindowsWebLinks bytes: [UInt8], file: String) -> [Finding] {
        var collector = FindingCollector(file: file)
        WindowsCheck.check(bytes, &collector)
        return collector.sorted
    }

    /// Reads a document and reports a byte order mark or a syntax error.
    static func document(
        _ bytes: [UInt8],
        mark: AssociationRule?,
        syntax: AssociationRule,
        _ collector: inout FindingCollector
    ) -> JSONDocument? {
        let start = TextPosition(line: 1, column: 1)
        if let mark, bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
            collector.add(mark, JSONPlace(pointer: "", position: start, byteRange: 0..<3))
        }
        do throws(JSONSyntaxError) {
            return try JSONDocument(bytes)
        } catch {
            let content = NonJSONContent(bytes)
            let message = content?.explanation ?? error.message
            let range = error.byteOffset..<min(error.byteOffset + 1, max(bytes.count, error.byteOffset))
            collector.add(
                syntax,
                JSONPlace(pointer: "", position: error.position, byteRange: range),
                message,
                fix: content?.fix ?? fix(error.code)
            )
            return nil
        }
    }

    /// What is wrong with a document whose outermost value has the wrong type, if its content shows that.
    static func slip(_ root: JSONNode, isApple: Bool) -> (message: String, fix: String)? {
        if let text = root.string, (try? JSONDocument(Array(text.utf8))) != nil {
            return ("The document is a string that contains JSON.", "Serve the JSON itself: it was encoded twice.")
        }
        let isOther =
            isApple
            ? root.elements.map(Array.init)?.first?["target"] != nil : AppleCheck.services.contains { root[$0] != nil }
        guard isOther else { return nil }
        let names = ["apple-app-site-association", "assetlinks.json"]
        return (
            "The file has the content of \(names[isApple ? 1 : 0]).",
            "Put the content of \(names[isApple ? 0 : 1]) in its place."
        )
    }

    /// How to fix a syntax mistake, or `nil` if the place must be inspected.
    private static func fix(_ code: JSONSyntaxError.Code) -> String? {
        switch code {
        case .trailingComma: "Remove the comma before the bracket."
        case .missingComma: "Write a comma there."
        case .comment: "Remove the comment."
        case .truncated: "Close what is open: the end of the file is missing."
        case .trailingText: "Remove what follows the document."
        case .typographicCharacter: "Write the plain character in its place, such as \" for a quotation mark."
        case .unquotedString: "Write it in double quotation marks."
        default: nil
        }
    }
}

/// The size of a file that may be larger than the part that was read.
enum FileSize {
    /// Whether the file exceeds the read limit, so that its end may be missing here.
    static func isBeyondReading(_ bytes: [UInt8]) -> Bool { bytes.count > JSONDocument.maximumBytes }

    /// The size in words, such as `140000 bytes` or `more than 4 MiB`.
    static func text(_ bytes: [UInt8]) -> String {
        isBeyondReading(bytes) ? "more than \(JSONDocument.maximumBytes >> 20) MiB" : "\(bytes.count) bytes"
    }
}
