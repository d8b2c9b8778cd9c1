@_spi(Bolts) import BoltsAssociations

/// The CDN's reason for not having a copy of a site's file.
public struct AppleCDNFailure: Sendable, Hashable {
    /// The reason, such as `SWCERR00301 Timeout`; the list of reasons is not public.
    public let reason: String
    /// The URLs that the CDN tried, or `nil` if it does not say.
    public let from: String?
    /// Further details as JSON, or `nil` if there are none.
    public let details: String?
    /// Whether devices should fetch the file from the site, or `nil` if the CDN does not say.
    public let triesDirect: Bool?

    /// The CDN's whole message, as sentences.
    var sentence: String {
        var text = "Apple's CDN reports: \(reason)."
        if let details { text += " Details: \(Self.shown(details))." }
        if let from { text += " It asked \(from)." }
        if triesDirect == true { text += " It tells devices to ask the site itself." }
        return text
    }

    /// The details with the members of their object as `name: value`, or unchanged if they are not an object of strings.
    private static func shown(_ details: String) -> String {
        let members = (try? JSONDocument(Array(details.utf8)))?.root.children.compactMap { member in
            member.name.flatMap { name in member.string.map { "\(Clip.clip(name)): \(Clip.clip($0))" } }
        }
        return members.flatMap { $0.isEmpty ? nil : $0.joined(separator: ", ") } ?? Clip.clip(details)
    }

    static let fields: Set<String> = [
        "Apple-Failure-Reason", "Apple-Failure-Details", "Apple-From", "Apple-Try-Direct",
    ]

    init?(_ answer: AssociationResponse) {
        // A failure without a reason from the CDN means that the CDN itself did not respond.
        guard answer.status != nil, answer.status != 200,
            answer.fields["Apple-Failure-Reason"] != nil || !answer.isInconclusive
        else { return nil }
        reason = answer.fields["Apple-Failure-Reason"].map(Clip.clip) ?? "status \(answer.status ?? 0)"
        from = answer.fields["Apple-From"].map(Clip.clip)
        details = answer.fields["Apple-Failure-Details"]
        triesDirect = answer.fields["Apple-Try-Direct"].map { $0.lowercased() == "true" }
    }
}
