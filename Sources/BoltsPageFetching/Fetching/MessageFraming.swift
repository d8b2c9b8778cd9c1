import BoltsBase

/// The fields that delimit the body of a response (RFC 9112, 6).
enum MessageFraming {
    /// What is wrong, for the log, with the fields that delimit the body, by names in lower case; `nil` if they are valid.
    ///
    /// Programs interpret the refused fields differently, and might mistake a part of the page for all of it.
    static func problem(in fields: [String: String]) -> String? {
        guard let length = fields["content-length"] else { return nil }
        if fields["transfer-encoding"]?.lowercased().contains("chunked") == true {
            return "both Content-Length and a chunked body"
        }
        // A repeated field arrives as a list of equal members.
        let members = Set(length.split(separator: ",", omittingEmptySubsequences: false).map(trimmed))
        guard members.count == 1, let member = members.first, !member.isEmpty, member.utf8.allSatisfy(\.isASCIIDigit),
            Int64(member) != nil
        else { return "not a Content-Length: \(length)" }
        return nil
    }

    private static func trimmed(_ text: Substring) -> Substring {
        var text = text
        while let first = text.utf8.first, first == 0x20 || first == 0x09 { text = text.dropFirst() }
        while let last = text.utf8.last, last == 0x20 || last == 0x09 { text = text.dropLast() }
        return text
    }
}
