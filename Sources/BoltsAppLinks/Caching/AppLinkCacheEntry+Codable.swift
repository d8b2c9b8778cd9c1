import Foundation

extension AppLinkCacheEntry: Codable {
    /// The version of the encoded form, raised when data of an earlier version would be misread.
    public static let formatVersion = 2

    private enum CodingKeys: String, CodingKey {
        case format, storedAt, freshUntil, refreshUntil, usableUntil, validator, page, link, attachment, failure
    }

    /// Decodes an entry.
    ///
    /// - Parameter decoder: The decoder.
    /// - Throws: `DecodingError` if the data is not an entry of this ``formatVersion``.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        guard try values.decode(Int.self, forKey: .format) == Self.formatVersion else {
            throw DecodingError.dataCorruptedError(
                forKey: .format,
                in: values,
                debugDescription: "the entry was encoded by another version"
            )
        }
        func moment(_ seconds: Double) -> Duration {
            guard seconds.isFinite else { return .zero }
            // Later times are invalid, and would not fit a `Duration`. A moment is a whole number of milliseconds, which no
            // fraction of seconds has exactly: without rounding, an entry that was read would differ from the one stored.
            return .milliseconds(Int64((min(max(seconds, -1e12), 1e12) * 1_000).rounded()))
        }
        if let encoded = try values.decodeIfPresent(EncodedFailure.self, forKey: .failure) {
            failure = encoded.failure(expiry: moment(encoded.expiry))
        }
        let page = try values.decodeIfPresent(EncodedPage.self, forKey: .page)?.page
        guard let link = try page?.link ?? values.decodeIfPresent(EncodedLink.self, forKey: .link)?.link else { return }
        func moment(of key: CodingKeys) throws -> Duration { moment(try values.decode(Double.self, forKey: key)) }
        answer = Answer(
            link: link,
            page: page,
            attachment: try values.decodeIfPresent(Data.self, forKey: .attachment).map { [UInt8]($0) },
            validator: try values.decodeIfPresent(EncodedValidator.self, forKey: .validator)?.validator,
            freshness: AppLinkFreshness(
                expiry: try moment(of: .freshUntil),
                staleWhileRevalidate: try moment(of: .refreshUntil),
                staleIfError: try moment(of: .usableUntil)
            ),
            storedAt: try moment(of: .storedAt)
        )
    }

    /// Encodes the link of the entry with its validators and times, and a failure if it is a `PageError`.
    ///
    /// - Parameter encoder: The encoder.
    /// - Throws: The encoder's error.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(Self.formatVersion, forKey: .format)
        try values.encodeIfPresent(failure.flatMap(EncodedFailure.init), forKey: .failure)
        guard let answer else { return }
        try values.encode(answer.storedAt.seconds, forKey: .storedAt)
        try values.encode(answer.freshness.expiry.seconds, forKey: .freshUntil)
        try values.encode(answer.freshness.staleWhileRevalidate.seconds, forKey: .refreshUntil)
        try values.encode(answer.freshness.staleIfError.seconds, forKey: .usableUntil)
        try values.encodeIfPresent(answer.validator.map(EncodedValidator.init), forKey: .validator)
        try values.encodeIfPresent(answer.attachment.map { Data($0) }, forKey: .attachment)
        // When it is decoded, the link is created from the page's tags again.
        if let page = answer.page {
            try values.encode(EncodedPage(page), forKey: .page)
        } else {
            try values.encode(EncodedLink(answer.link), forKey: .link)
        }
    }
}

extension Duration {
    /// The duration in seconds.
    var seconds: Double {
        Double(components.seconds) + Double(components.attoseconds) / 1e18
    }
}
