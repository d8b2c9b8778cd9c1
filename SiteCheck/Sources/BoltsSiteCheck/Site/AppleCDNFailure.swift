@_spi(Bolts) import BoltsAssociations

/// The CDN's reason for not having a copy of a site's file.
///
/// ```swift
/// func show(_ failure: AppleCDNFailure) { print(failure.reason, failure.from ?? "", failure.details ?? "") }
/// ```
public struct AppleCDNFailure: Sendable, Hashable {
    /// The reason, such as `SWCERR00301 Timeout`.
    ///
    /// The list of reasons is not public.
    public let reason: String
    /// The URLs that the CDN tried, or `nil` if it does not say.
    public let from: String?
    /// Further details as JSON, or `nil` if there are none.
    public let details: String?
    /// Whether devices should fetch the file from the site, or `nil` if the CDN does not say.
    public let triesDirect: Bool?

    static let fields: Set<String> = [
        "Apple-Failure-Reason", "Apple-Failure-Details", "Apple-From", "Apple-Try-Direct",
    ]

    init?(_ answer: AssociationResponse) {
        guard answer.status != nil, answer.status != 200 else { return nil }
        reason = answer.fields["Apple-Failure-Reason"].map(Clip.clip) ?? "status \(answer.status ?? 0)"
        from = answer.fields["Apple-From"].map(Clip.clip)
        details = answer.fields["Apple-Failure-Details"]
        triesDirect = answer.fields["Apple-Try-Direct"].map { $0.lowercased() == "true" }
    }
}
