import Foundation

@_spi(Bolts) extension CacheEntry: Codable {
    private enum CodingKeys: String, CodingKey {
        case format, storedAt, freshUntil, refreshUntil, usableUntil, validator, value, failure
    }

    /// Decodes an entry.
    ///
    /// - Parameter decoder: The decoder.
    /// - Throws: `DecodingError` if the data is not an entry of this ``CacheableValue/formatVersion``.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        guard try values.decode(Int.self, forKey: .format) == Value.formatVersion else {
            throw DecodingError.dataCorruptedError(
                forKey: .format,
                in: values,
                debugDescription: "the entry was encoded by another version"
            )
        }
        func moment(_ seconds: Double) -> Duration {
            guard seconds.isFinite else { return .zero }
            // Later times are invalid, and would not fit a `Duration`. A time is stored in whole milliseconds, which a fraction
            // of seconds cannot represent: without rounding, a decoded entry would differ from the stored one.
            return .milliseconds(Int64((min(max(seconds, -1e12), 1e12) * 1_000).rounded()))
        }
        if let encoded = try values.decodeIfPresent(EncodedFailure.self, forKey: .failure) {
            failure = encoded.failure(expiry: moment(encoded.expiry))
        }
        guard let value = try values.decodeIfPresent(Value.self, forKey: .value) else { return }
        func moment(of key: CodingKeys) throws -> Duration { moment(try values.decode(Double.self, forKey: key)) }
        answer = Answer(
            value: value,
            validator: try values.decodeIfPresent(EncodedValidator.self, forKey: .validator)?.validator,
            freshness: CacheFreshness(
                expiry: try moment(of: .freshUntil),
                staleWhileRevalidate: try moment(of: .refreshUntil),
                staleIfError: try moment(of: .usableUntil)
            ),
            storedAt: try moment(of: .storedAt)
        )
    }

    /// Encodes the value of the entry with its validators and times, and its failure if that is a `PageError`.
    ///
    /// - Parameter encoder: The encoder.
    /// - Throws: The encoder's error.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(Value.formatVersion, forKey: .format)
        try values.encodeIfPresent(failure.flatMap(EncodedFailure.init), forKey: .failure)
        guard let answer else { return }
        try values.encode(answer.storedAt.seconds, forKey: .storedAt)
        try values.encode(answer.freshness.expiry.seconds, forKey: .freshUntil)
        try values.encode(answer.freshness.staleWhileRevalidate.seconds, forKey: .refreshUntil)
        try values.encode(answer.freshness.staleIfError.seconds, forKey: .usableUntil)
        try values.encodeIfPresent(answer.validator.map(EncodedValidator.init), forKey: .validator)
        try values.encode(answer.value, forKey: .value)
    }
}

struct EncodedValidator: Codable {
    let url: URL
    let entityTag: String?
    let lastModified: String?
    let cacheFields: HTTPCacheFields

    init(_ validator: PageValidator) {
        url = validator.url
        entityTag = validator.entityTag
        lastModified = validator.lastModified
        cacheFields = validator.cacheFields
    }

    var validator: PageValidator {
        PageValidator(url: url, entityTag: entityTag, lastModified: lastModified, cacheFields: cacheFields)
    }
}

/// One request in an encoded entry.
package struct EncodedHop: Codable {
    let url: URL
    let status: Int
    let location: String?
    let cacheFields: HTTPCacheFields

    package init(_ hop: PageHop) {
        (url, status, location, cacheFields) = (hop.url, hop.status, hop.location, hop.cacheFields)
    }

    package var hop: PageHop { PageHop(url: url, status: status, location: location, cacheFields: cacheFields) }
}

extension Duration {
    var seconds: Double {
        self / .seconds(1)
    }
}
